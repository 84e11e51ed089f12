"""Flee the Scene: where every vehicle stands, the mission cards, the scores and the last round.

Source: the rulebook of Flee the Scene; docs/record.md has the notation. The map and what is on the
cards stay on the table: a player says "delivered, 4 points", never which city.
"""

from shared_engine.contract import Game, Option
from shared_engine.errors import IllegalAction
from shared_engine.shape import Fields, Int, Row, StateFields, Word, replaced
from shared_engine.words import count_of, quoted, span

VEHICLES = ("train", "truck", "ship")
IN_BOX = (5, 4, 4)  # of each vehicle
MISSION_CARDS = 45
OPEN_MISSIONS = 4  # face up beside the pile
DEALT = 3  # missions each player starts with, before one is discarded for the starting city
HIDDEN = 2  # missions taken from the pile at once
CARRY = 3  # stolen antiquities a player may carry
GOAL = 13  # points that start the last round
POINTS = (1, 9)  # of one antiquity
MOST_TURNS = 8000  # no game comes near
PLACE = "place"
MOVE = "move"
STEPS = (PLACE, MOVE)

# The printed chart says players 1 and 2; the rest is chosen so that five players fit the box.
STARTING_PAIRS = (
    ("train", "ship"),
    ("truck", "ship"),
    ("train", "truck"),
    ("train", "ship"),
    ("train", "truck"),
)
PAIRS = tuple(
    (VEHICLES[a], VEHICLES[b]) for a in range(3) for b in range(a, 3)
)


class FleeTheScene(Game):
    name = "flee_the_scene"
    title = "Flee the Scene"
    fewest = 2
    most = 5
    vocabulary = (
        "place", "move", "with", "+", "mission", "open", "hidden", "reshuffle", "rob", "deliver",
        "end", "train", "truck", "ship",
    )

    # --- set-up ---

    def options(self, players):
        return tuple(
            Option("supply", PAIRS, STARTING_PAIRS[p - 1], "Supply", player=p, unordered=True)
            for p in range(1, players + 1)
        )

    def new(self, options):
        players = options["players"]
        supplies = []
        for player in range(1, players + 1):
            pair = options[("supply", player)]
            supplies.append(tuple([pair.count(vehicle) for vehicle in VEHICLES]))
        for v in range(3):
            used = 1 + sum([supply[v] for supply in supplies])
            if used > IN_BOX[v]:
                raise IllegalAction(
                    f"the box has {IN_BOX[v]} {VEHICLES[v]}s, board and supplies take {used}",
                    (f"at most {IN_BOX[v]} {VEHICLES[v]}s",),
                )
        return {
            "players": players,
            "corrections": 0,
            "board": ((1, 1, 1), (0, 0, 0)),
            "supplies": tuple(supplies),
            "hands": (DEALT - 1,) * players,
            "carried": (0,) * players,
            "delivered": ((),) * players,
            "draw_pile": MISSION_CARDS - DEALT * players - OPEN_MISSIONS,
            "open_missions": OPEN_MISSIONS,
            "discards": players,
            "last_delivery": (None,) * players,
            "turn": (1, PLACE, 1),
            # Not in the state JSON: whether the city just entered has given its missions, who
            # reached the goal first, and whether the game has ended.
            "mission_taken": False,
            "ends_before": None,
            "finished": False,
        }

    def shape(self, state):
        players = state["players"]
        vehicles = Fields(*[(VEHICLES[v], Int(0, IN_BOX[v])) for v in range(3)])
        cards = Int(0, MISSION_CARDS)
        return StateFields(
            ("board", Fields(("ready", vehicles), ("used", vehicles))),
            ("supplies", Row(vehicles, players, players=True)),
            ("hands", Row(cards, players, players=True)),
            ("carried", Row(Int(0, CARRY), players, players=True)),
            ("delivered", Row(Row(Int(*POINTS), most=MISSION_CARDS), players, players=True)),
            ("draw_pile", cards),
            ("open_missions", Int(0, OPEN_MISSIONS)),
            ("discards", cards),
            ("last_delivery", Row(Int(1, 999, null=True), players, players=True)),
            ("turn", Fields(("player", Int(1, players)), ("step", Word(STEPS)),
                            ("number", Int(1, MOST_TURNS)))),
        )

    # --- actions ---

    def read(self, words):
        verb = words[0]
        if verb in ("place", "end") and len(words) == 2 and words[1] in VEHICLES:
            return (verb, words[1])
        if verb == "move" and len(words) in (2, 4) and words[1] in VEHICLES:
            if len(words) == 2:
                return (verb, words[1])
            pair = _pair(words[3])
            if words[2] == "with" and pair:
                return (verb, words[1], "with", pair[0], "+", pair[1])
        if verb == "mission" and len(words) == 2 and words[1] in ("open", "hidden"):
            return (verb, words[1])
        if verb == "reshuffle" and len(words) == 1:
            return (verb,)
        numbers = [count_of(word) for word in words[1:]]
        if verb == "rob" and len(numbers) == 1 and None not in numbers:
            return (verb, numbers[0])
        if verb == "deliver" and numbers and None not in numbers:
            return (verb,) + tuple(numbers)
        raise IllegalAction(f"{quoted(' '.join(words))} is not understood")

    def act(self, state, action):
        if state["finished"]:
            raise IllegalAction("the game is over")
        return getattr(self, "_" + action[0])(state, *action[1:])

    def _place(self, state, vehicle):
        player, step, number = state["turn"]
        if step != PLACE:
            raise IllegalAction("a vehicle has been placed this turn")
        v = VEHICLES.index(vehicle)
        supply = state["supplies"][player - 1]
        if not supply[v]:
            raise IllegalAction(f"no {vehicle} is in the supply")
        after = dict(state)
        ready, used = state["board"]
        after["board"] = (_more(ready, v), used)
        after["supplies"] = replaced(
            state["supplies"], player - 1, replaced(supply, v, supply[v] - 1)
        )
        after["turn"] = (player, MOVE, number)
        return after

    def _move(self, state, vehicle, *swap):
        if state["turn"][1] != MOVE:
            raise IllegalAction("a vehicle must be placed first")
        ready, used = state["board"]
        v = VEHICLES.index(vehicle)
        if not swap:
            if not ready[v]:
                raise IllegalAction(f"no {vehicle} is ready")
            taken = (v,)
        else:
            if ready[v]:
                raise IllegalAction(f"a {vehicle} is ready, so nothing stands in for it")
            taken = (VEHICLES.index(swap[1]), VEHICLES.index(swap[3]))
        for t in taken:
            if not ready[t]:
                raise IllegalAction(f"not enough {VEHICLES[t]}s are ready")
            ready = replaced(ready, t, ready[t] - 1)
            used = _more(used, t)
        after = dict(state)
        after["board"] = (ready, used)
        after["mission_taken"] = False
        return after

    def _entered(self, state):
        """Refuse unless the player has moved this turn: every move leaves a used vehicle."""
        if state["turn"][1] != MOVE or not sum(state["board"][1]):
            raise IllegalAction("this needs a move first this turn")

    def _mission(self, state, kind):
        self._entered(state)
        if state["mission_taken"]:
            raise IllegalAction("this city has given its missions; leave it and enter again")
        player = state["turn"][0]
        after = dict(state)
        if kind == "open":
            if not state["open_missions"]:
                raise IllegalAction("no open mission is left")
            got = 1
            # The card taken is replaced; with the pile empty there is one fewer.
            if state["draw_pile"]:
                after["draw_pile"] -= 1
            else:
                after["open_missions"] -= 1
        else:
            got = min(HIDDEN, state["draw_pile"])
            if not got:
                raise IllegalAction("the draw pile is empty")
            after["draw_pile"] -= got
        hands = state["hands"]
        after["hands"] = replaced(hands, player - 1, min(hands[player - 1] + got, MISSION_CARDS))
        after["mission_taken"] = True
        return after

    def _reshuffle(self, state):
        if state["draw_pile"]:
            raise IllegalAction("the draw pile is not empty yet")
        if not state["discards"]:
            raise IllegalAction("the discard pile is empty too")
        after = dict(state)
        turned = min(OPEN_MISSIONS - state["open_missions"], state["discards"])
        after["open_missions"] += turned
        after["draw_pile"] = state["discards"] - turned
        after["discards"] = 0
        return after

    def _rob(self, state, count):
        self._entered(state)
        player = state["turn"][0]
        most = _most_to_rob(state)
        if not 1 <= count <= most:
            raise IllegalAction(
                f"{count} cannot be robbed with {state['hands'][player - 1]} missions in hand "
                + f"and {state['carried'][player - 1]} of {CARRY} carried"
            )
        after = dict(state)
        for key, by in (("hands", -count), ("carried", count)):
            after[key] = replaced(state[key], player - 1, state[key][player - 1] + by)
        return after

    def _deliver(self, state, *points):
        self._entered(state)
        player = state["turn"][0]
        carried = state["carried"][player - 1]
        if len(points) > _most_to_deliver(state):
            raise IllegalAction(f"{len(points)} antiquities are more than the {carried} carried")
        for value in points:
            if not POINTS[0] <= value <= POINTS[1]:
                raise IllegalAction(f"an antiquity is worth {span(*POINTS)} points, not {value}")
        after = dict(state)
        after["carried"] = replaced(state["carried"], player - 1, carried - len(points))
        delivered = state["delivered"][player - 1] + points
        after["delivered"] = replaced(state["delivered"], player - 1, delivered)
        latest = max([at or 0 for at in state["last_delivery"]])
        after["last_delivery"] = replaced(state["last_delivery"], player - 1, min(latest + 1, 999))
        if after["ends_before"] is None and sum(delivered) >= GOAL:
            after["ends_before"] = player
        return after

    def _end(self, state, vehicle):
        player, step, _ = state["turn"]
        if step != MOVE:
            raise IllegalAction("a vehicle must be placed first")
        v = VEHICLES.index(vehicle)
        ready, used = state["board"]
        if not ready[v] + used[v]:
            raise IllegalAction(f"no {vehicle} is on the board")
        after = dict(state)
        # Everything left stands ready at the start of the next turn.
        board = [min(ready[t] + used[t], IN_BOX[t]) for t in range(3)]
        board[v] = min(ready[v] + used[v] - 1, IN_BOX[v])
        after["board"] = (tuple(board), (0, 0, 0))
        supply = state["supplies"][player - 1]
        after["supplies"] = replaced(state["supplies"], player - 1, _more(supply, v))
        if _next_player(state) == state["ends_before"]:
            after["finished"] = True
        else:
            _next_turn(after)
        return after

    def legal(self, state):
        if state["finished"]:
            return []
        player, step, _ = state["turn"]
        forms = []
        if step == PLACE:
            supply = state["supplies"][player - 1]
            forms += ["place " + VEHICLES[v] for v in range(3) if supply[v]]
        else:
            ready, used = state["board"]
            for v in range(3):
                if ready[v]:
                    forms.append("move " + VEHICLES[v])
                else:
                    move = f"move {VEHICLES[v]} with "
                    forms += [move + a + "+" + b for a, b in substitutes(state, VEHICLES[v])]
                if ready[v] + used[v]:
                    forms.append("end " + VEHICLES[v])
            if sum(used):
                forms += _legal_in_city(state)
        if not state["draw_pile"] and state["discards"]:
            forms.append("reshuffle")
        return forms

    def settle(self, before, state, named):
        players = state["players"]
        if state["turn"][:2] != before["turn"][:2]:
            state["mission_taken"] = False
        trigger = state["ends_before"]
        if trigger is not None and sum(state["delivered"][trigger - 1]) >= GOAL:
            return
        state["ends_before"] = None
        for ahead in range(players):
            player = (state["turn"][0] - 1 + ahead) % players + 1
            if sum(state["delivered"][player - 1]) >= GOAL:
                state["ends_before"] = player
                return
        if state["finished"]:
            # The game goes on after all, with the player whose turn it would have been, unless
            # the correction says whose it is.
            state["finished"] = False
            if "turn" not in named:
                _next_turn(state)

    # --- what follows from the state ---

    def derived(self, state):
        return (
            ("scores", scores(state)),
            ("last_round", state["ends_before"] is not None),
            ("ends_before", state["ends_before"]),
        )

    def over(self, state):
        return "finished" if state["finished"] else None

    def winner(self, state):
        if not state["finished"]:
            return None
        standing = []
        for at in range(state["players"]):
            points = state["delivered"][at]
            # Nothing delivered is later than any delivery.
            standing.append((sum(points), len(points), -(state["last_delivery"][at] or 1000)))
        best = max(standing)
        return [at + 1 for at in range(len(standing)) if standing[at] == best]


def scores(state):
    """Each player's points delivered, a list."""
    return [sum(points) for points in state["delivered"]]


def substitutes(state, vehicle):
    """The pairs of ready vehicles that can stand in for `vehicle`; none while one is ready."""
    ready = state["board"][0]
    if ready[VEHICLES.index(vehicle)]:
        return []
    pairs = []
    for a, b in PAIRS:
        left, right = VEHICLES.index(a), VEHICLES.index(b)
        if ready[left] and ready[right] and (left != right or ready[left] > 1):
            pairs.append((a, b))
    return pairs


def _pair(word):
    parts = tuple(word.split("+"))
    for pair in PAIRS:
        if parts == pair or parts == (pair[1], pair[0]):
            return pair
    return None


def _most_to_rob(state):
    player = state["turn"][0]
    return min(state["hands"][player - 1], CARRY - state["carried"][player - 1])


def _most_to_deliver(state):
    # Only corrections can bring more cards together than the box holds.
    player = state["turn"][0]
    return min(state["carried"][player - 1], MISSION_CARDS - len(state["delivered"][player - 1]))


def _legal_in_city(state):
    forms = []
    deliveries = _most_to_deliver(state)
    if not state["mission_taken"]:
        if state["open_missions"]:
            forms.append("mission open")
        if state["draw_pile"]:
            forms.append("mission hidden")
    if _most_to_rob(state) > 0:
        forms.append("rob " + span(1, _most_to_rob(state)))
    if deliveries > 0:
        forms.append("deliver " + span(*POINTS) + (" […]" if deliveries > 1 else ""))
    return forms


def _more(vehicles, v):
    """One more of kind `v`; corrections may count the whole box twice, but none goes beyond it."""
    return replaced(vehicles, v, min(vehicles[v] + 1, IN_BOX[v]))


def _next_player(state):
    return state["turn"][0] % state["players"] + 1


def _next_turn(state):
    state["turn"] = (_next_player(state), PLACE, min(state["turn"][2] + 1, MOST_TURNS))
    state["mission_taken"] = False


GAME = FleeTheScene()
