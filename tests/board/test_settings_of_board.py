"""settings.txt of a board: fetched, edited, put back."""

from pathlib import Path

import pytest

from host_tools.board import settings
from tests.board.fake_board import FakeBoard
from tests.board.small_program import old_version


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The folder in which the commands are given."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_device_gives_every_default(person, here):
    with FakeBoard(old_version().files) as board:
        assert person.say("settings", board).status == 0
        text = (here / "settings.txt").read_text()
        assert "display ssd1306" in text and "matrix_order GRB" in text
        assert "settings.txt" not in board.files()


def test_what_was_edited_goes_back_and_nothing_else_changes(person, here):
    files = {**old_version().files, "settings.txt": b"brightness 3\n", "games/1/head": b"x"}
    with FakeBoard(files) as board:
        person.say("settings", board)
        assert (here / "settings.txt").read_bytes() == b"brightness 3\n"
        (here / "settings.txt").write_bytes(b"display sh1106  # mine\n")
        said = person.say("settings", board, "--put", "settings.txt")
        assert said.status == 0 and "starts anew" in said.out
        assert board.files() == {**files, "settings.txt": b"display sh1106  # mine\n"}


def test_a_file_that_the_device_would_refuse_never_gets_there(person, here):
    files = {**old_version().files, "settings.txt": b"brightness 3\n"}
    (here / "mine.txt").write_text("# fine\ndisplay sh1107\n")
    with FakeBoard(files) as board:
        what, step = person.fails("settings", board, "--put", "mine.txt")
        assert what == "mine.txt line 2: display sh1107 is not ssd1306 or sh1106"
        assert "docs/settings.md" in step
        what, _ = person.fails("settings", board, "--put", "none.txt")
        assert what.startswith("none.txt: ")
        assert board.files() == files


def test_an_edited_file_here_is_not_overwritten(person, here):
    (here / "settings.txt").write_text("brightness 9\n")
    with FakeBoard(old_version().files) as board:
        what, _ = person.fails("settings", board)
        assert what == "there is another settings.txt here already"
    assert (here / "settings.txt").read_text() == "brightness 9\n"


def test_a_damaged_copy_is_noticed(person, here):
    Path("settings.txt").write_bytes(b"brightness 77\n")
    files = {**old_version().files, "settings.txt": b"brightness 3\n"}
    with FakeBoard(files) as board:
        board.change(damaged=settings.NAME + ".new", damaged_times=9)
        what, _ = person.fails("settings", board, "--put", "settings.txt")
        assert what == "settings.txt arrived damaged; the board has what it had"
        assert board.files()["settings.txt"] == b"brightness 3\n"
