"""What everybody has seen of a game of Fugitive, and what the Marshal has noted, as plain numbers.

Numbers of hideouts are sets of bits: bit n stands for hideout n, so that a whole set is one
integer.
"""

from shared_engine.games.fugitive import (
    ESCAPE,
    FIRST,
    LAST,
    NUMBERS,
    SIZES,
    longest_step,
    pile_of,
)

ALL = (1 << (NUMBERS[1] + 1)) - (1 << NUMBERS[0])
EVENS = sum([1 << number for number in range(0, ESCAPE, 2)])
STARTERS = 0b1110  # 1, 2 and 3
PILES = tuple([(1 << (LAST[p] + 1)) - (1 << FIRST[p]) for p in range(3)])
SOURCE_OF = bytes([pile_of(card) for card in range(ESCAPE + 1)])
_FOLLOWED = 10  # missed guesses of several numbers, in long rows
_LONG = 5  # hidden hideouts


class Facts:
    """The row as the table sees it; lists have one item per entry of the row, an escape included.

    number   the hideout's number, None while hidden
    hidden   how many of its sprint cards are face down
    reach    the longest step that the face-up sprint cards and the usual three allow
    can_be   the bits of the numbers it can have by what is seen elsewhere and by single misses
    used     per entry: how many face-up cards (number and sprint cards) of piles 1–3 and starters
    taken    per entry: how many cards of piles 1–3 the Fugitive had taken by then
    misses   (bits of numbers, count): not all of them among the first `count` entries
    free     bits of the cards that lie neither open nor with the Marshal
    unseen   per pile: cards that are not the Marshal's (N in the weights)
    sound    False where what lies open contradicts itself
    """

    def __init__(self, state):
        row = state["hideouts"]
        self.number = [number for _, number, _ in row]
        self.hidden = [0 if cards is not None else sprints for sprints, _, cards in row]
        self.reach = [longest_step(0, cards or ()) for _, _, cards in row]
        self.taken = state["taken_at"]
        self.sound = True
        noted = 0
        for card in state["marshal_cards"]:
            noted |= 1 << card
        self.unseen = [SIZES[p] - count_bits(noted & PILES[p]) for p in range(3)]
        seen = noted
        self.used = []
        for _, number, cards in row:
            used = [0, 0, 0, 0]
            lying = cards or ()
            for card in lying if number in (None, ESCAPE) else lying + (number,):
                self.sound = self.sound and not seen >> card & 1
                seen |= 1 << card
                used[pile_of(card)] += 1
            self.used.append(tuple(used))
        self.free = ALL & ~seen
        self.can_be = [
            self.free if number is None else 1 << number for number in self.number
        ]
        self.misses = []
        self._take_misses(state)

    def _take_misses(self, state):
        for (numbers, hit), laid in zip(state["guesses"], state["laid_at"]):
            if hit or not laid or not numbers:
                continue
            bits = 0
            for number in numbers:
                at = self.number.index(number) if number in self.number else -1
                if at < 0:
                    bits |= 1 << number if self.free >> number & 1 else 0
                if at >= laid or (at < 0 and not self.free >> number & 1):
                    bits = -1  # it was not there then, so the guess had to miss
                    break
            if bits < 0:
                continue
            if not bits:
                self.sound = False
            elif bits & (bits - 1):
                self.misses.append((bits, laid))
            else:
                for at in range(laid):
                    if self.number[at] is None:
                        self.can_be[at] &= ~bits
        if self.number.count(None) > _LONG and len(self.misses) > _FOLLOWED:
            # Each one doubles the work at worst. Those of few numbers say most; without the others
            # nothing possible is ruled out.
            sizes = [(count_bits(self.misses[at][0]), -at) for at in range(len(self.misses))]
            kept = [self.misses[-at] for _, at in sorted(sizes)[:_FOLLOWED]]
            self.misses = kept


def count_bits(bits):
    """How many bits are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count
