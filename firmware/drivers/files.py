"""Files on littlefs, written so that a power cut leaves the old content or the new one.

Facts it is built on: a file that is overwritten or appended to becomes visible at its close, all at
once; a rename over a file replaces it; but an exception between open and close commits what had
been written so far. So nothing is opened before its bytes are ready, and new content goes to a
second file first.
"""

import os

_NEW = ".new"
_NO_ENTRY = 2  # errno ENOENT, on every Python
_FOLDER = 0x4000  # this bit of a mode


class Files:
    """Files below the folder `root` (a path without a slash at its end, "" for the top).

    Paths are relative, with slashes. Every method raises OSError when the storage does.
    """

    def __init__(self, root=""):
        self._root = root + "/" if root else ""

    def read(self, path):
        """The bytes of a file, or None if there is none."""
        try:
            with open(self._root + path, "rb") as file:
                return file.read()
        except OSError:
            if self._exists(path):
                raise
            return None

    def write(self, path, data):
        """Put `data` (bytes) in place of what the file held, folders included."""
        self._make_folder(path)
        new = self._root + path + _NEW
        try:
            with open(new, "wb") as file:
                file.write(data)
        except OSError:
            self._forget(path + _NEW)
            raise
        os.rename(new, self._root + path)

    def append(self, path, data):
        """Add `data` (bytes) to the end of a file, which begins empty, folders included."""
        try:
            file = open(self._root + path, "ab")
        except OSError:
            self._make_folder(path)
            file = open(self._root + path, "ab")
        with file:
            file.write(data)

    def names(self, folder):
        """The names in a folder, sorted; none where it does not exist."""
        try:
            return sorted(os.listdir(self._root + folder))
        except OSError:
            if self._exists(folder):
                raise
            return []

    def rename(self, path, other):
        """Give a file another name; what had that name before is gone."""
        os.rename(self._root + path, self._root + other)

    def remove(self, path):
        """Remove a file, if it is there."""
        if self._exists(path):
            os.remove(self._root + path)

    def remove_folder(self, folder):
        """Remove a folder with all that is in it, if it is there."""
        for name in self.names(folder):
            path = folder + "/" + name
            if os.stat(self._root + path)[0] & _FOLDER:
                self.remove_folder(path)
            else:
                os.remove(self._root + path)
        if self._exists(folder):
            os.rmdir(self._root + folder)

    def _exists(self, path):
        try:
            os.stat(self._root + path)
        except OSError as error:
            if error.args[0] == _NO_ENTRY:
                return False
            raise
        return True

    def _make_folder(self, path):
        at = path.find("/")
        while at >= 0:
            if not self._exists(path[:at]):
                os.mkdir(self._root + path[:at])
            at = path.find("/", at + 1)

    def _forget(self, path):
        try:
            self.remove(path)
        except OSError:
            pass  # the storage takes nothing any more; the caller hears of the first fault
