"""Everything that can go wrong, in random order, on one device; runs on both Pythons.

A Storm presses, holds and bounces keys, rests its hand on them, waits, lets storage, display and
matrix fail and work again, makes screens raise, and cuts the power. After each event it checks
what must hold whatever happened.
"""

import gc
import os
import sys

from firmware import loading
from firmware.buttons import KEYS
from host_tools.bench.again import set_up
from host_tools.device import Device
from host_tools.memory_files import MemoryFiles
from shared_engine import catalogue
from shared_engine.play import Play
from shared_engine.record import Reader
from tests.fuzz.chance import Chance
from tests.fuzz.conserved import OF

DEEPEST = 12  # screens on top of each other
_METHODS = ("press", "hold", "release", "tick", "draw", "light")
# What happens, each as often as it stands here.
_COMMON = ("tap",) * 60 + ("hold",) * 6 + ("pair",) * 6 + ("hand",) * 3 + ("bounce",) * 12
_COMMON += ("wait",) * 8 + ("back",) * 3 + ("menu",) * 3
_RARE = ("stuck", "storage", "full", "display", "matrix", "raise", "raise", "cut", "cut", "new")
_RARE += ("mend",)
# Fingers have moods: with BACK as likely as anything else no game would ever get anywhere.
_MOODS = (KEYS, KEYS[:5], ("up", "left", "right", "down"), ("left", "up", "right", "down", "ok"))
_MOOD = 50  # events
_EVERY = 12  # one event of so many is a rare one
_LONG_MS = 31_000
_SETTLED_MS = 120


class Injected(Exception):
    """Raised inside a screen on purpose."""


class Storm:
    """Plays the game called `game`. `events` and `faults` count what happened."""

    def __init__(self, game, seed):
        self.game = catalogue.load(game)
        self.chance = Chance(seed)
        self.events = 0
        self.faults = {}
        self.device = Device(files=MemoryFiles())
        self._resident = tuple(sys.modules)
        self._raised = 0
        self._keys = KEYS
        self._records = _records(game)
        self._checked = None
        self._conserved = None
        self._new()

    def blow(self, events):
        """Let so many events happen; AssertionError says what did not hold, and after which."""
        for _ in range(events):
            if self.events % _MOOD == 0:
                self._keys = self.chance.one_of(_MOODS)
            self.events += 1
            kind = self.chance.one_of(_COMMON if self.chance.below(_EVERY) else _RARE)
            self.faults[kind] = self.faults.get(kind, 0) + 1
            getattr(self, "_" + kind)()
            self._check(kind)

    def calm(self):
        """All is well again, no key is down, no game is kept, the first screen is shown."""
        device = self.device
        board = device.board
        self._mend()
        board.down = 0
        device.wait(200)
        for screen in device.app.stack:
            self._disarm(screen)
        app = device.app
        app.home()
        app.leave_game()
        for number in app.keeper.shelf.numbers():
            app.keeper.shelf.delete(number)
        device.wait(4000)
        self._check("")
        assert device.app.screen is device.app.stack[0], "not on the first screen"
        gc.collect()

    # --- events ---

    def _key(self):
        return self.chance.one_of(self._keys)

    def _tap(self):
        self.device.tap(self._key())

    def _back(self):
        # Random keys get into menus more easily than out of them.
        self.device.tap("back")

    def _menu(self):
        self.device.hold("back")
        for _ in range(self.chance.below(6)):
            self.device.tap("down")
        self.device.tap("ok")

    def _hold(self):
        key = self._key()
        self.device.down(key)
        self.device.wait(600 + self.chance.below(600))
        self.device.up(key)

    def _pair(self):
        first, second = self._key(), self._key()
        for step in (self.device.down, self.device.up):
            step(first)
            step(second)

    def _hand(self):
        board = self.device.board
        keys = 0b111 << self.chance.below(4) | self.chance.below(64)
        while keys:
            landed = keys & (1 + self.chance.below(63))
            board.down |= landed
            keys &= ~landed
            self.device.wait(self.chance.below(8))
        self.device.wait(self.chance.below(1000))
        while board.down:
            board.down &= self.chance.below(64)
            self.device.wait(self.chance.below(30))
        self.device.wait(40)

    def _bounce(self):
        bit = 1 << self.chance.below(6)
        board = self.device.board
        for level in (bit, 0):
            for _ in range(self.chance.below(8)):
                board.down ^= bit
                self.device.wait(1 + self.chance.below(3))
            board.down = level
            self.device.wait(50)

    def _wait(self):
        self.device.wait(self.chance.below(3000))

    def _stuck(self):
        key = self._key()
        self.device.down(key)
        self.device.wait(_LONG_MS)
        for _ in range(3):
            other = self._key()
            if other != key:
                self.device.tap(other)
        self.device.up(key)

    def _storage(self):
        files = self.device.board.files
        files.failing = not files.failing

    def _full(self):
        files = self.device.board.files
        files.room = 0 if files.room else 1 << 20

    def _display(self):
        self.device.board.display.answers = not self.device.board.display.answers

    def _matrix(self):
        self.device.board.matrix.answers = not self.device.board.matrix.answers

    def _raise(self):
        screen = self.device.app.screen
        name = self.chance.one_of(_METHODS)

        def fail(*_):
            self._raised += 1
            self._disarm(screen)
            raise Injected(name)

        setattr(screen, name, fail)
        if name == "draw":
            self.device.app.changed()
        self.device.tap(self._key())

    def _disarm(self, screen):
        for name in _METHODS:
            try:
                delattr(screen, name)
            except AttributeError:
                pass  # it was not armed

    def _cut(self):
        """Cut the power in the middle of a press; what the storage took must be there again."""
        device = self.device
        if self.chance.below(2):
            device.board.down = 1 << self.chance.below(6)
            device.wait(self.chance.below(60))
        app = device.app
        files = device.board.files
        saved = not (app.keeper.due or app.keeper.fault or files.failing or not files.room)
        before = device.state()
        self._forget_logged()
        if device.board.short_of_memory:
            # Modules do not outlive a loss of power either.
            for path in tuple(sys.modules):
                if path not in self._resident:
                    loading.unload(path)
        self.device = Device(files=MemoryFiles(files.held))
        if saved:
            assert self.device.state() == before, "the game is not the same after a power cut"

    def _new(self):
        """A game from its start, or from somewhere in a record."""
        app = self.device.app
        shelf = app.keeper.shelf
        if app.keeper.shelf_is_full():
            files = self.device.board.files
            if files.failing:
                return
            shelf.delete(shelf.numbers()[0])
        if self.chance.below(2):
            app.begin(self._recorded())
            return
        players = self.game.fewest + self.chance.below(self.game.most - self.game.fewest + 1)
        app.begin(Play(self.game, set_up(self.game, players)))

    def _recorded(self):
        lines = self.chance.one_of(self._records)
        last = self.chance.below(len(lines)) + 1
        reader = Reader()
        for at in range(len(lines)):
            if at >= last and reader.play:
                break
            reader.line(lines[at])
        return reader.finish()

    def _mend(self):
        board = self.device.board
        board.files.failing = False
        board.files.room = 1 << 20
        board.display.answers = True
        board.matrix.answers = True
        self.device.wait(7000)

    # --- what must hold ---

    def _check(self, kind):
        device = self.device
        app = device.app
        for where, error in device.board.logged:
            assert isinstance(error, Injected), f"{where} after {kind}: {error!r}"
        assert len(device.board.logged) == self._raised, "a failure was not logged once"
        assert 1 <= len(app.stack) <= DEEPEST, "screens pile up"
        assert app.buttons.lost == 0, "a press was lost"
        if app.play is None:
            if kind and self.chance.below(10) == 0:
                self._new()
        else:
            self._check_state(app.play)
        if self.events % 64 == 0:
            self._check_picture()
            self._forget_logged()

    def _check_state(self, play):
        state = play.state
        if play is not self._checked:
            self._checked = play
            self._conserved = OF[play.game.name](play.game.new(play.options))
        if not state["corrections"]:
            assert OF[play.game.name](state) == self._conserved, "something came from nowhere"
        if play.game.over(state) and self.chance.below(20) == 0:
            self._new()

    def _check_picture(self):
        """Once all has been sent, glass and matrix show what the app has drawn."""
        device = self.device
        board = device.board
        device.wait(_SETTLED_MS)
        if board.display.answers and not board.display.broken and not device.app._sending:
            assert device.shown == device.app.frame.buffer, "the glass shows something else"
        if board.matrix.answers and not board.matrix.broken:
            assert board.matrix.wire == device.app.pixels.wire, "the matrix shows something else"

    def _forget_logged(self):
        self.device.board.logged.clear()
        self._raised = 0


def _records(game):
    """The lines of every record of a game that stands in the tests."""
    folder = __file__.replace("\\", "/").rsplit("/", 2)[0] + "/records/" + game
    found = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".txt"):
            with open(folder + "/" + name, encoding="utf-8") as file:
                found.append(file.read().split("\n"))
    return found
