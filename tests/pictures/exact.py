"""Pictures kept for comparing: every pixel and every LED exactly, in an ordinary PNG.

The image is 140 x 64 RGB: the display at (0, 0), one pixel each, white or black; the 64 logical
colours of the matrix as an 8 x 8 block at (132, 0); grey everywhere else.
"""

from PIL import Image

from host_tools.picture import HEIGHT, LEDS, WIDTH, is_lit

SIZE = (140, 64)
MATRIX_AT = (132, 0)
_LIT = (255, 255, 255)
_DARK = (0, 0, 0)
_BETWEEN = (128, 128, 128)


def exact_png(frame, colours, path):
    """Write a frame (1,024 bytes) and its colours (192 bytes) to `path`."""
    image = Image.new("RGB", SIZE, _BETWEEN)
    for y in range(HEIGHT):
        for x in range(WIDTH):
            image.putpixel((x, y), _LIT if is_lit(frame, x, y) else _DARK)
    matrix = Image.frombytes("RGB", (LEDS, LEDS), bytes(colours))
    image.paste(matrix, MATRIX_AT)
    image.save(path, "PNG", optimize=True)


def read_exact_png(path):
    """(frame bytes, colours bytes) of a picture that `exact_png` wrote.

    Raises ValueError where the image has another size, or a display pixel is neither black nor
    white: a picture edited by hand must not pass for what a device showed.
    """
    with Image.open(path) as opened:
        image = opened.convert("RGB")
    if image.size != SIZE:
        raise ValueError(f"{path}: {image.size[0]} x {image.size[1]}, not {SIZE[0]} x {SIZE[1]}")
    frame = bytearray(WIDTH * HEIGHT // 8)
    for y in range(HEIGHT):
        for x in range(WIDTH):
            pixel = image.getpixel((x, y))
            if pixel == _LIT:
                frame[(y >> 3) * WIDTH + x] |= 1 << (y & 7)
            elif pixel != _DARK:
                raise ValueError(f"{path}: display pixel {x}, {y} is {pixel}")
    left, top = MATRIX_AT
    matrix = image.crop((left, top, left + LEDS, top + LEDS))
    return bytes(frame), matrix.tobytes()
