"""An emulated Pico and its twin, the same device simulated under CPython, pressed alike.

The emulated one shows pixels alone. What is written there, and which colours the firmware meant
before it dimmed them, its twin knows; that it shows the very same picture is checked each time.
"""

import itertools
from collections import namedtuple

from host_tools.device import Device
from host_tools.memory_files import MemoryFiles
from host_tools.pico.board import EmulatedPico
from host_tools.pico.fingers import ScriptFingers
from host_tools.pico.leds import colours_of, full_gain
from host_tools.pico.stored import at_first, failures_in, game_in

_SETTLE_MS = 100
_PERIOD_MS = 2000  # whatever blinks or moves has come round by then
_STEP_MS = 25
_STEPS = range(0, _PERIOD_MS, _STEP_MS)

Moment = namedtuple("Moment", "frame colours text differs")
Moment.__doc__ = """What both show.

frame: the 1,024 bytes on the emulated display. colours: the 192 logical bytes of the matrix. text:
the lines on the display. differs: "", or what the twin shows otherwise; `text` is empty then, and
`colours` is what the wire tells.
"""


class Twins:
    """pico: an EmulatedPico that shows its first picture. twin: a Device with the same files."""

    def __init__(self, pico, twin):
        self.pico = pico
        self.twin = twin
        self.fingers = ScriptFingers(pico)

    @classmethod
    def switched_on(cls, firmware, files, play=None, kept=1):
        """Both, switched on.

        firmware, kept: as for EmulatedPico. files: {path: bytes} of our program. play: the Play of
        a game in which they wake, or None. Raises NoPico.
        """
        start = at_first(play)
        pico = EmulatedPico(firmware, {**files, **start}, kept)
        pico.boot()
        return cls(pico, Device(files=MemoryFiles(start)))

    def follow(self, keys):
        """Press a script of keys on both."""
        self.fingers.follow(keys)
        self.twin.follow(keys)

    def moment(self):
        """The Moment now, or as soon as what moves on the emulated Pico has come to rest."""
        self.pico.run(_SETTLE_MS)
        self.pico.run_until_resting()
        self.twin.wait(_SETTLE_MS)
        shown = {}  # all that the twin shows while whatever blinks comes round
        for moves, _ in itertools.product((self.twin.wait, self.pico.run), _STEPS):
            frame, wire = self.pico.frame, self.pico.wire
            if moves == self.twin.wait:
                shown[self._seen()] = bytes(self.twin.colours), self.twin.text()
            if (frame, wire) in shown:
                return Moment(frame, *shown[frame, wire], "")
            moves(_STEP_MS)
        differs = "the matrix"
        if frame not in [picture for picture, _ in shown]:
            differs = f"the display: {_pixels(frame, self.twin.shown)} of its pixels are others"
        differs = f"the emulated Pico and the simulator differ in {differs}"
        return Moment(frame, colours_of(wire, full_gain()), [], differs)

    def _seen(self):
        return bytes(self.twin.shown), bytes(self.twin.board.matrix.wire)

    def outcome(self):
        """What is stored on the emulated Pico: (state JSON of its game or None, failed, faults).

        failed: the screens that failed, `where: error`. faults: texts, whatever else is wrong.
        """
        faults = list(self.pico.faults)
        try:
            files = self.pico.files()
        except ValueError as error:
            return None, [], [*faults, str(error)]
        state, fault = game_in(files)
        return state, failures_in(files), faults + ([fault] if fault else [])


def _pixels(frame, other):
    return sum(bin(a ^ b).count("1") for a, b in zip(frame, other, strict=True))
