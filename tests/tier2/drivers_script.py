"""Checks of the drivers against fake parts that decode what they are sent.

Runs under CPython and MicroPython: `drivers_script.py SECTION`. A failed check raises; the
figures printed must be the same under both.
"""

import gc
import sys

from firmware import kit
from firmware.buttons import Buttons
from firmware.drivers import pico
from firmware.drivers.neopixels import Matrix
from firmware.drivers.sh1106 import SH1106
from firmware.drivers.ssd1306 import SSD1306
from firmware.picture.pixels import Pixels
from firmware.storage.settings import Settings
from host_tools.memory_files import MemoryFiles


class Dice:
    """The same numbers on every Python."""

    def __init__(self, seed):
        self._state = seed

    def below(self, limit):
        self._state = (self._state * 1103 + 12345) & 0xFFFFF
        return (self._state >> 4) % limit


class Glass:
    """A display on a bus: its memory, its registers, and the bytes that went over the wire."""

    ARGUMENTS = {}
    WIDTH = 128
    OFFSET = 0

    def __init__(self, address=0x3C):
        self.address = address
        self.ram = bytearray(8 * self.WIDTH)
        for at in range(len(self.ram)):
            self.ram[at] = (at * 37 + 11) & 255
        self.unwritten = set(range(8 * 128))
        self.on = None
        self.contrast = None
        self.settings = {}
        self.wire_bytes = 0
        self.wire_bits = 0
        self.data_bytes = 0
        self.good_transfers = 1 << 20

    def writeto(self, address, buffer):
        self.writevto(address, (buffer,))

    def writevto(self, address, vector):
        message = b"".join([bytes(part) for part in vector])
        if self.good_transfers <= 0 or address != self.address:
            raise OSError(5)
        self.good_transfers -= 1
        self.wire_bytes += 1 + len(message)
        self.wire_bits += 9 * (1 + len(message)) + 2
        if message[0] == 0x40:
            self.data_bytes += len(message) - 1
            for byte in message[1:]:
                self.data(byte)
            return
        assert message[0] == 0x00, message[0]
        at = 1
        while at < len(message):
            code = message[at]
            count = self.ARGUMENTS.get(code, 0)
            arguments = message[at + 1 : at + 1 + count]
            assert len(arguments) == count, code
            self.command(code, arguments)
            at += 1 + count

    def command(self, code, arguments):
        if code in (0xAE, 0xAF):
            self.on = code == 0xAF
            assert not (self.on and self.unwritten), "noise was lit"
        elif code == 0x81:
            self.contrast = arguments[0]
        elif code in self.ARGUMENTS:
            self.settings[code] = arguments[0]
        else:
            assert code in (0x40, 0xA0, 0xA1, 0xC0, 0xC8, 0xA4, 0xA6, 0x2E), code
            self.settings[code & 0xFE] = code

    def store(self, page, column, byte):
        self.ram[page * self.WIDTH + column] = byte
        self.unwritten.discard(page * 128 + column - self.OFFSET)

    def picture(self):
        rows = []
        for page in range(8):
            start = page * self.WIDTH + self.OFFSET
            rows.append(bytes(self.ram[start : start + 128]))
        return b"".join(rows)


class GlassSSD1306(Glass):
    ARGUMENTS = {
        0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1,
        0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
    }  # fmt: skip

    def __init__(self, address=0x3C):
        super().__init__(address)
        self.columns = (0, 127)
        self.pages = (0, 7)
        self.column = 5
        self.page = 3

    def command(self, code, arguments):
        if code == 0x21:
            self.columns = (arguments[0], arguments[1])
            self.column = arguments[0]
            assert arguments[0] <= arguments[1] <= 127
        elif code == 0x22:
            self.pages = (arguments[0], arguments[1])
            self.page = arguments[0]
            assert arguments[0] <= arguments[1] <= 7
        else:
            super().command(code, arguments)

    def data(self, byte):
        assert self.settings[0x20] == 0, "not in horizontal addressing mode"
        self.store(self.page, self.column, byte)
        self.column += 1
        if self.column > self.columns[1]:
            self.column = self.columns[0]
            self.page += 1
            if self.page > self.pages[1]:
                self.page = self.pages[0]


class GlassSH1106(Glass):
    ARGUMENTS = {
        0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
    }  # fmt: skip
    WIDTH = 132
    OFFSET = 2

    def __init__(self, address=0x3C):
        super().__init__(address)
        self.column = 77
        self.page = 3

    def command(self, code, arguments):
        if 0xB0 <= code <= 0xB7:
            self.page = code & 7
        elif code <= 0x0F:
            self.column = self.column & 0xF0 | code
        elif 0x10 <= code <= 0x1F:
            self.column = self.column & 0x0F | (code & 0x0F) << 4
        else:
            super().command(code, arguments)

    def data(self, byte):
        # Only the columns that can be seen may be written; a real one would drop the byte.
        self.store(self.page, self.column, byte)
        self.column += 1
        assert self.OFFSET < self.column <= self.OFFSET + 128, self.column


def changed_columns(before, after):
    """(changed pages, columns from the first to the last changed one of each, summed)."""
    pages = 0
    columns = 0
    for page in range(8):
        different = [x for x in range(128) if before[page * 128 + x] != after[page * 128 + x]]
        if different:
            pages += 1
            columns += different[-1] - different[0] + 1
    return pages, columns


def send_all(display, frame, glass=None):
    """Send until nothing differs; the number of calls that were asked for."""
    calls = 1
    while True:
        bits = glass.wire_bits if glass else 0
        more = display.send_some(frame)
        if glass:
            # Bits at 400 kHz: 3.2 ms are 1,280.
            assert glass.wire_bits - bits <= 1280, glass.wire_bits - bits
        if not more:
            return calls
        calls += 1
        assert calls <= 64, "never done"


def paint_at_random(frame, dice):
    kind = dice.below(5)
    if kind == 1:
        frame[dice.below(1024)] ^= 1 << dice.below(8)
    elif kind == 2:
        first = dice.below(8)
        left = dice.below(128)
        for page in range(first, min(8, first + 1 + dice.below(3))):
            for x in range(left, min(128, left + 1 + dice.below(40))):
                frame[page * 128 + x] = dice.below(256)
    elif kind == 3:
        for _ in range(dice.below(12)):
            frame[dice.below(1024)] = dice.below(256)
    elif kind == 4:
        for at in range(1024):
            frame[at] = dice.below(256)


def check_display(driver, glass_class):
    glass = glass_class()
    display = driver(glass)
    assert display.broken
    assert display.send_some(bytearray(1024)) is False
    assert glass.wire_bytes == 0, "sent before start"
    assert display.start() is True
    assert glass.on is False
    assert glass.contrast == kit.DISPLAY_CONTRAST
    print("start", glass.wire_bytes, "bytes")

    frame = bytearray(1024)
    assert send_all(display, frame, glass) == 8
    assert glass.on is True
    assert glass.picture() == bytes(frame)
    assert glass.data_bytes == 1024
    print("first frame", glass.wire_bytes, "bytes in all")

    dice = Dice(42)
    idle = 0
    for _ in range(120):
        shown = bytes(frame)
        paint_at_random(frame, dice)
        pages, columns = changed_columns(shown, frame)
        data = glass.data_bytes
        wire = glass.wire_bytes
        calls = send_all(display, frame, glass)
        assert calls == max(1, pages)
        assert glass.data_bytes - data == columns
        assert glass.picture() == bytes(frame)
        if not pages:
            idle += 1
            assert glass.wire_bytes == wire
    assert 10 < idle < 110
    print("random changes", glass.data_bytes, "data bytes,", glass.wire_bytes, "in all")

    # A page that changes before every call must not starve the others.
    for at in range(1024):
        frame[at] ^= 0xFF
    for _ in range(16):
        frame[0] ^= 1
        display.send_some(frame)
    assert glass.picture()[128:] == bytes(frame[128:])
    send_all(display, frame)

    # The frame may live elsewhere from one call to the next, and be read-only.
    other = bytes([(at * 7) & 255 for at in range(1024)])
    send_all(display, other)
    assert glass.picture() == other
    send_all(display, memoryview(frame))
    assert glass.picture() == bytes(frame)

    display.contrast(7)
    assert glass.contrast == 7
    display.power(False)
    assert glass.on is False
    wire = glass.wire_bytes
    display.power(False)
    assert glass.wire_bytes == wire, "told twice"
    frame[500] ^= 4
    send_all(display, frame)
    assert glass.on is False
    assert glass.picture() == bytes(frame), "not written while dark"
    display.power(True)
    assert glass.on is True

    data = glass.data_bytes
    display.forget()
    assert send_all(display, frame, glass) == 8
    assert glass.data_bytes - data == 1024
    for bad in (-1, 256):
        assert refuses(display.contrast, bad)
    assert glass.contrast == 7
    assert refuses(display.send_some, bytearray(1023))
    print("settings", sorted(glass.settings.items()))


def check_broken(driver, glass_class):
    """Break the bus at every transfer of a start and a frame; it must recover by itself."""
    frame = bytearray([(at * 5 + 1) & 255 for at in range(1024)])
    places = 0
    while True:
        glass = glass_class()
        glass.good_transfers = places
        display = driver(glass)
        display.contrast(9)
        display.start()
        send_all(display, frame)
        if not display.broken:
            break
        assert display.start() is False
        glass.good_transfers = 1000
        wire = glass.wire_bytes
        assert display.send_some(frame) is False
        display.contrast(10)
        display.power(False)
        display.power(True)
        assert glass.wire_bytes == wire, "sent to a display that was given up"
        glass.unwritten = set(range(1024))
        glass.ram[:] = bytes([0x55]) * len(glass.ram)
        assert display.start() is True
        assert display.broken is False
        assert send_all(display, frame) == 8
        assert glass.picture() == bytes(frame)
        assert glass.on is True
        assert glass.contrast == 10
        places += 1
    assert places >= 10
    assert glass.contrast == 9
    print("broken at each of", places, "transfers")

    glass = glass_class(0x3D)
    display = driver(glass)
    assert display.start() is False
    assert display.broken
    display = driver(glass, 0x3D)
    assert display.start() is True

    # Unplugged while it shows a picture, and plugged in again.
    send_all(display, frame)
    assert glass.on is True
    glass.good_transfers = 0
    display.contrast(11)
    assert display.broken
    glass.good_transfers = 1000
    glass.on = False
    assert display.start()
    send_all(display, frame)
    assert glass.on is True

    # Broken between two changes of single columns, and dark by choice.
    display.power(False)
    assert glass.on is False
    frame[700] ^= 1
    glass.good_transfers = 0
    display.send_some(frame)
    assert display.broken
    glass.good_transfers = 1000
    assert display.start()
    send_all(display, frame)
    assert glass.picture() == bytes(frame)
    assert glass.on is False, "lit although it was switched off"


class FakePanel:
    """A neopixel.NeoPixel: what it has been given and what was clocked out."""

    def __init__(self, pin, count):
        self.pin = pin
        self.buf = bytearray(3 * count)
        self.sent = []
        self.failing = False

    def write(self):
        if self.failing:
            raise OSError(5)
        self.sent.append(bytes(self.buf))


def check_matrix():
    panel = FakePanel(22, 64)
    matrix = Matrix(panel)
    buf = panel.buf
    buf[5] = 99
    assert matrix.broken is False
    assert matrix.start() is True
    assert panel.sent == [bytes(192)], "not dark after start"
    pixels = Pixels(brightness=128, order="GRB", serpentine=True, rotation=90)
    pixels.set(0, 0, 0x204060)
    assert pixels.update()
    matrix.show(pixels.wire)
    assert panel.sent[-1] == bytes(pixels.wire)
    assert panel.sent[-1][21:24] == bytes((0x20, 0x10, 0x30))
    assert panel.buf is buf and len(buf) == 192
    assert panel.buf is not pixels.wire
    panel.failing = True
    matrix.show(pixels.wire)
    assert matrix.broken is True
    panel.failing = False
    matrix.show(pixels.wire)
    assert len(panel.sent) == 2, "sent while broken"
    assert matrix.start() is True
    matrix.show(pixels.wire)
    assert len(panel.sent) == 4
    assert panel.sent[3] == bytes(pixels.wire)
    assert refuses(matrix.show, bytes(191))
    panel.failing = True
    assert matrix.start() is False
    print("matrix", [sum(sent) for sent in panel.sent])


class FakePin:
    IN = "in"
    PULL_UP = "up"

    def __init__(self, machine, number, arguments):
        self.number = number
        machine.pins[number] = arguments


class FakeMemory:
    """machine.mem32: the levels of all pins, high unless pulled low."""

    def __init__(self):
        self.low = ()
        self.reads = 0

    def __getitem__(self, address):
        assert address == 0xD0000004, address
        self.reads += 1
        level = (1 << 30) - 1
        for number in self.low:
            level &= ~(1 << number)
        return level


class PinMaker:
    """Stands for the class machine.Pin and keeps the pins made."""

    IN = FakePin.IN
    PULL_UP = FakePin.PULL_UP

    def __init__(self, machine):
        self._machine = machine

    def __call__(self, number, *arguments):
        return FakePin(self._machine, number, arguments)


class FakeMachine:
    def __init__(self, glass):
        self.pins = {}
        self.Pin = PinMaker(self)
        self.mem32 = FakeMemory()
        self.glass = glass
        self.bus = None

    def I2C(self, number, sda, scl, freq):
        self.bus = (number, sda.number, scl.number, freq)
        return self.glass


class FakeNeopixelModule:
    def __init__(self):
        self.panel = None

    def NeoPixel(self, pin, count):
        self.panel = FakePanel(pin, count)
        return self.panel


def build_board(kind, lines=""):
    """A board on fake parts, `lines` in its settings: (board, machine, panel)."""
    settings = Settings(MemoryFiles({"settings.txt": f"display {kind}\n{lines}".encode()}))
    assert settings.problems == []
    glass = GlassSSD1306() if kind == "ssd1306" else GlassSH1106()
    machine = FakeMachine(glass)
    neopixel = FakeNeopixelModule()
    saved = {name: sys.modules.get(name) for name in ("machine", "neopixel")}
    sys.modules["machine"] = machine
    sys.modules["neopixel"] = neopixel
    try:
        return pico.build(settings), machine, neopixel.panel
    finally:
        for name in sorted(saved):
            if saved[name] is None:
                del sys.modules[name]
            else:
                sys.modules[name] = saved[name]


def check_board():
    import time

    for kind in ("ssd1306", "sh1106"):
        board, machine, panel = build_board(kind)
        assert machine.bus == (kit.I2C_ID, kit.I2C_SDA_PIN, kit.I2C_SCL_PIN, kit.I2C_FREQUENCY)
        assert machine.glass.wire_bytes == 0, "the display was touched before start"
        assert panel.pin.number == kit.MATRIX_PIN
        assert len(panel.buf) == 192 and panel.sent == []
        for number in kit.BUTTON_PINS:
            assert machine.pins[number] == ("in", "up"), number
        assert len(machine.pins) == 9
        assert board.clock is time

        keys = board.read_buttons
        assert keys() == 0
        assert machine.mem32.reads == 1
        for key in range(6):
            machine.mem32.low = (kit.BUTTON_PINS[key], 3)
            assert keys() == 1 << key
        machine.mem32.low = kit.BUTTON_PINS
        assert keys() == 0b111111
        assert machine.mem32.reads == 8, "more than one read of the pins"

        assert board.display.start()
        assert board.matrix.start()
        frame = bytearray(b"\x81" * 1024)
        send_all(board.display, frame)
        assert machine.glass.picture() == bytes(frame)
        print(kind, machine.bus, sorted(machine.pins))

    lines = "i2c 1\nsda 26\nscl 27\nmatrix_pin 0\nup 15\nback 10\ndisplay_address 0x3d\n"
    board, machine, panel = build_board("ssd1306", lines)
    assert machine.bus == (1, 26, 27, kit.I2C_FREQUENCY)
    assert panel.pin.number == 0
    machine.mem32.low = (15,)
    assert board.read_buttons() == 1
    machine.glass.address = 0x3D
    assert board.display.start()

    # Any six pins will do, in any order.
    memory = FakeMemory()
    read = pico._button_reader(memory, (29, 0, 7, 2, 28, 9))
    memory.low = (29, 2, 9)
    assert read() == 0b101001


def check_idle():
    """Nothing is allocated while nothing happens."""
    glass = GlassSSD1306()
    display = SSD1306(glass)
    display.start()
    frame = bytearray(1024)
    send_all(display, frame)
    down = [0]

    def look():
        return down[0]

    buttons = Buttons(look)
    pixels = Pixels()
    pixels.set(3, 3, 0xFFFFFF)
    pixels.update()
    print("nothing pressed", allocated(buttons, pixels, display, frame, 1000))
    down[0] = 0b010000
    for now in range(2000, 3000, 5):
        buttons.poll(now)
    print("a key held", allocated(buttons, pixels, display, frame, 3000))
    assert buttons.held(4)


def allocated(buttons, pixels, display, frame, start):
    """Bytes allocated in 200 idle frames; CPython cannot tell and counts as 0."""
    measure = getattr(gc, "mem_alloc", None)
    if measure is None:
        measure = int
    gc.collect()
    before = measure()
    now = start
    while now < start + 1000:
        buttons.poll(now)
        buttons.next()
        pixels.update()
        display.send_some(frame)
        now += 5
    return measure() - before


def refuses(function, value):
    try:
        function(value)
    except ValueError:
        return True
    return False


def check_ssd1306():
    check_display(SSD1306, GlassSSD1306)


def check_sh1106():
    check_display(SH1106, GlassSH1106)


def check_broken_ssd1306():
    check_broken(SSD1306, GlassSSD1306)


def check_broken_sh1106():
    check_broken(SH1106, GlassSH1106)


SECTIONS = (
    ("ssd1306", check_ssd1306),
    ("sh1106", check_sh1106),
    ("broken_ssd1306", check_broken_ssd1306),
    ("broken_sh1106", check_broken_sh1106),
    ("matrix", check_matrix),
    ("board", check_board),
    ("idle", check_idle),
)

if __name__ == "__main__":
    dict(SECTIONS)[sys.argv[1]]()
    print("passed")
