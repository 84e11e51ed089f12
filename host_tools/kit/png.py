"""A picture as PNG, through Pillow."""

import hashlib
from io import BytesIO

from PIL import Image, ImageChops, ImageDraw, ImageStat
from PIL.PngImagePlugin import PngInfo

from host_tools.kit.shapes import RISE, Box, Disc, Line, Text, font

SCALE = 2  # pixels per unit
_FINER = 2  # drawn so many times larger first, for smooth edges
_COLOURS = 256
_MARK = "drawing"  # the key of the PNG's text that says what is drawn
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}
# Mean difference of two pictures, 0..255, that font and zlib versions may make.
_TOLERANCE = 1.0


def draw(picture):
    """The bytes of a PNG file that shows a Picture on a white ground."""
    image = _image(picture).quantize(_COLOURS, dither=Image.Dither.NONE)
    info = PngInfo()
    info.add_text("Title", picture.title)
    info.add_text(_MARK, _digest(picture))
    data = BytesIO()
    image.save(data, "PNG", pnginfo=info, optimize=True)
    return data.getvalue()


def shows(data, picture):
    """Whether the bytes of a PNG file show that Picture.

    They need not be equal to what `draw` gives: another version of the libraries packs the same
    pixels, or smooths a letter, in another way.
    """
    try:
        with Image.open(BytesIO(data)) as found:
            if found.info.get(_MARK) != _digest(picture):
                return False
            found = found.convert("RGB")
    except (OSError, SyntaxError):
        return False
    wanted = _image(picture)
    if found.size != wanted.size:
        return False
    return max(ImageStat.Stat(ImageChops.difference(found, wanted)).mean) < _TOLERANCE


def _digest(picture):
    return hashlib.sha256(repr(tuple(picture)).encode()).hexdigest()


def _image(picture):
    scale = SCALE * _FINER
    image = Image.new("RGB", (picture.width * scale, picture.height * scale), "#ffffff")
    canvas = ImageDraw.Draw(image)
    for shape in picture.shapes:
        _DRAWN[type(shape)](canvas, shape, scale)
    return image.reduce(_FINER)


def _box(canvas, box, scale):
    half = box.thick / 2
    # Pillow's edges lie inside the corners, SVG's on them.
    corners = (box.x - half, box.y - half, box.x + box.width + half, box.y + box.height + half)
    canvas.rounded_rectangle(
        _scaled(corners, scale),
        radius=(box.radius + half) * scale if box.radius else 0,
        fill=box.fill,
        outline=box.edge,
        width=round(box.thick * scale),
    )


def _disc(canvas, disc, scale):
    radius = disc.radius + disc.thick / 2
    corners = (disc.x - radius, disc.y - radius, disc.x + radius, disc.y + radius)
    canvas.ellipse(
        _scaled(corners, scale), fill=disc.fill, outline=disc.edge, width=round(disc.thick * scale)
    )


def _line(canvas, line, scale):
    points = [(x * scale, y * scale) for x, y in line.points]
    canvas.line(points, fill=line.colour, width=round(line.thick * scale))
    radius = line.thick * scale / 2
    for x, y in points:
        canvas.ellipse((x - radius, y - radius, x + radius, y + radius), fill=line.colour)


def _text(canvas, text, scale):
    place = (text.x * scale, (text.y + text.size * RISE) * scale)
    canvas.text(
        place,
        text.words,
        fill=text.colour,
        font=font(round(text.size * scale)),
        anchor=_ANCHORS[text.anchor],
    )


def _scaled(corners, scale):
    left, top, right, bottom = [round(value * scale) for value in corners]
    return left, top, right - 1, bottom - 1


_DRAWN = {Box: _box, Disc: _disc, Line: _line, Text: _text}
