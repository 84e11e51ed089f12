"""What is asked after three failures in a row, before anything is started again."""

from firmware.buttons import DOWN, RIGHT, UP
from firmware.screens.choice import Choice

# Each with (whether to start at all, whether with the game).
_ANSWERS = (
    (UP, "go on with the game", None, (True, True)),
    (RIGHT, "start without the game", None, (True, False)),
    (DOWN, "leave to the REPL", None, (False, False)),
)


def safe_menu(app, chosen):
    """The screen that asks; `chosen` is called with (whether to start, whether with the game).

    It touches neither the storage nor any game, so that it comes up whatever has failed.
    """
    return Choice(app, "It failed three times", _ANSWERS, chosen, "Your game is kept.")
