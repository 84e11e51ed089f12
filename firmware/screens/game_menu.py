"""The menu of a game, opened by holding BACK."""

from firmware.screens.labels import action_text
from firmware.screens.list_screen import ListScreen

_ROWS = (
    "Redo",
    "Help for this step",
    "History",
    "Correct a value",
    "Brightness",
    "Leave (game is kept)",
)
_REDO, _HELP, _HISTORY, _CORRECT, _BRIGHTNESS, _LEAVE = range(6)


class GameMenu(ListScreen):
    """Redo, correct, history, help, brightness, leave."""

    heading = "Game menu"

    def __init__(self, app, game_screen):
        super().__init__(app)
        self.game_screen = game_screen

    def count(self):
        return len(_ROWS)

    def row(self, at):
        play = self.app.play
        if at == _REDO:
            return (_ROWS[at], action_text(play, play.done) if play.undone else "nothing")
        return (_ROWS[at], str(play.done) if at == _HISTORY else "")

    def take(self, at):
        app = self.app
        if at == _REDO:
            if app.play.undone:
                app.play.redo()
        elif at == _HELP:
            app.visit("help", "HelpScreen", *self.game_screen.help())
        elif at == _HISTORY:
            app.visit("history", "HistoryScreen")
        elif at == _CORRECT:
            app.visit("correct", "CorrectScreen")
        elif at == _BRIGHTNESS:
            app.visit("brightness", "BrightnessScreen")
        else:
            app.home()
