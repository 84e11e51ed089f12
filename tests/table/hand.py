"""Two eyes and a finger: reads the display as a person does and presses the keys it names.

Nothing here looks behind the glass, except for the frame's notes of what is written on it.
"""

import re

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from firmware import kit
from firmware.picture import widgets
from host_tools.picture import is_lit

_ARROWS = {"◄": "left", "▲": "up", "►": "right", "▼": "down"}
_ANSWER = re.compile("([◄▲►▼]) +([^◄▲►▼[]*)")
_LONGEST_LIST = 80  # rows; a cursor that has not arrived by then never will


class Misread(AssertionError):
    """The display does not show what a person at this point has to find there."""


class Hand:
    """Presses `device` (host_tools.device.Device) and keeps count.

    `pressed` is {purpose: presses}; their sum is every press there was. `keys` is all of them in
    the words of a script of keys.
    """

    def __init__(self, device):
        self.device = device
        self.pressed = {}
        self.keys = []

    def tap(self, key, purpose):
        self.keys.append(key)
        self.device.tap(key)
        self.pressed[purpose] = self.pressed.get(purpose, 0) + 1

    def hold(self, key, purpose):
        self.keys.append(key + "!")
        self.device.hold(key)
        self.pressed[purpose] = self.pressed.get(purpose, 0) + 1

    def down(self, key, purpose):
        """Press a key and keep it down; OK so long that it counts as held."""
        self.keys.append(key + "_down")
        self.device.down(key)
        self.pressed[purpose] = self.pressed.get(purpose, 0) + 1
        if key == "ok":
            self.wait(kit.HOLD_MS)

    def up(self, key):
        self.keys.append(key + "_up")
        self.device.up(key)

    def wait(self, ms):
        self.keys.append(f"wait:{ms}")
        self.device.wait(ms)

    # --- reading ---

    @property
    def title(self):
        return self.device.text()[0]

    @property
    def bottom(self):
        return self.device.text()[-1]

    def expect(self, start, line=0):
        """Raise Misread unless line number `line` of the display starts with `start`."""
        lines = self.device.text()
        if not lines[line].startswith(start):
            raise Misread(f"expected {start!r} in line {line} of {lines}")

    def expect_notice(self, start):
        """Raise Misread unless some line of the display starts with `start`."""
        if not any(line.startswith(start) for line in self.device.text()):
            raise Misread(f"no notice {start!r} in {self.device.text()}")

    def answers(self):
        """What each direction key would answer, {label: key}; the bottom line left out."""
        found = {}
        for line in self.device.text()[1:-1]:
            for arrow, label in _ANSWER.findall(line):
                found[label.strip()] = _ARROWS[arrow]
        return found

    def answer(self, words, purpose):
        """Press the key with `words` in its label."""
        for label, key in self.answers().items():
            if words in label:
                self.tap(key, purpose)
                return
        raise Misread(f"no answer {words!r} among {self.device.text()}")

    def rows(self):
        """The rows of the list in sight, a list of texts."""
        return self.device.text()[1:-1]

    def bright(self):
        """The number (from 0) of the row that is bright, among those in sight."""
        buffer = self.device.app.frame.buffer
        for at in range(widgets.ROWS):
            if is_lit(buffer, 0, widgets.TOP + widgets.ROW * at + 4):
                return at
        raise Misread(f"no row is chosen: {self.device.text()}")

    def choose(self, start, purpose):
        """Move the bright row to the one that starts with `start`, and press OK."""
        for _ in range(_LONGEST_LIST):
            if self.rows()[self.bright()].startswith(start):
                self.tap("ok", purpose)
                return
            self.tap("down", purpose)
        raise Misread(f"no row {start!r} in {self.device.text()}")

    # --- in a game ---

    def press(self, act, purpose=None):
        """Press one act of the notation (a tuple of words), by the method of its first word.

        Its presses count under `purpose`, or under its first word.
        """
        getattr(self, "_" + act[0])(*act[1:], purpose=purpose or act[0])

    def undo(self, count, purpose="undo"):
        for _ in range(count):
            self.tap("back", purpose)

    def redo(self, count, purpose="redo"):
        """Bring `count` acts back through the menu."""
        self._menu(purpose)
        for _ in range(count):
            if self.rows()[self.bright()].startswith("Redo nothing"):
                raise Misread("the menu has nothing left to redo")
            self.choose("Redo", purpose)
        self.tap("back", purpose)

    def _menu(self, purpose):
        self.hold("back", purpose)
        self.expect("Game menu")

    def leave(self):
        """From the end of a game to the first screen."""
        self.expect("OK leave", -1)
        self.tap("ok", "leave")
        self.expect("Which game?")

    def _look_around(self, rng, purpose):
        """A slip for every game: open the menu, look at something there, and come back."""
        self._menu(purpose)
        row = rng.choice(("Help", "History", "Brightness", "Correct a value", "Leave"))
        self.choose(row, purpose)
        if row == "Leave":
            self.choose(("Go on", "Result"), purpose)
            return
        if row in ("Help", "History"):
            self.tap("down", purpose)
        self.tap("back", purpose)
        self.tap("back", purpose)
