"""The aliens by their keys, everywhere the same: ◄ ▲ ► ▼ and OK."""

from firmware.buttons import BACK, DOWN, LEFT, OK, RIGHT, UP
from firmware.picture import widgets
from firmware.picture.frame import WIDTH
from firmware.screens.overlay import Overlay
from shared_engine.games.monster import COLOURS

KEYS = (LEFT, UP, RIGHT, DOWN, OK)
_SIGNS = ("◄", "▲", "►", "▼", "OK")
_ROWS = (26, 11, 26, 45, 35)  # y of the answers
_SIDE = WIDTH // 2 - 2  # px for a name at the left or the right


def keys_line(letters, colours, close=False):
    """`◄G ▲Y …`: the keys of `colours` with their letters; close: without blanks between."""
    parts = [
        _SIGNS[at] + (" " if at == len(_SIGNS) - 1 else "") + letters[at]
        for at in range(len(COLOURS))
        if COLOURS[at] in colours
    ]
    if not close:
        return " ".join(parts)
    if COLOURS[-1] in colours:
        return ("".join(parts[:-1]) + " " + parts[-1]).strip()
    return "".join(parts)


class AliensScreen(Overlay):
    """Which alien? One press answers, BACK goes one level up.

    colours: those that can be chosen. `chosen(colour)` leaves the screen.
    """

    def __init__(self, app, game_screen, heading, colours, chosen):
        super().__init__(app)
        self.heading = heading
        self.colours = colours
        self.chosen = chosen
        self._letters = game_screen.letters
        self._names = game_screen.names

    def press(self, key):
        if key == BACK:
            self.app.pop()
            return
        colour = COLOURS[KEYS.index(key)]
        if colour in self.colours:
            self.chosen(colour)
        else:
            self.app.notice("not to be had here")

    def draw(self, frame):
        widgets.title(frame, self.heading)
        for at in range(len(COLOURS)):
            if COLOURS[at] in self.colours:
                text = frame.cut(_SIGNS[at] + " " + self._names[at], _SIDE)
                if KEYS[at] == LEFT:
                    frame.text(text, 2, _ROWS[at])
                elif KEYS[at] == RIGHT:
                    frame.text_right(text, WIDTH - 2, _ROWS[at])
                else:
                    frame.text_centre(text, 0, _ROWS[at], WIDTH)
        widgets.bottom(frame, keys_line(self._letters, self.colours) + "   BACK")
