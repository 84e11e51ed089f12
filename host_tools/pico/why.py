"""Why a program shows nothing: it is started once more, with its last words written down.

The emulated Pico has no USB, so what MicroPython prints is lost.
"""

from host_tools.pico.board import PICTURE_MS, EmulatedPico

_WORDS = "last_words.txt"
_STARTS = ("boot.py", "main.py")
_INNER = "started_"  # begins the name of what such a file was called before
_LISTENER = f"""\
import sys

try:
    import {_INNER}NAME
except BaseException as error:
    with open("{_WORDS}", "w") as file:
        sys.print_exception(error, file)
    raise
"""


def reason(firmware, files):
    """The last line of the traceback with which `files` end on an EmulatedPico, "" for none."""
    inner = {}
    for path in _STARTS:
        if path in files:
            inner[_INNER + path] = files[path]
            inner[path] = _LISTENER.replace("NAME", path[:-3]).encode()
    pico = EmulatedPico(firmware, {**files, **inner}, kept=1)
    # Words are there once the flash was written to and the processor rests.
    if pico.run_until(lambda: pico.chip.flash_chip.programs, PICTURE_MS):
        pico.run_until_resting()
    lines = pico.files().get(_WORDS, b"").decode("utf-8", "replace").split("\n")
    return ([""] + [line.strip() for line in lines if line.strip()])[-1]
