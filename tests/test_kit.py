"""The kit's page says what the firmware is wired for, and the app's log stays small."""

from pathlib import Path

import pytest

from firmware import kit
from firmware.buttons import KEYS
from firmware.storage import crash_log

PAGE = (Path(__file__).parent.parent / "hardware" / "README.md").read_text(encoding="utf-8")

# From the Pico's data sheet: which pin of the board a GPIO is.
PACKAGE = {0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15}
PACKAGE |= {12: 16, 13: 17, 14: 19, 15: 20, 16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27}
PACKAGE |= {22: 29, 26: 31, 27: 32, 28: 34}


def row(column, *start):
    """The only row of the page's tables with the cells of `start` from `column` on."""
    found = []
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and tuple(cells[column : column + len(start)]) == start:
            found.append(cells)
    assert len(found) == 1, (start, found)
    return found[0]


def wire(part, pin):
    """Where the only wire from this pin of a part goes: [part, its pin, pin of the Pico]."""
    return row(2, part, pin)[4:7]


def on_pico(gpio):
    return ["Pico", f"GP{gpio}", str(PACKAGE[gpio])]


@pytest.mark.parametrize(("key", "pin"), list(zip(KEYS, kit.BUTTON_PINS, strict=True)))
def test_every_button_is_on_its_pin(key, pin):
    name = "button " + key.upper()
    assert wire(name, "one leg") == on_pico(pin)
    assert wire(name, "opposite leg") == ["left ground rail", "any hole", ""]


def test_display_matrix_and_buzzer_are_on_their_pins():
    assert wire("display", "SDA") == on_pico(kit.I2C_SDA_PIN)
    assert wire("display", "SCL") == on_pico(kit.I2C_SCL_PIN)
    assert wire("display", "VCC") == ["Pico", "3V3(OUT)", "36"]
    assert wire("level shifter", "2 (1A)") == on_pico(kit.MATRIX_PIN)
    assert wire("5 V rail", "any hole") == ["Pico", "VBUS", "40"]
    assert wire("buzzer", "one leg") == on_pico(kit.BUZZER_PIN)


def test_the_page_tells_the_values_of_the_parts():
    display = row(0, "1", "display")[2]
    assert kit.DISPLAY_KIND.upper() in display and f"0x{kit.DISPLAY_ADDRESS:02X}" in display
    matrix = row(0, "1", "matrix")[2]
    assert f"{kit.MATRIX_SIDE} × {kit.MATRIX_SIDE}" in matrix and kit.MATRIX_ORDER in matrix
    assert f"them below {kit.MATRIX_LIMIT_MA} mA" in PAGE
    assert f"on I2C{kit.I2C_ID}, {kit.I2C_FREQUENCY // 1000} kHz" in PAGE


def test_no_pin_serves_two_parts():
    pins = [*kit.BUTTON_PINS, kit.I2C_SDA_PIN, kit.I2C_SCL_PIN, kit.MATRIX_PIN, kit.BUZZER_PIN]
    assert len(set(pins)) == len(pins)


def test_the_crash_log_names_the_screen_and_stays_small(tmp_path):
    log = crash_log.CrashLog(str(tmp_path / "crash.log"), 200)
    for number in range(100):
        log.add(ValueError(f"fault {number}"), "FleeScreen")
    newest = (tmp_path / "crash.log").read_text()
    older = (tmp_path / "crash.log.old").read_text()
    assert "in FleeScreen\nValueError: fault 99\n" in newest
    assert "fault 9" in older
    assert len(newest) < 300 and len(older) < 300
    assert sorted(path.name for path in tmp_path.iterdir()) == ["crash.log", "crash.log.old"]


def test_a_log_that_cannot_be_written_stops_nothing(tmp_path):
    crash_log.CrashLog(str(tmp_path / "no" / "crash.log")).add(ValueError("x"), "here")
