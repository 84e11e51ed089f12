"""Drives the whole device by its keys, on a flash whose power goes at every piece of work.

    micropython tests/power/device_script.py EVERY

The legs below are evenings at one table: each begins with switching on what the one before left
behind. Every EVERY-th piece of work (an erase or a page programmed), beginning with the first, is
left undone, half done and done when the power goes. Then these lines are printed:

    leg N: steps N, writing N, work N
    seen: games N, clocks N, exports N, settings N
    every N: cuts N, recovery cuts N, before N, after N, between N

`seen` says how many games were kept at once, and how many contents the other files had.

After each cut the device is switched on again. It must come up without a word of complaint, with
the game at hand as it was before the press in flight or after it. All other games, the settings,
the exported records and the times of the clock are each as before or as after, and the device
takes the next press and keeps it, and a new game is new. Where switching on writes, the power is
cut there as well. Without its storage the device must go on until it is switched off.
"""

import gc
import sys

import vfs

from firmware.drivers.files import Files
from firmware.storage.shelf import Shelf
from host_tools.device import Device, read_keys
from tests.power.cut_script import SECTORS, mounted, summary
from tests.power.flash import DONE, HALF, SECTOR, UNDONE, Flash
from tests.rows import take

_LOOK = "/look"
_SETTINGS = "settings.txt"
_HOME = "back! [Leave]"  # from a game to the first screen; `take` finds the row in brackets
_KEPT = _HOME + " [Kept]"  # and on to the list of kept games
_NAP = "nap"  # a step of its own: so long that the clock writes its times down
_NAP_MS = 61_000

# What somebody writes into settings.txt from a PC before the leg, and the keys of the leg.
LEGS = (
    # Set-up, a turn, undo and redo, a correction, the brightness.
    (
        "",
        "ok ok left left ok right down up back back! ok back back up up"
        + " back! down down down ok down ok down ok up right ok back back back"
        + " back! down down down down ok up ok back",
    ),
    # With the turn clock: pause it, leave, a second game of more players.
    (
        "turn_clock 10",
        f"up nap back! down ok ok back {_HOME} [Flee] right ok right right"
        + " back! down ok ok back nap back left",
    ),
    # Kept games: on with the first, export it twice, play again with the same group.
    (
        "",
        f"up {_KEPT} down ok right back {_KEPT} down ok left back back ok back"
        + f" {_KEPT} down ok left ok up left left back nap",
    ),
    # All three deleted, the one at hand first; another level of brightness, a new game.
    (
        "",
        f"left {_KEPT} ok down up ok down up ok down down up back"
        + " [Brightness] down ok [Flee] ok left",
    ),
)


def steps_of(keys):
    """The steps of a leg: (method of Device, its argument), a nap as the word alone.

    A row in brackets is one step, ("row", how it starts): all it takes but the last press writes
    nothing.
    """
    steps = []
    for word in keys.split(" "):
        if word == _NAP:
            steps.append(_NAP)
        elif word[:1] == "[":
            steps.append(("row", word[1:-1]))
        else:
            steps += list(read_keys(word))
    return steps


def follow(device, step):
    """Do one step, and leave the device the time to store what it did."""
    if step == _NAP:
        device.board.clock.sleep_ms(_NAP_MS)
        device.wait(100)
    elif step[0] == "row":
        take(device, step[1])
    else:
        getattr(device, step[0])(step[1])
    device.wait(20)


def kept(files):
    """All that lies on a storage, as {what: its content in words}; what is missing is left out."""
    shelf = Shelf(files)
    found = {"at hand": str(shelf.current())}
    for number in shelf.numbers():
        play, damage = shelf.journal(number).resume()
        assert play and damage == "", (number, damage)
        found[f"game {number}"] = summary(play)
        for name in files.names(f"games/{number}"):
            assert not name.startswith("damaged"), name
    paths = [f"games/{number}/clock" for number in shelf.numbers()]
    paths += ["export/" + name for name in files.names("export") if name.endswith(".txt")]
    for path in [_SETTINGS] + paths:
        data = files.read(path)
        if data is not None:
            found[path] = str(data, "utf-8")
    assert files.read("settings.bad") is None
    return found


def at_hand(found):
    """The game at hand of what `kept` returns, in words; "" for none."""
    return found.get("game " + found["at hand"], "")


def games(found):
    """Which games are kept in what `kept` returns."""
    return [what for what in sorted(found) if what.startswith("game ")]


def seen(legs):
    """What came and went in `legs`: the most games at once, and the contents of other files."""
    most = 0
    contents = {"clock": set(), "export": set(), "settings": set()}
    for leg in legs:
        for found in leg.kept:
            most = max(most, len(games(found)))
            for what in found:
                for kind in contents:
                    if kind in what:
                        contents[kind].add(found[what])
    clocks, exports, settings = [len(contents[kind]) for kind in ("clock", "export", "settings")]
    return f"seen: games {most}, clocks {clocks}, exports {exports}, settings {settings}"


class Leg:
    """What a leg does when nothing happens.

    start: the flash as it is switched on. kept: what is kept then, and after every step. work: up
    to which piece of work each of them is done, on the flash.
    """

    def __init__(self, start, steps):
        self.start = start
        self.steps = steps
        self.kept = []
        self.work = []


class DeviceCutter:
    """Cuts the power of whole devices."""

    def __init__(self):
        self.cells = bytearray(b"\xff" * (SECTOR * SECTORS))
        self._copy = bytearray(len(self.cells))
        self._torn = bytearray(len(self.cells))
        vfs.VfsLfs2.mkfs(Flash(self.cells), progsize=256)
        self.cuts = self.recovery_cuts = 0
        self.before = self.after = self.between = 0

    def rehearse(self, setting, keys):
        """Play a leg on what the flash holds: a Leg."""
        if setting:
            self._set(setting)
        leg = Leg(bytes(self.cells), steps_of(keys))
        flash = Flash(self.cells)
        device = Device(files=mounted(flash))
        self._note(leg, flash)
        for step in leg.steps:
            follow(device, step)
            self._note(leg, flash)
            assert not device.board.logged and not device.app.keeper.due, step
            here = summary(device.app.play) if device.app.play else ""
            assert here == at_hand(leg.kept[-1]), (step, here, leg.kept[-1])
        return leg

    def _set(self, setting):
        """Put a line of settings.txt right by hand."""
        files = mounted(Flash(self.cells))
        key = setting.split(" ")[0]
        lines = str(files.read(_SETTINGS), "utf-8").split("\n")
        lines = [setting if line.split(" ")[0] == key else line for line in lines]
        files.write(_SETTINGS, "\n".join(lines).encode())

    def _note(self, leg, flash):
        if not leg.work or leg.work[-1] != flash.work:
            leg.kept.append(self._look())
        else:
            leg.kept.append(leg.kept[-1])
        leg.work.append(flash.work)

    def _look(self):
        """What is kept, asked of a copy: asking may mend something."""
        self._copy[:] = self.cells
        vfs.mount(vfs.VfsLfs2(Flash(self._copy), progsize=256), _LOOK)
        try:
            return kept(Files(_LOOK))
        finally:
            vfs.umount(_LOOK)

    def cut(self, leg, at, tear):
        """Play `leg` until the power goes at piece of work `at`, and look what is left."""
        self.cuts += 1
        self.cells[:] = leg.start
        flash = Flash(self.cells, at, tear)
        device = Device(files=mounted(flash))
        number = 0  # of the entry in `leg.kept` that was to come
        while flash.on:
            follow(device, leg.steps[number])
            number += 1
        # Without a storage the device itself goes on all the same.
        assert not device.board.logged, ("cut", at, tear, device.board.logged)
        was, comes = leg.kept[max(number - 1, 0)], leg.kept[number]
        place = ("cut", at, tear, "in step", number, leg.steps[number - 1])
        self._recover(was, comes, place)
        found = self._on_again(was, comes, place, tear == HALF)
        if found == was:
            self.before += 1
        elif found == comes:
            self.after += 1
        else:
            self.between += 1

    def _on_again(self, was, comes, place, goes_on):
        """Switch on, and check everything: what is kept."""
        device = Device(files=mounted(Flash(self.cells)))
        app = device.app
        assert not device.board.logged, (place, device.board.logged)
        assert not app.settings.problems, (place, app.settings.problems)
        assert not app.keeper.fault and not app._notice, (place, app.keeper.fault, app._notice)
        found = self._look()
        for what in sorted(set(list(was) + list(comes) + list(found))):
            allowed = (was.get(what), comes.get(what))
            assert found.get(what) in allowed, (place, what, found.get(what), "not", allowed)
        here = summary(app.play) if app.play else ""
        assert here == at_hand(found), (place, here, found)
        assert here in (at_hand(was), at_hand(comes)), (place, here)
        if goes_on:
            if here:
                self._goes_on(device, place, here)
            if not here or games(was) != games(comes):
                self._begins(device, place)
        return found

    def _goes_on(self, device, place, here):
        """The device takes the next press, and keeps what it does."""
        play = device.app.play
        device.follow("back" if play.done else "left")
        device.wait(50)
        now = summary(device.app.play)
        assert now != here and not device.board.logged, (place, "stands still")
        assert at_hand(self._look()) == now, (place, "forgets", now)

    def _begins(self, device, place):
        """Nothing that a start or a deletion left behind gets into the next new game."""
        app = device.app
        if app.play:
            device.hold("back")
            take(device, "Leave")
        take(device, "Flee")
        device.tap("ok")
        device.wait(50)
        assert summary(app.play).startswith("0 done 0 undone"), (place, "is no new game")
        minutes = app.settings.get("turn_clock")
        if minutes:
            assert app.turn_clock.left == [minutes * 60_000] * app.play.options["players"], place
        assert at_hand(self._look()) == summary(app.play) and not device.board.logged, place

    def _recover(self, was, comes, place):
        """Cut the power wherever switching on writes something."""
        torn = self._torn
        torn[:] = self.cells
        flash = Flash(self.cells)
        Device(files=mounted(flash))
        for at in range(1, flash.work + 1):
            self.recovery_cuts += 1
            self.cells[:] = torn
            cut = Flash(self.cells, at, HALF)
            Device(files=mounted(cut))
            assert not cut.on
            self._on_again(was, comes, (place, "recovery", at), False)
        self.cells[:] = torn


def main(every):
    cutter = DeviceCutter()
    legs = [cutter.rehearse(setting, keys) for setting, keys in LEGS]
    print(seen(legs))
    first = 1  # the count runs on from leg to leg
    for number in range(len(legs)):
        leg = legs[number]
        work = leg.work[-1]
        writing = [at for at in range(1, len(leg.work)) if leg.work[at] != leg.work[at - 1]]
        print(f"leg {number + 1}: steps {len(leg.steps)}, writing {len(writing)}, work {work}")
        for at in range(first, work + 1, every):
            for tear in (UNDONE, HALF, DONE):
                cutter.cut(leg, at, tear)
                gc.collect()
        first = (first - work - 1) % every + 1
    print(
        f"every {every}: cuts {cutter.cuts}, recovery cuts {cutter.recovery_cuts}, "
        + f"before {cutter.before}, after {cutter.after}, between {cutter.between}"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
