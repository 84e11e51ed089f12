"""A deployment or a restore that is stopped: by Ctrl-C, by the cable, by a board that hangs.

What is said of the board must be true of it.
"""

import random

import pytest
import serial.urlhandler.protocol_socket as socket_port
from mpremote.transport_serial import SerialTransport

from host_tools.board import link
from host_tools.board.link import Board
from tests.board.circuit import SAFE_MODE
from tests.board.fake_board import FakeBoard
from tests.board.looks import has_exactly, personal_on, program_on
from tests.board.small_program import PERSONAL, new_version, old_version

BLOCKS = 80
SEED = 20241129
WORK = ("write", "read", "run", "inventory", "folders", "identify", "take_over")
# What a message says of the board, the longest first, and the states that it may be in then.
CLAIMS = (
    ("the board is as it was, or it starts nothing", ("old", "nothing")),
    ("the board is as it was, or it takes over", ("old", "new")),
    ("the board starts nothing, or it takes over", ("nothing", "new")),
    ("the board starts nothing", ("nothing",)),
    ("the board is as it was", ("old",)),
    ("the board takes over", ("new",)),
    ("the board has", ("new",)),
    # Before the work began, or after it.
    ("the board keeps what it has", ("old", "new")),
)


class Countdown:
    """Raises KeyboardInterrupt at the n-th call of what it is put in front of."""

    def __init__(self, number, after):
        self.left = number
        self._after = after

    def around(self, function):
        def call(*arguments, **named):
            self.left -= 1
            is_it = self.left == 0
            if is_it and not self._after:
                raise KeyboardInterrupt
            result = function(*arguments, **named)
            if is_it:
                raise KeyboardInterrupt
            return result

        return call


def claimed(what):
    """What a message claims: the states."""
    assert what.startswith("stopped; ")
    return next(states for words, states in CLAIMS if words in what)


class Case:
    """A command on a board, and what may come of it.

    files: what is on the board before, start: its cells.
    """

    def __init__(self, person, command, files, old, new, personal):
        self.person = person
        self.command = command
        self.files = files
        self.versions = {"old": old, "new": new}  # programs; None: it starts nothing
        self.personal = personal  # {state: {path: bytes}}

    def state_of(self, board):
        """The state in which a board is: {"old", "new", "nothing"} as far as it fits."""
        state, personal = board.state(), personal_on(board)
        found = set()
        for name, program in self.versions.items():
            if personal != self.personal[name]:
                continue
            if program and state == program.version and program_on(board) == program.files:
                found.add(name)
            elif not program and state == SAFE_MODE and not program_on(board):
                found.add(name)
        if state == SAFE_MODE and personal in self.personal.values():
            found.add("nothing")
        return found

    def check(self, board, what):
        found = self.state_of(board)
        assert found & set(claimed(what)), (what, found, board.state())

    def mend(self, board):
        said = self.person.say(self.command, board)
        assert said.status == 0, said
        assert has_exactly(board, self.versions["new"], self.personal["new"])


@pytest.fixture(params=["first", "update", "restore"])
def case(request, person):
    old, new = old_version(), new_version()
    if request.param == "restore":
        backup = {**PERSONAL, "settings.txt": b"brightness 200\n", "games/2/head": b"later"}
        with FakeBoard({**old.files, **backup}, blocks=BLOCKS) as other:
            assert person.say("backup", other).status == 0
        personal = {"old": PERSONAL, "new": backup}
        return Case(person, "restore", {**old.files, **PERSONAL}, old, old, personal)
    person.program = new
    personal = {"old": PERSONAL, "new": PERSONAL}
    if request.param == "first":
        return Case(person, "deploy", PERSONAL, None, new, personal)
    return Case(person, "deploy", {**old.files, **PERSONAL}, old, new, personal)


def stop_at(patch, numbers, case, places, after):
    """Stop the command at each of these calls; how often it was stopped."""
    count = 0
    with FakeBoard(case.files, blocks=BLOCKS) as board:
        start = board.cells
        for number in numbers:
            board.state()
            board.power_off()
            board.cells = start
            board.power_on()
            countdown = Countdown(number, after)
            with patch.context() as stopping:
                for owner, name in places:
                    stopping.setattr(owner, name, countdown.around(getattr(owner, name)))
                said = case.person.say(case.command, board)
            if countdown.left > 0:
                assert said.status == 0
                break
            assert said.status == 1 and "Traceback" not in said.err, said
            what, step = said.err.removesuffix("\n").split("\n")
            assert step.startswith("  ")
            if "unplug it and plug it in again" in step:
                board.state()
                board.power_off()
                board.power_on()
            case.check(board, what)
            case.mend(board)
            count += 1
    return count


def test_ctrl_c_between_any_two_orders(case, monkeypatch):
    places = [(Board, name) for name in WORK]
    chosen = [1, 4, 8, *range(12, 99, 8)]
    assert stop_at(monkeypatch, chosen, case, places, after=False) > 4


def test_ctrl_c_right_after_an_order(case, monkeypatch):
    # The board has done it, though nobody has noticed.
    places = [(Board, name) for name in ("run", "take_over")]
    assert stop_at(monkeypatch, range(1, 99, 3), case, places, after=True) > 0


@pytest.mark.soak
@pytest.mark.parametrize("after", [False, True])
def test_ctrl_c_at_every_order(case, monkeypatch, after):
    places = [(Board, name) for name in WORK]
    assert stop_at(monkeypatch, range(1, 400), case, places, after) > 15


def test_ctrl_c_in_the_middle_of_an_order(case, monkeypatch):
    chance = random.Random(SEED)
    places = [(socket_port.Serial, "write")]
    numbers = sorted(chance.sample(range(1, 300), 6))
    assert stop_at(monkeypatch, numbers, case, places, after=False) > 2


@pytest.mark.soak
def test_ctrl_c_in_the_middle_of_every_order(case, monkeypatch):
    places = [(socket_port.Serial, "write")]
    assert stop_at(monkeypatch, range(1, 1500, 2), case, places, after=True) > 30


def unplug(case, places):
    with FakeBoard(case.files, blocks=BLOCKS) as board:
        start = board.cells
        for after in places:
            board.state()
            board.power_off()
            board.cells = start
            board.power_on()
            board.change(gone_after=after)
            said = case.person.say(case.command, board)
            board.change(gone_after=0)
            if board.has_power:
                assert said.status == 0
                break
            if said.status == 0:
                # All was done but for the start.
                board.power_on()
                assert "new" in case.state_of(board)
                continue
            assert said.status == 1 and "Traceback" not in said.err, said
            what, step = said.err.removesuffix("\n").split("\n")
            assert "went away or does not answer" in what or "does not answer as Micro" in what
            assert "nplug" in step and step.startswith("  ")
            board.power_on()
            if "(" in what:
                case.check(board, "stopped; " + what.rpartition("(")[2])
            else:
                assert case.state_of(board) & {"old", "new"}, (after, what, board.state())
            case.mend(board)


def test_the_cable_is_drawn_after_any_byte(case):
    chance = random.Random(SEED)
    unplug(case, sorted(chance.sample(range(1, 24_000), 6)))


@pytest.mark.soak
def test_the_cable_is_drawn_after_very_many_bytes(case):
    unplug(case, range(1, 80_000, 211))


@pytest.fixture
def no_patience(monkeypatch):
    monkeypatch.setattr(link, "_ATTENTION_S", 0.2)
    monkeypatch.setattr(link, "_SILENCE_S", 0.4)
    monkeypatch.setattr(SerialTransport.read_until, "__defaults__", (0.4, None, None))


@pytest.mark.parametrize("order", ["write", "run", "take_over"])
def test_a_board_that_hangs(person, monkeypatch, no_patience, order):
    old, new = old_version(), new_version()
    person.program = new
    with FakeBoard({**old.files, **PERSONAL}, blocks=BLOCKS) as board:
        function = getattr(Board, order)

        def hang(self, *arguments):
            board.change(silent=True)
            return function(self, *arguments)

        with monkeypatch.context() as hanging:
            hanging.setattr(Board, order, hang)
            what, step = person.fails("deploy", board)
        assert "went away or does not answer any more" in what
        assert "nplug" in step
        assert ("takes over" in what) == (order == "take_over")
        board.power_off()
        board.change(silent=False)
        board.power_on()
        assert board.state() == (new if order == "take_over" else old).version
        person.deploy(new, board)
        assert has_exactly(board, new, PERSONAL)


def test_code_that_never_ends(person, no_patience):
    with FakeBoard(old_version().files, blocks=BLOCKS) as board:
        there = link.connect(board.port)
        with pytest.raises(link.BoardGone, match="does not answer any more, while counting"):
            there.run("while True: pass\n", "counting")
        # It is stopped all the same, and the program runs again.
        there.reset()
        assert board.state() == old_version().version
