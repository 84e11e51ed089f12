"""The parts of the kit on a Raspberry Pi Pico, wired as firmware.kit says."""

from firmware import kit
from firmware.crash_log import CrashLog
from firmware.drivers.neopixels import Matrix

# The SIO register with the level of every GPIO, at the same place in RP2040 and RP2350.
GPIO_IN = 0xD0000004


class PicoBoard:
    """What the app is given.

    read_buttons()  the pressed keys as a bit mask, bit k for pin k of kit.BUTTON_PINS
    display         an Oled, not started
    matrix          a Matrix, not started
    clock           the `time` module: ticks_ms, ticks_diff, sleep_ms
    short_of_memory True
    log             notes an exception and where it happened, for the maker to fetch
    """

    short_of_memory = True

    def __init__(self, read_buttons, display, matrix, clock, log):
        self.log = log
        self.read_buttons = read_buttons
        self.display = display
        self.matrix = matrix
        self.clock = clock


def build():
    """Set the pins up and return the PicoBoard; ValueError names a bad kit.DISPLAY_KIND."""
    import time

    import machine
    import neopixel

    i2c = machine.I2C(
        kit.I2C_ID,
        sda=machine.Pin(kit.I2C_SDA_PIN),
        scl=machine.Pin(kit.I2C_SCL_PIN),
        freq=kit.I2C_FREQUENCY,
    )
    for number in kit.BUTTON_PINS:
        machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP)
    panel = neopixel.NeoPixel(machine.Pin(kit.MATRIX_PIN), kit.MATRIX_SIDE * kit.MATRIX_SIDE)
    return PicoBoard(
        _button_reader(machine.mem32, kit.BUTTON_PINS),
        _display_class()(i2c, kit.DISPLAY_ADDRESS),
        Matrix(panel),
        time,
        CrashLog().add,
    )


def _display_class():
    # Only the driver in use takes memory.
    if kit.DISPLAY_KIND == "ssd1306":
        from firmware.drivers.ssd1306 import SSD1306

        return SSD1306
    if kit.DISPLAY_KIND == "sh1106":
        from firmware.drivers.sh1106 import SH1106

        return SH1106
    raise ValueError(f"DISPLAY_KIND must be ssd1306 or sh1106, not {kit.DISPLAY_KIND}")


def _button_reader(mem32, pins):
    """A function that reads all buttons with one access and allocates nothing."""
    levels = tuple([1 << pin for pin in pins])
    mask = sum(levels)
    # A key stays down for many reads: the last answer holds until a level changes.
    known = 0
    keys = 0

    def read():
        nonlocal known, keys
        pressed = ~mem32[GPIO_IN] & mask
        if not pressed:
            return 0
        if pressed != known:
            known = pressed
            keys = _keys(pressed, levels)
        return keys

    return read


def _keys(pressed, levels):
    """The bit mask of keys for the bit mask of pins."""
    keys = 0
    for key in range(len(levels)):
        if pressed & levels[key]:
            keys |= 1 << key
    return keys
