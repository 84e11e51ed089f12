"""The papers that are text: Markdown tables, and the bill as CSV."""

import csv
import io

from firmware import kit
from host_tools.kit import bill, parts, pico_package
from host_tools.kit.values import defaults, first_pixel, lines_for, pixels

FULL_WHITE_MA = 60  # what one pixel draws at most

_WIRING_HEAD = ("☐", "no.", "part", "its pin", "goes to", "there", "Pico pin", "colour")
_BILL_HEAD = ("quantity", "part", "value", "Pico", "look for", "take care")
_CSV_HEAD = ("quantity", "part", "value", "Pico pins", "look for", "warning")


def wiring(values):
    """The wiring table in Markdown: for each group a heading and a row for each wire."""
    wires = parts.wires(values)
    rows = [_wiring_row(number, wire) for number, wire in enumerate(wires, 1)]
    widths = [max(map(len, column)) for column in zip(_WIRING_HEAD, *rows, strict=True)]
    blocks = []
    for group in parts.GROUPS:
        lines = [
            _line(row, widths) for row, wire in zip(rows, wires, strict=True) if wire.group == group
        ]
        if lines:
            head = [_line(_WIRING_HEAD, widths), _line(["-" * width for width in widths], widths)]
            blocks.append("\n".join([f"### {group}", "", *head, *lines]))
    return "\n\n".join(blocks)


def bill_table(values):
    """The bill of materials as a Markdown table."""
    lines = ["| " + " | ".join(_BILL_HEAD) + " |", "|---" * len(_BILL_HEAD) + "|"]
    for row in bill.rows(values):
        lines.append("| " + " | ".join(map(str, row)) + " |")
    return "\n".join(lines)


def bill_csv(values):
    """The bill of materials as CSV: a head and a line for each part."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_CSV_HEAD)
    for row in bill.rows(values):
        writer.writerow([str(cell).replace("`", "") for cell in row])
    return text.getvalue()


def facts(values, name):
    """What this kit is made for, as Markdown; `name` says where the values stand."""
    full = pixels() * FULL_WHITE_MA / 1000
    address = f"0x{values['display_address']:02X}"
    rows_run = "every other row backwards (serpentine)"
    if not values["matrix_serpentine"]:
        rows_run = "all rows in the same direction"
    lines = [
        f"Made for {name}.",
        "",
        f"* Display: {values['display'].upper()} at address {address} on I2C{values['i2c']}, "
        f"{kit.I2C_FREQUENCY // 1000} kHz.",
        f"* Matrix: {kit.MATRIX_SIDE} × {kit.MATRIX_SIDE} pixels, colour order "
        f"{values['matrix_order']}, {rows_run}; "
        f"the first pixel is at the {first_pixel(values)}, seen from the front.",
        f"* Current: {pixels()} pixels at full white would draw {full:.1f} A; the firmware keeps "
        f"them below {values['matrix_limit_ma']} mA.",
    ]
    if values["back"] != defaults()["back"]:
        lines.append(
            f"* BACK is on GP{values['back']}, but safe mode (BACK held at power-on) looks at "
            f"GP{defaults()['back']}, whatever settings.txt says."
        )
    needed = lines_for(values)
    if needed:
        lines += ["", "settings.txt on the device must say:", ""]
        lines += ["    " + line for line in needed]
    else:
        lines.append("* settings.txt on the device needs to say nothing of all this.")
    return "\n".join(lines)


def pin_said(part, pin):
    """A pin as the wiring table calls it."""
    if part == parts.SHIFTER:
        return f"{pin} ({parts.SHIFTER_PINS[pin]})"
    if part == parts.PICO:
        return pico_package.name_of(pin)
    return pin or "any hole"


def _wiring_row(number, wire):
    there = pin_said(wire.to_part, wire.to_pin)
    package = str(wire.to_pin) if wire.to_part == parts.PICO else ""
    pin = pin_said(wire.part, wire.pin)
    return "☐", str(number), wire.part, pin, wire.to_part, there, package, wire.colour


def _line(cells, widths):
    padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=True)]
    return "| " + " | ".join(padded) + " |"
