"""Damaged files of a stored game: the longest good beginning, a message, nothing thrown away."""

from binascii import crc32

import pytest

import host_tools.on_pc  # noqa: F401
from firmware.storage import journal_writer
from firmware.storage.journal import Journal
from host_tools.memory_files import MemoryFiles
from shared_engine import catalogue
from shared_engine.record import Reader, split_words
from shared_engine.shape import leaves
from tests.power.records import telling

FOLDER = "games/1"
SMALL = 48  # bytes of a segment here, so that a short game has several
IN_FOLDER = 2  # segments
FLIPS = (0x01, 0x80, 0xFF)
CHECK = 2


def told(play):
    """All that a Play holds."""
    actions = [bytes(play.packed(at)) for at in range(play.done + play.undone)]
    return play.done, actions, play.options, play.names, play.state


def name(segment):
    return f"a{segment // IN_FOLDER:03d}/{segment % IN_FOLDER}"


class Stored:
    """The lines of a record played into a Journal.

    files: path and bytes of what is stored. states: what was told after each number of entries.
    ends: per segment, (entries up to here, the byte after the last of them) of each entry.
    """

    def __init__(self, lines):
        self.lines = lines
        storage = MemoryFiles()
        journal = Journal(storage, FOLDER)
        reader = Reader()
        self.states = []
        entries = []

        def note(entry):
            entries.append(entry)
            journal.note(entry)
            self.states.append(told(reader.play))

        for line in lines:
            words = split_words(line.split("#")[0])
            if words and not self.states and words[0] not in ("game", "option", "names"):
                self.states.append(told(reader.finish()))
                journal.begin(reader.play)
                reader.play.noted = note
            reader.line(line)
        self.files = storage.held
        self.ends = [[]]
        size = 0
        for number, entry in enumerate(entries, 1):
            if size + len(entry) + CHECK > SMALL and size:
                self.ends.append([])
                size = 0
            size += len(entry) + CHECK
            self.ends[-1].append((number, size))

    def by_others(self):
        """The same game by players of other names."""
        names = " ".join([f"Zz{n}" for n in range(self.states[0][2]["players"])])
        lines = [line for line in self.lines if not line.startswith("names")]
        header = [at for at, line in enumerate(lines) if line.startswith(("game", "option"))]
        lines.insert(header[-1] + 1, "names " + names)
        return Stored(lines)

    def segment(self, at):
        return f"{FOLDER}/{name(at)}"

    def standing(self, segment, whole):
        """How many entries stand when only the first `whole` bytes of a segment are good."""
        before = [number for ends in self.ends[:segment] for number, _ in ends]
        return max([0] + before + [n for n, end in self.ends[segment] if end <= whole])


@pytest.fixture(autouse=True)
def small_segments(monkeypatch):
    monkeypatch.setattr(journal_writer, "SEGMENT_BYTES", SMALL)
    monkeypatch.setattr(journal_writer, "FOLDER_SEGMENTS", IN_FOLDER)


@pytest.fixture(params=catalogue.NAMES)
def stored(request):
    found = Stored(telling(request.param).read_text(encoding="utf-8").splitlines())
    assert len(found.ends) >= 4
    return found


def goes_on(play, journal, held):
    """Do a few more things, resume again, and find them all; `held` is the storage's dict."""
    play.noted = journal.note
    for _ in range(2):
        if play.done:
            play.undo()
            play.redo()
            play.undo()
    # A correction is legal in every game at any time.
    path, _, value = leaves(play.game.shape(play.state), play.state)[0]
    play.do(("set", path, value))
    again, damage = Journal(MemoryFiles(dict(held)), FOLDER).resume()
    assert damage == ""
    assert told(again) == told(play)


def resumed(held, stored, standing, message, kept):
    """Resume from `held`: `standing` entries, parts of the message, bytes kept as damaged."""
    before = dict(held)
    journal = Journal(MemoryFiles(held), FOLDER)
    play, damage = journal.resume()
    assert told(play) == stored.states[standing]
    assert journal.count == standing
    assert all(part in damage for part in message), (damage, message)
    assert bool(damage) == bool(message), damage
    aside = {path: data for path, data in held.items() if path.startswith(FOLDER + "/damaged-")}
    for data in kept:
        assert data in aside.values()
    assert len(aside) == len(kept)
    if kept:
        assert any(damage.endswith("kept as " + path[len(FOLDER) + 1 :]) for path in aside)
    # Nothing that was there is gone: it stands in its place, or aside.
    for path, data in before.items():
        assert held.get(path) == data or data in aside.values() or path.endswith(("head", "spare"))
    goes_on(play, journal, held)
    assert aside.items() <= held.items()


def test_the_undamaged_game(stored):
    assert sorted(stored.files) == sorted(
        [FOLDER + "/head", FOLDER + "/spare"]
        + [stored.segment(at) for at in range(len(stored.ends))]
    )
    for at, ends in enumerate(stored.ends):
        assert len(stored.files[stored.segment(at)]) == ends[-1][1] <= SMALL
    resumed(dict(stored.files), stored, len(stored.states) - 1, (), ())


def test_every_byte_of_the_segments_flipped(stored):
    tried = 0
    for segment in range(len(stored.ends)):
        path = stored.segment(segment)
        whole = stored.files[path]
        for at in range(len(whole)):
            for flip in FLIPS:
                data = whole[:at] + bytes((whole[at] ^ flip,)) + whole[at + 1 :]
                held = dict(stored.files)
                held[path] = data
                standing = stored.standing(segment, at)
                good = max([0] + [end for _, end in stored.ends[segment] if end <= at])
                later = [
                    stored.files[stored.segment(n)] for n in range(segment + 1, len(stored.ends))
                ]
                message = (
                    f"damaged at byte {good} of segment {name(segment)}",
                    f"the first {standing} entries stand",
                )
                resumed(held, stored, standing, message, [data] + later)
                tried += 1
    print(f"{tried} flips in {len(stored.ends)} segments")
    assert tried == len(FLIPS) * sum(ends[-1][1] for ends in stored.ends)


def test_every_length_of_the_segments(stored):
    for segment in range(len(stored.ends)):
        path = stored.segment(segment)
        whole = stored.files[path]
        later = [stored.files[stored.segment(n)] for n in range(segment + 1, len(stored.ends))]
        ends = [0] + [end for _, end in stored.ends[segment]]
        for length in range(len(whole)):
            held = dict(stored.files)
            held[path] = whole[:length]
            standing = stored.standing(segment, length)
            stand = f"the first {standing} entries stand"
            if length not in ends:
                where = f"damaged at byte {max(e for e in ends if e < length)} of segment"
                resumed(held, stored, standing, (where, stand), [whole[:length]] + later)
            elif later:
                # Cut between two entries: it shows in the segment after it.
                where = f"damaged at byte 0 of segment {name(segment + 1)}"
                resumed(held, stored, standing, (where, stand), later)
            else:
                # The end of the last segment is where a game ends; that is a game as it once was.
                resumed(held, stored, standing, (), ())


def test_bytes_behind_the_last_entry(stored):
    last = len(stored.ends) - 1
    for more in (b"\x00", b"\xff", b"\x05\x60", bytes(40), b"\xff" * 40, b"\xfe", b"\xfe\xff\xff"):
        held = dict(stored.files)
        held[stored.segment(last)] += more
        damaged = held[stored.segment(last)]
        standing = len(stored.states) - 1
        message = ("damaged at byte", f"the first {standing} entries stand")
        resumed(held, stored, standing, message, [damaged])


def test_a_segment_is_missing(stored):
    for segment in range(len(stored.ends) - 1):
        held = dict(stored.files)
        del held[stored.segment(segment)]
        later = [stored.files[stored.segment(n)] for n in range(segment + 1, len(stored.ends))]
        standing = stored.standing(segment, 0)
        message = ("a segment is missing", f"the first {standing} entries stand")
        resumed(held, stored, standing, message, later)


def test_segments_swapped(stored):
    for segment in range(len(stored.ends)):
        for other in range(segment + 1, len(stored.ends)):
            held = dict(stored.files)
            one, two = stored.segment(segment), stored.segment(other)
            held[one], held[two] = held[two], held[one]
            kept = [held[stored.segment(n)] for n in range(segment, len(stored.ends))]
            standing = stored.standing(segment, 0)
            message = (f"damaged at byte 0 of segment {name(segment)}",)
            resumed(held, stored, standing, message, kept)


def test_a_segment_of_another_game(stored):
    # The same actions by players of other names: only the running checksum tells them apart.
    others = stored.by_others()
    assert others.ends == stored.ends
    for segment in range(len(stored.ends)):
        held = dict(stored.files)
        path = stored.segment(segment)
        held[path] = others.files[path]
        assert len(held[path]) == len(stored.files[path]) and held[path] != stored.files[path]
        kept = [held[stored.segment(n)] for n in range(segment, len(stored.ends))]
        standing = stored.standing(segment, 0)
        message = (f"damaged at byte 0 of segment {name(segment)}",)
        resumed(held, stored, standing, message, kept)


def damaged_heads(head):
    """A head in every way of being damaged."""
    for at in range(len(head)):
        for flip in FLIPS:
            yield head[:at] + bytes((head[at] ^ flip,)) + head[at + 1 :]
        yield head[:at]
    yield head + b"\x00"
    yield head + head


@pytest.mark.parametrize("head", ("head", "spare"))
def test_one_head_damaged_is_no_loss(stored, head):
    path = f"{FOLDER}/{head}"
    for data in damaged_heads(stored.files[path]):
        held = dict(stored.files)
        held[path] = data
        message = (f"{head} was damaged, the game is whole",)
        resumed(held, stored, len(stored.states) - 1, message, [data])
        assert held[path] == stored.files[path]


@pytest.mark.parametrize("head", ("head", "spare"))
def test_one_head_missing_is_no_loss(stored, head):
    held = dict(stored.files)
    del held[f"{FOLDER}/{head}"]
    resumed(held, stored, len(stored.states) - 1, (), ())
    assert held[FOLDER + "/head"] == held[FOLDER + "/spare"] == stored.files[FOLDER + "/head"]


def test_head_and_a_segment_damaged(stored):
    held = dict(stored.files)
    held[FOLDER + "/head"] = b"?"
    held[stored.segment(1)] = b"??"
    later = [stored.files[stored.segment(n)] for n in range(2, len(stored.ends))]
    message = ("head was damaged", "; damaged at byte 0 of segment a000/1")
    resumed(held, stored, stored.standing(1, 0), message, [b"?", b"??"] + later)


def test_without_a_head_nothing_is_touched(stored):
    head = stored.files[FOLDER + "/head"]
    for data in list(damaged_heads(head)) + [None]:
        held = dict(stored.files)
        for path in (FOLDER + "/head", FOLDER + "/spare"):
            if data is None:
                del held[path]
            else:
                held[path] = data
        before = dict(held)
        assert Journal(MemoryFiles(held), FOLDER).resume() == (None, "the head is damaged")
        assert held == before


def with_checksum(head):
    return head + crc32(head).to_bytes(4, "big")


def test_a_head_of_another_time_is_not_touched(stored):
    head = stored.files[FOLDER + "/head"][:-4]
    for other in (b"TTG1agame no_such_game", b"TTG1a", head + b"\noption no_such_option 1"):
        held = dict(stored.files)
        held[FOLDER + "/head"] = held[FOLDER + "/spare"] = with_checksum(other)
        before = dict(held)
        play, damage = Journal(MemoryFiles(held), FOLDER).resume()
        assert play is None
        assert damage.startswith("the head cannot be read: ")
        assert held == before
    for other in (b"TTG1" + head[5:], b"TTG1c" + head[5:], b"TTG2" + head[4:], b"TTG1", b""):
        held = dict(stored.files)
        held[FOLDER + "/head"] = held[FOLDER + "/spare"] = with_checksum(other)
        before = dict(held)
        assert Journal(MemoryFiles(held), FOLDER).resume() == (None, "the head is damaged")
        assert held == before


def test_damage_again_and_again_keeps_everything(stored):
    held = dict(stored.files)
    kept = []
    for count in range(3):
        path = stored.segment(0)
        held[path] = held[path][:-1] + bytes((held[path][-1] ^ 1 << count,))
        kept.append(held[path])
        journal = Journal(MemoryFiles(held), FOLDER)
        play, damage = journal.resume()
        assert "damaged" in damage
        goes_on(play, journal, held)
        aside = [data for path, data in held.items() if path.startswith(FOLDER + "/damaged-")]
        assert set(kept) <= set(aside)


def test_written_anew_the_damaged_files_stay(stored):
    held = dict(stored.files)
    held[stored.segment(1)] = b"??"
    files = MemoryFiles(held)
    journal = Journal(files, FOLDER)
    play, _ = journal.resume()
    journal.begin(play)
    assert b"??" in held.values()
    assert not [path for path in held if path.startswith(FOLDER + "/a")]
    again, damage = Journal(files, FOLDER).resume()
    assert damage == "" and told(again) == told(play)


class Failing(MemoryFiles):
    """Files that take `good` writes and fail from then on."""

    def __init__(self, held, good):
        super().__init__(held)
        self.good = good

    def _check(self, more):
        super()._check(more)
        if self.writes > self.good:
            raise OSError(5)


@pytest.mark.parametrize("spoilt", ("segment", "missing", "head"))
def test_cut_off_while_setting_aside(stored, spoilt):
    start = dict(stored.files)
    if spoilt == "segment":
        start[stored.segment(1)] = start[stored.segment(1)][:-1]
    elif spoilt == "missing":
        del start[stored.segment(1)]
    else:
        start[FOLDER + "/head"] = b"TTG1a?"
    whole = dict(start)
    expected, _ = Journal(MemoryFiles(whole), FOLDER).resume()
    cuts = 0
    while True:
        held = dict(start)
        try:
            play, _ = Journal(Failing(held, cuts), FOLDER).resume()
            assert told(play) == told(expected)
        except OSError:
            assert spoilt != "head"
        if held == whole:
            break
        assert set(start.values()) <= set(held.values()) | {b""}
        play, damage = Journal(MemoryFiles(held), FOLDER).resume()
        assert told(play) == told(expected)
        assert set(start.values()) <= set(held.values()) | {b""}
        cuts += 1
    assert cuts > 0


def test_a_full_storage_loses_nothing(stored):
    held = dict(stored.files)
    held[stored.segment(1)] = held[stored.segment(1)][:-1]
    before = dict(held)
    used = sum(len(data) for data in held.values())
    journal = Journal(MemoryFiles(held, used), FOLDER)
    play, damage = journal.resume()
    assert told(play) in stored.states
    assert journal.untouched and "left as it is" in damage
    assert held == before
    held[FOLDER + "/head"] = b"TTG1a?"
    held[stored.segment(1)] = stored.files[stored.segment(1)]
    play, damage = Journal(MemoryFiles(held, 0), FOLDER).resume()
    assert told(play) == stored.states[-1]
    assert damage == "head was damaged, the game is whole"
