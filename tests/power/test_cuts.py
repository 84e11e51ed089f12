"""The power goes at every piece of work on the flash; what is kept is whole every time."""

import re

import pytest

from host_tools.vm import ROOT, unix_micropython
from shared_engine import catalogue
from tests.power.records import records_of, telling

SCRIPT = ROOT / "tests" / "power" / "cut_script.py"
LINE = re.compile(
    r"steps (\d+), work (\d+), cuts (\d+), recovery cuts (\d+), before (\d+), after (\d+)\n"
)


def cut_everywhere(record):
    found = LINE.fullmatch(unix_micropython(SCRIPT, record, heapsize="4m", timeout=600).decode())
    assert found
    steps, work, cuts, recovery_cuts, before, after = [int(number) for number in found.groups()]
    print(f"{record.stem}: {steps} steps, {work} erases and pages programmed")
    print(f"{cuts} cut points, and {recovery_cuts} more while switching on after a cut")
    print(f"{before} times as before the step in flight, {after} times as after it")
    # Every step writes something, and it must be seen to go both ways.
    assert work >= steps
    assert cuts == 3 * work == before + after
    assert before >= steps and after >= steps
    assert recovery_cuts > 0


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_no_cut_loses_a_game(game):
    cut_everywhere(telling(game))


@pytest.mark.soak
@pytest.mark.parametrize("game", catalogue.NAMES)
def test_no_cut_of_any_record_loses_a_game(game):
    for record in records_of(game):
        cut_everywhere(record)
