"""The parts of the kit on a Raspberry Pi Pico, wired as the settings say."""

from firmware import kit, loading
from firmware.buttons import KEYS
from firmware.drivers.files import Files
from firmware.drivers.neopixels import Matrix
from firmware.storage.crash_log import CrashLog

# The SIO register with the level of every GPIO, at the same place in RP2040 and RP2350.
GPIO_IN = 0xD0000004


class PicoBoard:
    """What the app is given.

    read_buttons()  the pressed keys as a bit mask, bit k for key k of buttons.KEYS
    display         an Oled, not started
    matrix          a Matrix, not started
    clock           the `time` module: ticks_ms, ticks_diff, sleep_ms
    short_of_memory True
    files           the Files of the flash
    log             notes an exception and where it happened, for the maker to fetch
    buzzer          a Buzzer, or None
    probe()         a Probe of the pins, loaded for the self-test
    """

    short_of_memory = True

    def __init__(
        self, read_buttons, display, matrix, clock, log, files, buzzer=None, settings=None
    ):
        self.buzzer = buzzer
        self.files = files
        self.log = log
        self.read_buttons = read_buttons
        self.display = display
        self.matrix = matrix
        self.clock = clock
        self._settings = settings

    def probe(self):
        """What looks at the raw pins (see `firmware.drivers.probe`), set up anew."""
        return loading.load("firmware.drivers.probe", "Probe")(self._settings)


def build(settings):
    """Set the pins up as `settings` (Settings) say and return the PicoBoard."""
    import time

    import machine
    import neopixel

    i2c = machine.I2C(
        settings.get("i2c"),
        sda=machine.Pin(settings.get("sda")),
        scl=machine.Pin(settings.get("scl")),
        freq=kit.I2C_FREQUENCY,
    )
    buttons = [settings.get(key) for key in KEYS]
    for number in buttons:
        machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP)
    matrix_pin = machine.Pin(settings.get("matrix_pin"))
    panel = neopixel.NeoPixel(matrix_pin, kit.MATRIX_SIDE * kit.MATRIX_SIDE)
    return PicoBoard(
        _button_reader(machine.mem32, buttons),
        _display_class(settings.get("display"))(i2c, settings.get("display_address")),
        Matrix(panel),
        time,
        CrashLog().add,
        Files(),
        _buzzer(settings, machine, time) if settings.get("buzzer") else None,
        settings,
    )


def _buzzer(settings, machine, clock):
    from firmware.drivers.buzzer import Buzzer

    return Buzzer(machine.PWM(machine.Pin(settings.get("buzzer_pin"))), clock)


def _display_class(kind):
    # Only the driver in use takes memory.
    if kind == "sh1106":
        from firmware.drivers.sh1106 import SH1106

        return SH1106
    from firmware.drivers.ssd1306 import SSD1306

    return SSD1306


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
