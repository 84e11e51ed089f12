"""What the device shows, as characters alone: for terminals of any width, logs and pipes.

Frame and colours are those of `host_tools.picture`.
"""

from host_tools.picture import HEIGHT, LEDS, WIDTH, as_text, is_lit

_BRAILLE = 0x2800
# The bits of a braille character, which is two dots wide and four high.
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_DIM = 128  # a channel below this makes a small letter
_HUES = (
    ((255, 0, 40), "R"),
    ((255, 112, 0), "O"),
    ((255, 220, 0), "Y"),
    ((0, 255, 64), "G"),
    ((0, 200, 255), "C"),
    ((0, 64, 255), "B"),
    ((200, 0, 255), "V"),
    ((255, 255, 255), "W"),
)
LEGEND = (
    "LEDs: Red Orange Yellow Green Cyan Blue Violet White",
    "      a small letter is dim, a dot is dark",
)


def as_braille(buffer):
    """Return the frame as 16 lines of 64 braille characters: every dot is a pixel."""
    lines = []
    for top in range(0, HEIGHT, 4):
        line = ""
        for left in range(0, WIDTH, 2):
            dots = 0
            for y in range(4):
                for x in range(2):
                    if is_lit(buffer, left + x, top + y):
                        dots |= _DOTS[y][x]
            line += chr(_BRAILLE + dots)
        lines.append(line)
    return lines


def led_letter(red, green, blue):
    """Return a letter for the hue of an LED (0..255 a channel), small when dim, "·" when dark."""
    strongest = max(red, green, blue)
    if not strongest:
        return "·"

    def distance(hue):
        pairs = zip((red, green, blue), hue[0], strict=True)
        return sum((channel * 255 // strongest - other) ** 2 for channel, other in pairs)

    letter = min(_HUES, key=distance)[1]
    return letter if strongest >= _DIM else letter.lower()


def led_lines(colours, gap=" "):
    """Return the matrix as 8 lines, a letter an LED, `gap` between them."""
    letters = [led_letter(*colours[at : at + 3]) for at in range(0, len(colours), 3)]
    return [gap.join(letters[at : at + LEDS]) for at in range(0, len(letters), LEDS)]


def face_lines(buffer, colours, width):
    """Return display and matrix side by side as lines of at most `width` characters.

    Half blocks where they fit, else braille; no line is shorter than that allows (76).
    """
    leds = led_lines(colours)
    beside = len("││  ") + len(leds[0])
    if width >= WIDTH + beside:
        lines = as_text(buffer)
    else:
        lines = as_braille(buffer)
        if width < WIDTH // 2 + beside:
            leds = led_lines(colours, "")
    bar = "─" * len(lines[0])
    top = len(lines) // 2 - LEDS // 2
    rows = ["┌" + bar + "┐"]
    for at, line in enumerate(lines):
        row = leds[at - top] if top <= at < top + LEDS else ""
        rows.append(("│" + line + "│  " + row).rstrip())
    rows.append("└" + bar + "┘")
    return rows
