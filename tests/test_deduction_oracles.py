"""The two oracles of Fugitive's deduction: against paper, against each other, against the truth."""

from fractions import Fraction
from itertools import permutations

import pytest

from tests.deduction import brute_force, exact
from tests.deduction.facts import facts_of, pile_of, value_of
from tests.deduction.positions import FAMILIES, random_records

START = ["game fugitive"]
LOOKS = ["draw 3", "draw 3", "skip"]  # the Marshal's first turn, when it tells nothing


@pytest.fixture(params=[brute_force.deduce, exact.deduce], ids=["brute force", "exact"])
def deduce(request):
    """Each oracle in turn, as a function of lines; what it says of an open row is at hand too."""

    def of(*lines):
        return request.param(facts_of(START + list(lines)))

    return of


def _possible(deduction):
    return [place["possible"] for place in deduction["positions"]]


def _chances(deduction, position):
    """{number: Fraction} of a position."""
    (place,) = [place for place in deduction["positions"] if place["position"] == position]
    return place["probability"]


def _over(whole, **parts):
    """Fractions of a whole, the numbers written n1=..."""
    return {int(name[1:]): Fraction(part, whole) for name, part in parts.items()}


# ---- facts ----


def test_facts_of_a_record():
    facts = facts_of([
        "game fugitive", "names Ann Bo", "hideout +1", "hideout +0  # short", "",
        "draw 2 card 17", "draw 3", "guess 7 9 miss",
        "draw 1", "hideout +2", "draw 2 card 16", "guess 6 2 hit 3=6/1,8 1=2/3",
        "draw 3", "pass", "draw 2", "guess 6 miss",
        "draw 3", "escape +3", "guess 5 miss",
    ])
    assert [place.number for place in facts.row] == [2, None, 6, 42]
    assert [place.sprints for place in facts.row] == [1, 0, 2, 3]
    assert [place.cards for place in facts.row] == [[3], None, [1, 8], None]
    assert [place.drawn for place in facts.row] == [(3, 2, 0), (3, 2, 0), (4, 2, 0), (4, 2, 2)]
    assert facts.noted == [17, 16]
    assert [facts.left_of(pile) for pile in range(3)] == [11, 12, 13]
    misses = [(set(miss.numbers), miss.placed, set(miss.revealed)) for miss in facts.misses]
    # 42 is in the row by the last guess, but it is no hideout that could be guessed.
    assert misses == [({7, 9}, 2, set()), ({6}, 3, {1, 3}), ({5}, 3, {1, 3})]
    assert facts.escaped and facts.hidden() == [2] and facts.face_down() == 3
    with pytest.raises(ValueError):
        facts_of(["game fugitive", "undo"])


@pytest.mark.parametrize("edition, drawn", [(1, (3, 3, 1)), (2, (4, 3, 1))])
def test_a_pass_draws_a_card_in_edition_2_and_it_counts_from_the_next_turn_on(edition, drawn):
    lines = ["hideout +0", "hideout +0", *LOOKS, "draw 2", "pass", "draw 3", "skip", "draw 3"]
    facts = facts_of([f"option edition {edition}", *lines, "hideout +0"])
    assert facts.row[-1].drawn == drawn


def test_the_extra_card_comes_from_the_lowest_pile_that_has_one():
    lines = ["option edition 2", "hideout +0", "hideout +0", "draw 1", "draw 1", "skip"]
    # Eight cards: two are gone, and each round takes one from either side and one for the pass.
    lines += ["draw 1", "pass", "draw 1", "skip", "draw 1", "pass", "draw 1", "skip"]
    lines += ["draw 3", "pass", "draw 3", "skip", "draw 3", "hideout +0"]
    # 3 dealt, 2 drawn, 2 for passes, after which the pile is empty; the third pass takes pile 2.
    assert facts_of(lines).row[-1].drawn == (7, 3, 2)


# ---- worked out on paper ----


def test_the_first_two_hideouts(deduce):
    # 1: then 2 3 4. 2: then 3 4 5. 3: then 4 5 6. Starters weigh 1, a card of pile 1 three of
    # eleven. In elevenths: 1 11+11+3 = 25, 2 11+3+3 = 17, 3 3+3+3 = 9; all 51.
    found = deduce("hideout +0", "hideout +0")
    assert _chances(found, 1) == _over(51, n1=25, n2=17, n3=9)
    assert _chances(found, 2) == _over(51, n2=11, n3=22, n4=9, n5=6, n6=3)
    assert found["best_guess"] == 3  # 9 + 22; for 2 it is 17 + 11


def test_a_noted_card_leaves_the_pile(deduce):
    # Three of ten now, and no 4. In tenths: 1 10+10, 2 10+3, 3 3+3; all 39.
    found = deduce("hideout +0", "hideout +0", "draw 1 card 4", "draw 3", "skip")
    assert _chances(found, 1) == _over(39, n1=20, n2=13, n3=6)
    assert _chances(found, 2) == _over(39, n2=10, n3=20, n5=6, n6=3)


def test_a_drawn_card_that_is_not_noted_changes_nothing(deduce):
    first = ["hideout +0", "hideout +0"]
    assert deduce(*first, "draw 1", "draw 1", "skip") == deduce(*first)


def test_a_missed_number_is_out_where_it_could_have_been_then(deduce):
    # Without the three worlds with 4, three elevenths each: 51 - 9 = 42.
    lines = ["hideout +0", "hideout +0", "draw 3", "draw 3", "guess 4 miss"]
    found = deduce(*lines)
    assert _chances(found, 1) == _over(42, n1=22, n2=14, n3=6)
    assert _chances(found, 2) == _over(42, n2=11, n3=22, n5=6, n6=3)
    found = deduce(*lines, "draw 1", "hideout +0")
    assert 4 not in _possible(found)[1] and 4 in _possible(found)[2]


def test_a_missed_pair_excludes_the_pair_only(deduce):
    # Only 1 2 is gone: 51 - 11 = 40.
    found = deduce("hideout +0", "hideout +0", "draw 3", "draw 3", "guess 2 1 miss")
    assert _chances(found, 1) == _over(40, n1=14, n2=17, n3=9)
    assert _chances(found, 2) == _over(40, n3=22, n4=9, n5=6, n6=3)


def test_a_missed_pair_of_which_one_is_found_later_excludes_the_other(deduce):
    lines = ["hideout +0", "hideout +0", "draw 3", "draw 3", "guess 2 3 miss", "draw 2", "pass"]
    found = deduce(*lines, "draw 3", "guess 2 hit 1=2")
    assert _chances(found, 2) == _over(2, n4=1, n5=1)
    # Had it been placed after the guess, it could still be there.
    lines = ["hideout +0", "hideout +0", "draw 3", "draw 3", "guess 2 5 miss", "draw 2"]
    found = deduce(*lines, "hideout +0", "draw 3", "guess 2 hit 1=2")
    assert 5 not in _possible(found)[0] and 5 in _possible(found)[1]


def test_a_missed_pair_with_an_open_number_says_nothing(deduce):
    lines = ["hideout +0", "hideout +0", "draw 3", "draw 3", "guess 3 hit 1=3", "draw 2", "pass"]
    found = deduce(*lines, "draw 3", "guess 3 5 miss")
    assert found == deduce(*lines)
    assert _chances(found, 2) == _over(3, n4=1, n5=1, n6=1)
    assert deduce(*lines, "draw 3", "guess 3 miss") == found


def test_one_sprint_card(deduce):
    # After an open 3: 4 to 7 with any card (7 is one too far), 8 with an even one. The hideout is
    # the first of pile 1, 3/11; a sprint card of pile 1 the second, 2/10; one of pile 2 weighs
    # 2/14, a starter (1 or 2) 1. Pile 1 has 6 even and 5 odd cards, pile 2 has 7 of each.
    # 4 to 7: 3/11 (2 + 10 * 1/5 + 14 * 1/7) = 3/11 * 6.
    # 8: 3/11 (1 + 5 * 1/5 + 7 * 1/7) = 3/11 * 3. Together 27 of these.
    found = deduce("hideout +0", "hideout +1", "draw 3", "draw 3", "guess 3 hit 1=3")
    assert _chances(found, 2) == _over(9, n4=2, n5=2, n6=2, n7=2, n8=1)
    assert found["best_guess"] == 4


def test_a_sprint_card_is_not_a_hideout_as_well(deduce):
    # 1 with the 2 under it, open; then a hideout with one card. Eight of the eleven cards of pile 1
    # are noted, so that 4, 5 and 14 are what was dealt, and each weighs 1.
    noted = [6, 7, 8, 9, 10, 11, 12, 13]
    lines = ["hideout +1", "hideout +1", "draw 1 card 6", "draw 1 card 7", "skip"]
    for card in noted[2:]:
        lines += ["draw 3", "pass", f"draw 1 card {card}", "skip"]
    lines[-1] = "guess 1 hit 1=1/2"
    # 3 with 4, 5, 14 or one of the 14 cards of pile 2, each of these 2/14: 3 + 2 = 5.
    # 4 with 3, 5, 14 or pile 2: 5. 5, a step of 4 that any card makes, with 3, 4, 14 or pile 2: 5.
    assert _chances(deduce(*lines), 2) == _over(3, n3=1, n4=1, n5=1)


def _to_36():
    """Hideouts 3, 6 ... 36 and one more without sprint cards, and a guess that opens these twelve.

    Drawn by then: 7 of pile 1, 5 of pile 2, 4 of pile 3.
    """
    watched = iter("2" * 9 + "1" * 4)
    lines = ["hideout +0", "hideout +0", "draw " + next(watched)]
    for pile in (2, 2, 2, 1, 1, 1, 1, 3, 3, 3, 3):
        lines += ["draw " + next(watched), "skip", f"draw {pile}", "hideout +0"]
    lines.append("draw " + next(watched))
    shown = " ".join(f"{number // 3}={number}" for number in range(3, 37, 3))
    lines.append("guess " + " ".join(map(str, range(3, 37, 3))) + " hit " + shown)
    return lines


def test_an_escape_tells_of_the_last_hideout(deduce):
    # 37, 38 or 39, one card under 42. Used of pile 1: 6 9 12, so a sprint card of it weighs
    # (7-3)/(11-3) = 1/2; four of the eight are even. Pile 2: five drawn, five open, none left.
    # Pile 3: 30 33 36 and the hideout; a fifth is drawn for the escape: (5-4)/(13-4) = 1/9.
    # Starters: 1 and 2. From 37 an even card: 1 + 4/2 + 4/9 (32 34 38 40) = 31/9.
    # From 38 any: 2 + 8/2 + 9/9 = 63/9. From 39 the same. The hideout's own weight is one for all.
    lines = _to_36()
    assert _chances(deduce(*lines), 13) == _over(3, n37=1, n38=1, n39=1)
    found = deduce(*lines, "draw 3", "escape +1")
    assert _chances(found, 13) == _over(157, n37=31, n38=63, n39=63)
    assert found["best_guess"] == 38
    # A wrong guess in the manhunt is a miss like any other.
    found = deduce(*lines, "draw 3", "escape +1", "guess 38 miss")
    assert _chances(found, 13) == _over(94, n37=31, n39=63)
    assert deduce(*lines, "draw 3", "escape +0")["positions"][0]["possible"] == [39]


def test_a_weight_is_a_share_of_all_shuffles():
    # Six cards of pile 1 are noted, so that the order in which the Fugitive took his from the
    # other five can be written out: three before the first turn, a fourth for the second.
    lines = ["hideout +0", "hideout +0", "draw 1 card 9", "draw 1 card 10", "skip"]
    lines += ["draw 1", "hideout +1", "draw 1 card 11", "skip"]
    for card in (12, 13, 14):
        lines += ["draw 3", "pass", f"draw 1 card {card}", "skip"]
    orders = list(permutations([4, 5, 6, 7, 8]))
    shares = set()
    for world in brute_force.worlds(facts_of(START + lines)):
        by = [(card, 3) for card in world.numbers[:2]]
        by += [(card, 4) for card in (world.numbers[2], *world.sprints[2])]
        if any(pile_of(card) == 1 for card, _ in by):
            continue  # pile 2 has its own order
        by = [(card, drawn) for card, drawn in by if pile_of(card) == 0]
        held = [all(card in order[:drawn] for card, drawn in by) for order in orders]
        assert world.weight == Fraction(sum(held), len(orders))
        shares.add(len(by))
    assert shares == {1, 2, 3}


def test_the_worlds_of_a_record():
    facts = facts_of([*START, "hideout +0", "hideout +0"])
    found = {world.numbers: world.weight for world in brute_force.worlds(facts)}
    third = Fraction(3, 11)
    assert found == {
        (1, 2): 1, (1, 3): 1, (1, 4): third, (2, 3): 1, (2, 4): third, (2, 5): third,
        (3, 4): third, (3, 5): third, (3, 6): third,
    }


# ---- the worked checks ----

# 1 with nothing, then 4 with nothing.
TO_4 = ["hideout +0", "hideout +0", *LOOKS]
OPEN_4 = ["draw 3", "guess 1 4 hit 1=1 2=4"]


def test_4_to_10_needs_sprints_of_3(deduce):
    one = deduce(*TO_4, "draw 1", "hideout +1", *OPEN_4)
    assert _possible(one) == [[5, 6, 7, 8, 9]]
    two = deduce(*TO_4, "draw 1", "hideout +2", *OPEN_4)
    assert _possible(two) == [[5, 6, 7, 8, 9, 10, 11]]
    facts = facts_of([*START, *TO_4, "draw 1", "hideout +2", *OPEN_4])
    sums = [
        sum(map(value_of, world.sprints[2]))
        for world in brute_force.worlds(facts) if world.numbers[2] == 10
    ]
    assert set(sums) == {3, 4}


# 3 with nothing, then 7 with the 2.
TO_7 = ["hideout +0", "hideout +1", "draw 3", "draw 3", "skip", "draw 1", "hideout +2"]
OPEN_7 = ["draw 3", "guess 3 7 hit 1=3 2=7/2"]


def test_7_and_two_cards_make_8_to_14(deduce):
    assert _possible(deduce(*TO_7, *OPEN_7)) == [[8, 9, 10, 11, 12, 13, 14]]


@pytest.mark.parametrize("number", range(7, 16))
def test_7_and_5_and_4_make_13_at_most(deduce, number):
    lines = [*TO_7, *OPEN_7, "draw 3", "pass", "draw 3", f"guess {number} hit 3={number}/5,4"]
    found = deduce(*lines)
    assert found == ({"positions": [], "best_guess": None} if 8 <= number <= 13 else None)


def test_one_card_then_4_then_two_cards_make_5_to_11(deduce):
    lines = ["hideout +1", "hideout +2", "draw 3", "draw 3", "guess 4 hit 1=4/2"]
    assert _possible(deduce(*lines)) == [[5, 6, 7, 8, 9, 10, 11]]
    # Before, the 4 may have been any number up to 5, and the second may lie one farther.
    assert _possible(deduce(*lines[:3])) == [[1, 2, 3, 4, 5], list(range(2, 13))]


@pytest.mark.parametrize("pile, highest", [(2, 28), (3, 31)])
def test_no_card_of_pile_3_before_the_first_draw_from_it(deduce, pile, highest):
    lines = ["hideout +0", "hideout +3", "draw 1", "draw 1", "skip", "draw 2", "hideout +3"]
    for _ in range(3):
        lines += ["draw 1", "skip", "draw 2", "pass"]
    lines += ["draw 1", "skip", "draw 2", "pass", "draw 3", "skip", f"draw {pile}", "hideout +4"]
    lines += ["draw 3", "guess 3 12 20 hit 1=3 2=12/2,4,6 3=20/16,18,1"]
    # All starters and all three cards of pile 1 lie open. 20 + 3 and the four even cards of pile 2
    # that are left: 31.
    assert _possible(deduce(*lines)) == [list(range(21, highest + 1))]


def test_no_world(deduce):
    # Out of reach; 3, 4 and 5 all gone; noted and yet here; in two places.
    assert deduce("hideout +0", "hideout +0", *LOOKS[:2], "guess 9 hit 2=9") is None
    assert deduce("hideout +0", "hideout +0", "draw 1", "draw 3", "guess 2 hit 1=2",
                  "draw 3", "pass", "draw 1 card 4", "guess 3 5 miss",
                  "draw 3", "pass", "draw 1 card 5", "guess 3 miss") is None
    first = ["hideout +0", "hideout +1", "draw 1 card 4", "draw 3"]
    assert deduce(*first, "guess 3 hit 2=3/4") is None
    assert deduce(*first, "guess 3 hit 2=3/5")
    assert deduce(*first, "guess 3 hit 2=3/3") is None


@pytest.mark.parametrize("pile, positions", [(1, []), (2, None)])
def test_a_card_is_drawn_before_it_is_played(deduce, pile, positions):
    # 8, 4 and 6 are all three of pile 1 that were dealt; a draw after the 9 comes too late.
    lines = ["hideout +0", "hideout +2", "draw 3", "draw 3", "skip", f"draw {pile}", "hideout +0"]
    lines += ["draw 3", "skip", "draw 1", "pass", "draw 3", "guess 3 8 9 hit 1=3 2=8/4,6 3=9"]
    found = deduce(*lines)
    assert (found and found["positions"]) == positions


def test_an_open_row_has_nothing_to_guess(deduce):
    assert deduce() == {"positions": [], "best_guess": None}
    lines = ["hideout +0", "hideout +0", "draw 3", "draw 3", "guess 1 2 hit 1=1 2=2"]
    assert deduce(*lines) == {"positions": [], "best_guess": None}


# ---- against each other, and against the truth ----


def _told(position, deduction):
    """That what lay there is among what could, and that the chances are chances."""
    assert deduction is not None, position.lines
    assert [place["position"] for place in deduction["positions"]] == sorted(position.truth)
    for place in deduction["positions"]:
        assert position.truth[place["position"]] in place["possible"], position.lines
        assert sorted(place["probability"]) == place["possible"]
        assert sum(place["probability"].values()) == 1
        assert min(place["probability"].values()) > 0


@pytest.mark.parametrize("hidden, sprints, count", [((1, 4), (0, 2), 81), ((1, 2), (3, 3), 9)])
def test_both_say_the_same(hidden, sprints, count):
    for position in random_records(1, count, hidden=hidden, sprints=sprints):
        facts = facts_of(position.lines)
        found = exact.deduce(facts)
        assert found == brute_force.deduce(facts), position.lines
        _told(position, found)


@pytest.mark.parametrize("hidden, sprints", [(5, (0, 6)), (6, (0, 5)), (7, (0, 3))])
def test_long_rows_hold_the_truth(hidden, sprints):
    for position in random_records(2, 9, hidden=(hidden, hidden), sprints=sprints):
        _told(position, exact.deduce(facts_of(position.lines)))


def test_the_families_bring_what_they_are_called_after():
    found = {name: [] for name in FAMILIES}
    editions = set()
    for position in random_records(3, 40 * len(FAMILIES), sprints=(0, 20)):
        found[position.family].append(facts_of(position.lines))
        editions.add(position.edition)
        assert position.sprints == found[position.family][-1].face_down()
    assert editions == {1, 2}

    def most(count):
        """The family with the highest average of `count`."""
        return max(found, key=lambda name: sum(map(count, found[name])) / len(found[name]))

    assert most(lambda facts: sum(len(miss.numbers) > 1 for miss in facts.misses)) == "many missed"
    assert most(lambda facts: facts.escaped) == "runner"
    assert sum(facts.escaped for facts in found["runner"]) > 40 / 2
    down = {name: sum(facts.face_down() for facts in found[name]) for name in FAMILIES}
    assert down["long sprints"] > 1.3 * down["plain"]
    even = [sum(pile_of(card) == 1 for card in facts.noted) for facts in found["evens of pile 2"]]
    assert max(even) >= 5
    assert not any(card % 2 for facts in found["evens noted"] for card in facts.noted)
    around = sum(
        place.number is not None and min(facts.hidden()) < at < max(facts.hidden())
        for facts in found["around open ones"] for at, place in enumerate(facts.row, 1)
    )
    assert around > 40 / 2


def test_the_same_seed_brings_the_same_positions():
    first, second = [list(random_records(4, 9)) for _ in range(2)]
    assert [position.lines for position in first] == [position.lines for position in second]
    assert [position.lines for position in first] != [
        position.lines for position in random_records(5, 9)
    ]
