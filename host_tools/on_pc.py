"""Make the firmware importable under CPython.

The firmware imports MicroPython's own modules (`framebuf`, ...). The folder
host_tools/stand_ins holds one file for each of them that CPython lacks. `install()` puts that
folder in front of sys.path, so that the picture never depends on what else is installed;
importing this module does it too::

    import host_tools.on_pc  # noqa: F401
    from firmware.picture.frame import Frame

Under MicroPython nothing is installed.
"""

import pathlib
import sys

STAND_INS = str(pathlib.Path(__file__).resolve().parent / "stand_ins")


def install():
    """Put the folder of stand-ins in front of sys.path, once; do nothing on MicroPython."""
    if sys.implementation.name == "cpython" and STAND_INS not in sys.path:
        sys.path.insert(0, STAND_INS)


install()
