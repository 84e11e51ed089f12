"""What whole games at a simulated table have in common, whatever is played.

A game writes a TableGame of its own: how it is set up, who acts, which slips somebody might make
and what the eye has to see. Pressing, taking back, comparing and the record are here.
"""

import argparse
import random

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from host_tools.device import Device
from host_tools.record_file import plays
from host_tools.replay import state_line
from shared_engine.json_text import json_text
from shared_engine.record import Reader, export
from tests.table.quiet_frame import QuietFrame

SEED = 1
_EVENING = 3  # games in a row on one device
_DRAWN = 10  # one game of so many has the real frame and a display
_SLIP = 0.03  # chance per act of a slip that is taken back at once
_WRONG = 0.03  # chance per act of pressing another one in its place
_THOUGHTS = 0.01  # chance per act of going back some way and forth again


class Difference(AssertionError):
    """The companion and the table do not agree."""


class TableGame:
    """One game: `number` decides everything in it, together with `seed`.

    hand_kind, figures_kind: the Hand that presses and the Figures that count it. far: how many
    acts are taken back by those who think again. What a game has of its own are these two and
    lay_out, set_up, turns, look, other_act and head; the other methods it can add to.
    """

    hand_kind = None
    figures_kind = None
    far = (1, 2, 5, 12, 20, 40)

    def __init__(self, device, number, seed=SEED):
        self.device = device
        self.number = number
        self.hand = self.hand_kind(device)
        self.rng = random.Random(f"{seed} {number}")
        self.counts = {"mistakes": 0, "undone": 0, "undone at once": 0}
        self.acts = []
        self.table = self.lay_out()
        self.truths = [self.table.truth()]

    # --- of each game its own ---

    def lay_out(self):
        """Draw who plays and with what; the table they sit at."""
        raise NotImplementedError

    def set_up(self):
        """Press the set-up, from the first screen on."""
        raise NotImplementedError

    def turns(self):
        """An iterable of turns, each an iterable of the acts done at the table meanwhile."""
        raise NotImplementedError

    def look(self):
        """What the eye sees on display and matrix."""
        raise NotImplementedError

    def other_act(self, act, truth):
        """A legal act that somebody might take `act` for, or None. truth: before the act."""
        raise NotImplementedError

    def head(self, record):
        """The lines that `record` has to have before its first act."""
        raise NotImplementedError

    # --- playing ---

    def play(self):
        """Set up, play to the end, check the record, leave for the first screen."""
        before = self.device.presses
        self.begin()
        for turn in self.turns():
            for act in turn:
                self.follow(act)
            self.end_turn()
        self._check_record()
        self.leave()
        assert self.device.presses - before == sum(self.hand.pressed.values())
        assert self.device.app.buttons.lost == 0

    def begin(self):
        self.set_up()
        self.compare()

    def follow(self, act, purpose=None):
        """An act has been done at the table: press it."""
        self.acts.append(act)
        self.truths.append(self.table.truth())
        self.press(act, purpose)

    def end_turn(self):
        self.look()

    def leave(self):
        self.hand.leave()

    # --- pressing ---

    def press(self, act, purpose=None):
        """Press the newest act, perhaps after a mistake."""
        chance = self.rng.random()
        if chance < _SLIP:
            self.hand.slip(self.rng)
            self.counts["mistakes"] += 1
            self.compare_with(self.truths[-2], "after a slip before " + " ".join(act))
        elif chance < _SLIP + _WRONG:
            other = self.other_act(act, self.truths[-2])
            if other and other != act:
                self.counts["mistakes"] += 1
                self.hand.press(other, "slip")
                if self.device.state() == self.truths[-1]:
                    raise Difference(f"{other} and {act} come to the same in {self.where()}")
                if self.overlooks(act):
                    return
                self.undo(1)
                self.compare_with(self.truths[-2], "after undo of " + " ".join(other))
        self.hand.press(act, purpose)
        self.compare()
        if self.rng.random() < _THOUGHTS:
            self._think_again()

    def overlooks(self, act):
        """Whether nobody notices as yet that another act was pressed for this one."""
        return False

    def undo(self, count):
        self.hand.undo(count)
        self.counts["undone"] += count
        self.counts["undone at once"] = max(self.counts["undone at once"], count)

    def _think_again(self):
        count = min(self.rng.choice(self.far), len(self.acts))
        self.undo(count)
        self.compare_with(self.truths[-1 - count], f"after {count} times undo")
        if self.rng.random() < 0.6:
            self.hand.redo(count)
        else:
            for act in self.acts[-count:]:
                self.hand.press(act, "again")
        self.compare_with(self.truths[-1], f"after {count} times undo and back again")

    # --- comparing ---

    def where(self):
        return f"game {self.number}, act {len(self.acts)}"

    def compare(self):
        """The companion has to say what lies on the table, and no screen may have failed."""
        self.compare_with(self.truths[-1], " ".join(self.acts[-1]) if self.acts else "set-up")

    def compare_with(self, truth, when):
        if self.device.board.logged:
            raise Difference(f"{self.where()}: a screen failed: {self.device.board.logged}")
        state = self.device.state()
        if state != truth:
            keys = sorted(set(state) | set(truth))
            wrong = [
                f"{key}: table {truth.get(key)}, companion {state.get(key)}"
                for key in keys
                if state.get(key) != truth.get(key)
            ]
            raise Difference(f"{self.where()} ({when}): " + "; ".join(wrong))

    def look_at_glass(self):
        """A display, where there is one, shows what has been drawn last."""
        display = self.device.board.display
        if hasattr(display, "shown"):
            assert display.shown == self.device.app.frame.buffer, self.where()

    def lit(self, y):
        """The columns of row `y` of the matrix that are not dark."""
        return [x for x, row in lit_places(self.device.colours) if row == y]

    def _check_record(self):
        """The exported record is the game as it was, and replays to its state."""
        record = list(export(self.device.app.play))
        lines = self.head(record) + [" ".join(act) for act in self.acts]
        if record != lines:
            at = [one == other for one, other in zip(record, lines, strict=False)].index(False)
            raise Difference(f"{self.where()}: line {at + 1} is {record[at]}, played {lines[at]}")
        *_, last = plays("export", "\n".join(record).encode(), Reader())
        if state_line(last) != json_text(self.truths[-1]):
            raise Difference(f"{self.where()}: the replayed record ends in another state")

    # --- many games ---

    @classmethod
    def run(cls, games, first=0, seed=SEED, **options):
        """Play `games` games from number `first` on; their Figures. Raises at the first difference.

        options: those that the game has of its own.
        """
        figures = cls.figures_kind()
        device = None
        for number in range(first, first + games):
            drawn = number % _DRAWN == _DRAWN - 1
            if drawn or device is None or number % _DRAWN % _EVENING == 0:
                device = Device() if drawn else quiet_device()
            game = cls(device, number, seed, **options)
            try:
                game.play()
            except AssertionError:
                acts = [" ".join(act) for act in game.acts[-8:]]
                print(f"game {number} failed; its acts:", acts)
                raise
            figures.add(game)
        return figures

    @classmethod
    def main(cls, module, flags=(), arguments=None):
        """Print the figures. flags: {option of the game: help}, each of them off or on."""
        parser = argparse.ArgumentParser(prog=f"python -m tests.table.{module}")
        parser.add_argument("--games", type=int, default=300)
        parser.add_argument("--first", type=int, default=0, help="number of the first game")
        parser.add_argument("--seed", type=int, default=SEED)
        for flag in flags:
            parser.add_argument("--" + flag, action="store_true", help=flags[flag])
        print("\n".join(cls.run(**vars(parser.parse_args(arguments))).lines()))
        return 0


def quiet_device():
    """A device for games by the hundred: without a display, its frame a QuietFrame."""
    return Device(glass=False, frame=QuietFrame())


def lit_places(colours):
    """The (x, y) of every pixel that is not dark."""
    return [(at % 8, at // 8) for at in range(64) if any(colours[3 * at : 3 * at + 3])]
