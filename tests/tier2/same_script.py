"""Prints what the device does, for comparing one Python with another, byte by byte.

    same_script.py pictures FROM TO    the scripts of keys number FROM up to TO (from 0)
    same_script.py record FILE         a record, line by line, then the picture of the device

A line each: `state` and the state JSON after every key or action that changed it; `picture`, the
name, the frame and the colours in hex; `refused` where a record stops; `failed` for a screen that
broke. On MicroPython the last line is `heap` and the most bytes in use after a picture, the
garbage of the next one not counted.
"""

import binascii
import gc
import sys

if sys.implementation.name == "cpython":
    import host_tools.on_pc  # noqa: F401

from firmware import loading
from host_tools.device import Device
from shared_engine.errors import RecordError
from shared_engine.json_text import json_text
from shared_engine.record import Reader
from tests.pictures import stage


class Printer:
    """Prints states as they change, and pictures."""

    def __init__(self):
        self._last = ""
        self.heap = 0

    def state(self, play):
        text = json_text(play.to_json() if play else None)
        if text != self._last:
            self._last = text
            print("state", text)

    def after_key(self, device):
        self.state(device.app.play)

    def picture(self, name, device):
        frame = str(binascii.hexlify(device.shown), "ascii")
        colours = str(binascii.hexlify(device.colours), "ascii")
        print("picture", name, frame, colours)
        for where, error in device.board.logged:
            print("failed", where, type(error).__name__)
        gc.collect()
        if sys.implementation.name == "micropython":
            self.heap = max(self.heap, gc.mem_alloc())


def pictures(printer, first, end):
    """Follow scripts of keys, each on a device of its own."""
    resident = tuple(sys.modules)
    # On a small heap there is no room for the scripts of the others.
    scripts = loading.load("tests.pictures.scripts", "SCRIPTS")[first:end]
    for name, record, keys in scripts:
        device = None
        if sys.implementation.name == "micropython":
            # Modules do not outlive the device before.
            for path in tuple(sys.modules):
                if path not in resident:
                    loading.unload(path)
        device = stage.switched_on(record)
        stage.press(device, keys, printer.after_key)
        printer.picture(name, device)


def record(printer, path):
    """Play the record at `path`, then show it."""
    device = Device()  # before the heap is in pieces
    reader = Reader()
    # By bytes: text files end their lines differently on each Python.
    with open(path, "rb") as file:
        for raw in file.read().split(b"\n"):
            try:
                acted = reader.line(str(raw, "utf-8"))
            except UnicodeError:
                print("refused not UTF-8")
                break
            except RecordError as error:
                print("refused", error)
                break
            if acted:
                printer.state(reader.play)
            gc.collect()  # garbage among what stays breaks a small heap up
    if reader.play is None:
        try:
            reader.finish()
        except RecordError as error:
            print("refused", error)
            return
    printer.state(reader.play)
    device.app.begin(reader.play)
    device.wait(100)
    printer.picture("record", device)


def main(arguments):
    printer = Printer()
    if arguments[0] == "pictures":
        pictures(printer, int(arguments[1]), int(arguments[2]))
    else:
        record(printer, arguments[1])
    if sys.implementation.name == "micropython":
        print("heap", printer.heap)


if __name__ == "__main__":
    main(sys.argv[1:])
