"""The heap on the emulated Pico: what a game of thirty actions leaves free, at worst."""

import pytest

from host_tools.bench.again import again, set_up
from host_tools.bench.pico.measure import Bench
from host_tools.bench.walk import walked
from shared_engine import catalogue
from shared_engine.play import Play

ACTIONS = 30
KEYS = "back back! down down ok"  # undo, the menu, the history
# Measured: bytes in use at rest, the least ever free.
MEASURED = {
    "flee_the_scene": (131_000, 72_000),
    "fugitive": (143_000, 66_000),
    "monster": (132_000, 73_000),
}


def long_game(name):
    """The Play of a game with as many actions, played at random."""
    play = Play(catalogue.load(name), set_up(catalogue.load(name)))
    for _ in again(play, walked(name, ACTIONS)):
        pass
    return play


@pytest.mark.parametrize("name", MEASURED)
def test_the_heap_is_no_fuller_than_it_was(firmware, program, figure, name):
    watched = Bench(firmware, program.files).heap(long_game(name), KEYS)
    figure(f"{name}: {watched.used:,} bytes of heap in use, {watched.least:,} free at worst")
    used, least = MEASURED[name]
    # Of what may still be taken, less than a third.
    assert used * 0.7 < watched.used < used + 0.3 * least
    assert 0.7 * least < watched.least
