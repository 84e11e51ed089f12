"""What is asked after three failures in a row, before anything is started again."""

from firmware.buttons import DOWN, RIGHT, UP
from firmware.screens.choice import Choice

GO_ON = 1
WITHOUT_GAME = 2
LEAVE = 3

_ANSWERS = (
    (UP, "go on with the game", None, GO_ON),
    (RIGHT, "start without the game", None, WITHOUT_GAME),
    (DOWN, "leave to the REPL", None, LEAVE),
)


def safe_menu(app, chosen):
    """The screen that asks; `chosen` is called with GO_ON, WITHOUT_GAME or LEAVE.

    It touches neither the storage nor any game, so that it comes up whatever has failed.
    """
    return Choice(app, "It failed three times", _ANSWERS, chosen, "Your game is kept.")
