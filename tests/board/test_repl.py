"""Going to a board's prompt by hand, and a port that is away while its board starts anew."""

import sys
import threading
import time

import mpremote.main
from mpremote.transport_serial import SerialTransport

from host_tools.board import link
from tests.board.fake_board import FakeBoard
from tests.board.small_program import old_version


def test_the_prompt_is_handed_over_with_the_program_stopped(person, monkeypatch):
    asked = []

    def at_the_prompt():
        asked.append(list(sys.argv))
        transport = SerialTransport(sys.argv[2], timeout=5)
        transport.serial.write(b"\r")
        seen = transport.read_until(1, b">>> ", timeout=5)
        transport.close()
        assert seen.endswith(b">>> ")

    monkeypatch.setattr(mpremote.main, "main", at_the_prompt)
    monkeypatch.setattr(sys, "argv", ["kept"])
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    with FakeBoard(old_version().files) as board:
        said = person.say("repl", board)
        assert said.status == 0 and not said.err
        assert asked == [["mpremote", "connect", board.port, "repl"]]
        assert "Ctrl-] leaves" in said.out


def test_without_a_terminal_there_is_no_prompt(person):
    with FakeBoard(old_version().files) as board:
        what, _ = person.fails("repl", board)
        assert what == "there is no terminal to talk in"
        assert board.state() == old_version().version


def test_who_resets_waits_until_the_port_is_back(tmp_path):
    port = tmp_path / "ttyACM0"
    port.touch()

    def start_anew():
        time.sleep(0.1)
        port.unlink()
        time.sleep(0.2)
        port.touch()

    board = threading.Thread(target=start_anew)
    board.start()
    since = time.monotonic()
    link._wait_until_back(str(port))
    assert port.exists() and time.monotonic() - since >= 0.3
    board.join()


def test_a_port_that_never_goes_or_never_comes_back_is_not_waited_for_long(tmp_path, monkeypatch):
    monkeypatch.setattr(link, "_GONE_S", 0.2)
    monkeypatch.setattr(link, "_BACK_S", 0.3)
    port = tmp_path / "ttyACM0"
    port.touch()
    since = time.monotonic()
    link._wait_until_back(str(port))
    assert 0.15 < time.monotonic() - since < 2
    port.unlink()
    link._wait_until_back(str(port))
    link._wait_until_back("socket://127.0.0.1:1")
    assert time.monotonic() - since < 3
