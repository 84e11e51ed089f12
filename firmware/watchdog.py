"""The watchdog of release mode: a device that hangs starts anew by itself.

It runs when there is a file called `release`. Once started it cannot be stopped, not even by a
soft reset, and whatever takes longer than TIMEOUT_MS without feeding it ends in a reset: a long
`mpremote cp` is cut off in the middle, and so is every visit to the REPL. To copy files to such
a device hold BACK at power-on (`firmware/boot.py`): the watchdog is not started then.

It must never run together with `machine.lightsleep`, which hangs the RP2040 under a watchdog. The
loop sleeps with `time.sleep_ms` alone.
"""

PATH = "release"
TIMEOUT_MS = 8000  # the RP2040 has room for 8388


class Watchdog:
    """Feeds the timer of `machine` (MicroPython's module) if there is a file `release` in `files`.

    wanted   whether there is such a file
    running  whether the timer runs
    """

    def __init__(self, files, machine):
        self.running = False
        self._timer = None
        self._machine = machine
        try:
            self.wanted = files.read(PATH) is not None
        except OSError:
            self.wanted = False

    def has_bitten(self):
        """Whether it has reset the device. On the RP2040 `machine.reset()` looks the same."""
        return self.wanted and self._machine.reset_cause() == self._machine.WDT_RESET

    def start(self):
        """From now on `feed` must be called at least every TIMEOUT_MS, if it is wanted at all."""
        if self.wanted and not self.running:
            self._timer = self._machine.WDT(timeout=TIMEOUT_MS)
            self.running = True

    def feed(self):
        """All is well."""
        if self._timer:
            self._timer.feed()
