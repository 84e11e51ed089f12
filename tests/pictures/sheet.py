"""Contact sheets: many faces of the device on one picture, for the eye."""

from PIL import Image, ImageDraw

from host_tools.picture import face_image

COLUMNS = 2
ROWS = 6
_CAPTION = 16  # px above each face
_PAPER = (245, 245, 242)
_INK = (20, 20, 20)


def sheets(pictures, folder, scale=3):
    """Write `pictures`, a list of (caption, frame, colours), to `folder` (a Path), a dozen each.

    Returns the paths.
    """
    paths = []
    for start in range(0, len(pictures), COLUMNS * ROWS):
        path = folder / f"sheet_{len(paths) + 1:02d}.png"
        side_by_side(pictures[start : start + COLUMNS * ROWS], path, scale)
        paths.append(path)
    return paths


def side_by_side(pictures, path, scale=3):
    """Write one picture with a captioned face for each (caption, frame, colours)."""
    faces = [face_image(frame, colours, scale) for _, frame, colours in pictures]
    width, height = faces[0].size
    height += _CAPTION
    rows = -(-len(faces) // COLUMNS)
    page = Image.new("RGB", (width * min(len(faces), COLUMNS), height * rows), _PAPER)
    draw = ImageDraw.Draw(page)
    for at, face in enumerate(faces):
        left, top = at % COLUMNS * width, at // COLUMNS * height
        draw.text((left + 4, top + 2), pictures[at][0], fill=_INK)
        page.paste(face, (left, top + _CAPTION))
    page.save(path, "PNG")
