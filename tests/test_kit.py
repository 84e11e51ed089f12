"""The kit's page says what the firmware is wired for, and the app's log stays small."""

from pathlib import Path

from firmware import kit
from firmware.buttons import KEYS
from firmware.storage import crash_log

PAGE = (Path(__file__).parent.parent / "hardware" / "README.md").read_text(encoding="utf-8")


def row(name):
    """The cells of the row of the kit's table whose first cell starts with `name`."""
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0].startswith(name):
            return " ".join(cells[1:])
    raise AssertionError(f"no row {name!r}")


def test_every_button_is_on_its_pin():
    assert len(kit.BUTTON_PINS) == len(KEYS)
    for key, pin in zip(KEYS, kit.BUTTON_PINS, strict=True):
        assert row(key.upper()).endswith(f"GP{pin}")


def test_display_matrix_and_buzzer_are_on_their_pins():
    display = row("display")
    assert f"SDA GP{kit.I2C_SDA_PIN}" in display and f"SCL GP{kit.I2C_SCL_PIN}" in display
    assert f"0x{kit.DISPLAY_ADDRESS:02X}" in display
    assert kit.DISPLAY_KIND.upper() in display
    matrix = row("matrix")
    assert f"GP{kit.MATRIX_PIN}" in matrix
    assert f"{kit.MATRIX_SIDE} × {kit.MATRIX_SIDE}" in matrix and kit.MATRIX_ORDER in matrix
    assert row("buzzer").endswith(f"GP{kit.BUZZER_PIN}")
    assert f"below {kit.MATRIX_LIMIT_MA} mA" in PAGE


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
