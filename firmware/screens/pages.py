"""A text a screen long or longer, page by page."""

from firmware.buttons import BACK, DOWN, OK, UP
from firmware.picture import widgets
from firmware.screens.overlay import Overlay


class PagesScreen(Overlay):
    """UP and DOWN turn the page, OK and BACK leave.

    A subclass gives `heading`, what leaving is called (`leaving`), and `paged(frame)`.
    """

    repeats = 1 << UP | 1 << DOWN
    heading = ""
    leaving = "BACK"

    def __init__(self, app):
        super().__init__(app)
        self.page = 0
        self.pages = 1

    def paged(self, frame):
        """The pages, a list of lists of lines that fit."""
        return [[]]

    def press(self, key):
        if key in (BACK, OK):
            self.app.pop()
        elif key in (UP, DOWN):
            self.page = (self.page + (1 if key == DOWN else -1)) % self.pages

    def draw(self, frame):
        pages = self.paged(frame)
        self.pages = len(pages)
        # The text may have become shorter since.
        self.page = min(self.page, self.pages - 1)
        several = self.pages > 1
        widgets.title(frame, self.heading, f"{self.page + 1}/{self.pages}" if several else "")
        lines = pages[self.page]
        for at in range(len(lines)):
            frame.text(lines[at], 2, widgets.TOP + 1 + widgets.ROW * at)
        widgets.bottom(frame, "▲▼ page  " + self.leaving if several else self.leaving)
