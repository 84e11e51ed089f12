"""What everybody at the table can tell of the hidden hideouts of Fugitive at once.

Entries start from it. It is no more than steps, piles and misses: never a noted card.
"""

from shared_engine.games.fugitive import HELD, NUMBERS, longest_step, pile_of

_WEIGHT = 1000


def spans(state):
    """(lowest, highest) number of every entry of the row, by the steps alone; a list."""
    row = state["hideouts"]
    found = []
    low = high = 0
    for sprints, number, cards in row:
        low += 1
        high = min(high + longest_step(sprints, cards), NUMBERS[1])
        if number is not None:
            low = high = number
        found.append((low, high))
    for at in range(len(row) - 2, -1, -1):
        if row[at][1] is None:
            low, high = found[at]
            after = found[at + 1]
            sprints, _, cards = row[at + 1]
            found[at] = (max(low, after[0] - longest_step(sprints, cards)), min(high, after[1] - 1))
    return found


def in_sight(state):
    """The cards that lie open in the row, a list."""
    seen = []
    for _, number, cards in state["hideouts"]:
        if number is not None:
            seen.append(number)
        seen += cards or ()
    return seen


def open_to(state):
    """For every hidden position (position, numbers it may have as far as all can see), a list."""
    seen = in_sight(state)
    by_steps = spans(state)
    found = []
    for at in range(len(by_steps)):
        if state["hideouts"][at][1] is None:
            low, high = by_steps[at]
            taken = state["taken_at"][at]
            missed = [
                state["guesses"][which][0][0]
                for which in range(len(state["guesses"]))
                if at < state["laid_at"][which] and len(state["guesses"][which][0]) == 1
            ]
            numbers = [
                number
                for number in range(low, high + 1)
                if number not in seen and number not in missed and _drawn(number, taken)
            ]
            found.append((at + 1, numbers))
    return found


def _drawn(number, taken):
    """Whether any card of the number's pile had been taken; the lowest are held from the start."""
    source = pile_of(number)
    return source == HELD or taken[source] > 0


def start_of_guess(state, named):
    """Where the entry of a guess starts: in the middle of what is open to the hidden hideouts.

    named: numbers that are named already.
    """
    weights = [0] * (NUMBERS[1] + 1)
    for _, numbers in open_to(state):
        for number in numbers:
            if number not in named:
                weights[number] += _WEIGHT // len(numbers)
    return _middle(weights, NUMBERS[1] // 2)


def _middle(weights, otherwise):
    """The number in the middle of `weights` (one for each number); `otherwise` if all are 0."""
    whole = sum(weights)
    total = 0
    for number in range(len(weights)):
        total += weights[number]
        if whole and 2 * total >= whole:
            return number
    return otherwise
