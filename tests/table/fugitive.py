"""Whole games of Fugitive at a simulated table, every act pressed into the companion.

`python -m tests.table.fugitive --games 300` prints the figures. After every act the companion's
state JSON has to equal what lies on the table; a failure names the game, so that `--first N
--games 1` plays it again (from a device just switched on). `--tapping`: far numbers are reached by
tapping alone.
"""

import argparse
import random
import sys

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from host_tools.device import Device
from host_tools.record_file import plays
from host_tools.replay import state_line
from shared_engine.deduction.notebook import SURE
from shared_engine.json_text import json_text
from shared_engine.record import Reader, export
from tests.table.fugitive_figures import Figures, purpose_of
from tests.table.fugitive_hand import FugitiveHand
from tests.table.fugitive_players import (
    MOST_TURNS,
    BestGuessMarshal,
    BoldMarshal,
    Hoarder,
    RandomFugitive,
    RandomMarshal,
    Runner,
    SensibleFugitive,
    UniformMarshal,
)
from tests.table.fugitive_table import Table
from tests.table.quiet_frame import QuietFrame

SEED = 1
FUGITIVES = (SensibleFugitive, Runner, Hoarder, RandomFugitive)
MARSHALS = (BestGuessMarshal, BoldMarshal, UniformMarshal, RandomMarshal)
_EVENING = 3  # games in a row on one device
_DRAWN = 10  # one game of so many has the real frame and a display
_KEPT = 256  # stations of the notebook the Marshals go by, as on the device
_SLIP = 0.03  # chance per act of a slip that is taken back at once
_WRONG = 0.03  # chance per act of pressing another one in its place
_THOUGHTS = 0.01  # chance per act of going back some way and forth again
_FAR = (1, 2, 5, 12, 20, 40)  # acts taken back then


class Difference(AssertionError):
    """The companion and the table do not agree."""


class Game:
    """One game: `number` decides everything in it, together with `seed`."""

    def __init__(self, device, number, seed=SEED):
        self.device = device
        self.number = number
        self.hand = FugitiveHand(device)
        self.rng = random.Random(f"{seed} {number}")
        self.edition = 1 + number // 16 % 2
        self.table = Table(random.Random(self.rng.random()), self.edition)
        self.fugitive = FUGITIVES[number % 4](random.Random(self.rng.random()))
        marshal = MARSHALS[number // 4 % 4]
        rng = random.Random(self.rng.random())
        self.marshal = marshal(rng) if marshal is RandomMarshal else marshal(rng, self._deduce)
        self.acts = []  # (act, purpose)
        self.truths = [self.table.truth()]
        self.counts = {"mistakes": 0, "undone": 0, "undone at once": 0}

    def _deduce(self):
        """What the notebook says, as the Marshals of the table take it."""
        play = self.device.app.play
        notebook = play.game.notebook(play.state, _KEPT)
        for _ in notebook.work():
            pass
        positions = [
            {
                "position": position,
                "possible": numbers,
                "probability": {
                    str(number): chance / SURE
                    for number, chance in zip(numbers, chances, strict=True)
                },
            }
            for position, numbers, chances in notebook.positions
        ]
        return {"positions": positions, "best_guess": notebook.best_guess}

    def play(self):
        """Set up, play to the end, check the record, leave for the first screen."""
        before = self.device.presses
        self.hand.set_up(self.edition)
        self.compare()
        table = self.table
        while not table.finished and table.turns <= MOST_TURNS:
            role = table.role
            player = self.fugitive if role == "fugitive" else self.marshal
            for act in player.turn(table):
                self.acts.append((act, purpose_of(act, role)))
                self.truths.append(table.truth())
                self._press(act, self.acts[-1][1])
            self._look()
        self._check_record()
        if table.finished:
            self.hand.leave()
        else:
            self.hand.leave_unfinished()
        assert self.device.presses - before == sum(self.hand.pressed.values())
        assert self.device.app.buttons.lost == 0

    # --- pressing ---

    def _press(self, act, purpose):
        chance = self.rng.random()
        if chance < _SLIP:
            self.hand.slip(self.rng)
            self.counts["mistakes"] += 1
            self._compare_with(self.truths[-2], "after a slip before " + " ".join(act))
        elif chance < _SLIP + _WRONG:
            other = _other_act(self.rng, act, self.truths[-2])
            if other and other != act:
                self.counts["mistakes"] += 1
                self.hand.press(other, "slip")
                if self.device.state() == self.truths[-1]:
                    raise Difference(f"{other} and {act} come to the same in {self._where()}")
                self._undo(1)
                self._compare_with(self.truths[-2], "after undo of " + " ".join(other))
        self.hand.press(act, purpose)
        self.compare()
        if self.rng.random() < _THOUGHTS:
            self._think_again()

    def _undo(self, count):
        self.hand.undo(count)
        self.counts["undone"] += count
        self.counts["undone at once"] = max(self.counts["undone at once"], count)

    def _think_again(self):
        count = min(self.rng.choice(_FAR), len(self.acts))
        self._undo(count)
        self._compare_with(self.truths[-1 - count], f"after {count} times undo")
        if self.rng.random() < 0.6:
            self.hand.redo(count)
        else:
            for act, _ in self.acts[-count:]:
                self.hand.press(act, "again")
        self._compare_with(self.truths[-1], f"after {count} times undo and back again")

    # --- comparing ---

    def _where(self):
        return f"game {self.number}, act {len(self.acts)}"

    def compare(self):
        """The companion has to say what lies on the table, and no screen may have failed."""
        self._compare_with(self.truths[-1], " ".join(self.acts[-1][0]) if self.acts else "set-up")

    def _compare_with(self, truth, when):
        if self.device.board.logged:
            raise Difference(f"{self._where()}: a screen failed: {self.device.board.logged}")
        state = self.device.state()
        if state != truth:
            keys = sorted(set(state) | set(truth))
            wrong = [
                f"{key}: table {truth.get(key)}, companion {state.get(key)}"
                for key in keys
                if state.get(key) != truth.get(key)
            ]
            raise Difference(f"{self._where()} ({when}): " + "; ".join(wrong))

    def _look(self):
        """Between turns: what the eye sees on display and matrix."""
        truth = self.truths[-1]
        lines = self.device.text()
        if truth["over"]:
            self.hand.expect(truth["winner"].capitalize() + " wins")
            assert truth["over"].upper() in lines, (self._where(), lines)
        else:
            role, step = truth["turn"]["role"], truth["turn"]["step"]
            self.hand.expect(f"{role.capitalize()}: {step}")
            if step == "draw":
                counts = [word for word in lines[1].split() if word.isdigit()]
                assert counts == [str(count) for count in truth["piles"]], (self._where(), lines)
        row = truth["hideouts"]
        wanted = [_cell(hideout) for hideout in row[-(-max(len(row) - 16, 0) // 8) * 8 :]]
        in_two = 2 if len(wanted) > 8 else 1
        shown = " ".join(lines[-1 - in_two : -1]).split()
        assert shown == wanted, (self._where(), lines, wanted)
        for p, count in enumerate(truth["piles"]):
            lit = [x for x in _lit(self.device.colours, p) if x < 7]
            assert lit == list(range((count + 1) // 2)), self._where()
        display = self.device.board.display
        if hasattr(display, "shown"):
            assert display.shown == self.device.app.frame.buffer, self._where()

    def _check_record(self):
        """The exported record is the game as it was, and replays to its state."""
        lines = ["game fugitive", "option players 2", f"option edition {self.edition}"]
        lines += [" ".join(act) for act, _ in self.acts]
        record = [line for line in export(self.device.app.play)]
        if self.edition == 1 and lines[2] not in record:
            lines.remove(lines[2])
        if record != lines:
            at = [one == other for one, other in zip(record, lines, strict=False)].index(False)
            raise Difference(f"{self._where()}: line {at + 1} is {record[at]}, played {lines[at]}")
        *_, last = plays("export", "\n".join(record).encode(), Reader())
        if state_line(last) != json_text(self.truths[-1]):
            raise Difference(f"{self._where()}: the replayed record ends in another state")


def _cell(hideout):
    """How the display shows a hideout of the row."""
    if hideout["number"] is not None:
        return str(hideout["number"])
    sprints = hideout["sprints"]
    return "?" if not sprints else f"+{sprints}" if sprints < 10 else str(sprints)


def _other_act(rng, act, truth):
    """A legal act that somebody might take `act` for, or None."""
    word = act[0]
    if word == "draw" and len(act) == 2:
        piles = [str(p + 1) for p in range(3) if truth["piles"][p] and str(p + 1) != act[1]]
        return ("draw", rng.choice(piles)) if piles else None
    if word == "hideout" and truth["turn"]["number"] > 1:
        return ("pass",)
    if word == "skip" or (word == "guess" and act[-1] == "miss"):
        if truth["turn"]["step"] == "guess":
            return ("guess", str(rng.randint(1, 41)), "miss")
    return None


def _lit(colours, y):
    """The columns of row `y` of the matrix that are not dark."""
    return [x for x in range(8) if any(colours[3 * (x + 8 * y) : 3 * (x + 8 * y) + 3])]


def run(games, first=0, seed=SEED, tapping=False):
    """Play `games` games from number `first` on; their Figures. Raises at the first difference."""
    figures = Figures()
    device = None
    for number in range(first, first + games):
        drawn = number % _DRAWN == _DRAWN - 1
        if drawn or device is None or number % _DRAWN % _EVENING == 0:
            device = Device() if drawn else Device(glass=False, frame=QuietFrame())
        game = Game(device, number, seed)
        game.hand.patient = tapping
        try:
            game.play()
        except AssertionError:
            acts = [" ".join(act) for act, _ in game.acts[-8:]]
            print(f"game {number} failed; its acts:", acts)
            raise
        figures.add(game.table, game.acts, game.hand.pressed, game.counts)
    return figures


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m tests.table.fugitive")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--tapping", action="store_true", help="no arrow is ever kept down")
    options = parser.parse_args(arguments)
    figures = run(options.games, options.first, options.seed, options.tapping)
    print("\n".join(figures.lines()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
