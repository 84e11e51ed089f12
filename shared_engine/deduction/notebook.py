"""The Marshal's notebook: for every hidden hideout what it can still be, and how likely.

Chances are whole numbers of millionths.
"""

from shared_engine.deduction.count import Count
from shared_engine.deduction.facts import Facts
from shared_engine.deduction.worlds import Worlds
from shared_engine.games.fugitive import ESCAPE

SURE = 1_000_000
_EXACT_ROW = 5  # hidden hideouts up to which a PC counts all but the wildest rows exactly
_MOST_EXACT = 20_000  # stations an entry
_MOST = 2_000
_SEARCHED = 2_000  # stations looked at before a doubtful number is taken for possible
_FINE = 1 << 40
_EQUAL = 1 << 12  # chances (of _FINE) this close are the same


class Notebook:
    """What follows from a state of Fugitive; filled by `work()`.

    state: of the game; most: how many stations an entry are kept at once, None for what a PC
    bears. When `work()`, a generator that stops after every small piece, has ended:

    positions   a list of (position from 1, numbers, chances) of the hidden hideouts, the numbers
                ascending
    heat        43 chances: that the number is a hidden hideout
    best_guess  the number with the highest one, the lowest of several; None without any
    pair        (number, number, chance) of the likeliest two at once with the best guess among them
                if it is worth the risk, else None: if on average it reveals more than the best
                guess alone
    contradiction  True when no world fits what is known; all of the above is empty then
    """

    def __init__(self, state, most=None):
        self.positions = []
        self.heat = [0] * (ESCAPE + 1)
        self.best_guess = None
        self.pair = None
        self.contradiction = False
        self._facts = Facts(state)
        self._rough = most is not None
        self._worlds = Worlds(self._facts, self._rough)
        self._hidden = [at for at in range(self._worlds.length) if self._facts.number[at] is None]
        if most is None:
            most = _MOST_EXACT if len(self._hidden) <= _EXACT_ROW else _MOST
        self._most = most

    def has_world(self):
        """Whether anything is left that fits; found out at once."""
        return self._worlds.has_any()

    def work(self):
        """Fill the notebook, a small piece between any two yields."""
        if not self.has_world():
            self.contradiction = True
            return
        yield
        fine = [0] * (ESCAPE + 1)
        count = Count(self._worlds, self._most)
        yield from count.work()
        if count.blurred:
            yield from self._worlds.possible(_SEARCHED)
        for at in self._hidden:
            weights = count.weights[at]
            numbers = sorted(weights)
            if count.blurred:
                found = self._worlds.found
                numbers = found[at] if found else self._worlds.numbers(at)
                weights = {number: weights.get(number, 0) for number in numbers}
            shares = _shares([weights[number] for number in numbers], _FINE)
            for which in range(len(numbers)):
                fine[numbers[which]] += shares[which]
            chances = _shares([weights[number] for number in numbers], SURE)
            self.positions.append((at + 1, numbers, chances))
            for which in range(len(numbers)):
                self.heat[numbers[which]] += chances[which]
        most = max(fine)
        if most:
            self.best_guess = min([n for n in range(len(fine)) if fine[n] + _EQUAL >= most])
            if len(self._hidden) > 1:
                yield from self._find_pair()

    def _find_pair(self):
        """Count again with the best guess given, where it most likely is."""
        best = self.best_guess
        chance = 0
        for position, numbers, chances in self.positions:
            if best in numbers and chances[numbers.index(best)] > chance:
                chance = chances[numbers.index(best)]
                given = position - 1
        before = self._facts.can_be[given]
        self._facts.can_be[given] = 1 << best
        count = Count(Worlds(self._facts, self._rough), self._most)
        yield from count.work()
        self._facts.can_be[given] = before
        together = [0] * (ESCAPE + 1)
        for at in self._hidden:
            if at != given:
                weights = count.weights[at]
                numbers = sorted(weights)
                shares = _shares([weights[number] for number in numbers], SURE)
                for which in range(len(numbers)):
                    together[numbers[which]] += shares[which]
        most = max(together)
        both = most * chance // SURE
        if 2 * both >= self.heat[best] and both:
            other = together.index(most)
            self.pair = (min(best, other), max(best, other), both)


def _shares(weights, whole):
    """Whole numbers in the proportions of `weights` whose sum is `whole`."""
    if not weights:
        return []
    weights = [max(weight, 0) for weight in weights]
    total = sum(weights)
    if not total:
        weights = [1] * len(weights)
        total = len(weights)
    shares = [weight * whole // total for weight in weights]
    # What rounding leaves goes to the largest remainders.
    rest = sorted([(-(weights[at] * whole % total), at) for at in range(len(weights))])
    for which in range(whole - sum(shares)):
        shares[rest[which][1]] += 1
    return shares
