"""Whole games of Flee the Scene at a simulated table, every act pressed into the companion.

`python -m tests.table.flee_the_scene --games 300` prints the figures. After every act the
companion's state JSON has to equal what lies on the table; a failure names the game, so that
`--first N --games 1` plays it again (from a device just switched on).
"""

import random
import sys

from tests.table.flee_figures import Figures
from tests.table.flee_hand import FleeHand
from tests.table.flee_players import Traveller, Wanderer
from tests.table.flee_table import BOX, KINDS, USUAL_PAIRS, Table
from tests.table.game import TableGame

_WANDERERS = 0.3
_CHANGED = 0.3  # of the set-ups
_CLOSE = 0.15  # of the decks: all cards worth nearly the same, so that ties are seen


class Game(TableGame):
    """One game of Flee the Scene; in some a wrong delivery is noticed at the end of the turn."""

    hand_kind = FleeHand
    figures_kind = Figures
    far = (*TableGame.far, 90)

    def lay_out(self):
        players = 2 + self.number % 4
        self.pairs = USUAL_PAIRS[:players]
        changed = self.rng.random() < _CHANGED
        if changed:
            self.pairs = _other_pairs(self.rng, players)
        points = (4, 5) if self.rng.random() < _CLOSE else (1, 9)
        table = Table(players, self.pairs, random.Random(self.rng.random()), points)
        self.people = [self._person() for _ in range(players)]
        self.wrong_since = None  # the number of acts before one that was pressed wrong, unnoticed
        self.counts.update({"noticed late": 0, "set-ups changed": int(changed)})
        return table

    def _person(self):
        kind = Wanderer if self.rng.random() < _WANDERERS else Traveller
        return kind(random.Random(self.rng.random()))

    def set_up(self):
        self.hand.set_up(len(self.pairs), self.pairs)

    def turns(self):
        while not self.table.finished:
            yield self.people[self.table.seat.number - 1].turn(self.table)

    def end_turn(self):
        self._notice_wrong()
        self.look()

    # --- a mistake noticed late ---

    def press(self, act, purpose=None):
        if self.wrong_since is None:
            super().press(act, purpose)
        else:
            # One mistake at a time. The chance is drawn all the same: it belongs to the act.
            self.rng.random()
            self.hand.press(act, purpose)

    def overlooks(self, act):
        if act[0] == "deliver" and self.rng.random() < 0.5:
            self.wrong_since = len(self.acts) - 1
        return self.wrong_since is not None

    def _notice_wrong(self):
        """At the end of the turn somebody notices: back to the wrong act, and on from there."""
        if self.wrong_since is None:
            return
        self.counts["noticed late"] += 1
        right = self.acts[self.wrong_since :]
        self.undo(len(right))
        self.compare_with(self.truths[self.wrong_since], "before the wrong delivery")
        self.wrong_since = None
        self.hand.press(right[0])
        for act in right[1:]:
            self.hand.press(act, "again")
        self.compare()

    # --- what its display, matrix and record say ---

    def look(self):
        """Between turns: what the eye sees on display and matrix."""
        truth = self.truths[-1]
        if truth["over"]:
            self.hand.expect("Game over")
            names = " ".join(f"P{number}" for number in truth["winner"])
            assert names in self.device.text(), (self.where(), names, self.device.text())
        else:
            step = "LAST" if truth["last_round"] else "place"
            at = truth["turn"]["player"] - 1
            counts = f"hand {truth['hands'][at]} carry {truth['carried'][at]}"
            self.hand.expect(f"P{at + 1} {step} {counts}")
        vehicles = truth["board"]["ready"]
        lit = [self.lit(y) for y in range(8)]
        assert [len(row) for row in lit[:3]] == [vehicles[kind] for kind in KINDS], self.where()
        for y, supply in enumerate(truth["supplies"], 3):
            wanted = [2 * v + n for v, kind in enumerate(KINDS) for n in range(supply[kind])]
            assert [x for x in lit[y] if x < 7] == wanted, self.where()
        self.look_at_glass()

    def head(self, record):
        lines = ["game flee_the_scene", f"option players {len(self.pairs)}"]
        for number, pair in enumerate(self.pairs, 1):
            lines.append(f"option supply {number} " + " ".join(sorted(pair, key=KINDS.index)))
        return lines

    def other_act(self, act, truth):
        return _other_act(self.rng, act, truth)


def _other_pairs(rng, players):
    """Starting pairs that the box has vehicles for, besides the three on the board."""
    pieces = [kind for kind in KINDS for _ in range(BOX[kind] - 1)]
    drawn = rng.sample(pieces, 2 * players)
    return tuple((drawn[2 * at], drawn[2 * at + 1]) for at in range(players))


def _other_act(rng, act, truth):
    """A legal act that somebody might take `act` for, or None."""
    word = act[0]
    if word == "end":
        board = truth["board"]
        there = [kind for kind in KINDS if board["ready"][kind] + board["used"][kind]]
        return _one_of(rng, [("end", kind) for kind in there if kind != act[1]])
    if word == "mission":
        # With one card in the pile both come to the same counts.
        if truth["draw_pile"] < 2 or not truth["open_missions"]:
            return None
        return ("mission", "hidden" if act[1] == "open" else "open")
    player = truth["turn"]["player"] - 1
    if word == "rob":
        most = min(truth["hands"][player], 3 - truth["carried"][player])
        counts = [str(count) for count in range(1, most + 1)]
        return _one_of(rng, [("rob", count) for count in counts if count != act[1]])
    if word == "deliver":
        return act[:-1] + (str(int(act[-1]) % 9 + 1),)
    return None


def _one_of(rng, acts):
    return rng.choice(acts) if acts else None


run = Game.run


if __name__ == "__main__":
    sys.exit(Game.main("flee_the_scene"))
