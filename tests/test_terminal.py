"""The terminal simulator: fingers, pictures, keys, and what it does without a terminal."""

import asyncio
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from firmware.buttons import BACK, DOWN, KEYS, LEFT, OK, UP
from host_tools import headless
from host_tools.device import Device, read_keys
from host_tools.pico.twins import Moment
from host_tools.picture import as_text, eye_colour
from host_tools.program import Program
from host_tools.record_file import load
from host_tools.terminal import __main__ as terminal_command
from host_tools.terminal import fingers as terminal_fingers
from host_tools.terminal import sample
from host_tools.terminal.app import LAYOUTS, TerminalApp, layout_for
from host_tools.terminal.device import MOST_MS, TerminalDevice
from host_tools.terminal.fingers import MOST_WAITING, TAP_MS, Fingers
from host_tools.terminal.keys import HOLDS, TAPS
from host_tools.terminal.text import as_braille, face_lines, led_letter, led_lines
from shared_engine.record import Reader

ROOT = Path(__file__).resolve().parent.parent
RECORD = "game flee_the_scene\noption players 2\nplace train\nmove truck\n"
GAME_KEYS = ("enter", "enter", "left", "up")  # to the game, a train placed, a truck moved


# --- fingers: `log` is what the six contacts did, [(ms, mask)] at every change ---


def contacts(fingers, until, arrivals=(), start=0):
    """Let time pass and keys arrive: [(ms, method name, key)]. Returns the log of the contacts."""
    log = []
    before = 0
    waiting = list(arrivals)
    for now in range(start, until):
        while waiting and waiting[0][0] <= now:
            _, method, key = waiting.pop(0)
            getattr(fingers, method)(key, now)
        mask = fingers.mask(now)
        if mask != before:
            log.append((now, mask))
            before = mask
    return log


def pressed(log):
    """The masks that went down, in order."""
    return [mask for _, mask in log if mask]


def test_a_tap_goes_down_for_a_while_and_up_again():
    log = contacts(Fingers(), 500, [(10, "tap", OK)])
    assert log == [(10, 1 << OK), (10 + TAP_MS, 0)]


def test_keys_typed_at_once_all_arrive_in_their_order_with_a_pause_between_them():
    typed = [LEFT, UP, UP, OK, BACK, DOWN, DOWN, DOWN]
    log = contacts(Fingers(), 2000, [(0, "tap", key) for key in typed])
    assert pressed(log) == [1 << key for key in typed]
    times = [ms for ms, _ in log]
    pauses = [after - before for before, after in zip(times[1::2], times[2::2], strict=False)]
    assert pauses == [terminal_fingers.GAP_MS] * (len(typed) - 1)


def test_taps_do_not_pile_up_beyond_the_limit():
    fingers = Fingers()
    log = contacts(fingers, 10_000, [(0, "tap", key % 6) for key in range(3 * MOST_WAITING)])
    assert len(pressed(log)) == MOST_WAITING


@pytest.mark.parametrize("period", [23, 33, 50, 92])
def test_a_repeating_key_taps_on_and_stops_with_the_finger(period):
    arrivals = [(0, "tap", DOWN)]
    arrivals += [(500 + period * at, "tap", DOWN) for at in range(1500 // period)]
    last = arrivals[-1][0]
    log = contacts(Fingers(), 4000, arrivals)
    per_tap = max(period, TAP_MS + terminal_fingers.GAP_MS)
    taps = len(pressed(log))
    assert 1500 // (2 * per_tap) <= taps <= 1500 // per_tap + 3
    assert log[-1][0] <= last + 2 * (TAP_MS + terminal_fingers.GAP_MS)


@pytest.mark.parametrize("period", [70, 100, 140])
def test_a_fast_finger_loses_nothing(period):
    log = contacts(Fingers(), 5000, [(period * at, "tap", DOWN) for at in range(20)])
    assert len(pressed(log)) == 20


def test_a_hold_lasts_until_the_key_is_pressed_again():
    fingers = Fingers()
    log = contacts(fingers, 3000, [(0, "toggle", BACK), (2000, "toggle", BACK)])
    assert log == [(0, 1 << BACK), (2000 + terminal_fingers.REPEATED_MS, 0)]
    assert fingers.wanted == 0


def test_keeping_shift_and_key_down_holds_it_in_spite_of_the_repeats():
    arrivals = [(0, "toggle", BACK)]
    arrivals += [(500 + 33 * at, "toggle", BACK) for at in range(40)]
    fingers = Fingers()
    assert contacts(fingers, 4000, arrivals) == [(0, 1 << BACK)]
    assert fingers.wanted == 1 << BACK
    again = contacts(fingers, 6000, [(5000, "toggle", BACK)], start=4000)
    assert again[-1] == (5000 + terminal_fingers.REPEATED_MS, 0)


def test_the_plain_key_lets_a_held_one_go_and_does_no_more():
    log = contacts(Fingers(), 3000, [(0, "toggle", OK), (1000, "tap", OK)])
    assert log == [(0, 1 << OK), (1000, 0)]


def test_other_keys_tap_while_one_is_held():
    log = contacts(Fingers(), 3000, [(0, "toggle", OK), (500, "tap", UP)])
    assert pressed(log) == [1 << OK, 1 << OK | 1 << UP, 1 << OK]


def test_a_hold_waits_for_its_turn_behind_taps():
    log = contacts(Fingers(), 2000, [(0, "tap", LEFT), (0, "toggle", OK), (0, "tap", UP)])
    assert pressed(log) == [1 << LEFT, 1 << OK, 1 << OK | 1 << UP, 1 << OK]


def test_a_hold_that_finds_no_room_is_not_shown_as_held():
    fingers = Fingers()
    for key in range(MOST_WAITING):
        fingers.tap(key % 6, 0)
    fingers.toggle(OK, 0)
    assert fingers.wanted == 0


def test_where_the_device_has_a_time_of_its_own_taps_last_as_long_in_that():
    fingers = Fingers()
    log = []
    before = 0
    # 20 ms at the keyboard are one of the device.
    for now in range(0, 8000, 20):
        if now in (0, 500):
            fingers.tap(UP if now else OK, now)
        mask = fingers.mask(now, now / 20)
        if mask != before:
            log.append((now / 20, mask))
            before = mask
    pause = TAP_MS + terminal_fingers.GAP_MS
    assert log == [(0, 1 << OK), (TAP_MS, 0), (pause, 1 << UP), (pause + TAP_MS, 0)]


def test_a_tap_waits_until_the_device_is_ready_and_then_ends_in_time():
    fingers = Fingers()
    fingers.tap(OK, 0)
    assert fingers.mask(10, ready=False) == 0
    assert fingers.mask(20, ready=True) == 1 << OK
    assert fingers.mask(20 + TAP_MS, ready=False) == 0


# --- the device in a person's time ---


def perform(companion, script):
    """Do a script of keys with the fingers of a terminal."""
    for what, value in read_keys(script):
        if what == "tap":
            companion.tap(KEYS.index(value))
        else:
            assert what == "hold"
            companion.toggle(KEYS.index(value))
            advance(companion, 700)
            companion.toggle(KEYS.index(value))
            advance(companion, 150)
        advance(companion, 120)


def advance(companion, ms):
    for _ in range(0, ms, 10):
        companion.advance(10.0)


def test_the_sample_game_ends_as_it_does_without_a_window():
    expected = headless.run(sample.KEYS)
    companion = TerminalDevice()
    perform(companion, sample.KEYS)
    advance(companion, 100)
    assert companion.frame.hex() == expected["frame"]
    assert companion.colours.hex() == expected["colours"]
    assert companion.device.state() == expected["state"]


def test_keys_typed_at_once_do_what_they_do_one_by_one():
    keys = "ok ok left up back up ok"
    companion = TerminalDevice()
    for key in keys.split():
        companion.tap(KEYS.index(key))
    advance(companion, 1000)
    assert companion.frame.hex() == headless.run(keys)["frame"]


def test_time_passes_as_told_and_a_long_pause_is_cut():
    companion = TerminalDevice()
    start = companion.now
    for _ in range(1000):
        companion.advance(0.5)
    assert start + 500 <= companion.now <= start + 510
    start = companion.now
    companion.advance(3_600_000.0)
    assert start + MOST_MS - 10 <= companion.now <= start + MOST_MS + 10


def test_a_display_switched_off_is_dark():
    companion = TerminalDevice()
    assert any(companion.frame)
    companion.device.board.display.power(False)
    assert not any(companion.frame)


def test_failed_screens_are_reported():
    companion = TerminalDevice()
    companion.device.app.screen.press = None  # calling it is a TypeError
    companion.tap(OK)
    advance(companion, 100)
    assert companion.failures == ["HomeScreen: TypeError"]


# --- the sample game ---


def test_the_sample_game_shows_what_it_promises():
    device = Device()
    seen = []
    for keys, _ in sample.MOMENTS:
        device.follow(keys)
        device.wait(100)
        seen.append(" | ".join(device.text()))
    promised = (
        "Which game", "Players", "P1 place", "P1 move", "No truck ready: use", "in the city",
        "Rob how many", "End: take which", "P2 place", "Undone: end ship", "P2 move", "hand 4",
        "7 5", "P1 LAST", "Game menu", "Game over",
    )  # fmt: skip
    for text, picture in zip(promised, seen, strict=True):
        assert text in picture
    assert not device.board.logged
    state = device.state()
    assert (state["over"], state["winner"], state["scores"]) == ("finished", [1], [14, 0])


# --- pictures as text ---


def test_braille_holds_every_pixel():
    device = Device()
    lines = as_braille(device.shown)
    assert from_braille(lines) == bytes(device.shown)
    single = bytearray(1024)
    single[7 * 128 + 127] = 0x80  # the lowest pixel on the right
    blank = "\u2800"
    assert as_braille(single) == [blank * 64] * 15 + [blank * 63 + "\u2880"]


def from_braille(lines):
    """The 1,024 bytes of a picture in braille."""
    bits = {(0, 0): 0, (0, 1): 1, (0, 2): 2, (1, 0): 3, (1, 1): 4, (1, 2): 5, (0, 3): 6, (1, 3): 7}
    frame = bytearray(1024)
    for y in range(64):
        for x in range(128):
            dots = ord(lines[y // 4][x // 2]) - 0x2800
            if dots >> bits[x % 2, y % 4] & 1:
                frame[y // 8 * 128 + x] |= 1 << y % 8
    return bytes(frame)


def from_half_blocks(lines):
    """The 1,024 bytes of a picture in half blocks."""
    frame = bytearray(1024)
    for y in range(64):
        for x in range(128):
            if " ▀▄█".index(lines[y // 2][x]) >> y % 2 & 1:
                frame[y // 8 * 128 + x] |= 1 << y % 8
    return bytes(frame)


@pytest.mark.parametrize(
    "colour, letter",
    [
        ((0, 0, 0), "·"),
        ((255, 112, 0), "O"),
        ((31, 14, 0), "o"),
        ((0, 96, 255), "B"),
        ((0, 12, 31), "b"),
        ((0, 192, 96), "G"),
        ((255, 255, 255), "W"),
        ((255, 0, 64), "R"),
    ],
)
def test_an_led_has_the_letter_of_its_hue(colour, letter):
    assert led_letter(*colour) == letter


def test_led_lines_keep_the_places():
    colours = bytearray(192)
    colours[3 * (2 + 8 * 5)] = 255
    lines = led_lines(colours)
    assert [line.replace(" ", "") for line in lines] == ["········"] * 5 + ["··R·····"] + [
        "········"
    ] * 2


@pytest.mark.parametrize("width", [76, 80, 82, 83, 100, 146, 147, 400])
def test_a_face_keeps_to_the_width(width):
    device = Device()
    lines = face_lines(device.shown, device.colours, width)
    assert max(len(line) for line in lines) <= width
    rows = [line[1 : line.index("│", 1)] for line in lines[1:-1]]
    large = width >= 147
    assert (from_half_blocks if large else from_braille)(rows) == bytes(device.shown)


# --- the app ---


def play(size, actions, play=None, companion=None):
    """Run the app in a window of `size` and let the coroutine `actions(app, pilot)` act."""

    async def run():
        app = TerminalApp(companion or TerminalDevice(play))
        async with app.run_test(size=size) as pilot:
            await actions(app, pilot)
        return app

    return asyncio.run(run())


async def until(pilot, condition, seconds=15):
    """Wait until `condition()` holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came"
        await pilot.pause(0.02)


def screen_lines(view):
    """The lines a view draws, as text, without its colours."""
    return [view.render_line(y).text for y in range(view.size.height)]


@pytest.mark.parametrize("size, read", [((80, 24), from_braille), ((170, 45), from_half_blocks)])
def test_the_display_shows_what_the_same_keys_show_without_a_window(size, read):
    expected = headless.run("ok ok left up")

    async def actions(app, pilot):
        await pilot.press(*GAME_KEYS)
        await until(pilot, lambda: app.display_view.frame.hex() == expected["frame"])
        assert read(screen_lines(app.display_view)).hex() == expected["frame"]
        await until(pilot, lambda: app.matrix_view.colours.hex() == expected["colours"])

    play(size, actions)


def test_the_matrix_shows_the_64_colours():
    async def actions(app, pilot):
        await pilot.press(*GAME_KEYS)
        await until(pilot, lambda: any(app.matrix_view.colours))
        for large, rows in ((False, 1), (True, 2)):
            app.matrix_view.enlarge(large)
            for y in range(8):
                segments = list(app.matrix_view.render_line(rows * y))
                shown = [tuple(segment.style.color.triplet) for segment in segments]
                assert shown == [app.matrix_view.seen(x, y) for x in range(8)]
        train, dark = app.matrix_view.seen(0, 0), app.matrix_view.seen(3, 0)
        assert train[0] > train[1] > train[2] == 0 and train[0] > 150
        assert dark == eye_colour(0, 0, 0)

    play((80, 24), actions)


def test_brightness_makes_a_difference():
    async def actions(app, pilot):
        home = app.companion.device.app.screen
        rows = [home.row(at)[0] for at in range(home.count())]
        await pilot.press(*["down"] * rows.index("Brightness"), "enter", *["left"] * 4)
        await until(pilot, lambda: app.matrix_view.brightness == 4)
        low = max(app.matrix_view.seen(0, 0))
        await pilot.press(*["right"] * 6)
        await until(pilot, lambda: app.matrix_view.brightness == 128)
        assert max(app.matrix_view.seen(0, 0)) > low + 80

    play((80, 24), actions)


def test_every_key_of_the_keyboard_reaches_its_button():
    async def actions(app, pilot):
        pressed = []
        app.companion.device.app.screen.press = pressed.append
        await pilot.press(*TAPS)
        await until(pilot, lambda: len(pressed) == len(TAPS))
        assert pressed == list(TAPS.values())

    play((80, 24), actions)


@pytest.mark.parametrize("name", ["B", "shift+backspace", "shift+b"])
def test_a_held_back_opens_the_menu_of_the_game_and_is_shown(name):
    expected = headless.run("ok ok left up back_down wait:800")

    async def actions(app, pilot):
        await pilot.press(*GAME_KEYS, name)
        await until(pilot, lambda: app.display_view.frame.hex() == expected["frame"])
        assert app.companion.device.text()[0] == "Game menu"
        assert app.keys_view.note() == ("held down:", "BACK")
        assert "BACK" in screen_lines(app.keys_view)[-1]
        await pilot.pause(0.2)
        await pilot.press(name)
        await until(pilot, lambda: app.keys_view.note() == ("", "") and not app.companion.down)
        assert app.companion.device.text()[0] == "Game menu"

    play((80, 24), actions)


def test_each_arrow_and_ok_can_be_held_by_letter_and_by_shift():
    names = {name for name, key in HOLDS.items()}
    for letter in "WASDOB":
        assert letter in names and HOLDS[letter] == TAPS[letter.lower()]
    for name in ("up", "down", "left", "right"):
        assert HOLDS["shift+" + name] == TAPS[name]


@pytest.mark.parametrize(
    "size, large_display, large_matrix",
    [
        ((80, 20), False, False),
        ((80, 24), False, False),
        ((101, 60), False, False),
        ((102, 27), False, False),
        ((102, 28), False, True),
        ((150, 38), True, False),
        ((170, 45), True, True),
        ((300, 90), True, True),
    ],
)
def test_everything_fits_the_window(size, large_display, large_matrix):
    layout = layout_for(*size)
    assert (layout.large_display, layout.large_matrix) == (large_display, large_matrix)

    async def actions(app, pilot):
        await pilot.pause(0.1)
        views = [app.display_view, app.matrix_view, app.keys_view, app.query_one("#help")]
        sizes = [(128, 32) if large_display else (64, 16), (32, 16) if large_matrix else (16, 8)]
        for view, wanted in zip(views, sizes, strict=False):
            assert view.size == wanted
        for view in views:
            assert view.region.area and app.screen.region.contains_region(view.region)
        for at, view in enumerate(views):
            for other in views[at + 1 :]:
                assert not view.region.overlaps(other.region)

    play(size, actions)


@pytest.mark.parametrize("size", [(79, 24), (80, 19), (30, 8)])
def test_a_window_too_small_says_what_is_needed(size):
    least = LAYOUTS[-1]

    async def actions(app, pilot):
        await pilot.pause(0.1)
        message = app.query_one("#small")
        assert message.display and not app.query_one("#middle").display
        text = str(message.render())
        assert f"{least.width} x {least.height}" in text and f"{size[0]} x {size[1]}" in text

    play(size, actions)


def test_resizing_changes_the_picture_at_once_and_keeps_the_game():
    async def actions(app, pilot):
        await pilot.press(*GAME_KEYS)
        await until(pilot, lambda: app.companion.device.state() is not None)
        for size, lines in (((170, 45), 32), ((20, 5), None), ((80, 24), 16)):
            await pilot.resize_terminal(*size)
            await pilot.pause(0.1)
            assert app.query_one("#middle").display == (lines is not None)
            if lines:
                assert len(app.display_view.lines) == app.display_view.size.height == lines
        assert app.companion.device.state()["turn"]["step"] == "move"

    play((80, 24), actions)


@pytest.mark.parametrize("name", ["q", "Q", "ctrl+c", "ctrl+q"])
def test_quitting(name):
    async def actions(app, pilot):
        await pilot.press(name)
        await until(pilot, lambda: not app.is_running)

    assert play((80, 24), actions).return_code == 0


# --- another device than the simulated one ---


class OtherDevice:
    """What the app needs of a device, with what it shows set from outside; `log` has its calls."""

    def __init__(self):
        self.frame = bytes(1024)
        self.colours = bytes(192)
        self.brightness = 128
        self.down = 0
        self.wanted = 0
        self.note = "emulated Pico: 7 % of real time"
        self.trouble = ""
        self.failures = []
        self.log = []

    def tap(self, key):
        self.log.append(("tap", key))

    def toggle(self, key):
        self.log.append(("toggle", key))

    def advance(self, ms):
        assert ms >= 0


@pytest.mark.parametrize("size", [(80, 20), (170, 45)])
def test_another_device_is_shown_and_says_how_it_runs(size):
    companion = OtherDevice()

    async def actions(app, pilot):
        help_lines = app.query_one("#help")
        assert str(help_lines.render()).split("\n")[-1] == "emulated Pico: 7 % of real time"
        await pilot.pause(0.1)
        for view in (app.display_view, app.matrix_view, app.keys_view, help_lines):
            assert app.screen.region.contains_region(view.region) and view.region.area
        for view in (app.display_view, app.matrix_view, app.keys_view):
            assert not help_lines.region.overlaps(view.region)
        companion.frame = b"\x81" * 1024
        companion.colours = b"\x10\x20\x30" * 64
        companion.down = companion.wanted = 1 << OK
        companion.note = "emulated Pico: 93 % of real time"
        await until(pilot, lambda: app.display_view.frame == companion.frame)
        assert app.matrix_view.colours == companion.colours
        assert app.keys_view.note() == ("held down:", "OK")
        assert "93 %" in str(help_lines.render())
        await pilot.press("left", "B")
        await until(pilot, lambda: companion.log == [("tap", LEFT), ("toggle", BACK)])

    play(size, actions, companion=companion)


def test_the_simulated_device_has_no_line_of_its_own():
    async def actions(app, pilot):
        await pilot.pause(0.1)
        assert app.query_one("#help").size.height == 2

    play((80, 20), actions)


def test_a_device_that_cannot_go_on_ends_the_app():
    companion = OtherDevice()

    async def actions(app, pilot):
        companion.trouble = "the emulator has stopped"
        await until(pilot, lambda: not app.is_running)

    assert play((80, 24), actions, companion=companion).return_code == 1


# --- the command ---


def command(*arguments, **options):
    environment = dict(os.environ, PYTHONIOENCODING="ascii", COLUMNS="160")
    return subprocess.run(
        [sys.executable, "-m", "host_tools.terminal", *arguments],
        cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
        **options,
    )  # fmt: skip


def test_without_a_terminal_it_plays_the_sample_game():
    started = time.monotonic()
    done = command()
    assert time.monotonic() - started < 10
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode("utf-8")
    last = as_text(bytes.fromhex(headless.run(sample.KEYS)["frame"]))
    position = -1
    for keys, caption in sample.MOMENTS:
        assert text.index(caption) > position
        position = text.index(caption)
        assert not keys or f"keys: {keys}\n{caption}" in text
    shown = text[position:].split("\n")[2:34]
    assert [line[1:129] for line in shown] == last
    assert text.count("┌") == len(sample.MOMENTS)


def test_a_reader_that_leaves_early_is_no_error():
    line = f"{sys.executable} -m host_tools.terminal </dev/null | head -n 3"
    done = subprocess.run(line, shell=True, cwd=ROOT, capture_output=True, timeout=60)
    assert done.stderr == b"" and len(done.stdout.splitlines()) == 3


def test_a_record_is_shown_and_a_bad_one_is_named(tmp_path):
    record = tmp_path / "good.txt"
    record.write_text(RECORD, encoding="utf-8")
    done = command("--record", str(record))
    text = done.stdout.decode("utf-8")
    expected = as_text(bytes.fromhex(headless.run("", RECORD.split("\n"))["frame"]))
    assert done.returncode == 0
    assert [line[1:129] for line in text.split("\n") if line.startswith("│")] == expected

    record.write_text(RECORD + "move truck\n", encoding="utf-8")
    done = command("--record", str(record))
    assert done.returncode == 1 and done.stdout == b""
    assert done.stderr.decode().startswith(f"{record}:5: no truck is ready; legal: ")

    record.write_bytes(b"game flee_the_scene\n# \xff\n")
    done = command("--record", str(record))
    assert done.returncode == 1 and done.stderr.decode().startswith(f"{record}:2: not UTF-8")

    done = command("--record", str(tmp_path / "none.txt"))
    assert done.returncode == 1
    assert done.stderr.decode() == f"{tmp_path / 'none.txt'}: No such file or directory\n"


def test_the_emulated_pico_asks_for_a_uf2(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("PICO_UF2", raising=False)
    # One that was fetched before would be taken.
    monkeypatch.setattr("host_tools.pico.fetch.FETCHED", tmp_path / "none.uf2")
    assert terminal_command.main(["--pico"]) == 1
    asks = "no MicroPython for the emulated Pico: name its UF2 file with --uf2 FILE or"
    assert capsys.readouterr().err.startswith(asks)
    missing = str(tmp_path / "no.uf2")
    for arguments, reason in (
        (["--pico", "--uf2", missing], f"{missing}: No such file or directory; a UF2 file is"),
        (["--uf2", missing], "--uf2 goes with --pico"),
    ):
        done = command(*arguments)
        err = done.stderr.decode()
        assert done.returncode == 1 and err.startswith(reason) and err.count("\n") == 1


class OtherTwins:
    """A simulated device where an emulated one and its twin are expected."""

    differs = ""

    def __init__(self, uf2, play):
        self.device = Device()
        if play:
            self.device.app.begin(play)

    def follow(self, keys):
        self.device.follow(keys)

    def moment(self):
        self.device.wait(100)
        shown, colours = bytes(self.device.shown), bytes(self.device.colours)
        return Moment(shown, colours, [], self.differs)


def test_without_a_terminal_the_emulated_pico_plays_the_beginning(monkeypatch):
    monkeypatch.setattr(terminal_command.headless, "start", OtherTwins)
    text = list(terminal_command.tell_emulated("x.uf2"))
    moments = sample.MOMENTS[:4]
    for keys, caption in moments:
        assert caption in text and (not keys or "keys: " + keys in text)
    assert sample.MOMENTS[4][1] not in text
    expected = headless.run(" ".join(keys for keys, _ in moments))["frame"]
    assert [line[1:129] for line in text[-33:-1]] == as_text(bytes.fromhex(expected))
    end = load_text(RECORD)
    shown = list(terminal_command.tell_emulated("x.uf2", end))
    expected = headless.run("", RECORD.split("\n"))["frame"]
    assert [line[1:129] for line in shown[-33:-1]] == as_text(bytes.fromhex(expected))


def load_text(text):
    """The Play at the end of a record, given as text."""
    reader = Reader()
    for line in text.split("\n"):
        reader.line(line)
    return reader.finish()


def test_an_emulated_picture_that_differs_ends_the_command(monkeypatch, capsys):
    monkeypatch.setattr(terminal_command.headless, "start", OtherTwins)
    monkeypatch.setattr(terminal_command, "has_terminal", lambda: False)
    monkeypatch.setattr(OtherTwins, "differs", "the two differ in the matrix")
    assert terminal_command.main(["--pico", "--uf2", "x.uf2"]) == 1
    assert capsys.readouterr().err == "the two differ in the matrix\n"


class Closed(OtherDevice):
    """A device that only tells whether it was closed."""

    def close(self):
        self.log.append("closed")
        self.failures = ["HomeScreen: TypeError"]


@pytest.mark.parametrize(
    ("trouble", "status", "said"),
    [("", 0, "a screen failed: HomeScreen: TypeError\n"), ("no picture", 1, "no picture\n")],
)
def test_the_emulated_pico_is_closed_when_the_app_ends(monkeypatch, capsys, trouble, status, said):
    companion = Closed()
    companion.trouble = trouble
    monkeypatch.setattr(terminal_command, "has_terminal", lambda: True)
    monkeypatch.setattr(terminal_command, "read_uf2", lambda path: "firmware of " + path)
    monkeypatch.setattr(terminal_command, "compile_program", lambda: Program({"a": b"b"}, "1"))
    monkeypatch.setattr(TerminalApp, "run", lambda self, mouse: None)
    given = []

    def emulated(*arguments):
        given.append(arguments)
        return companion

    monkeypatch.setattr(terminal_command, "EmulatedCompanion", emulated)
    assert terminal_command.main(["--pico", "--uf2", "x.uf2"]) == status
    assert given == [("firmware of x.uf2", {"a": b"b"}, None)]
    assert companion.log == ["closed"] and capsys.readouterr().err == said


def test_the_app_starts_with_the_game_of_a_record(tmp_path):
    expected = headless.run("", RECORD.split("\n"))
    record = tmp_path / "game.txt"
    record.write_text(RECORD)
    at_end = load(str(record)).play

    async def actions(app, pilot):
        await until(pilot, lambda: app.display_view.frame.hex() == expected["frame"])

    play((80, 24), actions, at_end)


def test_in_a_real_terminal_it_draws_takes_keys_and_leaves_with_q():
    child, terminal_end = pty.fork()
    if not child:
        os.chdir(ROOT)
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
        os.execv(sys.executable, [sys.executable, "-m", "host_tools.terminal"])
    fcntl.ioctl(terminal_end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    said = b""
    end = time.monotonic() + 30
    typed = False
    while time.monotonic() < end:
        if select.select([terminal_end], [], [], 0.1)[0]:
            try:
                said += os.read(terminal_end, 65536)
            except OSError:
                break
        if not typed and b"Shift+key" in said and "⣿".encode() in said:
            os.write(terminal_end, b"q")
            typed = True
    _, status = os.waitpid(child, 0)
    assert typed and os.waitstatus_to_exitcode(status) == 0
    os.close(terminal_end)
