"""What happens at power-on before main.py: safe mode, and taking over a new version.

The board's own /boot.py calls `check`. An ordinary exception in it keeps main.py from being run and
leaves the REPL free; a SystemExit would start the board over and over again. Nothing here depends
on the rest of the firmware but for the pin of BACK, so old and new files may lie side by side
while a new version is being taken over.
"""

import os
import sys

QUIET = "quiet"  # a file: start once without main.py, for a PC that wants to work on the board
# The beginning of firmware.payload.MAGIC as a number, and what else tells where it would stand:
# to import that module at every power-on would take ten times as long as to look.
_MAGIC = 0x66435454
_SECTOR = 4096
_XIP = 0x10000000
_COUNT = 4  # the ioctls of a block device
_SIZE = 5


def check():
    """Get the files ready for main.py; raise RuntimeError for safe mode.

    What cannot be made ready raises as well (OSError, ValueError), and nothing is run either.
    """
    import machine

    from firmware import kit

    # At the pin of the reference kit, so that a bad settings file cannot lock anybody out.
    back = machine.Pin(kit.BUTTON_PINS[-1], machine.Pin.IN, machine.Pin.PULL_UP)
    if not back.value():
        raise RuntimeError("safe mode: BACK was held at power-on, so main.py is not run")
    names = os.listdir()
    if QUIET in names:
        os.remove(QUIET)
        raise RuntimeError("started once without main.py, as the PC asked")
    if "update" in names:
        _take_over_update()
    if _has_payload(machine):
        _take_over_image()


def _take_over_update():
    from firmware import update

    if update.is_ready():
        update.finish()
        _forget()


def _has_payload(machine):
    """Whether an image has put files into flash, taken over or not."""
    try:
        import rp2
    except ImportError:
        return False  # not on a Pico
    flash = rp2.Flash()
    below = flash.ioctl(_COUNT, 0) * flash.ioctl(_SIZE, 0) + _SECTOR
    for megabytes in (2, 4, 8, 16):
        size = megabytes << 20
        if size > below and machine.mem32[_XIP + size - below] == _MAGIC:
            return True
    return False


def _take_over_image():
    from firmware import payload

    if payload.pending():
        from firmware import unpack

        if unpack.run():
            _forget()


def _forget():
    """What was imported is of the old version; main.py has to find the new one."""
    for name in list(sys.modules):
        if name.split(".")[0] == "firmware":
            del sys.modules[name]
