"""Looks at the raw pins for the self-test, whatever they are wired to."""

import gc
import os
import sys

from firmware import kit
from firmware.buttons import KEYS

DISPLAYS = (0x3C, 0x3D)  # where displays of this kind answer
_NO_COMMAND = b"\x00"  # a control byte that nothing follows
HEADER = tuple(range(23)) + (26, 27, 28)  # the GPIOs that a Pico brings out


class Probe:
    """The pins of a Pico that is wired as `settings` (Settings) say.

    Until `release`, the pins that belong to nothing have pull-ups, so that a wire which sits on
    one of them is seen.
    """

    def __init__(self, settings):
        import machine

        self._machine = machine
        get = settings.get
        self._bus = get("i2c")
        self._sda = get("sda")
        self._scl = get("scl")
        wanted = get("display_address")
        self._addresses = [wanted] + [other for other in DISPLAYS if other != wanted]
        used = [get(key) for key in KEYS + ("sda", "scl", "matrix_pin")]
        if get("buzzer"):
            used.append(get("buzzer_pin"))
        self._free = [pin for pin in HEADER if pin not in used]
        self._pull(machine.Pin.PULL_UP)
        # The matrix and the buzzer are outputs: what they read is what was sent.
        driven = used[len(KEYS) + 2 :]
        self._watched = [(pin, machine.Pin(pin)) for pin in HEADER if pin not in driven]

    def low(self):
        """The bit mask of the GPIOs that read low."""
        low = 0
        for number, pin in self._watched:
            if not pin.value():
                low |= 1 << number
        return low

    def scan(self):
        """What answers on the display's bus: [the address of a display], or else all others."""
        i2c = self._i2c()
        for address in self._addresses:
            if _answers(i2c, address):
                return [address]
        return i2c.scan()

    def scan_exchanged(self):
        """The addresses that answer when the two wires of the bus change places."""
        pin = self._machine.Pin
        crossed = self._machine.SoftI2C(scl=pin(self._sda), sda=pin(self._scl), freq=100_000)
        found = crossed.scan()
        self._i2c()  # the pins belong to the hardware again
        return found

    def _i2c(self):
        pin = self._machine.Pin
        return self._machine.I2C(
            self._bus, sda=pin(self._sda), scl=pin(self._scl), freq=kit.I2C_FREQUENCY
        )

    def free_heap(self):
        """Bytes of memory that are free after a collection."""
        gc.collect()
        return gc.mem_free()

    def free_storage(self):
        """Bytes that are free on the file system, or None if it does not say."""
        try:
            sizes = os.statvfs("/")
        except OSError:
            return None
        return sizes[0] * sizes[3]

    def version(self):
        """What runs here, `MicroPython 1.24.1`."""
        return "MicroPython " + ".".join([str(part) for part in sys.implementation.version[:3]])

    def release(self):
        """Let go of the pins that belong to nothing: pulled down, as they are after a reset."""
        self._pull(self._machine.Pin.PULL_DOWN)
        self._free = []

    def _pull(self, direction):
        pin = self._machine.Pin
        for number in self._free:
            pin(number, pin.IN, direction)


def _answers(i2c, address):
    try:
        i2c.writeto(address, _NO_COMMAND)
    except OSError:
        return False
    return True
