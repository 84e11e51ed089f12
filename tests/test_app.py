"""What the device does with fingers, time and faults: the whole app, through its buttons."""

import gc
import json
import os
import subprocess
import sys
import weakref
from itertools import pairwise

import pytest
from PIL import Image

from firmware import kit
from firmware.app import NOTICE_MS
from firmware.buttons import BACK, KEYS
from firmware.games.flee_the_scene import CountsScreen, FleeScreen
from firmware.screens.brightness import LEVELS, BrightnessScreen
from firmware.screens.choice import Choice
from firmware.screens.crash import CrashScreen
from firmware.screens.game_menu import GameMenu
from firmware.screens.home import HomeScreen
from firmware.screens.setup import SetupScreen
from host_tools.device import Device
from host_tools.memory_files import MemoryFiles
from host_tools.vm import ROOT, find_micropython
from shared_engine.record import Reader
from tests.rows import follow

DARK = bytes(192)
# From the game's screen to a row of its menu.
MENU = {"redo": "back! ok", "history": "back! down down ok", "correct": "back! down down down ok"}


def on(keys, record=None):
    """A device switched on, with the game of `record` (lines) on it, after `keys`."""
    device = Device()
    if record is not None:
        device.app.begin(replayed(record))
        device.wait(100)
    device.follow(keys)
    device.wait(50)
    return device


def replayed(lines):
    reader = Reader()
    for line in lines:
        reader.line(line)
    return reader.finish()


def screen(device):
    return type(device.app.screen)


def rows(device):
    """Every row of the list on the device, (left, right)."""
    top = device.app.screen
    return [top.row(at) for at in range(top.count())]


def bottom(device):
    return device.text()[-1]


# --- press, hold and release ---


@pytest.mark.parametrize("key, verb", [("left", "train"), ("right", "ship")])
def test_an_arrow_acts_when_it_goes_down(key, verb):
    device = on("ok ok")
    device.down(key)
    assert device.app.play.text(0) == "place " + verb
    device.wait(3000)
    device.up(key)
    assert device.app.play.done == 1


def test_back_acts_on_a_game_when_it_is_let_go():
    device = on("ok ok left")
    device.down("back")
    assert device.app.play.done == 1
    device.up("back")
    assert device.app.play.done == 0


def test_back_held_opens_the_menu_while_it_is_still_down_and_undoes_nothing():
    device = on("ok ok left")
    device.down("back")
    device.wait(kit.HOLD_MS - 100)
    assert screen(device) is FleeScreen
    device.wait(100)
    assert screen(device) is GameMenu
    device.up("back")
    assert screen(device) is GameMenu
    assert device.app.play.done == 1


@pytest.mark.parametrize("keys", ["ok", "left down", "left left ok", "left left ok up"])
def test_back_goes_up_a_level_inside_an_entry_when_it_goes_down(keys):
    device = on("ok ok " + keys)
    done = device.app.play.done
    level = len(device.app.stack)
    device.down("back")
    assert len(device.app.stack) == level - 1
    device.wait(2000)
    device.up("back")
    assert len(device.app.stack) == level - 1
    assert device.app.play.done == done


def test_back_let_go_on_another_screen_than_it_went_down_on_does_nothing():
    device = on("ok ok left down_down down_up")  # the choice which vehicle to take
    device.tap("back")
    device.down("back")
    device.tap("down")
    assert screen(device) is Choice
    device.up("back")
    assert screen(device) is Choice
    assert device.app.play.done == 1


def test_back_held_across_screens_opens_no_menu():
    device = on("ok ok left back_down down wait:2000")
    assert screen(device) is Choice
    device = on("ok ok ok back_down wait:2000 back_up")
    assert screen(device) is FleeScreen


def test_an_arrow_held_on_a_list_repeats_one_row_at_a_time():
    device = on("ok ok")
    device.follow(MENU["correct"])
    chosen = []
    device.down("down")
    for _ in range(0, kit.HOLD_MS + 4 * kit.REPEAT_MS, 5):
        at = device.app.screen.chosen
        if not chosen or chosen[-1] != at:
            chosen.append(at)
        device.wait(5)
    device.up("down")
    assert len(chosen) >= 4
    assert chosen == list(range(1, len(chosen) + 1))


def test_an_arrow_held_on_a_game_acts_once():
    device = on("ok ok left right_down wait:2000 right_up")
    assert device.app.play.done == 2


def test_an_arrow_still_down_when_another_screen_comes_does_not_repeat_there():
    city = "ok ok left left ok up left ok"  # with one antiquity to deliver
    untouched = on(city + " down").app.screen.points[:]
    device = on(city + " down_down wait:2000")
    assert device.app.screen.points == untouched
    device.follow("down_up down")
    assert device.app.screen.points == [untouched[0] - 1]


def test_a_press_while_another_key_is_down_counts():
    device = on("ok ok left_down up right_down left_up right_up")
    assert [device.app.play.text(at) for at in range(3)] == [
        "place train", "move truck", "move ship",
    ]


def test_a_key_held_at_power_on_does_nothing_until_it_is_pressed_anew():
    device = Device()
    device.board.down = 1 << KEYS.index("ok")
    device.app.buttons.__init__(device.board.read_buttons)
    device.wait(2000)
    device.up("ok")
    assert screen(device) is HomeScreen
    device.tap("ok")
    assert screen(device) is SetupScreen


# --- notices ---


def test_a_refusal_says_why_and_changes_nothing():
    device = on("ok ok")
    before = device.state()
    device.tap("up")
    assert "no truck is in the supply" in " ".join(device.text()).lower()
    assert device.state() == before
    assert device.app.play.done == 0


def test_a_notice_goes_with_the_next_press_which_still_acts():
    device = on("ok ok up")
    device.tap("left")
    assert device.app.play.text(0) == "place train"
    assert "supply" not in " ".join(device.text())
    assert "move" in bottom(device)


def test_a_notice_goes_with_a_press_of_back_which_still_acts():
    device = on("ok ok left up left left right right")
    assert "no ship is ready" in " ".join(device.text()).lower()
    assert device.app.play.done == 5
    device.down("back")
    assert "ready" not in " ".join(device.text()).lower()
    device.up("back")
    assert device.app.play.done == 4


def test_a_notice_goes_after_three_seconds():
    device = on("ok ok")
    before = bytes(device.shown)
    device.tap("up")
    covered = bytes(device.shown)
    assert covered != before
    device.wait(NOTICE_MS - 200)
    assert bytes(device.shown) == covered
    device.wait(200)
    assert bytes(device.shown) == before
    assert NOTICE_MS == 3000


# --- undo and redo ---

# Two turns, as a person plays them; an action a word of keys, in order.
TWO_TURNS = (
    ("place train", "left"),
    ("move train", "left"),
    ("mission hidden", "ok right"),
    ("move train", "left"),
    ("move train with truck+ship", "left"),
    ("rob 2", "ok up up"),
    ("deliver 6 6", "ok down up up ok up ok"),
    ("end ship", "down right"),
    ("place truck", "up"),
    ("move truck", "up"),
    ("end train", "down left"),
    ("place ship", "right"),
)


def test_back_undoes_across_turns_to_the_very_start_and_no_further():
    device = on("ok ok")
    states = [device.state()]
    for text, keys in TWO_TURNS:
        device.follow(keys)
        assert device.app.play.text(device.app.play.done - 1) == text
        states.append(device.state())
    assert device.state()["turn"]["number"] == 3
    for state in reversed(states[:-1]):
        device.tap("back")
        assert device.state() == state
        assert "Undone" in " ".join(device.text())
    device.tap("back")
    assert device.state() == states[0]
    assert "nothing to undo" in " ".join(device.text()).lower()


def test_redo_through_the_menu_brings_back_one_action_a_press():
    device = on("ok ok")
    states = [device.state()]
    for _, keys in TWO_TURNS:
        device.follow(keys)
        states.append(device.state())
    for _ in TWO_TURNS:
        device.tap("back")
    device.hold("back")
    for at, state in enumerate(states[1:]):
        assert TWO_TURNS[at][0][:12] in device.text()[1]
        device.tap("ok")
        assert device.state() == state
    device.tap("ok")
    assert device.state() == states[-1]
    device.tap("back")
    assert screen(device) is FleeScreen


def test_a_new_action_ends_what_could_be_redone():
    device = on("ok ok left back right")
    assert device.app.play.undone == 0
    done = device.state()
    device.follow(MENU["redo"])
    assert device.state() == done


# --- the menu ---


def test_the_menu_corrects_a_value_as_set_in_a_record_does():
    device = on("ok ok left " + MENU["correct"] + " ok ok up up ok")
    record = ["game flee_the_scene", "place train", "set board.ready.train 4"]
    assert device.state() == replayed(record).to_json()
    assert device.state()["corrections"] == 1
    device.follow("back back back back")
    assert device.state() == replayed(record[:2]).to_json()


def test_a_correction_that_is_left_corrects_nothing():
    device = on("ok ok left " + MENU["correct"] + " ok ok up up back")
    assert device.state() == replayed(["game flee_the_scene", "place train"]).to_json()


def test_the_menu_corrects_words_and_values_that_may_be_open():
    to_turn = " up ok down ok up ok"
    device = on("ok ok " + MENU["correct"] + to_turn)
    assert device.state() == replayed(["game flee_the_scene", "set turn.step move"]).to_json()
    to_last_delivery = " up up ok down ok up ok"
    device = on("ok ok " + MENU["correct"] + to_last_delivery)
    expected = replayed(["game flee_the_scene", "set last_delivery.1 1"])
    assert device.state() == expected.to_json()


def _to(row):
    return "down " * row


def test_the_menu_adds_to_a_list_and_drops_from_it():
    start = ["game flee_the_scene", "set delivered.0 [4] delivered.1 [9,3]"]
    delivered = MENU["correct"] + " down down down down ok"
    device = on(delivered, start)
    labels = [row[0] for row in rows(device)]
    assert sorted(labels) == sorted(
        ["P1 1", "P1 add", "P1 drop last", "P2 1", "P2 2", "P2 add", "P2 drop last"]
    )
    device.follow(_to(labels.index("P1 add")) + "ok up up ok")
    added = start + ["set delivered.0.1 3"]
    assert device.state() == replayed(added).to_json()
    device.app.screen.chosen = 0
    labels = [row[0] for row in rows(device)]
    device.follow(_to(labels.index("P2 drop last")) + "ok")
    assert device.state() == replayed(added + ["set delivered.1 [9]"]).to_json()


def _flat(value, path=""):
    """{path: value} of a state JSON, lists of delivered points whole."""
    if isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, list) and not path.startswith("delivered."):
        parts = enumerate(value)
    else:
        return {path: value}
    flat = {}
    for key, item in parts:
        flat.update(_flat(item, f"{path}.{key}" if path else str(key)))
    return flat


def _expected_reason(before, after):
    """The rows for the difference of two state JSONs, worked out here anew."""
    derived = ("scores", "last_round", "ends_before", "corrections", "over", "winner")
    old, new = _flat(before), _flat(after)
    rows = []
    for path in new:
        if path.split(".")[0] in derived or old[path] == new[path]:
            continue
        words = path.replace("_", " ").split(".")
        words = ["P" + str(int(word) + 1) if word.isdigit() else word for word in words]
        if isinstance(old[path], list) and new[path][: len(old[path])] == old[path]:
            text = "+" + " ".join(str(value) for value in new[path][len(old[path]) :])
        else:
            texts = ["none" if value is None else str(value) for value in (old[path], new[path])]
            text = " → ".join(texts)
        rows.append((" ".join(words), text))
    return sorted(rows)


def test_the_reasons_in_the_history_are_the_difference_of_the_states():
    device = on("ok ok")
    states = [device.state()]
    for _, keys in TWO_TURNS:
        device.follow(keys)
        states.append(device.state())
    device.follow(MENU["history"])
    for at in range(len(TWO_TURNS) - 1, -1, -1):
        number = f"{at + 1} {TWO_TURNS[at][0]}"
        assert rows(device)[device.app.screen.chosen][0] == number
        device.tap("ok")
        assert device.app.screen.heading == number
        assert sorted(rows(device)) == _expected_reason(states[at], states[at + 1])
        device.follow("back down")
    assert device.state() == states[-1]


def test_looking_changes_nothing():
    device = on("ok ok left left")
    before = device.state()
    device.follow("back! down ok down back down ok ok back back down ok ok ok back back back")
    device.follow("down ok up ok back")
    assert screen(device) is FleeScreen
    assert device.state() == before
    assert device.app.play.undone == 0


def test_leaving_keeps_the_game_and_it_goes_on():
    device = on("ok ok left left")
    before = device.state()
    device.follow("back! up ok")
    assert screen(device) is HomeScreen
    assert "Go on" in " ".join(device.text())
    device.tap("ok")
    assert screen(device) is FleeScreen
    assert device.state() == before
    device.tap("back")
    assert device.app.play.done == 1


def test_back_at_the_first_screen_stays_there():
    device = on("back back! back")
    assert screen(device) is HomeScreen
    assert len(device.app.stack) == 1


# --- the matrix ---


def test_brightness_changes_the_wire_but_not_the_colours():
    device = on("")
    follow(device, "[Brightness]")
    assert screen(device) is BrightnessScreen
    colours = bytes(device.colours)
    device.follow("down down down down down down")
    sums = []
    for _ in LEVELS:
        sums.append(sum(device.board.matrix.wire))
        assert bytes(device.colours) == colours
        device.tap("up")
    # A matrix lit all over meets the current limit; there it may lose a little to rounding.
    assert all(brighter >= darker * 99 // 100 for darker, brighter in pairwise(sums))
    assert sums[0] * 8 < sums[-1]
    device.follow("down down down ok")
    assert screen(device) is HomeScreen


def test_brightness_stays_for_the_game():
    bright, dim = on(""), on("")
    follow(bright, "[Brightness] up ok ok ok wait:50")
    follow(dim, "[Brightness] down down ok ok ok wait:50")
    assert bytes(bright.colours) == bytes(dim.colours)
    assert sum(bright.board.matrix.wire) > sum(dim.board.matrix.wire) > 0


def test_the_player_to_move_blinks_and_the_rest_stays():
    device = on("ok ok")
    seen = set()
    for _ in range(30):
        seen.add(bytes(device.colours))
        device.wait(100)
    assert len(seen) == 2
    one, other = sorted(seen)
    assert {at // 3 for at in range(192) if one[at] != other[at]} == {3 * 8 + 7}


def test_what_is_seen_is_what_was_drawn():
    device = on("ok ok")
    for _, keys in TWO_TURNS:
        device.follow(keys)
        device.wait(60)
        assert device.shown == device.app.frame.buffer


# --- set-up ---


GROUP = "ok right down left down right ok"  # three players, two other pairs


def test_set_up_remembers_the_last_groups_options():
    device = on(GROUP + " left")
    options = dict(device.app.play.options)
    first = device.app.play
    assert options["players"] == 3
    assert options[("supply", 1)] == ("train", "truck")
    assert options[("supply", 2)] == ("ship", "ship")
    follow(device, "back! [Leave] [Flee]")
    assert screen(device) is SetupScreen
    device.follow("ok")
    assert screen(device) is FleeScreen
    assert device.app.play is not first
    assert device.app.play.options == options
    assert device.app.play.done == 0


def test_a_game_at_hand_is_kept_when_another_one_starts():
    device = on("ok ok left")
    first = device.state()
    follow(device, "back! [Leave] [Flee] ok")
    assert device.app.play.done == 0
    follow(device, "back! [Leave] [Kept] down ok right")
    assert device.state() == first


def test_options_of_players_who_are_gone_do_not_come_back():
    device = on("ok right down down down right up up up left right ok")
    assert device.app.play.options == on("ok right ok").app.play.options


def test_power_on_to_the_first_action_takes_at_most_four_presses():
    group = on(GROUP)
    device = Device(files=MemoryFiles({"settings.txt": group.board.files.held["settings.txt"]}))
    assert device.presses == 0
    device.follow("ok ok left")
    assert device.presses <= 4
    assert device.app.play.done == 1
    assert device.app.play.options == group.app.play.options


def test_a_set_up_that_does_not_fit_the_box_is_refused_and_stays():
    device = on("ok left down down down right ok")
    assert screen(device) is SetupScreen
    assert device.app.play is None
    assert "4 ships" in " ".join(device.text())
    device.follow("left ok")
    assert screen(device) is FleeScreen


# --- a screen that fails ---


def _break(device, method):
    """Make a method of the screen on top fail until it is gone; it has a screen of its own."""
    def broken(*_):
        raise ZeroDivisionError("broken on purpose")

    setattr(device.app.screen, method, broken)


def _fail_now(device, method):
    _break(device, method)
    device.app.changed()
    if method == "press":
        device.tap("left")
    elif method == "hold":
        device.hold("back")
    else:
        device.wait(50)
    device.wait(50)


@pytest.mark.parametrize("method", ["press", "hold", "draw", "light", "tick"])
def test_a_failing_screen_is_named_and_the_game_is_kept(method):
    device = on("ok ok left left")
    before = device.state()
    assert any(device.board.matrix.wire)
    _fail_now(device, method)
    assert screen(device) is CrashScreen
    text = " ".join(device.text())
    assert "FleeScreen" in text
    assert "ZeroDivisionError" in text
    assert bytes(device.board.matrix.wire) == DARK
    assert bytes(device.colours) == DARK
    assert [(where, type(error)) for where, error in device.board.logged] == [
        ("FleeScreen", ZeroDivisionError)
    ]
    assert device.state() == before
    device.wait(5000)
    assert len(device.board.logged) == 1

    device.tap("back")
    assert screen(device) is HomeScreen
    device.tap("ok")
    assert screen(device) is FleeScreen
    assert device.state() == before
    device.follow("up down left")
    assert device.state()["turn"]["number"] == 2
    assert any(device.board.matrix.wire)
    assert len(device.board.logged) == 1


def test_a_failing_screen_within_a_game_is_named_too():
    device = on("ok ok left back!")
    _fail_now(device, "draw")
    assert "GameMenu" in " ".join(device.text())
    device.follow("back ok")
    assert screen(device) is FleeScreen


def test_a_failure_takes_the_notice_with_it():
    device = on("ok ok up")
    _fail_now(device, "draw")
    assert "supply" not in " ".join(device.text())


def test_a_key_that_was_down_when_a_screen_failed_does_nothing_later():
    device = on("ok ok left back_down")
    _break(device, "tick")
    device.wait(3000)
    assert screen(device) is CrashScreen
    device.up("back")
    assert screen(device) is CrashScreen
    assert device.app.play.done == 1


@pytest.mark.parametrize("method", ["press", "draw", "light", "tick"])
def test_a_crash_screen_that_fails_does_not_go_on_failing(method, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("broken on purpose")

    device = on("ok ok left")
    before = device.state()
    monkeypatch.setattr(CrashScreen, method, broken)
    _fail_now(device, "draw")
    if method == "press":
        device.tap("back")
    device.wait(5000)
    assert screen(device) is HomeScreen
    assert [where for where, _ in device.board.logged] == ["FleeScreen", "CrashScreen"]
    assert bytes(device.board.matrix.wire) == DARK
    device.tap("down")
    assert "Which game?" in device.text()
    device.follow("up ok")
    assert device.state() == before


def test_a_crash_leaves_the_undo_of_the_game_alone():
    device = on("ok ok left left")
    _fail_now(device, "draw")
    device.follow("back ok back back")
    assert device.app.play.done == 0
    assert device.app.play.undone == 2


# --- the keys of a whole game are its record ---

THREE_PLAYERS = (
    ("place ship", "right"),
    ("move train", "left"),
    ("rob 2", "ok up up"),
    ("move ship", "right"),
    ("deliver 4 7", "ok down up down ok up up ok"),
    ("end truck", "down up"),
    ("place truck", "up"),
    ("move truck", "up"),
    ("mission open", "ok left"),
    ("rob 3", "ok up right"),
    ("move truck with train+ship", "up up"),
    ("deliver 9", "ok down left right up ok"),
    ("end ship", "down right"),
    ("place train", "left"),
    ("undo", "back"),
    ("place truck", "up"),
    ("set draw_pile 3", MENU["correct"] + " down down down down down ok {pile} ok back back"),
    ("move ship", "right"),
    ("mission hidden", "ok right"),
    ("end train", "down left"),
    ("place truck", "up"),
    ("undo", "back"),
    ("redo", "back! ok back"),
    ("move truck", "up"),
    ("mission open", "ok left"),
    ("rob 1", "ok up"),
    ("deliver 2", "ok down left ok"),
    ("end truck", "down up"),
    ("place ship", "right"),
    ("move ship", "right"),
    ("deliver 5", "ok down left ok"),
    ("end truck", "down up"),
    ("place train", "left"),
    ("end truck", "down up"),
)


def _three_players():
    """(lines of the record, keys) of the same game."""
    lines = ["game flee_the_scene", "option players 3", "option supply 1 truck ship"]
    keys = ["ok right down right right ok"]
    for text, typed in THREE_PLAYERS:
        if "{pile}" in typed:
            typed = typed.replace("{pile}", " ".join(["down"] * (_pile(lines) - 3)))
        lines.append(text)
        keys.append(typed)
    return lines, " ".join(keys)


def _pile(lines):
    return replayed(lines).state["draw_pile"]


def _command(module, *arguments, stdin=None):
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        env=dict(os.environ, PYTHONIOENCODING="utf-8"),
        timeout=120,
    )


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_a_game_typed_on_the_keys_ends_as_its_record_does(runtime):
    if runtime == "micropython":
        find_micropython()
    lines, keys = _three_players()
    typed = _command("host_tools.simulate", "--keys", keys, "--state", "--runtime", runtime)
    assert (typed.returncode, typed.stderr) == (0, "")
    read = _command("host_tools.replay", "-", stdin="\n".join(lines) + "\n")
    assert (read.returncode, read.stderr) == (0, "")
    assert typed.stdout == read.stdout
    assert json.loads(typed.stdout)["over"] == "finished"


def test_each_key_of_that_game_does_its_line():
    lines, _ = _three_players()
    device = on("ok right down right right ok")
    assert device.state() == replayed(lines[:3]).to_json()
    for at, (text, typed) in enumerate(THREE_PLAYERS):
        if "{pile}" in typed:
            down = " ".join(["down"] * (device.state()["draw_pile"] - 3))
            typed = typed.replace("{pile}", down)
        device.follow(typed)
        assert device.state() == replayed(lines[: at + 4]).to_json(), text


def test_simulate_names_the_six_keys_when_one_is_unknown():
    done = _command("host_tools.simulate", "--keys", "ok okay", "--text")
    assert done.returncode == 1
    assert done.stdout == ""
    assert "okay" in done.stderr
    assert all(f"{key}" in done.stderr.split() or f"{key}," in done.stderr.split() for key in KEYS)
    assert "Traceback" not in done.stderr


def test_simulate_writes_the_face_as_a_picture(tmp_path):
    path = tmp_path / "face.png"
    done = _command("host_tools.simulate", "--keys", "ok ok", "--png", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    with Image.open(path) as image:
        assert image.format == "PNG"
        width, height = image.size
    # The display alone is 128 x 64 squares of 6 px, the matrix stands beside it.
    assert width >= 128 * 6 + 64 * 6
    assert 64 * 6 <= height < width // 2
    done = _command("host_tools.simulate", "--png", str(tmp_path / "no" / "face.png"))
    assert done.returncode == 1
    assert "face.png" in done.stderr and "Traceback" not in done.stderr


def test_simulate_starts_with_a_record(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("game flee_the_scene\nnames Ann Zoë\nplace train\n", encoding="utf-8")
    done = _command("host_tools.simulate", "--record", str(path), "--keys", "down up", "--text",
                    "--state")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Zo")
    assert json.loads(lines[-1])["turn"] == {"number": 2, "player": 2, "step": "place"}


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"game flee_the_scene\nplace train\nplace ship\n", ":3: "),
        (b"game chess\n", ":1: "),
        (b"", ":1: "),
        (b"game flee_the_scene\nnames A\xff B\n", "UTF-8"),
        (None, "No such file"),
    ],
)
def test_simulate_says_what_is_wrong_with_a_record(tmp_path, data, reason):
    path = tmp_path / "bad.txt"
    if data is not None:
        path.write_bytes(data)
    done = _command("host_tools.simulate", "--record", str(path), "--text")
    assert done.returncode == 1
    assert done.stdout == ""
    assert str(path) in done.stderr and reason in done.stderr
    assert "Traceback" not in done.stderr


# --- left alone ---


def test_what_is_left_alone_draws_and_sends_nothing():
    device = on("down")
    drawn = []
    device.app.screen.draw = lambda frame: drawn.append(1)
    shows = device.board.matrix.shows
    device.wait(10_000)
    assert drawn == []
    assert device.board.matrix.shows == shows
    device.tap("up")
    assert drawn != []


def test_counts_show_over_a_game_and_go():
    device = on("ok ok ok")
    assert screen(device) is CountsScreen
    assert device.app.screen.holds >> BACK & 1 == 0
    device.tap("ok")
    assert screen(device) is FleeScreen


def test_a_screen_that_was_left_is_forgotten_where_memory_is_short():
    device = Device()
    device.board.short_of_memory = True
    device.app.push(BrightnessScreen(device.app))
    left = weakref.ref(device.app.screen)
    device.tap("up")
    device.tap("back")
    gc.collect()
    assert left() is None
