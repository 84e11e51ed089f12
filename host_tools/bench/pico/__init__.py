"""What the design asks of a Pico, measured on the emulated one."""
