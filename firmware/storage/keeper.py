"""Keeps the game at hand on the storage, an entry for every press that changed it.

A storage that is full, read-only or failing stops nothing: the game goes on, `fault` says what is
wrong, and when the storage takes something again the whole game is written anew. After a failed
write nothing more is appended to the same file: nobody knows how much of it arrived.
"""

from firmware import loading
from firmware.storage.shelf import FOLDER, MOST, Shelf

# What only reading and writing a whole game needs.
_FOR_READING = ("firmware.storage.journal", "shared_engine.record")
_SLACK = 100  # entries more than the game needs
_TRIES = 1  # failures in a row until a press no longer waits for another try


class Keeper:
    """`due` says that something is to be stored; `flush` does it.

    files: what the board offers (see `firmware.drivers.files`). short_of_memory: whether to let go
    of what is needed for reading alone. `fault` is "" while all is well.
    """

    def __init__(self, files, short_of_memory=False):
        self.shelf = Shelf(files)
        self.fault = ""
        self.due = False
        self._short_of_memory = short_of_memory
        self._play = None
        self._writer = None
        self._number = 0  # the kept game that is `_play`; 0 while it has not been written yet
        self._waiting: list = []
        self._tries = 0

    def resume(self):
        """The game at hand as it was left: (Play or None, what is wrong with it or "")."""
        try:
            number = self.shelf.current()
            if number >= 0:
                return self.open(number) if number else (None, "")
            newest = self.shelf.numbers()[-1:]
            if not newest:
                return None, ""
            play, fault = self.open(newest[0])
            return play, fault or "Which game was at hand is not known; this is the newest"
        except OSError as error:
            return None, "the storage cannot be read: " + said(error)

    def open(self, number):
        """Make the kept game `number` the one at hand: (Play or None, what is wrong or "").

        OSError comes from the storage.
        """
        journal = self.shelf.journal(number)
        play, damage = journal.resume()
        if play is None:
            return None, f"game {number}: {damage}"
        if journal.untouched:
            # What is damaged could not be set aside: it stays, and the game goes on in a new place.
            self._watch(play, None, 0)
            self.due = True
        else:
            if number != self.shelf.current():
                self.shelf.choose(number)
            self._watch(play, journal.writer(), number)
        self._put_away()
        return play, f"game {number}: {damage}" if damage else ""

    @property
    def folder(self):
        """The folder of the game at hand; what lies beside its entries stays with it."""
        return f"{FOLDER}/{self._number}" if self._number else ""

    def keep(self, play):
        """Store a new game and make it the one at hand."""
        self._watch(play, None, 0)
        # At once: what storing loads must have come and gone before the game's own screen comes.
        self.flush()

    def shelf_is_full(self):
        """Whether a game has to go before another one can be kept."""
        try:
            return len(self.shelf.numbers()) >= MOST
        except OSError:
            return False  # then `keep` will find out what is wrong

    @property
    def number(self):
        """The number of the kept game that is played; 0 while it has not been written yet."""
        return self._number

    def secure(self):
        """Store everything now, whatever failed before; True if nothing is left unsaved."""
        if self._play and (self.due or self._writer is None):
            self._tries = 0
            self.flush()
        return not self.fault

    @property
    def untidy(self):
        """Whether so much was undone and done again that coming back would take long."""
        play = self._play
        if not play or not self._writer:
            return False
        return self._writer.count > play.done + 2 * play.undone + _SLACK

    def tidy(self):
        """Write the game anew, without what was undone and done again; for when nobody presses."""
        self._writer = None
        self.secure()

    def let_go(self):
        """No game is at hand any more."""
        if self._play:
            self._play.noted = None
        self._play = None
        self._number = 0
        self.due = False
        self.fault = ""

    def flush(self):
        """Store what waits; True if `fault` has changed by it."""
        before = self.fault
        self.due = False
        if self._writer is None and self._tries > _TRIES:
            return False  # `secure` tries again, in its own time
        try:
            if self._writer is None or self._writer.full:
                self._write_anew()
            for entry in self._waiting:
                self._writer.note(entry)
            self.fault = ""
            self._tries = 0
        except OSError as error:
            self._writer = None
            self._tries += 1
            self.fault = said(error)
        self._waiting = []
        return self.fault != before

    def _note(self, entry):
        if self._writer:
            self._waiting.append(entry)
        self.due = True

    def _watch(self, play, writer, number):
        self.let_go()
        self._play = play
        self._writer = writer
        self._number = number
        self._waiting = []
        self._tries = 0
        play.noted = self._note

    def _write_anew(self):
        """Write the whole game: in its place, where it stays whole all the time, or a new one."""
        if self._number:
            journal = self.shelf.journal(self._number)
            journal.begin(self._play)
        else:
            journal = self.shelf.start(self._play)
            self._number = self.shelf.current()
        self._writer = journal.writer()
        self._waiting = []
        self._put_away()

    def _put_away(self):
        if self._short_of_memory:
            for module in _FOR_READING:
                loading.unload(module)


def said(error):
    """An OSError in a few words for a screen."""
    words = {5: "storage error", 28: "storage is full", 30: "storage is read-only"}
    number = error.args[0] if error.args else 0
    return words.get(number, f"storage error {number}")
