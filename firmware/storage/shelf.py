"""The kept games: each in a folder of its own below `games/`, one of them the game at hand."""

from firmware import loading
from shared_engine.words import count_of

FOLDER = "games"
HEAD = "head"
SPARE = "spare"
CURRENT = "current"  # holds the number of the game at hand
MOST = 12  # games kept at once
_DIGITS = 8  # of a number, at most


class Shelf:
    """Starts, lists, resumes and deletes games on `files`. OSError comes from the storage."""

    def __init__(self, files):
        self._files = files

    def numbers(self):
        """The numbers of the kept games, oldest first."""
        found = []
        for name in self._files.names(FOLDER):
            number = count_of(name)
            if number and str(number) == name and self._has_head(name):
                found.append(number)
        return sorted(found)

    def current(self):
        """The number of the game at hand, 0 for none, -1 when the note of it is damaged."""
        found = self._files.read(FOLDER + "/" + CURRENT)
        if found is None:
            # The power went before the first note of it was made.
            return (self.numbers() or [0])[-1]
        words = found.split()
        # The number stands there twice: one damaged byte must not bring up another game.
        if len(words) != 2 or words[0] != words[1]:
            return -1
        # Damaged bytes need be neither text nor a number that anything could be called by.
        number = int(words[0]) if words[0].isdigit() and len(words[0]) <= _DIGITS else -1
        return number if number <= 0 or self._has_head(str(number)) else 0

    def start(self, play):
        """Store a new game from where `play` stands and make it the game at hand: its Journal."""
        numbers = self.numbers()
        number = numbers[-1] + 1 if numbers else 1
        journal = self.journal(number)
        self._sweep()
        journal.begin(play)
        self.choose(number)
        return journal

    def journal(self, number):
        """The Journal of the kept game with this number."""
        # Loaded only now: between two presses the game at hand needs no more than its writer.
        journal = loading.load("firmware.storage.journal", "Journal")
        return journal(self._files, f"{FOLDER}/{number}")

    def describe(self, number):
        """(game, number of players, names) of a kept game, words of its head; blank if damaged."""
        found = {"game": "", "option players": "", "names": ""}
        for line in self.journal(number).head_lines():
            for start in found:
                if line.startswith(start + " "):
                    found[start] = line[len(start) + 1 :]
        return found["game"], found["option players"], found["names"]

    def choose(self, number):
        """Make a kept game the one at hand; 0 for none."""
        self._files.write(FOLDER + "/" + CURRENT, f"{number} {number}".encode())

    def delete(self, number):
        """Remove a kept game and all its files."""
        folder = f"{FOLDER}/{number}"
        # Without its heads it is no game any more, whatever else a power cut leaves of it.
        self._files.remove(folder + "/" + SPARE)
        self._files.remove(folder + "/" + HEAD)
        self._files.remove_folder(folder)

    def _sweep(self):
        """Remove what a power cut has left of games being started or deleted."""
        for name in self._files.names(FOLDER):
            if name.isdigit() and not self._has_head(name):
                self._files.remove_folder(FOLDER + "/" + name)

    def _has_head(self, name):
        try:
            names = self._files.names(FOLDER + "/" + name)
        except OSError:
            return False  # not a folder, or not to be read: no reason to lose the others
        return HEAD in names or SPARE in names
