"""Which port is the board's, and what is said when none can be used."""

import errno

import pytest

from host_tools.board.ports import RASPBERRY_PI, Port, cannot_open, choose
from host_tools.board.trouble import BoardError

PICO = Port("/dev/ttyACM0", RASPBERRY_PI, "Board in FS mode")
OTHER_PICO = Port("/dev/ttyACM1", RASPBERRY_PI, "Board in FS mode")
ADAPTER = Port("/dev/ttyUSB0", 0x0403, "FT232R")


def test_the_only_board_is_taken():
    assert choose("", [ADAPTER, PICO], []) == PICO.device


def test_the_port_that_is_named_is_taken_whatever_it_is():
    assert choose("socket://127.0.0.1:4321", [PICO, OTHER_PICO], []) == "socket://127.0.0.1:4321"


@pytest.mark.parametrize(
    "ports, drives, what, step",
    [
        ([], [], "no board is connected", "cable that carries data"),
        ([PICO, OTHER_PICO], [], "2 boards are connected: /dev/ttyACM0, ", "PORT=/dev/"),
        ([], ["/media/me/RPI-RP2"], "/media/me/RPI-RP2 waits for a UF2", "make image"),
        ([ADAPTER], [], "none of the serial ports is a Pico's", "PORT=/dev/ttyUSB0"),
    ],
)
def test_no_board_or_several(ports, drives, what, step):
    with pytest.raises(BoardError) as refused:
        choose("", ports, drives)
    assert what in refused.value.what and step in refused.value.next_step


@pytest.mark.parametrize(
    "error, what, step",
    [
        (OSError(errno.EACCES, "could not open"), "no permission to use", "sudo"),
        (OSError(errno.EBUSY, "could not open"), "in use by another program", "fuser /dev/x"),
        (OSError(errno.EAGAIN, "Could not exclusively lock port"), "in use by", "Thonny"),
        (OSError("Could not exclusively lock port /dev/x"), "in use by", "Thonny"),
        (OSError(errno.ENOENT, "no such"), "there is no port /dev/x", "Ports with something"),
        (OSError("Connection refused"), "there is no port", "Ports with something"),
        (OSError(errno.ENOTTY, "no tty"), "cannot be opened", "plug it in"),
    ],
)
def test_every_reason_why_a_port_does_not_open_has_its_next_step(error, what, step):
    found = cannot_open("/dev/x", error)
    assert what in found.what and step in found.next_step


def test_the_group_of_a_device_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr("pathlib.Path.group", lambda path: "dialout")
    found = cannot_open(str(tmp_path), OSError(errno.EACCES, "denied"))
    assert "sudo usermod -aG dialout $USER" in found.next_step
