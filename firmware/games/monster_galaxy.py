"""The galaxy on the matrix: a spiral of planets around the supernova, and the aliens on them.

    F F F F F F F F    F  the fuse: a pixel for four cards of the deck, the last one weaker
    . . . . . . . 1    1–5  whose turn it is
    . o o o o o . 2    o  the planets, from next to the supernova to the lower right corner
    . o . S S o . 3    S  the supernova, the brighter the fewer cards are left
    . o . S S o . 4
    . o w w w w . 5    w  aliens that wait for their start: they share planet 1 with another one
    . o . . . . . .
    . o o o o o o o

Once the deck is empty the fuse has burnt down, planets go dark one by one, and for each of them
the supernova grows by a pixel into the space between.
"""

from firmware.picture.palette import dimmed
from shared_engine.games.monster import COLOURS, HAND, PLANET_CARDS, PLANETS

# Places are y * 8 + x.
PATH = (37, 29, 21, 20, 19, 18, 17, 25, 33, 41, 49, 57, 58, 59, 60, 61, 62, 63)
_WAITING = (37, 45, 44, 43, 42)  # planet 1 itself, then back along the way to it
_CORE = (27, 28, 35, 36)
_GROWTH = (26, 34, 42, 43, 44, 45, 46, 38, 30, 22, 54, 53, 52, 51, 50, 14, 13)
_TURN = (15, 23, 31, 39, 47)
_PER_PIXEL = 4  # cards
_REST = (1, 12, 5, 2)  # how much weaker the last pixel of the fuse is, by its cards
_HOP_MS = 90  # an alien's jump takes this long per planet
_FLARE_MS = 700  # of a planet that is eaten
_PLANET = 6  # how much weaker a planet is
_CORE_STEPS = 8


class Galaxy:
    """Paints states of the game; `colours` are those of the aliens, by number as in COLOURS.

    What has happened since the last state is shown for a moment: a jump planet by planet, and the
    flare of a planet that is eaten. It never waits, and any later state may come at any time.
    """

    def __init__(self, clock, palette, colours):
        self.colours = colours
        self._clock = clock
        self._palette = palette
        self._planet = dimmed(palette.planet, _PLANET)
        self._jumping = -1  # the number of the alien that is in the air
        self._over = 0  # above which planet
        self._to = 0
        self._flaring = 0  # the planet that is being eaten
        self._since = 0
        self._turn = 0  # which of several aliens on one planet is seen

    @property
    def moving(self):
        """Whether something is shown that lasts only a moment."""
        return self._jumping >= 0 or self._flaring > 0

    def still(self):
        """Show from now on what is, and nothing that was on its way."""
        self._jumping = -1
        self._flaring = 0

    def happened(self, before, after):
        """The game has gone on from one state to the next."""
        self.still()
        self._since = self._clock.ticks_ms()
        if after["eaten"] > before["eaten"]:
            self._flaring = after["eaten"]
        moved = [
            at for at in range(len(COLOURS)) if before["positions"][at] != after["positions"][at]
        ]
        if len(moved) == 1:
            self._jumping = moved[0]
            self._over = before["positions"][moved[0]]
            self._to = after["positions"][moved[0]]

    def tick(self, now):
        """Time passes; whether the lights change by it."""
        if not self.moving:
            return False
        passed = self._clock.ticks_diff(now, self._since)
        if self._jumping >= 0:
            if passed < _HOP_MS:
                return False
            self._since = now
            self._over += 1
            if self._over >= self._to:
                self._jumping = -1
            return True
        if passed < _FLARE_MS:
            return False
        self._flaring = 0
        return True

    def next_turn(self):
        """Where several aliens are on one planet beyond the first, the next of them is seen."""
        self._turn += 1

    # --- painting ---

    def light(self, pixels, state, danger, hidden, aim):
        """Paint planets, supernova, fuse and aliens on the dark `pixels`.

        danger: the supernova shows the colour of the limit. hidden: the number of an alien that is
        not painted, or -1. aim: (its number, planet) of an alien about to jump there, or None.
        """
        palette = self._palette
        for planet in range(state["eaten"] + 1, PLANETS + 1):
            _set(pixels, PATH[planet - 1], self._planet)
        if self._flaring:
            _set(pixels, PATH[self._flaring - 1], palette.supernova)
        deck = state["deck"]
        most = PLANET_CARDS - PLANETS - HAND * state["players"]
        colour = palette.limit if danger else palette.supernova
        core = colour if danger else dimmed(colour, 1 + deck * _CORE_STEPS // most)
        for place in _CORE:
            _set(pixels, place, core)
        for at in range(state["eaten"]):
            _set(pixels, _GROWTH[at], colour)
        for x in range(deck // _PER_PIXEL):
            pixels.set(x, 0, palette.supernova)
        rest = deck % _PER_PIXEL
        if rest:
            pixels.set(deck // _PER_PIXEL, 0, dimmed(palette.supernova, _REST[rest]))
        self._light_aliens(pixels, state["positions"], hidden)
        if aim:
            _set(pixels, PATH[aim[1] - 1], self.colours[aim[0]])

    def _light_aliens(self, pixels, positions, hidden):
        waiting = 0
        for at in range(len(COLOURS)):
            planet = positions[at]
            if at == self._jumping:
                continue
            if planet == 1:
                place = _WAITING[waiting]
                waiting += 1
            else:
                place = PATH[planet - 1]
                here = [other for other in range(len(COLOURS)) if positions[other] == planet]
                # Only a correction puts several on a planet: they are seen by turns.
                if here[self._turn % len(here)] != at:
                    continue
            if at != hidden:
                _set(pixels, place, self.colours[at])
        if self._jumping >= 0:
            _set(pixels, PATH[self._over - 1], self.colours[self._jumping])

    def light_turn(self, pixels, player):
        """The pixel of a player, in the last column."""
        _set(pixels, _TURN[player - 1], self._palette.turn)


def colours_of(settings, palette):
    """The aliens' colours on the matrix, 0xRRGGBB each, a tuple."""
    chosen = settings.get("alien_colours")
    if chosen == "palette":
        return tuple([getattr(palette, "alien_" + colour) for colour in COLOURS])
    return tuple([int(colour, 16) for colour in chosen.split(",")])


def _set(pixels, place, colour):
    pixels.set(place & 7, place >> 3, colour)
