"""Put any value right by hand; one correction, undoable like everything else."""

from firmware.buttons import BACK, DOWN, LEFT, OK, RIGHT, UP
from firmware.picture import widgets
from firmware.picture.frame import WIDTH
from firmware.screens.labels import label_of, none_for_null
from firmware.screens.list_screen import ListScreen
from firmware.screens.overlay import Overlay
from shared_engine.shape import Int, Leaf, Row, leaves, shape_at, value_at

_FEW = 12  # values that single steps reach soon enough


class CorrectScreen(ListScreen):
    """The values by name; a value with parts opens a list of them."""

    heading = "Correct a value"

    def __init__(self, app, at=None):
        super().__init__(app)
        self.at = at  # the child of the state whose parts are listed; None lists the children
        if at is not None:
            self.heading = self._shape().key(at).replace("_", " ")
        self._listed = []

    def shown(self):
        self._listed = self._entries()

    def _shape(self):
        return self.app.play.game.shape(self.app.play.state)

    def _entries(self):
        """A list of (label, value text, path, whether it appends or drops)."""
        play = self.app.play
        shape = self._shape()
        entries = []
        if self.at is None:
            for at in range(shape.size(play.state)):
                child = shape.child_at(at)
                if child.secret:
                    continue
                value = shape.child_value(play.state, at)
                text = child.text(value) if isinstance(child, Leaf) else "…"
                entries.append((label_of(play, shape, (at,)), text, (at,), ""))
            return entries
        below = shape.child_at(self.at)
        value = shape.child_value(play.state, self.at)
        skip = len(label_of(play, shape, (self.at,))) + 1
        for path, leaf, item in leaves(below, value, (self.at,)):
            entries.append((label_of(play, shape, path)[skip:], leaf.text(item), path, ""))
        entries += self._open_ends(play, shape, below, value, skip)
        return entries

    def _open_ends(self, play, shape, below, value, skip):
        """Rows to add to and to drop from the lists that may grow."""
        entries = []
        waiting = [((self.at,), below, value)]
        while waiting:
            path, below, value = waiting.pop(0)
            if isinstance(below, Leaf):
                continue
            if isinstance(below, Row) and below.count is None:
                name = label_of(play, shape, path)[skip:]
                if below.room(value) > below.size(value):
                    entries.append((name + " add", "", path + (below.size(value),), "add"))
                if value:
                    entries.append((name + " drop last", "", path, "drop"))
            for at in range(below.size(value)):
                child = below.child_value(value, at)
                waiting.append((path + (at,), below.child_at(at), child))
        return entries

    def count(self):
        return len(self._listed)

    def row(self, at):
        label, text, _, _ = self._listed[at]
        return (label, none_for_null(text))

    def take(self, at):
        play = self.app.play
        _, _, path, kind = self._listed[at]
        shape = self._shape()
        if kind == "drop":
            play.do(_drop_last(shape, play.state, path))
            self.shown()
        elif isinstance(shape_at(shape, path), Leaf):
            self.app.push(ValueScreen(self.app, label_of(play, shape, path), path))
        elif kind == "add":
            leaf, _, _ = leaves(shape_at(shape, path), value_at(shape, play.state, path), path)[0]
            self.app.push(ValueScreen(self.app, label_of(play, shape, leaf), leaf))
        else:
            self.app.push(CorrectScreen(self.app, path[0]))


class ValueScreen(Overlay):
    """One value, changed by the arrows; OK corrects, BACK leaves it as it was."""

    repeats = 1 << UP | 1 << DOWN | 1 << LEFT | 1 << RIGHT

    def __init__(self, app, label, path):
        super().__init__(app)
        self.label = label
        self.path = path
        shape = app.play.game.shape(app.play.state)
        self.leaf = shape_at(shape, path)
        self.old = value_at(shape, app.play.state, path)
        self.value = self.old
        self.is_new = self.path[-1] >= _size_at(shape, app.play.state, path[:-1])
        # Steps of ten help where there are many values, and only confuse where there are few.
        self.stride = 10 if _spans(self.leaf) > _FEW else 1

    def press(self, key):
        if key == BACK:
            self.app.pop()
        elif key == OK:
            self.app.play.do(("set", self.path, self.value))
            self.app.pop()
        elif key in (UP, DOWN):
            self.value = self.leaf.step(self.value, 1 if key == UP else -1)
        else:
            for _ in range(self.stride):
                self.value = self.leaf.step(self.value, 1 if key == RIGHT else -1)

    def draw(self, frame):
        widgets.title(frame, self.label)
        text = none_for_null(self.leaf.text(self.value))
        if frame.big_width(text) <= WIDTH - 4:
            frame.big(text, (WIDTH - frame.big_width(text)) // 2, 18)
        else:
            frame.text_centre(text, 0, 21, WIDTH)
        old = "new" if self.is_new else "was " + none_for_null(self.leaf.text(self.old))
        frame.text_centre(old, 0, 38, WIDTH)
        allowed = self.leaf.allowed().replace("|", " ").replace("null", "none")
        frame.text_centre(frame.fit("may be " + allowed, WIDTH), 0, 47, WIDTH)
        step = "▲▼ 1 ◄► 10 " if self.stride > 1 else "▲▼ change  "
        widgets.bottom(frame, step + "OK set BACK")


def _drop_last(shape, state, path):
    """The correction that takes the last element off the list at `path`."""
    value = value_at(shape, state, path)[:-1]
    row = shape_at(shape, path)
    if isinstance(row.child, Leaf):
        return ("set", path, value)
    # The notation empties a list of objects in one word and fills it value by value.
    action = ["set", path, ()]
    for leaf, _, item in leaves(row, value, path):
        action += [leaf, item]
    return tuple(action)


def _size_at(shape, state, path):
    below = shape_at(shape, path)
    return below.size(value_at(shape, state, path))


def _spans(leaf):
    """How far a leaf's values reach; words are never many."""
    return leaf.high - leaf.low if isinstance(leaf, Int) else 0
