"""The row of hideouts on the display and on the matrix."""

from firmware.picture.frame import WIDTH
from firmware.picture.palette import dimmed
from shared_engine.games.fugitive import ESCAPE

HEIGHT = 28  # px
IN_SIGHT = 16  # hideouts
_LINE = 8  # hideouts
_CELL = WIDTH // _LINE
_BOX = (_CELL - 2, 11)
_MOST_TICKS = _BOX[0] // 2
_LIT_ROW = 3  # of the matrix


def draw_row(frame, hideouts, y, chosen=0):
    """Draw two lines of hideouts from `y` on, HEIGHT px high.

    A revealed one is its number with a tick for each sprint card below; a hidden one is a box with
    the sprint cards in it, or "?" without any. chosen: the position (from 1) that is bright. Of a
    longer row the end is shown, or the part around the chosen one.
    """
    first = _first(len(hideouts), chosen)
    last = min(first + IN_SIGHT, len(hideouts))
    for at in range(first, last):
        place = at - first
        _draw_cell(
            frame,
            hideouts[at],
            place % _LINE * _CELL,
            y + place // _LINE * (HEIGHT // 2),
            at == chosen - 1,
        )
    if first:
        frame.fill(0, y - 1, 3, 1)
    if last < len(hideouts):
        frame.fill(WIDTH - 3, y + HEIGHT - 2, 3, 1)


def _first(length, chosen):
    """The first entry (from 0) of a row in sight; the lines stay where they are."""
    first = max(length - IN_SIGHT, 0)
    first += -first % _LINE
    if chosen:
        first = min(first, (chosen - 1) // _LINE * _LINE)
    return first


def _draw_cell(frame, hideout, x, y, bright):
    sprints, number, _ = hideout
    width, height = _BOX
    ink = 1
    if bright:
        frame.fill(x, y, width, height)
        ink = 0
    if number is None:
        if not bright:
            frame.outline(x, y, width, height)
        # Two digits fill the box without their sign; ticks say that they are no number.
        text = ("+" if sprints < 10 else "") + str(sprints) if sprints else "?"
        frame.text_centre(text, x, y + 2, width, ink)
        if sprints >= 10:
            _draw_ticks(frame, sprints, x, y)
        return
    frame.text_centre(str(number), x, y + 2, width, ink)
    _draw_ticks(frame, sprints, x, y)


def _draw_ticks(frame, sprints, x, y):
    width, height = _BOX
    ticks = min(sprints, _MOST_TICKS)
    left = x + (width - 2 * ticks + 1) // 2
    for tick in range(ticks):
        frame.vline(left + 2 * tick, y + height, 2)


def light_row(pixels, hideouts, palette):
    """Light two rows of the matrix for every eight hideouts, from row 4 on: hideouts, sprint cards.

    Hidden ones are bright, revealed ones dim, the escape is as bright as a turn; the more sprint
    cards, the brighter.
    """
    first = _first(len(hideouts), 0)
    for at in range(first, len(hideouts)):
        sprints, number, _ = hideouts[at]
        x = (at - first) % _LINE
        y = _LIT_ROW + (at - first) // _LINE * 2
        if number == ESCAPE:
            pixels.set(x, y, palette.turn)
        else:
            pixels.set(x, y, palette.hideout if number is None else dimmed(palette.hideout, 12))
        if sprints:
            pixels.set(x, y + 1, dimmed(palette.sprint, 8 if sprints == 1 else 3))
