"""The fonts and icons: compiled from their drawings, complete, and hard to misread."""

import pytest

from firmware.picture import icons
from firmware.picture.frame import Frame
from host_tools import draw_fonts

SYMBOLS = "◄▲►▼…→×·±°€−✓»«●○↵"
LETTERS = "ÄÖÜäöüßéèàçñ"


def strokes(char, big=False):
    """The lit pixels of one character, moved to the left edge."""
    frame = Frame()
    (frame.big if big else frame.text)(char, 0, 0)
    pixels = {
        (x, page * 8 + bit)
        for page in range(8)
        for x in range(128)
        for bit in range(8)
        if frame.buffer[page * 128 + x] >> bit & 1
    }
    return pixels


def distance(one, other, big=False):
    """How many pixels differ when both are laid over each other in the best of three places."""
    first, second = strokes(one, big), strokes(other, big)
    return min(len(first ^ {(x + dx, y) for x, y in second}) for dx in (-1, 0, 1))


def test_compiling_the_drawings_again_changes_nothing():
    firmware = draw_fonts.ROOT / "firmware" / "picture"
    assert (firmware / "font.py").read_text("utf-8") == draw_fonts.font_source()
    assert (firmware / "icons.py").read_text("utf-8") == draw_fonts.icons_source()


def is_drawn(char, big=False):
    """Tell whether the font shows `char` as something else than the question mark."""
    return char == "?" or strokes(char, big) != strokes("?", big)


@pytest.mark.parametrize("char", draw_fonts.PRINTABLE_ASCII + LETTERS + SYMBOLS)
def test_the_small_font_has(char):
    assert is_drawn(char)
    assert (strokes(char) != set()) == (char != " ")


@pytest.mark.parametrize("char", "0123456789+-/: ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ−×°%.!?")
def test_the_big_font_has(char):
    assert is_drawn(char, True)
    assert (strokes(char, True) != set()) == (char != " ")


def test_characters_a_font_lacks_show_the_question_mark():
    assert not is_drawn("漢")
    assert not is_drawn("<", True)
    assert not is_drawn("é", True)


def test_no_two_glyphs_of_the_small_font_are_alike():
    chars = draw_fonts.PRINTABLE_ASCII + LETTERS + SYMBOLS
    seen = {}
    for char in chars:
        seen.setdefault(frozenset(strokes(char)), []).append(char)
    assert [same for same in seen.values() if len(same) > 1] == []


@pytest.mark.parametrize("group", ["0OQD", "1lI", "5S", "8B", "2Z", "6G", "uvy", "rn", "ce", "gq"])
def test_characters_easily_confused_differ_in_several_pixels(group):
    for place, one in enumerate(group):
        for other in group[place + 1 :]:
            assert distance(one, other) >= 3, (one, other)


@pytest.mark.parametrize("group", ["0O", "OQ", "0D", "1I", "5S", "8B", "2Z", "6G", "UV"])
def test_big_characters_easily_confused_differ_in_several_pixels(group):
    assert distance(group[0], group[1], True) >= 8


def test_digits_are_equally_wide_and_letters_at_most_five():
    frame = Frame()
    assert {frame.text_width(char) for char in "0123456789"} == {5}
    letters = [char for char in draw_fonts.PRINTABLE_ASCII + LETTERS if char.isalpha()]
    assert max(frame.text_width(char) for char in letters) == 5
    assert max(frame.text_width(char) for char in "il.,:;!'|") == 2
    assert frame.text_width(" ") == 3
    assert max(frame.text_width(char) for char in SYMBOLS) <= 7


def test_capitals_and_digits_stand_on_seven_rows():
    for char in "ABCDEFGHIJKLMNOPRSTUVWXYZÄÖÜ0123456789":
        rows = {y for _, y in strokes(char)}
        assert (min(rows), max(rows)) == (0, 6), char


def test_big_capitals_and_digits_fill_fourteen_rows_with_thick_strokes():
    for char in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789":
        pixels = strokes(char, True)
        assert {y for _, y in pixels} == set(range(14)), char
        lonely = [
            (x, y)
            for x, y in pixels
            if not any(
                {(x + i, y + j) for i in (dx, dx + 1) for j in (dy, dy + 1)} <= pixels
                for dx in (-1, 0)
                for dy in (-1, 0)
            )
        ]
        assert len(lonely) <= 4, (char, lonely)


def test_the_four_key_arrows_are_one_another_turned():
    left, right, up, down = (strokes(char) for char in "◄►▲▼")
    assert {(4 - x, y) for x, y in left} == right
    assert {(y, x + 1) for x, y in left} == up
    assert {(x, 6 - y) for x, y in up} == down


ICON_SIZES = {"": (11, 8), "_USED": (11, 8), "_LARGE": (24, 15)}


@pytest.mark.parametrize("suffix", sorted(ICON_SIZES))
def test_icons_have_their_size_and_are_not_alike(suffix):
    bitmaps = []
    for name in ("TRAIN", "TRUCK", "SHIP"):
        width, height, data = getattr(icons, name + suffix)
        assert (width, height) == ICON_SIZES[suffix]
        assert len(data) == width * ((height + 7) // 8)
        bitmaps.append(int.from_bytes(data, "little"))
    area = width * height
    for place, one in enumerate(bitmaps):
        for other in bitmaps[place + 1 :]:
            assert (one ^ other).bit_count() > area / 6


def test_used_vehicles_are_lighter_than_ready_ones():
    for name in ("TRAIN", "TRUCK", "SHIP"):
        ready = int.from_bytes(getattr(icons, name)[2], "little").bit_count()
        used = int.from_bytes(getattr(icons, name + "_USED")[2], "little").bit_count()
        assert used <= ready - 8, name


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("= A B\n#.\n", "art.txt:2: 1 cells for 2 names"),
        ("= A\n#x\n", "art.txt:2: only '#' and '.' draw"),
        ("= A\n##\n#\n", "art.txt:3: 'A' changes its width"),
        ("= A\n#\n\n= A\n#\n", "art.txt:4: 'A' is drawn twice"),
        ("= A\n\n", "art.txt:2: 0 rows, expected 1..3"),
        ("= A\n#\n#\n#\n#\n", "art.txt:5: 4 rows, expected 1..3"),
    ],
)
def test_a_faulty_drawing_is_named_with_its_line(text, reason):
    with pytest.raises(draw_fonts.DrawingError, match=reason.replace(".", r"\.")):
        draw_fonts.read_drawings(text, "art.txt", 3)


def test_drawings_are_read_side_by_side_and_filled_up():
    text = "; a comment\n= A space\n#. .\n.# .\n"
    assert draw_fonts.read_drawings(text, "art.txt", 3) == [
        ("A", ["#.", ".#", ".."]),
        (" ", [".", ".", "."]),
    ]
    assert draw_fonts.as_pages(["#.", ".#"]) == b"\x01\x02"
    assert draw_fonts.as_pages([".", "."] * 4 + ["#"], 2) == b"\x00\x00\x01\x00"
