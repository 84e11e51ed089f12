"""One script of keys for every picture worth seeing, readable on both Pythons.

A script is (name, start, keys): the lines of a record to put on the device first (or the files it
has when it is switched on, {path: bytes}, or None), and the keys to press then, as
`host_tools.device.read_keys` takes them. Beside these keys the word `fail` makes the screen on top
break the next time it is drawn.
"""


def _game(players, *lines, names=""):
    head = ["game flee_the_scene", "option players " + str(players)]
    if names:
        head.append("names " + names)
    return tuple(head) + lines


_ANN_BO_CY = "Ann Bo Cy"
_LONG = "Maximina Wilhelmi WWWWWWWW Gwendoly Mmmmmmmm"
_ODD = "Zoë Jürgen 李 Ånna"

# After the truck is taken, two trains and two ships meet without a truck.
_NO_TRUCK = "ok ok left down up right"
# Two or three missions robbed, ready to be delivered.
_ROBBED_TWO = "ok ok left left ok up up"
_ROBBED_THREE = "ok ok left left ok right ok up right"

_HALF_WAY = _game(
    3,
    "place train",
    "move train",
    "mission hidden",
    "rob 3",
    "move ship",
    "deliver 4 3",
    "end truck",
    "place truck",
    "move train",
    "mission open",
    "rob 2",
    "move train",
    "deliver 5",
    "end train",
    "place truck",
    names=_ANN_BO_CY,
)
_LAST_ROUND = _game(
    3,
    "place train",
    "move train",
    "rob 2",
    "deliver 9 4",
    "end truck",
    names=_ANN_BO_CY,
)
_LAST_TURN = _LAST_ROUND + (
    "place ship",
    "move train",
    "end train",
    "place truck",
    "move truck",
)
_WON = _LAST_TURN + ("end truck",)
_SHARED = _game(
    2,
    "place train",
    "move train",
    "rob 2",
    "deliver 9 4",
    "end truck",
    "place ship",
    "move ship",
    "rob 2",
    "deliver 9 4",
    "set last_delivery.1 1",
    "end ship",
    names="Ann Bo",
)
_FIVE_LONG = _game(5, names=_LONG)
_FIVE_LONG_SHARED = _game(
    5,
    "set delivered.0 [9,4] delivered.1 [9,4] delivered.2 [9,4] delivered.3 [9,4] delivered.4 [9,4]",
    "set turn.player 5",
    "place train",
    "move train",
    "end train",
    names=_LONG,
)
_NINES = "[" + "9," * 44 + "9]"
_EXTREME = _game(
    5,
    "set board.ready.train 5 board.ready.truck 4 board.ready.ship 4"
    + " board.used.train 5 board.used.truck 4 board.used.ship 4",
    "set supplies.0.train 5 supplies.0.truck 4 supplies.0.ship 4 supplies.4.ship 4",
    "set hands.0 45 hands.4 45 carried.0 3 carried.4 3",
    "set delivered.0 " + _NINES + " delivered.4 " + _NINES,
    "set draw_pile 45 discards 45 turn.number 999",
    names=_LONG,
)
_EXTREME_MOVE = _EXTREME + ("set turn.step move",)
_NOTHING = _game(
    2,
    "set board.ready.train 0 board.ready.truck 0 board.ready.ship 0",
    "set supplies.0.train 0 supplies.0.ship 0 supplies.1.truck 0 supplies.1.ship 0",
    "set hands.0 0 hands.1 0 draw_pile 0 open_missions 0 discards 0",
)
_EMPTY_PILE = _game(2, "place train", "move train", "set draw_pile 0 open_missions 2")


def _settings(*lines):
    return {"settings.txt": ("\n".join(lines) + "\n").encode()}


_ONE_PROBLEM = _settings("# mine", "brightness 999")
_PROBLEMS = _settings(
    "brightness 999",
    "brigthness 16",
    "palette",
    "up 14",
    "sda 6",
    "scl 7",
    "matrix_order XYZ",
    "buzzer on",
    "buzzer on",
    "group chess players 2",
)
_LAST_GROUP = "group flee_the_scene players 3 supply 3 train train names Ann Bo Cy"

_CLOCK = {"settings.txt": b"turn_clock 10\n"}

SCRIPTS = (
    # --- the first screen and the set-up ---
    ("home", None, ""),
    ("home_brightness_chosen", None, "up"),
    ("home_game_at_hand", None, "ok ok left back! up ok"),
    ("home_result", _WON, "ok"),
    ("setup_2", None, "ok"),
    ("setup_2_pair_changed", None, "ok down right"),
    ("setup_5", None, "ok left"),
    ("setup_5_pair_changed", None, "ok left down down down left"),
    ("setup_5_scrolled", None, "ok left up"),
    ("setup_5_box_refused", None, "ok left down down down right ok"),
    ("setup_last_group", _settings(_LAST_GROUP), "ok"),
    ("setup_last_group_starts_with_its_names", _settings(_LAST_GROUP), "ok ok"),
    ("setup_bad_group_notice", _settings(_LAST_GROUP + " Di"), "ok"),
    # --- a turn of Flee the Scene ---
    ("flee_place_2", None, "ok ok"),
    ("flee_place_3", None, "ok right ok"),
    ("flee_place_4", None, "ok right right ok"),
    ("flee_place_5", None, "ok left ok"),
    ("flee_place_no_truck_notice", None, "ok ok up"),
    ("flee_place_end_notice", None, "ok ok down"),
    ("flee_move", None, "ok ok left"),
    ("flee_move_used", None, "ok ok left up left"),
    ("flee_move_all_used", None, "ok ok left up left left right"),
    ("flee_move_stand_in_at_once", None, "ok ok left left left left"),
    ("flee_move_refused_notice", None, "ok ok left up left left right right"),
    ("flee_move_city_notice", None, "ok ok left ok"),
    ("flee_move_other_hint", None, "ok ok left wait:4600"),
    ("flee_move_blink_off", None, "ok ok left wait:500"),
    ("flee_place_other_hint", None, "ok ok wait:4600"),
    ("flee_substitute_2", None, "ok ok left up up"),
    ("flee_substitute_3", None, _NO_TRUCK + " up"),
    ("flee_city_missions_and_rob", None, "ok ok left left ok"),
    ("flee_city_all_four", None, "ok ok left left ok up left ok"),
    ("flee_city_missions_taken", None, "ok ok left left ok left ok"),
    ("flee_city_deliver_only", None, "ok ok left left ok left ok up right ok"),
    ("flee_city_reshuffle", _EMPTY_PILE, "ok"),
    ("flee_city_open_left", _game(2, "place train", "move train", "set draw_pile 1"), "ok"),
    ("flee_rob_2", None, "ok ok left left ok up"),
    ("flee_rob_3", None, "ok ok left left ok right ok up"),
    ("flee_deliver_how_many_2", None, _ROBBED_TWO + " ok down"),
    ("flee_deliver_how_many_3", None, _ROBBED_THREE + " ok down"),
    ("flee_deliver_1", None, "ok ok left left ok up left ok down"),
    ("flee_deliver_1_of_2", None, _ROBBED_TWO + " ok down up up"),
    ("flee_deliver_2_of_2", None, _ROBBED_TWO + " ok down up up ok left"),
    ("flee_deliver_back_to_1", None, _ROBBED_TWO + " ok down up up ok left back"),
    ("flee_deliver_2_of_3", None, _ROBBED_THREE + " ok down right right ok"),
    ("flee_deliver_3_of_3", None, _ROBBED_THREE + " ok down right right ok ok right up"),
    ("flee_delivered", None, _ROBBED_TWO + " ok down up up ok down ok"),
    ("flee_end_choice_3", None, "ok ok left down"),
    ("flee_end_choice_2", None, _NO_TRUCK + " down"),
    ("flee_counts_2", None, "ok ok ok"),
    ("flee_counts_half_way", _HALF_WAY + ("end train",), "ok"),
    ("flee_counts_reshuffle", _game(2, "set draw_pile 0 open_missions 1"), "ok"),
    ("flee_half_way", _HALF_WAY, ""),
    ("flee_undo_notice", None, "ok ok left back"),
    ("flee_undo_long_notice", None, "ok ok left left left left back"),
    ("flee_undo_nothing_notice", None, "ok ok back"),
    ("flee_last_round", _LAST_ROUND, ""),
    ("flee_last_turn", _LAST_TURN, ""),
    ("flee_over_winner", _WON, ""),
    ("flee_over_shared", _SHARED, ""),
    ("flee_over_shared_by_5", _FIVE_LONG_SHARED, ""),
    ("flee_over_counted_off", _WON, "back"),
    # --- names and numbers at their limits ---
    ("flee_names_long_5", _FIVE_LONG, ""),
    ("flee_names_long_5_move", _FIVE_LONG + ("place train",), ""),
    ("flee_names_long_5_last_round", _FIVE_LONG + ("set delivered.1 [9,4]",), ""),
    ("flee_names_long_2", _game(2, "place ship", names="WWWWWWWW Wilhelmi"), ""),
    ("flee_names_odd", _game(4, names=_ODD), ""),
    ("flee_names_long_counts", _FIVE_LONG, "ok"),
    ("flee_names_long_city", _FIVE_LONG + ("place train", "move train"), "ok"),
    ("flee_extreme_place", _EXTREME, ""),
    ("flee_extreme_move", _EXTREME_MOVE, ""),
    ("flee_extreme_counts", _EXTREME, "ok"),
    ("flee_extreme_end_choice", _EXTREME_MOVE, "down"),
    ("flee_extreme_city", _EXTREME_MOVE, "ok"),
    ("flee_nothing_left", _NOTHING, ""),
    ("flee_nothing_left_move", _NOTHING + ("set turn.step move",), "down"),
    # --- the menu and what it opens ---
    ("menu", None, "ok ok left back!"),
    ("menu_redo", None, "ok ok left left left left back back!"),
    ("menu_last_row", None, "ok ok left back! up"),
    ("help_place", None, "ok ok back! down ok"),
    ("help_move", None, "ok ok left back! down ok"),
    ("help_move_page_2", None, "ok ok left back! down ok down"),
    ("help_over", _WON, "back! down ok"),
    ("history_empty", None, "ok ok back! down down ok"),
    ("history", _HALF_WAY, "back! down down ok"),
    ("history_older", _HALF_WAY, "back! down down ok down down down down down down"),
    ("history_of_corrections", _EXTREME, "back! down down ok"),
    ("reason_place", _HALF_WAY, "back! down down ok ok"),
    ("reason_end", _HALF_WAY, "back! down down ok down ok"),
    ("reason_deliver", _HALF_WAY, "back! down down ok down down ok"),
    ("reason_correction", _EXTREME, "back! down down ok ok"),
    ("reason_of_a_long_list", _EXTREME, "back! down down ok down ok"),
    ("correct", None, "ok ok back! down down down ok"),
    ("correct_last_rows", None, "ok ok back! down down down ok up"),
    ("correct_board", None, "ok ok back! down down down ok ok"),
    ("correct_supplies_long_names", _FIVE_LONG, "back! down down down ok down ok"),
    ("correct_delivered_empty", None, "ok ok back! down down down ok down down down down ok"),
    ("correct_delivered", _LAST_ROUND, "back! down down down ok down down down down ok"),
    ("correct_delivered_add", _LAST_ROUND,
     "back! down down down ok down down down down ok down down ok"),
    ("correct_number", None, "ok ok back! down down down ok ok ok up up"),
    ("correct_number_wrapped", None, "ok ok back! down down down ok ok ok down down"),
    ("correct_word", None, "ok ok back! down down down ok up ok down ok up"),
    ("correct_null", None, "ok ok back! down down down ok up up ok ok"),
    ("correct_long_name", _FIVE_LONG, "back! down down down ok down ok down down down ok"),
    ("corrected", None, "ok ok back! down down down ok ok ok up up ok back back back"),
    ("safe_menu", None, "safe"),
    ("flee_clock", _CLOCK, "ok ok left wait:60000"),
    ("flee_clock_paused", _CLOCK, "ok ok left wait:60000 back! down ok back"),
    ("menu_clock", _CLOCK, "ok ok left back! down"),
    ("kept_empty", None, "down ok"),
    ("kept", None, "ok ok left back! up ok down down ok"),
    ("kept_choice", None, "ok ok left back! up ok down down ok ok"),
    ("kept_exported", None, "ok ok left back! up ok down down ok ok left"),
    ("kept_delete", None, "ok ok left back! up ok down down ok ok down"),
    ("kept_deleted", None, "ok ok left back! up ok down down ok ok down up"),
    ("brightness", None, "up ok"),
    ("brightness_lowest", None, "up ok down down down down"),
    ("brightness_highest", None, "up ok up up up up"),
    ("brightness_in_a_game", None, "ok ok back! up up ok"),
    ("brightness_vivid", _settings("palette vivid"), "up ok"),
    ("flee_vivid", _settings("palette vivid"), "ok ok left left"),
    # --- when things go wrong ---
    ("problem", _ONE_PROBLEM, ""),
    ("problems", _PROBLEMS, ""),
    ("problems_next_page", _PROBLEMS, "down"),
    ("problems_last_page", _PROBLEMS, "up"),
    ("problems_left", _PROBLEMS, "ok"),
    ("crash_of_a_game", None, "ok ok left fail"),
    ("crash_of_a_menu", None, "ok ok left back! fail"),
    ("crash_left_behind", None, "ok ok left fail back"),
)

