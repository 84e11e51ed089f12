"""The self-test: each fault and its sentence, dead keys, leaving, and the offer to a new device."""

import os
import subprocess
import sys
from itertools import permutations, product

import pytest

from firmware import kit
from firmware.app import App
from firmware.buttons import BACK, KEYS
from firmware.main import offer_self_test
from firmware.picture import widgets
from firmware.picture.frame import Frame
from firmware.picture.pixels import SIDE, Pixels
from firmware.restart import Restart
from firmware.screens.crash import CrashScreen
from firmware.screens.first_start import FirstStartScreen
from firmware.screens.home import TESTED, HomeScreen
from firmware.screens.self_test import SelfTestScreen
from firmware.screens.self_test_report import SelfTestReport
from firmware.self_test import leds, over_usb
from firmware.self_test.buttons import RELEASE_MS, SILENT_MS, ButtonsStep
from firmware.self_test.display import ALL_LIT_MS, DisplayStep
from firmware.self_test.leds import RUN_MS, LedsStep, taken_order
from firmware.self_test.start import FILE, HANDS_OFF_MS, StartStep
from firmware.self_test.step import ANSWER_MS
from firmware.watchdog import Watchdog
from host_tools.device import Board, Device
from host_tools.memory_files import MemoryFiles
from host_tools.vm import ROOT, unix_micropython
from tests.rows import follow
from tests.self_test_bench import OTHER_PINS, Bench

PINS = [b"", OTHER_PINS]
DARK = bytes(3)
RED = b"\xff\0\0"
GREEN = b"\0\xff\0"


def top(bench):
    return type(bench.device.app.screen)


def step(bench):
    return type(bench.device.app.screen.step)


def pixels(device):
    """The colours that are to be seen on the matrix."""
    colours = bytes(device.colours)
    return {colours[at : at + 3] for at in range(0, 192, 3)}


# --- all is well ---


def test_a_device_that_is_well_hears_so():
    bench = Bench()
    bench.to_lights()
    bench.keys("ok")
    assert bench.lines == [
        "ok: display answers at 0x3c",
        "ok: storage keeps what is written",
        "note: storage 812 KB free",
        "note: free heap 142 KB",
        "note: MicroPython 1.24.1",
        "ask: Press UP (GP10)",
        "ok: UP (GP10)",
        "ask: Press DOWN (GP11)",
        "ok: DOWN (GP11)",
        "ask: Press LEFT (GP12)",
        "ok: LEFT (GP12)",
        "ask: Press RIGHT (GP13)",
        "ok: RIGHT (GP13)",
        "ask: Press OK (GP14)",
        "ok: OK (GP14)",
        "ask: Press BACK (GP15)",
        "ok: BACK (GP15)",
        "ask: Is all of the display right? OK all dots, whole frame, UP dark lines, "
        "LEFT shifted or torn, RIGHT dim or flickers, DOWN upside down",
        "ok: display",
        "note: lights: red, green and blue run over the matrix, row by row",
        "ask: Were all lights right? OK all right, UP nothing is lit, RIGHT some stay dark, "
        "LEFT wrong colours, DOWN wrong order",
        "ok: lights",
        "self-test: all well",
    ]
    assert top(bench) is SelfTestReport
    assert bench.device.text() == [
        "All well", "Everything works.", "", "Storage 812 KB free", "Free heap 142 KB",
        "MicroPython 1.24.1", "OK done",
    ]
    assert pixels(bench.device) == {GREEN, DARK}
    bench.keys("ok")
    assert top(bench) is HomeScreen
    assert bench.device.board.logged == []


def test_it_is_the_last_row_of_the_first_screen():
    device = Device()
    home = device.app.screen
    assert home.row(home.count() - 1) == ("Self-test", "")
    follow(device, "[Self-test]")
    assert isinstance(device.app.screen, SelfTestScreen)


def test_every_line_is_plain():
    bench = Bench()
    bench.to_lights()
    bench.keys("left left up")
    for line in bench.lines:
        assert line.isascii() and line.isprintable()


# --- each fault, with the pins of the kit and with others ---


def settings_line(bench, key):
    return bench.device.app.settings.get(key)


def filled(sentence, bench):
    """`sentence` with the pins and addresses of the device in place of their keys."""
    words = {key: settings_line(bench, key) for key in (*KEYS, "sda", "scl", "matrix_pin")}
    wanted = settings_line(bench, "display_address")
    return sentence.format(address=hex(wanted), other=hex(0x3C + 0x3D - wanted), **words)


def _bus_low(names):
    def setup(bench):
        for name in names:
            bench.probe.extra_low |= 1 << settings_line(bench, name)
        bench.look()

    return setup


def _probe(**values):
    def setup(bench):
        for name, value in values.items():
            setattr(bench.probe, name, value)
        bench.look()

    return setup


def _other_address(bench):
    other = 0x3D if settings_line(bench, "display_address") == 0x3C else 0x3C
    bench.probe.addresses = [0x20, other]
    bench.look()


def _buttons(script):
    def setup(bench):
        bench.look()
        bench.keys(script)
        bench.device.wait(2 * RELEASE_MS)

    return setup


def _press_from_start(key):
    def setup(bench):
        bench.device.down(key)
        bench.device.wait(HANDS_OFF_MS + 100)
        bench.keys(" ".join([other for other in KEYS if other != key]))
        bench.device.wait(200)

    return setup


def _joined(bench):
    """Pressing UP or DOWN pulls both low."""
    bench.look()
    for _ in range(2):
        bench.device.board.down = 0b11
        bench.device.wait(100)
        bench.device.board.down = 0
        assert "One at a time!" in bench.device.text()
        bench.device.wait(SILENT_MS)
    bench.keys(REST)
    bench.device.wait(200)


def _bounce(bench):
    bench.look()
    board = bench.device.board
    for level in (1, 0, 1, 0):
        board.down = level
        bench.device.wait(30)
    bench.keys("down left right ok back")
    bench.device.wait(200)


def _display(answer):
    def setup(bench):
        bench.press_all()
        bench.keys("ok " + answer)

    return setup


def _lights(answers):
    def setup(bench):
        bench.to_lights()
        bench.keys(answers)

    return setup


def _falls_silent(bench):
    bench.look()
    bench.device.board.display.answers = False
    bench.keys(" ".join(KEYS))
    bench.device.wait(200)


def _no_storage(bench):
    bench.device.board.files.failing = True
    bench.look()


def _forgetful_storage(bench):
    files = bench.device.board.files
    read = files.read
    files.read = lambda path: b"\xff" * 256 if path == FILE else read(path)
    bench.look()


REST = " left right ok back"
SCENARIOS = {
    "both bus wires low": (
        _bus_low(("sda", "scl")),
        "Display: SDA (GP{sda}) and SCL (GP{scl}) are low. Does it get 3V3? Does a wire touch GND?",
    ),
    "SDA low": (
        _bus_low(("sda",)),
        "Display: SDA (GP{sda}) is held low. Look for a bridge to GND, "
        "then take the power off and on.",
    ),
    "SCL low": (
        _bus_low(("scl",)),
        "Display: SCL (GP{scl}) is held low. Look for a bridge to GND, "
        "then take the power off and on.",
    ),
    "nothing on the bus": (
        _probe(addresses=[]),
        "Display: no answer. Check its wires: 3V3, GND, SDA to GP{sda}, SCL to GP{scl}.",
    ),
    "SDA and SCL exchanged": (
        _probe(addresses=[], exchanged=[0x3C]),
        "Display: SDA and SCL are exchanged. SDA goes to GP{sda}, SCL to GP{scl}.",
    ),
    "another address": (
        _other_address,
        "Display: it answers at {other}, not {address}. Put into settings.txt: display_address "
        "{other}",
    ),
    "something else on the bus": (
        _probe(addresses=[0x68]),
        "Display: not at {address}, but something answers at 0x68. Check its wires: 3V3, GND, "
        "SDA to GP{sda}, SCL to GP{scl}.",
    ),
    "the display falls silent": (
        _falls_silent,
        "Display: it answers and then falls silent. Look for a loose wire: 3V3, GND, "
        "GP{sda}, GP{scl}.",
    ),
    "no storage": (
        _no_storage,
        "Storage: storage is full. Delete kept games; if that does not help, install "
        "the firmware anew.",
    ),
    "a forgetful storage": (
        _forgetful_storage,
        "Storage: it gives back other bytes than were written. Install the firmware "
        "anew; if this stays, change the Pico.",
    ),
    "little storage left": (
        _probe(storage=31 << 10),
        "Storage: only 31 KB are free. Delete kept games or other files.",
    ),
    "down from the start": (
        _press_from_start("left"),
        "LEFT is down all the time. GP{left} touches GND, or the "
        "button is turned by 90 degrees.",
    ),
    "goes down and stays": (
        _buttons("up down left right ok_down wait:3000 back"),
        "OK is down all the time. GP{ok} touches GND, or the "
        "button is turned by 90 degrees.",
    ),
    "the last one is silent": (
        _buttons("up down left right ok wait:10000"),
        "BACK is silent. Check its wires: one to GP{back}, one "
        "to GND.",
    ),
    "a silent one": (
        _buttons("up wait:10000" + REST),
        "DOWN is silent. Check its wires: one to GP{down}, one "
        "to GND.",
    ),
    "all silent": (
        _buttons("wait:60500"),
        "Buttons: none answers. Is their common wire to GND missing?",
    ),
    "two exchanged": (
        _buttons("down down up up" + REST),
        "UP and DOWN are exchanged. Swap their wires at GP{up} and GP{down}.",
    ),
    "BACK and UP exchanged": (
        _buttons("back back down left right ok up up"),
        "UP and BACK are exchanged. Swap their wires at GP{up} and GP{back}.",
    ),
    "a wire elsewhere": (
        _buttons("up gp17 gp17" + REST),
        "DOWN is wired to GP17, not GP{down}. Move the wire, or "
        "put into settings.txt: down 17",
    ),
    "two on one pin": (
        _buttons("up left left" + REST),
        "DOWN is wired to GP{left}, not GP{down}. Move the wire.",
    ),
    "two joined": (
        _joined,
        "UP and DOWN go down together. Look for a solder bridge between GP{up} and "
        "GP{down}.",
    ),
    "a bouncing one": (
        _bounce,
        "UP bounces: one press counts twice. Change the button.",
    ),
    "dark lines": (
        _display("up"),
        "Display: lines stay dark. Its glass is damaged: change the display.",
    ),
    "shifted": (
        _display("left"),
        "Display: it has the other controller. Put into settings.txt: display sh1106",
    ),
    "dim": (
        _display("right"),
        "Display: dim or flickering. Check 3V3 and GND, and contrast in "
        "settings.txt; it is 128 of 255.",
    ),
    "upside down": (
        _display("down"),
        "Display: upside down. Turn the module; no setting does it.",
    ),
    "nobody says how the display is": (
        _display("wait:60000"),
        "Display: nobody said if it is right. Snow on it? Put into settings.txt: "
        "display sh1106",
    ),
    "no light": (
        _lights("up"),
        "Lights: none is lit. Data: GP{matrix_pin}, level "
        "shifter, 470 ohm, DIN (not DOUT). 5 V from VBUS. All GND joined?",
    ),
    "some dark": (
        _lights("right"),
        "Lights: some stay dark. Look at the first dark one and the one before it: "
        "solder, DIN, DOUT, 5 V.",
    ),
    "colours exchanged": (
        _lights("left up left"),
        "Lights: colours are exchanged. Put into settings.txt: matrix_order RGB",
    ),
    "colours that cannot be": (
        _lights("left left left"),
        "Lights: wrong colours. Try other values of matrix_order in settings.txt; "
        "it is GRB now.",
    ),
    "zigzag": (
        _lights("down ok"),
        "Lights: every other row runs backwards. Put into settings.txt: "
        "matrix_serpentine on",
    ),
    "turned": (
        _lights("down right"),
        "Lights: the picture is turned. Put into settings.txt: matrix_rotation 270",
    ),
    "nobody says how the lights are": (
        _lights("wait:60000"),
        "Lights: nobody said if they are right. Run the self-test again.",
    ),
}


@pytest.mark.parametrize("settings", PINS, ids=["kit", "other pins"])
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_fault_is_found_and_named(name, settings):
    setup, sentence = SCENARIOS[name]
    bench = Bench(settings)
    setup(bench)
    assert bench.faults == [filled(sentence, bench)]
    assert bench.device.board.logged == []


@pytest.mark.parametrize("settings", PINS, ids=["kit", "other pins"])
@pytest.mark.parametrize("name", SCENARIOS)
def test_the_report_shows_the_whole_sentence(name, settings):
    bench = Bench(settings)
    sentence = filled(SCENARIOS[name][1], bench)
    bench.device.app.home()
    bench.device.app.visit("self_test_report", "SelfTestReport", [sentence], ["Free heap 9 KB"])
    pages = bench.pages()
    assert " ".join([line for page in pages[:-1] for line in page]) == sentence
    assert pages[-1] == ["Free heap 9 KB"]
    frame = Frame()
    for page in pages:
        assert len(page) <= widgets.ROWS
        for line in page:
            assert frame.text_width(line) <= 124


def test_a_bad_line_in_the_settings_is_a_fault_with_its_line():
    device = Device(files=MemoryFiles({"settings.txt": b"# mine\nbrightness 999\n"}))
    device.tap("ok")
    bench = Bench(device=device)
    bench.look()
    assert bench.faults == [
        "settings.txt line 2: brightness 999 is not 0..255. The default is used."
    ]


def test_a_display_of_the_other_kind_is_told_the_other_way_round():
    bench = Bench(b"display sh1106\n")
    bench.press_all()
    bench.keys("ok left")
    assert bench.faults == [
        "Display: it has the other controller. Put into settings.txt: display ssd1306"
    ]


def test_faults_are_counted_in_the_end():
    for answers, line in (("ok up", "1 fault"), ("up up", "2 faults")):
        bench = Bench()
        bench.press_all()
        bench.keys("ok " + answers.replace(" ", " ok "))
        assert bench.lines[-1] == "self-test: " + line
        assert bench.device.text()[0].startswith(line)


def test_the_storage_is_left_as_it_was():
    bench = Bench(OTHER_PINS)
    before = dict(bench.device.board.files.held)
    bench.look()
    assert bench.device.board.files.held == before


def test_a_file_system_that_does_not_tell_its_room_is_no_fault():
    bench = Bench(probe={"storage": None})
    bench.look()
    assert bench.faults == []
    assert not [line for line in bench.lines if "KB free" in line]


# --- the buttons ---


def test_the_key_that_opened_it_is_waited_for():
    device = Device()
    device.follow("up")
    device.down("ok")
    device.wait(HANDS_OFF_MS - 500)
    assert isinstance(device.app.screen.step, StartStep)
    device.up("ok")
    device.wait(100)
    assert isinstance(device.app.screen.step, ButtonsStep)


def test_a_finger_on_the_wrong_button_is_forgiven():
    bench = Bench()
    bench.look()
    bench.keys("down")
    assert "That was DOWN" in bench.device.text()
    assert "note: That was DOWN" in bench.lines
    bench.keys(" ".join(KEYS))
    bench.device.wait(200)
    assert bench.faults == []


def test_a_rolling_hand_is_forgiven():
    bench = Bench()
    bench.look()
    bench.keys("up_down down_down up_up down_up down left right ok back wait:200")
    assert bench.faults == []


def test_a_pin_that_is_low_without_a_button_is_no_answer():
    bench = Bench(probe={"extra_low": 1 << 17})
    bench.look()
    bench.device.wait(1000)
    assert bench.device.text()[0].startswith("Press this button 1/6")
    assert "That was GP17" not in bench.device.text()


def test_the_bridged_wires_of_the_display_are_no_button():
    bench = Bench(probe={"extra_low": 0b110000})
    bench.look()
    bench.keys(" ".join(KEYS))
    assert len(bench.faults) == 1


def test_no_dead_button_traps_anybody():
    bench = Bench()
    bench.look()
    for at in range(len(KEYS)):
        assert bench.device.text()[0] == f"Press this button {at + 1}/6"
        bench.device.wait(SILENT_MS)
    bench.device.wait(200)
    assert step(bench) is DisplayStep
    bench.device.wait(ALL_LIT_MS + ANSWER_MS + RUN_MS + ANSWER_MS + 500)
    assert top(bench) is SelfTestReport
    # That OK cannot be pressed is no further fault.
    assert bench.faults == ["Buttons: none answers. Is their common wire to GND missing?"]
    assert bench.lines[-1] == "self-test: 1 fault"


def test_exchanged_wires_do_not_turn_the_answers_round():
    bench = Bench()
    bench.look()
    bench.keys("down down up up ok ok right left left wait:200")
    # What was asked: UP DOWN LEFT RIGHT OK BACK; LEFT and OK are exchanged, too.
    assert step(bench) is ButtonsStep
    bench.keys("back wait:200")
    assert bench.faults == [
        "UP and DOWN are exchanged. Swap their wires at GP10 and GP11.",
        "LEFT and OK are exchanged. Swap their wires at GP12 and GP14.",
    ]
    bench.keys("left down")  # OK goes on, UP is an answer
    assert bench.faults[2].startswith("Display: lines stay dark.")


def test_two_shorted_buttons_do_not_silence_the_others():
    bench = Bench()
    bench.device.board.down = 0b000011
    bench.device.wait(HANDS_OFF_MS + 100)
    bench.keys("left right ok back wait:200")
    assert [fault.split(" ")[0] for fault in bench.faults] == ["UP", "DOWN"]
    assert step(bench) is DisplayStep
    assert "stuck" not in " ".join(bench.device.text())


def test_the_last_one_that_stays_down_is_found_and_does_not_trap_anybody():
    device = Device()
    device.down("back")
    bench = Bench(device=device)
    bench.device.wait(HANDS_OFF_MS + 100)
    bench.keys("up down left right ok_down")
    assert "Let go of the buttons." in bench.device.text()
    bench.device.wait(RELEASE_MS + 100)
    assert [fault.partition(".")[0] for fault in bench.faults] == [
        "OK is down all the time", "BACK is down all the time",
    ]
    assert step(bench) is DisplayStep


def test_the_matrix_says_what_is_asked():
    shown = set()
    bench = Bench()
    bench.look()
    for at, key in enumerate(KEYS):
        colours = bytes(bench.device.colours)
        shown.add(colours[: 7 * 24])
        lamps = [colours[3 * (57 + lamp) :][:3] for lamp in range(len(KEYS))]
        assert lamps == [GREEN] * at + [DARK] * (len(KEYS) - at)
        bench.keys(key)
    assert len(shown) == len(KEYS)
    bench = Bench()
    bench.look()
    bench.device.wait(SILENT_MS + 100)
    assert bytes(bench.device.colours)[171:174] == RED


# --- without a display ---


def test_without_a_display_no_question_is_put_and_the_matrix_counts_the_faults():
    device = Device()
    device.board.display.answers = False
    device.board.display.start()
    bench = Bench(heard=False, device=device)
    bench.press_all()
    assert step(bench) is LedsStep
    bench.device.wait(RUN_MS + 100)
    assert top(bench) is SelfTestReport
    device.wait(400)  # the last pixel says that the display is dark, for moments only
    assert pixels(device) == {RED, DARK}
    assert bytes(device.colours)[:3] == RED and not any(device.colours[3:])


def test_without_a_display_the_question_about_the_lights_is_read_on_the_pc():
    device = Device()
    device.board.display.answers = False
    device.board.display.start()
    bench = Bench(device=device)
    bench.press_all()
    bench.keys("ok ok")
    assert bench.lines[-2:] == ["ok: lights", "self-test: 1 fault"]
    assert not [line for line in bench.lines if "all of the display" in line]


# --- the lights ---


def test_every_light_is_lit_once_in_every_colour():
    bench = Bench()
    bench.press_all()
    bench.keys("ok ok")
    begun = bench.device.board.clock.ms
    seen = [set() for _ in range(64)]
    order = []
    while bench.device.app.screen.step._shows == leds._RUN:
        colours = bytes(bench.device.colours)
        for at in range(64):
            colour = colours[3 * at : 3 * at + 3]
            if any(colour) and colour not in seen[at]:
                seen[at].add(colour)
                order.append((colour, at))
        bench.device.wait(10)
    blue = bytes((0, 0, 255))
    assert all(colours == {RED, GREEN, blue} for colours in seen[:62])
    wanted = [(colour, at) for colour in (RED, GREEN, blue) for at in range(64)]
    assert order == wanted[: len(order)]
    assert len(order) >= 190
    assert 5000 <= bench.device.board.clock.ms - begun <= RUN_MS + 100
    assert len(set(bytes(bench.device.colours))) == 1


def test_a_matrix_set_to_dark_is_lit_meanwhile():
    bench = Bench(b"brightness 0\n")
    assert bench.device.app.pixels.brightness == kit.MATRIX_BRIGHTNESS
    bench.to_lights()
    assert any(bench.device.board.matrix.wire)
    bench.keys("ok")
    assert bench.device.app.pixels.brightness == 0


def test_the_current_limit_holds():
    bench = Bench(b"brightness 255\n")
    bench.to_lights()
    assert 0 < bench.device.app.pixels.milliamps() <= kit.MATRIX_LIMIT_MA


ORDERS = ["".join(order) for order in permutations("RGB")]


@pytest.mark.parametrize("sent, taken", list(product(ORDERS, ORDERS)))
def test_the_order_of_the_colours_is_worked_out(sent, taken):
    pixels = Pixels(brightness=255, order=sent, limit_ma=4000)
    seen = ""
    for colour in (0xFF0000, 0x00FF00):
        pixels.set(0, 0, colour)
        pixels.update()
        wire = bytes(pixels.wire[:3])
        seen += taken[max(range(3), key=wire.__getitem__)]
    assert taken_order(sent, seen) == taken


@pytest.mark.parametrize("seen", ["RR", "?G", "B?", "??"])
def test_colours_that_contradict_each_other_have_no_order(seen):
    assert taken_order("GRB", seen) is None


def test_colours_that_turn_out_right_get_a_general_word():
    bench = Bench()
    bench.to_lights()
    bench.keys("left left up")
    assert bench.faults[0].startswith("Lights: wrong colours.")


def places(serpentine, rotation):
    """Where on the wire each pixel of the picture goes on such a panel: {(x, y): place}."""
    pixels = Pixels(brightness=255, limit_ma=4000, serpentine=serpentine, rotation=rotation)
    found = {}
    for y in range(SIDE):
        for x in range(SIDE):
            pixels.clear()
            pixels.set(x, y, 0xFFFFFF)
            pixels.update()
            found[x, y] = [bool(byte) for byte in pixels.wire].index(True) // 3
    return found


ARRANGEMENTS = list(product((False, True), (0, 90, 180, 270)))
PLACES = {arrangement: places(*arrangement) for arrangement in ARRANGEMENTS}


def answer_for(real, believed):
    """The keys of a maker who looks at a panel of kind `real` that is taken for `believed`."""
    seen = {place: spot for spot, place in PLACES[real].items()}
    lit = {seen[PLACES[believed][x, y]] for y in range(SIDE // 2) for x in range(SIDE)}
    halves = {
        "up": {(x, y) for x in range(8) for y in range(4)},
        "down": {(x, y) for x in range(8) for y in range(4, 8)},
        "left": {(x, y) for x in range(4) for y in range(8)},
        "right": {(x, y) for x in range(4, 8) for y in range(8)},
    }
    found = [key for key, half in halves.items() if half == lit]
    return found[0] if found else "ok"


@pytest.mark.parametrize("real, believed", list(product(ARRANGEMENTS, ARRANGEMENTS)))
def test_a_panel_mounted_otherwise_is_right_after_two_self_tests(real, believed):
    rounds = 0
    while believed != real:
        rounds += 1
        assert rounds <= 2
        lines = f"matrix_serpentine {'on' if believed[0] else 'off'}\nmatrix_rotation {believed[1]}"
        bench = Bench(lines.encode())
        bench.device.app.screen.step = LedsStep(bench.screen.trial)
        bench.screen._at = 3
        bench.keys("ok down " + answer_for(real, believed))
        key, value = bench.faults[0].split(" ")[-2:]
        if key == "matrix_rotation":
            believed = (believed[0], int(value))
        else:
            assert key == "matrix_serpentine"
            believed = (value == "on", believed[1])


# --- leaving ---


LEAVING = {
    "start": ("", StartStep),
    "display, question": ("press ok", DisplayStep),
    "lights, run": ("press ok ok", LedsStep),
    "lights, question": ("press ok ok ok", LedsStep),
    "lights, colours": ("press ok ok ok left", LedsStep),
    "lights, half": ("press ok ok ok down", LedsStep),
}


def at(script):
    bench = Bench(b"brightness 8\n")
    for word in script.split():
        if word == "press":
            bench.press_all()
        else:
            bench.keys(word)
    return bench


@pytest.mark.parametrize("name", LEAVING)
def test_back_leaves(name):
    script, kind = LEAVING[name]
    bench = at(script)
    assert step(bench) is kind
    bench.keys("back")
    left(bench)


def test_with_all_dots_lit_back_is_a_key_like_the_others():
    bench = at("press")
    bench.keys("back")
    assert step(bench) is DisplayStep and "all dots" in " ".join(bench.device.text())


def test_who_leaves_is_shown_what_was_found_so_far():
    bench = at("press ok up ok left")
    found = bench.device.app.screen.trial.faults
    assert found
    bench.keys("back")
    assert top(bench) is SelfTestReport
    assert bench.device.text()[0].startswith(f"{len(found)} fault")
    bench.keys("up")
    assert bench.device.text()[1:3] == ["The test was left", "before its end."]
    bench.keys("ok")
    assert top(bench) is HomeScreen


def left(bench):
    assert top(bench) is HomeScreen
    assert bench.lines[-1] == "self-test: left before the end, 0 faults so far"
    assert bench.probe.released
    assert bench.device.app.pixels.brightness == 8
    assert TESTED not in bench.device.board.files.held


@pytest.mark.parametrize("pressed", range(len(KEYS)))
def test_back_held_leaves_the_buttons(pressed):
    bench = Bench(b"brightness 8\n")
    bench.look()
    bench.keys(" ".join(KEYS[:pressed]))
    bench.device.down("back")
    bench.device.wait(kit.HOLD_MS)
    bench.device.up("back")
    left(bench)


def test_a_short_back_is_an_answer_among_the_buttons():
    bench = Bench()
    bench.look()
    bench.keys("back")
    assert step(bench) is ButtonsStep
    assert "That was BACK" in bench.device.text()
    assert bench.screen.holds == 1 << BACK


def test_the_report_is_left_with_ok_and_with_back():
    for key in ("ok", "back"):
        bench = Bench()
        bench.to_lights()
        bench.keys("ok " + key)
        assert top(bench) is HomeScreen
        assert len(bench.device.app.stack) == 1


def test_a_game_at_hand_is_kept_and_its_clock_stands():
    device = Device(files=MemoryFiles({"settings.txt": b"turn_clock 10\n"}))
    device.follow("ok ok left back! up ok")
    before, time = device.state(), list(device.app.turn_clock.left)
    follow(device, "[Self-test]")
    bench = Bench(device=device)
    bench.to_lights()
    bench.keys("ok ok")
    device.app.home()
    assert device.state() == before
    assert sum(time) - sum(device.app.turn_clock.left) < 1000
    device.follow("ok ok")
    assert device.app.play.done == 1
    assert Device(files=MemoryFiles(device.board.files.held)).state() == before


def test_a_screen_that_breaks_is_told_as_ever():
    bench = Bench()
    bench.look()
    bench.screen.step.tick = None
    bench.device.wait(200)
    assert top(bench) is CrashScreen


# --- over USB ---


class Listener:
    """Takes the lines, and has the device's keys pressed as they ask."""

    def __init__(self, device, answers=None):
        self.device = device
        self.lines = []
        self.answers = answers or {"display": "ok", "lights": "ok"}
        turn = device.app.turn
        self.wanted = []

        def next_turn():
            if self.wanted and device.board.clock.ms >= self.wanted[0][0]:
                device.board.down = self.wanted.pop(0)[1]
            return turn()

        device.app.turn = next_turn

    def __call__(self, line):
        self.lines.append(line)
        if line.startswith("ask: Press "):
            self.press(line.split(" ")[2].lower())
        elif line.startswith("ask: "):
            self.press(self.answers["display" if "display" in line else "lights"])

    def press(self, key):
        if key in KEYS:
            now = self.device.board.clock.ms
            self.wanted += [(now + 100, 1 << KEYS.index(key)), (now + 200, 0)]


def test_over_usb_the_lines_tell_it_all_and_it_returns_with_the_report_shown():
    device = Device()
    listener = Listener(device)
    over_usb.try_out(device.app, listener)
    assert listener.lines[-1] == "self-test: all well"
    assert isinstance(device.app.screen, SelfTestReport)
    assert device.shown == device.app.frame.buffer
    assert "All well" in device.text()
    assert bytes(device.board.matrix.wire) == bytes(192)


def test_ctrl_c_ends_it_cleanly():
    device = Device()
    listener = Listener(device, {"display": "ctrl-c", "lights": ""})

    def stop(line):
        listener(line)
        if "display right" in line:
            raise KeyboardInterrupt

    over_usb.try_out(device.app, stop)
    assert listener.lines[-1] == "self-test: left before the end, 0 faults so far"
    assert bytes(device.board.matrix.wire) == bytes(192)
    assert device.board.probe().released


def test_a_break_ends_it_with_a_word():
    device = Device()
    lines = []

    def breaks(line):
        lines.append(line)
        if line.startswith("ask: Press UP"):
            raise ValueError("on purpose")

    over_usb.try_out(device.app, breaks)
    assert lines[-1] == "self-test: it broke; crash.log on the device says where"
    assert len(device.board.logged) == 1


def test_leaving_on_the_device_ends_it_on_the_pc():
    device = Device()
    listener = Listener(device, {"display": "back", "lights": "ok"})
    over_usb.try_out(device.app, listener)
    assert listener.lines[-1] == "self-test: left before the end, 0 faults so far"


# --- the first start ---


class PowerOff(BaseException):
    """Ends a run that has no end of its own."""


class NoReset:
    WDT_RESET = 3

    def reset_cause(self):
        return 1


def life(files, plan, greet=offer_self_test):
    """Run a device until the power goes; `plan` is a function for each App, called each turn."""
    board = Board(True, files)
    apps = []
    waiting = list(plan)

    def build():
        app = App(board)
        act = waiting.pop(0)
        turn = app.turn
        begun = board.clock.ms
        app.turn = lambda: (act(app, board.clock.ms - begun), turn())[1]
        apps.append(app)
        return app

    restart = Restart(board, build, Watchdog(files, NoReset()), None, greet)
    try:
        restart.run()
    except PowerOff:
        return apps
    raise AssertionError("it left to the REPL")


def waits(app, passed):
    if passed > 1000:
        raise PowerOff


def presses(key):
    def act(app, passed):
        app.board.down = 1 << KEYS.index(key) if 100 < passed < 200 else 0
        waits(app, passed)

    return act


def fails(app, passed):
    if passed > 300:
        raise ValueError("on purpose")


def test_a_new_device_offers_the_self_test_until_it_is_answered():
    files = MemoryFiles()
    for _ in range(2):
        assert isinstance(life(files, [waits])[0].screen, FirstStartScreen)
    assert TESTED not in files.held


@pytest.mark.parametrize("key, kind", [("ok", SelfTestScreen), ("back", HomeScreen)])
def test_the_offer_is_made_once(key, kind):
    files = MemoryFiles()
    assert isinstance(life(files, [presses(key)])[0].screen, kind)
    assert TESTED in files.held
    assert isinstance(life(files, [waits])[0].screen, HomeScreen)


def test_other_keys_do_not_answer_the_offer():
    files = MemoryFiles()
    assert isinstance(life(files, [presses("left")])[0].screen, FirstStartScreen)
    assert TESTED not in files.held


def test_a_self_test_from_the_menu_makes_the_offer_needless():
    bench = Bench()
    bench.to_lights()
    bench.keys("ok ok")
    files = MemoryFiles(bench.device.board.files.held)
    assert isinstance(life(files, [waits])[0].screen, HomeScreen)


@pytest.mark.parametrize("held", [{"settings.txt": b""}, {TESTED: b""}])
def test_a_device_in_use_gets_no_offer(held):
    assert isinstance(life(MemoryFiles(held), [waits])[0].screen, HomeScreen)


def test_a_device_with_games_gets_no_offer():
    device = Device()
    device.follow("ok ok left back! up ok")
    files = MemoryFiles(dict(device.board.files.held))
    files.held.pop("settings.txt", None)
    app = life(files, [waits])[0]
    assert app.play is not None
    assert not [one for one in app.stack if isinstance(one, FirstStartScreen)]


def test_after_a_failure_no_offer_is_made_again():
    apps = life(MemoryFiles(), [fails, waits])
    assert isinstance(apps[1].screen, HomeScreen)


def test_a_power_on_after_a_failure_makes_no_offer():
    assert isinstance(life(MemoryFiles({"crashes": b"1"}), [waits])[0].screen, HomeScreen)


def test_a_storage_that_takes_nothing_does_not_hinder_the_offer():
    files = MemoryFiles()
    files.failing = True
    apps = life(files, [presses("back")])
    assert isinstance(apps[0].screen, HomeScreen)
    assert apps[0].board.logged == []


def test_a_storage_that_cannot_be_read_is_not_taken_for_a_new_device():
    device = Device()

    def read(path):
        raise OSError(5)

    device.board.files.read = read
    offer_self_test(device.app)
    assert isinstance(device.app.screen, HomeScreen)


def test_the_device_on_a_pc_starts_with_its_first_screen():
    assert isinstance(Device().app.screen, HomeScreen)


# --- the same on MicroPython, and the pins of a Pico ---


def _cpython(script):
    done = subprocess.run(
        [sys.executable, str(script)],
        env=dict(os.environ, PYTHONPATH=str(ROOT), PYTHONIOENCODING="utf-8"),
        capture_output=True,
        timeout=120,
        check=True,
    )
    return done.stdout.decode()


@pytest.mark.tier2
def test_the_self_test_is_the_same_on_both_pythons():
    script = ROOT / "tests" / "self_test_script.py"
    told = _cpython(script)
    assert unix_micropython(script).decode() == told
    assert "self-test: all well" in told and "self-test: 2 faults" in told
    assert "crossed" in told and "let go" in told and "in memory: []" in told
