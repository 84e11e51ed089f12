"""A picture as SVG."""

from html import escape

from host_tools.kit.shapes import RISE, Box, Disc, Line, Text, text_width

# The first that is there; textLength makes up for what is wider or narrower in another.
FONTS = "Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif"


def draw(picture):
    """The text of an SVG file that shows a Picture on a white ground."""
    width, height = picture.width, picture.height
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="297mm" height="{297 * height / width:.1f}mm" font-family="{FONTS}">',
        f"<title>{escape(picture.title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    lines += [_DRAWN[type(shape)](shape) for shape in picture.shapes]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _box(box):
    return (
        f'<rect x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}" '
        f'rx="{box.radius:g}" fill="{box.fill}" stroke="{box.edge}" stroke-width="{box.thick:g}"/>'
    )


def _disc(disc):
    return (
        f'<circle cx="{disc.x:g}" cy="{disc.y:g}" r="{disc.radius:g}" fill="{disc.fill}" '
        f'stroke="{disc.edge}" stroke-width="{disc.thick:g}"/>'
    )


def _line(line):
    points = " ".join([f"{x:g},{y:g}" for x, y in line.points])
    return (
        f'<polyline points="{points}" fill="none" stroke="{line.colour}" '
        f'stroke-width="{line.thick:g}" stroke-linejoin="round" stroke-linecap="round"/>'
    )


def _text(text):
    width = text_width(text.words, text.size)
    return (
        f'<text x="{text.x:g}" y="{text.y + text.size * RISE:g}" font-size="{text.size:g}" '
        f'fill="{text.colour}" text-anchor="{text.anchor}" textLength="{width:g}" '
        f'lengthAdjust="spacingAndGlyphs">{escape(text.words)}</text>'
    )


_DRAWN = {Box: _box, Disc: _disc, Line: _line, Text: _text}
