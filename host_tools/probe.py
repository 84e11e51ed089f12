"""A made-up probe: what `firmware.drivers.probe` sees of a Pico, seen of the device on a PC."""

from firmware.buttons import KEYS
from firmware.storage.settings import Settings


class Probe:
    """Looks at `board` (a `host_tools.device.Board`); its faults can be set.

    extra_low     bit mask of further GPIOs that are low
    addresses     what answers on the display's bus; None: the display, if it answers
    exchanged     what answers when the two wires change places
    heap, storage bytes free; storage None where the file system does not say
    released      whether `release` was called
    """

    def __init__(self, board):
        settings = Settings(board.files)
        self.extra_low = 0
        self.addresses = None
        self.exchanged = []
        self.heap = 142 << 10
        self.storage = 812 << 10
        self.released = False
        self._board = board
        self._address = settings.get("display_address")
        self._pins = [settings.get(key) for key in KEYS]

    def low(self):
        low = self.extra_low
        for key in range(len(KEYS)):
            if self._board.down >> key & 1:
                low |= 1 << self._pins[key]
        return low

    def scan(self):
        if self.addresses is not None:
            return self.addresses
        return [] if self._board.display.broken else [self._address]

    def scan_exchanged(self):
        return self.exchanged

    def free_heap(self):
        return self.heap

    def free_storage(self):
        return self.storage

    def version(self):
        return "MicroPython 1.24.1"

    def release(self):
        self.released = True
