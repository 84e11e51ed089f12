"""Images: MicroPython and the program in one UF2."""

from firmware.payload import SECTOR
from host_tools import littlefs_image
from host_tools.image import payload, uf2
from host_tools.image.trouble import ImageError
from host_tools.program import mpy_version

WIPE, KEEP = "wipe", "keep"
KINDS = (WIPE, KEEP)


def build(kind, base, files):
    """The UF2 file (bytes) of this kind, with `files` ({path: bytes}) on a Base.

    "wipe" writes a whole new file system; "keep" leaves the board's own alone and lays the files
    below it. Raises ImageError.
    """
    _check_format(base, files)
    added = {WIPE: _wipe, KEEP: _keep}[kind](base, files)
    return uf2.write(base.uf2._replace(pages={**base.uf2.pages, **added}))


def _wipe(base, files):
    # Every block: a stale half of a littlefs pair could be taken for the newer one.
    blocks = base.size // littlefs_image.BLOCK
    try:
        pages = uf2.pages_of(base.start, littlefs_image.build(files, blocks))
    except littlefs_image.DoesNotFit:
        raise ImageError(
            f"the program does not fit into this board's file system ({base.size // 1024} KB); "
            "take MicroPython for a board with more"
        ) from None
    if base.start - SECTOR >= base.end:
        # In place of the header of what an image laid there before.
        pages.update(uf2.pages_of(base.start - SECTOR, b"\xff" * SECTOR))
    return pages


def _keep(base, files):
    packed = payload.pack(files)
    address = base.start - len(packed)
    if address < base.end:
        raise ImageError(
            f"the program needs {len(packed) // 1024} KB between MicroPython and its file system, "
            f"and there are {(base.start - base.end) // 1024} KB; make it with KIND=wipe, or use "
            "`make deploy`"
        )
    return uf2.pages_of(address, packed)


def _check_format(base, files):
    ours = {mpy_version(data) for path, data in files.items() if path.endswith(".mpy")}
    if base.mpy is not None and ours - {base.mpy}:
        raise ImageError(
            f"this MicroPython reads .mpy files of version {base.mpy}, mpy-cross here makes "
            f"version {max(ours)}; take MicroPython 1.24 to 1.29, or the mpy-cross that fits"
        )
