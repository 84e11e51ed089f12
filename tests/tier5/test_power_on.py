"""Power-on: how soon there is a picture, which one, and that nothing is done after it."""

import pytest

from host_tools.bench.pico import measure
from host_tools.pico.board import EmulatedPico
from host_tools.pico.stored import at_first
from tests.tier5.pictures import golden

# Measured: 469 ms to the first picture, at rest with it, 4.9 % of the processor.
FIRST_MS = 590
USABLE_MS = 600
IDLE = 0.061


@pytest.fixture(scope="module")
def on(firmware, program):
    pico = EmulatedPico(firmware, {**program.files, **at_first()})
    return pico, measure.power_on(pico)


def test_the_first_picture_is_the_first_screen(on):
    pico, _ = on
    assert (pico.frame, pico.wire) == golden("home")
    assert pico.faults == []
    assert pico.files().keys() >= {"main.py", "boot.py", "program.txt"}


def test_it_comes_soon(on, figure):
    at = on[1]
    figure(f"power-on to the first picture {at.first:.0f} ms, to usable {at.usable:.0f} ms")
    assert 100 < at.first < FIRST_MS
    assert at.first < at.usable + 1 < USABLE_MS


def test_on_the_first_screen_it_hardly_does_anything(on, figure):
    share = measure.idle(on[0])
    figure(f"first screen: {share:.1%} of the processor while idle")
    assert 0.005 < share < IDLE
