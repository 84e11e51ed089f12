"""A whole record as one file in compact form (see `shared_engine.packed` for its entries).

A file is `TTC1`, the length of the header (2 bytes, big-endian) and the header lines in UTF-8, the
number of bytes of entries (4), the entries, and the CRC-32 of all before (4).
"""

from binascii import crc32

from shared_engine.errors import IllegalAction, RecordError
from shared_engine.packed import pack_entry, unpack_entry
from shared_engine.words import quoted

MAGIC = b"TTC1"


def pack(game, header, entries, state):
    """A whole record as bytes.

    header: the header lines. entries: actions, UNDO and REDO. state: any state of this game
    (corrections are written by its shape).
    """
    text = "\n".join(header).encode()
    body = b"".join([pack_entry(game, state, entry) for entry in entries])
    data = MAGIC + len(text).to_bytes(2, "big") + text + len(body).to_bytes(4, "big") + body
    return data + (crc32(data) & 0xFFFFFFFF).to_bytes(4, "big")


def unpack(data, reader):
    """Play a record's bytes through `reader` (a fresh `record.Reader`), an entry at a time.

    A generator: yields the Play after set-up and after every entry. Raises RecordError with the
    byte where it goes wrong; length and checksum are looked at before anything is played.
    """
    _check(data)
    start = len(MAGIC) + 2
    at = start + int.from_bytes(data[start - 2 : start], "big")
    try:
        header = str(data[start:at], "utf-8")
    except (UnicodeError, ValueError):
        raise RecordError("the header is not UTF-8", start)
    for line in header.split("\n"):
        if reader.ends_set_up(line):
            raise RecordError(f"the header holds {quoted(line)}, which is no set-up", start)
        try:
            reader.line(line)
        except RecordError as error:
            raise RecordError(f"header line {error.place}: {error.reason}", start)
    try:
        play = reader.finish()
    except RecordError as error:
        raise RecordError(f"header line {error.place}: {error.reason}", start)
    yield play
    at += 4
    end = len(data) - 4
    while at < end:
        try:
            entry, after = unpack_entry(play.game, play.state, data, at, end)
            reader.take(entry)
        except IllegalAction as refusal:
            raise RecordError(str(refusal), at)
        yield play
        at = after


def _check(data):
    if data[: len(MAGIC)] != MAGIC:
        raise RecordError("not a record in compact form: it starts with " + str(MAGIC, "utf-8"), 0)
    at = len(MAGIC)
    header = int.from_bytes(data[at : at + 2], "big")
    at += 2 + header
    entries = int.from_bytes(data[at : at + 4], "big")
    whole = at + 4 + entries + 4
    if len(data) < at + 4 or len(data) != whole:
        want = whole if len(data) >= at + 4 else "more"
        raise RecordError(f"bad length: {len(data)} bytes where {want} belong", len(data))
    if crc32(data[:-4]) & 0xFFFFFFFF != int.from_bytes(data[-4:], "big"):
        raise RecordError("bad checksum: the record was damaged", whole - 4)
