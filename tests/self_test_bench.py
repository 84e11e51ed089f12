"""A device under self-test, with its wires in hand; runs on both Pythons."""

from firmware import loading
from firmware.buttons import KEYS
from host_tools.device import Device
from host_tools.memory_files import MemoryFiles

OTHER_PINS = (
    b"up 20\ndown 21\nleft 2\nright 3\nok 6\nback 7\nsda 8\nscl 9\nmatrix_pin 28\n"
    + b"display_address 0x3d\n"
)
LOOK_MS = 700  # until it has looked at what needs nobody
TICK_MS = 60  # until the screen has heard that time passes


class Bench:
    """The self-test opened on a device with these settings (bytes); `lines` is what it says.

    probe: values for attributes of the made-up probe. heard: whether its lines are listened to.
    """

    def __init__(self, settings=b"", probe=None, heard=True, device=None):
        held = {"settings.txt": settings} if settings else {}
        self.device = device or Device(files=MemoryFiles(held))
        self.lines = []
        self.probe = self.device.board.probe()
        for name in sorted(probe or {}):
            setattr(self.probe, name, probe[name])
        self.open(self.lines.append if heard else None)

    def open(self, say):
        self.device.app.visit("self_test", "SelfTestScreen", say)
        self.screen = self.device.app.screen

    @property
    def pins(self):
        return [self.device.app.settings.get(key) for key in KEYS]

    @property
    def faults(self):
        return [line[7:] for line in self.lines if line.startswith("FAULT: ")]

    def keys(self, script):
        """Follow a script of keys, with a moment after each; `gp9` pulls GPIO 9 low for a press."""
        for word in script.split():
            if word.startswith("gp"):
                pin = int(word[2:])
                self.probe.extra_low |= 1 << pin
                self.device.wait(2 * TICK_MS)
                self.probe.extra_low &= ~(1 << pin)
            else:
                self.device.follow(word)
            self.device.wait(TICK_MS)

    def look(self):
        self.device.wait(LOOK_MS)

    def press_all(self):
        """Everything up to the end of the buttons."""
        self.look()
        self.keys(" ".join(KEYS))
        self.device.wait(2 * TICK_MS)

    def to_lights(self):
        """Everything up to the question about the lights."""
        self.press_all()
        self.keys("ok ok ok")

    def pages(self):
        """The lines on every page of the report, title and bottom line left out."""
        found = []
        device = self.device
        device.wait(100)
        while True:
            text = device.text()
            if found and text[1:-1] == found[0]:
                return found
            found.append(text[1:-1])
            device.tap("down")
            device.wait(60)


def self_test_modules():
    """The modules of the self-test that are in memory."""
    import sys

    return sorted([
        path for path in sys.modules
        if path.startswith(("firmware.self_test", "firmware.screens.self_test"))
        or path == "firmware.drivers.probe"
    ])


def forget_modules():
    """As after power-on: what an earlier run has loaded is not in memory."""
    for path in self_test_modules():
        loading.unload(path)
