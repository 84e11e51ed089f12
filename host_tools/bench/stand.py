"""The device as the bench sees it on the counting MicroPython: real code on parts that cost little.

Marks say where one part of a turn ends and the next begins:

    >       a turn of the loop begins        lights   the matrix is painted from here on
    <       it has ended                     picture  the display is painted from here on
                                             send     it is compared and sent from here on
    sent    a page has been sent
"""

import gc
import time

from host_tools.memory_files import MemoryFiles

TAP_MS = 40  # a finger rests as long on the key as beside it
PAGE_MS = 3  # a page takes this long on the wire


def no_mark(label):
    """Stands in for `mark` where bytes are counted: a mark allocates."""


class Clock:
    """A clock that moves by hand; what it can do is otherwise the `time` module's own."""

    def __init__(self):
        self.ms = 10_000
        self.ticks_diff = time.ticks_diff
        self.ticks_add = time.ticks_add

    def ticks_ms(self):
        return self.ms

    def sleep_ms(self, ms):
        self.ms += ms


class Bus:
    """An I2C bus that swallows all. `data`: bytes of picture, `wire`: with everything around."""

    def __init__(self):
        self.data = 0
        self.wire = 0

    def writeto(self, address, buffer):
        self.wire += 1 + len(buffer)

    def writevto(self, address, vector):
        size = len(vector[1])
        self.data += size
        self.wire += 2 + size


class Panel:
    """A matrix that swallows all."""

    def __init__(self):
        self.buf = bytearray(192)

    def write(self):
        pass


class Levels:
    """The pins' register: `pressed` is the bit mask of the keys that are down."""

    def __init__(self, pins):
        self.pins = pins
        self.pressed = 0

    def read(self):
        """What the Pico's own reader is given: one access to all pins, low when pressed."""
        level = 0
        for key in range(len(self.pins)):
            if not self.pressed >> key & 1:
                level |= 1 << self.pins[key]
        return level


class Stand:
    """The device on its stand: the app as `firmware.main` starts it, and a finger.

    note: `mark` or `no_mark`. `register` is the Pico's pin register, `bus` the display's.
    """

    def __init__(self, note):
        self.note = note
        note("import")
        from firmware import kit
        from firmware.app import App
        from firmware.drivers import pico
        from firmware.drivers.neopixels import Matrix
        from firmware.drivers.ssd1306 import SSD1306
        from firmware.picture.frame import Frame
        from firmware.picture.pixels import Pixels
        from firmware.screens.home import HomeScreen

        note("imported")

        stand = self

        class MarkedFrame(Frame):
            def clear(self, ink=0):
                note("picture")
                stand.painted += 1
                super().clear(ink)

        class MarkedPixels(Pixels):
            def clear(self):
                note("lights")
                super().clear()

        class MarkedDisplay(SSD1306):
            def send_some(self, buffer):
                note("send")
                more = super().send_some(buffer)
                note("sent")
                return more

        self.hold_ms = kit.HOLD_MS
        self.clock = Clock()
        self.bus = Bus()
        self.levels = Levels(kit.BUTTON_PINS)
        self.register = {pico.GPIO_IN: self.levels.read()}
        self.logged = 0
        self.painted = 0
        self.most = 0  # bytes allocated by one turn that paints
        self._allocated = 0
        reader = pico._button_reader(self.register, kit.BUTTON_PINS)
        self.display = MarkedDisplay(self.bus, kit.DISPLAY_ADDRESS)
        board = pico.PicoBoard(
            reader, self.display, Matrix(Panel()), self.clock, self.log, MemoryFiles()
        )
        board.display.start()
        board.matrix.start()
        self.app = App(board, MarkedFrame())
        self.app.pixels = MarkedPixels()
        # What the glass shows, as told by the bus: for the fewest columns that had to be sent.
        self.glass = bytearray(1024)
        self.fewest = 0
        self._sending = False
        note("built")
        self.app.start(HomeScreen(self.app))
        self.wait(TAP_MS)
        note("home")

    def log(self, error, where):
        self.logged += 1
        print("screen failed:", where, type(error).__name__, error)

    def turn(self):
        """One turn of the loop; the milliseconds until the next."""
        before = self.bus.wire
        painted = self.painted
        self.note(">")
        wait = self.app.turn()
        self.note("<")
        if self.note is no_mark and self.painted != painted:
            # Asked only here, it takes long; turns in between allocate next to nothing.
            allocated = gc.mem_alloc()
            self.most = max(self.most, allocated - self._allocated)
            self._allocated = allocated
        if self.bus.wire != before:
            self.clock.ms += PAGE_MS
            self._sending = True
        elif self._sending:
            self._sending = False
            if self.note is no_mark:
                self.fewest += self._columns_changed()
        return wait

    def forget_most(self):
        """Let `most` begin again from here."""
        self.most = 0
        self._allocated = gc.mem_alloc()

    def _columns_changed(self):
        """Columns between the outermost changed ones, over the pages; the glass is up to date."""
        glass = self.glass
        buffer = self.app.frame.buffer
        total = 0
        for page in range(0, 1024, 128):
            first = 0
            while first < 128 and glass[page + first] == buffer[page + first]:
                first += 1
            last = 127
            while last > first and glass[page + last] == buffer[page + last]:
                last -= 1
            if first < 128:
                total += last - first + 1
        glass[:] = buffer
        return total

    def wait(self, ms):
        """Let `ms` milliseconds pass."""
        clock = self.clock
        end = clock.ms + ms
        while clock.ms < end:
            clock.ms += min(self.turn(), end - clock.ms)

    def key(self, key, down):
        """Press the key with this number, or let go of it."""
        bit = 1 << key
        self.levels.pressed = self.levels.pressed & ~bit | (bit if down else 0)
        for address in self.register:
            self.register[address] = self.levels.read()

    def step(self, what, value):
        """One step of a script: wait (ms), tap or hold (the key's number)."""
        if what == "wait":
            self.wait(value)
            return
        self.key(value, True)
        self.wait(TAP_MS)
        if what == "hold":
            self.wait(self.hold_ms)
        self.key(value, False)
        self.wait(TAP_MS)
