"""A real board: `python -m host_tools.board deploy|settings|backup|restore|logs|…`."""

import argparse
import contextlib
import os
import sys
from pathlib import Path

from host_tools.board.trouble import BoardError
from host_tools.program import compile_program
from host_tools.vm import ROOT, VmFailed, VmMissing
from host_tools.whole_file import write_whole

_TOP = ROOT / "backups"
_LOGS = ("crash.log.old", "crash.log")
_SELF_TEST = "from firmware.self_test.over_usb import run\nrun()\n"


class _Progress:
    """Tells how far a copy is: on one line of a terminal, else at every quarter."""

    def __init__(self, word):
        self._word = word
        self._quarter = 0

    def __call__(self, done, whole):
        if not whole:
            return
        if sys.stdout.isatty():
            end = "\n" if done == whole else ""
            _tell(f"\r{self._word:8} {-(-done // 1024)} of {-(-whole // 1024)} KB ", end)
        elif done * 4 // whole > self._quarter or done == whole:
            self._quarter = done * 4 // whole
            _tell(f"{self._word:8} {done * 100 // whole} %")


def _tell(text, end="\n"):
    """Print a line. Nothing that is done to a board depends on whether somebody reads it."""
    try:
        print(text, end=end, flush=True)
    except (OSError, ValueError):
        # Neither this line nor what is still buffered is to come up again.
        sys.stdout = open(os.devnull, "w", encoding="utf-8")


def _connect(options):
    # Only here: the other messages must come without mpremote, too.
    try:
        from host_tools.board.link import connect
        from host_tools.board.ports import choose
    except ImportError as missing:
        raise BoardError(f"mpremote is missing ({missing})", "`make venv` installs it.") from None
    return connect(choose(options.port))


def _deploy(options):
    from host_tools.board.deploy import Deployment

    program = compile_program()
    _tell(f"version  {program.version}, {len(program.files)} files")
    with _at_work(options) as board:
        done = _carry_out(Deployment(board, program, _tell, _Progress("copy")), "deploy")
        if done.copied or done.removed:
            kb = -(-done.bytes // 1024)
            _tell(
                f"done     {done.copied} files new ({kb} KB sent), {done.removed} removed; checked"
            )
        else:
            _tell("done     the board has this version already; nothing was copied")
    _tell("         the board starts anew")


def _carry_out(work, command):
    """What `work.run()` returns. Whatever goes wrong, it is said what the board would do now."""
    try:
        return work.run()
    except BoardError as error:
        raise BoardError(f"{error.what} ({work.safe})", error.next_step) from None
    except KeyboardInterrupt:
        raise BoardError(f"stopped; {work.safe}", f"`make {command}` goes on from here.") from None


def _backup(options):
    from host_tools.board import backup

    with _at_work(options) as board:
        top = _path(options.to) if options.to else _TOP
        folder, count = backup.save(board, top, _Progress("read"))
    if folder:
        _tell(f"done     {count} files in {folder}")
    else:
        _tell("done     the board has no settings and no games")


def _restore(options):
    from host_tools.board import backup

    folder = _path(options.source) if options.source else backup.latest(_TOP)
    files = backup.read(folder)
    with _at_work(options) as board:
        _tell(f"restore  {len(files)} files of {folder}")
        kept, _ = backup.save(board, _TOP, _Progress("read"), kept_by="before-restore")
        if kept:
            _tell(f"keep     what the board has now, in {kept}")
        count = _carry_out(backup.Restoration(board, files, _Progress("copy")), "restore")
    _tell(f"done     {count} files copied; the board starts anew")


def _settings(options):
    from host_tools.board import settings

    if options.put:
        data = settings.checked(_path(options.put))
        with _at_work(options) as board:
            settings.put(board, data)
        _tell(f"done     {options.put} is on the board, which starts anew")
        return
    here = Path(settings.NAME)
    with _at_work(options) as board:
        data = settings.fetch(board)
    if here.is_file() and here.read_bytes() != data:
        raise BoardError(f"there is another {here} here already", "Move it away, then repeat.")
    try:
        write_whole(here, data)
    except OSError as error:
        raise BoardError(f"{here}: {error.strerror}", "Call it from another folder.") from None
    _tell(f"done     edit {here}, then `make settings PUT={here}`")


def _logs(options):
    with _at_work(options) as board:
        there = board.identify().root
        texts = [board.read(name).decode("utf-8", "replace") for name in _LOGS if name in there]
    _tell("".join(texts).rstrip() or "The log is empty: no screen has failed.")


def _selftest(options):
    lines = []

    def say(line):
        lines.append(line)
        _tell(line)

    with _at_work(options) as board:
        if "firmware" not in board.identify().root:
            raise BoardError("the board has no companion on it", "First: `make deploy`.")
        _tell("The display asks; so do these lines. Ctrl-C ends the test.")
        board.follow(_SELF_TEST, say)
    return 0 if lines and lines[-1] == "self-test: all well" else 1


def _repl(options):
    board = _connect(options)
    if not (sys.stdin and sys.stdin.isatty()):
        board.reset()
        raise BoardError("there is no terminal to talk in", "Call it from a terminal.")
    try:
        board = board.without_watchdog(_tell)
    finally:
        board.leave()
    _tell("Its program is stopped. Ctrl-] leaves, Ctrl-D starts it again.")
    from mpremote.main import main as mpremote

    sys.argv = ["mpremote", "connect", board.port, "repl"]
    return mpremote() or 0


@contextlib.contextmanager
def _at_work(options):
    """A Board that no watchdog resets meanwhile and whose program runs again in the end."""
    board = _connect(options)
    try:
        board = board.without_watchdog(_tell)
        yield board
    finally:
        board.reset()


def _path(text):
    # make hands a ~ on as it is.
    return Path(os.path.expanduser(text))


_COMMANDS = {
    "deploy": (_deploy, "copy the program onto the board"),
    "settings": (_settings, "get its settings.txt to edit, or put one back"),
    "backup": (_backup, "copy its settings and games into a folder here"),
    "restore": (_restore, "put a backup back onto the board"),
    "logs": (_logs, "show what its screens failed with"),
    "selftest": (_selftest, "test buttons, display, matrix and storage, with the board's help"),
    "repl": (_repl, "talk to its MicroPython"),
}


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.board", description="What there is to do with a board on USB."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name, (_, text) in _COMMANDS.items():
        command = commands.add_parser(name, help=text, description=text)
        command.add_argument(
            "--port", default="", help="its serial port, if there are several (PORT=… with make)"
        )
        if name == "settings":
            command.add_argument("--put", metavar="FILE", help="put this file onto the board")
        if name == "backup":
            command.add_argument("--to", metavar="FOLDER", help="keep it below this folder")
        if name == "restore":
            command.add_argument(
                "--from", dest="source", metavar="FOLDER", help="the backup; by default the newest"
            )
    options = parser.parse_args(arguments)
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        return _COMMANDS[options.command][0](options) or 0
    except (BoardError, VmMissing, VmFailed) as error:
        print(error, file=sys.stderr)
    except KeyboardInterrupt:
        print(
            "stopped; the board keeps what it has\n"
            "  Should it do nothing now: unplug it and plug it in again.",
            file=sys.stderr,
        )
    return 1


if __name__ == "__main__":
    sys.exit(main())
