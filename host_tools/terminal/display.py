"""The OLED as a Textual widget."""

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from host_tools.picture import as_text
from host_tools.terminal.text import as_braille

_INK = Style(color="rgb(205,228,255)", bgcolor="rgb(4,5,8)")


class DisplayView(Widget):
    """Shows a frame pixel by pixel: in half blocks (128 × 32 characters) or braille (64 × 16)."""

    def __init__(self, **options):
        super().__init__(**options)
        self.frame = bytes(1024)
        self.lines = []
        self._render_as = as_braille
        self.enlarge(False)

    def enlarge(self, large):
        """Show half blocks when `large`, else braille."""
        self._render_as = as_text if large else as_braille
        self.styles.width, self.styles.height = (128, 32) if large else (64, 16)
        self._redraw()

    def show(self, frame):
        """Show the 1,024 bytes `frame`; nothing happens when they are on the screen already."""
        if frame != self.frame:
            self.frame = frame
            self._redraw()

    def _redraw(self):
        self.lines = self._render_as(self.frame)
        self.refresh()

    def render_line(self, y):
        return Strip([Segment(self.lines[y], _INK)]) if y < len(self.lines) else Strip([])
