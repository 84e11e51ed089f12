"""`python -m host_tools.convert`: the two forms of a record, there and back."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RECORDS = sorted((ROOT / "tests" / "records").rglob("*.txt"))


def run(module, *arguments, stdin=b""):
    return subprocess.run(
        [sys.executable, "-m", f"host_tools.{module}", *map(str, arguments)],
        cwd=ROOT, input=stdin, capture_output=True,
    )  # fmt: skip


@pytest.mark.parametrize("record", RECORDS, ids=[path.stem for path in RECORDS])
def test_there_and_back_nothing_is_lost(record, tmp_path):
    packed, text, again = tmp_path / "a.bin", tmp_path / "a.txt", tmp_path / "b.bin"
    assert run("convert", record, packed).returncode == 0
    assert run("convert", packed, text).returncode == 0
    assert run("convert", text, again).returncode == 0
    assert packed.read_bytes() == again.read_bytes()
    states = [run("replay", path, "--each").stdout for path in (record, packed, text)]
    assert states[0] and states[0] == states[1] == states[2]


def test_through_pipes():
    record = b"game flee_the_scene\nplace train\n"
    packed = run("convert", "-", "-", stdin=record).stdout
    assert packed.startswith(b"TTC1")
    assert run("convert", "-", "-", stdin=packed).stdout.splitlines()[-1] == b"place train"


def test_a_bad_record_writes_nothing(tmp_path):
    target = tmp_path / "kept"
    target.write_bytes(b"old")
    bad = tmp_path / "bad.txt"
    bad.write_text("game flee_the_scene\nplace boat\n")
    done = run("convert", bad, target)
    assert done.returncode == 1
    assert done.stderr.decode().startswith(f"{bad}:2: 'place boat' is not understood; legal: ")
    assert target.read_bytes() == b"old"


@pytest.mark.parametrize("arguments", [("none.txt", "-"), ("-", "no/such/folder")])
def test_files_that_cannot_be_had_are_named(arguments, tmp_path):
    done = run("convert", *arguments, stdin=b"game flee_the_scene\n")
    assert done.returncode == 1
    assert b"No such file or directory" in done.stderr
    assert b"Traceback" not in done.stderr
