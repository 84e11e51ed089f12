"""Flee the Scene, sentence by sentence: every test is one rule, driven through the record text.

The tables below were written from the rulebook and the notation, not from the engine: `after`
gives the state after some actions, `refused` the refusal of the last one, `legal` what may be done.
"""

import pytest

from shared_engine.errors import RecordError
from shared_engine.record import Reader


def read(actions, players):
    """Read actions (joined by `;`) of a game of `players` (None: no such option).

    Returns (reader, the line number of a refusal, its reason); the last two None without one.
    """
    lines = ["game flee_the_scene"]
    if players:
        lines.append(f"option players {players}")
    reader = Reader()
    try:
        for line in lines + [part.strip() for part in actions.split(";")]:
            reader.line(line)
        reader.finish()
    except RecordError as error:
        return reader, error.place, error.reason
    return reader, None, None


def played(actions, players):
    reader, line, reason = read(actions, players)
    assert line is None, f"line {line}: {reason}"
    return reader.play


def after(actions="", players=2):
    """The state JSON after `actions`, all of which must be legal."""
    return played(actions, players).to_json()


def legal(actions="", players=2):
    """What is legal after `actions`, as `--legal` prints it."""
    play = played(actions, players)
    return sorted(play.game.legal(play.state))


def refused(actions, players=2):
    """The reason for which the last of `actions` is refused; those before must be legal."""
    reader, line, reason = read(actions, players)
    assert line is not None, f"{actions!r} was accepted"
    last = 1 + (1 if players else 0) + len(actions.split(";"))
    assert line == last, f"line {line} of {last}: {reason}"
    return reason


QUICK = "place train; move train; rob 2"
WIN = QUICK + "; deliver 9 4; end train"
SKIP_1 = "place train; end train"
SKIP_2 = "place truck; end truck"


def counts(train, truck, ship):
    return {"train": train, "truck": truck, "ship": ship}


# --- set-up -------------------------------------------------------------------------------------


def test_a_new_game_of_two_is_this_whole_state():
    state = after()
    assert state == {
        "game": "flee_the_scene",
        "players": 2,
        "turn": {"player": 1, "step": "place", "number": 1},
        "corrections": 0,
        "over": None,
        "winner": None,
        "board": {"ready": counts(1, 1, 1), "used": counts(0, 0, 0)},
        "supplies": [counts(1, 0, 1), counts(0, 1, 1)],
        "hands": [2, 2],
        "carried": [0, 0],
        "delivered": [[], []],
        "scores": [0, 0],
        "draw_pile": 35,
        "open_missions": 4,
        "discards": 2,
        "last_round": False,
        "ends_before": None,
        "last_delivery": [None, None],
    }


SUPPLY_CHART = (
    counts(1, 0, 1),
    counts(0, 1, 1),
    counts(1, 1, 0),
    counts(1, 0, 1),
    counts(1, 1, 0),
)


@pytest.mark.parametrize("players, pile", [(2, 35), (3, 32), (4, 29), (5, 26)])
def test_set_up_for_each_number_of_players(players, pile):
    state = after(players=players)
    assert state["players"] == players
    assert state["draw_pile"] == pile
    assert state["open_missions"] == 4
    assert state["discards"] == players
    assert state["hands"] == [2] * players
    assert state["carried"] == [0] * players
    assert state["delivered"] == [[]] * players
    assert state["scores"] == [0] * players
    assert state["last_delivery"] == [None] * players
    assert state["supplies"] == list(SUPPLY_CHART[:players])
    assert state["board"]["ready"] == counts(1, 1, 1)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_three_and_two_vehicles_a_player_are_in_play(players):
    state = after(players=players)
    in_supplies = sum(sum(supply.values()) for supply in state["supplies"])
    assert 3 + in_supplies == 3 + 2 * players


def test_with_five_players_the_box_is_empty():
    state = after(players=5)
    for vehicle, box in (("train", 5), ("truck", 4), ("ship", 4)):
        assert 1 + sum(supply[vehicle] for supply in state["supplies"]) == box


@pytest.mark.parametrize("players", ["1", "6", "0", "-2", "two", "2 3", "", "2.0", "9" * 14])
def test_other_numbers_of_players_are_refused(players):
    refused("option players " + players, players=None)


def test_without_the_option_two_play():
    assert after(players=None)["players"] == 2


def test_the_starting_pair_of_player_three_can_differ():
    state = after("option supply 3 truck ship", players=3)
    assert state["supplies"] == [counts(1, 0, 1), counts(0, 1, 1), counts(0, 1, 1)]


def test_any_players_pair_can_differ():
    state = after("option supply 1 truck train; option supply 2 ship ship")
    assert state["supplies"] == [counts(1, 1, 0), counts(0, 0, 2)]


def test_a_pair_may_be_named_in_either_order():
    assert after("option supply 1 ship train", players=2) == after(players=2)


def test_changes_that_fit_the_box_only_together_are_accepted():
    lines = "option supply 3 train ship; option supply 4 train truck"
    state = after(lines, players=5)
    assert state["supplies"][2] == counts(1, 0, 1)
    assert state["supplies"][3] == counts(1, 1, 0)


def test_the_box_is_checked_at_the_last_option_line():
    # Line 1 game, 2 players, 3 the fault, 4 another option, 5 names, 6 an action.
    lines = "option supply 3 ship ship; option supply 4 train truck; names A B C D E; place train"
    assert read(lines, players=5)[1] == 4


def test_the_box_is_checked_though_the_record_breaks_off():
    assert read("option supply 5 ship ship", players=5)[1] == 3


@pytest.mark.parametrize(
    "lines",
    [
        "option supply 3 train train",  # six trains
        "option supply 5 ship ship",  # six ships
        "option supply 4 truck truck",  # six trucks
    ],
)
def test_more_than_the_box_holds_is_refused(lines):
    refused(lines, players=5)


def test_as_many_as_the_box_holds_is_accepted():
    # Three on the board, so four more trains, three more trucks or three more ships exist.
    after("option supply 1 train train; option supply 2 train train")
    refused("option supply 1 truck truck; option supply 2 truck truck")
    refused("option supply 1 ship ship; option supply 2 ship ship")
    after("option supply 1 truck truck; option supply 2 truck ship")


@pytest.mark.parametrize(
    "line",
    [
        "option supply 3 train truck",  # no player 3 among two
        "option supply 0 train truck",
        "option supply 1 train",
        "option supply 1 train truck ship",
        "option supply 1 train plane",
        "option supply train truck",
        "option supply 1",
        "option supply",
        "option mats off",
        "option",
    ],
)
def test_options_that_are_not_understood_are_refused(line):
    refused(line)


def test_the_same_players_pair_twice_is_refused():
    refused("option supply 1 train ship; option supply 1 train ship")


# --- place --------------------------------------------------------------------------------------


def test_place_moves_a_vehicle_from_the_supply_to_the_board():
    state = after("place train")
    assert state["board"] == {"ready": counts(2, 1, 1), "used": counts(0, 0, 0)}
    assert state["supplies"] == [counts(0, 0, 1), counts(0, 1, 1)]
    assert state["turn"] == {"player": 1, "step": "move", "number": 1}


def test_only_what_is_in_the_supply_can_be_placed():
    assert legal() == ["place ship", "place train"]
    refused("place truck")


def test_one_vehicle_a_turn_is_placed():
    refused("place train; place ship")


@pytest.mark.parametrize(
    "line",
    ["move train", "end train", "mission open", "mission hidden", "rob 1", "deliver 1", "pass"],
)
def test_nothing_else_comes_before_placing(line):
    refused(line)


# --- move and substitution ----------------------------------------------------------------------


def test_a_move_turns_one_ready_vehicle_into_a_used_one():
    state = after("place train; move ship")
    assert state["board"] == {"ready": counts(2, 1, 0), "used": counts(0, 0, 1)}
    assert state["turn"] == {"player": 1, "step": "move", "number": 1}


def test_any_vehicle_of_the_board_can_be_used_not_only_the_placed_one():
    for vehicle in ("train", "truck", "ship"):
        assert after("place train; move " + vehicle)["board"]["used"][vehicle] == 1


def test_all_four_vehicles_can_be_used_in_one_turn():
    state = after("place train; move train; move truck; move ship; move train")
    assert state["board"] == {"ready": counts(0, 0, 0), "used": counts(2, 1, 1)}


def test_a_used_vehicle_cannot_move_again():
    refused("place train; move ship; move ship")


def test_two_vehicles_stand_for_one_that_is_not_ready():
    state = after("place train; move truck; move truck with train+ship")
    assert state["board"] == {"ready": counts(1, 0, 0), "used": counts(1, 1, 1)}


def test_the_two_may_be_named_in_both_orders():
    one = after("place train; move truck; move truck with train+ship")
    other = after("place train; move truck; move truck with ship+train")
    assert one == other


def test_the_two_may_be_of_the_same_type():
    state = after("place train; move truck; move truck with train+train")
    assert state["board"] == {"ready": counts(0, 0, 1), "used": counts(2, 1, 0)}


def test_the_same_type_twice_needs_two_ready():
    refused("place train; move truck; move truck with ship+ship")
    refused("place train; move truck; move train; move truck with train+train")


def test_a_type_that_is_not_on_the_board_at_all_can_be_substituted():
    state = after("place train; end ship; place truck; move ship with train+truck")
    assert state["board"] == {"ready": counts(1, 1, 0), "used": counts(1, 1, 0)}


def test_no_substitution_while_the_wanted_type_is_ready():
    refused("place train; move train with truck+ship")


def test_substitutes_must_be_ready():
    refused("place train; move truck; move ship; move truck with train+ship")


def test_a_used_vehicle_is_no_substitute_for_itself():
    refused("place train; move truck; move truck with truck+ship")


@pytest.mark.parametrize(
    "line",
    [
        "move truck with train",
        "move truck with",
        "move truck train+ship",
        "move truck with train ship",
        "move truck with train+ship+train",
        "move truck with train + ship",
        "move truck with train+",
        "move truck with +ship",
        "move truck with train+plane",
        "move",
        "move plane",
        "move Truck",
        "move train ship",
    ],
)
def test_moves_that_are_not_in_the_notation_are_refused(line):
    refused("place train; move truck; " + line)


def test_a_substitution_counts_as_a_move():
    actions = "place train; move truck; mission open; move truck with train+ship; mission open"
    assert after(actions)["hands"] == [4, 2]


# --- missions -----------------------------------------------------------------------------------


def test_an_open_mission_is_replaced_from_the_pile():
    state = after("place train; move train; mission open")
    assert (state["hands"], state["open_missions"], state["draw_pile"]) == ([3, 2], 4, 34)


def test_hidden_missions_are_two_from_the_pile():
    state = after("place train; move train; mission hidden")
    assert (state["hands"], state["open_missions"], state["draw_pile"]) == ([4, 2], 4, 33)


@pytest.mark.parametrize("first", ["mission open", "mission hidden"])
@pytest.mark.parametrize("second", ["mission open", "mission hidden"])
def test_missions_are_taken_once_a_city(first, second):
    refused(f"place train; move train; {first}; {second}")


def test_the_next_city_gives_missions_again():
    actions = "place train; move train; mission open; move ship; mission hidden"
    assert after(actions)["hands"] == [5, 2]


def test_missions_passed_over_are_not_saved_up():
    refused("place train; move train; move ship; mission open; mission open")


def test_no_mission_before_the_first_move():
    refused("place train; mission open")
    refused("place train; mission hidden")


def test_the_first_move_of_a_turn_is_asked_of_every_player():
    refused(SKIP_1.replace("; end", "; move train; end") + "; place truck; mission open")


def test_taking_missions_does_not_hinder_a_robbery_in_the_same_city():
    assert after("place train; move train; mission open; rob 3")["carried"] == [3, 0]


def test_a_robbery_does_not_hinder_taking_missions_in_the_same_city():
    assert after("place train; move train; rob 2; mission open")["hands"] == [1, 2]


# --- empty piles --------------------------------------------------------------------------------

MOVED = "place train; move train"


def test_with_the_pile_empty_the_open_missions_shrink():
    state = after(MOVED + "; set draw_pile 0; mission open")
    assert (state["hands"][0], state["open_missions"], state["draw_pile"]) == (3, 3, 0)


def test_the_last_of_the_pile_still_refills():
    state = after(MOVED + "; set draw_pile 1; mission open")
    assert (state["open_missions"], state["draw_pile"]) == (4, 0)


def test_hidden_takes_what_is_there():
    state = after(MOVED + "; set draw_pile 1; mission hidden")
    assert (state["hands"][0], state["draw_pile"]) == (3, 0)
    state = after(MOVED + "; set draw_pile 2; mission hidden")
    assert (state["hands"][0], state["draw_pile"]) == (4, 0)


def test_hidden_needs_one_card_in_the_pile():
    refused(MOVED + "; set draw_pile 0; mission hidden")


def test_open_needs_one_open_mission():
    assert after(MOVED + "; set draw_pile 0 open_missions 1; mission open")["open_missions"] == 0
    refused(MOVED + "; set draw_pile 0 open_missions 0; mission open")


def test_reshuffle_turns_the_discards_into_the_pile():
    state = after("set draw_pile 0; reshuffle")
    assert (state["draw_pile"], state["discards"], state["open_missions"]) == (2, 0, 4)


def test_reshuffle_refills_the_open_missions_to_four():
    state = after("set draw_pile 0 open_missions 1 discards 10; reshuffle")
    assert (state["draw_pile"], state["discards"], state["open_missions"]) == (7, 0, 4)


def test_reshuffle_refills_as_far_as_the_cards_go():
    state = after("set draw_pile 0 open_missions 0; reshuffle")
    assert (state["draw_pile"], state["discards"], state["open_missions"]) == (0, 0, 2)


def test_reshuffle_is_legal_in_either_step_and_ends_neither():
    assert after("set draw_pile 0; reshuffle")["turn"]["step"] == "place"
    assert after("set draw_pile 0; place train; reshuffle")["turn"]["step"] == "move"


def test_reshuffle_asks_for_no_move_and_uses_up_no_mission():
    assert after(MOVED + "; set draw_pile 0; reshuffle; mission hidden")["hands"] == [4, 2]


def test_reshuffle_needs_an_empty_pile_and_some_discards():
    refused("reshuffle")
    refused("set draw_pile 1; reshuffle")
    refused("set draw_pile 0 discards 0; reshuffle")
    refused("set draw_pile 0; reshuffle; set draw_pile 0; reshuffle")


# --- rob and deliver ----------------------------------------------------------------------------


def test_rob_moves_cards_from_the_hand_to_what_is_carried():
    state = after(MOVED + "; rob 1")
    assert (state["hands"], state["carried"]) == ([1, 2], [1, 0])


def test_rob_at_most_the_hand():
    after(MOVED + "; rob 2")
    refused(MOVED + "; rob 3")


@pytest.mark.parametrize("number", ["0", "-1", "4", "1 1", "", "one", "+1", "1.0", "01x"])
def test_rob_needs_one_number_in_range(number):
    refused(MOVED + "; mission hidden; rob " + number)


def test_at_most_three_are_carried():
    after(MOVED + "; mission hidden; rob 3")
    refused(MOVED + "; mission hidden; rob 4")
    refused(MOVED + "; mission hidden; rob 2; rob 2")
    after(MOVED + "; mission hidden; rob 2; rob 1")
    refused(MOVED + "; mission hidden; rob 3; rob 1")


def test_rob_needs_a_move_this_turn():
    refused("place train; rob 1")
    refused("place train; move train; end train; place truck; rob 1")


def test_several_robberies_may_follow_one_move():
    assert after(MOVED + "; rob 1; rob 1")["carried"] == [2, 0]


def test_deliver_scores_the_points_in_the_order_told():
    state = after(QUICK + "; deliver 3 9")
    assert state["delivered"] == [[3, 9], []]
    assert state["scores"] == [12, 0]
    assert state["carried"] == [0, 0]


def test_deliver_part_of_what_is_carried():
    state = after(QUICK + "; deliver 5")
    assert (state["delivered"][0], state["carried"], state["scores"]) == ([5], [1, 0], [5, 0])


def test_deliveries_add_up():
    state = after(QUICK + "; deliver 5; deliver 6")
    assert (state["delivered"][0], state["scores"]) == ([5, 6], [11, 0])


def test_deliver_needs_that_many_carried():
    refused(MOVED + "; deliver 1")
    refused(QUICK + "; deliver 1 2 3")
    refused(QUICK + "; deliver 1 2; deliver 3")


@pytest.mark.parametrize("points", ["0", "10", "-1", "", "5 0", "5 10", "x", "5,4", "[5]"])
def test_deliver_needs_points_from_one_to_nine(points):
    refused(QUICK + "; deliver " + points)


def test_deliver_needs_a_move_this_turn():
    turn_1 = QUICK + "; end train; "
    refused(turn_1 + SKIP_2 + "; place train; deliver 5")
    after(turn_1 + SKIP_2 + "; place train; move ship; deliver 5")


def test_each_player_robs_and_delivers_for_themselves():
    state = after(MOVED + "; end train; place truck; move truck; rob 2; deliver 7")
    assert (state["hands"], state["carried"]) == ([2, 0], [0, 1])
    assert (state["delivered"], state["scores"]) == ([[], [7]], [0, 7])


def test_last_delivery_numbers_the_deliver_actions():
    one = after(QUICK + "; deliver 1; deliver 2")
    assert one["last_delivery"] == [2, None]
    both = QUICK + "; deliver 1 2; end train; place truck; move truck; rob 2; deliver 3; deliver 4"
    assert after(both)["last_delivery"] == [1, 3]


def test_an_undone_delivery_gives_its_number_back():
    state = after(QUICK + "; deliver 1; undo; deliver 2")
    assert state["last_delivery"] == [1, None]
    assert after(QUICK + "; deliver 1; undo")["last_delivery"] == [None, None]


# --- end of a turn ------------------------------------------------------------------------------


def test_end_takes_a_vehicle_and_passes_the_turn():
    state = after("place train; end truck")
    assert state["supplies"] == [counts(0, 1, 1), counts(0, 1, 1)]
    assert state["board"] == {"ready": counts(2, 0, 1), "used": counts(0, 0, 0)}
    assert state["turn"] == {"player": 2, "step": "place", "number": 2}


def test_end_may_take_a_used_vehicle():
    state = after("place train; move truck; end truck")
    assert state["supplies"][0] == counts(0, 1, 1)
    assert state["board"] == {"ready": counts(2, 0, 1), "used": counts(0, 0, 0)}


def test_at_the_start_of_a_turn_all_vehicles_are_ready():
    state = after("place train; move train; move truck; move ship; end train")
    assert state["board"] == {"ready": counts(1, 1, 1), "used": counts(0, 0, 0)}


def test_end_needs_the_vehicle_on_the_board():
    turn = "place train; end ship; place truck"
    assert legal(turn)[:2] == ["end train", "end truck"]
    refused(turn + "; end ship")


@pytest.mark.parametrize("line", ["end", "end plane", "end train truck", "end 1"])
def test_end_names_one_vehicle(line):
    refused("place train; " + line)


def test_a_turn_may_end_without_a_move():
    assert after(SKIP_1)["turn"]["player"] == 2


def test_between_turns_three_vehicles_on_the_board_and_two_a_player():
    state = after(SKIP_1 + "; " + SKIP_2 + "; place ship; move truck; end truck")
    assert sum(state["board"]["ready"].values()) == 3
    assert [sum(supply.values()) for supply in state["supplies"]] == [2, 2]


def test_the_turn_goes_round_and_the_number_counts_every_turn():
    turns = [SKIP_1, SKIP_2, SKIP_1, SKIP_1]  # players 3 and 4 also hold a train
    state = after("; ".join(turns), players=4)
    assert state["turn"] == {"player": 1, "step": "place", "number": 5}


# --- last round and end -------------------------------------------------------------------------


def test_twelve_points_do_not_start_the_last_round():
    state = after(QUICK + "; deliver 9 3")
    assert (state["last_round"], state["ends_before"]) == (False, None)


def test_thirteen_points_start_the_last_round_at_once():
    state = after(QUICK + "; deliver 9 4")
    assert (state["last_round"], state["ends_before"], state["over"]) == (True, 1, None)


def test_the_turn_that_reaches_thirteen_is_played_to_its_end():
    assert after(QUICK + "; deliver 9 4; move ship; mission open; end train")["hands"][0] == 1


def test_all_others_have_one_more_turn():
    state = after("; ".join([WIN, SKIP_2]), players=3)
    assert (state["over"], state["turn"]["player"]) == (None, 3)
    state = after("; ".join([WIN, SKIP_2, SKIP_1]), players=3)
    assert (state["over"], state["winner"]) == ("finished", [1])


def test_a_later_starter_of_the_last_round_lets_the_first_player_play_again():
    second = "place truck; move truck; rob 2; deliver 9 9; end truck"
    state = after("; ".join([SKIP_1, second, SKIP_1]), players=3)
    assert (state["over"], state["ends_before"]) == (None, 2)
    state = after("; ".join([SKIP_1, second, SKIP_1, SKIP_1]), players=3)
    assert (state["over"], state["winner"], state["turn"]["player"]) == ("finished", [2], 1)


def test_a_second_player_with_thirteen_does_not_lengthen_the_game():
    second = "place truck; move truck; rob 2; deliver 9 9; end truck"
    state = after(WIN + "; " + second)
    assert (state["over"], state["ends_before"], state["winner"]) == ("finished", 1, [2])


def test_at_the_end_the_turn_stays_at_the_last_turn_played():
    turn = after(WIN + "; " + SKIP_2)["turn"]
    assert (turn["player"], turn["number"]) == (2, 2)


def test_the_last_turn_gives_and_takes_its_vehicle_too():
    state = after(WIN + "; place truck; move ship; end ship")
    assert state["supplies"][1] == counts(0, 0, 2)
    assert sum(state["board"]["ready"].values()) + sum(state["board"]["used"].values()) == 3


@pytest.mark.parametrize(
    "line", ["place truck", "move train", "end train", "rob 1", "mission open", "reshuffle"]
)
def test_nothing_is_played_after_the_end(line):
    refused(WIN + "; " + SKIP_2 + "; set draw_pile 0; " + line)


def test_nothing_is_legal_after_the_end():
    assert legal(WIN + "; " + SKIP_2) == []


def test_undo_and_redo_after_the_end():
    state = after(WIN + "; " + SKIP_2 + "; undo")
    assert (state["over"], state["winner"], state["turn"]["step"]) == (None, None, "move")
    again = after(WIN + "; " + SKIP_2 + "; undo; redo")
    assert again == after(WIN + "; " + SKIP_2)
    assert again["over"] == "finished"


# --- winner and ties ----------------------------------------------------------------------------


def last_turn(missions, points):
    """Player 2's turn after player 1's winning one: missions taken, then all delivered."""
    number = len(points.split())
    return f"; place truck; move truck{missions}; rob {number}; deliver {points}; end truck"


def test_the_highest_score_wins():
    assert after(WIN + last_turn("", "9 3"))["winner"] == [1]
    assert after(WIN + last_turn("", "9 5"))["winner"] == [2]


def test_a_tie_goes_to_more_antiquities():
    state = after(WIN + last_turn("; mission open", "5 4 4"))
    assert (state["scores"], state["winner"]) == ([13, 13], [2])


def test_still_tied_the_earlier_last_delivery_wins():
    state = after(WIN + last_turn("", "4 9"))
    assert (state["scores"], state["last_delivery"], state["winner"]) == ([13, 13], [1, 2], [1])


def test_it_is_the_last_delivery_that_counts_not_the_first():
    first = QUICK + "; deliver 9; end train"
    second = "place truck; move truck; rob 2; deliver 9 4; end truck"
    third = "place train; move train; deliver 4; end train"
    state = after("; ".join([first, second, third]))
    assert (state["scores"], state["last_delivery"]) == ([13, 13], [3, 2])
    assert (state["over"], state["ends_before"], state["winner"]) == ("finished", 2, [2])


def test_what_still_ties_is_shared():
    finished = WIN + last_turn("", "4 9")
    state = after(finished + "; set last_delivery.1 1")
    assert (state["over"], state["winner"]) == ("finished", [1, 2])
    state = after(finished + "; set last_delivery.0 null last_delivery.1 null")
    assert state["winner"] == [1, 2]


def test_only_the_best_share():
    finished = WIN + "; " + SKIP_2 + "; " + SKIP_1
    state = after(
        finished + "; set delivered.2 [4,9] last_delivery.2 1 delivered.1 [8,4]", players=3
    )
    assert (state["scores"], state["winner"]) == ([13, 12, 13], [1, 3])


def test_the_winner_is_known_only_at_the_end():
    assert after(WIN)["winner"] is None


# --- corrections --------------------------------------------------------------------------------


def test_set_is_one_action_and_one_correction():
    state = after("set hands.0 5 draw_pile 30")
    assert (state["hands"], state["draw_pile"], state["corrections"]) == ([5, 2], 30, 1)
    assert after("set hands.0 5 draw_pile 30; undo") == after()


def test_corrections_counts_those_standing():
    assert after("set hands.0 5; set hands.0 6")["corrections"] == 2
    assert after("set hands.0 5; set hands.0 6; undo")["corrections"] == 1
    assert after("set hands.0 5; set hands.0 6; undo; redo")["corrections"] == 2
    assert after("set hands.0 5; undo; set hands.0 6")["corrections"] == 1


def test_set_to_the_value_that_stands_is_still_a_correction():
    assert after("set hands.0 2")["corrections"] == 1


@pytest.mark.parametrize(
    "path, value, expected",
    [
        ("board.ready.train", "2", 2),
        ("board.used.ship", "1", 1),
        ("supplies.0.train", "2", 2),
        ("supplies.1.ship", "0", 0),
        ("hands.1", "0", 0),
        ("carried.0", "3", 3),
        ("delivered.0", "[9,4]", [9, 4]),
        ("delivered.1", "[]", []),
        ("delivered.1.0", "7", [7]),
        ("draw_pile", "0", 0),
        ("open_missions", "0", 0),
        ("discards", "45", 45),
        ("last_delivery.0", "4", 4),
        ("last_delivery.0", "null", None),
        ("turn.player", "2", 2),
        ("turn.step", "move", "move"),
        ("turn.number", "12", 12),
    ],
)
def test_every_primary_value_can_be_set(path, value, expected):
    found = after(f"set {path} {value}")
    words = path.split(".")
    if isinstance(expected, list) and len(words) == 3:
        words.pop()
    for word in words:
        found = found[int(word)] if word.isdigit() else found[word]
    assert found == expected


def test_a_fractional_or_signed_index_is_no_place():
    refused("set hands.-1 2")
    refused("set hands.0.0 2")
    refused("set hands.00x 2")


@pytest.mark.parametrize(
    "path_and_value",
    [
        "scores.0 13",
        "scores [13,0]",
        "last_round true",
        "ends_before 1",
        "ends_before null",
        "winner [1]",
        "winner null",
        "over finished",
        "over null",
        "corrections 0",
        "game flee_the_scene",
        "players 3",
    ],
)
def test_derived_and_fixed_values_cannot_be_set(path_and_value):
    refused("set " + path_and_value)


@pytest.mark.parametrize(
    "path_and_value",
    [
        "hands.0 -1",
        "hands.0 46",
        "hands.0 two",
        "hands.0 true",
        "hands.0 null",
        "hands.0 [1]",
        "hands.0 1.5",
        "hands.0 9999999999999999999999",
        "hands.2 1",  # no third player sits here, so there is no appending
        "hands 3",
        "hands [2,2,2]",
        "hands [2]",
        "carried.0 4",
        "delivered.0 [10]",
        "delivered.0 [0]",
        "delivered.0 [1,]",
        "delivered.0 [1",
        "delivered.0 1",
        "delivered.0 [a]",
        "delivered.0.1 5",  # two past the end of an empty list
        "delivered.2 [5]",
        "supplies.0.plane 1",
        "supplies.0 1",
        "supplies.0.train 6",
        "supplies.0.truck 5",
        "board.ready.ship 5",
        "board 1",
        "board.ready 3",
        "turn.step jump",
        "turn.step end",
        "turn.player 3",
        "turn.player 0",
        "turn.number 0",
        "turn.number -1",
        "turn 1",
        "open_missions 5",
        "draw_pile 46",
        "draw_pile",
        "nothing 1",
        "hands..0 1",
        ".hands 1",
        "hands.0. 1",
        "hands.0",
        "",
        "hands.0 1 hands.1",
        "hands.0 1 scores.0 5",
    ],
)
def test_set_refuses_what_no_physical_game_has(path_and_value):
    refused("set " + path_and_value)


def test_a_set_with_one_fault_changes_nothing():
    reader, line, _ = read("place train; set hands.0 1 hands.9 1", players=2)
    assert line == 4
    assert reader.play.to_json() == after("place train")


def test_set_fills_a_delivered_list_one_past_its_end():
    state = after("set delivered.0.0 9 delivered.0.1 4")
    assert (state["delivered"][0], state["scores"][0], state["ends_before"]) == ([9, 4], 13, 1)


def test_set_changes_the_score_only_through_what_was_delivered():
    assert after("set delivered.0 [9,3]")["scores"] == [12, 0]


def test_set_is_legal_in_the_middle_of_a_turn_and_keeps_what_the_turn_allows():
    assert after(MOVED + "; set hands.0 9; rob 3")["carried"] == [3, 0]
    refused(MOVED + "; mission open; set hands.0 9; mission open")


def test_a_set_elsewhere_gives_no_second_mission_in_the_same_city():
    refused(MOVED + "; mission open; set turn.number 7; mission open")


def test_a_set_to_the_next_player_starts_a_turn_that_has_its_own_missions():
    lines = MOVED + "; mission open; set turn.player 2 turn.step place"
    assert after(lines + "; place truck; move ship; mission open")["hands"] == [3, 3]


def test_a_house_ruled_supply_plays_on():
    state = after("set supplies.0.truck 1; place truck; move truck; end train")
    assert state["supplies"][0] == counts(2, 0, 1)


def test_the_last_round_begins_by_a_set():
    state = after("set delivered.1 [9,9]")
    assert (state["last_round"], state["ends_before"], state["over"]) == (True, 2, None)
    state = after("set delivered.1 [9,9]; " + SKIP_1)
    assert (state["over"], state["winner"], state["turn"]["player"]) == ("finished", [2], 1)


def test_ends_before_stays_while_that_player_has_thirteen():
    state = after("set delivered.0 [9,4]; set delivered.1 [9,9]; set delivered.0 [7,6]")
    assert state["ends_before"] == 1
    state = after(WIN + "; set delivered.1 [9,9]")
    assert state["ends_before"] == 1


def test_the_last_round_is_called_off_by_a_set():
    state = after(WIN + "; set delivered.0 [9,3]")
    assert (state["last_round"], state["ends_before"], state["over"]) == (False, None, None)
    state = after(WIN + "; set delivered.0 [9,3]; " + SKIP_2)
    assert (state["over"], state["turn"]["player"], state["turn"]["number"]) == (None, 1, 3)


@pytest.mark.parametrize(
    "to_move, with_thirteen, expected",
    [
        (1, (1,), 1),
        (1, (2, 3), 2),
        (2, (1, 3), 3),
        (2, (1, 2), 2),
        (3, (1, 2), 1),
        (3, (3, 1), 3),
        (4, (2, 3), 2),
    ],
)
def test_ends_before_after_a_set_is_the_next_with_thirteen(to_move, with_thirteen, expected):
    lines = [f"set turn.player {to_move}"]
    pairs = [f"delivered.{player - 1} [9,4]" for player in with_thirteen]
    lines.append("set " + " ".join(pairs))
    state = after("; ".join(lines), players=4)
    assert (state["ends_before"], state["last_round"]) == (expected, True)


def test_ends_before_passes_on_when_its_player_loses_the_thirteen():
    both = "set delivered.0 [9,4]; set delivered.1 [9,4] delivered.2 [9,4]"
    assert after(both, players=3)["ends_before"] == 1
    assert after(both + "; set delivered.0 []", players=3)["ends_before"] == 2
    assert after(both + "; set turn.player 3; set delivered.0 []", players=3)["ends_before"] == 3


FINISHED = WIN + "; " + SKIP_2


def test_set_after_the_end_changes_the_winner():
    state = after(FINISHED + "; set delivered.1 [9,9]")
    assert (state["over"], state["ends_before"], state["winner"]) == ("finished", 1, [2])
    assert state["corrections"] == 1


def test_over_is_null_again_when_no_one_has_thirteen():
    state = after(FINISHED + "; set delivered.0 [9]")
    assert (state["over"], state["winner"]) == (None, None)
    assert (state["last_round"], state["ends_before"]) == (False, None)


def test_a_game_called_back_by_a_set_can_be_played_on():
    lines = FINISHED + "; set delivered.0 [9]"
    choices = legal(lines)
    assert choices
    assert after(lines + "; " + choices[0])["over"] is None


def test_a_game_called_back_keeps_two_vehicles_a_player():
    # The last turn's vehicle was taken already: that turn cannot take a second one.
    lines = FINISHED + "; set delivered.0 [9]"
    state = after(lines + "; place train; end train")
    assert [sum(supply.values()) for supply in state["supplies"]] == [2, 2]


def test_a_set_that_calls_the_game_back_may_say_whose_turn_it_is():
    # What a correction says holds, the turn like everything else.
    line = "set delivered.0 [9] turn.player 1 turn.step place turn.number 3"
    state = after(FINISHED + "; " + line)
    assert (state["over"], state["turn"]) == (None, {"player": 1, "step": "place", "number": 3})


def test_the_set_that_called_the_game_back_can_be_undone():
    assert after(FINISHED + "; set delivered.0 [9]; undo") == after(FINISHED)
    redone = after(FINISHED + "; set delivered.0 [9]; undo; redo")
    assert redone == after(FINISHED + "; set delivered.0 [9]")


def test_a_game_called_back_ends_again():
    lines = FINISHED + "; set delivered.0 [9]; set delivered.0 [9,4]"
    assert after(lines)["ends_before"] == 1


# --- undo and redo ------------------------------------------------------------------------------


def test_undo_takes_back_the_newest_action():
    assert after("place train; undo") == after()
    assert after("place train; move train; undo") == after("place train")


def test_undo_goes_across_turns_to_the_first_action():
    actions = WIN + "; " + SKIP_2
    assert after(actions + "; undo" * len(actions.split(";"))) == after()


def test_undo_of_nothing_is_refused():
    refused("undo")
    refused("place train; undo; undo")


def test_redo_brings_back_in_order():
    assert after("place train; move train; undo; undo; redo; redo") == after(MOVED)


def test_redo_of_nothing_is_refused():
    refused("redo")
    refused("place train; redo")
    refused("place train; undo; redo; redo")


def test_a_new_action_clears_what_could_be_redone():
    refused("place train; undo; place ship; redo")
    refused("place train; undo; set hands.0 3; redo")


def test_undo_restores_what_the_turn_still_allows():
    # The mission of this city is free again, and the move before it still counts.
    assert after(MOVED + "; mission open; undo; mission hidden")["hands"] == [4, 2]
    refused(MOVED + "; undo; rob 1")


@pytest.mark.parametrize("line", ["undo 1", "undo undo", "redo 1", "undo train"])
def test_undo_and_redo_stand_alone(line):
    refused("place train; undo; " + line if line == "redo 1" else "place train; " + line)


# --- what is legal ------------------------------------------------------------------------------

LEGAL = [
    ("", ["place ship", "place train"]),
    (
        "place train",
        ["end ship", "end train", "end truck", "move ship", "move train", "move truck"],
    ),
    (
        "place train; move ship",
        [
            "end ship",
            "end train",
            "end truck",
            "mission hidden",
            "mission open",
            "move ship with train+train",
            "move ship with train+truck",
            "move train",
            "move truck",
            "rob 1..2",
        ],
    ),
    (
        "place train; move ship; mission open; rob 2",
        [
            "deliver 1..9 […]",
            "end ship",
            "end train",
            "end truck",
            "move ship with train+train",
            "move ship with train+truck",
            "move train",
            "move truck",
            "rob 1",
        ],
    ),
    (
        "place train; move train; move train; rob 1",
        [
            "deliver 1..9",
            "end ship",
            "end train",
            "end truck",
            "mission hidden",
            "mission open",
            "move ship",
            "move train with truck+ship",
            "move truck",
            "rob 1",
        ],
    ),
    (
        "set supplies.0.truck 1 draw_pile 0",
        ["place ship", "place train", "place truck", "reshuffle"],
    ),
    (
        "place train; move truck; set draw_pile 0 open_missions 0 hands.0 0",
        [
            "end ship",
            "end train",
            "end truck",
            "move ship",
            "move train",
            "move truck with train+ship",
            "move truck with train+train",
            "reshuffle",
        ],
    ),
]


@pytest.mark.parametrize("actions, expected", LEGAL)
def test_what_is_legal(actions, expected):
    assert legal(actions) == expected
