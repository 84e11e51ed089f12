"""Monster auf der Flucht: the galaxy and what the supernova has eaten of it, the aliens, the deck,
the open Favourites, the end and the scores.

Source: the rulebook of Monster auf der Flucht; docs/record.md has the notation. The hands stay with
the players; of every turn the table says what the card did, and the draw follows by itself.
"""

from shared_engine.contract import Game, Option
from shared_engine.errors import IllegalAction
from shared_engine.shape import Fields, Int, Row, StateFields, Word, replaced
from shared_engine.words import count_of, quoted

COLOURS = ("green", "yellow", "blue", "red", "purple")
PLANETS = 18
PLANET_CARDS = 55
HAND = 3
OPEN_FAVOURITES = 2  # cards that may lie open before a player
POINTS = (0, 3, 2, 1, -1)  # by place, from the leader back
MOST_TURNS = 8000
SUPERNOVA = "supernova"
ESCAPED = "escaped"
LOW = "low"
HIGH = "high"


class Monster(Game):
    name = "monster"
    title = "Monster auf der Flucht"
    fewest = 2
    most = 5
    vocabulary = ("advance", "favour", "drop", "exchange", "swap", "none", "reveal") + COLOURS

    # --- set-up ---

    def options(self, players):
        seats = range(1, players + 1)
        colours = tuple([(colour,) for colour in COLOURS])
        first = Option("first", tuple([(str(seat),) for seat in seats]), ("1",), "First player")
        favourites = [
            Option("favourite", colours, None, "Favourite", player=seat, dealt=True)
            for seat in seats
        ]
        tokens = [
            Option("token", colours, None, "Token", player=seat, secret=True, dealt=True)
            for seat in seats
        ]
        ties = Option("ties", ((LOW,), (HIGH,)), (LOW,), "Shared places")
        return (first,) + tuple(favourites) + tuple(tokens) + (ties,)

    def new(self, options):
        players = options["players"]
        given = {}
        for key, what in (("favourite", "Favourite card"), ("token", "Favourite token")):
            given[key] = []
            for player in range(1, players + 1):
                value = options[(key, player)]
                colour = value[0] if value else None
                if colour and colour in given[key]:
                    if key == "token":
                        # Everybody may read this.
                        raise IllegalAction("no two players have the same Favourite token")
                    other = given[key].index(colour) + 1
                    left = [c for c in COLOURS if c not in given[key]]
                    raise IllegalAction(
                        f"there is one {colour} {what}, and player {other} has it", left
                    )
                given[key].append(colour)
        return {
            "players": players,
            "corrections": 0,
            "deck": PLANET_CARDS - PLANETS - HAND * players,
            "eaten": 0,
            "positions": (1,) * len(COLOURS),
            "favourites": tuple([(colour,) if colour else () for colour in given["favourite"]]),
            "tokens": tuple(given["token"]),
            "turn": (int(options["first"][0]), 1),
            # Not in the state JSON: who is without a Favourite card, what shared places score, how
            # the race has ended, and whether a card that was played has ended it.
            "without": tuple(
                [at + 1 for at in range(players) if not given["favourite"][at]]
            ),
            "ties": options["ties"][0],
            "ended": None,
            "turn_open": False,
        }

    def lacking(self, options):
        for player in range(1, options["players"] + 1):
            if options[("favourite", player)] is None:
                return f"Player {player} has no Favourite card yet"
        return None

    def shape(self, state):
        players = state["players"]
        colour = Word(COLOURS)
        deck = PLANET_CARDS - PLANETS - HAND * players
        return StateFields(
            ("deck", Int(0, deck)),
            ("eaten", Int(0, PLANETS - 1)),
            ("positions", Fields(*[(name, Int(1, PLANETS)) for name in COLOURS])),
            ("favourites", Row(Row(colour, most=OPEN_FAVOURITES), players, players=True)),
            ("tokens", Row(Word(COLOURS, null=True), players, players=True,
                           secret=not state["ended"])),
            ("turn", Fields(("player", Int(1, players)), ("number", Int(1, MOST_TURNS)))),
        )

    # --- actions ---

    def read(self, words):
        verb = words[0]
        count = len(words) - 1
        # Where each verb wants a colour, a player, or a word.
        forms = {
            "advance": ("C",),
            "favour": ("C", "drop", "C") if count == 3 else ("C",),
            "exchange": ("C", "P", "C"),
            "swap": ("none",) if count == 1 else ("C", "C"),
            "reveal": ("P", "C"),
        }
        form = forms.get(verb, ())
        if not form or len(form) != count:
            raise IllegalAction(f"{quoted(' '.join(words))} is not understood")
        tokens = [_token(form[at], words[at + 1], words) for at in range(count)]
        if form == ("C", "C"):
            if tokens[0] == tokens[1]:
                raise IllegalAction(f"{tokens[0]} cannot swap with itself")
            # In the order of the colour list, however they were written.
            tokens = [colour for colour in COLOURS if colour in tokens]
        return tuple([verb] + tokens)

    def act(self, state, action):
        if state["without"]:
            player = state["without"][0]
            raise IllegalAction(f"the Favourite card of player {player} has not been given")
        if action[0] == "reveal":
            return self._reveal(state, *action[1:])
        if state["ended"]:
            raise IllegalAction("the race is over")
        after = dict(state)
        getattr(self, "_" + action[0])(after, *action[1:])
        _end_turn(after)
        return after

    def _advance(self, state, colour):
        _move(state, colour, next_free(state, colour))

    def _favour(self, state, colour, *drop):
        at = state["turn"][0] - 1
        mine = state["favourites"][at]
        if drop:
            dropped = drop[1]
            if len(mine) < OPEN_FAVOURITES:
                raise IllegalAction(f"nothing is dropped below {OPEN_FAVOURITES} open Favourites")
            if dropped not in mine:
                raise IllegalAction(f"no {dropped} Favourite lies open there")
            gone = mine.index(dropped)
            mine = mine[:gone] + mine[gone + 1 :]
        elif len(mine) >= OPEN_FAVOURITES:
            raise IllegalAction(f"{OPEN_FAVOURITES} Favourites lie open: one must be dropped")
        state["favourites"] = replaced(state["favourites"], at, mine + (colour,))

    def _exchange(self, state, mine, player, theirs):
        own = state["turn"][0]
        if not 1 <= player <= state["players"] or player == own:
            raise IllegalAction(f"there is no other player {player}")
        rows = state["favourites"]
        for seat, colour in ((own, mine), (player, theirs)):
            if colour not in rows[seat - 1]:
                raise IllegalAction(f"player {seat} has no open {colour} Favourite")
        here = rows[own - 1]
        there = rows[player - 1]
        rows = replaced(rows, own - 1, replaced(here, here.index(mine), theirs))
        state["favourites"] = replaced(rows, player - 1, replaced(there, there.index(theirs), mine))

    def _swap(self, state, one, *other):
        if one == "none":
            if max(state["positions"]) != 1:
                raise IllegalAction("a swap is without effect only while all are on planet 1")
            return
        pair = (one, other[0])
        if pair not in swaps(state):
            raise IllegalAction(_why_no_swap(state, pair))
        here, there = [state["positions"][COLOURS.index(colour)] for colour in pair]
        _move(state, pair[0], there)
        _move(state, pair[1], here)

    def _reveal(self, state, player, colour):
        if not state["ended"]:
            raise IllegalAction("tokens are revealed when the race is over")
        if not 1 <= player <= state["players"]:
            raise IllegalAction(f"there is no player {player}")
        if state["tokens"][player - 1]:
            raise IllegalAction(f"player {player} has revealed a token")
        if colour in state["tokens"]:
            other = state["tokens"].index(colour) + 1
            raise IllegalAction(f"there is one {colour} token, and player {other} has it")
        after = dict(state)
        after["tokens"] = replaced(state["tokens"], player - 1, colour)
        return after

    def legal(self, state):
        if state["without"]:
            return []
        if state["ended"]:
            return [
                f"reveal {at + 1} {colour}"
                for at in range(state["players"])
                if not state["tokens"][at]
                for colour in COLOURS
                if colour not in state["tokens"]
            ]
        own = state["turn"][0]
        mine = state["favourites"][own - 1]
        forms = ["advance " + colour for colour in COLOURS]
        drops = [""]
        if len(mine) >= OPEN_FAVOURITES:
            drops = [" drop " + colour for colour in COLOURS if colour in mine]
        forms += ["favour " + colour + drop for colour in COLOURS for drop in drops]
        for player in range(1, state["players"] + 1):
            theirs = state["favourites"][player - 1]
            if player != own:
                forms += [
                    f"exchange {a} {player} {b}"
                    for a in COLOURS
                    if a in mine
                    for b in COLOURS
                    if b in theirs
                ]
        forms += [f"swap {a} {b}" for a, b in swaps(state)]
        if max(state["positions"]) == 1:
            forms.append("swap none")
        return forms

    def legal_now(self, state):
        if state["without"]:
            missing = state["without"]
            forms = [f"set favourites.{player - 1} [COLOUR]" for player in missing]
            if not state["corrections"]:
                forms += [f"option favourite {player} COLOUR" for player in missing]
            return forms
        return super().legal_now(state)

    def settle(self, before, state, named):
        rows = state["favourites"]
        state["without"] = tuple([seat for seat in state["without"] if not rows[seat - 1]])
        was = state["ended"]
        state["ended"] = None
        if PLANETS in state["positions"]:
            state["ended"] = ESCAPED
        elif was == SUPERNOVA and not state["deck"] and next_taken(state):
            state["ended"] = SUPERNOVA
        elif was and state["turn_open"] and "turn" not in named:
            # The race goes on after all: the turn that ended it is brought to its end.
            if "deck" in named or "eaten" in named:
                _next_turn(state)
            else:
                _end_turn(state)
        state["turn_open"] = state["turn_open"] and bool(state["ended"])

    # --- what follows from the state ---

    def derived(self, state):
        points = scores(state)
        return (
            ("turns_to_supernova", state["deck"]),
            ("ranking", ranking(state)),
            ("scores", points),
        )

    def to_json(self, state):
        result = super().to_json(state)
        if not state["ended"]:
            result["tokens"] = [None] * state["players"]
        return result

    def over(self, state):
        return state["ended"]

    def to_move(self, state):
        """After the race whoever is to reveal a token."""
        if state["ended"] and None in state["tokens"]:
            return state["tokens"].index(None) + 1
        return state["turn"][0]

    def winner(self, state):
        points = scores(state)
        if points is None:
            return None
        worth = value_of(state)
        standing = [(points[at], worth[state["tokens"][at]]) for at in range(state["players"])]
        best = max(standing)
        return [at + 1 for at in range(len(standing)) if standing[at] == best]


# --- what others ask about a state ---------------------------------------------------------------


def next_free(state, colour):
    """The planet that `colour` would advance to: the next one on which nobody is."""
    planet = max(state["positions"][COLOURS.index(colour)], state["eaten"]) + 1
    while planet < PLANETS and planet in state["positions"]:
        planet += 1
    return min(planet, PLANETS)


def swaps(state):
    """The pairs of aliens that may change places, a list of pairs in the order of the colours."""
    positions = state["positions"]
    found = []
    for a in range(len(COLOURS)):
        for b in range(a + 1, len(COLOURS)):
            low = min(positions[a], positions[b])
            high = max(positions[a], positions[b])
            if low < high and not [planet for planet in positions if low < planet < high]:
                found.append((COLOURS[a], COLOURS[b]))
    return found


def next_taken(state):
    """The colours of the aliens on the planet the supernova takes next, a list."""
    return [
        COLOURS[at]
        for at in range(len(COLOURS))
        if state["positions"][at] <= state["eaten"] + 1
    ]


def ranking(state):
    """The places from the leader back, each a list of colours (several only on one planet)."""
    positions = state["positions"]
    places = sorted(set(positions))
    places.reverse()
    return [
        [COLOURS[at] for at in range(len(COLOURS)) if positions[at] == planet] for planet in places
    ]


def value_of(state):
    """What each colour scores as the aliens stand, a dict; shared places by the option."""
    values = {}
    first = 0
    for colours in ranking(state):
        place = first if state["ties"] == HIGH else first + len(colours) - 1
        for colour in colours:
            values[colour] = POINTS[place]
        first += len(colours)
    return values


def open_scores(state):
    """What each player's open Favourites score as the aliens stand, a list."""
    values = value_of(state)
    return [sum([values[colour] for colour in mine]) for mine in state["favourites"]]


def scores(state):
    """Each player's points, a list; None until the race is over and every token is known."""
    if not state["ended"] or None in state["tokens"]:
        return None
    values = value_of(state)
    points = open_scores(state)
    return [points[at] + values[state["tokens"][at]] for at in range(state["players"])]


# --- rules ---------------------------------------------------------------------------------------


def _token(kind, word, words):
    """A word of an action where `kind` is wanted: C a colour, P a player, or this very word."""
    if kind == "P" and count_of(word) is not None:
        return count_of(word)
    if word == kind or (kind == "C" and word in COLOURS):
        return word
    raise IllegalAction(
        f"{quoted(' '.join(words))} is not understood",
        COLOURS if kind == "C" else () if kind == "P" else (kind,),
    )


def _move(state, colour, planet):
    state["positions"] = replaced(state["positions"], COLOURS.index(colour), planet)


def _why_no_swap(state, pair):
    here, there = [state["positions"][COLOURS.index(colour)] for colour in pair]
    if here == there:
        return f"{pair[0]} and {pair[1]} are on the same planet"
    return f"somebody is between {pair[0]} and {pair[1]}"


def _end_turn(state):
    """The draw that follows a card, and whose turn it is then; or the end of the race."""
    if PLANETS in state["positions"]:
        state["ended"] = ESCAPED
    elif state["deck"]:
        state["deck"] -= 1
    elif next_taken(state):
        state["ended"] = SUPERNOVA
    else:
        state["eaten"] += 1
    state["turn_open"] = bool(state["ended"])
    if not state["ended"]:
        _next_turn(state)


def _next_turn(state):
    player, number = state["turn"]
    state["turn"] = (player % state["players"] + 1, min(number + 1, MOST_TURNS))


GAME = Monster()
