"""What the self-test has found: all well, or every fault and what to do about it."""

from firmware.picture import widgets
from firmware.screens.pages import PagesScreen

_CHECK = b"\x00\x01\x02\x04\x88\x50\x20\x00"
_GREEN = 0x00FF00
_RED = 0xFF0000


class SelfTestReport(PagesScreen):
    """A page or more for each of `faults` (sentences), and at the end the `figures`.

    The matrix says it too, for whom the display is dark: a green tick, or as many red pixels as
    there are faults.
    """

    leaving = "OK done"

    def __init__(self, app, faults, figures):
        super().__init__(app)
        self._faults = faults
        self._figures = figures
        count = len(faults)
        self.heading = f"{count} fault" + ("" if count == 1 else "s") if count else "All well"

    def paged(self, frame):
        pages = []
        for sentence in self._faults:
            lines = widgets.wrapped(frame, sentence)
            for at in range(0, len(lines), widgets.ROWS):
                pages.append(lines[at : at + widgets.ROWS])
        figures = [] if self._faults else ["Everything works.", ""]
        for figure in self._figures:
            figures += widgets.wrapped(frame, figure)
        pages.append(figures[: widgets.ROWS])
        return pages

    def tick(self, now):
        return 0

    def light(self, pixels):
        count = len(self._faults)
        for at in range(64):
            if count:
                if at < count:
                    pixels.set(at % 8, at // 8, _RED)
            elif _CHECK[at // 8] << at % 8 & 0x80:
                pixels.set(at % 8, at // 8, _GREEN)
