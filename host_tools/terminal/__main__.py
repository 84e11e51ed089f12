"""The device in a terminal: `python -m host_tools.terminal`, or `make run`.

The real firmware runs behind its display, its 64 LEDs and its six keys; with `--pico`, or `make
emulate`, on an emulated Pico. Where there is no terminal a sample game is played and printed.
"""

import argparse
import os
import sys

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from host_tools.device import Device
from host_tools.pico import headless
from host_tools.pico.companion import EmulatedCompanion
from host_tools.pico.trouble import NoPico
from host_tools.pico.uf2 import find_uf2, read_uf2
from host_tools.program import compile_program
from host_tools.record_file import BadRecord, load
from host_tools.say import say
from host_tools.terminal.device import TerminalDevice
from host_tools.terminal.sample import MOMENTS
from host_tools.terminal.text import LEGEND, face_lines
from host_tools.vm import VmFailed, VmMissing

_SETTLED_MS = 100
_EMULATED_MOMENTS = 4
_WIDE = 160  # characters a line of a file or a log may have


def tell(play=None, width=_WIDE):
    """Yield the lines that show the sample game, or where `play` stands, in pictures.

    width: the characters a line may have.
    """
    device = Device()
    if play:
        device.app.begin(play)

    def show(keys):
        device.follow(keys)
        device.wait(_SETTLED_MS)
        return device.shown, device.colours

    yield from _pictures(show, play, MOMENTS, width)


def tell_emulated(uf2, play=None, width=_WIDE):
    """The same on an emulated Pico with the MicroPython in the file `uf2`, and fewer pictures.

    Raises NoPico, also when the simulator shows another picture; VmMissing, VmFailed.
    """
    find_uf2(uf2)
    yield "An emulated Pico starts; a picture takes up to half a minute."
    twins = headless.start(uf2, play)

    def show(keys):
        twins.follow(keys)
        moment = twins.moment()
        if moment.differs:
            raise NoPico(moment.differs)
        return moment.frame, moment.colours

    yield from _pictures(show, play, MOMENTS[:_EMULATED_MOMENTS], width)


def _pictures(show, play, moments, width):
    """The lines for some moments; show(keys) presses keys and returns frame and colours."""
    if play:
        moments = (("", "Where the record ends."),)
    else:
        yield "No terminal to play in, so here is a sample game."
    yield from LEGEND
    for keys, caption in moments:
        frame, colours = show(keys)
        yield ""
        if keys:
            yield "keys: " + keys
        yield caption
        yield from face_lines(frame, colours, width)


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
    parser.add_argument("--pico", action="store_true", help="on an emulated Pico")
    parser.add_argument(
        "--uf2", metavar="FILE", help="the MicroPython for --pico; else PICO_UF2 names it"
    )
    options = parser.parse_args(arguments)
    if options.uf2 and not options.pico:
        return _failed("--uf2 goes with --pico")
    play = None
    if options.record:
        try:
            play = load(options.record).play
        except BadRecord as error:
            return _failed(str(error))
    try:
        return _run(play, options)
    except (NoPico, VmMissing, VmFailed) as error:
        return _failed(str(error))


def _run(play, options):
    """Show the device in the terminal, or in pictures where there is none: the exit status."""
    if not has_terminal():
        width = _line_width()
        return say(tell_emulated(options.uf2, play, width) if options.pico else tell(play, width))
    try:
        from host_tools.terminal.app import TerminalApp
    except ImportError as missing:
        return _failed(f"the terminal needs Textual ({missing}): `make venv` installs it")
    companion = _companion(play, options)
    app = TerminalApp(companion)
    try:
        # Without the mouse, the terminal's own selecting and copying goes on working.
        app.run(mouse=False)
    finally:
        companion.close()
    if companion.trouble:
        return _failed(companion.trouble)
    for failure in companion.failures:
        print(f"a screen failed: {failure}", file=sys.stderr)
    return app.return_code or 0


def _companion(play, options):
    if not options.pico:
        return TerminalDevice(play)
    firmware = read_uf2(find_uf2(options.uf2))
    return EmulatedCompanion(firmware, compile_program().files, play)


def _failed(message):
    print(message, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
