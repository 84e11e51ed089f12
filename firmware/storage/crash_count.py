"""How many times in a row something has failed, counted over resets in a small file.

A failure counts whether it was contained in a screen, escaped the app, or ended in the watchdog.
A minute without one, counted from the last failure or from power-on, ends the row.
"""

PATH = "crashes"
MOST = 3  # in a row: then nothing is started unasked
GOOD_MS = 60_000


class CrashCount:
    """`count` failures in a row so far. A storage that takes nothing is counted past in memory.

    files: see `firmware.drivers.files`. clock: with ticks_ms and ticks_diff.
    """

    def __init__(self, files, clock):
        self.count = 0
        self._files = files
        self._clock = clock
        self._since = clock.ticks_ms()
        try:
            digits = files.read(PATH) or b""
        except OSError:
            digits = b""
        if digits in (b"1", b"2", b"3"):
            self.count = int(digits)

    @property
    def too_many(self):
        """Whether nothing is to be started unasked."""
        return self.count >= MOST

    def note(self):
        """Something has failed."""
        self._since = self._clock.ticks_ms()
        if self.count < MOST:
            self.count += 1
            try:
                self._files.write(PATH, str(self.count).encode())
            except OSError:
                pass

    def look(self):
        """Forget the failures once all has been well for GOOD_MS."""
        if self._clock.ticks_diff(self._clock.ticks_ms(), self._since) >= GOOD_MS:
            self.forget()

    def forget(self):
        """Begin to count anew."""
        self.count = 0
        try:
            self._files.remove(PATH)
        except OSError:
            pass
