"""The table of a game of Flee the Scene: every vehicle, card and pawn, hidden or not.

Written from the rulebook alone, with things that are moved about and then counted. It shares
nothing with the companion's rules, so that an error in either shows as a difference.
"""

from tests.table.flee_map import CITIES, MISSION_CITIES

KINDS = ("train", "truck", "ship")
BOX = {"train": 5, "truck": 4, "ship": 4}
USUAL_PAIRS = (
    ("train", "ship"), ("truck", "ship"), ("train", "truck"), ("train", "ship"), ("train", "truck"),
)
CARDS = 45
GOAL = 13
MOST_CARRIED = 3


class Vehicle:
    """One of the wooden pieces."""

    def __init__(self, kind):
        self.kind = kind


class Mission:
    """One card: worth `points`, from the museum in one city to another city."""

    def __init__(self, points, museum, destination):
        self.points = points
        self.museum = museum
        self.destination = destination


class Seat:
    """One player's place: pawn, supply, hand, and the cards in front and put aside."""

    def __init__(self, number):
        self.number = number
        self.city = None
        self.supply = []
        self.hand = []
        self.carried = []
        self.delivered = []

    @property
    def score(self):
        return sum(card.points for card in self.delivered)


class Table:
    """Set up for `players` with the starting `pairs`; cards come from `rng` (random.Random).

    points: the least and the most a card is worth; the closer, the more ties. Each method that does
    something returns it in the words of the record notation, a tuple.
    """

    def __init__(self, players, pairs, rng, points=(1, 9)):
        self.box = [Vehicle(kind) for kind in KINDS for _ in range(BOX[kind])]
        self.ready = [self._from_box(kind) for kind in KINDS]
        self.used = []
        self.seats = [Seat(number) for number in range(1, players + 1)]
        for seat, pair in zip(self.seats, pairs, strict=True):
            seat.supply = [self._from_box(kind) for kind in pair]
        self.rng = rng
        self.pile = [self._print_card(*points) for _ in range(CARDS)]
        for seat in self.seats:
            seat.hand = [self.pile.pop() for _ in range(3)]
        self.open = [self.pile.pop() for _ in range(4)]
        self.discards = []
        for seat in self.seats:
            card = seat.hand.pop(rng.randrange(3))
            seat.city = card.destination
            self.discards.append(card)
        self.seat = self.seats[0]
        self.turns = 1
        self.placed = False
        self.moved = False
        self.missions_here = True
        self.deliveries = []  # the seat number of each act of delivering, in order
        self.first_at_goal = None
        self.finished = False

    def _from_box(self, kind):
        at = [vehicle.kind for vehicle in self.box].index(kind)
        return self.box.pop(at)

    def _print_card(self, least, most):
        museum, destination = self.rng.sample(CITIES, 2)
        return Mission(self.rng.randint(least, most), museum, destination)

    @staticmethod
    def _hand_over(kind, one, other):
        for vehicle in one:
            if vehicle.kind == kind:
                one.remove(vehicle)
                other.append(vehicle)
                return
        raise AssertionError(f"a player reaches for a {kind} that is not there")

    # --- a turn ---

    def place(self, kind):
        assert not self.placed
        self._hand_over(kind, self.seat.supply, self.ready)
        self.placed = True
        return ("place", kind)

    def move(self, kind, city, stand_ins=None):
        """To a connected city by `kind`, or with two `stand_ins` when none of it is ready."""
        assert self.placed
        act = ("move", kind)
        if stand_ins:
            assert kind not in [vehicle.kind for vehicle in self.ready]
            act += ("with", "+".join(sorted(stand_ins, key=KINDS.index)))
        for piece in stand_ins or (kind,):
            self._hand_over(piece, self.ready, self.used)
        self.seat.city = city
        self.moved = True
        self.missions_here = city in MISSION_CITIES
        return act

    def take_open(self, at):
        assert self.moved and self.missions_here
        self.seat.hand.append(self.open.pop(at))
        self._turn_over()
        self.missions_here = False
        return ("mission", "open")

    def take_hidden(self):
        assert self.moved and self.missions_here and self.pile
        for _ in range(2):
            if self.pile:
                self.seat.hand.append(self.pile.pop())
        self.missions_here = False
        return ("mission", "hidden")

    def _turn_over(self):
        while len(self.open) < 4 and self.pile:
            self.open.append(self.pile.pop())

    def reshuffle(self):
        assert not self.pile and self.discards and not self.finished
        self.pile, self.discards = self.discards, []
        self.rng.shuffle(self.pile)
        self._turn_over()
        return ("reshuffle",)

    def rob(self, cards):
        assert self.moved and cards
        for card in cards:
            assert card.museum == self.seat.city
            self.seat.hand.remove(card)
            self.seat.carried.append(card)
        assert len(self.seat.carried) <= MOST_CARRIED
        return ("rob", str(len(cards)))

    def deliver(self, cards):
        assert self.moved and cards
        for card in cards:
            assert card.destination == self.seat.city
            self.seat.carried.remove(card)
            self.seat.delivered.append(card)
        self.deliveries.append(self.seat.number)
        if self.first_at_goal is None and self.seat.score >= GOAL:
            self.first_at_goal = self.seat
        return ("deliver",) + tuple(str(card.points) for card in cards)

    def end(self, kind):
        assert self.placed
        self.ready += self.used
        self.used = []
        self._hand_over(kind, self.ready, self.seat.supply)
        assert len(self.ready) == 3 and all(len(seat.supply) == 2 for seat in self.seats)
        assert self._cards() == CARDS
        after = self.seats[self.seat.number % len(self.seats)]
        if after is self.first_at_goal:
            self.finished = True
        else:
            self.seat = after
            self.turns += 1
            self.placed = False
            self.moved = False
        return ("end", kind)

    # --- what lies there, counted ---

    def _cards(self):
        stacks = [self.pile, self.open, self.discards]
        for seat in self.seats:
            stacks += [seat.hand, seat.carried, seat.delivered]
        return sum(len(stack) for stack in stacks)

    def best(self):
        """The numbers of the players with the highest score, before ties are broken."""
        top = max(seat.score for seat in self.seats)
        return [seat.number for seat in self.seats if seat.score == top]

    def _most_delivered(self):
        """Those of the best who delivered the most antiquities."""
        count = {number: len(self.seats[number - 1].delivered) for number in self.best()}
        return [number for number in count if count[number] == max(count.values())]

    def tied_in_number(self):
        """Whether only the time of the last delivery decides."""
        return len(self._most_delivered()) > 1

    def winners(self):
        # Whoever wins has delivered something: it takes points to end the game.
        times = {number: self._last_delivery(number) for number in self._most_delivered()}
        return [number for number in times if times[number] == min(times.values())]

    def _last_delivery(self, number):
        done = [at for at, who in enumerate(self.deliveries, 1) if who == number]
        return done[-1] if done else None

    def truth(self):
        """What the companion's state JSON has to say, all of it."""
        ended = self.finished
        return {
            "game": "flee_the_scene",
            "players": len(self.seats),
            "board": {"ready": _counted(self.ready), "used": _counted(self.used)},
            "supplies": [_counted(seat.supply) for seat in self.seats],
            "hands": [len(seat.hand) for seat in self.seats],
            "carried": [len(seat.carried) for seat in self.seats],
            "delivered": [[card.points for card in seat.delivered] for seat in self.seats],
            "scores": [seat.score for seat in self.seats],
            "draw_pile": len(self.pile),
            "open_missions": len(self.open),
            "discards": len(self.discards),
            "last_round": self.first_at_goal is not None,
            "ends_before": self.first_at_goal.number if self.first_at_goal else None,
            "last_delivery": [self._last_delivery(seat.number) for seat in self.seats],
            "turn": {
                "player": self.seat.number,
                "step": "move" if self.placed else "place",
                "number": self.turns,
            },
            "corrections": 0,
            "over": "finished" if ended else None,
            "winner": self.winners() if ended else None,
        }


def _counted(vehicles):
    kinds = [vehicle.kind for vehicle in vehicles]
    return {kind: kinds.count(kind) for kind in KINDS}
