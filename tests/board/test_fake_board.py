"""The made-up board is a Pico to mpremote, keeps its files as a Pico does, and fails on demand."""

import hashlib
import socket
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport
from serial import SerialException

from host_tools.program import compile_program, listed
from tests.board.circuit import BOOT_LOOP, BOOTSEL, NO_POWER, SAFE_MODE, UNLISTED, BoardBroke
from tests.board.fake_board import FakeBoard
from tests.board.hurry import hurry
from tests.board.settings import PICO_W_BLOCKS
from tests.power.flash import DONE, HALF, UNDONE

RAW = b"raw REPL; CTRL-B to exit\r\n>"
BANNER = (
    b"MicroPython v1.24.1 on 2024-11-29; Raspberry Pi Pico with RP2040\r\n"
    b'Type "help()" for more information.\r\n>>> '
)
MAIN = {"main.py": b"print('never run here')\n"}
BYTES = bytes(range(256))


@pytest.fixture(autouse=True)
def short_naps():
    with hurry():
        yield


@contextmanager
def raw_repl(board, timeout=5):
    """mpremote's transport in the raw REPL of a board."""
    transport = SerialTransport(board.port, timeout=timeout)
    try:
        transport.enter_raw_repl(timeout_overall=timeout)
        yield transport
    finally:
        transport.close()


class Line:
    """A bare connection, to see every byte."""

    def __init__(self, board):
        _, _, address = board.port.partition("//")
        host, _, number = address.partition(":")
        self.socket = socket.create_connection((host, int(number)), timeout=5)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def ask(self, data, ending):
        """Send bytes; all that comes up to `ending`."""
        self.socket.sendall(data)
        found = b""
        while not found.endswith(ending):
            got = self.socket.recv(1)
            assert got, ("cut off after", found)
            found += got
        return found

    def quiet(self, seconds=0.15):
        """What comes within so many seconds."""
        self.socket.settimeout(seconds)
        try:
            return self.socket.recv(4096)
        except TimeoutError:
            return b""
        finally:
            self.socket.settimeout(5)


def raises(transport, source, *words):
    """Run source text on the board, which must end in a traceback with these words; the text."""
    with pytest.raises(TransportExecError) as caught:
        transport.exec(source)
    text = caught.value.error_output
    assert all(word in text for word in words), text
    return text


# The REPL.


def test_mpremote_runs_code_and_handles_files():
    with FakeBoard() as board, raw_repl(board) as transport:
        assert transport.exec("print(6 * 7)\nprint('a')") == b"42\r\na\r\n"
        assert transport.eval("[1, 'two', b'\\x03']") == [1, "two", b"\x03"]
        transport.fs_mkdir("games")
        transport.fs_writefile("games/1", BYTES * 20)
        assert transport.fs_readfile("/games/1") == BYTES * 20
        assert transport.fs_hashfile("games/1", "sha256") == hashlib.sha256(BYTES * 20).digest()
        assert [entry[:2] for entry in transport.fs_listdir("/")] == [("games", 0x4000)]
        assert transport.fs_stat("games/1").st_size == len(BYTES * 20)
        with pytest.raises(FileNotFoundError):
            transport.fs_readfile("games/2")
        assert board.files() == {"games/1": BYTES * 20} and board.folders() == ["games"]
        transport.fs_rmfile("games/1")
        transport.fs_rmdir("games")
        assert transport.fs_listdir("") == []


def test_a_traceback_is_that_of_the_code_alone():
    with FakeBoard() as board, raw_repl(board) as transport:
        text = raises(transport, "def deep():\n    1 / 0\ndeep()\n")
        assert text.splitlines() == [
            "Traceback (most recent call last):",
            '  File "<stdin>", line 3, in <module>',
            '  File "<stdin>", line 2, in deep',
            "ZeroDivisionError: divide by zero",
        ]
        raises(transport, "x =", 'File "<stdin>", line 1', "SyntaxError")
        assert transport.exec("print('well')") == b"well\r\n"


def test_the_answers_are_those_of_a_board_byte_by_byte():
    with FakeBoard() as board, Line(board) as line:
        assert line.ask(b"\r\x03", b">>> \r\n>>> ") == b"\r\n>>> \r\n>>> "
        assert line.ask(b"\r\x01", b">>> \r\n" + RAW) == b"\r\n>>> \r\n" + RAW
        assert line.ask(b"print(1)\x04", b"\x04>") == b"OK1\r\n\x04\x04>"
        assert line.ask(b"bad\x04", b"\x04>").startswith(b"OK\x04Traceback")
        assert line.ask(b"print(1)\x03print(2)\x04", b"\x04>") == b"OK2\r\n\x04\x04>"
        assert line.ask(b"\x05B\x01", b">") == b"R\x00>"
        assert line.ask(b"\x05A\x01", b"\x80\x00\x01") == b"R\x01\x80\x00\x01"
        # A window's worth has come in: there is room for another.
        assert line.ask(b"print('" + b"a" * 121, b"\x01") == b"\x01"
        answer = line.ask(b"b')\x04", b"\x04>")
        assert answer == b"\x04" + b"a" * 121 + b"b\r\n\x04\x04>"
        assert line.ask(b"\x05A\x01x\x03", b"\x04>").endswith(b"KeyboardInterrupt: \r\n\x04>")
        assert line.ask(b"\x04", b"exit\r\n>") == b"OK\r\nMPY: soft reboot\r\n" + RAW
        assert line.ask(b"\x02", b">>> ") == b"\r\n" + BANNER
        assert line.ask(b"1 + 1x\b\r", b"2\r\n>>> ") == b"1 + 1x\b \b\r\n2\r\n>>> "
        assert line.ask(b"\x04", b">>> ") == b"\r\nMPY: soft reboot\r\n" + BANNER


def test_long_code_arrives_in_both_ways():
    source = "".join(f"a{number} = {number}\n" for number in range(900)) + "print(a899)\n"
    with FakeBoard() as board, raw_repl(board) as transport:
        assert transport.exec(source) == b"899\r\n"
        transport.use_raw_paste = False
        assert transport.exec(source) == b"899\r\n"


def test_what_is_printed_in_loads_comes_whole():
    with FakeBoard() as board, raw_repl(board) as transport:
        loads = transport.exec("for n in range(400): print('x' * 99)")
        assert loads == (b"x" * 99 + b"\r\n") * 400
        raw = "import sys\nsys.stdout.buffer.write(bytes(range(10, 14)))"
        assert transport.exec(raw) == b"\n\x0b\x0c\r"


def test_a_soft_reset_begins_anew_and_closes_files():
    with FakeBoard() as board, raw_repl(board) as transport:
        transport.fs_writefile("mine.py", b"there = 1")
        transport.exec("import mine\nf = open('half', 'wb')\nf.write(b'first')")
        transport.enter_raw_repl()
        names = transport.eval("[n for n in ('mine', 'f') if n in globals()]")
        assert names == [] and not transport.eval("'mine' in __import__('sys').modules")
        assert transport.fs_readfile("half") == b"first"
    with FakeBoard() as board, Line(board) as line:
        line.ask(b"\x01", RAW)
        said = line.ask(b"import sys\nleft = 1\nsys.exit()\x04", RAW)
        assert said == b"OK\x04\x04MPY: soft reboot\r\n" + RAW
        assert b"NameError" in line.ask(b"left\x04", b"\x04>")


def test_nothing_of_the_pc_is_there():
    with FakeBoard() as board, raw_repl(board) as transport:
        for name in ("tests", "host_tools", "firmware", "board_script", "tests.board.host_line"):
            raises(transport, f"import {name}", "ImportError")
        raises(transport, f"open({__file__!r})", "OSError", "ENOENT")
        raises(transport, "import os\nos.system('true')", "AttributeError")
        assert transport.eval("__import__('sys').path") == ["", ".frozen", "/lib"]
        found = transport.eval("sorted(__import__('sys').modules)")
        assert found == [
            "machine", "micropython", "neopixel", "os", "rp2", "sys", "time", "uctypes",
        ]  # fmt: skip
        assert transport.eval("sorted(globals())") == ["__name__", "os"]


def test_it_says_that_it_is_a_pico():
    with FakeBoard() as board, raw_repl(board) as transport:
        transport.exec("import sys, os, machine")
        found = transport.eval("tuple(sys.implementation)")
        assert found == ("micropython", (1, 24, 1, ""), "Raspberry Pi Pico with RP2040", 0x1306)
        assert transport.eval("sys.implementation._mpy & 0xff") == 6
        assert transport.eval("(sys.platform, os.uname().sysname)") == ("rp2", "rp2")
        assert transport.eval("os.statvfs('/')[:4]") == (4096, 4096, 352, 350)
        assert transport.eval("machine.reset_cause() == machine.PWRON_RESET") is True
        assert transport.eval("machine.Pin(3, machine.Pin.IN, machine.Pin.PULL_UP).value()") == 1
        assert transport.eval("machine.mem32[0xD0000004] >> 15 & 1") == 1


def test_what_lies_below_the_file_system_is_in_memory():
    start = 0x10000000 + (2 << 20) - 352 * 4096
    with FakeBoard(below=b"\x01\x02\x03\x04" + BYTES) as board, raw_repl(board) as transport:
        transport.exec("import machine, uctypes")
        assert transport.eval(f"machine.mem32[{start - 260}]") == 0x04030201
        assert transport.eval(f"bytes(uctypes.bytearray_at({start - 256}, 256))") == BYTES
        seen = transport.eval(f"bytes(uctypes.bytearray_at({start - 264}, 8))")
        assert seen == b"\xff\xff\xff\xff\x01\x02\x03\x04"
        raises(transport, "uctypes.bytearray_at(0, 1)", "ValueError")


def test_it_can_be_another_board():
    settings = {
        "blocks": PICO_W_BLOCKS,
        "name": "circuitpython",
        "version": (9, 2, 1),
        "mpy": 0x1805,
        "platform": "RP2040",
        "machine": "Adafruit Feather",
    }
    with FakeBoard(**settings) as board, raw_repl(board) as transport:
        transport.exec("import sys, os")
        found = transport.eval("tuple(sys.implementation)")
        assert found == ("circuitpython", (9, 2, 1), "Adafruit Feather", 0x1805)
        assert transport.eval("(sys.platform, os.statvfs('/')[2])") == ("RP2040", PICO_W_BLOCKS)
        transport.exit_raw_repl()
        seen = transport.read_until(1, b">>> ", timeout=5)
        assert b"Adafruit CircuitPython v9.2.1 on 2024-11-29; Adafruit Feather\r\n" in seen


# Interrupts and input.


def test_ctrl_c_stops_what_runs():
    with FakeBoard() as board, raw_repl(board) as transport:
        source = "import time\nkept = 1\nprint('begins')\nwhile True: time.sleep(60)"
        transport.exec_raw_no_follow(source)
        assert transport.read_until(1, b"begins\r\n", timeout=5)
        transport.serial.write(b"\x03")
        output, errors = transport.follow(5)
        assert output == b"" and errors.endswith(b"KeyboardInterrupt: \r\n")
        assert transport.exec("print(kept)") == b"1\r\n"
        # Who catches it may go on for as long as it takes.
        source = "try: time.sleep(9)\nexcept KeyboardInterrupt: time.sleep(1)\nprint('kept')"
        transport.exec_raw_no_follow(source)
        transport.serial.write(b"\x03")
        assert transport.follow(5) == (b"kept\r\n", b"")
        transport.exec_raw_no_follow("while True: pass")
        time.sleep(0.05)
        transport.enter_raw_repl()
        assert transport.exec("print('free')") == b"free\r\n"


def test_ctrl_c_at_any_moment_harms_nothing():
    with FakeBoard() as board, raw_repl(board) as transport:
        stopped = 0
        for number in range(150):
            # Every tenth goes on until it is stopped, however busy the PC is.
            loop = "while True: [0]" if number % 10 == 9 else f"for n in range({number * 99}): [n]"
            transport.exec_raw_no_follow(loop + "\nprint('end')")
            if number % 3:
                time.sleep(number % 7 / 2000)
            transport.serial.write(b"\x03")
            output, errors = transport.follow(5)
            assert (output == b"end\r\n") or b"KeyboardInterrupt" in errors
            stopped += bool(errors)
            assert transport.exec(f"print({number})") == f"{number}\r\n".encode()
        assert stopped >= 15


def test_code_reads_what_comes_in():
    with FakeBoard() as board, raw_repl(board) as transport:
        source = (
            "import sys, micropython\nmicropython.kbd_intr(-1)\n"
            "print('ready')\nprint(sys.stdin.buffer.read(256) == bytes(range(256)))\n"
            "micropython.kbd_intr(3)\nprint(sys.stdin.readline())"
        )
        transport.exec_raw_no_follow(source)
        transport.read_until(1, b"ready\r\n", timeout=5)
        transport.serial.write(BYTES + b"line\n")
        assert transport.follow(5) == (b"True\r\nline\n\r\n".replace(b"e\n", b"e\r\n"), b"")
        transport.exec_raw_no_follow("print('ready')\nsys.stdin.buffer.read(9)")
        transport.read_until(1, b"ready\r\n", timeout=5)
        transport.serial.write(b"1234")
        transport.serial.write(b"\x03")
        assert transport.follow(5)[1].endswith(b"KeyboardInterrupt: \r\n")
        assert transport.exec("print('free')") == b"free\r\n"


# Starting.


def test_what_would_run():
    raising = {"boot.py": b"print('boots')\nraise RuntimeError('no')\n"}
    with FakeBoard() as board:
        assert board.state() == SAFE_MODE
        board.put(MAIN)
        assert board.state() == SAFE_MODE
        board.power_off()
        assert board.state() == NO_POWER and not board.has_power
        board.power_on()
        assert board.state() == UNLISTED and board.version() is None
    with FakeBoard(MAIN | raising) as board:
        assert board.state() == SAFE_MODE
        with Line(board) as line:
            line.ask(b"\x02", BANNER)
            said = line.ask(b"\x04", BANNER)
        assert b"soft reboot\r\nboots\r\nTraceback" in said
        assert b'  File "boot.py", line 2, in <module>\r\nRuntimeError: no\r\n' in said
    with FakeBoard(MAIN | {"boot.py": b"raise SystemExit\n"}) as board:
        assert board.state() == BOOT_LOOP
        with Line(board) as line:
            line.socket.sendall(b"\x03\x01")
            assert line.quiet() == b""
    program = listed(MAIN | {"boot.py": b"pass\n"})
    with FakeBoard(program.files) as board:
        assert board.state() == board.version() == program.version


def test_main_py_seems_to_run_until_ctrl_c():
    with FakeBoard(MAIN) as board, Line(board) as line:
        line.socket.sendall(b"\x01print(1)\x04")
        assert line.quiet() == b""
        assert line.ask(b"\x03", b">>> ").endswith(b"KeyboardInterrupt: \r\n" + BANNER)
        assert line.ask(b"\x01", RAW)
        # A soft reset in the raw REPL runs boot.py alone, in the friendly one main.py as well.
        assert line.ask(b"\x04", RAW)
        assert line.ask(b"\x02", BANNER)
        assert line.ask(b"\x04", b"soft reboot\r\n")
        line.socket.sendall(b"\x01")
        assert line.quiet() == b""
        assert board.state() == UNLISTED


def test_the_program_is_there_and_its_modules_are_imported():
    program = compile_program()
    with FakeBoard(program.files) as board:
        assert board.state() == program.version
        assert board.files() == program.files
        with raw_repl(board) as transport:
            transport.exec("from firmware import main\nimport firmware.screens.home as home")
            assert transport.eval("home.__file__") == "firmware/screens/home.mpy"
        cells = board.cells
    with FakeBoard(cells=cells, held=(15,)) as board:
        assert board.state() == SAFE_MODE
        board.change(held=())
        board.power_off()
        board.power_on()
        assert board.state() == program.version


def test_a_hard_reset_drops_the_connection_and_comes_back():
    with FakeBoard(MAIN) as board:
        with raw_repl(board) as transport:
            transport.exec("f = open('never closed', 'wb')\nf.write(b'lost')\nimport machine")
            address = board.port
            transport.exec_raw_no_follow("machine.reset()")
            with pytest.raises((SerialException, OSError)):
                while True:
                    transport.serial.read(1)
        assert board.state() == UNLISTED and board.port == address
        assert board.files() == MAIN | {"never closed": b""}
        with raw_repl(board) as transport:
            cause = "machine.reset_cause() == machine.WDT_RESET"
            transport.exec("import machine")
            assert transport.eval(cause) is True


def test_nobody_is_there_while_it_is_away():
    with FakeBoard(absence_ms=1000) as board:
        with raw_repl(board) as transport:
            transport.exec_raw_no_follow("import machine\nmachine.reset()")
        time.sleep(0.2)  # until it has done so
        with pytest.raises(TransportError, match="failed to access"):
            SerialTransport(board.port)
        assert board.state() == SAFE_MODE
        with raw_repl(board) as transport:
            transport.exec_raw_no_follow("import machine\nmachine.bootloader()")
        assert board.state() == BOOTSEL
        with pytest.raises(TransportError, match="failed to access"):
            SerialTransport(board.port)


def test_a_client_that_leaves_stops_nothing():
    with FakeBoard() as board:
        with raw_repl(board) as transport:
            transport.exec("kept = 5")
            transport.exec_raw_no_follow(
                "import time\ntime.sleep(0.05)\nopen('after', 'w').close()"
            )
        assert list(board.files()) == ["after"]
        with Line(board) as line:
            # Still in the raw REPL, as the one before has left it.
            assert line.ask(b"\x01print(kept)\x04", b"\x04>") == RAW + b"OK5\r\n\x04\x04>"
            with Line(board) as second:
                assert second.quiet() == b""


# Power cuts.


def test_the_power_goes_in_the_middle_of_a_file():
    old = {"kept": b"kept", "file": b"old" * 900}
    new = b"new" * 700
    with FakeBoard(old) as board:
        start = board.cells
        before = board.work
        with raw_repl(board) as transport:
            transport.fs_writefile("file", new)
        work = board.work - before
        assert work > 10
        seen = {}
        for cut in range(1, work + 1):
            tear = (DONE, HALF, UNDONE)[(work - cut) % 3]
            board.power_off()
            board.cells = start
            board.power_on()
            with raw_repl(board) as transport:
                board.arm(cut, tear)
                before = board.work
                with pytest.raises((TransportError, OSError)):
                    transport.fs_writefile("file", new)
            assert board.state() == NO_POWER and board.work == before + cut
            board.arm(0)
            board.power_on()
            assert board.state() == SAFE_MODE
            files = board.files()
            assert files in ({"kept": b"kept", "file": content} for content in (old["file"], new))
            seen[files["file"]] = True
            with raw_repl(board) as transport:
                assert transport.fs_readfile("file") == files["file"]
        assert len(seen) == 2  # the last piece of work, done, is the new file


def test_a_cut_is_counted_over_resets():
    with FakeBoard() as board:
        board.arm(7, UNDONE)
        aim = board.work + 7
        for _ in range(20):
            if not board.has_power:
                break
            with raw_repl(board) as transport:
                try:
                    transport.fs_writefile("file", b"x" * 300)
                    transport.exec_raw_no_follow("import machine\nmachine.reset()")
                except (TransportError, OSError):
                    pass
            if board.state() == NO_POWER:
                break
        assert board.state() == NO_POWER and board.work == aim


def test_boot_py_may_be_cut_off():
    with FakeBoard({"boot.py": b"open('booted', 'wb').write(b'x' * 2000)\n"}) as board:
        board.power_off()
        board.arm(2, HALF)
        board.power_on()
        assert board.state() == NO_POWER
        board.arm(0)
        board.power_on()
        assert board.state() == SAFE_MODE


# Faults on demand.


def test_a_silent_board():
    with FakeBoard(silent=True) as board:
        with pytest.raises(TransportError, match="could not enter raw repl"):
            with raw_repl(board, timeout=0.2):
                pass
        board.change(silent=False)
        with raw_repl(board) as transport:
            assert transport.exec("print(1)") == b"1\r\n"


def test_a_board_without_a_raw_repl():
    with FakeBoard(no_raw_repl=True) as board:
        with Line(board) as line:
            assert line.ask(b"\x01", b">>> ") == b"\r\n>>> "
        with pytest.raises(TransportError, match="could not enter raw repl"):
            with raw_repl(board, timeout=0.2):
                pass


def test_noise_before_the_answer():
    with FakeBoard(noise=b"\x00\xffboom\r\n>") as board:
        with Line(board) as line:
            assert line.ask(b"\x01", RAW) == b"\r\n\x00\xffboom\r\n>" + RAW
        with raw_repl(board) as transport:
            assert transport.exec("print(1)") == b"1\r\n"


def test_a_file_that_arrives_damaged():
    with FakeBoard(damaged="app.", damaged_times=1) as board, raw_repl(board) as transport:
        transport.fs_writefile("other", BYTES)
        assert transport.fs_readfile("other") == BYTES
        transport.fs_writefile("app.mpy", BYTES * 3)
        assert transport.fs_readfile("app.mpy") == b"\x01" + BYTES[1:] + BYTES * 2
        transport.fs_writefile("app.mpy", BYTES * 3)
        assert transport.fs_readfile("app.mpy") == BYTES * 3
        board.change(damaged="other")
        transport.fs_writefile("other", BYTES)
        assert board.files()["other"] != BYTES


def test_a_flash_that_is_full():
    with FakeBoard({"kept": b"kept"}) as board:
        board.fill(free=3)
        with raw_repl(board) as transport:
            assert transport.eval("__import__('os').statvfs('/')[3]") == 3
            transport.fs_writefile("small", b"x" * 4000)
            with pytest.raises(OSError) as caught:
                transport.fs_writefile("large", b"x" * 20000)
            assert caught.value.errno == 28
        with raw_repl(board) as transport:
            assert transport.fs_readfile("kept") == b"kept"
        board.put({"kept": b"new"})
        with pytest.raises(BoardBroke, match="28"):
            board.put({"large": b"x" * 20000})
        assert board.files()["kept"] == b"new"


def test_a_file_system_that_takes_nothing():
    with FakeBoard({"kept": b"kept"}) as board:
        board.change(read_only=True)
        with raw_repl(board) as transport:
            for attempt in (
                lambda: transport.fs_writefile("new", b""),
                lambda: transport.fs_rmfile("kept"),
                lambda: transport.fs_mkdir("folder"),
            ):
                with pytest.raises(OSError) as caught:
                    attempt()
                assert caught.value.errno == 30
            assert transport.fs_readfile("kept") == b"kept"
        assert board.files() == {"kept": b"kept"}


@pytest.mark.parametrize("after", [1, 40, 700])
def test_a_board_that_goes_away(after):
    with FakeBoard({"kept": b"kept"}) as board:
        board.change(gone_after=after)
        with pytest.raises((TransportError, OSError)):
            with raw_repl(board) as transport:
                transport.fs_writefile("new", BYTES * 20)
        assert board.state() == NO_POWER
        board.change(gone_after=0)
        board.power_on()
        assert board.files()["kept"] == b"kept"
        with raw_repl(board) as transport:
            transport.fs_writefile("new", BYTES * 20)
        assert board.files()["new"] == BYTES * 20


def test_a_watchdog_bites_when_the_program_is_stopped():
    with FakeBoard(MAIN | {"release": b""}, watchdog_ms=600) as board:
        time.sleep(0.7)
        with raw_repl(board) as transport:
            transport.exec("import machine, time")
            for _ in range(3):
                transport.exec("machine.WDT(timeout=600).feed()\ntime.sleep(0.25)")
            with pytest.raises((TransportError, OSError)):
                transport.exec("time.sleep(2)")
        assert board.state() == UNLISTED
        with raw_repl(board) as transport:
            transport.exec("import machine")
            assert transport.eval("machine.reset_cause() == machine.WDT_RESET") is True
    with FakeBoard(MAIN, watchdog_ms=100) as board, raw_repl(board) as transport:
        assert transport.exec("import time\ntime.sleep(0.3)\nprint(1)") == b"1\r\n"


# The made-up board itself.


def test_a_micropython_that_dies_is_noticed():
    with pytest.raises(BoardBroke, match="its MicroPython has ended"):
        with FakeBoard() as board, raw_repl(board) as transport:
            transport.exec("kept = 1")
            board._circuit._guest._process.kill()
            time.sleep(0.1)
            board.state()


def test_what_cannot_be_is_refused():
    with pytest.raises(BoardBroke, match="12 bytes of flash where 8192 belong"):
        FakeBoard(cells=b"x" * 12, blocks=2)
    with FakeBoard() as board:
        with pytest.raises(BoardBroke, match="it has power already"):
            board.power_on()
        with pytest.raises(BoardBroke, match="cannot be exchanged"):
            board.cells = board.cells
        with pytest.raises(TypeError, match="colour"):
            board.change(colour="red")
    with pytest.raises(BoardBroke, match="there no more|`with` block"):
        board.state()


def test_it_leaves_nothing_behind():
    with FakeBoard() as board, raw_repl(board) as transport:
        transport.exec_raw_no_follow("while True: pass")
        folder, process = board._folder.name, board._circuit._guest._process
    assert process.returncode is not None and not Path(folder).exists()
    with pytest.raises(TransportError, match="failed to access"):
        SerialTransport(board.port)
