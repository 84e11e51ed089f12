"""The wiring picture: every part as a block, every wire as a coloured line, for A4 landscape."""

from host_tools.kit import blocks, parts, pico_package
from host_tools.kit.blocks import GRID
from host_tools.kit.routes import DOWN, LEFT, RIGHT, NoWay, Routes
from host_tools.kit.shapes import Box, Disc, Line, Picture, dashed, text, text_width
from host_tools.kit.values import BadKit

WIDTH = 1488
HEIGHT = 1056

COLOURS = {
    "red": "#d81e1e", "orange": "#ff7f0e", "yellow": "#e3b400", "green": "#1a9641",
    "blue": "#1f6fd6", "violet": "#8e44ad", "brown": "#8b5a2b", "grey": "#8d9299",
    "black": "#24262a",
}  # fmt: skip
_WIRE = 5
_CASING = 10  # white, so that of two wires that cross the upper one is seen to run on
_INK = "#1d1f22"
_DIM = "#5d6268"
_RAIL = 8

# Rails: column, first and last row.
_RAILS = {
    parts.LEFT_RAIL: (4, 12, 74),
    parts.RIGHT_RAIL: (95, 21, 68),
    parts.FIVE_RAIL: (102, 15, 67),
}
_RAIL_COLOURS = {
    parts.LEFT_RAIL: "black", parts.RIGHT_RAIL: "black", parts.FIVE_RAIL: "red",
}  # fmt: skip
# Capacitors across the two right rails: the row they lie in.
_CAPACITORS = {parts.SMALL_CAPACITOR: 40, parts.BIG_CAPACITOR: 54}
_HEAD_ROWS = 4  # rows of the grid that the title takes
_FOOT_ROW = 80  # the first one that the legend takes


def draw(values, name):
    """The Picture for the settings `values`; `name` says where they stand. May raise BadKit."""
    wires = parts.wires(values)
    placed = _blocks(values, wires)
    ways = _ways(wires, placed)
    shapes = []
    for rail in parts.RAILS:
        shapes += _rail(rail)
    for number, wire in enumerate(wires):
        if number in ways:
            optional = wire.part == parts.BUZZER and not values["buzzer"]
            shapes += _wire(ways[number], _colour(wire), optional)
    for block in placed.values():
        shapes += block.shapes
    shapes += _joint(placed) + _capacitors()
    for number, wire in enumerate(wires):
        if number in ways:
            shapes += _taps(wire, ways[number])
    shapes += _title(name) + _legend(wires)
    return Picture(WIDTH, HEIGHT, f"Wiring of the tabletop companion, {name}", tuple(shapes))


# --- where everything is ---


def _blocks(values, wires):
    """{part: Block} of all parts but rails and capacitors."""
    roles = {}
    where = {}
    for wire in wires:
        if wire.to_part == parts.PICO:
            roles[wire.to_pin] = (_role(wire), _colour(wire))
            name = pico_package.name_of(wire.to_pin).removesuffix("(OUT)")
            said = f"{name} · {wire.to_pin}"
            where[wire.part if wire.part != parts.DISPLAY else wire.pin] = said
        elif wire.part == parts.DISPLAY:
            where[wire.pin] = "ground"
    placed = {
        "USB": blocks.usb_socket(),
        parts.PICO: blocks.pico(roles),
        parts.DISPLAY: blocks.display(values, where),
        parts.BUTTONS: blocks.buttons_head(),
        **blocks.buttons(where),
        parts.SHIFTER: blocks.shifter(),
        parts.RESISTOR: blocks.resistor(),
        parts.MATRIX: blocks.matrix(values),
    }
    if parts.BUZZER in where:
        placed[parts.BUZZER] = blocks.buzzer(where[parts.BUZZER], values["buzzer"])
    return placed


def _role(wire):
    """What a pin of the Pico is used for, in one word."""
    if wire.part == parts.FIVE_RAIL:
        return wire.part
    if wire.part in parts.RAILS:
        return "rail"
    if wire.part == parts.SHIFTER:
        return "MATRIX"
    if wire.part == parts.BUZZER:
        return "BUZZER"
    if wire.part == parts.DISPLAY:
        return "" if wire.pin == "VCC" else wire.pin
    return wire.part.removeprefix("button ")


def _colour(wire):
    """A wire's colour; a resistor's leg has that of the wire it goes on in."""
    return COLOURS["green" if wire.colour == parts.OWN_LEG else wire.colour]


def _ways(wires, placed):
    """{number of the wire: its corners in units} of all wires that are drawn as lines."""
    routes = Routes(WIDTH // GRID + 1, HEIGHT // GRID + 1)
    routes.block(0, 0, WIDTH // GRID, _HEAD_ROWS - 1)
    routes.block(0, _FOOT_ROW, WIDTH // GRID, HEIGHT // GRID)
    routes.block(0, 0, 1, HEIGHT // GRID)
    routes.block(WIDTH // GRID - 1, 0, WIDTH // GRID, HEIGHT // GRID)
    for block in placed.values():
        routes.block(block.left, block.top, block.right, block.bottom)
    for wire in wires:
        for part, pin in ((wire.part, wire.pin), (wire.to_part, wire.to_pin)):
            if part in placed:
                routes.exit(*placed[part].ends[pin])
    ends = {(part, pin): [end] for part in placed for pin, end in placed[part].ends.items()}
    for rail, (column, top, bottom) in _RAILS.items():
        points = routes.rail(column, top, bottom)
        ends[rail, ""] = [(point, side) for point in points for side in (LEFT, RIGHT)]
        # What stands above and below a rail are its name and its end.
        routes.block(column - 2, top - 3, column + 2, top - 1)
    left, right = [_RAILS[rail][0] for rail in (parts.RIGHT_RAIL, parts.FIVE_RAIL)]
    for row in _CAPACITORS.values():
        routes.block(left + 1, row - 2, right - 1, row + 2)
        routes.take((left, row))
        routes.take((right, row))
    first, second, last = _joined(placed)
    for row in range(first[1], last[1] + 1):
        routes.take((first[0], row))
    ends[parts.SHIFTER, 7] = [(last, DOWN)]
    wanted = {}
    for number, wire in enumerate(wires):
        start, goals = ends.get((wire.part, wire.pin)), ends[wire.to_part, wire.to_pin]
        if start is None or wire.part == wire.to_part:
            continue  # a capacitor across the rails, or a jumper beside the level shifter
        if wire.part in parts.RAILS:
            start, goals = goals, start
        wanted[number] = (start[0], goals)
    try:
        ways = routes.lay(dict(sorted(wanted.items(), key=lambda item: _length(*item[1]))))
    except NoWay as error:
        wire = wires[error.name]
        raise BadKit(f"no room in the picture for the wire of the {wire.part}") from None
    units = {}
    for number, way in ways.items():
        units[number] = tuple([(column * GRID, row * GRID) for column, row in way])
    return units


def _length(start, goals):
    """How far a wire must go at least: short ones are laid first."""
    (x, y), _ = start
    return min([abs(x - column) + abs(y - row) for (column, row), _ in goals])


def _joined(placed):
    """The grid points beside pins 4, 5 and 7 of the level shifter, which jumpers join."""
    ends = placed[parts.SHIFTER].ends
    return [(ends[pin][0][0] - 1, ends[pin][0][1]) for pin in (4, 5, 7)]


# --- how it looks ---


def _wire(way, colour, optional):
    casing = Line(way, "#ffffff", _CASING)
    if optional:
        return [casing, *dashed(way, colour, _WIRE, 10, 9)]
    return [casing, Line(way, colour, _WIRE)]


def _joint(placed):
    points = [(column * GRID, row * GRID) for column, row in _joined(placed)]
    colour = COLOURS["black"]
    shapes = [Line((points[0], points[-1]), colour, _WIRE)]
    for x, y in points:
        shapes += [Line(((x, y), (x + GRID, y)), colour, _WIRE), Disc(x, y, 5, colour, colour, 1)]
    return shapes


def _taps(wire, way):
    """A dot at each end of a wire that lies on a rail."""
    on_rail = [way[-1]] if wire.to_part in parts.RAILS or wire.part in parts.RAILS else []
    return [Disc(x, y, 6, _colour(wire), "#ffffff", 1.5) for x, y in on_rail]


def _rail(rail):
    column, top, bottom = _RAILS[rail]
    x = column * GRID
    colour = COLOURS[_RAIL_COLOURS[rail]]
    name = "5 V" if rail == parts.FIVE_RAIL else "GND"
    return [
        Line(((x, top * GRID), (x, bottom * GRID)), colour, _RAIL),
        text(x, top * GRID - 30, name, 17, colour, "middle"),
        text(x, top * GRID - 14, "rail", 12, colour, "middle"),
    ]


def _capacitors():
    left, right = [_RAILS[rail][0] * GRID for rail in (parts.RIGHT_RAIL, parts.FIVE_RAIL)]
    middle = (left + right) / 2
    small = _CAPACITORS[parts.SMALL_CAPACITOR] * GRID
    big = _CAPACITORS[parts.BIG_CAPACITOR] * GRID
    metal = "#7b8087"
    shapes = [Line(((left, y), (right, y)), metal, 3) for y in (small, big)]
    shapes += [Disc(x, y, 5, metal, "#ffffff", 1.5) for x in (left, right) for y in (small, big)]
    shapes += [
        Box(middle - 26, small - 12, 52, 24, "#e8b86a", _DIM, 1.5, 11),
        text(middle, small, "100 nF", 12, _INK, "middle"),
        Disc(middle, big, 25, "#3d5a9e", _DIM, 1.5),
        text(middle, big - 6, "1000", 12, "#ffffff", "middle"),
        text(middle, big + 7, "uF", 12, "#ffffff", "middle"),
        text(right - 9, big - 11, "+", 16, COLOURS["red"], "middle"),
        text(left + 9, big - 10, "-", 18, _INK, "middle"),
    ]
    return shapes


def _title(name):
    return [
        text(24, 26, "The tabletop companion: wiring", 28, _INK),
        text(WIDTH - 24, 26, name, 16, _DIM, "end"),
    ]


_MEANINGS = (
    ("red", "5 V"),
    ("orange", "3.3 V"),
    ("black", "ground"),
    ("blue", "SDA"),
    ("yellow", "SCL"),
    ("green", "matrix data"),
    ("brown", "buttons, buzzer"),
    ("violet", "buttons"),
    ("grey", "buttons"),
)
_ADVICE = (
    ("GP10 · 14: GPIO 10, which is pin 14 of the board.",
     "A dot joins a wire and a rail. Wires that only cross are not joined.",
     "Dashed: optional."),
    ("Wire with the USB cable out. 5 V and 3.3 V must never meet.",
     "Buttons with 4 legs: use two that lie diagonally opposite.",
     "Both ground rails are needed; the Pico joins them."),
    ("1000 uF: the stripe on its case is minus, to ground.",
     "74AHCT125: pins 6, 8 and 11 stay free.",
     "Names printed on your modules go before this picture."),
)  # fmt: skip


def _legend(wires):
    top = _FOOT_ROW * GRID + 6
    shapes = [Line(((24, top - 2), (WIDTH - 24, top - 2)), "#c4c8cd", 1.5)]
    used = {wire.colour for wire in wires}
    x = 24
    for colour, meaning in _MEANINGS:
        if colour in used:
            shapes += [
                Line(((x + 4, top + 18), (x + 40, top + 18)), COLOURS[colour], _WIRE + 1),
                text(x + 50, top + 18, meaning, 15, _INK),
            ]
            x += 74 + 1.25 * text_width(meaning, 15)  # other fonts may be wider
    for column, lines in enumerate(_ADVICE):
        for row, line in enumerate(lines):
            shapes.append(text(24 + 500 * column, top + 44 + 17 * row, line, 13, _INK))
    return shapes
