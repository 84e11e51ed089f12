"""Which worlds there are: the row walked from its end to its start, many numbers at a time.

A world gives every hidden hideout a number and every face-down sprint card a card. It is never
written out. Whether the row can go on in front of an entry depends on little:

* Only cards that a world names are followed: hideouts, face-up sprint cards, and of the face-down
  ones as many even cards as the step needs. Any other sprint card may be whatever is left in the
  hand, and the size of the hand is public.
* A named card must have been drawn in time. Walking back, a *need* counts the named cards of each
  source that are in hand; at each draw of the Fugitive one of them may be the card drawn. What is
  left at the start must be in the first hand.
* The even cards of a source may run out: where they can, the need counts those named.
* A guess of several numbers that missed: a need has a bit for each whose higher numbers are all in
  the row.

The sources of cards are the piles, numbered 0–2, and 3 for the cards 1, 2, 3 that the Fugitive
holds from the start. With each need go the bits of the numbers that the hideout there can have.
"""

from shared_engine.deduction.facts import EVENS, PILES, STARTERS, Facts, count_bits
from shared_engine.games.fugitive import HELD

CARDS_HELD = 3
SOURCES = PILES + (STARTERS,)
# Fields of a need: the named cards of each source in hand, then its named even cards.
IN_HAND = (0, 4, 8, 12)
_EVENS = (14, 18, 22, 26)
_HELD_MASKS = (0b1111, 0b1111, 0b1111, 0b11)
_EVEN_MASKS = (0b1111, 0b1111, 0b1111, 0b1)
_IN_ANY_HAND = (1 << _EVENS[0]) - 1
MISSES = 27  # from this bit on the missed guesses
_BELOW_MISSES = (1 << MISSES) - 1
_ANY = -1


class Worlds:
    """The ways back through the row of `facts` (Facts), whose length is `length`.

    Lists have one item per entry of the row, those marked with * one more:

    hand     the size of the Fugitive's hand after it, 42 left out
    opened*  face-up cards of each source before it
    reach    the bits of the numbers from which steps lead to the start and to the end
    asked*   per source how many even sprint cards of it may be needed before it
    draws    what the Fugitive drew since the entry before, the first hand included: per source
             (cards drawn, how many named cards can have been in hand before)

    evens, unseen: per source, how many even cards lie nowhere open, and how many cards at all are
    not the Marshal's.
    """

    def __init__(self, facts):
        self.facts = facts
        self.length = len(facts.number)
        self.evens = [count_bits(facts.free & EVENS & cards) for cards in SOURCES]
        self.unseen = facts.unseen + [CARDS_HELD]
        self._apart = {}
        self.hand = []
        self.opened = [(0, 0, 0, 0)]
        hand = CARDS_HELD
        named = 0
        for at in range(self.length):
            used = facts.used[at]
            opened = self.opened[-1]
            laid = facts.hidden[at] + (1 if facts.number[at] is None else 0)
            named += laid
            hand -= sum(used) + laid
            self.hand.append(hand + sum(facts.taken[at]))
            self.opened.append(tuple([opened[s] + used[s] for s in range(4)]))
        self.reach = self._numbers_in_reach()
        self.draws = [self._draws_before(at) for at in range(self.length)]
        self.scarce = [self._is_scarce(source, named) for source in range(4)]
        self._room = [self._most_in_hand(at) for at in range(self.length)]
        self.asked = [(0, 0, 0, 0)]
        for at in range(self.length):
            asked = self._asked_at(at)
            self.asked.append(tuple([self.asked[at][s] + asked[s] for s in range(4)]))
        self._spare = [self._evens_spare(at) for at in range(self.length)]
        self._open = [
            sum([used[source] << IN_HAND[source] for source in range(4)]) for used in facts.used
        ]

    def _numbers_in_reach(self):
        facts = self.facts
        longest = [facts.reach[at] + 2 * facts.hidden[at] for at in range(self.length)]
        found = []
        reached = 1
        for at in range(self.length):
            reached = _smear(reached, longest[at], True) & facts.can_be[at]
            found.append(reached)
        for at in range(self.length - 1, 0, -1):
            found[at - 1] &= _smear(found[at], longest[at], False)
        return found

    def _draws_before(self, at):
        taken = self.facts.taken
        if not at:
            return [(drawn, 0) for drawn in taken[0] + (CARDS_HELD,)]
        opened = self.opened[at]
        draws = []
        for source in range(3):
            before = taken[at - 1][source]
            draws.append((taken[at][source] - before, max(before - opened[source], 0)))
        return draws + [(0, max(CARDS_HELD - opened[HELD], 0))]

    def _is_scarce(self, source, named):
        """Whether the even cards of a source may run out, with so many cards to be named."""
        if source == HELD:
            return True
        drawn = self.facts.taken[-1][source] - self.opened[-1][source] if self.length else 0
        return self.evens[source] < min(drawn, named)

    def _evens_spare(self, at):
        """[(source, how many of its even cards the row before entry `at` cannot ask for)…], of the
        scarce sources that have any."""
        spare = []
        for source in range(4):
            evens = SOURCES[source] & EVENS
            most = self.asked[at][source]
            for entry in range(at):
                if self.facts.number[entry] is None and self.reach[entry] & evens:
                    most += 1
            if self.scarce[source] and self.evens[source] > most:
                spare.append((source, self.evens[source] - most))
        return spare

    def _asked_at(self, at):
        """Per source how many even sprint cards of it may be needed at entry `at`."""
        hidden = self.facts.hidden[at]
        highest = listed(self.reach[at])[-1:]
        lowest = listed(self.numbers(at - 1))[:1]
        if not highest or not lowest:
            return [0] * 4
        more = min(highest[0] - lowest[0] - self.facts.reach[at] - hidden, hidden)
        return [hidden if more > 0 and self.evens[s] and self._room[at][s] else 0 for s in range(4)]

    def _most_in_hand(self, at):
        """Per source how many cards that are not yet open can be in hand at entry `at`."""
        taken = self.facts.taken[at] + (CARDS_HELD,)
        return [taken[source] - self.opened[at][source] for source in range(4)]

    def numbers(self, at):
        """The bits of the numbers at entry `at`; 0 alone at -1, the start."""
        return self.reach[at] if at >= 0 else 1

    # --- whether there are worlds ---

    def has_any(self):
        """Whether there is a world at all."""
        if not self.length or not self.facts.sound:
            return self.facts.sound
        seen = [{} for _ in range(self.length)]
        # The ways back from each place on the way to the one looked at; few even cards come first.
        ways = [self._back(self.length - 1, 0, self.reach[-1])]
        while ways:
            at = self.length - 1 - len(ways)
            for need, numbers, _, _ in ways[-1]:
                if at < 0:
                    return True
                known = seen[at].get(need, 0)
                if numbers & ~known:
                    seen[at][need] = known | numbers
                    ways.append(self._back(at, need, numbers & ~known))
                    break
            else:
                ways.pop()
        return False

    def possible(self, most):
        """Find the numbers that each entry has in some world; a generator that ends with `found`.

        `found` is a list of bits, or None where that would take more than `most` needs.
        """
        self.found = None
        layers = [{0: self.reach[-1]}] if self.length and self.facts.sound else [{}]
        total = 0
        for at in range(self.length - 1, -1, -1):
            earlier = {}
            layer = layers[-1]
            for need in sorted(layer):
                for behind, numbers, _, _ in self._back(at, need, layer[need]):
                    earlier[behind] = earlier.get(behind, 0) | numbers
                yield
            total += len(earlier)
            if total > most:
                return
            layers.append(earlier)
        found = []
        live = layers.pop()
        for at in range(self.length):
            layer = layers.pop()
            onward = {}
            numbers = 0
            for need in sorted(layer):
                bits = self._live(at, need, layer[need], live)
                if bits:
                    onward[need] = bits
                    numbers |= bits
                yield
            live = onward
            found.append(numbers)
        self.found = found

    def _live(self, at, need, bits, before):
        """Those of `bits` from which a way leads to `before`, {need: bits}."""
        free = self.facts.reach[at] + self.facts.hidden[at]
        found = 0
        for behind, numbers, here, evens in self._back(at, need, bits):
            if here & ~found:
                numbers &= before.get(behind, 0)
                if numbers:
                    onward = numbers << (free + evens) if evens else _smear(numbers, free, True)
                    found |= here & onward
                    if found == bits:
                        break
        return found

    # --- one step back ---

    def _back(self, at, need, bits):
        """The ways back over entry `at` from its numbers `bits`, those with few even cards first.

        A generator of (need, numbers before, those of `bits` they may come from, even cards taken).
        """
        facts = self.facts
        free = facts.reach[at] + facts.hidden[at]
        before = self.numbers(at - 1)
        groups = []
        for here, splits in self.apart(at, need >> MISSES):
            for mine, named in self._named(at, need & _BELOW_MISSES, here & bits):
                groups.append((mine, splits, [(named, 0)]))
        evens = 0
        while groups:
            for mine, splits, needs in groups:
                numbers = before & (mine >> free + evens if evens else _smear(mine, free, False))
                if numbers:
                    for named, _ in needs:
                        behind = self._drawn(at, named)
                        if behind is None:
                            continue
                        for allowed, marks in splits:
                            if numbers & allowed:
                                behind += marks << MISSES
                                yield behind, numbers & allowed, mine, evens
                                behind &= _BELOW_MISSES
            evens += 1
            if evens > facts.hidden[at]:
                return
            groups = [
                (mine, splits, self._with_even_card(at, needs))
                for mine, splits, needs in groups
                if mine >> free + evens
            ]

    def _named(self, at, need, bits):
        """[(bits of one kind of numbers, the need with them and the open cards named)…]."""
        need += self._open[at]
        if self.facts.number[at] is not None:
            return [(bits, need)] if bits else []
        found = []
        for source, cards in _KINDS:
            mine = bits & cards
            if mine:
                named = need + (1 << IN_HAND[source])
                if cards & EVENS:
                    named = self._even(named, source)
                if named is not None:
                    found.append((mine, named))
        return found

    def _even(self, need, source):
        """The need with one more even card of a source, None if there is none."""
        if not self.scarce[source]:
            return need
        if (need >> _EVENS[source] & _EVEN_MASKS[source]) >= self.evens[source]:
            return None
        return need + (1 << _EVENS[source])

    def _with_even_card(self, at, needs):
        """The needs with one more even sprint card, each with the source that it is from.

        Sources are taken in their order, so that no need comes twice.
        """
        found = []
        for need, last in needs:
            for source in range(last, 4):
                if (need >> IN_HAND[source] & _HELD_MASKS[source]) < self._room[at][source]:
                    more = self._even(need, source)
                    if more is not None:
                        found.append((more + (1 << IN_HAND[source]), source))
        return found

    def _drawn(self, at, need):
        """The need with as many named cards as can be drawn just before entry `at`, None if that
        leaves more of them in hand than can be."""
        if need & _IN_ANY_HAND:
            together = 0
            draws = self.draws[at]
            for source in range(4):
                held = need >> IN_HAND[source] & _HELD_MASKS[source]
                if held:
                    drawn, most = draws[source]
                    rest = held - drawn if held > drawn else 0
                    if rest > most:
                        return None
                    need -= (held - rest) << IN_HAND[source]
                    together += rest
            if together > (self.hand[at - 1] if at else 0):
                return None
        # As many named even cards of each source as make no difference before.
        for source, spare in self._spare[at]:
            more = spare - (need >> _EVENS[source] & _EVEN_MASKS[source])
            if more > 0:
                need += more << _EVENS[source]
        return need

    def apart(self, at, marks):
        """How the missed guesses of several numbers part the numbers at entry `at`.

        marks: bits of those that are open there. A list of (bits of numbers at the entry,
        [(bits of numbers before, marks there)…]). A guess is open while every one of its numbers
        so far, from the highest on, is in the row; a world in which all of them are is none.
        """
        misses = self.facts.misses
        if not misses:
            return _WHOLE
        key = marks << 6 | at
        if key not in self._apart:
            self._apart[key] = self._parted(at, marks)
        return self._apart[key]

    def _parted(self, at, marks):
        misses = self.facts.misses
        parts: list = [(_ANY, ())]
        for which in range(len(misses)):
            missed, count = misses[which]
            if at == count - 1 or (at < count and marks >> which & 1):
                ranges = _ranges(missed, at == count - 1)
                parts = [
                    (here & bits, limits + ((low, 1 << which),) if low else limits)
                    for here, limits in parts
                    for bits, low in ranges
                    if here & bits
                ]
        return [(here, _splits(limits)) for here, limits in parts]


_WHOLE = [(_ANY, [(_ANY, 0)])]
# (source, bits of its odd or even cards)
_KINDS = tuple([
    (source, SOURCES[source] & cards) for source in (HELD, 0, 1, 2) for cards in (~EVENS, EVENS)
])


def has_world(state):
    """Whether any world fits what is known in a state of Fugitive."""
    return Worlds(Facts(state)).has_any()


def _ranges(missed, is_first):
    """How an open guess parts the numbers at an entry, or one that the entry is the first of.

    missed: the bits of its numbers. A list of (bits, the missed number below, which must be in the
    row for the guess to stay open; 0 where it is not open).
    """
    found = []
    below = 0
    highest = 0
    number = 1
    while missed >> number:
        if missed >> number & 1:
            if highest and not is_first:
                found.append((_below(number + 1) & ~_below(highest + 1), highest))
            below = highest
            highest = number
        number += 1
    if is_first:
        # Without its highest number in the row it is not open.
        found = [(_below(highest), 0), (1 << highest, below)]
    return found + [(~_below(highest + 1), highest)]


def _splits(limits):
    """[(bits of numbers, marks)…] by ((least number, mark)…) of the guesses that may stay open."""
    found = []
    start = 0
    marks = 0
    for low, mark in sorted(limits):
        if low > start:
            found.append((_below(low) & ~_below(start), marks))
            start = low
        marks |= mark
    return found + [(~_below(start), marks)]


def listed(bits):
    """The numbers whose bits are set, a list."""
    numbers = []
    number = 0
    while bits:
        if bits & 1:
            numbers.append(number)
        bits >>= 1
        number += 1
    return numbers


def _below(number):
    """The bits of all numbers below `number`."""
    return (1 << number) - 1 if number > 0 else 0


def _smear(bits, most, up):
    """The bits moved by 1, by 2, … by `most` all together; down where not `up`."""
    if most <= 0:
        return 0
    width = 1
    while width < most:
        more = min(width, most - width)
        bits |= bits << more if up else bits >> more
        width += more
    return bits << 1 if up else bits >> 1
