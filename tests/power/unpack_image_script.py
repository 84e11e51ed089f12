"""Mounts a file system that was built on a PC, as a board would, and goes on with it.

    micropython tests/power/unpack_image_script.py IMAGE CHANGED

Prints how much mounting and reading wrote, then `HASH  PATH` for each file. Then a file `games/new`
is written, and the blocks as they are afterwards into the file CHANGED.
"""

import hashlib
import os
import sys

import vfs

from tests.power.flash import Flash
from tests.power.unpack_script import FOLDER, tree


def main(image, changed):
    with open(image, "rb") as file:
        flash = Flash(bytearray(file.read()))
    vfs.mount(vfs.VfsLfs2(flash, progsize=256), FOLDER)
    files = tree()
    print(flash.work)
    for path in sorted(files):
        print(hashlib.sha256(files[path]).digest().hex() + "  " + path)
    os.mkdir(FOLDER + "/games")
    with open(FOLDER + "/games/new", "wb") as file:
        file.write(b"new" * 2000)
    vfs.umount(FOLDER)
    with open(changed, "wb") as file:
        file.write(flash.cells)


if __name__ == "__main__":
    main(*sys.argv[1:])
