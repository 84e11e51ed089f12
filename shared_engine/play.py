"""One game being played: its state, and undo and redo without limit.

Actions are kept in their compact form, two to eight bytes each. States are not: a short run of the
newest ones makes an undo immediate, and every so often one is kept for good, from which the ones
in between are worked out again when an undo goes that far back.
"""

from array import array

from shared_engine.errors import IllegalAction
from shared_engine.packed import REDO_BYTE, UNDO_BYTE, framed, pack_action, unpack_action

_RUN = 8  # newest states kept at hand
_STRIDE = 32  # actions between states kept for good


class Play:
    """A game from its set-up on.

    game: a Game. options: as `Game.new` takes them, gaps filled with defaults.
    names: a tuple of one name per player, or empty.
    `state` is the state now; `done` actions stand, `undone` could be brought back. `noted`, if set,
    is called with every entry in compact form (bytes, its length before it) once it is done.
    """

    def __init__(self, game, options=None, names=()):
        self.game = game
        self.options = game.complete(options or {})
        self.names = tuple(names)
        self.state = game.new(self.options)
        self.done = 0
        self.noted = None
        self._log = bytearray()  # the actions that stand, then those that could be brought back
        self._ends = array("L")  # where each action ends in the log
        self._kept = [self.state]  # the state after every _STRIDE-th action
        self._run = [self.state]  # the states up to now, oldest first

    @property
    def undone(self):
        return len(self._ends) - self.done

    def name(self, player):
        """What to call a player: the name, or the number."""
        return self.names[player - 1] if player <= len(self.names) else "P" + str(player)

    def action(self, at):
        """The action number `at`, counted from 0."""
        return unpack_action(self.game, self.state, self.packed(at))

    def packed(self, at):
        """The action number `at` in compact form, a bytearray."""
        start = self._ends[at - 1] if at else 0
        return self._log[start : self._ends[at]]

    def text(self, at):
        """The action number `at`, counted from 0, in the notation."""
        return self.game.text(self.state, self.action(at))

    def read(self, words):
        """The action that words of the notation name, as a tuple; nothing is done yet."""
        if words[0] == "set":
            return self.game.read_set(self.state, words[1:])
        try:
            return self.game.read(words)
        except IllegalAction as refusal:
            raise IllegalAction(refusal.reason, lambda: self.game.legal_now(self.state))

    def do(self, action, known=False):
        """Apply `action`; what could be redone is gone. IllegalAction leaves all as it was.

        known: it has been accepted in this very place before.
        """
        state = self.game.apply(self.state, action, known)
        packed = pack_action(self.game, self.state, action)
        if self.undone:
            start = self._ends[self.done - 1] if self.done else 0
            self._log = self._log[:start]
            self._ends = self._ends[: self.done]
        self._log.extend(packed)
        self._ends.append(len(self._log))
        self._step(state)
        if self.noted:
            self.noted(framed(packed))

    def _step(self, state):
        self.state = state
        self.done += 1
        self._run.append(state)
        if len(self._run) > _RUN:
            self._run.pop(0)
        kept = self.done // _STRIDE
        if self.done % _STRIDE == 0:
            del self._kept[kept:]
            self._kept.append(state)

    def undo(self):
        """Take back the newest action that stands."""
        if not self.done:
            raise IllegalAction("there is nothing to undo", self.game.legal_now(self.state))
        if len(self._run) < 2:
            self._run = self._states_before(self.done)
        else:
            self._run.pop()
        self.done -= 1
        self.state = self._run[-1]
        if self.noted:
            self.noted(UNDO_BYTE)

    def redo(self):
        """Bring back the action that was undone last."""
        if not self.undone:
            raise IllegalAction("there is nothing to redo", self.game.legal_now(self.state))
        self._step(self.game.apply(self.state, self.action(self.done), True))
        if self.noted:
            self.noted(REDO_BYTE)

    def _states_before(self, count):
        """The last few states before action number `count` (from 1), oldest first."""
        at = (count - 1) // _STRIDE
        state = self._kept[at]
        run = [state]
        for number in range(at * _STRIDE, count - 1):
            state = self.game.apply(state, self.action(number), True)
            run.append(state)
            if len(run) > _RUN:
                run.pop(0)
        return run

    def state_before(self, at):
        """The state before action number `at` (from 0)."""
        back = self.done - at
        if back < len(self._run):
            return self._run[-1 - back]
        return self._states_before(at + 1)[-1]

    def movers(self, first, count):
        """The player to move before each of `count` actions from number `first` on, a list."""
        state = self.state_before(first)
        found = []
        for at in range(first, min(first + count, self.done)):
            found.append(self.game.to_move(state))
            state = self.game.apply(state, self.action(at), True)
        return found

    def to_json(self):
        return self.game.to_json(self.state)
