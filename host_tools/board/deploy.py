"""Bringing the program onto a board, so that it boots whatever happens meanwhile.

The new files are first put beside those in use; the board itself then takes them over, and would
do so at its next power-on (`firmware/update.py`). Where the board knows nothing of this yet, or
old and new do not fit beside each other, main.py is taken away before anything else: cut off in
between, such a board waits in safe mode for the next deployment.
"""

from collections import namedtuple

from host_tools.board.plan import LOADER, STARTS, NoRoom, make_plan
from host_tools.board.staging import STEPS, UPDATE, differing, make_folder, make_ready, stage
from host_tools.board.trouble import BoardError
from host_tools.program import LIST, mpy_version

OLDEST = (1, 24)  # of MicroPython

Deployed = namedtuple("Deployed", "copied removed bytes")
Deployed.__doc__ = "What a deployment did: files copied, files removed, bytes sent."


class Deployment:
    """Brings `program` (a Program) onto `board` (a Board), which it may have to replace.

    say: called with a line of text now and then; progress: called with (done, all) bytes. `board`
    is the Board that listens in the end; `safe` says in words what a board that is cut off now
    would do.
    """

    def __init__(self, board, program, say, progress):
        self.board = board
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
                f"on {self.board.port} is {identity.machine} with {firmware}, not a Raspberry Pi "
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
        identity = self.board.identify()
        self.check(identity)
        version = ".".join(str(part) for part in identity.version)
        self._say(f"board    {identity.machine}, MicroPython {version}, on {self.board.port}")
        if "release" in identity.root and LIST in identity.root:
            self._say("         its watchdog would cut in: it is started once without its program")
            self.board = self.board.restart_quietly()
        stored = self.board.inventory()
        if STEPS in stored:
            # The last deployment was cut off; what it brought may be what is wanted now.
            self.board.take_over()
            stored = self.board.inventory()
        plan = self._plan(identity, stored)
        if not plan.moves and not plan.removes:
            return Deployed(0, 0, 0)
        self._begin(plan, stored)
        sent = stage(self.board, plan.moves, plan.staged, self._progress)
        self._commit(plan)
        self._verify()
        removed = len([path for path in plan.removes if path in stored])
        return Deployed(len(plan.moves), removed, sent)

    def _plan(self, identity, stored):
        listed = self.board.read(LIST).decode("utf-8", "replace") if LIST in stored else None
        try:
            return make_plan(self._program.files, stored, identity.block, identity.free, listed)
        except NoRoom as short:
            raise BoardError(
                f"the flash of the board is full: {short.needs} KB are needed and {short.free} KB "
                "can be had",
                "Make room: delete kept games on the device or files in its folder `import`, after "
                "`make backup`; then repeat.",
            ) from None

    def _begin(self, plan, stored):
        script = ["import os"]
        for path, other in sorted(plan.kept_aside.items()):
            self._say(f"keep     your {path} as {other}")
            script.append(f"os.rename({path!r}, {other!r})")
        if plan.first:
            self.safe = "it waits in safe mode for the next `make deploy`"
            gone = [path for path in (LIST, "main.py") if path in stored]
            script += [f"os.remove({path!r})" for path in gone if path not in plan.kept_aside]
        script += [f"os.remove({path!r})" for path in plan.frees if path != LIST]
        self.board.run("\n".join(script) + "\n", "making ready")
        make_folder(self.board)
        if plan.first:
            self._place_loader(plan)

    def _place_loader(self, plan):
        """Give a board what it needs to take anything over at power-on."""
        self.board.run(
            "import os\nif 'firmware' not in os.listdir(): os.mkdir('firmware')\n", "making ready"
        )
        for path in (*LOADER, STARTS[0]):
            if path in plan.moves:
                new = f"{UPDATE}/loader"
                self.board.write(new, plan.moves[path][1])
                self.board.run(f"import os\nos.rename({new!r}, {path!r})\n", f"placing {path}")

    def _commit(self, plan):
        make_ready(self.board, plan.moves, plan.removes)
        self.safe = "it takes over the new version at its next power-on"
        self.board.take_over()
        self.safe = "it has the new version"

    def _verify(self):
        for path in differing(self._program.files, self.board.inventory()):
            raise BoardError(f"{path} on the board is not what was sent", "Repeat the deployment.")
