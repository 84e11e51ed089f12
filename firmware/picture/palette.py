"""The colours of the matrix, by meaning, as 0xRRGGBB at full brightness (the matrix dims them).

Position and blinking always say the same as the colour does.
"""


SAFE = "safe"  # people who see red and green alike still tell these apart
VIVID = "vivid"  # as far apart as full colour vision allows
NAMES = (SAFE, VIVID)


class Palette:
    """One of the sets of colours; `name` is one of NAMES, or ValueError is raised.

    train, truck, ship  the vehicles
    turn                whose turn it is
    limit               the player before whom the game ends
    pile                cards left in a pile
    hideout, sprint     a hideout, and sprint cards below it
    guess               a number that was guessed
    heat                how likely a number is
    alien_green, alien_yellow, alien_blue, alien_red, alien_purple
                        the aliens, unless the settings say otherwise
    planet, supernova   a planet, and what eats the planets
    """

    def __init__(self, name):
        if name == SAFE:
            self.train = 0xFF7000  # orange
            self.truck = 0x0060FF  # blue
            self.ship = 0x00C060  # bluish green
            self.limit = 0xFF0040  # crimson
            self.pile = 0x0060FF  # blue
            self.hideout = 0xFF7000  # orange
            self.sprint = 0x00C060  # bluish green
            self.guess = 0xC060C0  # purple
            self.alien_green = 0x00C050  # bluish green
            self.alien_yellow = 0xFFFF00  # yellow
            self.alien_blue = 0x0018FF  # blue
            self.alien_red = 0xFF0000  # red
            self.alien_purple = 0xB000A8  # purple
        elif name == VIVID:
            self.train = 0xFF1000  # red
            self.truck = 0x1020FF  # deep blue
            self.ship = 0x20FF00  # green
            self.limit = 0xFF00C0  # magenta
            self.pile = 0x1020FF  # deep blue
            self.hideout = 0xFF1000  # red
            self.sprint = 0x20FF00  # green
            self.guess = 0xA000FF  # violet
            self.alien_green = 0x20FF00  # green
            self.alien_yellow = 0xFFC000  # yellow
            self.alien_blue = 0x1020FF  # deep blue
            self.alien_red = 0xFF1000  # red
            self.alien_purple = 0xA000FF  # violet
        else:
            raise ValueError(f"no palette is called {name}")
        self.turn = 0xFFFFFF
        self.heat = 0xFFA020
        self.planet = 0x8090A0
        self.supernova = 0xFF5000


def dimmed(colour, part=8):
    """The colour at one `part`-th of its strength, at least a glimmer where it had any."""
    result = 0
    for shift in (16, 8, 0):
        channel = colour >> shift & 0xFF
        if channel:
            result |= max(channel // part, 1) << shift
    return result
