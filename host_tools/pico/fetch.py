"""The MicroPython that the emulated Pico is tested with, fetched from where it was released."""

import hashlib
import os
import tempfile
from pathlib import Path
from urllib.request import urlopen

from host_tools.pico.trouble import NoPico
from host_tools.vm import ROOT

FETCHED = ROOT / "build" / "RPI_PICO-20241129-v1.24.1.uf2"
SHA256 = "a41b7dbadfe4f399a10bd344002b365427ad033de993cf372c29c884b33a4cdf"
_URL = "https://micropython.org/resources/firmware/" + FETCHED.name
_PATIENCE_S = 3  # for the connection, and for every piece of what comes over it
_MOST = 4 << 20  # bytes; the file has a sixth of that


def fetched(target=None, get=urlopen):
    """The path of the UF2 file, fetched if it is not there yet.

    target: a Path, FETCHED by default. get: what opens a URL, with `timeout` in seconds. NoPico
    where it does not come, or comes as another file than was released.
    """
    target = target or FETCHED
    if target.is_file() and _is_right(target.read_bytes()):
        return str(target)
    try:
        with get(_URL, timeout=_PATIENCE_S) as answer:
            data = answer.read(_MOST)
    except OSError as error:
        raise NoPico(
            f"{_URL} could not be fetched ({_reason(error)}); download it by other means and name "
            f"the file: PICO_UF2=FILE"
        ) from None
    if not _is_right(data):
        raise NoPico(
            f"what came from {_URL} is not the file that was released; name another one: "
            f"PICO_UF2=FILE"
        )
    _keep(target, data)
    return str(target)


def _is_right(data):
    return hashlib.sha256(data).hexdigest() == SHA256


def _reason(error):
    return getattr(error, "reason", None) or error.strerror or error


def _keep(target, data):
    """Write a file that is there whole or not at all; two test runs may do it at the same time."""
    try:
        target.parent.mkdir(exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(target)
    except OSError as error:
        raise NoPico(f"{target}: {error.strerror}; name a file: PICO_UF2=FILE") from None
