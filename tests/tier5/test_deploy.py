"""mpremote on the emulated Pico's own USB port: deploying to a board that was in use."""

import subprocess
import sys
import time

import pytest

from host_tools.bench.pico.games import begun
from host_tools.board import backup
from host_tools.pico.board import EmulatedPico
from host_tools.pico.stored import at_first, failures_in, game_in
from host_tools.program import compile_program, listed
from host_tools.vm import ROOT

CHANGED = ("firmware/screens/help.mpy", "firmware/games/monster_cards.mpy")
STALE = "firmware/app_before.py"
PATIENCE_S = 900  # for one command, however busy this machine is
START_MS = 1500  # of the Pico's time: whatever is on it runs by then
SETTINGS = b"brightness 64\n"


class Plugged:
    """An EmulatedPico with these files on a cable, started."""

    def __init__(self, firmware, files):
        from host_tools.pico.usb import UsbPort

        self.pico = EmulatedPico(firmware, files, kept=1)
        self.port = UsbPort(self.pico)
        while self.pico.ms < START_MS:
            self.port.step()

    def command(self, *words):
        """What `python -m host_tools.board` prints, which must succeed; the Pico runs meanwhile."""
        command = [sys.executable, "-m", "host_tools.board", *words, "--port", self.port.url]
        end = time.monotonic() + PATIENCE_S
        with subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as running:
            try:
                while running.poll() is None:
                    assert time.monotonic() < end, f"{words} took longer than {PATIENCE_S} s"
                    self.port.step()
            finally:
                running.kill()  # nothing if it has ended
            said = running.stdout.read()
        assert running.returncode == 0, said
        return said.splitlines()


def older(program):
    """The files of a version in which two files were others, and one was there that is stale."""
    files = {path: data for path, data in program.files.items() if path != "program.txt"}
    for path in CHANGED:
        files[path] += b"\0as it was"
    return {**listed(files).files, STALE: b"raise RuntimeError('stale')\n"}


def mine():
    return {"settings.txt": SETTINGS, **at_first(begun("flee_the_scene", "left up ok right"))}


@pytest.fixture(scope="module")
def deployed(firmware):
    """(a Plugged after a deployment, what that printed, what it deployed)."""
    # What the command itself deploys, compiled where it compiles.
    program = compile_program()
    plugged = Plugged(firmware, {**older(program), **mine()})
    said = plugged.command("deploy")
    yield plugged, said, program
    plugged.port.close()


def test_only_what_differs_is_copied(deployed):
    _, said, program = deployed
    assert f"version  {program.version}, {len(program.files)} files" in said
    (done,) = [line for line in said if line.startswith("done")]
    # The two, and the list.
    assert " 3 files new (" in done and ", 1 removed; checked" in done
    assert "copy     100 %" in said


def test_the_flash_holds_the_program_and_what_belongs_to_the_person(deployed):
    plugged, _, program = deployed
    files = plugged.pico.files()
    assert {path: files[path] for path in program.files} == program.files
    assert files.keys() - program.files.keys() == mine().keys()
    assert files["settings.txt"] == SETTINGS
    assert game_in(files) == (begun("flee_the_scene", "left up ok right").to_json(), "")


def test_the_log_and_a_backup_come_over_the_same_cable(deployed, tmp_path):
    plugged, _, _ = deployed
    assert plugged.command("logs") == ["The log is empty: no screen has failed."]
    plugged.command("backup", "--to", str(tmp_path))
    kept = backup.read(backup.latest(tmp_path))
    files = plugged.pico.files()
    assert kept and kept == {path: files[path] for path in kept}
    assert kept.keys() == {path for path in mine()}


def test_it_runs_the_new_version_in_the_end(deployed):
    plugged, _, _ = deployed
    pico = plugged.pico
    pico.power_on()
    pico.boot()
    assert failures_in(pico.files()) == [] and pico.faults == []


@pytest.mark.soak
def test_a_whole_deployment_onto_a_board_with_another_program(firmware):
    program = compile_program()
    other = b"import time\nwhile True:\n    time.sleep(1)\n"
    plugged = Plugged(firmware, {"main.py": other, "settings.txt": SETTINGS})
    said = plugged.command("deploy")
    plugged.port.close()
    assert f" {len(program.files)} files new (" in said[-2]
    files = plugged.pico.files()
    assert {path: files[path] for path in program.files} == program.files
    assert files.keys() - program.files.keys() == {"main-before1.py", "settings.txt"}
    assert files["main-before1.py"] == other and files["settings.txt"] == SETTINGS
