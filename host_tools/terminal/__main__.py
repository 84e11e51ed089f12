"""The device in a terminal: `python -m host_tools.terminal`, or `make run`.

The real firmware runs behind its display, its 64 LEDs and its six keys. Where there is no terminal
it plays a sample game and prints the pictures.
"""

import argparse
import os
import sys

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from host_tools.device import Device
from host_tools.record_file import BadRecord, load
from host_tools.say import say
from host_tools.terminal.sample import MOMENTS
from host_tools.terminal.text import LEGEND, face_lines

_SETTLED_MS = 100
_WIDE = 160  # characters a line of a file or a log may have


def tell(play=None, width=_WIDE):
    """Yield the lines that show the sample game, or where `play` stands, in pictures.

    width: the characters a line may have.
    """
    device = Device()
    moments = MOMENTS
    if play:
        device.app.begin(play)
        moments = (("", "Where the record ends."),)
    else:
        yield "No terminal to play in, so here is a sample game."
    yield from LEGEND
    for keys, caption in moments:
        device.follow(keys)
        device.wait(_SETTLED_MS)
        yield ""
        if keys:
            yield "keys: " + keys
        yield caption
        yield from face_lines(device.shown, device.colours, width)


def has_terminal():
    """Whether a person can play here: a terminal for reading and writing, and not a dumb one."""
    return bool(
        sys.stdin
        and sys.stdout
        and sys.stdin.isatty()
        and sys.stdout.isatty()
        and os.environ.get("TERM") != "dumb"
    )


def _line_width():
    # The text often goes through a pager: then the terminal is still where errors are written.
    if os.environ.get("COLUMNS", "").isdigit():
        return int(os.environ["COLUMNS"])
    for descriptor in (1, 2):
        try:
            return os.get_terminal_size(descriptor).columns
        except OSError:
            continue
    return _WIDE


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.terminal",
        description="Play on the device, in this terminal. Where there is none, a sample game is "
        "shown in pictures.",
    )
    parser.add_argument("--record", metavar="FILE", help="start with the game of this record")
    options = parser.parse_args(arguments)
    play = None
    if options.record:
        try:
            play = load(options.record).play
        except BadRecord as error:
            return _failed(str(error))
    if not has_terminal():
        return say(tell(play, _line_width()))
    try:
        from host_tools.terminal.app import TerminalApp
    except ImportError as missing:
        return _failed(f"the terminal needs Textual ({missing}): `make venv` installs it")
    app = TerminalApp(play)
    # Without the mouse, the terminal's own selecting and copying goes on working.
    app.run(mouse=False)
    for failure in app.companion.failures:
        print(f"a screen failed: {failure}", file=sys.stderr)
    return app.return_code or 0


def _failed(message):
    print(message, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
