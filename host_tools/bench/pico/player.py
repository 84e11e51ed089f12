"""Fingers that press a script on the emulated Pico and note when they did."""

import random

from firmware import kit
from host_tools.bench.pico.latency import NS_PER_MS, Press
from host_tools.device import read_keys
from host_tools.pico.fingers import STEP_MS

_PHASE_US = 10_000  # presses fall anywhere between two looks at the keys


class Player:
    """`presses` has the Press of every key pressed, in their order.

    pico: an EmulatedPico. A finger comes down at any moment (seed: of the chance), stays until all
    that its press brings about is done, and the next one waits for that, too.
    """

    def __init__(self, pico, seed=1):
        self.presses = []
        self._pico = pico
        self._chance = random.Random(seed)

    def follow(self, script):
        """Do what a script of keys says; ValueError, before anything is pressed, if it is wrong."""
        for what, value in list(read_keys(script)):
            self._pico.run(self._chance.randrange(_PHASE_US) / 1000)
            getattr(self, "_" + what)(value)
            self._pico.run_until_resting()

    def _wait(self, ms):
        self._pico.run(ms)

    def _tap(self, key, held=False):
        pico = self._pico
        down = pico.ns
        pico.key(key, True)
        pico.run(kit.HOLD_MS + STEP_MS if held else STEP_MS)
        pico.run_until_resting()
        up = pico.ns
        pico.key(key, False)
        pico.run(STEP_MS)
        pico.run_until_resting()
        self.presses.append(Press(key, held, down, up, pico.ns))

    def _hold(self, key):
        self._tap(key, True)

    def _down(self, key):
        self._pico.key(key, True)

    def _up(self, key):
        self._pico.key(key, False)


def press_quickly(pico, key, count, every_ms):
    """Press `key` on an EmulatedPico `count` times, `every_ms` apart, down for half of it."""
    start = pico.ns
    for at in range(count):
        due = start + at * every_ms * NS_PER_MS
        pico.at(due, lambda: pico.key(key, True))
        pico.at(due + every_ms * NS_PER_MS / 2, lambda: pico.key(key, False))
    pico.run(count * every_ms)
    pico.run_until_resting()
