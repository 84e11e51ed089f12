"""The Marshal's notebook in whole games of Fugitive: it never excludes what is so, and it helps.

How its chances came true, and the rates of catching, are printed by `-rP`.
"""

import pytest

import host_tools.on_pc  # noqa: F401  (makes MicroPython's modules importable)
from shared_engine.deduction.notebook import Notebook
from shared_engine.games import fugitive as rules
from tests.table.fugitive_notebook import Calibration, CatchRate, Game, Misled, Refused
from tests.table.fugitive_players import (
    BestGuessMarshal,
    Hoarder,
    RandomFugitive,
    RandomMarshal,
    Runner,
    SensibleFugitive,
    UniformMarshal,
    WanderingFugitive,
)

pytestmark = pytest.mark.table

DEVICE = 128  # stations of the notebook, as on the device
# Games against each Fugitive, half of them of each edition; hoards take long to count.
GAMES = {RandomFugitive: 96, SensibleFugitive: 176, Runner: 192, Hoarder: 48}
GAMES_TO_CATCH = 500  # per Marshal
CLEARLY = 3  # standard errors


def _play(games, fugitive, most, first=0):
    """Whole games from number `first` on against a Marshal who guesses anything; prints figures."""
    calibration = Calibration()
    looked = 0
    for number in range(first, first + games):
        game = Game(number, fugitive, RandomMarshal, most, calibration)
        game.play()
        looked += game.looked
    print(f"{fugitive.__name__}: {games} games, notebook opened {looked} times")
    print("\n".join(calibration.lines()))
    assert looked == calibration.guesses >= 2 * games


@pytest.mark.parametrize("fugitive", GAMES)
@pytest.mark.parametrize("most, games", [(None, 1), (DEVICE, 2)])
def test_a_sample_of_games(fugitive, most, games):
    _play(games, fugitive, most, first=2004)


@pytest.mark.soak
@pytest.mark.parametrize("fugitive", GAMES)
def test_it_never_excludes_what_is_so(fugitive):
    _play(GAMES[fugitive], fugitive, None)


def _rates(fugitive):
    """(by the best guess, by any possible number): CatchRate of both on the same shuffles."""
    best = CatchRate(GAMES_TO_CATCH, fugitive, BestGuessMarshal, DEVICE)
    uniform = CatchRate(GAMES_TO_CATCH, fugitive, UniformMarshal, DEVICE)
    print(best.line("by the best guess"))
    print(uniform.line("by any possible number"))
    difference = best.rate - uniform.rate
    error = (best.error**2 + uniform.error**2) ** 0.5
    print(f"difference {100 * difference:.1f} ± {100 * error:.1f} %")
    return best, uniform, difference, error


@pytest.mark.soak
def test_its_best_guess_catches_more_than_any_possible_number():
    _, _, difference, error = _rates(WanderingFugitive)
    assert difference > CLEARLY * error


@pytest.mark.soak
def test_its_best_guess_catches_a_dawdler_sooner():
    """Who rests and overpays at random is nearly always caught: what counts is how soon."""
    best, uniform, difference, error = _rates(RandomFugitive)
    assert difference > -CLEARLY * error
    assert best.turns < 0.8 * uniform.turns


# ---- faults are found out ----


def _misses_count_for_later_ones(state):
    row = len(state["hideouts"])
    return dict(state, laid_at=tuple(row if laid else 0 for laid in state["laid_at"]))


def _forgets_draws(state):
    return dict(state, taken_at=tuple(rules.STARTING for _ in state["taken_at"]))


def _loses_a_sprint_card(state):
    row = tuple(
        (sprints - 1 if cards is None and sprints else sprints, number, cards)
        for sprints, number, cards in state["hideouts"]
    )
    return dict(state, hideouts=row)


@pytest.mark.parametrize(
    "fault", [_misses_count_for_later_ones, _forgets_draws, _loses_a_sprint_card]
)
def test_a_notebook_that_excludes_what_is_so_is_found_out(monkeypatch, fault):
    right = Notebook.__init__

    def told(notebook, state, most=None):
        right(notebook, fault(state), most)

    monkeypatch.setattr(Notebook, "__init__", told)
    with pytest.raises(Misled):
        for number in range(20):
            Game(number, Runner, RandomMarshal, DEVICE).play()


def test_a_companion_that_does_not_believe_is_found_out(monkeypatch):
    right = rules.Fugitive.doubt

    def doubt(game, before, after, action):
        if action[0] == "guess" and "hit" in action and len(after["hideouts"]) > 3:
            return "that is too far"
        return right(game, before, after, action)

    monkeypatch.setattr(rules.Fugitive, "doubt", doubt)
    with pytest.raises(Refused, match="that is too far"):
        for number in range(20):
            Game(number, SensibleFugitive, BestGuessMarshal, DEVICE).play()


def test_the_tenths_are_counted_by_hand():
    game = Game(0, Runner, RandomMarshal)
    notebook = Notebook(game.companion.state)
    notebook.positions = [
        (1, [1, 2, 3], [250_000, 700_000, 50_000]),
        (2, [4, 5], [0, 1_000_000]),
    ]
    calibration = Calibration()
    calibration.add(notebook, {1: 2, 2: 5})
    counted = {at: tenth for at, tenth in enumerate(calibration.tenths) if tenth[0]}
    assert counted == {
        0: [2, 0, 50_000], 2: [1, 0, 250_000], 7: [1, 1, 700_000], 9: [1, 1, 1_000_000],
    }
    assert [line.split() for line in calibration.lines()][2:] == [
        "70- 80 %: 1 numbers, said 70.0 %, there 100.0 %".split(),
        "90-100 %: 1 numbers, said 100.0 %, there 100.0 %".split(),
    ]
