"""What is wrong with settings.txt, shown at power-on."""

from firmware.picture import widgets
from firmware.screens.pages import PagesScreen

_FILE = "settings.txt"


class ProblemsScreen(PagesScreen):
    """Every problem with its line; none is parted between two pages."""

    heading = "In " + _FILE
    leaving = "OK use defaults"

    def paged(self, frame):
        pages: list = [[]]
        for problem in self.app.settings.problems:
            if problem.startswith(_FILE + " "):
                problem = problem[len(_FILE) + 1 :]  # the title says it
            lines = widgets.wrapped(frame, problem)[: widgets.ROWS]
            if len(pages[-1]) + len(lines) > widgets.ROWS:
                pages.append([])
            pages[-1] += [frame.fit(line, 124) for line in lines]
        return pages
