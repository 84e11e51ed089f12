"""The games of the companion. A new game is one line here, its own files, and nothing else."""

from shared_engine.errors import IllegalAction
from shared_engine.words import quoted

# (the word after `game`, what people call it); modules in shared_engine.games and
# firmware.games have the word as their name.
GAMES = (
    ("flee_the_scene", "Flee the Scene"),
    ("fugitive", "Fugitive"),
    ("monster", "Monster auf der Flucht"),
)

NAMES = tuple(name for name, _ in GAMES)


def load(name):
    """The Game called `name`; its module is imported only now, memory on the device is short."""
    if name not in NAMES:
        raise IllegalAction(f"no game is called {quoted(name)}", NAMES)
    return __import__("shared_engine.games." + name, None, None, ("GAME",)).GAME
