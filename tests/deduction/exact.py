"""The deduction of Fugitive counted exactly, for rows that are too long to list world by world.

A dynamic programme along the row. Cards of one class (a pile, or the cards held from the start, and
a parity) do the same as sprint cards, so it is counted how many of each class are used and not
which. What makes that possible is that a world is a product:

* A class of A cards that nobody has seen, h of them hidden hideouts and s of them face down as
  sprint cards, gives (A-h)! / (A-h-s)! ways to say which those s are, in their order. Card by card
  that is a factor A-u where u of the class are used already, hideout or sprint card alike, and a
  divisor A-h for a hideout that has h of its class before it. So it does not matter whether a
  sprint card is laid before or after a hideout that it must not be.
* The chance that the cards of a pile were held in time is, card by card, (D-U) / (N-U): D drawn by
  then, N in the pile without those the Marshal noted, U of it used already, open or face down.
* The order of the cards under one hideout says nothing; it counts each set K! times in every world
  alike.

Every world uses equally many cards, so each divisor n becomes a factor MULTIPLE // n, and the
counting stays among integers.
"""

from fractions import Fraction
from math import comb

from tests.deduction.facts import LAST, PILES, pile_of, value_of

MULTIPLE = 360360  # the least that all of 1..15 divide
BITS = 4  # of one count in a packed row of counts
FULL = (1 << BITS) - 1
STARTER = 3  # stands for the cards held from the start where a pile is named
OWNERS = (0, 0, 1, 1, 2, 2, STARTER, STARTER)  # of the classes, even and odd in turn


def _class_of(card):
    """0-7, None for 42: it is held from the start and no sprint card."""
    if card == LAST:
        return None
    pile = pile_of(card)
    return 2 * (STARTER if pile is None else pile) + card % 2


CLASS = [_class_of(card) for card in range(LAST + 1)]


class _Place:
    """One position made ready: what the walk asks about it.

    lowest, highest: outside these no row can go on to the next open number. known: the cards of
    each pile that lay open before it. open: the piles of the cards it shows itself. laid: how many
    sprint cards lie face down. open_steps: the sum of those that do not. out: the numbers missed
    while it was hidden. doubts: a bit for each missed multi-guess it had a part in. ends: a bit for
    each whose last hideout it was; later ones need not keep it apart.
    """

    def __init__(self, place):
        self.number = place.number
        self.drawn = place.drawn
        self.laid = place.sprints if place.cards is None else 0
        self.open_steps = sum(map(value_of, place.cards or []))
        cards = list(place.cards or [])
        if place.number is not None:
            cards.append(place.number)
        self.open = [pile_of(card) for card in cards if pile_of(card) is not None]
        self.known = [0, 0, 0]
        self.out = set()
        self.doubts = 0
        self.ends = 0
        self.sprints = {}  # the ways to lay them, by the cards used before
        self.weighed = {}  # the weight of the open cards, by the same


class Walk:
    """The worlds of one Facts, counted; `states` is how many different stations that took."""

    def __init__(self, facts):
        self.facts = facts
        self.states = 0
        open_cards = []
        for place in facts.row:
            open_cards += place.cards or []
            if place.number is not None:
                open_cards.append(place.number)
        seen = set(open_cards) | set(facts.noted)
        self.sound = len(seen) == len(open_cards) + len(set(facts.noted))
        self.free = [card for card in range(1, LAST) if card not in seen]
        self.size = [0] * len(OWNERS)
        for card in self.free:
            self.size[CLASS[card]] += 1
        self.left = [facts.left_of(pile) for pile in range(len(PILES))]
        self.places = [_Place(place) for place in facts.row]
        for before, after in zip(self.places, self.places[1:], strict=False):
            after.known = [before.known[pile] + before.open.count(pile) for pile in range(3)]
        self._bound()
        self._read_misses()

    def _bound(self):
        least, most = 0, LAST
        for place in reversed(self.places):
            known = place.number is not None
            place.lowest = place.number if known else least
            place.highest = place.number if known else most - 1
            least = place.lowest - 3 - place.open_steps - 2 * place.laid
            most = place.highest

    def _read_misses(self):
        """Single misses cross numbers out; the others become sets that must not all come true."""
        self.doubts = []
        for miss in self.facts.misses:
            there = [at for at in range(1, miss.placed + 1) if at not in miss.revealed]
            if len(miss.numbers) == 1:
                for at in there:
                    self.places[at - 1].out |= miss.numbers
            elif not any(self.facts.row[at - 1].number in miss.numbers for at in miss.revealed):
                bit = 1 << len(self.doubts)
                self.doubts.append(miss.numbers)
                for at in there:
                    self.places[at - 1].doubts |= bit
                for at in there[-1:]:
                    self.places[at - 1].ends |= bit

    def _take(self, place, used, pile):
        """The factor, times MULTIPLE, for one more card from `pile`, `used` of it taken before."""
        return (place.drawn[pile] - used) * (MULTIPLE // (self.left[pile] - used))

    def _under(self, place, used):
        """The ways to lay the face-down cards of `place`: a list of (used then, sum, weight).

        used: how many of each class are used by then, BITS each. Cards of one class are laid
        together and the ways to mix them with the others counted, which makes up for their order.
        """
        found = place.sprints.get(used)
        if found is not None:
            return found
        ways = {(used, place.laid, 0): 1}
        for kind, owner in enumerate(OWNERS):
            more = {}
            for (counts, rest, steps), weight in ways.items():
                for laid in range(rest + 1):
                    key = (counts, rest - laid, steps + laid * (2 - kind % 2))
                    more[key] = more.get(key, 0) + weight * comb(rest, laid)
                    weight *= self._one(place, counts, kind, owner)
                    if not weight:
                        break
                    counts += 1 << (BITS * kind)
            ways = more
        found = [(counts, steps, weight) for (counts, rest, steps), weight in ways.items()
                 if not rest]
        place.sprints[used] = found
        return found

    def _one(self, place, used, kind, owner):
        """The weight of one more card of a class, laid or played at `place`; 0 if there is none."""
        free = self.size[kind] - (used >> (BITS * kind) & FULL)
        if free <= 0:
            return 0
        if owner == STARTER:
            return free * MULTIPLE
        of_pile = place.known[owner] + _of_pile(used, owner)
        if place.drawn[owner] <= of_pile:
            return 0
        return free * self._take(place, of_pile, owner)

    def _shown(self, place, used):
        """The weight of the cards of `place` that lie open."""
        if used not in place.weighed:
            weight = 1
            before = [place.known[pile] + _of_pile(used, pile) for pile in range(3)]
            for pile in place.open:
                if place.drawn[pile] <= before[pile]:
                    weight = 0
                    break
                weight *= self._take(place, before[pile], pile)
                before[pile] += 1
            place.weighed[used] = weight
        return place.weighed[used]

    def _sprinted(self, place, layer):
        """What becomes of the stations of `layer` when the cards of `place` lie, before its
        hideout: a dictionary like it, with the farthest number of the hideout in the key."""
        laid = {}
        for key, weight in layer.items():
            for then, factor in self._ways(place, key):
                laid[then] = laid.get(then, 0) + weight * factor
        return laid

    def _ways(self, place, key):
        """(key with the farthest number, weight) of each way to go on from a station."""
        used, last, played, alive = key
        least = place.lowest - last - 3 - place.open_steps
        for counts, steps, weight in self._under(place, used):
            if steps >= least:
                weight *= self._shown(place, counts)
                if weight:
                    reach = min(place.highest, last + 3 + place.open_steps + steps)
                    yield (counts, last, played, alive, reach), weight

    def _hideouts(self, place, key):
        """(key of the next station, weight) of each number `place` can have after its sprint."""
        used, last, played, alive, reach = key
        if place.number is not None:
            if last < place.number <= reach:
                still = self._doubted(place, alive, last, place.number)
                if still is not None and place.number not in place.out:
                    yield (used, place.number, played, still), 1
            return
        for number in self.free:
            if number <= last or number < place.lowest or number in place.out:
                continue
            if number > reach:
                break
            still = self._doubted(place, alive, last, number)
            if still is None:
                continue
            kind = CLASS[number]
            owner = OWNERS[kind]
            weight = self._one(place, used, kind, owner)
            if weight:
                # Hideouts ascend: those of a pile that is left behind are never counted again.
                before = played if played[0] == owner else (owner, 0, 0)
                parity = 1 + number % 2
                weight *= MULTIPLE // (self.size[kind] - before[parity])
                now = tuple(count + (at == parity) for at, count in enumerate(before))
                yield (used + (1 << (BITS * kind)), number, now, still), weight

    def _doubted(self, place, alive, last, number):
        """The missed multi-guesses that `number` after `last` leaves in doubt; None if one of them
        would have been right. A guess is out of doubt once one of its numbers was passed over."""
        for index, numbers in enumerate(self.doubts):
            bit = 1 << index
            if not alive & bit:
                continue
            if any(last < other < number for other in numbers):
                alive &= ~bit
            elif place.doubts & bit:
                if number == max(numbers):
                    return None
                if place.ends & bit:
                    alive &= ~bit
        return alive

    def count(self):
        """For every position a dictionary of the weight of all worlds by the number it has there:
        all zero or empty where there is no world."""
        if not self.sound:
            return [{} for _ in self.places]
        start = (0, 0, (STARTER, 0, 0), (1 << len(self.doubts)) - 1)
        layers = [{start: 1}]
        between = []
        for place in self.places:
            laid = self._sprinted(place, layers[-1])
            layer = {}
            for key, weight in laid.items():
                for then, factor in self._hideouts(place, key):
                    layer[then] = layer.get(then, 0) + weight * factor
            between.append(laid)
            layers.append(layer)
            self.states += len(layer) + len(laid)
        return self._back(layers, between)

    def _back(self, layers, between):
        """The walk again from the end: for each station the weight of all that can follow."""
        sums = []
        after = dict.fromkeys(layers[-1], 1)
        for at in range(len(self.places) - 1, -1, -1):
            place = self.places[at]
            numbers = {}
            for key, weight in layers[at + 1].items():
                through = weight * after[key]
                if through:
                    numbers[key[1]] = numbers.get(key[1], 0) + through
            sums.insert(0, numbers)
            laid = {}
            for key in between[at]:
                laid[key] = sum(
                    after[then] * factor for then, factor in self._hideouts(place, key)
                )
            after = {}
            for key in layers[at]:
                after[key] = sum(
                    laid[then] * factor for then, factor in self._ways(place, key)
                )
        return sums


def _of_pile(used, pile):
    return (used >> (2 * BITS * pile) & FULL) + (used >> (2 * BITS * pile + BITS) & FULL)


def deduce(facts):
    """The same as brute_force.deduce says, to the last digit."""
    return deduce_and_count(facts)[0]


def deduce_and_count(facts):
    """(the deduction, how many states were visited)."""
    walk = Walk(facts)
    sums = walk.count()
    if not walk.sound or (sums and not sums[-1]):
        return None, walk.states
    positions = []
    chances = {}
    for position in facts.hidden():
        numbers = sums[position - 1]
        total = sum(numbers.values())
        possible = sorted(numbers)
        probability = {number: Fraction(numbers[number], total) for number in possible}
        for number in possible:
            chances[number] = chances.get(number, 0) + probability[number]
        positions.append(
            {"position": position, "possible": possible, "probability": probability}
        )
    best = min(chances, key=lambda number: (-chances[number], number)) if chances else None
    return {"positions": positions, "best_guess": best}, walk.states
