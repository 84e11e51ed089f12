"""firmware/update.py alone: whatever interrupts it, it ends in the same files."""

import os
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import update
from host_tools.board.staging import steps_of
from host_tools.vm import ROOT, unix_micropython

SCRIPT = ROOT / "tests" / "board" / "update_cuts_script.py"
CHANGES = ("rename", "remove", "rmdir", "mkdir")


class PowerCut(Exception):
    """In place of the change that would be the next one."""


class Power:
    """`os` for the firmware, whose power goes before the changes with these numbers, from 1.

    folder: what its paths are in. A change that is refused counts for none.
    """

    def __init__(self, folder, cuts):
        self._folder = folder
        self._cuts = list(cuts)
        self._left = self._cuts.pop(0) if self._cuts else 0

    def __getattr__(self, name):
        function = getattr(os, name)

        def at_folder(*paths):
            inside = [os.path.join(self._folder, path) for path in paths]
            if name in CHANGES and os.path.exists(inside[0]) == (name != "mkdir"):
                self._spend()
            return function(*inside)

        return at_folder

    def _spend(self):
        self._left -= 1
        if self._left == 0:
            self._left = self._cuts.pop(0) if self._cuts else 0
            raise PowerCut


def take_over(folder, cuts, monkeypatch):
    """Boot again and again until the power stays; how often it went."""
    power = Power(folder, cuts)
    monkeypatch.setattr(update, "os", power)
    monkeypatch.setattr(
        update, "open", lambda path: open(os.path.join(folder, path)), raising=False
    )
    gone = 0
    while True:
        try:
            if update.is_ready():
                update.finish()
            return gone
        except PowerCut:
            gone += 1


def put(folder, files):
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


def files_in(folder):
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if
            p.is_file()}  # fmt: skip


PATHS = st.sampled_from(
    ["main.py", "boot.py", "firmware/a.mpy", "firmware/b.mpy", "firmware/x/y/c.mpy",
     "shared_engine/d.mpy", "program.txt", "games/1/my own ä.txt"]
)  # fmt: skip
FILES = st.dictionaries(PATHS, st.binary(max_size=4))


@given(FILES, FILES, st.sets(PATHS), st.lists(st.integers(1, 20), max_size=6))
def test_any_cuts_lead_to_the_same_end(tmp_path_factory, old, new, gone, cuts):
    folder = tmp_path_factory.mktemp("board")
    put(folder, old)
    moves = {path: (f"{number:02x}", data) for number, (path, data) in enumerate(new.items())}
    removes = sorted(gone - set(new))
    put(folder, {f"update/{name}": data for name, data in moves.values()})
    put(folder, {"update/left over": b"x", "update/steps": steps_of(moves, removes).encode()})
    with pytest.MonkeyPatch.context() as monkeypatch:
        take_over(str(folder), cuts, monkeypatch)
        # What a cut at the very end has left means nothing.
        take_over(str(folder), [], monkeypatch)
        assert not update.is_ready()
        update.clear()
    wanted = {path: data for path, data in old.items() if path not in removes} | new
    assert files_in(folder) == wanted
    assert not (folder / "update").exists()


def test_the_cuts_above_do_cut(tmp_path, monkeypatch):
    put(tmp_path, {"main.py": b"old", "update/a": b"new", "update/b": b"deep"})
    put(tmp_path, {"update/steps": b"move a main.py\nmove b firmware/x/b\nremove old\nend\n"})
    assert take_over(str(tmp_path), [1, 1, 2, 1, 1, 1], monkeypatch) == 6
    update.clear()
    assert files_in(tmp_path) == {"main.py": b"new", "firmware/x/b": b"deep"}


@pytest.mark.parametrize(
    "steps, error",
    [
        (b"", ValueError),
        (b"end", None),
        (b"move a main.py\n", ValueError),
        (b"move a main.py\nen", ValueError),
        (b"fly a main.py\nend\n", ValueError),
        (b"move missing other.py\nend\n", OSError),
    ],
)
def test_steps_that_are_not_right_stay(tmp_path, monkeypatch, steps, error):
    put(tmp_path, {"main.py": b"old", "update/a": b"new", "update/steps": steps})
    if error:
        with pytest.raises(error):
            take_over(str(tmp_path), [], monkeypatch)
        assert update.is_ready() and files_in(tmp_path)["main.py"] == b"old"
    else:
        take_over(str(tmp_path), [], monkeypatch)
        assert files_in(tmp_path) == {"main.py": b"old"}


def test_somebody_s_file_with_the_name_of_our_folder_is_no_update(tmp_path, monkeypatch):
    put(tmp_path, {"update": b"a note"})
    take_over(str(tmp_path), [], monkeypatch)
    assert files_in(tmp_path) == {"update": b"a note"}


def test_every_step_is_told_before_it_is_done(tmp_path, monkeypatch):
    put(tmp_path, {"update/a": b"new", "old": b"", "update/steps": b"move a b\nremove old\nend\n"})
    take_over(str(tmp_path), [1], monkeypatch)  # sets the stage
    put(tmp_path, {"update/a": b"new", "old": b"", "update/steps": b"move a b\nremove old\nend\n"})
    told = []
    update.finish(lambda step: told.append((step, sorted(files_in(tmp_path)))))
    assert [step for step, _ in told] == ["move a b", "remove old"]
    assert "update/a" in told[0][1] and "old" in told[1][1]


@pytest.mark.tier3
def test_every_cut_on_littlefs_and_every_cut_after_it():
    said = unix_micropython(SCRIPT, heapsize="4m", timeout=300).decode()
    work, cuts, inner = [
        int(number)
        for number in re.fullmatch(r"work (\d+), cuts (\d+), inner cuts (\d+)\n", said).groups()
    ]
    assert work > 20 and cuts == 3 * work and inner > 5 * cuts
