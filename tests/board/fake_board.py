"""A Pico made up on the PC: the real MicroPython and littlefs behind a port that mpremote opens."""

import tempfile
import threading
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late
from dataclasses import replace
from pathlib import Path

from host_tools.program import LIST, read_list
from tests.board import host_line
from tests.board.circuit import NO_POWER, BoardBroke, Circuit
from tests.board.flash_image import FlashImage
from tests.board.kept_flash import COUNTER
from tests.board.settings import Settings
from tests.power.flash import SECTOR, UNDONE

_PATIENCE_S = 20


class FakeBoard:
    """A board that is plugged in as long as the `with` block lasts.

    It behaves as the MicroPython of a Pico does on USB, but for main.py, which is not run: `state`
    says what would run, and at the port it looks like a program that goes on until Ctrl-C. Code
    gets the modules of a Pico (tests/board/pico_modules.py), nothing of the PC, and a littlefs of
    the Pico's size. A client that leaves stops nothing; the next one finds all as it was.

    files: {path: bytes} that lie on it when it is started. cells: the `cells` of another board, in
    place of an empty flash. settings: fields of `Settings`, faults among them. Methods raise
    BoardBroke for what is not possible, and when the board itself fails.
    """

    def __init__(self, files=None, cells=None, **settings):
        settings = Settings(**settings)
        self._files = files or {}
        self._size = SECTOR * settings.blocks
        self._folder = tempfile.TemporaryDirectory(prefix="board")
        self._image = Path(self._folder.name) / "flash.bin"
        self._write_cells(b"\xff" * self._size if cells is None else cells, 0)
        self._errors = open(Path(self._folder.name) / "errors.txt", "w+b")
        self._circuit = Circuit(self._image, self._errors, settings)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._broke = ""

    def __enter__(self):
        self._thread.start()
        try:
            self.power_on()
            if self._files:
                self.put(self._files)
                self.power_off()
                self.power_on()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, kind, error, trace):
        self._end()
        if self._broke and kind is None:
            raise BoardBroke(self._broke)

    @property
    def port(self):
        """What mpremote connects to: "socket://127.0.0.1:N". Nobody is there without power."""
        return self._circuit.port.url

    @property
    def has_power(self):
        return self._call(lambda: self._circuit.has_power)

    def power_on(self):
        """Plug it in, and wait until boot.py is over."""
        self._call(self._circuit.start, at_once=True)
        self._call(lambda: None)

    def power_off(self):
        """Unplug it, whatever it is at."""
        self._call(lambda: self._circuit.lose_power(NO_POWER), at_once=True)

    def change(self, **settings):
        """Change fields of the Settings, which say when each of them takes effect."""
        self._call(lambda: self._circuit.change(replace(self._circuit.settings, **settings)))

    def arm(self, cut_at, tear=UNDONE):
        """Take the power at the `cut_at`-th piece of work on the flash from now on; 0 for never."""
        self.change(cut_at=self.work + cut_at if cut_at else 0, tear=tear)

    @property
    def work(self):
        """Erases and pages programmed up to now."""
        with open(self._image, "rb") as file:
            file.seek(self._size)
            return int.from_bytes(file.read(COUNTER), "little")

    def put(self, files):
        """Write files ({path: bytes}), not by way of the port."""
        for path, data in files.items():
            self._order(host_line.PUT, path.encode() + b"\0" + data)

    def fill(self, free):
        """Fill the flash with `filler.bin` until at most so many blocks are free."""
        self._order(host_line.FILL, str(free).encode())

    def state(self):
        """What the last start led to.

        SAFE_MODE, BOOT_LOOP, NO_POWER, BOOTSEL, UNLISTED (tests/board/circuit.py) or else main.py
        runs, and it is the version in program.txt.
        """
        return self._call(lambda: self._circuit.state)

    def version(self):
        """The version in program.txt as it is now; None without a list."""
        return read_list((self._look().read(LIST) or b"").decode("utf-8", "replace"))[0]

    def files(self):
        """The whole file system: {path: bytes}."""
        return self._look().files()

    def folders(self):
        """The paths of all folders, sorted."""
        return self._look().folders()

    @property
    def cells(self):
        """The bytes of the flash. They can be set while there is no power."""
        return self._image.read_bytes()[: self._size]

    @cells.setter
    def cells(self, cells):
        if self.has_power:
            raise BoardBroke("the flash cannot be exchanged while it has power")
        self._write_cells(cells, self.work)

    def _look(self):
        # Not while something is being written.
        return FlashImage(self._call(lambda: self.cells))

    def _write_cells(self, cells, work):
        if len(cells) != self._size:
            raise BoardBroke(f"{len(cells)} bytes of flash where {self._size} belong")
        self._image.write_bytes(cells + work.to_bytes(COUNTER, "little"))

    def _order(self, kind, payload):
        done = Future()
        self._call(lambda: self._circuit.order(done, kind, payload))
        self._wait(done)

    def _call(self, function, at_once=False):
        if not self._thread.is_alive():
            raise BoardBroke(self._broke or "it lives in a `with` block")
        result = Future()
        self._circuit.call(result, function, at_once)
        return self._wait(result)

    def _wait(self, result):
        try:
            return result.result(_PATIENCE_S)
        except Late:
            raise BoardBroke(self._broke or "it is busy for too long") from None

    def _serve(self):
        self._broke = self._circuit.serve()

    def _end(self):
        if self._thread.is_alive():
            self._circuit.finish()
            self._thread.join()
        self._errors.close()
        self._folder.cleanup()
