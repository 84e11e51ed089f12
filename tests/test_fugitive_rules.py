"""Fugitive, sentence by sentence: every test is one rule, driven through the record text.

The lines below were written from the rulebook and the notation, not from the engine: `after`
gives the state after some actions, `refused` the refusal of the last one, `legal` what may be done.
A hideout's true number stands in the comments; the record learns it only from a hit.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from shared_engine import packed_file
from shared_engine.errors import RecordError
from shared_engine.record import Reader, export, header_lines

ROOT = Path(__file__).resolve().parent.parent


def read(actions, edition=None):
    """Read actions (joined by `;`), of edition 1 unless it is said otherwise.

    Returns (reader, the line number of a refusal, its reason); the last two None without one.
    """
    lines = ["game fugitive"]
    if edition:
        lines.append(f"option edition {edition}")
    reader = Reader()
    try:
        for line in lines + [part.strip() for part in actions.split(";")]:
            reader.line(line)
        reader.finish()
    except RecordError as error:
        return reader, error.place, error.reason
    return reader, None, None


def played(actions, edition=None):
    reader, line, reason = read(actions, edition)
    assert line is None, f"line {line}: {reason}"
    return reader.play


def after(actions="", edition=None):
    """The state JSON after `actions`, all of which must be legal."""
    return played(actions, edition).to_json()


def legal(actions="", edition=None):
    """What is legal after `actions`, as `--legal` prints it."""
    play = played(actions, edition)
    return sorted(play.game.legal(play.state))


def refused(actions, edition=None):
    """The reason for which the last of `actions` is refused; those before must be legal.

    The refusal must have left the state as it was.
    """
    reader, line, reason = read(actions, edition)
    assert line is not None, f"{actions!r} was accepted"
    parts = actions.split(";")
    assert line == 1 + bool(edition) + len(parts), f"line {line}: {reason}"
    assert reason
    if reader.play is not None:
        before = after(";".join(parts[:-1]), edition)
        assert reader.play.to_json() == before, "a refusal changed something"
    return reason


def hidden(sprints=0):
    """A hideout nobody has seen, as the state JSON has it."""
    return {"sprints": sprints, "number": None, "cards": None}


def seen(number, *cards):
    """A revealed hideout as the state JSON has it."""
    return {"sprints": len(cards), "number": number, "cards": list(cards)}


def turn(state):
    return tuple(state["turn"][key] for key in ("role", "step", "number"))


# --- ways into a game ---------------------------------------------------------------------------

OPENING = "hideout +0; hideout +0"
QUIET = "draw 3; draw 3; skip"  # the Marshal's first turn
START = OPENING + "; " + QUIET


def journey(first, plays, guesses=None):
    """A game up to its Fugitive's last play.

    first: the actions of turn 1. plays: (pile, action) of the Fugitive's turns 3, 5, …
    guesses: {number of a Marshal's turn: what he says there}; he skips otherwise, and draws from
    the lowest pile that can spare a card.
    """
    said = dict(guesses or {})
    left = [8, 12, 13]
    for pile, _ in plays:
        left[pile - 1] -= 1
    lines = [first]
    for at, (pile, action) in enumerate(plays):
        number = 2 * at + 2
        for _ in range(2 if number == 2 else 1):
            spare = [card > 0 for card in left].index(True)
            left[spare] -= 1
            lines.append(f"draw {spare + 1}")
        lines.append(said.pop(number, "skip"))
        lines += [f"draw {pile}", action]
    assert not said, "a guess in a turn that is not played"
    return "; ".join(lines)


PASSED = START + "; draw 3; pass"


def then(action, pile=2):
    """The Marshal's next turn."""
    return f"; draw {pile}; {action}"


# 3, 6, 9, … 39 without a single sprint card, then the escape.
THREES = [(1, "hideout +0")] * 2 + [(2, "hideout +0")] * 5 + [(3, "hideout +0")] * 4
# The first turn reaches 14 with 2, 4, 6 and 16; then 17, 20, … 38 (turn 17), from where 42 takes
# one sprint card.
DASH = "hideout +0; hideout +4"
FAST = [(2, "hideout +0")] * 4 + [(3, "hideout +0")] * 4
FAST_ROW = ["3", "14/2,4,6,16", "17", "20", "23", "26", "29", "32", "35", "38"]
ESCAPE = (3, "escape +1")


def hit(position, row=FAST_ROW):
    """`guess N hit …` for one position of a row."""
    number = row[position - 1].split("/")[0]
    return f"guess {number} hit {position}={row[position - 1]}"


# --- set-up -------------------------------------------------------------------------------------


def test_a_new_game_is_this_whole_state():
    assert after() == {
        "game": "fugitive",
        "players": 2,
        "turn": {"role": "fugitive", "step": "play", "number": 1},
        "corrections": 0,
        "over": None,
        "winner": None,
        "piles": [8, 12, 13],
        "hideouts": [],
        "guesses": [],
        "marshal_cards": [],
    }


def test_two_play_and_nobody_else():
    assert after("option players 2") == after()
    for players in ("1", "3", "two", ""):
        refused("option players " + players)


def test_two_names():
    assert played("names Ann Bo").names == ("Ann", "Bo")
    refused("names Ann")
    refused("names Ann Bo Cy")


def test_edition_2_starts_alike():
    assert after(edition=2) == after()


@pytest.mark.parametrize("value", ["3", "0", "two", "", "2 2"])
def test_other_editions_are_refused(value):
    refused("option edition " + value)


def test_an_edition_is_named_once_and_before_the_first_action():
    refused("option edition 2; option edition 2")
    refused("hideout +0; option edition 2")


def test_edition_1_is_what_a_record_without_the_option_plays():
    assert after(PASSED, edition=1) == after(PASSED)
    assert after(PASSED, edition=2) != after(PASSED)


# --- the first turns ----------------------------------------------------------------------------


def test_the_fugitive_starts_with_two_hideouts_and_no_draw():
    state = after("hideout +0")
    assert turn(state) == ("fugitive", "play", 1)
    assert state["hideouts"] == [hidden()]
    state = after(OPENING)
    assert turn(state) == ("marshal", "draw", 2)
    assert state["hideouts"] == [hidden(), hidden()]
    assert state["piles"] == [8, 12, 13]


def test_the_first_hideouts_may_sprint():
    assert after("hideout +2; hideout +1")["hideouts"] == [hidden(2), hidden(1)]


@pytest.mark.parametrize("before", ["", "hideout +0; "])
@pytest.mark.parametrize("action", ["pass", "draw 1", "escape +0", "escape +3", "skip"])
def test_nothing_but_a_hideout_in_the_first_turn(before, action):
    refused(before + action)


def test_the_marshals_first_turn_draws_two():
    state = after(OPENING + "; draw 1")
    assert (turn(state), state["piles"]) == (("marshal", "draw", 2), [7, 12, 13])
    state = after(OPENING + "; draw 1; draw 3")
    assert (turn(state), state["piles"]) == (("marshal", "guess", 2), [7, 12, 12])
    refused(OPENING + "; draw 1; draw 3; draw 2")


@pytest.mark.parametrize("before", ["", "; draw 1"])
@pytest.mark.parametrize("action", ["guess 1 miss", "guess 1 hit 1=1", "skip", "pass"])
def test_the_marshal_draws_before_he_guesses(before, action):
    refused(OPENING + before + "; " + action)


def test_after_that_one_card_a_turn():
    state = after(START)
    assert turn(state) == ("fugitive", "draw", 3)
    state = after(START + "; draw 2")
    assert (turn(state), state["piles"]) == (("fugitive", "play", 3), [8, 11, 11])
    state = after(START + "; draw 2; hideout +0")
    assert turn(state) == ("marshal", "draw", 4)
    state = after(START + "; draw 2; hideout +0; draw 2")
    assert (turn(state), state["piles"]) == (("marshal", "guess", 4), [8, 10, 11])
    assert turn(after(START + "; draw 2; hideout +0; draw 2; skip")) == ("fugitive", "draw", 5)


@pytest.mark.parametrize("action", ["hideout +0", "pass", "escape +0"])
def test_the_fugitive_draws_before_playing(action):
    refused(START + "; " + action)


def test_one_hideout_a_turn_and_one_draw():
    refused(START + "; draw 2; draw 2")
    refused(START + "; draw 2; hideout +0; hideout +0")


def test_a_pass_ends_the_turn_and_leaves_the_row_alone():
    state = after(START + "; draw 1; pass")
    assert turn(state) == ("marshal", "draw", 4)
    assert state["hideouts"] == [hidden(), hidden()]
    assert state["piles"] == [7, 12, 11]


def test_a_skip_ends_the_turn_and_is_no_guess():
    state = after(START)
    assert (turn(state), state["guesses"]) == (("fugitive", "draw", 3), [])


@pytest.mark.parametrize(
    "action", ["skip", "guess 1 miss", "guess 1 hit 1=1", "draw 1 card 7"]
)
def test_the_fugitive_does_nothing_of_the_marshals(action):
    refused(START + "; " + action)
    refused(START + "; draw 1; " + action)


@pytest.mark.parametrize("action", ["pass", "hideout +0", "escape +0"])
def test_the_marshal_does_nothing_of_the_fugitives(action):
    refused(OPENING + "; " + action)
    refused(OPENING + "; draw 1; draw 1; " + action)


# --- draws --------------------------------------------------------------------------------------


@pytest.mark.parametrize("pile, left", [(1, [7, 12, 13]), (2, [8, 11, 13]), (3, [8, 12, 12])])
def test_a_draw_takes_one_card_from_its_pile(pile, left):
    assert after(OPENING + f"; draw {pile}")["piles"] == left


@pytest.mark.parametrize(
    "action",
    [
        "draw",
        "draw 0",
        "draw 4",
        "draw one",
        "draw 1 2",
        "draw -1",
        "draw +1",
        "draw 1 card",
        "draw 1 card x",
        "draw 1 card 7 8",
        "draw 1 7",
        "draw card 7",
        "draw 1 note 7",
    ],
)
def test_other_draws_are_refused(action):
    refused(OPENING + "; " + action)


def test_the_marshal_may_note_what_was_drawn():
    state = after(OPENING + "; draw 3 card 41; draw 1 card 4")
    assert state["marshal_cards"] == [41, 4]
    assert state["piles"] == [7, 12, 12]
    assert turn(state) == ("marshal", "guess", 2)


def test_draws_without_a_note_leave_no_card():
    assert after(OPENING + "; draw 3 card 30; draw 1")["marshal_cards"] == [30]


@pytest.mark.parametrize("pile, low, high", [(1, 4, 14), (2, 15, 28), (3, 29, 41)])
def test_a_noted_card_is_one_of_its_pile(pile, low, high):
    for number in (low, high):
        assert after(OPENING + f"; draw {pile} card {number}")["marshal_cards"] == [number]
    for number in (low - 1, high + 1, 0, 1, 42, 43):
        refused(OPENING + f"; draw {pile} card {number}")


def test_a_card_is_noted_once():
    refused(OPENING + "; draw 1 card 7; draw 1 card 7")
    assert after(OPENING + "; draw 1 card 7; draw 1 card 8")["marshal_cards"] == [7, 8]


def test_the_fugitive_notes_nothing():
    refused(START + "; draw 1 card 7")


def test_an_empty_pile_gives_no_card():
    lines = OPENING + "; set piles.0 1; draw 1"
    assert after(lines)["piles"] == [0, 12, 13]
    refused(lines + "; draw 1")
    refused(lines + "; draw 1 card 7")
    assert [form for form in legal(lines) if form.startswith("draw 1")] == []


def all_drawn():
    """Everything up to turn 33, which takes the last of the 33 cards in the piles."""
    left = [8, 12, 13]
    lines = [OPENING]
    for number in range(2, 34):
        for _ in range(2 if number == 2 else 1):
            pile = [card > 0 for card in left].index(True)
            left[pile] -= 1
            lines.append(f"draw {pile + 1}")
        lines.append("skip" if number % 2 == 0 else "pass")
    assert left == [0, 0, 0]
    return "; ".join(lines)


def test_with_all_piles_empty_the_draw_is_skipped():
    lines = all_drawn()
    assert after(lines)["piles"] == [0, 0, 0]
    assert turn(after(lines)) == ("marshal", "guess", 34)
    assert turn(after(lines + "; skip")) == ("fugitive", "play", 35)
    assert turn(after(lines + "; skip; hideout +0; guess 40 miss")) == ("fugitive", "play", 37)
    for pile in (1, 2, 3):
        refused(lines + f"; draw {pile}")


def test_the_last_card_is_drawn_like_any_other():
    before_the_last = all_drawn().rpartition("; draw")[0]
    state = after(before_the_last)
    assert (turn(state), state["piles"]) == (("fugitive", "draw", 33), [0, 0, 1])
    assert legal(before_the_last) == ["draw 3"]


def test_the_marshals_second_draw_is_skipped_too_when_nothing_is_left():
    lines = OPENING + "; set piles [1,0,0]; draw 1"
    assert turn(after(lines)) == ("marshal", "guess", 2)


# --- edition 2 ----------------------------------------------------------------------------------


def test_a_pass_of_edition_2_draws_one_more_from_the_lowest_pile():
    assert after(PASSED)["piles"] == [8, 12, 10]
    state = after(PASSED, edition=2)
    assert state["piles"] == [7, 12, 10]
    assert turn(state) == ("marshal", "draw", 4)


@pytest.mark.parametrize(
    "left, expected",
    [
        ("[0,12,11]", [0, 11, 10]),
        ("[0,0,11]", [0, 0, 9]),
        ("[0,0,1]", [0, 0, 0]),
    ],
)
def test_the_lowest_pile_that_still_has_cards(left, expected):
    lines = START + f"; set piles {left}; draw 3; pass"
    assert after(lines, edition=2)["piles"] == expected
    assert turn(after(lines, edition=2))[0] == "marshal"


def test_a_hideout_of_edition_2_draws_nothing_more():
    assert after(START + "; draw 3; hideout +0", edition=2)["piles"] == [8, 12, 10]


def test_the_card_drawn_after_a_pass_counts_from_the_next_turn_on():
    # Three starting cards of pile 1 and the extra one: four sprint cards of it in turn 5.
    passed = START + "; draw 3; pass; draw 3; skip; draw 3; hideout +4; draw 3; "
    four = "guess 3 hit 3=3/4,6,8,10"
    assert after(passed + four, edition=2)["hideouts"][2] == seen(3, 4, 6, 8, 10)
    refused(passed + four)  # edition 1: only three were ever held
    # It does not lie under a hideout of the first turn.
    earlier = "hideout +4; hideout +0" + passed[len(OPENING):]
    refused(earlier + "guess 3 hit 1=3/4,6,8,10", edition=2)
    # Nor under one of the turn before: it comes after a pass, and here there was none.
    refused(passed.replace("pass", "hideout +0") + four.replace("3=3", "4=4"), edition=2)


# --- hideouts -----------------------------------------------------------------------------------


def test_the_hand_bounds_the_sprint_cards():
    # 9 cards, 42 stays, the hideout itself is one: 7 beneath it.
    assert after("hideout +7")["hideouts"] == [hidden(7)]
    refused("hideout +8")
    assert after("hideout +6; hideout +0")["hideouts"] == [hidden(6), hidden(0)]
    refused("hideout +6; hideout +1")
    refused("hideout +0; hideout +7")
    assert after("hideout +0; hideout +6")["hideouts"] == [hidden(0), hidden(6)]


def test_a_hand_of_42_alone_has_no_second_hideout():
    refused("hideout +7; hideout +0")


def test_each_draw_adds_one_to_the_hand():
    spent = "hideout +0; hideout +6; " + QUIET
    assert legal(spent + "; draw 1") == ["hideout +0", "pass"]
    refused(spent + "; draw 1; hideout +1")
    assert "hideout +0..1" in legal(spent + "; draw 1; pass; draw 1; skip; draw 1")
    assert "hideout +0" in legal(spent + "; draw 1; hideout +0; draw 1; skip; draw 1")


def test_the_card_after_a_pass_adds_one_too():
    spent = "hideout +0; hideout +6; " + QUIET + "; draw 1; pass; draw 1; skip; draw 1"
    assert "hideout +0..2" in legal(spent, edition=2)


def test_with_42_alone_and_no_pile_only_a_pass_is_left():
    lines = "hideout +0; hideout +6; " + QUIET + "; set piles [0,0,0]"
    assert legal(lines) == ["pass"]
    refused(lines + "; hideout +0")


@pytest.mark.parametrize(
    "action",
    [
        "hideout",
        "hideout 0",
        "hideout 2",
        "hideout + 2",
        "hideout -1",
        "hideout +-1",
        "hideout ++1",
        "hideout +x",
        "hideout +",
        "hideout +0 +0",
        "hideout +1/4",
        "hideout 5 +0",
        "hideout +1234567",
        "Hideout +0",
    ],
)
def test_other_hideouts_are_refused(action):
    refused(action)


def test_no_hideout_above_41():
    plays = FAST + [(3, "hideout +0")]
    lines = journey(DASH, plays) + then("guess 41 hit 11=41") + "; draw 2"
    refused(lines + "; hideout +0")
    refused(lines + "; hideout +3")
    assert legal(lines) == ["escape +0..3", "pass"]


def test_hidden_hideouts_use_up_the_numbers_too():
    # 38 is seen; three hidden ones after it must be 39, 40 and 41.
    plays = FAST + [(3, "hideout +0")] * 3
    lines = journey(DASH, plays, {18: hit(10)}) + then("skip") + "; draw 3"
    assert after(lines)["hideouts"][9:] == [seen(38), hidden(), hidden(), hidden()]
    refused(lines + "; hideout +0")
    assert [form for form in legal(lines) if form.startswith("hideout")] == []


def test_no_hideout_of_a_pile_not_drawn_from():
    # 28 is seen and no card of 29–41 has been taken: there is no next number.
    plays = [(2, "hideout +0")] * 5
    lines = journey(DASH, plays) + then("guess 28 hit 7=28")
    refused(lines + "; draw 1; hideout +0")
    assert legal(lines + "; draw 1") == ["pass"]
    assert after(lines + "; draw 3; hideout +0")["hideouts"][-1] == hidden()


# --- guesses: a miss ----------------------------------------------------------------------------

ASKED = OPENING + "; draw 3; draw 3; "


def test_a_miss_is_kept_and_ends_the_turn():
    state = after(ASKED + "guess 5 miss")
    assert state["guesses"] == [{"numbers": [5], "hit": False}]
    assert state["hideouts"] == [hidden(), hidden()]
    assert turn(state) == ("fugitive", "draw", 3)
    refused(ASKED + "guess 5 miss; guess 6 miss")


def test_several_numbers_are_one_guess():
    assert after(ASKED + "guess 1 2 5 miss")["guesses"] == [{"numbers": [1, 2, 5], "hit": False}]


def test_any_numbers_can_be_missed():
    everything = " ".join(str(number) for number in range(1, 42))
    assert len(after(ASKED + f"guess {everything} miss")["guesses"][0]["numbers"]) == 41
    assert after(ASKED + "guess 41 miss")["guesses"][0]["numbers"] == [41]


@pytest.mark.parametrize(
    "action",
    [
        "guess",
        "guess miss",
        "guess 5",
        "guess 0 miss",
        "guess 42 miss",
        "guess -1 miss",
        "guess +5 miss",
        "guess 5 5 miss",
        "guess 4 5 4 miss",
        "guess five miss",
        "guess 5 miss 6",
        "guess 5 miss miss",
        "guess 5 missed",
        "guess 5,6 miss",
        "guess 5 miss 1=5",
    ],
)
def test_other_misses_are_refused(action):
    refused(ASKED + action)


CAUGHT = ASKED + "guess 1 4 hit 1=1 2=4"
ONE_SEEN = START + "; draw 1; hideout +0; draw 3; guess 4 hit 2=4; draw 1; pass; draw 3; "


def test_a_number_already_revealed_is_a_miss():
    state = after(ONE_SEEN + "guess 4 miss")
    assert state["guesses"][-1] == {"numbers": [4], "hit": False}
    assert state["hideouts"] == [hidden(), seen(4), hidden()]
    refused(ONE_SEEN + "guess 4 hit 2=4")
    assert after(ONE_SEEN + "guess 4 5 miss")["guesses"][-1]["numbers"] == [4, 5]


def test_a_miss_that_leaves_no_world_is_accepted():
    # The first hideout is 1, 2 or 3, and has been there all the time.
    lines = ASKED + "guess 1 miss; draw 1; pass; draw 3; guess 2 miss; draw 1; pass; draw 3; "
    state = after(lines + "guess 3 miss")
    assert len(state["guesses"]) == 3
    assert turn(state) == ("fugitive", "draw", 7)
    assert legal(lines + "guess 3 miss")


def test_a_note_that_leaves_no_world_is_accepted():
    lines = ASKED + "guess 4 hit 2=4; draw 1; pass; draw 1 card 4"
    assert after(lines)["marshal_cards"] == [4]


# --- guesses: a hit -----------------------------------------------------------------------------


def test_a_hit_turns_the_hideout_over_and_ends_the_turn():
    state = after(ASKED + "guess 4 hit 2=4")
    assert state["hideouts"] == [hidden(), seen(4)]
    assert state["guesses"] == [{"numbers": [4], "hit": True}]
    assert turn(state) == ("fugitive", "draw", 3)
    refused(ASKED + "guess 4 hit 2=4; guess 1 hit 1=1")


def test_a_hit_shows_the_sprint_cards_too():
    state = after("hideout +0; hideout +2; draw 3; draw 3; guess 7 hit 2=7/4,6")
    assert state["hideouts"] == [hidden(), seen(7, 4, 6)]


def test_several_hits_at_once():
    lines = START.replace("skip", "guess 20 miss") + "; draw 1; hideout +1; draw 3; "
    state = after(lines + "guess 2 7 hit 1=2 3=7/6")
    assert state["hideouts"] == [seen(2), hidden(), seen(7, 6)]
    assert state["guesses"][-1] == {"numbers": [2, 7], "hit": True}


def test_the_positions_may_come_in_any_order():
    lines = START + "; draw 1; hideout +1; draw 3; "
    one = played(lines + "guess 2 7 hit 1=2 3=7/6")
    other = played(lines + "guess 2 7 hit 3=7/6 1=2")
    assert one.to_json() == other.to_json()
    assert one.text(one.done - 1) == other.text(other.done - 1) == "guess 2 7 hit 1=2 3=7/6"


def test_numbers_and_positions_need_not_rise():
    lines = START + "; draw 1; hideout +1; draw 3; "
    state = after(lines + "guess 7 2 hit 3=7/6 1=2")
    assert state["hideouts"] == [seen(2), hidden(), seen(7, 6)]
    assert sorted(state["guesses"][-1]["numbers"]) == [2, 7]


@pytest.mark.parametrize(
    "action",
    [
        "guess hit",
        "guess 2 hit",
        "guess hit 1=2",
        "guess 2 hit 1",
        "guess 2 hit 1=",
        "guess 2 hit =2",
        "guess 2 hit 1=x",
        "guess 2 hit x=2",
        "guess 2 hit 1-2",
        "guess 2 hit 1=2/",
        "guess 2 hit 1=2,4",
        "guess 2 hit 1=2 miss",
        "guess 2 miss hit 1=2",
        "guess 2 hit 1==2",
        "guess 2 hit 1=2=2",
        "guess 2 hit 1=+2",
        "guess 7 hit 3=7/6/4",
        "guess 7 hit 3=7/6,",
        "guess 7 hit 3=7/,6",
        "guess 7 hit 3=7/6 4",
        "guess 7 hit 3=7/six",
    ],
)
def test_what_is_no_hit_is_refused(action):
    refused(START + "; draw 1; hideout +1; draw 3; " + action)


THIRD = START + "; draw 1; hideout +1; draw 3; "


@pytest.mark.parametrize(
    "action, why",
    [
        ("guess 2 hit 1=3", "another number"),
        ("guess 2 7 hit 1=2", "one position is missing"),
        ("guess 2 hit 1=2 3=7/6", "one number is missing"),
        ("guess 2 7 hit 1=2 1=2", "the same twice"),
        ("guess 2 3 hit 1=2 1=3", "two numbers in one place"),
        ("guess 2 2 hit 1=2 2=2", "a number guessed twice"),
        ("guess 2 hit 0=2", "the open 0"),
        ("guess 2 hit 4=2", "no fourth hideout"),
        ("guess 2 hit 99=2", "nor that many"),
        ("guess 0 hit 1=0", "not a hideout"),
        ("guess 42 hit 3=42/6", "not a hideout"),
    ],
)
def test_numbers_and_positions_belong_together(action, why):
    refused(THIRD + action)


def test_a_revealed_position_is_not_hit_again():
    refused(ONE_SEEN + "guess 5 hit 2=5")
    refused(ONE_SEEN + "guess 1 4 hit 1=1 2=4")


@pytest.mark.parametrize(
    "first, entry",
    [
        ("+0", "3/4"),
        ("+1", "3"),
        ("+1", "3/4,6"),
        ("+2", "3"),
        ("+2", "3/4"),
        ("+2", "3/4,6,8"),
    ],
)
def test_as_many_sprint_cards_as_were_laid(first, entry):
    refused(f"hideout {first}; hideout +0; draw 3; draw 3; guess 3 hit 1={entry}")


@pytest.mark.parametrize("card", ["0", "42", "43", "-1", "99"])
def test_0_and_42_are_no_sprint_cards(card):
    refused(f"hideout +1; hideout +0; draw 3; draw 3; guess 2 hit 1=2/{card}")


@pytest.mark.parametrize("card", [1, 3, 4, 14, 15, 28])
def test_any_card_the_fugitive_may_hold_is_a_sprint_card(card):
    lines = f"hideout +1; hideout +0; draw 3; draw 3; guess 2 hit 1=2/{card}"
    assert after(lines)["hideouts"][0] == seen(2, card)


# --- hits: steps --------------------------------------------------------------------------------


@pytest.mark.parametrize("sprints, reach", [(0, 3), (1, 5), (2, 7), (3, 9)])
def test_the_first_step_reaches_three_and_two_more_with_each_even_card(sprints, reach):
    lines = f"hideout +{sprints}; hideout +0; draw 3; draw 3; "
    evens = ",".join(["2", "16", "18"][:sprints])  # leaves 4–14 for the hideout itself
    entry = f"/{evens}" if evens else ""
    assert after(lines + f"guess {reach} hit 1={reach}{entry}")["hideouts"][0]["number"] == reach
    refused(lines + f"guess {reach + 1} hit 1={reach + 1}{entry}")


@pytest.mark.parametrize(
    "entry, allowed",
    [("4/1", True), ("4/2", True), ("5/1", False), ("5/2", True), ("1/2", True), ("6/2", False)],
)
def test_odd_cards_add_one_and_even_cards_two(entry, allowed):
    number = entry[0]
    lines = f"hideout +1; hideout +0; draw 3; draw 3; guess {number} hit 1={entry}"
    if allowed:
        assert after(lines)["hideouts"][0]["number"] == int(number)
    else:
        refused(lines)


# 1 and 4 lie open, then a hideout with `sprints` cards, and one more to keep the game going.
def from_four(sprints):
    lines = START + f"; draw 1; hideout +{sprints}; draw 3; guess 1 4 hit 1=1 2=4"
    return lines + "; draw 1; hideout +0; draw 3; "


@pytest.mark.parametrize(
    "entry, allowed",
    [
        ("10", False),
        ("10/6", False),
        ("10/5,7", False),
        ("10/5,6", True),
        ("10/6,8", True),
        ("10/3,5,7", True),
        ("9/6", True),
        ("9/5", False),
        ("8/5", True),
        ("7", True),
        ("8", False),
        ("5", True),
        ("5/6,8", True),  # overpaid
    ],
)
def test_from_4_to_10_takes_three_more(entry, allowed):
    number, _, cards = entry.partition("/")
    lines = from_four(len(cards.split(",")) if cards else 0) + f"guess {number} hit 3={entry}"
    if allowed:
        assert after(lines)["hideouts"][2]["number"] == int(number)
    else:
        refused(lines)


def test_numbers_rise():
    for number in (2, 3):
        refused(from_four(0) + f"guess {number} hit 3={number}")


def test_two_face_down_cards_after_7():
    # 7 is seen, then two cards: 14 is the farthest; once they are 5 and 4 it is 13.
    lines = "hideout +0; hideout +1; draw 3; draw 3; guess 7 hit 2=7/2; "
    lines += "draw 1; hideout +2; draw 3; "
    assert after(lines + "guess 14 hit 3=14/4,8")["hideouts"][2] == seen(14, 4, 8)
    refused(lines + "guess 15 hit 3=15/4,8")
    assert after(lines + "guess 13 hit 3=13/4,5")["hideouts"][2] == seen(13, 4, 5)
    refused(lines + "guess 14 hit 3=14/4,5")


def test_after_a_4_two_sprint_cards_reach_from_5_to_11():
    lines = "hideout +1; hideout +2; draw 3; draw 3; guess 4 hit 1=4/1; "
    lines += "draw 1; hideout +0; draw 3; "
    for entry, allowed in (("5/2,6", True), ("11/2,6", True), ("12/2,6", False), ("3/2,6", False)):
        number = entry.partition("/")[0]
        action = lines + f"guess {number} hit 2={entry}"
        if allowed:
            assert after(action)["hideouts"][1]["number"] == int(number)
        else:
            refused(action)


def test_hidden_hideouts_between_have_steps_too():
    lines = START + "; draw 1; hideout +0; draw 3; "
    assert after(lines + "guess 9 hit 3=9")["hideouts"][2] == seen(9)
    refused(lines + "guess 10 hit 3=10")
    assert after(lines + "guess 3 hit 3=3")["hideouts"][2] == seen(3)
    refused(lines + "guess 2 hit 3=2")


def test_a_later_hideout_bounds_those_before_it():
    # 9 in the third place without sprint cards: 6 and 3 before it, nothing else.
    lines = START + "; draw 1; hideout +0; draw 3; guess 9 hit 3=9; draw 1; pass; draw 3; "
    for number, position in ((2, 1), (1, 1), (5, 2), (4, 2)):
        refused(lines + f"guess {number} hit {position}={number}")
    assert after(lines + "guess 3 hit 1=3")["hideouts"][0] == seen(3)
    assert after(lines + "guess 6 hit 2=6")["hideouts"][1] == seen(6)


def test_a_later_hideout_bounds_from_above_too():
    # Third place 5: at least one number must fit between the first and it.
    lines = "hideout +1; hideout +0; " + QUIET + "; draw 1; hideout +0; draw 3; guess 5 hit 3=5"
    lines += "; draw 1; pass; draw 3; "
    refused(lines + "guess 4 hit 1=4/2")
    assert after(lines + "guess 3 hit 1=3/2")["hideouts"][0] == seen(3, 2)


def test_a_hit_of_several_is_checked_as_a_whole():
    lines = START + "; draw 1; hideout +0; draw 3; "
    refused(lines + "guess 1 6 hit 1=1 2=6")
    refused(lines + "guess 6 1 hit 2=6 1=1")
    state = after(lines + "guess 3 6 hit 1=3 2=6")
    assert state["hideouts"] == [seen(3), seen(6), hidden()]


# --- hits: cards --------------------------------------------------------------------------------


def test_a_card_the_marshal_holds_is_nowhere_on_the_table():
    lines = "hideout +0; hideout +1; draw 1 card 4; draw 1 card 6; "
    refused(lines + "guess 4 hit 2=4/2")
    refused(lines + "guess 5 hit 2=5/6")
    assert after(lines + "guess 5 hit 2=5/8")["hideouts"][1] == seen(5, 8)


def test_a_card_lies_in_one_place():
    lines = "hideout +1; hideout +2; draw 3; draw 3; "
    refused(lines + "guess 5 hit 2=5/4,4")
    refused(lines + "guess 5 hit 2=5/5,4")
    refused(lines + "guess 2 5 hit 1=2/4 2=5/4,6")
    refused(lines + "guess 2 5 hit 1=2/5 2=5/4,6")
    refused(lines + "guess 2 5 hit 1=2/4 2=5/2,6")
    assert after(lines + "guess 2 5 hit 1=2/4 2=5/6,3")["over"] == "caught"


def test_a_card_seen_before_is_not_seen_again():
    lines = "hideout +1; hideout +1; draw 3; draw 3; guess 2 hit 1=2/4; draw 1; pass; draw 3; "
    refused(lines + "guess 4 hit 2=4/6")
    refused(lines + "guess 5 hit 2=5/4")
    refused(lines + "guess 5 hit 2=5/2")
    assert after(lines + "guess 5 hit 2=5/6")["over"] == "caught"


def test_a_pile_not_drawn_from_gives_no_cards():
    lines = "hideout +1; hideout +1; " + QUIET
    refused(lines + "; draw 1; pass; draw 3; guess 2 hit 1=2/29")
    refused(lines + "; draw 1; hideout +1; draw 3; guess 6 hit 3=6/29")
    found = after(lines + "; draw 3; hideout +1; draw 3; guess 6 hit 3=6/29")
    assert found["hideouts"][2] == seen(6, 29)


def test_a_card_counts_from_the_turn_it_was_drawn_in():
    # What was taken from pile 3 in turn 3 does not lie under a hideout of turn 1.
    lines = "hideout +1; hideout +1; " + QUIET + "; draw 3; pass; draw 3; "
    refused(lines + "guess 2 hit 1=2/29")


def test_no_more_cards_of_a_pile_than_were_held():
    two_held = "hideout +3; hideout +1; draw 3; draw 3; "
    refused(two_held + "guess 3 hit 1=3/15,17,19")
    assert after(two_held + "guess 3 hit 1=3/4,15,17")["hideouts"][0] == seen(3, 4, 15, 17)


def test_no_more_cards_of_a_pile_than_were_held_in_all_hideouts_together():
    lines = "hideout +2; hideout +1; draw 3; draw 3; "
    refused(lines + "guess 3 4 hit 1=3/15,17 2=4/19")
    shown = lines + "guess 3 hit 1=3/15,17; draw 1; pass; draw 3; "
    refused(shown + "guess 4 hit 2=4/19")
    assert after(shown + "guess 4 hit 2=4/2")["over"] == "caught"


def test_a_card_drawn_later_is_the_third_only_in_a_later_hideout():
    lines = "hideout +2; hideout +0; " + QUIET + "; draw 2; hideout +1; draw 3; "
    shown = lines + "guess 3 hit 1=3/15,17; draw 1; pass; draw 3; "
    assert after(shown + "guess 6 hit 3=6/19")["hideouts"][2] == seen(6, 19)
    # Four were never held.
    two = "hideout +2; hideout +0; " + QUIET + "; draw 2; hideout +2; draw 3; "
    refused(two + "guess 3 6 hit 1=3/15,17 3=6/19,21")
    assert after(two + "guess 3 6 hit 1=3/4,15 3=6/19,21")["hideouts"][2] == seen(6, 19, 21)


def test_what_stays_hidden_needs_its_cards_too():
    # Eight cards on the table are the whole hand beside 42: with 3, 4, 6 and 8 seen the second
    # hideout is one of pile 2, which 1, 2 and the other of pile 2 do not reach.
    lines = "hideout +3; hideout +3; draw 3; draw 3; "
    refused(lines + "guess 3 hit 1=3/4,6,8")
    assert after(lines + "guess 3 hit 1=3/4,15,16")["hideouts"][0] == seen(3, 4, 15, 16)


def test_a_missed_number_was_not_among_those_on_the_table():
    lines = ASKED + "guess 1 miss; draw 1; hideout +0; draw 3; "
    refused(lines + "guess 1 hit 1=1")
    assert after(lines + "guess 2 hit 1=2")["hideouts"][0] == seen(2)


def test_a_missed_number_may_be_played_afterwards():
    lines = ASKED + "guess 7 miss; draw 1; hideout +0; draw 3; "
    assert after(lines + "guess 7 hit 3=7")["hideouts"][2] == seen(7)
    again = lines + "guess 7 miss; draw 1; pass; draw 3; "
    refused(again + "guess 7 hit 3=7")


def test_a_missed_pair_says_only_that_not_both_are_there():
    lines = ASKED + "guess 1 2 miss; draw 1; hideout +0; draw 3; "
    refused(lines + "guess 1 2 hit 1=1 2=2")
    shown = lines + "guess 1 hit 1=1; draw 1; pass; draw 3; "
    refused(shown + "guess 2 hit 2=2")
    assert after(shown + "guess 3 hit 2=3")["hideouts"][1] == seen(3)


def test_a_missed_pair_with_a_revealed_number_says_nothing():
    lines = ASKED + "guess 1 hit 1=1; draw 1; hideout +0; draw 3; guess 1 2 miss; draw 1; pass"
    assert after(lines + "; draw 3; guess 2 hit 2=2")["hideouts"][1] == seen(2)


def test_a_missed_number_that_lay_open_says_nothing():
    lines = ONE_SEEN + "guess 4 miss; draw 1; pass; draw 3; "
    assert after(lines + "guess 1 hit 1=1")["hideouts"][0] == seen(1)


@pytest.mark.parametrize(
    "actions, words",
    [
        ("hideout +8", ("7",)),
        (OPENING + "; skip", ("drawn",)),
        (OPENING + "; draw 1 card 15", ("pile 1", "4..14")),
        (OPENING + "; draw 1 card 7; draw 1 card 7", ("7",)),
        (OPENING + "; set piles.1 0; draw 2", ("pile 2", "empty")),
        (START + "; draw 1; escape +0", ("42",)),
        (ASKED + "guess 42 miss", ("42", "1..41")),
        (ASKED + "guess 5 5 miss", ("5", "twice")),
        (ASKED + "guess 4 hit 3=4", ("position 3",)),
        (ASKED + "guess 4 hit 2=4/6", ("position 2", "0", "1")),
        (ONE_SEEN + "guess 5 hit 2=5", ("position 2", "revealed")),
        (ONE_SEEN + "guess 8 hit 3=8", ("8", "position 3")),
        (ASKED + "guess 7 hit 2=7", ("7", "position 2", "reach")),
        (OPENING + "; draw 1 card 4; draw 3; guess 4 hit 2=4", ("position 2", "seen elsewhere")),
        ("hideout +1; hideout +0; draw 3; draw 3; guess 2 hit 1=2/29", ("29", "pile 3")),
        ("hideout +3; hideout +0; draw 3; draw 3; guess 3 hit 1=3/15,17,19", ("pile 2", "2")),
        (ASKED + "guess 1 miss; draw 1; pass; draw 3; guess 1 hit 1=1", ("1", "missed")),
        (CAUGHT + "; draw 1", ("over",)),
    ],
)
def test_the_reason_names_what_is_wrong(actions, words):
    reason = refused(actions).partition("; legal: ")[0]
    assert all(word in reason for word in words), reason


# --- caught -------------------------------------------------------------------------------------


def test_the_marshal_wins_when_all_is_revealed():
    state = after(ASKED + "guess 1 4 hit 1=1 2=4")
    assert (state["over"], state["winner"]) == ("caught", "marshal")
    assert turn(state) == ("marshal", "guess", 2)


def test_one_after_the_other_as_well():
    lines = ASKED + "guess 1 hit 1=1; draw 1; pass; draw 3; "
    assert after(lines)["over"] is None
    state = after(lines + "guess 4 hit 2=4")
    assert (state["over"], state["winner"], turn(state)) == (
        "caught",
        "marshal",
        ("marshal", "guess", 4),
    )


def test_while_one_is_hidden_the_game_goes_on():
    lines = ASKED + "guess 1 hit 1=1; draw 1; hideout +0; draw 3; guess 4 hit 2=4"
    assert (after(lines)["over"], after(lines)["winner"]) == (None, None)


@pytest.mark.parametrize(
    "action",
    ["draw 1", "hideout +0", "pass", "skip", "guess 5 miss", "guess 5 hit 1=5", "escape +0"],
)
def test_nothing_is_played_after_the_end(action):
    refused(CAUGHT + "; " + action)


def test_nothing_is_legal_after_the_end():
    assert legal(CAUGHT) == []


def test_undo_redo_and_set_after_the_end():
    assert after(CAUGHT + "; undo") == after(ASKED[:-2])
    assert after(CAUGHT + "; undo; redo") == after(CAUGHT)
    state = after(CAUGHT + "; set piles.0 3")
    assert (state["over"], state["winner"], state["corrections"]) == ("caught", "marshal", 1)


# --- escape -------------------------------------------------------------------------------------


def test_an_escape_lies_open_at_the_end_of_the_row():
    state = after(journey(DASH, FAST + [ESCAPE]))
    assert state["hideouts"][-1] == {"sprints": 1, "number": 42, "cards": None}
    assert len(state["hideouts"]) == 11


def test_42_must_be_in_reach():
    # 38 at best: one sprint card at least.
    lines = journey(DASH, FAST) + then("skip") + "; draw 3"
    refused(lines + "; escape +0")
    assert "escape +1..3" in legal(lines)
    assert after(lines + "; escape +3")["hideouts"][-1]["sprints"] == 3


def test_without_a_sprint_card_39_is_near_enough():
    lines = journey(OPENING, THREES) + then("skip")
    state = after(lines + "; draw 3; escape +0")
    assert state["hideouts"][-1] == {"sprints": 0, "number": 42, "cards": None}
    # All thirteen had to be as far apart as they could.
    refused(lines + "; draw 3; escape +0; guess 7 hit 3=7")
    assert after(lines + "; draw 3; escape +0; guess 9 hit 3=9")["hideouts"][2] == seen(9)


def test_one_step_earlier_42_is_out_of_reach():
    lines = journey(OPENING, THREES[:-1]) + then("skip") + "; draw 3"
    refused(lines + "; escape +0")
    refused(lines + "; escape +1")  # from 36 it takes three
    assert turn(after(lines + "; escape +2"))[1] == "manhunt"


def test_no_more_sprint_cards_than_the_hand_holds():
    # 9 cards and 9 drawn, 14 on the table and 42: three are left.
    lines = journey(DASH, FAST) + then("skip") + "; draw 3"
    refused(lines + "; escape +4")


@pytest.mark.parametrize(
    "action", ["escape", "escape 1", "escape +", "escape -1", "escape +1 +1", "escape + 1"]
)
def test_other_escapes_are_refused(action):
    refused(journey(DASH, FAST) + then("skip") + "; draw 3; " + action)


def test_far_from_42_nobody_escapes():
    for sprints in range(8):
        refused(START + f"; draw 1; escape +{sprints}")
    assert [form for form in legal(START + "; draw 1") if form.startswith("escape")] == []


def test_the_last_revealed_hideout_decides_what_is_in_reach():
    # 37 is seen: an odd card is not enough, and one even card is.
    plays = FAST[:-1] + [(3, "hideout +0"), (3, "escape +1")]
    row = journey(DASH, plays, {18: "guess 37 hit 10=37"})
    assert after(row)["hideouts"][-1]["number"] == 42
    refused(journey(DASH, plays[:-1] + [(3, "escape +1")], {18: "guess 36 hit 10=36"}))


# --- manhunt ------------------------------------------------------------------------------------


def escaped(guesses=None, last=()):
    return journey(DASH, FAST + list(last) + [ESCAPE], guesses)


def test_with_nothing_revealed_a_manhunt_begins():
    state = after(escaped())
    assert (state["over"], state["winner"]) == (None, None)
    assert turn(state)[:2] == ("marshal", "manhunt")
    assert state["turn"]["number"] == 20


def test_with_29_revealed_a_manhunt_begins():
    state = after(escaped({12: hit(7)}))
    assert (state["over"], turn(state)[:2]) == (None, ("marshal", "manhunt"))


@pytest.mark.parametrize("position, number", [(8, 32), (9, 35), (10, 38)])
def test_with_30_or_more_revealed_the_fugitive_has_escaped(position, number):
    state = after(escaped({2 * position - 2: hit(position)}))
    assert state["hideouts"][position - 1]["number"] == number
    assert (state["over"], state["winner"]) == ("escaped", "fugitive")
    assert turn(state) == ("fugitive", "play", 19)


def test_exactly_30_is_enough():
    lines = journey(OPENING, THREES + [(3, "escape +0")], {18: "guess 30 hit 10=30"})
    assert (after(lines)["over"], after(lines)["winner"]) == ("escaped", "fugitive")


def test_27_is_not():
    lines = journey(OPENING, THREES + [(3, "escape +0")], {16: "guess 27 hit 9=27"})
    assert turn(after(lines))[:2] == ("marshal", "manhunt")


def test_the_highest_revealed_hideout_counts_not_the_last_revealed():
    state = after(escaped({14: hit(8), 16: hit(1), 18: hit(3)}))
    assert state["over"] == "escaped"
    state = after(escaped({12: hit(7), 14: hit(3)}))
    assert state["over"] is None


def test_sprint_cards_do_not_count():
    # 29 lies on a 30: only the hideout is looked at.
    plays = [(2, "hideout +0")] * 3 + [(3, "hideout +0"), (3, "hideout +1")]
    plays += [(3, "hideout +0")] * 3 + [ESCAPE]
    lines = journey(DASH, plays, {12: "guess 29 hit 7=29/30"})
    assert after(lines)["hideouts"][6] == seen(29, 30)
    assert turn(after(lines))[:2] == ("marshal", "manhunt")


def test_a_miss_ends_the_manhunt():
    state = after(escaped() + "; guess 13 miss")
    assert (state["over"], state["winner"]) == ("escaped", "fugitive")
    assert state["guesses"] == [{"numbers": [13], "hit": False}]
    assert turn(state)[:2] == ("marshal", "manhunt")
    assert legal(escaped() + "; guess 13 miss") == []


def test_a_hit_goes_on_with_the_next():
    state = after(escaped() + "; " + hit(3))
    assert state["over"] is None
    assert state["hideouts"][2] == seen(17)
    assert turn(state)[:2] == ("marshal", "manhunt")
    state = after(escaped() + "; " + hit(3) + "; " + hit(10) + "; guess 13 miss")
    assert (state["over"], state["winner"]) == ("escaped", "fugitive")
    assert state["hideouts"][9] == seen(38)


def test_a_revealed_number_is_a_miss_in_a_manhunt_too():
    assert after(escaped() + "; " + hit(3) + "; guess 17 miss")["over"] == "escaped"


def test_revealing_30_within_the_manhunt_does_not_end_it():
    assert after(escaped() + "; " + hit(8))["over"] is None


def test_all_revealed_is_caught():
    lines = escaped({12: hit(7)})
    for position in (1, 2, 3, 4, 5, 6, 8, 9):
        lines += "; " + hit(position)
    assert after(lines)["over"] is None
    state = after(lines + "; " + hit(10))
    assert (state["over"], state["winner"]) == ("caught", "marshal")
    assert turn(state)[:2] == ("marshal", "manhunt")
    assert len(state["guesses"]) == 10
    assert legal(lines + "; " + hit(10)) == []


@pytest.mark.parametrize(
    "action",
    [
        "guess 3 17 hit 1=3 3=17",
        "guess 3 17 miss",
        "guess 42 hit 11=42/1",
        "guess 42 miss",
        "guess 41 hit 11=41/1",
        "skip",
        "pass",
        "draw 1",
        "draw 1 card 9",
        "hideout +0",
        "escape +0",
    ],
)
def test_in_a_manhunt_only_single_guesses(action):
    refused(escaped() + "; " + action)


def test_the_sprint_cards_under_the_escape_are_cards_too():
    # 38 and one sprint card is the only way, so 37 never was the last one with an odd card; all
    # twelve places stay as they had to be.
    refused(escaped() + "; guess 36 hit 10=36")
    assert after(escaped() + "; guess 37 hit 10=37")["hideouts"][9] == seen(37)


# --- legal, to the letter -----------------------------------------------------------------------

MARSHAL_DRAWS = [
    "draw 1",
    "draw 1 card 4..14",
    "draw 2",
    "draw 2 card 15..28",
    "draw 3",
    "draw 3 card 29..41",
]
GUESSES = ["guess 1..41 […] hit […]", "guess 1..41 […] miss", "skip"]


@pytest.mark.parametrize(
    "actions, expected",
    [
        ("", ["hideout +0..7"]),
        ("hideout +0", ["hideout +0..6"]),
        ("hideout +3", ["hideout +0..3"]),
        ("hideout +6", ["hideout +0"]),
        (OPENING, MARSHAL_DRAWS),
        (OPENING + "; draw 2", MARSHAL_DRAWS),
        (OPENING + "; draw 2; draw 2", GUESSES),
        (START, ["draw 1", "draw 2", "draw 3"]),
        (START + "; draw 1", ["hideout +0..6", "pass"]),
        (START + "; draw 1; pass", MARSHAL_DRAWS),
        (START + "; draw 1; pass; draw 3", GUESSES),
        (START + "; draw 1; pass; draw 3; skip; draw 3", ["hideout +0..7", "pass"]),
        (START + "; set piles [0,5,0]", ["draw 2"]),
        (OPENING + "; set piles [0,5,0]", ["draw 2", "draw 2 card 15..28"]),
    ],
)
def test_what_is_legal(actions, expected):
    assert legal(actions) == expected


def test_what_is_legal_in_a_manhunt():
    assert legal(escaped()) == ["guess 1..41 hit […]", "guess 1..41 miss"]


def test_a_noted_card_is_not_offered_again():
    noted = OPENING + "; draw 1 card 4"
    assert legal(noted)[1] == "draw 1 card 5..14"
    forms = legal(OPENING + "; draw 1 card 9")
    assert [form for form in forms if form.startswith("draw 1 card")] == [
        "draw 1 card 10..14",
        "draw 1 card 4..8",
    ]


def test_a_refusal_says_what_is_legal():
    reason = refused(OPENING + "; draw 2; draw 2; draw 2")
    assert all(form in reason for form in GUESSES)


# --- corrections --------------------------------------------------------------------------------


def value_at(state, path):
    for word in path.split("."):
        state = state[int(word)] if word.isdigit() else state[word]
    return state


SOME = START + "; draw 1; hideout +2; draw 3 card 30; guess 7 miss"


@pytest.mark.parametrize(
    "path, word, expected",
    [
        ("piles.0", "5", 5),
        ("piles.1", "0", 0),
        ("piles.2", "13", 13),
        ("piles", "[8,3,1]", [8, 3, 1]),
        ("turn.role", "marshal", "marshal"),
        ("turn.role", "fugitive", "fugitive"),
        ("turn.step", "play", "play"),
        ("turn.step", "draw", "draw"),
        ("turn.number", "12", 12),
        ("hideouts.0.number", "2", 2),
        ("hideouts.0.number", "null", None),
        ("hideouts.2.cards", "[4,6]", [4, 6]),
        ("hideouts.0.cards", "[]", []),
        ("hideouts.2.cards", "null", None),
        ("hideouts.2.sprints", "1", 1),
        ("hideouts.3.sprints", "1", 1),
        ("guesses.0.numbers", "[8]", [8]),
        ("guesses.0.numbers", "[8,9,10]", [8, 9, 10]),
        ("guesses.0.hit", "true", True),
        ("guesses.0.hit", "false", False),
        ("guesses", "[]", []),
        ("guesses.1.numbers", "[11]", [11]),
        ("hideouts", "[]", []),
        ("marshal_cards", "[]", []),
        ("marshal_cards", "[4,30,41]", [4, 30, 41]),
        ("marshal_cards.0", "31", 31),
        ("marshal_cards.1", "5", 5),
    ],
)
def test_every_primary_value_can_be_set(path, word, expected):
    state = after(SOME + f"; set {path} {word}")
    assert value_at(state, path) == expected
    assert state["corrections"] == 1
    assert after(SOME + f"; set {path} {word}; undo") == after(SOME)


@pytest.mark.parametrize(
    "path_and_value",
    [
        "piles.0 -1",
        "piles.0 12",
        "piles.1 15",
        "piles.2 14",
        "piles.3 1",
        "piles [1,2]",
        "piles.0 null",
        "piles 5",
        "turn.role player",
        "turn.role 1",
        "turn.step guessing",
        "turn.number 0",
        "turn.player 1",
        "hideouts.0.number 0",
        "hideouts.0.number 43",
        "hideouts.0.number 1.5",
        "hideouts.0.cards [0]",
        "hideouts.0.cards [42]",
        "hideouts.0.cards 4",
        "hideouts.0.sprints -1",
        "hideouts.0.sprints null",
        "hideouts.0 5",
        "hideouts.4.number 9",
        "hideouts [5]",
        "guesses.0.numbers [42]",
        "guesses.0.numbers [0]",
        "guesses.0.hit maybe",
        "guesses.0.hit 1",
        "guesses.2.hit true",
        "marshal_cards [3]",
        "marshal_cards [42]",
        "marshal_cards 7",
        "marshal_cards.2 7",
        "over caught",
        "over null",
        "winner marshal",
        "winner null",
        "corrections 0",
        "players 2",
        "game fugitive",
        "deduction 1",
        "deck 3",
        "",
        "piles.0",
        "piles.0 3 over caught",
    ],
)
def test_what_cannot_be_set(path_and_value):
    refused(SOME + "; set " + path_and_value)


def test_a_table_may_record_what_the_rules_refuse():
    lines = ASKED + "skip; draw 1; hideout +0; draw 3; "
    refused(lines + "guess 12 hit 3=12")
    state = after(lines + "set hideouts.2.number 12 hideouts.2.cards []; skip")
    assert state["hideouts"][2] == seen(12)
    assert turn(state) == ("fugitive", "draw", 5)


def test_all_revealed_by_hand_is_caught():
    lines = START + "; set hideouts.0.number 1 hideouts.0.cards []"
    assert after(lines)["over"] is None
    state = after(lines + " hideouts.1.number 4 hideouts.1.cards []")
    assert (state["over"], state["winner"]) == ("caught", "marshal")


def test_a_hideout_turned_back_by_hand_is_no_longer_caught():
    state = after(CAUGHT + "; set hideouts.1.number null hideouts.1.cards null")
    assert (state["over"], state["winner"]) == (None, None)
    assert legal(CAUGHT + "; set hideouts.1.number null hideouts.1.cards null")
    undone = CAUGHT + "; set hideouts.1.number null hideouts.1.cards null; undo"
    assert after(undone) == after(CAUGHT)


def test_an_escape_called_back_by_hand_becomes_a_manhunt():
    lines = escaped({14: hit(8)})
    assert after(lines)["over"] == "escaped"
    state = after(lines + "; set hideouts.7.number null hideouts.7.cards null")
    assert (state["over"], state["winner"]) == (None, None)
    assert legal(lines + "; set hideouts.7.number null hideouts.7.cards null")


def test_all_revealed_by_hand_in_a_manhunt_is_caught():
    lines = escaped({12: hit(7)})
    for position in (1, 2, 3, 4, 5, 6, 8, 9):
        lines += "; " + hit(position)
    state = after(lines + "; set hideouts.9.number 38 hideouts.9.cards []")
    assert (state["over"], state["winner"]) == ("caught", "marshal")


def test_emptied_piles_skip_the_draw_that_was_due():
    # A table must be able to play on.
    assert turn(after(START + "; set piles [0,0,0]")) == ("fugitive", "play", 3)
    assert turn(after(OPENING + "; set piles [0,0,0]")) == ("marshal", "guess", 2)


def test_corrections_counts_those_standing():
    assert after("set piles.0 3; set piles.1 3")["corrections"] == 2
    assert after("set piles.0 3; set piles.1 3; undo")["corrections"] == 1
    assert after("set piles.0 3 piles.1 3")["corrections"] == 1


# --- undo and redo ------------------------------------------------------------------------------


def test_undo_goes_across_turns_to_the_first_action():
    lines = escaped({12: hit(7)}) + "; guess 13 miss"
    count = len(lines.split(";"))
    assert after(lines + "; undo" * count) == after()
    assert after(lines + "; undo" * count + "; redo" * count) == after(lines)
    refused(lines + "; undo" * (count + 1))


def test_undo_brings_back_hands_and_reach():
    # Not in the state JSON, and yet as it was: the hand after a hideout taken back.
    assert legal("hideout +5; undo") == ["hideout +0..7"]
    assert legal("hideout +5; undo; redo") == ["hideout +0..1"]
    lines = ASKED + "guess 1 miss; undo; skip; draw 1; hideout +0; draw 3; "
    assert after(lines + "guess 1 hit 1=1")["hideouts"][0] == seen(1)


def test_a_new_action_clears_what_could_be_redone():
    refused("hideout +5; undo; hideout +1; redo")


# --- as text and as bytes -----------------------------------------------------------------------

WHOLE_GAMES = {
    "caught": CAUGHT,
    "manhunt": escaped({12: hit(7), 14: "guess 13 41 miss"}) + "; " + hit(2) + "; guess 13 miss",
    "notes": OPENING + "; draw 3 card 41; draw 1 card 4; guess 1 2 3 miss; draw 2; pass",
    "corrections": SOME + "; set hideouts.2.cards [4,6] hideouts.2.number 9; set guesses []; undo",
}


@pytest.mark.parametrize("name", sorted(WHOLE_GAMES))
@pytest.mark.parametrize("edition", [None, 2])
def test_a_game_comes_back_from_its_text_and_its_bytes(name, edition):
    reader, line, reason = read(WHOLE_GAMES[name], edition)
    assert line is None, reason
    play = reader.play
    lines = export(play)
    header = header_lines(play.game, play.options, play.names)
    actions = [text.strip() for text in WHOLE_GAMES[name].split(";")]
    assert lines == header + actions[: play.done]
    from_text = Reader()
    for text in lines:
        from_text.line(text)
    assert from_text.play.to_json() == play.to_json()
    from_bytes = Reader()
    data = packed_file.pack(play.game, header, reader.entries, play.state)
    for _ in packed_file.unpack(data, from_bytes):
        pass
    assert from_bytes.entries == reader.entries
    assert from_bytes.play.to_json() == play.to_json()


# --- the command --------------------------------------------------------------------------------


def replay(actions, *arguments):
    """The finished process of a replay of the record on standard input."""
    record = "game fugitive\n" + "\n".join(part.strip() for part in actions.split(";")) + "\n"
    command = [sys.executable, "-S", "-E", "-s", "-B", "-m", "host_tools.replay", "-", *arguments]
    return subprocess.run(
        command,
        input=record.encode(),
        capture_output=True,
        cwd=ROOT,
        env={"PATH": os.environ.get("PATH", "")},
        check=False,
    )


def test_a_refusal_names_file_and_line_and_prints_the_states_before():
    done = replay(ASKED + "guess 10 hit 2=10; skip", "--each")
    assert done.returncode == 1
    told = done.stderr.decode()
    assert told.startswith("-:6: ")
    assert told.count("\n") == 1
    assert "guess 1..41 […] miss" in told
    assert len(done.stdout.splitlines()) == 5
    assert json.loads(done.stdout.splitlines()[-1]) == after(ASKED[:-2])


def test_legal_of_the_command():
    done = replay(OPENING, "--legal")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["legal"] == MARSHAL_DRAWS
