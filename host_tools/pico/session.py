"""The emulated Pico in a person's time: keys as they are typed, pictures as they change.

It runs in a process of its own (`serve`), as it keeps one processor busy all the time.
"""

import signal
import time
from collections import deque, namedtuple

from firmware.buttons import KEYS
from host_tools.pico.board import PICTURE_MS, EmulatedPico
from host_tools.pico.stored import failures_in
from host_tools.pico.trouble import NoPico, NoPicture
from host_tools.terminal.fingers import Fingers

_SLICE_MS = 5  # of the Pico's time between two looks at the fingers
_CYCLES = _SLICE_MS * 125_000
_RESTING = 0.25  # share of the processor: below it the Pico only waits for keys
_SLICES = 4  # in which that is measured
_PATIENCE_MS = 1000  # of the Pico's time, after which a key is pressed even while it is busy
_SPEED_S = 1.0  # in which the speed is measured
_REPORT_S = 0.03  # between two reports, at least

Report = namedtuple("Report", "frame wire down wanted ms speed")
Report.__doc__ = """How it stands.

frame, wire: 1,024 and 192 bytes. down, wanted: bit masks of keys, see Fingers. ms: the Pico's
time. speed: per cent of real time at which it runs now.
"""


class Session:
    """Runs the EmulatedPico `pico` slice by slice, never faster than the clock on the wall.

    clock, sleep: `time.monotonic` and `time.sleep`, or what stands in for them.
    """

    def __init__(self, pico, clock=time.monotonic, sleep=time.sleep):
        self.fingers = Fingers()
        self._pico = pico
        self._clock = clock
        self._sleep = sleep
        self._down = 0
        self._due = clock()
        self._busy = deque(maxlen=_SLICES)
        self._ready_since = pico.ms
        self._marks = deque([(self._due, pico.ms)])  # (seconds, the Pico's ms)

    def press(self, what, key, now):
        """Do with the fingers what the keyboard says: `tap` or `toggle` a key, at `now` (ms)."""
        getattr(self.fingers, what)(key, now)

    def step(self):
        """Run one slice, and wait as long as it should have taken; NoPicture if none comes."""
        pico = self._pico
        mask = self.fingers.mask(1000 * self._clock(), pico.ms, self._may_press())
        changed = mask ^ self._down
        self._down = mask
        for at, key in enumerate(KEYS):
            if changed >> at & 1:
                pico.key(key, bool(mask >> at & 1))
        if changed:
            self._ready_since = pico.ms
        before = pico.cycles
        pico.run(_SLICE_MS)
        self._busy.append((pico.cycles - before) / _CYCLES)
        if not any(pico.transfers) and pico.ms > PICTURE_MS:
            raise NoPicture(
                f"the emulated Pico showed no picture within {PICTURE_MS // 1000} seconds"
            )
        self._keep_pace()

    def report(self):
        """The Report of now."""
        pico = self._pico
        return Report(
            pico.frame, pico.wire, self._down, self.fingers.wanted, pico.ms, self._speed()
        )

    def _may_press(self):
        # A finger waits for the picture; while the Pico loads a screen a short tap would go by.
        resting = sum(self._busy) < _RESTING * _SLICES and len(self._busy) == _SLICES
        return resting or self._pico.ms - self._ready_since > _PATIENCE_MS

    def _keep_pace(self):
        now = self._clock()
        self._due += _SLICE_MS / 1000
        if now < self._due:
            self._sleep(self._due - now)
        else:
            # What was lost is not made up for: nothing may run faster than in reality.
            self._due = now
        self._marks.append((self._clock(), self._pico.ms))
        while len(self._marks) > 2 and self._marks[-1][0] - self._marks[0][0] > _SPEED_S:
            self._marks.popleft()

    def _speed(self):
        seconds = self._marks[-1][0] - self._marks[0][0]
        if seconds <= 0:
            return 0
        return round((self._marks[-1][1] - self._marks[0][1]) / seconds / 10)


def serve(connection, firmware, files):
    """Run a Pico with `files` until the other end of `connection` says stop (see `converse`)."""
    # Ctrl+C is a key of the terminal, which is not ours.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        converse(connection, EmulatedPico(firmware, files, kept=1))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the terminal is gone
    except (NoPico, ValueError) as error:
        connection.send(("trouble", str(error)))


def converse(connection, pico):
    """Let somebody at the other end of `connection` play on `pico`, an EmulatedPico.

    Comes in: ("tap" or "toggle", key, ms) and ("stop",). Goes out: ("report", Report), and last
    ("failures", texts). Raises what the connection, NoPico what `Session.step` and ValueError what
    `EmulatedPico.files` raises.
    """
    session = Session(pico)
    reported = None
    due = 0.0
    while True:
        while connection.poll():
            message = connection.recv()
            if message[0] == "stop":
                connection.send(("failures", failures_in(pico.files()) + pico.faults))
                return
            session.press(*message)
        session.step()
        if time.monotonic() >= due:
            report = session.report()
            if report != reported:
                connection.send(("report", report))
                reported = report
            due = time.monotonic() + _REPORT_S
