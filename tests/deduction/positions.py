"""Records of random games of Fugitive that were really played, cut off somewhere, with the truth.

The cards here lie in hands and piles, so no record says anything that was not so: what a deduction
excludes may be held against the numbers that really lay there. Each family of players leaves
positions of one kind that a deduction may find hard.
"""

import random

from tests.deduction.facts import DEALT, LAST, PILES, STARTERS, value_of

NO_MANHUNT = 30  # with an open hideout this high 42 ends the game
FLOWN = 60
MOST_TURNS = 60  # of both together; a Fugitive who is stuck passes for ever


class Family:
    """How the two play; chances are from 0 to 1.

    passing: the Fugitive places nothing though he could. overpaying: one more card than needed, and
    again. far: how much he likes long steps. longest: the most cards he sprints with. escaping: he
    plays 42 when he can. favours: the weights of the piles he draws from. noting: the Marshal notes
    a draw. watches: weights of the piles the Marshal draws from. evens: he notes even cards only.
    insight: a number he guesses is one that is there. hits: a right guess that he has found is also
    made. middle: he goes for hideouts between others. many: he guesses several numbers. silent: he
    does not guess. flown: a moment after the escape is taken, if one game in FLOWN brings one.
    """

    def __init__(self, **ways):
        self.passing = 0.15
        self.overpaying = 0.25
        self.far = 0.4
        self.longest = 4
        self.escaping = 0.5
        self.favours = (3, 3, 3)
        self.noting = 0.85
        self.watches = (3, 3, 3)
        self.evens = False
        self.insight = 0.3
        self.hits = 0.6
        self.middle = False
        self.many = 0.25
        self.silent = 0.15
        self.flown = False
        for name, way in ways.items():
            if not hasattr(self, name):
                raise ValueError("no such way to play: " + name)
            setattr(self, name, way)


FAMILIES = {
    "plain": Family(),
    "evens noted": Family(
        evens=True, noting=1, watches=(6, 3, 1), insight=0.2, far=0.7, overpaying=0.4
    ),
    "evens of pile 2": Family(
        evens=True, noting=1, watches=(0, 1, 0), favours=(3, 2, 2), far=0.8, overpaying=0.3
    ),
    "long sprints": Family(far=0.95, overpaying=0.6, longest=7, insight=0.2, passing=0.3),
    "around open ones": Family(middle=True, insight=0.8, hits=0.9, silent=0.3, many=0.1),
    "many missed": Family(many=0.95, insight=0.75, hits=0.15, silent=0),
    "few drawn": Family(favours=(1, 0, 6), far=0.9, overpaying=0.2, longest=6),
    "runner": Family(
        far=1, passing=0.05, escaping=1, longest=7, insight=0.6, overpaying=0.1,
        favours=(2, 3, 4), flown=True,
    ),
    "hoarder": Family(passing=0.6, favours=(1, 2, 5), overpaying=0.5, longest=6),
}


class Position:
    """lines: the record. truth: {position: number} of the hideouts that lie hidden. family: its
    name. edition: 1 or 2. sprints: how many sprint cards lie face down."""

    def __init__(self, lines, truth, family, edition, sprints):
        self.lines = lines
        self.truth = truth
        self.family = family
        self.edition = edition
        self.sprints = sprints


class _Hideout:
    def __init__(self, number, cards):
        self.number = number
        self.cards = cards
        self.open = False


class _Game:
    """One game, played to its end by `play`; `moments` keeps what was hidden after each line."""

    def __init__(self, rng, name, edition):
        self.rng = rng
        self.name = name
        self.ways = FAMILIES[name]
        self.edition = edition
        self.lines = ["game fugitive"]
        if edition != 1:
            self.lines.append(f"option edition {edition}")
        self.piles = []
        self.hand = list(STARTERS)
        for cards, dealt in zip(PILES, DEALT, strict=True):
            pile = list(cards)
            rng.shuffle(pile)
            for _ in range(dealt):
                self.hand.append(pile.pop())
            self.piles.append(pile)
        self.marshal = []  # what he has drawn, noted or not
        self.row = []
        self.escaped = False
        self.over = False
        self.moments = []

    def _say(self, line):
        self.lines.append(line)
        hidden = {at: hideout.number for at, hideout in self._hidden()}
        down = sum(len(hideout.cards) for hideout in self.row if not hideout.open)
        self.moments.append((len(self.lines), hidden, down, self.escaped))

    def _hidden(self):
        return [(at, hideout) for at, hideout in enumerate(self.row, 1)
                if not hideout.open and hideout.number != LAST]

    def _chance(self, chance):
        return self.rng.random() < chance

    def play(self):
        for turn in range(1, MOST_TURNS + 1):
            if turn % 2:
                self._run(turn)
            else:
                self._search(turn)
            if self.over:
                break
        return self

    # The Fugitive.

    def _run(self, turn):
        if turn == 1:
            while len(self.row) < 2:
                self._extend()
            return
        self._draw(self.ways.favours, self.hand)
        if self._chance(self.ways.escaping) and self._escape():
            return
        if self._chance(self.ways.passing) or not self._extend():
            self._say("pass")
            if self.edition == 2:
                pile = next((pile for pile in self.piles if pile), None)
                if pile:
                    self.hand.append(pile.pop())

    def _draw(self, weights, hand):
        """Takes a card and says so; the Marshal's note is added. Nothing when all are taken."""
        full = [pile for pile in range(3) if self.piles[pile]]
        if not full:
            return
        weights = [weights[pile] for pile in full]
        pile = self.rng.choices(full, weights if any(weights) else None)[0]
        card = self.piles[pile].pop()
        hand.append(card)
        line = f"draw {pile + 1}"
        if hand is self.marshal and self._chance(self.ways.noting):
            if card % 2 == 0 or not self.ways.evens:
                line += f" card {card}"
        self._say(line)

    def _last(self):
        return self.row[-1].number if self.row else 0

    def _sprint(self, number):
        """Cards of the hand that make the step to `number`, a list; None where they do not."""
        cards = [card for card in self.hand if card != number]
        self.rng.shuffle(cards)
        if self._chance(0.5):
            cards.sort(key=value_of)
        needed = number - self._last() - 3
        chosen = []
        while sum(map(value_of, chosen)) < needed:
            if not cards:
                return None
            chosen.append(cards.pop())
        while cards and len(chosen) < self.ways.longest and self._chance(self.ways.overpaying):
            chosen.append(cards.pop(self.rng.randrange(len(cards))))
        return chosen if len(chosen) <= max(2, self.ways.longest) else None

    def _extend(self):
        """A hideout, if there is one to place."""
        numbers = sorted(card for card in self.hand if card > self._last())
        if not self._chance(self.ways.far):
            numbers = [number for number in numbers if number <= self._last() + 3] or numbers
        self.rng.shuffle(numbers)
        for number in numbers:
            cards = self._sprint(number)
            if cards is not None and (self.row or self._leaves_a_second(number, cards)):
                self._place(number, cards)
                self._say(f"hideout +{len(cards)}")
                return True
        return False

    def _leaves_a_second(self, number, cards):
        """Whether the first turn can go on to its second hideout."""
        return any(number < card <= number + 3 and card not in cards for card in self.hand)

    def _place(self, number, cards):
        for card in [number, *cards]:
            if card != LAST:
                self.hand.remove(card)
        self.row.append(_Hideout(number, cards))

    def _escape(self):
        cards = self._sprint(LAST)
        if cards is None:
            return False
        self._place(LAST, cards)
        self.escaped = True
        highest = max([hideout.number for hideout in self.row if hideout.open], default=0)
        self.over = highest >= NO_MANHUNT
        self._say(f"escape +{len(cards)}")
        return True

    # The Marshal.

    def _search(self, turn):
        if self.escaped:
            while not self.over:
                self._guess([self._number()])
            return
        for _ in range(2 if turn == 2 else 1):
            self._draw(self.ways.watches, self.marshal)
        if self._chance(self.ways.silent):
            self._say("skip")
            return
        numbers = {self._number()}
        while self._chance(self.ways.many) and len(numbers) < 4:
            numbers.add(self._number())
        self._guess(sorted(numbers, key=lambda number: self.rng.random()))

    def _number(self):
        hidden = [hideout.number for _, hideout in self._hidden()]
        if self._chance(self.ways.insight):
            return self.rng.choice(hidden[1:-1] or hidden if self.ways.middle else hidden)
        near = [card for card in range(1, LAST) if card <= self._last() + 4]
        unseen = [card for card in near if card not in self.marshal]
        return self.rng.choice(unseen or near)

    def _guess(self, numbers):
        there = {hideout.number: at for at, hideout in self._hidden()}
        if not self.escaped and set(numbers) <= set(there) and not self._chance(self.ways.hits):
            # He thinks better of it, and guesses one more that is not there.
            spare = [card for card in range(1, LAST) if card not in there and card not in numbers]
            numbers = [*numbers, self.rng.choice(spare)]
            if self._chance(0.3):
                numbers = numbers[-1:]
        said = "guess " + " ".join(map(str, numbers))
        if not set(numbers) <= set(there):
            self.over = self.escaped
            self._say(said + " miss")
            return
        said += " hit"
        for number in numbers:
            hideout = self.row[there[number] - 1]
            hideout.open = True
            said += f" {there[number]}={number}"
            if hideout.cards:
                said += "/" + ",".join(map(str, hideout.cards))
        self.over = not self._hidden()
        self._say(said)


def random_records(seed, count, hidden=(1, 4), sprints=(0, 4), families=None, edition=None):
    """Yields `count` Positions, the same ones for the same arguments.

    hidden: the least and the most hideouts that lie hidden; sprints: the same of the sprint cards
    face down in all. families: names out of FAMILIES, taken in turn (all of them). edition: 1 or 2
    (either, by chance). A position is never the same as one before it. Raises RuntimeError when a
    family hardly ever comes to such a position.
    """
    rng = random.Random(seed)
    names = list(families or FAMILIES)
    seen = set()
    for number in range(count):
        name = names[number % len(names)]
        wanted = rng.randint(*hidden)
        for attempt in range(3000):
            game = _Game(rng, name, edition or rng.randint(1, 2)).play()
            fitting = [
                (length, truth, down) for length, truth, down, escaped in game.moments
                if len(truth) == wanted and sprints[0] <= down <= sprints[1]
                and (escaped or not game.ways.flown or attempt >= FLOWN)
            ]
            if not fitting:
                continue
            # Late positions know most; taken evenly, the early ones would crowd them out.
            length, truth, down = max(rng.choices(fitting, k=2), key=lambda moment: moment[0])
            lines = tuple(game.lines[:length])
            if lines not in seen:
                break
        else:
            raise RuntimeError(f"{name}: no position with {wanted} hidden and {sprints} sprints")
        seen.add(lines)
        yield Position(list(lines), truth, name, game.edition, down)
