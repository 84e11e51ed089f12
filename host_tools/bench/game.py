"""The games the bench plays: keys as `host_tools.device.read_keys` takes them.

They stay as they are, so that the figures of two versions can be compared. Every kind of press is
in them: place, move, two others standing in, missions, robbing, delivering, refusals, undo across
turns, every screen of the menu, held keys, the last round and the end. The waits let the matrix
blink, the hint come and a notice go.
"""

GAME = "flee_the_scene"

_THREE = (
    "left up ok right left ok up up right down left",
    "up right ok left right up left back back right right wait:600 down up",
    "ok back left left ok right up ok up right right down down right",
    # A mistake, noticed in the next turn: taken back, looked up, done again.
    "left back back back! down down ok down down! ok down back back up up ok back wait:4500",
    "back! ok ok back back! down ok down back up back",
    "left right ok left left ok down up up up ok right down up ok down left",
    "right left ok up right right down ok up down back",
    # A number put right by hand, and taken back.
    "back! down down down ok down ok down ok up right down ok back back back",
    "back! down down down down ok up up down ok back back wait:3200",
    "down left up left ok down left up ok down right back back! ok back ok down up ok",
)

_FIVE = (
    "left up ok right left ok up up right down right",
    "right left ok right up ok left down left",
    "up up up up ok up left back up right down up",
    "ok back left right ok left left ok up up down left",
    "left left back left up right down down left wait:600",
    "right right right ok down up up up ok right ok down right",
    "back! down down ok ok back down ok back back back! back back back! ok ok back",
    "up up right ok up left down up",
    "left left ok left right down left",
    "left up ok down left down ok wait:4500 down left",
    "up left left up ok left down left back back! ok back ok ok",
)

# Number of players: the keys from the first screen to the game, and those of the game.
SCRIPTS = {
    3: ("ok right ok", " ".join(_THREE)),
    5: ("ok right right right down right left ok", " ".join(_FIVE)),
}

# Games that never end can become as long as wanted: no form with one of these words is used then.
ENDLESS_WITHOUT = {
    "flee_the_scene": ("deliver",),
    "fugitive": ("escape", "hit"),
    "monster": ("advance", "reveal"),
}

# In a long game: the menu, its history, one entry of it, and back.
LOOKING = "back! down down ok down ok back back back"
TO_HISTORY = "back! down down ok"
