"""Plays any game at random, the same way each time; runs on both Pythons."""

from shared_engine.errors import IllegalAction
from shared_engine.shape import leaves


class Walk:
    """Plays a game at random, the same way each time."""

    def __init__(self, play):
        self.play = play
        self._seed = 7

    def _below(self, limit):
        self._seed = (self._seed * 1103 + 12345) & 0xFFFFF
        return (self._seed >> 4) % limit

    def step(self):
        """Do some action that is legal, or a correction where none can be read from its form."""
        play = self.play
        forms = sorted(play.game.legal(play.state))
        while forms:
            form = forms.pop(self._below(len(forms)))
            try:
                play.do(play.read(form.split(" ")))
                return
            except IllegalAction:
                pass  # a form with a range in it
        shape = play.game.shape(play.state)
        path, leaf, value = leaves(shape, play.state)[0]
        play.do(("set", path, leaf.step(value, 1)))
