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
_DARK = bytes(3 * COUNT)


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
        self.colours = bytearray(3 * COUNT)
        self.wire = bytearray(3 * COUNT)
        if limit_ma < COUNT * IDLE_MA:
            raise ValueError(f"limit_ma must be at least {COUNT * IDLE_MA}, not {limit_ma}")
        # The sum of all dimmed channel values that keeps within the limit.
        self._budget = (limit_ma - COUNT * IDLE_MA) * 255 // CHANNEL_MA
        self._total = 0  # the sum of all dimmed values before the limit
        self._limited = False
        self._stale = True
        # `colours` and `wire` as they were at the end of the last update.
        self._encoded = bytearray(3 * COUNT)
        self._sent = bytearray(3 * COUNT)
        # Views of rows and pixels: the VM's C code compares them at one stroke.
        self._rows = _views(self.colours, 3 * SIDE)
        self._encoded_rows = _views(self._encoded, 3 * SIDE)
        self._pixels = _views(self.colours, 3)
        self._encoded_pixels = _views(self._encoded, 3)
        self._wire_pixels = _views(self.wire, 3)
        self._place = bytearray(COUNT)
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
        self._red = order.find("R")
        self._green = order.find("G")
        self._blue = order.find("B")
        end = SIDE - 1
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
                self._place[x + SIDE * y] = column + SIDE * row
        self._stale = True

    def set(self, x, y, colour):
        """Paint pixel (x, y) with `colour` = 0xRRGGBB; a pixel outside the matrix is ignored."""
        side = SIDE
        if 0 <= x < side and 0 <= y < side:
            pixel = self._pixels[x + side * y]
            pixel[0] = (colour >> 16) & 255
            pixel[1] = (colour >> 8) & 255
            pixel[2] = colour & 255

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
        everything = self._stale or self._limited
        if not self._stale and self.colours == self._encoded:
            return False
        if everything:
            self._total = 0
        rows = self._rows
        encoded_rows = self._encoded_rows
        for row in range(SIDE):
            if everything or rows[row] != encoded_rows[row]:
                self._encode_row(row, everything)
        self._encoded[:] = self.colours
        self._stale = False
        self._limited = self._total > self._budget
        if self._limited:
            self._scale_down()
        if self.wire == self._sent:
            return False
        self._sent[:] = self.wire
        return True

    def _encode_row(self, row, everything):
        """Dim the changed pixels of a row, or all of it, onto the wire; keep `_total` right."""
        # Locals throughout: an attribute costs the VM several times as much.
        brightness = self._brightness
        red_at = self._red
        green_at = self._green
        blue_at = self._blue
        pixels = self._pixels
        encoded = self._encoded_pixels
        total = 0
        for at in range(SIDE * row, SIDE * row + SIDE):
            colour = pixels[at]
            if everything or colour != encoded[at]:
                wire = self._wire_pixels[self._place[at]]
                if not everything:
                    total -= wire[0] + wire[1] + wire[2]
                red = colour[0] * brightness >> 8
                green = colour[1] * brightness >> 8
                blue = colour[2] * brightness >> 8
                total += red + green + blue
                wire[red_at] = red
                wire[green_at] = green
                wire[blue_at] = blue
        self._total += total

    def _scale_down(self):
        """Bring a wire that exceeds the current limit within it, all channels by one scale."""
        wire = self.wire
        scale = self._budget * _SCALE_ONE // self._total
        for at in range(3 * COUNT):
            wire[at] = wire[at] * scale // _SCALE_ONE


def _views(buffer, length):
    whole = memoryview(buffer)
    return tuple([whole[at : at + length] for at in range(0, len(buffer), length)])
