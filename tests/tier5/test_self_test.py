"""The self-test on the emulated Pico, from the first screen to its report."""

import pytest

from firmware.screens.home import TESTED
from host_tools.device import Device
from host_tools.memory_files import MemoryFiles
from host_tools.pico.board import EmulatedPico
from host_tools.pico.fingers import ScriptFingers
from host_tools.pico.stored import failures_in
from tests.tier5.pictures import golden

TO_IT = "down down down down down ok"
BUTTONS = "up down left right ok back"
LOOKED = "wait:1000"  # at what needs nobody
ANSWERS = "ok ok ok ok"  # the dots seen, the display right, the lights seen, the lights right
PAGE = 128
# The heading and "Everything works."; what was measured stands below.
SAME_ROWS = 3 * PAGE
# A new device offers it; it is not offered again then.
FILES = {"settings.txt": b""}


@pytest.fixture
def pico(firmware, program):
    pico = EmulatedPico(firmware, {**program.files, **FILES}, kept=1)
    pico.boot()
    assert pico.frame == golden("home")[0]
    return pico


def test_on_a_device_that_is_well_it_says_so(pico):
    fingers = ScriptFingers(pico)
    fingers.follow(f"{TO_IT} {LOOKED} {BUTTONS} wait:300 ok wait:300")
    assert pico.frame == golden("self_test_display")[0]
    fingers.follow("ok wait:1000 ok")
    assert pico.frame == golden("self_test_lights_question")[0]
    fingers.follow("ok wait:300")
    frame, wire = golden("self_test_well")
    assert pico.frame[:SAME_ROWS] == frame[:SAME_ROWS] and pico.wire == wire
    files = pico.files()
    assert TESTED in files and failures_in(files) == [] and pico.faults == []


def test_a_display_that_came_off_is_in_the_report(pico):
    """Nobody can read the questions then; the buttons are asked for on the matrix."""
    twin = Device(files=MemoryFiles(dict(FILES)))
    fingers = ScriptFingers(pico)
    pico.panel.answers = twin.board.display.answers = False
    keys = f"{TO_IT} {LOOKED} {BUTTONS} wait:8000"
    fingers.follow(keys)
    twin.follow(keys)
    # It is on again when the report waits, and found within three seconds.
    pico.panel.answers = twin.board.display.answers = True
    fingers.follow("wait:4000")
    twin.follow("wait:4000")
    assert twin.text()[0].startswith("1 fault") and "Display: no answer" in twin.text()[1]
    assert pico.frame == bytes(twin.shown)
    assert pico.wire == bytes(twin.board.matrix.wire) and sum(pico.wire) > 0
    assert failures_in(pico.files()) == []
