"""A stand-in for MicroPython's `framebuf` module under CPython: MONO_VLSB only.

It draws the same bytes as the original and takes the same positional arguments. Rows of whole
bytes are treated at once (tables and long integers) because tests draw thousands of frames.
"""

MONO_VLSB = 0
MVLSB = 0

_SKIP = -1

_fill_tables = {}
_blit_tables = {}


def _fill_table(mask, lit):
    """Return the 256 byte table that lights (or darkens) the bits `mask` of every byte."""
    table = _fill_tables.get((mask, lit))
    if table is None:
        table = bytes(byte | mask if lit else byte & ~mask for byte in range(256))
        _fill_tables[mask, lit] = table
    return table


def _shifted_table(rule):
    """Return the table from a source byte to the bits a blit touches, for `rule`.

    `rule` = (bits of the source byte that count, 1 or 0: the source bits that are looked for,
    rows the result moves down). Bits moved beyond the byte's end go to the table for the next
    page, which has the rows minus 8.
    """
    table = _blit_tables.get(rule)
    if table is None:
        mask, wanted, down = rule
        chosen = [byte & mask if wanted else ~byte & mask for byte in range(256)]
        if down >= 0:
            table = bytes((byte << down) & 255 for byte in chosen)
        else:
            table = bytes(byte >> -down for byte in chosen)
        _blit_tables[rule] = table
    return table


class FrameBuffer:
    """Pixels in `buffer`: pages of `stride` columns, eight rows each, the topmost in bit 0.

    Raises TypeError for a read-only buffer and ValueError for sizes that do not fit it, as
    MicroPython does, and ValueError for any other format than MONO_VLSB.
    """

    def __init__(self, buffer, width, height, format, stride=None):
        if memoryview(buffer).readonly:
            raise TypeError("object with buffer protocol required")
        if stride is None:
            stride = width
        pages = (height + 7) >> 3
        if format != MONO_VLSB or width < 1 or height < 1 or stride < width:
            raise ValueError("invalid format or size")
        if len(buffer) < (pages - 1) * stride + width:
            raise ValueError("buffer too small")
        self._buffer = buffer
        self._width = width
        self._height = height
        self._stride = stride

    def fill(self, c):
        """Draw the whole buffer in colour `c`."""
        self.fill_rect(0, 0, self._width, self._height, c)

    def pixel(self, x, y, c=None):
        """Draw the pixel (x, y), or return it when no colour is given; None outside."""
        if not (0 <= x < self._width and 0 <= y < self._height):
            return None
        place = (y >> 3) * self._stride + x
        if c is None:
            return (self._buffer[place] >> (y & 7)) & 1
        if c:
            self._buffer[place] |= 1 << (y & 7)
        else:
            self._buffer[place] &= ~(1 << (y & 7))
        return None

    def hline(self, x, y, w, c):
        """Draw `w` pixels from (x, y) to the right."""
        self.fill_rect(x, y, w, 1, c)

    def vline(self, x, y, h, c):
        """Draw `h` pixels from (x, y) down."""
        self.fill_rect(x, y, 1, h, c)

    def rect(self, x, y, w, h, c, f=False):
        """Draw the border of a rectangle, or with `f` all of it."""
        if f:
            self.fill_rect(x, y, w, h, c)
            return
        self.fill_rect(x, y, w, 1, c)
        self.fill_rect(x, y + h - 1, w, 1, c)
        self.fill_rect(x, y, 1, h, c)
        self.fill_rect(x + w - 1, y, 1, h, c)

    def fill_rect(self, x, y, w, h, c):
        """Draw a filled rectangle."""
        right = min(x + w, self._width)
        bottom = min(y + h, self._height)
        x = max(x, 0)
        y = max(y, 0)
        if x >= right or y >= bottom:
            return
        buffer = self._buffer
        lit = bool(c)
        last_page = (bottom - 1) >> 3
        for page in range(y >> 3, last_page + 1):
            mask = 255
            if page == y >> 3:
                mask &= 255 << (y & 7)
            if page == last_page:
                mask &= 255 >> (7 - ((bottom - 1) & 7))
            start = page * self._stride + x
            end = start + right - x
            if mask == 255:
                buffer[start:end] = (b"\xff" if lit else b"\0") * (right - x)
            else:
                table = _fill_table(mask, lit)
                buffer[start:end] = bytes(buffer[start:end]).translate(table)

    def blit(self, fbuf, x, y, key=-1, palette=None):
        """Draw the FrameBuffer `fbuf` at (x, y).

        Its colours are looked up in the first row of `palette` if one is given; pixels whose
        colour is then `key` are not drawn.
        """
        left = max(x, 0)
        columns = min(x + fbuf._width, self._width) - left
        if columns <= 0 or y >= self._height or y + fbuf._height <= 0:
            return
        becomes = [0, 1]
        if palette is not None:
            becomes = [palette.pixel(0, 0), palette.pixel(1, 0)]
        becomes = [_SKIP if colour == key else colour for colour in becomes]
        if becomes[0] == becomes[1] == _SKIP:
            return
        down = y & 7
        for source_page in range((fbuf._height + 7) >> 3):
            rows = min(8, fbuf._height - 8 * source_page)
            mask = (1 << rows) - 1
            start = source_page * fbuf._stride + left - x
            source = bytes(fbuf._buffer[start : start + columns])
            page = (y >> 3) + source_page
            self._merge(page, left, source, becomes, mask, down)
            if down:
                self._merge(page + 1, left, source, becomes, mask, down - 8)

    def _merge(self, page, left, source, becomes, mask, down):
        """Draw one page of source bytes onto one page of this buffer, moved `down` rows."""
        if page < 0 or page * 8 >= self._height:
            return
        lit = 0
        dark = 0
        for bit in (0, 1):
            if becomes[bit] != _SKIP:
                table = _shifted_table((mask, bit, down))
                chosen = int.from_bytes(source.translate(table), "little")
                if becomes[bit]:
                    lit |= chosen
                else:
                    dark |= chosen
        columns = len(source)
        if page * 8 + 8 > self._height:
            inside = bytes([(1 << (self._height & 7)) - 1]) * columns
            lit &= int.from_bytes(inside, "little")
            dark &= int.from_bytes(inside, "little")
        start = page * self._stride + left
        pixels = int.from_bytes(self._buffer[start : start + columns], "little")
        pixels = (pixels | lit) & ~dark
        self._buffer[start : start + columns] = pixels.to_bytes(columns, "little")
