"""Help for the step at hand."""

from firmware import widgets
from firmware.buttons import BACK, DOWN, OK, UP
from firmware.screens.overlay import Overlay


class HelpScreen(Overlay):
    """A text a screen long or longer; UP and DOWN turn the page."""

    def __init__(self, app, heading, text):
        super().__init__(app)
        self.heading = heading
        self.text = text
        self.page = 0
        self.pages = 1

    def press(self, key):
        if key in (BACK, OK):
            self.app.pop()
        elif key in (UP, DOWN):
            self.page = (self.page + (1 if key == DOWN else -1)) % self.pages

    def draw(self, frame):
        lines = widgets.wrapped(frame, self.text)
        self.pages = (len(lines) + widgets.ROWS - 1) // widgets.ROWS
        number = f"{self.page + 1}/{self.pages}" if self.pages > 1 else ""
        widgets.title(frame, self.heading, number)
        for at in range(widgets.ROWS):
            line = self.page * widgets.ROWS + at
            if line < len(lines):
                frame.text(lines[line], 2, widgets.TOP + 1 + widgets.ROW * at)
        widgets.bottom(frame, "▲▼ page   BACK" if self.pages > 1 else "BACK")
