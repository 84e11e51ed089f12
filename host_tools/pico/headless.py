"""One headless run of the emulated Pico, as data of the same form as `host_tools.headless.run`."""

import binascii

from host_tools.pico.trouble import NoPicture
from host_tools.pico.twins import Twins
from host_tools.pico.uf2 import find_uf2, read_uf2
from host_tools.pico.why import reason
from host_tools.program import compile_program
from shared_engine.record import Reader


def start(uf2=None, play=None):
    """Twins that run our firmware as it is now; uf2: the path of the file, or None for PICO_UF2.

    Raises NoPico, and VmMissing or VmFailed where the firmware cannot be compiled.
    """
    firmware = read_uf2(find_uf2(uf2))
    files = compile_program().files
    try:
        return Twins.switched_on(firmware, files, play)
    except NoPicture as error:
        words = reason(firmware, files)
        raise NoPicture(f"{error}: {words or 'it ended without an error'}") from None


def run(keys, record=None, uf2=None):
    """Wake the emulated Pico in the game of `record` (lines or None), press `keys` (a script).

    Returns what `host_tools.headless.run` does, and `faults`: texts, what is wrong besides screens
    that failed; where the simulator shows another picture, that is the first and `text` is empty.
    Raises as `start` does, and ValueError for an unknown key.
    """
    play = None
    if record is not None:
        reader = Reader()
        for line in record:
            reader.line(line)
        play = reader.finish()
    twins = start(uf2, play)
    twins.follow(keys)
    moment = twins.moment()
    state, failed, faults = twins.outcome()
    return {
        "frame": str(binascii.hexlify(moment.frame), "ascii"),
        "colours": str(binascii.hexlify(moment.colours), "ascii"),
        "text": moment.text,
        "state": state,
        "presses": twins.fingers.presses,
        "errors": failed,
        "faults": ([moment.differs] if moment.differs else []) + faults,
    }
