"""People at the table of Fugitive: those who run, hoard or think, and those who hunt them.

A player's turn is a generator: it moves the cards on the table and yields each act, so that the
hand can press it before the next one happens. Nobody looks at cards that a person could not see.
"""

import math

from tests.table.fugitive_table import ESCAPE, OPENING, PILES, START, STRIDE, Table, sprint

MOST_TURNS = 100  # of both players; whoever is not through by then never will be


def play(table, fugitive, marshal, most_turns=MOST_TURNS):
    """Every act from here to the end.

    A game that is not over after `most_turns` turns breaks off: then `table.finished` is False.
    """
    while not table.finished and table.turns <= most_turns:
        player = fugitive if table.role == "fugitive" else marshal
        yield from player.turn(table)


def pile_of(number):
    """The pile (1 to 3) that a number comes from: the first for all below it, too."""
    return 1 + sum(number >= pile[0] for pile in PILES[1:])


def nearest(piles, wanted):
    """Of `piles` that still have cards, the one closest to `wanted`, the lower of two."""
    return min(piles, key=lambda pile: (abs(pile - wanted), pile))


# --- the Fugitive ---


def spare(hand, number):
    """What the Fugitive could lay below `number`: the hand without it and without 42."""
    return [card for card in hand if card not in (number, ESCAPE)]


def needed(table, number):
    """The sum of sprint cards without which `number` is out of reach."""
    return max(0, number - table.last - STRIDE)


def reachable(table):
    """The numbers in hand that can be laid now, sorted; 42 is among them where it is in reach."""
    return [
        number for number in sorted(table.fugitive) if number > table.last and counts(table, number)
    ]


def counts(table, number):
    """The numbers of sprint cards with which `number` is in reach, sorted; empty if it is not."""
    values = sorted((sprint(card) for card in spare(table.fugitive, number)), reverse=True)
    least = needed(table, number)
    return [count for count in range(len(values) + 1) if sum(values[:count]) >= least]


def leaves_a_second(table, number, sprint_cards):
    """Whether, if this is the first hideout, the second one of the first turn can follow."""
    if table.row:
        return True
    rest = [card for card in spare(table.fugitive, number) if card not in sprint_cards]
    return Table.can_go_on(rest, number)


def pay(rng, cards, count, least):
    """`count` of `cards` with sprint values of at least `least`, every such choice alike."""
    evens = [card for card in cards if sprint(card) == 2]
    odds = [card for card in cards if sprint(card) == 1]
    splits = [
        even
        for even in range(len(evens) + 1)
        if 0 <= count - even <= len(odds) and count + even >= least
    ]
    ways = [math.comb(len(evens), even) * math.comb(len(odds), count - even) for even in splits]
    even = rng.choices(splits, ways)[0]
    return rng.sample(evens, even) + rng.sample(odds, count - even)


class Fugitive:
    """What every Fugitive does; `rng` is the player's own random.Random.

    A subclass gives `choose_play(table)`; it must not pass in the first turn.
    """

    def __init__(self, rng):
        self.rng = rng

    def turn(self, table):
        """Play one turn; yields every act after it has been done."""
        if table.step == "draw":
            yield table.draw(self.choose_pile(table))
        for _ in range(OPENING if table.turns == 1 else 1):
            yield self._lay(table, self.choose_play(table))

    def _lay(self, table, choice):
        if choice is None:
            return table.pass_()
        number, sprint_cards = choice
        if number == ESCAPE:
            return table.escape(sprint_cards)
        return table.hideout(number, sprint_cards)

    def choose_pile(self, table):
        """A pile that has cards, 1 to 3."""
        return self.rng.choice(table.open_piles())

    def choose_play(self, table):
        """(number, sprint cards), or None to pass."""
        raise NotImplementedError


class RandomFugitive(Fugitive):
    """Every legal pair of a number and a count of sprint cards is as likely as passing is."""

    def choose_play(self, table):
        plays = [(number, count) for number in reachable(table) for count in counts(table, number)]
        if table.turns > 1:
            plays.append(None)
        while True:
            choice = self.rng.choice(plays)
            if choice is None:
                return None
            number, count = choice
            cards = spare(table.fugitive, number)
            paid = pay(self.rng, cards, count, needed(table, number))
            if leaves_a_second(table, number, paid):
                return number, paid


class WanderingFugitive(Fugitive):
    """Lays any number in reach, with no more sprint cards than it takes; rests only when stuck."""

    def choose_play(self, table):
        numbers = reachable(table)
        self.rng.shuffle(numbers)
        for number in numbers:
            cards = spare(table.fugitive, number)
            count = min(counts(table, number))
            paid = pay(self.rng, cards, count, needed(table, number))
            if leaves_a_second(table, number, paid):
                return number, paid
        return None


class SensibleFugitive(Fugitive):
    """Walks where it can, sprints on what it no longer needs, and bluffs now and then."""

    bluff = 0.15  # the chance to lay sprint cards that the step did not need
    disguise = 0.2  # the chance to draw from a higher pile than the one needed
    rest = 0.1  # the chance to pass although a step is possible
    patience = 2  # cards still good for a hideout that one sprint may cost

    def choose_pile(self, table):
        wanted = pile_of(min(table.last + STRIDE, PILES[-1][-1]))
        if self.rng.random() < self.disguise:
            wanted += 1
        return nearest(table.open_piles(), wanted)

    def cheapest(self, table, number):
        """The sprint cards for `number`: those already passed first, then the high evens."""
        cards = spare(table.fugitive, number)
        cards.sort(key=lambda card: (card > number, -sprint(card), -card))
        least = needed(table, number)
        paid = []
        for card in cards:
            if least <= 0:
                break
            paid.append(card)
            least -= sprint(card)
        return paid

    def choose_play(self, table):
        numbers = reachable(table)
        if ESCAPE in numbers:
            return ESCAPE, self.cheapest(table, ESCAPE)
        opening = table.turns == 1
        if not opening and self.rng.random() < self.rest:
            return None
        near = [number for number in numbers if not needed(table, number)]
        if near:
            number = near[-1] if self.rng.random() < 0.7 else self.rng.choice(near)
            return number, self._bluff(table, number)
        options = []
        for number in numbers:
            paid = self.cheapest(table, number)
            lost = sum(card > number for card in paid)
            if lost <= self.patience or opening:
                options.append((lost, len(paid), number, paid))
        if not options:
            return None
        return min(options)[2:]

    def _bluff(self, table, number):
        if self.rng.random() >= self.bluff:
            return []
        passed = [card for card in spare(table.fugitive, number) if card < number]
        paid = self.rng.sample(passed, min(self.rng.choice((1, 1, 2)), len(passed)))
        return paid if leaves_a_second(table, number, paid) else []


class Runner(Fugitive):
    """Lays the highest number in reach, with as few sprint cards as carry it there."""

    def choose_pile(self, table):
        """Where it will be after one more sprint."""
        return nearest(table.open_piles(), pile_of(min(table.last + 2 * STRIDE, PILES[-1][-1])))

    def choose_play(self, table):
        for number in reversed(reachable(table)):
            cards = sorted(spare(table.fugitive, number), key=lambda card: (-sprint(card), card))
            paid = cards[: counts(table, number)[0]]
            if leaves_a_second(table, number, paid):
                return number, paid
        return None


class Hoarder(Runner):
    """Passes and gathers high cards while two hideouts or more are hidden, then runs."""

    enough = 10  # cards in hand with which it runs
    latest = 25  # the turn from which it runs with what it has

    def hoards(self, table):
        return (
            1 < table.turns < self.latest
            and len(table.fugitive) < self.enough
            and len(table.hidden()) > 1
            and any(table.piles)
        )

    def choose_pile(self, table):
        if self.hoards(table):
            return table.open_piles()[-1]
        return super().choose_pile(table)

    def choose_play(self, table):
        return None if self.hoards(table) else super().choose_play(table)


# --- the Marshal ---


class Marshal:
    """What every Marshal does; `rng` is the player's own random.Random.

    A subclass gives `choose_guess(table)`. Only what lies open and the Marshal's own hand is
    looked at.
    """

    noting = 1.0  # the chance to tell the companion what a drawn card is
    ahead = 0.6  # the chance to draw where the Fugitive is heading, not just anywhere

    def __init__(self, rng):
        self.rng = rng

    def turn(self, table):
        """Play one turn, a whole manhunt too; yields every act after it has been done."""
        turn = table.turns
        while table.step == "draw":
            note = self.rng.random() < self.noting
            yield table.draw(self.choose_pile(table), note)
        while table.turns == turn and not table.finished:
            numbers = self.choose_guess(table)
            yield table.guess(numbers) if numbers else table.skip()

    def choose_pile(self, table):
        """A pile that has cards, 1 to 3."""
        if self.rng.random() < self.ahead:
            return nearest(table.open_piles(), pile_of(self.heading(table)))
        return self.rng.choice(table.open_piles())

    def heading(self, table):
        """Where the next hideout may be, as far as the open cards tell."""
        known, steps = START, 1
        for place in table.row:
            if place.revealed:
                known, steps = place.number, 1
            else:
                steps += 1
        return min(known + STRIDE * steps, PILES[-1][-1])

    def unseen(self, table):
        """The numbers that lie nowhere open and are not in the Marshal's hand, sorted."""
        seen = set(table.marshal)
        for place in table.row:
            if place.revealed:
                seen.update([place.number], place.sprint_cards)
        return [number for number in range(START + 1, ESCAPE) if number not in seen]

    def choose_guess(self, table):
        """A list of numbers, or None to skip (in a manhunt there is no skipping)."""
        raise NotImplementedError


class RandomMarshal(Marshal):
    """Names any number not seen elsewhere; sometimes several, sometimes none."""

    noting = 0.8
    ahead = 0.0
    skipping = 0.1
    multiple = 0.15  # the chance to name two or three at once
    forgetting = 0.03  # the chance to name a hideout that lies open already

    def choose_guess(self, table):
        numbers = self.unseen(table)
        if table.step == "manhunt":
            return [self.rng.choice(numbers)]
        chance = self.rng.random()
        if chance < self.skipping:
            return None
        chance -= self.skipping
        if chance < self.multiple:
            return sorted(self.rng.sample(numbers, min(self.rng.choice((2, 2, 3)), len(numbers))))
        chance -= self.multiple
        opened = [place.number for place in table.row if place.revealed]
        if chance < self.forgetting and opened:
            return [self.rng.choice(opened)]
        return [self.rng.choice(numbers)]


class NotebookMarshal(Marshal):
    """Goes by the notebook: `deduce()` gives what it says now, as a dict with the keys
    `positions` ([{position, possible, probability}…]) and `best_guess`.

    A subclass gives `pick(answer)`. Where the notebook knows nothing the Marshal skips, and in a
    manhunt names anything unseen.
    """

    def __init__(self, rng, deduce):
        super().__init__(rng)
        self.deduce = deduce

    def choose_guess(self, table):
        numbers = self.pick(self.deduce())
        if numbers:
            return sorted(numbers) if table.step != "manhunt" else numbers[:1]
        if table.step == "manhunt":
            return [self.rng.choice(self.unseen(table))]
        return None

    def pick(self, answer):
        """A list of numbers, the best one first; empty for none."""
        raise NotImplementedError


class UniformMarshal(NotebookMarshal):
    """Any number the notebook holds for possible, whichever position it is for."""

    def pick(self, answer):
        numbers = set()
        for place in answer["positions"]:
            numbers.update(place["possible"])
        return [self.rng.choice(sorted(numbers))] if numbers else []


class BestGuessMarshal(NotebookMarshal):
    """Always the number the notebook recommends."""

    def pick(self, answer):
        best = answer["best_guess"]
        return [] if best is None else [best]


class BoldMarshal(BestGuessMarshal):
    """The recommended number, and with it the likeliest one of every position all but certain."""

    sure = 0.8

    def pick(self, answer):
        numbers = super().pick(answer)
        for place in answer["positions"]:
            likely = [(chance, -int(n)) for n, chance in place["probability"].items()]
            chance, negative = max(likely)
            if chance >= self.sure and -negative not in numbers:
                numbers.append(-negative)
        return numbers
