"""A board that listens: MicroPython's raw REPL through mpremote."""

import ast
import contextlib
import errno
import io
import json
import struct
import time
from collections import namedtuple
from pathlib import Path

import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from host_tools.board.ports import cannot_open
from host_tools.board.trouble import BoardError, BoardGone
from host_tools.vm import ROOT

_SCRIPTS = Path(__file__).parent / "on_board"
_SILENCE_S = 20  # no answer for so long: the board hangs
_LONG_S = 120  # a whole update is taken over in silence
_BACK_S = 20  # a board that was reset is on USB again after so long
_CHUNK = 1024  # bytes of a file sent at once; the board has to hold them several times
# What the port itself says when there is nothing behind it any more.
_GONE = (errno.EIO, errno.ENXIO, errno.ENODEV, errno.EPIPE, errno.ECONNRESET, errno.EBADF)
_BREAKS = (TransportError, OSError, struct.error, ValueError, AssertionError)

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
    except BaseException:
        _close(transport)
        raise
    return Board(port, transport)


class Board:
    """A board whose program is stopped. Every method raises BoardError, BoardGone among them."""

    def __init__(self, port, transport):
        self.port = port
        self._transport = transport

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
            lines = self._run(f"{source}\ninventory({folder!r})\n", _LONG_S).splitlines()
            found = [json.loads(line) for line in lines if line.strip()]
            return {path: Stored(size, digest) for path, size, digest in found}

    def write(self, path, data):
        """Write a file (not safe from power cuts: only where nothing looks for it)."""
        with self._doing(f"writing {path}"):
            self._transport.fs_writefile(path, data, chunk_size=_CHUNK)

    def read(self, path):
        """The bytes of a file."""
        with self._doing(f"reading {path}"):
            return bytes(self._transport.fs_readfile(path, chunk_size=_CHUNK))

    def run(self, source, doing="running a script"):
        """Run source text; what it printed."""
        with self._doing(doing):
            return self._run(source, _LONG_S)

    def evaluate(self, expression, doing="asking"):
        """The value of an expression that `repr` can carry."""
        with self._doing(doing):
            return ast.literal_eval(self._run(f"print(repr({expression}))").strip())

    def follow(self, source, say):
        """Run source text that may take any time; `say` gets every line it prints, as it comes."""
        rest = bytearray()

        def take(data):
            rest.extend(data)
            while b"\n" in rest:
                line, _, after = bytes(rest).partition(b"\n")
                rest[:] = after
                say(line.decode("utf-8", "replace").rstrip("\r"))

        with self._doing("running a script"):
            self._transport.exec_raw_no_follow(source)
            errors = self._transport.follow(None, take)[1]
            if errors:
                raise TransportExecError(1, errors.decode("utf-8", "replace"))

    def take_over(self):
        """Let it take over the update that lies ready (firmware/update.py)."""
        source = (ROOT / "firmware" / "update.py").read_text(encoding="utf-8")
        self.run(source + "\nfinish()\n", "taking over the new files")

    def reset(self):
        """Start the board anew and let go of it."""
        with contextlib.suppress(*_BREAKS):
            self._transport.exec_raw_no_follow("import machine\nmachine.reset()\n")
            # The order must be out before the port is closed.
            time.sleep(0.2)
        self.close()

    def close(self):
        """Let go of the port; the board stays stopped."""
        _close(self._transport)

    def restart_quietly(self):
        """Start it anew without main.py, so that no watchdog runs; the Board that then listens.

        Needs a boot.py of ours on it.
        """
        self.write("quiet", b"")
        self.reset()
        return _wait_for(self.port)

    def _run(self, source, silence=_SILENCE_S):
        output, errors = self._transport.exec_raw(source, timeout=silence)
        if errors:
            raise TransportExecError(1, errors.decode("utf-8", "replace"))
        return output.decode("utf-8", "replace")

    @contextlib.contextmanager
    def _doing(self, what):
        try:
            # mpremote prints what it did not expect.
            with contextlib.redirect_stdout(io.StringIO()):
                yield
        except TransportExecError as error:
            raise _said(error.error_output, what) from None
        except OSError as error:
            if error.errno and error.errno not in _GONE:
                raise _said(f"OSError: [Errno {error.errno}]", what) from None
            raise BoardGone(what) from None
        except _BREAKS:
            raise BoardGone(what) from None


def _said(errors, what):
    """The BoardError for a traceback of the board."""
    last = (errors.strip().splitlines() or ["an error without words"])[-1]
    if "Errno 28" in last or "ENOSPC" in last or last.endswith("OSError: 28"):
        return BoardError(
            f"the flash of the board is full, while {what}",
            "Make room: delete kept games on the device or files in its folder `import`, after "
            "`make backup`; then repeat.",
        )
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
        except TransportError:
            pass
    # mpremote has swallowed the reason: ask once more for it.
    try:
        serial.serial_for_url(port, exclusive=True).close()
    except (OSError, ValueError) as error:
        wrapped = error if isinstance(error, OSError) else OSError(str(error))
        raise cannot_open(port, wrapped) from None
    raise BoardError(f"{port} could not be opened at first", "Repeat the command.")


def _stop(transport, port):
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            transport.enter_raw_repl(soft_reset=True, timeout_overall=_SILENCE_S)
    except _BREAKS:
        raise BoardError(
            f"what is on {port} does not answer as MicroPython does",
            "Unplug it, hold BACK while plugging it in again, and repeat. A Pico without "
            "MicroPython needs it first: hold BOOTSEL while plugging in and drag its UF2.",
        ) from None


def _close(transport):
    with contextlib.suppress(*_BREAKS):
        transport.close()


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
