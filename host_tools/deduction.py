"""The notebook of a game as JSON, with the line of the record that leaves no world."""

from fractions import Fraction

from shared_engine.deduction.notebook import SURE


class Deduction:
    """Called with a Play it gives the value of the key "deduction"; None for games without one.

    reader: the Reader that plays the record, for the lines.
    """

    def __init__(self, reader):
        self._reader = reader

    def __call__(self, play):
        notebook = play.game.notebook(play.state)
        if notebook is None:
            return None
        for _ in notebook.work():
            pass
        if notebook.contradiction:
            return {
                "contradiction": self._reader.lines[self._first_without(play)],
                "positions": [],
                "best_guess": None,
            }
        positions = []
        for position, numbers, chances in notebook.positions:
            probability = {
                str(number): float(Fraction(chance, SURE))
                for number, chance in zip(numbers, chances, strict=True)
            }
            positions.append(
                {"position": position, "possible": numbers, "probability": probability}
            )
        return {"positions": positions, "best_guess": notebook.best_guess}

    def _first_without(self, play):
        """The number (from 0) of the action since which no world has been left."""
        at = play.done
        while at > 1 and not play.game.notebook(play.state_before(at - 1)).has_world():
            at -= 1
        return at - 1
