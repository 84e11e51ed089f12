"""The turn clock: each player's time, paused, over power cuts, across the wrap of the ticks."""

import pytest

from firmware.turn_clock import TurnClock
from host_tools.device import PERIOD, Clock, Device
from host_tools.memory_files import MemoryFiles


def switched_on(minutes=10, files=None):
    files = files or MemoryFiles({"settings.txt": f"turn_clock {minutes}\n".encode()})
    return Device(files=files)


def again(device):
    return Device(files=MemoryFiles(device.board.files.held))


def left(device):
    """Seconds left of every player."""
    return [round(ms / 1000) for ms in device.app.turn_clock.left]


def test_without_the_setting_there_is_none():
    device = Device()
    device.follow("ok ok")
    assert device.app.turn_clock is None
    assert device.text()[0].startswith("P1 place")


def test_the_time_of_the_player_to_move_runs():
    device = switched_on()
    device.follow("ok ok left")
    device.wait(60_000)
    assert left(device)[0] in (539, 540)
    assert left(device)[1] == 600
    assert device.text()[0].split()[:2] in (["P1", "9:00"], ["P1", "8:59"])
    device.follow("down right left")
    device.wait(30_000)
    assert left(device)[0] in (539, 540)
    assert left(device)[1] in (569, 570)


def test_it_waits_for_the_first_press_and_on_the_first_screen():
    device = switched_on()
    device.follow("ok ok left")
    other = again(device)
    other.wait(120_000)
    assert left(other) == left(device)
    device.follow("back! up ok")
    before = left(device)
    device.wait(120_000)
    assert left(device) == before


def test_the_menu_pauses_it():
    device = switched_on()
    device.follow("ok ok left back! down ok back")
    before = left(device)
    device.wait(60_000)
    assert left(device) == before
    assert "(" in device.text()[0]
    assert again(device).app.turn_clock.left[1] == 600_000
    device.follow("back! down ok back")
    device.wait(10_000)
    assert before[0] - 12 <= left(device)[0] <= before[0] - 10


def test_time_up_is_said_once_and_goes_on_below_zero():
    device = switched_on(1)
    device.follow("ok ok left")
    device.wait(60_000)
    assert any("P1: the time is up" in line for line in device.text())
    device.wait(65_000)
    assert device.text()[0].split()[1].startswith("-1:0")
    assert not any("time is up" in line for line in device.text())


def test_a_power_cut_loses_a_minute_at_most():
    device = switched_on()
    device.follow("ok ok left")
    device.wait(200_000)
    other = again(device)
    assert 0 <= left(other)[0] - left(device)[0] <= 60
    assert left(other)[0] < 460


def test_a_finished_game_takes_no_more_time():
    device = switched_on()
    device.follow("ok ok")
    play = device.app.play
    for words in ("set delivered.0 [9,4]", "place train", "end train", "place truck", "end truck"):
        play.do(play.read(words.split()))
    device.follow("left")
    before = left(device)
    device.wait(60_000)
    assert play.to_json()["over"] and left(device) == before


@pytest.mark.parametrize(
    "data",
    [b"", b"x y\n", b"1\n", b"1 2 3\n", b"\xff\xff\n", b"1 2", b"1 2\nx\n"]
    + [b"1 2\n", b"1 5\n1 1\n2 2\n5"],
)
def test_unreadable_times_start_anew(data):
    files = MemoryFiles({"games/1/clock": data})
    clock = TurnClock(Clock(), 5, 2, files, "games/1")
    assert clock.left == (
        [1000, 2000] if data in (b"1 2\n", b"1 5\n1 1\n2 2\n5") else [300_000, 300_000]
    )


def test_the_wrap_of_the_ticks_does_no_harm():
    ticks = Clock()
    ticks.ms = PERIOD - 500
    clock = TurnClock(ticks, 1, 1, MemoryFiles(), "")
    clock.asleep = False
    for _ in range(20):
        ticks.sleep_ms(50)
        clock.run(ticks.ticks_ms(), 1, True)
    assert clock.left == [59_000]


@pytest.mark.parametrize(
    "ms, text",
    [(600_000, "10:00"), (59_001, "1:00"), (59_000, "0:59"), (1, "0:01"), (0, "0:00"),
     (-999, "0:00"), (-1000, "-0:01"), (-61_000, "-1:01")],
)  # fmt: skip
def test_how_it_is_written(ms, text):
    clock = TurnClock(Clock(), 1, 1, MemoryFiles(), "")
    clock.left = [ms]
    assert clock.text(1) == text


def test_a_storage_that_takes_nothing_does_not_stop_it():
    files = MemoryFiles({"settings.txt": b"turn_clock 10\n"})
    device = switched_on(files=files)
    device.follow("ok ok left")
    files.failing = True
    device.wait(130_000)
    assert left(device)[0] < 480
    assert not device.board.logged


def test_the_file_stays_short():
    files = MemoryFiles()
    clock = TurnClock(Clock(), 10, 5, files, "games/1")
    ticks = clock._clock
    clock.asleep = False
    for turn in range(500):
        ticks.sleep_ms(1000)
        clock.run(ticks.ticks_ms(), turn % 5 + 1, True)
        clock.save()
        assert len(files.held["games/1/clock"]) <= 120
    assert TurnClock(Clock(), 10, 5, files, "games/1").left == clock.left == [500_000] * 5


def test_a_pause_outlasts_a_power_cut():
    device = switched_on()
    device.follow("ok ok left wait:5000 back! down ok back")
    before = left(device)
    other = again(device)
    other.follow("up")
    other.wait(30_000)
    assert other.app.turn_clock.paused and left(other) == before
    other.follow("back! down ok back")
    other.wait(10_000)
    assert not again(other).app.turn_clock.paused
    assert sum(left(other)) < sum(before)


def test_the_times_of_a_game_stored_late_lie_beside_it():
    files = MemoryFiles({"settings.txt": b"turn_clock 10\n"})
    device = switched_on(files=files)
    files.failing = True
    device.follow("ok ok left")
    device.wait(100_000)
    assert "clock" not in files.held
    files.failing = False
    device.wait(4000)
    assert "games/1/clock" in files.held and "clock" not in files.held
    assert abs(left(again(device))[0] - left(device)[0]) <= 60
