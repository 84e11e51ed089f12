"""Whole games of Flee the Scene at a simulated table, every act pressed into the companion.

`python -m tests.table.flee_the_scene --games 300` prints the figures. After every act the
companion's state JSON has to equal what lies on the table; a failure names the game, so that
`--first N --games 1` plays it again (from a device just switched on).
"""

import argparse
import random
import sys

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from host_tools.device import Device
from host_tools.record_file import plays
from host_tools.replay import state_line
from shared_engine.json_text import json_text
from shared_engine.record import Reader, export
from tests.table.flee_figures import Figures
from tests.table.flee_hand import FleeHand
from tests.table.flee_players import Traveller, Wanderer
from tests.table.flee_table import BOX, KINDS, USUAL_PAIRS, Table
from tests.table.quiet_frame import QuietFrame

SEED = 1
_EVENING = 3  # games in a row on one device
_DRAWN = 10  # one game of so many has the real frame and a display
_WANDERERS = 0.3
_CHANGED = 0.3  # of the set-ups
_CLOSE = 0.15  # of the decks: all cards worth nearly the same, so that ties are seen
_SLIP = 0.03  # chance per act of a slip that is taken back at once
_WRONG = 0.03  # chance per act of pressing another one in its place
_THOUGHTS = 0.01  # chance per act of going back some way and forth again
_FAR = (1, 2, 5, 12, 20, 40, 90)  # acts taken back then


class Difference(AssertionError):
    """The companion and the table do not agree."""


class Game:
    """One game: `number` decides everything in it, together with `seed`."""

    def __init__(self, device, number, seed=SEED):
        self.device = device
        self.number = number
        self.hand = FleeHand(device)
        self.rng = random.Random(f"{seed} {number}")
        players = 2 + number % 4
        self.pairs = USUAL_PAIRS[:players]
        changed = self.rng.random() < _CHANGED
        if changed:
            self.pairs = _other_pairs(self.rng, players)
        points = (4, 5) if self.rng.random() < _CLOSE else (1, 9)
        self.table = Table(players, self.pairs, random.Random(self.rng.random()), points)
        self.people = [self._person() for _ in range(players)]
        self.acts = []
        self.truths = [self.table.truth()]
        self.wrong_since = None  # the number of acts before one that was pressed wrong, unnoticed
        self.counts = {"mistakes": 0, "undone": 0, "undone at once": 0, "noticed late": 0}
        self.counts["set-ups changed"] = int(changed)

    def _person(self):
        kind = Wanderer if self.rng.random() < _WANDERERS else Traveller
        return kind(random.Random(self.rng.random()))

    def play(self):
        """Set up, play to the end, check the record, leave for the first screen."""
        before = self.device.presses
        self.hand.set_up(len(self.pairs), self.pairs)
        self.compare()
        while not self.table.finished:
            for act in self.people[self.table.seat.number - 1].turn(self.table):
                self.acts.append(act)
                self.truths.append(self.table.truth())
                self._press(act)
            self._notice_wrong()
            self._look()
        self._check_record()
        self.hand.leave()
        assert self.device.presses - before == sum(self.hand.pressed.values())
        assert self.device.app.buttons.lost == 0

    # --- pressing ---

    def _press(self, act):
        chance = self.rng.random()
        if chance < _SLIP and self.wrong_since is None:
            self.hand.slip(self.rng)
            self.counts["mistakes"] += 1
            self._compare_with(self.truths[-2], "after a slip before " + " ".join(act))
        elif chance < _SLIP + _WRONG and self.wrong_since is None:
            other = _other_act(self.rng, act, self.truths[-2])
            if other:
                self.counts["mistakes"] += 1
                self.hand.press(other, "slip")
                if self.device.state() == self.truths[-1]:
                    raise Difference(f"{other} and {act} come to the same in {self._where()}")
                if act[0] == "deliver" and self.rng.random() < 0.5:
                    self.wrong_since = len(self.acts) - 1
                    return
                self._undo(1)
                self._compare_with(self.truths[-2], "after undo of " + " ".join(other))
        self.hand.press(act)
        if self.wrong_since is None:
            self.compare()
            if self.rng.random() < _THOUGHTS:
                self._think_again()

    def _undo(self, count):
        self.hand.undo(count)
        self.counts["undone"] += count
        self.counts["undone at once"] = max(self.counts["undone at once"], count)

    def _notice_wrong(self):
        """At the end of the turn somebody notices: back to the wrong act, and on from there."""
        if self.wrong_since is None:
            return
        self.counts["noticed late"] += 1
        right = self.acts[self.wrong_since :]
        self._undo(len(right))
        self._compare_with(self.truths[self.wrong_since], "before the wrong delivery")
        self.wrong_since = None
        self.hand.press(right[0])
        for act in right[1:]:
            self.hand.press(act, "again")
        self.compare()

    def _think_again(self):
        count = min(self.rng.choice(_FAR), len(self.acts))
        self._undo(count)
        self._compare_with(self.truths[-1 - count], f"after {count} times undo")
        if self.rng.random() < 0.6:
            self.hand.redo(count)
        else:
            for act in self.acts[-count:]:
                self.hand.press(act, "again")
        self._compare_with(self.truths[-1], f"after {count} times undo and back again")

    # --- comparing ---

    def _where(self):
        return f"game {self.number}, act {len(self.acts)}"

    def compare(self):
        """The companion has to say what lies on the table, and no screen may have failed."""
        self._compare_with(self.truths[-1], " ".join(self.acts[-1]) if self.acts else "set-up")

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
        if truth["over"]:
            self.hand.expect("Game over")
            names = " ".join(f"P{number}" for number in truth["winner"])
            assert names in self.device.text(), (self._where(), names, self.device.text())
        else:
            step = "LAST" if truth["last_round"] else "place"
            at = truth["turn"]["player"] - 1
            counts = f"hand {truth['hands'][at]} carry {truth['carried'][at]}"
            self.hand.expect(f"P{at + 1} {step} {counts}")
        vehicles = truth["board"]["ready"]
        lit = [_lit(self.device.colours, y) for y in range(8)]
        assert [len(row) for row in lit[:3]] == [vehicles[kind] for kind in KINDS], self._where()
        for y, supply in enumerate(truth["supplies"], 3):
            wanted = [2 * v + n for v, kind in enumerate(KINDS) for n in range(supply[kind])]
            assert [x for x in lit[y] if x < 7] == wanted, self._where()
        display = self.device.board.display
        if hasattr(display, "shown"):
            assert display.shown == self.device.app.frame.buffer, self._where()

    def _check_record(self):
        """The exported record is the game as it was, and replays to its state."""
        lines = ["game flee_the_scene", f"option players {len(self.pairs)}"]
        for number, pair in enumerate(self.pairs, 1):
            lines.append(f"option supply {number} " + " ".join(sorted(pair, key=KINDS.index)))
        lines += [" ".join(act) for act in self.acts]
        record = export(self.device.app.play)
        if record != lines:
            at = [one == other for one, other in zip(record, lines, strict=False)].index(False)
            raise Difference(f"{self._where()}: line {at + 1} is {record[at]}, played {lines[at]}")
        *_, last = plays("export", "\n".join(record).encode(), Reader())
        if state_line(last) != json_text(self.truths[-1]):
            raise Difference(f"{self._where()}: the replayed record ends in another state")


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


def _lit(colours, y):
    """The columns of row `y` of the matrix that are not dark."""
    return [x for x in range(8) if any(colours[3 * (x + 8 * y) : 3 * (x + 8 * y) + 3])]


def run(games, first=0, seed=SEED):
    """Play `games` games from number `first` on; their Figures. Raises at the first difference."""
    figures = Figures()
    device = None
    for number in range(first, first + games):
        drawn = number % _DRAWN == _DRAWN - 1
        if drawn or device is None or number % _DRAWN % _EVENING == 0:
            device = Device() if drawn else Device(glass=False, frame=QuietFrame())
        game = Game(device, number, seed)
        try:
            game.play()
        except AssertionError:
            print(f"game {number} failed; its acts:", [" ".join(act) for act in game.acts[-8:]])
            raise
        figures.add(number, game.table, game.acts, game.hand.pressed, game.counts)
    return figures


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m tests.table.flee_the_scene")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args(arguments)
    print("\n".join(run(options.games, options.first, options.seed).lines()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
