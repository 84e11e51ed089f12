"""settings.txt of a board, for a person to edit on the PC."""

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from firmware.storage import settings_file, settings_writer
from host_tools.board.staging import STEPS
from host_tools.board.trouble import BoardError

NAME = settings_file.PATH
_NEW = NAME + ".new"


def fetch(board):
    """The bytes of the file; where there is none yet, a whole one with every default."""
    if NAME in board.identify().root:
        return board.read(NAME)
    values, groups, _ = settings_file.read(b"")
    return settings_writer.fresh(values, groups)


def checked(path):
    """The bytes of a settings file on the PC. Raises BoardError unless the device can read it."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BoardError(f"{path}: {error.strerror}", "Get one to edit: `make settings`.") from None
    problems = settings_file.read(data)[2]
    if problems:
        line, reason = problems[0]
        place = f"{path} line {line}" if line else str(path)
        raise BoardError(f"{place}: {reason}", "docs/settings.md says what may stand there.")
    return data


def put(board, data):
    """Make `data` the board's settings.txt: the old one or this one, whatever happens."""
    if STEPS in board.inventory():
        # What a copy has left ready would come over it at the next power-on.
        board.take_over()
    board.write(_NEW, data)
    if board.read(_NEW) != data:
        raise BoardError(f"{NAME} arrived damaged; the board has what it had", "Repeat.")
    board.run(f"import os\nos.rename({_NEW!r}, {NAME!r})\n", f"writing {NAME}")
