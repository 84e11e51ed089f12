"""Whole games of Monster auf der Flucht at a simulated table, every act pressed into the companion.

`python -m tests.table.monster --games 300` prints the figures. After every act the companion's
state JSON has to equal what lies on the table, and what its display foretold of the end has to come
true; a failure names the game, so that `--first N --games 1` plays it again (from a device just
switched on).
"""

import random
import re
import sys

from tests.table.game import TableGame, lit_places
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

COMPANIES = (
    ("random", (RandomPlayer,)),
    ("greedy", (GreedyPlayer,)),
    ("random and greedy", (RandomPlayer, GreedyPlayer)),
    ("hurrying", (HastyPlayer, RuthlessPlayer)),
    ("all kinds", (RandomPlayer, GreedyPlayer, HastyPlayer, RuthlessPlayer, DawdlingPlayer)),
)
_TOLD = 0.25  # chance of a token to be entered at set-up
_HIGH = 0.2  # of the option `ties high`
_FIRST = 0.4  # of a game that another player than the first one starts
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


class Game(TableGame):
    """One game of Monster, up to the last token."""

    hand_kind = MonsterHand
    figures_kind = Figures

    def lay_out(self):
        rng = self.rng
        players = 2 + self.number % 4
        self.company, kinds = COMPANIES[self.number // 4 % len(COMPANIES)]
        told = [seat for seat in range(1, players + 1) if rng.random() < _TOLD]
        first = rng.randint(1, players) if rng.random() < _FIRST else 1
        ties = "high" if rng.random() < _HIGH else "low"
        table = Table(players, random.Random(rng.random()), first, told, ties)
        self.people = [
            kinds[(at + self.number // 20) % len(kinds)](random.Random(rng.random()))
            for at in range(players)
        ]
        self.foretold = []  # the sentence about the end, before each act of the race
        self.counts.update(dict.fromkeys(
            ("swap with one of several", "exchange of several players'",
             "exchange of unlike cards", "warned one turn before", "ends by any card",
             "ends unless an alien moves", "ends if one of several moves"), 0
        ))  # fmt: skip
        return table

    def set_up(self):
        table = self.table
        tokens = {seat.number: seat.token for seat in table.seats if seat.told}
        self.hand.set_up(len(table.seats), table.first, table.dealt, tokens, table.ties)

    def begin(self):
        super().begin()
        self.look()

    def turns(self):
        table = self.table
        while table.over is None:
            yield self.people[table.seat.number - 1].turn(table)
        # The device asks for one token after the other.
        yield (table.reveal(number) for number in table.concealed())

    def follow(self, act, purpose=None):
        if self.truths[-1]["over"] is None:
            self.foretold.append(self.sentence())
        super().follow(act, purpose)
        self.look()
        if act[0] != "reveal":
            self._count(act)
            self._check_foretold(act)

    def end_turn(self):
        """Nothing is left to look at: that was done after every act."""

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

    # --- looking ---

    def sentence(self):
        """The line about the end of the race."""
        return self.device.text()[3]

    def look(self):
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
        assert sorted(words) == sorted(letters + planets), (self.where(), lines)
        assert [word for word in words if word.isalpha()] == letters, (self.where(), lines)
        assert lines[2].split() == points, (self.where(), lines)
        self._look_at_players(truth, lines, values)
        if truth["winner"]:
            names = " ".join(f"P{player}" for player in truth["winner"])
            self.hand.expect(names + (" wins" if len(truth["winner"]) == 1 else " share it"))
        elif truth["over"]:
            self.hand.expect(f"P{truth['tokens'].index(None) + 1}: which token?")
        else:
            self.hand.expect(f"P{truth['turn']['player']}: turn {truth['turn']['number']} ")
            left = f"nova {truth['deck']}" if truth["deck"] else "NOVA"
            assert lines[0].endswith(left), (self.where(), lines)
        if truth["over"]:
            ended = "got away" if truth["over"] == "escaped" else "The nova took"
            assert ended in lines[3], (self.where(), lines)
        if self.rng.random() < _LIGHTS:
            self._look_at_matrix(truth)
        self.look_at_glass()

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
        assert lines[4].split() == above, (self.where(), lines)
        assert lines[5].split() == below, (self.where(), lines)

    def _look_at_matrix(self, truth):
        self.device.wait(_STILL_MS)
        colours = self.device.colours
        lit = lit_places(colours)
        planets = {letter: (x, y) for y, row in enumerate(GALAXY) for x, letter in enumerate(row)}
        places = [planets[chr(ord("a") + n)] for n in range(18)]
        dark = [place for place in places if place not in lit]
        assert dark == places[: truth["eaten"]], (self.where(), dark)
        # The supernova: four pixels, and one for every planet it has eaten; others wait below it.
        heart = _colour(colours, (3, 3))
        grown = [place for place in lit if _colour(colours, place) == heart and place[1]]
        assert len(grown) == 4 + truth["eaten"], (self.where(), grown)
        assert [place for place in lit if place[1] == 0] == [
            (x, 0) for x in range(-(-truth["deck"] // 4))
        ], self.where()
        seen = {}
        for colour, planet in truth["positions"].items():
            alien = self.device.app.screen._galaxy.colours[COLOURS.index(colour)]
            found = [place for place in lit if _colour(colours, place) == alien]
            assert len(found) == 1, (self.where(), colour, found)
            seen[colour] = found[0]
            if planet > 1:
                assert found[0] == places[planet - 1], (self.where(), colour, found)
        assert len(set(seen.values())) == 5, self.where()

    # --- what was foretold ---

    def _check_foretold(self, act):
        """The display said before this act whether it, or the next one, can end the race."""
        said = self.foretold[-1]
        before = self.truths[-2]
        over = self.truths[-1]["over"]
        where = (self.where(), said, act)
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

    def head(self, record):
        return ["game monster"] + [" ".join(words) for words in self.table.options()]

    def other_act(self, act, truth):
        return _other_act(self.rng, act, truth)


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


run = Game.run


if __name__ == "__main__":
    sys.exit(Game.main("monster"))
