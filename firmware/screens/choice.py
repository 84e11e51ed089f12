"""Up to four answers, each on its own direction key."""

from firmware.buttons import BACK, DOWN, LEFT, RIGHT, UP
from firmware.picture import widgets
from firmware.picture.frame import WIDTH
from firmware.screens.overlay import Overlay

_UPPER, _MIDDLE, _LOWER = 21, 33, 45  # y of the answers
_ARROWS = {LEFT: "◄", UP: "▲", RIGHT: "►", DOWN: "▼"}


class Choice(Overlay):
    """One press answers; BACK goes one level up.

    answers: a list of (key, label, icon or None, value). `chosen(value)` leaves the screen, or puts
    the next question on top of it. line: a sentence above the answers.
    """

    def __init__(self, app, heading, answers, chosen, line=""):
        super().__init__(app)
        self.heading = heading
        self.answers = answers
        self.chosen = chosen
        self.line = line
        self._drop = 0 if not any([answer[2] for answer in answers]) else 7  # room for icons

    def press(self, key):
        if key == BACK:
            self.app.pop()
            return
        for answer in self.answers:
            if answer[0] == key:
                self.chosen(answer[3])
                return
        self.app.notice("not to be had here")

    def draw(self, frame):
        widgets.title(frame, self.heading)
        if self.line:
            frame.text_centre(frame.fit(self.line, WIDTH), 0, 11, WIDTH)
        for key, label, icon, _ in self.answers:
            self._answer(frame, key, label, icon)
        used = [answer[0] for answer in self.answers]
        keys = "".join([_ARROWS[key] for key in (LEFT, UP, RIGHT, DOWN) if key in used])
        choose = keys + " choose" if keys else ""
        back = "BACK" if len(self.app.stack) > 1 else ""
        widgets.bottom(frame, choose + "   " + back if choose and back else choose + back)

    def _answer(self, frame, key, label, icon):
        arrow = _ARROWS[key]
        big = label.isdigit()
        width = frame.text_width(arrow + " ")
        width += frame.big_width(label) if big else frame.text_width(label)
        if key == LEFT:
            x, y = 2, _MIDDLE
        elif key == RIGHT:
            x, y = WIDTH - 2 - width, _MIDDLE
        else:
            x, y = (WIDTH - width) // 2, _UPPER if key == UP else _LOWER
        y += self._drop
        if icon:
            frame.icon(icon, min(max(x + (width - icon[0]) // 2, 0), WIDTH - icon[0]), y - 16)
        if big:
            label_x = frame.text(arrow + " ", x, y)
            frame.big(label, label_x, y - 4)
        else:
            frame.text(arrow + " " + label, x, y)
