"""The 64 colours of the matrix, and their way to the wire.

Screens paint `colours`: full-range logical values, the same on every platform. `wire` holds what
the panel gets: dimmed, within the current limit, in the panel's own order of bytes and pixels.
"""

from firmware import kit

SIDE = kit.MATRIX_SIDE
COUNT = SIDE * SIDE
IDLE_MA = 1  # mA a dark pixel draws
CHANNEL_MA = 20  # mA one channel of one pixel draws at 255

_SCALE_ONE = 4096  # a scale of 1; fine enough, and products stay small integers on the Pico
_ROW = 3 * SIDE  # bytes
_DARK = bytes(_ROW * SIDE)


class Pixels:
    """An 8 x 8 picture in colour.

    colours  bytearray(192): R, G, B of pixel x + 8*y, x to the right, y downwards, 0..255 each.
             Write it with `set` and `clear`; other code may compare and copy it.
    wire     bytearray(192): what to send, valid after `update`.

    brightness  0..255, see the property
    limit_ma    mA for all pixels together, at least what they draw when dark (64)
    order       a permutation of "RGB": the order in which a pixel takes its bytes
    serpentine  True when odd rows of the panel run from right to left
    rotation    0, 90, 180 or 270: degrees clockwise by which the picture is turned on the panel

    Any other value raises ValueError.
    """

    def __init__(
        self,
        brightness=kit.MATRIX_BRIGHTNESS,
        limit_ma=kit.MATRIX_LIMIT_MA,
        order=kit.MATRIX_ORDER,
        serpentine=kit.MATRIX_SERPENTINE,
        rotation=kit.MATRIX_ROTATION,
    ):
        if limit_ma < COUNT * IDLE_MA:
            raise ValueError(f"limit_ma must be at least {COUNT * IDLE_MA}, not {limit_ma}")
        self.colours = bytearray(_DARK)
        self.wire = bytearray(_DARK)
        # The sum of all dimmed channel values that keeps within the limit.
        self._budget = (limit_ma - COUNT * IDLE_MA) * 255 // CHANNEL_MA
        self._total = 0  # the sum of all dimmed values before the limit
        self._stale = True
        # `colours` and `wire` as they were at the end of the last update.
        self._encoded = bytearray(_DARK)
        self._sent = bytearray(_DARK)
        # Views of rows, and of the pixels of one row before and after: the VM's C code compares
        # them at one stroke.
        self._rows = _views(self.colours, _ROW)
        self._encoded_rows = _views(self._encoded, _ROW)
        self._new = bytearray(_ROW)
        self._old = bytearray(_ROW)
        self._new_pixels = _views(self._new, 3)
        self._old_pixels = _views(self._old, 3)
        self._place = bytearray(_DARK)  # where on the wire each byte of `colours` goes
        self.brightness = brightness
        self.arrange(order, serpentine, rotation)

    @property
    def brightness(self):
        """0..255: a channel value c is sent as c * brightness // 256, or less under the limit."""
        return self._brightness

    @brightness.setter
    def brightness(self, level):
        if not 0 <= level <= 255:
            raise ValueError(f"brightness must be 0 to 255, not {level}")
        self._brightness = level
        self._stale = True

    def arrange(self, order, serpentine, rotation):
        """Say how the panel is wired and mounted (see the class); the next `update` follows."""
        if len(order) != 3 or sorted(order) != ["B", "G", "R"]:
            raise ValueError(f"order must be a permutation of RGB, not {order}")
        if rotation not in (0, 90, 180, 270):
            raise ValueError(f"rotation must be 0, 90, 180 or 270, not {rotation}")
        end = SIDE - 1
        at = 0
        for y in range(SIDE):
            for x in range(SIDE):
                column = x
                row = y
                for _ in range(rotation // 90):
                    turned = end - row
                    row = column
                    column = turned
                if serpentine and row & 1:
                    column = end - column
                for channel in ("R", "G", "B"):
                    self._place[at] = 3 * (column + SIDE * row) + order.find(channel)
                    at += 1
        self._stale = True

    def set(self, x, y, colour):
        """Paint pixel (x, y) with `colour` = 0xRRGGBB; a pixel outside the matrix is ignored."""
        side = SIDE
        if 0 <= x < side and 0 <= y < side:
            colours = self.colours
            at = 3 * (x + side * y)
            colours[at] = colour >> 16 & 255
            colours[at + 1] = colour >> 8 & 255
            colours[at + 2] = colour & 255

    def clear(self):
        """Make every pixel dark."""
        self.colours[:] = _DARK

    def milliamps(self):
        """The estimated current of the 64 pixels after the last `update`, in mA, rounded up."""
        return COUNT * IDLE_MA - (-sum(self.wire) * CHANNEL_MA // 255)

    def update(self):
        """Bring `wire` up to date; True if any byte of it changed.

        Only pixels that changed are encoded; all of them after a new brightness or arrangement
        and while the current limit is at work.
        """
        colours = self.colours
        encoded = self._encoded
        if not self._stale and colours == encoded:
            return False
        if self._stale or self._total > self._budget:
            encoded[:] = _DARK
            self.wire[:] = _DARK
            self._total = 0
            self._stale = False
        self._encode()
        encoded[:] = colours
        if self._total > self._budget:
            self._scale_down()
        if self.wire == self._sent:
            return False
        self._sent[:] = self.wire
        return True

    def _encode(self):
        """Dim the changed pixels onto the wire; keep `_total` right."""
        # Locals throughout: an attribute costs the VM several times as much.
        rows = self._rows
        encoded_rows = self._encoded_rows
        brightness = self._brightness
        place = self._place
        wire = self.wire
        total = self._total
        new = self._new
        old = self._old
        new_pixels = self._new_pixels
        old_pixels = self._old_pixels
        for row in range(SIDE):
            if rows[row] == encoded_rows[row]:
                continue
            new[:] = rows[row]
            old[:] = encoded_rows[row]
            for pixel in range(SIDE):
                if new_pixels[pixel] == old_pixels[pixel]:
                    continue
                first = 3 * pixel
                for at in range(first, first + 3):
                    level = new[at] * brightness >> 8
                    spot = place[_ROW * row + at]
                    total += level - wire[spot]
                    wire[spot] = level
        self._total = total

    def _scale_down(self):
        """Bring a wire that exceeds the current limit within it, all channels by one scale."""
        wire = self.wire
        scale = self._budget * _SCALE_ONE // self._total
        for at in range(len(wire)):
            wire[at] = wire[at] * scale // _SCALE_ONE


def _views(buffer, length):
    whole = memoryview(buffer)
    return tuple([whole[at : at + length] for at in range(0, len(buffer), length)])
