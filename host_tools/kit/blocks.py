"""The parts of the kit as blocks of a picture: where each is, its pins, and how it looks.

A block lies on the grid of the wires: corners and pins are on its points, GRID units apart.
"""

from collections import namedtuple

from firmware import kit
from host_tools.kit import parts, pico_package
from host_tools.kit.routes import DOWN, LEFT, RIGHT, UP
from host_tools.kit.shapes import Box, Disc, Line, dashed, text
from host_tools.kit.values import first_pixel

GRID = 12
PITCH = 3  # grid points between the pins of Pico and level shifter

Block = namedtuple("Block", "left top right bottom ends shapes")
Block.__doc__ = """A part at the grid points from (left, top) to (right, bottom), both included.

ends: {pin: (point, direction in which a wire leaves it)}. shapes: what is drawn, in order.
"""

_INK = "#1d1f22"
_DIM = "#6d7278"
_PAPER = "#ffffff"
_PALE = "#f1f2f4"
_EDGE = "#50555c"
_BOARD = "#17563a"
_BOARD_DIM = "#7fae98"
_PAD = "#0f3d29"
_BRIGHT = "#ffe27a"
_CASE = "#2b2e33"
_CASE_DIM = "#9aa0a8"
_METAL = "#c9ccd1"
_GLASS = "#0b1d33"
_LIT = "#8fc7ff"

_PICO = (46, 11, 69, 73)  # left, top, right, bottom
_USB = (54, 9, 61, 12)
_PICO_FIRST = 15  # the row of pins 1 and 40
_SHIFTER = (79, 40, 89, 65)
_SHIFTER_FIRST = 45
_DISPLAY = (10, 15, 31, 32)
_BUTTON = (10, 26)  # left, right
_BUTTON_FIRST = 42
_BUTTON_STEP = 6
_MATRIX = (107, 20, 122, 45)
_RESISTOR = (96, 68, 103, 70)
_BUZZER = (79, 71, 89, 75)


def pico(roles):
    """The Pico from above; roles: {package pin: (what it is used for, colour)}."""
    left, top, right, bottom = _PICO
    middle = (left + right) * GRID / 2
    shapes = [
        _box(_PICO, _BOARD, _BOARD, 8),
        text(middle, top * GRID + 22, "Raspberry Pi Pico, from above", 14, _PAPER, "middle"),
    ]
    ends = {}
    for pin in range(1, 2 * pico_package.ROWS + 1):
        side, row = pico_package.place_of(pin)
        y = _PICO_FIRST + PITCH * row
        at_left = side == "left"
        ends[pin] = ((left if at_left else right, y), LEFT if at_left else RIGHT)
        shapes += _pico_pin(pin, at_left, (left if at_left else right) * GRID, y * GRID, roles)
    return Block(*_PICO, ends, shapes)


def usb_socket():
    """The end of the Pico that the cable goes into, as a Block without pins."""
    left, top, right, bottom = _USB
    middle = (left + right) * GRID / 2
    shapes = [
        _box(_USB, _METAL, _EDGE, 4),
        text(middle, top * GRID + 13, "USB", 13, _INK, "middle"),
    ]
    return Block(left, top, right, bottom, {}, shapes)


def _pico_pin(pin, at_left, x, y, roles):
    inwards = 1 if at_left else -1
    anchor = "start" if at_left else "end"
    name = pico_package.name_of(pin)
    role, colour = roles.get(pin, ("", _PAD))
    used = pin in roles
    pad = Box(x if at_left else x - 28, y - 10, 28, 20, colour, _PAPER if used else _PAD, 1.5, 3)
    number_ink = _PAPER if used else _BOARD_DIM
    shapes = [pad, text(x + 14 * inwards, y, str(pin), 14, number_ink, "middle")]
    ink = _PAPER if used else _BOARD_DIM
    shapes.append(text(x + 36 * inwards, y, name, 17 if used else 14, ink, anchor))
    if role:
        shapes.append(text(x + 88 * inwards, y, role, 12, _BRIGHT, anchor))
    return shapes


def display(values, where):
    """The display with its header at the top; where: {pin: text of what it goes to}."""
    left, top, right, bottom = _DISPLAY
    x, y = left * GRID, top * GRID
    width = (right - left) * GRID
    height = (bottom - top) * GRID
    shapes = [_box(_DISPLAY, "#20406b", "#20406b", 6)]
    ends = {}
    for number, pin in enumerate(parts.DISPLAY_PINS):
        column = left + 3 + 5 * number
        ends[pin] = ((column, top), UP)
        shapes += [
            Disc(column * GRID, y + 8, 6, _METAL, _EDGE, 1.5),
            text(column * GRID, y + 26, pin, 16, _PAPER, "middle"),
            text(column * GRID, y + 43, where[pin], 12, _BRIGHT, "middle"),
        ]
    glass = Box(x + 18, y + 60, width - 36, height - 76, _GLASS, _METAL, 1.5, 3)
    address = f"I2C{values['i2c']} at 0x{values['display_address']:02X}"
    shapes += [
        glass,
        text(x + width / 2, y + 84, "DISPLAY", 18, _LIT, "middle"),
        text(x + width / 2, y + 108, f"{values['display'].upper()} OLED 128 x 64", 14, _LIT,
             "middle"),
        text(x + width / 2, y + 128, address, 14, _LIT, "middle"),
        text(x + width / 2, y + 158, "Other modules: another order of pins.", 11, _LIT, "middle"),
        text(x + width / 2, y + 172, "Go by the names printed on yours.", 11, _LIT, "middle"),
    ]  # fmt: skip
    return Block(*_DISPLAY, ends, shapes)


def buttons_head():
    """What stands above the buttons, as a Block without pins."""
    left, right = _BUTTON
    bottom = _BUTTON_FIRST - 3
    words = "BUTTONS, from pin to ground"
    shapes = [text((left + right) * GRID / 2, bottom * GRID, words, 13, _DIM, "middle")]
    return Block(left, bottom - 1, right, bottom, {}, shapes)


def buttons(where):
    """{name: Block} of the buttons; where: {name: text of what it goes to}."""
    found = {}
    left, right = _BUTTON
    for number, name in enumerate(parts.BUTTONS):
        row = _BUTTON_FIRST + _BUTTON_STEP * number
        area = (left, row - 2, right, row + 2)
        y = row * GRID
        x = left * GRID
        shapes = [
            _box(area, _PALE, _EDGE, 6),
            *_leg(left * GRID, y, 1),
            *_leg(right * GRID, y, -1),
            Disc(x + 44, y, 15, _CASE, _EDGE, 2),
            text(x + 68, y - 8, name.removeprefix("button "), 18, _INK),
            text(x + 68, y + 11, where[name], 13, _DIM),
        ]
        ends = {
            parts.BUTTON_PIN: ((right, row), RIGHT),
            parts.BUTTON_GROUND: ((left, row), LEFT),
        }
        found[name] = Block(*area, ends, shapes)
    return found


def shifter():
    """The 74AHCT125 from above, its notch at the top."""
    left, top, right, bottom = _SHIFTER
    middle = (left + right) * GRID / 2
    shapes = [
        _box(_SHIFTER, _CASE, _CASE, 4),
        Disc(middle, top * GRID, 9, _PAPER, _PAPER, 1),
        Box(middle - 14, top * GRID - 14, 28, 13, _PAPER, _PAPER, 0, 0),
        text(middle, top * GRID + 22, "LEVEL SHIFTER", 13, _PAPER, "middle"),
        text(middle, top * GRID + 38, "74AHCT125", 13, _BRIGHT, "middle"),
    ]
    ends = {}
    half = len(parts.SHIFTER_PINS) // 2
    for pin, name in parts.SHIFTER_PINS.items():
        at_left = pin <= half
        row = _SHIFTER_FIRST + PITCH * (pin - 1 if at_left else 2 * half - pin)
        column = left if at_left else right
        ends[pin] = ((column, row), LEFT if at_left else RIGHT)
        inwards = 1 if at_left else -1
        x, y = column * GRID, row * GRID
        free = pin in parts.SHIFTER_FREE
        ink = _CASE_DIM if free else _PAPER
        shapes += [
            Box(x if at_left else x - 22, y - 9, 22, 18, _CASE if free else _METAL, _METAL, 1, 2),
            text(x + 11 * inwards, y, str(pin), 13, _CASE_DIM if free else _INK, "middle"),
            text(x + 28 * inwards, y, name, 12, ink, "start" if at_left else "end"),
        ]
    return Block(*_SHIFTER, ends, shapes)


def matrix(values):
    """The matrix from the front, its pins at the bottom."""
    left, top, right, bottom = _MATRIX
    x, y = left * GRID, top * GRID
    width = (right - left) * GRID
    shapes = [_box(_MATRIX, _CASE, _CASE, 6)]
    side = kit.MATRIX_SIDE
    pitch = (width - 24) / side
    corner = first_pixel(values)
    first = (0 if "left" in corner else side - 1, 0 if "top" in corner else side - 1)
    for row in range(side):
        for column in range(side):
            fill = _BRIGHT if (column, row) == first else _METAL
            at = (x + 12 + (column + 0.5) * pitch, y + 12 + (row + 0.5) * pitch)
            shapes.append(Box(at[0] - 6, at[1] - 6, 12, 12, fill, _EDGE, 1, 2))
    middle = x + width / 2
    under = y + 12 + side * pitch
    shapes += [
        text(middle, under + 18, "MATRIX", 18, _PAPER, "middle"),
        text(middle, under + 38, f"{side} x {side} WS2812B, {values['matrix_order']}", 13, _PAPER,
             "middle"),
        text(middle, under + 55, f"first pixel: {corner}", 12, _BRIGHT, "middle"),
        text(middle, under + 71, "DIN, never DOUT", 12, _BRIGHT, "middle"),
    ]  # fmt: skip
    ends = {}
    for number, pin in enumerate(parts.MATRIX_PINS):
        column = left + 3 + 4 * number + (1 if number == 2 else 0)
        ends[pin] = ((column, bottom), DOWN)
        shapes += [
            Disc(column * GRID, bottom * GRID - 8, 6, _METAL, _EDGE, 1.5),
            text(column * GRID, bottom * GRID - 26, pin, 15, _PAPER, "middle"),
        ]
    return Block(*_MATRIX, ends, shapes)


def resistor():
    """The resistor in the matrix's data wire."""
    left, top, right, bottom = _RESISTOR
    y = (top + bottom) * GRID / 2
    x = left * GRID
    shapes = [
        Line(((x, y), (right * GRID, y)), _EDGE, 3),
        Box(x + 12, y - 12, (right - left) * GRID - 24, 24, "#ead9b0", _EDGE, 1.5, 8),
        text((left + right) * GRID / 2, y, "470 ohm", 13, _INK, "middle"),
    ]
    row = (top + bottom) // 2
    ends = {"one leg": ((left, row), LEFT), "other leg": ((right, row), RIGHT)}
    return Block(*_RESISTOR, ends, shapes)


def buzzer(where, is_on):
    """The buzzer; with dashes around it when it is off."""
    left, top, right, bottom = _BUZZER
    row = _PICO_FIRST + PITCH * (pico_package.ROWS - 1)
    x = left * GRID
    y = top * GRID
    edge = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
    edge = tuple([(column * GRID, line * GRID) for column, line in edge])
    shapes = [Box(x, y, (right - left) * GRID, (bottom - top) * GRID, _PALE, _PALE, 1.5, 0)]
    shapes += [Line(edge, _EDGE, 2)] if is_on else dashed(edge, _EDGE, 2, 7, 7)
    shapes += [
        *_leg(left * GRID, row * GRID, 1),
        *_leg(right * GRID, row * GRID, -1),
        text(x + 60, y + 9, "BUZZER", 15, _INK, "middle"),
        text(x + 60, y + 24, where, 13, _DIM, "middle"),
        text(x + 60, y + 39, "passive piezo" if is_on else "optional", 12, _DIM, "middle"),
    ]
    ends = {
        parts.BUZZER_PIN: ((left, row), LEFT),
        parts.BUZZER_GROUND: ((right, row), RIGHT),
    }
    return Block(*_BUZZER, ends, shapes)


def _leg(x, y, inwards):
    return [Box(x if inwards > 0 else x - 10, y - 5, 10, 10, _METAL, _EDGE, 1.5, 2)]


def _box(area, fill, edge, radius):
    left, top, right, bottom = [value * GRID for value in area]
    return Box(left, top, right - left, bottom - top, fill, edge, 1.5, radius)
