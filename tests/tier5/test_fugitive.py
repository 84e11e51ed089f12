"""A game of Fugitive on the emulated Pico: pictures, storage, times."""

import pytest

from host_tools.bench.pico import measure
from host_tools.bench.pico.__main__ import positions
from tests.tier5.playthrough import SLACK, Playthrough

# ms: (median, 95th percentile) to the first visible change, the lights, everything.
MEASURED = ((23.0, 37.6), (14.2, 56.9), (52.9, 72.0))
IDLE = 0.065  # of the processor, with the matrix blinking
NOTEBOOK_MS = 930  # measured: 716
LONGEST_MS = 60  # measured: 47; a piece of its work, in which no key is looked at


@pytest.fixture(scope="module")
def played(firmware, program):
    return Playthrough(firmware, program, "fugitive")


def test_every_picture_and_the_game_are_those_of_the_simulator(played):
    played.check()


def test_answers_come_as_soon_as_they_did(played, figure):
    played.check_times(MEASURED, figure)


def test_between_the_presses_it_does_little(played, figure):
    share = measure.idle(played.twins.pico)
    figure(f"{played.name}: {share:.1%} of the processor while idle")
    assert 0.01 < share < SLACK * IDLE


def test_the_notebook_is_ready_soon(firmware, program, figure):
    """On the device's own heap, two hideouts hidden."""
    ms, longest = measure.Bench(firmware, program.files).notebook(positions()[0])
    figure(f"notebook: {ms:.0f} ms, {longest / 1000:.1f} ms its longest piece")
    assert 100 < ms < NOTEBOOK_MS and 0 < longest / 1000 < LONGEST_MS
