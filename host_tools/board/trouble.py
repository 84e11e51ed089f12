"""What can go wrong between a PC and a board, each with the next step."""


class BoardError(Exception):
    """Something that the person at the PC has to know. `what` happened and the `next_step`."""

    def __init__(self, what, next_step):
        super().__init__(f"{what}\n  {next_step}")
        self.what = what
        self.next_step = next_step


class InTheWay(BoardError):
    """Something of the person's lies where the companion's files have to be."""

    def __init__(self, path):
        super().__init__(
            f"on the board something of yours is called {path}, as a part of the companion",
            f"Give it another name: `make repl`, import os, os.rename({path!r}, …).",
        )


class BoardGone(BoardError):
    """The connection broke while something was being done."""

    def __init__(self, doing):
        super().__init__(
            f"the board went away or does not answer any more, while {doing}",
            "Is the cable loose, or one for charging only? Unplug the board, plug it in again and "
            "repeat.",
        )


class FlashFull(BoardError):
    """There is no room for what shall come onto the board. `said`: more about it, or ""."""

    def __init__(self, said):
        super().__init__(
            f"the flash of the board is full{said}",
            "Make room: delete kept games on the device or files in its folder `import`, after "
            "`make backup`; then repeat.",
        )
