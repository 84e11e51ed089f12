"""`make backup`, `make restore` and `make logs` with made-up boards."""

import os
import re
import subprocess
from datetime import datetime
from pathlib import Path

import pytest

from host_tools.board import backup, link
from host_tools.board.staging import digest
from host_tools.board.trouble import BoardError
from tests.board.circuit import SAFE_MODE
from tests.board.fake_board import FakeBoard
from tests.board.looks import has_exactly, personal_on
from tests.board.small_program import PERSONAL, old_version

BLOCKS = 64
# Names and contents that somebody could stumble over.
ODD = {
    "settings.txt": b"brightness 9\n",
    "games/2/head": b"game monster\n",
    "import/Größe & mehr.txt": "Ä€😀\r\n".encode(),
    "import/  blanks  ": bytes(range(256)) * 9,
    "import/'quoted' \"twice\".txt": b"\x04\x03\x01",
    "import/line\u2028separator\x85here": b"x",
    "empty": b"",
    "release": b"",
    "a/b/c/deep": b"\xff" * 4097,
}
NOT_KEPT = {"image.id": b"0123456789abcdef"}


@pytest.fixture
def board():
    files = {**old_version().files, **ODD, **NOT_KEPT}
    with FakeBoard(files, blocks=BLOCKS) as found:
        yield found


def backup_of(person, board):
    """Make a backup: its folder."""
    said = person.say("backup", board)
    assert said.status == 0 and not said.err, said
    return Path(re.search(r"^done     (\d+) files in (.+)$", said.out, re.M)[2])


def files_in(folder):
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*")
            if p.is_file()}  # fmt: skip


def backups(person):
    return sorted(person.top.iterdir()) if person.top.exists() else []


def test_a_backup_holds_what_is_the_person_s(person, board):
    before = board.work
    folder = backup_of(person, board)
    files = files_in(folder)
    lines = files.pop("backup.txt").decode().split("\n")
    assert files == ODD
    assert lines[-2:] == [f"# {len(ODD)} files", ""]
    assert lines[:-2] == [f"{digest(ODD[path])}  {path}" for path in sorted(ODD)]
    assert folder.parent == person.top
    assert datetime.strptime(folder.name, "%Y-%m-%d_%H%M%S") <= datetime.now()
    # Nothing was changed on the board but for the quiet start.
    assert board.state() == old_version().version and has_exactly_kept(board, ODD)
    assert board.work - before < 10


def has_exactly_kept(board, personal):
    files = board.files()
    return files == {**old_version().files, **NOT_KEPT, **personal}


def test_sha256sum_can_check_a_backup(person, board):
    folder = backup_of(person, board)
    command = ["sha256sum", "--strict", "-c", "backup.txt"]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    except FileNotFoundError:
        done = subprocess.CompletedProcess(command, 0, "OK" * len(ODD))  # not on every system
    assert done.returncode == 0 and done.stdout.count("OK") == len(ODD), done


def test_what_was_backed_up_comes_back(person, board):
    backup_of(person, board)
    changed = {"settings.txt": b"brightness 200\n", "games/7/head": b"later", "a/b/c/deep": b"no"}
    board.put(changed)
    later = personal_on(board)
    said = person.say("restore", board)
    assert said.status == 0 and not said.err, said
    assert has_exactly_kept(board, ODD) and board.state() == old_version().version
    assert "done     2 files copied; the board starts anew" in said.out
    assert re.findall(r"^copy +(\d+) %$", said.out, re.M)[-1] == "100"
    # What was there until now is kept first, and comes back from there.
    kept = Path(re.search(r"^keep     what the board has now, in (.+)$", said.out, re.M)[1])
    assert kept in backups(person) and len(backups(person)) == 2
    said = person.say("restore", board, "--from", str(kept))
    assert said.status == 0 and has_exactly_kept(board, later)
    said = person.say("restore", board, "--from", str(kept))
    assert "done     0 files copied" in said.out and has_exactly_kept(board, later)


def test_a_new_board_gets_the_files_of_the_old_one(person, board):
    folder = backup_of(person, board)
    with FakeBoard(old_version().files, blocks=BLOCKS) as other:
        said = person.say("restore", other, "--from", str(folder))
        assert said.status == 0 and "keep" not in said.out
        assert has_exactly(other, old_version(), ODD)


def test_a_board_without_anything_of_a_person(person):
    with FakeBoard({**old_version().files, **NOT_KEPT}, blocks=BLOCKS) as bare:
        said = person.say("backup", bare)
        assert said.status == 0 and "the board has no settings and no games" in said.out
    assert backups(person) == []


def test_backups_within_a_second_do_not_meet(tmp_path):
    now = datetime(2024, 11, 29, 20, 15)
    names = []
    with FakeBoard({"settings.txt": b"x"}, blocks=BLOCKS) as board:
        there = link.connect(board.port)
        for _ in range(3):
            folder, count = backup.save(there, tmp_path, lambda *_: None, now)
            names.append(folder.name)
            assert count == 1 and backup.read(folder) == {"settings.txt": b"x"}
        there.close()
    assert names == ["2024-11-29_201500", "2024-11-29_201500-2", "2024-11-29_201500-3"]
    assert backup.latest(tmp_path).name == names[-1]


def test_the_newest_backup_is_taken(tmp_path):
    for name in ("2024-11-29_201500", "2024-12-01_080000", ".2025-01-01_000000", "2026-notes"):
        (tmp_path / name).mkdir()
        if name != "2026-notes":
            (tmp_path / name / "backup.txt").write_text("# 0 files\n")
    assert backup.latest(tmp_path).name == "2024-12-01_080000"


# Backups are whole or not there.


@pytest.mark.parametrize("after", [300, 900, 1800])
def test_a_board_that_goes_leaves_no_backup(person, board, after, monkeypatch):
    monkeypatch.setattr(link, "_BACK_S", 1)
    board.change(gone_after=after)
    person.fails("backup", board)
    assert backups(person) == []


def test_a_disk_that_fails_leaves_no_backup(person, board, monkeypatch):
    write = Path.write_bytes

    def failing(path, data):
        if path.name == "backup.txt":
            raise OSError(28, "No space left on device", str(path))
        write(path, data)

    monkeypatch.setattr(Path, "write_bytes", failing)
    what, step = person.fails("backup", board)
    assert what.endswith("backup.txt: No space left on device")
    assert step == "Say where else: TO=folder"
    assert backups(person) == []


def test_a_backup_that_is_stopped_is_none(person, board, monkeypatch):
    def stopped(path, other):
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "rename", stopped)
    what, _ = person.fails("backup", board)
    assert what == "stopped; the board keeps what it has" and backups(person) == []
    monkeypatch.undo()


def test_a_backup_somewhere_else(person, board, tmp_path):
    said = person.say("backup", board, "--to", str(tmp_path / "else"))
    assert said.status == 0 and len(list((tmp_path / "else").iterdir())) == 1
    (tmp_path / "file").write_text("")
    what, step = person.fails("backup", board, "--to", str(tmp_path / "file"))
    assert str(tmp_path / "file") in what and step == "Say where else: TO=folder"


def test_a_file_that_arrives_damaged_is_no_backup(person, board, monkeypatch):
    read = link.Board.read
    monkeypatch.setattr(link.Board, "read", lambda self, path: read(self, path)[:-1] + b"?")
    what, step = person.fails("backup", board)
    assert what == "a/b/c/deep arrived damaged; nothing was kept" and step == "Repeat the command."
    assert backups(person) == []


@pytest.mark.parametrize("name", ["two\nlines", "back\\slash"])
def test_a_name_that_no_pc_can_keep(person, name):
    with FakeBoard({name: b"x"}, blocks=BLOCKS) as board:
        what, step = person.fails("backup", board)
    assert what == f"a file on the board is called {name!r}, which cannot be kept on a PC"
    assert "os.rename" in step and backups(person) == []


# Backups that were damaged or edited are refused before the board is touched.


def edit_list(folder, old, new):
    path = folder / "backup.txt"
    path.write_bytes(path.read_bytes().replace(old, new, 1))


def damage(folder, how):
    first = f"{digest(ODD['a/b/c/deep'])}  a/b/c/deep\n".encode()
    end = f"# {len(ODD)} files\n".encode()
    if how == "a file changed":
        (folder / "settings.txt").write_bytes(b"brightness 8\n")
    elif how == "a file missing":
        (folder / "games/2/head").unlink()
    elif how == "no list":
        (folder / "backup.txt").unlink()
    elif how == "a list that is no text":
        (folder / "backup.txt").write_bytes(b"\xff\xfe")
    elif how == "an empty list":
        (folder / "backup.txt").write_bytes(b"")
    elif how == "a line missing":
        edit_list(folder, first, b"")
    elif how == "the end missing":
        edit_list(folder, end, b"")
    elif how == "a line of ours":
        edit_list(folder, b"  a/b/c/deep\n", b"  firmware/app.mpy\n")
    elif how == "a way out":
        edit_list(folder, b"  a/b/c/deep\n", b"  a/../../deep\n")
    elif how == "an absolute path":
        edit_list(folder, b"  a/b/c/deep\n", b"  /etc/passwd\n")
    elif how == "no path":
        edit_list(folder, b"  a/b/c/deep\n", b"\n")


@pytest.mark.parametrize(
    "how, words",
    [
        ("a file changed", "settings.txt is not what was backed up"),
        ("a file missing", "games/2/head: No such file or directory"),
        ("no list", "is no backup: it has no readable backup.txt"),
        ("a list that is no text", "is no backup: it has no readable backup.txt"),
        ("an empty list", "backup.txt is not complete"),
        ("a line missing", "backup.txt is not complete"),
        ("the end missing", "backup.txt is not complete"),
        ("a line of ours", "backup.txt line 1 names no file of a backup"),
        ("a way out", "backup.txt line 1 names no file of a backup"),
        ("an absolute path", "backup.txt line 1 names no file of a backup"),
        ("no path", "backup.txt line 1 names no file of a backup"),
    ],
)
def test_a_backup_that_is_not_whole_is_refused(person, board, how, words):
    folder = backup_of(person, board)
    damage(folder, how)
    work, cells = board.work, board.cells
    what, _ = person.fails("restore", board, "--from", str(folder))
    assert words in what and str(folder) in what
    assert board.work == work and board.cells == cells and len(backups(person)) == 1


def test_there_is_no_backup(person, board):
    what, step = person.fails("restore", board)
    assert what == f"there is no backup in {person.top}" and "make backup" in step
    what, _ = person.fails("restore", None, "--from", str(person.top / "none"))
    assert what == f"there is no folder {person.top / 'none'}"
    what, step = person.fails("restore", board, "--from", os.devnull)
    assert what == "there is no folder " + os.devnull and "FROM=" in step


def test_a_board_without_the_program_is_refused(person, board):
    folder = backup_of(person, board)
    theirs = {"main.py": b"theirs", "settings.txt": b"theirs"}
    with FakeBoard(theirs, blocks=BLOCKS) as bare:
        what, step = person.fails("restore", bare, "--from", str(folder))
        assert "the board has no companion" in what and step == "First: `make deploy`."
        assert bare.files() == theirs


@pytest.mark.parametrize(
    "free, words",
    [
        (2, "the flash of the board is full"),
        # It can be brought, but the folders that it belongs in cannot be made.
        (8, "the flash of the board is full: there is no room to take the new files over"),
    ],
)
def test_a_backup_for_which_there_is_no_room(person, board, free, words):
    folder = backup_of(person, board)
    with FakeBoard({**old_version().files, "settings.txt": b"mine"}, blocks=BLOCKS) as other:
        other.fill(free=free)
        before = other.files()
        what, step = person.fails("restore", other, "--from", str(folder))
        assert words in what and "(the board is as it was)" in what and "make backup" in step
        # What had arrived is gone again, or there would be no room for the games.
        assert other.files() == before and other.state() == old_version().version


def test_an_update_that_waits_is_taken_over_first(person, board):
    folder = backup_of(person, board)
    board.put({"update/name": b"new", "update/steps": b"move name firmware/app.mpy\nend\n"})
    assert person.say("restore", board, "--from", str(folder)).status == 0
    assert board.files()["firmware/app.mpy"] == b"new" and personal_on(board) == ODD


def test_an_update_that_cannot_be_taken_over(person, board):
    folder = backup_of(person, board)
    board.put({"update/steps": b"nonsense\nend\n"})
    what, step = person.fails("restore", board, "--from", str(folder))
    assert "taking over the new files" in what and step == "First: `make deploy`."
    assert personal_on(board) == ODD


def test_a_restore_with_a_watchdog(person):
    files = {**old_version().files, **PERSONAL, "release": b""}
    with FakeBoard(files, blocks=BLOCKS, watchdog_ms=2500) as board:
        backup_of(person, board)
        board.put({"settings.txt": b"brightness 200\n"})
        said = person.say("restore", board)
        assert said.status == 0 and "started once without its program" in said.out
        assert personal_on(board) == {**PERSONAL, "release": b""}
        assert board.state() == old_version().version


def test_only_a_whole_backup_is_read(tmp_path):
    with pytest.raises(BoardError, match="is no backup"):
        backup.read(tmp_path)


# Logs.


@pytest.mark.parametrize(
    "files, text",
    [
        ({}, "The log is empty: no screen has failed.\n"),
        ({"crash.log": b""}, "The log is empty: no screen has failed.\n"),
        ({"crash.log": b"in Home\nValueError: \xff\n"}, "in Home\nValueError: \ufffd\n"),
        (
            {"crash.log": b"in Second\nKeyError\n", "crash.log.old": b"in First\nKeyError\n"},
            "in First\nKeyError\nin Second\nKeyError\n",
        ),
        ({"crash.log.old": b"in First\n"}, "in First\n"),
    ],
)
def test_what_the_log_says(person, files, text):
    with FakeBoard({**old_version().files, **files}, blocks=BLOCKS) as board:
        said = person.say("logs", board)
        assert said == (0, text, "")
        assert board.state() == old_version().version != SAFE_MODE


def test_a_restore_that_is_repeated_takes_the_same_backup(person, board):
    wanted = board.files()
    backup_of(person, board)
    board.put({"settings.txt": b"brightness 99\n"})
    for _ in range(2):
        said = person.say("restore", board)
        assert said.status == 0, said
        assert board.files() == wanted
    kept = [path.name for path in backups(person) if path.name.endswith("-before-restore")]
    assert kept


@pytest.mark.parametrize("there, wanted", [("notes", "notes/a.txt"), ("notes/a.txt", "notes")])
def test_a_file_where_a_folder_has_to_be_and_the_reverse(person, board, there, wanted):
    board.put({wanted: b"kept"})
    files = board.files()
    folder = backup_of(person, board)
    with FakeBoard({**{p: d for p, d in files.items() if p != wanted}, there: b"later"}) as other:
        said = person.say("restore", other, "--from", str(folder))
        assert said.status == 0, said
        assert other.files() == files
        assert other.state() == board.state()
