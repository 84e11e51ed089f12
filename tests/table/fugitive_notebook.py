"""Whole games of Fugitive at the table alone, with the Marshal's notebook open beside them.

No key is pressed: the acts go straight to the rules, so that many games can be played. Before every
guess of the Marshal the notebook is held against what really lies there.
"""

import random

from shared_engine.deduction.notebook import SURE, Notebook
from shared_engine.errors import IllegalAction
from shared_engine.games.fugitive import Fugitive
from shared_engine.play import Play
from tests.table.fugitive_players import MOST_TURNS, RandomMarshal
from tests.table.fugitive_table import Table

TENTHS = 10
SEED = 1


class Refused(AssertionError):
    """The companion does not believe what was really done; the text is the record up to there."""


class Misled(AssertionError):
    """The notebook excludes what is so; the text is the record up to there."""


class Calibration:
    """How often a number was there that had such a chance, by tenths of the chance.

    `tenths` is a list of [numbers, those that were there, the sum of their chances in millionths].
    """

    def __init__(self):
        self.guesses = 0
        self.tenths = [[0, 0, 0] for _ in range(TENTHS)]

    def add(self, notebook, truth):
        """Count a filled Notebook; truth: {position: number} of the hidden hideouts."""
        self.guesses += 1
        for position, numbers, chances in notebook.positions:
            for number, chance in zip(numbers, chances, strict=True):
                tenth = self.tenths[min(TENTHS * chance // SURE, TENTHS - 1)]
                tenth[0] += 1
                tenth[1] += number == truth[position]
                tenth[2] += chance

    def lines(self):
        """The report, a list of texts."""
        found = []
        for at, (numbers, there, chances) in enumerate(self.tenths):
            if numbers:
                found.append(
                    f"  {10 * at:3}-{10 * at + 10:3} %: {numbers:7} numbers, "
                    f"said {100 * chances / SURE / numbers:5.1f} %, "
                    f"there {100 * there / numbers:5.1f} %"
                )
        return found


class Game:
    """One game of the table; `number` and the seed decide how the cards lie.

    fugitive, marshal: classes of players. most: the limit of the notebook. calibration: a
    Calibration to count in, or None.
    """

    def __init__(self, number, fugitive, marshal, most=None, calibration=None, seed=SEED):
        self.edition = 1 + number % 2
        self.table = Table(random.Random(f"{seed} table {number}"), self.edition)
        self.fugitive = fugitive(random.Random(f"{seed} fugitive {number}"))
        rng = random.Random(f"{seed} marshal {number}")
        self.marshal = marshal(rng) if marshal is RandomMarshal else marshal(rng, self._deduce)
        self.companion = Play(Fugitive(), {"players": 2, "edition": (str(self.edition),)})
        self.acts = []
        self.looked = 0  # how often the notebook was opened
        self._most = most
        self._calibration = calibration
        self._answer = None

    def play(self):
        """Play to the end, or to the last turn that is played; the table's winner or None.

        Raises Refused and Misled.
        """
        table = self.table
        while not table.finished and table.turns <= MOST_TURNS:
            player = self.fugitive if table.role == "fugitive" else self.marshal
            for act in player.turn(table):
                self._follow(act)
                if not table.finished and table.step in ("guess", "manhunt"):
                    self._look()
        return table.winner

    def record(self):
        """The game so far, in the record notation."""
        lines = ["game fugitive"]
        if self.edition != 1:
            lines.append(f"option edition {self.edition}")
        return "\n".join(lines + [" ".join(act) for act in self.acts])

    def _follow(self, act):
        self.acts.append(act)
        try:
            self.companion.do(self.companion.read(list(act)))
        except IllegalAction as refusal:
            raise Refused(f"{refusal.reason}\n{self.record()}") from None
        if self.companion.to_json() != self.table.truth():
            raise Refused("another state than on the table\n" + self.record())

    def _look(self):
        """Open the notebook: it must leave the truth possible."""
        notebook = Notebook(self.companion.state, self._most)
        for _ in notebook.work():
            pass
        if notebook.contradiction:
            raise Misled("no world\n" + self.record())
        self.looked += 1
        truth = {
            at: place.number
            for at, place in enumerate(self.table.row, 1)
            if not (place.revealed or place.is_escape)
        }
        if [position for position, _, _ in notebook.positions] != sorted(truth):
            raise Misled("other hidden positions than on the table\n" + self.record())
        for position, numbers, _ in notebook.positions:
            if truth[position] not in numbers:
                raise Misled(f"position {position} is {truth[position]}\n{self.record()}")
        if self._calibration:
            self._calibration.add(notebook, truth)
        self._answer = {
            "positions": [
                {
                    "position": position,
                    "possible": numbers,
                    "probability": {
                        str(number): chance / SURE
                        for number, chance in zip(numbers, chances, strict=True)
                    },
                }
                for position, numbers, chances in notebook.positions
            ],
            "best_guess": notebook.best_guess,
        }

    def _deduce(self):
        return self._answer


class CatchRate:
    """How often a kind of Marshal catches a kind of Fugitive: `caught` of `games`.

    The games are those of the numbers from 0 on, whoever the Marshal is: the cards lie alike.
    """

    def __init__(self, games, fugitive, marshal, most):
        self.games = games
        self.caught = 0
        self.broken_off = 0
        self.turns = 0
        for number in range(games):
            game = Game(number, fugitive, marshal, most)
            self.caught += game.play() == "marshal"
            self.broken_off += not game.table.finished
            self.turns += game.table.turns

    @property
    def rate(self):
        return self.caught / self.games

    @property
    def error(self):
        """The standard error of the rate, as if two more games had been won and two lost.

        So it is not 0 where every game has been won.
        """
        rate = (self.caught + 2) / (self.games + 4)
        return (rate * (1 - rate) / (self.games + 4)) ** 0.5

    def line(self, name):
        return (
            f"{name}: {self.caught} of {self.games} caught, "
            f"{100 * self.rate:.1f} ± {100 * self.error:.1f} %, {self.broken_off} broken off, "
            f"{self.turns / self.games:.1f} turns a game"
        )
