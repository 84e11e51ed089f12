"""The stand-in for `framebuf` and the Frame on it draw what MicroPython draws, byte for byte.

This file is also the script: run by itself it prints one line of hex per drawn frame, and with
the argument "memory" (MicroPython only) the bytes that drawing a screen again allocates.
"""

from firmware.picture import icons
from firmware.picture.frame import Frame

FRAMES = 240
SHAPES_PER_FRAME = 12

TEXTS = (
    "The Marshal's turn, 12/45",
    "◄ undo  ▲ Truck ► Ship ▼ more ↵",
    "ÄÖÜ äöüß éèàçñ … → × · ± ° € − ✓ » « ● ○",
    "漢 is unknown",
    "gjpqy",
    "",
)
BIG_TEXTS = ("12:45", "-30°", "A/B+Ü", "win? 7×", "")
PICTURES = (
    icons.TRAIN,
    icons.TRUCK_USED,
    icons.SHIP,
    icons.TRAIN_LARGE,
    icons.TRUCK_LARGE,
    icons.SHIP_LARGE,
)


class Dice:
    """A pseudo-random sequence of integers that is the same under both Pythons."""

    def __init__(self, seed):
        self.state = seed & 0xFFFF

    def roll(self, low, high):
        """Return an integer from `low` to `high`, both included."""
        self.state = (self.state * 75 + 74) % 65537
        return low + self.state % (high - low + 1)


def draw(frame, dice):
    """Draw one random shape, anywhere on the frame or beyond its edges."""
    kind = dice.roll(0, 11)
    x = dice.roll(-40, 140)
    y = dice.roll(-24, 72)
    w = dice.roll(-3, 150)
    h = dice.roll(-3, 80)
    ink = dice.roll(0, 1)
    if kind == 0:
        frame.pixel(x, y, ink)
    elif kind == 1:
        frame.hline(x, y, w, ink)
    elif kind == 2:
        frame.vline(x, y, h, ink)
    elif kind == 3:
        frame.fill(x, y, w // 4, h // 4, ink)
    elif kind == 4:
        frame.outline(x, y, w, h, ink)
    elif kind in (5, 6):
        frame.text(TEXTS[dice.roll(0, len(TEXTS) - 1)], x, y, ink)
    elif kind == 7:
        frame.text_right(frame.fit(TEXTS[dice.roll(0, len(TEXTS) - 1)], w), x, y, ink)
    elif kind == 8:
        frame.text_centre(TEXTS[dice.roll(0, len(TEXTS) - 1)], x, y, w, ink)
    elif kind == 9:
        frame.big(BIG_TEXTS[dice.roll(0, len(BIG_TEXTS) - 1)], x, y, ink)
    else:
        frame.icon(PICTURES[dice.roll(0, len(PICTURES) - 1)], x, y, ink)


def drawn_lines():
    """Yield the hex of each drawn frame, with what text and big returned."""
    dice = Dice(2024)
    frame = Frame()
    for number in range(FRAMES):
        if number % 3 == 0:
            frame.clear(dice.roll(0, 1))
        for _ in range(SHAPES_PER_FRAME):
            draw(frame, dice)
        end = frame.text(TEXTS[number % len(TEXTS)], dice.roll(-20, 20), 56)
        big_end = frame.big(BIG_TEXTS[number % len(BIG_TEXTS)], dice.roll(-20, 20), 20, 0)
        picture = "".join(f"{byte:02x}" for byte in frame.buffer)
        yield f"{picture} {end} {big_end}"


def primitive_lines():
    """Yield the hex of small buffers of odd sizes after bare framebuf calls."""
    import framebuf

    dice = Dice(77)
    for _ in range(300):
        width = dice.roll(1, 20)
        height = dice.roll(1, 27)
        stride = width + dice.roll(0, 3)
        data = bytearray(stride * ((height + 7) // 8))
        canvas = framebuf.FrameBuffer(data, width, height, framebuf.MONO_VLSB, stride)
        source_width = dice.roll(1, 14)
        source_height = dice.roll(1, 20)
        source_data = bytearray(source_width * ((source_height + 7) // 8))
        for place in range(len(source_data)):
            source_data[place] = dice.roll(0, 255)
        source = framebuf.FrameBuffer(source_data, source_width, source_height, framebuf.MONO_VLSB)
        palette_data = bytearray([dice.roll(0, 1), dice.roll(0, 1)])
        palette = framebuf.FrameBuffer(palette_data, 2, 1, framebuf.MONO_VLSB)
        seen = []
        for _ in range(6):
            kind = dice.roll(0, 6)
            x = dice.roll(-15, 22)
            y = dice.roll(-22, 30)
            w = dice.roll(-2, 24)
            h = dice.roll(-2, 30)
            colour = dice.roll(0, 2)
            if kind == 0:
                canvas.fill(colour)
            elif kind == 1:
                canvas.rect(x, y, w, h, colour)
            elif kind == 2:
                canvas.rect(x, y, w, h, colour, True)
            elif kind == 3:
                canvas.pixel(x, y, colour)
                seen.append(str(canvas.pixel(x, y)))
            elif kind == 4:
                canvas.blit(source, x, y)
            elif kind == 5:
                canvas.blit(source, x, y, dice.roll(-1, 1))
            else:
                canvas.blit(source, x, y, dice.roll(-1, 1), palette)
        yield "".join(f"{byte:02x}" for byte in data) + " " + " ".join(seen)


def allocated():
    """Return (bytes allocated by drawing a screen first, by drawing it once more)."""
    import gc

    frame = Frame()

    def screen():
        frame.clear()
        frame.big("Anna 12", 0, 0)
        frame.text(TEXTS[0], 0, 20)
        frame.text(TEXTS[1], 0, 30, 0)
        frame.text_right(TEXTS[4], 128, 40)
        frame.text_centre(frame.fit(TEXTS[4], 100), 0, 50, 128)
        frame.outline(0, 0, 128, 64)
        frame.fill(3, 3, 20, 9)
        frame.hline(0, 60, 128)
        frame.pixel(3, 3, 0)
        frame.icon(icons.TRAIN, 0, 10)
        frame.icon(icons.SHIP_LARGE, 90, 10, 0)

    gc.collect()
    gc.disable()
    start = gc.mem_alloc()
    screen()
    first = gc.mem_alloc()
    screen()
    again = gc.mem_alloc()
    return first - start, again - first


def test_drawing_a_screen_again_allocates_nothing():
    from host_tools.vm import unix_micropython

    first, again = unix_micropython(__file__, "memory").decode().split()
    assert int(first) > 1000
    assert int(again) == 0


def test_both_pythons_draw_the_same_bytes():
    from host_tools.vm import unix_micropython

    theirs = unix_micropython(__file__).decode().splitlines()
    ours = list(drawn_lines()) + list(primitive_lines())
    assert len(theirs) == len(ours)
    for number, (our_line, their_line) in enumerate(zip(ours, theirs, strict=True)):
        assert our_line.rstrip() == their_line.rstrip(), f"drawing {number} differs"


def test_the_drawings_are_worth_comparing():
    pictures = [bytes.fromhex(line.split()[0]) for line in drawn_lines()]
    assert len(set(pictures)) > FRAMES * 0.9
    lit = sum(byte.bit_count() for picture in pictures for byte in picture)
    assert 0.1 < lit / (FRAMES * 8192) < 0.9


def main(words):
    """Print what the words on the command line ask for."""
    if "memory" in words:
        print(*allocated())
        return
    for line in drawn_lines():
        print(line)
    for line in primitive_lines():
        print(line)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
