"""Taking over the version of the program that an image has put into flash.

`firmware.boot` calls `run` before main.py. It may be cut off anywhere: main.py goes first and comes
last, so nothing runs on a mixture, and until TAKEN names the payload the next power-on begins again
and does what is left. The loader is replaced first, file by file, each after what it imports: from
then on it is the new one that goes on.
"""

import hashlib
import os
import struct

from firmware.payload import ENTRY, TAKEN, find

MAIN = "main.py"
FOLDERS = ("firmware", "shared_engine")  # nothing but the program is in them
_NEW = ".new"
_IS_FOLDER = 0x4000  # this bit of a mode
# MicroPython's errno does not name them all.
_NO_ENTRY = (2, 20)  # ENOENT, ENOTDIR: a file lies where the folder should be
_FULL = 28  # ENOSPC
_PIECE = 1024  # bytes compared at once


def run(payload=None, root="", tell=print, step=None):
    """Put the files of the payload in place of the program; True when all of them are there.

    False, and nothing was changed, if the payload is damaged or there is none. What was imported
    before belongs to the old version: forget it, or reset, before anything else is imported.
    OSError when the storage fails or is too full even without the old files; then main.py is gone.

    payload: a Payload, by default the one in the board's flash. root: the folder in which the files
    of the board lie. tell: called with a line of text. step: called with (done, all) files.
    """
    payload = payload or find()
    if payload is None:
        return False
    content = payload.content()
    if hashlib.sha256(content).digest() != payload.hash:
        tell("The image did not arrive whole and is left alone. Drag it onto the Pico again.")
        return False
    tell("Taking over the version that came with the image; it may be switched off meanwhile.")
    _Unpacking(content, payload.loader, root, step).run(payload.id)
    tell("The new version is in place.")
    return True


class _Unpacking:
    """Brings the files below `root` to what `content` (a memoryview of a whole payload) holds."""

    def __init__(self, content, loader, root, step):
        self._content = content
        self._top = root + "/"
        self._step = step
        self._entries = _entries(content)  # [(path, start, end)]
        self._loader = [entry[0] for entry in self._entries[:loader]]
        self._stale = self._find_stale()
        self._waiting = [entry for entry in self._entries if self._differs(entry)]

    def run(self, name):
        """Do it; `name` is what is remembered as taken over."""
        self._remove_stale([path for path in self._stale if path.endswith(_NEW)])
        if self._waiting or self._stale:
            self._remove(MAIN)
            self._waiting = [entry for entry in self._waiting if entry[0] != MAIN]
            self._waiting += [entry for entry in self._entries if entry[0] == MAIN]
        number = len(self._waiting)
        self._write_waiting(lambda path: path in self._loader, number)
        # Only now: the loader that was replaced may have needed what is stale.
        self._remove_stale(self._stale[:])
        self._write_waiting(lambda path: True, number)
        self._write(TAKEN, name.encode())

    def _write_waiting(self, wanted, number):
        """Write the waiting files with a path that is `wanted`; `number` is how many there were."""
        for entry in [entry for entry in self._waiting if wanted(entry[0])]:
            path, start, end = entry
            self._write(path, self._content[start:end])
            self._waiting.remove(entry)
            if self._step:
                self._step(number - len(self._waiting), number)

    def _write(self, path, data):
        try:
            self._replace(path, data)
        except OSError as error:
            if error.args[0] != _FULL:
                raise
            self._make_room()
            self._replace(path, data)

    def _replace(self, path, data):
        """Put `data` in place of a file: after a power cut it is the old one or the new one."""
        self._make_folders(path)
        new = self._top + path + _NEW
        try:
            with open(new, "wb") as file:
                file.write(data)
        except OSError:
            self._forget(path + _NEW)
            raise
        os.rename(new, self._top + path)

    def _make_room(self):
        """Remove what will be replaced; but the loader must be there whenever power comes."""
        for path, _, _ in self._waiting:
            # A folder in the way of a file is among what is stale.
            if path not in self._loader and not (self._mode(path) or 0) & _IS_FOLDER:
                self._remove(path)

    def _differs(self, entry):
        path, start, end = entry
        mode = self._mode(path)
        if mode is None or mode & _IS_FOLDER:
            return True
        buffer = bytearray(_PIECE)
        with open(self._top + path, "rb") as file:
            while True:
                size = file.readinto(buffer)
                if start + size > end:
                    return True
                if memoryview(buffer)[:size] != self._content[start : start + size]:
                    return True
                start += size
                if not size:
                    return start != end

    def _find_stale(self):
        """Paths that the new version does not have, what is in a folder before the folder."""
        files = {path for path, _, _ in self._entries}
        folders = {path[:at] for path in files for at in range(len(path)) if path[at] == "/"}
        at_top = os.listdir(self._top)
        stale = [path + _NEW for path in files if path + _NEW in at_top]
        waiting = [folder for folder in FOLDERS if folder in at_top]
        while waiting:
            folder = waiting.pop()
            for name in os.listdir(self._top + folder):
                path = folder + "/" + name
                is_folder = self._mode(path) & _IS_FOLDER
                if is_folder:
                    waiting.append(path)
                if path not in (folders if is_folder else files):
                    stale.append(path)
        # A folder was noted before what is in it.
        stale.reverse()
        return stale

    def _remove_stale(self, paths):
        for path in paths:
            self._remove(path)
            self._stale.remove(path)

    def _remove(self, path):
        mode = self._mode(path)
        if mode is None:
            return
        if mode & _IS_FOLDER:
            os.rmdir(self._top + path)
        else:
            os.remove(self._top + path)

    def _forget(self, path):
        try:
            self._remove(path)
        except OSError:
            pass  # the caller hears of the first fault

    def _make_folders(self, path):
        for at in range(len(path)):
            if path[at] == "/" and self._mode(path[:at]) is None:
                os.mkdir(self._top + path[:at])

    def _mode(self, path):
        """The mode of a file or folder, None where there is none."""
        try:
            return os.stat(self._top + path)[0]
        except OSError as error:
            if error.args[0] in _NO_ENTRY:
                return None
            raise


def _entries(content):
    """[(path, start, end)] of the files in a payload, in its order."""
    found = []
    at = 0
    while at < len(content):
        name, size = struct.unpack_from(ENTRY, content, at)
        at += struct.calcsize(ENTRY)
        path = str(content[at : at + name], "utf-8")
        at += name
        found.append((path, at, at + size))
        at += size
    return found
