"""What every part of the self-test is, and the questions among them."""

from firmware.buttons import DOWN, KEYS, LEFT, OK, RIGHT, UP
from firmware.picture import widgets
from firmware.screens.screen import LIGHTS, PICTURE

ANSWER_MS = 60_000  # a question that nobody answers is left open
_SIGNS = {UP: "▲", DOWN: "▼", LEFT: "◄", RIGHT: "►", OK: "OK"}


class Step:
    """A picture, what the keys do, and when it is over. Asked by the screen, as a Screen is.

    over    whether the next step may come
    any_key whether BACK is a key like the others now, and does not leave
    holds   bit mask of the keys that act when they are let go; BACK among them: held it leaves
    """

    over = False
    any_key = False
    holds = 0

    def __init__(self, trial):
        self.trial = trial
        self.since = trial.app.clock.ticks_ms()  # when what is shown now began

    def passed(self, now):
        """Milliseconds since `since`."""
        return self.trial.app.clock.ticks_diff(now, self.since)

    def press(self, key):
        """A key that does not leave the self-test."""

    def tick(self, now):
        """Time passes: LIGHTS, PICTURE, both or 0, what has changed by it."""
        return 0

    def draw(self, frame):
        """Draw the picture on the cleared `frame`."""

    def light(self, pixels):
        """Set the colours on the dark `pixels`."""


class Question(Step):
    """Up to five answers, each on its own key; an answer nobody gives is None.

    A subclass puts one question after another with `put`, and takes the answers in `answered`.
    """

    def __init__(self, trial):
        super().__init__(trial)
        self.heading = ""
        self.answers: tuple = ()

    def put(self, heading, answers):
        """Ask: `answers` are tuples of (key, words, what `answered` is given)."""
        self.heading = heading
        self.answers = answers
        self.since = self.trial.app.clock.ticks_ms()
        said = [KEYS[key].upper() + " " + words for key, words, _ in answers]
        self.trial.ask(heading + " " + ", ".join(said))

    def answered(self, value):
        """The question was answered, or with None left open for ANSWER_MS."""

    def press(self, key):
        for at, _, value in self.answers:
            if at == key:
                self.answers = ()
                self.answered(value)
                return

    def tick(self, now):
        if self.answers and self.passed(now) >= ANSWER_MS:
            self.answers = ()
            self.answered(None)
            return LIGHTS | PICTURE
        return 0

    def draw(self, frame):
        widgets.title(frame, self.heading)
        self.rows(frame, 2)
        widgets.bottom(frame, "key: answer  BACK leave")

    def rows(self, frame, x):
        """The answers, a row each, beginning at column `x`."""
        y = widgets.TOP + 1
        for key, words, _ in self.answers:
            frame.text(_SIGNS[key] + " " + words, x, y)
            y += widgets.ROW
