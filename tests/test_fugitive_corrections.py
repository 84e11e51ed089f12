"""Fugitive put right by hand: what a table forgot must neither stop it nor mislead the Marshal."""

import io
import json
import sys

import pytest

from host_tools import replay

START = "hideout +0; hideout +0; draw 1; draw 1; "


def run(actions, *arguments, monkeypatch, capsys):
    """(exit code, states printed, standard error) of `replay` on the lines of a record."""
    text = "game fugitive\n" + "\n".join(part.strip() for part in actions.split(";")) + "\n"
    stdin = io.TextIOWrapper(io.BytesIO(text.encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    code = replay.main(["-", *arguments])
    found = capsys.readouterr()
    return code, [json.loads(line) for line in found.out.splitlines()], found.err


@pytest.fixture
def last(monkeypatch, capsys):
    """The state JSON after the last action, with deduction and legal actions."""

    def state(actions):
        code, states, error = run(
            actions, "--deduce", "--legal", monkeypatch=monkeypatch, capsys=capsys
        )
        assert (code, error) == (0, "")
        return states[-1]

    return state


def possible(state, position):
    for entry in state["deduction"]["positions"]:
        if entry["position"] == position:
            return entry["possible"]
    raise AssertionError(f"position {position} is not hidden")


def test_a_miss_outlives_the_row_it_was_said_of(last):
    state = last(START + "guess 5 miss; set hideouts []")
    assert state["deduction"] == {"positions": [], "best_guess": None}
    state = last(START + "guess 5 miss; set hideouts []; draw 1; hideout +1")
    assert 5 in possible(state, 1)


def test_a_hideout_laid_after_a_dropped_one_was_not_there_at_the_miss(last):
    kept = START + "guess 5 miss; set hideouts [] hideouts.0.sprints 0"
    state = last(kept + "; draw 1; hideout +1")
    assert 5 not in possible(state, 1)
    assert 5 in possible(state, 2)


def test_a_guess_put_in_later_rules_out_no_hideout_laid_since(last):
    later = "hideout +0; hideout +0; draw 3; draw 3; skip; draw 1; hideout +0; "
    later += "set guesses.0.numbers [7]; draw 3; "
    assert 7 in possible(last(later + "skip"), 3)
    assert last(later + "guess 7 hit 3=7")["hideouts"][2]["number"] == 7


def test_a_guess_of_nothing_says_nothing(last):
    state = last("hideout +0; hideout +0; set guesses.0.hit false")
    assert "contradiction" not in state["deduction"]
    assert possible(state, 1) == [1, 2, 3]


def test_after_a_resync_the_fugitive_plays_on(last):
    state = last(
        START + "skip; set piles [2,10,9] hideouts.2.sprints 2 hideouts.3.sprints 3 "
        "turn.number 11; draw 3"
    )
    assert any(form.startswith("hideout +0") for form in state["legal"])


MANHUNT = (
    "hideout +0; hideout +0; draw 1; draw 1; skip; set turn.number 20 piles [0,0,0] "
    "hideouts.0.number 3 hideouts.0.cards [] hideouts.1.sprints 20 hideouts.2.sprints 0; "
    "set hideouts.3.sprints 12 hideouts.3.number 42"
)


def test_what_is_revealed_by_hand_in_a_manhunt_ends_no_manhunt(last):
    state = last(MANHUNT)
    assert state["turn"]["step"] == "manhunt" and state["over"] is None
    state = last(MANHUNT + "; set hideouts.1.number 31 hideouts.1.cards []")
    assert state["over"] is None


def test_a_turn_that_is_named_stays_so_even_after_an_escape(last):
    state = last(MANHUNT + "; set turn.role fugitive turn.step play turn.number 25")
    assert state["turn"] == {"role": "fugitive", "step": "play", "number": 25}


def test_no_manhunt_goes_on_without_the_escape(last):
    state = last(MANHUNT + "; set hideouts.3.number null")
    assert state["turn"]["step"] == "guess"
    # Named by hand it is one, and a miss ends it.
    state = last(START + "set turn.step manhunt; guess 40 miss")
    assert state["over"] == "escaped" and state["winner"] == "fugitive"


def test_a_position_is_named_once(monkeypatch, capsys):
    code, _, error = run(
        START + "guess 6 7 hit 2=6 2=7", monkeypatch=monkeypatch, capsys=capsys
    )
    assert code == 1 and "position 2 is named twice" in error


def test_one_card_is_a_card(monkeypatch, capsys):
    lines = START + "guess 3 hit 1=3/5"
    _, _, error = run(lines, monkeypatch=monkeypatch, capsys=capsys)
    assert "position 1 has 0 sprint cards, not 1" in error


def test_many_missed_groups_do_not_take_for_ever(last):
    lines = ["hideout +0", "hideout +0", "draw 3", "draw 3", "skip"]
    sets = "set piles [2,4,6] " + " ".join(f"hideouts.{at}.sprints 1" for at in range(2, 14))
    lines.append(sets)
    lines += ["set turn.role marshal turn.step guess"]
    for at in range(30):
        numbers = " ".join(str(2 + (at + 5 * step) % 38) for step in range(7))
        lines += [f"guess {numbers} miss", "set turn.role marshal turn.step guess"]
    state = last("; ".join(lines))
    assert len(state["deduction"]["positions"]) == 14 or "contradiction" in state["deduction"]
