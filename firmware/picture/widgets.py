"""Pieces that screens are drawn with: title, bottom line, list, notice.

The display has a title bar (y 0–8), room for five rows of 9 px (y 10–54), and the bottom line
(y 56–63) that always says what the keys do.
"""

from firmware.picture.frame import WIDTH

ARROWS = "◄▲►▼"
TOP = 10
ROW = 9
ROWS = 5
BOTTOM = 56
_BOTTOM_PAGE = BOTTOM // 8


def title(frame, left, right=""):
    """The bright bar at the top, with `left` cut where it would run into `right`.

    A frame that is marked shows a `!` there: what is played is not being saved. The bar is drawn
    before anything else: what it covers of the second page is kept with it.
    """
    if frame.mark:
        left = "! " + left
    key = (left, right)
    if frame.recall(0, key) and frame.recall(1, key):
        return
    frame.fill(0, 0, WIDTH, 9)
    room = WIDTH - 4
    if right:
        frame.text_right(right, WIDTH - 2, 1, 0)
        room -= frame.text_width(right) + 4
    frame.text(frame.fit(left, room), 2, 1, 0)
    frame.keep(0, key)
    frame.keep(1, key)


def bottom(frame, text):
    """The line that says what the keys do."""
    if not frame.recall(_BOTTOM_PAGE, text):
        frame.text_centre(frame.fit(text, WIDTH), 0, BOTTOM, WIDTH)
        frame.keep(_BOTTOM_PAGE, text)


def row(frame, y, left, right="", chosen=False, width=WIDTH):
    """One row of a list, `width` px wide; the chosen one is bright."""
    ink = 1
    if chosen:
        frame.fill(0, y, width, ROW)
        ink = 0
    room = width - 4
    if right:
        right = frame.fit(right, width - 48)
        frame.text_right(right, width - 2, y + 1, ink)
        room -= frame.text_width(right) + 4
    frame.text(frame.fit(left, room), 2, y + 1, ink)


def rows(frame, count, chosen, row_at):
    """Those of `count` rows that fit, the chosen one among them, `row_at(at)` gives their texts.

    Small marks at the right edge tell of rows hidden above or below.
    """
    first = max(0, min(chosen - ROWS // 2, count - ROWS))
    width = WIDTH - 3 if count > ROWS else WIDTH
    for at in range(first, min(first + ROWS, count)):
        left, right = row_at(at)
        row(frame, TOP + ROW * (at - first), left, right, at == chosen, width)
    if first > 0:
        frame.fill(WIDTH - 2, TOP, 2, 3)
    if first + ROWS < count:
        frame.fill(WIDTH - 2, TOP + ROW * ROWS - 4, 2, 3)


def wrapped(frame, text, width=WIDTH - 4):
    """`text` broken at blanks into lines of at most `width` px; an arrow stays with its word."""
    lines = []
    line = ""
    arrow = ""
    for word in text.split(" "):
        word = arrow + word
        arrow = ""
        if word in ARROWS:
            arrow = word + " "
            continue
        longer = line + " " + word if line else word
        if line and frame.text_width(longer) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    lines.append(line)
    return lines



def notice(frame, text):
    """A message above the bottom line, as high as it needs to be."""
    lines = wrapped(frame, text)[: ROWS - 1]
    height = ROW * len(lines) + 2
    top = BOTTOM - 1 - height
    frame.fill(0, top - 1, WIDTH, height + 2, 0)
    frame.fill(0, top, WIDTH, height)
    for at in range(len(lines)):
        frame.text(frame.fit(lines[at], WIDTH - 4), 2, top + 2 + ROW * at, 0)
