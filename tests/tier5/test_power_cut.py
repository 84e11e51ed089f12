"""The power goes while a press is being stored: at most that press is lost."""

import random

import pytest

from host_tools.bench.pico.games import begun
from host_tools.device import Device
from host_tools.memory_files import MemoryFiles
from host_tools.pico.board import EmulatedPico
from host_tools.pico.fingers import ScriptFingers
from host_tools.pico.stored import at_first, failures_in, play_in
from host_tools.pico.twins import Twins

KEYS = "left up ok right left ok up up right back right back back up right left right"
CUTS_A_COMMAND = 3  # to the flash
RESUMED = 3  # of the cuts are tried on the emulated Pico, the others are read from its flash


class Cuts:
    """`found`: [(Firmware at a cut, number of the press before it, whether a write was torn)]."""

    def __init__(self, pico, seed):
        self.found = []
        self.press = 0
        self._pico = pico
        self._chance = random.Random(seed)
        pico.chip.flash_chip.on_busy = self._plan

    def _plan(self, ns):
        for _ in range(CUTS_A_COMMAND):
            # Behind its end as well: between two commands the file system is as incomplete.
            self._pico.at(self._pico.ns + self._chance.random() * 1.5 * ns, self._cut)

    def _cut(self):
        cut = self._pico.if_cut()
        whole = self._pico.chip.flash(0, len(cut.flash))
        self.found.append((cut, self.press, cut.flash != whole))


@pytest.fixture(scope="module")
def played(firmware, program):
    """(the Cuts of a game, the states before each press and after the last)."""
    start = at_first(begun("flee_the_scene"))
    pico = EmulatedPico(firmware, {**program.files, **start}, kept=1)
    pico.boot()
    twin = Device(files=MemoryFiles(start))
    cuts = Cuts(pico, seed=11)
    states = [twin.state()]
    fingers = ScriptFingers(pico)
    for number, key in enumerate(KEYS.split()):
        cuts.press = number
        fingers.follow(key)
        twin.follow(key)
        states.append(twin.state())
    return cuts.found, states


def files_of(cut, program):
    """(the files at a cut, those of them that are no program)."""
    files = EmulatedPico(cut).files()
    return files, {path: files[path] for path in files if path not in program.files}


def test_at_most_the_press_that_is_being_written_is_lost(played, program):
    cuts, states = played
    assert len(cuts) > 30 and sum(torn for _, _, torn in cuts) > 15
    kept = 0
    for cut, press, _ in cuts:
        files, _ = files_of(cut, program)
        assert {path: files[path] for path in program.files} == program.files
        state = play_in(files).to_json()
        assert state in states[press : press + 2], press
        kept += state == states[press + 1]
    assert 0 < kept < len(cuts), "all cuts fell on the same side of what was written"


@pytest.mark.parametrize("number", range(RESUMED))
def test_it_wakes_in_the_game_and_goes_on(played, program, number):
    cuts, _ = played
    torn = [(cut, press) for cut, press, torn in cuts if torn and press]
    cut, _ = random.Random(number).choice(torn)
    _, mine = files_of(cut, program)
    pico = EmulatedPico(cut, kept=1)
    pico.boot()
    twins = Twins(pico, Device(files=MemoryFiles(mine)))
    assert twins.moment().differs == ""
    done = play_in(pico.files()).done
    for key in ("back", "right"):
        twins.follow(key)
        assert twins.moment().differs == ""
    assert play_in(pico.files()).to_json() == twins.twin.state()
    assert play_in(pico.files()).done == twins.twin.app.play.done >= done - 1
    assert failures_in(pico.files()) == [] and pico.faults == []
