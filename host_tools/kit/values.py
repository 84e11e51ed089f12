"""What the papers are made for: the values of `firmware.kit`, or those of a settings file."""

from firmware import kit
from firmware.storage import settings_file

# The settings that say how a device is wired, in the order of the settings file.
WIRED = (
    "buzzer", "display", "display_address", "i2c", "sda", "scl", "matrix_pin", "matrix_order",
    "matrix_serpentine", "matrix_rotation", "matrix_limit_ma", "up", "down", "left", "right",
    "ok", "back", "buzzer_pin",
)  # fmt: skip

MOST_MA = 1000  # through the Pico's USB socket and a breadboard
BESIDE_MA = 100  # what the Pico and the display take, amply


class BadKit(ValueError):
    """A kit that cannot be built; the text says what is wrong and what would be right."""


def reference():
    """{key: value} of the reference kit; BadKit where `firmware.kit` cannot be wired."""
    values = defaults()
    try:
        for key, value in values.items():
            settings_file.check(values, key, value)
        check_current(values)
    except ValueError as error:
        raise BadKit(f"firmware/kit.py: {error}") from None
    return values


def from_settings(raw, name):
    """{key: value} of a settings file, its bytes `raw`; BadKit, with a line for each problem."""
    reference()
    values, _, problems = settings_file.read(raw)
    if problems:
        lines = [f"{name}{f' line {line}' if line else ''}: {why}" for line, why in problems]
        raise BadKit("\n".join(lines))
    try:
        check_current(values)
    except ValueError as error:
        raise BadKit(f"{name}: {error}") from None
    return values


def defaults():
    """{key: value} of all settings a fresh device has."""
    return {key: default for key, default, _, _ in settings_file.KEYS}


def check_current(values):
    """ValueError when the matrix may draw more than this wiring carries."""
    limit = values["matrix_limit_ma"]
    if limit > MOST_MA:
        raise ValueError(
            f"matrix_limit_ma {limit} is more than the {MOST_MA} mA that may run through a Pico's "
            "USB socket and a breadboard; these papers show no supply of its own for the matrix"
        )


def supply_ma(values):
    """What the USB supply must give, mA."""
    return values["matrix_limit_ma"] + BESIDE_MA


def lines_for(values):
    """The lines of settings.txt that this wiring needs: what differs from the defaults."""
    usual = defaults()
    found = []
    for key in WIRED:
        if values[key] != usual[key]:
            word = settings_file.text_of(settings_file.allowed_for(key), values[key])
            found.append(f"{key} {word}")
    return found


def pixels():
    """How many pixels the matrix has."""
    return kit.MATRIX_SIDE * kit.MATRIX_SIDE


def first_pixel(values):
    """The corner of the mounted matrix, seen from the front, where its first pixel must be."""
    corners = {0: "top left", 90: "bottom left", 180: "bottom right", 270: "top right"}
    return corners[values["matrix_rotation"]]
