"""Games and failures as they lie among the files of a board, read by the firmware's own code."""

from firmware.screens.home import TESTED
from firmware.storage import crash_log
from firmware.storage.keeper import Keeper
from host_tools.memory_files import MemoryFiles

_WHERE = "in "  # begins the entry of a failed screen


def at_first(play=None):
    """{path: bytes} of a device that is switched on with the game `play` (a Play), or without one.

    It counts as tested, so that it does not offer its self-test.
    """
    storage = MemoryFiles({TESTED: b""})
    if play:
        keeper = Keeper(storage)
        keeper.keep(play)
        keeper.flush()
    return storage.held


def game_in(files):
    """The game at hand in `files`: (state JSON or None, what is wrong with it or "")."""
    play, fault = _resumed(files)
    return (play.to_json() if play else None), fault


def play_in(files):
    """The Play of the game at hand in `files`, or None."""
    return _resumed(files)[0]


def _resumed(files):
    return Keeper(MemoryFiles(dict(files))).resume()


def failures_in(files):
    """The screens that failed, as the crash log in `files` has them: texts, `where: error`."""
    text = b"".join(files.get(crash_log.PATH + end, b"") for end in (".old", ""))
    failures = []
    where = None
    for line in text.decode("utf-8", "replace").splitlines():
        if line.startswith(_WHERE):
            where = line[len(_WHERE) :]
        elif where and line and not line.startswith((" ", "Traceback")):
            # The last line of a traceback names the error.
            failures.append(f"{where}: {line.split(':')[0]}")
            where = None
    return failures
