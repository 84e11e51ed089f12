"""The record notation and its compact form: what may be written, and that nothing is lost.

A record is a text a person may have typed or a file a power cut may have cut: whatever it holds,
the answer is a game or a RecordError with the place, never anything else.
"""

from binascii import crc32
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shared_engine import packed, packed_file
from shared_engine.errors import IllegalAction, RecordError
from shared_engine.record import Reader, entry_text, export, header_lines

GAME = "game flee_the_scene"
TURN = ["place train", "move train", "mission open", "rob 2", "end train"]


def read(lines):
    """The Reader after all `lines`, set-up finished."""
    reader = Reader()
    for line in lines:
        reader.line(line)
    reader.finish()
    return reader


def state(lines):
    return read(lines).play.to_json()


def place(lines):
    """The line for which a record is refused; None when it is not."""
    try:
        read(lines)
    except RecordError as error:
        assert error.reason
        return error.place
    return None


def text_of(reader):
    """The record as text: header and every entry, undo and redo among them."""
    play = reader.play
    lines = header_lines(play.game, play.options, play.names)
    return lines + [entry_text(play.game, play.state, entry) for entry in reader.entries]


def bytes_of(reader):
    play = reader.play
    return packed_file.pack(
        play.game, header_lines(play.game, play.options, play.names), reader.entries, play.state
    )


def from_bytes(data):
    """The Reader after a compact record."""
    reader = Reader()
    for _ in packed_file.unpack(data, reader):
        pass
    return reader


def test_the_example_of_the_documentation_is_a_record():
    page = (Path(__file__).parent.parent / "docs" / "record.md").read_text(encoding="utf-8")
    example = page.split("\n    game ")[1].split("\n\n")[0].splitlines()
    reader = read(["game " + example[0]] + [line.strip() for line in example[1:]])
    assert reader.play.done == 4


# --- the lines ----------------------------------------------------------------------------------


def test_comments_run_to_the_end_of_the_line():
    lines = ["# a log", GAME + " # ours", "place train# no blank needed", "#move train", "  # x"]
    assert state(lines) == state([GAME, "place train"])


def test_blank_lines_count_but_mean_nothing():
    assert state(["", "  ", "\t", GAME, "", "place train", ""]) == state([GAME, "place train"])
    assert place(["", "", GAME, "", "# x", "place truck"]) == 6


def test_words_are_separated_by_any_number_of_blanks():
    assert state([" \tgame\tflee_the_scene  ", "  place \t  train\r"]) == state(
        [GAME, "place train"]
    )


@pytest.mark.parametrize("blank", ["\u00a0", "\u2003", "\x0b", "\x0c", "\x85", "\u2028", "\x1c"])
def test_other_scripts_blanks_do_not_separate(blank):
    # They would on one Python and not on the other.
    assert place([GAME, "place" + blank + "train"]) == 2


@pytest.mark.parametrize("line", ["Place train", "PLACE TRAIN", "place Train", "Undo"])
def test_words_are_lower_case(line):
    assert place([GAME, line]) == 2


@pytest.mark.parametrize("first", ["place train", "option players 2", "names A B", "undo", "x"])
def test_the_game_comes_first(first):
    assert place([first]) == 1
    assert place(["# log", first, GAME]) == 2


@pytest.mark.parametrize("line", ["game", "game chess", "game flee_the_scene 2", "game Flee"])
def test_games_that_are_not_in_the_catalogue_are_refused(line):
    assert place([line]) == 1


def test_a_second_game_is_refused():
    assert place([GAME, GAME]) == 2
    assert place([GAME, "place train", GAME]) == 3


@pytest.mark.parametrize("lines", [[], [""], ["# nothing", ""]])
def test_a_record_without_a_game_is_refused_with_a_place(lines):
    assert place(lines) == max(len(lines), 1)


def test_a_record_may_break_off_anywhere():
    lines = [GAME, "option players 3", "option supply 3 truck ship", "names A B C"] + TURN
    for length in range(1, len(lines) + 1):
        play = read(lines[:length]).play
        assert play.done == max(0, length - 4)
        assert play.to_json()["players"] == (2 if length == 1 else 3)


# --- options and names --------------------------------------------------------------------------


def test_players_come_before_the_other_options():
    assert place([GAME, "option supply 1 train truck", "option players 3"]) == 3


@pytest.mark.parametrize("key", ["players 3", "supply 1 train truck"])
def test_a_repeated_option_is_refused_even_with_the_same_value(key):
    assert place([GAME, "option " + key, "option " + key]) == 3


def test_the_same_option_of_two_players_is_not_a_repetition():
    lines = [GAME, "option supply 1 train truck", "option supply 2 truck train"]
    assert place(lines) is None


@pytest.mark.parametrize("line", ["option supply 1 train truck", "names A B", "option players 2"])
def test_set_up_is_over_with_the_first_action(line):
    assert place([GAME, "place train", line]) == 3
    assert place([GAME, "place train", "undo", line]) == 4


def test_a_fault_of_several_options_stands_at_the_last_option_line():
    lines = [GAME, "option players 5", "", "option supply 3 ship ship", "# x"]
    assert place(lines) == 4
    assert place(lines + ["names A B C D E", "place train"]) == 4


def test_names_are_one_for_each_player_and_keep_their_case():
    assert read([GAME, "names Ann bO"]).play.names == ("Ann", "bO")
    assert read([GAME, "option players 3", "names A B C"]).play.names == ("A", "B", "C")


def test_names_may_hold_any_characters_but_blanks():
    names = ("Zoë", "李小龍🙂é-_")
    assert read([GAME, "names " + " ".join(names)]).play.names == names


@pytest.mark.parametrize(
    "line", ["names", "names A", "names A B C", "names Ann Maximilian", "names 123456789 B"]
)
def test_other_names_are_refused(line):
    assert place([GAME, line]) == 2


def test_names_of_eight_characters_fit():
    assert read([GAME, "names 12345678 Zoëëëëëë"]).play.names[1] == "Zoëëëëëë"


def test_names_are_given_once():
    assert place([GAME, "names A B", "names A B"]) == 3


def test_the_number_of_players_stands_once_names_are_given():
    assert place([GAME, "names A B", "option players 3"]) == 3


def test_without_names_there_are_none():
    assert read([GAME]).play.names == ()


# --- undo, redo and set as lines ----------------------------------------------------------------


def test_undo_redo_and_set_are_entries_of_the_record():
    reader = read([GAME, "place train", "undo", "redo", "set hands.0 3", "undo"])
    words = [entry[0] for entry in reader.entries]
    assert words == ["place", "undo", "redo", "set", "undo"]
    assert reader.play.done == 1
    assert reader.play.undone == 1


def test_a_refused_line_is_no_entry_and_changes_nothing():
    reader = read([GAME, "place train", "set hands.0 3", "undo"])
    before = (reader.play.to_json(), reader.play.done, reader.play.undone, list(reader.entries))
    for line in ("place ship", "undo 1", "set hands.0 99", "set scores.0 1", "nonsense", "end x"):
        with pytest.raises(RecordError):
            reader.line(line)
    after = (reader.play.to_json(), reader.play.done, reader.play.undone, list(reader.entries))
    assert after == before
    reader.line("redo")
    assert reader.play.to_json()["hands"] == [3, 2]


def test_the_reason_names_what_would_be_legal():
    for line in ("place truck", "nonsense"):
        with pytest.raises(RecordError) as refusal:
            read([GAME, line])
        assert "place ship, place train" in refusal.value.reason
    with pytest.raises(RecordError) as refusal:
        read(["game chess"])
    assert "flee_the_scene" in refusal.value.reason
    with pytest.raises(RecordError) as refusal:
        read([GAME, "option players 6"])
    assert "2..5" in refusal.value.reason
    with pytest.raises(RecordError) as refusal:
        read([GAME, "set hands.0 46"])
    assert "0..45" in refusal.value.reason


# --- canonical text -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "written, canonical",
    [
        ("  place   train ", "place train"),
        ("set  hands.0   5", "set hands.0 5"),
        ("set hands.0 05", "set hands.0 5"),
        ("set delivered.0 [9,4] last_delivery.0 null", None),
        ("set delivered.0.0 4 delivered.0.1 5", None),
        ("set turn.step move turn.player 2", None),
        ("set last_delivery [null,3]", None),
        ("set board.ready.train 2 supplies.1.ship 0", None),
    ],
)
def test_actions_have_one_way_to_be_written(written, canonical):
    reader = read([GAME, written])
    assert text_of(reader)[-1] == (canonical or written)


def test_a_pair_is_written_in_the_order_of_the_types():
    lines = [GAME, "place train", "move truck", "move truck with ship+train"]
    assert text_of(read(lines))[-1] == "move truck with train+ship"


def test_the_header_says_every_option_and_the_names():
    lines = [GAME, "option players 3", "option supply 3 ship truck", "names A B C"]
    assert text_of(read(lines)) == [
        GAME,
        "option players 3",
        "option supply 1 train ship",
        "option supply 2 truck ship",
        "option supply 3 truck ship",
        "names A B C",
    ]


def test_an_exported_game_replays_to_the_same_state():
    lines = [GAME, "names A B"] + TURN + ["place truck", "undo", "set hands.1 4", "set hands.0 1"]
    play = read(lines + ["undo"]).play
    exported = export(play)
    assert [line for line in exported if line in ("undo", "redo")] == []
    assert state(exported) == play.to_json()


# --- text -> compact -> text --------------------------------------------------------------------

RECORDS = [
    [GAME],
    [GAME, "option players 5", "names Ann Bo Cy Zoë 李小龍"],
    [GAME, "option players 3", "option supply 3 truck truck"] + TURN,
    [GAME, "names A B"] + TURN + ["undo"] * 5 + ["redo"] * 3 + ["undo", "end ship", "undo"],
    [GAME, "set hands.0 45 draw_pile 0 discards 45 turn.number 999 turn.step move turn.player 2"],
    [GAME, "set delivered.0 [9,1,5] delivered.1 []", "set delivered.1.0 3 delivered.1.1 9"],
    [GAME, "set last_delivery [null,999]", "set last_delivery.1 null", "undo", "redo", "undo"],
    [GAME, "place train", "move truck", "move truck with ship+train", "rob 1", "deliver 9"],
    [GAME, "set open_missions 0 draw_pile 0", "reshuffle", "place ship", "move ship"],
]


@pytest.mark.parametrize("lines", RECORDS)
def test_text_to_compact_to_text_without_loss(lines):
    reader = read(lines)
    again = from_bytes(bytes_of(reader))
    assert text_of(again) == text_of(reader)
    assert again.entries == reader.entries
    assert again.play.names == reader.play.names
    assert again.play.options == reader.play.options
    assert again.play.to_json() == reader.play.to_json()
    assert (again.play.done, again.play.undone) == (reader.play.done, reader.play.undone)
    assert bytes_of(again) == bytes_of(reader)


@pytest.mark.parametrize("lines", RECORDS)
def test_text_to_text_without_loss(lines):
    reader = read(lines)
    again = read(text_of(reader))
    assert again.entries == reader.entries
    assert again.play.to_json() == reader.play.to_json()
    assert text_of(again) == text_of(reader)


@pytest.mark.parametrize("number", [-8192, -8191, -17, -16, -1, 0, 79, 80, 81, 255, 256, 999, 8191])
def test_numbers_of_every_size_fit_the_compact_form(number):
    play = read([GAME]).play
    body = packed.pack_action(play.game, play.state, ("rob", number))
    assert len(body) == (2 if -16 <= number <= 79 else 3)
    assert packed.unpack_action(play.game, play.state, bytes(body)) == ("rob", number)


@pytest.mark.parametrize("number", [-8193, 8192, 2**31, 10**20])
def test_numbers_beyond_the_compact_form_are_refused(number):
    play = read([GAME]).play
    with pytest.raises(IllegalAction):
        packed.pack_action(play.game, play.state, ("rob", number))


@pytest.mark.parametrize("values", [50, 51, 52, 63, 64, 65, 1000])
def test_a_correction_may_be_of_any_length(values):
    # Around where the length of the packed entry takes more than one byte.
    lines = [GAME, "place train", "set" + " hands.0 3" * values, "move train"]
    again = from_bytes(bytes_of(read(lines)))
    assert again.play.to_json() == state(lines)
    assert again.play.to_json()["corrections"] == 1


def test_a_correction_longer_than_the_compact_form_can_say_is_refused():
    reader = read([GAME, "place train"])
    before = reader.play.to_json()
    with pytest.raises(RecordError):
        reader.line("set" + " hands.0 3" * 20000)
    assert reader.play.to_json() == before
    assert len(reader.entries) == 1


def test_a_compact_record_gives_every_state_on_the_way():
    lines = [GAME] + TURN + ["undo", "redo"]
    expected = [state(lines[:length]) for length in range(1, len(lines) + 1)]
    data = bytes_of(read(lines))
    assert [play.to_json() for play in packed_file.unpack(data, Reader())] == expected


# --- damaged compact records --------------------------------------------------------------------

SMALL = [GAME, "names Ann Bo", "place train", "move ship", "undo", "redo", "rob 1", "deliver 9"]
SMALL += ["set hands.0 7 delivered.1 [4,5] last_delivery.1 null turn.step move", "end train"]


def refusal_or_state(data):
    """(error, None) or (None, state JSON) of compact bytes; any other exception passes through."""
    try:
        return None, from_bytes(data).play.to_json()
    except RecordError as error:
        assert isinstance(error.place, int)
        assert 0 <= error.place <= max(len(data), 1)
        assert error.reason
        return error, None


def resealed(data):
    """Compact bytes with the checksum put right, as if the damage had been written on purpose."""
    return data[:-4] + (crc32(data[:-4]) & 0xFFFFFFFF).to_bytes(4, "big")


def test_every_truncation_is_refused():
    data = bytes_of(read(SMALL))
    for length in range(len(data)):
        error, _ = refusal_or_state(data[:length])
        assert error, f"{length} of {len(data)} bytes made a game"


def test_anything_appended_is_refused():
    data = bytes_of(read(SMALL))
    for more in (b"\x00", b"\n", b"\xff" * 5, data):
        assert refusal_or_state(data + more)[0]


def test_every_changed_byte_is_refused():
    data = bytes_of(read(SMALL))
    for at in range(len(data)):
        for by in (0x01, 0x10, 0x80, 0xFF):
            changed = bytearray(data)
            changed[at] ^= by
            error, _ = refusal_or_state(bytes(changed))
            assert error, f"byte {at} changed by {by:02x} made a game"


def test_two_changed_bytes_are_refused():
    data = bytes_of(read(SMALL))
    for at in range(len(data) - 1):
        changed = bytearray(data)
        changed[at] ^= 0x55
        changed[at + 1] ^= 0xAA
        assert refusal_or_state(bytes(changed))[0]


def faults_of(damaged):
    """Damaged but resealed records that end neither in a game nor in a RecordError."""
    faults = []
    for name, data in damaged:
        try:
            refusal_or_state(resealed(data))
        except Exception as error:  # noqa: BLE001  (the fault that is looked for)
            faults.append(f"{name}: {type(error).__name__}: {error}")
    return faults


def test_damage_with_a_right_checksum_ends_in_a_game_or_a_refusal():
    data = bytes_of(read(SMALL))
    damaged = []
    for at in range(len(data) - 4):
        for value in list(range(0, 256, 5)) + [0xBD, 0xBE, 0xBF, 0xC0, data[at] ^ 1]:
            changed = bytearray(data)
            changed[at] = value & 0xFF
            damaged.append((f"byte {at} = {value:02x}", bytes(changed)))
    assert faults_of(damaged) == []


def sealed(entries):
    """A compact record of one game, with `entries` (bytes) as they are."""
    header = (GAME + "\noption players 2").encode()
    data = packed_file.MAGIC + len(header).to_bytes(2, "big") + header
    return resealed(data + len(entries).to_bytes(4, "big") + entries + b"....")


SET, END, NULL = 0xBF, 0xBE, 0xBD


@pytest.mark.parametrize(
    "body",
    [
        [SET],
        [SET, END],  # a value for the whole state
        [SET, END, 16],
        [SET, 16, END, 16],  # a value for the board
        [SET, 16, 16, END, 17],
        [SET, 17, 16, END, NULL],
        [SET, 18, END, NULL],
        [SET, 20, END, 18, 16, 16],  # a list of lists in one value
        [SET, 20, END, 18, 17, 17, 17, 18],
        [SET, 18, 16, END],
        [SET, 18, 16, END, 0],  # a negative number of missions
        [SET, 18, 20, END, 17],  # player 5 of 2
        [SET, 15, END, 17],  # index -1
        [SET, 20, 16, 18, END, 17],  # two past the end
        [SET, 20, 16, END, 0],  # a list of -16 elements
        [SET, 20, 16, END, 0xFF, 0xFF],  # a list of 8191 elements
        [SET, 18, 16, 16, END, 17],  # below a single value
        [SET, 0x60, END, 17],
        [SET, 18, 16, END, 17, 18],
        [SET, 18, 16, END, 17, END, 17],
        [SET, SET],
        [0x60],  # `place` alone
        [0x60, 0x6B, 0x6B],
        [16],
        [16, 0x60],
        [0x6B],
        [END],
        [NULL],
        [0x63],  # `+` alone
        [0x61, 0x6B, 0x63],
        [0x61, 0x6B, 0x62, 0x63, 0x6B],
        [0xBC],
        [0xC0],  # half a number
        [0xC0, 0x00],
        [0x68, 0x00],
        [0x68, 0xFF, 0xFF],
    ],
)
def test_entries_that_are_no_action_are_refused_with_their_place(body):
    entries = bytes([len(body)] + body)
    error, _ = refusal_or_state(sealed(entries))
    assert error
    assert error.place == len(sealed(b"")) - 4


@pytest.mark.parametrize("entries", [b"\x00", b"\xff", b"\x05\x60", b"\xfe", b"\x01"])
def test_entries_that_break_off_or_undo_nothing_are_refused(entries):
    assert refusal_or_state(sealed(entries))[0]


@pytest.mark.parametrize(
    "header",
    [b"", b"\xff\xfe", b"game chess", b"place train", b"game flee_the_scene\noption players 9"],
)
def test_bad_headers_are_refused(header):
    size = len(header).to_bytes(2, "big")
    data = packed_file.MAGIC + size + header + bytes(4) + b"...."
    assert refusal_or_state(resealed(data))[0]


def test_a_header_holds_no_actions():
    header = (GAME + "\nplace train").encode()
    size = len(header).to_bytes(2, "big")
    data = packed_file.MAGIC + size + header + bytes(4) + b"...."
    assert refusal_or_state(resealed(data))[0]


# --- whatever comes -----------------------------------------------------------------------------

WORDS = st.sampled_from(
    "game flee_the_scene option players supply names place move with train truck ship train+ship "
    "ship+ship + mission open hidden reshuffle rob deliver end undo redo set hands.0 hands "
    "delivered.0 delivered.0.0 last_delivery turn.step turn board.ready.train draw_pile scores.0 "
    "over null true [9,4] [] [null,1] 0 1 2 3 9 13 45 46 -1 +1 # Ann place # \t \u00a0 […] 1..2 "
    "99999999999999999999".split(" ")
)
LINES = st.one_of(
    st.lists(WORDS, max_size=7).map(" ".join),
    st.text(max_size=40),
    st.sampled_from(TURN + [GAME, "place truck", "end truck", "undo", "redo", "set hands.0 3"]),
)


@settings(max_examples=300)
@given(st.lists(LINES, max_size=20))
@example(["set"])
@example(["set hands.0"])
@example(["set . 1"])
@example(["set [ ]"])
@example(["set delivered.0 [" + "9," * 500 + "9]"])
@example(["move train with +"])
@example(["\ud800"])
@example(["option"])
@example(["names"])
def test_any_lines_are_a_game_or_a_record_error(lines):
    for start in ([], [GAME], [GAME, "place train", "move train"]):
        reader = Reader()
        for number, line in enumerate(start + lines, 1):
            before = reader.play.to_json() if reader.play else None
            try:
                reader.line(line)
            except RecordError as error:
                assert error.place == number or (before is None and 1 <= error.place <= number)
                assert error.reason
                if before is not None:
                    assert reader.play.to_json() == before
        if reader.play:
            assert state(text_of(reader)) == reader.play.to_json()


@settings(max_examples=300)
@given(st.binary(max_size=80))
def test_any_bytes_are_refused_as_a_compact_record(data):
    assert refusal_or_state(data)[0]
    assert refusal_or_state(packed_file.MAGIC + data)[0]


@settings(max_examples=500)
@given(st.binary(max_size=24))
def test_any_entries_are_a_game_or_a_refusal(entries):
    refusal_or_state(sealed(entries))


@settings(max_examples=300)
@given(st.lists(st.sampled_from([16, 17, 18, 19, 20, SET, END, NULL, 0x60, 0xC0]), max_size=9))
def test_any_corrections_are_a_game_or_a_refusal(body):
    refusal_or_state(sealed(bytes([len(body) + 1, SET] + body)))
