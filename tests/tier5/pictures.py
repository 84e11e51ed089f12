"""The golden pictures, as the emulated Pico shows them."""

from firmware.picture.pixels import Pixels
from tests.pictures.exact import read_exact_png
from tests.pictures.update import GOLDEN


def golden(name):
    """(the 1,024 bytes on the display, the 192 bytes on the wire) of a golden picture."""
    frame, colours = read_exact_png(GOLDEN / f"{name}.png")
    pixels = Pixels()
    pixels.colours[:] = colours
    pixels.update()
    return frame, bytes(pixels.wire)
