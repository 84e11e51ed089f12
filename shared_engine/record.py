"""The record notation: a game written down, one action a line (UTF-8 text).

`Reader` takes lines and plays them; `header_lines` and `entry_text` write them.
"""

from shared_engine import catalogue
from shared_engine.errors import IllegalAction, RecordError
from shared_engine.packed import REDO, UNDO
from shared_engine.play import Play
from shared_engine.words import count_of, quoted

_HEADER = ("game", "option", "names")
LONGEST_NAME = 8  # characters


def split_words(text):
    """The words of a line: what stands between blanks, tabs and line ends.

    `str.split()` alone takes other blanks on each Python.
    """
    for blank in ("\t", "\r", "\n"):
        text = text.replace(blank, " ")
    return [word for word in text.split(" ") if word]


class Reader:
    """Plays a record line by line.

    `play` is the Play once set-up has ended (at the first action, or by `finish`), before that
    None. `entries` holds every action in the order read, UNDO and REDO among them. `lines` has the
    line of every action that stands or could be brought back (of one that came in compact form,
    its number).
    """

    def __init__(self):
        self.game = None
        self.options = {}
        self.names = ()
        self.play = None
        self.entries = []
        self.lines = []
        self._line = 0
        self._last_option = 0

    def line(self, text):
        """Take the next line. True when it held an action: `play` stands after it.

        Raises RecordError with the number of the line; what came before still stands.
        """
        self._line += 1
        words = split_words(text.split("#")[0])
        if not words:
            return False
        try:
            if self.game is None:
                self._game(words)
            elif words[0] in _HEADER:
                self._header(words)
            else:
                self.finish()
                self._action(words)
                return True
        except IllegalAction as refusal:
            legal = refusal.legal
            if self.play is not None and not self.entries:
                legal += ["option KEY VALUE", "names NAME NAME"]
            raise RecordError(str(IllegalAction(refusal.reason, legal)), self._line)
        return False

    def ends_set_up(self, text):
        """Whether `text`, not taken yet, would be the first action."""
        words = split_words(text.split("#")[0])
        return bool(words) and self.game is not None and self.play is None and (
            words[0] not in _HEADER
        )

    def finish(self):
        """End set-up, where it has not ended yet; the Play."""
        if self.game is None:
            raise RecordError(
                "no game; legal: " + ", ".join(["game " + name for name in catalogue.NAMES]),
                max(self._line, 1),
            )
        if self.play is None:
            try:
                self.play = Play(self.game, self.options, self.names)
            except IllegalAction as refusal:
                raise RecordError(str(refusal), self._last_option or self._line)
        return self.play

    def _game(self, words):
        if words[0] != "game" or len(words) != 2:
            raise IllegalAction(
                "a record starts with its game", ["game " + name for name in catalogue.NAMES]
            )
        self.game = catalogue.load(words[1])

    def _header(self, words):
        if words[0] == "game":
            raise IllegalAction("the game has been named before", ("option", "names", "an action"))
        if self.play is not None:
            legal = self.game.legal_now(self.play.state)
            raise IllegalAction(f"{words[0]} belongs before the first action", legal)
        if words[0] == "names":
            self._names(words[1:])
        else:
            read_option(self.game, self.options, words[1:])
            self._last_option = self._line

    def _names(self, names):
        if self.names:
            raise IllegalAction("names have been given before", ("option", "an action"))
        check_names(names, self.options.get("players", self.game.usual))
        self.names = tuple(names)
        # From here on the number of players stands.
        self.options.setdefault("players", self.game.usual)

    def take(self, entry):
        """Play an entry that does not come from a text: an action, UNDO or REDO.

        It goes by its words, so that nothing is played that could not have been written.
        IllegalAction leaves all as it was.
        """
        self._line = len(self.entries) + 1
        self._action(entry_text(self.game, self.play.state, entry).split())

    def _action(self, words):
        if words[0] in ("undo", "redo"):
            if len(words) > 1:
                raise IllegalAction(f"{words[0]} stands alone", (words[0],))
            entry = (words[0],)
            self.play.undo() if entry == UNDO else self.play.redo()
        else:
            entry = self.play.read(words)
            self.play.do(entry)
            self.lines = self.lines[: self.play.done - 1] + [self._line]
        self.entries.append(entry)


def read_option(game, options, words):
    """Put the option that `words` (KEY VALUE…) name into the dict `options`.

    Raises IllegalAction when it is unknown, repeated, out of range, or players come late.
    """
    if not words:
        raise IllegalAction("option takes a key and a value", ("option KEY VALUE",))
    key = words[0]
    if key == "players":
        if "players" in options:
            raise IllegalAction(
                "option players is repeated, or comes after what depends on it",
                _open_options(game, options),
            )
        count = count_of(words[1]) if len(words) == 2 else None
        if count is None or not game.fewest <= count <= game.most:
            said = " ".join(words[1:])
            raise IllegalAction(
                f"{game.title} is not played by {quoted(said)}",
                (f"option players {game.fewest}..{game.most}",),
            )
        options["players"] = count
        return
    players = options.setdefault("players", game.usual)
    known = [option for option in game.options(players) if option.key == key]
    if not known:
        keys = ["players"] + sorted({option.key for option in game.options(players)})
        raise IllegalAction(f"no option is called {quoted(key)}", keys)
    values = words[1:]
    if known[0].player:
        number = count_of(values[0]) if values else None
        known = [option for option in known if option.player == number]
        if not known:
            said = values[0] if values else "nothing"
            legal = (f"option {key} 1..{players}",)
            raise IllegalAction(f"option {key} takes a player, not {quoted(said)}", legal)
        values = values[1:]
    option = known[0]
    if option.name in options:
        repeated = " ".join(words[: 2 if option.player else 1])
        raise IllegalAction(f"option {repeated} is repeated", _open_options(game, options))
    options[option.name] = option.read(values)


def _open_options(game, options):
    """What may still stand before the first action."""
    names = [
        f"option {option.key} {option.player}" if option.player else f"option {option.key}"
        for option in game.options(options["players"])
        if option.name not in options
    ]
    return names + ["names", "an action"]


def check_names(names, players):
    """Raise IllegalAction unless `names` are one name of 1–8 characters per player."""
    if len(names) != players:
        raise IllegalAction(f"{len(names)} names for {players} players", ("one name per player",))
    for name in names:
        if not 1 <= len(name) <= LONGEST_NAME:
            legal = (f"names of 1..{LONGEST_NAME} characters",)
            raise IllegalAction(f"the name {quoted(name)} is too long", legal)


def header_lines(game, options, names):
    """The lines before the first action: the game, every option with a value, the names."""
    lines = ["game " + game.name, "option players " + str(options["players"])]
    for option in game.options(options["players"]):
        value = options.get(option.name)
        if value is not None:
            lines.append("option " + " ".join(option.words(value)))
    if names:
        lines.append("names " + " ".join(names))
    return lines


def entry_text(game, state, entry):
    """One entry (an action, UNDO or REDO) in the notation."""
    return entry[0] if entry in (UNDO, REDO) else game.text(state, entry)


def export(play):
    """A Play as the lines of a record: its set-up and the actions that stand."""
    lines = header_lines(play.game, play.options, play.names)
    for at in range(play.done):
        lines.append(play.text(at))
    return lines
