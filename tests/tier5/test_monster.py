"""A game of Monster auf der Flucht on the emulated Pico: pictures, storage, times."""

import pytest

from host_tools.bench.pico import measure
from tests.tier5.playthrough import SLACK, Playthrough

# ms: (median, 95th percentile) to the first visible change, the lights, everything.
MEASURED = ((19.0, 61.3), (18.4, 20.3), (61.8, 88.9))
IDLE = 0.073  # of the processor, with the matrix blinking


@pytest.fixture(scope="module")
def played(firmware, program):
    return Playthrough(firmware, program, "monster")


def test_every_picture_and_the_game_are_those_of_the_simulator(played):
    played.check()


def test_answers_come_as_soon_as_they_did(played, figure):
    played.check_times(MEASURED, figure)


def test_between_the_presses_it_does_little(played, figure):
    share = measure.idle(played.twins.pico)
    figure(f"{played.name}: {share:.1%} of the processor while idle")
    assert 0.01 < share < SLACK * IDLE
