"""The self-test: its steps one after the other, each in memory only while it runs."""

from firmware import kit, loading
from firmware.buttons import BACK
from firmware.screens.home import TESTED
from firmware.screens.screen import Screen
from firmware.self_test.trial import Trial

_FOLDER = "firmware.self_test"
# The modules of each step, that of its class first.
_STEPS = (
    (("start",), "StartStep"),
    (("buttons", "contacts"), "ButtonsStep"),
    (("display",), "DisplayStep"),
    (("leds",), "LedsStep"),
)
_NAMES = ("start", "buttons", "contacts", "display", "leds", "trial", "step")


class SelfTestScreen(Screen):
    """Goes through the steps, then shows the report. BACK leaves, held where BACK is an answer.

    say: takes every finding as a line (see Trial), or None.
    over: whether the report was reached or the test was left.
    """

    beside = tuple([_FOLDER + "." + name for name in _NAMES]) + (_FOLDER, "firmware.drivers.probe")

    def __init__(self, app, say=None):
        super().__init__(app)
        self.over = False
        self.trial = Trial(app, app.board.probe(), say)
        self._brightness = app.pixels.brightness
        # A matrix that is set to dark could not be looked at.
        app.set_brightness(max(self._brightness, kit.MATRIX_BRIGHTNESS))
        self._at = -1
        self.step = None
        self._next()

    def _next(self):
        self.step = None  # it would keep its module in memory
        if self._at >= 0 and self.app.board.short_of_memory:
            for name in _STEPS[self._at][0]:
                loading.unload(_FOLDER + "." + name)
        self._at += 1
        if self._at >= len(_STEPS):
            self._report()
            return
        modules, name = _STEPS[self._at]
        self.step = loading.load(_FOLDER + "." + modules[0], name)(self.trial)
        self.holds = self.step.holds
        self.app.changed()
        self._go_on()

    def _go_on(self):
        if self.step and self.step.over:
            self._next()

    def press(self, key):
        if key == BACK and self.step.holds >> BACK & 1:
            self.step.press(key)
        elif self.trial.meant[key] == BACK and not self.step.any_key:
            self.leave()
            return
        else:
            self.step.press(self.trial.meant[key])
        self._go_on()

    def hold(self, key):
        self.leave()

    def tick(self, now):
        if self.app.turn_clock:
            self.app.turn_clock.asleep = True  # nobody plays meanwhile
        stale = self.step.tick(now)
        self._go_on()
        return stale

    def leave(self):
        """Go back before the end; what was found so far is shown."""
        faults = self.trial.faults
        self._end(False)
        self.app.pop()
        if faults:
            told = ["The test was left", "before its end."]
            self.app.visit("self_test_report", "SelfTestReport", faults, told)

    def _report(self):
        trial = self.trial
        app = self.app
        self._end(True)
        try:
            if app.board.files.read(TESTED) is None:
                app.board.files.write(TESTED, b"")
        except OSError:
            pass  # then it is offered once more
        app.pop()
        app.visit("self_test_report", "SelfTestReport", trial.faults, trial.figures)

    def _end(self, complete):
        self.over = True
        self.trial.probe.release()
        self.app.set_brightness(self._brightness)
        self.trial.end(complete)
        # The app remembers for each key where it went down last: none of this is to stay for it.
        self.step = None
        self.trial = None

    def draw(self, frame):
        self.step.draw(frame)

    def light(self, pixels):
        self.step.light(pixels)
