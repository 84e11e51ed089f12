"""`python -m host_tools.image`: one UF2 of MicroPython and the program, and what refuses to be one.

The MicroPython here is made up: a few pages that say about themselves what a real one says.
"""

import ast
import re
import struct
from collections import namedtuple

import pytest
from uf2utils.file import UF2File

from firmware import boot, payload, unpack
from firmware.payload import SECTOR, XIP
from host_tools import littlefs_image
from host_tools.image import __main__ as command
from host_tools.image import uf2
from host_tools.image.base import read_base
from host_tools.image.build import build
from host_tools.image.payload import FIRST, pack
from host_tools.image.trouble import ImageError
from host_tools.program import Program, sources
from host_tools.vm import ROOT

PICO = "Raspberry Pi Pico with RP2040"
PICO_2 = "Raspberry Pi Pico2 with RP2350"
FILES = {path: b"M\x06" + path.encode() * 9 for path in (*FIRST, "firmware/app.mpy")}
FILES |= {"boot.py": b"boot()\n", "main.py": b"main()\n", "program.txt": b"a list\n" * 700}

# What a MicroPython says about itself; devices: (name, address, bytes).
Said = namedtuple("Said", "name version board mpy devices marker_at size")
FILE_SYSTEM = ("MicroPython", 0x100A0000, 0x160000)
STOCK = Said("MicroPython", "v1.24.1", PICO, 6, (FILE_SYSTEM,), 0x1D4, 9000)
STOCK_2 = STOCK._replace(
    board=PICO_2, devices=(("MicroPython", 0x10100000, 0x300000),), marker_at=0x138
)
RP2350_ARM = uf2.RP2350[0]


class Binary:
    """Bytes of flash from XIP on, filled from 0x400 on."""

    def __init__(self, size):
        self.data = bytearray(b"\x81" * size)
        self.at = 0x400

    def put(self, data):
        """The address at which `data` was put."""
        self.at += -self.at % 4
        self.data[self.at : self.at + len(data)] = data
        self.at += len(data)
        return XIP + self.at - len(data)

    def text(self, text):
        return self.put(text.encode() + b"\0")


def binary(said):
    """The bytes of a program that says this."""
    made = Binary(said.size)
    entries = []
    for which, text in ((0x02031C86, said.name), (0x11A9BC3A, said.version)):
        if text:
            entries.append(made.put(struct.pack("<HHII", 6, 0x5052, which, made.text(text))))
    for name, address, size in said.devices:
        place = made.text(name)
        entries.append(made.put(struct.pack("<HHIIIIH", 7, 0x504D, place, address, size, 0, 3)))
    table = made.put(struct.pack(f"<{len(entries)}I", *entries))
    marker = (0x7188EBF2, table, table + 4 * len(entries), 0, 0xE71AA390)
    struct.pack_into("<5I", made.data, said.marker_at, *marker)
    made.text(f"MicroPython {said.version} on 2024-11-29; {said.board}")
    text = made.put(struct.pack("<4I", 0, 0, len(said.board), made.text(said.board)))
    if said.mpy:
        made.put(struct.pack("<4I", 2, 4, text, (0x1300 | said.mpy) << 1 | 1))
    return bytes(made.data)


def block(address, content, number, total, family=uf2.RP2040, flags=0x2000):
    head = struct.pack(
        "<8I", 0x0A324655, 0x9E5D5157, flags, address, len(content), number, total, family
    )
    return (head + content).ljust(508, b"\0") + struct.pack("<I", 0x0AB16F30)


def file_of(said=STOCK, family=uf2.RP2040):
    """The bytes of a UF2 file, its last page filled up with zeros and its last sector not whole."""
    data = binary(said)
    starts = range(0, len(data), 256)
    return b"".join(
        block(XIP + at, data[at : at + 256].ljust(256, b"\0"), at // 256, len(starts), family)
        for at in starts
    )


ABSOLUTE = block(0x10FFFF00, b"\xef" * 256, 0, 2, 0xE48BFF57, 0xA000)


def flash_after(image, before=b"\0" * (16 << 20)):
    """16 MB of flash after the boot ROM took the image, which another library reads.

    As on the RP2040: the first block of a sixteen, by number, erases the sector it writes to.
    """
    flash = bytearray(before)
    erased = set()
    for start in range(0, len(image), 512):
        _, _, _, address, size, number, _, family = struct.unpack_from("<8I", image, start)
        if family == 0xE48BFF57:
            continue
        at = address - XIP
        if number // 16 not in erased:
            erased.add(number // 16)
            sector = at - at % SECTOR
            flash[sector : sector + SECTOR] = b"\xff" * SECTOR
        old = int.from_bytes(flash[at : at + size])
        new = int.from_bytes(image[start + 32 : start + 32 + size])
        flash[at : at + size] = (old & new).to_bytes(size)
    return bytes(flash)


class Board:
    """What `firmware.payload` asks a board: the size of the file system, and its memory."""

    def __init__(self, flash, blocks):
        self._flash = flash
        self._blocks = blocks

    def ioctl(self, operation, _):
        return {4: self._blocks, 5: SECTOR}[operation]

    def memory(self, address, size):
        return memoryview(self._flash)[address - XIP : address - XIP + size]

    def find(self):
        return payload.find(self, self.memory)


def a_board(image, said=STOCK, before=b"\0" * (16 << 20)):
    return Board(flash_after(image, before), said.devices[0][2] // SECTOR)


# What a MicroPython says.


@pytest.mark.parametrize(
    ("said", "family", "front"), [(STOCK, uf2.RP2040, b""), (STOCK_2, RP2350_ARM, ABSOLUTE)]
)
def test_a_base_is_read(said, family, front):
    base = read_base(front + file_of(said, family))
    assert (base.version, base.board, base.mpy) == ("v1.24.1", said.board, 6)
    assert (base.start, base.size) == said.devices[0][1:]
    assert base.end == XIP + 3 * SECTOR
    assert (base.uf2.family, base.uf2.front) == (family, front)


def test_a_base_that_does_not_show_its_format_will_do():
    assert read_base(file_of(STOCK._replace(mpy=0))).mpy is None


def test_what_lies_below_the_file_system_is_not_free():
    romfs = ("ROMFS", 0x10090000, 0x10000)
    base = read_base(file_of(STOCK._replace(devices=(romfs, FILE_SYSTEM))))
    assert base.end == base.start == 0x100A0000
    with pytest.raises(ImageError, match="needs 12 KB .* there are 0 KB; make it with KIND=wipe"):
        build("keep", base, FILES)
    assert 0x1009F000 not in uf2.read(build("wipe", base, FILES)).pages


DATA = file_of()
ANOTHER = [block(XIP, bytes(256), 0, 2), block(XIP + 256, bytes(256), 1, 2)]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no UF2 file"),
        (b"PK\3\4" * 200, "no UF2 file"),
        (DATA[:-100], "cut off"),
        (DATA[: 512 * 20], "16 of 36 blocks are missing"),
        (DATA[:512] + DATA[1024:], "1 of 36 blocks are missing"),
        (DATA[:700] + b"\0" * 324 + DATA[1024:], "block 1 .* damaged"),
        (DATA[:512] + b"\0" * 512 + DATA[1024:], "block 1 .* damaged"),
        (file_of(family=0x16573617), "another chip .*0x16573617"),
        (ANOTHER[0] + block(XIP + 256, bytes(256), 1, 2, RP2350_ARM), "several chips"),
        (block(XIP, bytes(64), 0, 1), "not one for a Raspberry Pi Pico"),
        (block(XIP, bytes(256), 0, 1, flags=0), "not one for a Raspberry Pi Pico"),
        (block(0x20000000, bytes(256), 0, 1), "writes to 0x20000000"),
        (ABSOLUTE, "cut off"),
        (b"".join(ANOTHER), "not MicroPython"),
        (file_of(STOCK._replace(name="blink")), "not MicroPython"),
        (file_of(STOCK._replace(version="")), "does not say its version"),
        (file_of(STOCK._replace(version="v1.23.0")), "v1.23.0, and 1.24 is the oldest"),
        (file_of(STOCK._replace(devices=())), "does not say where its file system is"),
        (file_of(STOCK._replace(devices=(("MicroPython", XIP + 4096, 4096),))), "does not end"),
        (file_of(STOCK._replace(size=0xA0001)), "writes into the file system at 0x100a0000"),
        (build("keep", read_base(DATA), FILES), "an image of ours already"),
        (build("wipe", read_base(DATA), FILES), "writes into the file system"),
    ],
)
def test_what_is_no_base_says_why(data, words):
    with pytest.raises(ImageError, match=words) as refused:
        read_base(data)
    assert "micropython.org/download" in str(refused.value)


# The images.


@pytest.mark.parametrize("kind", ["wipe", "keep"])
@pytest.mark.parametrize(
    ("said", "family", "front"), [(STOCK, uf2.RP2040, b""), (STOCK_2, RP2350_ARM, ABSOLUTE)]
)
def test_every_sector_is_whole_and_every_block_numbered(kind, said, family, front, tmp_path):
    image = build(kind, read_base(front + file_of(said, family)), FILES)
    assert image.startswith(front)
    path = tmp_path / "image.uf2"
    path.write_bytes(image[len(front) :])
    blocks = list(UF2File(str(path)))
    assert [each.header.block_number for each in blocks] == list(range(len(blocks)))
    assert {each.header.total_blocks for each in blocks} == {len(blocks)}
    assert {each.header.family.id for each in blocks} == {family}
    assert {len(each.payload) for each in blocks} == {256}
    addresses = [each.header.address for each in blocks]
    assert addresses == sorted(set(addresses))
    assert len(addresses) % 16 == 0
    for at in range(0, len(addresses), 16):
        assert addresses[at] % SECTOR == 0
        assert addresses[at + 15] - addresses[at] == SECTOR - 256


@pytest.mark.parametrize("kind", ["wipe", "keep"])
def test_micropython_arrives_as_it_was(kind):
    flash = flash_after(build(kind, read_base(DATA), FILES))
    assert flash.startswith(binary(STOCK))


def test_wipe_leaves_nothing_of_what_was_there():
    base = read_base(DATA)
    old = flash_after(build("keep", base, FILES))
    assert a_board(build("keep", base, FILES)).find()
    start, size = 0xA0000, 0x160000
    scribbled = old[:start] + b"\x5a" * size + old[start + size :]
    board = a_board(build("wipe", base, FILES), before=scribbled)
    assert board.find() is None
    flash = flash_after(build("wipe", base, FILES), scribbled)
    region = flash[start : start + size]
    assert region == littlefs_image.build(FILES, size // SECTOR)
    assert littlefs_image.read(region) == FILES


def test_keep_leaves_the_file_system_alone():
    before = bytes(0xA0000) + b"\x5a" * 0x160000
    flash = flash_after(build("keep", read_base(DATA), FILES), before.ljust(16 << 20, b"\0"))
    assert flash[0xA0000 : 2 << 20] == before[0xA0000:]


@pytest.mark.parametrize(("said", "family"), [(STOCK, uf2.RP2040), (STOCK_2, RP2350_ARM)])
def test_keep_is_found_and_taken_over_once(said, family, tmp_path):
    board = a_board(build("keep", read_base(file_of(said, family)), FILES), said)
    (tmp_path / "settings.txt").write_bytes(b"brightness 9\n")
    asked = (board, board.memory, str(tmp_path))
    assert payload.pending(*asked)
    told, steps = [], []
    found = board.find()
    assert unpack.run(found, str(tmp_path), told.append, lambda *pair: steps.append(pair))
    assert not payload.pending(*asked)
    assert payload.taken(str(tmp_path)) == payload.payload_id(board, board.memory) == found.id
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    there = {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in files}
    kept = {"settings.txt": b"brightness 9\n", "image.id": found.id.encode()}
    assert there == FILES | kept
    assert len(told) == 2
    assert steps == [(done, len(FILES)) for done in range(1, len(FILES) + 1)]


def test_equal_files_have_an_equal_id_and_others_another():
    programs = FILES, dict(reversed(FILES.items())), FILES | {"main.py": b"other()\n"}
    ids = [a_board(build("keep", read_base(DATA), files)).find().id for files in programs]
    assert ids[0] == ids[1] != ids[2]
    assert all(len(each) == 16 for each in ids)


@pytest.mark.parametrize("place", ["first byte", "last byte", "size", "hash"])
def test_what_did_not_arrive_whole_changes_nothing(place, tmp_path):
    packed = bytearray(pack(FILES))
    header = len(packed) - SECTOR
    size = struct.unpack_from("<I", packed, header + 8)[0]
    at = {"first byte": 0, "last byte": size - 1, "size": header + 11, "hash": header + 17}[place]
    packed[at] ^= 0x10
    start = 0xA0000 - len(packed)
    board = Board(bytes(start) + packed + bytes(2 << 20), 0x160)
    (tmp_path / "main.py").write_bytes(b"old()\n")
    told = []
    assert payload.pending(board, board.memory, str(tmp_path))
    assert not unpack.run(board.find(), str(tmp_path), told.append)
    assert len(told) == 1 and "did not arrive whole" in told[0]
    assert [path.name for path in tmp_path.iterdir()] == ["main.py"]


def test_without_an_image_nothing_is_pending(tmp_path):
    board = a_board(DATA)
    assert not payload.pending(board, board.memory, str(tmp_path))
    assert payload.payload_id(board, board.memory) is None


def test_the_loader_comes_first_and_main_last():
    board = a_board(build("keep", read_base(DATA), FILES))
    found = board.find()
    order = [path for path, _, _ in unpack._entries(found.content())]
    assert tuple(order[: found.loader]) == FIRST
    assert order[-1] == "main.py"
    assert sorted(order) == sorted(FILES)


def test_the_loader_is_all_that_runs_before_main():
    """Each file after what it imports, whatever the function in which it does."""
    for path in FIRST[:-1]:
        name = path.removesuffix(".mpy") + ".py"
        assert name in sources()
        for node in ast.walk(ast.parse((ROOT / name).read_text(encoding="utf-8"))):
            needed = []
            if isinstance(node, ast.ImportFrom) and node.module == "firmware":
                needed = [f"firmware/{each.name}.mpy" for each in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module.startswith("firmware."):
                needed = [node.module.replace(".", "/") + ".mpy"]
            for each in needed:
                assert each in FIRST[: FIRST.index(path)], f"{name} imports {each}"


def test_a_program_for_another_format_is_refused():
    base = read_base(file_of(STOCK._replace(mpy=7)))
    with pytest.raises(ImageError, match="reads .mpy files of version 7, mpy-cross .* version 6"):
        build("wipe", base, FILES)


@pytest.mark.parametrize(
    ("kind", "words"),
    [("keep", "needs 1420 KB .* there are 628 KB"), ("wipe", "does not fit .*1408 KB")],
)
def test_a_program_that_is_too_large_is_refused(kind, words):
    files = FILES | {"firmware/large.mpy": b"M\x06" + b"\x11" * (1408 << 10)}
    with pytest.raises(ImageError, match=words):
        build(kind, read_base(DATA), files)


# The command.


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Call it with a base's bytes and arguments: (status, lines printed, lines of errors)."""
    monkeypatch.setattr(command, "compile_program", lambda: Program(FILES, "0.1.0+12ab34cd"))
    monkeypatch.setattr(command, "FOLDER", tmp_path / "build")

    def call(data, *arguments):
        base = []
        if data is not None:
            base = [str(tmp_path / "BASE.uf2")]
            (tmp_path / "BASE.uf2").write_bytes(data)
        status = command.main([*base, *map(str, arguments)])
        printed = capsys.readouterr()
        return status, printed.out.splitlines(), printed.err.splitlines()

    return call


def test_without_a_kind_both_are_made(run, tmp_path):
    status, lines, errors = run(DATA)
    assert (status, errors) == (0, [])
    stem = tmp_path / "build" / "companion-0.1.0-12ab34cd"
    images = {kind: build(kind, read_base(DATA), FILES) for kind in ("wipe", "keep")}
    assert {path.name: path.read_bytes() for path in (tmp_path / "build").iterdir()} == {
        f"{stem.name}-{kind}.uf2": image for kind, image in images.items()
    }
    text = "\n".join(lines)
    assert f"companion 0.1.0+12ab34cd, MicroPython v1.24.1 for {PICO}" in text
    for kind, image in images.items():
        assert f"{stem}-{kind}.uf2  {len(image) // 1024} KB" in text
    assert "erased" in text and "on a bare Pico nothing would start" in text
    assert "Hold BOOTSEL" in lines[-1] and lines[-1].endswith("drive RPI-RP2.")


def test_one_kind_into_a_file(run, tmp_path):
    status, lines, _ = run(file_of(STOCK_2, RP2350_ARM), "--kind", "keep", "--out", tmp_path / "a")
    assert status == 0
    assert (tmp_path / "a").read_bytes() == build(
        "keep", read_base(file_of(STOCK_2, RP2350_ARM)), FILES
    )
    assert lines[-1].endswith("drive RP2350.")
    assert not (tmp_path / "build").exists()


@pytest.mark.parametrize(
    ("data", "arguments", "words"),
    [
        (None, [], "BASE is missing; .*make image BASE="),
        (None, ["none.uf2"], "none.uf2: No such file"),
        (None, ["."], r"\.: Is a directory"),
        (b"text", [], "BASE.uf2: this is no UF2 file; download"),
        (DATA, ["--kind", "both"], "no kind 'both'; KIND is wipe or keep"),
        (DATA, ["--out", "a"], "OUT is one file, .*add KIND="),
        (DATA, ["--kind", "wipe", "--out", "no/such/a"], "no/such/a: No such file .*OUT="),
        (DATA, ["--kind", "wipe", "--out", "."], "OUT="),
    ],
)
def test_what_it_cannot_do_is_one_line(run, tmp_path, monkeypatch, data, arguments, words):
    monkeypatch.chdir(tmp_path)
    status, lines, errors = run(data, *arguments)
    assert (status, lines, len(errors)) == (1, [], 1)
    assert re.search(words, errors[0])
    assert {path.name for path in tmp_path.iterdir()} <= {"BASE.uf2"}


def test_a_write_that_fails_leaves_the_old_file(run, tmp_path, monkeypatch):
    target = tmp_path / "image.uf2"
    target.write_bytes(b"old")

    def full(path, other):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    (tmp_path / "given.uf2").touch()
    monkeypatch.setattr("pathlib.Path.read_bytes", lambda path: DATA)
    status, _, errors = run(None, tmp_path / "given.uf2", "--kind", "keep", "--out", target)
    monkeypatch.undo()
    assert status == 1
    assert errors == [f"{target}: No space left on device; name another file with OUT="]
    assert target.read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["given.uf2", "image.uf2"]


# File systems.


def test_a_file_system_there_and_back():
    files = {"a": b"", "b/c/d": bytes(range(256)) * 100, "b/e": b"x" * 511, "f": b"y" * 4097}
    image = littlefs_image.build(files, 40)
    assert len(image) == 40 * SECTOR
    assert littlefs_image.read(image) == files
    assert littlefs_image.build(dict(reversed(files.items())), 40) == image


def test_files_that_do_not_fit():
    with pytest.raises(littlefs_image.DoesNotFit, match="1 files do not fit into 10 blocks"):
        littlefs_image.build({"a": bytes(10 * SECTOR)}, 10)


@pytest.mark.parametrize("image", [b"", bytes(5), b"\xff" * (10 * SECTOR)])
def test_what_is_no_file_system(image):
    with pytest.raises(littlefs_image.NoFileSystem):
        littlefs_image.read(image)


def test_the_look_at_power_on_agrees_with_the_layout():
    assert boot._MAGIC == int.from_bytes(payload.MAGIC[:4], "little")
    assert (boot._SECTOR, boot._XIP) == (payload.SECTOR, payload.XIP)
    assert (boot._COUNT, boot._SIZE) == (payload._COUNT, payload._SIZE)
    assert payload.FLASH_SIZES == tuple(megabytes << 20 for megabytes in (2, 4, 8, 16))
