"""What keeps the emulated Pico from running; each text ends with what would help."""


class NoPico(Exception):
    """There is nothing to emulate with, or what was given does not run."""


class NoPicture(NoPico):
    """It runs, and the display stays dark."""
