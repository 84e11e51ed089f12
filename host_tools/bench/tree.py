"""Our code compiled to .mpy in a folder of its own, as it lies on the device, for the bench."""

from pathlib import Path

from host_tools.program import cross_compile, sources
from host_tools.vm import ROOT

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


def compile_tree(folder):
    """Compile firmware, shared_engine and the bench's guest into `folder` (a Path).

    Returns ({guest: its start script}, {package: bytes of its .mpy files}). Raises VmMissing
    without mpy-cross, VmFailed with its words where it refuses a file.
    """
    sizes = {}
    for name in [*sources(), *_GUEST]:
        target = Path(folder) / (name[:-3] + ".mpy")
        cross_compile(ROOT / name, target, name)
        package = name.split("/")[0]
        sizes[package] = sizes.get(package, 0) + target.stat().st_size
    starts = {}
    for guest in GUESTS:
        starts[guest] = Path(folder) / f"start_{guest}.py"
        starts[guest].write_text(START.format(guest=guest), encoding="utf-8")
    return starts, sizes
