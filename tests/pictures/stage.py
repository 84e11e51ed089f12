"""Plays a script of keys on a device, on either Python."""

from firmware.screens.safe import safe_menu
from host_tools.device import Device
from host_tools.memory_files import MemoryFiles
from shared_engine.record import Reader
from tests import rows

FAIL = "fail"  # the screen on top breaks
SAFE = "safe"  # what comes after three failures
FIRST = "first"  # what a new device offers
_SETTLE_MS = 100  # until the last page is on the glass


def _fail(frame):
    raise ValueError("made to fail")


def switched_on(start=None, frame=None):
    """A Device that starts with `start`, drawing on `frame` if given.

    start: the lines of a record whose game is put on it, or {path: bytes} of its files, or None.
    """
    files = MemoryFiles(dict(start)) if isinstance(start, dict) else None
    device = Device(frame=frame, files=files)
    if start is not None and files is None:
        reader = Reader()
        for line in start:
            reader.line(line)
        device.app.begin(reader.finish())
        device.wait(_SETTLE_MS)
    return device


def press(device, keys, after=None):
    """Follow `keys` on `device`; `after(device)` is called after each of them."""
    for word in keys.split():
        if word == FAIL:
            device.app.screen.draw = _fail
            device.app.changed()
            device.wait(_SETTLE_MS)
        elif word == SAFE:
            device.app.start(safe_menu(device.app, print))
            device.wait(_SETTLE_MS)
        elif word == FIRST:
            device.app.visit("first_start", "FirstStartScreen")
            device.wait(_SETTLE_MS)
        else:
            rows.follow(device, word)
        if after:
            after(device)
    device.wait(_SETTLE_MS)


def shown(script, frame=None):
    """(frame, colours) at the end of a script of `tests.pictures.scripts`: 1,024 and 192 bytes."""
    device = switched_on(script[1], frame)
    press(device, script[2])
    return bytes(device.shown), bytes(device.colours)
