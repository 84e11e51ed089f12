"""Shapes: what the values of a state look like, from which JSON, `set` and screens follow.

A state is a dict from the names of the state JSON to immutable values: numbers, words, None,
True/False, and tuples. A shape says what a value may be, and how its tuples are written as JSON:

    Int(0, 5)                    a whole number
    Word("place", "move")        one of some words
    Flag()                       true or false
    Row(shape, count)            a list with a fixed length; Row(shape, most=N): up to N
    Fields(("train", shape), …)  an object with fixed keys, kept as a tuple in this order

`null=True` on a leaf allows None; `Int(-30, 8, by=2)` goes in steps. A path is a tuple of child
indices; the notation writes it with the keys and 0-based indices of the JSON, joined by dots.
"""

from shared_engine.errors import IllegalAction
from shared_engine.words import count_of, quoted, span, whole_number


class Leaf:
    """A single value; subclasses say which ones are allowed.

    `first`: the value a new element starts with; `choices()`: all values in the order in which
    a hand steps through them.
    """

    secret = False

    def __init__(self, null):
        self.null = null

    def read(self, word):
        """The value written as `word`; IllegalAction says what would be right."""
        if word == "null" and self.null:
            return None
        value = self._read(word)
        if value is None or not self.holds(value):
            raise IllegalAction(quoted(word) + " does not fit", (self.allowed(),))
        return value

    def allowed(self):
        """What may stand here, in words."""
        return self._allowed() + (" or null" if self.null else "")

    def step(self, value, by):
        """The value `by` steps away from `value`, around the ends."""
        choices = self.choices()
        at = choices.index(value) if value in choices else 0
        return choices[(at + by) % len(choices)]

    def choices(self):
        values = self._choices()
        return (None,) + values if self.null else values

    def json(self, value):
        return value

    def text(self, value):
        """The value as the notation writes it."""
        if value is None:
            return "null"
        return str(value)


class Int(Leaf):
    """A whole number from `low` to `high`, both included, `by` apart."""

    def __init__(self, low, high, by=1, null=False):
        super().__init__(null)
        self.low = low
        self.high = high
        self.by = by
        self.first = None if null else low

    def holds(self, value):
        return (value is None and self.null) or (
            type(value) is int
            and self.low <= value <= self.high
            and (value - self.low) % self.by == 0
        )

    def _read(self, word):
        return whole_number(word)

    def _allowed(self):
        steps = "" if self.by == 1 else " by " + str(self.by)
        return str(self.low) + ".." + str(self.high) + steps

    def step(self, value, by):
        # Without a tuple of all numbers: a range may hold thousands.
        count = (self.high - self.low) // self.by + 1 + (1 if self.null else 0)
        at = count - 1 if value is None else (value - self.low) // self.by
        at = (at + by) % count
        return None if self.null and at == count - 1 else self.low + at * self.by

    def _choices(self):
        return tuple(range(self.low, self.high + 1, self.by))


class Word(Leaf):
    """One of some words."""

    def __init__(self, words, null=False):
        super().__init__(null)
        self.words = words
        self.first = None if null else words[0]

    def holds(self, value):
        return (value is None and self.null) or value in self.words

    def _read(self, word):
        return word

    def _allowed(self):
        return "|".join(self.words)

    def _choices(self):
        return tuple(self.words)


class Flag(Leaf):
    """True or false."""

    first = False

    def __init__(self):
        super().__init__(False)

    def holds(self, value):
        return value is True or value is False

    def _read(self, word):
        return {"true": True, "false": False}.get(word)

    def _allowed(self):
        return "true|false"

    def _choices(self):
        return (False, True)

    def text(self, value):
        return "true" if value else "false"


class Row:
    """A list: `count` elements always, or without a count any number up to `most`.

    `child`: the shape of every element, or a tuple with one shape for each of `count` elements.
    `players`: the elements belong to the players in order (screens show names instead of indices).
    `secret`: not for everybody's eyes; screens that all can see leave it out.
    """

    def __init__(self, child, count=None, most=99, players=False, null=False, secret=False):
        self.secret = secret
        self.child = child
        self.count = count
        self.most = most
        self.players = players
        self.null = null
        self.first = None if null else tuple(self.child_at(at).first for at in range(count or 0))

    def holds(self, value):
        if value is None:
            return self.null
        if type(value) is not tuple or not self._fits(len(value)):
            return False
        for at in range(len(value)):
            if not self.child_at(at).holds(value[at]):
                return False
        return True

    def _fits(self, length):
        return length == self.count if self.count is not None else length <= self.most

    def read(self, word):
        """The whole list written as `[a,b]`; IllegalAction says what would be right."""
        if word == "null" and self.null:
            return None
        inner = word[1:-1]
        listed = word.startswith("[") and word.endswith("]")
        # A list of objects can be emptied in one word, and filled again value by value.
        parts = inner.split(",") if inner else []
        if not listed or not self._fits(len(parts)) or (parts and not self._of_leaves()):
            raise IllegalAction(quoted(word) + " does not fit", (self.allowed(),))
        return tuple([self.child_at(at).read(parts[at]) for at in range(len(parts))])

    def _of_leaves(self):
        return isinstance(self.child_at(0), Leaf)

    def allowed(self):
        if not self._of_leaves():
            return "a path into the list, like .0" + (" or []" if self.count is None else "")
        if type(self.child) is tuple:
            return "a list like [" + ",".join([child.allowed() for child in self.child]) + "]"
        size = str(self.count) if self.count is not None else "up to " + str(self.most)
        return "a list like [a,b] of " + size + " values, each " + self.child.allowed()

    def json(self, value):
        if value is None:
            return None
        return [self.child_at(at).json(value[at]) for at in range(len(value))]

    def text(self, value):
        if value is None:
            return "null"
        return "[" + ",".join([self.child_at(at).text(value[at]) for at in range(len(value))]) + "]"

    def size(self, value):
        return len(value or ())

    def room(self, value):
        """How many elements a path may name: one past the end appends."""
        length = len(value or ())
        if self.count is not None:
            return self.count
        return length + 1 if length < self.most else length

    def limit(self):
        """How many elements there can ever be."""
        return self.most if self.count is None else self.count

    def index(self, part):
        number = count_of(part)
        return -1 if number is None else number

    def key(self, at):
        return str(at)

    def child_at(self, at):
        return self.child[at] if type(self.child) is tuple else self.child

    def with_child(self, value, at, item):
        value = value or ()
        if at == len(value):
            return value + (item,)
        return replaced(value, at, item)

    def child_value(self, value, at):
        value = value or ()
        return value[at] if at < len(value) else self.child_at(at).first

    def names(self):
        return span(0, self.limit() - 1)

    def names_in(self, value):
        """The indices a path may name in `value`; one past the end appends."""
        return span(0, self.room(value) - 1)


class Fields:
    """An object with fixed keys: pairs of key and shape, kept as a tuple in this order."""

    null = False
    secret = False

    def __init__(self, *pairs):
        self.pairs = pairs
        self.first = tuple(pair[1].first for pair in pairs)

    def holds(self, value):
        if type(value) is not tuple or len(value) != len(self.pairs):
            return False
        for at in range(len(value)):
            if not self.pairs[at][1].holds(value[at]):
                return False
        return True

    def allowed(self):
        return "a path on to " + self.names()

    def read(self, word):
        raise IllegalAction("a path must go on to one value", (self.names(),))

    def json(self, value):
        result = {}
        for at in range(len(self.pairs)):
            result[self.pairs[at][0]] = self.pairs[at][1].json(value[at])
        return result

    def text(self, value):
        return "{" + ",".join([p[0] + ":" + p[1].text(v) for p, v in zip(self.pairs, value)]) + "}"

    def size(self, value):
        return len(self.pairs)

    def room(self, value):
        return len(self.pairs)

    def limit(self):
        return len(self.pairs)

    def index(self, part):
        for at in range(len(self.pairs)):
            if self.pairs[at][0] == part:
                return at
        return -1

    def key(self, at):
        return self.pairs[at][0]

    def child_at(self, at):
        return self.pairs[at][1]

    def with_child(self, value, at, item):
        return replaced(value, at, item)

    def child_value(self, value, at):
        return value[at]

    def names(self):
        return ", ".join([pair[0] for pair in self.pairs])

    def names_in(self, value):
        return self.names()


class StateFields(Fields):
    """The top of a game's shape: like Fields, but the value is the state's dict."""

    def holds(self, value):
        for key, shape in self.pairs:
            if key not in value or not shape.holds(value[key]):
                return False
        return True

    def json(self, value):
        return {key: shape.json(value[key]) for key, shape in self.pairs}

    def with_child(self, value, at, item):
        value = dict(value)
        value[self.pairs[at][0]] = item
        return value

    def child_value(self, value, at):
        return value[self.pairs[at][0]]


def replaced(row, at, item):
    """The tuple `row` with `item` in place `at`."""
    return row[:at] + (item,) + row[at + 1 :]


def shape_at(shape, path):
    """The shape at `path` (a tuple of child indices)."""
    for at in path:
        shape = shape.child_at(at)
    return shape


def value_at(shape, value, path):
    """The value at `path` below `value`; what an append would start with, one past the end."""
    for at in path:
        value = shape.child_value(value, at)
        shape = shape.child_at(at)
    return value


def put(shape, value, path, item):
    """`value` with `item` at `path`; everything beside the path is shared, not copied."""
    if not path:
        return item
    at = path[0]
    below = put(shape.child_at(at), shape.child_value(value, at), path[1:], item)
    return shape.with_child(value, at, below)


def read_path(shape, value, text):
    """The tuple of child indices that `text` (keys and indices joined by dots) names.

    IllegalAction names the part that does not exist and those that do.
    """
    path = []
    for part in text.split("."):
        if isinstance(shape, Leaf):
            above = text[: text.rindex("." + part)]
            raise IllegalAction(
                f"{quoted(text)} goes on below a single value at {quoted(part)}", (above,)
            )
        at = shape.index(part)
        if not 0 <= at < shape.room(value):
            raise IllegalAction(
                f"no {quoted(part)} in the path {quoted(text)}", (shape.names_in(value),)
            )
        path.append(at)
        value = shape.child_value(value, at)
        shape = shape.child_at(at)
    return tuple(path)


def path_text(shape, path):
    """The path as the notation writes it."""
    parts = []
    for at in path:
        parts.append(shape.key(at))
        shape = shape.child_at(at)
    return ".".join(parts)


def leaves(shape, value, above=()):
    """Every single value below `value`: a list of (path, leaf shape, value)."""
    found = []
    waiting = [(above, shape, value)]
    while waiting:
        path, shape, value = waiting.pop()
        if isinstance(shape, Leaf):
            found.append((path, shape, value))
            continue
        for at in range(shape.size(value) - 1, -1, -1):
            waiting.append((path + (at,), shape.child_at(at), shape.child_value(value, at)))
    return found


def changes(shape, before, after):
    """What differs between two states: a list of (path, old text, new text).

    A list that has grown or shrunk is one change, named as a whole.
    """
    found = []
    waiting = [((), shape, before, after)]
    while waiting:
        path, shape, old, new = waiting.pop()
        if isinstance(shape, Leaf) or shape.size(old) != shape.size(new):
            found.append((path, shape.text(old), shape.text(new)))
            continue
        for at in range(shape.size(old) - 1, -1, -1):
            parts = (shape.child_value(old, at), shape.child_value(new, at))
            if parts[0] != parts[1]:
                waiting.append((path + (at,), shape.child_at(at)) + parts)
    return found
