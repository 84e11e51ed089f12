"""Set-up of a game: the number of players and the game's own options."""

from firmware.buttons import BACK, DOWN, LEFT, OK, RIGHT, UP
from firmware.picture import widgets
from firmware.screens.labels import called
from firmware.screens.screen import Screen
from shared_engine.errors import IllegalAction
from shared_engine.play import Play


class SetupScreen(Screen):
    """One row an option; starts with what the last group chose, so that OK alone begins.

    A secret is shown, and changed by the arrows, only while OK is held on its row.
    options, names: what to start with instead of the last group's.
    """

    repeats = 1 << UP | 1 << DOWN | 1 << LEFT | 1 << RIGHT

    def __init__(self, app, game, options=None, names=()):
        super().__init__(app)
        self.game = game
        self.chosen = 0
        self.names = names
        self._open = False  # whether the secret of the chosen row is shown
        problem = ""
        if options is None:
            options, self.names, problem = app.settings.group(game)
        self.options = game.complete(options)
        if problem:
            app.notice(f"In {problem}")

    def _choices(self):
        return self.game.options(self.options["players"])

    def _at_secret(self):
        return self.chosen > 0 and self._choices()[self.chosen - 1].secret

    def _go_to(self, row):
        self.chosen = row
        self.holds = 1 << OK if self._at_secret() else 0

    # --- keys ---

    def press(self, key):
        if key == BACK:
            self.app.pop()
        elif key == OK:
            self._begin()
        elif self._open:
            self._change(1 if key in (RIGHT, UP) else -1)
        elif key in (UP, DOWN):
            count = len(self._choices()) + 1
            self._go_to((self.chosen + (1 if key == DOWN else -1)) % count)
        elif self._at_secret():
            self.app.notice("Hold OK, then ◄► changes it. Let go, and it is hidden.")
        else:
            self._change(1 if key == RIGHT else -1)

    def hold(self, key):
        self._open = True

    def release(self, key):
        self._open = False

    def _change(self, by):
        if self.chosen == 0:
            span = self.game.most - self.game.fewest + 1
            at = (self.options["players"] - self.game.fewest + by) % span
            self.options["players"] = self.game.fewest + at
            # Nothing of players who are gone may wait for a later, larger group.
            kept = {"players": self.options["players"]}
            for option in self._choices():
                value = self.options.get(option.name)
                if value in option.choices:
                    kept[option.name] = value
            self.options = self.game.complete(kept)
            return
        option = self._choices()[self.chosen - 1]
        values = option.choices if option.default is not None else (None,) + option.choices
        at = values.index(self.options[option.name])
        for _ in values:
            at = (at + by) % len(values)
            # What has been dealt to somebody else is passed over; of secrets that would tell.
            if not option.dealt or option.secret or self._fits(option, values[at]):
                break
        self.options[option.name] = values[at]

    def _fits(self, option, value):
        options = self._without_secrets()
        options[option.name] = value
        return not self._refusal(options)

    def _without_secrets(self):
        options = dict(self.options)
        for option in self._choices():
            if option.secret:
                options[option.name] = option.default
        return options

    def _refusal(self, options):
        """Why these options do not go together; "" if they do."""
        try:
            self.game.new(options)
        except IllegalAction as refusal:
            return refusal.reason
        return ""

    def _begin(self):
        lacking = self.game.lacking(self.options)
        if lacking:
            self._go_to_open_row()
            self.app.notice(lacking + ".")
            return
        reason = self._refusal(self.options)
        if reason:
            self._say(reason)
            return
        # The same number of people is taken for the same people.
        known = len(self.names) == self.options["players"]
        play = Play(self.game, self.options, self.names if known else ())
        self.app.begin(play)
        # Where it cannot be written the game cannot either, and its keeper says so.
        self.app.later(lambda: self.app.settings.keep_group(play))

    def _go_to_open_row(self):
        choices = self._choices()
        for at in range(len(choices)):
            option = choices[at]
            if not option.secret and self.options[option.name] is None:
                self._go_to(at + 1)
                return

    def _say(self, reason):
        """Why it cannot begin; where secrets are the reason, nothing that tells one of them."""
        public = self._without_secrets()
        if not self._refusal(public):
            self.options = public
            reason = "The secrets cannot all be right. They are cleared: enter them again."
        self.app.notice(reason)

    # --- what is shown ---

    def draw(self, frame):
        widgets.title(frame, self.game.title)
        choices = self._choices()

        def row(at):
            label, value = self._row(choices, at)
            arrows = at == self.chosen and (self._open or not self._at_secret())
            return (label, "◄ " + value + " ►" if arrows else value)

        widgets.rows(frame, len(choices) + 1, self.chosen, row)
        if self._open:
            keys = "◄► value   let go: hidden"
        elif self._at_secret():
            keys = "▲▼ row OK start held: set"
        else:
            keys = "▲▼ row ◄► value OK start"
        widgets.bottom(frame, keys)

    def _row(self, choices, at):
        if at == 0:
            return ("Players", str(self.options["players"]))
        option = choices[at - 1]
        label = f"P{option.player} {option.label}" if option.player else option.label
        value = self.options[option.name]
        if value is None:
            return (label, "-")
        if option.secret and not (self._open and at == self.chosen):
            return (label, "given")
        return (label, " ".join([called(word, self.app.settings) for word in value]))
