"""The whole device on a PC, with time that passes only when asked: the real app on made-up parts.

Runs under CPython and MicroPython alike; tests, simulators and the table all press these buttons.
Under CPython import `host_tools.on_pc` first.
"""

import sys

from firmware import kit
from firmware.app import App
from firmware.buttons import KEYS
from firmware.screens.home import HomeScreen
from host_tools.memory_files import MemoryFiles
from host_tools.readable_frame import ReadableFrame
from shared_engine.words import count_of, quoted

PERIOD = 2**30  # ticks_ms wraps here
_PAGE_MS = 3  # a page takes this long on the wire at 400 kHz
_TAP_MS = 40
_PAGES = 8
_NOISE = b"\x55" * 1024


class Clock:
    """A clock that moves by `sleep_ms` alone. It starts just below the wrap of ticks_ms."""

    def __init__(self):
        self.ms = PERIOD - 3000

    def ticks_ms(self):
        return self.ms & (PERIOD - 1)

    def ticks_diff(self, a, b):
        return ((a - b + PERIOD // 2) & (PERIOD - 1)) - PERIOD // 2

    def ticks_add(self, a, by):
        return (a + by) & (PERIOD - 1)

    def sleep_ms(self, ms):
        self.ms += ms


class Glass:
    """A display that takes as long as the real one. `shown` is what the eye sees (1,024 bytes).

    With `answers` False nothing reaches it, and it is `broken` until it was started once more.
    """

    def __init__(self, clock):
        self.clock = clock
        self.shown = bytearray(1024)
        self.contrast_level = 255
        self.lit = True
        self.answers = True
        self.broken = False

    def start(self):
        """Start it anew, with noise in its memory as after a loss of power; True if it answers."""
        self.broken = not self.answers
        if self.answers:
            self.shown[:] = _NOISE
        return self.answers

    def send_some(self, buffer):
        """Send one changed page; True while more differ."""
        self.broken = self.broken or not self.answers
        if self.broken:
            return False
        sent = False
        for page in range(_PAGES):
            start = 128 * page
            part = buffer[start : start + 128]
            if part != self.shown[start : start + 128]:
                if sent:
                    return True
                self.shown[start : start + 128] = part
                self.clock.sleep_ms(_PAGE_MS)
                sent = True
        return False

    def contrast(self, level):
        self.contrast_level = level

    def power(self, on):
        self.lit = on


class Blind:
    """No display at all: for games played by the thousand."""

    broken = False

    def send_some(self, buffer):
        return False

    def contrast(self, level):
        """There is nothing to set."""

    def power(self, on):
        """There is nothing to switch."""


class Lamps:
    """A matrix. `wire` is the last 192 bytes sent, `shows` how often any were.

    With `answers` False nothing reaches it, and it is `broken` until it was started once more.
    """

    def __init__(self):
        self.wire = bytearray(192)
        self.shows = 0
        self.answers = True
        self.broken = False

    def start(self):
        """Make it dark; True if it answers."""
        self.broken = not self.answers
        self.show(bytes(192))
        return self.answers

    def show(self, wire):
        self.broken = self.broken or not self.answers
        if self.broken:
            return
        self.wire[:] = wire
        self.shows += 1


class Board:
    """What `firmware.app.App` is given. `down` is the bit mask of the keys pressed."""

    def __init__(self, glass, files):
        self.files = files
        self.buzzer = None
        self.clock = Clock()
        self.down = 0
        self.display = Glass(self.clock) if glass else Blind()
        self.matrix = Lamps()
        self.logged = []
        self._probe = None
        # As on the Pico; under CPython modules stay, so that tests can ask for their classes.
        self.short_of_memory = sys.implementation.name == "micropython"

    def read_buttons(self):
        return self.down

    def log(self, error, where):
        self.logged.append((where, error))

    def probe(self):
        """The made-up probe of the pins, always the same one."""
        if self._probe is None:
            from host_tools.probe import Probe

            self._probe = Probe(self)
        return self._probe


class Device:
    """A device switched on, with a person's fingers.

    `presses` counts the times a key went down. files: a storage that an earlier device used, to
    switch on after a power cut; an empty one by default.
    """

    def __init__(self, glass=True, frame=None, files=None):
        self.board = Board(glass, files or MemoryFiles())
        self.app = App(self.board, frame or ReadableFrame())
        self.presses = 0
        self.app.power_on(HomeScreen(self.app))
        self.wait(_TAP_MS)

    def wait(self, ms):
        """Let `ms` milliseconds pass."""
        clock = self.board.clock
        end = clock.ms + ms
        while clock.ms < end:
            clock.sleep_ms(min(self.app.turn(), end - clock.ms))

    def down(self, key):
        """Press the key called `key` and keep it down."""
        self.board.down |= 1 << KEYS.index(key)
        self.presses += 1
        self.wait(_TAP_MS)

    def up(self, key):
        """Let go of a key."""
        self.board.down &= ~(1 << KEYS.index(key))
        self.wait(_TAP_MS)

    def tap(self, key):
        """Press and let go."""
        self.down(key)
        self.up(key)

    def hold(self, key):
        """Press, keep down long enough for a hold, and let go."""
        self.down(key)
        self.wait(kit.HOLD_MS)
        self.up(key)

    def follow(self, script):
        """Do what a script of keys says (see `read_keys`)."""
        for what, value in read_keys(script):
            getattr(self, what)(value)

    @property
    def shown(self):
        """The 1,024 bytes on the display."""
        return self.board.display.shown

    @property
    def colours(self):
        """The 192 logical bytes of the matrix, RGB by rows."""
        return self.app.pixels.colours

    def text(self):
        """The lines of text on the display, from the top."""
        return self.app.frame.lines()

    def state(self):
        """The state JSON of the game at hand, or None."""
        return self.app.play.to_json() if self.app.play else None


def read_keys(script):
    """The steps of a script of keys, one by one: (method of Device, its argument).

    Words between blanks: a key (`ok`), a held key (`back!`), a key going down or up on its own
    (`ok_down`, `ok_up`), or time passing (`wait:500`, in ms). ValueError names what is unknown.
    """
    start = 0
    while start < len(script):
        # Word by word: a list of them all would not fit a small heap.
        end = script.find(" ", start)
        end = len(script) if end < 0 else end
        if end > start:
            yield _step(script[start:end].strip())
        start = end + 1


def _step(word):
    if word in KEYS:
        return ("tap", word)
    if word.endswith("!") and word[:-1] in KEYS:
        return ("hold", word[:-1])
    if word.endswith("_down") and word[:-5] in KEYS:
        return ("down", word[:-5])
    if word.endswith("_up") and word[:-3] in KEYS:
        return ("up", word[:-3])
    ms = count_of(word[5:]) if word.startswith("wait:") else None
    if ms is not None:
        return ("wait", ms)
    raise ValueError(
        f"no key {quoted(word)}; the six keys are {' '.join(KEYS)}, each also as KEY! (held), "
        + "KEY_down, KEY_up; wait:MS lets time pass (999999 at most)"
    )
