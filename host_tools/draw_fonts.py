"""Compile the drawings under host_tools/art into font.py and icons.py of firmware/picture.

Run ``python -m host_tools.draw_fonts`` after editing a drawing. The result depends on the
drawings alone, so a second run changes nothing.
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ART = ROOT / "host_tools" / "art"

SMALL_HEIGHT = 8
BIG_HEIGHT = 14
PRINTABLE_ASCII = "".join(chr(code) for code in range(32, 127))


class DrawingError(ValueError):
    """A drawing that cannot be compiled; the text gives the file, the line and the reason."""


def read_drawings(text, source, height):
    """Return [(name, rows)] in the order of the text; every drawing gets `height` rows.

    `rows` are strings of "#" and ".", all of one length. Blocks drawn with fewer rows are
    continued with dark ones. Raises DrawingError with `source` and the line's number.
    """
    drawings = {}
    block = []
    rows_in_block = 0

    def close_block(number):
        if not block:
            return
        if rows_in_block == 0 or rows_in_block > height:
            raise DrawingError(f"{source}:{number}: {rows_in_block} rows, expected 1..{height}")
        for name in block:
            rows = drawings[name]
            rows.extend(["." * len(rows[0])] * (height - rows_in_block))

    number = 0
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith(";"):
            continue
        if line.startswith("= "):
            close_block(number - 1)
            block = [" " if name == "space" else name for name in line[2:].split()]
            rows_in_block = 0
            for name in block:
                if name in drawings:
                    raise DrawingError(f"{source}:{number}: {name!r} is drawn twice")
                drawings[name] = []
            continue
        cells = line.split()
        if len(cells) != len(block):
            raise DrawingError(f"{source}:{number}: {len(cells)} cells for {len(block)} names")
        rows_in_block += 1
        for name, cell in zip(block, cells, strict=True):
            rows = drawings[name]
            if set(cell) - {"#", "."}:
                raise DrawingError(f"{source}:{number}: only '#' and '.' draw, not {cell!r}")
            if rows and len(rows[0]) != len(cell):
                raise DrawingError(f"{source}:{number}: {name!r} changes its width")
            rows.append(cell)
    close_block(number)
    return list(drawings.items())


def as_pages(rows, stride=0):
    """Return the drawing as MONO_VLSB bytes: page after page of column bytes, LSB on top.

    Every page is `stride` bytes long (0: as wide as the drawing).
    """
    width = len(rows[0])
    stride = stride or width
    pages = (len(rows) + 7) // 8
    data = bytearray(pages * stride)
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            if cell == "#":
                data[(y >> 3) * stride + x] |= 1 << (y & 7)
    return bytes(data)


def bytes_lines(data):
    """Return the bytes `data` as lines of adjacent Python literals, sixteen bytes a line."""
    return [
        '    b"' + "".join(f"\\x{byte:02x}" for byte in data[start : start + 16]) + '"'
        for start in range(0, len(data), 16)
    ]


def font_section(name, drawings, height, gap, capitals=False):
    """Return the source of one font, laid out as FONT_HEAD says.

    `gap` is in columns. With `capitals` small letters without a drawing show their capitals.
    """
    drawn = dict(drawings)
    glyphs = sorted(drawn)

    def shown(char):
        if char not in drawn and capitals and len(char.upper()) == 1:
            char = char.upper()
        return char if char in drawn else "?"

    extra = sorted(char for char in drawn if char > "\x7f")
    if capitals:
        extra = sorted({*extra, *(char.lower() for char in extra)})
    numbered = [chr(code) for code in range(128)] + extra
    stride = max(len(rows[0]) for rows in drawn.values())
    data = b"".join(as_pages(drawn[char], stride) for char in glyphs)
    return "\n".join(
        [
            f"{name} = (",
            f"    {height},",
            f"    {stride},",
            f"    {gap},",
            *number_lines(extra),
            *value_lines(bytes(glyphs.index(shown(char)) for char in numbered)),
            *value_lines(bytes(len(drawn[char][0]) + gap for char in glyphs)),
            *value_lines(data),
            ")",
        ]
    )


def value_lines(data):
    """Return the bytes `data` as lines of one value in a tuple."""
    lines = bytes_lines(data)
    lines[-1] += ","
    return lines


def number_lines(extra):
    """Return the numbers of the characters `extra`, which follow those of ASCII, as a dict."""
    lines = []
    for start in range(0, len(extra), 6):
        chars = extra[start : start + 6]
        pairs = [f"0x{ord(char):04X}: {128 + start + at}," for at, char in enumerate(chars)]
        lines.append(f"        {' '.join(pairs)}  # {''.join(chars)}")
    return ["    {", *lines, "    },"]


FONT_HEAD = '''"""Glyphs of the two fonts, compiled from host_tools/art by host_tools/draw_fonts.py.

Do not edit: change the drawings and run ``python -m host_tools.draw_fonts``.

A font is a tuple:

    height    in pixels
    stride    bytes of one page of a glyph in DATA
    gap       dark columns between two glyphs
    EXTRA     {code point: number} of the characters beyond ASCII; those of ASCII are their own
              numbers
    GLYPH_OF  the glyph of each number; what the font lacks shows the question mark
    ADVANCES  the width of each glyph and the gap after it, in pixels
    DATA      the glyphs: MONO_VLSB pages of `stride` columns, page after page
"""
'''

ICONS_HEAD = '''"""Icons, compiled from host_tools/art/icons.txt by host_tools/draw_fonts.py.

Do not edit: change the drawings and run ``python -m host_tools.draw_fonts``.

An icon is a tuple (width, height, bytes): pixels, pixels, MONO_VLSB pages of `width` columns.
"""
'''


def font_source():
    """Return the text of firmware/picture/font.py."""
    small = read_drawings(
        (ART / "font_small.txt").read_text("utf-8"), "font_small.txt", SMALL_HEIGHT
    )
    big = read_drawings((ART / "font_big.txt").read_text("utf-8"), "font_big.txt", BIG_HEIGHT)
    return "\n".join(
        [
            FONT_HEAD,
            font_section("SMALL", small, SMALL_HEIGHT, 1),
            "",
            font_section("BIG", big, BIG_HEIGHT, 2, capitals=True),
            "",
        ]
    )


def read_icons():
    """Return [(name, rows)] of all icons; those of one block share its height."""
    text = (ART / "icons.txt").read_text("utf-8")
    icons = []
    for block in text.split("\n= ")[1:]:
        height = len([line for line in block.splitlines()[1:] if line.strip()])
        icons.extend(read_drawings("= " + block, "icons.txt", height))
    return icons


def icons_source():
    """Return the text of firmware/picture/icons.py."""
    lines = [ICONS_HEAD]
    for name, rows in read_icons():
        width, height = len(rows[0]), len(rows)
        data = as_pages(rows)
        if len(data) <= 16:
            lines.append(f"{name} = ({width}, {height}, {bytes_lines(data)[0].strip()})")
        else:
            lines += [f"{name} = (", f"    {width},", f"    {height},", *value_lines(data), ")"]
    return "\n".join(lines) + "\n"


def main():
    """Write both modules; print their names."""
    for name, source in (("font.py", font_source()), ("icons.py", icons_source())):
        path = ROOT / "firmware" / "picture" / name
        path.write_text(source, "utf-8")
        print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
