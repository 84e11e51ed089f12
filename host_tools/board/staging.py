"""Files on their way: put into update/ on the board, checked there, then taken over at one blow.

See `firmware/update.py` for what lies there and what a power cut does to it.
"""

import contextlib
import hashlib

from host_tools.board.trouble import BoardError

UPDATE = "update"
STEPS = UPDATE + "/steps"
_READY = UPDATE + "/ready"


def digest(data):
    """SHA-256 of bytes, in hexadecimal, as a board's inventory has it."""
    return hashlib.sha256(data).hexdigest()


def name_for(path, data):
    """What a file is called while it waits in update/: the same for the same content."""
    return digest(path.encode() + b"\0" + data)[:16]


def differing(files, stored):
    """The paths of `files` ({path: bytes}) that `stored` ({path: Stored}) has not like that."""
    return [p for p in sorted(files) if p not in stored or stored[p].hash != digest(files[p])]


def steps_of(moves, removes):
    """The text of update/steps. moves: {path: (name in update/, bytes)}, removes: paths."""
    lines = [f"move {name} {path}" for path, (name, _) in moves.items()]
    lines += [f"remove {path}" for path in removes]
    return "\n".join([*lines, "end"]) + "\n"


def make_folder(board):
    """Have the folder update/ on the board."""
    board.run(f"import os\nif {UPDATE!r} not in os.listdir(): os.mkdir({UPDATE!r})\n")


def stage(board, moves, staged, progress):
    """Put the files of `moves` into update/, but for those `staged` already, and check them all.

    progress: called with (done, all) bytes. Returns the bytes sent. Raises BoardError; nothing in
    use has changed then.
    """
    waiting = {name: data for name, data in moves.values() if name not in staged}
    whole = sum(len(data) for data in waiting.values())
    sent = 0
    for name, data in waiting.items():
        progress(sent, whole)
        board.write(f"{UPDATE}/{name}", data)
        sent += len(data)
    progress(sent, whole)
    there = board.inventory(UPDATE)
    for path, (name, data) in moves.items():
        found = there.get(f"{UPDATE}/{name}")
        if not found or found.hash != digest(data):
            # It must not lie there as if it were whole when the next try looks.
            with contextlib.suppress(BoardError):
                board.run(f"import os\nos.remove('{UPDATE}/{name}')\n")
            raise BoardError(
                f"{path} arrived damaged on the board; what it had is still in use",
                "Repeat. If it comes again the flash is worn or the cable bad.",
            )
    return sent


def make_ready(board, moves, removes):
    """From here on the board takes the staged files over, by itself if it has to."""
    board.write(_READY, steps_of(moves, removes).encode())
    board.run(f"import os\nos.rename({_READY!r}, {STEPS!r})\n", "finishing the copy")
