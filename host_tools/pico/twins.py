"""An emulated Pico and its twin, the same device simulated under CPython, pressed alike.

The emulated one shows pixels alone. What is written there, and which colours the firmware meant
before it dimmed them, its twin knows; that it shows the very same picture is checked each time.
"""

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

Moment = namedtuple("Moment", "frame colours text differs")
Moment.__doc__ = """What both show.

frame: the 1,024 bytes on the emulated display. colours: the 192 logical bytes of the matrix. text:
the lines on the display. differs: "", or what the twin shows otherwise; `text` is empty then, and
`colours` is what the wire tells.
"""


class Twins:
    """Both, switched on and showing their first picture.

    firmware: as for EmulatedPico. files: {path: bytes} of our program. play: the Play of a game
    in which they wake, or None. Raises NoPico.
    """

    def __init__(self, firmware, files, play=None):
        start = at_first(play)
        self.pico = EmulatedPico(firmware, {**files, **start}, kept=1)
        self.pico.boot()
        self.fingers = ScriptFingers(self.pico)
        self.twin = Device(files=MemoryFiles(start))

    def follow(self, keys):
        """Press a script of keys on both."""
        self.fingers.follow(keys)
        self.twin.follow(keys)

    def moment(self):
        """The Moment now."""
        self.pico.run(_SETTLE_MS)
        self.pico.run_until_resting()
        self.twin.wait(_SETTLE_MS)
        frame, wire = self.pico.frame, self.pico.wire
        differs = f"the display: {_pixels(frame, self.twin.shown)} of its pixels are others"
        for _ in range(0, _PERIOD_MS, _STEP_MS):
            if bytes(self.twin.shown) == frame:
                if bytes(self.twin.board.matrix.wire) == wire:
                    return Moment(frame, bytes(self.twin.colours), self.twin.text(), "")
                differs = "the matrix"
            self.twin.wait(_STEP_MS)
        differs = f"the emulated Pico and the simulator differ in {differs}"
        return Moment(frame, colours_of(wire, full_gain()), [], differs)

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
