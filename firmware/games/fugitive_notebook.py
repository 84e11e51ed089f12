"""The Marshal's notebook on the display: the best guess, the positions, the cards noted."""

from firmware import loading
from firmware.buttons import BACK, DOWN, LEFT, OK, RIGHT, UP
from firmware.games.fugitive import QUIET
from firmware.picture import widgets
from firmware.picture.frame import WIDTH
from firmware.screens.overlay import Overlay
from firmware.screens.screen import PICTURE
from shared_engine.deduction.notebook import SURE
from shared_engine.games.fugitive import NUMBERS, pile_of

_BEST = 0  # pages
_PLACES = 1
_NOTED = 2
_HEADINGS = ("Best guess", "Hidden hideouts", "Your cards")
_MOVING_MS = 300  # between two pictures of the sign that it is thinking
_BAR_TOP = 35
_BAR_BASE = 46
_SIDE = 8  # pixels of the matrix


class NotebookScreen(Overlay):
    """It thinks while it is open, and goes on where it was when it is opened again.

    game_screen: a FugitiveScreen. stays: it is left by OK, not by letting go of it.
    """

    repeats = 1 << LEFT | 1 << RIGHT | 1 << UP | 1 << DOWN

    def __init__(self, app, game_screen, stays):
        super().__init__(app)
        self.game_screen = game_screen
        self.stays = stays
        self.kept_by = 0 if stays else 1 << OK
        self.page = _BEST
        self._lines: list = []  # of the page
        self._top = 0  # the first of them in sight
        self._signs = 0
        self._since = app.clock.ticks_ms()
        self._heat = app.settings.get("notebook") != QUIET
        self._begin()

    def _begin(self):
        """Go on with what has been worked out for this state, if anything."""
        screen = self.game_screen
        if not screen.notes or screen.notes.state is not screen.state:
            notes = loading.load("firmware.games.fugitive_notes", "Notes")
            screen.notes = notes(screen.play)
        self.busy = not screen.notes.ready and not screen.notes.failed
        self._turn_to(_BEST)

    def work(self):
        notes = self.game_screen.notes
        notes.work(self.app.clock)
        if notes.ready or notes.failed:
            self.busy = False
            self._turn_to(self.page)
            self.app.changed()

    @property
    def _lost(self):
        """Whether it is known that no route fits any more."""
        return self.game_screen.notes.since is not None

    # --- keys ---

    def let_go(self):
        """OK, which was held, is let go."""
        if not self.stays:
            self.app.back_to(self.game_screen)

    def press(self, key):
        if key == OK:
            self.app.back_to(self.game_screen)
        elif key == BACK:
            self.game_screen.close_notebook(self.stays)
        elif key in (LEFT, RIGHT):
            self._next_page(1 if key == RIGHT else -1)
        elif self._lost and self.page == _BEST:
            if key == DOWN:
                self.game_screen.undo()
                self._begin()
        else:
            last = max(len(self._lines) - widgets.ROWS, 0)
            self._top = min(max(self._top + (1 if key == DOWN else -1), 0), last)

    def _next_page(self, by):
        pages = (_BEST, _NOTED) if self._lost else (_BEST, _PLACES, _NOTED)
        self._turn_to(pages[(pages.index(self.page) + by) % len(pages)])

    def _turn_to(self, page):
        self.page = page
        self._top = 0
        self._lines = []
        frame = self.app.frame
        if page == _NOTED:
            self._lines = self._noted_lines(frame)
        elif self._lost:
            self._lines = self._lost_lines(frame)
        elif self.game_screen.notes.ready and page == _PLACES:
            for place in self.game_screen.notes.notebook.positions:
                self._lines += _indented(widgets.wrapped(frame, _place_text(*place)))

    def _noted_lines(self, frame):
        noted = sorted(self.game_screen.state["marshal_cards"])
        lines = []
        for p in range(3):
            cards = [str(card) for card in noted if pile_of(card) == p]
            text = f"{p + 1}: " + (" ".join(cards) or "none")
            lines += _indented(widgets.wrapped(frame, text))
        return lines

    def _lost_lines(self, frame):
        play = self.game_screen.play
        since = self.game_screen.notes.since
        text = f"Nothing is possible any more since action {since + 1}: {play.text(since)}"
        return widgets.wrapped(frame, text)

    # --- what is shown ---

    def tick(self, now):
        stale = 0
        if self.busy and self.app.clock.ticks_diff(now, self._since) >= _MOVING_MS:
            self._since = now
            self._signs = (self._signs + 1) % 4
            stale = PICTURE
        below = super().tick(now)
        return stale if self._shows_heat() else stale | below

    def _shows_heat(self):
        return self._heat and self.game_screen.notes.ready and not self._lost

    def light(self, pixels):
        """The heat map: number n is pixel n in reading order; the likelier, the brighter."""
        if not self._shows_heat():
            super().light(pixels)
            return
        heat = self.game_screen.notes.notebook.heat
        most = max(max(heat), 1)
        colour = self.app.palette.heat
        for number in range(len(heat)):
            if heat[number]:
                level = max(heat[number] * 255 // most, 2)
                pixels.set(number % _SIDE, number // _SIDE, _scaled(colour, level))

    def draw(self, frame):
        lost = self._lost and self.page == _BEST
        if lost:
            widgets.title(frame, "No route fits")
            keys = "▼ undo   "
        else:
            widgets.title(frame, _HEADINGS[self.page], f"{self.page + 1}/{len(_HEADINGS)}")
            keys = "◄► page ▲▼  " if len(self._lines) > widgets.ROWS else "◄► page   "
        notes = self.game_screen.notes
        if notes.failed and self.page != _NOTED:
            frame.text_centre("too much for this memory", 0, 28, WIDTH)
        elif self.busy and self.page != _NOTED:
            frame.text_centre("thinking", 0, 24, WIDTH)
            frame.text(". " * self._signs, (WIDTH - frame.text_width(". . .")) // 2, 33)
        elif self.page == _BEST and not lost:
            self._draw_best(frame, notes.notebook)
        for at in range(self._top, min(self._top + widgets.ROWS, len(self._lines))):
            frame.text(self._lines[at], 2, widgets.TOP + 1 + widgets.ROW * (at - self._top))
        widgets.bottom(frame, keys + ("OK hide" if self.stays else "let go: hide"))

    def _draw_best(self, frame, notebook):
        best = notebook.best_guess
        if best is None:
            frame.text_centre("nothing is hidden", 0, 28, WIDTH)
            return
        text = str(best)
        frame.outline(4, 10, 36, 16)
        frame.big(text, 4 + (36 - frame.big_width(text)) // 2, 11)
        frame.big(_percent(notebook.heat[best]), 50, 11)
        if notebook.pair:
            one, other, chance = notebook.pair
            frame.text_centre(f"{one} with {other}: {_percent(chance)}", 0, 27, WIDTH)
        most = max(notebook.heat)
        for number in range(NUMBERS[0], NUMBERS[1] + 1):
            heat = notebook.heat[number]
            if heat:
                height = 1 + heat * (_BAR_BASE - _BAR_TOP - 1) // most
                frame.fill(3 * number, _BAR_BASE - height, 2, height)
        frame.hline(3, _BAR_BASE, 3 * NUMBERS[1])
        for number in (1, 10, 20, 30, 40):
            frame.text_centre(str(number), 3 * number - 9, _BAR_BASE + 2, 20)


def _indented(lines):
    """A text in several lines, so that one sees where it begins."""
    return lines[:1] + ["   " + line for line in lines[1:]]


def _place_text(position, numbers, chances):
    """`2: 7 45% of 5-8 10`: the likeliest number of a position, and all that are possible."""
    likeliest = numbers[chances.index(max(chances))]
    return f"{position}: {likeliest} {_percent(max(chances))} of {_runs(numbers)}"


def _runs(numbers):
    """Ascending numbers in short: `5-8 10`."""
    parts = []
    at = 0
    while at < len(numbers):
        end = at
        while end + 1 < len(numbers) and numbers[end + 1] == numbers[end] + 1:
            end += 1
        first = str(numbers[at])
        parts.append(first if end == at else first + "-" + str(numbers[end]))
        at = end + 1
    return " ".join(parts)


def _percent(chance):
    """A chance of SURE in percent; never 100% or 0% of what is neither sure nor impossible."""
    percent = (100 * chance + SURE // 2) // SURE
    if 0 < chance < SURE:
        percent = min(max(percent, 1), 99)
    return str(percent) + "%"


def _scaled(colour, level):
    """The colour at `level` of 255."""
    result = 0
    for shift in (16, 8, 0):
        result |= (colour >> shift & 255) * level // 255 << shift
    return result
