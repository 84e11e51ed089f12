"""Marks what it costs to resume a long game; runs on the counting MicroPython.

    resume_script.py GAME ACTIONS …

ACTIONS are those of the game as `host_tools.bench.walk` gives them. Prints how many came back.
"""

import sys

from mark import mark

from firmware.storage.shelf import Shelf
from host_tools.bench.again import again, set_up
from host_tools.memory_files import MemoryFiles
from shared_engine import catalogue
from shared_engine.play import Play


def main(name, actions):
    files = MemoryFiles()
    game = catalogue.load(name)
    play = Play(game, set_up(game))
    play.noted = Shelf(files).start(play).note
    for _ in again(play, actions):
        pass
    shelf = Shelf(files)
    mark("start")
    found, damage = shelf.journal(shelf.current()).resume()
    mark("resumed")
    assert damage == "" and found.to_json() == play.to_json()
    print(found.done)


main(sys.argv[1], sys.argv[2:])
