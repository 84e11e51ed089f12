"""Files in memory, with the faults of a real storage on demand; runs on both Pythons."""


class MemoryFiles:
    """What `firmware.drivers.files.Files` does, on a dict of path and bytes.

    `held` is that dict; it may be handed to another device, as a flash outlives a power cut.
    `room` is how many bytes may be held in all. `failing` makes every write raise OSError.
    `writes` counts what was written.
    """

    def __init__(self, held=None, room=1 << 20):
        self.held = {} if held is None else held
        self.room = room
        self.failing = False
        self.writes = 0

    def read(self, path):
        return self.held.get(path)

    def write(self, path, data):
        self._check(len(data) - len(self.held.get(path, b"")))
        self.held[path] = bytes(data)

    def append(self, path, data):
        self._check(len(data))
        self.held[path] = self.held.get(path, b"") + bytes(data)

    def names(self, folder):
        start = folder + "/"
        found = [path[len(start) :].split("/")[0] for path in self.held if path.startswith(start)]
        return sorted(set(found))

    def rename(self, path, other):
        self._check(0)
        if path not in self.held:
            raise OSError(2)  # ENOENT
        self.held[other] = self.held.pop(path)

    def remove(self, path):
        self._check(0)
        self.held.pop(path, None)

    def remove_folder(self, folder):
        self._check(0)
        for path in [path for path in self.held if path.startswith(folder + "/")]:
            del self.held[path]

    def _check(self, more):
        self.writes += 1
        used = sum([len(data) for data in self.held.values()])
        if self.failing or (more > 0 and used + more > self.room):
            raise OSError(28)  # ENOSPC
