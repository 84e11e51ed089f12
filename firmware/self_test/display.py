"""The display: first every dot, then its very edge, and a question about both."""

from firmware.buttons import DOWN, LEFT, OK, RIGHT, UP
from firmware.picture import widgets
from firmware.picture.frame import HEIGHT, WIDTH
from firmware.screens.screen import PICTURE
from firmware.self_test.step import Question

ALL_LIT_MS = 2000
_HEADING = "Is all of the display right?"
_WELL = 0
_LINES = 1
_SHIFTED = 2
_DIM = 3
_TURNED = 4
_ANSWERS = (
    (OK, "all dots, whole frame", _WELL),
    (UP, "dark lines", _LINES),
    (LEFT, "shifted or torn", _SHIFTED),
    (RIGHT, "dim or flickers", _DIM),
    (DOWN, "upside down", _TURNED),
)
_KINDS = ("ssd1306", "sh1106")


class DisplayStep(Question):
    """All dots lit for a moment, then a frame with combs that show every row and column."""

    def __init__(self, trial):
        super().__init__(trial)
        self.any_key = True  # as long as all dots are lit
        if trial.app.board.display.broken:
            if not [sentence for sentence in trial.faults if sentence.startswith("Display: ")]:
                get = trial.app.settings.get
                trial.fault(
                    "Display: it answers and then falls silent. Look for a loose wire: 3V3, GND, "
                    + f"GP{get('sda')}, GP{get('scl')}."
                )
            self.over = True

    def press(self, key):
        if self.any_key:
            self._put()
        else:
            super().press(key)

    def tick(self, now):
        if self.any_key:
            if self.passed(now) < ALL_LIT_MS:
                return 0
            self._put()
            return PICTURE
        return super().tick(now)

    def _put(self):
        self.any_key = False
        self.put(_HEADING, _ANSWERS)

    def answered(self, value):
        trial = self.trial
        get = trial.app.settings.get
        other = _KINDS[1 - _KINDS.index(get("display"))]
        if value == _WELL:
            trial.well("display")
        elif value == _LINES:
            trial.fault("Display: lines stay dark. Its glass is damaged: change the display.")
        elif value == _SHIFTED:
            trial.fault(
                "Display: it has the other controller. Put into settings.txt: display " + other
            )
        elif value == _DIM:
            trial.fault(
                "Display: dim or flickering. Check 3V3 and GND, and contrast in settings.txt; it "
                + f"is {get('contrast')} of 255."
            )
        elif value == _TURNED:
            trial.fault("Display: upside down. Turn the module; no setting does it.")
        else:
            trial.unanswered(
                "Display: nobody said if it is right. Snow on it? Put into settings.txt: display "
                + other
            )
        self.over = True

    def draw(self, frame):
        if self.any_key:
            frame.clear(1)
            # Dark lines are seen beside it.
            frame.text_centre("any key: go on", 0, widgets.BOTTOM, WIDTH, 0)
            return
        frame.outline(0, 0, WIDTH, HEIGHT)
        for x in range(2, WIDTH - 2, 2):
            frame.vline(x, 2, 4)
            frame.vline(x, HEIGHT - 6, 4)
        for y in range(8, HEIGHT - 8, 2):
            frame.hline(2, y, 4)
            frame.hline(WIDTH - 6, y, 4)
        self.rows(frame, 9)
