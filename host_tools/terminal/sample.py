"""A short game of Flee the Scene, told in keys: what the device can do, in a few pictures.

`MOMENTS` is a tuple of (keys, caption): the keys as `host_tools.device.read_keys` takes them, and
what the picture after them shows. `KEYS` is all of them in one script. Two players; player 1
delivers 14 points, and one last round follows.
"""

MOMENTS = (
    ("", "Switched on: which game?"),
    ("ok", "Set-up of Flee the Scene: two players and the vehicles they start with."),
    ("ok", "Player 1 is to place a vehicle. The bottom line says what the keys do."),
    ("left up", "A train was placed, then the truck moved: it counts as used now."),
    ("up", "No second truck is ready, so two other vehicles have to stand in: which?"),
    ("left ok", "Two trains stood in. In the city OK offers what is legal there."),
    ("left ok up", "An open mission was taken; with three in hand up to three can be robbed."),
    ("up down", "Two were robbed. To end the turn, one vehicle of the board is taken."),
    ("right", "The ship was taken and everything stands ready again; player 2 is to place."),
    ("back", "That was the wrong vehicle: BACK takes it back, across the turn."),
    (
        "down up right right ok right",
        "The truck it is. Player 2 placed and moved a ship and drew two hidden missions.",
    ),
    ("down left ok", "Player 2 took a train. Before placing, OK shows every count of the table."),
    (
        "ok up up ok down up up up ok",
        "Player 1 placed and moved a truck and delivers two: 7 points, and the second antiquity?",
    ),
    ("up up ok", "14 points! 13 are enough: a last round, up to player 1's next turn."),
    ("down up back!", "Player 2's last turn. BACK held down opens the menu of the game."),
    ("back left right down left", "Player 2 took the last turn: the game is over."),
)

KEYS = " ".join([keys for keys, _ in MOMENTS if keys])
