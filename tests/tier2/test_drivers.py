"""The drivers on fake parts, under CPython and under the real MicroPython, with equal results."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.vm import unix_micropython

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_name("drivers_script.py")
SECONDS = 60
SECTIONS = (
    "ssd1306",
    "sh1106",
    "broken_ssd1306",
    "broken_sh1106",
    "matrix",
    "board",
    "idle",
)


def under_cpython(section):
    return subprocess.run(
        [sys.executable, str(SCRIPT), section],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        timeout=SECONDS,
        check=True,
    ).stdout


@pytest.mark.parametrize("section", SECTIONS)
def test_same_on_both_pythons(section):
    expected = under_cpython(section)
    assert expected.endswith(b"passed\n")
    assert unix_micropython(SCRIPT, section, timeout=SECONDS) == expected


def test_every_section_is_run():
    listing = "from drivers_script import SECTIONS; print(*[name for name, _ in SECTIONS])"
    names = subprocess.run(
        [sys.executable, "-c", listing],
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{SCRIPT.parent}"},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    ).stdout.split()
    assert tuple(names) == SECTIONS
