"""Pictures of what the device shows: as text for terminals and tests, as PNG for people.

A frame is the 1024 bytes of `firmware.picture.frame.Frame.buffer`; colours are 192 bytes, red,
green and blue of the 64 LEDs, row by row from the top left one.
"""

WIDTH = 128
HEIGHT = 64
LEDS = 8

_HALF_BLOCKS = " ▀▄█"

_HOUSING = (34, 36, 40)
_HOUSING_EDGE = (58, 61, 67)
_GLASS = (4, 5, 8)
_DARK_PIXEL = (9, 11, 16)
_LIT_PIXEL = (205, 228, 255)
_LIT_GRID = (120, 138, 165)
_MATRIX_BOARD = (16, 17, 19)
_LED_OFF = (27, 28, 30)
_EYE_GAMMA = 2.4
_EYE_FLOOR = 50


def is_lit(buffer, x, y):
    """Tell whether pixel (x, y) of the frame `buffer` is lit."""
    return bool(buffer[(y >> 3) * WIDTH + x] >> (y & 7) & 1)


def as_text(buffer):
    """Return the frame as 32 lines of 128 characters, two pixel rows in each line."""
    lines = []
    for y in range(0, HEIGHT, 2):
        page = (y >> 3) * WIDTH
        shift = y & 7
        columns = buffer[page : page + WIDTH]
        lines.append("".join(_HALF_BLOCKS[column >> shift & 3] for column in columns))
    return lines


def eye_colour(red, green, blue):
    """Return the colour (0..255 each) a screen has to show for an LED driven with this one.

    LEDs are linear and outshine a screen: the dimmest is seen at once, while a screen shows the
    same number as black. The strongest channel is raised, the hue is kept.
    """
    strongest = max(red, green, blue)
    if not strongest:
        return _LED_OFF
    seen = _EYE_FLOOR + (255 - _EYE_FLOOR) * (strongest / 255) ** (1 / _EYE_GAMMA)
    return tuple(round(channel * seen / strongest) for channel in (red, green, blue))


def face_image(buffer, colours, scale=6):
    """Return a Pillow image of the device's face, `scale` screen pixels per display pixel."""
    from PIL import Image, ImageChops, ImageDraw, ImageFilter

    margin = 10 * scale
    bezel = 4 * scale
    glass_width = WIDTH * scale + 2 * bezel
    glass_height = HEIGHT * scale + 2 * bezel
    side = glass_height
    size = (3 * margin + glass_width + side, 2 * margin + glass_height)
    image = Image.new("RGB", size, _HOUSING)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle(
        (scale, scale, size[0] - 1 - scale, size[1] - 1 - scale),
        radius=4 * scale,
        outline=_HOUSING_EDGE,
        width=max(1, scale // 2),
    )

    draw.rounded_rectangle(
        (margin, margin, margin + glass_width - 1, margin + glass_height - 1),
        radius=2 * scale,
        fill=_GLASS,
        outline=_HOUSING_EDGE,
        width=max(1, scale // 3),
    )
    # A thin grid shows between the pixels, as on the real glass; lit ones shine into it.
    core = scale - 2 if scale > 2 else scale - 1
    for y in range(HEIGHT):
        for x in range(WIDTH):
            left = margin + bezel + x * scale
            top = margin + bezel + y * scale
            lit = is_lit(buffer, x, y)
            cell = (left, top, left + scale - 1, top + scale - 1)
            draw.rectangle(cell, fill=_LIT_GRID if lit else _GLASS)
            cell = (left, top, left + core, top + core)
            draw.rectangle(cell, fill=_LIT_PIXEL if lit else _DARK_PIXEL)

    left = 2 * margin + glass_width
    draw.rounded_rectangle(
        (left, margin, left + side - 1, margin + side - 1),
        radius=2 * scale,
        fill=_MATRIX_BOARD,
        outline=_HOUSING_EDGE,
        width=max(1, scale // 3),
    )
    pitch = (side - 2 * bezel) / LEDS
    glow = Image.new("RGB", size)
    glow_draw = ImageDraw.Draw(glow)
    leds = []
    for number in range(LEDS * LEDS):
        rgb = tuple(colours[number * 3 : number * 3 + 3])
        centre_x = left + bezel + (number % LEDS + 0.5) * pitch
        centre_y = margin + bezel + (number // LEDS + 0.5) * pitch
        leds.append((centre_x, centre_y, eye_colour(*rgb)))
        if any(rgb):
            _disc(glow_draw, centre_x, centre_y, pitch * 0.42, leds[-1][2])
    # The light around an LED, added to whatever it falls on.
    glow = glow.filter(ImageFilter.GaussianBlur(pitch * 0.22))
    image = ImageChops.add(image, glow.point([value // 2 for value in range(256)] * 3))
    draw = ImageDraw.Draw(image)
    for centre_x, centre_y, colour in leds:
        _disc(draw, centre_x, centre_y, pitch * 0.33, colour)
    return image


def face_png(buffer, colours, path, scale=6):
    """Write a picture of the device's face to `path` as PNG (needs Pillow)."""
    face_image(buffer, colours, scale).save(path, "PNG")


def _disc(draw, centre_x, centre_y, radius, colour):
    draw.ellipse(
        (centre_x - radius, centre_y - radius, centre_x + radius, centre_y + radius), fill=colour
    )
