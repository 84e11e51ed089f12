"""One headless run of the device, as data: the part of the simulator that both Pythons share.

As a script under MicroPython it takes the keys and the lines of a record from standard input
(JSON: {"keys": …, "record": [lines] or null}) and prints the result as one line of JSON.
"""

import binascii
import gc
import json
import sys

from host_tools.device import Device
from shared_engine.json_text import json_text
from shared_engine.record import Reader

_COLLECT = 32  # lines of a record between collections


def run(keys, record=None):
    """Switch a device on, put the game of `record` (a list of lines) on it, press `keys`.

    Returns a dict: `frame` and `colours` (hex), `text` (lines), `state` (state JSON or None),
    `presses`, `errors` (screens that failed, with the error's name).
    """
    device = Device()
    if record is not None:
        reader = Reader()
        for at in range(len(record)):
            reader.line(record[at])
            if at % _COLLECT == 0:
                # Small heaps break up where garbage lies among what stays.
                gc.collect()
        device.app.begin(reader.finish())
        device.wait(40)
    device.follow(keys)
    device.wait(100)
    return {
        "frame": str(binascii.hexlify(device.shown), "ascii"),
        "colours": str(binascii.hexlify(device.colours), "ascii"),
        "text": device.text(),
        "state": device.state(),
        "presses": device.presses,
        "errors": [where + ": " + type(error).__name__ for where, error in device.board.logged],
    }


if __name__ == "__main__":
    task = json.loads(sys.stdin.read())
    result = run(task["keys"], task["record"])
    gc.collect()
    print(json_text(result))
