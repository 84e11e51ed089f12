"""What a hit of the Marshal laid open: where each number lies, and its sprint cards."""

from firmware.buttons import BACK, DOWN, LEFT, OK, RIGHT, UP
from firmware.games import fugitive_public
from firmware.games.fugitive import LEAP, STEPS
from firmware.games.fugitive_row import draw_row
from firmware.picture import widgets
from firmware.picture.frame import WIDTH
from firmware.screens.overlay import Overlay
from shared_engine.errors import IllegalAction
from shared_engine.games.fugitive import NUMBERS

_PLACE = -1  # asked for a number before its sprint cards, 0, 1, …


class HitScreen(Overlay):
    """One question after the other; the last OK does the guess. BACK goes to the one before.

    numbers: a list of those guessed. A position that is the only possible one is not asked for.
    A guess that is refused leaves all as it was entered, to be put right.
    """

    repeats = 1 << LEFT | 1 << RIGHT | 1 << UP | 1 << DOWN

    def __init__(self, app, game_screen, numbers):
        super().__init__(app)
        self.game_screen = game_screen
        self.numbers = numbers
        self.places = [0] * len(numbers)  # positions in the row, from 1
        self.cards: list = [[] for _ in numbers]  # sprint cards
        self._open = fugitive_public.open_to(game_screen.state)
        self._seen = fugitive_public.in_sight(game_screen.state)
        self._asked: list = []  # questions answered or asked: (which number, _PLACE or which card)
        self._options: list = []
        self._at = 0  # which of the options is chosen

    def shown(self):
        if not self._asked:
            self._go_on(0, _PLACE)

    # --- questions ---

    def _go_on(self, which, what):
        """Ask the first question from this one on that has more than one answer."""
        while which < len(self.numbers):
            if what == _PLACE:
                options = self._places_for(which)
                if len(options) > 1:
                    self._ask(which, what, options)
                    return
                self.places[which] = options[0]
            elif what < self._sprints(which):
                self._ask(which, what, self._cards_for(which, what))
                return
            else:
                del self.cards[which][what:]
                which += 1
                what = _PLACE - 1
            what += 1
        self._submit()

    def _ask(self, which, what, options):
        self._asked.append((which, what))
        self._options = options
        if what == _PLACE:
            chosen = self.places[which] or self._likely_place(which, options)
        else:
            cards = self.cards[which]
            # People pay with the lowest cards, and lay them out in order.
            before = cards[what - 1] if what else 0
            chosen = cards[what] if what < len(cards) else _next(options, before)
        self._at = options.index(chosen) if chosen in options else 0

    def _sprints(self, which):
        return self.game_screen.state["hideouts"][self.places[which] - 1][0]

    def _places_for(self, which):
        """The hidden positions that a number can be at as far as all can see; all if at none."""
        taken = self.places[:which]
        left = [(place, numbers) for place, numbers in self._open if place not in taken]
        fitting = [place for place, numbers in left if self.numbers[which] in numbers]
        return fitting or [place for place, _ in left] or [place for place, _ in self._open]

    def _likely_place(self, which, options):
        """The one in whose possible numbers this one is most in the middle."""
        number = self.numbers[which]
        found = options[0]
        least = NUMBERS[1] * 2
        for place, numbers in self._open:
            if place in options and numbers:
                off = abs(numbers[0] + numbers[-1] - 2 * number)
                if off < least:
                    least = off
                    found = place
        return found

    def _cards_for(self, which, what):
        """The cards that lie nowhere else."""
        gone = self._seen + self.numbers
        for other in range(which):
            gone = gone + self.cards[other]
        gone = gone + self.cards[which][:what]
        return [card for card in range(NUMBERS[0], NUMBERS[1] + 1) if card not in gone]

    # --- keys ---

    def press(self, key):
        if key == BACK:
            self._back()
        elif key == OK:
            self._answer()
        else:
            by = STEPS[key]
            if self._asked[-1][1] == _PLACE and by in (LEAP, -LEAP):
                by = 1 if by > 0 else -1
            self._at = (self._at + by) % len(self._options)

    def _answer(self):
        which, what = self._asked[-1]
        chosen = self._options[self._at]
        if what == _PLACE:
            self.places[which] = chosen
        else:
            cards = self.cards[which]
            if what < len(cards):
                cards[what] = chosen
            else:
                cards.append(chosen)
        self._go_on(which, what + 1)

    def _back(self):
        self._asked.pop()
        if not self._asked:
            self.app.pop()
            return
        which, what = self._asked.pop()
        options = self._places_for(which) if what == _PLACE else self._cards_for(which, what)
        self._ask(which, what, options)

    def _submit(self):
        """Do the guess; a refusal is shown with its reason, over the last question."""
        action = ["guess"] + self.numbers + ["hit"]
        for which in range(len(self.numbers)):
            action += [self.places[which], "=", self.numbers[which]]
            for at in range(len(self.cards[which])):
                action += [",", self.cards[which][at]] if at else ["/", self.cards[which][at]]
        try:
            self.game_screen.play.do(tuple(action))
            self.game_screen.begin_anew()
            self.app.back_to(self.game_screen)
        except IllegalAction as refusal:
            if not self._asked:
                self.app.pop()
            self.app.notice(refusal.reason)

    # --- what is shown ---

    def draw(self, frame):
        which, what = self._asked[-1]
        number = self.numbers[which]
        hideouts = self.game_screen.state["hideouts"]
        chosen = self._options[self._at]
        if what == _PLACE:
            widgets.title(frame, f"Where is {number}?", f"position {chosen}")
            text = str(number)
            frame.big(text, (WIDTH - frame.big_width(text)) // 2, 11)
            draw_row(frame, hideouts, 28, chosen)
            widgets.bottom(frame, "◄► choose   OK   BACK")
            return
        place = self.places[which]
        of = self._sprints(which)
        widgets.title(frame, f"Sprint cards of {number}", f"{what + 1} of {of}")
        left = (WIDTH - 36) // 2
        frame.outline(left, 10, 36, 17)
        frame.big(str(chosen), left + (36 - frame.big_width(str(chosen))) // 2, 12)
        before = " ".join([str(card) for card in self.cards[which][:what]])
        if before:
            lines = widgets.wrapped(frame, before, left - 4)[-2:]
            for at in range(len(lines)):
                frame.text(lines[at], 1, 10 + 9 * at)
        draw_row(frame, hideouts, 28, place)
        widgets.bottom(frame, f"◄►1 ▲▼{LEAP} OK next   BACK")


def _next(options, before):
    """The lowest of `options` above `before`; the lowest of all without one."""
    for option in options:
        if option > before:
            return option
    return options[0]
