"""The deduction of Fugitive by looking at every world, card by card: slow, and hard to get wrong.

Good for up to four hidden hideouts with a few sprint cards. Nothing here is clever on purpose; the
only savings are that a row is dropped at the first step that no sprint cards could make, and that
worlds which use the piles alike share one computed weight.
"""

from fractions import Fraction
from itertools import combinations

from tests.deduction.facts import LAST, pile_of, value_of


class World:
    """numbers: of every hideout in the row, a tuple. sprints: for every position a tuple of the
    cards under it, ascending where they lie face down. weight: a Fraction."""

    def __init__(self, numbers, sprints, weight):
        self.numbers = numbers
        self.sprints = sprints
        self.weight = weight


def _known(facts):
    """The cards that lie open on the table, a list: a card seen twice is in it twice."""
    cards = []
    for place in facts.row:
        if place.number is not None:
            cards.append(place.number)
        cards += place.cards or []
    return cards


def _rows(facts, free):
    """Every way to number the row that the largest sprints could walk and no miss speaks against.

    free: the cards that can lie face down. Yields tuples.
    """
    row = facts.row

    def longer(numbers):
        if len(numbers) == len(row):
            if _bears(facts.misses, numbers):
                yield numbers
            return
        place = row[len(numbers)]
        last = numbers[-1] if numbers else 0
        most = 2 * place.sprints if place.cards is None else sum(map(value_of, place.cards))
        for number in range(last + 1, last + 3 + most + 1):
            if number == place.number or (place.number is None and number in free):
                yield from longer(numbers + (number,))

    yield from longer(())


def _bears(misses, numbers):
    for miss in misses:
        hidden = {
            number for at, number in enumerate(numbers[:miss.placed], 1) if at not in miss.revealed
        }
        if miss.numbers <= hidden:
            return False
    return True


class _Weights:
    """The weight of a world from the piles its cards came from, remembered."""

    def __init__(self, facts):
        self.drawn = [place.drawn for place in facts.row]
        self.left = [facts.left_of(pile) for pile in range(3)]
        self.seen = {}

    def of(self, used):
        """used: for each position played so far (a prefix of the row) the three counts of cards
        from each pile, a tuple of tuples. A Fraction; 0 where a card cannot have been there."""
        if used not in self.seen:
            self.seen[used] = self._of(used)
        return self.seen[used]

    def _of(self, used):
        weight = Fraction(1)
        for pile in range(3):
            before = 0
            for drawn, counts in zip(self.drawn, used, strict=False):
                for _ in range(counts[pile]):
                    if drawn[pile] <= before:
                        return Fraction(0)
                    weight *= Fraction(drawn[pile] - before, self.left[pile] - before)
                    before += 1
        return weight


def _piles(cards):
    counts = [0, 0, 0]
    for card in cards:
        pile = pile_of(card)
        if pile is not None:
            counts[pile] += 1
    return tuple(counts)


def _laid(facts, numbers, free, weights):
    """Every way to lay the sprint cards under a row of `numbers`: yields (sprints, used)."""
    row = facts.row

    def further(sprints, used, free):
        at = len(sprints)
        if at == len(row):
            yield sprints, used
            return
        place = row[at]
        needed = numbers[at] - (numbers[at - 1] if at else 0) - 3
        if place.cards is not None:
            choices = [place.cards]
        else:
            # What follows would refuse the others as well, but only one set at a time.
            held = [card for card in free if pile_of(card) is None or place.drawn[pile_of(card)]]
            choices = combinations(held, place.sprints)
        for cards in choices:
            if sum(map(value_of, cards)) < needed:
                continue
            now = used + (_piles([numbers[at], *cards]),)
            if weights.of(now):
                left = [card for card in free if card not in cards]
                yield from further(sprints + (tuple(cards),), now, left)

    yield from further((), (), [card for card in free if card not in numbers])


def _all(facts):
    """Yields (numbers, sprints, used) of every world, and the weights they are to be given."""
    known = _known(facts)
    if len(set(known)) < len(known) or set(known) & set(facts.noted):
        return
    free = [card for card in range(1, LAST) if card not in known and card not in facts.noted]
    weights = _Weights(facts)
    for numbers in _rows(facts, free):
        for sprints, used in _laid(facts, numbers, free, weights):
            yield numbers, sprints, weights.of(used)


def worlds(facts):
    """Every World that `facts` leave possible, one for each set of cards under each hideout."""
    for numbers, sprints, weight in _all(facts):
        yield World(numbers, sprints, weight)


def deduce(facts):
    """What the Marshal may conclude, None where no world is left.

    {"positions": [{"position", "possible": [number...], "probability": {number: Fraction}}...],
    "best_guess": a number or None}, positions from 1 and numbers ascending.
    """
    counts = {}
    for numbers, _, weight in _all(facts):
        key = (numbers, weight)
        counts[key] = counts.get(key, 0) + 1
    if not counts:
        return None
    total = sum(weight * count for (_, weight), count in counts.items())
    positions = []
    chances = {}
    for position in facts.hidden():
        weigh = {}
        for (numbers, weight), count in counts.items():
            number = numbers[position - 1]
            weigh[number] = weigh.get(number, 0) + weight * count
        possible = sorted(weigh)
        probability = {number: weigh[number] / total for number in possible}
        for number in possible:
            chances[number] = chances.get(number, 0) + probability[number]
        positions.append(
            {"position": position, "possible": possible, "probability": probability}
        )
    best = min(chances, key=lambda number: (-chances[number], number)) if chances else None
    return {"positions": positions, "best_guess": best}
