"""The worlds of a row of hideouts, walked from its end to its start.

A world gives every hidden hideout a number and every face-down sprint card a card. It is never
written out: what matters of the part of the row behind a place is its *station*, and worlds with
the same stations are counted together.

* Only cards that a world names are followed: hideouts, face-up sprint cards, and of the face-down
  ones as many even cards as the step needs. Any other sprint card may be whatever is left in the
  hand, and the size of the hand is public. How often at least so many of them are even follows from
  how often certain ones are even (`_parts`).
* A named card must have been drawn in time. Walking back, a station counts the named cards of each
  source that are in hand; at each draw of the Fugitive one of them may be the card drawn. What is
  left at the start must be in the first hand.
* Cards of one source and parity do the same, so a station counts how many are named: of E even
  cards E - x are left for the next one, and each named card is one of N - u of its source.

A station is one integer, see the fields below. The sources of cards are the piles, numbered 0–2,
and 3 for the cards 1, 2, 3 that the Fugitive holds from the start.
"""

from shared_engine.deduction.facts import EVENS, PILES, SOURCE_OF, STARTERS, Facts, count_bits

# Fields of a station: the number of its hideout; the named cards in hand, together and for each
# source; then for each source the named hideouts, the even ones of them, and the even sprint cards,
# in eighths; then a bit for each missed guess whose higher numbers are all in the row.
NUMBER = 0b111111
TOGETHER = 6
ALL_CARDS = 0b111111
IN_HAND = (12, 16, 20, 24)
CARDS = 0b1111
_HANDS = 0xFFFF
HOLD = tuple([(1 << shift) + (1 << TOGETHER) for shift in IN_HAND])  # one more in hand
ONE = 8  # card named
NAMED = 0b1111111
ALL_NAMED = (1 << 21) - 1
HIDEOUTS = (28, 49, 70, 91)
EVEN_HIDEOUTS = (35, 56, 77, 98)
EVEN_SPRINTS = (42, 63, 84, 105)
_ALL_EVEN_HIDEOUTS = sum([NAMED << shift for shift in EVEN_HIDEOUTS])
_ALL_EVEN_SPRINTS = sum([NAMED << shift for shift in EVEN_SPRINTS])
_MISSES = 112
_BELOW_MISSES = (1 << _MISSES) - 1
HELD = 3  # the source of 1, 2, 3
_CARDS_HELD = 3
_FOLLOWED = 2  # even sprint cards of one entry, in rough counts
_SOURCES = PILES + (STARTERS,)


class Worlds:
    """The ways back through the row of `facts` (Facts), whose length is `length`.

    tight: the sources whose even cards may run out, a list: counting them needs care.
    rough: where many sprint cards lie face down, be content with about how often enough are even;
    `is_exact` is False where that makes a difference.
    """

    def __init__(self, facts, rough=False):
        self.facts = facts
        self.length = len(facts.number)
        self._signs = _FOLLOWED if rough else 99
        self.is_exact = max(facts.hidden + [0]) <= self._signs
        self._evens = [ONE * count_bits(facts.free & EVENS & cards) for cards in _SOURCES]
        self._unseen = [ONE * cards for cards in facts.unseen + [_CARDS_HELD]]
        self._hand = []  # the size of the hand after each entry, 42 left out
        self._opened = [(0, 0, 0, 0)]  # face-up cards of each source before each entry
        self._sprints = [0]  # face-down sprint cards before each entry
        self._hidden = [0]  # hidden hideouts before each entry
        hand = _CARDS_HELD
        for at in range(self.length):
            used = facts.used[at]
            opened = self._opened[-1]
            is_hidden = 1 if facts.number[at] is None else 0
            hand -= sum(used) + facts.hidden[at] + is_hidden
            self._hand.append(hand + sum(facts.taken[at]))
            self._opened.append(tuple([opened[s] + used[s] for s in range(4)]))
            self._sprints.append(self._sprints[-1] + facts.hidden[at])
            self._hidden.append(self._hidden[-1] + is_hidden)
        # Face-up cards of each entry as (source, count), those without any left out.
        self._uses = [[(s, used[s]) for s in range(4) if used[s]] for used in facts.used]
        self._reach = self._numbers_in_reach()
        self._draws = [self._draws_before(at) for at in range(self.length)]
        self.tight = self._tight()

    def _numbers_in_reach(self):
        """For each entry the bits of the numbers that can be reached from the front."""
        facts = self.facts
        found = []
        reached = 1
        for at in range(self.length):
            onward = 0
            for step in range(1, facts.reach[at] + 2 * facts.hidden[at] + 1):
                onward |= reached << step
            reached = onward & facts.can_be[at]
            found.append(reached)
        return found

    def _draws_before(self, at):
        """What the Fugitive drew between the entry before and entry `at`, the first hand included.

        For each source (cards drawn, how many named cards can have been in hand before).
        """
        taken = self.facts.taken
        if not at:
            return [(drawn, 0) for drawn in taken[0] + (_CARDS_HELD,)]
        opened = self._opened[at]
        draws = []
        for source in range(3):
            before = taken[at - 1][source]
            draws.append((taken[at][source] - before, max(before - opened[source], 0)))
        return draws + [(0, max(_CARDS_HELD - opened[HELD], 0))]

    def _tight(self):
        facts = self.facts
        named = self._hidden[-1] + self._sprints[-1]
        tight = [HELD]
        for source in range(3):
            drawn = facts.taken[-1][source] - self._opened[-1][source] if self.length else 0
            if self._evens[source] < ONE * min(drawn, named):
                tight.append(source)
        return tight

    def ways_in_hand(self, at, number, source, ends):
        """About how many ways lead to more named cards in hand for each way to fewer, in 256ths.

        ends: the smaller and the larger count, before entry `at` with `number` at the entry before
        it. Each card drawn by then may be one of them, as far as no sprint has likely taken it and
        no earlier hideout is it.
        """
        taken = self.facts.taken
        ways = 0
        kept = 256
        for entry in range(at - 1, -1, -1):
            hand = max(self._hand[entry], 0)
            kept = kept * (hand + 1) // (hand + 1 + self.facts.hidden[entry])
            ways += self._draws[entry][source][0] * kept
        cards = max(taken[at - 1][source], 1)
        number = max(number, 1)
        covered = count_bits(_SOURCES[source] & _below(number + 1))
        hideouts = 16 * self._hidden[at] * covered // number
        free = max(16 * (cards - self._opened[at][source]) - hideouts, 16)
        ways = ways * free // (16 * cards)
        times = 256
        for held in range(ends[0], ends[1]):
            times = times * max(ways - 256 * held, 64) // 256
        return max(times, 1)

    # --- whether there are worlds ---

    def ends(self):
        """The stations at the end of the row, a list."""
        if not self.facts.sound:
            return []
        return _numbers(self._reach[-1], 0) if self.length else [0]

    def numbers(self, at):
        """The numbers that entry `at` can have as far as steps and open cards tell, a list."""
        return _numbers(self._reach[at], 0)

    def has_any(self):
        """Whether there is a world at all."""
        waiting = [(self.length, end) for end in self.ends()]
        seen = set()
        while waiting:
            at, station = waiting.pop()
            if not at:
                return True
            for behind, numbers, _, _ in self.back(at - 1, station, False):
                for number in numbers:
                    if (at - 1, behind + number) not in seen:
                        seen.add((at - 1, behind + number))
                        waiting.append((at - 1, behind + number))
        return False

    def possible(self, most):
        """Find the numbers that each entry has in some world; a generator that ends with `found`.

        `found` is a list of lists, or None where that would take more than `most` stations.
        """
        self.found = None
        layers = [self.ends()]
        total = 0
        for at in range(self.length - 1, -1, -1):
            earlier = set()
            for station in layers[-1]:
                for behind, numbers, _, _ in self.back(at, station, False):
                    earlier.update([behind + number for number in numbers])
                yield
            total += len(earlier)
            if total > most:
                return
            layers.append(sorted(earlier))
        found = []
        live = set(layers.pop())
        for at in range(self.length):
            onward = set()
            for station in layers.pop():
                for behind, numbers, _, _ in self.back(at, station, False):
                    if any([behind + number in live for number in numbers]):
                        onward.add(station)
                        break
                yield
            live = onward
            found.append(sorted(set([station & NUMBER for station in live])))
        self.found = found

    # --- one step back ---

    def back(self, at, station, whole=True):
        """The ways from entry `at` (from 0) at `station` to the stations before it.

        A list of (station, numbers, top, bottom): for every number the station plus the number is
        one before, and top / bottom the weight of the way there; it may be negative. With
        whole=False only as many as show whether there is a world.
        """
        facts = self.facts
        number = station & NUMBER
        hidden = facts.hidden[at]
        free = number - facts.reach[at] - hidden  # from here on no even sprint card is needed
        before = (self._reach[at - 1] if at else 1) & ((1 << number) - 1)
        found = []
        if not before >> max(free - hidden, 0):
            return found
        named, top, bottom = self._named(at, station - number, number)
        if not top:
            return found
        spare = self._hand[at] - (station >> TOGETHER & ALL_CARDS)
        low = max(free, 0)
        bits = before >> low
        least = 0
        while True:
            if bits:
                parts = self._parts(at, named, least, spare, whole)
                if parts:
                    for marks, numbers in self._groups(at, station, bits, low):
                        for behind, ways, of in parts:
                            behind = self._forgotten(at, behind, numbers[-1]) + marks
                            found.append((behind, numbers, top * ways, bottom * of))
            # Each even sprint card reaches one number farther back.
            least += 1
            low = free - least
            if least > hidden or low < 0:
                return found
            bits = before >> low & 1

    def _named(self, at, rest, number):
        """(station with the hideout and face-up cards of entry `at` named, top, bottom)."""
        top = 1
        bottom = 1
        named = rest & _BELOW_MISSES
        source = -1
        if self.facts.number[at] is None:
            source = SOURCE_OF[number]
            bottom = max(self._left(at, rest, source), 1)
            if not number & 1:
                evens = self._evens[source] - (rest >> EVEN_HIDEOUTS[source] & NAMED)
                top = max(evens - (rest >> EVEN_SPRINTS[source] & NAMED), 0)
                bottom *= evens
                named += ONE << EVEN_HIDEOUTS[source]
            named += (ONE << HIDEOUTS[source]) + HOLD[source]
        for opened, used in self._uses[at]:
            left = self._left(at, rest, opened) - (ONE if opened == source else 0)
            for _ in range(used):
                bottom *= max(left, 1)
                left -= ONE
            named += used * HOLD[opened]
        return named, top, max(bottom, 1)

    def _left(self, at, station, source):
        """How many cards of a source (in eighths) are not named behind entry `at`, nor noted."""
        opened = self._opened[-1][source] - self._opened[at + 1][source]
        named = (station >> HIDEOUTS[source] & NAMED) + (station >> EVEN_SPRINTS[source] & NAMED)
        return self._unseen[source] - ONE * opened - named

    def _parts(self, at, named, least, spare, whole):
        """The ways to lay the face-down sprint cards of entry `at`, at least `least` of them even.

        A list of (station, top, bottom), the draws before the entry gone back over.
        With S(k) the chance that k certain ones of n are even, at least m of them are with
        S(m)·C(n,m)·C(m-1,m-1) - S(m+1)·C(n,m+1)·C(m,m-1) + …
        """
        hidden = self.facts.hidden[at]
        found = []
        for even, ways in self._signed(hidden, least) if whole else ((least, 256),):
            ways *= _falling(spare + hidden - even, hidden - even) if hidden else 1
            if not ways:
                continue
            if even:
                laid = [(named, ways, 256, even)]
                for source in range(4):
                    laid = self._laid(at, source, laid)
                for station, top, bottom, due in laid:
                    if not due:
                        self._drawn(at, station, top, bottom, whole, found)
            else:
                self._drawn(at, named, ways, 256, whole, found)
        return found

    def _signed(self, hidden, least):
        """How often at least `least` of `hidden` cards are even, from how often certain ones are.

        A list of (count, factor in 256ths): the sum of each factor times the chance that so many
        certain ones are even.
        """
        if not least:
            return ((0, 256),)
        if hidden <= self._signs:
            return [
                (
                    even,
                    256 * choose(hidden, even) * choose(even - 1, least - 1)
                    * (-1 if (even - least) & 1 else 1),
                )
                for even in range(least, hidden + 1)
            ]
        # Follow few of them; of the others about one in two is even.
        even = min(least, _FOLLOWED)
        ways = sum([choose(hidden, count) for count in range(least, hidden + 1)])
        return ((even, max((ways << 8) >> (hidden - even), 1)),)

    def _laid(self, at, source, parts):
        """`parts` with any number of the even cards still due in each taken from one source."""
        found = []
        for station, top, bottom, due in parts:
            if due == 0 or source < HELD:
                found.append((station, top, bottom, due))
            if not due:
                continue
            evens = self._evens[source] - (station >> EVEN_HIDEOUTS[source] & NAMED)
            evens -= station >> EVEN_SPRINTS[source] & NAMED
            if evens <= 0:
                continue
            left = self._left(at, station, source) - ONE * self.facts.used[at][source]
            taken = 0
            while due and evens > 0 and left > 0:
                taken += 1
                # Which of the cards due come from here: C(due, taken), built up one by one.
                top = top * due * evens
                bottom *= left * taken
                station += (ONE << EVEN_SPRINTS[source]) + HOLD[source]
                due -= 1
                evens -= ONE
                left -= ONE
                found.append((station, top, bottom, due))
        return found

    def _drawn(self, at, station, top, bottom, whole, found):
        """Go back over the draws before entry `at`, and put what remains possible into `found`."""
        ways = [(station, top)]
        draws = self._draws[at]
        hands = station >> IN_HAND[0] & _HANDS
        source = 0
        while hands:
            needed = hands & CARDS
            drawn, most = draws[source]
            largest = drawn if drawn < needed else needed
            fewest = needed - most
            if fewest > largest:
                return
            if largest:
                if not whole:
                    fewest = largest
                ways = _spread(ways, source, needed, drawn, fewest)
            hands >>= 4
            source += 1
        most = self._hand[at - 1] if at else 0
        for behind, weight in ways:
            if behind >> TOGETHER & ALL_CARDS <= most:
                found.append((behind, weight, bottom))

    def _forgotten(self, at, station, number):
        """The station without the counts that nothing before entry `at` asks for any more.

        number: the highest at the entry before.
        """
        if self._sprints[at]:
            return station
        if not at:
            return 0
        for source in range(4):
            if not self._opened[at][source] and not _SOURCES[source] & _below(number + 1):
                station &= ~(ALL_NAMED << HIDEOUTS[source])
        if not station & _ALL_EVEN_SPRINTS:
            station &= ~_ALL_EVEN_HIDEOUTS
        return station

    def _groups(self, at, station, bits, low):
        """The numbers of `bits` (bit 0 is `low`) as groups that go back alike.

        A list of (bits of the missed guesses that stay open, numbers ascending, all of one source).
        A missed guess is open while every one of its numbers so far, from the highest on, is in the
        row; a world in which all of them are is none.
        """
        misses = self.facts.misses
        if not misses and self._sprints[at]:
            return [(0, _numbers(bits, low))]
        groups = []
        numbers = []
        last = -1
        number = station & NUMBER
        for before in _numbers(bits, low):
            marks = 0
            for which in range(len(misses)):
                missed, count = misses[which]
                if at == count - 1:
                    is_open = not missed >> (number + 1)
                else:
                    is_open = station >> (_MISSES + which) & 1
                between = _below(number) ^ _below(before + 1)
                if not is_open or at >= count or missed & between:
                    continue
                if not missed & _below(before + 1):
                    marks = -1
                    break
                marks |= 1 << (_MISSES + which)
            if marks < 0:
                continue
            alike = marks << 3 | SOURCE_OF[before]
            if alike != last:
                numbers = []
                groups.append((marks, numbers))
                last = alike
            numbers.append(before)
        return groups


def has_world(state):
    """Whether any world fits what is known in a state of Fugitive."""
    return Worlds(Facts(state)).has_any()


def _below(number):
    """The bits of all numbers below `number`."""
    return (1 << number) - 1 if number > 0 else 0


def _numbers(bits, low):
    """The numbers of the bits that are set, a list; bit 0 stands for `low`."""
    numbers = []
    while bits:
        if bits & 1:
            numbers.append(low)
        bits >>= 1
        low += 1
    return numbers


def _spread(ways, source, needed, drawn, fewest):
    """(station, weight) before `drawn` draws, at least `fewest` of `needed` named cards in them."""
    spread = []
    for count in range(max(fewest, 0), min(drawn, needed) + 1):
        times = choose(drawn, count) * _falling(needed, count) if count else 1
        less = count * HOLD[source]
        for station, weight in ways:
            spread.append((station - less, weight * times))
    return spread


def _falling(count, taken):
    """Ways to take `taken` of `count` things one after the other."""
    ways = 1
    for _ in range(taken):
        ways *= max(count, 0)
        count -= 1
    return ways


def choose(count, taken):
    """Ways to take `taken` of `count` things at once."""
    ways = 1
    for at in range(taken):
        ways = ways * (count - at) // (at + 1)
    return ways
