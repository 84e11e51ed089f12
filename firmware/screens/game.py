"""What all game screens share: BACK undoes, BACK held opens the game's menu."""

from firmware.buttons import BACK
from firmware.screens.labels import action_text
from firmware.screens.screen import LIGHTS, PICTURE, Screen
from shared_engine.errors import IllegalAction

BLINK_MS = 500
_HINT_TURNS = 12  # blinks until the hints begin again
_HINT_OTHER = 8  # from this blink on the other hint is shown
UNDO_HINT = "BACK undo   held: menu"


class GameScreen(Screen):
    """Keeps the Play at hand and does actions on it, undo included.

    A subclass draws, lights and answers `act(key)`; `help()` gives heading and text for the step.
    `blink` changes twice a second. `hint(text)` is `text`, and every so often what BACK does.
    """

    holds = 1 << BACK

    def __init__(self, app):
        super().__init__(app)
        self.play = app.play
        self.blink = True
        self._since = app.clock.ticks_ms()
        self._blinks = 0
        self._clock_text = ""

    @property
    def state(self):
        return self.play.state

    def press(self, key):
        self._blinks = 0
        if key == BACK:
            self.undo()
        else:
            self.act(key)

    def act(self, key):
        """A key other than BACK was pressed."""

    def help(self):
        """Heading and text of the help for the step at hand."""
        return ("Help", "")

    def hold(self, key):
        self.app.visit("game_menu", "GameMenu", self)

    def do(self, *action):
        """Do an action and come back to this screen; a refusal is shown with its reason.

        True when it was done.
        """
        self.app.back_to(self)
        try:
            self.play.do(action)
        except IllegalAction as refusal:
            self.app.notice(refusal.reason)
            return False
        return True

    def undo(self):
        if not self.play.done:
            self.app.notice("Nothing to undo. Hold BACK for the menu.")
            return
        text = action_text(self.play, self.play.done - 1)
        self.play.undo()
        self.app.notice("Undone: " + text)

    @property
    def clock_text(self):
        """The time left of the player to move, in brackets while paused; "" without a clock."""
        clock = self.app.turn_clock
        if not clock:
            return ""
        text = clock.text(self.play.game.to_move(self.state))
        return "(" + text + ")" if clock.paused else text

    def tick(self, now):
        if self.app.turn_clock:
            text = self.clock_text
            if text != self._clock_text:
                self._clock_text = text
                return self._blink_tick(now) | PICTURE
        return self._blink_tick(now)

    def _blink_tick(self, now):
        if self.app.clock.ticks_diff(now, self._since) < BLINK_MS:
            return 0
        self._since = now
        self.blink = not self.blink
        self._blinks = (self._blinks + 1) % _HINT_TURNS
        if self._blinks == 0 or self._blinks == _HINT_OTHER:
            return LIGHTS | PICTURE
        return LIGHTS

    def hint(self, text):
        """What the bottom line says now: `text`, or for a while what BACK does."""
        return UNDO_HINT if self._blinks >= _HINT_OTHER else text
