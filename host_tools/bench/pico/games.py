"""The games played on the emulated Pico: keys as `host_tools.device.read_keys` takes them.

They stay as they are, so that the figures of two versions can be compared.
"""

from host_tools.bench.game import SCRIPTS
from host_tools.device import Device

_THREE_PLAYERS = 3
_FLEE_WORDS = 42  # of the bench's game; behind them the game is on the screen, no menu

_FUGITIVE = (
    "left right up left",  # two hideouts, two draws
    "ok_down wait:1500 right wait:300 ok_up",  # two hidden cards: the notebook
    "ok left left right right ok left down ok up left up ok up right ok left",
    "back back right",
)

_MONSTER = (
    "left up right ok down left back up right left up ok",
    "left! back down back back left right up",
)

# Name of a game: the keys from the first screen to the game, and those of the game.
GAMES = {
    "flee_the_scene": (
        SCRIPTS[_THREE_PLAYERS][0],
        " ".join(SCRIPTS[_THREE_PLAYERS][1].split()[:_FLEE_WORDS]),
    ),
    "fugitive": ("down ok ok", " ".join(_FUGITIVE)),
    "monster": ("down down ok ok left ok right ok", " ".join(_MONSTER)),
}

# The first of them once more, with every kind of press and to its end.
WHOLE = SCRIPTS[_THREE_PLAYERS][1]


def begun(name, keys=""):
    """The Play of the game called `name` as its opening keys, and then `keys`, leave it."""
    device = Device()
    device.follow(GAMES[name][0])
    device.follow(keys)
    return device.app.play


def actions(name, keys):
    """How many actions are done and taken back when `keys` are pressed in a new game `name`."""
    device = Device()
    device.follow(GAMES[name][0])
    count = 0
    for word in keys.split():
        done = device.app.play.done
        device.follow(word)
        count += abs(device.app.play.done - done)
    return count
