"""What it costs to resume a long game."""

import pytest

from host_tools.bench.walk import walked
from host_tools.counted_vm import run_counted
from host_tools.vm import ROOT
from shared_engine import catalogue

SCRIPT = ROOT / "tests" / "power" / "resume_script.py"
PER_MS = 125_000  # instructions that take the Pico about a millisecond
MOST_MS = 1000


@pytest.mark.parametrize("game", catalogue.NAMES)
def test_resuming_400_actions(game):
    run = run_counted(SCRIPT, [game, *walked(game, 400)])
    assert run.stdout == "400\n"
    (_, start), (_, end) = run.marks
    milliseconds = (end - start) / PER_MS
    print(f"{game}: {(end - start) / 1e6:.1f} million instructions, about {milliseconds:.0f} ms")
    assert 10 < milliseconds < MOST_MS
