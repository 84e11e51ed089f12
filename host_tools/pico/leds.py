"""A chain of WS2812B at the end of its wire: edges in, the bytes that the pixels take out."""

import functools
from collections import namedtuple

from firmware import kit
from firmware.picture.pixels import CHANNEL_MA, COUNT, IDLE_MA, Pixels

BYTES = 3 * COUNT

# ns. What every kind of WS2812B reads for certain: the data sheets of the first and of the V5 kind
# differ, and both are met between these. How long the wire is low between bits hardly matters.
SHORTEST_0 = 220
LONGEST_0 = 400
SHORTEST_1 = 580
LONGEST_1 = 1000
SHORTEST_LOW = 280
LONGEST_LOW = 5000
RESET = 280_000  # low for so long and the pixels take over what they received

Write = namedtuple("Write", "start end data")
Write.__doc__ = "A write to the matrix: ns of its first and last edge, and its bytes."


class Strip:
    """The pixels, dark at first.

    writes: a list (or deque) to which every complete Write is added, by `settle` at the latest.
    faults: texts, what not every WS2812B would understand.
    """

    def __init__(self, writes):
        self.writes = writes
        self.faults = []
        self._wire = bytearray(BYTES)
        self._bits = []
        self._first = 0.0
        self._last = -float(RESET)
        self._high = False

    def edge(self, high, now):
        """The wire goes high or low at `now` (ns)."""
        if high == self._high:
            return
        passed = now - self._last
        self._high = high
        if high:
            self._rise(passed, now)
        else:
            self._fall(passed)
        self._last = now

    def settle(self, now):
        """Take over what was received, if the wire has been low for long enough at `now`."""
        if self._bits and not self._high and now - self._last >= RESET:
            self._take_over()

    def wire(self, now):
        """What the pixels show at `now`: 192 bytes as they came over the wire."""
        self.settle(now)
        return bytes(self._wire)

    def _rise(self, low, now):
        if self._bits and low >= RESET:
            self._take_over()
        if not self._bits:
            self._first = now
        elif not SHORTEST_LOW <= low <= LONGEST_LOW:
            self._fault(f"low for {low:.0f} ns between two bits")

    def _fall(self, high):
        if SHORTEST_0 <= high <= LONGEST_0:
            self._bits.append(0)
        elif SHORTEST_1 <= high <= LONGEST_1:
            self._bits.append(1)
        else:
            self._fault(f"high for {high:.0f} ns, neither a 0 nor a 1")
            self._bits.append(0)

    def _take_over(self):
        bits = self._bits
        if len(bits) % 8:
            self._fault(f"{len(bits)} bits are no whole bytes")
        data = bytes(
            sum(bit << 7 - at for at, bit in enumerate(bits[start : start + 8]))
            for start in range(0, len(bits) - len(bits) % 8, 8)
        )
        self._wire[: min(len(data), BYTES)] = data[:BYTES]
        self.writes.append(Write(self._first, self._last, data))
        self._bits = []

    def _fault(self, what):
        self.faults.append("matrix: " + what)


@functools.cache
def _places():
    """Where on the wire each of the 192 logical bytes goes, as the kit wires the panel."""
    # Each byte gets a level of its own, and the limit is out of the way: then they can be found.
    pixels = Pixels(255, COUNT * (IDLE_MA + 3 * CHANNEL_MA))
    for at in range(BYTES):
        pixels.colours[at] = at + 1
    pixels.update()
    return [pixels.wire.index(level) for level in range(BYTES)]


def colours_of(wire, gain):
    """192 logical bytes, RGB by rows, of what lies on the wire, `gain` (a float) times as bright.

    A wire too bright for that gain is raised by less, all channels alike, so hues stay. The lowest
    bits that the firmware's dimming has cut off do not come back.
    """
    gain = min(gain, 255 / max(max(wire), 1))
    return bytes(round(wire[place] * gain) for place in _places())


def full_gain():
    """The gain that undoes the kit's brightness."""
    return 256 / kit.MATRIX_BRIGHTNESS
