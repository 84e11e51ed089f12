"""Monster at a simulated table: the companion never loses the thread, and costs few presses.

The presses a turn takes are asserted here and printed by `-rP`.
"""

import pytest

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from firmware.games import monster as screen
from firmware.games import monster_galaxy as galaxy
from shared_engine.games import monster as rules
from tests.table.faults import play_each, play_without, put_in
from tests.table.game import Difference
from tests.table.hand import Misread
from tests.table.monster import Game, run
from tests.table.monster_figures import BRANCHES, CARDS

pytestmark = pytest.mark.table

PER_TURN = 3
RARE = ("shared win",)  # two tokens worth the same: only on planet 1


def _check(figures, seen):
    print("\n".join(figures.lines()))
    for players in range(2, 6):
        assert 4 * sum(game["players"] == players for game in figures.games) == len(figures.games)
    average, worst = figures.per_turn()
    assert 1 <= average <= worst <= PER_TURN
    # Moving an alien is one press.
    assert figures.presses("advance") == figures.total("advance")
    for key in CARDS + seen:
        assert figures.total(key) > 0, key


def test_a_sample_of_games():
    _check(run(160), tuple(key for key in BRANCHES if key not in RARE))


@pytest.mark.soak
def test_the_full_figure():
    _check(run(640, seed=2), BRANCHES)


# What a companion might get wrong, each in one place. (method or function, what it does instead)
def _lands_on_others(right):
    def next_free(state, colour):
        return min(state["positions"][rules.COLOURS.index(colour)] + 1, rules.PLANETS)

    return next_free


def _drops_the_newest(right):
    def favour(game, state, colour, *drop):
        right(game, state, colour, *drop)
        if drop:
            at = state["turn"][0] - 1
            mine = state["favourites"][at]
            state["favourites"] = rules.replaced(state["favourites"], at, mine[::-1])

    return favour


def _takes_without_giving(right):
    def exchange(game, state, mine, player, theirs):
        before = state["favourites"][player - 1]
        right(game, state, mine, player, theirs)
        state["favourites"] = rules.replaced(state["favourites"], player - 1, before)

    return exchange


def _draws_two(right):
    def end_turn(state):
        right(state)
        state["deck"] = max(state["deck"] - 1, 0)

    return end_turn


def _eats_the_planet_of_an_alien(right):
    def end_turn(state):
        right(state)
        state["eaten"] += state["ended"] == rules.SUPERNOVA

    return end_turn


def _forgets_the_tokens(right):
    def scores(state):
        return right(state) and rules.open_scores(state)

    return scores


@pytest.mark.parametrize(
    "owner, name, fault, key",
    [
        (rules, "next_free", _lands_on_others, "positions"),
        (rules.Monster, "_favour", _drops_the_newest, "favourites"),
        (rules.Monster, "_exchange", _takes_without_giving, "favourites"),
        (rules, "_end_turn", _draws_two, "deck"),
        (rules, "_end_turn", _eats_the_planet_of_an_alien, "eaten"),
        (rules, "scores", _forgets_the_tokens, "scores"),
    ],
)
def test_a_companion_with_a_fault_is_found_out(monkeypatch, owner, name, fault, key):
    put_in(monkeypatch, owner, name, fault)
    with pytest.raises(Difference, match=key + ": table"):
        play_each(Game, 24)


def _says_safe(right):
    def outlook(state, letters):
        near, said = right(state, letters)
        return (0, "Nova takes G in 9 turns") if near == 1 else (near, said)

    return outlook


def _warns_too_early(right):
    def outlook(state, letters):
        return right({**state, "deck": max(state["deck"] - 1, 0)}, letters)

    return outlook


def _forgets_a_planet(right):
    return right[:9] + right[10:] + right[9:10]


def _shows_the_dim_one(right):
    def _set(pixels, place, colour):
        right(pixels, place, colour & 0x3F3F3F)

    return _set


@pytest.mark.parametrize(
    "owner, name, fault",
    [
        (screen, "outlook", _says_safe),
        (screen, "outlook", _warns_too_early),
        (screen, "open_scores", lambda right: lambda state: [0] * state["players"]),
        (screen, "ranking", lambda right: lambda state: right(state)[::-1]),
        (screen, "_signed", lambda right: str),
        (galaxy, "PATH", _forgets_a_planet),
        (galaxy, "_set", _shows_the_dim_one),
    ],
)
def test_a_display_or_matrix_that_shows_something_else_is_found_out(
    monkeypatch, owner, name, fault
):
    put_in(monkeypatch, owner, name, fault)
    with pytest.raises(AssertionError) as found:
        play_each(Game, 24)
    assert not isinstance(found.value, Difference)


def test_a_key_that_does_nothing_is_found_out():
    with pytest.raises((Difference, Misread)):
        play_without(Game, "up")
