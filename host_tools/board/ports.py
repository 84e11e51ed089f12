"""Which serial port the board is on."""

import errno
import os
from collections import namedtuple
from glob import glob
from pathlib import Path

from host_tools.board.trouble import BoardError

RASPBERRY_PI = 0x2E8A  # USB vendor of a Pico
# Where a Pico in BOOTSEL mode appears as a drive; the last part of each is its label.
_DRIVES = ("RPI-RP2", "RP2350")
_DRIVE_PLACES = ("/dev/disk/by-label/", "/media/*/", "/run/media/*/", "/Volumes/")

Port = namedtuple("Port", "device vendor name")
Port.__doc__ = "A serial port: its path, the USB vendor's number or None, what it calls itself."


def connected():
    """The serial ports of this PC that belong to something on USB: a list of Port."""
    from serial.tools import list_ports

    return [
        Port(port.device, port.vid, port.description or "")
        for port in sorted(list_ports.comports(), key=lambda port: port.device)
        if port.vid is not None
    ]


def bootsel_drives():
    """The drives of boards that wait for a UF2 file, a list of paths."""
    places = [place + label for place in _DRIVE_PLACES for label in _DRIVES]
    return sorted(path for place in places for path in glob(place))


def choose(wanted="", ports=None, drives=None):
    """The path of the port to use: `wanted` if it says one, else the only board there is.

    ports, drives: as `connected` and `bootsel_drives` return, by default what they do. Raises
    BoardError for no board and for several.
    """
    if wanted:
        return wanted
    ports = connected() if ports is None else ports
    boards = [port for port in ports if port.vendor == RASPBERRY_PI]
    if len(boards) == 1:
        return boards[0].device
    if boards:
        names = ", ".join(port.device for port in boards)
        raise BoardError(
            f"{len(boards)} boards are connected: {names}",
            f"Say which one: PORT={boards[0].device}",
        )
    drives = bootsel_drives() if drives is None else drives
    if drives:
        raise BoardError(
            f"the board at {drives[0]} waits for a UF2 file: no MicroPython runs on it yet",
            "Drag MicroPython's UF2 onto that drive and repeat; or `make image BASE=that.uf2` and "
            "drag what it makes.",
        )
    if ports:
        names = ", ".join(f"{port.device} ({port.name})" for port in ports)
        raise BoardError(
            f"none of the serial ports is a Pico's: {names}",
            f"If one of them is the board all the same, say so: PORT={ports[0].device}",
        )
    raise BoardError(
        "no board is connected",
        "Plug the Pico in with a cable that carries data (many only charge). A bare Pico needs "
        "MicroPython first: hold BOOTSEL while plugging it in and drag its UF2 onto the drive.",
    )


def cannot_open(port, error):
    """The BoardError for the OSError with which opening the port failed."""
    number = error.errno
    text = str(error).lower()
    if number in (errno.EACCES, errno.EPERM) or "permission" in text:
        return BoardError(f"no permission to use {port}", _permission_step(port))
    if number in (errno.EBUSY, errno.EAGAIN) or "lock" in text:
        return BoardError(
            f"{port} is in use by another program",
            "Close the other terminal, editor (Thonny, VS Code) or `make repl`, and repeat. "
            f"Who has it: `fuser {port}`",
        )
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO) or "refused" in text:
        there = ", ".join(found.device for found in connected()) or "none"
        return BoardError(f"there is no port {port}", f"Ports with something on them: {there}")
    return BoardError(f"{port} cannot be opened: {error}", "Unplug the board, plug it in, repeat.")


def _permission_step(port):
    group = ""
    try:
        group = Path(port).group()
    except (OSError, KeyError, NotImplementedError):
        pass  # not a file with a group: nothing better can be said
    if os.name == "posix" and group and group != "root":
        return f"Add yourself to its group: `sudo usermod -aG {group} $USER`, then log in again."
    return f"Let your user use it, e.g. `sudo chmod a+rw {port}` until the next plugging in."
