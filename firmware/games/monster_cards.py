"""What cards can do with one alien beside letting it advance: favourite, swap, exchange."""

from firmware import loading
from firmware.buttons import DOWN, LEFT, RIGHT, UP
from firmware.screens.choice import Choice
from shared_engine.games.monster import COLOURS, OPEN_FAVOURITES, swaps

_ARROWS = (LEFT, UP, RIGHT, DOWN)
_NAME_ROOM = 42  # px


class CardsScreen(Choice):
    """◄ lays it open as a favourite, ▲ swaps it with another one, ► exchanges the open card.

    game_screen: a MonsterScreen. colour: the alien's. What no rule allows is not offered.
    """

    def __init__(self, app, game_screen, colour):
        self.screen = game_screen
        self.colour = colour
        state = game_screen.state
        self._own = state["turn"][0]
        self._mine = state["favourites"][self._own - 1]
        self._others = [
            player
            for player in range(1, state["players"] + 1)
            if player != self._own and state["favourites"][player - 1]
        ]
        self._partners = [
            pair[0] if pair[1] == colour else pair[1] for pair in swaps(state) if colour in pair
        ]
        planet = state["positions"][COLOURS.index(colour)]
        heading = f"{game_screen.called(colour)} on planet {planet}"
        super().__init__(app, heading, self._possible(), lambda act: act())

    def _possible(self):
        answers = [(LEFT, "favourite", None, self._favour)]
        if max(self.screen.state["positions"]) == 1:
            answers.append((UP, "swap nobody", None, lambda: self.screen.do("swap", "none")))
        elif self._partners:
            name = "…" if len(self._partners) > 1 else self.screen.called(self._partners[0])
            answers.append((UP, "swap with " + name, None, self._swap))
        if self.colour in self._mine and self._others:
            answers.append((RIGHT, "exchange", None, self._exchange))
        return answers

    def _ask(self, heading, colours, chosen):
        """Ask for one of the aliens, if there is a choice; `chosen(colour)` is told."""
        unlike = [colour for colour in COLOURS if colour in colours]
        if len(unlike) == 1:
            chosen(unlike[0])
            return
        aliens = loading.load("firmware.games.monster_aliens", "AliensScreen")
        self.app.push(aliens(self.app, self.screen, heading, unlike, chosen))

    def _favour(self):
        if len(self._mine) < OPEN_FAVOURITES:
            self.screen.do("favour", self.colour)
        else:
            self._ask("Drop which favourite?", self._mine, self._favour_for)

    def _favour_for(self, dropped):
        self.screen.do("favour", self.colour, "drop", dropped)

    def _swap(self):
        name = self.screen.called(self.colour)
        self._ask(f"Swap {name} with", self._partners, self._swap_with)

    def _swap_with(self, other):
        pair = [colour for colour in COLOURS if colour in (self.colour, other)]
        self.screen.do("swap", *pair)

    def _exchange(self):
        if len(self._others) == 1:
            self._exchange_with(self._others[0])
            return
        answers = []
        for at in range(len(self._others)):
            player = self._others[at]
            name = self.app.frame.cut(self.screen.play.name(player), _NAME_ROOM)
            letters = self.screen.lettered(self.screen.state["favourites"][player - 1])
            answers.append((_ARROWS[at], name + " " + letters, None, player))
        heading = f"Give {self.screen.called(self.colour)} to"
        self.app.push(Choice(self.app, heading, answers, self._exchange_with))

    def _exchange_with(self, player):
        theirs = self.screen.state["favourites"][player - 1]
        heading = f"{self.screen.play.name(player)} gives"
        self._ask(
            heading,
            theirs,
            lambda colour: self.screen.do("exchange", self.colour, player, colour),
        )
