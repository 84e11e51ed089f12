"""The program as an image carries it past the file system (layout: firmware/payload.py)."""

import hashlib
import struct

from firmware.payload import ENTRY, HEADER, MAGIC, SECTOR
from firmware.unpack import MAIN
from host_tools.program import LOADER

# In the order in which they are to be written.
FIRST = (*LOADER, "boot.py")


def pack(files):
    """The payload of `files` ({path: bytes}) with its header: bytes, whole sectors.

    They belong directly below the file system.
    """
    first = [path for path in FIRST if path in files]
    rest = sorted(path for path in files if path not in FIRST and path != MAIN)
    parts = []
    for path in [*first, *rest, *[path for path in files if path == MAIN]]:
        name = path.encode()
        parts += [struct.pack(ENTRY, len(name), len(files[path])), name, files[path]]
    content = b"".join(parts)
    digest = hashlib.sha256(content).digest()
    header = struct.pack(HEADER, MAGIC, len(content), len(first), digest)
    return _whole_sectors(content) + _whole_sectors(header)


def _whole_sectors(data):
    return data + b"\xff" * (-len(data) % SECTOR)
