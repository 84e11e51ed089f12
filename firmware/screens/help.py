"""Help for the step at hand."""

from firmware.picture import widgets
from firmware.screens.pages import PagesScreen


class HelpScreen(PagesScreen):
    """What a step is about and what its keys do."""

    def __init__(self, app, heading, text):
        super().__init__(app)
        self.heading = heading
        self.text = text

    def paged(self, frame):
        lines = widgets.wrapped(frame, self.text)
        return [lines[at : at + widgets.ROWS] for at in range(0, len(lines), widgets.ROWS)]
