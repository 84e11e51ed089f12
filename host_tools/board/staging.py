"""Files on their way: put into update/ on the board, checked there, then taken over at one blow.

See `firmware/update.py` for what lies there and what a power cut does to it.
"""

import contextlib
import hashlib

from host_tools.board.trouble import BoardError, BoardGone, FlashFull
from host_tools.vm import ROOT

UPDATE = "update"
STEPS = UPDATE + "/steps"
_READY = UPDATE + "/ready"
INLINE = 512  # bytes: littlefs keeps a file up to so large within its folder
_NAMED = 48  # bytes of a folder for such a file's name and the like
_PAIR = 1024  # bytes of a folder that at least fit into two blocks, the least that it has
_SPARE_BLOCKS = 4
_WORN = "Repeat. If it comes again the flash is worn or the cable bad."


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
    # What is removed may lie where a new folder or file has to be.
    lines = [f"remove {path}" for path in removes]
    lines += [f"move {name} {path}" for path, (name, _) in moves.items()]
    return "\n".join([*lines, "end"]) + "\n"


def make_folder(board):
    """Have the folder update/ on the board."""
    script = f"import os\nif {UPDATE!r} not in os.listdir(): os.mkdir({UPDATE!r})\n"
    board.run(script, "making ready")


def clear(board):
    """Remove update/ and what is in it. Never once the board could be taking it over."""
    source = (ROOT / "firmware" / "update.py").read_text(encoding="utf-8")
    board.run(source + "\nclear()\n", "clearing up")


def write_whole(board, path, data):
    """Write a file and read it again. Raises BoardError if it is not the same."""
    board.write(path, data)
    if board.read(path) != data:
        raise BoardError(f"{path} arrived damaged on the board", _WORN)


def stage(board, moves, staged, progress):
    """Put the files of `moves` into update/, but for those `staged` already, and check them all.

    progress: called with (done, all) bytes. Returns the bytes sent. Raises BoardError; nothing in
    use has changed then. What has arrived stays for the next try, unless it was the board that
    refused something: a flash that was filled up would leave no room for the games.
    """
    try:
        return _stage(board, moves, staged, progress)
    except BoardGone:
        raise
    except BoardError:
        with contextlib.suppress(BoardError):
            clear(board)
        raise


def _stage(board, moves, staged, progress):
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
            raise BoardError(f"{path} arrived damaged on the board", _WORN)
    return sent


def check_room(board, moves):
    """Raise FlashFull unless there is room to take over what is staged.

    Taking over moves no content but what lies within folders. It must not get stuck half-way.
    """
    new = {parent for path in moves for parent in parents(path)} - set(board.folders())
    small = [len(data) for _, data in moves.values() if len(data) <= INLINE]
    inside = sum(small) + _NAMED * len(moves)
    if board.identify().free < 2 * (len(new) + -(-inside // _PAIR)) + _SPARE_BLOCKS:
        with contextlib.suppress(BoardError):
            clear(board)
        raise FlashFull(": there is no room to take the new files over")


def parents(path):
    """The folders that a path lies in, the outermost first."""
    parts = path.split("/")[:-1]
    return ["/".join(parts[: count + 1]) for count in range(len(parts))]


def write_steps(board, moves, removes):
    """Say on the board what belongs where; it means nothing before `make_ready`."""
    write_whole(board, _READY, steps_of(moves, removes).encode())


def make_ready(board):
    """From here on the board takes the staged files over, by itself if it has to."""
    board.run(f"import os\nos.rename({_READY!r}, {STEPS!r})\n", "finishing the copy")
