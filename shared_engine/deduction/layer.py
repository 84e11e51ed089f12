"""The stations before one entry of the row, with their weights, and no more of them than asked for.

Where there are too many, stations that are alike become one, in steps: first those that differ only
in what they have named of sources with plenty of even cards, then in what they have named of any
pile, then in how many named cards of the piles are in hand, at last in all but their number and the
missed guesses. Only weights blur by it; what is possible at all is asked elsewhere (`Worlds`).
"""

from shared_engine.deduction.worlds import (
    ALL_CARDS,
    ALL_NAMED,
    CARDS,
    EVEN_SPRINTS,
    HELD,
    HIDEOUTS,
    HOLD,
    IN_HAND,
    NAMED,
    NUMBER,
    TOGETHER,
)

_WIDTH = 7  # bits of a field of named cards
_APART = 0  # every station for itself
_LOOSE = 1
_NAMED = 2
_IN_HAND = 3
_ALL = 4


class Layer:
    """`weights` is {station: weight}, `most` how many are wanted.

    worlds: the Worlds, at: the entry (from 0) before which the stations stand.
    """

    def __init__(self, worlds, at, most):
        self.weights = {}
        self.level = _APART
        self._worlds = worlds
        self._at = at
        self._most = most
        self._chosen = {}  # what alike stations have in common: the one that stands for them
        self._kept = -1  # the bits alike stations have in common

    def add(self, station, weight):
        """Add the weight to that of the station, or of the one that stands for it."""
        if self.level:
            common = station & self._kept
            if common in self._chosen:
                station, top, bottom = self.standing_for(station)
                weight = weight * top // bottom
            else:
                self._chosen[common] = station
        weights = self.weights
        weights[station] = weights.get(station, 0) + weight
        if len(weights) > self._most and self.level < _ALL:
            self._merge()

    def standing_for(self, station):
        """The station that counts for this one, and the factor (top, bottom) it takes for that."""
        if not self.level:
            return station, 1, 1
        chosen = self._chosen.get(station & self._kept, station)
        top = 1
        bottom = 1
        if self.level >= _IN_HAND and chosen != station:
            number = station & NUMBER
            for source in range(3):
                held = station >> IN_HAND[source] & CARDS
                usual = chosen >> IN_HAND[source] & CARDS
                if held != usual:
                    ends = (min(held, usual), max(held, usual))
                    ways = self._worlds.ways_in_hand(self._at, number, source, ends)
                    if held > usual:
                        top *= ways
                        bottom *= 256
                    else:
                        top *= 256
                        bottom *= ways
        return chosen, top, bottom

    def _merge(self):
        self.level += 1
        kept = -1
        for source in range(4):
            loose = source not in self._worlds.tight
            if loose or self.level == _ALL or (self.level >= _NAMED and source != HELD):
                kept &= ~(ALL_NAMED << HIDEOUTS[source])
            if self.level == _ALL or (self.level == _IN_HAND and source != HELD):
                kept &= ~(CARDS << IN_HAND[source]) & ~(ALL_CARDS << TOGETHER)
        groups = {}
        for station in sorted(self.weights):
            groups.setdefault(station & kept, []).append(station)
        old = self.weights
        self._kept = kept
        self._chosen = groups
        self.weights = {}
        for common in sorted(groups):
            stations = groups[common]
            heaviest = max([(abs(old[station]), station) for station in stations])[1]
            chosen = common
            if not kept >> TOGETHER & 1:
                chosen += (common >> IN_HAND[HELD] & CARDS) << TOGETHER
            for source in range(4):
                if not kept >> HIDEOUTS[source] & 1:
                    chosen += _blend(source, stations, old)
                if not kept >> IN_HAND[source] & 1:
                    chosen += (heaviest >> IN_HAND[source] & CARDS) * HOLD[source]
            groups[common] = chosen
            total = 0
            for station in stations:
                _, top, bottom = self.standing_for(station)
                total += old[station] * top // bottom
            self.weights[chosen] = total


def _blend(source, stations, weights):
    """The fields of one source that stand for those of several stations: their mean by weight."""
    here = ALL_NAMED << HIDEOUTS[source]
    first = stations[0] & here
    if all([station & here == first for station in stations]):
        return first
    fields = 0
    heavy = [abs(weights[station]) + 1 for station in stations]
    for shift in range(HIDEOUTS[source], EVEN_SPRINTS[source] + 1, _WIDTH):
        total = 0
        for at in range(len(stations)):
            total += (stations[at] >> shift & NAMED) * heavy[at]
        fields |= total // sum(heavy) << shift
    return fields
