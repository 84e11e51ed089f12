"""A flash in memory that is in a file as well, at every moment; runs on MicroPython."""

from tests.power.flash import SECTOR, Flash

COUNTER = 8  # bytes at the end of the file, little-endian: the work done on the flash so far
_ERASE = 6


class KeptFlash(Flash):
    """A Flash with the cells that `file` (open for reading and writing) holds.

    Every piece of work is in the file before the next one begins, and so is their number: the
    process may be killed at any time, and the count goes on where it was. `power_went` is called
    when the power goes, and must not return.
    """

    def __init__(self, file, blocks, power_went):
        cells = bytearray(SECTOR * blocks)
        file.seek(0)
        file.readinto(cells)
        super().__init__(cells)
        self.programs = int.from_bytes(file.read(COUNTER), "little")
        self._file = file
        self._power_went = power_went

    def writeblocks(self, sector, buffer, offset=0):
        result = super().writeblocks(sector, buffer, offset)
        self._keep(sector * SECTOR + offset, len(buffer))
        return result

    def ioctl(self, operation, sector):
        result = super().ioctl(operation, sector)
        if operation == _ERASE:
            self._keep(sector * SECTOR, SECTOR)
        return result

    def _keep(self, start, size):
        self._file.seek(start)
        self._file.write(memoryview(self.cells)[start : start + size])
        self._file.seek(len(self.cells))
        self._file.write(self.work.to_bytes(COUNTER, "little"))
        if not self.on:
            self._power_went()
