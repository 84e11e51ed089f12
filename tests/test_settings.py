"""settings.txt: what it may say, what happens when it says something else, and how it is kept."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import kit
from firmware.buttons import KEYS as BUTTONS
from firmware.picture import palette
from firmware.screens.brightness import BrightnessScreen
from firmware.screens.home import HomeScreen
from firmware.screens.problems import ProblemsScreen
from firmware.storage import last_group, settings_file, settings_writer
from firmware.storage.settings import Settings
from host_tools.device import Device
from host_tools.memory_files import MemoryFiles
from shared_engine import catalogue, record
from shared_engine.contract import Option
from shared_engine.errors import IllegalAction
from shared_engine.games import monster
from shared_engine.play import Play
from tests.rows import follow

PATH = "settings.txt"
PAGE = Path(__file__).parent.parent / "docs" / "settings.md"
DEFAULTS = {key: default for key, default, _, _ in settings_file.KEYS}
FLEE = catalogue.load("flee_the_scene")
GROUP = "group flee_the_scene players 3 supply 1 truck ship supply 3 train train names Ann Bo Cy"


def storage(text):
    """Files that hold `text` (str or bytes) as settings.txt."""
    return MemoryFiles({PATH: text if isinstance(text, bytes) else text.encode()})


def values(settings):
    return {key: settings.get(key) for key in DEFAULTS}


# --- reading ---


def test_without_a_file_all_is_as_the_kit_says_and_nothing_is_written():
    files = MemoryFiles()
    settings = Settings(files)
    assert values(settings) == DEFAULTS
    assert settings.problems == [] and not settings.unsaved
    assert (files.held, files.writes) == ({}, 0)
    assert settings.get("brightness") == kit.MATRIX_BRIGHTNESS
    assert tuple(settings.get(key) for key in BUTTONS) == kit.BUTTON_PINS


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("brightness 0", "brightness", 0),
        ("brightness 255", "brightness", 255),
        ("  brightness\t7   # dim", "brightness", 7),
        ("brightness 7\r", "brightness", 7),
        ("contrast 1", "contrast", 1),
        ("palette vivid", "palette", "vivid"),
        ("palette safe", "palette", "safe"),
        ("display sh1106", "display", "sh1106"),
        ("display_address 0x3d", "display_address", 0x3D),
        ("display_address 0x3D", "display_address", 0x3D),
        ("matrix_order RGB", "matrix_order", "RGB"),
        ("matrix_serpentine on", "matrix_serpentine", True),
        ("matrix_serpentine off", "matrix_serpentine", False),
        ("matrix_rotation 270", "matrix_rotation", 270),
        ("matrix_limit_ma 64", "matrix_limit_ma", 64),
        ("matrix_pin 28", "matrix_pin", 28),
        ("sda 20", "sda", 20),
        ("scl 21", "scl", 21),
        ("up 26", "up", 26),
        ("back 0", "back", 0),
        ("buzzer on", "buzzer", True),
        ("buzzer_pin 17", "buzzer_pin", 17),
        ("turn_clock off", "turn_clock", False),
        ("turn_clock 1", "turn_clock", 1),
        ("turn_clock 120", "turn_clock", 120),
        ("alien_names grün,Gelb,blau,rot,李", "alien_names", "grün,Gelb,blau,rot,李"),
        ("alien_letters ABCDÄ", "alien_letters", "ABCDÄ"),
        ("alien_colours palette", "alien_colours", "palette"),
        (
            "alien_colours 00ff00,FFFF00,0000ff,ff0000,800080",
            "alien_colours", "00ff00,ffff00,0000ff,ff0000,800080",
        ),
    ],
)
def test_a_good_line(line, key, value):
    settings = Settings(storage(line + "\n"))
    assert settings.problems == []
    assert settings.get(key) == value and isinstance(settings.get(key), type(value))
    assert values(settings) == {**DEFAULTS, key: value}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("brightness 999", "brightness 999 is not 0..255"),
        ("brightness 256", "brightness 256 is not 0..255"),
        ("brightness -1", "brightness -1 is not 0..255"),
        ("brightness +1", "brightness +1 is not 0..255"),
        ("brightness 1.5", "brightness 1.5 is not 0..255"),
        ("brightness ٣", "brightness ٣ is not 0..255"),
        ("brightness 1_0", "brightness 1_0 is not 0..255"),
        ("brightness", "brightness (nothing) is not 0..255"),
        ("brightness # 3", "brightness (nothing) is not 0..255"),
        ("brightness 3 4", "brightness 3 4 is not 0..255"),
        ("brightness = 3", "brightness = 3 is not 0..255"),
        ("Brightness 3", "unknown key 'Brightness'"),
        ("brigthness 3", "unknown key 'brigthness'"),
        ("brightness=3", "unknown key 'brightness=3'"),
        ("contrast 256", "contrast 256 is not 0..255"),
        ("palette red", "palette red is not safe or vivid"),
        ("palette on", "palette on is not safe or vivid"),
        ("display ssd1309", "display ssd1309 is not ssd1306 or sh1106"),
        ("display_address 60", "display_address 60 is not 0x08..0x77"),
        ("display_address 0x78", "display_address 0x78 is not 0x08..0x77"),
        ("display_address 0x", "display_address 0x is not 0x08..0x77"),
        ("display_address 0x3g", "display_address 0x3g is not 0x08..0x77"),
        ("i2c 2", "i2c 2 is not 0 or 1"),
        ("i2c 1", "sda 4 and scl 5 are no pins of i2c 1"),
        ("sda 5", "sda 5 and scl 5 are no pins of i2c 0"),
        ("scl 7", "sda 4 and scl 7 are no pins of i2c 0"),
        ("matrix_pin 23", "matrix_pin 23 is not 0..22 or 26..28"),
        ("matrix_pin 29", "matrix_pin 29 is not 0..22 or 26..28"),
        ("matrix_pin GP22", "matrix_pin GP22 is not 0..22 or 26..28"),
        ("matrix_order grb", "matrix_order grb is not GRB or RGB or RBG or GBR or BRG or BGR"),
        ("matrix_serpentine yes", "matrix_serpentine yes is not off or on"),
        ("matrix_rotation 45", "matrix_rotation 45 is not 0 or 90 or 180 or 270"),
        ("matrix_limit_ma 63", "matrix_limit_ma 63 is not 64..4000"),
        ("up 14", "up and ok are on 14"),
        ("up 5", "scl and up are on 5"),
        ("back 22", "matrix_pin and back are on 22"),
        ("buzzer 1", "buzzer 1 is not off or on"),
        ("turn_clock 0", "turn_clock 0 is not off or 1..120"),
        ("turn_clock 121", "turn_clock 121 is not off or 1..120"),
        ("turn_clock on", "turn_clock on is not off or 1..120"),
        ("alien_names a,b,c,d", "alien_names a,b,c,d is not five names"),
        ("alien_names a,b,c,d,a", "alien_names a,b,c,d,a is not five names"),
        ("alien_names a,b,c,,e", "alien_names a,b,c,,e is not five names"),
        ("alien_names a,b,c,d,ninechars", "alien_names a,b,c,d,ninechars is not five names"),
        ("alien_names a, b, c, d, e", "alien_names a, b, c, d, e is not five names"),
        ("alien_letters GYBR", "alien_letters GYBR is not five letters"),
        ("alien_letters GYBRG", "alien_letters GYBRG is not five letters"),
        ("alien_letters G Y B R P", "alien_letters G Y B R P is not five letters"),
        ("alien_colours vivid", "alien_colours vivid is not palette or five colours"),
        (
            "alien_colours ff,00ff00,0000ff,ffff00,ff00ff",
            "alien_colours ff,00ff00,0000ff,ffff00,ff00ff is not palette or five colours",
        ),
        (
            "alien_colours g00000,00ff00,0000ff,ffff00,ff00ff",
            "alien_colours g00000,00ff00,0000ff,ffff00,ff00ff is not palette or five colours",
        ),
        ("group", "group of an unknown game: (nothing)"),
        ("group poker players 2", "group of an unknown game: poker players 2"),
        ("palette \x1b[2J", "palette ?[2J is not safe or vivid"),
        (b"palette \xff", "not UTF-8"),
        (b"# gr\xfcn", "not UTF-8"),
    ],
)
def test_a_bad_line_is_named_and_its_default_stands(line, reason):
    raw = line if isinstance(line, bytes) else line.encode()
    settings = Settings(storage(b"# mine\ncontrast 9\n" + raw + b"\nbuzzer_pin 17\n"))
    assert settings.problems == [f"settings.txt line 3: {reason}"]
    assert values(settings) == {**DEFAULTS, "contrast": 9, "buzzer_pin": 17}


@pytest.mark.parametrize("second", ["brightness 4", "brightness 5"])
def test_of_a_repeated_key_the_first_line_stands(second):
    settings = Settings(storage(f"brightness 4\n{second}\n"))
    assert settings.get("brightness") == 4
    assert settings.problems == ["settings.txt line 2: brightness is repeated, line 1 stands"]


def test_a_bad_line_does_not_keep_a_good_one_out():
    settings = Settings(storage("brightness x\nbrightness 5\n"))
    assert settings.get("brightness") == 5
    assert len(settings.problems) == 1


def test_two_buttons_change_places():
    settings = Settings(storage("up 14\nok 10\n"))
    assert settings.problems == []
    assert (settings.get("up"), settings.get("ok")) == (14, 10)


def test_of_two_new_ones_on_a_pin_the_first_line_stands():
    settings = Settings(storage("up 0\ndown 0\n"))
    assert settings.problems == ["settings.txt line 2: up and down are on 0"]
    assert (settings.get("up"), settings.get("down")) == (0, kit.BUTTON_PINS[1])


def test_a_default_put_back_may_be_in_the_way_in_turn():
    settings = Settings(storage("up 0\nok 0\ndown 14\n"))
    assert settings.problems == [
        "settings.txt line 2: up and ok are on 0",
        "settings.txt line 3: down and ok are on 14",
    ]
    assert tuple(settings.get(key) for key in BUTTONS) == (0,) + kit.BUTTON_PINS[1:]


def test_the_buzzer_needs_its_pin_only_when_there_is_one():
    assert Settings(storage("up 16\n")).problems == []
    settings = Settings(storage("up 16\nbuzzer on\n"))
    assert settings.problems == ["settings.txt line 1: up and buzzer_pin are on 16"]


@pytest.mark.parametrize("bus", [0, 1])
def test_every_pair_of_pins_of_an_i2c_block(bus):
    free = "matrix_pin 22\nup 18\ndown 19\nleft 20\nright 21\nok 28\nback 27\n"
    for sda in (2 * bus, 2 * bus + 4, 2 * bus + 8, 2 * bus + 12):
        settings = Settings(storage(f"{free}i2c {bus}\nsda {sda}\nscl {sda + 1}\n"))
        assert settings.problems == []
        assert settings.get("sda") == sda


def test_pins_of_the_other_block_are_named_on_each_line():
    settings = Settings(storage("sda 6\nscl 7\n"))
    reason = "sda 6 and scl 7 are no pins of i2c 0"
    assert settings.problems == [f"settings.txt line 1: {reason}", f"settings.txt line 2: {reason}"]
    assert values(settings) == DEFAULTS


def test_a_file_that_is_too_long_is_not_read():
    settings = Settings(storage("brightness 3\n" + "#" * settings_file.MOST_BYTES))
    assert settings.problems == [
        f"settings.txt: longer than {settings_file.MOST_BYTES} bytes"
    ]
    assert values(settings) == DEFAULTS


def test_what_editors_put_before_a_text_is_no_problem():
    settings = Settings(storage(b"\xef\xbb\xbfbrightness 3\r\n\r\ncontrast 4"))
    assert settings.problems == []
    assert (settings.get("brightness"), settings.get("contrast")) == (3, 4)


def test_a_storage_that_does_not_answer():
    class Dead(MemoryFiles):
        def read(self, path):
            raise OSError(5)

    settings = Settings(Dead())
    assert settings.problems == ["settings.txt: cannot be read"]
    assert values(settings) == DEFAULTS
    assert not settings.change("brightness", 3)
    assert settings.get("brightness") == 3 and settings.unsaved


WHOLE = settings_writer.fresh(DEFAULTS, {"flee_the_scene": (0, GROUP.split(" ", 2)[2])})


def is_sound(settings):
    """Whatever the file said, the device can be built from the values."""
    for key, _, allowed, _ in settings_file.KEYS:
        value = settings.get(key)
        assert settings_file.parse(allowed, settings_file.text_of(allowed, value)) == value
    wires = ["sda", "scl", "matrix_pin", *BUTTONS]
    wires += ["buzzer_pin"] * settings.get("buzzer")
    assert len({settings.get(key) for key in wires}) == len(wires)
    assert settings.get("sda") % 4 == 2 * settings.get("i2c")


def test_every_byte_flipped():
    for at in range(len(WHOLE)):
        for flip in (0x01, 0x20, 0x80, 0xFF):
            raw = bytearray(WHOLE)
            raw[at] ^= flip
            settings = Settings(storage(bytes(raw)))
            is_sound(settings)
            settings.group(FLEE)


def test_every_byte_missing_or_the_end_cut_off():
    for at in range(len(WHOLE)):
        is_sound(Settings(storage(WHOLE[:at])))
        is_sound(Settings(storage(WHOLE[:at] + WHOLE[at + 1 :])))


@given(st.binary(max_size=200))
def test_any_bytes_at_all(raw):
    files = storage(raw)
    settings = Settings(files)
    is_sound(settings)
    settings.group(FLEE)
    named = settings.problems
    assert settings.change("brightness", 77) and settings.keep_group(Play(FLEE))
    again = Settings(files)
    assert again.problems == []
    assert again.get("brightness") == 77
    assert again.group(FLEE)[2] == ""
    if named:
        assert files.held["settings.bad"] == raw


_SOME = ("brightness 3", "brightness x", "up 14", "ok 10", "sda 6", "scl 7", "i2c 1", "down 10",
         "# note", "", "buzzer on", "left 16", GROUP, GROUP + " Di", "nonsense")


@given(st.lists(st.sampled_from(_SOME), max_size=12))
def test_after_a_change_every_other_value_is_what_it_was(lines):
    files = storage("\n".join(lines))
    settings = Settings(files)
    before = values(settings)
    group = settings.group(FLEE)[:2]
    assert settings.change("contrast", 200)
    again = Settings(files)
    assert again.problems == []
    assert values(again) == {**before, "contrast": 200}
    assert again.group(FLEE) == (*group, "")


# --- writing ---


def test_the_first_change_writes_a_whole_commented_file():
    files = MemoryFiles()
    assert Settings(files).change("brightness", 16)
    lines = files.held[PATH].decode().split("\n")
    for key, _, _, comment in settings_file.KEYS:
        (line,) = [line for line in lines if line.split(" ")[0] == key]
        assert comment in line.split("#")[1]
    again = Settings(files)
    assert again.problems == []
    assert values(again) == {**DEFAULTS, "brightness": 16}


def test_a_change_touches_its_own_line_only():
    text = "# mine\r\n\r\nbrightness 5   # as Bo likes it\r\ncontrast 9\r\n# the end"
    files = storage(text)
    assert Settings(files).change("brightness", 6)
    assert files.held[PATH].decode() == text.replace("brightness 5", "brightness 6") + "\n"
    assert sorted(files.held) == [PATH]


def test_a_key_that_is_not_there_is_appended():
    files = storage("# mine\ncontrast 9")
    assert Settings(files).change("turn_clock", 20)
    assert files.held[PATH] == b"# mine\ncontrast 9\nturn_clock 20\n"


@pytest.mark.parametrize(
    ("key", "value", "line"),
    [
        ("display_address", 0x3D, b"display_address 0x3d\n"),
        ("buzzer", True, b"buzzer on\n"),
        ("turn_clock", 5, b"turn_clock 5\n"),
        ("notebook", "quiet", b"notebook quiet\n"),
        ("palette", "vivid", b"palette vivid\n"),
        ("alien_letters", "ABCDE", b"alien_letters ABCDE\n"),
    ],
)
def test_values_are_written_as_they_are_read(key, value, line):
    files = storage("# mine\n")
    assert Settings(files).change(key, value)
    assert files.held[PATH] == b"# mine\n" + line
    assert Settings(files).get(key) == value


def test_what_is_not_changed_is_not_written():
    files = storage("brightness 5\n")
    assert Settings(files).change("brightness", 5)
    assert files.writes == 0


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("brightness", 256), ("brightness", -1), ("brightness", "x"), ("brightness", None),
        ("brightness", True), ("palette", "red"), ("buzzer", 1), ("turn_clock", 0), ("up", 14),
        ("sda", 6), ("brightnes", 3), ("group", "x"), ("alien_letters", "AAAAA"),
    ],
)  # fmt: skip
def test_a_value_that_could_not_stand_in_the_file_is_refused(key, value):
    files = storage("brightness 5\nturn_clock 3\n")
    settings = Settings(files)
    before = values(settings)
    with pytest.raises(ValueError):
        settings.change(key, value)
    assert values(settings) == before and files.writes == 0


def test_a_file_with_problems_is_kept_before_it_is_changed():
    text = b"brightness 999 # loud\nnonsense\n\xfcber\nup 14\ncontrast 9\n"
    files = storage(text)
    settings = Settings(files)
    assert len(settings.problems) == 4
    assert files.held == {PATH: text}
    assert settings.change("contrast", 10)
    assert files.held["settings.bad"] == text
    assert files.held[PATH] == (
        b"# not used: brightness 999 # loud\n# not used: nonsense\n# not used: ?ber\n"
        + b"# not used: up 14\ncontrast 10\n"
    )
    assert settings.problems == []
    # What is in order is not kept again.
    assert settings.change("contrast", 11)
    assert sorted(files.held) == ["settings.bad", PATH]


def test_what_was_kept_before_stays():
    files = storage("nonsense\n")
    files.held["settings.bad"] = b"older"
    files.held["settings.bad1"] = b"old"
    assert Settings(files).change("contrast", 10)
    assert files.held["settings.bad"] == b"older"
    assert files.held["settings.bad1"] == b"old"
    assert files.held["settings.bad2"] == b"nonsense\n"
    files.held[PATH] = b"nonsense\n"
    assert Settings(files).change("contrast", 10)
    assert sorted(files.held) == ["settings.bad", "settings.bad1", "settings.bad2", PATH]


def test_a_file_that_is_too_long_is_kept_and_written_anew():
    raw = b"brightness 3\n" + b"#" * settings_file.MOST_BYTES
    files = storage(raw)
    assert Settings(files).change("contrast", 10)
    assert files.held["settings.bad"] == raw
    again = Settings(files)
    assert again.problems == []
    assert values(again) == {**DEFAULTS, "contrast": 10}


def test_a_file_that_would_become_too_long_is_kept_and_written_anew():
    raw = b"brightness 3\n" + b"#" * (settings_file.MOST_BYTES - 14) + b"\n"
    files = storage(raw)
    assert Settings(files).change("contrast", 10)
    assert files.held["settings.bad"] == raw
    assert values(Settings(files)) == {**DEFAULTS, "brightness": 3, "contrast": 10}


def test_a_file_longer_than_the_memory_gets_another_name():
    class Small(MemoryFiles):
        def read(self, path):
            if len(self.held.get(path, b"")) > 10_000:
                raise MemoryError
            return super().read(path)

    huge = b"x" * 10_001
    files = Small({PATH: huge, "settings.bad": huge})
    settings = Settings(files)
    assert settings.problems == [
        f"settings.txt: longer than {settings_file.MOST_BYTES} bytes"
    ]
    assert settings.change("contrast", 10)
    assert files.held["settings.bad"] == files.held["settings.bad1"] == huge
    assert Settings(files).get("contrast") == 10


def test_a_storage_that_takes_nothing_stops_nothing():
    text = b"brightness 999\ncontrast 9\n"
    files = storage(text)
    settings = Settings(files)
    files.failing = True
    assert not settings.change("contrast", 10)
    assert settings.get("contrast") == 10 and settings.unsaved
    assert not settings.keep_group(Play(FLEE))
    assert files.held == {PATH: text}
    assert len(settings.problems) == 1
    files.failing = False
    assert settings.change("turn_clock", 7) and not settings.unsaved
    again = Settings(files)
    assert (again.get("contrast"), again.get("turn_clock")) == (10, 7)
    assert again.group(FLEE)[0]["players"] == 2
    assert files.held["settings.bad"] == text


def test_no_room_to_keep_a_bad_file_means_that_it_stays():
    text = b"nonsense\n"
    files = storage(text)
    files.room = len(text)
    settings = Settings(files)
    assert not settings.change("contrast", 10)
    assert files.held == {PATH: text}


# --- groups ---


def variants(game):
    """Options for every choice of every option of a game, as far as they go together."""
    for players in range(game.fewest, game.most + 1):
        for option in game.options(players):
            for choice in option.choices:
                yield {"players": players, option.name: choice}


@pytest.mark.parametrize("name", catalogue.NAMES)
def test_every_set_up_comes_back(name):
    game = catalogue.load(name)
    kept = 0
    for options in variants(game):
        names = tuple("ABCDEFGHIJ"[: options["players"]])
        try:
            play = Play(game, options, names)
        except IllegalAction:
            continue
        read, known = last_group.read(game, last_group.words_of(play))
        assert known == names
        gone = [
            option.name
            for option in game.options(play.options["players"])
            if option.secret or option.dealt
        ]
        for key, value in play.options.items():
            assert read.get(key) == (None if key in gone else value)
        kept += 1
    assert kept > 1


def test_secrets_are_not_kept():
    class Cards(type(FLEE)):
        def options(self, players):
            cards = (("one",), ("two",))
            secret = Option("card", cards, ("one",), "Card", player=1, secret=True)
            return super().options(players) + (secret,)

    play = Play(Cards(), {"players": 2, ("card", 1): ("two",)})
    assert play.options[("card", 1)] == ("two",)
    text = last_group.words_of(play)
    assert text == "players 2 supply 1 train ship supply 2 truck ship"


def test_what_is_dealt_is_not_kept():
    class Cards(type(FLEE)):
        def options(self, players):
            cards = (("one",), ("two",))
            return super().options(players) + (Option("card", cards, None, "Card", dealt=True),)

    play = Play(Cards(), {"players": 2, "card": ("two",)})
    assert play.options["card"] == ("two",)
    text = last_group.words_of(play)
    assert text == "players 2 supply 1 train ship supply 2 truck ship"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "no option is called ''"),
        ("players 9", "Flee the Scene is not played by '9'"),
        ("players", "Flee the Scene is not played by ''"),
        ("supply 1 train ship", "option supply cannot be 'nothing'"),
        ("players 3 supply 4 train ship", "option supply takes a player, not '4'"),
        ("players 3 supply 1 train", "option supply cannot be 'train'"),
        ("players 3 supply 1 train ship supply 1 train ship", "option supply 1 is repeated"),
        ("players 3 names Ann Bo", "2 names for 3 players"),
        ("players 2 names Ann Bartholomew", "the name 'Bartholomew' is too long"),
        (
            "players 4 supply 1 ship ship supply 2 ship ship",
            "the box has 4 ships, board and supplies take 6",
        ),
    ],
)
def test_a_bad_group_is_named_when_its_game_is_set_up(words, reason):
    text = f"brightness 3\ngroup flee_the_scene {words}\n"
    files = storage(text)
    settings = Settings(files)
    assert settings.group(FLEE) == ({}, (), f"settings.txt line 2: {reason}")
    assert settings.problems == [f"settings.txt line 2: {reason}"]
    assert settings.group(FLEE) == ({}, (), "")
    assert settings.change("brightness", 4)
    assert files.held["settings.bad"] == text.encode()
    assert b"\n# not used: group flee_the_scene" in files.held[PATH]
    assert Settings(files).group(FLEE) == ({}, (), "")
    # The next group of the game is none of the bad ones, and nothing is kept twice.
    assert settings.keep_group(Play(FLEE)) and settings.change("brightness", 5)
    assert sorted(files.held) == ["settings.bad", PATH]
    assert Settings(files).group(FLEE)[0]["players"] == 2


def test_a_bad_group_is_replaced_by_the_next_one():
    files = storage("# mine\ngroup flee_the_scene players 9 # big\n")
    settings = Settings(files)
    settings.group(FLEE)
    assert settings.keep_group(Play(FLEE))
    assert files.held["settings.bad"] == b"# mine\ngroup flee_the_scene players 9 # big\n"
    assert files.held[PATH] == (
        b"# mine\ngroup flee_the_scene players 2 supply 1 train ship supply 2 truck ship # big\n"
    )


def test_the_largest_groups_of_all_games_fit_the_file():
    groups = {}
    for name in catalogue.NAMES:
        game = catalogue.load(name)
        play = Play(game, {"players": game.most}, ("李李李李李李李李",) * game.most)
        groups[name] = (0, last_group.words_of(play))
    assert len(settings_writer.fresh(DEFAULTS, groups)) < settings_file.MOST_BYTES


# --- on the device ---


def test_the_device_obeys_its_settings():
    text = "brightness 9\ncontrast 3\npalette vivid\nmatrix_limit_ma 100\nmatrix_rotation 180\n"
    device = Device(files=storage(text))
    assert device.app.pixels.brightness == 9
    assert device.board.display.contrast_level == 3
    assert isinstance(device.app.screen, HomeScreen)
    device.follow("ok ok")
    vivid = palette.Palette("vivid").train
    assert bytes(device.colours[:3]) == vivid.to_bytes(3, "big")
    # The first pixel of the picture is the last one of a panel turned upside down: green first.
    last = bytes(device.board.matrix.wire[-3:])
    assert last == bytes([(vivid >> shift & 255) * 9 >> 8 for shift in (8, 16, 0)])
    device.app.pixels.colours[:] = b"\xff" * 192
    device.app.set_brightness(255)
    device.app.pixels.update()
    assert device.app.pixels.milliamps() <= 100


def test_problems_come_first_and_a_key_goes_on():
    for key in ("ok", "back"):
        device = Device(files=storage("brightness 999\nnonsense\n"))
        assert isinstance(device.app.screen, ProblemsScreen)
        text = " ".join(device.text())
        assert "settings.txt" in text
        assert "line 1: brightness 999" in text and "line 2: unknown key" in text
        device.tap(key)
        assert isinstance(device.app.screen, HomeScreen)


def test_problems_lie_on_top_of_the_game_at_hand():
    device = Device(files=storage("nonsense\n"))
    device.follow("ok ok ok left")
    device.board.files.held[PATH] = b"nonsense\n"
    again = Device(files=MemoryFiles(device.board.files.held))
    assert isinstance(again.app.screen, ProblemsScreen)
    again.tap("ok")
    assert again.app.play.done == 1
    assert isinstance(again.app.screen, type(device.app.screen))


def test_every_problem_is_on_some_page():
    lines = [f"wrong{at}" for at in range(30)]
    device = Device(files=storage("\n".join(lines)))
    pages = []
    while not pages or " ".join(device.text()) != pages[0]:
        pages.append(" ".join(device.text()))
        device.tap("down")
    for at in range(30):
        assert f"line {at + 1}: unknown key 'wrong{at}'" in " ".join(pages)


def test_the_brightness_is_kept_when_its_screen_is_left():
    device = Device()
    follow(device, "[Brightness] up up down")
    assert isinstance(device.app.screen, BrightnessScreen)
    assert PATH not in device.board.files.held
    writes = device.board.files.writes
    device.tap("back")
    assert device.board.files.writes == writes + 1
    level = device.app.pixels.brightness
    assert level != kit.MATRIX_BRIGHTNESS
    assert Device(files=device.board.files).app.pixels.brightness == level


def test_a_brightness_that_cannot_be_saved_is_said_and_stays():
    device = Device()
    device.board.files.failing = True
    follow(device, "[Brightness] up ok")
    assert "could not be saved" in " ".join(device.text())
    assert device.app.pixels.brightness != kit.MATRIX_BRIGHTNESS
    assert device.app.settings.unsaved
    assert device.board.logged == []


def test_the_last_group_plays_on_after_power_on():
    device = Device(files=storage(GROUP + "\n"))
    device.follow("ok")
    device.follow("ok")
    play = device.app.play
    assert play.names == ("Ann", "Bo", "Cy")
    assert play.options[("supply", 3)] == ("train", "train")
    assert device.board.files.held[PATH].count(b"names Ann Bo Cy") == 1


def test_names_go_when_another_number_of_people_plays():
    device = Device(files=storage(GROUP + "\n"))
    device.follow("ok right ok")
    assert device.app.play.options["players"] == 4
    assert device.app.play.names == ()
    assert b"players 4" in device.board.files.held[PATH]
    assert b"names" not in device.board.files.held[PATH]


# --- the palettes ---


def seen(colour, cone):
    """Linear RGB as somebody sees it who lacks a kind of cone, red or green (Viénot 1999)."""
    red, green, blue = [(colour >> shift & 255) / 255 for shift in (16, 8, 0)]
    if cone == "red":
        yellow, blue_in = 0.11238 * red + 0.88762 * green, 0.00401 * (red - green)
    else:
        yellow, blue_in = 0.29275 * red + 0.70725 * green, 0.02234 * (green - red)
    return yellow, blue + blue_in


ALIENS = ("alien_green", "alien_yellow", "alien_blue", "alien_red", "alien_purple")


@pytest.mark.parametrize("cone", ["red", "green"])
@pytest.mark.parametrize(
    "meanings", [("train", "truck", "ship"), ("pile", "hideout", "sprint"), ALIENS]
)
def test_colours_of_the_safe_palette_are_told_apart_by_all_eyes(cone, meanings):
    colours = vars(palette.Palette("safe"))
    found = [seen(colours[meaning], cone) for meaning in meanings]
    for at in range(len(found)):
        for other in range(at):
            parts = zip(found[at], found[other], strict=True)
            assert max(abs(one - two) for one, two in parts) > 0.3


# What the matrix shows in a game, each by a colour of its own; `turn` and `limit` in every game.
MEANINGS = {
    "flee_the_scene": ("train", "truck", "ship"),
    "fugitive": ("pile", "hideout", "sprint", "guess", "heat"),
    "monster": (*ALIENS, "planet", "supernova"),
}


def test_each_palette_has_a_colour_of_its_own_for_each_meaning_in_a_game():
    assert palette.NAMES == ("safe", "vivid")
    assert sorted(MEANINGS) == sorted(catalogue.NAMES)
    for name in palette.NAMES:
        colours = vars(palette.Palette(name))
        known = {"turn", "limit"}
        for meanings in MEANINGS.values():
            together = {"turn", "limit", *meanings}
            assert len({colours[meaning] for meaning in together}) == len(together)
            known |= together
        assert set(colours) == known
    with pytest.raises(ValueError):
        palette.Palette("dull")


# --- the page for makers ---


def test_the_page_has_every_key_as_the_firmware_has_it():
    rows = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("| `"):
            cells = [cell.strip() for cell in line.replace("\\|", "&").strip("|").split("|")]
            rows.append(cells[:3])
    expected = []
    for key, default, allowed, _ in settings_file.KEYS:
        words = " or ".join(f"`{choice}`" for choice in allowed.split("|"))
        expected.append([f"`{key}`", f"`{settings_file.text_of(allowed, default)}`", words])
    assert rows == expected


def test_the_usual_aliens_are_those_of_the_notation():
    assert tuple(kit.ALIEN_NAMES.split(",")) == monster.COLOURS
    assert kit.ALIEN_LETTERS == "".join(name[0].upper() for name in monster.COLOURS)
    assert settings_file._LONGEST_NAME == record.LONGEST_NAME


def test_the_page_tells_where_a_bad_file_goes():
    text = PAGE.read_text(encoding="utf-8")
    assert f"`{settings_writer.KEPT}`" in text and f"{settings_file.MOST_BYTES} bytes" in text
