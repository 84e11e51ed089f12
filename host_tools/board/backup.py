"""Settings and games of a board, kept in a folder of this PC and put back from there.

A backup is a folder with the files as they lay on the board, and `backup.txt`: a line
`HASH  PATH` for each, as sha256sum prints them, and a last one that says how many there are.
"""

import os
import re
import shutil
from datetime import datetime
from pathlib import Path

from host_tools.board.plan import is_ours
from host_tools.board.staging import (
    STEPS,
    UPDATE,
    check_room,
    clear,
    differing,
    digest,
    make_folder,
    make_ready,
    name_for,
    stage,
    write_steps,
)
from host_tools.board.trouble import BoardError, BoardGone, InTheWay

LIST = "backup.txt"
_DATED = re.compile(r"\d{4}-\d\d-\d\d_\d{6}(-\d+)?")  # the name of a backup asked for
_DEPLOY_FIRST = "First: `make deploy`."
_NOT_KEPT = ("image.id", "quiet")  # about this one board's flash, not about its games


def belongs_to_person(path):
    """Whether a path on a board is part of a backup."""
    return not is_ours(path) and path not in _NOT_KEPT


def save(board, top, progress, now=None, kept_by=""):
    """Copy what is the person's from `board` into a new folder below `top` (a Path).

    kept_by: a word for the end of its name, of a command that keeps it for safety; `latest` passes
    such a one over. Returns (the folder, how many files), (None, 0) where the board has nothing of
    the kind. Raises BoardError, with nothing left half done.
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
    return _write(top, files, now or datetime.now(), kept_by), len(files)


def latest(top):
    """The newest backup below `top` that somebody asked for; BoardError without any."""
    found = sorted(
        path for path in top.glob("*") if _DATED.fullmatch(path.name) and (path / LIST).is_file()
    )
    if not found:
        raise BoardError(f"there is no backup in {top}", "Make one: `make backup`.")
    return found[-1]


def read(folder):
    """The files of a backup: {path: bytes}. Raises BoardError unless all are there and whole."""
    if not os.path.isdir(folder):
        raise BoardError(f"there is no folder {folder}", "Name a backup: FROM=backups/…")
    try:
        lines = (folder / LIST).read_bytes().decode().split("\n")
    except (OSError, UnicodeDecodeError):
        raise BoardError(
            f"{folder} is no backup: it has no readable {LIST}", "Name one: FROM=backups/…"
        ) from None
    if lines[-2:] != [_end(len(lines) - 2), ""]:
        raise BoardError(f"{folder / LIST} is not complete", "Use a backup that nobody has edited.")
    files = {}
    for number, line in enumerate(lines[:-2], 1):
        expected, _, path = line.partition("  ")
        parts = path.split("/")
        if not path or not belongs_to_person(path) or {"", ".", ".."} & set(parts):
            raise BoardError(
                f"{folder / LIST} line {number} names no file of a backup: {line!r}",
                "Use a backup that nobody has edited.",
            )
        try:
            data = (folder / path).read_bytes()
        except (OSError, ValueError) as error:
            words = getattr(error, "strerror", "") or "no name of a file"
            raise BoardError(f"{folder / path}: {words}", "Use another backup.") from None
        if digest(data) != expected:
            raise BoardError(
                f"{folder / path} is not what was backed up", "Use a backup that nobody has edited."
            )
        files[path] = data
    return files


class Restoration:
    """Makes the person's files on `board` those of a backup ({path: bytes}), all at once.

    The board takes them over as it does with a new version, so a power cut leaves the old ones or
    these. progress: called with (done, all) bytes. `safe` says in words what a board that is cut
    off now would do.
    """

    def __init__(self, board, files, progress):
        self.safe = "the board is as it was"
        self._board = board
        self._files = files
        self._progress = progress

    def run(self):
        """Do it all but the reset; how many files were copied. Raises BoardError."""
        board = self._board
        stored = board.inventory()
        if STEPS in stored:
            self._finish_the_last()
            stored = board.inventory()
        if "boot.py" not in stored or "firmware/update.mpy" not in stored:
            raise BoardError(
                "the board has no companion that could take the files over", _DEPLOY_FIRST
            )
        if UPDATE in stored:
            raise InTheWay(UPDATE)
        files = self._files
        moves = {p: (name_for(p, files[p]), files[p]) for p in differing(files, stored)}
        gone = [path for path in sorted(stored) if belongs_to_person(path) and path not in files]
        # Folders where the backup has a file.
        blocked = [f for f in board.folders() if any((f + "/").startswith(p + "/") for p in files)]
        gone += sorted(blocked, key=lambda path: (-path.count("/"), path))
        # What a copy has left needs room that the files may have to have.
        clear(board)
        if moves or gone:
            make_folder(board)
            stage(board, moves, (), self._progress)
            check_room(board, moves)
            self._commit(moves, gone)
        return len(moves)

    def _finish_the_last(self):
        self.safe = "the board takes over what the last copy brought when it starts"
        try:
            self._board.take_over()
        except BoardGone:
            raise
        except BoardError as error:
            raise BoardError(error.what, _DEPLOY_FIRST) from None
        self.safe = "the board has what the last copy brought"

    def _commit(self, moves, gone):
        write_steps(self._board, moves, gone)
        self.safe = "the board is as it was, or it takes over the backup when it starts"
        make_ready(self._board)
        self.safe = "the board takes over the backup when it starts"
        self._board.take_over()
        self.safe = "the board has the files of the backup"


def _check_names(paths):
    on_pc = {LIST}  # in small letters: not every PC tells them from capitals
    for path in paths:
        if path.lower() in on_pc:
            raise BoardError(
                f"a file on the board is called {path!r}, which a backup has another one for",
                "Give it another name: `make repl`, then os.rename(…).",
            )
        on_pc.add(path.lower())
        if "\n" in path or "\r" in path or "\\" in path or {".", ".."} & set(path.split("/")):
            raise BoardError(
                f"a file on the board is called {path!r}, which cannot be kept on a PC",
                "Give it another name: `make repl`, then os.rename(…).",
            )


def _end(count):
    """The last line of the list; sha256sum takes it for a remark."""
    return f"# {count} files"


def _write(top, files, now, kept_by):
    """Write a backup below `top`: first under another name, so that none is ever half."""
    name = now.strftime("%Y-%m-%d_%H%M%S") + (f"-{kept_by}" if kept_by else "")
    new = top / ("." + name)
    try:
        # Whoever was killed may have left something there.
        shutil.rmtree(new, ignore_errors=True)
        for path, data in files.items():
            target = new / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        lines = [f"{digest(files[path])}  {path}\n" for path in sorted(files)]
        lines.append(_end(len(files)) + "\n")
        (new / LIST).write_bytes("".join(lines).encode())
        return Path(new.rename(_free_name(top, name)))
    except BaseException as error:
        shutil.rmtree(new, ignore_errors=True)
        if not isinstance(error, OSError):
            raise
        raise BoardError(
            f"{error.filename or top}: {error.strerror}", "Say where else: TO=folder"
        ) from None


def _free_name(top, name):
    """The path of a backup made now; within a second there may be several."""
    number = 1
    path = top / name
    while path.exists():
        number += 1
        path = top / f"{name}-{number}"
    return path
