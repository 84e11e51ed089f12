"""Each player's time, counted down while they are to move.

It stops on the first screen, while it is paused, and from power-on to the first press. What is left
is kept beside the stored game: at the end of every turn, and at most a minute behind. The file
begins with the seconds left of everybody and grows by a line for the one whose time has changed
(player and seconds) until it is long; that spares the flash.
"""

SAVE_MS = 60_000  # how far the stored times may lag behind
_FILE = "clock"
_MOST_BYTES = 120
_PAUSED = "paused"


class TurnClock:
    """The time left of every player.

    clock: `ticks_ms` and `ticks_diff` as in `time`. minutes: what each player has. files, folder:
    where the game is kept, "" while it is not stored yet.
    `left` is the milliseconds left per player, below zero once time is up.
    """

    def __init__(self, clock, minutes, players, files, folder):
        self.left = [minutes * 60_000] * players
        self.paused = False
        self.asleep = True  # until the first press
        self._clock = clock
        self._files = files
        self._path = folder and folder + "/" + _FILE
        self._last = clock.ticks_ms()
        self._unsaved = 0
        self._player = 0
        self._size = _MOST_BYTES  # of the file; unknown is as good as long
        self._load()

    def run(self, now, player, running):
        """Time has come to `now`, and is `player`'s if `running`: whose time is up by it, or 0.

        now is a ticks_ms value; calls lie at most some seconds apart, so its wrap does no harm.
        """
        passed = self._clock.ticks_diff(now, self._last)
        self._last = now
        if player != self._player:
            if self._player and self._unsaved:
                self.save()
            self._player = player
        if not running or self.paused or self.asleep or passed <= 0:
            return 0
        before = self.left[player - 1]
        self.left[player - 1] = before - passed
        self._unsaved += passed
        if self._unsaved >= SAVE_MS:
            self.save()
        return player if before > 0 >= before - passed else 0

    def keep_in(self, folder):
        """The game has its place: from now on the times lie beside it."""
        path = folder + "/" + _FILE
        if path == self._path:
            return
        self._path = path
        self._size = _MOST_BYTES
        self.save()

    def pause(self, paused):
        """Stop, or go on; it stays so over a power cut."""
        self.paused = paused
        self._size = _MOST_BYTES  # the file begins anew, and says so
        self.save()

    def text(self, player):
        """The time left of a player as minutes and seconds; `-0:07` once it is up."""
        left = self.left[player - 1]
        seconds = (abs(left) + 999) // 1000 if left > 0 else abs(left) // 1000
        sign = "-" if left <= 0 and seconds else ""
        return f"{sign}{seconds // 60}:{seconds % 60:02d}"

    def save(self):
        """Write the times down; a storage that takes nothing is the keeper's to complain of."""
        self._unsaved = 0
        if not self._path:
            return  # the game is not stored anywhere yet
        seconds = [str(left // 1000) for left in self.left]
        line = f"{self._player} {seconds[self._player - 1]}\n".encode()
        try:
            if self._player and self._size + len(line) <= _MOST_BYTES:
                self._files.append(self._path, line)
                self._size += len(line)
            else:
                line = (" ".join(seconds + [_PAUSED] * self.paused) + "\n").encode()
                self._files.write(self._path, line)
                self._size = len(line)
        except OSError:
            self._size = _MOST_BYTES

    def _load(self):
        if not self._path:
            return
        try:
            lines = str(self._files.read(self._path) or b"", "utf-8").split("\n")
            words = lines[0].split()
            paused = words[-1] == _PAUSED
            left = [int(word) * 1000 for word in words[: len(words) - paused]]
            # What follows the last line end is nothing, or broken off.
            for line in lines[1:-1]:
                player, seconds = line.split()
                left[int(player) - 1] = int(seconds) * 1000
        except (OSError, ValueError, IndexError):
            return  # unreadable times are no reason to lose the game
        if len(left) == len(self.left) and len(lines) > 1:
            self.left = left
            self.paused = paused
