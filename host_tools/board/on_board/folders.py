"""Runs on the board: prints the path of every folder, as JSON, a line each."""

import json
import os

_waiting = [""]
while _waiting:
    _folder = _waiting.pop()
    for _entry in os.ilistdir(_folder or "/"):
        if _entry[1] & 0x4000:
            _path = _folder + "/" + _entry[0] if _folder else _entry[0]
            _waiting.append(_path)
            print(json.dumps(_path))
