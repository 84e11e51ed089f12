"""What is on a made-up board, sorted by whose it is."""

from host_tools.board.backup import belongs_to_person
from host_tools.board.plan import is_ours


def program_on(board):
    """{path: bytes} of the program, what waits in update/ left out."""
    files = board.files().items()
    return {p: data for p, data in files if is_ours(p) and not p.startswith("update/")}


def personal_on(board):
    """{path: bytes} of what is the person's."""
    return {p: data for p, data in board.files().items() if belongs_to_person(p)}


def folders_of(files):
    """The folders that files lie in, sorted."""
    ends = [(path, at) for path in files for at, letter in enumerate(path) if letter == "/"]
    return sorted({path[:at] for path, at in ends})


def has_exactly(board, program, personal):
    """Whether there is this program, what is the person's, and nothing else."""
    return (
        program_on(board) == program.files
        and personal_on(board) == personal
        and board.folders() == folders_of({**program.files, **personal})
        and not any(path.startswith("update") for path in board.files())
    )
