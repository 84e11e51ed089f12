"""The notice that a screen has failed."""

from firmware.buttons import BACK, OK
from firmware.picture import widgets
from firmware.screens.screen import Screen


class CrashScreen(Screen):
    """Says which screen failed. The game is kept; BACK goes on to the first screen."""

    def __init__(self, app, screen_name, error_name):
        super().__init__(app)
        self.screen_name = screen_name
        self.error_name = error_name

    def press(self, key):
        if key in (BACK, OK):
            self.app.home()

    def draw(self, frame):
        widgets.title(frame, "Something broke")
        frame.text(frame.fit("in " + self.screen_name, 124), 2, 13)
        frame.text(frame.fit(self.error_name, 124), 2, 22)
        frame.text("Your game is kept.", 2, 34)
        widgets.bottom(frame, "BACK go on")
