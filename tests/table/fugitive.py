"""Whole games of Fugitive at a simulated table, every act pressed into the companion.

`python -m tests.table.fugitive --games 300` prints the figures. After every act the companion's
state JSON has to equal what lies on the table; a failure names the game, so that `--first N
--games 1` plays it again (from a device just switched on). `--tapping`: far numbers are reached by
tapping alone.
"""

import random
import sys

from shared_engine.deduction.notebook import SURE
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
from tests.table.game import SEED, TableGame

FUGITIVES = (SensibleFugitive, Runner, Hoarder, RandomFugitive)
MARSHALS = (BestGuessMarshal, BoldMarshal, UniformMarshal, RandomMarshal)
_KEPT = 256  # stations of the notebook the Marshals go by, as on the device


class Game(TableGame):
    """One game of Fugitive. tapping: far numbers are reached by tapping alone."""

    hand_kind = FugitiveHand
    figures_kind = Figures

    def __init__(self, device, number, seed=SEED, tapping=False):
        super().__init__(device, number, seed)
        self.hand.patient = tapping
        self.role = None  # whose turn it is
        self.purposes = []  # what the presses of each act count as

    def lay_out(self):
        self.edition = 1 + self.number // 16 % 2
        table = Table(random.Random(self.rng.random()), self.edition)
        self.fugitive = FUGITIVES[self.number % 4](random.Random(self.rng.random()))
        marshal = MARSHALS[self.number // 4 % 4]
        rng = random.Random(self.rng.random())
        self.marshal = marshal(rng) if marshal is RandomMarshal else marshal(rng, self._deduce)
        return table

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

    def set_up(self):
        self.hand.set_up(self.edition)

    def turns(self):
        table = self.table
        while not table.finished and table.turns <= MOST_TURNS:
            self.role = table.role
            player = self.fugitive if self.role == "fugitive" else self.marshal
            yield player.turn(table)

    def follow(self, act, purpose=None):
        self.purposes.append(purpose_of(act, self.role))
        super().follow(act, self.purposes[-1])

    def leave(self):
        if self.table.finished:
            self.hand.leave()
        else:
            self.hand.leave_unfinished()

    # --- what its display, matrix and record say ---

    def look(self):
        """Between turns: what the eye sees on display and matrix."""
        truth = self.truths[-1]
        lines = self.device.text()
        if truth["over"]:
            self.hand.expect(truth["winner"].capitalize() + " wins")
            assert truth["over"].upper() in lines, (self.where(), lines)
        else:
            role, step = truth["turn"]["role"], truth["turn"]["step"]
            self.hand.expect(f"{role.capitalize()}: {step}")
            if step == "draw":
                counts = [word for word in lines[1].split() if word.isdigit()]
                assert counts == [str(count) for count in truth["piles"]], (self.where(), lines)
        row = truth["hideouts"]
        wanted = [_cell(hideout) for hideout in row[-(-max(len(row) - 16, 0) // 8) * 8 :]]
        in_two = 2 if len(wanted) > 8 else 1
        shown = " ".join(lines[-1 - in_two : -1]).split()
        assert shown == wanted, (self.where(), lines, wanted)
        for p, count in enumerate(truth["piles"]):
            lit = [x for x in self.lit(p) if x < 7]
            assert lit == list(range((count + 1) // 2)), self.where()
        self.look_at_glass()

    def head(self, record):
        lines = ["game fugitive", "option players 2", f"option edition {self.edition}"]
        if self.edition == 1 and lines[2] not in record:
            lines.pop()
        return lines

    def other_act(self, act, truth):
        return _other_act(self.rng, act, truth)


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


run = Game.run


if __name__ == "__main__":
    sys.exit(Game.main("fugitive", {"tapping": "no arrow is ever kept down"}))
