"""Files that are there whole or not at all."""

import os
import tempfile
from pathlib import Path


def write_whole(path, data):
    """Put `data` (bytes) in place of the file at `path`; after a failure the old one is there.

    Raises OSError, whose `filename` is `path`; also where something else than a file lies there.
    """
    path = Path(path)
    try:
        if path.exists() and not path.is_file():
            raise OSError(None, "this is no file that could be written anew")
        handle, new = tempfile.mkstemp(dir=path.parent, prefix="." + path.name[:40] + ".")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.chmod(new, 0o666 & ~_umask())
            os.replace(new, path)
        except BaseException:
            Path(new).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


def _umask():
    current = os.umask(0)
    os.umask(current)
    return current
