"""Paths and actions in words for people."""

from firmware import kit
from shared_engine.shape import Row, shape_at


def called(word, settings):
    """A word of the notation as this table says it: an alien by its name in the settings."""
    aliens = kit.ALIEN_NAMES.split(",")
    if word not in aliens:
        return word
    return settings.get("alien_names").split(",")[aliens.index(word)]


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


def is_secret(shape, path):
    """Whether the value at `path` is not for everybody's eyes."""
    for at in path:
        if shape.secret:
            return True
        shape = shape.child_at(at)
    return shape.secret


def none_for_null(text):
    """A value of the notation as a screen shows it."""
    return "none" if text == "null" else text


def action_text(play, at):
    """Action number `at` (from 0) of a Play; a correction with the names of its values.

    Of a secret only that it was corrected.
    """
    action = play.action(at)
    if action[0] != "set":
        return play.game.public_text(play.state, action)
    shape = play.game.shape(play.state)
    parts = []
    for at in range(1, len(action), 2):
        label = label_of(play, shape, action[at])
        if is_secret(shape, action[at]):
            label = label_of(play, shape, action[at][:1])
        else:
            value = shape_at(shape, action[at]).text(action[at + 1])
            label += " " + none_for_null(value)
        parts.append(label)
    return "correct " + ", ".join(parts)
