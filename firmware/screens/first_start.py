"""A new device offers to test itself, once."""

from firmware.buttons import BACK, OK
from firmware.picture import widgets
from firmware.screens.home import TESTED
from firmware.screens.screen import Screen


class FirstStartScreen(Screen):
    """OK tests, BACK is later; whichever it is, the offer is not made again."""

    def press(self, key):
        if key not in (OK, BACK):
            self.app.notice("OK or BACK")
            return
        try:
            self.app.board.files.write(TESTED, b"")
        except OSError:
            pass  # then it is offered once more
        self.app.pop()
        if key == OK:
            self.app.visit("self_test", "SelfTestScreen")

    def draw(self, frame):
        widgets.title(frame, "A new device")
        text = "Is all wired well? The self-test looks at buttons, display and lights. Later it is"
        lines = widgets.wrapped(frame, text + " in the first menu.")
        for at in range(len(lines)):
            frame.text(lines[at], 2, widgets.TOP + 1 + widgets.ROW * at)
        widgets.bottom(frame, "OK test now  BACK later")
