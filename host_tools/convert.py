"""Turn a record into its other form: `python -m host_tools.convert FROM TO`.

A text record becomes the compact form, a compact one becomes text. TO is written only when the
whole of FROM is good; `-` as FROM reads standard input, as TO writes standard output.
"""

import argparse
import sys

from host_tools.replay import place, plays, read_input
from shared_engine import packed
from shared_engine.errors import RecordError
from shared_engine.record import Reader, entry_text, header_lines


def converted(data):
    """`data` (bytes of either form) in the other form; raises RecordError."""
    reader = Reader()
    for _ in plays(data, reader):
        pass
    play = reader.play
    header = header_lines(play.game, play.options, play.names)
    if not data.startswith(packed.MAGIC[:3]):
        return packed.pack(play.game, header, reader.entries, play.state)
    lines = header + [entry_text(play.game, play.state, entry) for entry in reader.entries]
    return ("\n".join(lines) + "\n").encode()


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.convert",
        description="Turn a text record into the compact form, or a compact one into text.",
    )
    parser.add_argument("source", metavar="FROM", help="a record; - reads standard input")
    parser.add_argument("target", metavar="TO", help="the file to write; - is standard output")
    options = parser.parse_args(arguments)
    try:
        data = read_input(options.source)
        result = converted(data)
        if options.target == "-":
            sys.stdout.buffer.write(result)
        else:
            with open(options.target, "wb") as file:
                file.write(result)
    except RecordError as error:
        print(f"{place(options.source, error, data)}: {error.reason}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
