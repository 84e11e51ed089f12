"""The 64 LEDs as a Textual widget."""

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from host_tools.picture import LEDS, eye_colour

# The rows of characters of one LED. Gaps keep neighbours of one colour apart: they are counted.
_SMALL = ("▐█",)
_LARGE = ("███ ", "▀▀▀ ")
_BOARD = "rgb(16,17,19)"
_BRIGHTEST = 128  # the brightest level a screen of the device offers, of 255


class MatrixView(Widget):
    """Shows 64 colours, 16 × 8 or 32 × 16 characters.

    Dim LEDs are lifted to what the eye makes of them; the brightness still makes a difference.
    """

    def __init__(self, **options):
        super().__init__(**options)
        self.colours = bytes(192)
        self.brightness = 0
        self._led = _SMALL
        self.enlarge(False)

    def enlarge(self, large):
        """Take four times the area when `large`."""
        self._led = _LARGE if large else _SMALL
        self.styles.width = LEDS * len(self._led[0])
        self.styles.height = LEDS * len(self._led)
        self.refresh()

    def show(self, colours, brightness):
        """Show the 192 logical bytes `colours` at `brightness` (0–255); nothing if unchanged."""
        if colours != self.colours or brightness != self.brightness:
            self.colours = colours
            self.brightness = brightness
            self.refresh()

    def seen(self, x, y):
        """The colour of LED (x, y) on the screen, (red, green, blue)."""
        at = 3 * (x + LEDS * y)
        # The eye gets used to the level as a whole; the root leaves just enough of a difference.
        gain = min(self.brightness / _BRIGHTEST, 1) ** 0.5
        return eye_colour(*[channel * gain for channel in self.colours[at : at + 3]])

    def render_line(self, y):
        row, part = divmod(y, len(self._led))
        if row >= LEDS:
            return Strip([])
        leds = []
        for x in range(LEDS):
            red, green, blue = self.seen(x, row)
            style = Style(color=f"rgb({red},{green},{blue})", bgcolor=_BOARD)
            leds.append(Segment(self._led[part], style))
        return Strip(leds)
