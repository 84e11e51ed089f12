"""Modules that a Pico has and a PC has not, or has otherwise; runs on MicroPython.

They are as true as booting, copying files and a REPL need. Nothing of the PC is left in them.
"""

import binascii
import io
import os
import sys
import time
from collections import namedtuple

import micropython

from tests.board import host_line
from tests.power.flash import SECTOR

_GPIO_IN = 0xD0000004  # the register with the levels of all pins
_ALL_HIGH = 0x3FFFFFFF
_XIP = 0x10000000  # where the flash begins in memory
_CHIP = 2 << 20
_LARGEST = 16 << 20
_OS_AS_THERE = (
    "chdir getcwd ilistdir listdir mkdir mount remove rename rmdir stat statvfs umount unlink "
    + "urandom VfsLfs2"
).split(" ")
_BUILD = "on 2024-11-29"
_real_print = print
_real_out = sys.stdout.buffer


class Module:
    """Stands for a module; the attributes are set from outside."""


def _module(names):
    module = Module()
    for name in names:
        setattr(module, name, names[name])
    return module


def _cooked(text):
    """Write text as it goes out over USB."""
    _real_out.write(text.encode().replace(b"\n", b"\r\n"))


def print_function(line):
    """What `print` is on the board."""

    def print_over_usb(*things, sep=" ", end="\n", file=None):
        text = io.StringIO()
        _real_print(*things, sep=sep, end=end, file=text)
        if file is None:
            line.heed()
            _cooked(text.getvalue())
        else:
            file.write(text.getvalue())

    return print_over_usb


def show_over_usb(value):
    """What shows the value of a line typed into the friendly REPL."""
    if value is not None:
        _cooked(repr(value) + "\n")


class _Out:
    """sys.stdout; `buffer` writes bytes as they are."""

    buffer = _real_out

    def write(self, text):
        _cooked(text if isinstance(text, str) else str(text, "utf-8"))
        return len(text)


class _RawIn:
    """Bytes that come in over USB while code runs."""

    def __init__(self, line):
        self._line = line
        self._in = sys.stdin.buffer

    def read(self, count):
        self._line.report(host_line.INPUT, str(count).encode())
        data = self._in.read(count)
        self._line.heed()
        return data

    def readinto(self, buffer):
        buffer[:] = self.read(len(buffer))
        return len(buffer)

    def readline(self):
        found = b""
        while not found.endswith(b"\n"):
            found += self.read(1)
        return found


class _In:
    """sys.stdin."""

    def __init__(self, line):
        self.buffer = _RawIn(line)

    def read(self, count):
        return str(self.buffer.read(count), "utf-8")

    def readline(self):
        return str(self.buffer.readline(), "utf-8")


def sys_module(line, told):
    """`sys` of a board; path and modules are the real ones."""
    implementation = namedtuple("implementation", ("name", "version", "_machine", "_mpy"))
    numbers = ".".join([str(part) for part in told["version"] if isinstance(part, int)])
    out = _Out()

    def print_exception(error, file=None):
        text = io.StringIO()
        sys.print_exception(error, text)
        (file or out).write(text.getvalue())

    return _module(
        {
            "argv": [],
            "byteorder": sys.byteorder,
            "exit": sys.exit,
            "implementation": implementation(
                told["name"], tuple(told["version"]), told["machine"], told["mpy"]
            ),
            "maxsize": 0x7FFFFFFF,
            "modules": sys.modules,
            "path": sys.path,
            "platform": told["platform"],
            "print_exception": print_exception,
            "stderr": out,
            "stdin": _In(line),
            "stdout": out,
            "version": f"3.4.0; MicroPython v{numbers} {_BUILD}",
            "version_info": (3, 4, 0),
        }
    )


def os_module(told):
    """`os` of a board: without the way into the PC, with what only a board has."""
    names = ("sysname", "nodename", "release", "version", "machine")
    numbers = ".".join([str(part) for part in told["version"] if isinstance(part, int)])
    uname = namedtuple("uname", names)(
        told["platform"], told["platform"], numbers, f"v{numbers} {_BUILD}", told["machine"]
    )
    found = {name: getattr(os, name) for name in _OS_AS_THERE}
    found["uname"] = lambda: uname
    found["sync"] = lambda: None
    return _module(found)


def micropython_module(line):
    """`micropython` of a board: the interrupting character is the one that comes in over USB."""
    found = {name: getattr(micropython, name) for name in dir(micropython) if name[0] != "_"}
    found["kbd_intr"] = lambda character: line.report(host_line.INTERRUPT, str(character).encode())
    return _module(found)


def time_module(line):
    """`time` of a board: what sleeps wakes up for an interrupt."""
    found = {name: getattr(time, name) for name in dir(time) if name[0] != "_"}
    found["sleep_ms"] = line.heed
    found["sleep"] = lambda seconds: line.heed(int(seconds * 1000))
    return _module(found)


class _FlashMemory:
    """The flash as it is seen in memory, the file system left out."""

    def __init__(self, blocks, below):
        self._start = _XIP + _CHIP - blocks * SECTOR - len(below)
        self._below = below

    def read(self, address, size):
        """Bytes from this address on, FF where there is nothing; None where no flash can be."""
        if not _XIP <= address < _XIP + _LARGEST:
            return None
        found = bytearray(b"\xff" * size)
        for at in range(size):
            if 0 <= address + at - self._start < len(self._below):
                found[at] = self._below[address + at - self._start]
        return found


class _Memory:
    """mem32: the levels of the pins, the flash, and else what was written."""

    def __init__(self, held, flash):
        self._words = {_GPIO_IN: _ALL_HIGH & ~sum([1 << pin for pin in held])}
        self._flash = flash

    def __getitem__(self, address):
        word = self._flash.read(address, 4)
        return self._words.get(address, 0) if word is None else int.from_bytes(word, "little")

    def __setitem__(self, address, word):
        self._words[address] = word


def _pin_class(held):
    class Pin:
        IN = 0
        OUT = 1
        PULL_UP = 1
        PULL_DOWN = 2

        def __init__(self, number, mode=-1, pull=-1, value=None):
            self._number = number
            self._level = value if mode == Pin.OUT else (0 if pull == Pin.PULL_DOWN else 1)

        def value(self, level=None):
            if level is not None:
                self._level = level
                return None
            return 0 if self._number in held else self._level

        __call__ = value

        def on(self):
            self._level = 1

        def off(self):
            self._level = 0

    return Pin


def flash_memory(told, blocks):
    """The flash in memory, for `machine_module` and `uctypes_module`."""
    return _FlashMemory(blocks, binascii.unhexlify(told["below"]))


def uctypes_module(flash):
    """`uctypes`: bytes of the flash alone."""

    def bytearray_at(address, size):
        found = flash.read(address, size)
        if found is None:
            raise ValueError(f"there is no flash at {address:#x}")
        return found

    return _module({"bytearray_at": bytearray_at})


def machine_module(line, told, cause, flash):
    """`machine` of a Pico whose buttons `held` are down. cause: what `reset_cause()` is."""

    class WDT:
        def __init__(self, id=0, timeout=5000):
            self._ms = str(timeout).encode()
            self.feed()

        def feed(self):
            line.heed()
            line.report(host_line.WATCHDOG, self._ms)

    def soft_reset():
        raise SystemExit

    return _module(
        {
            "Pin": _pin_class(tuple(told["held"])),
            "WDT": WDT,
            "mem32": _Memory(told["held"], flash),
            "PWRON_RESET": 1,
            "WDT_RESET": 3,
            "reset_cause": lambda: cause,
            "reset": lambda: line.last_report(host_line.RESET),
            "bootloader": lambda timeout=0: line.last_report(host_line.LOADER),
            "soft_reset": soft_reset,
            "unique_id": lambda: b"\xe6\x61\x64\x08\x43\x2c\x5f\x21",
            "freq": lambda: 125_000_000,
            "idle": lambda: None,
        }
    )


def neopixel_module():
    """`neopixel`: pixels that nobody sees."""

    class NeoPixel:
        ORDER = (1, 0, 2, 3)

        def __init__(self, pin, count, bpp=3, timing=1):
            self.pin = pin
            self.n = count
            self.bpp = bpp
            self.buf = bytearray(count * bpp)

        def write(self):
            """Nothing is lit."""

    return _module({"NeoPixel": NeoPixel})


def rp2_module(flash):
    """`rp2`: the flash behind the file system."""
    return _module({"Flash": lambda: flash})
