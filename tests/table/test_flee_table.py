"""Flee the Scene at a simulated table: the companion never loses the thread, and costs few presses.

The presses a player needs for each vehicle touched are asserted here and printed by `-rP`.
"""

import random

import pytest

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from host_tools.device import Device
from shared_engine.games import flee_the_scene as rules
from tests.table.faults import play_each, play_without, put_in
from tests.table.flee_hand import FleeHand
from tests.table.flee_players import Traveller
from tests.table.flee_table import KINDS, USUAL_PAIRS, Table
from tests.table.flee_the_scene import Game, run
from tests.table.game import Difference, quiet_device
from tests.table.hand import Misread

pytestmark = pytest.mark.table

PER_VEHICLE = 1.2  # presses that place, move or take, per vehicle touched
SEEN = (
    "substitutions", "mission", "rob", "deliver", "reshuffle", "ties", "set-ups changed",
    "mistakes", "noticed late", "undone",
)


def _check(figures):
    print("\n".join(figures.lines()))
    for players in range(2, 6):
        assert 4 * sum(game["players"] == players for game in figures.games) == len(figures.games)
    # The target speaks of people who average three moves a turn.
    assert 2.85 <= figures.moves_per_turn() <= 3.15
    average, worst = figures.per_vehicle()
    assert 1 <= average <= PER_VEHICLE and average <= worst
    for key in SEEN:
        assert figures.total(key) > 0, key


def test_a_sample_of_games():
    _check(run(100))


@pytest.mark.soak
def test_the_full_figure():
    figures = run(600, seed=2)
    _check(figures)
    assert figures.total("ties by time") > 0


# What a companion might get wrong, each in one place. (method or function, what it does instead)
def _keeps_used(right):
    def end(game, state, vehicle):
        after = right(game, state, vehicle)
        ready, _ = after["board"]
        if ready[0]:
            after["board"] = ((ready[0] - 1,) + ready[1:], (1, 0, 0))
        return after

    return end


def _counts_one_hidden(right):
    def mission(game, state, kind):
        after = right(game, state, kind)
        if kind == "hidden":
            after["draw_pile"] += 1
        return after

    return mission


def _ends_one_late(right):
    def end(game, state, vehicle):
        after = right(game, state, vehicle)
        if after["finished"] and state["turn"][2] < 200:
            after["finished"] = False
            rules._next_turn(after)
        return after

    return end


def _forgets_the_stand_in(right):
    def move(game, state, vehicle, *swap):
        after = right(game, state, vehicle, *swap)
        if swap:
            after["board"] = (after["board"][0], state["board"][1])
        return after

    return move


def _numbers_antiquities(right):
    def deliver(game, state, *points):
        after = right(game, state, *points)
        if len(points) > 1:
            at = state["turn"][0] - 1
            later = rules.replaced(after["last_delivery"], at, after["last_delivery"][at] + 1)
            after["last_delivery"] = later
        return after

    return deliver


@pytest.mark.parametrize(
    "method, fault, key",
    [
        ("_end", _keeps_used, "board"),
        ("_mission", _counts_one_hidden, "draw_pile"),
        ("_end", _ends_one_late, "over"),
        ("_move", _forgets_the_stand_in, "board"),
        ("_deliver", _numbers_antiquities, "last_delivery"),
    ],
)
def test_a_companion_with_a_fault_is_found_out(monkeypatch, method, fault, key):
    put_in(monkeypatch, rules.FleeTheScene, method, fault)
    with pytest.raises(Difference, match=key + ": table"):
        play_each(Game, 12)


def test_a_wrong_winner_is_found_out(monkeypatch):
    def lowest_number_wins(game, state):
        if not state["finished"]:
            return None
        points = rules.scores(state)
        return [points.index(max(points)) + 1]

    monkeypatch.setattr(rules.FleeTheScene, "winner", lowest_number_wins)
    with pytest.raises(Difference, match="winner: table"):
        play_each(Game, 100)


def test_a_key_that_does_nothing_is_found_out():
    with pytest.raises((Difference, Misread)):
        play_without(Game, "left")  # the trains stay where they are


def test_the_quiet_frame_reads_like_the_real_one():
    real, quiet = Device(), quiet_device()
    keys = "ok down right up right right ok ok back right up up right ok back down left ok left"
    for key in keys.split() + ["up", "down", "up", "back!", "down", "down", "ok", "back", "back"]:
        for device in (real, quiet):
            device.follow(key)
        words = [[word for word in line.split() if word[0] != "["] for line in real.text()]
        assert [line.split() for line in quiet.text()] == [line for line in words if line]
    assert real.state() == quiet.state()


def test_the_last_group_sits_down_again():
    """From the first screen to the first vehicle placed, with the last group's options."""
    device = quiet_device()
    pairs = (("truck", "ship"), ("truck", "truck"), ("train", "ship"))
    FleeHand(device).set_up(3, pairs)
    hand = FleeHand(device)
    hand.hold("back", "menu")
    hand.choose("Leave", "menu")
    hand.set_up(3, pairs)
    hand.press(("place", "ship"))
    assert device.state()["board"]["ready"] == {"train": 1, "truck": 1, "ship": 2}
    assert hand.pressed["set-up"] + hand.pressed["place"] <= 4


def test_ties_on_the_table():
    """Worked by hand: score, then number of antiquities, then the earlier last delivery."""
    cases = (
        (([9, 4], [8, 5]), (1, 2), [1]),
        (([9, 4], [4, 4, 5]), (1, 2), [2]),
        (([9, 4], [8, 5]), (2, 1), [2]),
        (([9, 4], [8, 6]), (1, 2), [2]),
    )
    for delivered, order, winners in cases:
        table = Table(2, USUAL_PAIRS[:2], random.Random(5))
        for number in order:
            table.seat = table.seats[number - 1]
            cards = table.seat.carried = [table.pile.pop() for _ in delivered[number - 1]]
            for card, points in zip(cards, delivered[number - 1], strict=True):
                card.points, card.destination = points, table.seat.city
            table.moved = True
            table.deliver(list(cards))
        assert table.winners() == winners, (delivered, order)


def test_travellers_arrive():
    """A traveller with a way to the museum in one turn takes it, and robs there."""
    table = Table(2, USUAL_PAIRS[:2], random.Random(3))
    seat = table.seat
    seat.city = "Tunis"
    for card in seat.hand:
        card.museum = "Cagliari"
    acts = list(Traveller(random.Random(1)).turn(table))
    assert acts[0][0] == "place" and acts[0][1] in KINDS
    assert acts[1:3] == [("move", "ship"), ("rob", "2")]
    assert acts[-1][0] == "end"
