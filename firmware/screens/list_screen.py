"""A list to choose from."""

from firmware import widgets
from firmware.buttons import BACK, DOWN, OK, UP
from firmware.screens.screen import Screen


class ListScreen(Screen):
    """Rows of a left and a right text; UP and DOWN choose, OK takes, BACK leaves.

    A subclass gives `heading` and `rows()`, and answers `take(at)`.
    """

    repeats = 1 << UP | 1 << DOWN
    heading = ""
    hint = "▲▼ choose  OK open  BACK"

    def __init__(self, app, chosen=0):
        super().__init__(app)
        self.chosen = chosen

    def rows(self):
        """A list of (left text, right text)."""
        return []

    def take(self, at):
        """OK was pressed on row `at`."""

    def leave(self):
        self.app.pop()

    def press(self, key):
        count = len(self.rows())
        if key == BACK:
            self.leave()
        elif count and key in (UP, DOWN):
            self.chosen = (self.chosen + (1 if key == DOWN else -1)) % count
        elif count and key == OK:
            self.take(self.chosen)

    def draw(self, frame):
        rows = self.rows()
        self.chosen = min(self.chosen, max(len(rows) - 1, 0))
        widgets.title(frame, self.heading)
        first = widgets.first_visible(self.chosen, len(rows))
        for line in range(min(widgets.ROWS, len(rows))):
            left, right = rows[first + line]
            y = widgets.TOP + widgets.ROW * line
            widgets.row(frame, y, left, right, first + line == self.chosen)
        widgets.scroll_marks(frame, first, len(rows))
        widgets.bottom(frame, self.hint)
