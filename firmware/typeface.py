"""A font made drawable: glyph look-up, widths, and glyphs cached as frame buffers."""

import framebuf

_QUESTION_MARK = "?"
_MOST_SPELT = 24  # strings whose glyph numbers are kept: about a screen
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
        self._spelt: dict = {}
        self._invert = framebuf.FrameBuffer(bytearray(_INVERT_DATA), 2, 1, framebuf.MONO_VLSB)

    def width(self, string):
        """Return the width of `string` in pixels, without a gap after the last glyph."""
        widths = self._widths
        gap = self._gap
        total = 0
        for number in self._numbers(string):
            total += widths[number] + gap
        return total - gap if total else 0

    def fitting(self, string, width):
        """Return how many characters from the beginning of `string` fit into `width` pixels."""
        widths = self._widths
        gap = self._gap
        count = 0
        width += gap
        for number in self._numbers(string):
            width -= widths[number] + gap
            if width < 0:
                break
            count += 1
        return count

    def write(self, canvas, string, x, y, ink):
        """Draw `string` with its top left corner at (x, y); return the x after its last column.

        Only the strokes are drawn, lit with ink 1 and dark with ink 0; what lies between them
        stays as it was.
        """
        widths = self._widths
        glyphs = self._glyphs
        gap = self._gap
        invert = self._invert
        end = x
        for number in self._numbers(string):
            glyph = glyphs[number] or self._load(number)
            if ink:
                canvas.blit(glyph, x, y, 0)
            else:
                canvas.blit(glyph, x, y, 1, invert)
            end = x + widths[number]
            x = end + gap
        return end

    def _numbers(self, string):
        """The glyph numbers of a string, one a character, as a bytearray."""
        numbers = self._spelt.get(string)
        if numbers is None:
            if len(self._spelt) >= _MOST_SPELT:
                self._spelt.clear()
            numbers = self._spell(string)
            self._spelt[string] = numbers
        return numbers

    def _spell(self, string):
        # By its bytes: to take a string apart into characters, MicroPython searches all the names
        # it knows for each of them.
        numbers = bytearray(string.encode())
        if self._capitals or len(numbers) != len(string):
            return bytearray([self._number(char) for char in string])
        first = self._first
        run = self._run
        at = 0
        for code in numbers:
            code -= first
            numbers[at] = code if 0 <= code < run else self._number(_QUESTION_MARK)
            at += 1
        return numbers

    def _number(self, char):
        code = ord(char)
        if self._capitals and (97 <= code <= 122 or code in (0xE4, 0xF6, 0xFC)):
            code -= 32
        number = code - self._first
        if 0 <= number < self._run:
            return number
        place = self._extra.find(chr(code))
        return self._number(_QUESTION_MARK) if place < 0 else self._run + place

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
