"""One script of keys for every picture worth seeing, readable on both Pythons.

A script is (name, start, keys): the lines of a record to put on the device first (or the files it
has when it is switched on, {path: bytes}, or None), and the keys to press then, as
`tests.rows.follow` takes them. Beside these keys the word `fail` makes the screen on top break the
next time it is drawn, `safe` brings up the menu after three failures, `first` the offer to a new
device.
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

# --- Fugitive ---


def _fugitive(*lines, names=""):
    return ("game fugitive",) + (("names " + names,) if names else ()) + lines


_FUGITIVE_START = _fugitive("hideout +0", "hideout +1")
_FUGITIVE_GUESS = _FUGITIVE_START + ("draw 1 card 9", "draw 2 card 21")
_FUGITIVE_LATER = _FUGITIVE_GUESS + (
    "guess 4 miss", "draw 2", "hideout +2", "draw 1 card 12", "guess 14 15 miss", "draw 3",
    "hideout +0",
)  # fmt: skip
_FUGITIVE_TO_PLAY = _FUGITIVE_LATER + ("draw 2 card 17", "skip", "draw 1")
_FUGITIVE_SURE = _FUGITIVE_TO_PLAY + ("pass", "draw 3 card 40", "guess 1 3 hit 1=1 2=3/2")
# Fifteen hideouts in a hand that draws whatever it needs.
_FUGITIVE_LONG = (
    _fugitive()
    + tuple(["set hideouts." + str(at) + ".sprints " + str(at % 5) for at in range(15)])
    + (
        "set hideouts.0.number 2 hideouts.0.cards []",
        "set hideouts.3.number 11 hideouts.3.cards [4,6,8]",
        "set turn.role marshal turn.step draw turn.number 30",
    )
)
_FUGITIVE_LONGER = _FUGITIVE_LONG + (
    "set hideouts.15.sprints 0 hideouts.16.sprints 1 hideouts.17.sprints 0 hideouts.18.sprints 12",
)
_FUGITIVE_ESCAPE = _FUGITIVE_LONG + (
    "set hideouts.14.number 42 hideouts.14.sprints 3",
)
_FUGITIVE_CAUGHT = _fugitive(
    "hideout +1", "hideout +2", "draw 1", "draw 1", "guess 4 10 hit 2=10/1,6 1=4/2",
    names="Ann Bo",
)  # fmt: skip
_FUGITIVE_ESCAPED = _FUGITIVE_ESCAPE + ("guess 41 miss",)
_FUGITIVE_LOST = _fugitive(
    "hideout +0", "hideout +0", "draw 1 card 4", "draw 1 card 5", "guess 1 miss", "draw 1",
    "hideout +0", "draw 2", "guess 2 miss", "draw 1", "pass", "draw 1",
)  # fmt: skip
_FUGITIVE_EMPTY = _FUGITIVE_LATER + ("draw 1", "set piles [0,1,0]", "skip")
# Few enough cards for every platform to work out the same.
_FUGITIVE_FEW = _FUGITIVE_GUESS + ("guess 4 miss", "draw 1", "hideout +0", "draw 1 card 12")
_FUGITIVE_SIX = _fugitive(
    "hideout +0", "hideout +0", "draw 1 card 9", "draw 1 card 4", "guess 1 miss", "draw 1",
    "hideout +0", "draw 1 card 5", "skip", "draw 2", "hideout +0", "draw 2", "skip", "draw 1",
    "hideout +0", "draw 2", "skip", "draw 1", "hideout +0", "draw 2",
)  # fmt: skip
_FREE = {"settings.txt": b"notebook free\n"}
_HELD = "ok_down wait:900"

# --- Monster ---


def _monster(players, *lines, names=""):
    colours = ("green", "yellow", "blue", "red", "purple")
    head = ["game monster", "option players " + str(players)]
    for player in range(players):
        head.append("option favourite " + str(player + 1) + " " + colours[player])
    if names:
        head.append("names " + names)
    return tuple(head) + lines


_MONSTER_RACE = _monster(
    3, "advance blue", "favour red", "advance red", "advance red", "advance green",
    "advance yellow", "swap green red", "favour green drop red", names=_ANN_BO_CY,
)  # fmt: skip
_MONSTER_FIVE = _monster(
    5, "favour red", "favour red", "advance blue", "advance red", "favour blue", "advance green",
    names=_LONG,
)  # fmt: skip
_MONSTER_LATE = _MONSTER_RACE + (
    "set positions.green 13 positions.yellow 9 positions.blue 11 positions.red 7"
    + " positions.purple 6 deck 0 eaten 3",
)
_MONSTER_CAUGHT = _MONSTER_LATE + ("set eaten 5", "advance yellow")
_MONSTER_AWAY = _MONSTER_FIVE + ("set positions.blue 17 deck 2", "advance blue")
_MONSTER_WON = _MONSTER_CAUGHT + ("reveal 1 yellow", "reveal 2 purple", "reveal 3 red")
_MONSTER_SHARED = _monster(
    3, "set deck 0", "advance green", "set favourites.0 [] favourites.1 [] favourites.2 []",
    "reveal 1 yellow", "reveal 2 blue", "reveal 3 red", names=_ANN_BO_CY,
)  # fmt: skip
_ALIENS = _settings(
    "alien_names grün,Mmmmmmmm,blau,WWWWWWWW,lila",
    "alien_letters ÜWMÖQ",
    "alien_colours 008000,ff8000,00ffff,ff00ff,ffffff",
)
_TO_MONSTER = "down down ok"
_TO_RACE = _TO_MONSTER + " ok right ok left ok"
_TOKEN = _TO_MONSTER + " ok right ok right down"
_STILL = "wait:2000"  # all that moves for a moment has come to rest

_TEST = "[Self-test]"
_LOOKED = " wait:700"  # until it has looked at what needs nobody
_PRESSED = _TEST + _LOOKED + " up down left right ok back wait:200"
_TO_LIGHTS = _PRESSED + " ok ok ok"
# UP and DOWN exchanged, LEFT dead, a display of the other kind, no light.
_FAULTS = _TEST + _LOOKED + " down down up up wait:10100 right ok back wait:200 ok left ok down"

SCRIPTS = (
    # --- the first screen and the set-up ---
    ("home", None, ""),
    ("home_last_row", None, "up"),
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
    ("kept_empty", None, "[Kept]"),
    ("kept", None, "ok ok left back! up ok [Kept]"),
    ("kept_choice", None, "ok ok left back! up ok [Kept] ok"),
    ("kept_exported", None, "ok ok left back! up ok [Kept] ok left"),
    ("kept_delete", None, "ok ok left back! up ok [Kept] ok down"),
    ("kept_deleted", None, "ok ok left back! up ok [Kept] ok down up"),
    ("brightness", None, "[Brightness]"),
    ("brightness_lowest", None, "[Brightness] down down down down"),
    ("brightness_highest", None, "[Brightness] up up up up"),
    ("brightness_in_a_game", None, "ok ok back! up up ok"),
    ("brightness_vivid", _settings("palette vivid"), "[Brightness]"),
    ("flee_vivid", _settings("palette vivid"), "ok ok left left"),
    # --- Fugitive ---
    ("fugitive_setup", None, "down ok"),
    ("fugitive_play_first", None, "down ok ok"),
    ("fugitive_play", _FUGITIVE_TO_PLAY, ""),
    ("fugitive_play_out_of_reach_notice", _FUGITIVE_TO_PLAY, "down up"),
    ("fugitive_play_others", _FUGITIVE_TO_PLAY, "down"),
    ("fugitive_sprints_first", None, "down ok ok down"),
    ("fugitive_sprints_last", None, "down ok ok down down"),
    ("fugitive_draw_two", _FUGITIVE_START, ""),
    ("fugitive_draw", _FUGITIVE_LATER, ""),
    ("fugitive_draw_pile_empty", _FUGITIVE_EMPTY, ""),
    ("fugitive_draw_pile_empty_notice", _FUGITIVE_EMPTY, "left"),
    ("fugitive_draw_keys_notice", _FUGITIVE_LATER, "down"),
    ("fugitive_draw_hold_notice", _FUGITIVE_LATER, "ok"),
    ("fugitive_draw_other_hint", _FUGITIVE_LATER, "up back wait:4600"),
    ("fugitive_draw_names", _fugitive("hideout +0", "hideout +0", names="Ann WWWWWWWW"), ""),
    ("fugitive_draw_clock", _CLOCK, "down ok ok left left wait:60000"),
    ("fugitive_draw_long_row", _FUGITIVE_LONG, ""),
    ("fugitive_draw_longer_row", _FUGITIVE_LONGER, ""),
    ("fugitive_guess", _FUGITIVE_GUESS, ""),
    ("fugitive_guess_missed_before", _FUGITIVE_LATER + ("draw 1",), "right"),
    ("fugitive_guess_second", _FUGITIVE_LATER + ("draw 1",), "ok up up"),
    ("fugitive_guess_ask", _FUGITIVE_GUESS, "ok"),
    ("fugitive_guess_ask_two", _FUGITIVE_GUESS, "ok up ok"),
    ("fugitive_guess_long_row", _FUGITIVE_LONG + ("draw 1",), ""),
    ("fugitive_hit_place", _FUGITIVE_LATER + ("draw 1",), "ok right"),
    ("fugitive_hit_place_long_row", _FUGITIVE_LONGER + ("draw 1",), "ok right left"),
    ("fugitive_hit_cards", _FUGITIVE_LATER + ("draw 1",), "up ok right left ok right ok right"),
    ("fugitive_hit_refused_notice", _FUGITIVE_LATER + ("draw 1",),
     "right right right ok right left ok ok"),
    ("fugitive_hit", _FUGITIVE_SURE, ""),
    ("fugitive_manhunt", _FUGITIVE_ESCAPE, ""),
    ("fugitive_manhunt_ask", _FUGITIVE_ESCAPE, "ok"),
    ("fugitive_over_caught", _FUGITIVE_CAUGHT, ""),
    ("fugitive_over_escaped", _FUGITIVE_ESCAPED, ""),
    ("fugitive_undo_notice", _FUGITIVE_GUESS, "back"),
    ("fugitive_lost_notice", _FUGITIVE_LOST, "left ok left"),
    ("fugitive_card", _FUGITIVE_LATER, _HELD),
    ("fugitive_card_chosen", _FUGITIVE_LATER, _HELD + " right up"),
    ("fugitive_card_noted", _FUGITIVE_LATER, _HELD + " right up ok_up"),
    ("fugitive_card_free", _FREE, "down ok ok left left ok! left"),
    ("fugitive_best", _FUGITIVE_FEW, _HELD),
    ("fugitive_best_pair", _FUGITIVE_LOST, _HELD),
    ("fugitive_best_nothing", _fugitive(), _HELD),
    ("fugitive_places", _FUGITIVE_FEW, _HELD + " right"),
    ("fugitive_places_scrolled", _FUGITIVE_SIX, _HELD + " right down"),
    ("fugitive_noted", _FUGITIVE_FEW, _HELD + " left"),
    ("fugitive_no_route", _FUGITIVE_LOST + ("guess 3 miss",), _HELD),
    ("fugitive_notebook_free", _FREE, "down ok ok left left ok! down"),
    ("fugitive_history", _FUGITIVE_LATER, "back! down down ok"),
    ("fugitive_reason_noted", _FUGITIVE_GUESS, "back! down down ok ok"),
    ("fugitive_help_draw", _FUGITIVE_LATER, "back! down ok"),
    ("fugitive_vivid", _settings("palette vivid"), "down ok ok right up left up up ok left"),
    # --- Monster ---
    ("monster_setup", None, _TO_MONSTER),
    ("monster_setup_lacking_notice", None, _TO_MONSTER + " ok"),
    ("monster_setup_favourite", None, _TO_MONSTER + " ok right down right"),
    ("monster_setup_token", None, _TOKEN),
    ("monster_setup_token_notice", None, _TOKEN + " right"),
    ("monster_setup_token_held", None, _TOKEN + " ok_down wait:650 right right"),
    ("monster_setup_token_given", None, _TOKEN + " ok_down wait:650 right ok_up"),
    ("monster_setup_tokens_alike_notice", None,
     _TOKEN + " ok_down wait:650 right ok_up down ok_down wait:650 right ok_up ok"),
    ("monster_setup_own_names", _ALIENS, _TO_MONSTER + " ok right down right right"),
    ("monster_start", None, _TO_RACE),
    ("monster_start_five", _monster(5), ""),
    ("monster_race", _MONSTER_RACE, ""),
    ("monster_race_five_long", _MONSTER_FIVE, ""),
    ("monster_key_down", _MONSTER_RACE, "up_down wait:100"),
    ("monster_jump", _MONSTER_RACE, "ok wait:150"),
    ("monster_jumped", _MONSTER_RACE, "ok " + _STILL),
    ("monster_other_hint", _MONSTER_RACE, "ok wait:4600"),
    ("monster_clock", _CLOCK, _TO_RACE + " left wait:60000"),
    ("monster_own_aliens", _ALIENS, _TO_RACE + " up right " + _STILL),
    ("monster_vivid", _settings("palette vivid"), _TO_RACE + " up down right " + _STILL),
    ("monster_undo_notice", _MONSTER_RACE, "back"),
    ("monster_favourites_missing_notice", _monster(3)[:3], "left"),
    ("monster_cards", _MONSTER_RACE, "down!"),
    ("monster_cards_blink", _MONSTER_RACE, "down! wait:500"),
    ("monster_cards_one_partner", _MONSTER_RACE, "ok!"),
    ("monster_cards_nobody", _monster(2), "left!"),
    ("monster_swap", _MONSTER_RACE, "down! up"),
    ("monster_swap_own_names", _ALIENS, _TO_RACE + " down down! up"),
    ("monster_drop", _MONSTER_RACE + ("set favourites.2 [blue,purple]",), "up! left"),
    ("monster_exchange_whose", _MONSTER_FIVE + ("set turn.player 1",), "down! right"),
    ("monster_exchange_which", _MONSTER_FIVE + ("set turn.player 1",), "down! right left"),
    ("monster_swap_notice", _MONSTER_RACE, "down! up ok"),
    ("monster_nova", _MONSTER_LATE, ""),
    ("monster_eaten", _MONSTER_LATE, "up wait:800"),
    ("monster_dark", _MONSTER_LATE, "up " + _STILL),
    ("monster_next_can_be_last", _MONSTER_LATE + ("set eaten 4",), ""),
    ("monster_ends_unless", _MONSTER_LATE + ("set eaten 5",), ""),
    ("monster_ends_unless_blink", _MONSTER_LATE + ("set eaten 5",), "wait:500"),
    ("monster_ends_if", _MONSTER_LATE + ("set positions.green 17 positions.blue 16",), ""),
    ("monster_ends", _monster(4, "set deck 0"), ""),
    ("monster_token", _MONSTER_CAUGHT, ""),
    ("monster_token_second", _MONSTER_AWAY, "down"),
    ("monster_token_taken_notice", _MONSTER_CAUGHT, "up up"),
    ("monster_over", _MONSTER_WON, ""),
    ("monster_over_five", _MONSTER_AWAY, "down left ok up right"),
    ("monster_over_shared", _MONSTER_SHARED, ""),
    ("monster_history", _MONSTER_WON, "back! down down ok"),
    ("monster_reason_token", _MONSTER_WON, "back! down down ok ok"),
    ("monster_correct", _MONSTER_RACE, "back! down down down ok"),
    ("monster_correct_favourites", _MONSTER_RACE, "back! down down down ok down down down ok"),
    ("monster_help", _MONSTER_RACE, "back! down ok"),
    ("monster_help_token", _MONSTER_CAUGHT, "back! down ok"),
    # --- the self-test ---
    ("first_start", None, "first"),
    ("self_test_hands_off", None, _TEST),
    ("self_test_button", None, _TEST + _LOOKED),
    ("self_test_button_other_pin", _settings("up 20"), _TEST + _LOOKED),
    ("self_test_button_hint", None, _TEST + _LOOKED + " down"),
    ("self_test_buttons_half", None, _TEST + _LOOKED + " up left left left right right"),
    ("self_test_ok_asked", None, _TEST + _LOOKED + " up down left right wait:4000"),
    ("self_test_let_go", None, "back_down " + _TEST + " wait:3000 up down left right ok_down"),
    ("self_test_all_lit", None, _PRESSED),
    ("self_test_display", None, _PRESSED + " ok"),
    ("self_test_lights", None, _PRESSED + " ok ok wait:2800"),
    ("self_test_lights_question", None, _TO_LIGHTS),
    ("self_test_colour", None, _TO_LIGHTS + " left left"),
    ("self_test_half", None, _TO_LIGHTS + " down"),
    ("self_test_well", None, _TO_LIGHTS + " ok"),
    ("self_test_fault", None, _TO_LIGHTS + " up"),
    ("self_test_faults", None, _FAULTS),
    ("self_test_faults_next_page", None, _FAULTS + " down"),
    ("self_test_faults_figures", None, _FAULTS + " up"),
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

