"""The entry of a card that the Marshal has drawn, for the Marshal's eyes alone."""

from firmware.buttons import BACK, DOWN, LEFT, OK, RIGHT, UP
from firmware.games.fugitive import LEAP, STEPS
from firmware.games.fugitive_public import in_sight
from firmware.picture import widgets
from firmware.picture.frame import WIDTH
from firmware.screens.overlay import Overlay
from shared_engine.games.fugitive import FIRST, LAST, pile_of

_PILE_KEYS = (LEFT, UP, RIGHT)


class CardScreen(Overlay):
    """First the pile, then the card; leaving it draws and notes the card, if one is chosen.

    game_screen: a FugitiveScreen. stays: it is left by OK, not by letting go of it.
    """

    repeats = 1 << LEFT | 1 << RIGHT | 1 << UP | 1 << DOWN

    def __init__(self, app, game_screen, stays):
        super().__init__(app)
        self.game_screen = game_screen
        self.stays = stays
        self.kept_by = 0 if stays else 1 << OK
        self.cards: list = []  # those that may be drawn from the pile chosen
        self.at = 0  # which of them

    def let_go(self):
        """OK, which was held, is let go."""
        if not self.stays:
            self._leave()

    def press(self, key):
        if key == OK:
            self._leave()
        elif key == BACK:
            if self.cards:
                self.cards = []
            else:
                self.app.pop()
        elif self.cards:
            self.at = (self.at + STEPS[key]) % len(self.cards)
        elif key == DOWN:
            self.game_screen.open_notebook(self.stays)
        else:
            self._choose_pile(_PILE_KEYS.index(key))

    def _leave(self):
        screen = self.game_screen
        self.app.back_to(screen)
        if self.cards:
            card = self.cards[self.at]
            pile = pile_of(card) + 1
            screen.do("draw", pile, "card", card)

    def _choose_pile(self, p):
        state = self.game_screen.state
        gone = list(state["marshal_cards"]) + in_sight(state)
        cards = [card for card in range(FIRST[p], LAST[p] + 1) if card not in gone]
        if not state["piles"][p] or not cards:
            self.app.notice(f"pile {p + 1} is empty")
            return
        self.cards = cards
        self.at = len(cards) // 2

    def draw(self, frame):
        widgets.title(frame, "Your card", "" if self.stays else "for your eyes")
        if not self.cards:
            frame.text_centre("▲ pile 2", 0, 21, WIDTH)
            frame.text("◄ pile 1", 2, 33)
            frame.text_right("► pile 3", WIDTH - 2, 33)
            frame.text_centre("▼ notebook", 0, 45, WIDTH)
            widgets.bottom(frame, "◄▲► pile" + ("" if self.stays else "   let go: none"))
            return
        number = str(self.cards[self.at])
        left = (WIDTH - 36) // 2
        frame.outline(left, 18, 36, 20)
        frame.big(number, left + (36 - frame.big_width(number)) // 2, 21)
        frame.text_centre("OK notes it" if self.stays else "let go: it is noted", 0, 43, WIDTH)
        widgets.bottom(frame, f"◄►1 ▲▼{LEAP}   BACK not this")
