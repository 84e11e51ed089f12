"""Runs on the board: prints what it is, as one line of JSON."""

import json
import os
import sys


def _flash():
    try:
        found = os.statvfs("/")
    except (AttributeError, OSError):
        return [0, 0, 0]
    # littlefs counts some blocks twice, so that fewer than none may be free.
    return [found[0], found[2], found[3] if found[3] <= found[2] else 0]


print(
    json.dumps(
        {
            "implementation": sys.implementation.name,
            "version": [part for part in sys.implementation[1] if isinstance(part, int)][:3],
            "mpy": getattr(sys.implementation, "_mpy", 0) & 0xFF,
            "platform": sys.platform,
            "machine": getattr(sys.implementation, "_machine", sys.platform),
            "flash": _flash(),
            "root": os.listdir("/"),
        }
    )
)
