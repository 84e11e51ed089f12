"""A device that is left alone allocates nothing and draws nothing, whatever screen it shows."""

from pathlib import Path

import pytest

from host_tools.counted_vm import run_counted
from host_tools.vm import unix_micropython

SCRIPT = Path(__file__).parent / "idle_script.py"
# One script of keys for every screen, and every way the game's own can look.
NAMES = (
    "home", "setup_5", "flee_place_2", "flee_move_used", "flee_extreme_move", "flee_over_winner",
    "flee_city_all_four", "flee_counts_2", "flee_deliver_1", "menu", "help_move", "history",
    "reason_end", "correct", "correct_delivered", "correct_number", "brightness",
    "crash_of_a_game", "self_test_well",
)


def _measured(out):
    return {line.split()[0]: tuple(map(int, line.split()[1:])) for line in out.splitlines()}


@pytest.fixture(scope="module")
def unix():
    return _measured(unix_micropython(SCRIPT, *NAMES, timeout=60).decode())


@pytest.fixture(scope="module")
def counted():
    return _measured(run_counted(SCRIPT, NAMES).stdout)


@pytest.mark.parametrize("name", NAMES)
def test_idle_turns_allocate_and_send_nothing(unix, name):
    assert unix[name] == (0, 0)


@pytest.mark.parametrize("name", NAMES)
def test_nor_do_they_with_the_numbers_of_a_32_bit_board(counted, name):
    assert counted[name] == (0, 0)


def test_the_gauge_sees_a_turn_that_draws(unix, counted):
    for measured in (unix, counted):
        allocated, sent = measured["drawn"]
        assert allocated > 0
        assert sent > 0
