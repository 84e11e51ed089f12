"""The six keys as a Textual widget, and which keys of a keyboard they are."""

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from firmware.buttons import BACK, DOWN, LEFT, OK, RIGHT, UP

# What Textual calls the keys of the keyboard. Few terminals tell Shift+Enter from Enter; the
# letters work in all of them.
TAPS = {
    "up": UP, "w": UP,
    "down": DOWN, "s": DOWN,
    "left": LEFT, "a": LEFT,
    "right": RIGHT, "d": RIGHT,
    "enter": OK, "space": OK, "o": OK,
    "backspace": BACK, "ctrl+h": BACK, "escape": BACK, "b": BACK,
}  # fmt: skip
HOLDS = {"shift+" + name: key for name, key in TAPS.items() if "ctrl" not in name}
HOLDS.update({name.upper(): key for name, key in TAPS.items() if len(name) == 1})

HELP = (
    "arrows or W A S D   Enter Space O: OK   Backspace Esc B: BACK   Q: quit",
    "Shift+key (Shift+O: OK, Shift+B: BACK) holds a key until it is pressed again",
)

_CAPS = (
    (None, "   ", UP, " ▲ ", None, "    ", BACK, " BACK "),
    (LEFT, " ◄ ", None, "   ", RIGHT, " ► ", None, "       "),
    (None, "   ", DOWN, " ▼ ", None, "    ", OK, "  OK  "),
)
_UP_STYLE = Style(color="rgb(180,184,192)", bgcolor="rgb(58,61,67)")
_DOWN_STYLE = Style(color="rgb(4,5,8)", bgcolor="rgb(205,228,255)", bold=True)
_HELD_STYLE = Style(color="rgb(4,5,8)", bgcolor="rgb(255,190,60)", bold=True)
_NOTE_STYLE = Style(color="rgb(255,190,60)", bgcolor="rgb(34,36,40)")
_HOUSING = Style(bgcolor="rgb(34,36,40)")


class KeysView(Widget):
    """Shows which keys are down and which of them are held, 16 × 6 characters."""

    def __init__(self, **options):
        super().__init__(**options)
        self.down = 0
        self.held = 0
        self.styles.width, self.styles.height = 16, 6

    def show(self, down, held):
        """Show two bit masks of keys: those down and, among them, those held."""
        if (down, held) != (self.down, self.held):
            self.down = down
            self.held = held
            self.refresh()

    def note(self):
        """Two short lines that say in words what is held; empty ones when nothing is."""
        if not self.held:
            return ("", "")
        names = ("▲", "▼", "◄", "►", "OK", "BACK")
        held = [names[key] for key in range(len(names)) if self.held >> key & 1]
        return ("held down:", " ".join(held))

    def render_line(self, y):
        if y < len(_CAPS):
            row = _CAPS[y]
            return Strip(
                [Segment(row[at + 1], self._style(row[at])) for at in range(0, len(row), 2)]
            )
        lines = ("",) + self.note()
        return Strip([Segment(lines[y - len(_CAPS)].ljust(16), _NOTE_STYLE)])

    def _style(self, key):
        if key is None:
            return _HOUSING
        if self.held >> key & 1:
            return _HELD_STYLE
        return _DOWN_STYLE if self.down >> key & 1 else _UP_STYLE
