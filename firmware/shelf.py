"""The kept games: each in a folder of its own below `games/`, one of them the game at hand."""

from firmware.journal import HEAD, SPARE, Journal

FOLDER = "games"
CURRENT = "current"  # holds the number of the game at hand
MOST = 12  # games kept at once


class Shelf:
    """Starts, lists, resumes and deletes games on `files`. OSError comes from the storage."""

    def __init__(self, files):
        self._files = files

    def numbers(self):
        """The numbers of the kept games, oldest first."""
        found = []
        for name in self._files.names(FOLDER):
            if name.isdigit() and self._has_head(name):
                found.append(int(name))
        return sorted(found)

    def current(self):
        """The number of the game at hand, or 0."""
        text = str(self._files.read(FOLDER + "/" + CURRENT) or b"", "utf-8")
        return int(text) if text.isdigit() and self._has_head(text) else 0

    def start(self, play):
        """Store a new game from where `play` stands and make it the game at hand: its Journal."""
        numbers = self.numbers()
        number = numbers[-1] + 1 if numbers else 1
        journal = self.journal(number)
        journal.begin(play)
        self.choose(number)
        return journal

    def journal(self, number):
        """The Journal of the kept game with this number."""
        return Journal(self._files, f"{FOLDER}/{number}")

    def choose(self, number):
        """Make a kept game the one at hand; 0 for none."""
        self._files.write(FOLDER + "/" + CURRENT, str(number).encode())

    def delete(self, number):
        """Remove a kept game and all its files."""
        folder = f"{FOLDER}/{number}"
        # Without its heads it is no game any more, whatever else a power cut leaves of it.
        self._files.remove(folder + "/" + SPARE)
        self._files.remove(folder + "/" + HEAD)
        self._files.remove_folder(folder)

    def _has_head(self, name):
        names = self._files.names(FOLDER + "/" + name)
        return HEAD in names or SPARE in names
