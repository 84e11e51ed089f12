"""Heap in use after each of 10 parts of a storm, everything put away: lines `EVENTS BYTES`.

    memory_script.py GAME EVENTS

The first part is not told: it fills what is kept for good. On MicroPython only.
"""

import gc
import sys

from tests.fuzz.storm import Storm

PARTS = 10


def main(game, events):
    storm = Storm(game, 7)
    for part in range(PARTS + 1):
        storm.blow(events // PARTS)
        storm.calm()
        gc.collect()
        if part:
            print(storm.events, gc.mem_alloc())


main(sys.argv[1], int(sys.argv[2]))
