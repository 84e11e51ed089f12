"""A font made drawable: glyph look-up, widths, and glyphs cached as frame buffers."""

import framebuf

_QUESTION_MARK = "?"
_INVERT_DATA = b"\x01\x00"


class Typeface:
    """Writes proportional text onto a framebuf.FrameBuffer.

    `widths`, `data`, `first` and `extra` are laid out as firmware/font.py describes; `height`,
    `stride` and `gap` (dark columns between two glyphs) are in pixels. With `capitals` small
    letters are shown by their capitals. A glyph is turned into a frame buffer when it is first
    used and kept (64 bytes on the Pico), so that writing it again allocates nothing.
    """

    def __init__(self, widths, data, height, stride, first, extra, gap, capitals=False):
        self.height = height
        self._widths = widths
        self._data = data
        self._stride = stride
        self._first = first
        self._extra = extra
        self._run = len(widths) - len(extra)
        self._gap = gap
        self._capitals = capitals
        self._glyphs: list = [None] * len(widths)
        self._invert = framebuf.FrameBuffer(bytearray(_INVERT_DATA), 2, 1, framebuf.MONO_VLSB)

    def width(self, string):
        """Return the width of `string` in pixels, without a gap after the last glyph."""
        widths = self._widths
        first = self._first
        run = self._run
        gap = self._gap
        total = 0
        for char in string:
            number = ord(char) - first
            if number < 0 or number >= run:
                number = self._number(char)
            total += widths[number] + gap
        return total - gap if total else 0

    def write(self, canvas, string, x, y, ink):
        """Draw `string` with its top left corner at (x, y); return the x after its last column.

        Only the strokes are drawn, lit with ink 1 and dark with ink 0; what lies between them
        stays as it was.
        """
        widths = self._widths
        glyphs = self._glyphs
        first = self._first
        run = self._run
        gap = self._gap
        invert = self._invert
        end = x
        for char in string:
            number = ord(char) - first
            if number < 0 or number >= run:
                number = self._number(char)
            glyph = glyphs[number]
            if glyph is None:
                glyph = self._load(number)
            if ink:
                canvas.blit(glyph, x, y, 0)
            else:
                canvas.blit(glyph, x, y, 1, invert)
            end = x + widths[number]
            x = end + gap
        return end

    def _number(self, char):
        code = ord(char)
        if self._capitals and (97 <= code <= 122 or code in (0xE4, 0xF6, 0xFC)):
            code -= 32
            char = chr(code)
        number = code - self._first
        if 0 <= number < self._run:
            return number
        place = self._extra.find(char)
        if place < 0:
            return self._number(_QUESTION_MARK)
        return self._run + place

    def _load(self, number):
        # Copied, because MicroPython before 1.26 blits from writable memory only.
        width = self._widths[number]
        stride = self._stride
        pages = (self.height + 7) >> 3
        start = number * stride * pages
        columns = bytearray(self._data[start : start + stride * (pages - 1) + width])
        glyph = framebuf.FrameBuffer(columns, width, self.height, framebuf.MONO_VLSB, stride)
        self._glyphs[number] = glyph
        return glyph
