"""Whole games of three players, typed as keys: the same end on both Pythons as in the record."""

import json

import pytest

from host_tools import simulate
from host_tools.device import Device
from shared_engine.record import Reader
from tests.table.flee_the_scene import Game

# Games of the table with three players, some of those that once broke up the small heap.
GAMES = (1, 5, 17, 25, 33, 97)


def played(number):
    """(keys, record lines, state JSON) of a game of the table, up to its end."""
    device = Device(glass=False)
    ended = []

    class Kept(Game):
        def _check_record(self):
            ended.append((list(self.hand.keys), device.state()))
            super()._check_record()

    game = Kept(device, number)
    game.play()
    keys, state = ended[0]
    lines = ["game flee_the_scene", "option players 3"]
    for player, pair in enumerate(game.pairs, 1):
        lines.append(f"option supply {player} " + " ".join(pair))
    lines += [" ".join(act) for act in game.acts]
    return " ".join(keys), lines, state


@pytest.mark.parametrize("number", GAMES)
def test_keys_and_record_end_alike_on_both(number):
    keys, lines, state = played(number)
    assert state["players"] == 3 and state["over"] == "finished"
    reader = Reader()
    for line in lines:
        reader.line(line)
    assert reader.play.to_json() == state
    ours = simulate.run(keys)
    theirs = simulate.run(keys, runtime="micropython")
    assert ours["state"] == state
    assert json.dumps(theirs, sort_keys=True) == json.dumps(ours, sort_keys=True)
