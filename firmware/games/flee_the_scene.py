"""Flee the Scene on the device.

One press per vehicle: ◄ train, ▲ truck, ► ship, to place as to move. ▼ ends the turn and asks which
vehicle is taken; OK opens the city (missions, robbery, delivery), or the counts before the placing.
"""

from firmware.buttons import BACK, DOWN, LEFT, OK, RIGHT, UP
from firmware.picture import icons, widgets
from firmware.picture.frame import WIDTH
from firmware.picture.palette import dimmed
from firmware.screens.choice import Choice
from firmware.screens.game import GameScreen
from firmware.screens.overlay import Overlay
from shared_engine.games.flee_the_scene import (
    CARRY,
    HIDDEN,
    PLACE,
    POINTS,
    VEHICLES,
    scores,
    substitutes,
)

_MIDDLE = (POINTS[0] + POINTS[1]) // 2
_STEPS = {UP: 1, DOWN: -1, RIGHT: 3, LEFT: -3}
_KEY_OF = (LEFT, UP, RIGHT)  # of train, truck, ship
_ARROWS = "◄▲►"
_SMALL = (icons.TRAIN, icons.TRUCK, icons.SHIP)
_LARGE = (icons.TRAIN_LARGE, icons.TRUCK_LARGE, icons.SHIP_LARGE)

_HELP_PLACE = (
    "Place one of your two vehicles on the board: ◄ train, ▲ truck, ► ship. OK shows all counts."
    + " BACK takes back the last action, as far back as you like."
)
_HELP_MOVE = (
    "Press the vehicle you move with. If none of its kind is ready, two others stand in and you"
    + " choose which. OK after a move: missions, robbing, delivering. ▼ ends the turn: take one"
    + " vehicle of the board, used or not."
)
_HELP_OVER = "The game is over. BACK takes back the last action if something is wrong."


class FleeScreen(GameScreen):
    """The board, every supply, the scores and the last round on one picture."""

    def __init__(self, app):
        super().__init__(app)
        palette = app.palette
        self._colours = (palette.train, palette.truck, palette.ship)
        self._soft = tuple([dimmed(colour, 3) for colour in self._colours])
        self._dim = tuple([dimmed(colour) for colour in self._colours])

    # --- keys ---

    def act(self, key):
        if self.state["finished"]:
            if key == OK:
                self.app.home()
        elif key == OK:
            self._open_ok()
        elif key == DOWN:
            self._end()
        elif self.state["turn"][1] == PLACE:
            self.do("place", VEHICLES[_KEY_OF.index(key)])
        else:
            self._move(_KEY_OF.index(key))

    def _end(self):
        if self.state["turn"][1] == PLACE:
            self.app.notice("Place a vehicle first: ◄ train, ▲ truck, ► ship.")
            return
        ready, used = self.state["board"]
        answers = [
            (_KEY_OF[v], f"{VEHICLES[v]} {ready[v] + used[v]}", _LARGE[v], VEHICLES[v])
            for v in range(3)
            if ready[v] + used[v]
        ]
        if not answers:
            self.app.notice("No vehicle is on the board. Hold BACK to correct the values.")
            return
        ends = self.state["turn"][0] % self.state["players"] + 1 == self.state["ends_before"]
        line = "the game ends with this turn" if ends else ""
        self.app.push(
            Choice(
                self.app, "End: take which?", answers, lambda vehicle: self.do("end", vehicle), line
            )
        )

    def _move(self, v):
        vehicle = VEHICLES[v]
        pairs = substitutes(self.state, vehicle)
        if self.state["board"][0][v] or not pairs:
            self.do("move", vehicle)
        elif len(pairs) == 1:
            self._move_with(vehicle, pairs[0])
        else:
            # Of the two other kinds: the first twice, one of each, the second twice.
            keys = {pairs[at]: at for at in range(len(pairs))}
            others = [name for name in VEHICLES if name != vehicle]
            slots = ((others[0], others[0]), (others[0], others[1]), (others[1], others[1]))
            answers = [
                (_KEY_OF[slot], "+".join(slots[slot]), None, slots[slot])
                for slot in range(3)
                if slots[slot] in keys
            ]
            self.app.push(
                Choice(
                    self.app,
                    f"No {vehicle} ready: use",
                    answers,
                    lambda pair: self._move_with(vehicle, pair),
                )
            )

    def _move_with(self, vehicle, pair):
        self.do("move", vehicle, "with", pair[0], "+", pair[1])

    def _open_ok(self):
        if self.state["turn"][1] == PLACE:
            self.app.push(CountsScreen(self.app, self))
        else:
            self._open_city()

    def _open_city(self):
        answers = self._city_answers()
        if answers:
            heading = self._who() + " in the city"
            self.app.push(Choice(self.app, heading, answers, lambda act: act()))
        elif sum(self.state["board"][1]):
            self.app.notice("Nothing to do in this city. Move on, or ▼ ends the turn.")
        else:
            self.app.notice("Move first: then missions, robbing, delivering.")

    def _city_answers(self):
        state = self.state
        at = state["turn"][0] - 1
        answers = []
        if sum(state["board"][1]):
            if not state["mission_taken"] and state["open_missions"]:
                answers.append((LEFT, "open mission", None, self._mission_open))
            if state["draw_pile"] and not state["mission_taken"]:
                hidden = f"{min(HIDDEN, state['draw_pile'])} hidden"
                answers.append((RIGHT, hidden, None, self._mission_hidden))
            if state["hands"][at] and state["carried"][at] < CARRY:
                answers.append((UP, "rob", None, self._rob))
            if state["carried"][at]:
                answers.append((DOWN, "deliver", None, self._deliver))
        if not state["draw_pile"] and state["discards"]:
            answers.append((RIGHT, "reshuffle", None, self.reshuffle))
        return answers

    def _mission_open(self):
        if self.do("mission", "open"):
            self.app.notice("One open mission taken.")

    def _mission_hidden(self):
        before = self.state["draw_pile"]
        if self.do("mission", "hidden"):
            self.app.notice(f"{before - self.state['draw_pile']} hidden missions taken.")

    def reshuffle(self):
        if self.do("reshuffle"):
            self.app.notice(f"Reshuffled: {self.state['draw_pile']} in the pile.")

    def _rob_cards(self, count):
        if self.do("rob", count):
            self.app.notice(f"{count} robbed.")

    def _rob(self):
        at = self.state["turn"][0] - 1
        most = min(self.state["hands"][at], CARRY - self.state["carried"][at])
        if most == 1:
            self._rob_cards(1)
            return
        answers = [(_KEY_OF[n - 1], str(n), None, n) for n in range(1, most + 1)]
        self.app.push(Choice(self.app, "Rob how many?", answers, self._rob_cards))

    def _deliver(self):
        carried = self.state["carried"][self.state["turn"][0] - 1]
        if carried == 1:
            self._deliver_cards(1)
            return
        answers = [(_KEY_OF[n - 1], str(n), None, n) for n in range(1, carried + 1)]
        self.app.push(Choice(self.app, "Deliver how many?", answers, self._deliver_cards))

    def _deliver_cards(self, count):
        self.app.push(DeliverScreen(self.app, self, count))

    # --- what is shown ---

    def tick(self, now):
        # Nothing blinks in the end.
        return 0 if self.state["finished"] else super().tick(now)

    def _who(self):
        return self.play.name(self.state["turn"][0])

    def help(self):
        if self.state["finished"]:
            return ("Game over", _HELP_OVER)
        if self.state["turn"][1] == PLACE:
            return ("Place a vehicle", _HELP_PLACE)
        return ("Move", _HELP_MOVE)

    def draw(self, frame):
        state = self.state
        if state["finished"]:
            self._draw_end(frame)
            return
        placing = state["turn"][1] == PLACE
        at = state["turn"][0] - 1
        right = f"hand {state['hands'][at]} carry {state['carried'][at]}"
        step = " place" if placing else " move"
        time_left = self.clock_text
        if time_left:
            step = " " + time_left
        # With a clock both want the same place, and take it by turns.
        if state["ends_before"] is not None and time_left[-1:] not in ("0", "2", "4", "6", "8"):
            step = " LAST"
        room = WIDTH - 9 - frame.text_width(right) - frame.text_width(step)
        widgets.title(frame, frame.cut(self._who(), room) + step, right)
        ready, used = state["board"]
        for v in range(3):
            _draw_stand(frame, 1 + 43 * v, _LARGE[v], ready[v], used[v])
        _draw_players(frame, self.play, 36)
        keys = self._usable()
        if placing:
            keys = (keys + " place   OK counts") if keys else "OK counts   BACK undo"
        else:
            city = " OK city" if self._city_answers() else ""
            keys = (keys + " move " if keys else "") + "▼ end" + city
        widgets.bottom(frame, self.hint(keys))

    def _usable(self):
        """The arrows of the vehicles that can be placed or moved with now."""
        state = self.state
        player, step, _ = state["turn"]
        if step == PLACE:
            usable = state["supplies"][player - 1]
        else:
            usable = [
                state["board"][0][v] or len(substitutes(state, VEHICLES[v])) for v in range(3)
            ]
        return "".join([_ARROWS[v] for v in range(3) if usable[v]])

    def _draw_end(self, frame):
        winners = self.play.game.winner(self.state)
        names = " ".join([self.play.name(player) for player in winners])
        widgets.title(frame, "Game over", f"turn {self.state['turn'][2]}")
        frame.text_centre("won by" if len(winners) == 1 else "shared by", 0, 11, WIDTH)
        if frame.big_width(names) <= WIDTH:
            frame.big(names, (WIDTH - frame.big_width(names)) // 2, 20)
        else:
            lines = widgets.wrapped(frame, names)
            for at in range(len(lines)):
                frame.text_centre(lines[at], 0, 19 + 8 * at, WIDTH)
        _draw_players(frame, self.play, 37, False)
        widgets.bottom(frame, "OK leave   BACK undo")

    def light(self, pixels):
        """Rows 1–3: trains, trucks, ships of the board, ready from the left, used from the right.

        Rows 4–8, softer: each player's supply, trains in columns 1–2, trucks 3–4, ships 5–6. The
        last column blinks for the player to move, is steady for the one before whom the game ends,
        and in the end for who has won.
        """
        state = self.state
        palette = self.app.palette
        ready, used = state["board"]
        for v in range(3):
            for n in range(min(ready[v], 8)):
                pixels.set(n, v, self._colours[v])
            for n in range(min(used[v], 8 - ready[v])):
                pixels.set(7 - n, v, self._dim[v])
        for at in range(state["players"]):
            supply = state["supplies"][at]
            for v in range(3):
                for n in range(min(supply[v], 2)):
                    pixels.set(2 * v + n, 3 + at, self._soft[v])
        if state["finished"]:
            for player in self.play.game.winner(state):
                pixels.set(7, 2 + player, palette.turn)
            return
        if state["ends_before"] is not None:
            pixels.set(7, 2 + state["ends_before"], palette.limit)
        if self.blink:
            pixels.set(7, 2 + state["turn"][0], palette.turn)


class CountsScreen(Overlay):
    """Every count of the table; ▼ reshuffles when the draw pile is empty."""

    def __init__(self, app, game_screen):
        super().__init__(app)
        self.game_screen = game_screen

    def _can_reshuffle(self):
        state = self.game_screen.state
        return not state["draw_pile"] and state["discards"]

    def press(self, key):
        if key in (BACK, OK):
            self.app.pop()
        elif key == DOWN and self._can_reshuffle():
            self.game_screen.reshuffle()

    def draw(self, frame):
        play = self.game_screen.play
        state = play.state
        pile = f"pile {state['draw_pile']}  open {state['open_missions']}"
        widgets.title(frame, pile, f"discard {state['discards']}")
        for at in range(state["players"]):
            y = widgets.TOP + widgets.ROW * at
            frame.text(frame.cut(play.name(at + 1), 18), 1, y + 1)
            frame.text(f"hand {state['hands'][at]}", 21, y + 1)
            frame.text(f"carry {state['carried'][at]}", 59, y + 1)
            frame.text_right(f"done {len(state['delivered'][at])}", 128, y + 1)
        widgets.bottom(frame, "▼ reshuffle   BACK" if self._can_reshuffle() else "BACK")


class DeliverScreen(Overlay):
    """The points of each antiquity delivered here, one after the other; the last OK delivers.

    ▲▼ change by one, ◄► by three: no value is more than two presses away from the middle.
    """

    repeats = 1 << UP | 1 << DOWN

    def __init__(self, app, game_screen, count):
        super().__init__(app)
        self.game_screen = game_screen
        self.count = count
        self.points = [_MIDDLE]

    def press(self, key):
        points = self.points
        if key == BACK:
            points.pop()
            if not points:
                self.app.pop()
        elif key == OK:
            if len(points) < self.count:
                points.append(_MIDDLE)
            elif self.game_screen.do("deliver", *points):
                self.app.notice(f"Delivered for {sum(points)} points.")
        else:
            span = POINTS[1] - POINTS[0] + 1
            points[-1] = (points[-1] - POINTS[0] + _STEPS[key]) % span + POINTS[0]

    def draw(self, frame):
        at_last = len(self.points) == self.count
        number = f"{len(self.points)} of {self.count}" if self.count > 1 else ""
        widgets.title(frame, "Points delivered", number)
        left = (WIDTH - 32 * self.count) // 2 + 4
        for at in range(self.count):
            x = left + 32 * at
            if at < len(self.points):
                number = str(self.points[at])
                frame.big(number, x + (24 - frame.big_width(number)) // 2, 24)
            if at == len(self.points) - 1:
                frame.outline(x, 20, 24, 22)
                frame.text_centre("▲", x, 11, 24)
                frame.text_centre("▼", x, 44, 24)
        widgets.bottom(frame, "▲▼1 ◄►3 OK " + ("deliver" if at_last else "next") + " BACK")


def _draw_stand(frame, x, icon, ready, used):
    """One kind of vehicle on the board: how many stand ready (large) and used (below)."""
    frame.icon(icon, x, 10)
    frame.big(str(ready), x + 28, 10)
    if used:
        frame.text_centre(f"{used} used", x, 26, 40)


def _draw_players(frame, play, y, mark=True):
    """A column a player: name and score, and the vehicles of the supply below."""
    state = play.state
    width = WIDTH // state["players"]
    frame.hline(0, y - 2, WIDTH)
    points = scores(state)
    for at in range(state["players"]):
        x = width * at
        ink = 1
        if mark and at == state["turn"][0] - 1:
            frame.fill(x, y - 1, width - 2, 9)
            ink = 0
        score = str(points[at])
        frame.text_right(score, x + width - 4, y, ink)
        name = frame.cut(play.name(at + 1), width - 7 - frame.text_width(score))
        frame.text(name, x + 1, y, ink)
        supply = state["supplies"][at]
        standing = [v for v in range(3) for _ in range(supply[v])]
        for n in range(len(standing)):
            if 12 * n + 11 <= width:
                frame.icon(_SMALL[standing[n]], x + 12 * n, y + 9)


SCREEN = FleeScreen
