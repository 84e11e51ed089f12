"""A version of the program that lies in flash beside the file system and waits to be taken over.

An image that keeps the games (docs/images.md) cannot write into the board's file system. It puts
its files into the free flash below it instead. F is where the file system begins, numbers are
little-endian and have 32 bits, bytes that nothing needs are FF:

    F - SECTOR   the header, alone in its sector: MAGIC, bytes of the payload, how many of its
                 files the loader consists of, SHA-256 of the payload
    below it     the payload, in whole sectors, from its first byte on

The payload is one file after the other: bytes of its path, bytes of its content, path, content.
They come in the order in which they are to be written: the loader (all that runs before main.py)
first, each file after what it imports, and main.py last.

This is asked at every power-on, so it is small; `firmware.unpack` does the work. Both import
nothing of the firmware beside themselves. A PC that deploys runs this source over USB.
"""

import struct

MAGIC = b"TTCfiles"  # of this layout; another one gets another magic
HEADER = "<8sII32s"
ENTRY = "<II"
SECTOR = 4096
XIP = 0x10000000  # where flash begins in memory, on RP2040 and RP2350
FLASH_SIZES = (2 << 20, 4 << 20, 8 << 20, 16 << 20)  # the file system ends where the chip does
TAKEN = "image.id"  # the file that says which payload was taken over
_COUNT = 4  # the ioctls of a block device
_SIZE = 5


class Payload:
    """The payload whose header begins at `address`; `memory` as for `find`.

    id: 16 hex characters, equal for equal files. size: bytes. loader: how many files the loader
    consists of.
    """

    def __init__(self, address, memory):
        header = memory(address, struct.calcsize(HEADER))
        _, self.size, self.loader, self.hash = struct.unpack(HEADER, header)
        self.id = "".join(["%02x" % byte for byte in self.hash[:8]])
        self._start = address - (self.size + SECTOR - 1) // SECTOR * SECTOR
        self._memory = memory

    def content(self):
        """A memoryview of the payload, damaged or not; empty if its size cannot be right."""
        if self._start <= XIP:
            return memoryview(b"")
        return self._memory(self._start, self.size)


def find(flash=None, memory=None):
    """The Payload in flash, whole or not, or None.

    flash: the block device of the file system, by default the board's. memory: called with
    (address, bytes), returns a memoryview; by default the board's memory.
    """
    flash = flash or _board_flash()
    memory = memory or _board_memory
    room = flash.ioctl(_COUNT, 0) * flash.ioctl(_SIZE, 0)
    for size in FLASH_SIZES:
        if size > room + SECTOR:
            address = XIP + size - room - SECTOR
            if bytes(memory(address, len(MAGIC))) == MAGIC:
                return Payload(address, memory)
    return None


def pending(flash=None, memory=None, root=""):
    """Whether there is a payload that was not taken over yet; arguments as for `find`.

    root: the folder in which the files of the board lie.
    """
    payload = find(flash, memory)
    return payload is not None and taken(root) != payload.id


def taken(root=""):
    """The id of the payload that was taken over last, "" for none."""
    try:
        with open(root + "/" + TAKEN) as file:
            return file.read().strip()
    except (OSError, ValueError):
        return ""


def payload_id(flash=None, memory=None):
    """The id of the payload in flash, or None; arguments as for `find`.

    Whoever brings other files onto the board writes it into TAKEN, or the payload would take over
    from them.
    """
    payload = find(flash, memory)
    return payload.id if payload else None


def _board_flash():
    import rp2

    return rp2.Flash()


def _board_memory(address, size):
    import uctypes

    return memoryview(uctypes.bytearray_at(address, size))
