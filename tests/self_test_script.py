"""The self-test and the probe of a Pico's pins, told line by line; both Pythons tell the same."""

import sys

if sys.implementation.name == "cpython":
    import host_tools.on_pc  # noqa: F401

from firmware.storage.settings import Settings
from host_tools.memory_files import MemoryFiles
from tests.self_test_bench import OTHER_PINS, Bench, forget_modules, self_test_modules


def whole(settings, keys):
    bench = Bench(settings)
    bench.press_all()
    bench.keys(keys)
    for line in bench.lines:
        print(line)
    for page in bench.pages():
        print("|".join(page))
    print(sum(bench.device.shown), sum(bench.device.colours), bench.device.board.logged)
    bench.keys("ok")


class Pin:
    """A GPIO of a made-up Pico."""

    IN = "in"
    OUT = "out"
    PULL_UP = "up"
    PULL_DOWN = "down"
    pulls = {}
    low = set()

    def __init__(self, number, mode=None, pull=None):
        self.number = number
        if mode is not None:
            self.pulls[number] = pull

    def value(self):
        return 0 if self.number in self.low else 1


class I2C:
    there = (0x3C,)

    def __init__(self, block, sda, scl, freq):
        print("I2C", block, sda.number, scl.number, freq)

    def scan(self):
        return [0x20]

    def writeto(self, address, buffer):
        print("wrote", address, bytes(buffer))
        if address not in self.there:
            raise OSError(5)


class SoftI2C:
    def __init__(self, scl, sda, freq):
        print("crossed", sda.number, scl.number)

    def scan(self):
        return [0x3C]


class PWM:
    def __init__(self, pin):
        print("PWM", pin.number)

    def freq(self, hertz):
        """Silent."""

    duty_u16 = freq


class Machine:
    mem32 = {0xD0000004: 0xFFFFFFFF}


class Neopixel:
    class NeoPixel:
        def __init__(self, pin, count):
            self.buf = bytearray(3 * count)


Machine.Pin = Pin
Machine.I2C = I2C
Machine.SoftI2C = SoftI2C
Machine.PWM = PWM


def pins(settings):
    from firmware.drivers import pico

    sys.modules["machine"] = Machine
    sys.modules["neopixel"] = Neopixel
    board = pico.build(Settings(MemoryFiles({"settings.txt": settings})))
    Pin.pulls = {}
    probe = board.probe()
    print(sorted(Pin.pulls.items()))
    Pin.low = {2, 15, 22, 28}
    print([pin for pin in range(30) if probe.low() >> pin & 1])
    Pin.low = set()
    for I2C.there in ((0x3C,), (0x3D,), ()):
        print(probe.scan())
    print(probe.scan_exchanged(), probe.version()[:12])
    probe.release()
    print("let go", sorted(Pin.pulls.items()))
    Pin.pulls = {}
    probe.release()
    print("once", Pin.pulls)


def main():
    whole(b"", "ok ok ok ok")
    whole(OTHER_PINS, "ok up ok left left left")
    if sys.implementation.name != "micropython":
        forget_modules()
    print("in memory:", self_test_modules())
    pins(b"")
    pins(OTHER_PINS + b"buzzer on\nbuzzer_pin 16\n")


main()
