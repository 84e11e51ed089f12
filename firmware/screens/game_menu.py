"""The menu of a game, opened by holding BACK."""

from firmware.screens.labels import action_text
from firmware.screens.list_screen import ListScreen


class GameMenu(ListScreen):
    """Redo, correct, history, help, brightness, leave."""

    heading = "Game menu"

    def __init__(self, app, game_screen):
        super().__init__(app)
        self.game_screen = game_screen
        self._rows = [
            ("Redo", self._redo),
            ("Help for this step", self._help),
            ("History", self._history),
            ("Correct a value", self._correct),
            ("Brightness", self._brightness),
            ("Leave (game is kept)", app.home),
        ]
        if app.turn_clock:
            self._rows.insert(1, ("Clock", self._clock))

    def count(self):
        return len(self._rows)

    def row(self, at):
        label = self._rows[at][0]
        play = self.app.play
        if label == "Redo":
            return (label, action_text(play, play.done) if play.undone else "nothing")
        if label == "Clock":
            return (label, "go on" if self.app.turn_clock.paused else "pause")
        return (label, str(play.done) if label == "History" else "")

    def take(self, at):
        self._rows[at][1]()

    def _redo(self):
        if self.app.play.undone:
            self.app.play.redo()

    def _clock(self):
        clock = self.app.turn_clock
        clock.pause(not clock.paused)

    def _help(self):
        self.app.visit("help", "HelpScreen", *self.game_screen.help())

    def _history(self):
        self.app.visit("history", "HistoryScreen")

    def _correct(self):
        self.app.visit("correct", "CorrectScreen")

    def _brightness(self):
        self.app.visit("brightness", "BrightnessScreen")
