"""One file for BOOTSEL: MicroPython and the program in one UF2."""
