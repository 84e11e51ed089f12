"""A font made drawable: glyph look-up, widths, and glyphs cached as frame buffers."""

import framebuf

_QUESTION_MARK = 63  # its number; characters of ASCII are their own
_MOST_KEPT = 16  # strings whose numbers are kept: about a screen


class Typeface:
    """Writes proportional text onto `canvas`, a framebuf.FrameBuffer.

    `inverse` is a palette of two pixels, lit and dark, for writing in ink 0; `font` is one of
    font.py. A glyph is turned into a frame buffer when it is first used and kept (64 bytes on the
    Pico), as are the last strings, so that writing them again allocates nothing.
    """

    def __init__(self, canvas, inverse, font):
        self._canvas = canvas
        self._inverse = inverse
        self._height, self._stride, self._gap = font[:3]
        self._extra, self._glyph_of, self._advances, self._data = font[3:]
        self._glyphs: list = [None] * len(self._advances)
        # The string looked at last: it is often measured, then written.
        self._string = None
        self._spelt = b""
        self._width = 0
        self._kept: dict = {}

    def width(self, string):
        """Return the width of `string` in pixels, without a gap after the last glyph."""
        if string is not self._string:
            self._read(string)
        return self._width

    def fitting(self, string, width):
        """Return how many characters from the beginning of `string` fit into `width` pixels."""
        if self.width(string) <= width:
            return len(string)
        glyph_of = self._glyph_of
        advances = self._advances
        count = 0
        width += self._gap
        for number in self._spelt:
            width -= advances[glyph_of[number]]
            if width < 0:
                break
            count += 1
        return count

    def write(self, string, x, y, ink):
        """Draw `string` with its top left corner at (x, y); return the x after its last column.

        Only the strokes are drawn, lit with ink 1 and dark with ink 0; what lies between them
        stays as it was.
        """
        if string is not self._string:
            self._read(string)
        glyph_of = self._glyph_of
        advances = self._advances
        glyphs = self._glyphs
        canvas = self._canvas
        inverse = self._inverse
        start = x
        for number in self._spelt:
            place = glyph_of[number]
            glyph = glyphs[place] or self._load(place)
            if ink:
                canvas.blit(glyph, x, y, 0)
            else:
                canvas.blit(glyph, x, y, 1, inverse)
            x += advances[place]
        return x - self._gap if x > start else x

    def _read(self, string):
        """Note the numbers of a string's characters, one byte each, and how wide it is."""
        codes = self._kept.get(string)
        if codes is None:
            codes = string.encode()
            if len(codes) != len(string):
                codes = self._decoded(codes, len(string))
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[string] = codes
        glyph_of = self._glyph_of
        advances = self._advances
        width = 0
        for number in codes:
            width += advances[glyph_of[number]]
        self._width = width - self._gap if width else 0
        self._spelt = codes
        self._string = string

    def _decoded(self, codes, count):
        """The numbers of `count` characters in UTF-8.

        By hand: to take a string apart into characters, MicroPython searches all the names it
        knows for each of them.
        """
        extra = self._extra
        numbers = bytearray(count)
        at = -1
        code = 0
        for byte in codes:
            if byte < 0x80:
                at += 1
                numbers[at] = byte
            elif byte >= 0xC0:
                at += 1
                code = byte & (0x1F if byte < 0xE0 else 0x0F)
            else:
                # The last byte of a character decides; it comes after those that say too little.
                code = code << 6 | byte & 0x3F
                numbers[at] = extra.get(code, _QUESTION_MARK)
        return numbers

    def _load(self, place):
        # Copied, because MicroPython before 1.26 blits from writable memory only.
        width = self._advances[place] - self._gap
        stride = self._stride
        pages = (self._height + 7) >> 3
        start = place * stride * pages
        columns = bytearray(self._data[start : start + stride * (pages - 1) + width])
        glyph = framebuf.FrameBuffer(columns, width, self._height, framebuf.MONO_VLSB, stride)
        self._glyphs[place] = glyph
        return glyph
