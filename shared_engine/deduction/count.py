"""How likely each number is for each hidden hideout: worlds counted by their weights.

One walk from the end of the row to its start gives every station the weight of what lies behind it,
one walk back from the start the weight of what lies before it; their product is the weight of all
worlds with that station. What of the part of the row behind a place matters is its *station*, and
worlds with the same one are counted together:

* Only cards that a world names are followed (see `shared_engine.deduction.worlds`). Any other
  sprint card may be whatever is left in the hand. How often at least so many of them are even
  follows from how often certain ones are even (`Ways`).
* Walking back, a station counts the named cards of each source that are in hand; at each draw of
  the Fugitive some of them may be the cards drawn. What is left at the start must be in the first
  hand. Named cards in hand are counted in every order in which they may have come into it, so that
  a draw need not say which of them it was.
* Cards of one source and parity do the same, so a station counts how many are named: of E even
  cards E - x are left for the next one, and each named card is one of N - u of its source.

All numbers of a place that share a station are walked together, as a list of weights. All of it is
integers, scaled anew at every entry.
"""

from shared_engine.deduction.facts import EVENS, SOURCE_OF
from shared_engine.deduction.layer import (
    EVEN,
    EVEN_HIDEOUTS,
    FIELD,
    NAMED,
    OF_SOURCE,
    ONE,
    Layer,
)
from shared_engine.deduction.worlds import SOURCES, listed

# Fields of `hands`: the named cards in hand together, then of each source; then the open guesses.
_TOGETHER = 0b111111
_IN_HAND = (6, 10, 14, 18)
_CARDS = 0b1111
_HOLD = tuple([(1 << shift) + 1 for shift in _IN_HAND])  # one more in hand
_MARKS = 22
_USUAL = 8  # of how many cards a hideout is one, about: keeps factors near 1
_FINER = 6  # more bits for the factors of even sprint cards: these may be small
_MOST_KNOWN = 8  # options kept for stations that share them
_EXACT = (80, 100)
_ROUGH = (10, 14)  # bits of a factor and of a weight: products of two are small integers


class Count:
    """Counts the worlds of `worlds` (Worlds), with `most` stations an entry.

    rough: be content with weights of a few digits, which take up little.

    `work()` is a generator that does a small piece between any two of its yields. When it has ended
    `weights` holds per entry a dict {number: weight}, and `blurred` says whether stations that lead
    to different numbers were taken together. If not, the numbers there are those that some world
    has; otherwise one may be there without a world, or have one without being there. A weight may
    be negative where it is about 0.

    After that `given(at, number)` is another generator; it leaves in `weights` those of the worlds
    with `number` at entry `at`. This can be done once.
    """

    def __init__(self, worlds, most, rough):
        self.weights = []
        self.blurred = False
        self._worlds = worlds
        self._most = most
        self._rough = rough
        self._fine, self._bits = _ROUGH if rough else _EXACT
        self._layers = None

    def work(self):
        worlds = self._worlds
        scarce = [source for source in range(4) if worlds.scarce[source]]
        self._layers = [
            Layer(len(listed(worlds.numbers(at - 1))), self._most, scarce)
            for at in range(worlds.length + 1)
        ]
        end = self._layers[-1]
        end.add(0, 0, 0)[2] = [1 << self._bits] * end.numbers
        yield from self._go_back(worlds.length)
        start = self._layers[0]
        self._open(0)
        for station in start.stations.values():
            station[3] = [1 << self._bits]
        self.weights = [None] * worlds.length
        yield from self._go_on(0)

    def given(self, at, number):
        """Leave in `weights` those of the worlds with `number` at entry `at`; a generator.

        The weights of what lies behind stay as they are behind the entry, the fronts before it.
        """
        which = listed(self._worlds.numbers(at)).index(number)
        layer = self._layers[at + 1]
        self._open(at + 1)
        for station in layer.stations.values():
            for item in (2, 3):
                only = [0] * layer.numbers
                only[which] = station[item][which]
                station[item] = only
        self._close(at + 1)
        self.weights[at] = {number: 1}
        yield from self._go_back(at + 1, True)
        yield from self._go_on(at + 1)

    def _open(self, at):
        self._layers[at].unpack()

    def _close(self, at):
        if self._rough:
            self._layers[at].pack()

    def _go_back(self, start, again=False):
        """Weigh the stations before `start` by those there.

        again: they are known, and so are their fronts; leave the weights found for their numbers.
        """
        fine = self._fine
        for at in range(start - 1, -1, -1):
            ways = self._ways(at)
            before = self._layers[at]
            self._open(at + 1)
            yield
            if again:
                self._open(at)
                yield
                for station in before.stations.values():
                    station[2] = [0] * before.numbers
            after = self._layers[at + 1].stations
            for key in sorted(after):
                station = after[key]
                for kind, numbers, splits in ways.kinds_of(station):
                    gathered = ways.gather(station[2], numbers)
                    for even, hands, named, factor in ways.parts(station, kind):
                        values, reached, total = gathered[even]
                        if not reached:
                            continue
                        heavy = abs(total * factor) >> fine
                        for allowed, marks in splits:
                            if again:
                                into = before.find(hands + marks, named)
                            else:
                                into = before.add(hands + marks, named, heavy)
                            if into:
                                weights = into[2]
                                for which in reached:
                                    if allowed is None or allowed[which]:
                                        more = values[which] * factor >> fine
                                        weights[which] = weights[which] + more or 1
                    yield
            yield
            before.scale(2, self._bits)
            yield
            self._close(at + 1)
            yield
            self.blurred = self.blurred or before.blurred
            if again and at:
                self.weights[at - 1] = _products(before, ways.before)

    def _go_on(self, start):
        """Walk from the layer at `start` to the end, leaving the weights found."""
        for at in range(start, self._worlds.length):
            ways = self._ways(at)
            before = self._layers[at]
            layer = self._layers[at + 1]
            self._open(at)
            yield
            self._open(at + 1)
            yield
            for key in sorted(layer.stations):
                station = layer.stations[key]
                station[3] = fronts = [0] * layer.numbers
                for kind, numbers, splits in ways.kinds_of(station):
                    sums = self._sums(ways, before, ways.parts(station, kind), numbers, splits)
                    for which in numbers:
                        fronts[which] = ways.scatter(sums, which)
                    yield
            self.weights[at] = _products(layer, ways.numbers)
            yield
            layer.scale(3, self._bits)
            yield
            self._close(at)

    def _ways(self, at):
        return Ways(self._worlds, at, self._fine)

    def _sums(self, ways, before, parts, numbers, splits):
        """What comes to the numbers before by `parts`, a list of fronts per even sprint card."""
        fine = self._fine
        slices = ways.slices(numbers)
        sums = [[0] * len(ways.before) for _ in slices]
        for even, hands, named, factor in parts:
            low, high = slices[even]
            if low >= high:
                continue
            into = sums[even]
            for allowed, marks in splits:
                earlier = before.find(hands + marks, named)
                if earlier:
                    front = earlier[3]
                    for which in range(low, high):
                        if front[which] and (allowed is None or allowed[which]):
                            into[which] = into[which] + (front[which] * factor >> fine) or 1
        return sums


class Ways:
    """The weighted ways back over entry `at` of a row.

    numbers, before: those of the entry, and of the one before it, as lists.

    Ways that need at least m of K sprint cards to be even are counted by S(k), how often k certain
    ones are: S(m)·C(K,m)·C(m-1,m-1) - S(m+1)·C(K,m+1)·C(m,m-1) + … is how often that is so.
    """

    def __init__(self, worlds, at, fine):
        facts = worlds.facts
        hidden = facts.hidden[at]
        self.numbers = listed(worlds.numbers(at))
        self.before = listed(worlds.numbers(at - 1))
        self._worlds = worlds
        self._at = at
        self._fine = fine
        self._finer = fine + _FINER
        self._hidden = hidden
        self._used = facts.used[at]
        self._draws = worlds.draws[at]
        self._is_open = facts.number[at] is not None
        # Per even sprint card the ways to take the other cards from a hand of which none is named.
        hand = worlds.hand[at] + hidden
        self._usual = [max(falling(hand - even, hidden - even), 1) for even in range(hidden + 1)]
        free = facts.reach[at] + hidden  # the longest step without an even card
        self._near = _windows(self.numbers, self.before, free)
        self._far = [self._far_steps(number - free) for number in self.numbers]
        least = max([step[0] for steps in self._far for step in steps] + [0])
        self._signs = [None] + [self._signed(many) for many in range(1, least + 1)]
        self._evens = hidden if least else 0
        self._left = [
            ONE * (worlds.unseen[s] - worlds.opened[-1][s] + worlds.opened[at + 1][s])
            for s in range(4)
        ]
        # Sources that can give an even sprint card here.
        self._supply = [
            self._evens and worlds.evens[s] and sum(self._draws[s]) > 0 for s in range(4)
        ]
        self._known = {}
        # The station last looked at: its options, and by source what the other three come to.
        self._station = None
        self._plain = None
        self._others = None
        self._choose = [
            [choose(drawn, count) for count in range(drawn + 1)] for drawn, _ in self._draws
        ]
        self._keep_fields()

    def _far_steps(self, nearest):
        """[(even cards needed, which of the numbers before)…] for those below `nearest`."""
        return [
            (nearest - self.before[earlier], earlier)
            for earlier in range(len(self.before))
            if 0 < nearest - self.before[earlier] <= self._hidden
        ]

    def _signed(self, least):
        """[(count, factor)…] for `least` even cards, in terms of so many certain ones."""
        hidden = self._hidden
        usual = self._usual
        found = []
        for even in range(least, hidden + 1):
            ways = choose(hidden, even) * choose(even - 1, least - 1) * falling(even, even)
            ways = (ways * usual[even] << self._finer) // usual[0]
            found.append((even, -ways if (even - least) & 1 else ways))
        return found

    def _keep_fields(self):
        """Find out which fields of what is named matter before the entry."""
        at = self._at
        worlds = self._worlds
        below = (2 << self.before[-1]) - 1 if self.before else 0
        self._kept = 0
        self._paired = []  # where fields of sources begin whose even hideouts alone say nothing
        for source in range(4):
            cards = SOURCES[source] & below
            fields = OF_SOURCE
            asked = worlds.asked[at][source]
            if not (cards or asked or worlds.opened[at][source]):
                fields = 0
            elif not cards & EVENS:
                fields = (1 << EVEN_HIDEOUTS) - 1
            if fields and not asked:
                self._paired.append(NAMED * source)
            self._kept |= fields << (NAMED * source)

    def kinds_of(self, station):
        """[(kind, which of its numbers, splits)…] of a station behind the entry.

        kind: twice the source, 1 more for odd numbers; -1 for an open hideout. splits: [(None or
        for each number before whether it is meant, what to add to hands)…].
        """
        weights = station[2]
        numbers = self.numbers
        found = []
        for here, splits in self._worlds.apart(self._at, station[0] >> _MARKS):
            if len(splits) == 1:
                splits = ((None, splits[0][1] << _MARKS),)
            else:
                splits = [
                    ([bits >> number & 1 for number in self.before], marks << _MARKS)
                    for bits, marks in splits
                ]
            kinds = {}
            for which in range(len(weights)):
                if weights[which] and (here == -1 or here >> numbers[which] & 1):
                    number = numbers[which]
                    kind = -1 if self._is_open else 2 * SOURCE_OF[number] + (number & 1)
                    if kind in kinds:
                        kinds[kind].append(which)
                    else:
                        kinds[kind] = [which]
            for kind in sorted(kinds):
                found.append((kind, kinds[kind], splits))
        return found

    def gather(self, weights, numbers):
        """What of the weights of some numbers comes to the numbers before.

        Per even sprint card a list of (values, which of the numbers before are reached, sum).
        """
        values = [[0] * len(self.before) for _ in range(self._evens + 1)]
        for which in numbers:
            weight = weights[which]
            low, high = self._near[which]
            into = values[0]
            for earlier in range(low, high):
                into[earlier] = into[earlier] + weight or 1
            for least, earlier in self._far[which]:
                for even, times in self._signs[least]:
                    more = values[even][earlier] + (weight * times >> self._finer)
                    values[even][earlier] = more or 1
        return [
            (into, [which for which in range(len(into)) if into[which]], sum(into))
            for into in values
        ]

    def slices(self, numbers):
        """Per even sprint card the slice of the numbers before that some numbers can follow."""
        found = [(self._near[numbers[0]][0], self._near[numbers[-1]][1])]
        if self._evens:
            steps = [earlier for which in numbers for _, earlier in self._far[which]]
            found += [(min(steps), max(steps) + 1) if steps else (0, 0)] * self._evens
        return found

    def scatter(self, sums, which):
        """The front of one of the numbers, from those of the numbers before; 0 if none leads on."""
        low, high = self._near[which]
        front = 0
        for more in sums[0][low:high]:
            if more:
                front = front + more or 1
        for least, earlier in self._far[which]:
            for even, times in self._signs[least]:
                more = sums[even][earlier]
                if more:
                    front = front + (more * times >> self._finer) or 1
        return front

    def parts(self, station, kind):
        """The ways from a station, if its number is of a kind.

        A list of (certain even sprint cards, hands, named, factor).
        """
        if self._station is not station:
            self._station = station
            self._plain = [self._known_options(source, 0) for source in range(4)]
            self._others = {}
        own = kind >> 1
        if own not in self._others:
            found = [(0, 0, 0, 1 << self._fine)]
            for source in range(4):
                if source != own and self._plain[source] is not None:
                    found = self._combined(found, self._plain[source])
            self._others[own] = found
        found = self._others[own]
        if kind >= 0:
            found = self._combined(found, self._known_options(own, 1 if kind & 1 else 2))
        most = self._worlds.hand[self._at - 1] if self._at else 0
        falls = self._falls(station[0] & _TOGETHER)
        parts = []
        last = -1
        for even, held, names, factor in found:
            if held & _TOGETHER <= most:
                if names != last:
                    last = names
                    named = self._remembered(station[1] + names)
                if falls:
                    factor = factor * falls[even] >> self._fine
                parts.append((even, held, named, factor))
        return parts

    def _combined(self, found, options):
        """The ways of some sources and those of one more, together."""
        fine = self._fine
        if len(options) == 1:
            return [
                (even, held + rest, names + name, factor * share >> fine)
                for even, held, names, factor in found
                for rest, name, share in options[0]
            ]
        return [
            (even + extra, held + rest, names + name, factor * share >> fine)
            for even, held, names, factor in found
            for extra in range(min(self._evens - even, len(options) - 1) + 1)
            for rest, name, share in options[extra]
        ]

    def _known_options(self, source, mine):
        """The options of a source at the station looked at, None if nothing changes there."""
        hands, named = self._station[:2]
        held = hands >> _IN_HAND[source] & _CARDS
        if not (held or mine or self._used[source] or self._supply[source]):
            return None
        fields = named >> (NAMED * source) & OF_SOURCE
        key = (source, mine, held, fields)
        options = self._known.get(key)
        if options is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            options = self._options(source, mine, held, fields)
            self._known[key] = options
        return options

    def _falls(self, together):
        """Per even sprint card how the ways to take the others compare with the usual ones.

        None without sprint cards.
        """
        hidden = self._hidden
        if not hidden:
            return None
        spare = self._worlds.hand[self._at] - together + hidden
        return [
            (falling(spare - even, hidden - even) << self._fine) // self._usual[even]
            for even in range(self._evens + 1)
        ]

    def _remembered(self, named):
        """What is named but for the fields that nothing before the entry asks for any more."""
        named &= self._kept
        for shift in self._paired:
            both = named >> (shift + EVEN)
            if both & FIELD and both & FIELD == both >> (EVEN_HIDEOUTS - EVEN) & FIELD:
                both &= (1 << (NAMED - EVEN)) - 1
                named -= both << (shift + EVEN)
        return named

    def _options(self, source, mine, held, fields):
        """What may become of one source: per even sprint card of it a list of (hands, what more
        is named, factor). mine: 1 or 2 if an odd or even hideout is of it.
        """
        used = fields & FIELD
        evens = fields >> EVEN & FIELD
        whole = ONE * self._worlds.evens[source]
        left = self._left[source] - used
        top = 1
        bottom = 1
        names = 0
        if mine:
            bottom = max(left, 1)
            names = ONE
            if mine == 2:
                if whole <= evens:
                    return []
                top = whole - evens
                bottom *= whole - (fields >> EVEN_HIDEOUTS & FIELD)
                evens += ONE
                names += (ONE << EVEN) + (ONE << EVEN_HIDEOUTS)
            left -= ONE
            held += 1
            top *= held * ONE * _USUAL
        for _ in range(self._used[source]):
            held += 1
            top *= held * ONE * self._worlds.unseen[source]
            bottom *= max(left, 1)
            left -= ONE
        options = []
        for even in range(self._evens + 1):
            if even:
                if whole <= evens or left <= 0 or not self._supply[source]:
                    break
                held += 1
                top *= held * (whole - evens)
                bottom *= left * even
                evens += ONE
                names += ONE + (ONE << EVEN)
                left -= ONE
            factor = (top << self._fine) // bottom
            options.append(self._drawn(source, held, names << (NAMED * source), factor))
        while options and not options[-1]:
            options.pop()
        return options

    def _drawn(self, source, held, names, factor):
        """[(hands, names, factor)…] before the draws, `held` named cards in hand after them."""
        drawn, most = self._draws[source]
        hold = _HOLD[source]
        ways = self._choose[source]
        return [
            ((held - count) * hold, names, factor * ways[count])
            for count in range(max(held - most, 0), min(held, drawn) + 1)
        ]


def falling(count, taken):
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


def _windows(numbers, before, farthest):
    """Per number the slice (from, to) of those before it that are so far away at most."""
    found = []
    low = 0
    high = 0
    for number in numbers:
        while low < len(before) and before[low] < number - farthest:
            low += 1
        while high < len(before) and before[high] < number:
            high += 1
        found.append((low, max(low, high)))
    return found


def _products(layer, numbers):
    """{number: weight of all worlds with it} from weights and fronts of the stations there."""
    found = {}
    for key in sorted(layer.stations):
        _, _, weights, fronts, _ = layer.stations[key]
        for which in range(len(numbers)):
            if weights[which] and fronts[which]:
                number = numbers[which]
                found[number] = found.get(number, 0) + weights[which] * fronts[which]
    return found
