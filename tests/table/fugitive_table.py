"""The table of a game of Fugitive: the piles, both hands and the row, face up or not.

Written from the rulebook alone, with cards that are moved about and then counted. It shares
nothing with the companion's rules, so that an error in either shows as a difference.
"""

CARDS = range(43)
START = 0
ESCAPE = 42
GIVEN = (1, 2, 3)  # to the Fugitive, beside the last card
PILES = (range(4, 15), range(15, 29), range(29, 42))
DEALT = (3, 2, 0)  # to the Fugitive, from each pile
STRIDE = 3  # the longest step without sprint cards
SAFE_FROM = 30  # with a hideout as high as this revealed there is no manhunt
OPENING = 2  # hideouts in the Fugitive's first turn, cards in the Marshal's


def sprint(card):
    """How much farther a sprint card carries: 1 if odd, 2 if even."""
    return 1 if card % 2 else 2


class Hideout:
    """One card of the row with the sprint cards below it; 42 among them is the escape."""

    def __init__(self, number, sprint_cards):
        self.number = number
        self.sprint_cards = sorted(sprint_cards)
        self.revealed = False

    @property
    def is_escape(self):
        return self.number == ESCAPE

    def described(self):
        """What the companion's state has to say of it."""
        cards = list(self.sprint_cards) if self.revealed else None
        number = self.number if self.revealed or self.is_escape else None
        return {"sprints": len(self.sprint_cards), "number": number, "cards": cards}


class Table:
    """Set up and dealt by `rng` (random.Random); `edition` is 1 or 2.

    Each method that does something returns it in the words of the record notation, a tuple.
    Lists of cards: `piles` (three, the last card is on top), `fugitive`, `marshal` (the hands),
    `noted` (what the Marshal told the companion). `row` holds the hideouts without the open 0.
    """

    def __init__(self, rng, edition=1):
        self.edition = edition
        self.piles = [list(pile) for pile in PILES]
        self.fugitive = list(GIVEN) + [ESCAPE]
        for pile, dealt in zip(self.piles, DEALT, strict=True):
            rng.shuffle(pile)
            self.fugitive += [pile.pop() for _ in range(dealt)]
        self.marshal = []
        self.noted = []
        self.row = []
        self.guesses = []
        self.role = "fugitive"
        self.step = "play"
        self.turns = 1
        self.draws_due = 0
        self.over = None
        self.winner = None

    # --- a turn ---

    def draw(self, pile, note=False):
        """A card of `pile` (1 to 3) for whoever is to move; note: the Marshal tells which it is."""
        assert self.step == "draw" and self.over is None
        assert self.role == "marshal" or not note
        assert pile in self.open_piles()
        hand = self.fugitive if self.role == "fugitive" else self.marshal
        card = self.piles[pile - 1].pop()
        hand.append(card)
        act = ("draw", str(pile))
        if note:
            self.noted.append(card)
            act += ("card", str(card))
        self.draws_due -= 1
        self._draw_or_go_on()
        return self._done(act)

    def hideout(self, number, sprint_cards=()):
        """The next hideout, face down, with `sprint_cards` (numbers) below it."""
        assert number != ESCAPE
        self._lay(number, sprint_cards)
        if self.turns > 1 or len(self.row) == OPENING:
            self._next_turn()
        else:
            # The opening is two hideouts, so the first must leave something for the second.
            assert self.can_go_on(self.fugitive, number)
        return self._done(("hideout", f"+{len(sprint_cards)}"))

    def escape(self, sprint_cards=()):
        """42 is laid openly; it may begin a manhunt."""
        assert self.turns > 1
        self._lay(ESCAPE, sprint_cards)
        if self.highest_revealed() >= SAFE_FROM:
            self._end("escaped", "fugitive")
        else:
            self._next_turn()
            self.step = "manhunt"
        return self._done(("escape", f"+{len(sprint_cards)}"))

    def pass_(self):
        assert (self.role, self.step) == ("fugitive", "play") and self.over is None
        assert self.turns > 1
        if self.edition == 2:
            lowest = next((pile for pile in self.piles if pile), None)
            if lowest:
                self.fugitive.append(lowest.pop())
        self._next_turn()
        return self._done(("pass",))

    def skip(self):
        assert (self.role, self.step) == ("marshal", "guess") and self.over is None
        self._next_turn()
        return self._done(("skip",))

    def guess(self, numbers):
        """The Marshal names `numbers`; the Fugitive turns the hideouts over, or says no."""
        assert self.role == "marshal" and self.step in ("guess", "manhunt") and self.over is None
        assert numbers and len(set(numbers)) == len(numbers)
        assert all(START < number < ESCAPE for number in numbers)
        manhunt = self.step == "manhunt"
        assert len(numbers) == 1 or not manhunt
        hidden = {hideout.number: hideout for hideout in self.hidden()}
        hit = all(number in hidden for number in numbers)
        self.guesses.append({"numbers": list(numbers), "hit": hit})
        act = ("guess",) + tuple(str(number) for number in numbers)
        if not hit:
            if manhunt:
                self._end("escaped", "fugitive")
            else:
                self._next_turn()
            return self._done(act + ("miss",))
        found = [hidden[number] for number in numbers]
        for hideout in found:
            hideout.revealed = True
        if not self.hidden():
            self._end("caught", "marshal")
        elif not manhunt:
            self._next_turn()
        return self._done(act + ("hit",) + tuple(self._turned_over(hideout) for hideout in found))

    def _lay(self, number, sprint_cards):
        assert (self.role, self.step) == ("fugitive", "play") and self.over is None
        assert ESCAPE not in sprint_cards
        last = self.last
        assert last < number <= last + STRIDE + sum(sprint(card) for card in sprint_cards)
        for card in (number, *sprint_cards):
            self.fugitive.remove(card)
        self.row.append(Hideout(number, sprint_cards))

    def _turned_over(self, hideout):
        words = f"{self.row.index(hideout) + 1}={hideout.number}"
        if hideout.sprint_cards:
            words += "/" + ",".join(str(card) for card in hideout.sprint_cards)
        return words

    def _next_turn(self):
        self.turns += 1
        self.role = "marshal" if self.role == "fugitive" else "fugitive"
        self.draws_due = OPENING if self.turns == 2 else 1
        self._draw_or_go_on()

    def _draw_or_go_on(self):
        if self.draws_due and any(self.piles):
            self.step = "draw"
        else:
            self.step = "play" if self.role == "fugitive" else "guess"

    def _end(self, over, winner):
        self.over = over
        self.winner = winner

    def _done(self, act):
        assert self.cards() == list(CARDS), act
        return act

    # --- what lies there ---

    @property
    def finished(self):
        return self.over is not None

    @property
    def last(self):
        """The number of the last card of the row, hidden or not; 0 before the first hideout."""
        return self.row[-1].number if self.row else START

    def open_piles(self):
        """The piles (1 to 3) that still have cards."""
        return [number for number, pile in enumerate(self.piles, 1) if pile]

    def hidden(self):
        return [place for place in self.row if not place.revealed and not place.is_escape]

    def highest_revealed(self):
        """The highest revealed hideout; 0 without one. Sprint cards do not count."""
        return max((place.number for place in self.row if place.revealed), default=START)

    @staticmethod
    def can_go_on(hand, last):
        """Whether a hideout after `last` can be laid from `hand` (numbers), 42 apart."""
        cards = [card for card in hand if card != ESCAPE]
        power = sum(sprint(card) for card in cards)
        return any(last < card <= last + STRIDE + power - sprint(card) for card in cards)

    def cards(self):
        """Every card there is, wherever it lies, sorted."""
        found = [START] + self.fugitive + self.marshal
        for pile in self.piles:
            found += pile
        for place in self.row:
            found += [place.number] + place.sprint_cards
        return sorted(found)

    def true_numbers(self):
        """What each position of the row really is, a list from position 1 on; an escape is 42."""
        return [place.number for place in self.row]

    def truth(self):
        """What the companion's state JSON has to say, all of it."""
        return {
            "game": "fugitive",
            "players": 2,
            "piles": [len(pile) for pile in self.piles],
            "turn": {"role": self.role, "step": self.step, "number": self.turns},
            "hideouts": [place.described() for place in self.row],
            "guesses": [dict(guess, numbers=list(guess["numbers"])) for guess in self.guesses],
            "marshal_cards": list(self.noted),
            "corrections": 0,
            "over": self.over,
            "winner": self.winner,
        }
