"""Imports that need not search: where the modules of the program lie is known.

Before MicroPython opens a module it asks the file system for a folder, a .py and a .mpy of that
name, and littlefs goes through all folders above for each answer: more than half of the time that
an import takes, and with it of every power-on and of every screen that is opened. A file system of
our own stands in front and answers from what is known: all but the packages are .mpy files, and
the packages' own files are empty.
"""

import vfs

PACKAGES = (
    "/firmware",
    "/firmware/drivers",
    "/firmware/games",
    "/firmware/picture",
    "/firmware/screens",
    "/firmware/self_test",
    "/firmware/storage",
    "/shared_engine",
    "/shared_engine/deduction",
    "/shared_engine/games",
)
_PLACE = "/program"
_FILE = (0x8000, 0, 0, 0, 0, 0, 0, 0, 0, 0)  # as os.stat has it
_FOLDER = (0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)
_NO_ENTRY = 2  # errno ENOENT


class _Known:
    """What MicroPython asks of a file system while it imports."""

    def mount(self, readonly, mkfs):
        """There is nothing to prepare."""

    def umount(self):
        """There is nothing to let go of."""

    def stat(self, path):
        # Nothing is in a package's own file: to read it would be in vain.
        if path.endswith(".mpy") and not path.endswith("/__init__.mpy"):
            return _FILE
        if path in PACKAGES:
            return _FOLDER
        raise OSError(_NO_ENTRY)

    def open(self, path, mode):
        return open(path, mode)


def quicken():
    """From now on modules of the two packages are found without a search."""
    import firmware
    import shared_engine

    vfs.mount(_Known(), _PLACE)
    # Only below these two: anything else is looked for where it always is.
    firmware.__path__ = _PLACE + "/firmware"
    shared_engine.__path__ = _PLACE + "/shared_engine"
