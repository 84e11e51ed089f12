"""A game on the storage: a head with its set-up, and segments of checksummed entries.

A folder holds `head` (and `spare`, the same bytes once more) and the segments `a000/0`, `a000/1`, …
of a few bytes each, a few to a folder. littlefs keeps small files inside their folder's own log and
copies them all with one erase whenever that is full; so the less a folder holds, the more entries
go between two erases. An entry is the compact form of an action, of undo or redo
(`shared_engine.packed`), followed by two bytes of a CRC-32 that runs on from the head through all
entries. So an entry is only good in its own game, in its own place, and the longest good beginning
is found again whatever happened behind it.

The head names the series of the segments, `a` or `b`. A game is written anew in the other series,
beside what is there, and the head is replaced last: at no moment is there less than one whole game.
"""

from binascii import crc32

from firmware.storage import journal_writer
from firmware.storage.journal_writer import CHECK, JournalWriter
from firmware.storage.shelf import HEAD, SPARE
from shared_engine.errors import IllegalAction, RecordError
from shared_engine.packed import REDO, UNDO, UNDO_BYTE, framed, unpack_entry
from shared_engine.record import Reader, header_lines

_MAGIC = b"TTG1"
_SERIES = ("a", "b")
_START = len(_MAGIC) + 1  # where the lines of a head begin
_DAMAGED = "damaged-"


class Journal(JournalWriter):
    """Writes one game to `folder` of `files`, and reads it back.

    OSError comes from the storage (see JournalWriter); after one, `begin` or `resume` again.
    """

    # True after a `resume` that found damage and could not set it aside: what is stored is to be
    # left alone, and the game to be stored somewhere else.
    untouched = False

    def writer(self):
        """A JournalWriter that goes on from here; this one is not to be used any more."""
        writer = JournalWriter(self._files, self.folder)
        writer._follow(self)
        return writer

    # --- writing ---

    def begin(self, play):
        """Store a game from its set-up to where `play` stands, what could be redone included.

        What the folder held before is the game until the new head is there.
        """
        old, _ = self._good_head()
        series = _SERIES[1] if old and _series_of(old) == _SERIES[0] else _SERIES[0]
        self._clear(series)
        lines = "\n".join(header_lines(play.game, play.options, play.names))
        head = _MAGIC + (series + lines).encode()
        self._start(series, crc32(head) & 0xFFFFFFFF)
        head += self._chain.to_bytes(4, "big")
        self._note_all(play)
        self._compact = self._segment
        # A game is there from the moment its head is; the spare may be missing after a power cut.
        self._files.write(self._path(HEAD), head)
        self._files.write(self._path(SPARE), head)
        if old:
            self._clear(_series_of(old))

    def _note_all(self, play):
        """Store every entry of `play`, a segment at a time: a file costs as much as an entry."""
        waiting = bytearray()
        last = play.done + play.undone
        for at in range(last + play.undone):
            entry = framed(play.packed(at)) if at < last else UNDO_BYTE
            data, self._chain = self._checked(entry)
            if waiting and len(waiting) + len(data) > journal_writer.SEGMENT_BYTES:
                self._files.write(self._path(self._name(self._segment)), waiting)
                self._segment += 1
                waiting = bytearray()
            waiting.extend(data)
            self.count += 1
        self._size = len(waiting)
        if waiting:
            self._files.write(self._path(self._name(self._segment)), waiting)

    def _start(self, series, chain):
        self._series = series
        self._chain = chain
        self._compact = 0
        self._segment = 0
        self._size = 0
        self.count = 0

    # --- reading ---

    def resume(self):
        """The game as it stands: (Play or None, what is wrong with the files or "").

        Where something is damaged the longest good beginning is played, the damaged files are
        kept under the name `damaged-…`, and the game goes on from there. Without a good head
        there is no game, and nothing is touched.
        """
        head, fault = self._good_head()
        if head is None:
            return None, fault
        reader = Reader()
        try:
            for line in str(head[_START:-4], "utf-8").split("\n"):
                reader.line(line)
            play = reader.finish()
        except RecordError as error:
            return None, "the head cannot be read: " + error.reason
        self._start(_series_of(head), int.from_bytes(head[-4:], "big"))
        self.untouched = False
        damage = self._replay_all(play)
        # What is there now is where "added since" begins.
        self._compact = self._segment
        if fault and damage:
            fault += "; "
        return play, fault + damage

    def head_lines(self):
        """The lines of the set-up, none where the head is damaged."""
        for name in (HEAD, SPARE):
            head = self._read(name)
            if head and _is_good(head):
                return str(head[_START:-4], "utf-8").split("\n")
        return []

    def _replay_all(self, play):
        """Play the segments up to the first damage; what is wrong, or ""."""
        names = self._segments(self._series)
        for at in range(len(names)):
            if names[at] != self._name(at):
                return self._set_aside(names[at:], b"", "a segment is missing")
            data = self._files.read(self._path(names[at])) or b""
            self._segment = at
            self._size = self._replay(play, data)
            if self._size < len(data):
                fault = f"damaged at byte {self._size} of segment {names[at]}"
                return self._set_aside(names[at:], data[: self._size], fault)
        return ""

    def _replay(self, play, data):
        """Play the entries of a segment; the number of bytes up to the first that is not good."""
        at = 0
        end = len(data) - CHECK
        while at < end:
            try:
                entry, after = unpack_entry(play.game, play.state, data, at, end)
            except (IllegalAction, IndexError):
                return at
            chain = crc32(data[at:after], self._chain) & 0xFFFFFFFF
            if int.from_bytes(data[after : after + CHECK], "big") != chain & 0xFFFF:
                return at
            try:
                _take(play, entry)
            except IllegalAction:
                return at
            self._chain = chain
            self.count += 1
            at = after + CHECK
        return at

    def _good_head(self):
        """The bytes of a head that is whole, or None; and what was wrong, or "".

        The other head is mended after it.
        """
        for name, other in ((HEAD, SPARE), (SPARE, HEAD)):
            head = self._read(name)
            if head and _is_good(head):
                return head, self._mend(other, head)
        return None, "the head is damaged"

    def _read(self, name):
        try:
            return self._files.read(self._path(name))
        except OSError:
            return b""  # as good as damaged; there is another one

    def _mend(self, name, head):
        """Make the file `name` the same as `head`; what was wrong with it, or ""."""
        found = self._read(name)
        if found == head:
            return ""
        fault = ""
        try:
            # Missing or of another time it is only what a power cut leaves behind.
            if found is not None and not _is_good(found):
                fault = f"{name} was damaged, the game is whole"
                fault += "; kept as " + self._keep_damaged(name)
            self._files.write(self._path(name), head)
        except OSError:
            pass  # one good head is enough, and a full storage is no reason not to play
        return fault

    def _folders(self, series):
        names = self._files.names(self.folder)
        return [name for name in names if name[0] == series and name[1:].isdigit()]

    def _segments(self, series):
        found = []
        for folder in self._folders(series):
            for name in self._files.names(self._path(folder)):
                if name.isdigit():
                    found.append(folder + "/" + name)
        return found

    def _clear(self, series):
        for folder in self._folders(series):
            self._files.remove_folder(self._path(folder))

    def _set_aside(self, names, good, fault):
        """Keep the segments `names` as damaged, the first one's good beginning in its place."""
        fault += f"; the first {self.count} entries stand; "
        kept = ""
        try:
            # The first one last: cut off half-way, the same is found again and done again.
            for at in range(len(names) - 1, -1, -1):
                kept = self._keep_damaged(names[at])
                if at or not good:
                    self._files.remove(self._path(names[at]))
            if good:
                self._files.write(self._path(names[0]), good)
        except OSError:
            # A storage that takes nothing is no reason not to play what is good.
            self.untouched = True
            return fault + "the rest is left as it is"
        return fault + "kept as " + kept

    def _keep_damaged(self, name):
        """Copy a file to a name of its own; what was kept before stays."""
        data = self._files.read(self._path(name)) or b""
        kept = _DAMAGED + name.replace("/", "-")
        while self._files.read(self._path(kept)) not in (None, data):
            kept += "+"
        self._files.write(self._path(kept), data)
        return kept


def _series_of(head):
    return chr(head[len(_MAGIC)])


def _is_good(head):
    check = int.from_bytes(head[-4:], "big")
    if head[: len(_MAGIC)] != _MAGIC or len(head) < _START + 4:
        return False
    return _series_of(head) in _SERIES and crc32(head[:-4]) & 0xFFFFFFFF == check


def _take(play, entry):
    if entry == UNDO:
        play.undo()
    elif entry == REDO:
        play.redo()
    else:
        play.do(entry, True)
