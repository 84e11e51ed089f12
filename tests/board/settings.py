"""What a made-up board is like, and what is wrong with it."""

from dataclasses import asdict, dataclass

PICO_BLOCKS = 352  # of 4,096 bytes: what the flash of a Pico has room for beside MicroPython
PICO_W_BLOCKS = 212

# What the MicroPython inside the board is told; the rest is done outside of it.
_INSIDE = "name version mpy platform machine held read_only below damaged damaged_times"
_INSIDE = (_INSIDE + " cut_at tear").split()


@dataclass(frozen=True)
class Settings:
    """A Pico in order, unless something else is said.

    name, version, mpy, platform, machine: what `sys.implementation` (`mpy` is its `_mpy`) and
    `sys.platform` say. held: GPIO numbers of the buttons that are down. read_only: the file
    system takes nothing. below: what lies in flash below the file system, up to its beginning.
    damaged: every file whose path has this text in it gets one bit flipped
    when it is written, for `damaged_times` files. cut_at: the power goes at this piece of work on
    the flash, counted since the flash was new (0: never); it is left as `tear` says
    (tests/power/flash.py). `damaged` and `cut_at` hold at once, the others from the next start or
    soft reset on.

    silent: nothing is ever answered. no_raw_repl: Ctrl-A only brings a new prompt. noise: bytes
    that arrive before the answer to Ctrl-A. gone_after: the plug is drawn once so many bytes have
    come in since this was said (0: never). watchdog_ms: with a file `release` on the board, its
    program has a watchdog, which bites so long after the program was stopped (0: none).
    absence_ms: how long a board that resets itself is away from USB.
    """

    blocks: int = PICO_BLOCKS
    name: str = "micropython"
    version: tuple = (1, 24, 1, "")
    mpy: int = 0x1306  # format 6.3, ARMv6-M
    platform: str = "rp2"
    machine: str = "Raspberry Pi Pico with RP2040"
    held: tuple = ()
    read_only: bool = False
    below: bytes = b""
    damaged: str = ""
    damaged_times: int = 1_000_000
    cut_at: int = 0
    tear: str = "undone"
    silent: bool = False
    no_raw_repl: bool = False
    noise: bytes = b""
    gone_after: int = 0
    watchdog_ms: int = 0
    absence_ms: int = 50

    def inside(self):
        """What the MicroPython inside is told: a dict for JSON."""
        found = asdict(self)
        return {key: found[key] for key in _INSIDE} | {"below": self.below.hex()}

    @property
    def banner(self):
        """What the friendly REPL greets with, bytes."""
        called = {"micropython": "MicroPython", "circuitpython": "Adafruit CircuitPython"}
        numbers = ".".join(str(part) for part in self.version if isinstance(part, int))
        title = f"{called.get(self.name, self.name)} v{numbers} on 2024-11-29; {self.machine}"
        return (title + '\r\nType "help()" for more information.\r\n').encode()
