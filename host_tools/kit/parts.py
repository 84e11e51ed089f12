"""The parts of the kit and every wire between them, as data."""

from collections import namedtuple

from firmware.buttons import KEYS
from host_tools.kit import pico_package

# Parts that wires end at, by what the papers call them.
PICO = "Pico"
LEFT_RAIL = "left ground rail"
RIGHT_RAIL = "right ground rail"
FIVE_RAIL = "5 V rail"
RAILS = (LEFT_RAIL, RIGHT_RAIL, FIVE_RAIL)
DISPLAY = "display"
SHIFTER = "level shifter"
SMALL_CAPACITOR = "100 nF capacitor"
BIG_CAPACITOR = "1000 µF capacitor"
RESISTOR = "470 Ω resistor"
MATRIX = "matrix"
BUZZER = "buzzer"

# Groups of the wiring table, in the order in which one builds.
POWER = "Power and ground"
TO_DISPLAY = "Display"
TO_BUTTONS = "Buttons"
TO_SHIFTER = "Level shifter"
TO_MATRIX = "Matrix"
TO_BUZZER = "Buzzer (optional)"
GROUPS = (POWER, TO_DISPLAY, TO_BUTTONS, TO_SHIFTER, TO_MATRIX, TO_BUZZER)

OWN_LEG = "its own leg"  # instead of a wire's colour

# Pins of the 74AHCT125 in its DIP-14 package, number: name. Its four gates are alike; one is used.
SHIFTER_PINS = {
    1: "1OE", 2: "1A", 3: "1Y", 4: "2OE", 5: "2A", 6: "2Y", 7: "GND",
    8: "3Y", 9: "3A", 10: "3OE", 11: "4Y", 12: "4A", 13: "4OE", 14: "VCC",
}  # fmt: skip
SHIFTER_FREE = (6, 8, 11)  # outputs that nothing may be connected to
DISPLAY_PINS = ("GND", "VCC", "SCL", "SDA")  # in the order most modules have
MATRIX_PINS = ("5V", "GND", "DIN")
BUTTON_PIN = "one leg"
BUTTON_GROUND = "opposite leg"
BUZZER_PIN = "one leg"
BUZZER_GROUND = "other leg"

# Neighbours never have the same colour, and none has one of power, bus or data.
_BUTTON_COLOURS = ("brown", "violet", "grey")

Wire = namedtuple("Wire", "group part pin to_part to_pin colour")
Wire.__doc__ = """One wire, or one leg of a part that is plugged in directly.

part, pin: where it starts. to_part, to_pin: where it ends. A pin of the Pico is the number of the
package pin, 1..40, one of the level shifter is 1..14, one of a rail is ""; all others are texts.
"""


def button(key):
    """What the button of a key (see `firmware.buttons.KEYS`) is called."""
    return f"button {key.upper()}"


BUTTONS = tuple(button(key) for key in KEYS)


def has_buzzer(values):
    """Whether a buzzer can be built in: it is on, or its pin is free for one later."""
    taken = [values[key] for key in ("sda", "scl", "matrix_pin", *KEYS)]
    return values["buzzer"] or values["buzzer_pin"] not in taken


def wires(values):
    """All wires for the settings `values`, in the order of the table; ValueError for a bad pin."""
    pin = {key: pico_package.pin_of(values[key]) for key in ("sda", "scl", "matrix_pin", *KEYS)}
    found = [
        Wire(POWER, LEFT_RAIL, "", PICO, pico_package.LEFT_GROUND, "black"),
        Wire(POWER, RIGHT_RAIL, "", PICO, pico_package.RIGHT_GROUND, "black"),
        Wire(POWER, FIVE_RAIL, "", PICO, pico_package.FIVE_VOLTS, "red"),
        Wire(TO_DISPLAY, DISPLAY, "GND", LEFT_RAIL, "", "black"),
        Wire(TO_DISPLAY, DISPLAY, "VCC", PICO, pico_package.THREE_VOLTS, "orange"),
        Wire(TO_DISPLAY, DISPLAY, "SCL", PICO, pin["scl"], "yellow"),
        Wire(TO_DISPLAY, DISPLAY, "SDA", PICO, pin["sda"], "blue"),
    ]
    for number, key in enumerate(KEYS):
        name = BUTTONS[number]
        colour = _BUTTON_COLOURS[number % len(_BUTTON_COLOURS)]
        found.append(Wire(TO_BUTTONS, name, BUTTON_PIN, PICO, pin[key], colour))
        found.append(Wire(TO_BUTTONS, name, BUTTON_GROUND, LEFT_RAIL, "", "black"))
    found += [
        Wire(TO_SHIFTER, SHIFTER, 14, FIVE_RAIL, "", "red"),
        Wire(TO_SHIFTER, SHIFTER, 7, RIGHT_RAIL, "", "black"),
        Wire(TO_SHIFTER, SHIFTER, 1, RIGHT_RAIL, "", "black"),
        Wire(TO_SHIFTER, SHIFTER, 2, PICO, pin["matrix_pin"], "green"),
        Wire(TO_SHIFTER, SHIFTER, 4, SHIFTER, 5, "black"),
        Wire(TO_SHIFTER, SHIFTER, 5, SHIFTER, 7, "black"),
        Wire(TO_SHIFTER, SHIFTER, 9, RIGHT_RAIL, "", "black"),
        Wire(TO_SHIFTER, SHIFTER, 10, RIGHT_RAIL, "", "black"),
        Wire(TO_SHIFTER, SHIFTER, 12, RIGHT_RAIL, "", "black"),
        Wire(TO_SHIFTER, SHIFTER, 13, RIGHT_RAIL, "", "black"),
        Wire(TO_SHIFTER, SMALL_CAPACITOR, "one leg", FIVE_RAIL, "", OWN_LEG),
        Wire(TO_SHIFTER, SMALL_CAPACITOR, "other leg", RIGHT_RAIL, "", OWN_LEG),
        Wire(TO_MATRIX, MATRIX, "5V", FIVE_RAIL, "", "red"),
        Wire(TO_MATRIX, MATRIX, "GND", RIGHT_RAIL, "", "black"),
        Wire(TO_MATRIX, BIG_CAPACITOR, "long leg, +", FIVE_RAIL, "", OWN_LEG),
        Wire(TO_MATRIX, BIG_CAPACITOR, "short leg, -", RIGHT_RAIL, "", OWN_LEG),
        Wire(TO_MATRIX, RESISTOR, "one leg", SHIFTER, 3, OWN_LEG),
        Wire(TO_MATRIX, RESISTOR, "other leg", MATRIX, "DIN", "green"),
    ]
    if has_buzzer(values):
        buzzer = pico_package.pin_of(values["buzzer_pin"])
        found.append(Wire(TO_BUZZER, BUZZER, BUZZER_PIN, PICO, buzzer, "brown"))
        found.append(Wire(TO_BUZZER, BUZZER, BUZZER_GROUND, RIGHT_RAIL, "", "black"))
    return found
