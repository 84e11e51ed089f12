"""Files as they lie in the flash of the emulated Pico: a littlefs image in bytes."""

from collections import namedtuple

from host_tools import littlefs_image
from host_tools.pico.trouble import NoPico

Region = namedtuple("Region", "start blocks block_size")
Region.__doc__ = "A part of the flash: its first byte, how many erase blocks, bytes in each."


def pack(files, region):
    """The bytes of a file system of `region` that holds `files`, {path: bytes}.

    NoPico if they do not fit, or without littlefs-python.
    """
    try:
        return littlefs_image.build(files, region.blocks)
    except littlefs_image.DoesNotFit as error:
        raise NoPico(f"{error} of the Pico's storage") from None
    except ImportError as missing:
        raise _without(missing) from None


def unpack(image, region):
    """The files, {path: bytes}, in the bytes of a file system; ValueError if it is none."""
    size = region.blocks * region.block_size
    if len(image) != size:
        raise ValueError(f"an image of this storage has {size} bytes, not {len(image)}")
    try:
        return littlefs_image.read(image)
    except littlefs_image.NoFileSystem as error:
        raise ValueError(f"the Pico's storage: {error}") from None
    except ImportError as missing:
        raise _without(missing) from None


def _without(missing):
    return NoPico(f"the emulated Pico needs littlefs-python ({missing}): `make venv` installs it")
