"""The bill of materials: what to buy, and what to look for."""

from collections import namedtuple

from firmware import kit
from host_tools.kit import parts, pico_package
from host_tools.kit.values import supply_ma

USB_MA = 500  # what a computer's port gives

Row = namedtuple("Row", "quantity part value goes_to look_for warning")
Row.__doc__ = """One line of the bill: all texts but the quantity, a whole number from 1.

goes_to: the Pico's pins it is connected with. look_for: how to know the right one in a shop.
warning: what goes wrong with the wrong one, "" where nothing much can.
"""


def rows(values):
    """The Rows of the bill for the settings `values`, the main parts first."""
    wires = parts.wires(values)
    found = [_pico(), _display(values, wires), _matrix(values, wires), *_behind_matrix(values)]
    found.append(
        Row(
            len(parts.BUTTONS),
            "push button",
            "momentary, closes when pressed",
            _pins_of(wires, *parts.BUTTONS),
            "tactile switch 6 × 6 mm with 4 legs, or any button of your taste",
            "With 4 legs two and two are always joined: use two legs that lie diagonally "
            "opposite. No resistors: the Pico has its own pull-ups.",
        )
    )
    if parts.has_buzzer(values):
        found.append(
            Row(
                1,
                "buzzer" if values["buzzer"] else "buzzer (optional)",
                "passive piezo",
                _pins_of(wires, parts.BUZZER),
                "a bare piezo disc or a passive (external drive) piezo, 2 kHz",
                "No magnetic buzzer: it draws more than a pin may give. An active one has a "
                "tone of its own. It is silent until settings.txt says `buzzer on`.",
            )
        )
    return found + [_breadboard(), _jumpers(wires), _cable(values)]


def _pico():
    return Row(
        1,
        "board",
        "Raspberry Pi Pico",
        "",
        "Pico, Pico W, Pico 2 or Pico 2 W, with pin headers (H or WH in the name) or with two "
        "20-pin headers to solder on",
        "Boards of other makers with the same chip have other pin orders.",
    )


def _display(values, wires):
    kind = values["display"].upper()
    other = "SH1106" if kind == "SSD1306" else "SSD1306"
    inches = {"SSD1306": "0.96", "SH1106": "1.3"}
    address = values["display_address"]
    return Row(
        1,
        "display",
        f"{kind} OLED, 128 × 64, I2C, address 0x{address:02X}",
        _pins_of(wires, parts.DISPLAY),
        f"4 pins (not 7: that is SPI); {inches[kind]} inch modules are mostly {kind}; works at "
        f"3.3 V. The back may give the address doubled: 0x{2 * address:02X}",
        "Modules exist with VCC and GND exchanged: go by the names printed on yours. "
        f"{inches[other]} inch modules mostly have the {other}: write `display "
        f"{other.lower()}` into settings.txt.",
    )


def _matrix(values, wires):
    side = kit.MATRIX_SIDE
    rows_run = "every other row runs backwards" if values["matrix_serpentine"] else "all rows run"
    rows_run += ", serpentine" if values["matrix_serpentine"] else " in the same direction"
    data = pico_package.name_of(_pico_pin(wires, parts.SHIFTER))
    return Row(
        1,
        "matrix",
        f"{side} × {side} WS2812B, 5 V, colour order {values['matrix_order']}",
        f"{data} ({_pico_pin(wires, parts.SHIFTER)}) through the level shifter",
        f"a square of {side * side} addressable RGB pixels (NeoPixel), not RGBW; {rows_run}",
        "The data go into DIN (DI, IN), never into DOUT. Other rows or colours: "
        "`matrix_serpentine`, `matrix_order` in settings.txt. "
        f"The firmware keeps all pixels below {values['matrix_limit_ma']} mA; unlimited they "
        "would draw 3.8 A.",
    )


def _behind_matrix(values):
    return [
        Row(
            1,
            "level shifter",
            "74AHCT125, DIP-14",
            "",
            "SN74AHCT125N: the N is the case with legs that fits a breadboard; 74HCT125 does, too",
            "Not 74HC125 or 74LVC125: they do not take 3.3 V as high, or do not give 5 V. No "
            "two-way module with four small transistors: too slow.",
        ),
        Row(
            1,
            "capacitor",
            "1000 µF, 10 V or more",
            "",
            "electrolytic, across the two right rails",
            "It has a direction: the stripe marks minus, the long leg is plus. The wrong way "
            "round it bursts.",
        ),
        Row(1, "capacitor", "100 nF", "", "ceramic, printed 104; beside the level shifter", ""),
        Row(
            1,
            "resistor",
            "470 Ω, 1/4 W",
            "",
            "yellow violet brown (or yellow violet black black); 300 to 500 Ω will do",
            "It stands between the level shifter and DIN, not in a supply wire.",
        ),
    ]


def _breadboard():
    return Row(
        1,
        "breadboard",
        "830 holes",
        "",
        "full size, with a pair of rails on each side",
        "On many boards the rails are interrupted in the middle: join the halves with short wires.",
    )


def _jumpers(wires):
    count = sum([wire.colour != parts.OWN_LEG for wire in wires])
    return Row(
        count,
        "jumper wire",
        "in the colours of the wiring table",
        "",
        "male to male; male to female where a part has pins of its own; the matrix often has "
        "wires or solder pads",
        "Keep red for 5 V, orange for 3.3 V and black for ground, and for nothing else.",
    )


def _cable(values):
    supply = supply_ma(values)
    warning = "Many charging cables have no data wires: nothing can be deployed with them."
    if supply > USB_MA:
        warning += (
            f" With matrix_limit_ma {values['matrix_limit_ma']} a computer's port "
            f"({USB_MA} mA) is not enough: use a USB charger."
        )
    return Row(
        1,
        "USB cable",
        f"data, to a supply of 5 V and {supply} mA or more",
        "",
        "micro USB at the Pico's end",
        warning,
    )


def _pico_pin(wires, part):
    """The package pin that the only signal wire of `part` ends at."""
    return [wire.to_pin for wire in wires if (wire.part, wire.to_part) == (part, parts.PICO)][0]


def _pins_of(wires, *of_parts):
    """The Pico's pins these parts are wired to: `SDA GP4 (6), SCL GP5 (7)`."""
    found = []
    for wire in wires:
        if wire.part in of_parts and wire.to_part == parts.PICO:
            said = wire.part.removeprefix("button ") if wire.part in parts.BUTTONS else wire.pin
            said = "" if wire.part == parts.BUZZER else said + " "
            found.append(f"{said}{pico_package.name_of(wire.to_pin)} ({wire.to_pin})")
    return ", ".join(found)
