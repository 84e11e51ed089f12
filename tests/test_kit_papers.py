"""The papers of the kit: wiring table, bill of materials and picture, made from the pin module."""

import csv
import random
import shutil
import subprocess
import sys
from functools import cache
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from firmware.buttons import KEYS
from firmware.storage import settings_file
from host_tools.kit import bill, parts, pico_package, picture, png, shapes, svg, tables
from host_tools.kit import values as kit_values
from host_tools.kit.__main__ import main
from host_tools.kit.routes import DOWN, LEFT, RIGHT, UP, NoWay, Routes

ROOT = Path(__file__).resolve().parent.parent
HARDWARE = ROOT / "hardware"
NAMES = ["README.md", "bom.csv", "wiring.png", "wiring.svg"]
SVG = "{http://www.w3.org/2000/svg}"
GPIO = [*range(23), 26, 27, 28]


def changed(**settings):
    """The values of the reference kit with some others."""
    values = {**kit_values.reference(), **settings}
    for key, value in values.items():
        settings_file.check(values, key, value)
    return values


def shuffled(seed):
    """Values with every pin anywhere it may be."""
    chance = random.Random(seed)
    block = chance.randrange(2)
    sda = chance.choice([pin for pin in GPIO if pin % 4 == 2 * block])
    scl = chance.choice([pin for pin in GPIO if pin % 4 == 2 * block + 1])
    left = [pin for pin in GPIO if pin not in (sda, scl)]
    chance.shuffle(left)
    others = {key: left.pop() for key in ("matrix_pin", "buzzer_pin", *KEYS)}
    return changed(i2c=block, sda=sda, scl=scl, **others)


@cache
def drawn(seed=None):
    """The picture of the reference kit, or of one with shuffled pins."""
    return picture.draw(kit_values.reference() if seed is None else shuffled(seed), "a kit")


# --- the papers in hardware/ ---


def test_the_papers_are_up_to_date(capsys):
    assert main(["--check"]) == 0, capsys.readouterr().err


def test_making_them_anew_changes_nothing(tmp_path):
    folder = tmp_path / "hardware"
    shutil.copytree(HARDWARE, folder)
    assert main(["--out", str(folder)]) == 0
    assert sorted(path.name for path in folder.iterdir()) == NAMES
    for name in NAMES:
        assert (folder / name).read_bytes() == (HARDWARE / name).read_bytes(), name


def test_what_is_written_by_hand_stays(tmp_path):
    page = (HARDWARE / "README.md").read_text(encoding="utf-8")
    table = page.index("### Power and ground")
    page = "My kit.\n" + page[:table] + "old\n" + page[table:] + "My end.\n"
    (tmp_path / "README.md").write_text(page, encoding="utf-8")
    assert main(["--out", str(tmp_path)]) == 0
    found = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert found == page.replace("old\n", "")


def run_with(change, *arguments):
    """Run the command in a Python where firmware.kit has been changed first."""
    script = (
        "import sys\nimport host_tools.on_pc\nfrom firmware import kit\n"
        f"{change}\nfrom host_tools.kit.__main__ import main\nsys.exit(main(sys.argv[1:]))\n"
    )
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        cwd=ROOT, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip


def test_a_changed_pin_changes_every_paper():
    result = run_with("kit.MATRIX_PIN = 21", "--check")
    assert result.returncode == 1
    told = result.stderr.splitlines()
    assert [line.split()[0] for line in told[:-1]] == [
        "hardware/README.md", "hardware/bom.csv", "hardware/wiring.svg", "hardware/wiring.png",
    ]  # fmt: skip
    assert told[-1] == "to write them anew: make kit"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("kit.MATRIX_PIN = 23", "matrix_pin must be 0..22 or 26..28, not 23"),
        ("kit.MATRIX_PIN = 10", "matrix_pin and up are on 10"),
        ("kit.BUTTON_PINS = (10, 11, 12, 13, 14, 14)", "ok and back are on 14"),
        ("kit.I2C_SDA_PIN = 2", "sda 2 and scl 5 are no pins of i2c 0"),
        ("kit.MATRIX_LIMIT_MA = 2000", "matrix_limit_ma 2000 is more than the 1000 mA that may"),
    ],
)
def test_a_kit_that_cannot_be_wired_is_refused(change, reason):
    result = run_with(change, "--check")
    assert result.returncode == 1
    assert result.stderr.startswith(f"firmware/kit.py: {reason}")
    assert len(result.stderr.splitlines()) == 1


def test_check_names_what_is_wrong(tmp_path, capsys):
    folder = tmp_path / "kit"
    shutil.copytree(HARDWARE, folder)
    lines = (folder / "bom.csv").read_text(encoding="utf-8").split("\n")
    lines[2] += "!"
    (folder / "bom.csv").write_text("\n".join(lines), encoding="utf-8")
    (folder / "wiring.svg").unlink()
    (folder / "wiring.png").write_bytes(b"no picture")
    assert main(["--check", "--out", str(folder)]) == 1
    assert capsys.readouterr().err.splitlines() == [
        f"{folder}/bom.csv line 3 is not what the kit says",
        f"{folder}/wiring.svg is missing",
        f"{folder}/wiring.png does not show what the kit says",
        "to write them anew: the same command without --check",
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<!-- generated: parts -->", ""),
        ("<!-- end of wires -->", "<!-- end of wires --><!-- end of wires -->"),
        ("<!-- generated: kit -->", "<!-- end of kit --><!-- generated: kit -->"),
    ],
)
def test_a_page_without_its_marks_is_left_alone(tmp_path, capsys, old, new):
    page = (HARDWARE / "README.md").read_text(encoding="utf-8").replace(old, new)
    (tmp_path / "README.md").write_text(page, encoding="utf-8")
    assert main(["--out", str(tmp_path)]) == 1
    assert "needs one line <!-- generated: " in capsys.readouterr().err
    assert (tmp_path / "README.md").read_text(encoding="utf-8") == page
    assert len(list(tmp_path.iterdir())) == 1


# --- another wiring ---


def test_the_papers_of_a_settings_file(tmp_path):
    settings = tmp_path / "mine.txt"
    settings.write_text("brightness 9\nmatrix_pin 21\ndisplay sh1106\nmatrix_limit_ma 700\n")
    out = tmp_path / "deep" / "mine"
    arguments = ["--settings", str(settings), "--out", str(out)]
    assert main(arguments) == 0
    assert sorted(path.name for path in out.iterdir()) == NAMES
    page = (out / "README.md").read_text(encoding="utf-8")
    assert "Made for the wiring in `mine.txt`." in page
    assert "\n    display sh1106\n    matrix_pin 21\n    matrix_limit_ma 700\n" in page
    assert "brightness 9" not in page
    assert "| Pico              | GP21     | 27       | green" in page and "GP22" not in page
    links = [part.split(")")[0] for part in page.split("](")[1:]]
    assert len(links) > 5 and all((out / link).exists() for link in links), links
    bill_text = (out / "bom.csv").read_text(encoding="utf-8")
    assert "GP21 (27)" in bill_text and "SH1106 OLED" in bill_text and "800 mA" in bill_text
    assert main([*arguments, "--check"]) == 0
    settings.write_text("matrix_pin 20\n")
    assert main([*arguments, "--check"]) == 1


def test_problems_of_a_settings_file_are_told(tmp_path, capsys):
    settings = tmp_path / "settings.txt"
    settings.write_text("up 24\nbrightness 5\nleft 15\n")
    out = tmp_path / "out"
    assert main(["--settings", str(settings), "--out", str(out)]) == 1
    assert capsys.readouterr().err.splitlines() == [
        f"{settings} line 1: up 24 is not 0..22 or 26..28",
        f"{settings} line 3: left and back are on 15",
    ]
    settings.write_text("matrix_limit_ma 1001\n")
    assert main(["--settings", str(settings), "--out", str(out)]) == 1
    assert "1001 is more than the 1000 mA" in capsys.readouterr().err
    assert not out.exists()


def test_files_that_cannot_be(tmp_path, capsys):
    missing = tmp_path / "no.txt"
    assert main(["--settings", str(missing), "--out", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"{missing}: No such file or directory\n"
    missing.write_text("")
    assert main(["--settings", str(missing), "--out", str(HARDWARE)]) == 1
    assert "is for the reference kit; give another folder" in capsys.readouterr().err
    assert main(["--out", str(missing)]) == 1
    assert capsys.readouterr().err.startswith(f"{missing}")
    (tmp_path / "README.md").write_bytes(b"\xff")
    assert main(["--out", str(tmp_path)]) == 1
    assert "README.md: not UTF-8" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["--settings", str(missing)])
    assert "--settings needs --out DIR" in capsys.readouterr().err


def test_a_file_of_any_name_has_its_papers(tmp_path):
    settings = tmp_path / ("Käse" + 40 * "lang" + ".txt")
    settings.write_text("up 9\n")
    assert main(["--settings", str(settings), "--out", str(tmp_path)]) == 0
    assert "<title>Wiring of the tabletop companion, the wiring in K?selang" in (
        tmp_path / "wiring.svg"
    ).read_text(encoding="utf-8")
    assert "`Käselang" in (tmp_path / "README.md").read_text(encoding="utf-8")


def test_safe_mode_is_told_when_back_is_elsewhere():
    assert "safe mode" not in tables.facts(kit_values.reference(), "x")
    said = tables.facts(changed(back=17), "x")
    assert "BACK is on GP17" in said and "looks at GP15" in said


@pytest.mark.parametrize(
    ("rotation", "corner"),
    [(0, "top left"), (90, "bottom left"), (180, "bottom right"), (270, "top right")],
)
def test_the_first_pixel_is_where_the_firmware_lights_it(rotation, corner):
    from firmware.picture.pixels import Pixels

    pixels = Pixels(brightness=255, limit_ma=4000, rotation=rotation)
    x = 7 if "right" in corner else 0
    y = 7 if "bottom" in corner else 0
    pixels.set(x, y, 0xFFFFFF)
    pixels.update()
    assert any(pixels.wire[:3]) and not any(pixels.wire[3:])
    assert kit_values.first_pixel(changed(matrix_rotation=rotation)) == corner


# --- what is joined with what ---


def nets(values):
    """[set of (part, pin)] of what the wires join; a rail is one pin, all grounds of a Pico one."""
    joined = {}

    def root(pin):
        joined.setdefault(pin, pin)
        while joined[pin] != pin:
            pin = joined[pin]
        return pin

    def known(part, pin):
        return (
            (part, "GND") if part == "Pico" and pico_package.name_of(pin) == "GND" else (part, pin)
        )

    for wire in parts.wires(values):
        joined[root(known(wire.part, wire.pin))] = root(known(wire.to_part, wire.to_pin))
    found = {}
    for pin in list(joined):
        found.setdefault(root(pin), set()).add(pin)
    return list(found.values())


@pytest.mark.parametrize("values", [kit_values.reference(), shuffled(1)], ids=["kit", "shuffled"])
def test_the_wires_make_the_circuit(values):
    found = nets(values)

    def net(part, pin):
        (only,) = [one for one in found if (part, pin) in one]
        return only

    at = {key: pico_package.pin_of(values[key]) for key in settings_pins(values)}
    chip = "level shifter"
    assert net("Pico", 40) == {
        ("Pico", 40), ("5 V rail", ""), (chip, 14), ("matrix", "5V"),
        ("100 nF capacitor", "one leg"), ("1000 µF capacitor", "long leg, +"),
    }  # fmt: skip
    assert net("Pico", 36) == {("Pico", 36), ("display", "VCC")}
    assert net("Pico", "GND") == {
        ("Pico", "GND"), ("left ground rail", ""), ("right ground rail", ""), ("display", "GND"),
        ("matrix", "GND"), ("100 nF capacitor", "other leg"), ("1000 µF capacitor", "short leg, -"),
        ("buzzer", "other leg"),
        *[(f"button {key.upper()}", "opposite leg") for key in KEYS],
        *[(chip, pin) for pin in (1, 4, 5, 7, 9, 10, 12, 13)],
    }  # fmt: skip
    assert net("Pico", at["sda"]) == {("Pico", at["sda"]), ("display", "SDA")}
    assert net("Pico", at["scl"]) == {("Pico", at["scl"]), ("display", "SCL")}
    assert net("Pico", at["matrix_pin"]) == {("Pico", at["matrix_pin"]), (chip, 2)}
    assert net(chip, 3) == {(chip, 3), ("470 Ω resistor", "one leg")}
    assert net("matrix", "DIN") == {("matrix", "DIN"), ("470 Ω resistor", "other leg")}
    assert net("Pico", at["buzzer_pin"]) == {("Pico", at["buzzer_pin"]), ("buzzer", "one leg")}
    for key in KEYS:
        assert net("Pico", at[key]) == {("Pico", at[key]), (f"button {key.upper()}", "one leg")}
    assert len(found) == 15
    assert not [pin for one in found for part, pin in one if part == chip and pin in (6, 8, 11)]


def settings_pins(values):
    return [key for key in values if key in ("sda", "scl", "matrix_pin", "buzzer_pin", *KEYS)]


def test_a_buzzer_that_is_off_gives_way():
    assert parts.has_buzzer(kit_values.reference())
    taken = changed(left=16, buzzer=False)
    assert not parts.has_buzzer(taken)
    assert "Buzzer" not in tables.wiring(taken) and "buzzer" not in tables.bill_csv(taken)
    assert "BUZZER" not in {shape.words for shape in texts(picture.draw(taken, "x"))}


def test_every_gpio_has_its_pin():
    ground = [pin for pin in range(1, 41) if pico_package.name_of(pin) in ("GND", "AGND")]
    assert ground == [3, 8, 13, 18, 23, 28, 33, 38]
    assert len({pico_package.pin_of(gpio) for gpio in GPIO}) == len(GPIO)
    assert [pico_package.pin_of(gpio) for gpio in (0, 15, 16, 22, 26, 28)] == [
        1,
        20,
        21,
        29,
        31,
        34,
    ]
    assert pico_package.place_of(21) == ("right", 19) and pico_package.place_of(40) == ("right", 0)
    with pytest.raises(ValueError, match="no GP23"):
        pico_package.pin_of(23)


def test_the_bill():
    values = kit_values.reference()
    found = list(csv.reader(tables.bill_csv(values).splitlines()))
    assert {len(row) for row in found} == {6}
    counts = {(row[1], row[2]): int(row[0]) for row in found[1:]}
    assert counts["push button", "momentary, closes when pressed"] == len(KEYS)
    assert counts["capacitor", "1000 µF, 10 V or more"] == 1
    jumpers = [wire for wire in parts.wires(values) if wire.colour != "its own leg"]
    assert counts["jumper wire", "in the colours of the wiring table"] == len(jumpers) == 34
    cable = bill.rows(values)[-1]
    assert "500 mA or more" in cable.value and "charger" not in cable.warning
    assert "USB charger" in bill.rows(changed(matrix_limit_ma=401))[-1].warning


# --- the picture ---


def texts(given):
    return [shape for shape in given.shapes if isinstance(shape, shapes.Text)]


def lines(given):
    """The wires that are drawn as lines: each has a white one below it."""
    return [
        shape.points
        for shape in given.shapes
        if isinstance(shape, shapes.Line) and shape.colour == "#ffffff" and len(shape.points) > 1
    ]


def stretches(line):
    return list(zip(line, line[1:], strict=False))


@pytest.mark.parametrize("seed", [None, 12, 22])
def test_no_wire_and_no_text_covers_a_text(seed):
    given = drawn(seed)
    half = 5
    boxes = [(shape.words, shapes.bounds(shape)) for shape in texts(given)]
    for number, (words, (left, top, right, bottom)) in enumerate(boxes):
        assert left >= 0 and right <= given.width and top >= 0 and bottom <= given.height, words
        for other, (a, b, c, d) in boxes[:number]:
            apart = right <= a or c <= left or bottom - 2 <= b or d - 2 <= top
            assert apart, (words, other)
        for line in lines(given):
            for (x, y), (end_x, end_y) in stretches(line):
                wide, high = (half, 0) if x == end_x else (0, half)
                apart = max(x, end_x) + wide <= left or min(x, end_x) - wide >= right
                apart = apart or max(y, end_y) + high <= top or min(y, end_y) - high >= bottom
                assert apart, (words, line)


@pytest.mark.parametrize("seed", [None, 12, 22])
def test_wires_meet_only_where_they_cross(seed):
    all_lines = lines(drawn(seed))
    assert len(all_lines) == len(set(all_lines)) == 33
    for number, line in enumerate(all_lines):
        for a, b in stretches(line):
            assert a[0] == b[0] or a[1] == b[1]
            for other in all_lines[:number]:
                for c, d in stretches(other):
                    assert not clash(a, b, c, d), (line, other)


def clash(a, b, c, d):
    """Whether the stretches a-b and c-d meet otherwise than crossing in the middle of both."""
    upright, other_upright = a[0] == b[0], c[0] == d[0]
    spans = [
        (min(a[0], b[0]), max(a[0], b[0]), min(c[0], d[0]), max(c[0], d[0])),
        (min(a[1], b[1]), max(a[1], b[1]), min(c[1], d[1]), max(c[1], d[1])),
    ]
    if any(high < low_other or high_other < low for low, high, low_other, high_other in spans):
        return False
    if upright == other_upright:
        return True
    (x, _), (_, y) = (a, c) if upright else (c, a)
    ends = {a, b, c, d}
    return (x, y) in ends


@pytest.mark.parametrize("seed", [None, 22])
def test_every_wire_of_the_pico_ends_at_its_pin(seed):
    given = drawn(seed)
    values = kit_values.reference() if seed is None else shuffled(seed)
    ends = {point for line in lines(given) for point in (line[0], line[-1])}
    pads = {}  # y of a pin's number on the Pico's left and right edge
    left, right = [shape.x for shape in texts(given) if shape.words in ("GP0", "VBUS")]
    for shape in texts(given):
        if shape.words.isdigit() and min(abs(shape.x - left), abs(shape.x - right)) < 30:
            pads[shape.words] = (shape.x, shape.y)
    assert len(pads) == 40
    used = {str(wire.to_pin) for wire in parts.wires(values) if wire.to_part == "Pico"}
    for pin, (x, y) in pads.items():
        touched = [end for end in ends if end[1] == y and abs(end[0] - x) < 20]
        assert len(touched) == (pin in used), pin


def test_the_crossings_are_few():
    def crossing(a, b, c, d):
        if a[0] != b[0]:
            a, b, c, d = c, d, a, b
        level = c[1] == d[1] and a[0] == b[0]
        inside = min(c[0], d[0]) < a[0] < max(c[0], d[0]) and min(a[1], b[1]) < c[1] < max(
            a[1], b[1]
        )
        return level and inside

    all_lines = lines(drawn())
    count = 0
    for number, line in enumerate(all_lines):
        for other in all_lines[:number]:
            count += sum(crossing(*a, *b) for a in stretches(line) for b in stretches(other))
    assert count <= 6


def test_both_files_show_the_same_shapes():
    given = drawn()
    root = ElementTree.fromstring(svg.draw(given))
    tags = [element.tag.removeprefix(SVG) for element in root]
    kinds = {shapes.Box: "rect", shapes.Disc: "circle", shapes.Line: "polyline"}
    kinds[shapes.Text] = "text"
    assert tags == ["title", "rect"] + [kinds[type(shape)] for shape in given.shapes]
    words = [element.text for element in root if element.tag == SVG + "text"]
    assert words == [shape.words for shape in texts(given)]

    image = Image.open(BytesIO(png.draw(given))).convert("RGB")
    assert image.size == (given.width * png.SCALE, given.height * png.SCALE)
    seen = 0
    for below, shape in zip(given.shapes, given.shapes[1:], strict=False):
        if below == shapes.Line(getattr(shape, "points", ()), "#ffffff", 10):
            # Beside its first end a wire is crossed by none.
            (x, y), (end_x, end_y) = shape.points[:2]
            step = (end_x > x) - (end_x < x), (end_y > y) - (end_y < y)
            at = ((x + 9 * step[0]) * png.SCALE, (y + 9 * step[1]) * png.SCALE)
            wanted = tuple(bytes.fromhex(shape.colour[1:]))
            off = max(abs(one - two) for one, two in zip(image.getpixel(at), wanted, strict=True))
            assert off < 12, shape
            seen += 1
    assert seen >= 31


def test_a_png_is_known_by_what_it_shows():
    given = drawn()
    data = png.draw(given)
    assert png.shows(data, given)
    image = Image.open(BytesIO(data))

    def saved(picture_, mark=image.info["drawing"], **options):
        info = PngInfo()
        info.add_text("drawing", mark)
        buffer = BytesIO()
        picture_.save(buffer, "PNG", pnginfo=info, **options)
        return buffer.getvalue()

    assert png.shows(saved(image, compress_level=1), given)
    assert not png.shows(saved(image, mark="another"), given)
    assert not png.shows(saved(Image.new("RGB", image.size, "#ffffff")), given)
    assert not png.shows(saved(image.resize((10, 10))), given)
    assert not png.shows(data[:200], given)
    other = given._replace(shapes=(*given.shapes[:-1], given.shapes[-1]._replace(words="other")))
    assert not png.shows(data, other)


def test_a_text_that_the_font_lacks_is_refused():
    with pytest.raises(ValueError, match="Ω"):
        shapes.text(0, 0, "470 Ω", 10, "#000000")


def test_dashes_end_where_the_line_ends():
    pieces = shapes.dashed(((0, 0), (10, 0), (10, 7)), "#000000", 1, 4, 3)
    assert [piece.points for piece in pieces] == [
        ((0, 0), (4, 0)), ((7, 0), (10, 0), (10, 1)), ((10, 4), (10, 7)),
    ]  # fmt: skip


# --- ways for wires ---


def test_a_wire_goes_around_a_block_and_leaves_a_pin_straight():
    routes = Routes(20, 20)
    routes.block(5, 5, 10, 10)
    ways = routes.lay({"a": (((5, 7), LEFT), [((10, 7), RIGHT)])})
    way = ways["a"]
    assert (way[0], way[-1]) == ((5, 7), (10, 7))
    assert way[1][0] < 5 and way[1][1] == 7 and way[-2][0] > 10
    inside = [(x, y) for x, y in way[1:-1] if 5 <= x <= 10 and 5 <= y <= 10]
    assert inside == [] and len(way) == 6


def test_wires_cross_straight_and_never_share_a_point_otherwise():
    routes = Routes(11, 11)
    wanted = {
        "level": (((0, 5), RIGHT), [((10, 5), LEFT)]),
        "upright": (((5, 0), DOWN), [((5, 10), UP)]),
        "shared": (((0, 6), RIGHT), [((10, 5), LEFT), ((10, 6), LEFT)]),
    }
    ways = routes.lay(wanted)
    assert ways["level"] == [(0, 5), (10, 5)] and ways["upright"] == [(5, 0), (5, 10)]
    assert ways["shared"] == [(0, 6), (10, 6)]


def test_a_wire_ends_on_a_free_point_of_a_rail_from_the_side():
    routes = Routes(12, 12)
    points = routes.rail(6, 2, 4)
    assert points == [(6, 2), (6, 3), (6, 4)]
    routes.take((6, 3))
    goals = [(point, side) for point in points for side in (LEFT, RIGHT)]
    ways = routes.lay({"a": (((0, 3), RIGHT), goals), "b": (((11, 3), LEFT), goals)})
    ends = {way[-1] for way in ways.values()}
    assert ends == {(6, 2), (6, 4)}
    assert all(way[-2][1] == way[-1][1] for way in ways.values())


def test_a_wire_that_finds_no_way_left_drives_others_away():
    # Two gaps in a wall. The first wire would take the lower one, which the second needs.
    routes = Routes(9, 9)
    for top, bottom in ((0, 0), (2, 3), (5, 8)):
        routes.block(4, top, 4, bottom)
    alone = (((0, 5), RIGHT), [((8, 6), LEFT)])
    needy = (((3, 4), RIGHT), [((8, 4), LEFT)])
    ways = routes.lay({"alone": alone, "needy": needy})
    assert ways["needy"] == [(3, 4), (8, 4)]
    assert (4, 1) in points_of(ways["alone"])


def points_of(way):
    """All grid points of a way that is given by its corners."""
    found = set()
    for (x, y), (end_x, end_y) in stretches(way):
        for column in range(min(x, end_x), max(x, end_x) + 1):
            found |= {(column, row) for row in range(min(y, end_y), max(y, end_y) + 1)}
    return found


def test_a_walled_in_pin_is_told():
    routes = Routes(9, 9)
    for area in ((2, 2, 6, 2), (2, 6, 6, 6), (2, 2, 2, 6), (6, 2, 6, 6)):
        routes.block(*area)
    with pytest.raises(NoWay, match="the wire of pin"):
        routes.lay({"pin": (((4, 4), RIGHT), [((8, 8), LEFT)])})
