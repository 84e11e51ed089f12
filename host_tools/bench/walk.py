"""A long game played at random, the same way each time.

Working out what is legal can take a game long, and more memory than the counting MicroPython has,
which never collects any. So it is played here, and done again there (`host_tools.bench.again`).
"""

from binascii import hexlify

from host_tools.bench.again import set_up
from host_tools.bench.game import ENDLESS_WITHOUT
from shared_engine import catalogue
from shared_engine.errors import IllegalAction
from shared_engine.play import Play
from shared_engine.shape import leaves

_PORTION = 12  # actions in a text


class Walk:
    """Plays a game at random and never to its end."""

    def __init__(self, play):
        self.play = play
        self._without = ENDLESS_WITHOUT.get(play.game.name, ())
        self._seed = 7

    def _below(self, limit):
        self._seed = (self._seed * 1103 + 12345) & 0xFFFFF
        return (self._seed >> 4) % limit

    def step(self):
        """Do some action that is legal, or where none leads on a correction that does."""
        play = self.play
        forms = [form for form in sorted(play.game.legal(play.state)) if self._leads_on(form)]
        while forms:
            form = forms.pop(self._below(len(forms)))
            words = [self._number_of(word) for word in form.split(" ") if word != "[…]"]
            try:
                play.do(play.read(words))
                return
            except IllegalAction:
                pass  # not every number of a form is legal
        # A game that must end, as by an empty deck, goes on with the first value at its highest.
        path, leaf, value = leaves(play.game.shape(play.state), play.state)[0]
        if value == leaf.high:
            raise AssertionError(f"a game of {play.game.name} ends after {play.done} actions")
        play.do(("set", path, leaf.high))

    def _leads_on(self, form):
        for word in form.split(" "):
            if word in self._without:
                return False
        return True

    def _number_of(self, word):
        """`word`, or where it stands for several numbers one of them."""
        if ".." not in word:
            return word
        sign = "+" if word[0] == "+" else ""
        low, high = [int(number) for number in word[len(sign) :].split("..")]
        return sign + str(low + self._below(high - low + 1))


def walked(game, count, players=None):
    """`count` actions of the game called `game`, one after the other: a list of texts for `again`.

    players: how many, the game's usual number by default. A text is short enough to be an argument
    of a script on MicroPython.
    """
    play = Play(catalogue.load(game), set_up(catalogue.load(game), players))
    walk = Walk(play)
    for _ in range(count):
        walk.step()
    words = [str(hexlify(play.packed(at)), "ascii") for at in range(count)]
    return [",".join(words[at : at + _PORTION]) for at in range(0, count, _PORTION)]
