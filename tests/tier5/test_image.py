"""Images for BOOTSEL on a Pico in use: one begins anew, the other keeps games and settings."""

from pathlib import Path

import pytest

from host_tools.bench.pico.games import begun
from host_tools.device import Device
from host_tools.image.base import read_base
from host_tools.image.build import build
from host_tools.memory_files import MemoryFiles
from host_tools.pico.board import EmulatedPico
from host_tools.pico.stored import at_first, failures_in, game_in
from host_tools.pico.uf2 import find_uf2, flashed
from host_tools.program import listed
from tests.tier5.pictures import golden

TAKEN = "image.id"
UNPACKED_MS = 120_000
SETTINGS = b"brightness 64\n"


@pytest.fixture(scope="module")
def base(firmware):
    return read_base(Path(find_uf2()).read_bytes())


def older(program, changed):
    """The files of a version in which those that `changed` picks were others."""
    files = {path: data for path, data in program.files.items() if path != "program.txt"}
    for path in files:
        if changed(path):
            files[path] += b"\0as it was"
    files["firmware/app_before.py"] = b"raise RuntimeError('stale')\n"
    return listed(files).files


def played():
    """The files of somebody who has played, and the Device that shows the game."""
    play = begun("flee_the_scene", "left up ok right")
    files = {"settings.txt": SETTINGS, **at_first(play)}
    return files, Device(files=MemoryFiles(dict(files)))


def dragged(firmware, files, image):
    """A Pico that had these files and got the image; not run yet."""
    before = EmulatedPico(firmware, files).if_cut()
    return EmulatedPico(flashed(before, image))


def test_a_wipe_image_begins_anew(firmware, program, base):
    files, _ = played()
    stale = {**older(program, lambda path: True), **files, "junk": b"z" * 300_000}
    pico = dragged(firmware, stale, build("wipe", base, program.files))
    pico.boot()
    assert (pico.frame, pico.wire) == golden("first_start")
    assert pico.files() == program.files
    assert pico.faults == []


def keep(firmware, program, base, changed, figure):
    files, twin = played()
    pico = dragged(
        firmware, {**older(program, changed), **files}, build("keep", base, program.files)
    )
    assert pico.run_until(lambda: pico.panel.lit, UNPACKED_MS)
    pico.run_until_resting()
    figure(f"an image that keeps the games: {pico.ms / 1000:.1f} s to the first picture")
    assert pico.frame == bytes(twin.shown)
    now = pico.files()
    assert len(now.pop(TAKEN)) == 16
    assert {path: now[path] for path in program.files} == program.files
    assert now.keys() - program.files.keys() == files.keys()
    assert now["settings.txt"] == SETTINGS
    assert game_in(now) == (twin.state(), "") and failures_in(now) == []
    assert pico.faults == []
    return pico, twin


def test_a_keep_image_keeps_the_game_and_brings_the_version(firmware, program, base, figure):
    changed = ("firmware/screens/help.mpy", "firmware/games/monster_cards.mpy")
    pico, twin = keep(firmware, program, base, lambda path: path in changed, figure)
    # The second time there is nothing to take over.
    pico.power_on()
    assert pico.run_until(lambda: pico.panel.lit, UNPACKED_MS)
    pico.run_until_resting()
    figure(f"power-on with an image that was taken over: {pico.ms:.0f} ms until at rest")
    assert pico.frame == bytes(twin.shown) and pico.erases == 0


@pytest.mark.soak
def test_a_keep_image_over_a_version_that_is_all_different(firmware, program, base, figure):
    keep(firmware, program, base, lambda path: path.endswith(".mpy"), figure)
