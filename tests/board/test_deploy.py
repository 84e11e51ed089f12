"""`make deploy` onto made-up boards: what is sent, what goes, what stays."""

import re
from time import sleep

import pytest

from host_tools.board.link import Board, connect
from host_tools.image import payload as packed
from host_tools.program import LIST, LOADER, STARTS
from tests.board.circuit import BOOT_LOOP, SAFE_MODE, UNLISTED
from tests.board.fake_board import FakeBoard
from tests.board.looks import has_exactly, personal_on, program_on
from tests.board.small_program import PERSONAL, module, new_version, old_version, program

BLOCKS = 80


@pytest.fixture
def written(monkeypatch):
    """The paths and sizes of all that is written to a board from now on: [(path, bytes)]."""
    found = []
    write = Board.write

    def noted(self, path, data):
        found.append((path, len(data)))
        write(self, path, data)

    monkeypatch.setattr(Board, "write", noted)
    return found


def test_a_bare_board_gets_the_whole_program(person):
    wanted = old_version()
    with FakeBoard(blocks=BLOCKS) as board:
        assert board.state() == SAFE_MODE
        said = person.deploy(wanted, board)
        assert board.state() == wanted.version
        assert has_exactly(board, wanted, {})
    lines = said.out.splitlines()
    assert lines[0] == f"version  {wanted.version}, {len(wanted.files)} files"
    assert lines[1].startswith("board    Raspberry Pi Pico with RP2040, MicroPython 1.24.1, on ")
    assert re.fullmatch(r"done     \d+ files new \(\d+ KB sent\), 0 removed; checked", lines[-2])
    assert f"done     {len(wanted.files)} files new" in said.out
    shares = [int(share) for share in re.findall(r"^copy +(\d+) %$", said.out, re.M)]
    assert shares == sorted(shares) and len(shares) > 2 and shares[-1] == 100


def test_progress_counts_on_one_line_of_a_terminal(person, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    with FakeBoard(blocks=BLOCKS) as board:
        said = person.deploy(old_version(), board)
    *_, before, last = re.findall(r"\rcopy +(\d+) of (\d+) KB (\n?)", said.out)
    assert last[0] == last[1] and last[2] == "\n" and before[2] == ""
    assert said.out.count("\rcopy") > 3


def test_a_second_deployment_copies_nothing(person, written):
    with FakeBoard(blocks=BLOCKS) as board:
        person.deploy(old_version(), board)
        work = board.work
        written.clear()
        said = person.deploy(old_version(), board)
        assert "done     the board has this version already; nothing was copied" in said.out
        assert not written and board.work == work
        assert board.state() == old_version().version


def test_only_what_differs_is_sent(person, written):
    old, new = old_version(), new_version()
    changed = {path for path, data in new.files.items() if old.files.get(path) != data}
    assert changed == {
        "boot.py", "firmware/app.mpy", "firmware/screens/home.mpy", "shared_engine/play.mpy", LIST,
    }  # fmt: skip
    with FakeBoard(PERSONAL, blocks=BLOCKS) as board:
        person.deploy(old, board)
        written.clear()
        said = person.deploy(new, board)
        assert has_exactly(board, new, PERSONAL)
        assert board.state() == new.version
    *files, (path, _) = written
    assert path == "update/ready" and all(path.startswith("update/") for path, _ in files)
    assert sorted(size for _, size in files) == sorted(len(new.files[path]) for path in changed)
    assert f"done     {len(changed)} files new (7 KB sent), 1 removed; checked" in said.out


def test_what_is_stale_goes_and_what_is_the_person_s_stays(person):
    wanted = new_version()
    stale = {
        "firmware/app.py": b"this would win over the .mpy\n",
        "firmware/games/deep/old.mpy": module("x"),
        "shared_engine/gone.mpy": module("x"),
    }
    with FakeBoard({**PERSONAL, **stale}, blocks=BLOCKS) as board:
        # A folder that is empty but for an empty one, and would be found before app.mpy.
        board.put({"firmware/app/inner/x": b""})
        remove_on(board, "firmware/app/inner/x")
        assert {"firmware/app", "firmware/app/inner"} < set(board.folders())
        person.deploy(wanted, board)
        assert has_exactly(board, wanted, PERSONAL)
        # Also when nothing else is to be done.
        board.put({"shared_engine/new/x": b""})
        remove_on(board, "shared_engine/new/x")
        person.deploy(wanted, board)
        assert has_exactly(board, wanted, PERSONAL)


def remove_on(board, path):
    board.state()
    there = connect(board.port)
    there.run(f"import os\nos.remove({path!r})\n")
    there.reset()


def test_somebody_else_s_programs_are_kept_aside(person):
    theirs = {
        "main.py": b"print('their blinking')\n",
        "boot.py": b"pass\n",
        "main-before1.py": b"older\n",
        "lib/neopixels.py": b"x = 1\n",
    }
    with FakeBoard(theirs, blocks=BLOCKS) as board:
        assert board.state() == UNLISTED
        said = person.deploy(old_version(), board)
        assert "keep     your main.py as main-before2.py" in said.out
        assert "keep     your boot.py as boot-before1.py" in said.out
        kept = {
            "main-before2.py": theirs["main.py"],
            "boot-before1.py": theirs["boot.py"],
            "main-before1.py": b"older\n",
            "lib/neopixels.py": b"x = 1\n",
        }
        assert has_exactly(board, old_version(), kept)
        # Ours are nobody else's, even if they differ from the new ones.
        person.deploy(new_version(), board)
        assert has_exactly(board, new_version(), kept)
        # But what somebody has made of ours is.
        board.put({"boot.py": b"import mine\n"})
        said = person.deploy(old_version(), board)
        assert "keep     your boot.py as boot-before2.py" in said.out
        assert has_exactly(board, old_version(), kept | {"boot-before2.py": b"import mine\n"})
        assert board.state() == old_version().version


def test_where_both_do_not_fit_the_old_goes_first(person):
    old, new = old_version(40_000), new_version(40_000)
    with FakeBoard(PERSONAL, blocks=BLOCKS) as board:
        person.deploy(old, board)
        board.fill(free=20)
        filled = personal_on(board)
        said = person.deploy(new, board)
        # main.py was taken away and came back.
        assert "done     6 files new" in said.out
        assert has_exactly(board, new, filled) and board.state() == new.version


def test_what_had_arrived_is_not_sent_again(person, written):
    old, new = old_version(), new_version()
    with FakeBoard(blocks=BLOCKS) as board:
        person.deploy(old, board)
        person.program = new
        board.change(gone_after=9000)
        person.fails("deploy", board)
        arrived = len([path for path in board.files() if path.startswith("update/")]) - 1
        assert arrived > 0
        board.change(gone_after=0)
        board.power_on()
        assert board.state() == old.version
        written.clear()
        said = person.deploy(new, board)
        assert len([path for path, _ in written if path != "update/ready"]) == 5 - arrived
        assert "done     5 files new" in said.out
        assert has_exactly(board, new, {}) and board.state() == new.version


def test_what_was_left_goes_when_nothing_is_to_be_done(person):
    with FakeBoard(blocks=BLOCKS) as board:
        person.deploy(old_version(), board)
        board.put({"update/0123456789abcdef": b"left" * 3000})
        person.deploy(old_version(), board)
        assert has_exactly(board, old_version(), {})
        board.put({"update/x": b""})
        remove_on(board, "update/x")
        assert "update" in board.folders()
        person.deploy(old_version(), board)
        assert has_exactly(board, old_version(), {})


def test_steps_that_wait_are_finished_first(person):
    old, new = old_version(), new_version()
    with FakeBoard(blocks=BLOCKS) as board:
        person.deploy(old, board)
        board.put({"update/name": b"waits", "update/steps": b"move name notes.txt\nend\n"})
        person.deploy(new, board)
        assert has_exactly(board, new, {"notes.txt": b"waits"})


@pytest.mark.parametrize(
    "steps", [b"", b"move a", b"jump a b\nend\n", b"move missing firmware/x.mpy\nend\n"]
)
def test_steps_that_cannot_be_done_are_given_up(person, steps):
    with FakeBoard(PERSONAL, blocks=BLOCKS) as board:
        person.deploy(old_version(), board)
        board.put({"update/steps": steps})
        board.power_off()
        board.power_on()
        # On what may be a mixture nothing is run.
        assert board.state() == SAFE_MODE
        person.deploy(new_version(), board)
        assert has_exactly(board, new_version(), PERSONAL)
        assert board.state() == new_version().version


def test_a_loader_that_is_gone_comes_back_before_anything_is_taken_over(person):
    with FakeBoard(blocks=BLOCKS) as board:
        person.deploy(old_version(), board)
        for path in (*LOADER, "boot.py"):
            remove_on(board, path)
            person.deploy(old_version(), board)
            assert has_exactly(board, old_version(), {})


def test_a_program_whose_list_is_damaged_is_made_whole(person):
    with FakeBoard(blocks=BLOCKS) as board:
        person.deploy(old_version(), board)
        board.put({LIST: b"\xff\x00 no list\n"})
        person.deploy(old_version(), board)
        assert has_exactly(board, old_version(), {}) and board.state() == old_version().version


def test_it_is_compiled_for_the_board_it_is_brought_to(person):
    with FakeBoard(blocks=BLOCKS, held=(15,)) as board:
        person.deploy(old_version(), board)
        # BACK is held: the real loader, from its .mpy, runs nothing.
        assert board.state() == SAFE_MODE
        board.change(held=())
        board.power_off()
        board.power_on()
        assert board.state() == old_version().version != BOOT_LOOP
        assert board.files()["main.py"] == STARTS["main.py"].encode()


def test_a_deployment_outranks_an_image(person):
    wanted = old_version()
    content = packed.pack(new_version().files)
    with FakeBoard(blocks=BLOCKS, below=content) as board:
        person.deploy(wanted, board)
        assert board.state() == wanted.version and program_on(board) == wanted.files
        board.power_off()
        board.power_on()
        assert board.state() == wanted.version and program_on(board) == wanted.files


# The watchdog of release mode.

RELEASED = {**PERSONAL, "release": b""}


def test_a_board_with_a_watchdog_is_started_quietly(person):
    with FakeBoard(RELEASED, blocks=BLOCKS, watchdog_ms=2500) as board:
        person.deploy(old_version(), board)
        assert board.state() == old_version().version
        said = person.deploy(new_version(), board)
        assert "started once without its program" in said.out
        assert has_exactly(board, new_version(), RELEASED)
        assert board.state() == new_version().version


def test_no_watchdog_cuts_a_long_copy(person, monkeypatch):
    large = program({"firmware/app.mpy": module("large", 60_000)})
    with FakeBoard(RELEASED, blocks=BLOCKS, watchdog_ms=1200) as board:
        person.deploy(old_version(), board)
        write = Board.write
        def slow(self, path, data):
            # Longer, all in all, than the watchdog would wait.
            sleep(0 if path == "quiet" else 0.7)
            write(self, path, data)

        monkeypatch.setattr(Board, "write", slow)
        person.deploy(large, board)
        assert has_exactly(board, large, RELEASED)
        monkeypatch.setattr(Board, "without_watchdog", lambda self, say: self)
        person.program = new_version()
        what, _ = person.fails("deploy", board)
        assert "went away" in what
