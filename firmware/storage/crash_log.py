"""The tracebacks of screens that failed, in one small text file."""

import os
import sys

PATH = "crash.log"
MOST_BYTES = 4096


class CrashLog:
    """Appends to a file that never grows beyond twice `most` bytes; the newest stays readable.

    When the file is full it becomes `PATH.old`, in place of an earlier one. A storage that takes
    nothing is borne in silence: the log must not be what stops the game.
    """

    def __init__(self, path=PATH, most=MOST_BYTES):
        self.path = path
        self.most = most

    def add(self, error, where):
        """Write down `error` with its traceback; `where` names the screen."""
        try:
            self._make_room()
            with open(self.path, "a") as file:
                file.write("in " + where + "\n")
                _print(error, file)
        except OSError:
            pass

    def _make_room(self):
        try:
            full = os.stat(self.path)[6] >= self.most
        except OSError:
            return
        if full:
            os.rename(self.path, self.path + ".old")


def _print(error, file):
    if sys.implementation.name == "micropython":
        sys.print_exception(error, file)
    else:
        file.write(type(error).__name__ + ": " + str(error) + "\n")
