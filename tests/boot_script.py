"""Runs the board's /boot.py with a made-up `machine`: `boot_script.py BOOT FOLDER LEVEL`.

BOOT: its path, FOLDER: what stands for the board's files. LEVEL: what the pin of BACK reads, 0
while it is down. Prints the pins that were asked for, the name of what
was raised, if anything, and whether what was imported is forgotten.
"""

import os
import sys

if sys.implementation.name == "cpython":
    import host_tools.on_pc  # noqa: F401

LEVEL = int(sys.argv[3])
asked = []


class Pin:
    IN = "in"
    PULL_UP = "pull-up"

    def __init__(self, number, mode, pull):
        asked.append((number, mode, pull))

    def value(self):
        return LEVEL


class Machine:
    Pin = Pin


sys.modules["machine"] = Machine
raised = ""
with open(sys.argv[1]) as file:
    source = file.read()
os.chdir(sys.argv[2])
try:
    exec(source, {"__name__": "__main__"})
except Exception as error:
    raised = type(error).__name__ + ": " + str(error)
if "firmware.kit" not in sys.modules:
    raised += "old modules forgotten"
print(asked, raised)
