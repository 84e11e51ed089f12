"""The picture on the display: 128 x 64 pixels, drawn in memory.

Nothing here knows a display: the driver sends `Frame.buffer` wherever it has to go.
"""

import framebuf

from firmware.picture import font
from firmware.picture.typeface import Typeface

WIDTH = 128
HEIGHT = 64

_ELLIPSIS = "…"
_DARK_PAGE = bytes(WIDTH)


class Frame:
    """A 128 x 64 picture of lit (ink 1) and dark (ink 0) pixels.

    `buffer` is a bytearray of 1024 bytes as the SSD1306 wants them: byte page * 128 + x holds
    the eight pixels of column x from row page * 8 down, the topmost in bit 0. Coordinates are
    pixels from the top left corner, may be negative, and everything is clipped at the edges.
    """

    mark = False  # whether title bars say that something is not saved

    def __init__(self):
        self.buffer = bytearray(WIDTH * HEIGHT // 8)
        whole = memoryview(self.buffer)
        self._pages = [whole[at : at + WIDTH] for at in range(0, len(whole), WIDTH)]
        self._kept: list = [None] * len(self._pages)
        self._canvas = framebuf.FrameBuffer(self.buffer, WIDTH, HEIGHT, framebuf.MONO_VLSB)
        self._inverse = framebuf.FrameBuffer(bytearray(b"\x01\x00"), 2, 1, framebuf.MONO_VLSB)
        self._small = Typeface(self._canvas, self._inverse, font.SMALL)
        self._big = Typeface(self._canvas, self._inverse, font.BIG)
        self._icons: dict = {}

    def clear(self, ink=0):
        """Make all pixels dark, or lit with ink 1."""
        if ink:
            self._canvas.fill(1)
            return
        # Copied: FrameBuffer.fill goes through the picture pixel by pixel.
        for page in self._pages:
            page[:] = _DARK_PAGE

    def recall(self, page, key):
        """Put the page back that `keep` kept under an equal `key`; False if there is none.

        The eight rows from page * 8 on become what they were then.
        """
        kept = self._kept[page]
        if kept is None or kept[0] != key:
            return False
        self._pages[page][:] = kept[1]
        return True

    def keep(self, page, key):
        """Remember the page as it is now, for `recall`; one key for each page."""
        self._kept[page] = (key, bytes(self._pages[page]))

    def pixel(self, x, y, ink=1):
        """Draw one pixel."""
        self._canvas.pixel(x, y, ink)

    def hline(self, x, y, w, ink=1):
        """Draw a line of `w` pixels from (x, y) to the right."""
        self._canvas.fill_rect(x, y, w, 1, ink)

    def vline(self, x, y, h, ink=1):
        """Draw a line of `h` pixels from (x, y) down."""
        self._canvas.fill_rect(x, y, 1, h, ink)

    def fill(self, x, y, w, h, ink=1):
        """Fill the rectangle of `w` x `h` pixels whose top left corner is (x, y)."""
        self._canvas.fill_rect(x, y, w, h, ink)

    def outline(self, x, y, w, h, ink=1):
        """Draw the one pixel wide border inside the rectangle of `w` x `h` pixels at (x, y)."""
        if w > 0 and h > 0:
            self._canvas.rect(x, y, w, h, ink)

    def text(self, string, x, y, ink=1):
        """Write `string` in the small font (8 rows) at (x, y).

        Returns the x after its last column, that is x + text_width(string). Characters the
        font lacks show as "?". Only the strokes are drawn.
        """
        return self._small.write(string, x, y, ink)

    def text_width(self, string):
        """Return the width of `string` in the small font, in pixels."""
        return self._small.width(string)

    def text_right(self, string, right, y, ink=1):
        """Write `string` in the small font so that it ends before column `right`."""
        right -= self._small.width(string)
        self._small.write(string, right, y, ink)

    def text_centre(self, string, x, y, w, ink=1):
        """Write `string` in the small font in the middle of `w` columns from `x` on.

        A string wider than that sticks out on both sides.
        """
        x += (w - self._small.width(string)) // 2
        self._small.write(string, x, y, ink)

    def fit(self, string, width):
        """Return `string`, or its longest beginning with "…" that is at most `width` pixels.

        A string that fits is returned unchanged; where not even "…" fits the result is "".
        """
        if self._small.width(string) <= width:
            return string
        room = width - self._small.width(_ELLIPSIS)
        if room < 0:
            return ""
        # The gap before the ellipsis counts too.
        return self.cut(string, room - 1).rstrip() + _ELLIPSIS

    def cut(self, string, width):
        """Return as much of the beginning of `string` as fits into `width` px, without a mark."""
        return string[: self._small.fitting(string, width)]

    def big(self, string, x, y, ink=1):
        """Write `string` in the big font (14 rows) at (x, y); return the x after it.

        The big font has digits, capitals (small letters show as capitals), Ä Ö Ü, the blank
        and + - − × / : . ! ? ° %. Everything else shows as "?".
        """
        return self._big.write(string, x, y, ink)

    def big_width(self, string):
        """Return the width of `string` in the big font, in pixels."""
        return self._big.width(string)

    def icon(self, icon, x, y, ink=1):
        """Draw an icon of firmware/picture/icons.py with its top left corner at (x, y)."""
        if ink:
            self._canvas.blit(self._icons.get(icon) or self._load(icon), x, y, 0)
        else:
            self._darken(icon, x, y)

    def _darken(self, icon, x, y):
        self._canvas.blit(self._icons.get(icon) or self._load(icon), x, y, 1, self._inverse)

    def _load(self, icon):
        width, height, data = icon
        picture = framebuf.FrameBuffer(bytearray(data), width, height, framebuf.MONO_VLSB)
        self._icons[icon] = picture
        return picture
