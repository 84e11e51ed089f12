"""What is to come in a race of Monster auf der Flucht, from what lies open before everybody."""

from shared_engine.games.monster import COLOURS, ESCAPED, PLANETS, next_free, next_taken

SAFE = 0  # the race cannot end before the turn after the next one
NEXT = 1  # it can end with the next turn
NOW = 2  # it can end with this one

_FEW = 3  # letters that leave room for a verb


def outlook(state, letters):
    """(SAFE, NEXT or NOW, the sentence that says so); `letters` stand for the aliens."""
    taken = [] if state["deck"] else next_taken(state)
    leaving = [colour for colour in COLOURS if next_free(state, colour) == PLANETS]
    if len(taken) > 1 or (taken and taken[0] in leaving):
        return NOW, "Ends with this turn"
    if taken:
        return NOW, f"Ends unless {_lettered(taken, letters)} moves on"
    if leaving:
        return NOW, f"Ends if {_lettered(leaving, letters, '/')} moves on"
    if _may_end_next(state):
        return NEXT, "Next turn can be the last"
    lowest = min(state["positions"])
    last = [COLOURS[at] for at in range(len(COLOURS)) if state["positions"][at] == lowest]
    verb = "Nova takes " if len(last) <= _FEW else "Nova: "
    turns = state["deck"] + lowest - state["eaten"]
    return SAFE, f"{verb}{_lettered(last, letters)} in {turns} turns"


def how_it_ended(state, letters):
    """The sentence that says how a race has ended."""
    if state["ended"] == ESCAPED:
        at = state["positions"].index(PLANETS)
        return f"{letters[at]} got away from the nova"
    caught = next_taken(state)
    return f"The nova took {_lettered(caught, letters)}"


def _lettered(colours, letters, between=""):
    return between.join([letters[COLOURS.index(colour)] for colour in colours])


def _may_end_next(state):
    """Whether some card now lets the race end with the next turn."""
    if state["deck"] <= 1:
        # The planet that is taken next after this turn's draw.
        coming = state["eaten"] + (1 if state["deck"] else 2)
        if min(state["positions"]) <= coming:
            return True
    # Nobody gets to the last planet before somebody is on the one before it.
    return PLANETS - 1 in [next_free(state, colour) for colour in COLOURS]
