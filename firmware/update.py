"""Taking over a new version (or a restored backup) that a PC has put beside the files in use.

The folder `update` holds the new files under names of their own, and last of all `update/steps`,
which says where they belong. With `steps` there the new version is complete and is taken over,
however often the power goes meanwhile; without it the folder means nothing. Steps are lines:

    move NAME PATH    update/NAME becomes PATH, in place of what is there
    remove PATH       a file or an empty folder that is not wanted any more
    end               the last line

The PC runs this source over USB, so it imports nothing of the firmware.
"""

import os

FOLDER = "update"
STEPS = FOLDER + "/steps"
_IS_FOLDER = 0x4000  # this bit of a mode
_NO_ENTRY = (2, 20)  # ENOENT; ENOTDIR: somebody's file is called like our folder


def is_ready():
    """Whether a complete new version waits to be taken over."""
    _settle()
    return _mode(STEPS) is not None


def finish(say=None):
    """Take over what waits. It may be cut off anywhere and called again.

    say: called with every step before it is done, if given: all of them take some seconds. Raises
    ValueError for steps that cannot be understood, OSError when the storage fails or a new file is
    missing; `steps` stays then.
    """
    _settle()
    with open(STEPS) as file:
        lines = file.read().split("\n")
    while lines and not lines[-1]:
        lines.pop()
    if not lines or lines[-1] != "end":
        raise ValueError(STEPS + " is not complete; deploy again")
    for line in lines[:-1]:
        if say:
            say(line)
        what, _, rest = line.partition(" ")
        if what == "move":
            name, _, path = rest.partition(" ")
            _move(FOLDER + "/" + name, path)
        elif what == "remove":
            _remove(rest)
        else:
            raise ValueError(f"{STEPS}: {line!r} is no step; deploy again")
    os.remove(STEPS)
    clear()


def clear():
    """Remove the folder and what an update that was given up left in it."""
    _settle()
    if _mode(FOLDER) is not None:
        _clear(FOLDER)


def _clear(folder):
    for name in os.listdir(folder):
        path = folder + "/" + name
        if _mode(path) & _IS_FOLDER:
            _clear(path)
        else:
            os.remove(path)
    os.rmdir(folder)


def _settle():
    """Have littlefs finish what a power cut interrupted.

    A file that was on its way from one folder to another one hides the next name in the folder
    that it came from (seen with MicroPython 1.29, not with 1.24). That lasts until something is to
    be written, even if that comes to nothing.
    """
    try:
        os.remove(FOLDER + "/nothing")
    except OSError:
        pass  # there is no such file


def _move(new, path):
    if _mode(new) is None:
        # Moved before the power went; if not even that, OSError says what is missing.
        os.stat(path)
        return
    at = path.find("/")
    while at >= 0:
        if _mode(path[:at]) is None:
            os.mkdir(path[:at])
        at = path.find("/", at + 1)
    os.rename(new, path)


def _remove(path):
    mode = _mode(path)
    if mode is None:
        return
    if mode & _IS_FOLDER:
        os.rmdir(path)
    else:
        os.remove(path)


def _mode(path):
    """The mode of a file or folder, None where there is none."""
    try:
        return os.stat(path)[0]
    except OSError as error:
        if error.args[0] in _NO_ENTRY:
            return None
        raise
