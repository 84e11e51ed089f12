"""A game on the storage: a head with its set-up, and segments of checksummed entries.

A folder holds `head` (and `spare`, the same bytes once more) and the segments `0000`, `0001`, … of
less than half a kilobyte each: longer files cost a flash erase at every append. An entry is the
compact form of an action, of undo or redo (`shared_engine.packed`), followed by two bytes of a
CRC-32 that runs on from the head through all entries. So an entry is only good in its own game, in
its own place, and the longest good beginning is found again whatever happened behind it.
"""

from binascii import crc32

from shared_engine.errors import IllegalAction, RecordError
from shared_engine.packed import REDO, UNDO, UNDO_BYTE, framed, unpack_entry
from shared_engine.record import Reader, header_lines

SEGMENT_BYTES = 480
MOST_SEGMENTS = 64
_MAGIC = b"TTG1"
_CHECK = 2  # bytes of checksum after an entry
HEAD = "head"
SPARE = "spare"
_DAMAGED = "damaged-"


class Journal:
    """Writes one game to `folder` of `files`, and reads it back.

    `count` entries are stored. OSError comes from the storage.
    """

    def __init__(self, files, folder):
        self.folder = folder
        self.count = 0
        self._files = files
        self._segment = 0
        self._size = 0
        self._chain = 0

    # --- writing ---

    def begin(self, play):
        """Store a game from its set-up to where `play` stands, what could be redone included."""
        self._files.remove_folder(self.folder)
        head = "\n".join(header_lines(play.game, play.options, play.names)).encode()
        head = _MAGIC + head
        self._chain = crc32(head) & 0xFFFFFFFF
        head += self._chain.to_bytes(4, "big")
        self.count = 0
        self._segment = 0
        self._size = 0
        entries = [framed(play.packed(at)) for at in range(play.done + play.undone)]
        entries += [UNDO_BYTE] * play.undone
        for entry in entries:
            self.note(entry)
        # A game is there from the moment its head is; the spare may be missing after a power cut.
        self._files.write(self._path(HEAD), head)
        self._files.write(self._path(SPARE), head)

    def note(self, entry):
        """Store one more entry (bytes, with its length before it)."""
        chain = crc32(entry, self._chain) & 0xFFFFFFFF
        data = entry + (chain & 0xFFFF).to_bytes(_CHECK, "big")
        segment = self._segment
        size = self._size
        if size and size + len(data) > SEGMENT_BYTES:
            segment += 1
            size = 0
        self._files.append(self._path(_name(segment)), data)
        self._segment = segment
        self._size = size + len(data)
        self._chain = chain
        self.count += 1

    @property
    def full(self):
        """Whether so much has been undone and done again that it is time to write it anew."""
        return self._segment >= MOST_SEGMENTS

    # --- reading ---

    def resume(self):
        """The game as it stands: (Play or None, what is wrong with the files or "").

        Where something is damaged the longest good beginning is played, the damaged files are
        kept under the name `damaged-…`, and the game goes on from there. Without a good head
        there is no game, and nothing is touched.
        """
        head = self._good_head()
        if head is None:
            return None, "the head is damaged"
        reader = Reader()
        try:
            for line in str(head[len(_MAGIC) : -4], "utf-8").split("\n"):
                reader.line(line)
            play = reader.finish()
        except RecordError as error:
            return None, "the head cannot be read: " + error.reason
        self._chain = int.from_bytes(head[-4:], "big")
        self.count = 0
        self._segment = 0
        self._size = 0
        names = self._segments()
        for at in range(len(names)):
            if names[at] != _name(at):
                return play, self._set_aside(names[at:], b"", "a segment is missing")
            data = self._files.read(self._path(names[at])) or b""
            self._segment = at
            self._size = self._replay(play, data)
            if self._size < len(data):
                fault = f"damaged at byte {self._size} of segment {names[at]}"
                return play, self._set_aside(names[at:], data[: self._size], fault)
        return play, ""

    def _replay(self, play, data):
        """Play the entries of a segment; the number of bytes up to the first that is not good."""
        at = 0
        end = len(data) - _CHECK
        while at < end:
            try:
                entry, after = unpack_entry(play.game, play.state, data, at, end)
            except (IllegalAction, IndexError):
                return at
            chain = crc32(data[at:after], self._chain) & 0xFFFFFFFF
            if int.from_bytes(data[after : after + _CHECK], "big") != chain & 0xFFFF:
                return at
            try:
                _take(play, entry)
            except IllegalAction:
                return at
            self._chain = chain
            self.count += 1
            at = after + _CHECK
        return at

    def _good_head(self):
        """The bytes of the head that is whole; the other one is mended after it."""
        for name, other in ((HEAD, SPARE), (SPARE, HEAD)):
            head = self._files.read(self._path(name))
            if head and _is_good(head):
                if self._files.read(self._path(other)) != head:
                    self._files.write(self._path(other), head)
                return head
        return None

    def _segments(self):
        return [name for name in self._files.names(self.folder) if name.isdigit()]

    def _set_aside(self, names, good, fault):
        """Keep the segments `names` as damaged, the first one's good beginning in its place."""
        # The first one last: cut off half-way, the same is found again and done again.
        kept = ""
        for at in range(len(names) - 1, -1, -1):
            kept = self._keep_damaged(names[at])
            if at or not good:
                self._files.remove(self._path(names[at]))
        if good:
            self._files.write(self._path(names[0]), good)
        return f"{fault}; the first {self.count} entries stand; kept as {kept}"

    def _keep_damaged(self, name):
        """Copy a segment to a name of its own; what was kept before stays."""
        data = self._files.read(self._path(name)) or b""
        kept = _DAMAGED + name
        while self._files.read(self._path(kept)) not in (None, data):
            kept += "+"
        self._files.write(self._path(kept), data)
        return kept

    def _path(self, name):
        return self.folder + "/" + name


def _name(segment):
    return f"{segment:04d}"


def _is_good(head):
    check = int.from_bytes(head[-4:], "big")
    return head[: len(_MAGIC)] == _MAGIC and crc32(head[:-4]) & 0xFFFFFFFF == check


def _take(play, entry):
    if entry == UNDO:
        play.undo()
    elif entry == REDO:
        play.redo()
    else:
        play.do(entry)
