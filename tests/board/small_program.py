"""Small programs with the real loader, in versions that differ in all ways a version can."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from host_tools.program import LOADER, STARTS, cross_compile, listed
from host_tools.vm import ROOT

# What a person has on a board, some of it named to be in the way.
PERSONAL = {
    "settings.txt": b"brightness 9\n",
    "games/1/head": b"game fugitive\n" * 30,
    "games/1/0": bytes(range(256)) * 9,
    "games/current": b"1 1",
    "import/Müllers Spiel.txt": b"game flee\n",
    "crash.log": b"in HomeScreen\nValueError\n",
    "tools/my own.py": b"print('mine')\n",
    "empty": b"",
}


@cache
def loader():
    """{path: bytes} of what runs before main.py, compiled."""
    with TemporaryDirectory() as folder:
        found = {}
        for path in LOADER:
            name = path.replace(".mpy", ".py")
            target = Path(folder) / path
            cross_compile(ROOT / name, target, name)
            found[path] = target.read_bytes()
    return found


def program(files=None):
    """A Program: the loader, the starts and `files` ({path: bytes})."""
    starts = {path: text.encode() for path, text in STARTS.items()}
    return listed({**loader(), **starts, **(files or {})})


def module(word, size=300):
    """Bytes that stand for a compiled module; other bytes for other words."""
    return (b"M\x06" + word.encode() * size)[:size]


def old_version(size=5000):
    """The version that was there before."""
    return program(
        {
            "firmware/app.mpy": module("old app", size),
            "firmware/games/gone.mpy": module("gone"),
            "firmware/same.mpy": module("same", 2500),
            "shared_engine/play.mpy": module("old play"),
        }
    )


def new_version(size=5000):
    """The version after it: something is changed, something is new and something gone."""
    return program(
        {
            "boot.py": STARTS["boot.py"].encode() + b"# newer\n",
            "firmware/app.mpy": module("new app", size),
            "firmware/same.mpy": module("same", 2500),
            "firmware/screens/home.mpy": module("home"),
            "shared_engine/play.mpy": module("new play"),
        }
    )
