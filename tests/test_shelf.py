"""The shelf of kept games, on files in memory and on this PC's own file system."""

import pytest

import host_tools.on_pc  # noqa: F401
from firmware.drivers.files import Files
from firmware.storage.shelf import Shelf
from host_tools.memory_files import MemoryFiles
from tests.power.shelf_checks import CHECKS, correct, new_play, resumed, told


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("kind", ("disk", "memory"))
def test_every_kind_of_files(kind, check, tmp_path):
    check(Files(str(tmp_path)) if kind == "disk" else MemoryFiles())


class Failing(MemoryFiles):
    """Files that take `good` writes and fail from then on."""

    def __init__(self, held, good):
        super().__init__(held)
        self.good = good

    def _check(self, more):
        super()._check(more)
        if self.writes > self.good:
            raise OSError(5)


def cut_everywhere(held, act, allowed):
    """Do `act(shelf)` on a copy of `held`, cut off after 0, 1, 2, … writes; the copies, checked.

    allowed: (numbers, number at hand) that may be left.
    """
    for good in range(1000):
        copy = dict(held)
        try:
            act(Shelf(Failing(copy, good)))
        except OSError:
            shelf = Shelf(MemoryFiles(copy))
            assert (shelf.numbers(), shelf.current()) in allowed
            for number in shelf.numbers():
                resumed(MemoryFiles(copy), number)
            continue
        assert good > 0
        return copy
    raise AssertionError("it never came to an end")


def test_a_start_cut_off():
    files = MemoryFiles()
    Shelf(files).start(new_play(2))
    allowed = (([1], 1), ([1, 2], 1), ([1, 2], 2))
    held = cut_everywhere(files.held, lambda shelf: shelf.start(new_play(3)), allowed)
    assert Shelf(MemoryFiles(held)).current() == 2


def test_a_deletion_cut_off():
    files = MemoryFiles()
    for count in range(3):
        Shelf(files).start(new_play(count))
    allowed = (([1, 2, 3], 3), ([1, 3], 3))
    held = cut_everywhere(files.held, lambda shelf: shelf.delete(2), allowed)
    assert not [path for path in held if path.startswith("games/2/")]


def test_a_game_written_anew_cut_off():
    files = MemoryFiles()
    shelf = Shelf(files)
    play = new_play(90)
    play.noted = shelf.start(play).note
    for _ in range(40):
        play.undo()
    for _ in range(20):
        play.redo()
    expected = told(play)

    def act(shelf):
        journal = shelf.journal(1)
        play, _ = journal.resume()
        journal.begin(play)

    for good in range(1000):
        copy = dict(files.held)
        try:
            act(Shelf(Failing(copy, good)))
        except OSError:
            again = resumed(MemoryFiles(copy), 1)
            assert told(again) == expected
            # And it goes on from there.
            journal = Shelf(MemoryFiles(copy)).journal(1)
            again, _ = journal.resume()
            again.noted = journal.note
            correct(again)
            assert told(resumed(MemoryFiles(copy), 1)) == told(again)
            continue
        break
    assert good > 5
    assert told(resumed(MemoryFiles(copy), 1)) == expected


def test_a_failed_entry_leaves_the_journal_where_it_was():
    files = MemoryFiles()
    play = new_play()
    journal = Shelf(files).start(play)
    play.noted = journal.note
    correct(play)
    before = told(play)
    held = dict(files.held)
    files.failing = True
    with pytest.raises(OSError):
        correct(play)
    assert journal.count == 1
    assert files.held == held
    assert told(resumed(MemoryFiles(held), 1)) == before
