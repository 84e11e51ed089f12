"""What idle turns of the app's loop allocate and send, screen by screen: lines `NAME BYTES SENT`.

    idle_script.py NAME …    the scripts of keys called so; the screens they end on are left alone

The last line is called `drawn`, a check of the gauge: one of these turns drew, and had to send.
"""

import gc
import sys

if sys.implementation.name == "cpython":
    import host_tools.on_pc  # noqa: F401

from firmware import loading
from tests.pictures import stage

TURNS = 200
STEP_MS = 2  # 200 turns stay between two blinks, 500 ms apart
_WRAP = 2**30 - 1


class SmallClock:
    """A clock whose numbers stay small integers on a 32-bit VM, so that it allocates nothing."""

    def __init__(self, ms):
        self.ms = ms & _WRAP

    def ticks_ms(self):
        return self.ms

    def ticks_diff(self, a, b):
        return a - b

    def ticks_add(self, a, by):
        return a + by

    def sleep_ms(self, ms):
        self.ms += ms


class Counter:
    """Stands in for the display and the matrix and counts what would be sent."""

    def __init__(self):
        self.sent = 0

    def send_some(self, buffer):
        self.sent += 1
        return False

    def show(self, wire):
        self.sent += 1


def idle(app, clock):
    """Bytes allocated by TURNS turns of `app`, `clock` moving on by STEP_MS after each."""
    turn = app.turn
    before = gc.mem_alloc()
    for _ in range(TURNS):
        turn()
        clock.ms += STEP_MS
    return gc.mem_alloc() - before


def settled(script):
    """(app, clock, counter) after a script of keys, just past a blink, all drawn and sent."""
    device = stage.switched_on(script[1])
    stage.press(device, script[2])
    board = device.board
    device.wait(3000)
    # The same ticks, but from here on as small numbers: big ones take memory at every turn.
    board.clock.ms &= _WRAP
    device.wait(1000)  # notices go
    app = device.app
    # A screen without a blink of its own leaves the one below as it is: no more than one round.
    lit = app.pixels.colours[:]
    for _ in range(600):
        if app.pixels.colours != lit:
            break
        device.wait(1)
    device.wait(20)
    board.display = board.matrix = Counter()
    clock = SmallClock(board.clock.ms)
    board.clock = app.clock = clock
    return app, clock, board.display


def scripts_of(names):
    """The scripts of keys called so; the others must not take up the heap."""
    path = "tests.pictures.scripts"
    found = [script for script in loading.load(path, "SCRIPTS") if script[0] in names]
    loading.unload(path)
    return found


def main(names):
    scripts = scripts_of(names)
    for name in names:
        for script in scripts:
            if script[0] == name:
                app, clock, counter = settled(script)
                gc.collect()
                gc.disable()
                idle(app, clock)  # the first round fills what is kept for good
                clock.ms -= TURNS * STEP_MS
                sent = counter.sent
                allocated = idle(app, clock)
                sent = counter.sent - sent
                gc.enable()
                print(name, allocated, sent)
    app.changed()
    gc.collect()
    print("drawn", idle(app, clock), counter.sent)


main(sys.argv[1:])
