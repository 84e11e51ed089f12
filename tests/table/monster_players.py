"""People at the table of Monster auf der Flucht: those who reckon, and those who hurry or dawdle.

A player's turn is a generator: it moves the things on the table and yields each act, so that
the hand can press it before the next one happens. Nobody looks at cards that a person could not
see. Whatever the hand holds can be played: a Favourite lies open before everybody, and of aliens
that are not all on one planet two can always exchange their positions.
"""

from itertools import combinations

from tests.table.monster_table import (
    CHANGE,
    COLOURS,
    EXCHANGE,
    FIRST_PLANET,
    MOST_OPEN,
    ONE_ALIEN,
    TWO_ALIENS,
    may_change,
    next_free,
    worth,
)


def play(table, people):
    """Every act from here to the last token; `people` has a player for each seat."""
    while table.over is None:
        yield from people[table.seat.number - 1].turn(table)
    # The tokens are turned over in any order.
    for number in sorted(table.concealed(), key=lambda number: people[number - 1].rng.random()):
        yield table.reveal(number)


def plays_of(table, card):
    """All that the player to move can do with a card, a list: the name of the table's method,
    then what it takes beside the card. Never empty."""
    if card.kind in (ONE_ALIEN, TWO_ALIENS):
        found = [("advance", colour) for colour in card.colours]
        if card.kind == ONE_ALIEN:
            mine = table.seat.open_colours()
            drops = unlike(mine) if len(mine) == MOST_OPEN else [None]
            found += [("favour", drop) for drop in drops]
        return found
    if card.kind == EXCHANGE:
        return [
            ("exchange", mine, other.number, theirs)
            for other in table.seats
            if other is not table.seat
            for mine in unlike(table.seat.open_colours())
            for theirs in unlike(other.open_colours())
        ]
    assert card.kind == CHANGE
    pairs = combinations(COLOURS, 2)
    found = [("swap", *pair) for pair in pairs if may_change(table.aliens, *pair)]
    return found or [("swap",)]


def unlike(colours):
    """Each of the colours once, in the order of the colour list."""
    return [colour for colour in COLOURS if colour in colours]


def after(table, card, verb, *rest):
    """What a play would come to: the aliens, a dict, and the open Favourites, a list per seat."""
    aliens = dict(table.aliens)
    rows = [seat.open_colours() for seat in table.seats]
    mine = rows[table.seat.number - 1]
    if verb == "advance":
        aliens[rest[0]] = next_free(aliens, rest[0])
    elif verb == "favour":
        if rest[0]:
            mine.remove(rest[0])
        mine.append(card.colour)
    elif verb == "exchange":
        given, number, got = rest
        theirs = rows[number - 1]
        mine[mine.index(given)] = got
        theirs[theirs.index(got)] = given
    elif rest:
        one, other = rest
        aliens[one], aliens[other] = aliens[other], aliens[one]
    return aliens, rows


class Player:
    """What everybody does; `rng` is the player's own random.Random.

    A subclass gives `choose(table)`.
    """

    def __init__(self, rng):
        self.rng = rng

    def turn(self, table):
        """Play one turn of the seat to move; yields the act after it has been done."""
        card, (verb, *rest) = self.choose(table)
        yield getattr(table, verb)(card, *rest)

    def choose(self, table):
        """(card, play): a card of the hand, and one of `plays_of` it."""
        raise NotImplementedError

    def most_liked(self, table):
        """The play with the highest `liking`; chance decides between those that come to the same.

        A subclass that uses it gives `liking(table, card, play)`, numbers to compare.
        """
        options = [
            (self.liking(table, card, found), self.rng.random(), card, found)
            for card in table.seat.hand
            for found in plays_of(table, card)
        ]
        return max(options, key=lambda option: option[:2])[2:]


class RandomPlayer(Player):
    """Any card, and anything that can be done with it."""

    def choose(self, table):
        card = self.rng.choice(table.seat.hand)
        return card, self.rng.choice(plays_of(table, card))


class GreedyPlayer(Player):
    """Wants the own Favourites second and third, not first, and those of the others behind."""

    def choose(self, table):
        return self.most_liked(table)

    def liking(self, table, card, play):
        aliens, rows = after(table, card, *play)
        values = worth(aliens, table.ties)
        at = table.seat.number - 1
        points = [sum(values[colour] for colour in row) for row in rows]
        others = points[:at] + points[at + 1 :]
        # Of other people's Favourites only the open ones are known.
        return points[at] + values[table.seat.token], -max(others)


class HastyPlayer(Player):
    """Sends whoever is in front still farther, and the others after."""

    def choose(self, table):
        return self.most_liked(table)

    def liking(self, table, card, play):
        return sorted(after(table, card, *play)[0].values(), reverse=True)


class RuthlessPlayer(HastyPlayer):
    """Gets a few away as fast as can be; those who are still on planet 1 may stay there."""

    def liking(self, table, card, play):
        planets = super().liking(table, card, play)
        return planets[0], planets.count(FIRST_PLANET), planets


class DawdlingPlayer(Player):
    """Keeps the aliens company on planet 1 and lays cards that move nobody."""

    def choose(self, table):
        return self.most_liked(table)

    def liking(self, table, card, play):
        aliens = after(table, card, *play)[0]
        return list(aliens.values()).count(FIRST_PLANET), -sum(aliens.values())
