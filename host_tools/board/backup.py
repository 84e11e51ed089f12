"""Settings and games of a board, kept in a folder of this PC and put back from there.

A backup is a folder with the files as they lay on the board, and `backup.txt`: a line
`HASH  PATH` for each, as sha256sum prints them.
"""

from datetime import datetime
from pathlib import Path

from host_tools.board.plan import is_ours
from host_tools.board.staging import (
    STEPS,
    differing,
    digest,
    make_folder,
    make_ready,
    name_for,
    stage,
)
from host_tools.board.trouble import BoardError

LIST = "backup.txt"
_NOT_KEPT = ("image.id", "quiet")  # about this one board's flash, not about its games


def belongs_to_person(path):
    """Whether a path on a board is part of a backup."""
    return not is_ours(path) and path not in _NOT_KEPT


def save(board, top, progress, now=None):
    """Copy what is the person's from `board` into a new folder below `top` (a Path).

    Returns (the folder, how many files). Raises BoardError, with nothing left half done, when the
    board has nothing of the kind (the folder is None then) or something fails.
    """
    stored = {p: found for p, found in board.inventory().items() if belongs_to_person(p)}
    if not stored:
        return None, 0
    _check_names(stored)
    files = {}
    whole = sum(found.size for found in stored.values())
    done = 0
    for path in sorted(stored):
        progress(done, whole)
        files[path] = board.read(path)
        if digest(files[path]) != stored[path].hash:
            raise BoardError(f"{path} arrived damaged; nothing was kept", "Repeat the command.")
        done += stored[path].size
    progress(done, whole)
    return _write(top, files, now or datetime.now()), len(files)


def latest(top):
    """The newest backup below `top`; BoardError without any."""
    found = sorted(path for path in top.glob("*") if (path / LIST).is_file())
    if not found:
        raise BoardError(f"there is no backup in {top}", "Make one: `make backup`.")
    return found[-1]


def read(folder):
    """The files of a backup: {path: bytes}. Raises BoardError unless all are there and whole."""
    try:
        lines = (folder / LIST).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise BoardError(
            f"{folder} is no backup: it has no readable {LIST}", "Name one: FROM=backups/…"
        ) from None
    files = {}
    for number, line in enumerate(lines, 1):
        expected, _, path = line.partition("  ")
        parts = path.split("/")
        if not path or not belongs_to_person(path) or {"", ".", ".."} & set(parts):
            raise BoardError(
                f"{folder / LIST} line {number} names no file of a backup: {line!r}",
                "Use a backup that nobody has edited.",
            )
        try:
            data = (folder / path).read_bytes()
        except OSError as error:
            raise BoardError(f"{folder / path}: {error.strerror}", "Use another backup.") from None
        if digest(data) != expected:
            raise BoardError(
                f"{folder / path} is not what was backed up", "Use a backup that nobody has edited."
            )
        files[path] = data
    return files


def put_back(board, files, progress):
    """Make the person's files on `board` those of a backup, all at once. How many were copied.

    The board takes them over as it does with a new version, so a power cut leaves the old ones or
    these. Raises BoardError.
    """
    stored = board.inventory()
    if STEPS in stored:
        board.take_over()
        stored = board.inventory()
    if "boot.py" not in stored or "firmware/update.mpy" not in stored:
        raise BoardError(
            "the board has no companion that could take the files over", "First: `make deploy`."
        )
    moves = {path: (name_for(path, files[path]), files[path]) for path in differing(files, stored)}
    gone = [path for path in sorted(stored) if belongs_to_person(path) and path not in files]
    if moves or gone:
        make_folder(board)
        stage(board, moves, (), progress)
        make_ready(board, moves, gone)
        board.take_over()
    return len(moves)


def _check_names(paths):
    for path in paths:
        if "\n" in path or "\r" in path or "\\" in path or {".", ".."} & set(path.split("/")):
            raise BoardError(
                f"a file on the board is called {path!r}, which cannot be kept on a PC",
                "Give it another name: `make repl`, then os.rename(…).",
            )


def _write(top, files, now):
    """Write a backup below `top`: first under another name, so that none is ever half."""
    name = now.strftime("%Y-%m-%d_%H%M%S")
    new = top / ("." + name)
    try:
        for path, data in files.items():
            target = new / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        lines = [f"{digest(files[path])}  {path}\n" for path in sorted(files)]
        (new / LIST).write_text("".join(lines), encoding="utf-8")
        return Path(new.rename(top / name))
    except OSError as error:
        raise BoardError(
            f"{error.filename or top}: {error.strerror}", "Say where else: TO=folder"
        ) from None
