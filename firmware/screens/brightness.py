"""How bright the matrix is."""

from firmware.buttons import BACK, OK, RIGHT, UP
from firmware.picture import widgets
from firmware.screens.screen import Screen

LEVELS = (4, 8, 16, 32, 64, 128)  # of 255


class BrightnessScreen(Screen):
    """Changes at once, with the matrix lit so that the eye can judge; kept when it is left."""

    def _at(self):
        level = self.app.pixels.brightness
        at = 0
        while at < len(LEVELS) - 1 and LEVELS[at] < level:
            at += 1
        return at

    def press(self, key):
        if key in (BACK, OK):
            self.app.pop()
            level = self.app.pixels.brightness
            if not self.app.settings.change("brightness", level):
                self.app.notice("The brightness could not be saved.")
            return
        by = 1 if key in (UP, RIGHT) else -1
        self.app.set_brightness(LEVELS[min(max(self._at() + by, 0), len(LEVELS) - 1)])

    def draw(self, frame):
        widgets.title(frame, "Brightness")
        at = self._at()
        for step in range(len(LEVELS)):
            height = 4 + 4 * step
            if step <= at:
                frame.fill(25 + 13 * step, 44 - height, 10, height)
            else:
                frame.outline(25 + 13 * step, 44 - height, 10, height)
        widgets.bottom(frame, "▲▼ change   OK done")

    def light(self, pixels):
        # Few enough that the current limit does not flatten the brighter steps.
        palette = self.app.palette
        colours = (palette.train, palette.truck, palette.ship, palette.turn)
        for at in range(8):
            pixels.set(at, at, colours[at % 4])
            pixels.set(7 - at, at, colours[at % 4])
