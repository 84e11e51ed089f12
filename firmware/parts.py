"""Display and matrix that do not answer: told on the other one, and started again when they do.

A driver whose part does not answer is `broken` and sends nothing, so the game goes on. Every
RETRY_MS it is asked to start again, and then gets all that is to be seen.

While the display is dark the matrix says so: one of its dark pixels, the last one in reading
order, flashes white twice in quick succession each second, which nothing else does. A pixel that
the game lights is never touched.
"""

from firmware.screens.screen import LIGHTS, PICTURE

RETRY_MS = 3000
FLASH_MS = 100
EVERY_MS = 1000
_LIT = (0, 2)  # in which stretches of FLASH_MS
_DARK = b"\0\0\0"


class Parts:
    """Watches the display and the matrix of `board` for `app`."""

    def __init__(self, app, board):
        self.dark = False  # whether the display does not answer
        self.flash = False  # whether the pixel that says so is lit now
        self._app = app
        self._display = board.display
        self._matrix = board.matrix
        self._told = False  # that the matrix does not answer
        self._tried = 0  # when the parts were last asked to start
        self._flashed = 0  # when the present second of flashing began

    def check(self, now):
        """Look at both; what is to be shown again: LIGHTS, PICTURE, both or 0.

        With both well it allocates nothing.
        """
        if self._display.broken or self._matrix.broken or self.dark or self._told:
            return self._look_after(now)
        return 0

    def light(self, pixels):
        """Add the flashing pixel to what a screen has put on the `pixels`."""
        if not self.flash:
            return
        colours = pixels.colours
        for at in range(len(colours) - 3, -1, -3):
            if colours[at : at + 3] == _DARK:
                colours[at] = colours[at + 1] = colours[at + 2] = 255
                return

    def _look_after(self, now):
        since = self._app.clock.ticks_diff
        if self._display.broken and not self.dark:
            self.dark = True
            self._tried = self._flashed = now
        if self._matrix.broken and not self._told:
            self._told = True
            self._tried = now
            self._app.notice("The matrix does not answer.")
        if since(now, self._tried) >= RETRY_MS:
            self._tried = now
            self._start_again()
        stale = self._welcome_back()
        if since(now, self._flashed) >= EVERY_MS:
            self._flashed = now
        flash = self.dark and since(now, self._flashed) // FLASH_MS in _LIT
        if flash != self.flash:
            self.flash = flash
            stale |= LIGHTS
        return stale

    def _start_again(self):
        if self._display.broken:
            self._display.start()
        if self._matrix.broken:
            self._matrix.start()

    def _welcome_back(self):
        stale = 0
        if self.dark and not self._display.broken:
            self.dark = False
            stale = PICTURE
        if self._told and not self._matrix.broken:
            self._told = False
            # Starting has made the panel dark, and what is on the wire may never have arrived.
            self._matrix.show(self._app.pixels.wire)
        return stale
