"""Fugitive at the simulated table alone: nothing is lost, every branch is played, the rules hold.

The counts of what happened in all the games are printed by `-rP`.
"""

import random
from collections import Counter

import pytest

from tests.table.fugitive_players import (
    BestGuessMarshal,
    BoldMarshal,
    Hoarder,
    RandomFugitive,
    RandomMarshal,
    Runner,
    SensibleFugitive,
    UniformMarshal,
    counts,
    pay,
    play,
    reachable,
)
from tests.table.fugitive_table import Table

FUGITIVES = (RandomFugitive, SensibleFugitive, Runner, Hoarder)
MARSHALS = (RandomMarshal, UniformMarshal, BestGuessMarshal, BoldMarshal)
GAMES_EACH = 12  # per pair of players and edition
BRANCHES = (
    "caught", "escaped", "caught in a manhunt", "escaped from a manhunt",
    "escaped without manhunt", "broken off", "hit of 1", "hit of 2", "miss of 1", "miss of 2",
    "miss of 3", "revealed number named again", "skip", "pass", "pass drew one more",
    "pass with no pile left", "draw noted", "draw not noted", "turn without draw", "a pile ran out",
    "all piles ran out", "hideout +0", "hideout +1", "hideout +5", "escape +0", "escape +1",
    "overpaid", "left its hand empty but for 42",
)


class RoughNotebook:
    """A notebook from spans alone: each hideout between its revealed neighbours, none twice.

    It serves the Marshals of this file; the answer has the shape of the companion's deduction.
    """

    def __init__(self, table):
        self.table = table
        self.known_guesses = 0
        self.positions_then = 0
        self.missed = set()  # (position, number)

    def __call__(self):
        row = self.table.row
        for guess in self.table.guesses[self.known_guesses :]:
            if not guess["hit"] and len(guess["numbers"]) == 1:
                self.missed.update(
                    (at, guess["numbers"][0]) for at in range(1, self.positions_then + 1)
                )
        self.known_guesses = len(self.table.guesses)
        self.positions_then = len(row)
        seen = set(self.table.marshal)
        for place in row:
            if place.revealed:
                seen.update([place.number], place.sprint_cards)
        positions = []
        for at, (low, high) in enumerate(self._spans(), 1):
            if row[at - 1].revealed or row[at - 1].is_escape:
                continue
            possible = [
                number
                for number in range(low, high + 1)
                if number not in seen and (at, number) not in self.missed
            ]
            probability = {str(number): 1 / len(possible) for number in possible}
            positions.append({"position": at, "possible": possible, "probability": probability})
        sums = Counter()
        for position in positions:
            for number in position["possible"]:
                sums[number] += 1 / len(position["possible"])
        best = min(sums, key=lambda number: (-sums[number], number), default=None)
        return {"positions": positions, "best_guess": best}

    def _spans(self):
        row = self.table.row
        spans, low, high = [], 0, 0
        for place in row:
            low, high = low + 1, min(high + 3 + 2 * len(place.sprint_cards), 41)
            if place.revealed or place.is_escape:
                low = high = place.number
            spans.append((low, high))
        for at in range(len(row) - 2, -1, -1):
            low, high = spans[at]
            reach = 3 + 2 * len(row[at + 1].sprint_cards)
            spans[at] = (max(low, spans[at + 1][0] - reach), min(high, spans[at + 1][1] - 1))
        return spans


def seated(fugitive, marshal, seed, edition=1):
    """A table and its two players, all from one seed."""
    table = Table(random.Random(f"table {seed}"), edition)
    hunted = fugitive(random.Random(f"fugitive {seed}"))
    rng = random.Random(f"marshal {seed}")
    if marshal is RandomMarshal:
        return table, hunted, marshal(rng)
    return table, hunted, marshal(rng, RoughNotebook(table))


def everywhere(table):
    """All cards on the table, counted here and not by the table itself."""
    cards = [0, *table.fugitive, *table.marshal, *sum(table.piles, [])]
    for place in table.row:
        cards += [place.number, *place.sprint_cards]
    return Counter(cards)


def note_branches(seen, table, before, act):
    after = table.truth()
    verb = act[0]
    role = before["turn"]["role"]
    if verb == "guess":
        numbers = after["guesses"][-1]["numbers"]
        seen[f"{'hit' if 'hit' in act else 'miss'} of {len(numbers)}"] += 1
        open_ones = [place["number"] for place in before["hideouts"]]
        seen["revealed number named again"] += any(number in open_ones for number in numbers)
    elif verb == "draw" and role == "marshal":
        seen["draw noted" if len(act) == 4 else "draw not noted"] += 1
    elif verb == "pass":
        seen["pass"] += 1
        seen["pass drew one more"] += sum(after["piles"]) < sum(before["piles"])
        seen["pass with no pile left"] += not any(before["piles"])
    else:
        seen[" ".join(act)] += 1
    if verb in ("hideout", "escape"):
        place = table.row[-1]
        last = table.row[-2].number if len(table.row) > 1 else 0
        seen["overpaid"] += bool(place.sprint_cards) and place.number <= last + 3
        seen["left its hand empty but for 42"] += table.fugitive == [42]
    if after["turn"]["number"] > before["turn"]["number"]:
        seen["turn without draw"] += after["turn"]["step"] in ("play", "guess")
    seen["a pile ran out"] += after["piles"].count(0) > before["piles"].count(0)
    seen["all piles ran out"] += any(before["piles"]) and not any(after["piles"])


def note_end(seen, table):
    manhunt = table.step == "manhunt"
    if not table.finished:
        seen["broken off"] += 1
        return
    seen[table.over] += 1
    if manhunt:
        seen[f"{table.over} {'in' if table.over == 'caught' else 'from'} a manhunt"] += 1
    elif table.over == "escaped":
        seen["escaped without manhunt"] += 1


def check_public(table):
    """The companion's state says what lies open, and no more."""
    truth = table.truth()
    assert len(truth["hideouts"]) == len(table.true_numbers()) == len(table.row)
    for said, place in zip(truth["hideouts"], table.row, strict=True):
        assert said["sprints"] == len(place.sprint_cards)
        if place.revealed:
            assert (said["number"], said["cards"]) == (place.number, place.sprint_cards)
        else:
            assert said["number"] == (42 if place.number == 42 else None)
            assert said["cards"] is None
    assert set(truth["marshal_cards"]) <= set(table.marshal)
    assert truth["piles"] == [len(pile) for pile in table.piles]
    assert (truth["over"] is None) == (truth["winner"] is None)


def test_whole_games_of_everybody_against_everybody():
    seen = Counter()
    wins = Counter()
    games = 0
    for fugitive in FUGITIVES:
        for marshal in MARSHALS:
            for number in range(2 * GAMES_EACH):
                table, hunted, hunter = seated(fugitive, marshal, number, 1 + number % 2)
                before = table.truth()
                for act in play(table, hunted, hunter):
                    assert everywhere(table) == Counter(range(43)), act
                    check_public(table)
                    note_branches(seen, table, before, act)
                    before = table.truth()
                note_end(seen, table)
                wins[fugitive.__name__, marshal.__name__, table.winner] += 1
                games += 1
    print(f"{games} games")
    for key in sorted(seen):
        print(f"{seen[key]:6} {key}")
    for key in sorted(wins, key=str):
        print(f"{wins[key]:6} {' against '.join(key[:2])}: {key[2] or 'nobody'}")
    for key in BRANCHES:
        assert seen[key] > 0, key
    assert 10 * seen["broken off"] < games


def test_edition_1_never_draws_for_a_pass():
    for number in range(40):
        table, hunted, hunter = seated(Hoarder, RandomMarshal, number)
        piles = 0
        for act in play(table, hunted, hunter):
            left = sum(len(pile) for pile in table.piles)
            assert act != ("pass",) or left == piles
            piles = left


def test_one_seed_gives_one_game():
    def acts(seed):
        return list(play(*seated(SensibleFugitive, UniformMarshal, seed)))

    assert acts(5) == acts(5)
    assert acts(5) != acts(6)


def test_a_game_that_never_ends_breaks_off():
    class Idle(RandomFugitive):
        def choose_play(self, table):
            return super().choose_play(table) if table.turns == 1 else None

    class Shy(RandomMarshal):
        def choose_guess(self, table):
            return None

    table = Table(random.Random(1))
    list(play(table, Idle(random.Random(2)), Shy(random.Random(3)), most_turns=70))
    assert not table.finished and table.turns == 71
    assert table.truth()["piles"] == [0, 0, 0]


# --- the table, with hands dealt by us ---


def arranged(fugitive, edition=1):
    """A table whose Fugitive holds just these cards and 42; the others are back in their piles."""
    table = Table(random.Random(4), edition)
    hand = [*fugitive, 42]
    everything = set(range(1, 43)) - set(hand)
    piles = (range(1, 15), range(15, 29), range(29, 42))
    table.piles = [[card for card in pile if card in everything] for pile in piles]
    table.fugitive = hand
    return table


def opened(fugitive, first, second, edition=1):
    """The first turns of both: two hideouts, ((number, sprint cards), …), two draws of pile 3."""
    table = arranged(fugitive, edition)
    table.hideout(*first)
    table.hideout(*second)
    table.draw(3)
    table.draw(3)
    return table


def rounds(table, *plays):
    """The Fugitive draws from pile 3 and plays; the Marshal draws from pile 2 and skips."""
    for number, sprint_cards in plays:
        table.skip()
        table.draw(3)
        table.hideout(number, sprint_cards)
        table.draw(2)


def test_set_up():
    table = Table(random.Random(9))
    assert table.truth() == {
        "game": "fugitive",
        "players": 2,
        "piles": [8, 12, 13],
        "turn": {"role": "fugitive", "step": "play", "number": 1},
        "hideouts": [],
        "guesses": [],
        "marshal_cards": [],
        "corrections": 0,
        "over": None,
        "winner": None,
    }
    assert table.fugitive[:4] == [1, 2, 3, 42]
    low, high = table.fugitive[4:7], table.fugitive[7:]
    assert all(4 <= card <= 14 for card in low) and all(15 <= card <= 28 for card in high)
    assert len(high) == 2


def test_the_first_turns():
    table = arranged([1, 2, 3, 5, 9, 20])
    assert table.hideout(1, []) == ("hideout", "+0")
    assert table.truth()["turn"] == {"role": "fugitive", "step": "play", "number": 1}
    assert table.hideout(9, [20, 2, 3]) == ("hideout", "+3")
    assert table.truth()["turn"] == {"role": "marshal", "step": "draw", "number": 2}
    top = table.piles[1][-1]
    assert table.draw(2, note=True) == ("draw", "2", "card", str(top))
    assert table.truth()["turn"]["step"] == "draw"
    assert table.draw(3) == ("draw", "3")
    assert table.truth()["turn"] == {"role": "marshal", "step": "guess", "number": 2}
    assert table.truth()["marshal_cards"] == [top] and len(table.marshal) == 2
    assert table.skip() == ("skip",)
    assert table.truth()["turn"] == {"role": "fugitive", "step": "draw", "number": 3}
    assert table.true_numbers() == [1, 9]


def test_guesses_in_the_words_of_the_notation():
    table = opened([3, 4, 6, 7, 8, 10, 12, 14, 16], (3, []), (7, [6, 4]))
    rounds(table, (8, []), (10, []), (12, []))
    assert table.guess([7, 12]) == ("guess", "7", "12", "hit", "2=7/4,6", "5=12")
    truth = table.truth()
    assert truth["hideouts"][1] == {"sprints": 2, "number": 7, "cards": [4, 6]}
    assert truth["hideouts"][2] == {"sprints": 0, "number": None, "cards": None}
    assert truth["hideouts"][4] == {"sprints": 0, "number": 12, "cards": []}
    assert truth["guesses"] == [{"numbers": [7, 12], "hit": True}]
    table.draw(1)
    table.hideout(14, [16])
    table.draw(1)
    assert table.guess([3, 7]) == ("guess", "3", "7", "miss")  # 7 is no longer hidden
    assert table.truth()["hideouts"][0]["number"] is None
    table.draw(1)
    table.pass_()
    table.draw(1)
    # A sprint card is never a hideout, hidden or not.
    assert table.guess([16]) == ("guess", "16", "miss")


def test_all_revealed_is_caught_at_once():
    table = opened([1, 2, 3], (1, []), (2, []))
    assert table.guess([2]) == ("guess", "2", "hit", "2=2")
    assert table.truth()["over"] is None
    table.draw(1)
    table.pass_()
    table.draw(1)
    assert table.guess([1]) == ("guess", "1", "hit", "1=1")
    truth = table.truth()
    assert (truth["over"], truth["winner"]) == ("caught", "marshal")
    assert truth["turn"] == {"role": "marshal", "step": "guess", "number": 4}


def escaping(highest, revealed):
    """A Fugitive who just escaped after 3, 4 and `highest`, with `revealed` known by then."""
    evens = [card for card in range(6, 36, 2) if card != highest][:14]
    rest = [1, 2, 5, 7, 9, 11, 13, 36, 38]
    table = opened([3, 4, highest, *evens, *rest], (3, []), (4, []))
    rounds(table, (highest, evens))
    table.guess(revealed) if revealed else table.skip()
    table.draw(3)
    return table, table.escape(rest)


def test_a_manhunt_and_its_two_ends():
    for last, ending in (([4], "caught"), ([20], "escaped")):
        table, act = escaping(29, [29])
        assert act == ("escape", "+9")
        truth = table.truth()
        assert truth["turn"] == {"role": "marshal", "step": "manhunt", "number": 6}
        assert truth["hideouts"][-1] == {"sprints": 9, "number": 42, "cards": None}
        assert table.true_numbers() == [3, 4, 29, 42]
        assert table.guess([3]) == ("guess", "3", "hit", "1=3")
        assert table.truth()["turn"] == truth["turn"] and not table.finished
        table.guess(last)
        winner = {"caught": "marshal", "escaped": "fugitive"}[ending]
        truth = table.truth()
        assert (truth["over"], truth["winner"]) == (ending, winner)
        assert truth["turn"] == {"role": "marshal", "step": "manhunt", "number": 6}
        assert truth["guesses"][-1] == {"numbers": last, "hit": ending == "caught"}


@pytest.mark.parametrize("revealed, step", [([30], "play"), ([3], "manhunt"), ([], "manhunt")])
def test_only_a_revealed_hideout_from_30_on_prevents_the_manhunt(revealed, step):
    # The sprint cards below 30 reach beyond 30, but only numbers of hideouts count.
    table, _ = escaping(30, revealed)
    assert table.truth()["turn"]["step"] == step
    assert table.over == ("escaped" if step == "play" else None)
    assert table.winner == ("fugitive" if step == "play" else None)


def thin_out(table, *left):
    """Leave so many cards in each pile; the Marshal gets the others."""
    for pile, count in zip(table.piles, left, strict=True):
        table.marshal += pile[count:]
        del pile[count:]


def test_a_pass_in_the_second_edition_draws_from_the_lowest_pile():
    for edition, after in ((1, [0, 1, 1]), (2, [0, 0, 1])):
        table = opened([1, 2, 3], (1, []), (2, []), edition)
        table.skip()
        thin_out(table, 1, 1, 1)
        table.draw(1)
        assert table.pass_() == ("pass",)
        assert table.truth()["piles"] == after
        assert len(table.fugitive) == 2 + edition


def test_without_piles_the_game_goes_on():
    for edition in (1, 2):
        table = opened([1, 2, 3], (1, []), (2, []), edition)
        table.skip()
        thin_out(table, 0, 0, 1)
        table.draw(3)
        assert table.truth()["turn"] == {"role": "fugitive", "step": "play", "number": 3}
        held = len(table.fugitive)
        table.pass_()
        assert len(table.fugitive) == held
        assert table.truth()["turn"] == {"role": "marshal", "step": "guess", "number": 4}
        table.skip()
        assert table.truth()["turn"] == {"role": "fugitive", "step": "play", "number": 5}


def _too_far(table):
    table.draw(1)
    table.hideout(12, [2, 3])


def _back(table):
    table.draw(1)
    table.hideout(2)


def _with_42(table):
    table.draw(1)
    table.hideout(12, [2, 3, 42])


def _not_held(table):
    table.draw(1)
    table.hideout(9, [1])


def _as_its_own_sprint_card(table):
    table.draw(1)
    table.hideout(12, [2, 3, 12])


def _escape_out_of_reach(table):
    table.draw(1)
    table.escape([2, 3, 12])


def _draw_and_draw(table):
    table.draw(1)
    table.draw(1)


def _no_draw(table):
    table.hideout(5)


def _tell_the_marshal(table):
    table.draw(1, note=True)


def _play_the_marshal(table):
    table.draw(1)
    table.guess([7])


def _empty_pile(table):
    table.marshal += table.piles[0]
    table.piles[0] = []
    table.draw(1)


def _lose_a_card(table):
    table.piles[1].pop()
    table.draw(1)


@pytest.mark.parametrize(
    "wrong",
    [
        _too_far, _back, _with_42, _not_held, _as_its_own_sprint_card, _escape_out_of_reach,
        _draw_and_draw, _no_draw, _tell_the_marshal, _play_the_marshal, _empty_pile, _lose_a_card,
    ],
)
def test_the_fugitive_is_held_to_the_rules(wrong):
    table = opened([1, 2, 3, 4, 5, 12], (1, []), (4, []))
    table.skip()
    with pytest.raises((AssertionError, ValueError)):
        wrong(table)


def test_the_first_turn_is_two_hideouts():
    for wrong in (
        lambda table: table.pass_(),
        lambda table: table.draw(1),
        lambda table: table.escape([1, 2, 3, 5]),
        lambda table: table.hideout(3, [1, 2, 5]),  # nothing is left for the second
        lambda table: table.hideout(42, [1, 2, 3, 5]),
    ):
        with pytest.raises(AssertionError):
            wrong(arranged([1, 2, 3, 5]))


@pytest.mark.parametrize("numbers", [[], [0], [42], [4, 4]])
def test_guesses_that_are_none(numbers):
    table = opened([1, 2, 3, 4], (1, []), (4, []))
    with pytest.raises(AssertionError):
        table.guess(numbers)


@pytest.mark.parametrize(
    "act", [lambda table: table.guess([3, 4]), lambda table: table.skip()]
)
def test_in_a_manhunt_only_single_guesses(act):
    table, _ = escaping(29, [29])
    with pytest.raises(AssertionError):
        act(table)


@pytest.mark.parametrize(
    "act", [lambda table: table.skip(), lambda table: table.guess([4]), lambda table: table.pass_()]
)
def test_nothing_happens_after_the_end(act):
    table, _ = escaping(29, [29])
    table.guess([20])
    with pytest.raises(AssertionError):
        act(table)


# --- the players ---


def test_what_is_in_reach():
    table = opened([1, 2, 3, 4, 5, 12, 17], (1, []), (4, []))
    table.skip()
    # Left are 2, 3, 5, 12, 17 and 42, after a 4: 12 takes all the others, 17 is too far.
    assert reachable(table) == [5, 12]
    assert counts(table, 5) == [0, 1, 2, 3, 4]
    assert counts(table, 12) == [4]
    table.fugitive.append(10)
    assert reachable(table) == [5, 10, 12]
    assert counts(table, 12) == [3, 4, 5]
    assert counts(table, 10) == [2, 3, 4, 5]


def test_every_payment_is_as_likely():
    rng = random.Random(8)
    # Two of four cards worth at least 3: any pair but the two odd ones.
    found = Counter(tuple(sorted(pay(rng, [2, 4, 5, 7], 2, 3))) for _ in range(1000))
    assert sorted(found) == [(2, 4), (2, 5), (2, 7), (4, 5), (4, 7)]
    assert min(found.values()) > 150


def test_a_random_fugitive_starts_in_every_way():
    starts = Counter()
    for seed in range(400):
        table = Table(random.Random(seed))
        acts = list(RandomFugitive(random.Random(seed)).turn(table))
        assert len(acts) == 2
        starts[acts[0][1]] += 1
    assert sorted(starts) == [f"+{count}" for count in range(7)]


def test_a_sensible_fugitive_escapes_when_it_can():
    for seed in range(30):
        table, _ = escaping(35, [3])
        table.row.pop()
        table.role, table.step = "fugitive", "play"
        table.fugitive = [2, 17, 31, 42]
        assert SensibleFugitive(random.Random(seed)).choose_play(table) == (42, [2, 31, 17])
        table.fugitive = [17, 31, 42]
        assert SensibleFugitive(random.Random(seed)).choose_play(table) is None


def test_a_sensible_fugitive_walks_and_bluffs_now_and_then():
    table = opened([1, 2, 3, 4, 5, 6, 7, 12, 30], (1, []), (4, []))
    table.skip()
    table.draw(3)
    plays, numbers = Counter(), Counter()
    for seed in range(400):
        choice = SensibleFugitive(random.Random(seed)).choose_play(table)
        if choice is None:
            plays["rests"] += 1
            continue
        number, paid = choice
        assert set(paid) <= {2, 3, 5, 6}
        numbers[number] += 1
        plays["bluffs" if paid else "walks"] += 1
    assert plays["walks"] > 4 * plays["bluffs"] > 0 < plays["rests"] < 100
    assert sorted(numbers) == [5, 6, 7] and numbers[7] > 2 * (numbers[5] + numbers[6])


def test_a_sensible_fugitive_sprints_on_what_it_passed():
    table = opened([1, 2, 3, 4, 5, 12, 24, 26], (3, []), (5, []))
    table.skip()
    table.draw(3)
    table.fugitive = [1, 2, 4, 12, 24, 26, 42]
    plays = [SensibleFugitive(random.Random(seed)).choose_play(table) for seed in range(50)]
    # 12 is 4 more than a stride: with what lies behind, 4 and 2, and nothing of the high cards.
    assert [play for play in plays if play] and all(play in (None, (12, [4, 2])) for play in plays)
    # 16 is in reach, but for four cards that are good for hideouts themselves.
    table.fugitive = [16, 24, 26, 28, 30, 42]
    assert reachable(table) == [16]
    assert SensibleFugitive(random.Random(1)).choose_play(table) is None


ANSWER = {
    "positions": [
        {"position": 1, "possible": [3, 4], "probability": {"3": 0.1, "4": 0.9}},
        {"position": 2, "possible": [5, 6, 7], "probability": {"5": 0.2, "6": 0.6, "7": 0.2}},
        {"position": 3, "possible": [8], "probability": {"8": 1.0}},
    ],
    "best_guess": 8,
}
NOTHING = {"positions": [], "best_guess": None}


def guesses_of(marshal, step, answer=ANSWER):
    table = opened([1, 2, 3], (1, []), (2, []))
    table.step = step
    return {
        tuple(marshal(random.Random(seed), lambda: answer).choose_guess(table) or ())
        for seed in range(200)
    }


@pytest.mark.parametrize("step", ["guess", "manhunt"])
def test_marshals_who_go_by_the_notebook(step):
    assert guesses_of(BestGuessMarshal, step) == {(8,)}
    assert guesses_of(UniformMarshal, step) == {(3,), (4,), (5,), (6,), (7,), (8,)}
    assert guesses_of(BoldMarshal, step) == {(4, 8) if step == "guess" else (8,)}


@pytest.mark.parametrize("marshal", [UniformMarshal, BestGuessMarshal, BoldMarshal])
def test_a_notebook_that_knows_nothing(marshal):
    assert guesses_of(marshal, "guess", NOTHING) == {()}
    blind = guesses_of(marshal, "manhunt", NOTHING)
    assert len(blind) > 20 and all(len(numbers) == 1 for numbers in blind)


@pytest.mark.parametrize("marshal", MARSHALS)
def test_marshals_see_only_what_lies_open(marshal):
    """With the same open cards the Marshal does the same, whatever lies hidden."""

    def turns(first, second):
        table = opened([1, 2, 3, 4, 5, 6], first, second)
        return [list(_one_turn(marshal, table, seed)) for seed in range(20)]

    assert turns((1, [2]), (4, [])) == turns((2, [6]), (5, []))


def _one_turn(marshal, table, seed):
    rng = random.Random(seed)
    hunter = marshal(rng) if marshal is RandomMarshal else marshal(rng, RoughNotebook(table))
    yield hunter.choose_pile(table)
    yield hunter.choose_guess(table)
