"""Fugitive: the three piles, the row of hideouts, the guesses, the manhunt, and who has won.

Source: the rules of Fugitive as in docs/record.md. The cards stay on the table: a hideout is known
only by its number of sprint cards until it is revealed. What the hidden ones can be is worked out
in `shared_engine.deduction`; here it decides whether a reveal can be true at all.
"""

from shared_engine.contract import Game, Option
from shared_engine.errors import IllegalAction
from shared_engine.shape import Fields, Flag, Int, Row, StateFields, Word, replaced
from shared_engine.words import count_of, quoted, span

FUGITIVE = "fugitive"
MARSHAL = "marshal"
ROLES = (FUGITIVE, MARSHAL)
DRAW = "draw"
PLAY = "play"
GUESS = "guess"
MANHUNT = "manhunt"
STEPS = (DRAW, PLAY, GUESS, MANHUNT)
ESCAPED = "escaped"
CAUGHT = "caught"

FIRST = (4, 15, 29)  # the lowest card of each pile
LAST = (14, 28, 41)
SIZES = (11, 14, 13)  # before the Fugitive's first hand
STARTING = (3, 2, 0)  # of each pile in the Fugitive's first hand
ALWAYS_HELD = (1, 2, 3, 42)
AT_SET_UP = tuple([SIZES[p] - STARTING[p] for p in range(3)])
ESCAPE = 42
STRIDE = 3  # how far the next hideout may be without sprint cards
HELD = 3  # as a source of cards, beside the piles 0-2: what is held from the start
NUMBERS = (1, 41)  # of hideouts that are guessed
SAFE = 30  # a revealed hideout from here on means no manhunt
MOST_SPRINTS = 38
MOST_NOTED = 38
MOST_ENTRIES = 999  # of guesses; no game comes near
MOST_TURNS = 8000
HIDEOUTS_AT_FIRST = 2
DRAWN_AT_FIRST = 2  # by the Marshal


class Fugitive(Game):
    name = "fugitive"
    title = "Fugitive"
    fewest = 2
    most = 2
    vocabulary = (
        "draw", "card", "hideout", "+", "pass", "skip", "guess", "miss", "hit", "=", "/", ",",
        "escape",
    )

    # --- set-up ---

    def options(self, players):
        return (Option("edition", (("1",), ("2",)), ("1",), "Edition"),)

    def new(self, options):
        return {
            "players": 2,
            "corrections": 0,
            "piles": AT_SET_UP,
            "turn": (FUGITIVE, PLAY, 1),
            "hideouts": (),
            "guesses": (),
            "marshal_cards": (),
            # Not in the state JSON: the edition; the size of the Fugitive's hand; what it may have
            # taken from each pile, now and when each hideout was laid; how many hideouts lay there
            # at each guess (0: it says nothing); the draws still due; the guesses before the
            # manhunt, and what lay open then; the cards that the Fugitive may hold beside those
            # counted; how it ended.
            "edition": int(options["edition"][0]),
            "hand": sum(STARTING) + len(ALWAYS_HELD),
            "taken": STARTING,
            "taken_at": (),
            "laid_at": (),
            "draws_due": 0,
            "guesses_before": None,
            "open_before": (),
            "uncounted": 0,
            "ended": None,
        }

    def shape(self, state):
        card = Int(*NUMBERS)
        hideout = Fields(
            ("sprints", Int(0, MOST_SPRINTS)),
            ("number", Int(1, ESCAPE, null=True)),
            ("cards", Row(card, most=MOST_SPRINTS, null=True)),
        )
        guess = Fields(("numbers", Row(card, most=NUMBERS[1])), ("hit", Flag()))
        return StateFields(
            ("piles", Row(tuple([Int(0, size) for size in AT_SET_UP]), 3)),
            ("turn", Fields(("role", Word(ROLES)), ("step", Word(STEPS)),
                            ("number", Int(1, MOST_TURNS)))),
            ("hideouts", Row(hideout, most=NUMBERS[1] + 1)),
            ("guesses", Row(guess, most=MOST_ENTRIES)),
            ("marshal_cards", Row(Int(FIRST[0], LAST[2]), most=MOST_NOTED, secret=True)),
        )

    # --- actions ---

    def read(self, words):
        verb = words[0]
        rest = words[1:]
        action = None
        if verb in ("pass", "skip") and not rest:
            action = (verb,)
        elif verb == "draw":
            action = _read_draw(rest)
        elif verb in ("hideout", "escape") and len(rest) == 1 and rest[0][:1] == "+":
            count = count_of(rest[0][1:])
            if count is not None:
                action = (verb, "+", count)
        elif verb == "guess":
            action = _read_guess(rest)
        if action is None:
            raise IllegalAction(f"{quoted(' '.join(words))} is not understood")
        return action

    def act(self, state, action):
        if state["ended"]:
            raise IllegalAction("the game is over")
        return getattr(self, "_" + action[0])(state, *action[1:])

    def _draw(self, state, pile, *note):
        role, step, number = state["turn"]
        if step != DRAW:
            raise IllegalAction("no card is due to be drawn now")
        if not 1 <= pile <= 3:
            raise IllegalAction(f"there is no pile {pile}")
        p = pile - 1
        if not state["piles"][p]:
            raise IllegalAction(f"pile {pile} is empty")
        after = dict(state)
        if note:
            card = note[1]
            if role != MARSHAL:
                raise IllegalAction("only the Marshal's cards are noted")
            if not FIRST[p] <= card <= LAST[p]:
                raise IllegalAction(f"pile {pile} has the cards {span(FIRST[p], LAST[p])}")
            if card in state["marshal_cards"]:
                raise IllegalAction(f"the card {card} has been noted before")
            if len(state["marshal_cards"]) >= MOST_NOTED:
                raise IllegalAction("no more cards can be noted")
            after["marshal_cards"] = state["marshal_cards"] + (card,)
        _take(after, p)
        if role == FUGITIVE:
            _give(after, p)
        after["draws_due"] -= 1
        if after["draws_due"] <= 0 or not sum(after["piles"]):
            after["draws_due"] = 0
            after["turn"] = (role, PLAY if role == FUGITIVE else GUESS, number)
        return after

    def _hideout(self, state, _, sprints):
        _must_be(state, PLAY)
        after = _laid(state, "hideout", sprints, None)
        if state["turn"][2] != 1 or len(after["hideouts"]) >= HIDEOUTS_AT_FIRST:
            _next_turn(after)
        return after

    def _pass(self, state):
        _must_be(state, PLAY)
        if most_sprints(state, "hideout") >= 0:
            _not_at_first(state)
        after = dict(state)
        if state["edition"] == 2:
            for p in range(3):
                if state["piles"][p]:
                    _take(after, p)
                    _give(after, p)
                    break
        _next_turn(after)
        return after

    def _escape(self, state, _, sprints):
        _must_be(state, PLAY)
        _not_at_first(state)
        after = _laid(state, "escape", sprints, ESCAPE)
        after["guesses_before"] = len(state["guesses"])
        after["open_before"] = _revealed(state)
        _judge(after)
        if not after["ended"]:
            _start_manhunt(after)
        return after

    def _skip(self, state):
        if state["turn"][1] == MANHUNT:
            raise IllegalAction("in a manhunt the Marshal must guess")
        _must_be(state, GUESS)
        after = dict(state)
        _next_turn(after)
        return after

    def _guess(self, state, *rest):
        step = due(state)
        if step != MANHUNT:
            _must_be(state, GUESS)
        numbers, found = _guessed(rest)
        _check_numbers(numbers, step)
        if len(state["guesses"]) >= MOST_ENTRIES:
            raise IllegalAction("no more guesses can be written down")
        after = dict(state)
        if found is not None:
            _reveal(after, found)
        after["guesses"] = state["guesses"] + ((numbers, found is not None),)
        after["laid_at"] = state["laid_at"] + (_said_of(state, numbers, found is not None),)
        _judge(after)
        if not after["ended"]:
            if step == GUESS:
                _next_turn(after)
            elif found is None:
                after["ended"] = ESCAPED
        return after

    def doubt(self, before, after, action):
        if action[0] in ("hideout", "escape"):
            if not _reaches(after, before):
                what = "42 is not" if action[0] == "escape" else "no number is"
                return f"{what} in reach with {_counted(action[2])}"
        elif action[0] == "guess" and "hit" in action:
            from shared_engine.deduction.doubts import doubt_reveal

            _, found = _guessed(action[1:])
            return doubt_reveal(before, after, [position - 1 for position, _, _ in found])
        return None

    def legal(self, state):
        if state["ended"]:
            return []
        role = state["turn"][0]
        step = due(state)
        forms = []
        if step == DRAW:
            for p in range(3):
                if state["piles"][p]:
                    forms.append(f"draw {p + 1}")
                    if role == MARSHAL:
                        noted = state["marshal_cards"]
                        cards = [n for n in range(FIRST[p], LAST[p] + 1) if n not in noted]
                        forms += [f"draw {p + 1} card {numbers}" for numbers in _spans(cards)]
        elif step == PLAY:
            forms += _legal_in_play(state)
        else:
            single = step == MANHUNT
            forms.append(f"guess {span(*NUMBERS)}{'' if single else ' […]'} miss")
            hidden = len(hidden_positions(state))
            if hidden:
                several = "" if single or hidden == 1 else " […]"
                forms.append(f"guess {span(*NUMBERS)}{several} hit […]")
            if not single:
                forms.append("skip")
        return forms

    def settle(self, before, state, named):
        if "piles" in named:
            _settle_piles(before, state)
        if "hideouts" in named:
            laid_down = _laid_down(state) - _laid_down(before)
            state["hand"] = max(state["hand"] + state["uncounted"] - laid_down, 0)
            state["uncounted"] = 0
        _settle_row(before, state)
        if not has_escaped(state):
            state["guesses_before"] = None
            if state["turn"][1] == MANHUNT and "turn" not in named:
                state["turn"] = (MARSHAL, GUESS, state["turn"][2])
        elif state["guesses_before"] is None:
            state["guesses_before"] = len(state["guesses"])
            state["open_before"] = _revealed(state)
        state["ended"] = None
        _judge(state)
        if has_escaped(state) and not state["ended"] and "turn" not in named:
            if state["turn"][1] != MANHUNT:
                _start_manhunt(state)
        if state["turn"][1] != DRAW:
            state["draws_due"] = 0
        elif not sum(state["piles"]):
            if "turn" not in named:
                _start_draw(state)
        elif not state["draws_due"]:
            _start_draw(state)

    # --- what follows from the state ---

    def over(self, state):
        return state["ended"]

    def winner(self, state):
        if not state["ended"]:
            return None
        return MARSHAL if state["ended"] == CAUGHT else FUGITIVE

    def to_move(self, state):
        return ROLES.index(state["turn"][0]) + 1

    def notebook(self, state, most=None):
        """The Marshal's (`shared_engine.deduction.notebook`)."""
        from shared_engine.deduction.notebook import Notebook

        return Notebook(state, most)

    def public_text(self, state, action):
        """Which card the Marshal noted is for the Marshal alone."""
        if action[0] == "draw":
            action = action[:2]
        return self.text(state, action)


# --- what others ask about cards and states ------------------------------------------------------


def pile_of(card):
    """0–2 for the piles 1–3; HELD for what the Fugitive holds from the start."""
    for p in range(3):
        if FIRST[p] <= card <= LAST[p]:
            return p
    return HELD


def longest_step(sprints, cards):
    """How far a hideout may be from the one before: with `cards` below it, a tuple, or None for
    `sprints` cards face down, even ones at best."""
    if cards is None:
        return STRIDE + 2 * sprints
    return STRIDE + sum([1 if card & 1 else 2 for card in cards])


def has_escaped(state):
    """Whether 42 lies at the end of the row."""
    return bool(state["hideouts"]) and state["hideouts"][-1][1] == ESCAPE


def hidden_positions(state):
    """The positions (from 1) of the hideouts that are not revealed, a list."""
    row = state["hideouts"]
    return [at + 1 for at in range(len(row)) if row[at][1] is None]


def most_sprints(state, verb):
    """How many sprint cards the Fugitive can lay under a hideout, or under 42; may be below 0."""
    kept = 2 if verb == "hideout" else 1
    return min(state["hand"] - kept, MOST_SPRINTS)


def sprints_in_reach(state, verb):
    """With how many sprint cards a hideout, or the escape, is in reach: a list of counts."""
    number = ESCAPE if verb == "escape" else None
    most = most_sprints(state, verb)

    def in_reach(sprints):
        return _reaches(_with_hideout(state, sprints, number), state)

    # One card more reaches farther, and there are enough of them: both ends vouch for the rest.
    if most >= 0 and in_reach(0) and in_reach(most):
        return list(range(most + 1))
    return [sprints for sprints in range(most + 1) if in_reach(sprints)]


# --- reading -------------------------------------------------------------------------------------


def _read_draw(words):
    numbers = [count_of(word) for word in words]
    if len(words) == 1 and numbers[0] is not None:
        return ("draw", numbers[0])
    if len(words) == 3 and words[1] == "card" and None not in (numbers[0], numbers[2]):
        return ("draw", numbers[0], "card", numbers[2])
    return None


def _read_guess(words):
    """The action of `N… miss` or `N… hit POS=N/S,S …`; None where it is neither."""
    numbers = []
    for word in words:
        if count_of(word) is None:
            break
        numbers.append(count_of(word))
    words = words[len(numbers) :]
    if not numbers or not words:
        return None
    action = ("guess",) + tuple(numbers) + (words[0],)
    if words[0] == "miss" and len(words) == 1:
        return action
    if words[0] != "hit":
        return None
    found = [_read_reveal(word) for word in words[1:]]
    if None in found:
        return None
    # In the order of the guessed numbers, however they were written.
    named = [reveal[2] for reveal in found]
    if sorted(named) != sorted(numbers):
        raise IllegalAction("a hit takes POSITION=NUMBER once for every number guessed")
    for number in numbers:
        action += found[named.index(number)]
    return action


def _read_reveal(word):
    """`2=7/4,6` as the tokens (2, "=", 7, "/", 4, ",", 6); None where it is no such thing."""
    head = word.split("/")
    place = head[0].split("=")
    if len(head) > 2 or len(place) != 2:
        return None
    numbers = [count_of(part) for part in place]
    cards = [count_of(part) for part in head[1].split(",")] if len(head) == 2 else []
    if None in numbers or None in cards:
        return None
    tokens = (numbers[0], "=", numbers[1])
    for at in range(len(cards)):
        tokens += ("," if at else "/", cards[at])
    return tokens


def _guessed(tokens):
    """(numbers, what is revealed or None for a miss): reveals are (position, number, cards)."""
    numbers = []
    at = 0
    while not isinstance(tokens[at], str):
        numbers.append(tokens[at])
        at += 1
    if tokens[at] == "miss":
        return tuple(numbers), None
    found = []
    at += 1
    while at < len(tokens):
        position, number = tokens[at], tokens[at + 2]
        at += 3
        cards = ()
        while at < len(tokens) and tokens[at] in ("/", ","):
            cards += (tokens[at + 1],)
            at += 2
        found.append((position, number, cards))
    return tuple(numbers), found


# --- rules ---------------------------------------------------------------------------------------


def due(state):
    """The step that counts: with nothing to draw a draw is as good as done."""
    role, step, _ = state["turn"]
    if step == DRAW and not sum(state["piles"]):
        return PLAY if role == FUGITIVE else GUESS
    return step


def _must_be(state, step):
    now = due(state)
    if now == step:
        return
    needed = {
        DRAW: "a card must be drawn first",
        PLAY: "it is the Fugitive's turn: hideout, escape or pass",
        GUESS: "it is the Marshal's turn: guess or skip",
        MANHUNT: "in a manhunt only single guesses are left",
    }
    raise IllegalAction(needed[now])


def _not_at_first(state):
    if state["turn"][2] == 1:
        raise IllegalAction("the Fugitive's first turn is exactly two hideouts")


def _take(state, p):
    state["piles"] = replaced(state["piles"], p, state["piles"][p] - 1)


def _give(state, p):
    state["taken"] = replaced(state["taken"], p, state["taken"][p] + 1)
    state["hand"] += 1


def _with_hideout(state, sprints, number):
    after = dict(state)
    after["hideouts"] = state["hideouts"] + ((sprints, number, None),)
    after["taken_at"] = state["taken_at"] + (state["taken"],)
    after["hand"] = max(state["hand"] - 1 - sprints, 0)
    return after


def _laid(state, verb, sprints, number):
    """The state with one more entry in the row; IllegalAction where that cannot be."""
    most = most_sprints(state, verb)
    if sprints > most:
        if most < 0:
            raise IllegalAction("the Fugitive holds no card for that")
        raise IllegalAction(f"the Fugitive has only {most} cards to sprint with")
    if len(state["hideouts"]) > NUMBERS[1]:
        raise IllegalAction("the row is full")
    return _with_hideout(state, sprints, number)


def _reaches(after, before):
    """Whether a world is left in `after`, or none was before it."""
    from shared_engine.deduction.worlds import has_world

    return has_world(after) or not has_world(before)


def _check_numbers(numbers, step):
    for at in range(len(numbers)):
        if not NUMBERS[0] <= numbers[at] <= NUMBERS[1]:
            raise IllegalAction(f"hideouts have the numbers {span(*NUMBERS)}, not {numbers[at]}")
        if numbers[at] in numbers[:at]:
            raise IllegalAction(f"{numbers[at]} is named twice")
    if step == MANHUNT and len(numbers) > 1:
        raise IllegalAction("in a manhunt the Marshal names one number at a time")


def _reveal(state, found):
    """Lay open what a hit found; IllegalAction where it does not fit what lies there."""
    row = list(state["hideouts"])
    for position, number, cards in found:
        if not 1 <= position <= len(row):
            raise IllegalAction(f"there is no position {position} in the row")
        sprints, known, _ = row[position - 1]
        if [place for place, _, _ in found].count(position) > 1:
            raise IllegalAction(f"position {position} is named twice")
        if known is not None:
            raise IllegalAction(f"position {position} is revealed already")
        if len(cards) != sprints:
            raise IllegalAction(f"position {position} has {_counted(sprints)}, not {len(cards)}")
        row[position - 1] = (sprints, number, cards)
    state["hideouts"] = tuple(row)


def _counted(sprints):
    return f"{sprints} sprint card" + ("" if sprints == 1 else "s")


def _said_of(state, numbers, hit):
    """How many hideouts of the row a guess says something about; 0 for none."""
    known = [number for _, number, _ in state["hideouts"]]
    for number in numbers:
        # What lies open is no hidden hideout: the guess had to miss.
        if number in known:
            return 0
    return 0 if hit else len(known)


def _judge(state):
    """Put down how the game has ended, if it has."""
    row = state["hideouts"]
    escaped = has_escaped(state)
    known = [number for _, number, _ in (row[:-1] if escaped else row)]
    if known and None not in known:
        state["ended"] = CAUGHT
    elif escaped:
        since = state["guesses"][state["guesses_before"] :]
        missed = [hit for _, hit in since if not hit]
        # What the manhunt has revealed does not count.
        highest = max([0] + [known[at] or 0 for at in state["open_before"] if at < len(known)])
        if missed or (not since and highest >= SAFE):
            state["ended"] = ESCAPED


def _revealed(state):
    """The places (from 0) of the row that lie open, a tuple."""
    row = state["hideouts"]
    return tuple([at for at in range(len(row)) if row[at][1] not in (None, ESCAPE)])


def _laid_down(state):
    return sum([1 + sprints for sprints, _, _ in state["hideouts"]])


def _start_manhunt(state):
    state["turn"] = (MARSHAL, MANHUNT, min(state["turn"][2] + 1, MOST_TURNS))
    state["draws_due"] = 0


def _next_turn(state):
    role, _, number = state["turn"]
    role = MARSHAL if role == FUGITIVE else FUGITIVE
    state["turn"] = (role, DRAW, min(number + 1, MOST_TURNS))
    _start_draw(state)


def _start_draw(state):
    """The draw of a turn that begins; with all piles empty it is skipped."""
    role, _, number = state["turn"]
    if sum(state["piles"]):
        state["draws_due"] = DRAWN_AT_FIRST if number == 2 and role == MARSHAL else 1
    else:
        state["draws_due"] = 0
        state["turn"] = (role, PLAY if role == FUGITIVE else GUESS, number)


def _legal_in_play(state):
    forms = []
    verbs = ("hideout",) if state["turn"][2] == 1 else ("hideout", "escape")
    for verb in verbs:
        if len(state["hideouts"]) <= NUMBERS[1]:
            counts = _spans(sprints_in_reach(state, verb))
            forms += [f"{verb} +{count}" for count in counts]
    # Who has sprinted with every card cannot lay the second hideout either.
    stuck = most_sprints(state, "hideout") < 0
    return forms if state["turn"][2] == 1 and not stuck else forms + ["pass"]


def _spans(numbers):
    """Ascending numbers as texts like `4..9`, one for each run of neighbours."""
    spans = []
    at = 0
    while at < len(numbers):
        end = at
        while end + 1 < len(numbers) and numbers[end + 1] == numbers[end] + 1:
            end += 1
        spans.append(span(numbers[at], numbers[end]))
        at = end + 1
    return spans


def _settle_piles(before, state):
    """After a correction of a pile: cards that are missing may be the Fugitive's, since any turn.

    Nothing that is possible may be ruled out by a draw that was forgotten.
    """
    for p in range(3):
        gone = before["piles"][p] - state["piles"][p]
        elsewhere = [card for card in state["marshal_cards"] if pile_of(card) == p]
        most = max(SIZES[p] - state["piles"][p] - len(elsewhere), 0)
        now = min(state["taken"][p] + max(gone, 0), most)
        state["uncounted"] += max(now - state["taken"][p], 0)
        state["taken"] = replaced(state["taken"], p, now)
        state["taken_at"] = tuple(
            [replaced(taken, p, min(taken[p] + max(gone, 0), now)) for taken in state["taken_at"]]
        )


def _settle_row(before, state):
    """After a correction of the row or the guesses: what each guess says, and what was taken when.

    Where it is not known any more how long the row was at a guess, it says the least: the first
    two hideouts lie there before any guess.
    """
    row = len(state["hideouts"])
    state["taken_at"] = _as_long(state["taken_at"], row, state["taken"])
    guesses = state["guesses"]
    laid = _as_long(state["laid_at"], len(guesses), HIDEOUTS_AT_FIRST)
    most = row
    if row < len(before["hideouts"]):
        # Those that stayed: the ones behind may be others, laid anew.
        most = 0
        while most < row and state["hideouts"][most][0] == before["hideouts"][most][0]:
            most += 1
    state["laid_at"] = tuple(
        [0 if guesses[at][1] else min(laid[at], most) for at in range(len(guesses))]
    )
    if state["guesses_before"] is not None:
        state["guesses_before"] = min(state["guesses_before"], len(guesses))


def _as_long(row, length, item):
    """`row` cut to `length`, or filled up with `item`."""
    return row[:length] + (item,) * (length - len(row))


GAME = Fugitive()
