"""The Marshal's notebook: for every hidden hideout what it can still be, and how likely.

Chances are whole numbers of millionths.
"""

from shared_engine.deduction.count import Count
from shared_engine.deduction.facts import Facts
from shared_engine.deduction.worlds import Worlds, listed
from shared_engine.games.fugitive import ESCAPE

SURE = 1_000_000
_EXACT_ROW = 5  # hidden hideouts up to which a PC counts all but the wildest rows exactly
_MOST_EXACT = 12_000  # stations an entry
_MOST = 500
_NUMBERS = 4  # so many numbers share a station at least, for the most part
_SEARCHED = 600  # needs looked at before doubtful numbers are taken for possible
_FEW_PLACES = 4  # the best guess is looked for where it is with a chance of one in so many
_ALL_PLACES = 1000
_FINE = 1 << 40
_EQUAL = 1 << 12  # chances (of _FINE) this close are the same
_EQUAL_ROUGHLY = 1 << 29


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
        self._worlds = Worlds(self._facts)
        self._hidden = [at for at in range(self._worlds.length) if self._facts.number[at] is None]
        self._rough = most is not None
        self._searched = _SEARCHED
        if self._rough:
            self._most = max(most // _NUMBERS, 1)
        else:
            self._most = _MOST_EXACT if len(self._hidden) <= _EXACT_ROW else _MOST
            self._searched = _MOST_EXACT

    def has_world(self):
        """Whether anything is left that fits; found out at once."""
        return self._worlds.has_any()

    def work(self):
        """Fill the notebook, a small piece between any two yields."""
        if not self.has_world():
            self.contradiction = True
            return
        if not self._hidden:
            return
        yield
        count = Count(self._worlds, self._most, self._rough)
        yield from count.work()
        fine = [0] * (ESCAPE + 1)
        possible = None
        if count.blurred:
            yield from self._worlds.possible(self._searched)
            possible = self._worlds.found
        for at in self._hidden:
            weights = count.weights[at]
            numbers = sorted(weights)
            if count.blurred:
                numbers = listed(possible[at] if possible else self._worlds.numbers(at))
            weights = [weights.get(number, 0) for number in numbers]
            shares = _shares(weights, _FINE)
            for which in range(len(numbers)):
                fine[numbers[which]] += shares[which]
            chances = _shares(weights, SURE)
            self.positions.append((at + 1, numbers, chances))
            for which in range(len(numbers)):
                self.heat[numbers[which]] += chances[which]
        least = max(fine) - (_EQUAL_ROUGHLY if self._rough else _EQUAL)
        self.best_guess = min([number for number in range(len(fine)) if fine[number] >= least])
        if self._may_be_worth_two():
            yield from self._find_pair(count)

    def _may_be_worth_two(self):
        """Whether any other number is likely enough to be named beside the best guess."""
        best = self.best_guess
        others = [self.heat[number] for number in range(ESCAPE) if number != best]
        return len(self._hidden) > 1 and 2 * max(others) >= self.heat[best]

    def _find_pair(self, count):
        """Count on with the best guess given where it most likely is, and anew for other places."""
        best = self.best_guess
        places = []
        for position, numbers, chances in self.positions:
            if best in numbers:
                places.append((-chances[numbers.index(best)], position - 1))
        together = [0] * (ESCAPE + 1)
        for less, at in sorted(places):
            if -less * (_FEW_PLACES if self._rough else _ALL_PLACES) < self.heat[best]:
                break
            if count is None:
                count = Count(self._worlds_with(at, best), self._most, self._rough)
                yield from count.work()
            else:
                yield from count.given(at, best)
            for other in self._hidden:
                if other != at:
                    weights = count.weights[other]
                    numbers = sorted(weights)
                    shares = _shares([weights[number] for number in numbers], -less)
                    for which in range(len(numbers)):
                        together[numbers[which]] += shares[which]
            count = None
        most = max(together)
        if most and 2 * most >= self.heat[best]:
            other = together.index(most)
            self.pair = (min(best, other), max(best, other), most)


    def _worlds_with(self, at, number):
        """The Worlds in which entry `at` has `number`."""
        usual = self._facts.can_be[at]
        self._facts.can_be[at] = 1 << number
        worlds = Worlds(self._facts)
        self._facts.can_be[at] = usual
        return worlds


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
