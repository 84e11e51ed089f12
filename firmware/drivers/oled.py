"""What 128 x 64 OLED controllers have in common: a display RAM of 8 pages on I2C.

A page is 128 bytes, one per column, 8 dots each with the topmost in the lowest bit. The frame
to show has the same layout: the byte at page * 128 + column.
"""

from firmware import kit

COLUMNS = 128
PAGES = 8

_CHUNK = 8  # columns compared at once
_ALL_PAGES = (1 << PAGES) - 1
_FOLLOWED_BY_DATA = b"\x40"


class Oled:
    """A display that is told only what differs from what it shows.

    `i2c` needs `writeto(address, buffer)` and `writevto(address, vector)`, as machine.I2C has;
    `address` is the 7-bit address. A subclass gives INIT, the bytes of its initialisation behind
    their control byte, and `_point`.

    broken  True until `start` succeeded, and again after a bus error. Nothing is sent and
            nothing raised while it is True; call `start` again to try once more.

    The glass stays dark until it has received a whole frame: its memory starts with noise.
    """

    INIT = b""

    def __init__(self, i2c, address=kit.DISPLAY_ADDRESS):
        self.broken = True
        self._i2c = i2c
        self._address = address
        self._lit = False
        self._wanted_lit = True
        self._contrast = bytearray((0x00, 0x81, kit.DISPLAY_CONTRAST))
        self._power = bytearray((0x00, 0xAE))
        self._data = [_FOLLOWED_BY_DATA, b""]
        # What the glass shows, except in pages whose bit in _unknown is set.
        self._shadow = bytearray(PAGES * COLUMNS)
        self._shadow_pages = _views(self._shadow, COLUMNS)
        self._unknown = _ALL_PAGES
        # Two pages side by side, in views the VM's C code compares: byte by byte takes 2 ms.
        self._new = bytearray(COLUMNS)
        self._old = bytearray(COLUMNS)
        self._new_chunks = _views(self._new, _CHUNK)
        self._old_chunks = _views(self._old, _CHUNK)
        self._first = 0
        self._last = 0
        self._source = None
        self._source_pages = ()
        self._next_page = 0

    def start(self):
        """Initialise the controller, panel off; True if it answered.

        The contrast and the power asked for before are set again.
        """
        self.broken = False
        self._lit = False
        self.forget()
        if self._command(self.INIT):
            self._command(self._contrast)
        return not self.broken

    def forget(self):
        """Distrust what the glass shows: the next sends carry every page whole."""
        self._unknown = _ALL_PAGES
        self._next_page = 0

    def contrast(self, level):
        """Set the contrast, 0..255; any other level raises ValueError."""
        if not 0 <= level <= 255:
            raise ValueError(f"contrast must be 0 to 255, not {level}")
        self._contrast[2] = level
        self._command(self._contrast)

    def power(self, on):
        """Switch the panel on or off; its memory stays and can be written either way."""
        self._wanted_lit = bool(on)
        self._switch()

    def send_some(self, buffer):
        """Send the changed columns of one changed page; True while more pages differ.

        `buffer` is the frame, 1,024 bytes, or ValueError is raised. One call takes at most
        3.2 ms at 400 kHz, so buttons can be polled between calls. Pages take turns: one that
        changes all the time does not starve the others.
        """
        if self.broken:
            return False
        if buffer is not self._source:
            self._adopt(buffer)
        page = self._changed_page()
        if page < 0 or not self._send_page(page):
            return False
        self._next_page = (page + 1) % PAGES
        if self._lit != self._wanted_lit:
            self._switch()
        return not self.broken and self._changed_page() >= 0

    def _changed_page(self):
        """The first page from `_next_page` on, and around, that must be sent; -1 for none."""
        source = self._source_pages
        shadow = self._shadow_pages
        unknown = self._unknown
        page = self._next_page
        for _ in range(PAGES):
            if unknown >> page & 1 or source[page] != shadow[page]:
                self._next_page = page
                return page
            page = (page + 1) % PAGES
        return -1

    def _adopt(self, buffer):
        if len(buffer) != PAGES * COLUMNS:
            raise ValueError(f"a frame has {PAGES * COLUMNS} bytes, not {len(buffer)}")
        self._source_pages = _views(buffer, COLUMNS)
        self._source = buffer

    def _send_page(self, page):
        """Send what differs in `page` and note it; True if the bus took it."""
        new = self._source_pages[page]
        self._data[1] = new
        self._first = 0
        self._last = COLUMNS - 1
        if not self._unknown >> page & 1:
            self._new[:] = new
            self._old[:] = self._shadow_pages[page]
            self._compare()
            self._data[1] = new[self._first : self._last + 1]
        if not self._write(page):
            return False
        self._shadow_pages[page][:] = new
        self._unknown &= ~(1 << page)
        return True

    def _compare(self):
        """Find `_first` and `_last`, the outermost columns in which `_new` and `_old` differ."""
        new = self._new
        old = self._old
        new_chunks = self._new_chunks
        old_chunks = self._old_chunks
        at = 0
        while new_chunks[at] == old_chunks[at]:
            at += 1
        at *= _CHUNK
        while new[at] == old[at]:
            at += 1
        self._first = at
        at = COLUMNS // _CHUNK - 1
        while new_chunks[at] == old_chunks[at]:
            at -= 1
        at = at * _CHUNK + _CHUNK - 1
        while new[at] == old[at]:
            at -= 1
        self._last = at

    def _write(self, page):
        """Put `_data` on the bus, for the columns found in `page`; True if it was taken."""
        try:
            self._point(page, self._first, self._last)
            self._i2c.writevto(self._address, self._data)
        except OSError:
            self.broken = True
        return not self.broken

    def _switch(self):
        on = self._wanted_lit
        if on != self._lit and not (on and self._unknown):
            self._power[1] = 0xAF if on else 0xAE
            if self._command(self._power):
                self._lit = on

    def _command(self, commands):
        """Send a control byte and its commands; True if the bus took them."""
        if self.broken:
            return False
        try:
            self._i2c.writeto(self._address, commands)
        except OSError:
            self.broken = True
        return not self.broken

    def _point(self, page, first, last):
        """Let the next data bytes go to columns `first`..`last` of `page`; may raise OSError."""
        raise NotImplementedError


def _views(buffer, length):
    whole = memoryview(buffer)
    return tuple([whole[at : at + length] for at in range(0, len(buffer), length)])
