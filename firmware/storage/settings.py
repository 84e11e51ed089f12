"""The settings of this device, read from settings.txt at power-on and kept there."""

import sys

from firmware import loading
from shared_engine.errors import IllegalAction

_FILE = "firmware.storage.settings_file"
_WRITER = "firmware.storage.settings_writer"
_GROUP = "firmware.storage.last_group"


class Settings:
    """Values for the keys of `settings_file.KEYS`; a default for what is missing or bad.

    files: where settings.txt lies (see `firmware.drivers.files`).
    problems: what is wrong with the file, a list of texts, each with its line.
    unsaved: whether a change is in memory only, since the storage took nothing; the next change
    tries again for all.
    """

    def __init__(self, files):
        self._files = files
        self._changed = []  # keys whose values are not in the file yet
        self._refused = []  # the groups that turned out bad
        self._values, self._groups, problems = _briefly(_FILE, "start", files)
        self.problems = [_place(line) + ": " + reason for line, reason in problems]

    @property
    def unsaved(self):
        return bool(self._changed)

    def get(self, key):
        """The value of `key`: a number, a word, or True and False for on and off."""
        return self._values[key]

    def change(self, key, value):
        """Set a value and write it into the file; True if the file has it now.

        ValueError for a key or a value that could not stand in the file; nothing is changed then.
        """
        if self._values.get(key) == value and not self._changed:
            return True
        _briefly(_FILE, "check", self._values, key, value)
        self._values[key] = value
        return self._save(key)

    def group(self, game):
        """The last set-up of a Game: (options, names, what is wrong with it or "").

        Without a good one the options are {} and the names (). A bad one is among `problems` from
        then on.
        """
        if game.name not in self._groups:
            return {}, (), ""
        line, text = self._groups[game.name]
        try:
            options, names = _briefly(_GROUP, "read", game, text)
        except IllegalAction as refusal:
            del self._groups[game.name]
            problem = _place(line) + ": " + refusal.reason
            self._refused.append("group " + game.name)
            self.problems.append(problem)
            return {}, (), problem
        return options, names, ""

    def keep_group(self, play):
        """Keep the set-up of a Play as the last one of its game; True if the file has it now."""
        name = play.game.name
        text = _briefly(_GROUP, "words_of", play)
        if self._groups.get(name, (0, ""))[1] == text and not self._changed:
            return True
        self._groups[name] = (0, text)
        return self._save("group " + name)

    def _save(self, key):
        if key not in self._changed:
            self._changed.append(key)
        try:
            save = (self._values, self._groups, self._changed, self._refused)
            _briefly(_WRITER, "save", self._files, *save)
        except OSError:
            return False
        self._changed = []
        self._refused = []
        self.problems = []
        return True


def _place(line):
    return f"settings.txt line {line}" if line else "settings.txt"


def _briefly(path, name, *arguments):
    """Call a function of a module that is in memory only meanwhile, where memory is short."""
    try:
        return loading.load(path, name)(*arguments)
    finally:
        if sys.implementation.name == "micropython":
            loading.unload(path)
            if path == _WRITER:
                loading.unload(_FILE)
