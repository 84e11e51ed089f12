"""The kept games: go on with one, play again with the same group, export, delete; and import."""

from firmware.buttons import DOWN, LEFT, RIGHT, UP
from firmware.screens.choice import Choice
from firmware.screens.list_screen import ListScreen
from firmware.storage.keeper import said
from shared_engine import catalogue
from shared_engine.errors import RecordError

EXPORTS = "export"
IMPORTS = "import"
_BOM = b"\xef\xbb\xbf"  # what some editors begin a UTF-8 file with


class KeptScreen(ListScreen):
    """Newest first; records that lie in the folder `import` follow."""

    heading = "Kept games"

    def shown(self):
        shelf = self.app.keeper.shelf
        self._games = []
        self._imports = []
        try:
            for number in reversed(shelf.numbers()):
                self._games.append((number, shelf.describe(number)))
            self._imports = self.app.board.files.names(IMPORTS)
        except OSError as error:
            self.app.notice(said(error))

    def count(self):
        return len(self._games) + len(self._imports)

    def row(self, at):
        if at >= len(self._games):
            return ("import " + self._imports[at - len(self._games)], "")
        number, (name, players, names) = self._games[at]
        title = dict(catalogue.GAMES).get(name)
        if not title:
            return (f"{number} damaged", "")
        mark = "●" if number == self.app.keeper.number else ""
        return (f"{number}{mark} {title}", names or f"{players} pl.")

    def take(self, at):
        if at >= len(self._games):
            self._import(self._imports[at - len(self._games)])
            return
        number = self._games[at][0]
        answers = [
            (RIGHT, "go on", None, self.app.go_on),
            (UP, "same group again", None, self._again),
            (LEFT, "export", None, self._export),
            (DOWN, "delete", None, self._ask_delete),
        ]
        self.app.push(
            Choice(self.app, f"Game {number}", answers, lambda act: self._act(act, number))
        )

    def _act(self, act, number):
        self.app.back_to(self)
        try:
            act(number)
        except OSError as error:
            self.app.notice(said(error))

    def _ask_delete(self, number):
        # Another key than the one that led here: nothing goes by pressing twice.
        answers = [(UP, "delete it for good", None, self._delete)]
        heading = f"Delete game {number}?"
        self.app.push(Choice(self.app, heading, answers, lambda act: self._act(act, number)))

    def _delete(self, number):
        keeper = self.app.keeper
        at_hand = number == keeper.number
        keeper.shelf.delete(number)
        if at_hand:
            self.app.leave_game()
        keeper.secure()  # there may be room now for what could not be stored
        self.shown()
        self.app.notice(f"Game {number} is deleted.")

    def _read(self, number):
        if number == self.app.keeper.number:
            return self.app.play  # what is in memory is never behind what is stored
        play, fault = self.app.keeper.shelf.journal(number).resume()
        if fault:
            self.app.notice(fault)
        return play

    def _again(self, number):
        from shared_engine.play import Play

        old = self._read(number)
        if not old:
            return
        options = dict(old.options)
        for option in old.game.options(options["players"]):
            if option.dealt:
                del options[option.name]
        options = old.game.complete(options)
        if old.game.lacking(options):
            self.app.visit("setup", "SetupScreen", old.game, options, old.names)
        else:
            self.app.begin(Play(old.game, options, old.names))

    def _export(self, number):
        from shared_engine.record import export

        play = self._read(number)
        if play:
            data = ("\n".join(export(play)) + "\n").encode()
            path = self._free_path(number, data)
            self.app.board.files.write(path, data)
            self.app.notice("Written to " + path)

    def _free_path(self, number, data):
        """Where to export to: numbers come again, and no earlier export may be lost by it."""
        files = self.app.board.files
        path = f"{EXPORTS}/{number}.txt"
        again = 2
        while files.read(path) not in (None, data):
            path = f"{EXPORTS}/{number}-{again}.txt"
            again += 1
        return path

    def _import(self, name):
        from shared_engine.record import Reader

        try:
            data = self.app.board.files.read(IMPORTS + "/" + name) or b""
            reader = Reader()
            start = len(_BOM) if data[: len(_BOM)] == _BOM else 0
            for line in str(data[start:], "utf-8").split("\n"):
                reader.line(line)
            self.app.begin(reader.finish())
        except OSError as error:
            self.app.notice(said(error))
        except RecordError as error:
            self.app.notice(f"import {name}:{error}")
        except UnicodeError:
            self.app.notice(f"the record {name} is not UTF-8")
