"""The 40 pins of a Raspberry Pi Pico; Pico W, Pico 2 and Pico 2 W have the same.

Pin 1 is at the left of the USB socket, seen from above with the socket up. The numbers run down
the left side to 20, and up the right side from 21 to 40.
"""

PINS = (
    "GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7",
    "GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15",
    "GP16", "GP17", "GND", "GP18", "GP19", "GP20", "GP21", "GND", "GP22", "RUN",
    "GP26", "GP27", "AGND", "GP28", "ADC_VREF", "3V3(OUT)", "3V3_EN", "GND", "VSYS", "VBUS",
)  # fmt: skip
ROWS = len(PINS) // 2  # pins on each side

LEFT_GROUND = 8
RIGHT_GROUND = 38
THREE_VOLTS = PINS.index("3V3(OUT)") + 1
FIVE_VOLTS = PINS.index("VBUS") + 1  # what comes in through USB


def pin_of(gpio):
    """The package pin, 1..40, of a GPIO number; ValueError for one that is not brought out."""
    try:
        return PINS.index(f"GP{gpio}") + 1
    except ValueError:
        raise ValueError(f"a Pico has GP0 to GP22 and GP26 to GP28, no GP{gpio}") from None


def name_of(pin):
    """What a package pin, 1..40, is called."""
    return PINS[pin - 1]


def place_of(pin):
    """(side, row) of a package pin: side "left" or "right", row 0 next to the USB socket."""
    return ("left", pin - 1) if pin <= ROWS else ("right", len(PINS) - pin)
