"""The same keys and the same records show the same on MicroPython as on CPython, bit for bit."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.counted_vm import run_counted
from host_tools.vm import ROOT, unix_micropython
from tests.pictures.exact import read_exact_png
from tests.pictures.scripts import SCRIPTS
from tests.pictures.update import GOLDEN

HERE = Path(__file__).parent
SCRIPT = HERE / "same_script.py"
SAMPLE = HERE / "sample_record.txt"
RECORDS = [SAMPLE, *sorted((ROOT / "tests" / "records").rglob("*.txt"))]
_BATCH = 20  # scripts of keys in one run: more would leave too little of the small heap
BATCHES = [(at, min(at + _BATCH, len(SCRIPTS))) for at in range(0, len(SCRIPTS), _BATCH)]


def _cpython(*arguments):
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *map(str, arguments)],
        env=dict(os.environ, PYTHONPATH=str(ROOT), PYTHONIOENCODING="utf-8"),
        capture_output=True,
        timeout=120,
        check=True,
    )
    return done.stdout.decode().splitlines()


def _micropython(*arguments, heapsize="400k"):
    lines = unix_micropython(SCRIPT, *arguments, heapsize=heapsize).decode().splitlines()
    assert lines[-1].startswith("heap ")
    return lines[:-1], int(lines[-1].split()[1])


def _counted(*arguments):
    lines = run_counted(SCRIPT, [str(argument) for argument in arguments]).stdout.splitlines()
    assert lines[-1].startswith("heap ")
    return lines[:-1]


def _is_same(one, other):
    """Compare line by line: of thousands of hex digits only the first difference is of use."""
    for at, (left, right) in enumerate(zip(one, other, strict=False)):
        assert left == right, f"line {at + 1}"
    assert len(one) == len(other)


@pytest.mark.parametrize("first, end", BATCHES)
def test_scripts_of_keys(first, end):
    # Compiling on the spot, with the test's own modules beside, breaks the heap up more than a
    # board does, and how much depends on the length of paths.
    lines, heap = _micropython("pictures", first, end, heapsize="440k")
    print(f"heap in use after a picture: at most {heap} bytes")
    _is_same(lines, _cpython("pictures", first, end))
    shown = [line.split() for line in lines if line.startswith("picture ")]
    assert [words[1] for words in shown] == [script[0] for script in SCRIPTS[first:end]]
    for _, name, frame, colours in shown:
        kept = read_exact_png(GOLDEN / f"{name}.png")
        assert (bytes.fromhex(frame), bytes.fromhex(colours)) == kept, name


def test_the_batches_hold_every_script():
    assert [at for first, end in BATCHES for at in range(first, end)] == list(range(len(SCRIPTS)))


@pytest.mark.parametrize("path", RECORDS, ids=[path.relative_to(HERE.parent).as_posix()
                                               for path in RECORDS])
def test_record(path):
    lines, _ = _micropython("record", path)
    _is_same(lines, _cpython("record", path))
    assert lines[-1].startswith(("picture record ", "refused "))


def test_the_sample_is_played_to_its_end():
    lines = _cpython("record", SAMPLE)
    assert [line for line in lines if line.startswith("refused")] == []
    assert '"over": "finished", ' in lines[-2]
    assert '"corrections": 2, ' in lines[-2]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("game flee_the_scene\nplace train\nplace ship\n", "refused 3: "),
        ("game flee_the_scene\nmove train\n", "refused 2: "),
        ("game flee_the_scene\nset board.ready.train 6\n", "refused 2: "),
        ("game flee_the_scene\noption players 9\n", "refused 2: "),
        ("game flee_the_scene\nnames Ann\n", "refused 2: "),
        ("game poker\n", "refused 1: "),
        ("", "refused 1: "),
    ],
)
def test_a_refusal_reads_the_same(tmp_path, text, reason):
    path = tmp_path / "refused.txt"
    path.write_text(text)
    lines, _ = _micropython("record", path)
    assert any(line.startswith(reason) for line in lines)
    _is_same(lines, _cpython("record", path))


def test_a_32_bit_vm_as_on_the_board():
    at = [script[0] for script in SCRIPTS].index("flee_extreme_counts")
    _is_same(_counted("pictures", at, at + 1), _cpython("pictures", at, at + 1))
    _is_same(_counted("record", "/input/tests/tier2/sample_record.txt"),
             _cpython("record", SAMPLE))
