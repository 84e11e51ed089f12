"""A list to choose from."""

from firmware.buttons import BACK, DOWN, OK, UP
from firmware.picture import widgets
from firmware.picture.frame import WIDTH
from firmware.screens.overlay import Overlay


class ListScreen(Overlay):
    """Rows of a left and a right text; UP and DOWN choose, OK takes, BACK leaves.

    A subclass gives `heading`, `count()` and `row(at)`, and answers `take(at)`. Only the rows in
    sight are asked for: a list may be as long as a game.
    """

    repeats = 1 << UP | 1 << DOWN
    heading = ""
    hint = "▲▼ choose  OK open  BACK"

    def __init__(self, app, chosen=0):
        super().__init__(app)
        self.chosen = chosen

    def count(self):
        """How many rows there are."""
        return 0

    def row(self, at):
        """Row `at`, from 0: (left text, right text)."""
        return ("", "")

    def take(self, at):
        """OK was pressed on row `at`."""

    def leave(self):
        self.app.pop()

    def press(self, key):
        count = self.count()
        if key == BACK:
            self.leave()
        elif count and key in (UP, DOWN):
            self.chosen = (self.chosen + (1 if key == DOWN else -1)) % count
        elif count and key == OK:
            self.take(self.chosen)

    def draw(self, frame):
        count = self.count()
        self.chosen = min(self.chosen, max(count - 1, 0))
        widgets.title(frame, self.heading)
        widgets.rows(frame, count, self.chosen, self.row)
        if not count:
            frame.text_centre("nothing yet", 0, 28, WIDTH)
        widgets.bottom(frame, self.hint if count else "BACK")
