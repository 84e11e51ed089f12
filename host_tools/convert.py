"""Turn a record into its other form: `python -m host_tools.convert FROM TO`.

A text record becomes the compact form, a compact one becomes text. TO is written only when the
whole of FROM is good; `-` as FROM reads standard input, as TO writes standard output.
"""

import argparse
import os
import sys

from host_tools.record_file import BadRecord, is_compact, plays, read_input
from shared_engine import packed_file
from shared_engine.record import Reader, entry_text, header_lines


def lines_of(reader):
    """The record that a Reader has played, as lines of text."""
    play = reader.play
    lines = header_lines(play.game, play.options, play.names)
    return lines + [entry_text(play.game, play.state, entry) for entry in reader.entries]


def converted(name, data):
    """`data` (bytes of either form, read from `name`) in the other form; raises BadRecord."""
    reader = Reader()
    for _ in plays(name, data, reader):
        pass
    if is_compact(data):
        return ("\n".join(lines_of(reader)) + "\n").encode()
    play = reader.play
    header = header_lines(play.game, play.options, play.names)
    return packed_file.pack(play.game, header, reader.entries, play.state)


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.convert",
        description="Turn a text record into the compact form, or a compact one into text.",
    )
    parser.add_argument("source", metavar="FROM", help="a record; - reads standard input")
    parser.add_argument("target", metavar="TO", help="the file to write; - is standard output")
    options = parser.parse_args(arguments)
    try:
        result = converted(options.source, read_input(options.source))
        if options.target == "-":
            if sys.stdout is None:
                return _failed("standard output is closed")
            sys.stdout.buffer.write(result)
            sys.stdout.flush()
        else:
            with open(options.target, "wb") as file:
                file.write(result)
    except BadRecord as error:
        return _failed(str(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        return _failed(f"{options.target}: {error.strerror}")
    return 0


def _failed(message):
    print(message, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
