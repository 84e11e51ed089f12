"""Monster auf der Flucht at the simulated table alone: nothing is lost, every branch is played.

The counts of what happened in all the games are printed by `-rP`.
"""

import random
from collections import Counter
from itertools import combinations

import pytest

from tests.table.monster_players import (
    DawdlingPlayer,
    GreedyPlayer,
    HastyPlayer,
    RandomPlayer,
    RuthlessPlayer,
    play,
    plays_of,
)
from tests.table.monster_table import (
    CHANGE,
    COLOURS,
    EXCHANGE,
    FAVOURITE,
    ONE_ALIEN,
    TWO_ALIENS,
    Card,
    Table,
    worth,
)

KINDS = (RandomPlayer, GreedyPlayer, HastyPlayer, RuthlessPlayer, DawdlingPlayer)
COMPANIES = (*[(kind,) for kind in KINDS], KINDS)  # everybody alike, or anybody
GAMES_EACH = 20  # per number of players and company
# 25 + 20 + 5 + 5, written out: what the box holds.
BOX = Counter({(ONE_ALIEN, (colour,)): 5 for colour in COLOURS})
BOX.update({(TWO_ALIENS, pair): 2 for pair in combinations(COLOURS, 2)})
BOX.update({(EXCHANGE, ()): 5, (CHANGE, ()): 5})
# One of every kind of card, to see what could be done with it.
ONE_OF_EACH = [Card(*what) if not what[1] else Card(what[0], *what[1]) for what in sorted(BOX)]

BRANCHES = (
    # the cards
    "advance by a 1 alien card", "advance by a 2 aliens card", "jump over 1", "jump over 2",
    "jump over 3", "jump over 4", "advance from a shared planet 1", "advance from the last place",
    "favour", "favour drop", "favour drop of the same colour", "Favourite card dropped",
    "dealt Favourite card dropped by another player", "two like Favourites", "exchange",
    "exchange of like colours", "exchange of the second laid", "exchange within a pair of likes",
    "swap next door", "swap over free planets", "swap to a shared planet 1", "swap of the leader",
    "swap none", "swap none after the first turn",
    # what is taken
    "card from the deck", "card from the galaxy", "the deck ran out", "six planets taken",
    # the ends
    "supernova", "supernova on planet 1", "supernova farther out", "escaped",
    "escaped before the deck ran out", "escaped after planets were taken", "escaped by a jump",
    "shared planet 1 at the end", "2 share", "3 share", "4 share",
    "supernova and shared planet 1", "escaped and shared planet 1", "ties high changed points",
    # the scores
    "one winner", "token decided", "shared win", "negative winner",
    "favourite counted three times", "told before", "revealed", "all told", "none told",
    "first player not player 1",
)


def described(cards):
    return Counter((card.kind, card.colours) for card in cards)


def everywhere(table):
    """Every card of the table, found here and not by the table itself."""
    cards = [*table.deck, *table.discards, *(card for card in table.galaxy if card)]
    for seat in table.seats:
        cards += [*seat.hand, *seat.open]
    return cards


def check_cards(table):
    """The 55 Planet cards and the dealt Favourite cards are where the rules leave them."""
    cards = described(everywhere(table))
    dealt = {key: cards.pop(key) for key in list(cards) if key[0] == FAVOURITE}
    assert cards == BOX
    assert dealt == {(FAVOURITE, (colour,)): 1 for colour in table.dealt}
    for seat in table.seats:
        last = table.over is not None and seat is table.seat
        assert len(seat.hand) == (2 if last else 3)
        assert 1 <= len(seat.open) <= 2
        assert all(card.kind in (ONE_ALIEN, FAVOURITE) for card in seat.open)
    eaten = table.truth()["eaten"]
    assert table.galaxy[:eaten] == [None] * eaten and all(table.galaxy[eaten:])
    assert not (table.deck and eaten)


def check_truth(table):
    truth = table.truth()
    start = 55 - 18 - 3 * len(table.seats)
    if table.over is None:
        assert start - truth["deck"] + truth["eaten"] == truth["turn"]["number"] - 1
    assert truth["turns_to_supernova"] == truth["deck"]
    assert (truth["turn"]["number"] - 1 + table.first - 1) % len(table.seats) == (
        truth["turn"]["player"] - 1
    )
    placed = [truth["positions"][colour] for colours in truth["ranking"] for colour in colours]
    assert placed == sorted(placed, reverse=True) and len(placed) == 5
    assert all(len(colours) == 1 for colours in truth["ranking"][:-1])
    if truth["over"] is None:
        assert truth["tokens"] == [None] * len(table.seats)
    done = truth["over"] is not None and None not in truth["tokens"]
    assert (truth["scores"] is not None) == (truth["winner"] is not None) == done
    assert table.finished == done


def check_nobody_is_stuck(table):
    """Whatever the hand might hold, it can be played."""
    for card in ONE_OF_EACH:
        plays = plays_of(table, card)
        assert plays and len(set(plays)) == len(plays)


def note_race(seen, table, before, act):
    """What an act of the race was, from the state before it, the cards, and the state after."""
    now = table.truth()
    was, then = before["positions"], now["positions"]
    mover = before["turn"]["player"] - 1
    mine = before["favourites"][mover]
    verb = act[0]
    if verb == "advance":
        colour = act[1]
        seen[f"advance by a {table.discards[-1].kind} card"] += 1
        jumped = then[colour] - was[colour] - 1
        if jumped:
            seen[f"jump over {jumped}"] += 1
        level = list(was.values()).count(was[colour])
        seen["advance from a shared planet 1"] += level > 1
        seen["advance from the last place"] += level == 1 and was[colour] == min(was.values())
        seen["escaped by a jump"] += now["over"] == "escaped" and jumped > 0
    elif verb == "favour":
        seen["favour" if len(act) == 2 else "favour drop"] += 1
        if len(act) == 4:
            seen["favour drop of the same colour"] += act[1] == act[3]
            gone = table.discards[-1]
            if gone.kind == FAVOURITE:
                seen["Favourite card dropped"] += 1
                other = table.dealt[mover] != gone.colour
                seen["dealt Favourite card dropped by another player"] += other
        row = now["favourites"][mover]
        seen["two like Favourites"] += len(row) == 2 and row[0] == row[1]
    elif verb == "exchange":
        theirs = before["favourites"][int(act[2]) - 1]
        seen["exchange"] += 1
        seen["exchange of like colours"] += act[1] == act[3]
        seen["exchange of the second laid"] += mine.index(act[1]) == 1
        seen["exchange within a pair of likes"] += 2 in (mine.count(act[1]), theirs.count(act[3]))
    elif act[1] == "none":
        seen["swap none"] += 1
        seen["swap none after the first turn"] += before["turn"]["number"] > 1
    else:
        low, high = sorted(was[colour] for colour in act[1:])
        seen["swap next door" if high == low + 1 else "swap over free planets"] += 1
        seen["swap to a shared planet 1"] += list(was.values()).count(low) > 1
        seen["swap of the leader"] += high == max(was.values())
    seen["card from the deck"] += now["deck"] < before["deck"]
    seen["card from the galaxy"] += now["eaten"] > before["eaten"]
    seen["the deck ran out"] += now["deck"] == 0 < before["deck"]


def note_end(seen, table):
    """How the race ended, and the scores."""
    truth = table.truth()
    positions = truth["positions"]
    level = len(truth["ranking"][-1])
    seen[truth["over"]] += 1
    if truth["over"] == "supernova":
        lowest = min(positions.values())
        assert (truth["deck"], truth["eaten"]) == (0, lowest - 1)
        seen["supernova on planet 1" if lowest == 1 else "supernova farther out"] += 1
    else:
        assert max(positions.values()) == 18
        seen["escaped before the deck ran out"] += truth["deck"] > 0
        seen["escaped after planets were taken"] += truth["eaten"] > 0
    seen["six planets taken"] += truth["eaten"] >= 6
    if level > 1:
        seen["shared planet 1 at the end"] += 1
        seen[f"{level} share"] += 1
        seen[f"{truth['over']} and shared planet 1"] += 1
        low, high = (
            [sum(worth(positions, ties)[c] for c in seat.favourites()) for seat in table.seats]
            for ties in ("low", "high")
        )
        seen["ties high changed points"] += table.ties == "high" and low != high
    best = max(truth["scores"])
    tied = [at + 1 for at, points in enumerate(truth["scores"]) if points == best]
    assert set(truth["winner"]) <= set(tied)
    if len(truth["winner"]) > 1:
        seen["shared win"] += 1
    else:
        seen["token decided" if len(tied) > 1 else "one winner"] += 1
    seen["negative winner"] += best < 0
    for seat in table.seats:
        seen["favourite counted three times"] += len(set(seat.favourites())) < (
            len(seat.favourites()) - 1
        )
        seen["told before" if seat.told else "revealed"] += 1
    told = sum(seat.told for seat in table.seats)
    seen["all told"] += told == len(table.seats)
    seen["none told"] += told == 0
    seen["first player not player 1"] += table.first > 1


def seated(players, number, kinds):
    """A table and its people: `number` decides everything, `kinds` who they are."""
    rng = random.Random(f"table {players} {number}")
    told = [seat for seat in range(1, players + 1) if rng.random() < (0, 0.5, 1)[number % 3]]
    first = rng.randint(1, players)
    table = Table(players, rng, first, told, ("low", "high")[number % 2])
    people = [
        rng.choice(kinds)(random.Random(f"player {players} {number} {seat}"))
        for seat in range(players)
    ]
    return table, people


def test_whole_games_of_everybody():
    seen, wins = Counter(), Counter()
    games = turns = 0
    for players in range(2, 6):
        for company in COMPANIES:
            for number in range(GAMES_EACH):
                table, people = seated(players, number, company)
                check_cards(table)
                check_truth(table)
                before = table.truth()
                for act in play(table, people):
                    check_cards(table)
                    check_truth(table)
                    if act[0] == "reveal":
                        assert table.truth()["turn"] == before["turn"]
                    else:
                        note_race(seen, table, before, act)
                    if table.over is None:
                        check_nobody_is_stuck(table)
                    before = table.truth()
                assert table.finished
                note_end(seen, table)
                games += 1
                turns += table.turns
                if company == KINDS:
                    wins.update(type(people[winner - 1]).__name__ for winner in table.winners())
    print(f"{games} games, {turns / games:.1f} turns each")
    for key in sorted(seen):
        print(f"{seen[key]:6} {key}")
    for key in sorted(wins):
        print(f"{wins[key]:6} wins in mixed company: {key}")
    for key in BRANCHES:
        assert seen[key] > 0, key


def test_one_seed_gives_one_game():
    def acts(number):
        return list(play(*seated(3, number, KINDS)))

    assert acts(5) == acts(5)
    assert acts(5) != acts(6)


def test_who_reckons_has_more_than_who_does_not():
    """Player 2 is greedy among players who act at random."""
    better = 0
    for number in range(60):
        table = Table(3, random.Random(number))
        kinds = (RandomPlayer, GreedyPlayer, RandomPlayer)
        rngs = [random.Random(f"{number} {seat}") for seat in range(3)]
        list(play(table, [kind(rng) for kind, rng in zip(kinds, rngs, strict=True)]))
        better += 2 in table.winners()
    assert better > 35


# --- the table, arranged by us ---


def arranged(positions=None, favourites=None, **others):
    """A table where the aliens stand so, and these Favourites (lists of colours) lie open."""
    table = Table(others.pop("players", 3), random.Random(4), **others)
    table.aliens.update(positions or {})
    for seat, colours in zip(table.seats, favourites or (), strict=False):
        table.discards += seat.open
        seat.open = [fetch(table, ONE_ALIEN, colour) for colour in colours]
    return table


def fetch(table, kind, *colours):
    """Such a card, wherever it lies; another one of the deck takes its place."""
    stacks = [table.deck, table.galaxy, table.discards, *(seat.hand for seat in table.seats)]
    for stack in stacks:
        for at, card in enumerate(stack):
            if card and (card.kind, card.colours) == (kind, colours):
                if stack is table.deck:
                    return stack.pop(at)
                stack[at] = table.deck.pop()
                return card
    raise AssertionError(f"no {kind} card with {colours} is left")


def given(table, kind, *colours):
    """Such a card in the hand of the player to move, instead of the last one there."""
    card = fetch(table, kind, *colours)
    table.deck.insert(0, table.seat.hand.pop())
    table.seat.hand.append(card)
    return card


def run_out(table, eaten=0):
    """All of the deck and the first planets are gone: played long ago."""
    table.discards += table.deck + table.galaxy[:eaten]
    table.deck = []
    table.galaxy[:eaten] = [None] * eaten


ON_THEIR_WAY = {"green": 2, "yellow": 3, "blue": 4, "red": 7, "purple": 9}


@pytest.mark.parametrize("players, deck", [(2, 31), (3, 28), (4, 25), (5, 22)])
def test_set_up(players, deck):
    table = Table(players, random.Random(9), first=2, told=(1,), ties="high")
    favourites = [seat.open_colours() for seat in table.seats]
    assert table.truth() == {
        "game": "monster",
        "players": players,
        "deck": deck,
        "eaten": 0,
        "positions": {"green": 1, "yellow": 1, "blue": 1, "red": 1, "purple": 1},
        "favourites": favourites,
        "tokens": [None] * players,
        "turn": {"player": 2, "number": 1},
        "turns_to_supernova": deck,
        "ranking": [["green", "yellow", "blue", "red", "purple"]],
        "scores": None,
        "corrections": 0,
        "over": None,
        "winner": None,
    }
    assert len(set(sum(favourites, []))) == players
    assert len({seat.token for seat in table.seats}) == players
    assert table.options() == [
        ("option", "players", str(players)),
        ("option", "first", "2"),
        *[("option", "favourite", str(at), row[0]) for at, row in enumerate(favourites, 1)],
        ("option", "token", "1", table.seats[0].token),
        ("option", "ties", "high"),
    ]


def test_the_box():
    table = Table(5, random.Random(1))
    assert sum(BOX.values()) == 55
    assert described(everywhere(table)) - described(s.open[0] for s in table.seats) == BOX


@pytest.mark.parametrize(
    "colour, planet", [("green", 5), ("yellow", 5), ("blue", 5), ("red", 8), ("purple", 10)]
)
def test_the_next_free_planet(colour, planet):
    table = arranged(ON_THEIR_WAY)
    card = given(table, ONE_ALIEN, colour)
    deck = len(table.deck)
    assert table.advance(card, colour) == ("advance", colour)
    assert table.truth()["positions"] == ON_THEIR_WAY | {colour: planet}
    assert table.truth()["turn"] == {"player": 2, "number": 2}
    assert len(table.deck) == deck - 1 and table.discards[-1] is card


def test_only_an_alien_on_the_card_advances():
    table = arranged()
    card = given(table, TWO_ALIENS, "green", "blue")
    with pytest.raises(AssertionError):
        table.advance(card, "red")


def test_favourites_in_the_order_laid():
    table = arranged(favourites=(["green"], ["yellow"], ["blue"]), players=2)
    assert table.favour(given(table, ONE_ALIEN, "red")) == ("favour", "red")
    table.favour(given(table, ONE_ALIEN, "yellow"))
    card = given(table, ONE_ALIEN, "blue")
    with pytest.raises(AssertionError):
        table.favour(card)
    table = arranged(favourites=(["green", "red"], ["yellow", "yellow"]), players=2)
    first = table.seats[0].open[0]
    act = table.favour(given(table, ONE_ALIEN, "blue"), "green")
    assert act == ("favour", "blue", "drop", "green")
    assert table.truth()["favourites"] == [["red", "blue"], ["yellow", "yellow"]]
    assert table.discards[-1] is first
    assert set(table.aliens.values()) == {1}


def test_an_exchanged_card_takes_the_place_of_its_partner():
    table = arranged(favourites=(["green", "red"], ["purple"], ["blue", "yellow"]))
    act = table.exchange(given(table, EXCHANGE), "red", 3, "blue")
    assert act == ("exchange", "red", "3", "blue")
    assert table.truth()["favourites"] == [["green", "blue"], ["purple"], ["red", "yellow"]]
    card = given(table, EXCHANGE)
    with pytest.raises(AssertionError):
        table.exchange(card, "purple", 2, "purple")


def test_swaps_with_nobody_between():
    pairs = [("green", "yellow"), ("yellow", "blue"), ("blue", "red"), ("red", "purple")]
    for pair in combinations(COLOURS, 2):
        table = arranged(ON_THEIR_WAY)
        card = given(table, CHANGE)
        if pair not in pairs:
            with pytest.raises(AssertionError):
                table.swap(card, *pair)
            continue
        assert table.swap(card, *reversed(pair)) == ("swap", *pair)
        one, other = pair
        swapped = {one: ON_THEIR_WAY[other], other: ON_THEIR_WAY[one]}
        assert table.truth()["positions"] == ON_THEIR_WAY | swapped
    assert plays_of(arranged(ON_THEIR_WAY), Card(CHANGE)) == [("swap", *pair) for pair in pairs]


def test_swaps_where_several_share_planet_1():
    table = arranged({"red": 5, "blue": 8})
    plays = plays_of(table, Card(CHANGE))
    shared = [("green", "red"), ("yellow", "red"), ("blue", "red"), ("red", "purple")]
    assert plays == [("swap", *pair) for pair in shared]
    table.swap(given(table, CHANGE), "red", "yellow")
    assert table.truth()["ranking"] == [["blue"], ["yellow"], ["green", "red", "purple"]]


def test_a_swap_without_effect():
    table = arranged()
    assert plays_of(table, Card(CHANGE)) == [("swap",)]
    assert table.swap(given(table, CHANGE)) == ("swap", "none")
    assert set(table.aliens.values()) == {1} and table.turns == 2
    table.advance(given(table, ONE_ALIEN, "red"), "red")
    card = given(table, CHANGE)
    with pytest.raises(AssertionError):
        table.swap(card)


def test_the_supernova_takes_planets_until_one_is_occupied():
    table = arranged({"green": 3, "yellow": 4, "blue": 6, "red": 7, "purple": 9})
    run_out(table)
    taken = table.galaxy[:2]
    hands = [seat.hand for seat in table.seats]
    for eaten in (1, 2):
        table.advance(table_card(table, "purple"), "purple")
        assert (table.truth()["eaten"], table.over) == (eaten, None)
        assert hands[eaten - 1][-1] is taken[eaten - 1]
    # Planet 3 comes next, where green is: it is not taken any more, and the turn stays.
    table.advance(table_card(table, "purple"), "purple")
    truth = table.truth()
    assert (truth["over"], truth["eaten"], truth["deck"]) == ("supernova", 2, 0)
    assert truth["turn"] == {"player": 3, "number": 3}


def table_card(table, colour):
    """A 1 alien card of this colour from the discards, for the hand of the player to move."""
    kinds = [(card.kind, card.colours) for card in table.discards]
    card = table.discards.pop(kinds.index((ONE_ALIEN, (colour,))))
    table.discards.append(table.seat.hand.pop())
    table.seat.hand.append(card)
    return card


def test_whoever_is_rescued_in_time_does_not_end_the_race():
    table = arranged({"green": 3, "yellow": 4, "blue": 6, "red": 7, "purple": 9})
    run_out(table, 2)
    table.advance(table_card(table, "green"), "green")
    truth = table.truth()
    assert (truth["over"], truth["eaten"], truth["positions"]["green"]) == (None, 3, 5)


def test_the_last_planet_ends_the_race_at_once():
    # Over the heads of two others, and before any card is taken.
    table = arranged({"green": 15, "yellow": 16, "blue": 17, "red": 1, "purple": 1})
    deck = len(table.deck)
    table.advance(given(table, ONE_ALIEN, "green"), "green")
    truth = table.truth()
    assert (truth["over"], truth["deck"], truth["positions"]["green"]) == ("escaped", deck, 18)
    assert truth["turn"] == {"player": 1, "number": 1}
    # The supernova would have met somebody, too; the alien was faster.
    table = arranged({"green": 17, "yellow": 4, "blue": 6, "red": 7, "purple": 9})
    run_out(table, 3)
    table.advance(table_card(table, "green"), "green")
    assert (table.over, table.truth()["eaten"]) == ("escaped", 3)


def ended(positions, favourites, tokens, **others):
    """A race that has ended so, every token known."""
    table = arranged(positions, favourites, players=len(tokens), **others)
    for seat, token in zip(table.seats, tokens, strict=True):
        seat.token, seat.told = token, True
    table.over = "escaped"
    return table


PLACED = {"blue": 18, "yellow": 15, "green": 11, "red": 6, "purple": 2}


@pytest.mark.parametrize(
    "positions, ties, favourites, tokens, scores, winner",
    [
        # The rulebook's own: yellow twice and blue, yellow second, blue leading.
        (PLACED, "low", (["yellow", "blue"], ["green"]), ("yellow", "purple"), [6, 1], [1]),
        (PLACED, "low", (["red"], ["green", "purple"]), ("purple", "yellow"), [0, 4], [2]),
        # Equal points: the token decides.
        (PLACED, "low", (["yellow"], ["blue"]), ("blue", "yellow"), [3, 3], [2]),
        (PLACED, "low", (["red"], ["purple"]), ("purple", "red"), [0, 0], [2]),
        (PLACED, "low", (["yellow"], ["red"]), ("blue", "green"), [3, 3], [2]),
        # Three on planet 1 take place V, or III with the other option.
        ({"blue": 9, "red": 5}, "low", (["green"], ["yellow"]), ("yellow", "green"), [-2, -2],
         [1, 2]),
        ({"blue": 9, "red": 5}, "high", (["green"], ["blue"]), ("yellow", "green"), [4, 2], [1]),
        ({"blue": 9}, "high", (["green"], ["blue"]), ("yellow", "blue"), [6, 0], [1]),
        ({}, "low", (["green"], ["blue"]), ("yellow", "red"), [-2, -2], [1, 2]),
        ({}, "high", (["green"], ["blue"]), ("yellow", "red"), [0, 0], [1, 2]),
    ],
)  # fmt: skip
def test_scores_worked_by_hand(positions, ties, favourites, tokens, scores, winner):
    truth = ended(positions, favourites, tokens, ties=ties).truth()
    assert (truth["scores"], truth["winner"]) == (scores, winner)
    assert truth["tokens"] == list(tokens)


def test_tokens_come_to_light_after_the_race():
    table = arranged({"green": 17}, players=3, told=(2,))
    table.advance(given(table, ONE_ALIEN, "green"), "green")
    tokens = [seat.token for seat in table.seats]
    assert table.truth()["tokens"] == [None, tokens[1], None] and table.concealed() == [1, 3]
    assert table.reveal(3) == ("reveal", "3", tokens[2])
    truth = table.truth()
    assert truth["tokens"] == [None, tokens[1], tokens[2]]
    assert (truth["scores"], truth["winner"], table.finished) == (None, None, False)
    with pytest.raises(AssertionError):
        table.reveal(2)
    table.reveal(1)
    assert table.truth()["tokens"] == tokens and table.truth()["scores"] and table.finished


# --- the players ---


def holding(table, *cards):
    """The player to move holds just these cards, (kind, colours…) each."""
    for card in cards:
        given(table, *card)
        table.seat.hand.insert(0, table.seat.hand.pop())
    return table


def test_what_a_card_can_be_played_for():
    table = arranged(favourites=(["red", "green"], ["blue", "blue"], ["yellow"]))
    assert plays_of(table, Card(TWO_ALIENS, "green", "red")) == [
        ("advance", "green"), ("advance", "red"),
    ]  # fmt: skip
    assert plays_of(table, Card(ONE_ALIEN, "blue")) == [
        ("advance", "blue"), ("favour", "green"), ("favour", "red"),
    ]  # fmt: skip
    assert plays_of(table, Card(EXCHANGE)) == [
        ("exchange", "green", 2, "blue"), ("exchange", "red", 2, "blue"),
        ("exchange", "green", 3, "yellow"), ("exchange", "red", 3, "yellow"),
    ]  # fmt: skip
    table.seats[0].open.pop()
    assert plays_of(table, Card(ONE_ALIEN, "blue")) == [("advance", "blue"), ("favour", None)]


def choice(kind, table, seed=1):
    """What such a player does: the card's kind and colours, and the play."""
    card, found = kind(random.Random(seed)).choose(table)
    return (card.kind, card.colours, found)


@pytest.mark.parametrize(
    "red, other, wanted",
    [
        # Blue, third, would jump into the lead: its card is laid open instead.
        (10, (TWO_ALIENS, "yellow", "purple"), ("favour", "yellow")),
        # A change of position brings it to the second place, and no farther.
        (10, (CHANGE,), ("swap", "green", "blue")),
        # With red well ahead, the jump over green leads there, too.
        (12, (TWO_ALIENS, "yellow", "purple"), ("advance", "blue")),
    ],
)
def test_the_greedy_player_wants_the_second_place(red, other, wanted):
    positions = {"red": red, "green": 9, "blue": 8, "yellow": 7, "purple": 2}
    table = arranged(positions, (["blue", "yellow"], ["red"], ["purple"]))
    table.seats[0].token = "blue"
    holding(table, (ONE_ALIEN, "blue"), other, (TWO_ALIENS, "yellow", "purple"))
    assert choice(GreedyPlayer, table)[2] == wanted


def test_the_greedy_player_keeps_the_others_behind():
    """Of two plays that come to the same for oneself, the one that is worse for somebody else."""
    # Yellow would get past blue.
    positions = {"red": 12, "green": 9, "blue": 7, "yellow": 6, "purple": 2}
    table = arranged(positions, (["green"], ["yellow"], ["red"]))
    table.seats[0].token = "green"
    holding(table, *[(TWO_ALIENS, "blue", "purple")] * 2, (TWO_ALIENS, "yellow", "purple"))
    plays = {choice(GreedyPlayer, table, seed)[2] for seed in range(40)}
    assert plays == {("advance", "blue"), ("advance", "purple")}


def test_the_ruthless_leave_the_others_where_they_are():
    table = arranged({"red": 10, "green": 8}, (["blue"],))
    cards = (TWO_ALIENS, "green", "blue"), (TWO_ALIENS, "yellow", "purple")
    holding(table, (ONE_ALIEN, "blue"), *cards)
    table.aliens["green"] = 1
    assert choice(RuthlessPlayer, table)[2] == ("favour", None)
    assert choice(HastyPlayer, table)[2][0] == "advance"


def test_the_hasty_and_the_dawdling():
    table = arranged({"red": 10, "green": 8}, (["blue"],))
    cards = (TWO_ALIENS, "green", "blue"), (TWO_ALIENS, "yellow", "purple")
    holding(table, (ONE_ALIEN, "blue"), *cards)
    assert choice(HastyPlayer, table)[2] == ("advance", "green")
    assert choice(DawdlingPlayer, table)[2] == ("favour", None)
    holding(table, (TWO_ALIENS, "green", "purple"), *cards)
    assert choice(DawdlingPlayer, table)[2] == ("advance", "green")
