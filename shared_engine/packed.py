"""The compact form: the same record as bytes, without loss.

An entry is a length byte and its body; a number or word is one or two bytes of the body:

    00…5F      the number byte - 16 (-16…79)
    60…BF      the word of the game's vocabulary with the number byte - 96
    C0…FF nn   the number ((byte - C0) × 256 + nn) - 8192
    length 00  undo; length FF redo; length FE: the length follows in two bytes

A correction's body starts with `set` (BF, which no vocabulary reaches), then per value: the child
indices of the path and FE's word `end`, then the value: a leaf's number or the place of its word
among the choices, a list's length and elements, null as one byte `null`.
"""

from shared_engine.errors import IllegalAction
from shared_engine.shape import Flag, Int, Leaf, Row, Word

UNDO = ("undo",)
REDO = ("redo",)
_WORD = 0x60
_WIDE = 0xC0
_LOW = 16
_HALF = 8192
_SET = 0xBF
_END = 0xBE
_NULL = 0xBD
_LONG = 0xFE
_LONGEST = 0xFFFF
MOST_WORDS = _NULL - _WORD
UNDO_BYTE = b"\x00"
REDO_BYTE = b"\xff"


def pack_action(game, state, action):
    """The body of an entry for `action` (a bytearray)."""
    body = bytearray()
    if action[0] == "set":
        body.append(_SET)
        shape = game.shape(state)
        for at in range(1, len(action), 2):
            below = shape
            for child in action[at]:
                _put_number(body, child)
                below = below.child_at(child)
            body.append(_END)
            _put_value(body, below, action[at + 1])
    else:
        for token in action:
            if isinstance(token, int):
                _put_number(body, token)
            else:
                body.append(_WORD + game.vocabulary.index(token))
    if len(body) > _LONGEST:
        raise IllegalAction("one action cannot hold that much")
    return body


def _put_number(body, number):
    if -_LOW <= number < _WORD - _LOW:
        body.append(number + _LOW)
        return
    if not -_HALF <= number < _HALF:
        raise IllegalAction(f"{number} is too large", (f"-{_HALF}..{_HALF - 1}",))
    number += _HALF
    body.append(_WIDE + (number >> 8))
    body.append(number & 0xFF)


def _put_value(body, shape, value):
    if value is None:
        body.append(_NULL)
    elif isinstance(shape, Int):
        _put_number(body, value)
    elif isinstance(shape, Leaf):
        _put_number(body, shape.choices().index(value))
    else:
        _put_number(body, len(value))
        for at in range(len(value)):
            _put_value(body, shape.child_at(at), value[at])


class _Body:
    """Reads a body from its front; IllegalAction where it ends too soon or holds nonsense."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def more(self):
        return self.at < len(self.data)

    def peek(self):
        if not self.more():
            raise IllegalAction("an action breaks off")
        return self.data[self.at]

    def byte(self):
        byte = self.peek()
        self.at += 1
        return byte

    def number(self):
        byte = self.byte()
        if byte < _WORD:
            return byte - _LOW
        if byte < _WIDE:
            raise IllegalAction("a word stands where a number belongs")
        return ((byte - _WIDE) << 8 | self.byte()) - _HALF

    def value(self, shape):
        if self.peek() == _NULL and getattr(shape, "null", False):
            self.at += 1
            return None
        number = self.number()
        if isinstance(shape, Row) and not 0 <= number <= shape.limit():
            raise IllegalAction("a correction holds a list of a wrong length", (shape.allowed(),))
        if isinstance(shape, Int):
            value = number
        elif isinstance(shape, (Word, Flag)):
            choices = shape.choices()
            value = choices[number] if 0 <= number < len(choices) else None
        elif isinstance(shape, Row):
            value = tuple([self.value(shape.child_at(at)) for at in range(number)])
        else:
            value = None
        if value is None or not shape.holds(value):
            raise IllegalAction("a correction holds a value out of range", (shape.allowed(),))
        return value


def unpack_action(game, state, data):
    """The action of a body; raises IllegalAction where the bytes are none."""
    body = _Body(data)
    if body.peek() == _SET:
        return _unpack_set(game, state, body)
    action = []
    while body.more():
        byte = body.peek()
        if _WORD <= byte < _WIDE:
            if byte - _WORD >= len(game.vocabulary):
                raise IllegalAction(f"{game.title} has no word number {byte - _WORD}")
            action.append(game.vocabulary[byte - _WORD])
            body.at += 1
        else:
            action.append(body.number())
    return tuple(action)


def _unpack_set(game, state, body):
    body.at += 1
    action = ["set"]
    top = game.shape(state)
    while body.more():
        shape = top
        path = []
        while body.peek() != _END:
            if isinstance(shape, Leaf):
                raise IllegalAction("a path goes on below a single value")
            path.append(body.number())
            if not 0 <= path[-1] < shape.limit():
                raise IllegalAction("a path leads nowhere", (shape.names(),))
            shape = shape.child_at(path[-1])
        body.at += 1
        action.append(tuple(path))
        action.append(body.value(shape))
    if len(action) < 3:
        raise IllegalAction("a correction is empty")
    return tuple(action)


def pack_entry(game, state, entry):
    """A whole entry: an action, ("undo",) or ("redo",), with its length before it (bytes)."""
    if entry == UNDO:
        return UNDO_BYTE
    if entry == REDO:
        return REDO_BYTE
    return framed(pack_action(game, state, entry))


def framed(body):
    """The body of an action with its length before it (bytes)."""
    size = len(body)
    head = bytes((size,)) if size < _LONG else bytes((_LONG, size >> 8, size & 0xFF))
    return head + body


def unpack_entry(game, state, data, at, end):
    """The entry that starts at `at` in `data`, and where the next one starts.

    Raises IllegalAction where it does not end before `end` or is none.
    """
    size = data[at]
    at += 1
    if size == UNDO_BYTE[0]:
        return UNDO, at
    if size == REDO_BYTE[0]:
        return REDO, at
    if size == _LONG and at + 2 <= end:
        size = data[at] << 8 | data[at + 1]
        at += 2
    if at + size > end:
        raise IllegalAction("the last action breaks off")
    return unpack_action(game, state, data[at : at + size]), at + size
