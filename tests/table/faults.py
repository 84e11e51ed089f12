"""Faults for the simulated tables: what is wrong with a companion has to be found out there."""

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from firmware.buttons import KEYS
from tests.table.game import quiet_device


def put_in(monkeypatch, owner, name, fault):
    """`fault` takes what `owner` has under `name` and gives what it has from now on."""
    monkeypatch.setattr(owner, name, fault(getattr(owner, name)))


def play_each(kind, games):
    """Play games number 0, 1 … of a TableGame, each on a device just switched on."""
    for number in range(games):
        kind(quiet_device(), number).play()


def play_without(kind, key):
    """Play one game on a device where this key has come loose."""
    game = kind(quiet_device(), 0)
    buttons = game.device.app.buttons
    pressed = game.device.board.read_buttons
    buttons._read = lambda: pressed() & ~(1 << KEYS.index(key))
    game.play()
