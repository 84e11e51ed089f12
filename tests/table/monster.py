"""Whole games of Monster auf der Flucht at a simulated table, every act pressed into the companion.

`python -m tests.table.monster --games 300` prints the figures. After every act the companion's
state JSON has to equal what lies on the table, and what its display foretold of the end has to come
true; a failure names the game, so that `--first N --games 1` plays it again (from a device just
switched on).
"""

import argparse
import random
import re
import sys

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from host_tools.device import Device
from host_tools.record_file import plays
from host_tools.replay import state_line
from shared_engine.json_text import json_text
from shared_engine.record import Reader, export
from tests.table.monster_figures import Figures
from tests.table.monster_hand import MonsterHand
from tests.table.monster_players import (
    DawdlingPlayer,
    GreedyPlayer,
    HastyPlayer,
    RandomPlayer,
    RuthlessPlayer,
)
from tests.table.monster_table import COLOURS, Table, worth
from tests.table.quiet_frame import QuietFrame

SEED = 1
COMPANIES = (
    ("random", (RandomPlayer,)),
    ("greedy", (GreedyPlayer,)),
    ("random and greedy", (RandomPlayer, GreedyPlayer)),
    ("hurrying", (HastyPlayer, RuthlessPlayer)),
    ("all kinds", (RandomPlayer, GreedyPlayer, HastyPlayer, RuthlessPlayer, DawdlingPlayer)),
)
_EVENING = 3  # games in a row on one device
_DRAWN = 10  # one game of so many has the real frame and a display
_TOLD = 0.25  # chance of a token to be entered at set-up
_HIGH = 0.2  # of the option `ties high`
_FIRST = 0.4  # of a game that another player than the first one starts
_SLIP = 0.03  # chance per act of a slip that is taken back at once
_WRONG = 0.03  # chance per act of pressing another one in its place
_THOUGHTS = 0.01  # chance per act of going back some way and forth again
_FAR = (1, 2, 5, 12, 20, 40)  # acts taken back then
_LIGHTS = 0.1  # chance per act that somebody looks at the matrix until all is still
_STILL_MS = 1500
# The galaxy as the eye sees it: planets are a … r, the supernova is S.
GALAXY = (
    "........",
    "........",
    ".gfedc..",
    ".h.SSb..",
    ".i.SSa..",
    ".j......",
    ".k......",
    ".lmnopqr",
)
_COMES_IN = re.compile("Nova(?: takes|:) ([GYBRP]+) in ([0-9]+) turns$")
_NEXT = "Next turn can be the last"


class Difference(AssertionError):
    """The companion and the table do not agree."""


class Game:
    """One game: `number` decides everything in it, together with `seed`."""

    def __init__(self, device, number, seed=SEED):
        self.device = device
        self.number = number
        self.hand = MonsterHand(device)
        self.rng = rng = random.Random(f"{seed} {number}")
        players = 2 + number % 4
        self.company, kinds = COMPANIES[number // 4 % len(COMPANIES)]
        told = [seat for seat in range(1, players + 1) if rng.random() < _TOLD]
        first = rng.randint(1, players) if rng.random() < _FIRST else 1
        ties = "high" if rng.random() < _HIGH else "low"
        self.table = Table(players, random.Random(rng.random()), first, told, ties)
        self.people = [
            kinds[(at + number // 20) % len(kinds)](random.Random(rng.random()))
            for at in range(players)
        ]
        self.acts = []
        self.truths = [self.table.truth()]
        self.foretold = []  # the sentence about the end, before each act of the race
        self.counts = dict.fromkeys(
            ("mistakes", "undone", "undone at once", "swap with one of several",
             "exchange of several players'", "exchange of unlike cards", "warned one turn before",
             "ends by any card", "ends unless an alien moves", "ends if one of several moves"), 0
        )  # fmt: skip

    def play(self):
        """Set up, play to the last token, check the record, leave for the first screen."""
        before = self.device.presses
        table = self.table
        tokens = {seat.number: seat.token for seat in table.seats if seat.told}
        self.hand.set_up(len(table.seats), table.first, table.dealt, tokens, table.ties)
        self.compare()
        self._look()
        for act in self._acts():
            if self.truths[-1]["over"] is None:
                self.foretold.append(self.sentence())
            self.acts.append(act)
            self.truths.append(table.truth())
            self._press(act)
            self._look()
            if act[0] != "reveal":
                self._count(act)
                self._check_foretold(act)
        self._check_record()
        self.hand.leave()
        assert self.device.presses - before == sum(self.hand.pressed.values())
        assert self.device.app.buttons.lost == 0

    def _acts(self):
        table = self.table
        while table.over is None:
            yield from self.people[table.seat.number - 1].turn(table)
        # The device asks for one token after the other.
        for number in table.concealed():
            yield table.reveal(number)

    # --- pressing ---

    def _press(self, act):
        chance = self.rng.random()
        if chance < _SLIP:
            self.hand.slip(self.rng)
            self.counts["mistakes"] += 1
            self._compare_with(self.truths[-2], "after a slip before " + " ".join(act))
        elif chance < _SLIP + _WRONG:
            other = _other_act(self.rng, act, self.truths[-2])
            if other:
                self.counts["mistakes"] += 1
                self.hand.press(other, "slip")
                if self.device.state() == self.truths[-1]:
                    raise Difference(f"{other} and {act} come to the same in {self._where()}")
                self._undo(1)
                self._compare_with(self.truths[-2], "after undo of " + " ".join(other))
        self.hand.press(act)
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
            for act in self.acts[-count:]:
                self.hand.press(act, "again")
        self._compare_with(self.truths[-1], f"after {count} times undo and back again")

    def _count(self, act):
        """What the act had to be chosen among."""
        before = self.truths[-2]
        if act[0] == "swap" and act[1] != "none":
            positions = before["positions"]
            here, there = positions[act[1]], positions[act[2]]
            self.counts["swap with one of several"] += (
                list(positions.values()).count(min(here, there)) > 1
            )
        elif act[0] == "exchange":
            self.counts["exchange of several players'"] += before["players"] > 2
            theirs = before["favourites"][int(act[2]) - 1]
            self.counts["exchange of unlike cards"] += len(set(theirs)) > 1

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

    # --- looking ---

    def sentence(self):
        """The line about the end of the race."""
        return self.device.text()[3]

    def _look(self):
        """What the eye sees on the display, and now and then on the matrix."""
        truth = self.truths[-1]
        lines = self.device.text()
        values = worth(self.table.aliens, self.table.ties)
        order = [colour for place in truth["ranking"] for colour in place]
        letters = [colour[0].upper() for colour in order]
        planets = [str(truth["positions"][colour]) for colour in order]
        points = [f"{values[colour]:+d}" if values[colour] > 0 else str(values[colour])
                  for colour in order]
        words = lines[1].split()
        assert sorted(words) == sorted(letters + planets), (self._where(), lines)
        assert [word for word in words if word.isalpha()] == letters, (self._where(), lines)
        assert lines[2].split() == points, (self._where(), lines)
        self._look_at_players(truth, lines, values)
        if truth["winner"]:
            names = " ".join(f"P{player}" for player in truth["winner"])
            self.hand.expect(names + (" wins" if len(truth["winner"]) == 1 else " share it"))
        elif truth["over"]:
            self.hand.expect(f"P{truth['tokens'].index(None) + 1}: which token?")
        else:
            self.hand.expect(f"P{truth['turn']['player']}: turn {truth['turn']['number']} ")
            left = f"nova {truth['deck']}" if truth["deck"] else "NOVA"
            assert lines[0].endswith(left), (self._where(), lines)
        if truth["over"]:
            ended = "got away" if truth["over"] == "escaped" else "The nova took"
            assert ended in lines[3], (self._where(), lines)
        if self.rng.random() < _LIGHTS:
            self._look_at_matrix(truth)
        display = self.device.board.display
        if hasattr(display, "shown"):
            assert display.shown == self.device.app.frame.buffer, self._where()

    def _look_at_players(self, truth, lines, values):
        rows = [[colour[0].upper() for colour in row] for row in truth["favourites"]]
        points = [sum(values[colour] for colour in row) for row in truth["favourites"]]
        names = [f"P{number}" for number in range(1, truth["players"] + 1)]
        above, below = [], []
        for at, row in enumerate(rows):
            above.append(names[at])
            below.append("".join(row))
            if truth["over"]:
                token = truth["tokens"][at]
                score = truth["scores"][at] if truth["scores"] else points[at]
                above.append(str(score))
                below += [token[0].upper()] if token else []
            else:
                below.append(str(points[at]))
        assert lines[4].split() == above, (self._where(), lines)
        assert lines[5].split() == below, (self._where(), lines)

    def _look_at_matrix(self, truth):
        self.device.wait(_STILL_MS)
        colours = self.device.colours
        lit = lit_places(colours)
        planets = {letter: (x, y) for y, row in enumerate(GALAXY) for x, letter in enumerate(row)}
        places = [planets[chr(ord("a") + n)] for n in range(18)]
        dark = [place for place in places if place not in lit]
        assert dark == places[: truth["eaten"]], (self._where(), dark)
        # The supernova: four pixels, and one for every planet it has eaten; others wait below it.
        heart = _colour(colours, (3, 3))
        grown = [place for place in lit if _colour(colours, place) == heart and place[1]]
        assert len(grown) == 4 + truth["eaten"], (self._where(), grown)
        assert [place for place in lit if place[1] == 0] == [
            (x, 0) for x in range(-(-truth["deck"] // 4))
        ], self._where()
        seen = {}
        for colour, planet in truth["positions"].items():
            alien = self.device.app.screen._galaxy.colours[COLOURS.index(colour)]
            found = [place for place in lit if _colour(colours, place) == alien]
            assert len(found) == 1, (self._where(), colour, found)
            seen[colour] = found[0]
            if planet > 1:
                assert found[0] == places[planet - 1], (self._where(), colour, found)
        assert len(set(seen.values())) == 5, self._where()

    # --- what was foretold ---

    def _check_foretold(self, act):
        """The display said before this act whether it, or the next one, can end the race."""
        said = self.foretold[-1]
        before = self.truths[-2]
        over = self.truths[-1]["over"]
        where = (self._where(), said, act)
        moved = act[1][0].upper() if act[0] == "advance" else None
        coming = _COMES_IN.match(said)
        if coming:
            lowest = min(before["positions"].values())
            last = [c[0].upper() for c in COLOURS if before["positions"][c] == lowest]
            assert coming[1] == "".join(last), where
            assert int(coming[2]) == before["deck"] + lowest - before["eaten"] > 2, where
            assert over is None, where
        elif said == _NEXT:
            assert over is None, where
        elif said == "Ends with this turn":
            assert over, where
            self.counts["ends by any card"] += 1
        elif said.startswith("Ends unless"):
            assert bool(over) == (moved != said.split()[2]), where
            self.counts["ends unless an alien moves"] += 1
        else:
            assert said.startswith("Ends if"), where
            letters = said.split()[2].split("/")
            assert bool(over) == (moved in letters), where
            self.counts["ends if one of several moves"] += len(letters) > 1
        if over and len(self.foretold) > 1:
            # Never out of the blue.
            assert not _COMES_IN.match(self.foretold[-2]), (where, self.foretold[-2])
            self.counts["warned one turn before"] += self.foretold[-2] == _NEXT

    def _check_record(self):
        """The exported record is the game as it was, and replays to its state."""
        lines = ["game monster"] + [" ".join(words) for words in self.table.options()]
        lines += [" ".join(act) for act in self.acts]
        record = list(export(self.device.app.play))
        if record != lines:
            pairs = zip(record, lines, strict=False)
            at = [one == other for one, other in pairs].index(False)
            raise Difference(f"{self._where()}: line {at + 1} is {record[at]}, played {lines[at]}")
        *_, last = plays("export", "\n".join(record).encode(), Reader())
        if state_line(last) != json_text(self.truths[-1]):
            raise Difference(f"{self._where()}: the replayed record ends in another state")


def lit_places(colours):
    """The (x, y) of every pixel that is not dark."""
    return [(at % 8, at // 8) for at in range(64) if any(colours[3 * at : 3 * at + 3])]


def _colour(colours, place):
    at = 3 * (place[0] + 8 * place[1])
    return int.from_bytes(colours[at : at + 3], "big")


def _other_act(rng, act, truth):
    """A legal act that somebody might take `act` for, or None."""
    others = [colour for colour in COLOURS if colour not in act]
    if act[0] in ("advance", "favour") and len(act) == 2:
        return (act[0], rng.choice(others))
    if act[0] == "reveal":
        free = [colour for colour in others if colour not in truth["tokens"]]
        return (*act[:2], rng.choice(free)) if free else None
    return ("advance", rng.choice(COLOURS))


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
        figures.add(game.table, game.company, game.acts, game.hand.pressed, game.counts)
    return figures


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m tests.table.monster")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args(arguments)
    print("\n".join(run(options.games, options.first, options.seed).lines()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
