"""Monster auf der Flucht, sentence by sentence: every test is one rule, driven through the record.

The lines below were written from the rulebook and the notation, not from the engine: `after`
gives the state after some actions, `refused` the refusal of the last one by the replay command,
`legal` what may be done. Player 1 has the yellow Favourite card, 2 blue, 3 green, 4 red, 5 purple.
"""

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from host_tools import replay
from shared_engine import packed_file
from shared_engine.errors import RecordError
from shared_engine.record import Reader, export, header_lines

ROOT = Path(__file__).resolve().parent.parent
COLOURS = ("green", "yellow", "blue", "red", "purple")
CARDS = ("yellow", "blue", "green", "red", "purple")  # of players 1, 2, …
DECKS = {2: 31, 3: 28, 4: 25, 5: 22}


def set_up(players=2, options=(), cards=CARDS):
    """The lines of a set-up: `options` are further ones (`ties high`), `cards` the Favourites."""
    lines = ["game monster", f"option players {players}"]
    lines += [f"option favourite {at + 1} {cards[at]}" for at in range(players)]
    return lines + ["option " + option for option in options]


def parts(actions):
    return [part.strip() for part in actions.split(";") if part.strip()]


def read(actions="", players=2, options=(), cards=CARDS):
    """The Reader of a game after `actions` (joined by `;`), all of which must be legal."""
    return read_lines(set_up(players, options, cards) + parts(actions))


def read_lines(lines):
    reader = Reader()
    for line in lines:
        reader.line(line)
    reader.finish()
    return reader


def after(actions="", players=2, options=(), cards=CARDS):
    """The state JSON after `actions`."""
    return read(actions, players, options, cards).play.to_json()


def command(lines, *arguments):
    """(exit status, printed lines, error text with FILE for the name) of a replay of `lines`."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "record.txt")
        Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = replay.main([path, *arguments])
        return status, out.getvalue().splitlines(), err.getvalue().replace(path, "FILE")


def legal(actions="", players=2, options=(), cards=CARDS):
    """What is legal after `actions`, as `--legal` prints it."""
    status, printed, _ = command(set_up(players, options, cards) + parts(actions), "--legal")
    assert status == 0
    return json.loads(printed[-1])["legal"]


def refused(actions, players=2, options=(), cards=CARDS):
    """What the command says to the last of `actions`; those before must be legal.

    It names file and line, and the states before it have been printed.
    """
    head = set_up(players, options, cards)
    lines = head + parts(actions)
    status, printed, told = command(lines, "--each")
    assert status == 1, f"{actions!r} was accepted"
    assert told.startswith(f"FILE:{len(lines)}: "), told
    assert told.count("\n") == 1
    assert len(printed) == len(lines) - len(head)
    reader = read_lines(lines[:-1])
    before = reader.play.to_json()
    assert json.loads(printed[-1]) == before
    with pytest.raises(RecordError):
        reader.line(lines[-1])
    assert reader.play.to_json() == before, "a refusal changed something"
    return told


def refused_set_up(lines, at=None):
    """What the command says to a set-up; the refusal is of line `at`, or of the last one."""
    status, printed, told = command(lines)
    assert (status, printed) == (1, []), lines
    assert told.startswith(f"FILE:{at or len(lines)}: "), told
    return told


def turn(state):
    return (state["turn"]["player"], state["turn"]["number"])


def where(state):
    """The planets of green, yellow, blue, red, purple."""
    return [state["positions"][colour] for colour in COLOURS]


# --- ways into a game ---------------------------------------------------------------------------


def times(count, *actions):
    """`count` actions, taken from `actions` again and again."""
    return "; ".join(actions[at % len(actions)] for at in range(count))


# green 2, yellow 3, blue 4, red 5, purple 6, each over those before.
LADDER = "; ".join("advance " + colour for colour in COLOURS)
# Then purple alone, from 6 to 18: turn 17. From the leader back: 0, 3, 2, 1, -1.
ESCAPED = LADDER + "; " + times(12, "advance purple")
WORTH = {"purple": 0, "red": 3, "blue": 2, "yellow": 1, "green": -1}
# Red alone, from 1 to 17, and the last step.
RUN = times(16, "advance red")
ALONE = RUN + "; advance red"


# --- set-up -------------------------------------------------------------------------------------


def test_a_new_game_of_three_is_this_whole_state():
    assert after(players=3) == {
        "game": "monster",
        "players": 3,
        "turn": {"player": 1, "number": 1},
        "corrections": 0,
        "over": None,
        "winner": None,
        "deck": 28,
        "eaten": 0,
        "positions": {"green": 1, "yellow": 1, "blue": 1, "red": 1, "purple": 1},
        "favourites": [["yellow"], ["blue"], ["green"]],
        "tokens": [None, None, None],
        "turns_to_supernova": 28,
        "ranking": [["green", "yellow", "blue", "red", "purple"]],
        "scores": None,
    }


@pytest.mark.parametrize("players, deck", sorted(DECKS.items()))
def test_the_deck_of_each_number_of_players(players, deck):
    state = after(players=players)
    assert (state["players"], state["deck"], state["turns_to_supernova"]) == (players, deck, deck)
    assert state["eaten"] == 0
    assert where(state) == [1] * 5
    assert state["favourites"] == [[colour] for colour in CARDS[:players]]
    assert state["tokens"] == [None] * players


@pytest.mark.parametrize("value", ["1", "6", "0", "two", "", "-2", "2 3"])
def test_other_numbers_of_players_are_refused(value):
    refused_set_up(["game monster", f"option players {value}"])


def test_two_play_where_it_does_not_say():
    lines = [line for line in set_up() if not line.startswith("option players")]
    assert read_lines(lines).play.to_json() == after()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_any_player_may_start(players):
    for first in range(1, players + 1):
        assert turn(after(players=players, options=[f"first {first}"])) == (first, 1)
    for wrong in ("0", str(players + 1), "red", ""):
        refused_set_up(set_up(players, [f"first {wrong}"]))


def test_the_turn_goes_round_from_the_first_player():
    lines = []
    for number, player in enumerate((3, 4, 1, 2, 3, 4), 1):
        state = after("; ".join(lines), 4, ["first 3"])
        assert turn(state) == (player, number)
        lines.append("swap none")


def test_a_record_may_break_off_before_the_favourites_are_given():
    state = read_lines(["game monster"]).play.to_json()
    assert (state["players"], state["favourites"]) == (2, [[], []])
    state = read_lines(["game monster", "option players 3", "option favourite 2 red"])
    assert state.play.to_json()["favourites"] == [[], ["red"], []]
    assert set(state.play.to_json()) == set(after(players=3))
    status, printed, told = command(["game monster"], "--legal")
    assert (status, told, json.loads(printed[0])["legal"]) == (0, "", [])


@pytest.mark.parametrize("missing", [1, 2, 3])
@pytest.mark.parametrize("action", ["advance red", "favour red", "swap none", "reveal 1 red"])
def test_no_action_before_every_player_has_a_favourite(missing, action):
    lines = [line for line in set_up(3) if not line.startswith(f"option favourite {missing}")]
    status, printed, told = command(lines + [action], "--each")
    assert status == 1
    assert told.startswith(f"FILE:{len(lines) + 1}: ")
    assert f"favourite {missing}" in told
    assert [json.loads(line) for line in printed] == [read_lines(lines).play.to_json()]


def test_favourites_not_given_can_be_set_by_hand():
    bare = ["game monster", "option players 2"]
    state = read_lines(bare + ["set deck 9"]).play.to_json()
    assert (state["deck"], state["favourites"], state["corrections"]) == (9, [[], []], 1)
    given = bare + ["set favourites.0 [red] favourites.1 [blue]", "exchange red 2 blue"]
    assert read_lines(given).play.to_json()["favourites"] == [["blue"], ["red"]]
    assert command(given + ["undo", "undo", "exchange red 2 blue"])[0] == 1


def test_the_favourites_may_come_in_any_order():
    lines = ["game monster", "option players 2"]
    lines += ["option favourite 2 red", "option first 2", "option favourite 1 green"]
    assert read_lines(lines).play.to_json()["favourites"] == [["green"], ["red"]]


def test_there_is_one_favourite_card_of_each_colour():
    lines = ["game monster", "option players 3", "option favourite 1 red"]
    told = refused_set_up(lines + ["option favourite 2 red"])
    assert "red" in told
    # What depends on several options is reported at the last one.
    refused_set_up(lines + ["option favourite 3 red", "option first 2", "advance red"], 5)
    refused_set_up(set_up(3, cards=("red", "green", "green")) + ["advance red"], 5)


def test_there_is_one_token_of_each_colour():
    told = refused_set_up(set_up(3, ["token 3 red", "token 1 red"]) + ["swap none"], 7)
    assert "token" in told
    after(players=3, options=["token 3 red", "token 1 green", "token 2 yellow"])


def test_a_token_may_be_of_the_colour_of_any_favourite_card():
    state = after(ESCAPED, options=["token 1 yellow", "token 2 purple"])
    assert state["tokens"] == ["yellow", "purple"]


@pytest.mark.parametrize("key", ["favourite", "token"])
@pytest.mark.parametrize(
    "value", ["1", "red", "1 pink", "0 red", "3 red", "x red", "1 red red", "1 null", "", "1 Red"]
)
def test_other_favourites_and_tokens_are_refused(key, value):
    refused_set_up(["game monster", "option players 2", f"option {key} {value}"])


@pytest.mark.parametrize("value", ["middle", "1", "", "low high", "Low"])
def test_ties_are_low_or_high(value):
    refused_set_up(set_up(2, [f"ties {value}"]))


@pytest.mark.parametrize(
    "option", ["favourite 1 purple", "token 1 red", "first 2", "ties high", "players 2"]
)
def test_an_option_is_given_once_and_before_the_first_action(option):
    given = ["token 1 green", "first 1", "ties low"]
    refused_set_up(set_up(2, given + [option]))
    refused("swap none; option " + option)


def test_low_is_what_a_record_without_the_option_plays():
    tokens = ["token 1 red", "token 2 green"]
    low = after(ALONE, options=tokens + ["ties low"])
    assert low == after(ALONE, options=tokens)
    assert low != after(ALONE, options=tokens + ["ties high"])


def test_a_name_for_each_player():
    lines = set_up(3)
    assert read_lines(lines + ["names Ann Bo Cy"]).play.names == ("Ann", "Bo", "Cy")
    refused_set_up(lines + ["names Ann Bo"])


# --- advance ------------------------------------------------------------------------------------


@pytest.mark.parametrize("colour", COLOURS)
def test_an_alien_advances_to_the_next_planet(colour):
    state = after("advance " + colour)
    assert state["positions"] == {**dict.fromkeys(COLOURS, 1), colour: 2}
    assert turn(state) == (2, 2)
    assert after(f"advance {colour}; advance {colour}")["positions"][colour] == 3


def test_occupied_planets_are_jumped():
    assert where(after("advance green; advance yellow")) == [2, 3, 1, 1, 1]
    assert where(after(LADDER)) == [2, 3, 4, 5, 6]
    assert where(after(LADDER + "; advance green")) == [7, 3, 4, 5, 6]
    assert where(after(LADDER + "; advance blue")) == [2, 3, 7, 5, 6]


def test_a_gap_between_others_is_taken():
    gap = LADDER + "; advance blue"
    assert where(after(gap + "; advance green")) == [4, 3, 7, 5, 6]
    assert where(after(gap + "; advance red")) == [2, 3, 7, 8, 6]


def test_those_behind_are_in_nobodys_way():
    state = after(LADDER + "; advance purple; advance purple")
    assert where(state) == [2, 3, 4, 5, 8]


def test_nobody_goes_back():
    lines = LADDER
    for colour in COLOURS * 2:
        before = after(lines)["positions"][colour]
        lines += "; advance " + colour
        assert after(lines)["positions"][colour] > before


def test_a_jump_onto_the_last_planet():
    lines = "set positions.green 15 positions.yellow 16 positions.blue 17; "
    state = after(lines + "advance green")
    assert (state["positions"]["green"], state["over"]) == (18, "escaped")


@pytest.mark.parametrize(
    "action",
    [
        "advance",
        "advance pink",
        "advance Red",
        "advance 1",
        "advance red 2",
        "advance red blue",
        "advance none",
        "Advance red",
        "move red",
        "red",
    ],
)
def test_other_advances_are_refused(action):
    refused(action)


# --- favour -------------------------------------------------------------------------------------


@pytest.mark.parametrize("colour", COLOURS)
def test_a_card_becomes_a_favourite_after_those_that_lie_there(colour):
    state = after("favour " + colour)
    assert state["favourites"] == [["yellow", colour], ["blue"]]
    assert where(state) == [1] * 5
    assert (turn(state), state["deck"]) == ((2, 2), 30)


def test_each_player_lays_before_himself():
    state = after("favour red; favour green; favour purple", players=3)
    assert state["favourites"] == [["yellow", "red"], ["blue", "green"], ["green", "purple"]]


TWO = "favour red; advance green; "  # player 1 again, with yellow and red open


@pytest.mark.parametrize(
    "action, left",
    [
        ("favour blue drop yellow", ["red", "blue"]),
        ("favour blue drop red", ["yellow", "blue"]),
        ("favour red drop red", ["yellow", "red"]),
        ("favour red drop yellow", ["red", "red"]),
        ("favour yellow drop yellow", ["red", "yellow"]),
        ("favour yellow drop red", ["yellow", "yellow"]),
    ],
)
def test_with_two_open_cards_one_is_dropped(action, left):
    state = after(TWO + action)
    assert state["favourites"] == [left, ["blue"]]
    assert (turn(state), state["deck"]) == ((2, 4), 28)


def test_of_two_alike_one_is_dropped():
    alike = "favour yellow; advance green; "
    assert after(alike + "favour red drop yellow")["favourites"][0] == ["yellow", "red"]
    assert after(alike + "favour yellow drop yellow")["favourites"][0] == ["yellow", "yellow"]


def test_there_are_never_three():
    for colour in COLOURS:
        refused(TWO + "favour " + colour)
    refused("favour yellow; advance green; favour yellow")


@pytest.mark.parametrize("action", ["favour red drop yellow", "favour red drop red"])
def test_nothing_is_dropped_before_two_lie_open(action):
    refused(action)


@pytest.mark.parametrize("colour", ["green", "blue", "purple"])
def test_what_is_dropped_lay_there_before(colour):
    refused(TWO + f"favour red drop {colour}")
    refused(TWO + f"favour {colour} drop {colour}")


def test_the_token_is_not_dropped():
    refused(TWO + "favour blue drop purple", options=["token 1 purple"])


@pytest.mark.parametrize(
    "action",
    [
        "favour",
        "favour pink",
        "favour 1",
        "favour red blue",
        "favour blue drop",
        "favour drop red",
        "favour blue drop red yellow",
        "favour blue drop none",
        "favour blue red drop",
        "favour blue lay red",
        "favour blue drop 1",
    ],
)
def test_other_favours_are_refused(action):
    refused(TWO + action)


# --- exchange -----------------------------------------------------------------------------------


def test_an_exchange_takes_one_for_the_other():
    state = after("exchange yellow 2 blue")
    assert state["favourites"] == [["blue"], ["yellow"]]
    assert where(state) == [1] * 5
    assert (turn(state), state["deck"]) == ((2, 2), 30)


BOTH = "favour red; favour green; "  # player 1 has yellow and red, player 2 blue and green


@pytest.mark.parametrize(
    "action, laid",
    [
        ("exchange yellow 2 blue", [["blue", "red"], ["yellow", "green"]]),
        ("exchange yellow 2 green", [["green", "red"], ["blue", "yellow"]]),
        ("exchange red 2 blue", [["yellow", "blue"], ["red", "green"]]),
        ("exchange red 2 green", [["yellow", "green"], ["blue", "red"]]),
    ],
)
def test_an_exchanged_card_takes_its_partners_place(action, laid):
    assert after(BOTH + action)["favourites"] == laid


def test_others_keep_theirs():
    state = after("exchange yellow 3 green; exchange blue 1 green", players=4)
    assert state["favourites"] == [["blue"], ["green"], ["yellow"], ["red"]]


def test_one_of_two_alike_is_exchanged():
    lines = "favour yellow; favour blue; exchange yellow 2 blue"
    assert sorted(after(lines)["favourites"][0]) == ["blue", "yellow"]
    assert sorted(after(lines)["favourites"][1]) == ["blue", "yellow"]


def test_the_same_colour_may_be_exchanged():
    lines = "favour blue; advance red; "
    state = after(lines + "exchange blue 2 blue")
    assert (state["favourites"], turn(state)) == ([["yellow", "blue"], ["blue"]], (2, 4))


@pytest.mark.parametrize(
    "action",
    [
        "exchange blue 2 yellow",  # each has what the other names
        "exchange red 2 blue",
        "exchange yellow 2 red",
        "exchange yellow 1 yellow",  # with oneself
        "exchange yellow 0 blue",
        "exchange yellow 3 green",  # nobody
        "exchange yellow blue",
        "exchange yellow 2",
        "exchange 2 yellow blue",
        "exchange yellow +2 blue",
        "exchange yellow 2 blue red",
        "exchange yellow two blue",
        "exchange pink 2 blue",
        "exchange",
    ],
)
def test_other_exchanges_are_refused(action):
    refused(action)


def test_tokens_are_not_exchanged():
    tokens = ["token 1 red", "token 2 purple"]
    refused("exchange red 2 blue", options=tokens)
    refused("exchange yellow 2 purple", options=tokens)


# --- swap ---------------------------------------------------------------------------------------


def test_two_aliens_change_places():
    state = after("advance green; swap green yellow")
    assert where(state) == [1, 2, 1, 1, 1]
    assert (turn(state), state["deck"]) == ((1, 3), 29)


@pytest.mark.parametrize("colour", ["yellow", "blue", "red", "purple"])
def test_any_of_several_on_planet_1_changes_with_the_next(colour):
    state = after(f"advance green; swap green {colour}")
    assert state["positions"] == {**dict.fromkeys(COLOURS, 1), colour: 2}


def test_how_far_apart_they_are_does_not_matter():
    lines = "advance green; advance green; advance green; advance yellow; "  # on 4 and 2
    assert where(after(lines + "swap green yellow")) == [2, 4, 1, 1, 1]


def test_nobody_stands_between():
    neighbours = [(0, 1), (1, 2), (2, 3), (3, 4)]
    for a in range(5):
        for b in range(a + 1, 5):
            action = f"; swap {COLOURS[a]} {COLOURS[b]}"
            if (a, b) in neighbours:
                expected = [2, 3, 4, 5, 6]
                expected[a], expected[b] = expected[b], expected[a]
                assert where(after(LADDER + action)) == expected
            else:
                refused(LADDER + action)


def test_nobody_of_planet_1_changes_over_another():
    lines = "advance green; advance yellow; "
    for colour in ("blue", "red", "purple"):
        refused(lines + f"swap {colour} yellow")
        assert after(lines + f"swap {colour} green")["positions"]["green"] == 1


def test_the_pair_is_written_in_the_order_of_the_colours():
    one = read("advance green; swap green purple")
    other = read("advance green; swap purple green")
    assert one.play.to_json() == other.play.to_json()
    assert other.play.text(1) == "swap green purple"
    assert one.entries == other.entries


@pytest.mark.parametrize(
    "action",
    [
        "swap yellow blue",  # both on planet 1
        "swap green green",
        "swap none",
        "swap",
        "swap green",
        "swap green pink",
        "swap green none",
        "swap none none",
        "swap none green",
        "swap green yellow blue",
        "swap 1 2",
        "swap green+yellow",
    ],
)
def test_other_swaps_are_refused(action):
    refused("advance green; " + action)


def test_a_swap_of_none_while_all_share_planet_1():
    state = after("swap none")
    assert where(state) == [1] * 5
    assert (turn(state), state["deck"]) == ((2, 2), 30)
    for a in range(5):
        for b in range(a + 1, 5):
            refused(f"swap {COLOURS[a]} {COLOURS[b]}")


def test_no_swap_of_none_once_one_has_left():
    for colour in COLOURS:
        refused(f"advance {colour}; swap none")
    lines = "set " + " ".join(f"positions.{colour} 4" for colour in COLOURS)
    refused(lines + "; swap none")
    assert turn(after("advance red; set positions.red 1; swap none")) == (1, 3)


# --- the draw -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "action", ["advance red", "favour red", "exchange yellow 2 blue", "swap none"]
)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_turn_draws_one_card_from_the_deck(players, action):
    state = after(action, players)
    left = DECKS[players] - 1
    assert (state["deck"], state["turns_to_supernova"], state["eaten"]) == (left, left, 0)
    assert turn(state) == (2, 2)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_last_card_of_the_deck_does_not_end_the_game(players):
    deck = DECKS[players]
    state = after(times(deck, "swap none"), players)
    assert (state["deck"], state["turns_to_supernova"], state["eaten"]) == (0, 0, 0)
    assert (state["over"], turn(state)) == (None, (deck % players + 1, deck + 1))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_then_the_supernova_takes_planet_1_and_who_is_on_it(players):
    deck = DECKS[players]
    state = after(times(deck + 1, "swap none"), players)
    assert (state["over"], state["eaten"], state["deck"]) == ("supernova", 0, 0)
    assert turn(state) == (deck % players + 1, deck + 1)


# All five have left planet 1 when the deck is empty: after turn 31 green is on 2, yellow on 3.
OUT = LADDER + "; " + times(26, "swap green yellow")


def test_planets_are_taken_from_the_lowest_on():
    state = after(OUT)
    assert (where(state), state["deck"], state["eaten"]) == ([2, 3, 4, 5, 6], 0, 0)
    state = after(OUT + "; swap green yellow")
    assert (state["over"], state["eaten"], state["deck"]) == (None, 1, 0)
    assert turn(state) == (1, 33)
    state = after(OUT + "; advance green; advance yellow")
    assert (state["over"], state["eaten"], where(state)) == (None, 2, [7, 8, 4, 5, 6])
    state = after(OUT + "; advance green; advance yellow; favour red; advance blue")
    assert (state["over"], state["eaten"], where(state)) == (None, 4, [7, 8, 9, 5, 6])


def test_an_occupied_planet_ends_the_game_and_is_not_eaten():
    state = after(OUT + "; advance yellow; favour red")
    assert (state["over"], state["eaten"]) == ("supernova", 1)
    assert turn(state) == (1, 33)
    assert state["favourites"][0] == ["yellow", "red"]


def test_who_is_saved_in_the_same_turn_is_not_caught():
    state = after(OUT + "; advance yellow; advance green")
    assert (state["over"], state["eaten"], state["positions"]["green"]) == (None, 2, 3)


def test_who_is_swapped_onto_it_is_caught():
    # After turn 32 green is on 7 and yellow on 3; planet 2 goes next, then 3.
    lines = OUT + "; advance green; favour red"
    assert after(lines)["eaten"] == 2
    assert after(lines + "; advance yellow")["over"] is None
    state = after(lines + "; swap yellow blue")
    assert (state["over"], state["eaten"], state["positions"]["blue"]) == ("supernova", 2, 3)


def test_the_supernova_reaches_far_planets_too():
    # Green is on 12 and yellow on 13 after 15 turns; 16 cards are left, then eleven planets.
    lines = times(15, *parts(LADDER)) + "; " + times(16 + 11, "swap green yellow")
    state = after(lines)
    assert (where(state), state["eaten"], turn(state)) == ([13, 12, 14, 15, 16], 11, (1, 43))
    state = after(lines + "; swap green yellow")
    assert (state["over"], state["eaten"], where(state)[0]) == ("supernova", 11, 12)


# --- the escape ---------------------------------------------------------------------------------


def test_an_alien_on_the_last_planet_ends_the_game_at_once():
    state = after(RUN)
    assert (state["over"], state["positions"]["red"], state["deck"]) == (None, 17, 15)
    state = after(ALONE)
    assert (state["over"], state["positions"]["red"]) == ("escaped", 18)
    # Nothing is drawn any more.
    assert (state["deck"], state["turns_to_supernova"], state["eaten"]) == (15, 15, 0)


@pytest.mark.parametrize("players, player", [(2, 1), (3, 2), (4, 1), (5, 2)])
def test_the_turn_stays_at_the_last_one_played(players, player):
    assert turn(after(ALONE, players)) == (player, 17)


def test_it_comes_before_the_supernova():
    lines = RUN + "; " + times(6, "swap green red")  # 22 turns of five players
    state = after(lines, 5)
    assert (state["deck"], state["positions"]["red"], state["over"]) == (0, 17, None)
    state = after(lines + "; advance red", 5)
    assert (state["over"], state["eaten"], turn(state)) == ("escaped", 0, (3, 23))


@pytest.mark.parametrize("end", [ALONE, times(32, "swap none"), ESCAPED])
@pytest.mark.parametrize(
    "action",
    [
        "advance red",
        "advance green",
        "favour red",
        "exchange yellow 2 blue",
        "swap none",
        "swap green red",
        "swap red purple",
    ],
)
def test_no_card_is_played_after_the_end(end, action):
    refused(end + "; " + action)


# --- the tokens ---------------------------------------------------------------------------------


def test_tokens_are_shown_nowhere_before_the_end():
    options = ["token 1 purple", "token 2 green"]
    status, printed, _ = command(set_up(2, options) + parts(ALONE), "--each", "--legal")
    assert status == 0
    states = [json.loads(line) for line in printed]
    assert len(states) == 18
    assert [state["tokens"] for state in states] == [[None, None]] * 17 + [["purple", "green"]]
    assert after(RUN, options=options) == after(RUN)
    assert legal(RUN, options=options) == legal(RUN)


def test_those_given_appear_at_the_end_and_the_others_are_missing():
    state = after(ALONE, 3, ["token 2 green"])
    assert state["tokens"] == [None, "green", None]
    assert (state["scores"], state["winner"], state["over"]) == (None, None, "escaped")


def test_with_all_tokens_given_the_scores_follow_at_once():
    state = after(ESCAPED, options=["token 1 red", "token 2 green"])
    assert state["scores"] == [4, 1]
    assert state["winner"] == [1]
    assert legal(ESCAPED, options=["token 1 red", "token 2 green"]) == []


def test_missing_tokens_are_revealed_in_any_order():
    lines = ESCAPED + "; reveal 3 red"
    state = after(lines, 3)
    assert (state["tokens"], state["scores"], state["winner"]) == ([None, None, "red"], None, None)
    lines += "; reveal 1 green"
    state = after(lines, 3)
    assert (state["tokens"], state["scores"]) == (["green", None, "red"], None)
    state = after(lines + "; reveal 2 purple", 3)
    assert state["tokens"] == ["green", "purple", "red"]
    assert state["scores"] == [1 - 1, 2 + 0, -1 + 3]
    # Red is worth more than purple.
    assert state["winner"] == [3]


def test_a_reveal_is_no_turn_and_draws_nothing():
    before, state = after(ESCAPED), after(ESCAPED + "; reveal 1 red; reveal 2 green")
    for key in ("turn", "deck", "eaten", "positions", "favourites", "over", "corrections"):
        assert state[key] == before[key]


@pytest.mark.parametrize("actions", ["", "advance red", RUN])
def test_nothing_is_revealed_before_the_end(actions):
    refused(actions + "; reveal 1 red")
    refused(actions + "; reveal 1 red", options=["token 1 red"])


def test_only_missing_tokens_are_revealed():
    refused(ESCAPED + "; reveal 1 red; reveal 1 green")
    refused(ESCAPED + "; reveal 1 red; reveal 1 red")
    refused(ESCAPED + "; reveal 1 red", options=["token 1 red"])
    refused(ESCAPED + "; reveal 1 green", options=["token 1 red"])
    refused(ESCAPED + "; reveal 1 red; reveal 2 green; reveal 2 blue")


def test_no_two_tokens_are_alike():
    refused(ESCAPED + "; reveal 1 red; reveal 2 red")
    refused(ESCAPED + "; reveal 2 red", options=["token 1 red"])


@pytest.mark.parametrize(
    "action",
    [
        "reveal",
        "reveal 1",
        "reveal red",
        "reveal red 1",
        "reveal 0 red",
        "reveal 3 red",
        "reveal 1 pink",
        "reveal 1 null",
        "reveal 1 none",
        "reveal 1 red red",
        "reveal one red",
        "reveal +1 red",
    ],
)
def test_other_reveals_are_refused(action):
    refused(ESCAPED + "; " + action)


# --- ranking and scores -------------------------------------------------------------------------


def test_the_ranking_goes_from_the_leader_back():
    expected = [["purple"], ["red"], ["blue"], ["yellow"], ["green"]]
    assert after(LADDER)["ranking"] == expected
    assert after(ESCAPED)["ranking"] == expected
    assert after("advance red")["ranking"] == [["red"], ["green", "yellow", "blue", "purple"]]


def test_who_shares_a_place_follows_the_colours():
    lines = "advance purple; advance green; advance green"
    assert after(lines)["ranking"] == [["green"], ["purple"], ["yellow", "blue", "red"]]


@pytest.mark.parametrize("colour, points", sorted(WORTH.items()))
def test_a_favourite_is_worth_its_place(colour, points):
    # Player 2's red is worth 3 and his blue token 2.
    cards = (colour, "red" if colour != "red" else "blue")
    options = ["token 1 purple", "token 2 " + ("blue" if colour != "red" else "red")]
    state = after(ESCAPED, cards=cards, options=options)
    assert state["scores"] == [points, 5]


def test_a_token_is_worth_as_much_as_a_card():
    for colour, points in WORTH.items():
        other = "red" if colour != "red" else "green"
        state = after(ESCAPED, options=[f"token 1 {colour}", f"token 2 {other}"])
        assert state["scores"] == [1 + points, 2 + WORTH[other]]


def test_yellow_twice_and_blue_once():
    # Yellow is second and blue leads.
    lines = "favour yellow; advance yellow; " + times(16, "advance blue")
    state = after(lines, options=["token 1 blue", "token 2 green"])
    assert state["ranking"][:2] == [["blue"], ["yellow"]]
    assert state["scores"][0] == 3 + 3 + 0
    assert state["winner"] == [1]


def test_each_favourite_scores_every_time():
    lines = "favour red; favour red; " + ESCAPED
    state = after(lines, cards=("red", "green"), options=["token 1 red", "token 2 green"])
    assert state["scores"] == [9, -1 + 3 - 1]


def sharing(count):
    """Actions after which `count` aliens share planet 1 and the race has ended."""
    left = [colour for colour in COLOURS[: 5 - count]]
    if not left:
        return times(32, "swap none")
    lines = ["advance " + colour for colour in left]
    return "; ".join(lines) + "; " + times(18 - len(lines) - 1, "advance " + left[-1])


@pytest.mark.parametrize("count, low, high", [(2, -1, 1), (3, -1, 2), (4, -1, 3), (5, -1, 0)])
@pytest.mark.parametrize("option", ["low", "high"])
def test_who_shares_planet_1_takes_the_lowest_place_or_the_highest(count, low, high, option):
    given = ["token 1 purple", "token 2 red", f"ties {option}"]
    state = after(sharing(count), cards=("red", "purple"), options=given)
    assert state["over"]
    assert len(state["ranking"][-1]) == count
    worth = low if option == "low" else high
    assert state["scores"] == [2 * worth, 2 * worth]


def test_the_places_before_the_shared_ones_score_as_ever():
    cards = ("green", "yellow", "blue", "red", "purple")
    tokens = ["token 1 green", "token 2 yellow", "token 3 blue", "token 4 red", "token 5 purple"]
    state = after(sharing(2), 5, tokens, cards)
    assert state["ranking"] == [["blue"], ["yellow"], ["green"], ["red", "purple"]]
    assert state["scores"] == [4, 6, 0, -2, -2]
    assert after(sharing(2), 5, tokens + ["ties high"], cards)["scores"] == [4, 6, 0, 2, 2]


# --- the winner ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cards, tokens, scores, winner",
    [
        (("red", "green"), ("blue", "purple"), [5, -1], [1]),
        (("green", "red"), ("purple", "blue"), [-1, 5], [2]),
        (("blue", "red"), ("yellow", "purple"), [3, 3], [1]),  # 1 against 0
        (("red", "blue"), ("purple", "yellow"), [3, 3], [2]),
        (("red", "blue"), ("green", "purple"), [2, 2], [2]),  # -1 against 0
        (("purple", "yellow"), ("red", "blue"), [3, 3], [1]),  # 3 against 2
        (("red", "purple"), ("green", "blue"), [2, 2], [2]),  # the token, not the best favourite
    ],
)
def test_the_most_points_win_and_then_the_better_token(cards, tokens, scores, winner):
    options = [f"token {at + 1} {colour}" for at, colour in enumerate(tokens)]
    state = after(ESCAPED, cards=cards, options=options)
    assert (state["scores"], state["winner"]) == (scores, winner)


@pytest.mark.parametrize(
    "option, scores, winner",
    [("low", [-2, -1, -2], [2]), ("high", [6, 3, 6], [1, 3])],
)
def test_still_equal_they_share_it(option, scores, winner):
    # Red has escaped, the others share planet 1, and so tokens may be worth the same.
    tokens = ["token 1 purple", "token 2 red", "token 3 green", f"ties {option}"]
    state = after(ALONE, 3, tokens, ("green", "yellow", "blue"))
    assert (state["scores"], state["winner"]) == (scores, winner)


def test_among_equals_only_the_best_tokens_share_it():
    # All but red are worth 3; everybody has 6, but player 3's token is red.
    lines = "favour green; advance red; favour purple; " + times(16, "advance red")
    tokens = ["token 1 green", "token 2 yellow", "token 3 red", "ties high"]
    state = after(lines, 3, tokens, ("red", "yellow", "blue"))
    assert (state["scores"], state["winner"]) == ([6, 6, 6], [1, 2])


def test_all_five_can_win():
    lines = times(23, "swap none")
    tokens = [f"token {player} {COLOURS[player - 1]}" for player in range(1, 6)]
    state = after(lines, 5, tokens)
    assert (state["scores"], state["winner"]) == ([-2] * 5, [1, 2, 3, 4, 5])


def test_no_winner_before_the_last_token():
    for lines in (RUN, ALONE, ALONE + "; reveal 2 red"):
        state = after(lines)
        assert (state["scores"], state["winner"]) == (None, None)


# --- legal, to the letter -----------------------------------------------------------------------

ADVANCES = ["advance blue", "advance green", "advance purple", "advance red", "advance yellow"]
FAVOURS = ["favour blue", "favour green", "favour purple", "favour red", "favour yellow"]


def test_what_is_legal_at_the_start():
    assert legal() == ADVANCES + ["exchange yellow 2 blue"] + FAVOURS + ["swap none"]
    exchanges = ["exchange yellow 2 blue", "exchange yellow 3 green", "exchange yellow 4 red"]
    assert legal(players=4) == ADVANCES + exchanges + FAVOURS + ["swap none"]


def test_what_is_legal_with_two_open_favourites():
    assert legal(BOTH + "advance green; advance yellow") == ADVANCES + [
        "exchange red 2 blue",
        "exchange red 2 green",
        "exchange yellow 2 blue",
        "exchange yellow 2 green",
        "favour blue drop red",
        "favour blue drop yellow",
        "favour green drop red",
        "favour green drop yellow",
        "favour purple drop red",
        "favour purple drop yellow",
        "favour red drop red",
        "favour red drop yellow",
        "favour yellow drop red",
        "favour yellow drop yellow",
        "swap green blue",
        "swap green purple",
        "swap green red",
        "swap green yellow",
    ]


def test_two_alike_appear_once():
    forms = legal("favour yellow; favour blue")
    assert [form for form in forms if not form.startswith("advance")] == [
        "exchange yellow 2 blue",
        "favour blue drop yellow",
        "favour green drop yellow",
        "favour purple drop yellow",
        "favour red drop yellow",
        "favour yellow drop yellow",
        "swap none",
    ]


@pytest.mark.parametrize(
    "actions, expected",
    [
        ("", ["swap none"]),
        ("advance red", ["swap blue red", "swap green red", "swap red purple", "swap yellow red"]),
        ("advance red; advance red", [
            "swap blue red", "swap green red", "swap red purple", "swap yellow red"
        ]),
        ("advance red; advance blue", [
            "swap blue red", "swap green red", "swap red purple", "swap yellow red"
        ]),
        (LADDER, ["swap blue red", "swap green yellow", "swap red purple", "swap yellow blue"]),
        (LADDER + "; advance yellow", [
            "swap blue red", "swap green blue", "swap red purple", "swap yellow purple"
        ]),
    ],
)
def test_which_swaps_are_legal(actions, expected):
    assert [form for form in legal(actions) if form.startswith("swap")] == expected


@pytest.mark.parametrize("actions", [OUT, OUT + "; swap green yellow"])
def test_past_the_deck_the_same_is_legal(actions):
    forms = legal(actions)
    assert forms[:5] == ADVANCES
    assert len(forms) == 5 + 1 + 5 + 4


def test_reveals_are_legal_after_the_end():
    every = [f"reveal {player} {colour}" for player in (1, 2) for colour in sorted(COLOURS)]
    assert legal(ESCAPED) == every
    left = ["reveal 2 blue", "reveal 2 green", "reveal 2 purple", "reveal 2 yellow"]
    assert legal(ESCAPED + "; reveal 1 red") == left
    assert legal(ESCAPED, options=["token 1 red"]) == left
    assert legal(ESCAPED + "; reveal 1 red; reveal 2 green") == []


def test_a_refusal_says_what_is_legal():
    told = refused("swap green yellow")
    assert all(form in told for form in ADVANCES + FAVOURS + ["swap none"])
    told = refused(ESCAPED + "; reveal 1 red; advance red")
    assert "reveal 2 green" in told
    assert "reveal 2 red" not in told
    assert "undo" in refused(ESCAPED + "; reveal 1 red; reveal 2 green; advance red")


@pytest.mark.parametrize(
    "actions, words",
    [
        ("favour red drop yellow", ("drop", "2")),
        (TWO + "favour blue", ("2", "drop")),
        (TWO + "favour blue drop green", ("green",)),
        ("exchange red 2 blue", ("1", "red")),
        ("exchange yellow 2 red", ("2", "red")),
        ("exchange yellow 3 green", ("3",)),
        ("swap green red", ("green", "red", "same planet")),
        (LADDER + "; swap green blue", ("green", "blue", "between")),
        ("advance red; swap none", ("planet 1",)),
        ("reveal 1 red", ("over",)),
        (ESCAPED + "; advance red", ("over",)),
        (ESCAPED + "; reveal 1 red; reveal 1 green", ("1",)),
        (ESCAPED + "; reveal 1 red; reveal 2 red", ("red", "1")),
    ],
)
def test_the_reason_names_what_is_wrong(actions, words):
    reason = refused(actions).partition(": ")[2].partition("; legal: ")[0]
    assert all(word in reason for word in words), reason


# --- corrections --------------------------------------------------------------------------------


def value_at(state, path):
    for word in path.split("."):
        state = state[int(word)] if word.isdigit() else state[word]
    return state


SOME = "favour red; advance green; advance blue"
OVER = SOME + "; set positions.purple 18"


@pytest.mark.parametrize(
    "path, word, expected",
    [
        ("deck", "0", 0),
        ("deck", "20", 20),
        ("deck", "31", 31),
        ("eaten", "0", 0),
        ("eaten", "3", 3),
        ("positions.green", "1", 1),
        ("positions.yellow", "17", 17),
        ("positions.blue", "2", 2),  # where green is: a table may have it so
        ("positions.red", "18", 18),
        ("positions.purple", "9", 9),
        ("favourites.0", "[]", []),
        ("favourites.0", "[green]", ["green"]),
        ("favourites.1", "[red,red]", ["red", "red"]),
        ("favourites.0.0", "purple", "purple"),
        ("favourites.0.1", "yellow", "yellow"),
        ("favourites.1.1", "green", "green"),  # one past the end
        ("turn.player", "1", 1),
        ("turn.player", "2", 2),
        ("turn.number", "1", 1),
        ("turn.number", "40", 40),
    ],
)
def test_every_primary_value_can_be_set(path, word, expected):
    state = after(SOME + f"; set {path} {word}")
    assert value_at(state, path) == expected
    assert state["corrections"] == 1
    key = path.partition(".")[0]
    derived = {"turns_to_supernova", "ranking", "over", "corrections"}
    for other in set(state) - derived - {key}:
        assert state[other] == after(SOME)[other], other
    assert after(SOME + f"; set {path} {word}; undo") == after(SOME)


@pytest.mark.parametrize(
    "path, word, expected",
    [
        ("tokens.0", "green", ["green", None]),
        ("tokens.1", "purple", [None, "purple"]),
        ("tokens", "[red,null]", ["red", None]),
        ("tokens", "[red,blue]", ["red", "blue"]),
    ],
)
def test_tokens_can_be_set_and_are_seen_at_the_end(path, word, expected):
    change = f"; set {path} {word}"
    state = after(SOME + change)
    assert (state["tokens"], state["corrections"]) == ([None, None], 1)
    assert after(SOME + change + "; set positions.purple 18")["tokens"] == expected
    assert after(OVER + change)["tokens"] == expected
    assert after(SOME + change + "; undo; set positions.purple 18")["tokens"] == [None, None]


def test_a_token_can_be_taken_away_again():
    lines = OVER + "; reveal 1 red; reveal 2 green"
    assert after(lines)["winner"]
    state = after(lines + "; set tokens.0 null")
    assert (state["tokens"], state["scores"], state["winner"]) == ([None, "green"], None, None)
    assert state["over"] == "escaped"
    assert after(lines + "; set tokens.0 null; reveal 1 blue")["tokens"] == ["blue", "green"]


@pytest.mark.parametrize(
    "path_and_value",
    [
        "deck -1",
        "deck 38",  # 18 of the 55 cards are planets
        "deck null",
        "deck red",
        "deck 1.5",
        "deck.0 1",
        "eaten -1",
        "eaten 19",
        "eaten true",
        "positions.green 0",
        "positions.green 19",
        "positions.green null",
        "positions.pink 2",
        "positions.0 2",
        "positions 2",
        "positions [1,1,1,1,1]",
        "favourites.0 [red,green,blue]",
        "favourites.0 [pink]",
        "favourites.0 red",
        "favourites.0 null",
        "favourites.0.0 null",
        "favourites.0.2 red",  # two lie there: a third has no room
        "favourites.1.2 red",
        "favourites.2 [red]",
        "favourites [red,blue]",
        "tokens.0 pink",
        "tokens.2 red",
        "tokens [red]",
        "tokens red",
        "tokens null",
        "turn.player 0",
        "turn.player 3",
        "turn.number 0",
        "turn.step play",
        "turn 2",
        "over escaped",
        "over null",
        "winner [1]",
        "winner null",
        "scores [1,2]",
        "scores.0 3",
        "ranking [red]",
        "ranking.0 [red]",
        "turns_to_supernova 5",
        "corrections 0",
        "players 3",
        "game monster",
        "ties high",
        "first 2",
        "hands [3,3]",
        "",
        "deck",
        "deck 3 over null",
    ],
)
def test_what_cannot_be_set(path_and_value):
    refused(SOME + "; set " + path_and_value)


def test_what_follows_from_it_is_worked_out_again():
    state = after("set deck 7 positions.red 4 positions.blue 9")
    assert state["turns_to_supernova"] == 7
    assert state["ranking"] == [["blue"], ["red"], ["green", "yellow", "purple"]]
    assert state["corrections"] == 1


def test_aliens_may_share_a_planet_by_hand():
    state = after("set positions.red 4 positions.yellow 4")
    assert state["ranking"] == [["yellow", "red"], ["green", "blue", "purple"]]
    refused("set positions.red 4 positions.yellow 4; swap yellow red")
    lines = "set positions.red 4 positions.yellow 4; swap green red"
    assert where(after(lines)) == [4, 4, 1, 1, 1]


def test_play_goes_on_from_what_was_set():
    assert where(after(LADDER + "; set positions.blue 17; advance yellow"))[1] == 4
    state = after("set favourites.0 [red,green]; favour blue drop red")
    assert state["favourites"][0] == ["green", "blue"]
    refused("set favourites.0 [red,green]; favour blue")
    state = after("set favourites.0 []; favour blue")
    assert state["favourites"][0] == ["blue"]
    refused("set favourites.0 []; exchange yellow 2 blue")
    state = after("set turn.player 2 turn.number 8; favour red")
    assert (state["favourites"], turn(state)) == ([["yellow"], ["blue", "red"]], (1, 9))
    state = after("set deck 1; swap none")
    assert (state["deck"], state["over"]) == (0, None)


def test_an_empty_deck_by_hand_ends_nothing_before_the_draw():
    state = after(SOME + "; set deck 0")
    assert (state["over"], state["turns_to_supernova"], turn(state)) == (None, 0, (2, 4))
    assert after(SOME + "; set deck 0; favour red")["over"] == "supernova"


def test_an_alien_set_on_the_last_planet_has_escaped():
    state = after(OVER)
    assert (state["over"], turn(state), state["deck"]) == ("escaped", (2, 4), 28)
    assert legal(OVER)[0] == "reveal 1 blue"


def test_an_alien_set_back_by_hand_has_not():
    for end in (ALONE, OVER):
        lines = end + "; set positions.red 16 positions.purple 10"
        state = after(lines)
        assert (state["over"], state["winner"], state["scores"]) == (None, None, None)
        assert legal(lines)[:5] == ADVANCES
        assert after(lines + "; undo") == after(end)


def test_a_slip_put_right_by_hand_takes_nobodys_turn():
    # Nobody has played: the wrong planet and the right one are two corrections.
    state = after("set positions.red 18; set positions.red 8")
    assert (state["over"], turn(state), state["deck"]) == (None, (1, 1), 31)


def test_tokens_are_hidden_again_when_the_race_goes_on():
    tokens = ["token 1 red", "token 2 green"]
    assert after(ALONE, options=tokens)["tokens"] == ["red", "green"]
    state = after(ALONE + "; set positions.red 16", options=tokens)
    assert state["tokens"] == [None, None]
    lines = ALONE + "; set positions.red 16; advance red; advance red"
    assert after(lines, options=tokens)["tokens"] == ["red", "green"]


def test_an_alien_moved_off_the_planet_by_hand_is_not_caught():
    end = OUT + "; advance yellow; favour red"
    assert after(end)["over"] == "supernova"
    state = after(end + "; set positions.green 9")
    assert (state["over"], state["winner"]) == (None, None)
    # What changes nothing of that leaves the end as it is.
    assert after(end + "; set positions.blue 9 favourites.0 [red]")["over"] == "supernova"
    assert turn(after(end + "; set favourites.0 [red]")) == (1, 33)


def test_scores_and_winner_follow_a_correction_after_the_end():
    end = ESCAPED + "; reveal 1 purple; reveal 2 green"
    assert (after(end)["scores"], after(end)["winner"]) == ([1, 1], [1])
    state = after(end + "; set favourites.1 [blue,red]")
    assert (state["scores"], state["winner"]) == ([1, 4], [2])
    # Yellow becomes third: blue 1 and yellow 2.
    state = after(end + "; set positions.blue 3 positions.yellow 4")
    assert (state["scores"], state["winner"]) == ([2, 0], [1])
    assert state["ranking"] == [["purple"], ["red"], ["yellow"], ["blue"], ["green"]]
    state = after(end + "; set tokens [green,red]")
    assert (state["scores"], state["winner"]) == ([0, 5], [2])
    for line in ("favourites.1 [blue,red]", "tokens [green,red]"):
        assert turn(after(end + "; set " + line)) == turn(after(end))


def test_corrections_counts_those_standing():
    assert after("set deck 3; set deck 4")["corrections"] == 2
    assert after("set deck 3; set deck 4; undo")["corrections"] == 1
    assert after("set deck 3; set deck 4; undo; redo")["corrections"] == 2
    assert after("set deck 3 eaten 0")["corrections"] == 1


# --- undo and redo ------------------------------------------------------------------------------

LONG = TWO + "swap green purple; exchange blue 1 red; " + times(14, "advance red")
LONG += "; set deck 9; advance red; advance red"
LONG_END = "; reveal 2 red; reveal 1 blue"


def test_undo_goes_across_turns_and_the_end_to_the_first_action():
    lines = LONG + LONG_END
    assert after(LONG)["over"] == "escaped"
    assert after(lines)["winner"]
    seen = [after("; ".join(parts(lines)[:count])) for count in range(len(parts(lines)) + 1)]
    reader = read(lines)
    for state in reversed(seen[:-1]):
        reader.line("undo")
        assert reader.play.to_json() == state
    for state in seen[1:]:
        reader.line("redo")
        assert reader.play.to_json() == state
    refused(lines + "; redo")
    refused("swap none; undo; undo")


@pytest.mark.parametrize(
    "action", ["advance red", "favour red", "exchange yellow 2 blue", "swap none", "set deck 3"]
)
def test_each_action_is_taken_back_and_brought_back(action):
    assert after(action + "; undo") == after()
    assert after(action + "; undo; redo") == after(action)
    assert legal(action + "; undo") == legal()


def test_a_new_action_clears_what_could_be_redone():
    refused("advance red; undo; advance blue; redo")
    refused("advance red; undo; set deck 9; redo")


def test_a_reveal_taken_back_can_be_another():
    assert after(ESCAPED + "; reveal 1 red; undo; reveal 1 green")["tokens"] == ["green", None]


def test_an_end_taken_back_hides_the_tokens():
    state = after(ESCAPED + "; undo", options=["token 1 red"])
    assert (state["tokens"], state["over"]) == ([None, None], None)


# --- as text and as bytes -----------------------------------------------------------------------

CAUGHT = OUT + "; advance yellow; favour red"
CORRECTED = SOME + "; set favourites.0 [green,red] tokens.1 red; set tokens [null,blue]"
CORRECTED += "; set positions.purple 17 turn.player 1; advance purple; set turn.number 99; undo"
# Actions and further options.
WHOLE_GAMES = {
    "escaped": (LONG + LONG_END, ["ties high"]),
    "supernova": (CAUGHT + "; reveal 1 green", ["first 2", "token 2 yellow"]),
    "corrections": (CORRECTED, ["first 1", "token 2 purple", "ties low"]),
    "broken off": (BOTH + "exchange yellow 2 green", []),
    "not begun": ("", ["token 1 red"]),
}


@pytest.mark.parametrize("name", sorted(WHOLE_GAMES))
def test_a_game_comes_back_from_its_text_and_its_bytes(name):
    actions, options = WHOLE_GAMES[name]
    reader = read(actions, options=options)
    play = reader.play
    lines = export(play)
    header = header_lines(play.game, play.options, play.names)
    assert lines == header + parts(actions)[: play.done]
    assert set(set_up(options=options)) <= set(header)
    from_text = read_lines(lines)
    assert from_text.play.to_json() == play.to_json()
    from_bytes = Reader()
    data = packed_file.pack(play.game, header, reader.entries, play.state)
    for _ in packed_file.unpack(data, from_bytes):
        pass
    assert from_bytes.entries == reader.entries
    assert from_bytes.play.to_json() == play.to_json()
    assert export(from_bytes.play) == lines


# --- the command --------------------------------------------------------------------------------


def test_the_command_prints_every_state():
    lines = set_up(3, ["token 3 red"]) + parts(BOTH + "exchange green 1 yellow")
    status, printed, told = command(lines, "--each", "--legal")
    assert (status, told) == (0, "")
    states = [json.loads(line) for line in printed]
    assert [turn(state) for state in states] == [(1, 1), (2, 2), (3, 3), (1, 4)]
    assert all(set(state) == set(after(players=3)) | {"legal"} for state in states)
    assert states[-1]["favourites"] == [["green", "red"], ["blue", "green"], ["yellow"]]


def test_the_command_needs_nothing_but_python():
    record = "\n".join(set_up() + parts("advance red; swap none; advance red")) + "\n"
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-s", "-B", "-m", "host_tools.replay", "-", "--each"],
        input=record.encode(),
        capture_output=True,
        cwd=ROOT,
        env={"PATH": os.environ.get("PATH", "")},
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.decode().startswith("-:6: ")
    assert done.stderr.count(b"\n") == 1
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        after(),
        after("advance red"),
    ]


# ---- found by trying to break it ----


def test_a_missing_favourite_stays_missing_until_it_is_given():
    lines = ["game monster", "option players 3", "option favourite 1 red"]
    reader = Reader()
    for line in [*lines, "set favourites.0 []"]:
        reader.line(line)
    with pytest.raises(RecordError) as refusal:
        reader.line("advance red")
    assert "player 2" in str(refusal.value) and "option" not in str(refusal.value)
    reader.line("set favourites.1 [blue] favourites.2 [green]")
    reader.line("advance red")


def test_tokens_that_are_alike_are_refused_without_a_name():
    reader = Reader()
    for line in ("game monster", "option favourite 1 red", "option favourite 2 blue",
                 "option token 1 purple", "option token 2 purple"):  # fmt: skip
        reader.line(line)
    with pytest.raises(RecordError) as refusal:
        reader.finish()
    assert "purple" not in str(refusal.value) and "player 1" not in str(refusal.value)
