"""What lies in a littlefs image, read without the board."""

from littlefs import LittleFS, LittleFSError, UserContext

from tests.power.flash import PAGE, SECTOR


class FlashImage:
    """The file system in `cells` (bytes, whole sectors). Raises LittleFSError without one."""

    def __init__(self, cells):
        # Mounting never writes, but the library wants to be able to.
        context = UserContext(0)
        context.buffer = bytearray(cells)
        self._system = LittleFS(
            context=context,
            block_size=SECTOR,
            block_count=len(cells) // SECTOR,
            prog_size=PAGE,
            read_size=32,
        )

    def read(self, path):
        """The bytes of a file; None where there is none."""
        try:
            with self._system.open(path, "rb") as file:
                return file.read()
        except (FileNotFoundError, LittleFSError):
            return None

    def files(self):
        """All of them: {path: bytes}, without a slash at the front."""
        found = {}
        for folder, _, names in self._system.walk("/"):
            for name in names:
                path = _join(folder, name)
                found[path] = self.read(path)
        return found

    def folders(self):
        """The paths of all folders, sorted."""
        walk = self._system.walk("/")
        return sorted(_join(folder, name) for folder, names, _ in walk for name in names)


def _join(folder, name):
    return f"{folder}/{name}".lstrip("/")
