"""`python -m host_tools.replay FILE --deduce`: what the Marshal's notebook holds, as printed.

The figures were worked out by hand from the weights the notation's page defines; the oracles of
tests/deduction check the deduction itself in far more positions.
"""

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def run(actions, *arguments):
    """The finished process of `replay --deduce` on the lines of a record (joined by `;`)."""
    lines = ["game fugitive"] + [part.strip() for part in actions.split(";")]
    command = [sys.executable, "-S", "-E", "-s", "-B", "-m", "host_tools.replay", "-", "--deduce"]
    return subprocess.run(
        command + list(arguments),
        input=("\n".join(lines) + "\n").encode(),
        capture_output=True,
        cwd=ROOT,
        env={"PATH": os.environ.get("PATH", "")},
        check=False,
    )


def states(actions, *arguments):
    """The state JSON of every line printed, all of which must carry a deduction."""
    done = run(actions, *arguments)
    assert (done.returncode, done.stderr) == (0, b"")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert all("deduction" in state for state in found)
    return found


def deduced(actions):
    """The deduction after the last action; its shape and its sums are checked."""
    (state,) = states(actions)
    found = state["deduction"]
    assert set(found) == {"positions", "best_guess"}
    row = state["hideouts"]
    hidden = [at for at, entry in enumerate(row, 1) if entry["number"] is None]
    assert [entry["position"] for entry in found["positions"]] == hidden
    chances = {}
    for entry in found["positions"]:
        assert set(entry) == {"position", "possible", "probability"}
        assert entry["possible"] == sorted(set(entry["possible"]))
        assert sorted(map(int, entry["probability"])) == entry["possible"]
        assert sum(entry["probability"].values()) == pytest.approx(1, abs=0.001)
        for number, chance in entry["probability"].items():
            assert 0 <= chance <= 1
            chances[int(number)] = chances.get(int(number), 0) + chance
    if hidden:
        # The printed figures may be rounded: no other number is clearly ahead.
        assert chances[found["best_guess"]] >= max(chances.values()) - 0.001
    else:
        assert found["best_guess"] is None
    return found


def possible(actions, position):
    """The numbers that the hideout at `position` can have."""
    return {
        entry["position"]: entry["possible"] for entry in deduced(actions)["positions"]
    }[position]


def worked_out(chances, digits=0.0002):
    """`{number: chance}` as the JSON has it, near enough for four decimals."""
    return pytest.approx({str(n): float(chance) for n, chance in chances.items()}, abs=digits)


OPENING = "hideout +0; hideout +0"
ASKED = OPENING + "; draw 3; draw 3; "

# --- the shape ----------------------------------------------------------------------------------


def test_without_the_option_there_is_no_deduction():
    command = [sys.executable, "-S", "-E", "-s", "-B", "-m", "host_tools.replay", "-"]
    done = subprocess.run(
        command, input=b"game fugitive\n", capture_output=True, cwd=ROOT, check=True
    )
    assert "deduction" not in json.loads(done.stdout)


def test_with_an_empty_row_there_is_nothing_to_conclude():
    (state,) = states("")
    assert state["deduction"] == {"positions": [], "best_guess": None}


def test_with_all_revealed_there_is_nothing_to_conclude():
    assert deduced(ASKED + "guess 1 4 hit 1=1 2=4") == {"positions": [], "best_guess": None}


def test_the_deduction_of_the_first_hideout():
    found = deduced("hideout +0")
    third = worked_out({1: Fraction(1, 3), 2: Fraction(1, 3), 3: Fraction(1, 3)})
    assert found == {
        "positions": [{"position": 1, "possible": [1, 2, 3], "probability": third}],
        "best_guess": 1,  # of those that are alike, the lowest
    }


def test_each_prints_it_for_every_state():
    found = states(OPENING + "; draw 3", "--each")
    positions = [len(state["deduction"]["positions"]) for state in found]
    assert positions == [0, 1, 2, 2]


def test_it_stands_beside_what_is_legal():
    (state,) = states("", "--legal")
    assert state["legal"] == ["hideout +0..7"]


def test_a_refusal_is_still_a_refusal():
    done = run(ASKED + "guess 10 hit 2=10", "--each")
    assert done.returncode == 1
    assert done.stderr.decode().startswith("-:6: ")
    assert len(done.stdout.splitlines()) == 5
    assert "deduction" in json.loads(done.stdout.splitlines()[-1])


# --- figures ------------------------------------------------------------------------------------


def test_two_hideouts_without_sprint_cards():
    # 1, 2 and 3 are held for certain; 4, 5 and 6 with 3 of 11 each. The pairs: 1-2, 1-3 and 2-3
    # weigh 1; 1-4, 2-4, 2-5, 3-4, 3-5 and 3-6 weigh 3/11; together 51/11.
    found = deduced(OPENING)
    of_51 = [
        {1: 25, 2: 17, 3: 9},
        {2: 11, 3: 22, 4: 9, 5: 6, 6: 3},
    ]
    for entry, weights in zip(found["positions"], of_51, strict=True):
        assert entry["probability"] == worked_out({n: Fraction(w, 51) for n, w in weights.items()})
    assert found["best_guess"] == 3  # 31/51, against 28/51 for 2


def test_a_miss_of_one_number():
    # Without 3: 1-2 weighs 1, 1-4, 2-4 and 2-5 weigh 3/11; together 20/11.
    found = deduced(ASKED + "guess 3 miss")
    of_20 = [{1: 14, 2: 6}, {2: 11, 4: 6, 5: 3}]
    for entry, weights in zip(found["positions"], of_20, strict=True):
        assert entry["probability"] == worked_out({n: Fraction(w, 20) for n, w in weights.items()})
    assert found["best_guess"] == 2  # 17/20


def test_a_miss_of_two_numbers_says_that_not_both_are_there():
    # Without the pair 1-3: 40/11 are left.
    found = deduced(ASKED + "guess 1 3 miss")
    of_40 = [{1: 14, 2: 17, 3: 9}, {2: 11, 3: 11, 4: 9, 5: 6, 6: 3}]
    for entry, weights in zip(found["positions"], of_40, strict=True):
        assert entry["probability"] == worked_out({n: Fraction(w, 40) for n, w in weights.items()})


def test_a_missed_number_that_lay_open_says_nothing():
    lines = ASKED + "guess 4 hit 2=4; draw 1; pass; draw 3; "
    assert deduced(lines + "guess 4 miss") == deduced(lines + "skip")
    assert deduced(lines + "guess 1 4 miss") == deduced(lines + "skip")


def test_a_noted_card_makes_the_others_of_its_pile_likelier():
    # 4 is out and ten cards are left: 5 and 6 weigh 3/10. 1-2, 1-3, 2-3 weigh 1, 2-5, 3-5 and
    # 3-6 weigh 3/10; together 39/10.
    found = deduced(OPENING + "; draw 1 card 4; draw 3 card 30")
    of_39 = [{1: 20, 2: 13, 3: 6}, {2: 10, 3: 20, 5: 6, 6: 3}]
    for entry, weights in zip(found["positions"], of_39, strict=True):
        assert entry["probability"] == worked_out({n: Fraction(w, 39) for n, w in weights.items()})


def test_a_draw_without_a_note_says_nothing():
    assert deduced(OPENING + "; draw 1; draw 3") == deduced(OPENING)


def test_two_cards_of_one_pile_are_not_independent():
    # 1 is seen, then 2 or 3 (weight 1) or 4 (D 3 of 11), and what follows it in turn 3, after the
    # draw of turn 3 from pile 3. One card of pile 1 weighs 3/11, two of them 3·2 / (11·10) = 3/55.
    #   2: 3 (1), 4, 5 (3/11 each)      3: 4, 5, 6 (3/11 each)      4: 5, 6, 7 (3/55 each)
    # In 55ths: 55 + 15 + 15 = 85, 45, 9; together 139.
    lines = ASKED + "guess 1 hit 1=1; draw 3; hideout +0"
    found = deduced(lines)
    of_139 = [{2: 85, 3: 45, 4: 9}, {3: 55, 4: 30, 5: 33, 6: 18, 7: 3}]
    for entry, weights in zip(found["positions"], of_139, strict=True):
        chances = {n: Fraction(w, 139) for n, w in weights.items()}
        assert entry["probability"] == worked_out(chances)


def test_a_card_counts_by_the_turn_it_was_played_in():
    # As above, but turn 3 draws from pile 1: D is 4 for the third hideout, still 3 for the second.
    #   2: 3 (1), 4, 5 (4/11 each)   3: 4, 5, 6 (4/11 each)   4: 5, 6, 7 (3/11 · 3/10 each)
    # In 110ths: 110 + 40 + 40 = 190, 120, 27; together 337.
    found = deduced(ASKED + "guess 1 hit 1=1; draw 1; hideout +0")
    of_337 = [{2: 190, 3: 120, 4: 27}, {3: 110, 4: 80, 5: 89, 6: 49, 7: 9}]
    for entry, weights in zip(found["positions"], of_337, strict=True):
        chances = {n: Fraction(w, 337) for n, w in weights.items()}
        assert entry["probability"] == worked_out(chances)


def test_a_revealed_card_takes_its_share_of_the_pile():
    # The second is seen to be 4 (pile 1), the first 1, 2 or 3 whatever: a third each.
    found = deduced(ASKED + "guess 4 hit 2=4")
    third = Fraction(1, 3)
    assert found["positions"][0]["probability"] == worked_out({1: third, 2: third, 3: third})
    # A third hideout after it, from turn 3 (draw from pile 3): 5, 6 and 7 alike.
    found = deduced(ASKED + "guess 4 hit 2=4; draw 3; hideout +0")
    assert found["positions"][1]["probability"] == worked_out({5: third, 6: third, 7: third})


def test_one_face_down_sprint_card():
    # 0 to N with one card. Sure cards (1, 2, 3): weight 1; pile 1: 3/11, pile 2: 2/14 each, both
    # of pile 1: 3·2 / (11·10). How many cards can lie under N, by weight:
    #   1, 2, 3: any other card. 2 sure, 11 of pile 1, 14 of pile 2: 2 + 3 + 2 = 7 each.
    #   4: any other card. 3/11 · (3 sure + 14 · 2/14) + 10 · 6/110 = 15/11 + 6/11 = 21/11.
    #   5: an even card. 3/11 · (2 is sure: 1, + 7 · 2/14 = 1) + 6 · 6/110 (4 to 14 even: 6)
    #      = 6/11 + 18/55 = 48/55.
    # In 55ths: 385 each, 105, 48; together 1308.
    found = deduced("hideout +1")
    weights = {1: 385, 2: 385, 3: 385, 4: 105, 5: 48}
    chances = {n: Fraction(w, 1308) for n, w in weights.items()}
    assert found["positions"][0]["probability"] == worked_out(chances)
    assert found["best_guess"] == 1


# --- what is possible ---------------------------------------------------------------------------


def test_after_7_two_face_down_cards_reach_from_8_to_14():
    lines = "hideout +0; hideout +1; draw 3; draw 3; guess 7 hit 2=7/2; draw 1; hideout +2"
    assert possible(lines, 3) == [8, 9, 10, 11, 12, 13, 14]


def test_once_they_are_seen_to_be_5_and_4_it_is_13_at_most():
    lines = "hideout +0; hideout +1; draw 3; draw 3; guess 7 hit 2=7/2; draw 1; hideout +2"
    # A look under the hideout is nothing the rules give, so it is told as a correction.
    assert possible(lines + "; set hideouts.2.cards [4,5]", 3) == [8, 9, 10, 11, 12, 13]


def test_after_4_two_face_down_cards_reach_from_5_to_11():
    lines = "hideout +1; hideout +2; draw 3; draw 3; guess 4 hit 1=4/1"
    assert possible(lines, 2) == [5, 6, 7, 8, 9, 10, 11]


def test_no_card_of_29_to_41_before_the_fugitive_has_drawn_one():
    # 14 with the even cards 2, 4, 6 and 16, then steps of three up to 26.
    lines = "hideout +0; hideout +4; draw 1; draw 1; skip"
    for _ in range(3):
        lines += "; draw 2; hideout +0; draw 1; skip"
    lines += "; draw 2; hideout +0; draw 1; guess 26 hit 6=26"
    assert possible(lines + "; draw 2; hideout +0", 7) == [27, 28]
    assert possible(lines + "; draw 3; hideout +0", 7) == [27, 28, 29]


def test_a_missed_number_may_be_played_afterwards():
    lines = ASKED + "guess 4 miss; draw 1; hideout +0"
    assert 4 not in possible(lines, 2)
    assert 4 in possible(lines, 3)


def test_a_later_hideout_narrows_those_before_it():
    found = deduced(OPENING + "; draw 3; draw 3; skip; draw 1; hideout +0; draw 3; guess 9 hit 3=9")
    assert found == {
        "positions": [
            {"position": 1, "possible": [3], "probability": {"3": 1}},
            {"position": 2, "possible": [6], "probability": {"6": 1}},
        ],
        "best_guess": 3,
    }


def test_the_escape_narrows_too_and_is_no_position():
    # Thirteen steps of three and the last one to 42, none of them with a sprint card.
    lines, draws = OPENING, [1] * 2 + [2] * 5 + [3] * 4
    for at, pile in enumerate(draws):
        lines += "; draw 3; draw 3" if at == 0 else "; draw 3" if at < 6 else "; draw 1"
        lines += f"; skip; draw {pile}; hideout +0"
    found = deduced(lines + "; draw 2; skip; draw 2; escape +0")
    assert [entry["possible"] for entry in found["positions"]] == [
        [number] for number in range(3, 40, 3)
    ]


def test_it_is_there_after_the_end_too():
    lines = OPENING + "; draw 3; draw 3; skip; draw 1; hideout +0; draw 3; guess 2 hit 1=2"
    end = "; set hideouts.1.number 3 hideouts.1.cards [] hideouts.2.number 6 hideouts.2.cards []"
    (state,) = states(lines + end)
    assert state["over"] == "caught"
    assert state["deduction"] == {"positions": [], "best_guess": None}


# --- contradictions -----------------------------------------------------------------------------

# Line 1 is the game; the first hideout is 1, 2 or 3 and none of them was hit.
THREE_MISSES = ASKED + "guess 1 miss; draw 1; pass; draw 3; guess 2 miss; draw 1; pass; draw 3; "
NOBODY = THREE_MISSES + "guess 3 miss"


def contradiction(line):
    return {"contradiction": line, "positions": [], "best_guess": None}


def test_what_leaves_no_world_is_named_by_its_line():
    (state,) = states(NOBODY)
    assert state["deduction"] == contradiction(len(NOBODY.split(";")) + 1) == contradiction(14)


def test_before_that_line_there_is_a_world():
    found = states(NOBODY, "--each")
    assert all("contradiction" not in state["deduction"] for state in found[:-1])
    assert found[-1]["deduction"] == contradiction(14)


def test_comments_and_blank_lines_are_counted():
    lines = NOBODY.replace("draw 1; pass", "# twice; ; draw 1; pass", 1)
    (state,) = states(lines)
    assert state["deduction"] == contradiction(16)


def test_it_stays_the_same_line_while_the_table_plays_on():
    found = states(NOBODY + "; draw 1; pass; draw 3; skip", "--each")
    assert [state["deduction"] for state in found[-5:]] == [contradiction(14)] * 5


def test_undo_takes_it_away_and_redo_brings_it_back():
    found = states(NOBODY + "; undo; redo; undo; guess 5 miss", "--each")
    kept = ["contradiction" in state["deduction"] for state in found[-5:]]
    assert kept == [True, False, True, False, False]
    assert found[-2]["deduction"] == found[-4]["deduction"]


def test_a_noted_card_that_lies_open_leaves_no_world():
    (state,) = states(ASKED + "guess 4 hit 2=4; draw 1; pass; draw 1 card 4")
    assert state["deduction"] == contradiction(9)
