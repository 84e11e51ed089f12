"""A frame for games played by the hundred: it notes every text and draws nothing but bars.

The bars stay because the bright one is how a person sees which row of a list is chosen.
"""

from host_tools.readable_frame import ReadableFrame


class QuietFrame(ReadableFrame):
    """Reads exactly as a ReadableFrame does; its picture lacks letters, numbers and icons."""

    def __init__(self):
        super().__init__()
        self._widths = {}

    def text_width(self, string):
        width = self._widths.get(string)
        if width is None:
            width = self._widths[string] = super().text_width(string)
        return width

    def text(self, string, x, y, ink=1):
        self._write(string, x, y)
        return x + self.text_width(string)

    def text_right(self, string, right, y, ink=1):
        self._write(string, right - self.text_width(string), y)

    def text_centre(self, string, x, y, w, ink=1):
        self._write(string, x + (w - self.text_width(string)) // 2, y)

    def big(self, string, x, y, ink=1):
        self._write(string, x, y)
        return x + self.big_width(string)

    def icon(self, icon, x, y, ink=1):
        """Pictures are not read by the hand."""
