"""Plays a game on a flash and cuts the power at every erase and every page programmed.

    micropython tests/power/cut_script.py RECORD

RECORD is a record in the text notation; its actions are played in the middle of everything else a
shelf does: a second game, a change between the two, a game written anew, a deletion. Each piece of
work is left undone, half done or done when the power goes. Then a line is printed:

    steps N, work N, cuts N, recovery cuts N, before N, after N

After each cut the device is switched on again: every kept game must be whole, and all must be as
it was before the step in flight or after it. The step is done (again), and must end as it would
have without a cut. Where switching on writes something itself, the power is cut there as well.
"""

import gc
import sys
from binascii import crc32

import vfs

from firmware.drivers.files import Files
from firmware.storage.shelf import Shelf
from shared_engine.json_text import json_text
from shared_engine.record import Reader, split_words
from tests.power.flash import DONE, HALF, SECTOR, UNDONE, Flash

SECTORS = 64
FOLDER = "/flash"


class Table:
    """A device in short: the kept games, and the one at hand."""

    def __init__(self, files):
        self.shelf = Shelf(files)
        self.journal = None
        self.play = None
        number = self.shelf.current()
        if number:
            self.open(number)

    def open(self, number):
        self.journal = self.shelf.journal(number)
        self.play, damage = self.journal.resume()
        assert self.play and damage == "", damage
        self.play.noted = self.journal.note

    def step(self, words, header):
        """Do one step of the script."""
        verb = words[0]
        if verb == "start":
            reader = Reader()
            for line in header:
                reader.line(line)
            self.play = reader.finish()
            self.journal = self.shelf.start(self.play)
            self.play.noted = self.journal.note
        elif verb == "change":
            self.shelf.choose(int(words[1]))
            self.open(int(words[1]))
        elif verb == "anew":
            self.journal.begin(self.play)
        elif verb == "drop":
            self.shelf.delete(int(words[1]))
        elif words == ["undo"]:
            self.play.undo()
        elif words == ["redo"]:
            self.play.redo()
        else:
            self.play.do(self.play.read(words))

    def kept(self):
        """All that is kept, as it comes from the storage: a text."""
        lines = [f"at hand {self.shelf.current()}"]
        for number in self.shelf.numbers():
            play, damage = self.shelf.journal(number).resume()
            assert play and damage == "", (number, damage)
            lines.append(f"{number}: {summary(play)}")
        return "\n".join(lines)


def summary(play):
    """What a Play holds, what could be redone included, as a text."""
    check = 0
    for at in range(play.done + play.undone):
        check = crc32(bytes(play.packed(at)) + b"/", check)
    return f"{play.done} done {play.undone} undone {check:08x} {json_text(play.to_json())}"


class Ledger:
    """What must be kept, worked out without a storage."""

    def __init__(self):
        self.games = {}
        self.at_hand = 0

    def step(self, words, table):
        """Follow a step that `table`, which knows the live Play, has done."""
        if words[0] == "start":
            self.at_hand = max([0] + list(self.games)) + 1
        elif words[0] == "change":
            self.at_hand = int(words[1])
        elif words[0] == "drop":
            del self.games[int(words[1])]
        self.games[self.at_hand] = summary(table.play)

    def text(self, at_hand=None):
        lines = [f"at hand {self.at_hand if at_hand is None else at_hand}"]
        return "\n".join(lines + [f"{n}: {self.games[n]}" for n in sorted(self.games)])


def steps_of(path):
    """(header lines, steps) of the script around the record at `path`; a step is words."""
    header = []
    actions = []
    with open(path, "rb") as file:
        for raw in file.read().split(b"\n"):
            line = str(raw, "utf-8").split("#")[0]
            words = split_words(line)
            if words and words[0] in ("game", "option", "names"):
                header.append(line)
            elif words:
                actions.append(words)
    third = len(actions) // 3
    steps = [["start"]] + actions[:third]
    steps += [["start"]] + actions[:2] + [["undo"], ["change", "1"]]
    steps += [["anew"]] + actions[third : 2 * third]
    steps += [["drop", "2"], ["anew"]] + actions[2 * third :]
    return header, steps


def mounted(flash):
    """The Files on a flash that has just got its power."""
    try:
        vfs.umount(FOLDER)
    except OSError:
        pass  # nothing was mounted yet
    vfs.mount(vfs.VfsLfs2(flash, progsize=256), FOLDER)
    return Files(FOLDER)


class Cutter:
    """Cuts the power of one script, again and again."""

    def __init__(self, path):
        self.header, self.steps = steps_of(path)
        self.cells = bytearray(SECTOR * SECTORS)
        self.blank = bytearray(b"\xff" * (SECTOR * SECTORS))
        vfs.VfsLfs2.mkfs(Flash(self.blank), progsize=256)
        self.torn = bytearray(len(self.cells))
        self.allowed = []  # per step: what may be kept if it is cut; the last is what comes after
        self.recovery_cuts = 0
        self.before = 0
        self.after = 0

    def rehearse(self):
        """Play without a cut; the pieces of work done on the flash."""
        self.cells[:] = self.blank
        flash = Flash(self.cells)
        table = Table(mounted(flash))
        ledger = Ledger()
        text = ledger.text()
        for words in self.steps:
            was_at_hand = ledger.at_hand
            table.step(words, self.header)
            ledger.step(words, table)
            allowed = [text]
            text = ledger.text()
            if words[0] == "start":
                # The new game is there, and not yet the one at hand.
                allowed.append(ledger.text(was_at_hand))
            self.allowed.append(allowed + [text])
            assert table.kept() == text, (words, table.kept(), text)
        return flash.work

    def cut(self, at, tear):
        """Play until the power goes at piece of work `at`, and go on from there."""
        self.cells[:] = self.blank
        flash = Flash(self.cells, at, tear)
        number = self._play(Table(mounted(flash)), flash)
        self._recover(number)
        table = Table(mounted(Flash(self.cells)))
        kept = table.kept()
        allowed = self.allowed[number]
        words = self.steps[number]
        assert kept in allowed, ("cut", at, tear, "in", words, "left", kept, "not", allowed)
        if kept == allowed[0]:
            self.before += 1
            table.step(words, self.header)
        else:
            self.after += 1
            if kept != allowed[-1]:
                table.step(["change", str(table.shelf.numbers()[-1])], self.header)
        if number + 1 < len(self.steps):
            table.step(self.steps[number + 1], self.header)
            number += 1
        kept = Table(mounted(Flash(self.cells))).kept()
        assert kept == self.allowed[number][-1], ("after", at, tear, "in", words, "came", kept)

    def _play(self, table, flash):
        """Do the steps until the power goes; the number of the step at which it went."""
        for number in range(len(self.steps)):
            try:
                table.step(self.steps[number], self.header)
            except OSError:
                assert not flash.on
            if not flash.on:
                return number
        raise AssertionError("the power never went")

    def _recover(self, number):
        """Cut the power wherever switching on writes something."""
        torn = self.torn
        torn[:] = self.cells
        flash = Flash(self.cells)
        Table(mounted(flash)).kept()
        for at in range(1, flash.work + 1):
            self.recovery_cuts += 1
            self.cells[:] = torn
            cut = Flash(self.cells, at, HALF)
            try:
                Table(mounted(cut)).kept()
            except OSError:
                pass
            assert not cut.on
            kept = Table(mounted(Flash(self.cells))).kept()
            assert kept in self.allowed[number], ("recovery", at, kept)
        self.cells[:] = torn


def main(path):
    cutter = Cutter(path)
    work = cutter.rehearse()
    for at in range(1, work + 1):
        for tear in (UNDONE, HALF, DONE):
            cutter.cut(at, tear)
            gc.collect()
    print(
        f"steps {len(cutter.steps)}, work {work}, cuts {3 * work}, "
        + f"recovery cuts {cutter.recovery_cuts}, before {cutter.before}, after {cutter.after}"
    )


if __name__ == "__main__":
    main(sys.argv[1])
