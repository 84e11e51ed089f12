"""Adds entries to a stored game; what is needed between two presses, and no more."""

from binascii import crc32

SEGMENT_BYTES = 128  # an entry's whole commit is one page of 256 bytes then
FOLDER_SEGMENTS = 6
MOST_SEGMENTS = 24  # added before the game is written anew
CHECK = 2  # bytes of checksum after an entry


class JournalWriter:
    """Writes on where a `firmware.storage.journal.Journal` stands.

    `count` entries are stored. OSError comes from the storage: what it holds is still a whole game,
    with the entry in flight or without, but nothing more is to be noted by this writer then.
    """

    def __init__(self, files, folder):
        self.folder = folder
        self.count = 0
        self._files = files
        self._series = ""
        self._segment = 0
        self._size = 0
        self._chain = 0
        self._compact = 0  # the last segment of the game as it was written by `begin`

    def _follow(self, other):
        self.count = other.count
        self._series = other._series
        self._segment = other._segment
        self._size = other._size
        self._chain = other._chain
        self._compact = other._compact

    def note(self, entry):
        """Store one more entry (bytes, with its length before it)."""
        data, chain = self._checked(entry)
        segment = self._segment
        size = self._size
        if size and size + len(data) > SEGMENT_BYTES:
            segment += 1
            size = 0
        self._files.append(self._path(self._name(segment)), data)
        self._segment = segment
        self._size = size + len(data)
        self._chain = chain
        self.count += 1

    @property
    def full(self):
        """Whether so much has been added since `begin` that it is time for another one."""
        return self._segment - self._compact >= MOST_SEGMENTS

    def _checked(self, entry):
        """The bytes of an entry as they are stored, and the checksum that goes on after them."""
        chain = crc32(entry, self._chain) & 0xFFFFFFFF
        return entry + (chain & 0xFFFF).to_bytes(CHECK, "big"), chain

    def _path(self, name):
        return self.folder + "/" + name

    def _name(self, segment):
        folder = segment // FOLDER_SEGMENTS
        return f"{self._series}{folder:03d}/{segment % FOLDER_SEGMENTS}"
