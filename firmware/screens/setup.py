"""Set-up of a game: the number of players and the game's own options."""

from firmware.buttons import BACK, DOWN, LEFT, OK, RIGHT, UP
from firmware.picture import widgets
from firmware.screens.screen import Screen
from shared_engine.errors import IllegalAction
from shared_engine.play import Play


class SetupScreen(Screen):
    """One row an option; starts with what the last group chose, so that OK alone begins."""

    repeats = 1 << UP | 1 << DOWN | 1 << LEFT | 1 << RIGHT

    def __init__(self, app, game):
        super().__init__(app)
        self.game = game
        self.chosen = 0
        options, self.names, problem = app.settings.group(game)
        self.options = game.complete(options)
        if problem:
            app.notice(f"In {problem}")

    def press(self, key):
        choices = self.game.options(self.options["players"])
        if key == BACK:
            self.app.pop()
        elif key == OK:
            self._begin()
        elif key in (UP, DOWN):
            self.chosen = (self.chosen + (1 if key == DOWN else -1)) % (len(choices) + 1)
        else:
            self._change(1 if key == RIGHT else -1, choices)

    def _change(self, by, choices):
        if self.chosen == 0:
            span = self.game.most - self.game.fewest + 1
            at = (self.options["players"] - self.game.fewest + by) % span
            self.options["players"] = self.game.fewest + at
            # Options of players who are gone must not wait for a later, larger group.
            known = [option.name for option in self.game.options(self.options["players"])]
            kept = {name: self.options[name] for name in known if name in self.options}
            kept["players"] = self.options["players"]
            self.options = self.game.complete(kept)
            return
        option = choices[self.chosen - 1]
        values = option.choices if option.default is not None else (None,) + option.choices
        at = values.index(self.options[option.name]) + by
        self.options[option.name] = values[at % len(values)]

    def _begin(self):
        try:
            # The same number of people is taken for the same people.
            known = len(self.names) == self.options["players"]
            play = Play(self.game, self.options, self.names if known else ())
        except IllegalAction as refusal:
            self.app.notice(refusal.reason)
            return
        self.app.begin(play)
        # Where it cannot be written the game cannot either, and its keeper says so.
        self.app.settings.keep_group(play)

    def draw(self, frame):
        widgets.title(frame, self.game.title)
        choices = self.game.options(self.options["players"])

        def row(at):
            label, value = self._row(choices, at)
            return (label, "◄ " + value + " ►" if at == self.chosen else value)

        widgets.rows(frame, len(choices) + 1, self.chosen, row)
        widgets.bottom(frame, "▲▼ row ◄► value OK start")

    def _row(self, choices, at):
        if at == 0:
            return ("Players", str(self.options["players"]))
        option = choices[at - 1]
        label = f"P{option.player} {option.label}" if option.player else option.label
        value = self.options[option.name]
        if value is None:
            return (label, "-")
        return (label, "given" if option.secret else " ".join(value))
