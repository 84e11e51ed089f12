"""What a UF2 of MicroPython says about itself: version, board, and where its file system lies.

Programs for these chips carry a list for tools ("binary info" in the Pico SDK): a marker near the
start of flash, the first and last address of a table of addresses, and at each of those an entry
that begins with its type and its owner. MicroPython notes its name, its version and the region of
its file system there.
"""

import re
import struct
from collections import namedtuple

from firmware.payload import FLASH_SIZES, MAGIC, XIP
from host_tools.image import uf2
from host_tools.image.trouble import ImageError

OLDEST = (1, 24)
_MARKER, _MARKER_END = 0x7188EBF2, 0xE71AA390
_MARKER_WITHIN = 4096  # bytes from the start of flash
_TEXT, _DEVICE = 6, 7  # types of entries
_NAME, _VERSION = 0x02031C86, 0x11A9BC3A  # which text it is
_MICROPYTHON = "MicroPython"
_BOARD = re.compile(rb"[A-Za-z0-9][ -~]{2,120} with RP2\d{3}[ -~]{0,20}(?=\0)")
_STOCK = "take the unchanged .uf2 for the board from micropython.org/download"

Base = namedtuple("Base", "uf2 version board mpy end start size")
Base.__doc__ = """A MicroPython to build images on.

uf2: its Uf2. version: as "v1.24.1". board: as "Raspberry Pi Pico with RP2040". mpy: the version of
.mpy files it reads, None where it does not show. end: the first address after it, at a whole
sector. start, size: address and bytes of its file system.
"""


class Flash:
    """The flash as a UF2 leaves it, FF where it writes nothing; read by address."""

    def __init__(self, pages):
        self.data = bytearray(b"\xff" * (max(pages) + uf2.PAGE - XIP))
        for address, page in pages.items():
            self.data[address - XIP : address - XIP + uf2.PAGE] = page

    def words(self, address, form):
        """struct.unpack of `form` there; None where there is no such flash."""
        at = address - XIP
        if at < 0 or at + struct.calcsize(form) > len(self.data):
            return None
        return struct.unpack_from(form, self.data, at)

    def text(self, address):
        """The text there up to a zero byte, "" where there is none."""
        at = address - XIP
        end = self.data.find(b"\0", at) if 0 <= at < len(self.data) else -1
        return self.data[at:end].decode("utf-8", "replace") if end >= 0 else ""

    def places(self, word):
        """The addresses, multiples of four, at which this word stands."""
        pattern = re.escape(struct.pack("<I", word))
        found = [match.start() for match in re.finditer(pattern, self.data)]
        return [XIP + at for at in found if at % 4 == 0]


def read_base(data):
    """The Base in the bytes of a UF2 file. Raises ImageError."""
    file = uf2.read(data)
    flash = Flash(file.pages)
    texts, devices = _binary_info(flash)
    if _MICROPYTHON not in texts.get(_NAME, ""):
        raise ImageError(f"this UF2 file is not MicroPython; {_STOCK}")
    version = texts.get(_VERSION, "")
    numbers = re.match(r"v?(\d+)\.(\d+)", version)
    if not numbers:
        raise ImageError(f"this MicroPython does not say its version; {_STOCK}")
    if tuple(int(number) for number in numbers.groups()) < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        raise ImageError(f"this is MicroPython {version}, and {oldest} is the oldest that will do; "
                         f"{_STOCK}")  # fmt: skip
    region = devices.pop(_MICROPYTHON, None)
    if region is None:
        raise ImageError(f"this MicroPython does not say where its file system is; {_STOCK}")
    start, size = region
    if start % uf2.SECTOR or size % uf2.SECTOR or start + size - XIP not in FLASH_SIZES:
        raise ImageError(f"the file system of this MicroPython ({start:#x}, {size} bytes) does not "
                         f"end where the flash does; {_STOCK}")  # fmt: skip
    if flash.words(start - uf2.SECTOR, f"{len(MAGIC)}s") == (MAGIC,):
        raise ImageError(f"this is an image of ours already; {_STOCK}")
    if max(file.pages) >= start:
        raise ImageError(f"this UF2 file writes into the file system at {start:#x}; {_STOCK}")
    # What other regions lie below it (a ROMFS) is not free either.
    ends = [first + size for first, size in devices.values() if first < start]
    end = max([max(file.pages) + uf2.PAGE, *ends])
    end += -end % uf2.SECTOR
    board, mpy = _board(flash)
    return Base(file, version, board, mpy, end, start, size)


def _binary_info(flash):
    """({which: text}, {name: (address, bytes)} of the block devices) that the list names."""
    texts, devices = {}, {}
    for address in _table(flash):
        kind = flash.words(address, "<HH")
        if kind and kind[0] == _TEXT:
            which, text = flash.words(address + 4, "<II") or (0, 0)
            # Names of parts come under one number, again and again; only single ones are wanted.
            texts.setdefault(which, flash.text(text))
        elif kind and kind[0] == _DEVICE:
            name, start, size = flash.words(address + 4, "<III") or (0, 0, 0)
            devices[flash.text(name)] = (start, size)
    return texts, devices


def _table(flash):
    """The addresses of the entries."""
    for at in range(XIP, XIP + min(len(flash.data), _MARKER_WITHIN), 4):
        words = flash.words(at, "<5I")
        if words and words[0] == _MARKER and words[4] == _MARKER_END:
            _, first, end, _, _ = words
            entries = [flash.words(place, "<I") for place in range(first, end, 4)]
            return [entry[0] for entry in entries if entry]
    return []


def _board(flash):
    """(the board's name, the version of .mpy files) as sys.implementation has them on it.

    It is a tuple (name, version, machine, mpy) in flash. The machine is a text object, whose last
    two words are length and address; an integer is shifted left by one with the lowest bit set.
    """
    board = "a board without a name"
    for found in _BOARD.finditer(flash.data):
        # In the words that greet at the prompt it comes last.
        board = found.group().decode().rpartition("; ")[2]
        for place in flash.places(XIP + found.end() - len(board)):
            if flash.words(place - 4, "<I") == (len(board),):
                for item in flash.places(place - 12):
                    following = flash.words(item + 4, "<I")
                    if following and following[0] & 1:
                        return board, (following[0] >> 1) & 0xFF
    return board, None
