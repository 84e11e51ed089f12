"""Takes over a payload on a flash and cuts the power at every erase and every page programmed.

    micropython tests/power/unpack_script.py OLD NEW SECTORS STRIDE

OLD and NEW are files with packed payloads (host_tools/image/payload.py). The file system has
SECTORS sectors; on it are the old version, what a person keeps, and stale files. Each piece of work
is left undone, half done or done when the power goes. Then a line is printed:

    work N, cuts N, recovery cuts N, old N, new N, waiting N, made room N

After each cut the board is looked at as it would be at power-on: its loader must be whole, and if
there is a main.py, then exactly the old version around it or exactly the new one. Power-on must
then end in the new version, with what the person keeps. There the power is cut as well, at every
STRIDE-th piece of work.
"""

import gc
import os
import sys

import vfs

from firmware import payload, unpack
from tests.power.flash import DONE, HALF, SECTOR, UNDONE, Flash

FOLDER = "/flash"
CHIP = 2 << 20
KEPT = {
    "settings.txt": b"brightness 9\n",
    "games/1/0": bytes(range(256)) * 9,
    "import/firmware.txt": b"game fugitive\n",
}
STALE = {
    "firmware/stale.py": b"x = 1\n",
    "firmware/attic/deep/gone.mpy": b"M\x06",
    "firmware/paint": b"a file where the new version has a folder",
    "shared_engine/bare.mpy/inner.py": b"a folder where the new version has a file",
    "main.py.new": b"half of a ma",
}
NEEDED = "firmware/stale.py"


class Chip:
    """The flash of a board: a file system with a packed payload (bytes) below it."""

    def __init__(self, packed, cells):
        self.packed = packed
        self.cells = cells
        self.start = payload.XIP + CHIP - len(cells) - len(packed)

    def memory(self, address, size):
        at = address - self.start
        if at < 0 or at + size > len(self.packed):
            return memoryview(bytes(size))
        return memoryview(self.packed)[at : at + size]

    def power_on(self, flash):
        """What boot.py does before main.py; whether there was a payload to take over."""
        mount(flash)
        if not payload.pending(flash, self.memory, FOLDER):
            return False
        found = payload.find(flash, self.memory)
        assert unpack.run(found, FOLDER, tell=lambda line: None)
        return True


def mount(flash):
    try:
        vfs.umount(FOLDER)
    except OSError:
        pass  # nothing was mounted yet
    vfs.mount(vfs.VfsLfs2(flash, progsize=256), FOLDER)


def tree():
    """{path: bytes} of all files on the board."""
    files = {}
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        for name in os.listdir(FOLDER + folder):
            path = folder + "/" + name
            if os.stat(FOLDER + path)[0] & 0x4000:
                waiting.append(path)
            else:
                with open(FOLDER + path, "rb") as file:
                    files[path[1:]] = file.read()
    return files


def put(files):
    for path in sorted(files):
        parts = path.split("/")
        for count in range(1, len(parts)):
            folder = FOLDER + "/" + "/".join(parts[:count])
            try:
                os.mkdir(folder)
            except OSError:
                pass  # it is there
        with open(FOLDER + "/" + path, "wb") as file:
            file.write(files[path])


def files_of(packed):
    """(the files {path: bytes} of a packed payload, the paths of its loader, its id)."""
    chip = Chip(packed, bytearray(SECTOR))
    found = payload.find(Flash(chip.cells), chip.memory)
    content = found.content()
    entries = unpack._entries(content)
    files = {path: bytes(content[start:end]) for path, start, end in entries}
    return files, [path for path, _, _ in entries[: found.loader]], found.id


def with_these(files, others):
    both = dict(files)
    both.update(others)
    return both


class Cutter:
    """Cuts the power of one take-over, again and again."""

    def __init__(self, old, new, sectors, stride):
        self.stride = stride
        self.cells = bytearray(b"\xff" * (SECTOR * sectors))
        old_files, _, old_id = files_of(old)
        new_files, self.loader, new_id = files_of(new)
        vfs.VfsLfs2.mkfs(Flash(self.cells), progsize=256)
        flash = Flash(self.cells)
        mount(flash)
        put(with_these(with_these(KEPT, old_files), {payload.TAKEN: old_id.encode()}))
        put(STALE)
        self.before = bytes(self.cells)
        self.old_loader = {path: old_files[path] for path in self.loader if path in old_files}
        self.new_loader = {path: new_files[path] for path in self.loader}
        self.old = tree()
        self.old.pop("main.py.new")
        self.new = with_these(with_these(KEPT, new_files), {payload.TAKEN: new_id.encode()})
        self.chip = Chip(new, self.cells)
        self.counts = {"old": 0, "new": 0, "waiting": 0}
        self.recovery_cuts = 0

    def rehearse(self):
        """Take over without a cut; the pieces of work done on the flash."""
        flash = Flash(self.cells)
        assert self.chip.power_on(flash)
        assert tree() == self.new, sorted(tree())
        work = flash.work
        assert not self.chip.power_on(flash)
        assert flash.work == work, "an ordinary power-on writes"
        return work

    def cut(self, at, tear):
        self.cells[:] = self.before
        self._power_goes(at, tear)
        self.counts[self._look()] += 1
        torn = bytes(self.cells)
        flash = Flash(self.cells)
        self._finish(flash)
        # At other places each time: all of them would be the square of all cuts.
        for recovery in range(1 + at % self.stride, flash.work, self.stride):
            self.recovery_cuts += 1
            self.cells[:] = torn
            self._power_goes(recovery, HALF)
            self._look()
            self._finish(Flash(self.cells))

    def _power_goes(self, at, tear):
        flash = Flash(self.cells, at, tear)
        try:
            self.chip.power_on(flash)
        except OSError:
            pass  # the power went
        assert not flash.on

    def _look(self):
        """Which version is there; nothing else may be."""
        mount(Flash(self.cells))
        found = tree()
        for path in KEPT:
            assert found.get(path) == KEPT[path], path
        switched = False  # the loader is new from here on
        for path in reversed(self.loader):
            is_new = found.get(path) == self.new_loader[path]
            assert is_new or (not switched and found.get(path) == self.old_loader.get(path)), path
            switched = switched or (is_new and self.old_loader.get(path) != found[path])
            # What is stale by now may be what the old loader imports.
            assert is_new or NEEDED in found, path
        if unpack.MAIN not in found:
            return "waiting"
        # Half-written ones are nobody's.
        found = {path: found[path] for path in found if not path.endswith(".new")}
        if found == self.old:
            return "old"
        found[payload.TAKEN] = self.new[payload.TAKEN]
        assert found == self.new, sorted(found)
        return "new"

    def _finish(self, flash):
        self.chip.power_on(flash)
        assert tree() == self.new, sorted(tree())


class Counted(unpack._Unpacking):
    """Counts how often a file did not fit beside the old ones."""

    rooms = 0

    def _make_room(self):
        Counted.rooms += 1
        super()._make_room()


def main(old, new, sectors, stride):
    with open(old, "rb") as file:
        old = file.read()
    with open(new, "rb") as file:
        new = file.read()
    unpack._Unpacking = Counted
    cutter = Cutter(old, new, int(sectors), int(stride))
    work = cutter.rehearse()
    rooms = Counted.rooms
    for at in range(1, work + 1):
        for tear in (UNDONE, HALF, DONE):
            cutter.cut(at, tear)
            gc.collect()
    counts = cutter.counts
    print(
        f"work {work}, cuts {3 * work}, recovery cuts {cutter.recovery_cuts}, "
        + f"old {counts['old']}, new {counts['new']}, waiting {counts['waiting']}, "
        + f"made room {rooms}"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
