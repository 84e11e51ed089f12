"""Paths of a state in words for people."""

from shared_engine.shape import Row


def label_of(play, shape, path):
    """`supplies.0.train` as `supplies P1 train`; a list counts from 1."""
    parts = []
    for at in path:
        if not isinstance(shape, Row):
            parts.append(shape.key(at).replace("_", " "))
        elif shape.players:
            parts.append(play.name(at + 1))
        else:
            parts.append(str(at + 1))
        shape = shape.child_at(at)
    return " ".join(parts)
