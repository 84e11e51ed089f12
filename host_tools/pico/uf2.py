"""The MicroPython for the emulated Pico: which UF2 file, and what it puts into the flash."""

import os
from collections import namedtuple

from firmware.payload import XIP
from host_tools.image import uf2
from host_tools.image.base import read_base
from host_tools.image.trouble import ImageError
from host_tools.pico import fetch
from host_tools.pico.flash import Region
from host_tools.pico.trouble import NoPico

VARIABLE = "PICO_UF2"
FETCH = "fetch"  # in place of a file's name: get it from where it was released
FLASH_BYTES = 2 << 20  # of a Pico

_WHERE = "micropython.org/download/RPI_PICO has it"
_PICO = "Raspberry Pi Pico with RP2040"

Firmware = namedtuple("Firmware", "flash version storage")
Firmware.__doc__ = """What is on a Pico before our files are.

flash: the 2 MB of flash as bytes, FF where nothing was written. version: of MicroPython, a text
such as "v1.24.1". storage: the Region of its file system.
"""


def find_uf2(option=None, environment=os.environ):
    """The path of the UF2 file: `option`, else what PICO_UF2 says, else one fetched earlier.

    The word FETCH in place of a path gets it from the internet, once; nothing else does. NoPico
    where there is none.
    """
    path = option or environment.get(VARIABLE)
    if path == FETCH:
        return fetch.fetched()
    if not path and fetch.FETCHED.is_file():
        return str(fetch.FETCHED)
    if not path:
        raise NoPico(
            f"no MicroPython for the emulated Pico: name its UF2 file with --uf2 FILE or "
            f"{VARIABLE}=FILE; {_WHERE}, and {VARIABLE}={FETCH} gets it from there"
        )
    return path


def read_uf2(path):
    """The Firmware in the UF2 file at `path`, a MicroPython for the Pico as it was released.

    NoPico says what is wrong with the file.
    """
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise NoPico(f"{path}: {error.strerror}; a UF2 file is needed, {_WHERE}") from None
    try:
        base = read_base(data)
    except ImageError as error:
        raise NoPico(f"{path}: {error}") from None
    if base.board != _PICO:
        raise NoPico(f"{path}: this is for {base.board}, and emulated is a {_PICO}; {_WHERE}")
    region = Region(base.start - XIP, base.size // uf2.SECTOR, uf2.SECTOR)
    return Firmware(_flash(base.uf2), base.version, region)


def flashed(firmware, image):
    """The Firmware of a Pico that took the UF2 `image` (bytes) on top of what it had.

    Raises NoPico for what its boot ROM would not take.
    """
    try:
        return firmware._replace(flash=_flash(uf2.read(image), firmware.flash))
    except ImageError as error:
        raise NoPico(str(error)) from None


def _flash(file, before=b"\xff" * FLASH_BYTES):
    if file.family != uf2.RP2040:
        raise NoPico("this UF2 file is for another chip than the Pico's RP2040")
    flash = bytearray(before)
    for address, page in file.pages.items():
        # The boot ROM erases the sector before it writes the first page of it.
        start = address - XIP
        if start + len(page) > FLASH_BYTES:
            raise NoPico(f"this UF2 file writes to {address:#x}, beyond the Pico's 2 MB of flash")
        sector = start - start % uf2.SECTOR
        if not any(other in file.pages for other in range(sector + XIP, address, uf2.PAGE)):
            flash[sector : sector + uf2.SECTOR] = b"\xff" * uf2.SECTOR
        flash[start : start + len(page)] = page
    return bytes(flash)
