"""A game is never lost: power cuts between presses, failing storage, kept games, records."""

import pytest

from firmware.buttons import KEYS, PRESS
from firmware.storage.keeper import Keeper
from firmware.storage.shelf import MOST
from host_tools.device import Device
from host_tools.memory_files import MemoryFiles
from host_tools.record_file import load
from shared_engine import catalogue
from shared_engine.play import Play
from tests.rows import follow

TURN = "left left ok right ok up left down right"  # place, move, 2 hidden, rob 1, end
HOME = "back! [Leave]"  # from a game to the first screen
KEPT = HOME + " [Kept]"  # and on to the list of kept games


def again(device):
    """The same device after the power was gone: nothing but its flash is left."""
    return Device(files=MemoryFiles(device.board.files.held))


def whole(device):
    """All there is to a game: its states from here back to the first, and forth to the last."""
    play = device.app.play
    undone = play.undone
    states = []
    for _ in range(undone):
        play.redo()
    while True:
        states.append(play.to_json())
        if not play.done:
            break
        play.undo()
    for _ in range(len(states) - 1 - undone):
        play.redo()
    return states, undone


def test_after_every_press_the_game_comes_back_as_it_was():
    device = Device()
    device.follow("ok right ok")
    for key in (TURN + " " + TURN.replace("left left", "up up") + " back back").split():
        device.follow(key)
        device.wait(100)
        other = again(device)
        assert other.state() == device.state()
        assert (other.app.play.done, other.app.play.undone) == (
            device.app.play.done, device.app.play.undone,
        )  # fmt: skip
        assert not other.board.logged
    assert whole(again(device)) == whole(device)


def test_the_device_wakes_in_the_game_and_shows_the_same():
    device = Device()
    device.follow("ok ok " + TURN)
    device.wait(5000)
    other = again(device)
    other.wait(200)
    assert other.text()[0] == device.text()[0].replace("  ", " ")
    assert other.shown[: 7 * 128] == device.shown[: 7 * 128]


def test_an_action_is_stored_before_the_next_press_acts():
    device = Device()
    device.follow("ok ok")
    device.board.down = 1 << 2  # left, and before anything else happens, right
    device.wait(12)
    device.board.down = 1 << 2 | 1 << 3
    device.wait(12)
    device.board.down = 0
    device.wait(200)
    assert device.app.play.done == 2
    assert again(device).app.play.done == 2


def test_without_a_game_it_wakes_on_the_first_screen():
    assert again(Device()).text()[0] == "Which game?"


def test_a_full_storage_stops_nothing_and_says_so():
    device = Device()
    device.follow("ok ok left")
    device.wait(100)
    files = device.board.files
    files.room = sum(len(data) for data in files.held.values())
    device.follow("left")
    device.wait(200)
    assert any("Not saved: storage is full" in line for line in device.text())
    device.follow("left up")
    device.wait(4000)
    assert "!" in device.text()[0]
    assert again(device).app.play.done == 1
    before = device.state()
    files.room = 1 << 20
    device.follow("ok right back " * 6)
    device.wait(4000)
    assert "!" not in device.text()[0]
    assert device.state() == before
    assert whole(again(device)) == whole(device)
    assert again(device).app.keeper.shelf.numbers() == device.app.keeper.shelf.numbers()
    assert len(device.app.keeper.shelf.numbers()) == 1


def test_a_storage_that_never_worked_keeps_the_game_going():
    files = MemoryFiles()
    files.failing = True
    device = Device(files=files)
    device.follow("ok ok " + TURN + " back back")
    assert device.app.play.done == 3
    assert not device.board.logged


def test_twelve_games_are_kept_and_the_thirteenth_asks_for_room():
    device = Device()
    for number in range(MOST):
        device.app.begin(new(2 + number % 4))
        device.wait(20)
    assert device.app.keeper.shelf.numbers() == list(range(1, MOST + 1))
    newest = device.app.play
    device.app.begin(new())
    device.wait(100)
    assert device.app.play is newest
    assert device.text()[0] == "Kept games"
    assert "Delete one first" in " ".join(device.text())


def new(players=3):
    """A new game, of Ann, Bo and Cy where there are three."""
    names = ("Ann", "Bo", "Cy") if players == 3 else ()
    return Play(catalogue.load("flee_the_scene"), {"players": players}, names)


@pytest.fixture
def two_games():
    """A device with game 1 two actions on and game 2 (at hand) at its start."""
    device = Device()
    device.app.begin(new())
    device.wait(50)
    device.follow("left left")
    device.wait(50)
    device.app.begin(new())
    device.wait(50)
    return device


def test_another_kept_game_goes_on_where_it_was(two_games):
    follow(two_games, KEPT + " down ok right")
    assert two_games.app.play.done == 2
    two_games.follow("left")
    two_games.wait(100)
    assert again(two_games).app.play.done == 3
    other = again(two_games)
    follow(other, KEPT + " ok right")
    assert other.app.play.done == 0


def test_deleting_takes_a_second_different_press(two_games):
    follow(two_games, KEPT + " down ok down down down")
    assert two_games.app.keeper.shelf.numbers() == [1, 2]
    two_games.follow("up")
    assert two_games.app.keeper.shelf.numbers() == [2]
    assert again(two_games).app.keeper.shelf.numbers() == [2]


def test_deleting_the_game_at_hand_leaves_none(two_games):
    follow(two_games, KEPT + " ok down up back")
    assert two_games.app.play is None
    assert two_games.text()[0] == "Which game?"
    assert again(two_games).app.play is None


def test_the_same_group_plays_again(two_games):
    follow(two_games, KEPT + " down ok up")
    assert two_games.app.play.names == ("Ann", "Bo", "Cy")
    assert two_games.app.play.done == 0
    assert two_games.app.keeper.shelf.numbers() == [1, 2, 3]


def test_an_exported_game_is_a_record_and_comes_back(two_games, tmp_path):
    follow(two_games, KEPT + " down ok left")
    record = two_games.board.files.read("export/1.txt")
    path = tmp_path / "1.txt"
    path.write_bytes(record)
    assert load(str(path)).play.to_json()["turn"]["step"] == "move"
    two_games.board.files.write("import/1.txt", record)
    follow(two_games, "back [Kept] up ok")
    assert two_games.app.play.done == 2
    assert two_games.app.play.names == ("Ann", "Bo", "Cy")


def test_an_import_may_begin_with_a_byte_order_mark(two_games):
    record = "\ufeffgame flee_the_scene\r\nplace train\r\n".encode()
    two_games.board.files.write("import/windows.txt", record)
    follow(two_games, KEPT + " up ok")
    assert two_games.app.play.done == 1


@pytest.mark.parametrize(
    "data, said", [(b"game x\n", "bad.txt:1: no game"), (b"\xff", "not UTF-8")]
)
def test_a_bad_import_is_named_and_changes_nothing(two_games, data, said):
    two_games.board.files.write("import/bad.txt", data)
    at_hand = two_games.app.play
    follow(two_games, KEPT + " up ok")
    assert said in " ".join(two_games.text()).lower() or said in " ".join(two_games.text())
    assert two_games.app.play is at_hand
    assert not two_games.board.logged


def test_endless_undo_and_redo_stay_bounded():
    device = Device()
    device.follow("ok ok left")
    play = device.app.play
    for _ in range(12000):
        play.undo()
        device.app.keeper.flush()
        play.redo()
        device.app.keeper.flush()
    held = device.board.files.held
    assert sum(len(data) for data in held.values()) < 64 * 1024
    assert len(device.app.keeper.shelf.numbers()) == 1
    assert whole(again(device)) == whole(device)


def test_what_was_undone_and_done_again_goes_when_nobody_presses():
    device = Device()
    device.follow("ok ok left left ok right")
    device.follow("back back left ok right " * 30)
    written = sum(len(data) for path, data in device.board.files.held.items() if "/a" in path)
    before = whole(again(device))
    assert device.app.keeper.untidy
    device.wait(7000)
    assert device.app.keeper.untidy
    device.wait(2000)
    assert not device.app.keeper.untidy
    files = device.board.files.held
    assert sum(len(data) for path, data in files.items() if "/b" in path) * 4 < written
    assert whole(again(device)) == before
    device.follow("up")
    device.wait(100)
    assert again(device).app.play.done == device.app.play.done


# --- what once lost a game ---


def full(device, left=0):
    """Leave the storage of `device` room for `left` bytes more."""
    files = device.board.files
    files.room = sum(len(data) for data in files.held.values()) + left


def test_deleting_another_game_makes_room_for_the_one_that_is_played():
    device = Device()
    follow(device, "ok ok left " + HOME)
    full(device, 60)
    follow(device, "[Flee] ok left left")
    assert device.app.keeper.fault
    follow(device, KEPT + " ok down up")
    assert device.app.play.done == 2
    assert not device.app.keeper.fault
    assert again(device).app.play.done == 2


def test_going_on_with_the_game_at_hand_keeps_what_is_unsaved():
    device = Device()
    device.follow("ok ok left")
    device.board.files.failing = True
    device.follow("left left")
    device.board.files.failing = False
    follow(device, KEPT + " ok right")
    assert device.app.play.done == 3
    assert again(device).app.play.done == 3


@pytest.mark.parametrize("mended", [True, False])
def test_an_unsaved_game_is_given_up_only_when_told_to(mended):
    device = Device()
    device.follow("ok ok left")
    device.board.files.failing = True
    device.follow("left left up")
    played = device.app.play
    device.board.files.failing = not mended
    follow(device, HOME + " [Flee] ok")
    if mended:
        assert device.app.play is not played
        follow(device, KEPT + " down ok right")
        assert device.app.play.done == played.done
        return
    assert device.app.play is played
    assert device.text()[0] == "! Not saved: go on?"
    device.follow("ok ok back")
    assert device.app.play is played
    device.follow("ok up")
    assert device.app.play is not played


def test_it_is_saved_again_by_itself_when_the_storage_works():
    device = Device()
    device.follow("ok ok left")
    device.board.files.failing = True
    device.follow("left left")
    device.board.files.failing = False
    device.wait(4000)
    assert again(device).app.play.done == 3
    assert device.text()[0].startswith("P1")


def test_after_a_single_fault_the_next_press_saves_all():
    device = Device()
    device.follow("ok ok left")
    device.board.files.failing = True
    device.follow("left")
    device.board.files.failing = False
    device.follow("left")
    device.wait(100)
    assert again(device).app.play.done == 3


def test_a_delete_that_fails_lets_nothing_go():
    device = Device()
    device.follow("ok ok left")
    device.board.files.failing = True
    follow(device, "left left " + KEPT + " ok down up")
    assert device.app.play.done == 3
    device.board.files.failing = False
    device.wait(4000)
    assert again(device).app.play.done == 3


def test_an_export_of_the_game_at_hand_holds_what_is_unsaved():
    device = Device()
    device.follow("ok ok left")
    device.board.files.failing = True
    device.follow("left left")
    device.board.files.failing = False
    follow(device, KEPT + " ok left")
    record = device.board.files.read("export/1.txt").decode()
    assert record.splitlines()[-3:] == ["place train", "move train", "move train"]


def test_an_export_never_replaces_that_of_another_game():
    device = Device()
    follow(device, "ok ok left " + KEPT + " ok left")
    first = device.board.files.read("export/1.txt")
    follow(device, "ok down up back [Flee] ok right left " + KEPT + " ok left")
    assert device.board.files.read("export/1.txt") == first
    assert device.board.files.read("export/1-2.txt") != first


def test_a_damaged_game_comes_back_on_a_full_storage_too():
    device = Device()
    device.follow("ok ok left left up")
    device.wait(100)
    held = device.board.files.held
    held["games/1/a000/0"] = held["games/1/a000/0"][:-1]
    other = Device(files=MemoryFiles(dict(held), sum(map(len, held.values()))))
    assert other.app.play.done == 2
    assert other.text()[0] == "! Kept games"
    other.follow("ok left")
    assert other.app.play.done == 3
    other.board.files.room = 1 << 20
    other.wait(4000)
    assert again(other).app.play.done == 3
    # What was damaged is still there, as a game of its own.
    assert other.app.keeper.shelf.numbers() == [1, 2]


@pytest.mark.parametrize("data", [b"", b"\xf1", b"1", b"1 2", b"2 1", b"9 8"])
def test_a_damaged_note_of_the_game_at_hand_is_said(two_games, data):
    two_games.follow("left")
    two_games.wait(100)
    two_games.board.files.held["games/current"] = data
    other = again(two_games)
    assert other.app.play.done == 1
    other.wait(100)
    assert "not known" in " ".join(other.text())


def test_the_last_group_is_written_down_when_the_game_is_on_the_display():
    device = Device()
    files = device.board.files
    device.follow("ok")
    device.board.down |= 1 << KEYS.index("ok")
    while device.app.play is None or device.shown != device.app.frame.buffer:
        assert "settings.txt" not in files.held
        device.board.clock.sleep_ms(device.app.turn())
    device.wait(50)
    assert "group flee_the_scene" in files.held["settings.txt"].decode()


def test_a_press_right_after_the_start_is_stored_behind_the_game():
    device = Device()
    device.app.begin(new())
    device.app.buttons._put(PRESS, KEYS.index("left"))
    device.app.turn()
    assert device.app.keeper.shelf.numbers() == [1]
    device.wait(100)
    play, fault = Keeper(device.board.files).resume()
    assert not fault and play.done == 1
