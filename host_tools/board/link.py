"""A board that listens: MicroPython's raw REPL through mpremote."""

import ast
import contextlib
import io
import json
import struct
import sys
import time
from collections import namedtuple
from pathlib import Path

import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from host_tools.board.ports import cannot_open
from host_tools.board.trouble import BoardError, BoardGone, FlashFull
from host_tools.program import LIST
from host_tools.vm import ROOT

_SCRIPTS = Path(__file__).parent / "on_board"
_SILENCE_S = 60  # no answer for so long: the board hangs; littlefs looks for room at times
_ATTENTION_S = 6  # for the REPL to come up
_ATTEMPTS = 3
_GONE_S = 1  # one that is reset leaves USB within this time
_BACK_S = 20  # a board that was reset is on USB again after so long
_CHUNK = 1024  # bytes of a file sent at once; the board has to hold them several times
# What mpremote and the port itself raise when there is nothing behind it any more.
_BREAKS = (TransportError, OSError, struct.error, ValueError, AssertionError)
_END = b"\x04"  # ends what a script prints
_NEW_LINE = 10
_QUIET = "quiet"  # as in firmware/boot.py
_START_ANEW = "import machine\nmachine.reset()\n"

Identity = namedtuple(
    "Identity", "implementation version mpy platform machine block blocks free root"
)
Identity.__doc__ = """What a board says it is.

implementation: "micropython", …; version: a tuple; mpy: the .mpy format it reads, 0 for none;
machine: the board's name; block: bytes of a block of its flash, blocks: how many its file system
has, free: how many are free; root: the names at the top.
"""

Stored = namedtuple("Stored", "size hash")
Stored.__doc__ = "A file on the board: its bytes and their SHA-256 in hexadecimal."


def connect(port):
    """The Board on this port, its program stopped. Raises BoardError."""
    transport = _open(port)
    try:
        _stop(transport, port)
    except KeyboardInterrupt:
        # Its program may be stopped by now.
        Board(port, transport, is_idle=False).reset()
        raise
    except BaseException:
        _close(transport)
        raise
    return Board(port, transport)


class Board:
    """A board whose program is stopped. Every method raises BoardError, BoardGone among them."""

    def __init__(self, port, transport, is_idle=True):
        self.port = port
        self._transport = transport
        self._is_idle = is_idle  # it waits for the next script; else nobody knows what it is at

    def identify(self):
        """What it is: an Identity."""
        with self._doing("asking what it is"):
            found = json.loads(self._run((_SCRIPTS / "identity.py").read_text()))
            return Identity(
                found["implementation"],
                tuple(found["version"]),
                found["mpy"],
                found["platform"],
                found["machine"],
                *found["flash"],
                found["root"],
            )

    def inventory(self, folder=""):
        """Every file below a folder: {path: Stored}."""
        with self._doing("reading what it holds"):
            source = (_SCRIPTS / "inventory.py").read_text()
            # Not splitlines(): a name may have other things in it that end a line.
            lines = self._run(f"{source}\ninventory({folder!r})\n").split("\n")
            found = [json.loads(line) for line in lines if line.strip()]
            return {path: Stored(size, digest) for path, size, digest in found}

    def folders(self):
        """The paths of all folders, a list."""
        with self._doing("reading what it holds"):
            source = (_SCRIPTS / "folders.py").read_text()
            return [json.loads(line) for line in self._run(source).split("\n") if line.strip()]

    def write(self, path, data):
        """Write a file (not safe from power cuts: only where nothing looks for it)."""
        with self._doing(f"writing {path}"):
            self._run(f"f = open({path!r}, 'wb')\nw = f.write\n")
            try:
                for at in range(0, len(data), _CHUNK):
                    self._run(f"w({data[at : at + _CHUNK]!r})\n")
            except TransportExecError:
                # What is left open would keep its room.
                with contextlib.suppress(TransportExecError):
                    self._run("f.close()\n")
                raise
            self._run("f.close()\n")

    def read(self, path):
        """The bytes of a file."""
        with self._doing(f"reading {path}"):
            self._run(f"f = open({path!r}, 'rb')\nr = f.read\n")
            found = bytearray()
            while True:
                part = ast.literal_eval(self._run(f"print(repr(r({_CHUNK})))\n").strip())
                if not part:
                    self._run("f.close()\n")
                    return bytes(found)
                found += part

    def run(self, source, doing="running a script"):
        """Run source text; what it printed."""
        with self._doing(doing):
            return self._run(source)

    def follow(self, source, say):
        """Run source text that may take any time; `say` gets every line it prints, as it comes."""
        rest = bytearray()
        out = sys.stdout

        def tell():
            # `_doing` keeps what mpremote prints from the person, but not this.
            with contextlib.redirect_stdout(out):
                say(rest.decode("utf-8", "replace").rstrip("\r"))
            rest.clear()

        def take(data):
            for byte in data.replace(_END, b""):
                if byte == _NEW_LINE:
                    tell()
                else:
                    rest.append(byte)

        with self._doing("running a script"):
            self._transport.exec_raw_no_follow(source)
            errors = self._transport.follow(None, take)[1]
            if rest:
                tell()
            if errors:
                raise TransportExecError(1, errors.decode("utf-8", "replace"))

    def take_over(self):
        """Let it take over the update that lies ready (firmware/update.py)."""
        source = (ROOT / "firmware" / "update.py").read_text(encoding="utf-8")
        # Every step is told: a silent board would be taken for one that hangs.
        self.run(source + "\nfinish(print)\n", "taking over the new files")

    def reset(self):
        """Start the board anew, whatever it is at, and let go of it."""
        self._start_anew(
            f"import os\nif {_QUIET!r} in os.listdir(): os.remove({_QUIET!r})\n" + _START_ANEW
        )
        _wait_until_back(self.port)

    def _start_anew(self, source):
        with contextlib.suppress(*_BREAKS), contextlib.redirect_stdout(io.StringIO()):
            if not self._is_idle:
                self._transport.enter_raw_repl(soft_reset=False, timeout_overall=_ATTENTION_S)
            self._transport.exec_raw_no_follow(source)
            # The order must be out before the port is closed.
            time.sleep(0.2)
        self.close()

    def close(self):
        """Let go of the port; the board stays stopped."""
        _close(self._transport)

    def leave(self):
        """Let go of the port with the board at its prompt, for a person who goes on there."""
        with contextlib.suppress(*_BREAKS):
            self._transport.exit_raw_repl()
        self.close()

    def without_watchdog(self, say):
        """The Board to work with: this one, or if its program has a watchdog, once it is started
        anew without its program. `say` is then called with a line of text.
        """
        root = self.identify().root
        if "release" not in root or LIST not in root:
            return self
        say("         its watchdog would cut in: it is started once without its program")
        self.write(_QUIET, b"")
        self._start_anew(_START_ANEW)
        return _wait_for(self.port)

    def _run(self, source):
        output, errors = self._transport.exec_raw(source, timeout=_SILENCE_S)
        if errors:
            raise TransportExecError(1, errors.decode("utf-8", "replace"))
        return output.decode("utf-8", "replace")

    @contextlib.contextmanager
    def _doing(self, what):
        self._is_idle = False
        try:
            # mpremote prints what it did not expect.
            with contextlib.redirect_stdout(io.StringIO()):
                yield
        except TransportExecError as error:
            self._is_idle = True
            raise _said(error.error_output, what) from None
        except _BREAKS:
            raise BoardGone(what) from None
        self._is_idle = True


def _said(errors, what):
    """The BoardError for a traceback of the board."""
    last = (errors.strip().splitlines() or ["an error without words"])[-1]
    if "Errno 28" in last or "ENOSPC" in last or last.endswith("OSError: 28"):
        return FlashFull(f", while {what}")
    if "Errno 30" in last or "EROFS" in last or last.endswith("OSError: 30"):
        return BoardError(
            f"the file system of the board takes nothing (read-only), while {what}",
            "Is it in use as a drive of this PC? Eject that, or install MicroPython anew.",
        )
    return BoardError(
        f"the board reported an error while {what}: {last}",
        "Repeat. If it comes again: `make backup`, then `make image` and the `wipe` image.",
    )


def _open(port):
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            return SerialTransport(port, timeout=_SILENCE_S)
        except (TransportError, ValueError):
            pass
    # mpremote has swallowed the reason: ask once more for it.
    try:
        serial.serial_for_url(port, exclusive=True).close()
    except (OSError, ValueError) as error:
        wrapped = error if isinstance(error, OSError) else OSError(str(error))
        raise cannot_open(port, wrapped) from None
    raise BoardError(f"{port} could not be opened at first", "Repeat the command.")


def _stop(transport, port):
    for _ in range(_ATTEMPTS):
        # One that is taking over new files at power-on is busy for some seconds.
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                transport.enter_raw_repl(soft_reset=True, timeout_overall=_ATTENTION_S)
            return
        except TransportError:
            continue
        except _BREAKS:
            break
    raise BoardError(
        f"what is on {port} does not answer as MicroPython does",
        "Unplug it, hold BACK while plugging it in again, and repeat. A Pico without "
        "MicroPython needs it first: hold BOOTSEL while plugging in and drag its UF2.",
    )


def _close(transport):
    with contextlib.suppress(*_BREAKS):
        transport.close()


def _wait_until_back(port):
    """Until the device file of a board that starts anew has gone and come again, or long enough.

    Who calls the next command at once would find no board otherwise.
    """
    there = Path(port)
    if not there.is_absolute() or not there.exists():
        return
    for wanted, seconds in ((False, _GONE_S), (True, _BACK_S)):
        until = time.monotonic() + seconds
        while there.exists() != wanted and time.monotonic() < until:
            time.sleep(0.05)


def _wait_for(port):
    """The Board on a port that has just been reset."""
    until = time.monotonic() + _BACK_S
    while True:
        time.sleep(0.5)
        try:
            return connect(port)
        except BoardError:
            if time.monotonic() > until:
                raise
