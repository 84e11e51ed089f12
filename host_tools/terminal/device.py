"""The device in a person's time."""

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from host_tools.device import Device
from host_tools.terminal.fingers import Fingers

# Longer pauses (a suspended program, a sleeping PC) do not count as time at the table.
MOST_MS = 250
_STEP_MS = 5
_DARK = bytes(1024)


class TerminalDevice:
    """The whole device, its clock led by someone else's and its keys by Fingers.

    play: the Play to begin with, or None for the first screen. `note` is a line about the device
    for the person who plays, `trouble` says why it cannot go on; both are empty.
    """

    note = ""
    trouble = ""

    def __init__(self, play=None):
        self.device = Device()
        self.fingers = Fingers()
        self._board = self.device.board
        if play:
            self.device.app.begin(play)
        self._until = float(self.now)

    @property
    def now(self):
        """The device's time in ms."""
        return self._board.clock.ms

    def tap(self, key):
        self.fingers.tap(key, self.now)

    def toggle(self, key):
        self.fingers.toggle(key, self.now)

    def advance(self, ms):
        """Let `ms` milliseconds (a float) pass."""
        self._until += min(ms, MOST_MS)
        while self.now < int(self._until):
            self._board.down = self.fingers.mask(self.now)
            self.device.wait(min(_STEP_MS, int(self._until) - self.now))

    @property
    def frame(self):
        """The 1,024 bytes the eye sees, dark while the display is off."""
        display = self._board.display
        return bytes(display.shown) if display.lit else _DARK

    @property
    def colours(self):
        """The 192 logical bytes of the matrix."""
        return bytes(self.device.colours)

    @property
    def brightness(self):
        """How bright the matrix is set, 0–255."""
        return self.device.app.pixels.brightness

    @property
    def down(self):
        """The keys that are down, a bit mask."""
        return self._board.down

    @property
    def wanted(self):
        """The keys that are held, a bit mask, those included whose turn is yet to come."""
        return self.fingers.wanted

    @property
    def failures(self):
        """The screens that failed so far: a list of texts, `where: error`."""
        return [where + ": " + type(error).__name__ for where, error in self._board.logged]

    def close(self):
        """There is nothing to end."""
