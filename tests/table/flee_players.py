"""People at the table: those who head for the next museum, and those who wander about.

A player's turn is a generator: it moves the things on the table and yields each act, so that
the hand can press it before the next one happens.
"""

from tests.table.flee_map import HOPS, MISSION_CITIES, WAYS_FROM
from tests.table.flee_table import KINDS, MOST_CARRIED

_ENOUGH = 4  # cards in hand and carried; with more, nobody travels for another one


def ways(city, ready):
    """What `ready` ((kind, count) pairs) allow from a city: (kind, next city, stand-ins), sorted.

    Stand-ins are None, or two kinds where none of the wanted kind is ready.
    """
    count = dict(ready)
    found = []
    for kind, onward in WAYS_FROM[city]:
        if count[kind]:
            found.append((kind, onward, None))
            continue
        others = [other for other in KINDS if count[other]]
        for at, one in enumerate(others):
            if count[one] > 1:
                found.append((kind, onward, (one, one)))
            found += [(kind, onward, (one, other)) for other in others[at + 1 :]]
    return found


def counted(vehicles):
    """Vehicles as ((kind, count), …)."""
    kinds = [vehicle.kind for vehicle in vehicles]
    return tuple((kind, kinds.count(kind)) for kind in KINDS)


def less(ready, kinds):
    """`ready` without the vehicles of `kinds`."""
    return tuple((kind, count - kinds.count(kind)) for kind, count in ready)


class Player:
    """What everybody does; `rng` is the player's own random.Random.

    A subclass gives `choose_move(table)`.
    """

    stop = 0.0  # the chance to end the turn after a move although another is possible
    greed = 0.5  # the chance to take missions where they are given

    def __init__(self, rng):
        self.rng = rng

    def turn(self, table):
        """Play one turn of the seat to move; yields every act after it has been done."""
        yield from self._maybe_reshuffle(table)
        yield table.place(self.choose_place(table))
        while True:
            move = self.choose_move(table)
            if move is None:
                break
            yield table.move(*move)
            yield from self.visit(table)
            if self.rng.random() < self.stop:
                break
        yield table.end(self.choose_end(table))

    def choose_place(self, table):
        """The kind of one vehicle of the supply."""
        return self.rng.choice(table.seat.supply).kind

    def choose_move(self, table):
        """(kind, city, stand-ins), or None to stop."""
        raise NotImplementedError

    def choose_end(self, table):
        return self.rng.choice(table.ready + table.used).kind

    def visit(self, table):
        """Whatever there is to do in the city just entered, in any order."""
        order = [self._take_missions, self._rob, self._deliver]
        self.rng.shuffle(order)
        for step in order:
            yield from step(table)
            yield from self._maybe_reshuffle(table)
        # What was taken here may be robbed here, and what was delivered has made room.
        yield from self._rob(table)

    def _take_missions(self, table):
        if not table.missions_here or self.rng.random() >= self.greed:
            return
        if table.open and (not table.pile or self.rng.random() < 0.5):
            yield table.take_open(self.rng.randrange(len(table.open)))
        elif table.pile:
            yield table.take_hidden()

    def _rob(self, table):
        seat = table.seat
        cards = [card for card in seat.hand if card.museum == seat.city]
        cards = cards[: MOST_CARRIED - len(seat.carried)]
        if cards:
            yield table.rob(cards)

    def _deliver(self, table):
        seat = table.seat
        cards = [card for card in seat.carried if card.destination == seat.city]
        if len(cards) > 1 and self.rng.random() < 0.3:
            yield table.deliver(cards[:1])
            cards = cards[1:]
        if cards:
            yield table.deliver(cards)

    def _maybe_reshuffle(self, table):
        if not table.pile and table.discards and self.rng.random() < 0.4:
            yield table.reshuffle()


class Traveller(Player):
    """Greedy: takes the shortest way to the nearest city that is good for something."""

    stop = 0.03
    greed = 0.6

    def _targets(self, table):
        seat = table.seat
        targets = [card.destination for card in seat.carried]
        if len(seat.carried) < MOST_CARRIED:
            targets += [card.museum for card in seat.hand]
        if len(seat.hand) + len(seat.carried) < _ENOUGH:
            targets += MISSION_CITIES
        # Where the pawn stands now there is nothing left to do this turn.
        return sorted(set(targets) - {seat.city}) or list(MISSION_CITIES)

    def _plan(self, city, ready, targets):
        """(moves left to the nearest target, vehicles used, first move) of the best route."""
        far = {at: min(HOPS[at][target] for target in targets) for at in WAYS_FROM}
        best = (far[city], 0, None)
        seen = {(city, ready)}
        waiting = [(city, ready, 0, None)]
        for at, left, used, first in waiting:
            for move in ways(at, left):
                kind, onward, stand_ins = move
                rest = less(left, stand_ins or (kind,))
                if (onward, rest) in seen:
                    continue
                seen.add((onward, rest))
                begun = first or move
                spent = used + (2 if stand_ins else 1)
                if (far[onward], spent) < best[:2]:
                    best = (far[onward], spent, begun)
                waiting.append((onward, rest, spent, begun))
        return best

    def choose_place(self, table):
        targets = self._targets(table)
        ready = counted(table.ready)
        options = []
        for kind in sorted({vehicle.kind for vehicle in table.seat.supply}):
            more = tuple((name, count + (name == kind)) for name, count in ready)
            plan = self._plan(table.seat.city, more, targets)
            options.append((plan[0], plan[1], self.rng.random(), kind))
        return min(options)[3]

    def choose_move(self, table):
        return self._plan(table.seat.city, counted(table.ready), self._targets(table))[2]

    def choose_end(self, table):
        """Takes what the way onward needs first, or just anything."""
        if self.rng.random() < 0.3:
            return super().choose_end(table)
        targets = self._targets(table)
        there = {vehicle.kind for vehicle in table.ready + table.used}
        onward = [
            (min(HOPS[city][target] for target in targets), self.rng.random(), kind)
            for kind, city in WAYS_FROM[table.seat.city]
            if kind in there
        ]
        return min(onward)[2] if onward else super().choose_end(table)


class Wanderer(Player):
    """Goes anywhere and takes most missions on the way."""

    stop = 0.05
    greed = 0.8

    def choose_move(self, table):
        moves = ways(table.seat.city, counted(table.ready))
        plain = [move for move in moves if not move[2]]
        if plain and self.rng.random() < 0.7:
            moves = plain
        return self.rng.choice(moves) if moves else None
