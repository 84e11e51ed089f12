"""What has been done, newest first, and what each action changed."""

from firmware.screens.labels import action_text, is_secret, label_of, none_for_null
from firmware.screens.list_screen import ListScreen
from shared_engine.shape import changes

_BLOCK = 16  # actions
_NAME = 4  # letters


class HistoryScreen(ListScreen):
    """Every action that stands, with who did it."""

    heading = "History"
    hint = "▲▼ choose  OK look  BACK"

    def __init__(self, app):
        super().__init__(app)
        self._movers = {}  # block number: who was to move, for the actions in it

    def count(self):
        return self.app.play.done

    def row(self, at):
        play = self.app.play
        number = play.done - at
        who = play.name(self._mover(number - 1))[:_NAME]
        return (f"{number} {action_text(play, number - 1)}", who)

    def _mover(self, at):
        # Found out for many at once: each time the game is played again up to there.
        block = at // _BLOCK
        if block not in self._movers:
            self._movers = {block: self.app.play.movers(block * _BLOCK, _BLOCK)}
        return self._movers[block][at % _BLOCK]

    def take(self, at):
        self.app.push(ReasonScreen(self.app, self.app.play.done - 1 - at))


class ReasonScreen(ListScreen):
    """The numbers one action changed, from what to what; secrets only by name."""

    hint = "▲▼ look  BACK"

    def __init__(self, app, at):
        super().__init__(app)
        play = app.play
        self.heading = f"{at + 1} {action_text(play, at)}"
        before = play.state_before(at)
        after = play.game.apply(before, play.action(at), True)
        shape = play.game.shape(before)
        self._rows = [
            (label_of(play, shape, path), _change(old, new))
            for path, old, new in changes(shape, before, after)
            if not is_secret(shape, path)
        ]
        # Of a secret that is named, or may have changed, no more than that.
        named = _named(shape, play.action(at))
        for key, child in shape.pairs:
            if child.secret and (key in named or before[key] != after[key]):
                self._rows.append((key.replace("_", " "), "secret"))

    def count(self):
        return len(self._rows)

    def row(self, at):
        return self._rows[at]

    def take(self, at):
        self.app.pop()


def _named(shape, action):
    """The values that a correction names, by their keys; none for any other action."""
    if action[0] != "set":
        return ()
    return [shape.key(action[at][0]) for at in range(1, len(action), 2)]


def _change(old, new):
    """From what to what; of a list that has grown only what is new."""
    if old.startswith("[") and new.startswith(old[:-1]):
        return "+" + " ".join([item for item in new[len(old) - 1 : -1].split(",") if item])
    return none_for_null(old) + " → " + none_for_null(new)
