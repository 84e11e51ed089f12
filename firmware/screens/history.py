"""What has been done, newest first, and what each action changed."""

from firmware.screens.labels import action_text, label_of, none_for_null
from firmware.screens.list_screen import ListScreen
from shared_engine.shape import changes


class HistoryScreen(ListScreen):
    """Every action that stands, with who did it."""

    heading = "History"

    def count(self):
        return self.app.play.done

    def row(self, at):
        play = self.app.play
        number = play.done - at
        return (f"{number} {action_text(play, number - 1)}", "")

    def take(self, at):
        self.app.push(ReasonScreen(self.app, self.app.play.done - 1 - at))


class ReasonScreen(ListScreen):
    """The numbers one action changed, from what to what."""

    hint = "▲▼ look  BACK"

    def __init__(self, app, at):
        super().__init__(app)
        play = app.play
        self.heading = f"{at + 1} {action_text(play, at)}"
        before = play.state_before(at)
        after = play.game.apply(before, play.action(at))
        shape = play.game.shape(before)
        self._rows = [
            (label_of(play, shape, path), _change(old, new))
            for path, old, new in changes(shape, before, after)
        ]

    def count(self):
        return len(self._rows)

    def row(self, at):
        return self._rows[at]

    def take(self, at):
        self.app.pop()


def _change(old, new):
    """From what to what; of a list that has grown only what is new."""
    if old.startswith("[") and new.startswith(old[:-1]):
        return "+" + " ".join([item for item in new[len(old) - 1 : -1].split(",") if item])
    return none_for_null(old) + " → " + none_for_null(new)
