"""Runs on MicroPython in a folder with the compiled program: `imports_script.py FOLDER`."""

import os
import sys

top = sys.argv[1]
os.chdir(top)
# Its folder alone is searched, as on a board.
sys.path[:] = [top, ".frozen"]

from firmware import imports  # noqa: E402


class Here(imports._Known):
    """The board's root is a folder of this PC."""

    def open(self, path, mode):
        return open(top + path, mode)


imports._Known = Here
imports.quicken()
for package in imports.PACKAGES:
    for name in sorted(os.listdir(top + package)):
        path = (package[1:] + "/" + name).replace("/", ".")
        # What belongs to a Pico's hardware is not on a PC.
        if path.endswith(".mpy") and name != "__init__.mpy" and ".drivers." not in path:
            __import__(path[:-4], None, None, ("x",))
print("known ok")
try:
    import firmware.missing  # noqa: F401
except ImportError as error:
    print("missing", type(error).__name__)
except OSError as error:
    print("missing", type(error).__name__)
import json  # noqa: E402

print("outside", "ok" if json.loads("1") == 1 else "?")
