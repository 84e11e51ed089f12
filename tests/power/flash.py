"""A flash in memory that wears and loses its power; runs on MicroPython.

As on the Pico: sectors of 4,096 bytes are erased to FF, pages of 256 bytes are programmed, and
programming only ever turns ones into zeros.
"""

SECTOR = 4096
PAGE = 256
_BLANK = b"\xff" * SECTOR
_COUNT = 4  # the ioctls of a block device
_SIZE = 5
_ERASE = 6
_NO_POWER = -5  # EIO
UNDONE = "undone"  # how far the operation gets at which the power goes
HALF = "half"
DONE = "done"


class Flash:
    """A block device on `cells`, a bytearray of whole sectors that outlives it.

    `erases` counts sectors erased, `programs` pages programmed, `work` both. With `cut_at` set the
    power goes at that piece of work, counted from 1: it is left as `tear` says, and nothing can be
    read or written any more. `on` tells whether there is power.
    """

    def __init__(self, cells, cut_at=0, tear=UNDONE):
        self.cells = cells
        self.cut_at = cut_at
        self.tear = tear
        self.on = True
        self.erases = 0
        self.programs = 0

    @property
    def work(self):
        return self.erases + self.programs

    def readblocks(self, sector, buffer, offset=0):
        if not self.on:
            return _NO_POWER
        start = sector * SECTOR + offset
        buffer[:] = memoryview(self.cells)[start : start + len(buffer)]
        return 0

    def writeblocks(self, sector, buffer, offset=0):
        assert offset % PAGE == 0 and len(buffer) % PAGE == 0, (offset, len(buffer))
        data = memoryview(buffer)
        for at in range(0, len(buffer), PAGE):
            if not self.on:
                return _NO_POWER
            self.programs += 1
            size = self._part(PAGE)
            self._program(sector * SECTOR + offset + at, data[at : at + size])
        return 0 if self.on else _NO_POWER

    def ioctl(self, operation, sector):
        if operation == _COUNT:
            return len(self.cells) // SECTOR
        if operation == _SIZE:
            return SECTOR
        if operation == _ERASE:
            if not self.on:
                return _NO_POWER
            self.erases += 1
            size = self._part(SECTOR)
            start = sector * SECTOR
            memoryview(self.cells)[start : start + size] = _BLANK[:size]
        return 0 if self.on else _NO_POWER

    def _part(self, size):
        """How many bytes of this piece of work are done."""
        if self.work != self.cut_at:
            return size
        self.on = False
        return {UNDONE: 0, HALF: size // 2, DONE: size}[self.tear]

    def _program(self, start, data):
        cells = self.cells
        size = len(data)
        if cells[start : start + size] == _BLANK[:size]:
            cells[start : start + size] = data
            return
        for at in range(size):
            cells[start + at] &= data[at]
