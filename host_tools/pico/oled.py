"""An SSD1306 at the end of the wire: bytes in, the picture that the eye sees out."""

COLUMNS = 128
PAGES = 8

_CONTROL = (0x00, 0x40)  # only commands follow; only data follow
# Commands and how many bytes follow each (data sheet, chapter 9).
_FOLLOWING = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1,
    0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
    0x2E: 0, 0x40: 0, 0xA0: 0, 0xA1: 0, 0xA4: 0, 0xA6: 0, 0xAE: 0, 0xAF: 0, 0xC0: 0, 0xC8: 0,
}  # fmt: skip
# On the usual module only these show the memory whole, upright and as it is.
_UPRIGHT = {0x20: 0x00, 0xA8: 0x3F, 0xD3: 0x00, 0xDA: 0x12, 0x8D: 0x14}
_UPSIDE_DOWN = (0xA0, 0xC0)
_NOISE = b"\x55" * (COLUMNS * PAGES)
_DARK = bytes(COLUMNS * PAGES)


class Panel:
    """The controller with its glass, powered on: its memory is noise, the glass dark.

    memory    bytearray(1024): the byte at page * 128 + column
    lit       whether the glass is switched on
    contrast  0–255
    settings  {command: the byte behind it} as far as they were sent
    answers   set it to False to unplug the display
    faults    texts: what it was sent that it does not know or that spoils the picture
    """

    def __init__(self):
        self.memory = bytearray(_NOISE)
        self.lit = False
        self.contrast = 127
        self.settings = {}
        self.answers = True
        self.faults = []
        self._columns = (0, COLUMNS - 1)
        self._pages = (0, PAGES - 1)
        self._column = 0
        self._page = 0
        self._control = None
        self._command = None
        self._arguments = []

    @property
    def shown(self):
        """The 1,024 bytes that the eye sees, dark while it is switched off."""
        return bytes(self.memory) if self.lit else _DARK

    def begin(self):
        """The bus starts a transfer to this display."""
        self._control = None
        self._command = None

    def take(self, byte):
        """A byte arrives, the control byte of the transfer first."""
        if self._control is None:
            self._control = byte
            if byte not in _CONTROL:
                self.faults.append(f"display: unknown control byte {byte:#04x}")
        elif self._control == 0x40:
            self._store(byte)
        elif self._control == 0x00:
            self._take_command(byte)

    def end(self):
        """The transfer is over."""
        if self._command is not None:
            self.faults.append(f"display: command {self._command:#04x} was cut off")

    def _store(self, byte):
        self.memory[self._page * COLUMNS + self._column] = byte
        self._column += 1
        if self._column > self._columns[1]:
            self._column = self._columns[0]
            self._page = self._page + 1 if self._page < self._pages[1] else self._pages[0]

    def _take_command(self, byte):
        if self._command is None:
            if byte not in _FOLLOWING:
                self.faults.append(f"display: unknown command {byte:#04x}")
                return
            self._command = byte
            self._arguments = []
        else:
            self._arguments.append(byte)
        if len(self._arguments) == _FOLLOWING[self._command]:
            self._obey(self._command, *self._arguments)
            self._command = None

    def _obey(self, command, *arguments):
        if command in (0xAE, 0xAF):
            self.lit = command == 0xAF
        elif command == 0x81:
            self.contrast = arguments[0]
        elif command == 0x21:
            self._columns = self._window(arguments, COLUMNS, "columns")
            self._column = self._columns[0]
        elif command == 0x22:
            self._pages = self._window(arguments, PAGES, "pages")
            self._page = self._pages[0]
        elif command in _UPSIDE_DOWN:
            self.faults.append(f"display: command {command:#04x} turns the picture")
        elif arguments:
            self.settings[command] = arguments[0]
            if _UPRIGHT.get(command, arguments[0]) != arguments[0]:
                self.faults.append(
                    f"display: command {command:#04x} with {arguments[0]:#04x} spoils the picture"
                )

    def _window(self, ends, size, what):
        if not ends[0] <= ends[1] < size:
            self.faults.append(f"display: {what} {ends[0]} to {ends[1]} are no window")
            return 0, size - 1
        return ends
