"""What a game is. The conformance test holds every game of the catalogue to this contract.

A state is a dict of immutable values (see `shape`). `apply` returns a new state and leaves the old
one as it was, so that undo is nothing but keeping old states. The names of the state JSON's primary
values are the keys of the dict; further keys are the game's own business.

An action is a tuple of words and whole numbers, in the canonical order of the notation:
`("move", "train", "with", "train", "+", "ship")`, `("rob", 2)`. A correction is
`("set", path, value, path, value, …)` with paths as tuples of child indices (see `shape`).
"""

from shared_engine import shape as shapes
from shared_engine.errors import IllegalAction
from shared_engine.words import quoted

# Words that join their neighbours without a blank in the notation.
_GLUE = ("+", "=", "/", ",")


class Option:
    """One line of a game's set-up.

    key: the notation's word. player: 0, or the number of the player it belongs to.
    choices: every value, a tuple of tuples of words. default: one of them, or None when
    the option may stay open. unordered: the words of a value may come in any order.
    secret: shown only while OK is held. dealt: it is another one in every game, so the last
    group's is not offered again. label: what a screen calls it.
    """

    def __init__(
        self, key, choices, default, label, player=0, unordered=False, secret=False, dealt=False
    ):
        self.key = key
        self.choices = choices
        self.default = default
        self.label = label
        self.player = player
        self.unordered = unordered
        self.secret = secret
        self.dealt = dealt

    @property
    def name(self):
        """What identifies the option in a dict of options: the key, with its player if any."""
        return (self.key, self.player) if self.player else self.key

    def words(self, value):
        """The option as the notation's words after `option`."""
        head = (self.key, str(self.player)) if self.player else (self.key,)
        return head + value

    def read(self, words):
        """The choice that `words` name; IllegalAction lists the choices."""
        words = tuple(words)
        for choice in self.choices:
            if words == choice or (self.unordered and sorted(words) == sorted(choice)):
                return choice
        said = " ".join(words) if words else "nothing"
        choices = [" ".join(choice) for choice in self.choices]
        raise IllegalAction(f"option {self.key} cannot be {quoted(said)}", choices)


class Game:
    """The contract. A subclass fills in what stands here without a body of its own."""

    name = ""  # the word after `game`
    title = ""  # what people call it
    fewest = 1  # players
    most = 5
    # Every word an action may hold, in an order that never changes: the compact form counts on it.
    vocabulary = ()

    # --- set-up ---

    @property
    def usual(self):
        """The number of players of a record that does not say."""
        return self.fewest

    def options(self, players):
        """The options beside `players`, a tuple of Option in the order a screen asks them."""
        return ()

    def new(self, options):
        """The state after set-up.

        options: {"players": n, name of each other option: a choice or None}, complete.
        Raises IllegalAction where several options do not fit together.
        """
        raise NotImplementedError

    def complete(self, options):
        """`options` with the default for everything it leaves out."""
        result = {"players": options.get("players", self.usual)}
        for option in self.options(result["players"]):
            result[option.name] = options.get(option.name, option.default)
        return result

    def lacking(self, options):
        """What has to be chosen before the first action and is not, one sentence; None if nothing.

        A record may break off before it is given.
        """
        return None

    # --- the rules ---

    def shape(self, state):
        """The StateFields of the primary values."""
        raise NotImplementedError

    def read(self, words):
        """The action that the notation's words (a list) name, in canonical form.

        Raises IllegalAction when they are no action of this game at any time.
        """
        raise NotImplementedError

    def act(self, state, action):
        """A new state after a legal action; raises IllegalAction(reason) for any other.

        The reason is one sentence; `apply` adds what would be legal.
        """
        raise NotImplementedError

    def doubt(self, before, after, action):
        """Why an action that the rules allow cannot have happened, one sentence; None if it can.

        For what only follows from much reasoning. It is asked when an action is new, not when one
        that was accepted is played again: redo and resuming stay quick.
        """
        return None

    def legal(self, state):
        """Every action legal now as the notation's forms: an unsorted list of texts."""
        raise NotImplementedError

    def settle(self, before, state, named):
        """Bring what is derived but kept in `state` in line after a correction of `before`.

        `state` is a fresh copy that may be changed in place; `named` holds the top-level keys that
        the correction named.
        """

    def derived(self, state):
        """The JSON of the values worked out from others: a list of (key, JSON value)."""
        return ()

    def over(self, state):
        """None while the game goes on, else the word for how it ended."""
        raise NotImplementedError

    def winner(self, state):
        """None while the game goes on, else a list of player numbers, or a role."""
        raise NotImplementedError

    def to_move(self, state):
        """The number of the player to move."""
        return state["turn"][0]

    def notebook(self, state, most=None):
        """What can be concluded about what is hidden in `state`; None where nothing is hidden.

        An object filled by its `work()`, a generator that stops after every small piece. most: a
        limit for its memory, in its own units.
        """
        return None

    # --- the same for every game ---

    def apply(self, state, action, known=False):
        """The state after `action`; IllegalAction, with what is legal, leaves all as it was.

        known: the action has been accepted here before.
        """
        if action[0] == "set":
            return self._correct(state, action)
        try:
            after = self.act(state, action)
            reason = None if known else self.doubt(state, after, action)
        except IllegalAction as refusal:
            reason = refusal.reason
        if reason:
            raise IllegalAction(reason, lambda: self.legal_now(state))
        return after

    def legal_now(self, state):
        """What a refusal names as legal: the game's own actions, or what is left after its end."""
        return sorted(self.legal(state)) or ["undo", "set PATH VALUE"]

    def _correct(self, state, action):
        shape = self.shape(state)
        after = dict(state)
        for at in range(1, len(action), 2):
            after = shapes.put(shape, after, action[at], action[at + 1])
        after["corrections"] = state["corrections"] + 1
        named = [shape.key(action[at][0]) for at in range(1, len(action), 2)]
        self.settle(state, after, named)
        return after

    def read_set(self, state, words):
        """The correction that `words` (PATH VALUE …) name, as an action."""
        if not words or len(words) % 2:
            raise IllegalAction("set takes pairs of a path and a value", ("set PATH VALUE",))
        shape = self.shape(state)
        derived = [key for key, _ in self.derived(state)]
        action = ["set"]
        for at in range(0, len(words), 2):
            top = words[at].split(".")[0]
            keys = [key for key, _ in shape.pairs]
            if top in derived or top in ("corrections", "over", "winner"):
                raise IllegalAction(f"{top} follows from other values and cannot be set", keys)
            if top in ("game", "players"):
                raise IllegalAction(f"{top} belongs to the set-up and cannot be set", keys)
            path = shapes.read_path(shape, state, words[at])
            try:
                value = shapes.shape_at(shape, path).read(words[at + 1])
            except IllegalAction as refusal:
                raise IllegalAction(f"{words[at]}: {refusal.reason}", refusal.legal)
            # What follows in the same line sees what came before: an append makes room.
            state = shapes.put(shape, state, path, value)
            action.append(path)
            action.append(value)
        return tuple(action)

    def text(self, state, action):
        """The action in the notation."""
        if action[0] == "set":
            shape = self.shape(state)
            parts = ["set"]
            for at in range(1, len(action), 2):
                parts.append(shapes.path_text(shape, action[at]))
                parts.append(shapes.shape_at(shape, action[at]).text(action[at + 1]))
            return " ".join(parts)
        text = ""
        joined = True
        for at in range(len(action)):
            token = action[at]
            # A sign right after the verb belongs to its number alone: `hideout +2`.
            glue = token in _GLUE
            text += str(token) if joined or (glue and at > 1) else " " + str(token)
            joined = glue
        return text

    def public_text(self, state, action):
        """The action as everybody may read it; a game with secrets leaves them out."""
        return self.text(state, action)

    def to_json(self, state):
        """The state JSON (docs/record.md): a dict of plain values."""
        result = {"game": self.name, "players": state["players"]}
        result.update(self.shape(state).json(state))
        for key, value in self.derived(state):
            result[key] = value
        result["corrections"] = state["corrections"]
        result["over"] = self.over(state)
        result["winner"] = self.winner(state)
        return result
