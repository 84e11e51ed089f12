"""The WS2812B matrix, behind MicroPython's own `neopixel` bit timing."""


class Matrix:
    """Sends prepared bytes to the panel.

    `neopixel_object` is a neopixel.NeoPixel: `buf`, a bytearray in wire order, and `write()`.

    broken  True after a failed write; then nothing is sent until `start` is called again.
            WS2812B pixels never answer, so an unplugged panel is not noticed.
    """

    def __init__(self, neopixel_object):
        self.broken = False
        self._neopixel = neopixel_object

    def start(self):
        """Make the panel dark, it keeps its colours over a reset; True if that worked."""
        self.broken = False
        self.show(bytes(len(self._neopixel.buf)))
        return not self.broken

    def show(self, wire):
        """Send `wire`, as many bytes as the panel takes (192), else ValueError."""
        buf = self._neopixel.buf
        if len(wire) != len(buf):
            raise ValueError(f"the panel takes {len(buf)} bytes, not {len(wire)}")
        if self.broken:
            return
        buf[:] = wire
        self._write()

    def _write(self):
        try:
            self._neopixel.write()
        except OSError:
            self.broken = True
