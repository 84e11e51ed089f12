"""The emulated Pico as the terminal shows it: the near end of a process that runs it."""

import multiprocessing
import time

from host_tools.pico.leds import colours_of
from host_tools.pico.session import Report, serve
from host_tools.pico.stored import at_first

_DARK = Report(bytes(1024), bytes(192), 0, 0, 0.0, 0)
_GAIN = 4.0  # at the kit's brightness the LEDs look as those of the simulator do
_BRIGHTNESS = 128  # colours are as bright as they are
_LAST_WORDS_S = 10


class EmulatedCompanion:
    """What the terminal needs of a device (see `host_tools.terminal.device.TerminalDevice`).

    firmware, files, play: as for `host_tools.pico.twins.Twins.switched_on`. `note` says how fast
    it runs. `trouble` is not empty once it cannot go on. start: what starts a process that serves
    the other end of a connection.
    """

    def __init__(self, firmware, files, play=None, start=None):
        self.failures = []
        self.trouble = ""
        self._report = _DARK
        self._ended = False
        files = {**files, **at_first(play)}
        self._connection, self._process = (start or _start)(firmware, files)

    def tap(self, key):
        self._tell("tap", key, 1000 * time.monotonic())

    def toggle(self, key):
        self._tell("toggle", key, 1000 * time.monotonic())

    def advance(self, ms):
        """Take in what happened meanwhile; its time passes by itself."""
        try:
            while not self._ended and self._connection.poll():
                self._take(*self._connection.recv())
        except (EOFError, ConnectionResetError):
            self._lost()

    def close(self):
        """End it. `failures` are complete then."""
        self._tell("stop")
        end = time.monotonic() + _LAST_WORDS_S
        while not self._ended and time.monotonic() < end:
            self.advance(0)
            time.sleep(0.01)
        self._process.terminate()
        self._process.join()

    @property
    def frame(self):
        """The 1,024 bytes the eye sees, dark while the display is off."""
        return self._report.frame

    @property
    def colours(self):
        """192 bytes, RGB by rows: the light of the matrix, made brighter for a screen."""
        return colours_of(self._report.wire, _GAIN)

    @property
    def brightness(self):
        """How bright `colours` are to be shown, 0–255."""
        return _BRIGHTNESS

    @property
    def down(self):
        """The keys that are down, a bit mask."""
        return self._report.down

    @property
    def wanted(self):
        """The keys that are held, a bit mask, those included whose turn is yet to come."""
        return self._report.wanted

    @property
    def note(self):
        """How fast it runs, a line of at most 80 characters."""
        if not any(self._report.frame) and not any(self._report.wire):
            return "emulated Pico: it starts, the first picture takes up to half a minute"
        return f"emulated Pico: {self._report.speed} % of real time"

    def _take(self, what, content):
        if what == "report":
            self._report = content
        elif what == "trouble":
            self.trouble = content
            self._ended = True
        else:
            self.failures = content
            self._ended = True

    def _tell(self, *message):
        try:
            if not self._ended:
                self._connection.send(message)
        except (BrokenPipeError, ConnectionResetError):
            self._lost()

    def _lost(self):
        self._ended = True
        self.trouble = "the emulator has stopped without a word"


def _start(firmware, files):
    # Spawned, not forked: a copy of the terminal's process would share its threads and its files.
    context = multiprocessing.get_context("spawn")
    near, far = context.Pipe()
    process = context.Process(target=serve, args=(far, firmware, files), daemon=True)
    process.start()
    far.close()
    return near, process
