"""Counts what long games cost the flash.

    micropython tests/power/erase_script.py GAME ACTIONS …

ACTIONS are those of a game as `host_tools.bench.walk` gives them. Lines of a word and numbers:

    actions DONE ERASES WORST PAGES BYTES FILES SECTORS   one game; WORST in any 100 actions
    shelf GAMES ERASES WORST SECTORS                      the last game of a full shelf
    endless NOTED ERASES ANEW SECTORS BYTES               undo and redo without end: the most in use
"""

import gc
import os
import sys
from array import array

import vfs

from firmware.drivers.files import Files
from firmware.storage.shelf import MOST, Shelf
from host_tools.bench.again import again, set_up
from shared_engine import catalogue
from shared_engine.play import Play
from tests.power.flash import SECTOR, Flash

ENDLESS = 12000
SECTORS = 352  # what the Pico's flash has beside the firmware
PLACE = "/flash"
_FOLDER = 0x4000


class Wear:
    """A game at hand on a flash, and what it costs."""

    def __init__(self, game, actions):
        self.game = game
        self.actions = actions
        self.flash = Flash(bytearray(SECTOR * SECTORS))
        vfs.VfsLfs2.mkfs(self.flash, progsize=256)
        vfs.mount(vfs.VfsLfs2(self.flash, progsize=256), PLACE)
        self.shelf = Shelf(Files(PLACE))
        self.at = array("L")  # erases after each action

    def start(self):
        self.play = Play(self.game, set_up(self.game))
        self.journal = self.shelf.start(self.play)
        self.play.noted = self.journal.note
        self.at = array("L", [self.flash.erases])

    def walk(self):
        for _ in again(self.play, self.actions):
            self.at.append(self.flash.erases)
            if self.play.done % 32 == 0:
                gc.collect()

    def worst(self):
        """The most erases of any 100 actions on end."""
        return max([self.at[n + 100] - self.at[n] for n in range(len(self.at) - 100)])

    def sectors(self):
        found = os.statvfs(PLACE)
        return found[2] - found[3]

    def files(self):
        """(number, bytes) of the files of the game at hand."""
        waiting = [PLACE + "/" + self.journal.folder]
        count = size = 0
        while waiting:
            path = waiting.pop()
            for name, mode, _, length in os.ilistdir(path):
                if mode == _FOLDER:
                    waiting.append(path + "/" + name)
                else:
                    count += 1
                    size += length
        return count, size


def main(name, actions):
    wear = Wear(catalogue.load(name), actions)
    empty = wear.sectors()
    wear.start()
    pages = wear.flash.programs
    wear.walk()
    erases = wear.at[-1] - wear.at[0]
    count, size = wear.files()
    pages = wear.flash.programs - pages
    done = wear.play.done
    print("actions", done, erases, wear.worst(), pages, size, count, wear.sectors() - empty)
    endless(wear, empty)
    for _ in range(MOST - 1):
        wear.start()
        wear.walk()
    kept = len(wear.shelf.numbers())
    print("shelf", kept, wear.at[-1] - wear.at[0], wear.worst(), wear.sectors() - empty)


def endless(wear, empty):
    play = wear.play
    erases = wear.flash.erases
    anew = most_sectors = most_bytes = 0
    for number in range(ENDLESS // 2):
        play.undo()
        play.redo()
        if wear.journal.full:
            wear.journal.begin(play)
            anew += 1
        if number % 64 == 0:
            gc.collect()
            most_sectors = max(most_sectors, wear.sectors() - empty)
            most_bytes = max(most_bytes, wear.files()[1])
    print("endless", ENDLESS, wear.flash.erases - erases, anew, most_sectors, most_bytes)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
