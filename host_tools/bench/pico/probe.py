"""Looks into the running firmware: a main.py around it tells through an unused peripheral."""

from collections import namedtuple

from host_tools.pico.trouble import NoPico

_PERIPHERAL = 0x40070  # where nothing lies on an RP2040, as the emulator counts
_BASE = 0x40070000
_ASK, _FREE, _USED, _LEAST, _LONGEST, _WORKED = range(0, 24, 4)  # offsets of its registers
_TELL, _WATCH = 1, 2  # what can be asked
_LOOK_MS = 200

Heap = namedtuple("Heap", "free used least longest worked")
Heap.__doc__ = """What the firmware says of itself.

free, used: bytes of its heap, all garbage collected. least: the smallest number of bytes that can
have been free since the garbage was first watched, None before. longest, worked: us that the
longest piece of a screen's work took since it was asked before, and from the beginning of the first
piece to the end of the last; 0 if it did none.
"""

# It stands around the loop's turn; the firmware itself is the one that is deployed. While the
# garbage is watched it is collected after every turn in which anything was done: what is free at
# the end of the next one was free throughout it, or more.
MAIN = f"""\
import gc
import time
from machine import mem32
from firmware import app
from firmware.main import main

turn_before = app.App.turn
work_before = app.App._work
seen = [0, 0, None, 0]


def turn(self):
    wait = turn_before(self)
    if seen[0] and not wait:
        look()
    asked = mem32[{_BASE + _ASK}]
    if asked:
        answer(asked)
    return wait


def look():
    free = gc.mem_free()
    if free < seen[0]:
        seen[0] = free
    gc.collect()


def answer(asked):
    gc.collect()
    if asked == {_WATCH}:
        seen[0] = gc.mem_free()
    mem32[{_BASE + _LEAST}] = seen[0]
    mem32[{_BASE + _LONGEST}] = seen[1]
    mem32[{_BASE + _WORKED}] = seen[3]
    seen[1:] = 0, None, 0
    mem32[{_BASE + _FREE}] = gc.mem_free()
    mem32[{_BASE + _USED}] = gc.mem_alloc()


def work(self):
    begun = time.ticks_us()
    if seen[2] is None:
        seen[2] = begun
    work_before(self)
    now = time.ticks_us()
    took = time.ticks_diff(now, begun)
    if took > seen[1]:
        seen[1] = took
    seen[3] = time.ticks_diff(now, seen[2])


app.App.turn = turn
app.App._work = work
main()
"""


class Probe:
    """The far end of MAIN on an EmulatedPico whose main.py it is. It is lost with the power."""

    def __init__(self, pico):
        self._pico = pico
        self._order = 0
        self._told = {}
        pico.chip.rp2040.peripherals[_PERIPHERAL] = self

    def heap(self, watch=False):
        """The Heap now; watch: watch the garbage from now on. NoPico without an answer."""
        self._order = _WATCH if watch else _TELL
        self._told = {}
        if not self._pico.run_until(lambda: _USED in self._told, _LOOK_MS):
            raise NoPico(f"the firmware's loop did not turn within {_LOOK_MS} ms")
        order = (_FREE, _USED, _LEAST, _LONGEST, _WORKED)
        free, used, least, longest, worked = (self._told[at] for at in order)
        return Heap(free, used, least or None, longest, worked)

    # --- what the emulator calls ---

    def read_uint32(self, offset):
        order, self._order = self._order, 0
        return order if offset == _ASK else 0

    def write_uint32(self, offset, value):
        self._told[offset] = value

    def write_uint32_atomic(self, offset, value, kind):
        self.write_uint32(offset, value)
