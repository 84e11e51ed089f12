"""What is wrong with settings.txt, shown at power-on."""

from firmware import widgets
from firmware.buttons import BACK, DOWN, OK, UP
from firmware.screens.overlay import Overlay

_FILE = "settings.txt"


class ProblemsScreen(Overlay):
    """Every problem with its line; UP and DOWN turn the page, OK and BACK go on."""

    repeats = 1 << UP | 1 << DOWN

    def __init__(self, app):
        super().__init__(app)
        self.page = 0
        self.pages = 1

    def press(self, key):
        if key in (BACK, OK):
            self.app.pop()
        elif key in (UP, DOWN):
            self.page = (self.page + (1 if key == DOWN else -1)) % self.pages

    def draw(self, frame):
        pages = self._paged(frame)
        self.pages = len(pages)
        # Changes are kept in the file, and then it has no problems any more.
        self.page = min(self.page, self.pages - 1)
        count = f"{self.page + 1}/{self.pages}" if self.pages > 1 else ""
        widgets.title(frame, "In " + _FILE, count)
        lines = pages[self.page]
        for at in range(len(lines)):
            frame.text(lines[at], 2, widgets.TOP + 1 + widgets.ROW * at)
        widgets.bottom(frame, "▲▼ page  OK use defaults" if self.pages > 1 else "OK use defaults")

    def _paged(self, frame):
        """The lines of all problems, a list of pages; none is parted between two."""
        pages = [[]]
        for problem in self.app.settings.problems:
            if problem.startswith(_FILE + " "):
                problem = problem[len(_FILE) + 1 :]  # the title says it
            lines = widgets.wrapped(frame, problem)[: widgets.ROWS]
            if len(pages[-1]) + len(lines) > widgets.ROWS:
                pages.append([])
            pages[-1] += [frame.fit(line, 124) for line in lines]
        return pages
