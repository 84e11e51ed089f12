"""The power goes at every piece of work on the flash while a PC brings something onto a board.

Whatever a cut leaves is what was there, or what was to come, or a board that runs nothing; never a
mixture that runs. What the person has on the board is whole every time, and the same command once
more mends everything.
"""

import random

import pytest

from host_tools.board import link
from host_tools.board.backup import Restoration, belongs_to_person
from host_tools.board.deploy import Deployment
from host_tools.board.link import connect
from host_tools.board.trouble import BoardError
from tests.board.circuit import NO_POWER, SAFE_MODE
from tests.board.fake_board import FakeBoard
from tests.board.hurry import hurry
from tests.board.looks import folders_of, personal_on, program_on
from tests.board.small_program import PERSONAL, module, new_version, old_version
from tests.power.flash import DONE, HALF, UNDONE

BLOCKS = 80
TEARS = (UNDONE, HALF, DONE)
SEED = 20241129
LARGE = 40_000  # bytes of a module of which a flash that was filled up holds no two


@pytest.fixture(autouse=True)
def short_naps():
    with hurry(link):
        yield


class Way:
    """From one content of a board to another one, by a command on a PC.

    files: what is on the board at first, free: the blocks that are left then (0: all). run: does
    the command on a Board. allowed: the states in which a board may be that was cut off, the
    versions of its program among them.
    """

    def __init__(self, name, files, free, run, programs, personal, waits):
        self.name = name
        self.files = files
        self.free = free
        self.run = run
        self.programs = programs  # {state: {path: bytes}} of a board that runs something
        self.personal = personal  # what the person's files may be: [{path: bytes}], the new last
        self.waits = waits  # whether it may start nothing

    def begin(self, board):
        """Bring the board to where it all begins; the cells then."""
        if self.free:
            board.fill(self.free)
            filler = board.files()["filler.bin"]
            self.personal = [{**files, "filler.bin": filler} for files in self.personal]
        board.power_off()
        return board.cells

    def carry_out(self, board):
        """Do the command; whether it went well."""
        try:
            there = connect(board.port)
        except BoardError:
            return False
        try:
            self.run(there)
        except BoardError:
            return False
        finally:
            there.reset()
        return True

    def check(self, board):
        """Whether a board that has power again is as one of those that are allowed; its state."""
        state = board.state()
        personal = personal_on(board)
        assert personal in self.personal, sorted(personal)
        if state in self.programs:
            assert program_on(board) == self.programs[state]
        else:
            assert self.waits and state == SAFE_MODE
        return state

    def check_end(self, board):
        """Whether the board is as it has to be when all is done."""
        state = list(self.programs)[-1]
        files = {**self.programs[state], **self.personal[-1]}
        assert board.state() == state and board.files() == files
        # A folder of the person's may be left with nothing in it.
        extra = set(board.folders()) - set(folders_of(files))
        assert not [path for path in extra if not belongs_to_person(path)]


def deployment(name, old, new, personal, free=0, waits=False):
    """The Way from one program (or None) to the other."""
    programs = {old.version: old.files} if old else {}
    programs[new.version] = new.files
    return Way(
        name,
        {**(old.files if old else {}), **personal},
        free,
        lambda board: Deployment(board, new, lambda text: None, lambda *_: None).run(),
        programs,
        [personal],
        waits,
    )


def restoration():
    program = old_version()
    backup = {
        "settings.txt": b"brightness 200\n",
        "games/1/head": PERSONAL["games/1/head"],
        "games/2/head": b"game monster\n" * 9,
        "empty": b"",
        "import/Ä Ö.txt": bytes(range(256)) * 20,
    }
    return Way(
        "restore",
        {**program.files, **PERSONAL},
        0,
        lambda board: Restoration(board, backup, lambda *_: None).run(),
        {program.version: program.files},
        [PERSONAL, backup],
        False,
    )


def ways():
    return {
        "first": deployment("first", None, new_version(), PERSONAL, waits=True),
        "update": deployment("update", old_version(), new_version(), PERSONAL),
        "no room": deployment(
            "no room", old_version(LARGE), new_version(LARGE), PERSONAL, free=20, waits=True
        ),
        "restore": restoration(),
    }


class Cuts:
    """Cuts the power on one Way, and tells what came of it.

    seen: how often a cut led to which state. inner: how many cuts there were while the board
    itself took something over.
    """

    def __init__(self, way, board):
        self.way = way
        self.board = board
        self.start = way.begin(board)
        self.seen = {}
        self.inner = 0
        before = board.work
        board.power_on()
        assert way.carry_out(board)
        way.check_end(board)
        self.work = board.work - before

    def at(self, cut, tear, inner=0, inner_tear=UNDONE):
        """Cut at this piece of work, and at power-on after it again."""
        board, way = self.board, self.way
        board.power_off()
        board.cells = self.start
        board.power_on()
        board.arm(cut, tear)
        done = way.carry_out(board)
        assert not done and board.state() == NO_POWER, (cut, tear)
        if inner:
            board.arm(inner, inner_tear)
            board.power_on()
            if board.state() == NO_POWER:
                self.inner += 1
            else:
                board.arm(0)
                board.power_off()
        board.arm(0)
        board.power_on()
        found = way.check(board), way.personal.index(personal_on(board))
        self.seen[found] = self.seen.get(found, 0) + 1
        assert way.carry_out(board), (cut, tear)
        way.check_end(board)

    def tell(self):
        """Print what was found, and look whether it was seen to go all ways that it can."""
        way = self.way
        print(f"{way.name}: {self.work} erases and pages programmed, {self.inner} inner cuts")
        print(", ".join(f"{state} {count}" for state, count in sorted(self.seen.items())))
        states = {state for state, _ in self.seen}
        assert states >= ({SAFE_MODE} if way.waits else set())
        assert list(way.programs)[-1] in states or way.waits
        assert {index for _, index in self.seen} == set(range(len(way.personal)))


def last_pieces(work, count):
    """The last pieces of work, where new files take the place of old ones."""
    return range(max(1, work - count), work + 1)


@pytest.mark.parametrize("name", ["first", "update", "no room", "restore"])
def test_no_cut_leaves_a_mixture(name):
    way = ways()[name]
    chance = random.Random(SEED)
    with FakeBoard(way.files, blocks=BLOCKS) as board:
        cuts = Cuts(way, board)
        places = chance.sample(range(1, cuts.work + 1), 8)
        places += chance.sample(last_pieces(cuts.work, 30), 6) + [cuts.work]
        for cut in sorted(set(places)):
            inner = chance.randint(1, 12)
            tear = DONE if cut == cuts.work else chance.choice(TEARS)
            cuts.at(cut, tear, inner, chance.choice(TEARS))
        cuts.tell()
    assert cuts.inner


@pytest.mark.soak
@pytest.mark.parametrize("tear", TEARS)
@pytest.mark.parametrize("name", ["first", "update", "no room", "restore"])
def test_no_cut_at_all_leaves_a_mixture(name, tear):
    way = ways()[name]
    with FakeBoard(way.files, blocks=BLOCKS) as board:
        cuts = Cuts(way, board)
        for cut in range(1, cuts.work + 1):
            cuts.at(cut, tear)
        cuts.tell()
    assert sum(cuts.seen.values()) == cuts.work


@pytest.mark.soak
@pytest.mark.parametrize("name", ["first", "update", "no room", "restore"])
def test_no_cut_inside_a_cut_leaves_a_mixture(name):
    """A cut once all is ready, then one at every piece of work of the board's own taking over."""
    way = ways()[name]
    with FakeBoard(way.files, blocks=BLOCKS) as board:
        cuts = Cuts(way, board)
        # From the rename on that makes all ready.
        for cut in last_pieces(cuts.work, 60)[::10]:
            for tear in TEARS:
                for inner in range(1, 80):
                    before = cuts.inner
                    cuts.at(cut, DONE, inner, tear)
                    if cuts.inner == before:
                        break
        cuts.tell()
    assert cuts.inner > 20


def test_the_program_that_needs_the_room_is_the_large_one():
    # Else "no room" above would be an update like the other.
    way = ways()["no room"]
    assert way.files["firmware/app.mpy"] == module("old app", LARGE)
