"""The Marshal's notebook says the same on MicroPython as on CPython, to the last millionth."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.vm import ROOT, unix_micropython
from tests.deduction.positions import random_records

SCRIPT = Path(__file__).parent / "notebook_script.py"
# Hideouts hidden, sprint cards face down, positions.
KINDS = (((1, 3), (0, 3), 4), ((4, 5), (2, 8), 4), ((3, 5), (9, 14), 1), ((6, 8), (0, 6), 2))
HEAP = "8m"  # what is compared is the answer; whether it fits on the board is another question
NO_WORLD = [
    "game fugitive", "hideout +0", "hideout +0", "draw 3", "draw 3", "guess 1 miss",
    "draw 1", "pass", "draw 3", "guess 2 miss", "draw 1", "pass", "draw 3", "guess 3 miss",
]


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """(a file of records one after the other, how many)."""
    found = [NO_WORLD]
    for hidden, sprints, count in KINDS:
        positions = random_records(7, count, hidden=hidden, sprints=sprints)
        found += [position.lines for position in positions]
    path = tmp_path_factory.mktemp("notebook") / "records.txt"
    path.write_text("\n".join("\n".join(lines) for lines in found) + "\n")
    return path, len(found)


def _cpython(*arguments):
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *map(str, arguments)],
        env=dict(os.environ, PYTHONPATH=str(ROOT), PYTHONHASHSEED="1"),
        capture_output=True,
        timeout=120,
        check=True,
    )
    return done.stdout.decode().splitlines()


@pytest.mark.parametrize("most", [128, 256])
def test_the_notebook_is_the_same(records, most):
    path, count = records
    ours = _cpython(most, path)
    theirs = unix_micropython(SCRIPT, most, path, heapsize=HEAP).decode().splitlines()
    assert len(ours) == len(theirs) == count
    for number, (left, right) in enumerate(zip(ours, theirs, strict=True)):
        assert left == right, f"record {number + 1}"
    assert ours[0].startswith("[] ") and ours[0].endswith(" None None True")
    assert not any(line.endswith(" True") for line in ours[1:])
    # Some of these have a pair worth naming.
    assert any("(" in line.rpartition("]")[2] for line in ours)
