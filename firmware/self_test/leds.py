"""The matrix: every pixel in every colour, and questions that lead to the wire or the setting."""

from firmware.buttons import DOWN, LEFT, OK, RIGHT, UP
from firmware.picture import widgets
from firmware.picture.pixels import COUNT, SIDE
from firmware.screens.screen import LIGHTS, PICTURE
from firmware.self_test.step import Question

RUN_MS = 6000  # all pixels in all colours
_COLOURS = (0xFF0000, 0x00FF00, 0x0000FF)
_CHANNELS = "RGB"
_DIM = 0x606060
_DARK = 0

# What the matrix shows.
_RUN = 0
_ALL = 1
_ONE_COLOUR = 2
_HALF = 3

_WELL = 0
_NOTHING = 1
_SOME = 2
_EXCHANGED = 3
_ORDER = 4
_STRIPES = 5
_ANSWERS = (
    (OK, "all right", _WELL),
    (UP, "nothing is lit", _NOTHING),
    (RIGHT, "some stay dark", _SOME),
    (LEFT, "wrong colours", _EXCHANGED),
    (DOWN, "wrong order", _ORDER),
)
_SEEN = ((LEFT, "red", "R"), (UP, "green", "G"), (RIGHT, "blue", "B"), (OK, "another", "?"))
# By how many degrees the picture is turned clockwise.
_WHERE = (
    (UP, "above", 0),
    (RIGHT, "on the right", 90),
    (DOWN, "below", 180),
    (LEFT, "on the left", 270),
    (OK, "in stripes", _STRIPES),
)


class LedsStep(Question):
    """The colours run over the matrix in reading order, each pixel keeping its colour."""

    def __init__(self, trial):
        super().__init__(trial)
        self._shows = _RUN
        self._colour = 0
        self._run = 0  # how many pixels have been lit, all three rounds together
        self._seen = ""  # what was seen of the channels that were lit alone
        trial.note("lights: red, green and blue run over the matrix, row by row")

    def press(self, key):
        if self._shows == _RUN:
            self._ran()
        else:
            super().press(key)

    def tick(self, now):
        if self._shows != _RUN:
            return super().tick(now)
        self._run = min(self.passed(now) * COUNT * len(_COLOURS) // RUN_MS, COUNT * len(_COLOURS))
        if self.passed(now) < RUN_MS:
            return LIGHTS
        self._ran()
        return LIGHTS | PICTURE

    def _ran(self):
        self._shows = _ALL
        if self.trial.readable():
            self.put("Were all lights right?", _ANSWERS)
        else:
            self.over = True  # a question that nobody can read

    def answered(self, value):
        shown = self._shows
        if value is None:
            self.trial.unanswered(
                "Lights: nobody said if they are right. Run the self-test again."
            )
        elif shown == _ONE_COLOUR:
            self._saw(value)
            return
        elif shown == _HALF:
            self._tell_arrangement(value)
        elif value == _EXCHANGED:
            self._show_colour(0)
            return
        elif value == _ORDER:
            self._shows = _HALF
            self.put("Where is the red half?", _WHERE)
            return
        else:
            self._tell(value)
        self.over = True

    def _tell(self, value):
        trial = self.trial
        if value == _WELL:
            trial.well("lights")
        elif value == _NOTHING:
            pin = trial.app.settings.get("matrix_pin")
            trial.fault(
                f"Lights: none is lit. Data: GP{pin}, level shifter, 470 ohm, DIN (not DOUT). 5 V "
                + "from VBUS. All GND joined?"
            )
        else:
            trial.fault(
                "Lights: some stay dark. Look at the first dark one and the one before it: solder, "
                + "DIN, DOUT, 5 V."
            )

    def _show_colour(self, at):
        self._shows = _ONE_COLOUR
        self._colour = _COLOURS[at]
        self.put("Which colour is lit?", _SEEN)

    def _saw(self, channel):
        self._seen += channel
        if len(self._seen) < 2:
            self._show_colour(1)
            return
        order = self.trial.app.settings.get("matrix_order")
        right = taken_order(order, self._seen)
        if right in (None, order):
            self.trial.fault(
                "Lights: wrong colours. Try other values of matrix_order in settings.txt; it is "
                + f"{order} now."
            )
        else:
            self.trial.fault(
                "Lights: colours are exchanged. Put into settings.txt: matrix_order " + right
            )
        self.over = True

    def _tell_arrangement(self, turned):
        get = self.trial.app.settings.get
        if turned in (0, _STRIPES):
            line = "matrix_serpentine " + ("off" if get("matrix_serpentine") else "on")
            self.trial.fault(
                "Lights: every other row runs backwards. Put into settings.txt: " + line
            )
        else:
            line = f"matrix_rotation {(get('matrix_rotation') - turned) % 360}"
            self.trial.fault("Lights: the picture is turned. Put into settings.txt: " + line)

    def draw(self, frame):
        if self._shows != _RUN:
            super().draw(frame)
            return
        widgets.title(frame, "Watch the lights")
        text = "Red, then green, then blue: row by row, each row from the left, down from the top."
        lines = widgets.wrapped(frame, text)
        for at in range(len(lines)):
            frame.text(lines[at], 2, widgets.TOP + 1 + widgets.ROW * at)
        widgets.bottom(frame, "any key: go on  BACK leave")

    def light(self, pixels):
        for at in range(COUNT):
            pixels.set(at % SIDE, at // SIDE, self._colour_at(at))

    def _colour_at(self, at):
        if self._shows == _ALL:
            return _DIM
        if self._shows == _ONE_COLOUR:
            return self._colour
        if self._shows == _HALF:
            return _COLOURS[0] if at < COUNT // 2 else _DARK
        rounds = self._run // COUNT
        if at < self._run % COUNT:
            return _COLOURS[rounds]
        return _COLOURS[rounds - 1] if rounds else _DARK


def taken_order(order, seen):
    """The order in which the pixels really take their bytes, or None if that cannot be.

    order: the one that was sent. seen: the channels that shone when red, and then green, was sent.
    """
    if seen[0] == seen[1] or "?" in seen:
        return None
    last = [channel for channel in _CHANNELS if channel not in seen][0]
    shone = seen + last  # for red, green and blue
    return "".join([shone[_CHANNELS.find(channel)] for channel in order])
