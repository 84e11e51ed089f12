"""The first screen: go on with the game at hand, or choose one."""

from firmware.screens.list_screen import ListScreen
from shared_engine import catalogue

TESTED = "tested"  # the file of a device that is not offered the self-test any more


class HomeScreen(ListScreen):
    """The game at hand, the catalogue, kept games, brightness of the matrix, self-test."""

    heading = "Which game?"
    hint = "▲▼ choose  OK open"

    def shown(self):
        self.chosen = 0

    def count(self):
        return len(catalogue.GAMES) + (4 if self.app.play else 3)

    def row(self, at):
        play = self.app.play
        if play:
            if at == 0:
                over = play.game.winner(play.state) is not None
                return ("Result" if over else "Go on", play.game.title)
            at -= 1
        if at == len(catalogue.GAMES):
            return ("Kept games", "")
        if at == len(catalogue.GAMES) + 1:
            return ("Brightness", "")
        if at > len(catalogue.GAMES):
            return ("Self-test", "")
        return (catalogue.GAMES[at][1], "new game" if play else "")

    def take(self, at):
        if self.app.play:
            at -= 1
        if at < 0:
            self.app.open_game()
        elif at < len(catalogue.GAMES):
            self.app.visit("setup", "SetupScreen", catalogue.load(catalogue.GAMES[at][0]))
        elif at == len(catalogue.GAMES):
            self.app.visit("kept", "KeptScreen")
        elif at == len(catalogue.GAMES) + 1:
            self.app.visit("brightness", "BrightnessScreen")
        else:
            self.app.visit("self_test", "SelfTestScreen")

    def leave(self):
        """There is nowhere to go back to."""
