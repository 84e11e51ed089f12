"""What has to be done to a board so that it holds one version and nothing else of ours.

Pure: from what is there and what shall be there to the steps of `firmware/update.py`.
"""

from collections import namedtuple

from host_tools.board.staging import INLINE, UPDATE, differing, digest, name_for, parents
from host_tools.program import LIST, LOADER, PACKAGES, read_list

# Ours at the top of the board, beside the packages.
MAIN = "main.py"
STARTS = ("boot.py", MAIN)
_SPARE_BLOCKS = 8  # for folders and what littlefs keeps beside the files

Plan = namedtuple("Plan", "moves removes staged first kept_aside frees needs")
Plan.__doc__ = """The way from what a board holds to a Program.

moves: {path: (name below update/, bytes)} of all that differs. removes: paths that go, folders
after what is in them. staged: names below update/ that lie there already, whole. first: whether
main.py must be taken away before anything else, so that nothing runs until all is done: the board
could not take a new version over by itself, or old and new do not fit beside each other.
kept_aside: {path: new path} of somebody else's boot.py and main.py. frees: paths that have to go
before there is room. needs: blocks of flash to be written.
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


def in_the_way(files, stored, folders):
    """What lies where one of the `files` or a folder of theirs has to be; None if all is well.

    Only what is the person's counts: a plan removes what is ours.
    """
    wanted = {parent for path in files for parent in parents(path)} | {UPDATE}
    for path in sorted(stored):
        if path in wanted and "/" not in path:
            return path
    for path in sorted(folders):
        if path in files and "/" not in path:
            return path
    return None


def make_plan(files, stored, folders, block, free, listed=None):
    """The Plan to bring a board to `files` ({path: bytes}).

    stored: {path: Stored} of all that is on it, folders: the paths of its folders. block: bytes of
    a block, free: blocks. listed: the text of its program.txt, None without one. Raises NoRoom.
    """
    changed = differing(files, stored)
    stale = [p for p in sorted(stored) if p.split("/")[0] in PACKAGES and p not in files]
    version, hashes = read_list(listed or "")
    aside = _kept_aside(files, stored, hashes)
    takes_over = version and not aside and all(path in stored for path in (*LOADER, *STARTS))
    moves = _moves(files, changed)
    staged = _staged(moves, stored)
    needs = 2 * len({parent for path in files for parent in parents(path)} - set(folders))
    for name, data in moves.values():
        if name not in staged:
            # A small one lies in a folder of two blocks, and later in another one.
            needs += _blocks(len(data), block) or 2
    left = [p for p in sorted(stored) if _parent(p) == UPDATE and _name(p) not in staged]
    old = [p for p in [*stale, *changed] if p in stored and p not in (*LOADER, *STARTS, LIST)]
    # Where nothing runs any more there is nothing to lose by trying.
    spare = _SPARE_BLOCKS if MAIN in stored else 0
    short = (needs + spare - free) * block if moves else 0
    frees = []
    if short > 0:
        frees = left if _room_of(left, stored, block) >= short else left + old
        room = _room_of(frees, stored, block)
        if room < short:
            raise NoRoom((short + free * block) // 1024, (room + free * block) // 1024)
    in_place = any(path in frees for path in old)
    first = bool(moves or stale) and (in_place or not takes_over)
    if first and MAIN not in moves:
        # It will have been taken away.
        moves = _moves(files, [*changed, MAIN])
        staged = _staged(moves, stored)
    removes = stale + _empty_folders(files, folders)
    return Plan(moves, removes, staged, first, aside, frees, needs)


def _moves(files, paths):
    # The list goes last: with it the new version is complete.
    ordered = sorted(paths, key=lambda path: (path == LIST, path))
    return {path: (name_for(path, files[path]), files[path]) for path in ordered}


def _staged(moves, stored):
    return {
        name
        for name, data in moves.values()
        if f"{UPDATE}/{name}" in stored and stored[f"{UPDATE}/{name}"].hash == digest(data)
    }


def _kept_aside(files, stored, hashes):
    """hashes: {path: hash} of the version that was brought last."""
    aside = {}
    for path in STARTS:
        if path in stored and stored[path].hash not in (digest(files[path]), hashes.get(path)):
            stem = path.removesuffix(".py")
            number = 1
            while f"{stem}-before{number}.py" in stored:
                number += 1
            aside[path] = f"{stem}-before{number}.py"
    return aside


def _empty_folders(files, folders):
    """Those of our folders that hold nothing of this version, the innermost first."""
    needed = {parent for path in files for parent in parents(path)}
    gone = [p for p in folders if p.split("/")[0] in PACKAGES and p not in needed]
    return sorted(gone, key=lambda path: (-path.count("/"), path))


def _room_of(paths, stored, block):
    """The bytes that these files hold."""
    return sum(_blocks(stored[path].size, block) for path in paths) * block


def _parent(path):
    return path.rpartition("/")[0]


def _name(path):
    return path.rpartition("/")[2]


def _blocks(size, block):
    """The blocks of a file that it shares with nothing."""
    return -(-size // (block - 8)) if size > INLINE else 0
