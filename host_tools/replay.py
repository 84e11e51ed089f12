"""Replay a record and print the state JSON: `python -m host_tools.replay FILE`.

FILE is a record in the text notation or in compact form; `-` reads standard input. It runs on a
bare Python. Exit 0, or 1 with `FILE:LINE: what is wrong; what would be legal` on standard error.
"""

import argparse
import os
import sys

from shared_engine import packed
from shared_engine.errors import RecordError
from shared_engine.json_text import json_text
from shared_engine.record import Reader


def plays(data, reader):
    """Yield the Play after set-up and after every action of `data` (bytes of either form).

    Raises RecordError; what was yielded before stands.
    """
    if data.startswith(packed.MAGIC[:3]):
        yield from packed.unpack(data, reader)
        return
    for number, raw in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
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


def state_line(play, legal=False):
    """The state JSON of a Play as one line; `legal` adds what may be done next."""
    state = play.to_json()
    if legal:
        state["legal"] = sorted(play.game.legal(play.state))
    return json_text(state)


def place(name, error, data):
    """Where a RecordError points to: `FILE:LINE`, or `FILE:byte N` in the compact form."""
    binary = data.startswith(packed.MAGIC[:3])
    return f"{name}:byte {error.place}" if binary else f"{name}:{error.place}"


def read_input(name):
    """The bytes of the file called `name`, or of standard input for `-`."""
    if name == "-":
        return sys.stdin.buffer.read()
    with open(name, "rb") as file:
        return file.read()


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.replay", description="Replay a record and print the state JSON."
    )
    parser.add_argument("file", metavar="FILE", help="a record; - reads standard input")
    parser.add_argument(
        "--each", action="store_true", help="one state a line, after set-up and after every action"
    )
    parser.add_argument("--legal", action="store_true", help='add "legal": every action legal now')
    options = parser.parse_args(arguments)
    try:
        data = read_input(options.file)
    except OSError as error:
        print(f"{options.file}: {error.strerror}", file=sys.stderr)
        return 1
    line = ""
    try:
        for play in plays(data, Reader()):
            if options.each:
                print(state_line(play, options.legal))
        if not options.each:
            line = state_line(play, options.legal)
            print(line)
    except RecordError as error:
        sys.stdout.flush()
        print(f"{place(options.file, error, data)}: {error.reason}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # The reader has seen enough (`| head`); leave without a traceback at shutdown.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main())
