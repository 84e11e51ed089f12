"""The table of a game of Monster auf der Flucht: all cards, hidden or not, tokens and aliens.

Written from the rulebook alone, with cards that are moved about and then counted. It shares
nothing with the companion's rules, so that an error in either shows as a difference.
"""

from itertools import combinations

COLOURS = ("green", "yellow", "blue", "red", "purple")
ONE_ALIEN = "1 alien"
TWO_ALIENS = "2 aliens"
EXCHANGE = "favourite exchange"
CHANGE = "change of position"
FAVOURITE = "favourite"  # the five that are no Planet cards
OF_EACH_ALIEN = 5
OF_EACH_PAIR = 2
OF_EACH_OTHER = 5
PLANET_CARDS = 55
HAND = 3
FIRST_PLANET = 1  # next to the supernova
LAST_PLANET = 18
MOST_OPEN = 2  # Favourites before a player, the token apart
POINTS = {1: 0, 2: 3, 3: 2, 4: 1, 5: -1}
SUPERNOVA = "supernova"
ESCAPED = "escaped"


class Card:
    """A card of one `kind`; `colours` are those of the aliens on it, a tuple."""

    def __init__(self, kind, *colours):
        self.kind = kind
        self.colours = colours

    @property
    def colour(self):
        """The one alien of a card that can be a Favourite."""
        (only,) = self.colours
        return only


class Seat:
    """One player's place: the hand, the Favourites lying open in the order laid, and the token."""

    def __init__(self, number, favourite, token, told):
        self.number = number
        self.hand = []
        self.open = [favourite]
        self.token = token
        self.told = told  # the companion knows the token since set-up
        self.revealed = False

    def open_colours(self):
        return [card.colour for card in self.open]

    def favourites(self):
        """All colours this player scores for, the token's last; as often as they count."""
        return self.open_colours() + [self.token]


def planet_cards():
    """The 55 Planet cards as they come from the box, a list."""
    cards = [Card(ONE_ALIEN, colour) for colour in COLOURS for _ in range(OF_EACH_ALIEN)]
    pairs = combinations(COLOURS, 2)
    cards += [Card(TWO_ALIENS, *pair) for pair in pairs for _ in range(OF_EACH_PAIR)]
    return cards + [Card(kind) for kind in (EXCHANGE, CHANGE) for _ in range(OF_EACH_OTHER)]


def next_free(aliens, colour):
    """The planet that an alien advances to; `aliens` is a dict of colours and planets."""
    taken = aliens.values()
    beyond = range(aliens[colour] + 1, LAST_PLANET + 1)
    return next(planet for planet in beyond if planet not in taken)


def may_change(aliens, one, other):
    """Whether two aliens may exchange their positions: planets apart, and nobody between."""
    low, high = sorted((aliens[one], aliens[other]))
    return low < high and not any(low < planet < high for planet in aliens.values())


def worth(aliens, ties="low"):
    """What each colour scores, a dict. Aliens on one planet all take the lowest of the places
    they share, or the highest (`ties`)."""
    points = {}
    for colour, planet in aliens.items():
        ahead = sum(other > planet for other in aliens.values())
        level = sum(other == planet for other in aliens.values())
        points[colour] = POINTS[ahead + (1 if ties == "high" else level)]
    return points


class Table:
    """Set up and dealt by `rng` (random.Random) for `players`.

    first: the player who starts. told: the numbers of those whose token the companion learns at
    set-up. ties: "low" or "high". Each method that does something returns it in the words of the
    record notation, a tuple. `deck` and `discards` are lists, the last card on top; `galaxy` is a
    list of the 18 planets, None where the supernova has been; `aliens` has the planet of each
    colour. Whoever holds two like Favourites parts with the one that was laid first.
    """

    def __init__(self, players, rng, first=1, told=(), ties="low"):
        tokens = list(COLOURS)
        favourites = [Card(FAVOURITE, colour) for colour in COLOURS]
        rng.shuffle(tokens)
        rng.shuffle(favourites)
        self.seats = [
            Seat(number, favourites.pop(), tokens.pop(), number in told)
            for number in range(1, players + 1)
        ]
        self.deck = planet_cards()
        rng.shuffle(self.deck)
        for seat in self.seats:
            seat.hand = [self.deck.pop() for _ in range(HAND)]
        self.galaxy = [self.deck.pop() for _ in range(LAST_PLANET)]
        self.discards = []
        self.aliens = dict.fromkeys(COLOURS, FIRST_PLANET)
        self.dealt = [seat.open[0].colour for seat in self.seats]
        self.first = first
        self.ties = ties
        self.seat = self.seats[first - 1]
        self.turns = 1
        self.over = None

    def options(self):
        """The set-up as the record has it, a list of tuples of words."""
        lines = [("option", "players", str(len(self.seats))), ("option", "first", str(self.first))]
        for number, colour in enumerate(self.dealt, 1):
            lines.append(("option", "favourite", str(number), colour))
        for seat in self.seats:
            if seat.told:
                lines.append(("option", "token", str(seat.number), seat.token))
        return lines + [("option", "ties", self.ties)]

    # --- a turn: one of the hand's cards (a Card) is played, and another one taken ---

    def advance(self, card, colour):
        """The alien of this colour, which is on the card, goes on to the next free planet."""
        self._play(card, ONE_ALIEN, TWO_ALIENS)
        assert colour in card.colours
        self.aliens[colour] = next_free(self.aliens, colour)
        self.discards.append(card)
        return self._take(("advance", colour))

    def favour(self, card, drop=None):
        """The card is laid open; `drop`: the colour of the Favourite that has to go for it."""
        self._play(card, ONE_ALIEN)
        mine = self.seat.open
        assert (drop is not None) == (len(mine) == MOST_OPEN)
        act = ("favour", card.colour)
        if drop:
            self.discards.append(mine.pop(self.seat.open_colours().index(drop)))
            act += ("drop", drop)
        mine.append(card)
        return self._take(act)

    def exchange(self, card, mine, number, theirs):
        """An open Favourite of colour `mine` for one of colour `theirs` of player `number`."""
        self._play(card, EXCHANGE)
        other = self.seats[number - 1]
        assert other is not self.seat
        here = self.seat.open_colours().index(mine)
        there = other.open_colours().index(theirs)
        self.seat.open[here], other.open[there] = other.open[there], self.seat.open[here]
        self.discards.append(card)
        return self._take(("exchange", mine, str(number), theirs))

    def swap(self, card, *pair):
        """Two aliens (colours) exchange their positions; no pair while all share planet 1."""
        self._play(card, CHANGE)
        if pair:
            one, other = sorted(pair, key=COLOURS.index)
            assert may_change(self.aliens, one, other)
            self.aliens[one], self.aliens[other] = self.aliens[other], self.aliens[one]
            act = ("swap", one, other)
        else:
            assert set(self.aliens.values()) == {FIRST_PLANET}
            act = ("swap", "none")
        self.discards.append(card)
        return self._take(act)

    def _play(self, card, *kinds):
        assert self.over is None and card.kind in kinds
        self.seat.hand.remove(card)

    def _take(self, act):
        """What follows the played card: the end, or a new card and the next player's turn."""
        planet = self.next_planet()
        if LAST_PLANET in self.aliens.values():
            self.over = ESCAPED
        elif self.deck:
            self.seat.hand.append(self.deck.pop())
        elif planet in self.aliens.values():
            self.over = SUPERNOVA
        else:
            self.seat.hand.append(self.galaxy[planet - 1])
            self.galaxy[planet - 1] = None
        if self.over is None:
            assert len(self.seat.hand) == HAND
            self.seat = self.seats[self.seat.number % len(self.seats)]
            self.turns += 1
        self._check(act)
        return act

    def _check(self, act):
        """Nothing is lost, nothing lies double, and no alien stands where no planet is."""
        cards = self.cards()
        assert len({id(card) for card in cards}) == len(cards), act
        assert len(cards) == PLANET_CARDS + len(self.seats), act
        standing = [planet for planet in self.aliens.values() if planet != FIRST_PLANET]
        assert len(set(standing)) == len(standing), act
        assert all(self.galaxy[planet - 1] for planet in self.aliens.values()), act

    # --- after the race ---

    def reveal(self, number):
        """Player `number`, whose token the companion does not know, turns it over."""
        seat = self.seats[number - 1]
        assert self.over and not seat.told and not seat.revealed
        seat.revealed = True
        return ("reveal", str(number), seat.token)

    def concealed(self):
        """The numbers of the players who still have a token to reveal, a list."""
        return [seat.number for seat in self.seats if not seat.told and not seat.revealed]

    @property
    def finished(self):
        """The race is over and every token known."""
        return self.over is not None and not self.concealed()

    def points(self):
        """What each player would have if the race ended now, tokens included, a list."""
        values = worth(self.aliens, self.ties)
        return [sum(values[colour] for colour in seat.favourites()) for seat in self.seats]

    def best(self):
        """The numbers of the players with the most points, before tokens decide."""
        points = self.points()
        return [seat.number for seat in self.seats if points[seat.number - 1] == max(points)]

    def winners(self):
        values = worth(self.aliens, self.ties)
        tokens = {number: values[self.seats[number - 1].token] for number in self.best()}
        return [number for number in tokens if tokens[number] == max(tokens.values())]

    # --- what lies there ---

    def next_planet(self):
        """The number of the planet that the supernova takes next."""
        return next(number for number, card in enumerate(self.galaxy, 1) if card)

    def cards(self):
        """Every Planet card and every dealt Favourite card, wherever it lies, a list."""
        found = self.deck + self.discards + [card for card in self.galaxy if card]
        for seat in self.seats:
            found += seat.hand + seat.open
        return found

    def truth(self):
        """What the companion's state JSON has to say, all of it."""
        tokens = [
            seat.token if self.over and (seat.told or seat.revealed) else None
            for seat in self.seats
        ]
        planets = sorted(set(self.aliens.values()), reverse=True)
        return {
            "game": "monster",
            "players": len(self.seats),
            "deck": len(self.deck),
            "eaten": self.galaxy.count(None),
            "positions": dict(self.aliens),
            "favourites": [seat.open_colours() for seat in self.seats],
            "tokens": tokens,
            "turn": {"player": self.seat.number, "number": self.turns},
            "turns_to_supernova": len(self.deck),
            "ranking": [
                [colour for colour in COLOURS if self.aliens[colour] == planet]
                for planet in planets
            ],
            "scores": self.points() if self.finished else None,
            "corrections": 0,
            "over": self.over,
            "winner": self.winners() if self.finished else None,
        }
