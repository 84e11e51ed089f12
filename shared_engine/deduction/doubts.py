"""Why a reveal cannot be true: the reason a table hears when no route allows it."""

from shared_engine.deduction.facts import Facts
from shared_engine.deduction.worlds import has_world
from shared_engine.games.fugitive import HELD, NUMBERS, pile_of


def doubt_reveal(before, after, revealed):
    """One sentence on why `after`, which reveals some hideouts, cannot follow; None if it can.

    before, after: states of the game; revealed: indices of the row.
    """
    reason = _seen_elsewhere(before, after, revealed) or _wrong_step(after, revealed)
    reason = reason or _not_drawn(after, revealed) or _missed(before, after, revealed)
    if not reason and not has_world(after):
        reason = "no route that fits the row, the draws and the Marshal's notes allows that"
        if not has_world(before):
            reason = "what was noted and guessed before already leaves no possible route"
    return reason


def _cards_of(entry):
    _, number, cards = entry
    return ((number,) if number is not None else ()) + (cards or ())


def _seen_elsewhere(before, after, revealed):
    # Everybody reads this: whose card it is stays with the Marshal.
    seen = {card: "it is seen elsewhere" for card in before["marshal_cards"]}
    for at in range(len(before["hideouts"])):
        for card in _cards_of(before["hideouts"][at]):
            seen[card] = f"it lies at position {at + 1}"
    for at in revealed:
        _, _, cards = after["hideouts"][at]
        for card in cards:
            if not NUMBERS[0] <= card <= NUMBERS[1]:
                return f"{card} is no sprint card"
        for card in _cards_of(after["hideouts"][at]):
            if card in seen:
                return f"{card} cannot be at position {at + 1}: {seen[card]}"
            seen[card] = f"it is at position {at + 1}"
    return None


def _wrong_step(after, revealed):
    """Whether a revealed hideout cannot follow its neighbours, as far as these are known."""
    facts = Facts(after)
    known = [(-1, 0)]
    for at in range(len(facts.number)):
        if facts.number[at] is not None:
            known.append((at, facts.number[at]))
    for which in range(1, len(known)):
        start, low = known[which - 1]
        end, high = known[which]
        if end not in revealed and start not in revealed:
            continue
        longest = 0
        for at in range(start + 1, end + 1):
            longest += facts.reach[at] + 2 * facts.hidden[at]
        at, number = (end, high) if end in revealed else (start, low)
        other = low if at == end else high
        if not end - start <= high - low:
            return f"{number} at position {at + 1} leaves no room up to {max(low, high)}" if (
                high > low
            ) else f"{number} at position {at + 1} is out of order with {other}"
        if high - low > longest:
            return f"{number} at position {at + 1} is out of reach of {other}"
    return None


def _not_drawn(after, revealed):
    """Whether a card comes from a pile of which the Fugitive had not drawn enough by then."""
    row = after["hideouts"]
    for at in revealed:
        for card in _cards_of(row[at]):
            source = pile_of(card)
            if source == HELD:
                continue
            drawn = after["taken_at"][at][source]
            used = 0
            for entry in row[: at + 1]:
                for other in _cards_of(entry):
                    used += pile_of(other) == source
            if used > drawn:
                return (
                    f"{card} at position {at + 1}: the Fugitive had only {drawn} cards of pile "
                    + f"{source + 1} by then"
                )
    return None


def _missed(before, after, revealed):
    for which in range(len(before["guesses"])):
        numbers, hit = before["guesses"][which]
        laid = before["laid_at"][which]
        for at in revealed:
            if not hit and at < laid and numbers == (after["hideouts"][at][1],):
                return f"{numbers[0]} was guessed and missed when position {at + 1} lay there"
    return None
