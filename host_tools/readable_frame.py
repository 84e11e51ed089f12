"""A frame that remembers what was written on it, so that a picture can be read as text."""

from firmware.picture import icons
from firmware.picture.frame import Frame

_ROW = 5  # px; texts whose tops are closer than this stand on one line


class ReadableFrame(Frame):
    """Draws as `Frame` does. `lines()` gives the text from top to bottom, left to right.

    An icon reads as its name. What is painted over is forgotten.
    """

    def __init__(self):
        super().__init__()
        self._written = []

    def clear(self, ink=0):
        super().clear(ink)
        self._written = []

    def recall(self, page, key):
        # Drawn anew each time, so that it is noted.
        return False

    def fill(self, x, y, w, h, ink=1):
        super().fill(x, y, w, h, ink)
        self._written = [
            (top, left, text)
            for top, left, text in self._written
            if not (x <= left < x + w and y <= top < y + h)
        ]

    def text(self, string, x, y, ink=1):
        self._write(string, x, y)
        return super().text(string, x, y, ink)

    def text_right(self, string, right, y, ink=1):
        self._write(string, right - self.text_width(string), y)
        super().text_right(string, right, y, ink)

    def text_centre(self, string, x, y, w, ink=1):
        self._write(string, x + (w - self.text_width(string)) // 2, y)
        super().text_centre(string, x, y, w, ink)

    def big(self, string, x, y, ink=1):
        self._write(string, x, y)
        return super().big(string, x, y, ink)

    def icon(self, icon, x, y, ink=1):
        for name in sorted(dir(icons)):
            if getattr(icons, name) is icon:
                self._write("[" + name.lower().split("_")[0] + "]", x, y)
        super().icon(icon, x, y, ink)

    def _write(self, string, x, y):
        self._written.append((y, x, string))

    def lines(self):
        """The lines of text on the picture, a list of strings."""
        lines = []
        row = []
        top = -99
        for y, x, string in sorted(self._written):
            if y - top > _ROW:
                lines.append(row)
                row = []
                top = y
            row.append((x, string))
        lines.append(row)
        return [" ".join([string for _, string in sorted(row)]) for row in lines if row]
