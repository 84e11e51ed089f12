"""The display's end of the I2C bus, as slow as the real bus, with the times of all transfers."""

from collections import namedtuple

BIT_NS = 1e9 / 367_000  # what an RP2040 makes of 400 kHz
_BYTE_NS = 9 * BIT_NS
_TX_EMPTY = 1 << 4  # of the block's interrupts

Transfer = namedtuple("Transfer", "start last data")
Transfer.__doc__ = "A transfer to the display: ns of its start and of its last byte, and the bytes."


class DisplayBus:
    """Joins a Panel to the emulator's I2C block. transfers: to what each Transfer is added.

    chip: a Chip. address: the display's, 7 bits.
    """

    def __init__(self, chip, i2c, address, panel, transfers):
        self.transfers = transfers
        self._chip = chip
        self._i2c = i2c
        self._address = address
        self._panel = panel
        self._start = 0.0
        self._last = 0.0
        self._data = bytearray()
        self._open = False
        self._byte = 0
        clock = chip.clock
        self._started = clock.create_alarm(i2c.complete_start)
        self._connected = clock.create_alarm(self._on_connected)
        self._written = clock.create_alarm(self._on_written)
        self._ended = clock.create_alarm(i2c.complete_stop)
        i2c.on_start = self._on_start
        i2c.on_connect = self._on_connect
        i2c.on_write_byte = self._on_write
        i2c.on_stop = self._on_stop

    def _on_start(self, repeated):
        self._start = self._last = self._chip.ns
        self._started.schedule(BIT_NS)

    def _on_connect(self, address, mode):
        self._connected.schedule(_BYTE_NS)

    def _on_connected(self):
        there = self._panel.answers and self._i2c.target_address == self._address
        if there:
            self._panel.begin()
            self._data = bytearray()
            self._open = True
        self._i2c.complete_connect(there)
        self._say_empty(there)

    def _on_write(self, value):
        self._byte = value
        self._written.schedule(_BYTE_NS)

    def _on_written(self):
        there = self._panel.answers
        if there:
            self._panel.take(self._byte)
            self._data.append(self._byte)
            self._last = self._chip.ns
        self._i2c.complete_write(there)
        self._say_empty(there)

    def _say_empty(self, there):
        # An abort empties the queue of what is to be sent. The emulator does not say so, and the
        # guest would wait for that until it gives up, and never see that there is nobody.
        if not there:
            self._i2c._set_interrupts(_TX_EMPTY)

    def _on_stop(self):
        if self._open:
            self._open = False
            self._panel.end()
            self.transfers.append(Transfer(self._start, self._last, bytes(self._data)))
        self._ended.schedule(BIT_NS)
