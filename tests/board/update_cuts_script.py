"""Cuts the power at every piece of work while an update is taken over; runs on MicroPython.

    micropython tests/board/update_cuts_script.py

An update waits on a littlefs: files to be replaced, new ones in new folders, some to be removed.
The power goes at every piece of work, and once it is back again at every piece of work of the
second try. After each try the names on the flash are looked at before anything is written, as
power-on does: either all waits still, `update.is_ready()`, or all is done. Prints

    work N, cuts N, inner cuts N
"""

import gc
import os

import vfs

from firmware import update
from tests.power.flash import DONE, HALF, SECTOR, UNDONE, Flash

TEARS = (UNDONE, HALF, DONE)
FOLDER = "/flash"
OLD = {
    "main.py": "old main",
    "firmware/app.mpy": "old app" * 300,
    "firmware/gone/deep/x.mpy": "gone",
    "firmware/same.mpy": "same",
    "settings.txt": "mine",
}
# The last name before "steps", of all names, is the one that a cut hides or shows.
WAITING = {
    "0a": ("main.py", "new main"),
    "1b": ("firmware/app.mpy", "new app" * 300),
    "7c": ("shared_engine/play.mpy", "play"),
    "9d": ("firmware/a/b/c.mpy", "deep"),
    "ff": ("program.txt", "list" * 200),
}
REMOVES = ("firmware/gone/deep/x.mpy", "firmware/gone/deep", "firmware/gone")
NEW = {"firmware/same.mpy": "same", "settings.txt": "mine"}
for _path, _text in WAITING.values():
    NEW[_path] = _text


def put(path, text):
    at = path.find("/")
    while at >= 0:
        try:
            os.mkdir(path[:at])
        except OSError:
            pass  # it is there
        at = path.find("/", at + 1)
    with open(path, "w") as file:
        file.write(text)


def mount(flash):
    try:
        os.chdir("/")
        vfs.umount(FOLDER)
    except OSError:
        pass  # nothing was mounted, or it has no power
    vfs.mount(vfs.VfsLfs2(flash, progsize=256), FOLDER)
    os.chdir(FOLDER)


def beginning():
    cells = bytearray(b"\xff" * SECTOR * 48)
    flash = Flash(cells)
    vfs.VfsLfs2.mkfs(flash, progsize=256)
    mount(flash)
    for path in sorted(OLD):
        put(path, OLD[path])
    for name in sorted(WAITING):
        put("update/" + name, WAITING[name][1])
    steps = ["move %s %s" % (name, WAITING[name][0]) for name in sorted(WAITING)]
    steps += ["remove " + path for path in REMOVES]
    put("update/steps", "\n".join(steps) + "\nend\n")
    return cells


def found(folder=""):
    files = {}
    for entry in os.ilistdir(folder or FOLDER):
        path = folder + "/" + entry[0] if folder else entry[0]
        if entry[1] & 0x4000:
            files[path] = None
            files.update(found(path))
        else:
            with open(path) as file:
                files[path] = file.read()
    return files


def power_on(cells, cut_at=0, tear=UNDONE):
    """What boot.py does: the Flash afterwards. OSError is the power going."""
    flash = Flash(cells, cut_at, tear)
    mount(flash)
    try:
        if update.is_ready():
            update.finish()
        # From here on main.py runs.
        check(flash)
    except OSError:
        if flash.on:
            raise
    return flash


def check(flash):
    # Pages that the power left half are only as bad as what is read of them afterwards.
    if flash.on:
        files = {path: text for path, text in found().items() if text is not None}
        assert files == NEW, sorted(files)


def check_folders():
    folders = [path for path, text in found().items() if text is None]
    assert sorted(folders) == ["firmware", "firmware/a", "firmware/a/b", "shared_engine"], folders


def main():
    start = beginning()
    work = power_on(bytearray(start)).work
    check_folders()
    cuts = inner_cuts = 0
    for cut in range(1, work + 1):
        for tear in TEARS:
            cells = bytearray(start)
            power_on(cells, cut, tear)
            cuts += 1
            inner = 1
            while True:
                again = bytearray(cells)
                if power_on(again, inner, TEARS[(inner + cut) % 3]).on:
                    break
                power_on(again)
                assert not update.is_ready()
                if "update" not in os.listdir():
                    check_folders()
                inner_cuts += 1
                inner += 1
            gc.collect()
    print(f"work {work}, cuts {cuts}, inner cuts {inner_cuts}")


if __name__ == "__main__":
    main()
