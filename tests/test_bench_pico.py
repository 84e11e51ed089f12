"""`make bench-pico`: its arithmetic on made-up time stamps, its scripts; no UF2 needed."""

import json

import pytest

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from firmware.buttons import KEYS
from host_tools.bench.pico import __main__ as bench
from host_tools.bench.pico import figures, games, latency, measure, player, probe
from host_tools.bench.pico.latency import Answer, Press
from host_tools.pico import fetch
from host_tools.pico.bus import Transfer
from host_tools.pico.leds import Write
from host_tools.pico.trouble import NoPico, NoPicture
from host_tools.program import Program

MS = 1_000_000


def command(at, *words):
    """A transfer of commands that starts at `at` ms and takes a tenth."""
    return Transfer(at * MS, (at + 0.1) * MS, bytes((0x00, *words)))


def page(at, data, first=0, number=0):
    """The two transfers that put `data` on page `number` from column `first` on, done in 3 ms."""
    return [
        command(at - 0.2, 0x21, first, 127, 0x22, number, 7),
        Transfer(at * MS, (at + 3) * MS, b"\x40" + data),
    ]


def lights(at, byte=1):
    return Write(at * MS, (at + 2) * MS, bytes((byte,)) * 192)


def press(down, up, end, key="ok", held=False):
    return Press(key, held, down * MS, up * MS, end * MS)


START = [command(1, 0x20, 0x00)] + [
    each for number in range(8) for each in page(10 + 5 * number, bytes(128), number=number)
]


# --- latency ---


def test_times_count_from_the_edge_to_the_last_bit_and_byte():
    transfers = START + page(120, b"\xff" * 10, first=3) + page(124, b"\x01" * 4, number=5)
    (answer,) = latency.answers([press(100, 200, 300)], transfers, [lights(107)])
    assert answer == Answer("ok", 9.0, 9.0, 27.0, 14, 14)


def test_lights_that_stay_as_they_are_leave_the_first_page_as_the_first_change():
    transfers = START + page(120, b"\xff" * 10) + page(124, b"\x01", number=5)
    (answer,) = latency.answers([press(100, 200, 300)], transfers, [])
    assert (answer.first, answer.lights, answer.everything) == (23.0, None, 27.0)


def test_blinks_before_and_after_do_not_count():
    transfers = START + page(120, b"\xff" * 10)
    writes = [lights(102, 7), lights(107), lights(150, 7)]
    (answer,) = latency.answers([press(100, 200, 300)], transfers, writes)
    assert (answer.lights, answer.everything) == (9.0, 23.0)


def test_a_key_that_acts_on_release_counts_from_there():
    transfers = START + page(215, b"\xff" * 10)
    writes = [lights(150), lights(206)]
    (answer,) = latency.answers([press(100, 200, 300, "left")], transfers, writes)
    assert (answer.key, answer.lights, answer.everything) == ("left", 8.0, 18.0)


def test_holds_and_presses_that_change_no_picture_are_no_answers():
    transfers = START + page(720, b"\xff" * 10)
    presses = [press(100, 200, 300), press(650, 800, 900, held=True)]
    assert latency.answers(presses, transfers, [lights(150)]) == []


def test_bytes_are_compared_with_the_columns_that_changed():
    changed = bytes((0, 9, 0, 0, 9, 0))
    transfers = START + page(120, changed, first=20, number=2)
    (answer,) = latency.answers([press(100, 200, 300)], transfers, [])
    assert (answer.sent, answer.fewest) == (6, 4)
    # What was there before counts as it was at the press.
    transfers += page(420, bytes((0, 9, 5)), first=20, number=2)
    answers = latency.answers([press(100, 200, 300), press(400, 500, 600)], transfers, [])
    assert [(each.sent, each.fewest) for each in answers] == [(6, 4), (3, 1)]


def test_the_fewest_bytes_of_two_pictures():
    before, after = bytes(1024), bytearray(1024)
    assert latency.fewest(before, bytes(after)) == 0
    after[5] = after[20] = 1
    after[128 * 7 + 127] = 1
    assert latency.fewest(before, bytes(after)) == 16 + 1


# --- figures ---

ANSWERS = [Answer("ok", 5.0 + at, 5.0 + at, 20.0 + at, 100 + at, 100 + at) for at in range(10)]


def met(found):
    return [each.met for each in found]


def test_the_95th_percentile_is_what_must_be_reached():
    found = {each.name.split(" (")[0]: each for each in figures.presses("a game", ANSWERS)}
    first = found["press to first visible change"]
    assert first.reached == [9.0, 14.0, 14.0] and first.met is False
    assert "95th percentile" in first.target and first.group == "a game"
    many = [ANSWERS[0]] * 99 + [ANSWERS[9]]
    names = ("press to first visible change", "press to everything visible")
    assert [each.met for each in figures.presses("", many) if each.name.startswith(names)] == [
        True, True,
    ]  # fmt: skip
    assert found["sent beyond changed columns of changed pages, all presses"].met is True
    wasteful = [*ANSWERS, ANSWERS[0]._replace(sent=120)]
    assert figures.presses("", wasteful)[-1].reached == 20
    assert figures.presses("", wasteful)[-1].met is False


def test_lights_are_told_of_those_presses_that_change_them():
    dark = [answer._replace(lights=None) for answer in ANSWERS[:7]] + ANSWERS[7:]
    (line,) = [each for each in figures.presses("", dark) if "lights" in each.name]
    assert line.reached == [13.0, 14.0, 14.0] and "3 of 10" in line.name and line.met is None
    assert not [each for each in figures.presses("", dark[:7]) if "lights" in each.name]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (figures.power_on("", measure.PowerOn(350.0, 500.1)), [True, False]),
        (figures.power_on("", measure.PowerOn(350.1, 500.0)), [False, True]),
        (figures.idle("", "", 0.05), [True]),
        (figures.idle("", "", 0.051), [False]),
        (figures.quick("", measure.Quick(17, 17), 20), [True]),
        (figures.quick("", measure.Quick(17, 16), 20), [False]),
        (figures.heap("", measure.Watched(61_440, 102_399)), [True, False]),
        (figures.heap("", measure.Watched(61_441, 102_400)), [False, True]),
        (figures.notebook("", 2, measure.Notebook(2000.0, 5000)), [True, None]),
        (figures.notebook("", 2, measure.Notebook(2001.0, 5000)), [False, None]),
        (figures.wear("", measure.Wear(5, 50)), [True]),
        (figures.wear("", measure.Wear(6, 50)), [False]),
    ],
)
def test_targets_are_those_of_the_design(found, expected):
    assert met(found) == expected


def test_figures_have_the_units_they_say():
    (share,) = figures.idle("", "", 0.0637)
    assert (round(share.reached, 2), share.unit) == (6.37, "%")
    assert figures.notebook("", 2, measure.Notebook(1.0, 5500))[1].reached == 5.5
    assert figures.wear("", measure.Wear(5, 40))[0].reached == 12.5
    assert figures.quick("", measure.Quick(17, 11), 20)[0].reached == 6


# --- the player, the probe, power-on: on a made-up Pico ---


class MadeUpPico:
    """Time passes, keys are noted, it works for 30 ms after each edge."""

    def __init__(self):
        self.ns = 0.0
        self.edges = []
        self.planned = []
        self.rested = 0

    @property
    def ms(self):
        return self.ns / MS

    def run(self, ms):
        end = self.ns + ms * MS
        for at, act in sorted(self.planned, key=lambda each: each[0]):
            if at <= end:
                self.ns = max(self.ns, at)
                act()
        self.planned = [each for each in self.planned if each[0] > end]
        self.ns = end

    def at(self, ns, act):
        self.planned.append((ns, act))

    def run_until_resting(self, limit_ms=10_000):
        self.rested += 1
        self.run(30)
        return True

    def key(self, key, down):
        self.edges.append((self.ms, key, down))


def test_the_player_notes_what_it_presses_and_falls_anywhere_between_two_looks():
    pico = MadeUpPico()
    playing = player.Player(pico)
    playing.follow("ok left! wait:500 " + "up " * 20)
    ok, left, *ups = playing.presses
    assert (ok.key, ok.held, ok.up - ok.down) == ("ok", False, 70 * MS)
    assert (left.key, left.held) == ("left", True) and left.up - left.down > 600 * MS
    assert ok.down < ok.up < ok.end < left.down and len(ups) == 20
    assert [(round(ms, 3), key) for ms, key, down in pico.edges if down] == [
        (round(each.down / MS, 3), each.key) for each in playing.presses
    ]
    phases = sorted(each.down / MS % 5 for each in ups)
    assert phases[0] < 1 and phases[-1] > 4
    again = player.Player(MadeUpPico())
    again.follow("ok left! wait:500 " + "up " * 20)
    assert again.presses == playing.presses
    with pytest.raises(ValueError, match="no key 'okay'"):
        player.Player(pico).follow("ok okay")


def test_quick_presses_are_evenly_spaced():
    pico = MadeUpPico()
    player.press_quickly(pico, "back", 5, 50)
    downs = [ms for ms, key, down in pico.edges if down]
    ups = [ms for ms, key, down in pico.edges if not down]
    assert downs == [0, 50, 100, 150, 200] and ups == [25, 75, 125, 175, 225]


class Peripherals(MadeUpPico):
    """A MadeUpPico whose guest answers the probe, unless it is `stuck`."""

    def __init__(self, told=(), stuck=False):
        super().__init__()
        self.chip = self.rp2040 = self
        self.peripherals = {}
        self.asked = []
        self._told = told
        self._stuck = stuck

    def run_until(self, condition, limit_ms):
        for _ in range(limit_ms):
            (far,) = self.peripherals.values()
            asked = 0 if self._stuck else far.read_uint32(0)
            if asked:
                self.asked.append(asked)
                for offset, value in self._told:
                    far.write_uint32_atomic(offset, value, 0)
            if condition():
                return True
        return False


TOLD = ((12, 70_000), (16, 5_500), (20, 700_000), (4, 90_000), (8, 140_000))


def test_the_probe_asks_once_and_takes_the_answer():
    pico = Peripherals(TOLD)
    looking = probe.Probe(pico)
    assert looking.heap(watch=True) == probe.Heap(90_000, 140_000, 70_000, 5_500, 700_000)
    assert looking.heap() == probe.Heap(90_000, 140_000, 70_000, 5_500, 700_000)
    assert pico.asked == [2, 1]
    never = Peripherals(((12, 0), *TOLD[1:]))
    assert probe.Probe(never).heap().least is None
    with pytest.raises(NoPico, match="loop did not turn within 200 ms"):
        probe.Probe(Peripherals(stuck=True)).heap()


def test_the_main_around_the_firmware_is_python_and_stands_around_what_there_is():
    from firmware.app import App

    compile(probe.MAIN, "main.py", "exec")
    assert callable(App.turn) and callable(App._work)
    assert "app.App.turn = turn" in probe.MAIN and "app.App._work = work" in probe.MAIN


class Lit(MadeUpPico):
    """A MadeUpPico that shows a picture after 400 ms, or never."""

    def __init__(self, ever=True):
        super().__init__()
        self.panel = self
        self._ever = ever
        self.transfers = [*START, command(399.5, 0xAF)]

    @property
    def lit(self):
        return self._ever and self.ms >= 400

    def run_until(self, condition, limit_ms):
        end = self.ms + limit_ms
        while self.ms < end:
            if condition():
                return True
            self.run(1)
        return False


def test_power_on_ends_with_the_command_that_lights_the_display():
    at = measure.power_on(Lit())
    assert (round(at.first, 3), round(at.usable, 3)) == (399.6, 410)
    with pytest.raises(NoPicture, match="no picture within 5 seconds"):
        measure.power_on(Lit(ever=False))


# --- the games, and the command ---


@pytest.mark.parametrize("name", games.GAMES)
def test_scripts_play_and_end_on_the_screen_of_the_game(name):
    from host_tools.device import Device

    opening, keys = games.GAMES[name]
    device = Device()
    device.follow(opening)
    assert device.state()["game"] == name and device.app.play.done == 0
    depth = len(device.app.stack)
    device.follow(keys)
    assert len(device.app.stack) == depth and device.app.play.done >= 10
    assert 20 <= len([word for word in keys.split() if word.rstrip("!") in KEYS]) <= 45
    assert device.board.logged == []
    assert games.begun(name, keys).to_json() == device.state()
    assert games.actions(name, "left left back") == 3
    assert games.actions(name, keys) >= device.app.play.done


def test_positions_have_few_hidden_hideouts():
    for position in bench.positions():
        assert 1 <= sum(line.startswith("hideout") for line in position) <= 4


def test_every_figure_of_the_design_is_in_the_table(monkeypatch, capsys):
    class MadeUpBench:
        def __init__(self, firmware, files):
            assert (firmware, files) == ("firmware of a.uf2", {"main.py": b""})

        def home(self):
            return measure.PowerOn(300.0, 310.0), 0.04

        def game(self, name, keys):
            assert games.actions(name, keys) > 0
            return measure.Game(measure.PowerOn(400.0, 410.0), ANSWERS, 0.06, measure.Wear(5, 50))

        def quick(self, name):
            return measure.Quick(17, 11)

        def heap(self, play, keys):
            return measure.Watched(150_000, 50_000)

        def notebook(self, position):
            return measure.Notebook(700.0, 5000)

    monkeypatch.setattr(bench, "Bench", MadeUpBench)
    monkeypatch.setattr(bench, "read_uf2", lambda path: "firmware of " + path)
    monkeypatch.setattr(bench, "compile_program", lambda: Program({"main.py": b""}, "1"))
    assert bench.main(["--uf2", "a.uf2"]) == 0
    out, err = capsys.readouterr()
    for what in (
        "power-on to first frame", "power-on to usable", "press to first visible change",
        "press to everything visible", "press to last bit of the lights", "CPU while idle",
        "presses lost of 17, 20 a second", "sent to the display per press",
        "heap in use at rest", "heap free at the peak", "notebook, 2 hidden hideouts",
        "longest piece of that in one turn", "flash erases per 100 actions, over 50",
    ):  # fmt: skip
        assert what in out, what
    assert out.count("MISSED") > 3 and out.count("  reached") > 3
    assert "measuring Fugitive: heap" in err
    assert bench.main(["--uf2", "a.uf2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"group", "name", "reached", "unit", "target", "met"} == set(found[0])


def test_without_a_uf2_it_says_so_and_fails(monkeypatch, tmp_path, capsys):
    monkeypatch.delenv("PICO_UF2", raising=False)
    monkeypatch.setattr(fetch, "FETCHED", tmp_path / "none.uf2")
    for arguments in ([], ["--uf2", str(tmp_path / "no.uf2")]):
        assert bench.main(arguments) == 1
        out, err = capsys.readouterr()
        assert out == "" and err.startswith("bench-pico: ") and err.count("\n") == 1
        assert "micropython.org/download/RPI_PICO" in err
