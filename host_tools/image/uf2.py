"""UF2, the files that a Pico's BOOTSEL drive takes: pages of flash with their addresses.

A block has 512 bytes: two magic numbers, flags, address, bytes of content, its number, the number
of all blocks, the family of the chip, the content, a last magic number.
"""

import struct
from collections import namedtuple

from host_tools.image.trouble import ImageError

BLOCK = 512
PAGE = 256  # bytes of content in every block
SECTOR = 4096
FLASH = range(0x10000000, 0x11000000)  # the addresses of flash
RP2040 = 0xE48BFF56
RP2350 = (0xE48BFF59, 0xE48BFF5A)  # Arm and RISC-V
_ANYWHERE = 0xE48BFF57  # RP2350: the family of a block that is for no chip
_HEAD = struct.Struct("<8I")
_FIRST, _SECOND, _LAST = 0x0A324655, 0x9E5D5157, 0x0AB16F30
_HAS_FAMILY = 0x2000
_NOT_FOR_FLASH = 0x0001 | 0x1000  # comments, and files within the file
_GET_ONE = "download MicroPython's .uf2 for the board from micropython.org/download"

Uf2 = namedtuple("Uf2", "family front pages")
Uf2.__doc__ = """What a UF2 writes.

family: the number of the chip's family. front: bytes of whole blocks that come before all others
and are for no chip (on RP2350 they keep its boot ROM from an error). pages: {address: 256 bytes}.
"""


def read(data):
    """The Uf2 in the bytes of a file. Raises ImageError unless it is whole and for one chip."""
    if data[:4] != struct.pack("<I", _FIRST):
        raise ImageError(f"this is no UF2 file; {_GET_ONE}")
    if len(data) % BLOCK:
        raise ImageError(f"this UF2 file is cut off; {_GET_ONE} again")
    front = b""
    pages = {}
    numbers = set()
    kinds = set()  # (family, number of all blocks)
    for at in range(0, len(data), BLOCK):
        block = data[at : at + BLOCK]
        first, second, flags, address, size, number, total, family = _HEAD.unpack_from(block)
        last = struct.unpack_from("<I", block, BLOCK - 4)[0]
        if (first, second, last) != (_FIRST, _SECOND, _LAST):
            raise ImageError(f"block {at // BLOCK} of this UF2 file is damaged; {_GET_ONE} again")
        if family == _ANYWHERE and not numbers:
            front += block
            continue
        if not flags & _HAS_FAMILY or flags & _NOT_FOR_FLASH or size != PAGE:
            raise ImageError(f"this UF2 file is not one for a Raspberry Pi Pico; {_GET_ONE}")
        if address not in FLASH or address % PAGE or address in pages:
            raise ImageError(
                f"this UF2 file writes to {address:#x}, which no Pico's does; {_GET_ONE}"
            )
        pages[address] = block[_HEAD.size : _HEAD.size + PAGE]
        numbers.add(number)
        kinds.add((family, total))
    if len(kinds) != 1:
        raise ImageError(f"this UF2 file is for several chips at once, or cut off; {_GET_ONE}")
    family, total = kinds.pop()
    if total != len(numbers) or max(numbers) >= total:
        missing = max(total - len(numbers), 1)
        raise ImageError(
            f"this UF2 file is cut off, {missing} of {total} blocks are missing; {_GET_ONE} again"
        )
    if family != RP2040 and family not in RP2350:
        raise ImageError(
            f"this UF2 file is for another chip (family {family:#x}), not for RP2040 or RP2350; "
            f"{_GET_ONE}"
        )
    return Uf2(family, front, pages)


def write(uf2):
    """The bytes of a file for a Uf2, its pages by address and every sector whole.

    The boot ROM of the RP2040 erases a sector when the first block comes of the sixteen that share
    it by their *numbers*: so the numbers of a sector's blocks must be such a sixteen.
    """
    sectors = sorted({address - address % SECTOR for address in uf2.pages})
    addresses = [sector + at for sector in sectors for at in range(0, SECTOR, PAGE)]
    blank = b"\xff" * PAGE
    blocks = [uf2.front]
    for number, address in enumerate(addresses):
        place = (address, PAGE, number, len(addresses), uf2.family)
        head = _HEAD.pack(_FIRST, _SECOND, _HAS_FAMILY, *place)
        content = uf2.pages.get(address, blank)
        blocks.append((head + content).ljust(BLOCK - 4, b"\0") + struct.pack("<I", _LAST))
    return b"".join(blocks)


def pages_of(address, data):
    """{address: 256 bytes} of `data` beginning at `address`, with FF after its end."""
    return {
        address + at: data[at : at + PAGE].ljust(PAGE, b"\xff") for at in range(0, len(data), PAGE)
    }
