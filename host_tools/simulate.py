"""The device without a window: `python -m host_tools.simulate --keys "ok ok left …" --text`.

Presses the keys on the real firmware and shows where that leads. Time is simulated, so a run
takes a moment however long the waits are; on the emulated Pico (`--runtime pico`) half a minute.
"""

import argparse
import json
import os
import sys

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from host_tools import headless
from host_tools.convert import lines_of
from host_tools.device import read_keys
from host_tools.pico.trouble import NoPico
from host_tools.picture import as_text, face_png
from host_tools.record_file import BadRecord, load
from host_tools.say import say
from host_tools.vm import VmFailed, VmMissing, unix_micropython
from shared_engine.json_text import json_text

_HEADLESS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "headless.py")
RUNTIMES = ("cpython", "micropython", "pico")


def run(keys, record=None, runtime="cpython", uf2=None):
    """What `headless.run` returns, from one of RUNTIMES.

    record: the lines of a good record, or None. uf2: the MicroPython for "pico", a path; None for
    what PICO_UF2 says. Then the dict has `faults` too (see `host_tools.pico.headless.run`). Raises
    ValueError for an unknown key, VmMissing, VmFailed, NoPico.
    """
    keys = " ".join(keys.split())
    for _ in read_keys(keys):
        pass  # an unknown key is named before anything is pressed
    if runtime == "cpython":
        return headless.run(keys, record)
    if runtime == "pico":
        # Only here: the other two must run from a bare Python, too.
        try:
            from host_tools.pico import headless as pico
        except ImportError as missing:
            raise NoPico(
                f"the emulated Pico needs {missing.name}: `make venv` installs it; then "
                ".venv/bin/python"
            ) from None
        return pico.run(keys, record, uf2)
    task = json.dumps({"keys": keys, "record": record}, ensure_ascii=False)
    return json.loads(unix_micropython(_HEADLESS, stdin=task.encode()))


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.simulate",
        description="Press keys on the device and show where that leads.",
    )
    parser.add_argument(
        "--keys",
        default="",
        help="keys between blanks: up down left right ok back; KEY! holds, KEY_down and KEY_up "
        "press and let go apart, wait:MS lets time pass",
    )
    parser.add_argument("--record", metavar="FILE", help="start with the game of this record")
    parser.add_argument("--png", metavar="FILE", help="write the face of the device as a picture")
    parser.add_argument("--text", action="store_true", help="print the text on the display")
    parser.add_argument("--state", action="store_true", help="print the state JSON of the game")
    parser.add_argument(
        "--runtime",
        choices=RUNTIMES,
        default="cpython",
        help="which Python runs the firmware; pico: an emulated Pico with its own MicroPython",
    )
    parser.add_argument(
        "--uf2", metavar="FILE", help="the MicroPython for --runtime pico; else PICO_UF2 names it"
    )
    options = parser.parse_args(arguments)
    if options.uf2 and options.runtime != "pico":
        return _failed("--uf2 goes with --runtime pico")
    record = None
    try:
        if options.record:
            record = lines_of(load(options.record))
        result = run(options.keys, record, options.runtime, options.uf2)
    except (BadRecord, ValueError, VmMissing, VmFailed, NoPico) as error:
        return _failed(str(error))
    except KeyboardInterrupt:
        return _failed("stopped")
    wrong = [f"a screen failed: {error}" for error in result["errors"]] + result.get("faults", [])
    for text in wrong:
        print(text, file=sys.stderr)
    frame = bytes.fromhex(result["frame"])
    if options.png is not None:
        try:
            face_png(frame, bytes.fromhex(result["colours"]), options.png)
        except ImportError:
            return _failed("--png needs Pillow: `make venv` installs it; then .venv/bin/python")
        except OSError as error:
            return _failed(f"{options.png}: {error.strerror or error}")
        except ValueError as error:
            return _failed(f"{options.png}: {error}")
    lines = result["text"] if options.text else []
    if options.state:
        lines = lines + [json_text(result["state"])]
    if not (options.png or options.text or options.state):
        lines = as_text(frame)
    return say(lines) or (1 if wrong else 0)


def _failed(message):
    print(message, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
