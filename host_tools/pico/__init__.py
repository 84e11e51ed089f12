"""An emulated Pico: the unmodified MicroPython for the board runs our firmware on a PC."""
