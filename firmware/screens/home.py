"""The first screen: go on with the game at hand, or choose one."""

from firmware.screens.brightness import BrightnessScreen
from firmware.screens.list_screen import ListScreen
from firmware.screens.setup import SetupScreen
from shared_engine import catalogue


class HomeScreen(ListScreen):
    """The game at hand, the catalogue, the brightness of the matrix."""

    heading = "Which game?"
    hint = "▲▼ choose  OK open"

    def rows(self):
        rows = [(title, "") for _, title in catalogue.GAMES] + [("Brightness", "")]
        if self.app.play:
            turn = self.app.play.state["turn"]
            rows.insert(0, ("Go on: " + self.app.play.game.title, "turn " + str(turn[-1])))
        return rows

    def take(self, at):
        if self.app.play:
            at -= 1
        if at < 0:
            self.app.open_game()
        elif at < len(catalogue.GAMES):
            self.app.push(SetupScreen(self.app, catalogue.load(catalogue.GAMES[at][0])))
        else:
            self.app.push(BrightnessScreen(self.app))

    def leave(self):
        """There is nowhere to go back to."""
