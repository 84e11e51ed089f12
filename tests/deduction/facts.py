"""What everybody at a table of Fugitive has seen, read from a record in the record notation.

Written from the specification alone and sharing nothing with the companion's rules: the oracles of
the deduction stand on it. It reads the record of a game that was really played; it does not look
for illegal lines.
"""

STARTERS = (1, 2, 3)  # in the Fugitive's hand from the start, from no pile; as 42 is
LAST = 42
PILES = (range(4, 15), range(15, 29), range(29, 42))
DEALT = (3, 2, 0)  # of each pile to the Fugitive at set-up


def pile_of(card):
    """0, 1 or 2: the pile `card` was dealt into; None for a card that never lay in one."""
    for pile, cards in enumerate(PILES):
        if card in cards:
            return pile
    return None


def value_of(card):
    """What a sprint card adds to the step: odd cards one, even cards two."""
    return 2 - card % 2


class Place:
    """One position of the row.

    number: of the hideout, None while it is hidden. sprints: how many cards lie under it. cards:
    those cards, a list, None while they lie face down. drawn: three counts, the cards the Fugitive
    had taken from each pile when it was played, set-up included.
    """

    def __init__(self, number, sprints, drawn):
        self.number = number
        self.sprints = sprints
        self.cards = None
        self.drawn = drawn


class Miss:
    """A guess that was not right.

    numbers: a frozenset. placed: how many hideouts were on the table then. revealed: a frozenset of
    the positions (from 1) among them that lay open then.
    """

    def __init__(self, numbers, placed, revealed):
        self.numbers = numbers
        self.placed = placed
        self.revealed = revealed


class Facts:
    """row: a list of Place, an escape being the last of them with number 42. noted: a list of the
    cards the Marshal noted. misses: a list of Miss. escaped: whether 42 was played."""

    def __init__(self):
        self.row = []
        self.noted = []
        self.misses = []
        self.escaped = False

    def hidden(self):
        """The positions (from 1) of the hideouts nobody has seen yet, a list."""
        return [at for at, place in enumerate(self.row, 1) if place.number is None]

    def face_down(self):
        """How many sprint cards lie face down."""
        return sum(place.sprints for place in self.row if place.cards is None)

    def left_of(self, pile):
        """How many cards of a pile (0-2) are left when those the Marshal noted are taken out."""
        return len(PILES[pile]) - sum(pile_of(card) == pile for card in self.noted)


class _Reader:
    """Follows whose turn it is, because a plain `draw` does not say who draws."""

    def __init__(self):
        self.facts = Facts()
        self.edition = 1
        self.drawn = list(DEALT)
        self.piles = [len(PILES[pile]) - DEALT[pile] for pile in range(3)]
        self.marshal = False

    def read(self, words):
        kind = words[0]
        if kind == "option":
            if words[1] == "edition":
                self.edition = int(words[2])
        elif kind == "draw":
            self._draw(int(words[1]) - 1, words[2:])
        elif kind in ("hideout", "escape"):
            self._place(kind, int(words[1]))
        elif kind == "guess":
            self._guess(words[1:])
            self.marshal = False
        elif kind == "skip":
            self.marshal = False
        elif kind == "pass":
            self._pass()
            self.marshal = True
        elif kind not in ("game", "names"):
            raise ValueError("not in a played record: " + " ".join(words))

    def _draw(self, pile, note):
        self.piles[pile] -= 1
        if not self.marshal:
            self.drawn[pile] += 1
        elif note:
            self.facts.noted.append(int(note[1]))

    def _place(self, kind, sprints):
        row = self.facts.row
        escape = kind == "escape"
        row.append(Place(LAST if escape else None, sprints, tuple(self.drawn)))
        self.facts.escaped = escape
        # The first turn has two hideouts.
        self.marshal = len(row) > 1

    def _pass(self):
        if self.edition == 2:
            for pile in range(3):
                if self.piles[pile]:
                    self.piles[pile] -= 1
                    self.drawn[pile] += 1
                    break

    def _guess(self, words):
        row = self.facts.row
        if words[-1] == "miss":
            numbers = frozenset(int(word) for word in words[:-1])
            placed = len(row) - self.facts.escaped
            revealed = [at for at in range(1, placed + 1) if row[at - 1].number is not None]
            self.facts.misses.append(Miss(numbers, placed, frozenset(revealed)))
            return
        for word in words[words.index("hit") + 1:]:
            at, _, found = word.partition("=")
            number, _, cards = found.partition("/")
            place = row[int(at) - 1]
            place.number = int(number)
            place.cards = [int(card) for card in cards.split(",") if card]


def facts_of(lines):
    """The Facts after `lines`, a list of lines of the record notation without undo, redo and set.

    Raises ValueError at a line of another kind.
    """
    reader = _Reader()
    for line in lines:
        words = line.partition("#")[0].split()
        if words:
            reader.read(words)
    return reader.facts
