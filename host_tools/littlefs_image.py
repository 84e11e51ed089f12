"""File systems as they lie in a Pico's flash: littlefs as MicroPython's rp2 port mounts it."""

import errno

from littlefs import LittleFS, LittleFSError, UserContext

BLOCK = 4096  # bytes, a sector of the flash
_PROGRAM = 256  # bytes, a page
# The rest is what MicroPython sets besides these two when it mounts.
_GEOMETRY = {
    "block_size": BLOCK,
    "read_size": 32,
    "prog_size": _PROGRAM,
    "cache_size": 4 * _PROGRAM,
    "lookahead_size": 32,
    "block_cycles": 100,
}
# Version 2.0 is read by every MicroPython; a newer one moves the disk on when it writes.
_OLDEST, _ANY = 0x00020000, 0


class DoesNotFit(Exception):
    """The files need more blocks than there are."""


class NoFileSystem(Exception):
    """The bytes are no littlefs of this geometry; the text says what is wrong."""


def build(files, blocks):
    """The image (bytes) of a file system of `blocks` blocks with `files` ({path: bytes}).

    Blocks that are not used are FF. The same files give the same bytes. Raises DoesNotFit.
    """
    file_system, buffer = _file_system(bytearray(b"\xff" * (BLOCK * blocks)), _OLDEST)
    file_system.format()
    file_system.mount()
    try:
        for path in sorted(files):
            folder = path.rpartition("/")[0]
            if folder:
                file_system.makedirs(folder, exist_ok=True)
            with file_system.open(path, "wb") as file:
                file.write(files[path])
        file_system.unmount()
    except (LittleFSError, OSError) as error:
        if _code(error) == errno.ENOSPC:
            raise DoesNotFit(f"{len(files)} files do not fit into {blocks} blocks") from None
        raise
    return bytes(buffer)


def read(image):
    """{path: bytes} of all files in a file system, given as the bytes of all its blocks.

    Raises NoFileSystem.
    """
    if not image or len(image) % BLOCK:
        raise NoFileSystem(f"{len(image)} bytes are not whole blocks of {BLOCK}")
    file_system, _ = _file_system(bytearray(image), _ANY)
    files = {}
    try:
        file_system.mount()
        for folder, _, names in file_system.walk("/"):
            for name in names:
                path = f"{folder.rstrip('/')}/{name}"
                with file_system.open(path, "rb") as file:
                    files[path.lstrip("/")] = file.read()
    except (LittleFSError, OSError) as error:
        raise NoFileSystem(f"no whole littlefs: {error}") from None
    return files


def _file_system(buffer, version):
    """(a LittleFS on `buffer` that is not mounted, the bytearray it writes to)."""
    context = UserContext(buffer=buffer)
    file_system = LittleFS(
        context=context,
        mount=False,
        block_count=len(buffer) // BLOCK,
        disk_version=version,
        **_GEOMETRY,
    )
    return file_system, context.buffer


def _code(error):
    return abs(getattr(error, "code", None) or error.errno or 0)
