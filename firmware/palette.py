"""The colours of the matrix, by meaning, as 0xRRGGBB at full brightness (the matrix dims them).

Chosen so that people who see red and green alike still tell them apart; position and blinking
always say the same as the colour does.
"""

DARK = 0x000000
TRAIN = 0xFF7000  # orange
TRUCK = 0x0060FF  # blue
SHIP = 0x00C060  # bluish green
TURN = 0xFFFFFF  # whose turn it is
LIMIT = 0xFF0040  # the player before whom the game ends


def dimmed(colour, part=8):
    """The colour at one `part`-th of its strength, at least a glimmer where it had any."""
    result = 0
    for shift in (16, 8, 0):
        channel = colour >> shift & 0xFF
        if channel:
            result |= max(channel // part, 1) << shift
    return result
