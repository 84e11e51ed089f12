"""What can go wrong between a PC and a board, each with the next step."""


class BoardError(Exception):
    """Something that the person at the PC has to know. `what` happened and the `next_step`."""

    def __init__(self, what, next_step):
        super().__init__(f"{what}\n  {next_step}")
        self.what = what
        self.next_step = next_step


class BoardGone(BoardError):
    """The connection broke while something was being done."""

    def __init__(self, doing):
        super().__init__(
            f"the board went away while {doing}",
            "Is the cable loose, or one for charging only? Plug it in again and repeat.",
        )
