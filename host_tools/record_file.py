"""Records in files, in the text notation or in compact form."""

import sys

from shared_engine import packed_file
from shared_engine.errors import RecordError
from shared_engine.record import Reader


class BadRecord(Exception):
    """A record that cannot be had; the message names the file and the place."""


def read_input(name):
    """The bytes of the file called `name`, or of standard input for `-`; raises BadRecord."""
    try:
        if name == "-":
            if sys.stdin is None:
                raise BadRecord("-: standard input is closed")
            return sys.stdin.buffer.read()
        with open(name, "rb") as file:
            return file.read()
    except OSError as error:
        raise BadRecord(f"{name}: {error.strerror}") from error
    except MemoryError:
        raise BadRecord(f"{name}: too large to be a record") from None


def is_compact(data):
    """Whether `data` is meant to be a record in compact form, be it a damaged one."""
    return data.startswith(packed_file.MAGIC[:3])


def plays(name, data, reader):
    """Yield the Play after set-up and after every action of `data` (bytes of either form).

    name: what to call the file in the message of BadRecord; what was yielded before it stands.
    """
    try:
        if is_compact(data):
            yield from packed_file.unpack(data, reader)
        else:
            yield from _plays_of_text(data, reader)
    except RecordError as error:
        where = f"byte {error.place}" if is_compact(data) else error.place
        raise BadRecord(f"{name}:{where}: {error.reason}") from error


def _plays_of_text(data, reader):
    data = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    for number, raw in enumerate(data.split(b"\n"), 1):
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise RecordError(f"not UTF-8 at byte {error.start + 1} of the line", number) from None
        if reader.ends_set_up(text):
            yield reader.finish()
        if reader.line(text):
            yield reader.play
    if reader.play is None:
        yield reader.finish()


def load(name):
    """Read and play the whole record called `name`: the `Reader` behind it. Raises BadRecord."""
    reader = Reader()
    for _ in plays(name, read_input(name), reader):
        pass
    return reader
