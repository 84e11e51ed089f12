"""A game of Flee the Scene on the emulated Pico: pictures, storage, times."""

import pytest

from host_tools.bench.pico import measure
from tests.tier5.playthrough import SLACK, Playthrough

# ms: (median, 95th percentile) to the first visible change, the lights, everything.
MEASURED = ((19.5, 34.5), (11.1, 19.5), (49.3, 64.4))
IDLE = 0.072  # of the processor, with the matrix blinking
MOST_LOST = 5  # of 17: the loop does not look at the keys for longer than those presses last
MOST_ERASES = 5  # a new game's files take four


@pytest.fixture(scope="module")
def played(firmware, program):
    return Playthrough(firmware, program, "flee_the_scene")


def test_every_picture_and_the_game_are_those_of_the_simulator(played):
    played.check()


def test_answers_come_as_soon_as_they_did(played, figure):
    played.check_times(MEASURED, figure)


def test_between_the_presses_it_does_little(played, figure):
    share = measure.idle(played.twins.pico)
    figure(f"{played.name}: {share:.1%} of the processor while idle")
    assert 0.01 < share < SLACK * IDLE


def test_presses_in_quick_succession_are_heard(played, figure):
    quick = measure.quick_presses(played.twins.pico)
    lost = quick.pressed - quick.counted
    figure(f"{lost} of {quick.pressed} presses lost, {measure.PRESSES_A_SECOND} a second")
    assert quick.pressed > 10 and lost <= MOST_LOST


def test_the_flash_is_spared(played, figure):
    erases, actions = played.wear
    figure(f"{erases} flash erases in the first {actions} actions of a game")
    assert 20 < actions and erases <= MOST_ERASES
