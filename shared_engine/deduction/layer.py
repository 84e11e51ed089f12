"""The stations before one entry of the row, and no more of them than asked for.

A station is what the row behind a place asks of the row in front of it, with the weights of the
numbers that the hideout in front can have: one list of weights for all of them.

Where there are too many stations, those become one, with what they have named on average, that
have the same cards in hand and have named the same of the sources whose even cards are scarce; then
all with the same cards in hand; at last the lightest are left out. Only weights blur by it; what
is possible at all is asked elsewhere (`Worlds`).
"""

from array import array

# What is named of each source, in 64ths: its cards, the even ones, its even hideouts. Ten bits
# each, and as many beside them for the reckoning of averages.
ONE = 64
FIELD = 1023
EVEN = 20
EVEN_HIDEOUTS = 40
NAMED = 60  # bits for each source
OF_SOURCE = (1 << NAMED) - 1
_FIELDS = sum([FIELD << (20 * which) for which in range(12)])
_BYTES = 30  # for all sources
_PARTS = 1024  # an average is as fine as this
_SPARE = 10


class Layer:
    """`stations` is {key: station}; a station is a list [hands, named, weights, fronts, heavy].

    hands    the named cards in hand and the open guesses, see `shared_engine.deduction.count`
    named    the fields above for sources 0–3, in one integer
    weights  of what lies behind, one for each number; 0 only where nothing leads there
    fronts   the same of what lies before
    heavy    the sum of what was added

    numbers: how many there are; most: how many stations are wanted; scarce: the sources whose even
    cards are. `blurred` is True where stations were taken together that do not lead to the same
    numbers, or left out.
    """

    def __init__(self, numbers, most, scarce):
        self.stations = {}
        self.blurred = False
        self.numbers = numbers
        self._most = most
        self._scarce = sum([OF_SOURCE << (NAMED * source) for source in scarce])
        self._kept = -1  # of `named`, what alike stations have in common
        self._packed = None
        self._zeros = [0] * numbers

    def add(self, hands, named, heavy):
        """The station for these, to which so much is about to be added."""
        key = (hands, named & self._kept if self._kept != -1 else named)
        station = self.stations.get(key)
        if station is None:
            if len(self.stations) >= self._most:
                self._make_room()
                return self.add(hands, named, heavy)
            station = [hands, named, [0] * self.numbers, self._zeros, heavy]
            self.stations[key] = station
        else:
            if station[1] != named:
                _mix(station, named, heavy)
            station[4] += heavy
        return station

    def find(self, hands, named):
        """The station for these, None if it was left out."""
        return self.stations.get((hands, named & self._kept))

    def _make_room(self):
        self.blurred = self._kept != -1
        if not self._kept:
            del self.stations[min([(s[4], key) for key, s in self.stations.items()])[1]]
            return
        self._kept = self._scarce if self._kept == -1 else 0
        apart = self.stations
        self.stations = {}
        for key in sorted(apart):
            hands, named, weights, _, heavy = apart[key]
            into = self.add(hands, named, heavy)[2]
            for which in range(self.numbers):
                if weights[which]:
                    into[which] = into[which] + weights[which] or 1

    def scale(self, item, bits):
        """Scale weights (item 2) or fronts (3) so that the largest has about so many bits.

        None of them becomes 0.
        """
        lists = [station[item] for station in self.stations.values()]
        largest = max([1] + [max(max(weights), -min(weights)) for weights in lists])
        shift = 0
        while largest << shift < 1 << bits:
            shift += 1
        while shift <= 0 and largest >> -shift > 1 << bits:
            shift -= 1
        for weights in lists:
            for which in range(len(weights)):
                weight = weights[which]
                if weight:
                    weights[which] = (weight << shift if shift > 0 else weight >> -shift) or 1

    def pack(self):
        """Put the stations, whose weights have 16 bits at most, where they take up little.

        Until `unpack` there are none.
        """
        if self._packed is None:
            hands = array("q")
            named = bytearray()
            weights = array("h")
            for key in sorted(self.stations):
                station = self.stations[key]
                hands.append(station[0])
                named.extend(station[1].to_bytes(_BYTES, "little"))
                weights.extend(array("h", station[2] + station[3]))
            self._packed = (hands, named, weights)
            self.stations = None

    def unpack(self):
        """Have the stations back, if they are packed; what was `heavy` is forgotten."""
        if self._packed is not None:
            hands, named, weights = self._packed
            self._packed = None
            self.stations = {}
            width = self.numbers
            for at in range(len(hands)):
                names = int.from_bytes(named[at * _BYTES : (at + 1) * _BYTES], "little")
                start = 2 * width * at
                self.stations[(hands[at], names & self._kept)] = [
                    hands[at],
                    names,
                    list(weights[start : start + width]),
                    list(weights[start + width : start + 2 * width]),
                    0,
                ]


def _mix(station, named, heavy):
    """Give the station the average of what it has named and of `named`, by what is added."""
    share = heavy * _PARTS // (station[4] + heavy) if heavy else 0
    if share:
        mixed = station[1] * (_PARTS - share) + named * share
        station[1] = mixed >> _SPARE & _FIELDS
