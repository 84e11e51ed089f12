"""What has been done, newest first, and what each action changed."""

from firmware.screens.labels import label_of
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
        return (f"{number} {play.text(number - 1)}", "")

    def take(self, at):
        self.app.push(ReasonScreen(self.app, self.app.play.done - 1 - at))


class ReasonScreen(ListScreen):
    """The numbers one action changed, from what to what."""

    hint = "▲▼ look  BACK"

    def __init__(self, app, at):
        super().__init__(app)
        play = app.play
        self.heading = f"{at + 1} {play.text(at)}"
        before = play.state_before(at)
        after = play.game.apply(before, play.action(at))
        shape = play.game.shape(before)
        self._rows = [
            (label_of(play, shape, path), f"{old} → {new}")
            for path, old, new in changes(shape, before, after)
        ]

    def count(self):
        return len(self._rows)

    def row(self, at):
        return self._rows[at]

    def take(self, at):
        self.app.pop()
