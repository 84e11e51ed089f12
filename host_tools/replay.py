"""Replay a record and print the state JSON: `python -m host_tools.replay FILE`.

FILE is a record in the text notation or in compact form; `-` reads standard input. It runs on a
bare Python. Exit 0, or 1 with `FILE:LINE: what is wrong; what would be legal` on standard error.
"""

import argparse
import sys

from host_tools.deduction import Deduction
from host_tools.record_file import BadRecord, plays, read_input
from host_tools.say import say
from shared_engine.json_text import json_text
from shared_engine.record import Reader


def state_line(play, legal=False, deduction=None):
    """The state JSON of a Play as one line; `legal` adds what may be done next.

    deduction: None, or a function of the Play that gives the JSON of the key "deduction".
    """
    state = play.to_json()
    if legal:
        state["legal"] = sorted(play.game.legal(play.state))
    if deduction:
        state["deduction"] = deduction(play)
    return json_text(state)


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.replay", description="Replay a record and print the state JSON."
    )
    parser.add_argument("file", metavar="FILE", help="a record; - reads standard input")
    parser.add_argument(
        "--each", action="store_true", help="one state a line, after set-up and after every action"
    )
    parser.add_argument("--legal", action="store_true", help='add "legal": every action legal now')
    parser.add_argument(
        "--deduce", action="store_true", help='add "deduction": what the hidden part can be'
    )
    options = parser.parse_args(arguments)
    try:
        return say(_lines(options))
    except BadRecord as error:
        if sys.stdout is not None:
            sys.stdout.flush()
        print(error, file=sys.stderr)
        return 1


def _lines(options):
    play = None
    reader = Reader()
    deduction = Deduction(reader) if options.deduce else None
    for play in plays(options.file, read_input(options.file), reader):
        if options.each:
            yield state_line(play, options.legal, deduction)
    if not options.each:
        yield state_line(play, options.legal, deduction)


if __name__ == "__main__":
    sys.exit(main())
