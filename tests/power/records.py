"""Which records of a game the storage is tried with."""

from host_tools.vm import ROOT

RECORDS = ROOT / "tests" / "records"


def records_of(game):
    """The records of a game, those with the fewest bytes first."""
    return sorted((RECORDS / game).glob("*.txt"), key=lambda path: (path.stat().st_size, path.name))


def telling(game):
    """The shortest record of a game that takes something back and corrects something."""
    for path in records_of(game):
        words = path.read_text(encoding="utf-8").split()
        if "undo" in words and "set" in words:
            return path
    raise AssertionError(f"{game} has no record with both undo and set")
