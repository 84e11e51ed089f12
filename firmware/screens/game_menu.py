"""The menu of a game, opened by holding BACK."""

from firmware.screens.brightness import BrightnessScreen
from firmware.screens.correct import CorrectScreen
from firmware.screens.help import HelpScreen
from firmware.screens.history import HistoryScreen
from firmware.screens.list_screen import ListScreen


class GameMenu(ListScreen):
    """Redo, correct, history, help, brightness, leave."""

    heading = "Game menu"

    def __init__(self, app, game_screen):
        super().__init__(app)
        self.game_screen = game_screen

    def rows(self):
        undone = self.app.play.undone
        redo = ("Redo", self.app.play.text(self.app.play.done) if undone else "nothing")
        return [
            redo,
            ("Help for this step", ""),
            ("History", str(self.app.play.done)),
            ("Correct a value", ""),
            ("Brightness", ""),
            ("Leave (game is kept)", ""),
        ]

    def take(self, at):
        app = self.app
        if at == 0:
            if app.play.undone:
                app.play.redo()
        elif at == 1:
            app.push(HelpScreen(app, *self.game_screen.help()))
        elif at == 2:
            app.push(HistoryScreen(app))
        elif at == 3:
            app.push(CorrectScreen(app))
        elif at == 4:
            app.push(BrightnessScreen(app))
        else:
            app.home()
