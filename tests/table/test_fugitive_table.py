"""Fugitive at a simulated table: the companion never loses the thread, and costs few presses.

The presses of a Fugitive's turn and of a missed guess are asserted here and printed by `-rP`.
"""

import pytest

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from host_tools.device import Device
from shared_engine.games import fugitive as rules
from tests.table import fugitive_figures as figures
from tests.table.faults import play_each, play_without, put_in
from tests.table.fugitive import Game, run
from tests.table.fugitive_hand import FugitiveHand
from tests.table.game import Difference, quiet_device
from tests.table.hand import Misread

pytestmark = pytest.mark.table

PER_FUGITIVE_TURN = 3
PER_MISS = 4
SEEN = (
    figures.FUGITIVE, *figures.ACTS, "pass", "escape", "mistakes", "undone",
    "hideouts with three sprint cards or more",
)  # fmt: skip


def _check(found):
    print("\n".join(found.lines()))
    assert 2 <= found.rate(figures.FUGITIVE) <= PER_FUGITIVE_TURN
    assert 2 <= found.rate(figures.MISS) <= PER_MISS
    assert found.rate(figures.MARSHAL_DRAW) == 1
    for key in SEEN:
        assert found.total(key) > 0, key
    endings = {game["over"] for game in found.games}
    assert {"caught", "escaped"} <= endings


def test_a_sample_of_games():
    _check(run(64))


@pytest.mark.soak
def test_the_full_figure():
    _check(run(512, seed=2))


@pytest.mark.soak
def test_the_figure_of_hands_that_only_tap():
    """Nobody has to know that an arrow runs on: for printing, and never worse than a number row."""
    found = run(160, seed=3, tapping=True)
    print("\n".join(found.lines()))
    assert found.rate(figures.MISS) < 5


# What a companion might get wrong, each in one place. (method or function, what it does instead)
def _counts_two(right):
    def draw(game, state, pile, *note):
        after = right(game, state, pile, *note)
        if note and after["piles"][pile - 1]:
            rules._take(after, pile - 1)
        return after

    return draw


def _lays_one_sprint_card_less(right):
    def hideout(game, state, sign, sprints):
        return right(game, state, sign, max(sprints - 1, 0))

    return hideout


def _keeps_the_turn(right):
    def passed(game, state):
        after = right(game, state)
        after["turn"] = after["turn"][:2] + (state["turn"][2],)
        return after

    return passed


def _hunts_no_more(right):
    def escape(game, state, sign, sprints):
        after = right(game, state, sign, sprints)
        after["ended"] = rules.ESCAPED
        return after

    return escape


def _forgets_the_sprint_cards(right):
    def guess(game, state, *rest):
        after = right(game, state, *rest)
        after["hideouts"] = tuple(
            [(sprints, number, cards and ()) for sprints, number, cards in after["hideouts"]]
        )
        return after

    return guess


@pytest.mark.parametrize(
    "method, fault, key",
    [
        ("_draw", _counts_two, "piles"),
        ("_hideout", _lays_one_sprint_card_less, "hideouts"),
        ("_pass", _keeps_the_turn, "turn"),
        ("_escape", _hunts_no_more, "over"),
        ("_guess", _forgets_the_sprint_cards, "hideouts"),
    ],
)
def test_a_companion_with_a_fault_is_found_out(monkeypatch, method, fault, key):
    put_in(monkeypatch, rules.Fugitive, method, fault)
    with pytest.raises(Difference, match=key + ": table"):
        play_each(Game, 24)


def test_a_key_that_does_nothing_is_found_out():
    with pytest.raises((Difference, Misread)):
        play_without(Game, "up")


def test_the_quiet_frame_reads_like_the_real_one():
    real, quiet = Device(), quiet_device()
    keys = "down ok ok left up left up ok_down wait:700 up ok_up right up ok right ok ok"
    for key in keys.split():
        for device in (real, quiet):
            device.follow(key)
        assert quiet.text() == real.text()
    assert real.state() == quiet.state()


@pytest.mark.parametrize("tapping", [False, True])
def test_the_hand_reaches_every_number(tapping):
    """From wherever the entry starts, each number of a guess and of a noted card is found."""
    device = quiet_device()
    hand = FugitiveHand(device)
    hand.patient = tapping
    hand.set_up(1)
    hand.press(("hideout", "+0"))
    hand.press(("hideout", "+1"))
    worst = 0
    for card in range(4, 42):
        before = device.presses
        pile = 1 + (card > 14) + (card > 28)
        hand.press(("draw", str(pile), "card", str(card)))
        worst = max(worst, device.presses - before)
        hand.undo(1)
    assert worst <= 6
    hand.press(("draw", "1"))
    hand.press(("draw", "2"))
    worst = 0
    for number in range(1, 42):
        before = device.presses
        hand.press(("guess", str(number), "miss"))
        worst = max(worst, device.presses - before)
        hand.undo(1)
    assert worst <= (8 if tapping else 6)
