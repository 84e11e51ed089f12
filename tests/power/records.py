"""Which records of a game the storage is tried with."""

from host_tools.vm import ROOT

RECORDS = ROOT / "tests" / "records"


def records_of(game):
    """The records of a game, those with the fewest bytes first."""
    return sorted((RECORDS / game).glob("*.txt"), key=lambda path: (path.stat().st_size, path.name))


def telling(game):
    """The shortest record of a game that takes something back and corrects something.

    Not among its first actions: the storage is tried with these alone, too.
    """
    for path in records_of(game):
        lines = path.read_text(encoding="utf-8").splitlines()
        verbs = [line.split()[0] for line in lines if line.strip() and line[0] != "#"]
        verbs = [verb for verb in verbs if verb not in ("game", "option", "names")]
        if "undo" in verbs[3:] and "undo" not in verbs[:3] and "set" in verbs:
            return path
    raise AssertionError(f"{game} has no record with both undo and set")
