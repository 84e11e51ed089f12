"""What every test on the emulated Pico needs; without a MicroPython for it all are skipped."""

import importlib.util

import pytest

from host_tools.pico.trouble import NoPico
from host_tools.pico.uf2 import find_uf2, read_uf2
from host_tools.program import compile_program


@pytest.fixture(scope="session")
def firmware(skip_loudly):
    """The MicroPython that was released for the Pico, a `host_tools.pico.uf2.Firmware`."""
    if not importlib.util.find_spec("rp2040py"):
        skip_loudly("the emulator", "no rp2040py: `make venv` installs it where it has a wheel")
    try:
        path = find_uf2()
    except NoPico as missing:
        skip_loudly("tier 5", str(missing))
    # A file that was named and is of no use is an error.
    return read_uf2(path)


@pytest.fixture(scope="session")
def program():
    """The Program as it is now."""
    return compile_program()


@pytest.fixture
def figure(record_property):
    """Call it with a measured figure, a line of text: the closing lines repeat it."""
    return lambda text: record_property("figure", text)
