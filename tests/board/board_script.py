"""The MicroPython inside a made-up board: it runs what it is given, on a flash with littlefs.

    micropython tests/board/board_script.py IMAGE BLOCKS ORDERS REPORTS INTERRUPTS

IMAGE: the file with the cells of the flash (tests/board/kept_flash.py), BLOCKS sectors of them.
ORDERS, REPORTS, INTERRUPTS: numbers of open files (tests/board/host_line.py). What the code prints
goes to stdout, what it reads comes from stdin. The REPL is not here: it is the part of the board
that answers while no code runs (tests/board/repl.py).

As on a Pico, littlefs is all there is of files: nothing of the PC can be opened or imported.
"""

import builtins
import gc
import io
import json
import os
import select
import sys

import vfs

from tests.board import host_line, pico_modules
from tests.board.kept_flash import KeptFlash
from tests.power.flash import SECTOR

_real_open = open
_NO_SUCH_FILE = 2
_WRITES = "wax+"
_FILLER = "/filler.bin"
_HERE = "tests/board/"
# On a Pico, too.
_PATH = ("", ".frozen", "/lib")


class DamagedFile:
    """A file open for writing in which the first bit arrives flipped."""

    def __init__(self, file):
        self._file = file
        self._is_damaged = False

    def write(self, data):
        if not self._is_damaged and len(data) and not isinstance(data, str):
            data = bytes([data[0] ^ 1]) + bytes(data[1:])
            self._is_damaged = True
        return self._file.write(data)

    def flush(self):
        self._file.flush()

    def close(self):
        self._file.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Board:
    """Runs code in a world that begins anew with every reset."""

    def __init__(self, flash, line):
        self._flash = flash
        self._line = line
        self._told = {}
        self._world = {}
        self._written = []
        self._damage_left = 0
        self._stdin = select.poll()
        self._stdin.register(sys.stdin, select.POLLIN)
        builtins.print = pico_modules.print_function(line)
        builtins.__repl_print__ = pico_modules.show_over_usb
        builtins.open = self._open

    def tell(self, told):
        """Take the Settings over; some of them act at the next boot."""
        self._told = told
        self._damage_left = told["damaged_times"]
        self._flash.cut_at = told["cut_at"]
        self._flash.tear = told["tear"]

    def begin(self, cause):
        """Be as after a reset with this `reset_cause()`, but for boot.py."""
        self._end_world()
        self._mount()
        sys.path.clear()
        sys.path.extend(_PATH)
        told = self._told
        line = self._line
        memory = pico_modules.flash_memory(told, len(self._flash.cells) // SECTOR)
        sys.modules["os"] = pico_modules.os_module(told)
        sys.modules["micropython"] = pico_modules.micropython_module(line)
        sys.modules["time"] = pico_modules.time_module(line)
        sys.modules["machine"] = pico_modules.machine_module(line, told, cause, memory)
        sys.modules["uctypes"] = pico_modules.uctypes_module(memory)
        sys.modules["neopixel"] = pico_modules.neopixel_module()
        sys.modules["rp2"] = pico_modules.rp2_module(self._flash)
        sys.modules["sys"] = pico_modules.sys_module(line, told)

    def boot(self, cause):
        """`begin`, and run boot.py: as `run`."""
        self.begin(cause)
        try:
            os.stat("boot.py")
        except OSError as error:
            if error.errno != _NO_SUCH_FILE:
                raise
            return self.run("", "boot.py", "exec")
        return self.run(None, "boot.py", "exec")

    def run(self, source, name, mode):
        """Run source text, or with None the file `name`: (whether it wants a reset, traceback)."""
        try:
            if source is None:
                with _real_open(name, "rb") as file:
                    source = file.read()
            exec(compile(source, name, mode), self._world)
        except SystemExit:
            return True, ""
        except BaseException as error:
            return False, _traceback(error)
        finally:
            while self._stdin.poll(0):
                sys.stdin.buffer.read(1)
        return False, ""

    def put(self, path, data):
        """Write a file, and the folders it lies in."""
        parts = path.split("/")
        for count in range(1, len(parts)):
            folder = "/" + "/".join(parts[:count])
            try:
                os.mkdir(folder)
            except OSError:
                os.stat(folder)  # it is there, or cannot be
        with _real_open("/" + path, "wb") as file:
            file.write(data)

    def fill(self, free):
        """Write a file so large that at most `free` blocks are left."""
        block = b"\x5a" * SECTOR
        with _real_open(_FILLER, "ab") as file:
            for _ in range(os.statvfs("/")[3] - free - 2):
                file.write(block)
        while os.statvfs("/")[3] > free:
            with _real_open(_FILLER, "ab") as file:
                file.write(block)

    def _open(self, path, mode="r", *rest, **named):
        self._line.heed()
        file = _real_open(path, mode, *rest, **named)
        if not any([letter in mode for letter in _WRITES]):
            return file
        self._written.append(file)
        told = self._told
        if told["damaged"] and told["damaged"] in path and self._damage_left:
            self._damage_left -= 1
            return DamagedFile(file)
        return file

    def _end_world(self):
        """Forget all code and close all files, as a soft reset does."""
        self._world = {"__name__": "__main__"}
        # Were one closed later, by the garbage collection, it would write to a flash that has
        # changed meanwhile.
        for file in self._written:
            try:
                file.close()
            except OSError:
                pass  # there is no room for what it still held
        self._written = []
        for name in list(sys.modules):
            del sys.modules[name]
        gc.collect()

    def _mount(self):
        try:
            vfs.umount("/")
        except OSError:
            pass  # the flash could not be mounted
        flash = self._flash
        try:
            system = vfs.VfsLfs2(flash, progsize=256)
        except OSError:
            vfs.VfsLfs2.mkfs(flash, progsize=256)
            system = vfs.VfsLfs2(flash, progsize=256)
        vfs.mount(system, "/", readonly=self._told["read_only"])
        os.chdir("/")

    def work(self):
        """Do what is ordered, until there is nobody who orders."""
        while True:
            kind, payload = self._line.next_order()
            if not kind:
                return
            leaving, trace = False, ""
            try:
                leaving, trace = self._do(kind, payload)
            except OSError as error:
                trace = _traceback(error)
            state = host_line.LEAVING if leaving else host_line.STAYING
            self._line.report(host_line.DONE, state + trace.encode())

    def _do(self, kind, payload):
        if kind == host_line.BOOT:
            return self.boot(int(payload))
        if kind == host_line.CODE:
            return self.run(payload, "<stdin>", "exec")
        if kind == host_line.LINE:
            return self.run(payload, "<stdin>", "single")
        if kind == host_line.TELL:
            self.tell(json.loads(payload))
        elif kind == host_line.FRESH:
            self.begin(0)
        elif kind == host_line.PUT:
            path, _, data = payload.partition(b"\x00")
            self.put(str(path, "utf-8"), data)
        elif kind == host_line.FILL:
            self.fill(int(payload))
        return False, ""


def _traceback(error):
    """The traceback as the board prints it, without what is outside of it."""
    text = io.StringIO()
    sys.print_exception(error, text)
    lines = text.getvalue().split("\n")
    return "\n".join([s for s in lines if not (s.startswith("  File ") and _HERE in s)])


def main(image, blocks, orders, reports, interrupts):
    line = host_line.HostLine(
        _real_open(int(orders), "rb"),
        _real_open(int(reports), "wb"),
        _real_open(int(interrupts), "rb"),
    )
    flash = KeptFlash(
        _real_open(image, "r+b"), int(blocks), lambda: line.last_report(host_line.CUT)
    )
    Board(flash, line).work()


if __name__ == "__main__":
    main(*sys.argv[1:])
