"""Parts that fail, keys that stick, hands that rest, and failures that come again and again."""

import os
import subprocess
import sys

import pytest

from firmware.app import App
from firmware.buttons import BACK, KEYS, LEFT, OK, RIGHT, UP
from firmware.games.flee_the_scene import FleeScreen
from firmware.hand import STUCK_MS
from firmware.parts import EVERY_MS, FLASH_MS, RETRY_MS
from firmware.restart import Restart
from firmware.screens.choice import Choice
from firmware.screens.crash import CrashScreen
from firmware.screens.game_menu import GameMenu
from firmware.screens.home import HomeScreen
from firmware.screens.screen import Screen
from firmware.storage.crash_count import GOOD_MS, MOST, CrashCount
from firmware.storage.crash_count import PATH as CRASHES
from firmware.watchdog import PATH as RELEASE
from firmware.watchdog import TIMEOUT_MS, Watchdog
from host_tools.device import Board, Device
from host_tools.memory_files import MemoryFiles
from host_tools.program import STARTS
from host_tools.vm import ROOT, unix_micropython

WHITE = b"\xff\xff\xff"


def on(keys=""):
    device = Device()
    device.follow(keys)
    device.wait(50)
    return device


def said(device):
    return " ".join(device.text()).lower()


# --- a display that does not answer ---


def without_display():
    """A device switched on with no display on the bus."""
    device = Device.__new__(Device)
    device.board = Board(True, MemoryFiles())
    device.board.display.answers = False
    device.board.display.start()
    device.app = App(device.board)
    device.presses = 0
    device.app.power_on(HomeScreen(device.app))
    device.wait(40)
    return device


def test_without_a_display_the_game_runs_on_and_is_stored():
    device = without_display()
    device.follow("ok ok left up")
    assert [device.app.play.text(at) for at in range(2)] == ["place train", "move truck"]
    assert any(device.colours)
    assert device.shown == bytes(1024)
    again = Device(files=MemoryFiles(device.board.files.held))
    assert again.state() == device.state()
    assert device.board.logged == []


def test_a_display_that_answers_again_gets_the_whole_picture():
    device = without_display()
    device.follow("ok ok left up")
    device.board.display.answers = True
    device.wait(RETRY_MS + 200)
    assert not device.app.parts.dark
    assert device.shown == device.app.frame.buffer
    assert any(device.shown)


def test_a_display_unplugged_in_the_middle_of_a_picture():
    device = on("ok ok")
    device.board.display.answers = False
    device.follow("left")
    assert device.board.display.broken
    assert device.app.play.done == 1
    old = bytes(device.shown)
    device.follow("up")
    assert device.shown == old
    device.board.display.answers = True
    device.wait(RETRY_MS + 200)
    assert device.shown == device.app.frame.buffer
    assert device.shown != old


def test_a_display_is_not_asked_all_the_time():
    device = on()
    asked = []
    start = device.board.display.start
    device.board.display.start = lambda: asked.append(device.board.clock.ms) or start()
    device.wait(10_000)
    assert asked == []
    device.board.display.answers = False
    device.follow("down")
    device.wait(10 * RETRY_MS)
    assert 9 <= len(asked) <= 10


def lit(device):
    """Where the matrix is lit: {pixel: its three bytes}."""
    colours = bytes(device.colours)
    pixels = {at // 3: colours[at : at + 3] for at in range(0, 192, 3)}
    return {at: colour for at, colour in pixels.items() if any(colour)}


def test_the_matrix_says_that_the_display_is_dark_and_hides_nothing():
    device = on("ok ok left")
    whole = on("ok ok left")
    device.board.display.answers = False
    device.follow("up")
    whole.follow("up")
    flashing = 0
    for _ in range(4 * EVERY_MS):
        device.wait(1)
        whole.wait(1)
        # The two clocks run apart where pages are sent: compare where both show the same blink.
        if device.app.screen.blink != whole.app.screen.blink:
            continue
        more, game = lit(device), lit(whole)
        assert {at: more[at] for at in game} == game
        assert len(more) - len(game) in (0, 1)
        if len(more) > len(game):
            flashing += 1
            assert more[max(set(more) - set(game))] == WHITE
    assert flashing >= 4 * FLASH_MS
    device.board.display.answers = True
    device.wait(RETRY_MS + 200)
    for _ in range(EVERY_MS):
        device.wait(1)
        assert not device.app.parts.flash


def test_a_matrix_without_a_dark_pixel_is_left_as_it_is():
    device = on()

    class Full(Screen):
        def light(self, pixels):
            pixels.colours[:] = b"\x01" * 192

    device.board.display.answers = False
    device.app.push(Full(device.app))
    device.wait(100)
    assert device.app.parts.flash
    assert device.colours == b"\x01" * 192


# --- a matrix that does not answer ---


def test_a_matrix_that_fails_is_told_on_the_display_and_started_again():
    device = on("ok ok")
    matrix = device.board.matrix
    matrix.answers = False
    device.follow("left")
    device.wait(100)
    assert "matrix does not answer" in said(device)
    assert device.app.play.done == 1
    device.wait(3 * RETRY_MS)
    assert "matrix" not in said(device)
    matrix.wire[:] = bytes(192)
    matrix.answers = True
    device.wait(RETRY_MS + 100)
    assert matrix.wire == device.app.pixels.wire
    assert any(matrix.wire)


def test_display_and_matrix_fail_together():
    device = on("ok ok")
    device.board.display.answers = device.board.matrix.answers = False
    device.follow("left up")
    assert device.app.play.done == 2
    device.board.display.answers = device.board.matrix.answers = True
    device.wait(RETRY_MS + 300)
    assert device.shown == device.app.frame.buffer
    assert device.board.matrix.wire == device.app.pixels.wire
    assert device.board.logged == []


# --- keys that stick ---


def test_a_stuck_arrow_is_named_and_no_longer_repeats():
    device = on()
    device.down("down")
    device.wait(STUCK_MS - 1000)
    assert "stuck" not in said(device)
    chosen = device.app.screen.chosen
    device.wait(240)
    assert device.app.screen.chosen != chosen
    device.wait(1000)
    assert "down is stuck?" in said(device)
    chosen = device.app.screen.chosen
    device.wait(1000)
    assert device.app.screen.chosen == chosen
    # It is told once.
    device.wait(5000)
    assert "stuck" not in said(device)


def test_with_a_stuck_key_the_others_work_on_even_two_at_once():
    device = on("ok ok")
    device.down("down")
    device.wait(STUCK_MS + 200)
    device.follow("left up_down right_down up_up right_up")
    assert [device.app.play.text(at) for at in range(3)] == [
        "place train", "move truck", "move ship",
    ]


def test_a_key_that_came_loose_works_again():
    device = on()
    device.down("down")
    device.wait(STUCK_MS + 200)
    device.up("down")
    before = device.app.screen.chosen
    device.tap("down")
    assert device.app.screen.chosen == (before + 1) % device.app.screen.count()
    assert device.app.hand.stuck == 0


def test_back_that_is_stuck_on_a_game_opens_the_menu_and_is_named_there():
    device = on("ok ok left")
    device.down("back")
    device.wait(STUCK_MS + 200)
    assert isinstance(device.app.screen, GameMenu)
    assert "back is stuck?" in said(device)
    device.up("back")
    assert isinstance(device.app.screen, GameMenu)
    assert device.app.play.done == 1


def test_a_key_stuck_since_power_on_is_named():
    device = Device()
    device.board.down = 1 << LEFT
    device.app = App(device.board, device.app.frame)
    device.app.power_on(HomeScreen(device.app))
    device.wait(STUCK_MS + 200)
    assert "left is stuck?" in said(device)
    device.follow("ok ok right")
    assert device.app.play.done == 1


def test_several_stuck_keys_are_named_together_and_the_rest_is_no_hand():
    device = on("ok ok")
    device.board.down = 1 << LEFT | 1 << UP | 1 << BACK
    device.wait(STUCK_MS + 200)
    assert "up and left and back are stuck?" in said(device)
    done = device.app.play.done
    device.follow("right")
    assert device.app.play.done == done + 1


class Secret(Screen):
    """A screen that shows something while OK is held."""

    holds = 1 << OK

    def __init__(self, app):
        super().__init__(app)
        self.shows = False
        self.value = 0
        self.pressed = []

    def press(self, key):
        self.pressed.append(key)
        if self.shows and key == UP:
            self.value += 1

    def hold(self, key):
        self.shows = True

    def release(self, key):
        self.shows = False


def secret():
    device = on()
    device.app.push(Secret(device.app))
    return device, device.app.screen


def test_a_key_that_a_screen_wants_held_is_never_stuck():
    device, screen = secret()
    device.down("ok")
    device.wait(STUCK_MS + 5000)
    assert screen.shows
    assert device.app.hand.stuck == 0
    device.tap("up")
    assert screen.value == 1
    device.up("ok")
    assert not screen.shows


def test_mashing_a_key_is_not_taken_for_a_stuck_one():
    device = on()
    for _ in range(700):
        device.board.down = 1 << LEFT
        device.wait(45)
        device.board.down = 0
        device.wait(5)
    assert device.app.hand.stuck == 0


# --- hands that rest on the keys ---


def test_all_six_at_once_do_nothing():
    device = on("ok ok left")
    picture = bytes(device.shown)
    device.board.down = 0b111111
    device.wait(3000)
    device.board.down = 0
    device.wait(100)
    assert device.app.play.done == 1
    assert isinstance(device.app.screen, FleeScreen)
    assert device.shown == picture


def test_three_at_once_do_nothing_until_all_are_up():
    device = on("ok ok")
    device.board.down = 1 << LEFT | 1 << UP | 1 << RIGHT
    device.wait(200)
    device.board.down = 1 << LEFT
    device.wait(100)
    device.follow("up right")
    assert device.app.play.done == 0
    assert device.app.hand.resting
    device.board.down = 0
    device.wait(100)
    device.tap("left")
    assert device.app.play.done == 1
    assert not device.app.hand.resting


def test_a_resting_hand_does_not_repeat_hold_or_undo():
    device = on("ok ok left")
    # BACK would undo when it is let go, and open the menu when it is held.
    device.down("back")
    device.board.down |= 1 << LEFT | 1 << UP
    device.wait(2000)
    device.board.down = 0
    device.wait(100)
    assert device.app.play.done == 1
    assert isinstance(device.app.screen, FleeScreen)


def test_a_resting_hand_ends_the_repeats_of_the_key_that_came_first():
    device = on()
    device.down("down")
    device.wait(1000)
    device.board.down |= 1 << LEFT | 1 << UP
    device.wait(100)
    chosen = device.app.screen.chosen
    device.wait(1000)
    assert device.app.screen.chosen == chosen


def test_two_at_once_are_legal_in_every_pair():
    for first in range(6):
        for second in range(6):
            if first == second:
                continue
            device, screen = secret()
            screen.holds = 0
            device.down(KEYS[first])
            device.down(KEYS[second])
            device.up(KEYS[first])
            device.up(KEYS[second])
            assert screen.pressed == [first, second]


def test_a_secret_is_hidden_when_ok_comes_up_from_under_a_resting_hand():
    device, screen = secret()
    device.down("ok")
    device.wait(1000)
    assert screen.shows
    device.board.down |= 1 << LEFT | 1 << UP | 1 << RIGHT
    device.wait(100)
    assert screen.value == 0
    device.board.down &= ~(1 << OK)
    device.wait(100)
    assert not screen.shows


# --- BACK held at power-on ---

BOOT_SCRIPT = ROOT / "tests" / "boot_script.py"


@pytest.fixture
def boot(tmp_path):
    """The board's boot.py, and a folder for its files."""
    (tmp_path / "boot.py").write_text(STARTS["boot.py"])
    (tmp_path / "board").mkdir()
    return tmp_path / "boot.py", tmp_path / "board"


def on_cpython(*command):
    environment = dict(os.environ, PYTHONPATH=str(ROOT), PYTHONIOENCODING="utf-8")
    command = [sys.executable, *map(str, command)]
    return subprocess.run(command, env=environment, capture_output=True, check=True).stdout.decode()


def on_micropython(*command):
    return unix_micropython(*command).decode()


PYTHONS = [
    pytest.param(on_cpython, id="cpython"),
    pytest.param(on_micropython, id="micropython", marks=pytest.mark.tier2),
]


@pytest.mark.parametrize("run", PYTHONS)
def test_back_held_at_power_on_stops_with_an_ordinary_exception(run, boot):
    (boot[1] / "update").mkdir()
    (boot[1] / "update" / "steps").write_text("remove main.py\nend\n")
    (boot[1] / "main.py").write_text("")
    assert run(BOOT_SCRIPT, *boot, 0).strip() == (
        "[(15, 'in', 'pull-up')] "
        "RuntimeError: safe mode: BACK was held at power-on, so main.py is not run"
    )
    # What may lie ready is left alone too.
    assert (boot[1] / "main.py").exists()


@pytest.mark.parametrize("run", PYTHONS)
def test_without_back_the_power_on_goes_on(run, boot):
    assert run(BOOT_SCRIPT, *boot, 1).strip() == "[(15, 'in', 'pull-up')]"


@pytest.mark.parametrize("run", PYTHONS)
def test_a_pc_can_have_it_start_once_without_the_program(run, boot):
    (boot[1] / "quiet").write_text("")
    assert "RuntimeError: started once without main.py" in run(BOOT_SCRIPT, *boot, 1)
    assert run(BOOT_SCRIPT, *boot, 1).strip() == "[(15, 'in', 'pull-up')]"


@pytest.mark.parametrize("run", PYTHONS)
def test_a_new_version_that_lies_ready_is_taken_over_at_power_on(run, boot):
    update = boot[1] / "update"
    update.mkdir()
    (boot[1] / "old").mkdir()
    (boot[1] / "old" / "stale.py").write_text("old")
    (update / "a").write_text("new")
    (update / "left over").write_text("of another try")
    steps = "move a firmware/games/x y.mpy\nremove old/stale.py\nremove old\nend\n"
    (update / "steps").write_text(steps)
    # main.py must not go on with modules of the old version.
    assert run(BOOT_SCRIPT, *boot, 1).strip() == "[(15, 'in', 'pull-up')] old modules forgotten"
    assert (boot[1] / "firmware" / "games" / "x y.mpy").read_text() == "new"
    assert not update.exists() and not (boot[1] / "old").exists()


@pytest.mark.parametrize("run", PYTHONS)
@pytest.mark.parametrize(
    "steps, said",
    [
        ("move a main.py\n", "ValueError: update/steps is not complete"),
        ("", "ValueError: update/steps is not complete"),
        ("mvoe a main.py\nend\n", "ValueError: update/steps: 'mvoe a main.py' is no step"),
        ("move missing main.py\nend\n", "OSError"),
    ],
)
def test_steps_that_are_not_whole_end_in_safe_mode(run, boot, steps, said):
    (boot[1] / "update").mkdir()
    (boot[1] / "update" / "steps").write_text(steps)
    found = run(BOOT_SCRIPT, *boot, 1)
    assert said in found or (said == "OSError" and "FileNotFoundError" in found)
    assert (boot[1] / "update" / "steps").exists()


# --- failures in a row ---


class Failed(Exception):
    """What these tests raise."""


class PowerOff(BaseException):
    """Ends a run that has no end of its own."""


class Machine:
    """MicroPython's module, as far as the watchdog needs it."""

    WDT_RESET = 3

    def __init__(self, cause=1):
        self.cause = cause
        self.made = []
        self.fed = 0
        self.resets = 0

    def reset_cause(self):
        return self.cause

    def WDT(self, timeout):
        self.made.append(timeout)
        return self

    def feed(self):
        self.fed += 1

    def reset(self):
        self.resets += 1
        raise PowerOff


class Life:
    """A board that `main` runs on: what happens at which turn, until the power goes.

    plan: a list with, for each App that is built, a function of that App, called in each turn.
    apps: the Apps that were built.
    """

    def __init__(self, plan, files=None, machine=None):
        self.board = Board(True, files or MemoryFiles())
        self.plan = list(plan)
        self.machine = machine or Machine()
        self.apps = []
        self.begun = self.board.clock.ms
        self.restart = Restart(
            self.board, self.build, Watchdog(self.board.files, self.machine), self.machine.reset
        )

    def build(self):
        app = App(self.board)
        act = self.plan.pop(0) if self.plan else power_off
        self.apps.append(app)
        turn = app.turn

        def next_turn():
            act(app)
            return turn()

        app.turn = next_turn
        return app

    def run(self):
        """Until the power goes (False) or somebody leaves to the REPL (True)."""
        try:
            self.restart.run()
        except PowerOff:
            return False
        return True

    @property
    def count(self):
        return self.board.files.held.get(CRASHES)


def power_off(app):
    raise PowerOff


def fail(app):
    raise Failed


def after(ms, act):
    """Let `ms` of the device's time pass, then do `act`."""
    begun = []

    def wait(app):
        begun.append(app.board.clock.ms)
        if begun[-1] - begun[0] >= ms:
            act(app)

    return wait


def tap(key, then=power_off):
    """Press `key` in the first turns, and let go of it."""

    def press(app):
        app.board.down = 1 << key if app.board.clock.ms - began(app) < 60 else 0
        if app.board.clock.ms - began(app) > 1000:
            then(app)

    starts = {}

    def began(app):
        return starts.setdefault(id(app), app.board.clock.ms)

    return press


def asks(app):
    return isinstance(app.screen, Choice) and app.screen.heading == "It failed three times"


def test_what_escapes_the_app_is_logged_and_the_app_starts_again():
    life = Life([fail, power_off])
    assert life.run() is False
    assert [where for where, _ in life.board.logged] == ["App"]
    assert len(life.apps) == 2
    assert isinstance(life.apps[1].screen, HomeScreen)
    assert life.count == b"1"


def test_the_game_at_hand_is_there_after_a_restart():
    device = on("ok ok left up")
    files = MemoryFiles(device.board.files.held)
    life = Life([fail, power_off], files)
    life.run()
    assert life.apps[1].play.to_json() == device.state()
    assert isinstance(life.apps[1].screen, FleeScreen)


def test_three_in_a_row_lead_to_the_safe_menu():
    life = Life([fail, fail, fail, after(500, power_off)])
    life.run()
    assert asks(life.apps[3])
    assert any(life.board.display.shown)
    assert life.count == b"3"


def test_a_minute_of_good_running_ends_the_row():
    life = Life([fail, fail, after(GOOD_MS + 100, fail), power_off])
    life.run()
    assert life.count == b"1"
    life = Life([after(GOOD_MS - 5000, fail)] * 3 + [power_off])
    life.run()
    assert life.count == b"3"


def test_the_row_outlives_the_power():
    files = MemoryFiles()
    for count in (b"1", b"2", b"3"):
        life = Life([fail, power_off], files)
        life.run()
        assert life.count == count
    life = Life([after(500, power_off)], files)
    life.run()
    assert asks(life.apps[0])


def test_failures_that_a_screen_contains_count_too():
    once = []

    def fail_in_a_screen(app):
        if not once:
            once.append(app.screen)
            app.screen.tick = fail
        elif app.board.clock.ms - life.begun > 300:
            raise PowerOff

    life = Life([fail_in_a_screen])
    life.run()
    assert life.count == b"1"
    assert isinstance(life.apps[0].screen, CrashScreen)
    assert [type(error) for _, error in life.board.logged] == [Failed]


def crashed_with_game(answer, *after_it):
    """A Life whose device failed three times with a game at hand, and what it is told then."""
    files = MemoryFiles(on("ok ok left up").board.files.held)
    files.write(CRASHES, b"3")
    life = Life([tap(answer), *after_it], files)
    return life, life.run()


def test_the_safe_menu_goes_on_with_the_game():
    life, _ = crashed_with_game(UP, power_off)
    assert life.apps[1].play.done == 2
    assert life.count is None


def test_the_safe_menu_starts_without_the_game_which_is_kept():
    life, _ = crashed_with_game(RIGHT, power_off)
    assert life.apps[1].play is None
    assert isinstance(life.apps[1].screen, HomeScreen)
    assert life.apps[1].keeper.shelf.numbers() == [1]
    assert life.count is None


def test_the_safe_menu_leaves_to_the_repl_and_asks_again_next_time():
    life, left = crashed_with_game(KEYS.index("down"))
    assert left is True
    assert len(life.apps) == 1
    assert life.count == b"3"


def test_other_keys_do_nothing_in_the_safe_menu():
    for key in (LEFT, OK, BACK):
        life, left = crashed_with_game(key)
        assert left is False
        assert len(life.apps) == 1


def test_a_storage_that_takes_nothing_still_counts_in_memory():
    files = MemoryFiles()
    files.failing = True
    life = Life([fail, fail, fail, after(500, power_off)], files)
    life.run()
    assert asks(life.apps[3])


@pytest.mark.parametrize("content", [b"", b"x", b"99", b"-1", b"\xff", b"3\n"])
def test_a_damaged_count_is_no_failure(content):
    files = MemoryFiles({CRASHES: content})
    assert CrashCount(files, Board(True, files).clock).count == 0


def test_the_count_is_written_no_more_than_it_must():
    files = MemoryFiles()
    life = Life([after(3 * GOOD_MS, power_off)], files)
    life.run()
    assert CRASHES not in files.held
    count = CrashCount(files, life.board.clock)
    before = files.writes
    for _ in range(MOST + 3):
        count.note()
    assert files.writes == before + MOST


# --- the watchdog ---


def release():
    return MemoryFiles({RELEASE: b""})


def test_there_is_no_watchdog_without_a_release_file():
    life = Life([after(1000, power_off)])
    life.run()
    assert life.machine.made == []


def test_in_release_mode_the_loop_feeds_it():
    machine = Machine()
    life = Life([after(1000, power_off)], release(), machine)
    life.run()
    assert machine.made == [TIMEOUT_MS]
    assert TIMEOUT_MS <= 8388
    assert machine.fed >= 100


def test_it_is_made_once_and_fed_after_a_restart_as_well():
    machine = Machine()
    life = Life([fail, after(1000, power_off)], release(), machine)
    life.run()
    assert machine.made == [TIMEOUT_MS]
    assert machine.fed >= 100


def test_no_turn_takes_so_long_that_it_bites():
    machine = Machine()
    device_clock = []
    life = Life([after(60_000, power_off)], release(), machine)
    machine.feed = lambda: device_clock.append(life.board.clock.ms)
    life.run()
    gaps = [b - a for a, b in zip(device_clock, device_clock[1:], strict=False)]
    assert max(gaps) < 100


def test_a_bite_counts_as_a_failure_in_release_mode_alone():
    life = Life([power_off], release(), Machine(cause=Machine.WDT_RESET))
    life.run()
    assert life.count == b"1"
    life = Life([power_off], MemoryFiles(), Machine(cause=Machine.WDT_RESET))
    life.run()
    assert life.count is None


def test_the_safe_menu_is_never_shown_under_a_running_watchdog():
    files = release()
    life = Life([fail, fail, fail], files)
    life.run()
    assert life.machine.resets == 1
    assert len(life.apps) == 3
    again = Life([after(TIMEOUT_MS * 2, power_off)], files, Machine(cause=Machine.WDT_RESET))
    again.run()
    assert asks(again.apps[0])
    assert again.machine.made == []


# --- the same on MicroPython ---


@pytest.mark.tier2
def test_a_device_in_trouble_is_the_same_on_both_pythons():
    script = ROOT / "tests" / "faults_script.py"
    told = on_cpython(script)
    assert on_micropython(script) == told
    for word in ("It failed three times", "left", "reset", "watchdog 8000", "LEFT is stuck?"):
        assert word in told
