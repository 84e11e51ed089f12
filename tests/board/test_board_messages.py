"""Whatever goes wrong with a board is said in a line, with the next step in another one."""

import ast
import os
import sys
from pathlib import Path

import pytest
import serial

from host_tools.board import __main__ as commands
from host_tools.board import link, ports
from host_tools.board.ports import RASPBERRY_PI, Port
from host_tools.vm import ROOT, VmFailed, VmMissing
from tests.board import test_backup, test_repl, test_settings_of_board
from tests.board.circuit import SAFE_MODE, UNLISTED
from tests.board.fake_board import FakeBoard
from tests.board.looks import has_exactly, personal_on
from tests.board.small_program import PERSONAL, module, new_version, old_version, program

BLOCKS = 80


@pytest.fixture(autouse=True)
def little_patience(monkeypatch):
    monkeypatch.setattr(link, "_ATTENTION_S", 0.2)


def deploying(person, words, step, files=None, say="deploy", **settings):
    """Have a board that cannot be deployed to; the line that is said. Its files stay."""
    person.program = person.program or old_version()
    with FakeBoard(files or PERSONAL, blocks=BLOCKS) as board:
        before = board.files()
        board.power_off()
        board.change(**settings)
        board.power_on()
        what, next_step = person.fails(say, board)
        assert words in what and step in next_step, (what, next_step)
        board.change(silent=False, no_raw_repl=False)
        assert board.files() == before
    return what


# Boards.


def test_a_board_with_circuitpython(person):
    what = deploying(
        person,
        "not a Raspberry Pi board with MicroPython",
        "Hold BOOTSEL",
        name="circuitpython",
        version=(9, 2, 1),
        platform="RP2040",
        machine="Adafruit Feather",
    )
    assert "Adafruit Feather with circuitpython 9.2.1" in what
    assert what.endswith("(the board is as it was)")


def test_a_board_that_is_no_rp2(person):
    what = deploying(
        person,
        "not a Raspberry Pi board",
        "Hold BOOTSEL",
        platform="esp32",
        machine="ESP32-S3 with ESP32S3",
    )
    assert "ESP32-S3 with ESP32S3 with micropython 1.24.1" in what


def test_an_old_micropython(person):
    what = deploying(person, "has MicroPython 1.23.0", "newer UF2", version=(1, 23, 0, ""))
    assert "1.24 is the oldest that will do" in what


@pytest.mark.parametrize("version", [5, 7])
def test_another_mpy_format(person, version):
    what = deploying(person, "reads .mpy files of version", "1.24 to 1.29", mpy=0x1300 | version)
    assert f"reads .mpy files of version {version}; " in what
    assert "mpy-cross here makes version 6" in what


def test_a_newer_micropython_will_do(person):
    with FakeBoard(blocks=BLOCKS, version=(1, 29, 0, "preview"), mpy=0x1306) as board:
        said = person.deploy(old_version(), board)
    assert "MicroPython 1.29.0, on socket://" in said.out


def test_a_silent_board(person):
    deploying(person, "does not answer as MicroPython does", "hold BACK", silent=True)


def test_a_board_without_a_raw_repl(person):
    deploying(person, "does not answer as MicroPython does", "hold BACK", no_raw_repl=True)


def test_a_board_in_a_boot_loop(person):
    loop = {"boot.py": b"raise SystemExit\n"}
    deploying(person, "does not answer as MicroPython does", "hold BACK", files=loop)


def test_noise_harms_nothing(person):
    with FakeBoard(blocks=BLOCKS, noise=b"\x00\xff>boom\r\n>") as board:
        person.deploy(old_version(), board)
        assert has_exactly(board, old_version(), {})


def test_a_file_system_that_takes_nothing(person):
    what = deploying(person, "takes nothing (read-only)", "drive of this PC", read_only=True)
    assert "while making ready (the board starts nothing" in what


def test_a_flash_that_is_too_small(person):
    person.program = program({"firmware/app.mpy": module("large", 400_000)})
    what = deploying(person, "the flash of the board is full: ", "make backup")
    assert "KB are needed and" in what and what.endswith("KB can be had (the board is as it was)")


def test_a_flash_that_is_full(person):
    with FakeBoard({**old_version().files, **PERSONAL}, blocks=BLOCKS) as board:
        board.fill(free=1)
        before = personal_on(board)
        person.program = new_version()
        what, step = person.fails("deploy", board)
        assert "is full" in what and "(the board is as it was)" in what and "`import`" in step
        assert board.state() == old_version().version and personal_on(board) == before
        # Once there is room, it goes well.
        board.put({"filler.bin": b""})
        person.deploy(new_version(), board)
        assert board.state() == new_version().version


def test_a_flash_that_fills_up_meanwhile(person, monkeypatch):
    # As if something else had taken the room: what has arrived must not stay in the way.
    files = {**old_version().files, **PERSONAL}
    person.program = new_version()
    with FakeBoard(files, blocks=BLOCKS) as board:
        write = link.Board.write
        left = [3]

        def filling(self, path, data):
            left[0] -= 1
            write(self, path, data if left[0] else bytes(400_000))

        monkeypatch.setattr(link.Board, "write", filling)
        what, _ = person.fails("deploy", board)
        assert "is full, while writing update/" in what and "(the board is as it was)" in what
        assert board.state() == old_version().version
        assert not any(path.startswith("update") for path in board.files())


def test_an_error_of_the_board(person, monkeypatch):
    monkeypatch.setattr("host_tools.board.deploy._OUTRANK", "\nraise ValueError('of the board')\n")
    person.program = old_version()
    with FakeBoard(PERSONAL, blocks=BLOCKS) as board:
        what, step = person.fails("deploy", board)
        assert "the board reported an error while looking for" in what and "make backup" in step
        assert "ValueError: of the board" in what
        assert board.state() == SAFE_MODE or board.state() == UNLISTED
        assert personal_on(board) == PERSONAL


@pytest.mark.parametrize("name", ["firmware", "shared_engine", "update"])
def test_something_of_the_person_s_in_the_way(person, name):
    what = deploying(
        person,
        f"on the board something of yours is called {name}",
        f"os.rename('{name}'",
        files={**PERSONAL, name: b"mine"},
    )
    assert what.endswith("(the board is as it was)")


@pytest.mark.parametrize("names", [("backup.txt",), ("Notes.txt", "notes.TXT")])
def test_names_that_a_pc_could_not_keep_apart(person, names):
    with FakeBoard({**PERSONAL, **dict.fromkeys(names, b"mine")}, blocks=BLOCKS) as board:
        what, _ = person.fails("backup", board)
        assert what.endswith("which a backup has another one for")
        assert not person.top.exists() or not list(person.top.iterdir())


@pytest.mark.parametrize("text", ["update/ready", "update/loader", "update/"])
def test_a_file_that_arrives_damaged(person, text):
    with FakeBoard(PERSONAL, blocks=BLOCKS) as board:
        if text == "update/ready":
            person.deploy(new_version(), board)
        person.program = old_version()
        board.state()
        board.change(damaged=text, damaged_times=1)
        what, step = person.fails("deploy", board)
        assert "arrived damaged on the board" in what and "worn" in step
        # Nothing has been taken over.
        assert board.state() == (new_version().version if "ready" in text else SAFE_MODE)
        board.change(damaged="")
        person.deploy(old_version(), board)
        assert board.state() == old_version().version and personal_on(board) == PERSONAL
        # A flash that always does so is said again and again.
        board.change(damaged="update/", damaged_times=1_000_000)
        person.program = new_version()
        for _ in range(2):
            what, step = person.fails("deploy", board)
            assert "arrived damaged on the board (the board is as it was)" in what
            assert board.state() == old_version().version


def test_what_was_taken_over_is_looked_at(person, monkeypatch):
    inventory = link.Board.inventory

    def without_app(self, folder=""):
        found = inventory(self, folder)
        return {path: stored for path, stored in found.items() if path != "firmware/app.mpy"}

    monkeypatch.setattr(link.Board, "inventory", without_app)
    person.program = old_version()
    with FakeBoard(blocks=BLOCKS) as board:
        what, _ = person.fails("deploy", board)
    assert what == "firmware/app.mpy on the board is not what was sent (the board may not start)"


def test_a_cable_that_is_drawn(person):
    with FakeBoard(blocks=BLOCKS) as board:
        board.change(gone_after=12_000)
        person.program = old_version()
        what, step = person.fails("deploy", board)
    assert "went away or does not answer any more, while writing update/" in what
    assert "Is the cable loose" in step


def test_two_at_one_board(person):
    with FakeBoard(blocks=BLOCKS) as board:
        first = link.connect(board.port)
        person.program = old_version()
        what, _ = person.fails("deploy", board)
        assert "does not answer as MicroPython does" in what
        # The first one has not been disturbed.
        assert first.run("print(1 + 1)").strip() == "2"
        first.close()


# Ports.


@pytest.mark.parametrize(
    "connected, drives, words, step",
    [
        ([], [], "no board is connected", "cable that carries data"),
        (["/dev/ttyACM0", "/dev/ttyACM1"], [], "2 boards are connected", "PORT=/dev/ttyACM0"),
        ([], ["/media/me/RPI-RP2"], "waits for a UF2 file", "make image"),
        (["/dev/ttyUSB0"], [], "none of the serial ports is a Pico's", "PORT=/dev/ttyUSB0"),
    ],
)
def test_no_port_to_take(person, monkeypatch, connected, drives, words, step):
    found = [Port(path, RASPBERRY_PI if "ACM" in path else 1, "x") for path in connected]
    monkeypatch.setattr(ports, "connected", lambda: found)
    monkeypatch.setattr(ports, "bootsel_drives", lambda: drives)
    for command in ("backup", "logs", "repl", "selftest"):
        what, next_step = person.fails(command)
        assert words in what and step in next_step


def test_a_port_that_another_program_has(person):
    master, slave = os.openpty()
    path = os.ttyname(slave)
    with serial.Serial(path, exclusive=True):
        what, step = person.fails("logs", None, "--port", path)
    assert what == f"{path} is in use by another program" and f"`fuser {path}`" in step
    os.close(master)
    os.close(slave)


def test_a_port_that_is_not_there(person, tmp_path):
    what, step = person.fails("logs", None, "--port", str(tmp_path / "ttyACM0"))
    assert what == f"there is no port {tmp_path}/ttyACM0" and "Ports with something" in step
    what, _ = person.fails("logs", None, "--port", "socket://127.0.0.1:1")
    assert what == "there is no port socket://127.0.0.1:1"


def test_a_port_that_may_not_be_used(person, monkeypatch, tmp_path):
    def denied(url, *_, **__):
        text = f"could not open port {url}: [Errno 13] Permission denied: '{url}'"
        raise serial.SerialException(13, text)

    monkeypatch.setattr(serial, "serial_for_url", denied)
    what, step = person.fails("logs", None, "--port", "/dev/ttyACM0")
    assert what == "no permission to use /dev/ttyACM0" and "sudo" in step


@pytest.mark.parametrize("port", ["nonsense://x", "socket://x"])
def test_a_port_that_is_none(person, port):
    what, _ = person.fails("logs", None, "--port", port)
    assert what.startswith((f"{port} cannot be opened: ", f"there is no port {port}"))


def test_a_file_is_no_port(person, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("no tty")
    what, step = person.fails("logs", None, "--port", str(path))
    assert what.startswith(f"{path} cannot be opened: ") and "Unplug" in step


def test_a_port_that_opens_at_the_second_try(person, monkeypatch):
    def failing(*_, **__):
        raise link.TransportError("failed to access")

    monkeypatch.setattr(link, "SerialTransport", failing)
    with FakeBoard(blocks=BLOCKS) as board:
        what, step = person.fails("logs", board)
        assert what == f"{board.port} could not be opened at first" and step.startswith("Repeat")


# This PC.


def test_mpremote_is_missing(person, monkeypatch):
    monkeypatch.setitem(sys.modules, "host_tools.board.link", None)
    what, step = person.fails("logs")
    assert what.startswith("mpremote is missing") and "make venv" in step


@pytest.mark.parametrize("error", [VmMissing("no mpy-cross"), VmFailed("mpy-cross x", 1, b"", b"")])
def test_a_program_that_is_not_compiled(person, monkeypatch, error):
    def failing():
        raise error

    monkeypatch.setattr(commands, "compile_program", failing)
    with FakeBoard(PERSONAL, blocks=BLOCKS) as board:
        said = person.say("deploy", board)
        assert said == (1, "", f"{error}\n") and board.files() == PERSONAL


def test_ctrl_c_while_compiling(person, monkeypatch):
    def stopped():
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "compile_program", stopped)
    what, step = person.fails("deploy")
    assert what == "stopped; the board keeps what it has" and "plug it in again" in step


# Scripts that run for long, such as the self-test.


def test_lines_come_as_they_are_printed(person, monkeypatch):
    script = (
        "import sys\nprint('first')\nsys.stdin.buffer.read(1)\nprint('Ä\\x04b')\n"
        "print('self-test: all well', end='')\n"
    )
    monkeypatch.setattr(commands, "_SELF_TEST", script)
    files = old_version().files
    with FakeBoard(files, blocks=BLOCKS) as board:
        seen = []

        def answer(line):
            seen.append(line)
            print("seen", line)
            if line == "first":
                there._transport.serial.write(b"x")

        there = link.connect(board.port)
        # What `say` prints is to be seen, although mpremote is kept quiet.
        there.follow("import sys\nprint('first')\nsys.stdin.buffer.read(1)\nprint('last', end='')",
                     answer)  # fmt: skip
        assert seen == ["first", "last"]
        assert "seen first\nseen last\n" in person._capsys.readouterr().out
        there.reset()
        assert board.state() == old_version().version


def test_the_self_test_says_how_it_went(person, monkeypatch):
    with FakeBoard(old_version().files, blocks=BLOCKS) as board:
        monkeypatch.setattr(commands, "_SELF_TEST", "print('one')\nprint('self-test: all well')\n")
        said = person.say("selftest", board)
        assert said.status == 0 and said.out.endswith("one\nself-test: all well\n")
        monkeypatch.setattr(commands, "_SELF_TEST", "print('self-test: 1 failed')\n")
        assert person.say("selftest", board).status == 1
        monkeypatch.setattr(commands, "_SELF_TEST", "print('one')\nraise ValueError('broke')\n")
        what, _ = person.fails("selftest", board)
        assert "the board reported an error while running a script: ValueError: broke" in what
        assert board.state() == old_version().version


def test_a_self_test_without_a_program(person):
    with FakeBoard(PERSONAL, blocks=BLOCKS) as board:
        what, step = person.fails("selftest", board)
    assert what == "the board has no companion on it" and step == "First: `make deploy`."


# Every message has its test.


def messages():
    """(file, the words that are in it whatever happens) of every BoardError that is raised."""
    found = set()
    for path in sorted((ROOT / "host_tools" / "board").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            is_own = name == "__init__" and path.name == "trouble.py"
            if name in ("BoardError", "FlashFull") or is_own:
                parts = [n.value for n in ast.walk(node.args[0]) if isinstance(n, ast.Constant)]
                words = max((str(part) for part in parts), key=len, default="").strip(" :,(\n")
                if len(words) > 6:  # else it is all another one's
                    found.add((path.name, words))
    return found


def test_every_message_is_made_by_a_test():
    tests = "\n".join(
        Path(module.__file__).read_text(encoding="utf-8")
        for module in (sys.modules[__name__], test_backup, test_repl, test_settings_of_board)
    )
    wanted = messages()
    assert len(wanted) > 20
    untested = {
        (name, words)
        for name, words in wanted
        if not any(words[at : at + 18] in tests for at in range(max(1, len(words) - 17)))
    }
    assert not untested
