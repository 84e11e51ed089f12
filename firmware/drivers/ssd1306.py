"""SSD1306, the controller of most 0.96 inch OLED modules, in horizontal addressing mode."""

from firmware import kit
from firmware.drivers.oled import PAGES, Oled


class SSD1306(Oled):
    """See Oled. Commands and their numbers: SSD1306 data sheet, chapters 9 and 10."""

    INIT = bytes(
        (
            0x00,  # control byte: only commands follow
            0xAE,  # panel off
            0xD5, 0x80,  # clock: divide by 1, middle frequency
            0xA8, 0x3F,  # 64 rows
            0xD3, 0x00,  # no vertical offset
            0x40,  # first row of the memory on top
            0x8D, 0x14,  # charge pump on: the module gets 3.3 V only
            0x20, 0x00,  # horizontal addressing
            0xA1, 0xC8,  # the glass is mounted upside down on the modules
            0xDA, 0x12,  # rows alternate between both sides
            0xD9, 0xF1,  # pre-charge, as advised with the charge pump
            0xDB, 0x40,  # deselect level
            0x2E,  # no scrolling
            0xA4, 0xA6,  # show the memory, 1 = lit
        )
    )  # fmt: skip

    def __init__(self, i2c, address=kit.DISPLAY_ADDRESS):
        # Control byte, columns from..to, pages from..to.
        self._window = bytearray((0x00, 0x21, 0, 127, 0x22, 0, PAGES - 1))
        self._expected_page = -1
        super().__init__(i2c, address)

    def forget(self):
        self._expected_page = -1
        super().forget()

    def _point(self, page, first, last):
        window = self._window
        # The controller steps to the same columns of the next page by itself, and from the last
        # page back to the first of the window: then there is nothing to say.
        if page != self._expected_page or first != window[2] or last != window[3]:
            window[2] = first
            window[3] = last
            window[5] = page
            self._i2c.writeto(self._address, window)
        self._expected_page = page + 1 if page + 1 < PAGES else window[5]
