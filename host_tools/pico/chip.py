"""The bare RP2040 with its flash, run by rp2040py. Importing this module needs rp2040py.

Only its library is used, without the USB host of its command line: that one interrupts the guest
all the time. Every instruction moves the clock by itself (no batches of ticks), which is as quick
as batches are and leaves the times of the pins exact.
"""

import random
from collections import deque

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.execute_batch import execute_batch
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.peripherals import ssi
from rp2040py.rp2040 import RP2040

from host_tools.pico.trouble import NoPico

_NS_PER_MS = 1e6
_NS_PER_S = 1e9
_HZ = 125e6  # of the processor
_SSI = 0x18000  # where the flash's controller lies among the peripherals
_PIOS = (0x50200, 0x50300)  # where the two PIO blocks lie
_EXACT = 1  # instructions between two moves of the clock
_KEPT_COMPLAINTS = 50


class FlashChip(ssi.RPSSI):
    """The flash behind its controller, as slow as a real one.

    erases     how many sectors or blocks were erased
    programs   how many pages were programmed
    waited_ns  how long the processor asked whether that is done
    on_busy    called with the ns that an erase or a program takes, at its beginning; or None
    """

    # ns, typical figures of the W25Q16JV on the Pico.
    TIMES = {
        ssi.CMD_SECTOR_ERASE: 45_000_000,
        ssi.CMD_BLOCK_ERASE: 150_000_000,
        ssi.CMD_PAGE_PROGRAM: 400_000,
    }
    SIZES = {ssi.CMD_SECTOR_ERASE: 4096, ssi.CMD_BLOCK_ERASE: 65536, ssi.CMD_PAGE_PROGRAM: 256}
    BUSY = 0x01  # of the first status register

    def __init__(self, mcu):
        super().__init__(mcu, "SSI")
        self.erases = 0
        self.programs = 0
        self.waited_ns = 0.0
        self.on_busy = None
        self._done_at = 0.0
        self._time = 0  # ns that what is being done takes in all
        self._before = (0, b"")  # where it began, and the bytes that were there

    def without_power(self):
        """The bytes of the whole flash if the power went now: what is being done is half done."""
        flash = bytearray(self.rp2040.flash)
        now = self.rp2040.clock.nanos
        if now < self._done_at:
            chance = random.Random(int(now))
            start, before = self._before
            for at in range(len(before)):
                if chance.randrange(self._time) < self._done_at - now:
                    flash[start + at] = before[at]
        return bytes(flash)

    def _apply_command(self):
        command = self._tx_buffer[0] if self._tx_buffer else None
        # A command without its address and data, or without permission, does nothing.
        acts = command in self.TIMES and self._write_enabled and len(self._tx_buffer) >= 4
        if acts:
            start = self._address_from_buffer() & -self.SIZES[command]
            self._before = (start, bytes(self.rp2040.flash[start : start + self.SIZES[command]]))
        super()._apply_command()
        if acts:
            self._time = self.TIMES[command]
            self._done_at = self.rp2040.clock.nanos + self._time
            if command == ssi.CMD_PAGE_PROGRAM:
                self.programs += 1
            else:
                self.erases += 1
            if self.on_busy:
                self.on_busy(self._time)

    def _shift_byte(self, byte_out):
        answer = super()._shift_byte(byte_out)
        asked = self._tx_buffer[0] == ssi.CMD_READ_STATUS_1 and len(self._tx_buffer) > 1
        if asked and self.rp2040.clock.nanos < self._done_at:
            answer |= self.BUSY
            self._wait()
        return answer

    def _wait(self):
        # The processor does nothing but ask again, 20,000 times an erase: skip to what comes next.
        clock = self.rp2040.clock
        wait = self._done_at - clock.nanos
        if clock.has_scheduled_alarm:
            wait = min(wait, max(clock.nanos_to_next_alarm, 0))
        self.waited_ns += wait
        clock.tick(wait)


class RestingPio:
    """A PIO block in its place among the peripherals; calls `wake` once the guest starts it."""

    def __init__(self, pio, wake):
        self._pio = pio
        self._wake = wake

    def __getattr__(self, name):
        return getattr(self._pio, name)

    def write_uint32_atomic(self, offset, value, kind):
        self._pio.write_uint32_atomic(offset, value, kind)
        if not self._pio.stopped:
            self._wake()


class Complaints:
    """Takes what the emulator has to say; `texts` are its warnings and errors, the newest."""

    def __init__(self):
        self.texts = deque(maxlen=_KEPT_COMPLAINTS)

    def debug(self, component, message):
        """Nobody asked."""

    info = debug

    def warning(self, component, message):
        self.texts.append(f"{component}: {message}")

    error = warning


class Chip:
    """A chip just powered on, its clock at 0.

    flash: the bytes in its flash from the start, program and file system. `stopped` and `clock`
    are what rp2040py's own loop works with.
    """

    def __init__(self, flash):
        self.rp2040 = RP2040()
        self.clock = self.rp2040.clock
        self.stopped = False
        self.complaints = Complaints()
        self._broke = False
        # What drives the chip: without one its PIO blocks would look for an asyncio loop.
        self.rp2040.simulator = self
        self.rp2040.on_break = self._on_break
        self.rp2040.load_bootrom(BOOTROM_B1)
        self.rp2040.logger = self.complaints
        self.flash_chip = FlashChip(self.rp2040)
        self.rp2040.ssi = self.flash_chip
        self.rp2040.peripherals[_SSI] = self.flash_chip
        self._pios = self.rp2040.pio
        for place, pio in zip(_PIOS, self._pios, strict=True):
            self.rp2040.peripherals[place] = RestingPio(pio, self._wake_pios)
        self._rest_pios()
        self.rp2040.watchdog.on_watchdog_trigger = self._reset
        self.rp2040.flash[: len(flash)] = flash
        self.rp2040.core.pc = FLASH_START_ADDRESS

    @property
    def ns(self):
        """Nanoseconds since power-on."""
        return self.clock.nanos

    @property
    def cycles(self):
        """Clock cycles in which the processor did not sleep."""
        return self.rp2040.core.cycles + int(self.flash_chip.waited_ns * _HZ / _NS_PER_S)

    def flash(self, start, size):
        """The bytes of a part of the flash."""
        return bytes(self.rp2040.flash[start : start + size])

    def pin(self, number):
        """The emulator's GPIOPin."""
        return self.rp2040.gpio[number]

    def at(self, ns, act):
        """Call `act()` when the clock stands at `ns`, which has not passed."""
        self.clock.create_alarm(act).schedule(ns - self.ns)

    def run_until(self, ns):
        """Run until the clock stands at `ns`; NoPico if the processor locks up."""
        if ns <= self.ns:
            return
        arrived = []

        def arrive():
            arrived.append(True)
            self.stopped = True

        self.at(ns, arrive)
        while not arrived:
            execute_batch(self, _EXACT)
            self.stopped = False
            if self._broke:
                raise NoPico(
                    f"the emulated processor stopped at {self.rp2040.core.pc:#010x}, "
                    f"{self.ns / _NS_PER_MS:.1f} ms after power-on"
                )

    def _rest_pios(self):
        # Asking two idle blocks behind every instruction takes a sixth of all the time.
        self.rp2040.pio = ()

    def _wake_pios(self):
        self.rp2040.pio = self._pios

    def _reset(self):
        """The watchdog, or `machine.reset()`, starts the program anew."""
        self._wake_pios()
        self.rp2040.enter_reset(from_watchdog=True)
        self.rp2040.leave_reset()
        self._rest_pios()

    def _on_break(self, code):
        self._broke = True
        self.stopped = True
