"""Runs the checks of Files and Shelf on littlefs, and on files in memory; prints their names.

    micropython tests/power/checks_script.py
"""

import gc

import vfs

from firmware.drivers.files import Files
from host_tools.memory_files import MemoryFiles
from tests.power import files_checks, shelf_checks
from tests.power.flash import SECTOR, Flash

PLACE = "/flash"
SECTORS = 352


def main():
    cells = bytearray(SECTOR * SECTORS)
    checks = files_checks.CHECKS + files_checks.REFUSALS + shelf_checks.CHECKS
    for check in checks:
        flash = Flash(cells)
        vfs.VfsLfs2.mkfs(flash, progsize=256)
        vfs.mount(vfs.VfsLfs2(flash, progsize=256), PLACE)
        check(Files(PLACE))
        vfs.umount(PLACE)
        print("littlefs", check.__name__)
        gc.collect()
    for check in files_checks.CHECKS + shelf_checks.CHECKS:
        check(MemoryFiles())
        print("memory", check.__name__)
        gc.collect()


if __name__ == "__main__":
    main()
