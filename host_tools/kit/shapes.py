"""What a picture consists of. Two back ends draw it, `svg` and `png`, and add nothing.

Lengths are units of the picture, x to the right, y downwards; colours are `#rrggbb`.
"""

from collections import namedtuple
from functools import cache
from io import BytesIO

from PIL import ImageFont

Picture = namedtuple("Picture", "width height title shapes")

Box = namedtuple("Box", "x y width height fill edge thick radius")
Box.__doc__ = """A rectangle with round corners of `radius`; its `edge` is `thick`, half inside."""

Disc = namedtuple("Disc", "x y radius fill edge thick")

Line = namedtuple("Line", "points colour thick")
Line.__doc__ = """A line through `points`, a tuple of (x, y), with round joins and ends."""

Text = namedtuple("Text", "x y words size colour anchor")
Text.__doc__ = """One line of text; (x, y) is its middle in height and its `anchor` in width.

anchor: "start", "middle" or "end". words: characters of `LETTERS` only.
"""

# What the font that comes with Pillow can draw: the same on every machine.
LETTERS = frozenset(map(chr, range(32, 127))) | {"·", "°"}
RISE = 0.36  # from the middle of capitals down to the line they stand on, per size
_MEASURED = 100


@cache
def font(size):
    """Pillow's own font, `size` pixels high."""
    given = ImageFont.load_default(size)
    # The other layout engine depends on a library that some systems lack.
    return ImageFont.FreeTypeFont(
        BytesIO(given.font_bytes), size, layout_engine=ImageFont.Layout.BASIC
    )


def text(x, y, words, size, colour, anchor="start"):
    """A Text; ValueError for characters that the font lacks."""
    lacking = set(words) - LETTERS
    if lacking:
        raise ValueError(f"no picture can show {sorted(lacking)}, in {words!r}")
    return Text(x, y, words, size, colour, anchor)


def drawable(words):
    """The words with a question mark for every character that the font lacks."""
    return "".join([letter if letter in LETTERS else "?" for letter in words])


def text_width(words, size):
    """How wide the words are, in units, to a tenth."""
    return round(font(_MEASURED).getlength(words) * size / _MEASURED, 1)


def bounds(shape):
    """(left, top, right, bottom) of a Text or a Box."""
    if isinstance(shape, Box):
        return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    width = text_width(shape.words, shape.size)
    left = shape.x - width * {"start": 0, "middle": 0.5, "end": 1}[shape.anchor]
    half = shape.size * 0.5
    return left, shape.y - half, left + width, shape.y + half


def dashed(points, colour, thick, dash, gap):
    """A line in pieces: a list of Lines, each `dash` long with `gap` between them."""
    found = []
    drawn = True
    left = dash
    piece = [points[0]]
    for (x, y), (end_x, end_y) in zip(points, points[1:], strict=False):
        length = abs(end_x - x) + abs(end_y - y)  # all our lines are level or upright
        at = 0
        while at < length:
            step = min(left, length - at)
            at += step
            left -= step
            here = (x + (end_x - x) * at / length, y + (end_y - y) * at / length)
            piece.append(here)
            if not left:
                if drawn:
                    found.append(Line(tuple(piece), colour, thick))
                drawn = not drawn
                left = dash if drawn else gap
                piece = [here]
    if drawn and len(piece) > 1:
        found.append(Line(tuple(piece), colour, thick))
    return found
