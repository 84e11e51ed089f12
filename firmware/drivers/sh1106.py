"""SH1106, the controller of most 1.3 inch OLED modules: 132 columns, page addressing only."""

from firmware import kit
from firmware.drivers.oled import Oled

COLUMN_OFFSET = 2  # the 128 columns of the glass are 2..129 of the controller's 132


class SH1106(Oled):
    """See Oled. Commands and their numbers: SH1106 data sheet, chapter on commands."""

    INIT = bytes(
        (
            0x00,  # control byte: only commands follow
            0xAE,  # panel off
            0xD5, 0x80,  # clock: divide by 1, middle frequency
            0xA8, 0x3F,  # 64 rows
            0xD3, 0x00,  # no vertical offset
            0x40,  # first row of the memory on top
            0xAD, 0x8B,  # DC-DC converter on: the module gets 3.3 V only
            0xA1, 0xC8,  # the glass is mounted upside down on the modules
            0xDA, 0x12,  # rows alternate between both sides
            0xD9, 0x22,  # pre-charge, as after reset
            0xDB, 0x35,  # deselect level, as after reset
            0xA4, 0xA6,  # show the memory, 1 = lit
        )
    )  # fmt: skip

    def __init__(self, i2c, address=kit.DISPLAY_ADDRESS):
        # Control byte, page, low and high half of the column.
        self._position = bytearray((0x00, 0xB0, 0x00, 0x10))
        super().__init__(i2c, address)

    def _point(self, page, first, last):
        column = first + COLUMN_OFFSET
        self._position[1] = 0xB0 | page
        self._position[2] = column & 0x0F
        self._position[3] = 0x10 | column >> 4
        self._i2c.writeto(self._address, self._position)
