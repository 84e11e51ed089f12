"""Fingers that press a script of keys on the emulated Pico, as `host_tools.device.Device` does."""

from firmware import kit
from host_tools.device import read_keys

STEP_MS = 40  # a tapped key is down for so long, and then all are let be for so long


class ScriptFingers:
    """`presses` counts the times a key went down.

    pico: an EmulatedPico. Behind every step the next one waits until the device rests: on the
    Pico loading a screen takes longer than a tap, and a person looks at the picture first.
    """

    def __init__(self, pico):
        self.presses = 0
        self._pico = pico

    def follow(self, script):
        """Do what a script of keys says; ValueError, before anything is pressed, if it is wrong."""
        for what, value in list(read_keys(script)):
            getattr(self, what)(value)
            self._pico.run_until_resting()

    def wait(self, ms):
        """Let `ms` milliseconds pass."""
        self._pico.run(ms)

    def down(self, key):
        """Press a key and keep it down."""
        self._pico.key(key, True)
        self.presses += 1
        self.wait(STEP_MS)

    def up(self, key):
        """Let go of a key."""
        self._pico.key(key, False)
        self.wait(STEP_MS)

    def tap(self, key):
        """Press and let go."""
        self.down(key)
        self.up(key)

    def hold(self, key):
        """Press, keep down long enough for a hold, and let go."""
        self.down(key)
        self.wait(kit.HOLD_MS)
        self.up(key)
