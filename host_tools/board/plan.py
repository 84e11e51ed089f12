"""What has to be done to a board so that it holds one version and nothing else of ours.

Pure: from what is there and what shall be there to the steps of `firmware/update.py`.
"""

from collections import namedtuple

from host_tools.board.staging import UPDATE, differing, digest, name_for
from host_tools.program import LIST, PACKAGES, read_list

# Ours at the top of the board, beside the packages.
STARTS = ("boot.py", "main.py")
# Without these nothing can be taken over at power-on.
LOADER = ("firmware/__init__.mpy", "firmware/kit.mpy", "firmware/update.mpy", "firmware/boot.mpy")
_SPARE_BLOCKS = 8  # for folders and what littlefs keeps beside the files

Plan = namedtuple("Plan", "moves removes staged first kept_aside frees needs")
Plan.__doc__ = """The way from what a board holds to a Program.

moves: {path: (name below update/, bytes)} of all that differs. removes: paths that go, folders
after what is in them. staged: names below update/ that lie there already, whole. first: whether
main.py must be taken away before anything else, so that nothing runs until all is done: the board
has no list of ours, or old and new do not fit beside each other. kept_aside: {path: new path} of
somebody else's boot.py and main.py. frees: paths that have to go before there is room. needs:
blocks of flash to be written.
"""


class NoRoom(Exception):
    """The program does not fit. `needs` and `free` are KB."""

    def __init__(self, needs, free):
        super().__init__(f"{needs} KB are needed, {free} KB could be freed")
        self.needs = needs
        self.free = free


def is_ours(path):
    """Whether this path on a board belongs to the program, not to the person."""
    top = path.split("/")[0]
    return top in PACKAGES or path in STARTS or path in (LIST, UPDATE) or top == UPDATE


def make_plan(files, stored, block, free, listed=None):
    """The Plan to bring a board to `files` ({path: bytes}).

    stored: {path: Stored} of all that is on it. block: bytes of a block, free: blocks. listed: the
    text of its program.txt, None without one. Raises NoRoom.
    """
    # The list goes last: with it the new version is complete.
    changed = sorted(differing(files, stored), key=lambda path: (path == LIST, path))
    moves = {path: (name_for(path, files[path]), files[path]) for path in changed}
    stale = [p for p in sorted(stored) if p.split("/")[0] in PACKAGES and p not in files]
    staged = {
        name
        for name, data in moves.values()
        if f"{UPDATE}/{name}" in stored and stored[f"{UPDATE}/{name}"].hash == digest(data)
    }
    is_known = bool(read_list(listed or "")[0])
    aside = {} if is_known else _kept_aside(files, stored)
    needs = sum(_blocks(len(data), block) for name, data in moves.values() if name not in staged)
    left = [p for p in sorted(stored) if _parent(p) == UPDATE and _name(p) not in staged]
    old = [p for p in [*stale, *changed] if p in stored and p not in (*LOADER, *STARTS)]
    short = (needs + _SPARE_BLOCKS - free) * block if needs else 0
    frees = []
    if short > 0:
        frees = left if _room_of(left, stored, block) >= short else left + old
        room = _room_of(frees, stored, block)
        if room < short:
            raise NoRoom((short + free * block) // 1024, (room + free * block) // 1024)
    in_place = any(path in frees for path in old)
    return Plan(
        moves,
        stale + _empty_folders(files, stored, stale),
        staged,
        bool(moves or stale) and (in_place or not is_known),
        aside,
        frees,
        needs,
    )


def _kept_aside(files, stored):
    aside = {}
    for path in STARTS:
        if path in stored and stored[path].hash != digest(files[path]):
            stem = path.removesuffix(".py")
            number = 1
            while f"{stem}-before{number}.py" in stored:
                number += 1
            aside[path] = f"{stem}-before{number}.py"
    return aside


def _empty_folders(files, stored, stale):
    """The folders that hold nothing once `stale` is gone, the innermost first."""
    left = set(files) | (set(stored) - set(stale))
    needed = {parent for path in left for parent in _parents(path)}
    gone = {parent for path in stale for parent in _parents(path)} - needed
    return sorted(gone, key=lambda path: (-path.count("/"), path))


def _room_of(paths, stored, block):
    """The bytes that these files hold."""
    return sum(_blocks(stored[path].size, block) for path in paths) * block


def _parent(path):
    return path.rpartition("/")[0]


def _name(path):
    return path.rpartition("/")[2]


def _parents(path):
    parts = path.split("/")[:-1]
    return ["/".join(parts[: count + 1]) for count in range(len(parts))]


def _blocks(size, block):
    return max(1, -(-size // (block - 8)))
