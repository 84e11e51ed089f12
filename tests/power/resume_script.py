"""Marks what it costs to resume a game of 400 actions; runs on the counting MicroPython.

    resume_script.py GAME
"""

import sys

from mark import mark

from firmware.storage.shelf import Shelf
from host_tools.memory_files import MemoryFiles
from shared_engine import catalogue
from shared_engine.play import Play
from tests.power.walk import Walk

ACTIONS = 400


def main(name):
    files = MemoryFiles()
    play = Play(catalogue.load(name))
    play.noted = Shelf(files).start(play).note
    walk = Walk(play)
    for _ in range(ACTIONS):
        walk.step()
    shelf = Shelf(files)
    mark("start")
    found, damage = shelf.journal(shelf.current()).resume()
    mark("resumed")
    assert damage == "" and found.to_json() == play.to_json()
    print(found.done)


main(sys.argv[1])
