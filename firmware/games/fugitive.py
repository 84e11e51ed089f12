"""Fugitive on the device.

A draw is one press: ◄ ▲ ► is the pile. A hideout is one press: ◄ ▲ ► is none, one or two sprint
cards; ▼ opens the rest. A guess is a number and OK. OK held opens the Marshal's notebook at any
time, for as long as it is held.
"""

from firmware import loading
from firmware.buttons import BACK, DOWN, LEFT, OK, RIGHT, UP
from firmware.games.fugitive_row import draw_row, light_row
from firmware.picture import widgets
from firmware.picture.frame import WIDTH
from firmware.picture.palette import dimmed
from firmware.screens.choice import Choice
from firmware.screens.game import GameScreen
from shared_engine.games.fugitive import (
    CAUGHT,
    DRAW,
    FUGITIVE,
    MANHUNT,
    MARSHAL,
    NUMBERS,
    PLAY,
    ROLES,
    due,
    most_sprints,
    sprints_in_reach,
)

FREE = "free"  # of the setting `notebook`: it stays open
QUIET = "quiet"  # the matrix is left alone
LEAP = 5  # of ▲▼ in an entry of a number
_KEY_OF = (LEFT, UP, RIGHT)  # of piles 1-3, and of 0-2 sprint cards
_ARROWS = "◄▲►"
STEPS = {LEFT: -1, RIGHT: 1, UP: LEAP, DOWN: -LEAP}
_ALL_ARROWS = 1 << LEFT | 1 << RIGHT | 1 << UP | 1 << DOWN
_ROW_Y = 28
_GUESSES_LIT = 8
_PUBLIC = "firmware.games.fugitive_public"
_BESIDE = (_PUBLIC,) + tuple(
    ["firmware.games.fugitive_" + name for name in ("row", "notes")]
    + ["shared_engine.deduction." + name for name in (
        "notebook", "count", "layer", "worlds", "doubts", "facts")]
)

_HELP_DRAW = (
    "Draw a card and press its pile: ◄ 1, ▲ 2, ► 3. The Marshal can note which card it was: hold"
    + " OK, choose it, let go. Nobody sees it afterwards."
)
_HELP_PLAY = (
    "Lay a hideout face down and press how many sprint cards are below it: ◄ none, ▲ one, ► two."
    + " ▼ has more sprint cards, pass and escape. The first turn is two hideouts."
)
_HELP_GUESS = (
    "Choose the number the Marshal names with the arrows, then OK: missed, hit, one number more,"
    + " or no guess. After a hit say where it lies and what its sprint cards are."
)
_HELP_MANHUNT = (
    "42 lies open. The Marshal names one number after the other: a miss, and the Fugitive is"
    + " away; all hideouts revealed, and the Marshal has won."
)
_HELP_NOTES = " Hold OK for the Marshal's notebook."
_HELP_OVER = "The game is over. BACK takes back the last action if something is wrong."


class FugitiveScreen(GameScreen):
    """The piles or the guess, and the row of hideouts.

    cursor, named: the guess that is being entered, valid for the state it was begun in.
    notes: what the notebook says, as far as it has been worked out (Notes); or None.
    """

    holds = 1 << OK | 1 << BACK
    beside = _BESIDE

    def __init__(self, app):
        super().__init__(app)
        self.notes = None
        self.cursor = 0
        self.named: list = []
        self._begun = None  # the state in which the guess was begun
        self._notebook = None  # the screen, while it may be open
        self._dim_pile = dimmed(app.palette.pile)
        self._dim_guess = dimmed(app.palette.guess)

    def _guessing(self):
        return not self.state["ended"] and due(self.state) not in (DRAW, PLAY)

    def shown(self):
        # Whatever was on top may have changed the game.
        if self.notes and self.notes.state is not self.state:
            self.notes = None
        self._notebook = None

    # --- keys ---

    def press(self, key):
        if key == BACK and self._guessing() and self.entry():
            self.cursor = self.named.pop()
            return
        super().press(key)

    def act(self, key):
        step = due(self.state)
        if self.state["ended"]:
            if key == OK:
                self.app.home()
        elif step not in (DRAW, PLAY):
            self._guess_key(key)
        elif key == OK:
            self._ok()
        elif step == DRAW:
            if key == DOWN:
                self.app.notice("Draw a card: ◄ pile 1, ▲ pile 2, ► pile 3.")
            else:
                self.do("draw", 1 + _KEY_OF.index(key))
        elif key == DOWN:
            self._more()
        else:
            self.do("hideout", "+", _KEY_OF.index(key))

    def _ok(self):
        if self.app.settings.get("notebook") == FREE:
            self._open_notes(True)
        else:
            self.app.notice("Hold OK for the Marshal's notebook.")

    def do(self, *action):
        """As any game screen does; where what was said leaves no possible route, it says so."""
        before = self.state
        done = super().do(*action)
        self.begin_anew()
        doubtful = action[-1] == "miss" or (action[0] == "draw" and len(action) > 2)
        if done and doubtful and not self.state["ended"]:
            if not _some_route(self.state) and _some_route(before):
                self.app.notice("No route fits any more. BACK takes it back.")
                return True
        if done and action[0] == "draw" and len(action) > 2:
            self.app.notice("A card noted.")
        return done

    # --- the Fugitive's turn ---

    def _more(self):
        if self.state["turn"][2] == 1:
            self._sprints("hideout", 3)
            return
        answers = [(LEFT, "pass", None, self._pass)]
        if most_sprints(self.state, "hideout") > 2:
            answers.append((RIGHT, "more sprints", None, lambda: self._sprints("hideout", 3)))
        answers.append((UP, "escape", None, self._escape))
        self.app.push(Choice(self.app, "Fugitive", answers, lambda act: act()))

    def _pass(self):
        self.do("pass")

    def _escape(self):
        counts = sprints_in_reach(self.state, "escape")
        if not counts:
            self.do("escape", "+", max(most_sprints(self.state, "escape"), 0))  # says why not
        else:
            self._sprints("escape", counts[0] - counts[0] % 3)

    def _sprints(self, verb, first):
        """Ask for a number of sprint cards from `first` on; each key is the same in every three."""
        most = most_sprints(self.state, verb)
        if first > most:
            self.do(verb, "+", first)  # says why not
            return
        answers = [
            (_KEY_OF[n % 3], str(n), None, n) for n in range(first, min(first + 3, most + 1))
        ]
        if first + 3 <= most:
            answers.append((DOWN, "more", None, None))

        def chosen(number):
            if number is None:
                self._sprints(verb, first + 3)
            else:
                self.do(verb, "+", number)

        heading = verb[0].upper() + verb[1:] + ": sprint cards"
        self.app.push(Choice(self.app, heading, answers, chosen))

    # --- the Marshal's guess ---

    def entry(self):
        """The numbers named so far, a list; begins the entry anew where the game has gone on."""
        if self._begun is not self.state:
            self._begun = self.state
            self.named = []
            self._start_cursor()
        return self.named

    def begin_anew(self):
        """The game has gone on, or back: forget the entry and what the notebook says."""
        self._begun = None
        self.notes = None

    def undo(self):
        super().undo()
        self.begin_anew()

    def _start_cursor(self):
        start = loading.load(_PUBLIC, "start_of_guess")
        self.cursor = start(self.state, self.named)

    def _guess_key(self, key):
        self.entry()
        if key == OK:
            self._ask()
        else:
            span = NUMBERS[1] - NUMBERS[0] + 1
            self.cursor = (self.cursor - NUMBERS[0] + STEPS[key]) % span + NUMBERS[0]

    def _ask(self):
        number = self.cursor
        if number in self.named:
            self.app.notice(f"{number} is named already.")
            return
        numbers = self.named + [number]
        answers = [(LEFT, "missed", None, self._missed)]
        known = [hideout[1] for hideout in self.state["hideouts"]]
        if None in known and not [n for n in numbers if n in known]:
            answers.append((RIGHT, "hit", None, self._hit))
        if due(self.state) != MANHUNT:
            answers.append((UP, "one number more", None, self._one_more))
            if not self.named:
                answers.append((DOWN, "no guess", None, self._skip))
        heading = "Guess " + " ".join([str(n) for n in numbers])
        self.app.push(Choice(self.app, heading, answers, lambda act: act(numbers)))

    def _missed(self, numbers):
        self.do("guess", *(numbers + ["miss"]))

    def _skip(self, _):
        self.do("skip")

    def _one_more(self, numbers):
        self.app.back_to(self)
        self.named = numbers
        self._start_cursor()

    def _hit(self, numbers):
        self.app.visit_in_game("fugitive_guess", "HitScreen", self, numbers)

    # --- the notebook ---

    def hold(self, key):
        if key == OK:
            self._open_notes(self.app.settings.get("notebook") == FREE)
        else:
            super().hold(key)

    def _open_notes(self, stays):
        """What is secret: where the Marshal is to draw, first the entry of the card."""
        if self._marshal_draws():
            self._notebook = self.app.visit_in_game("fugitive_card", "CardScreen", self, stays)
        else:
            self.open_notebook(stays)

    def open_notebook(self, stays):
        """Show the notebook, in place of the card entry if that is open."""
        self.app.back_to(self)
        self._notebook = self.app.visit_in_game("fugitive_notebook", "NotebookScreen", self, stays)

    def close_notebook(self, stays):
        """One level up from the notebook: to the card entry, or to the game."""
        self.app.back_to(self)
        if self._marshal_draws():
            self._open_notes(stays)

    def _marshal_draws(self):
        state = self.state
        return not state["ended"] and state["turn"][0] == MARSHAL and due(state) == DRAW

    def release(self, key):
        if key == OK and self._notebook in self.app.stack:
            self._notebook.let_go()

    # --- what is shown ---

    def tick(self, now):
        # Nothing blinks in the end.
        return 0 if self.state["ended"] else super().tick(now)

    def help(self):
        step = due(self.state)
        if self.state["ended"]:
            return ("Game over", _HELP_OVER)
        if step == DRAW:
            return ("Draw", _HELP_DRAW + _HELP_NOTES)
        if step == PLAY:
            return ("Hideout, escape or pass", _HELP_PLAY)
        if step == MANHUNT:
            return ("Manhunt", _HELP_MANHUNT)
        return ("Guess", _HELP_GUESS + _HELP_NOTES)

    def draw(self, frame):
        state = self.state
        self.repeats = _ALL_ARROWS if self._guessing() else 0
        if state["ended"]:
            self._draw_end(frame)
            return
        role, _, number = state["turn"]
        step = due(state)
        right = self.clock_text or f"turn {number}"
        widgets.title(frame, f"{self._name(role)}: {self._step_text(step)}", right)
        if step in (DRAW, PLAY):
            _draw_piles(frame, state["piles"], step == DRAW)
        else:
            self._draw_guess(frame)
        draw_row(frame, state["hideouts"], _ROW_Y)
        widgets.bottom(frame, self.hint(self._keys(role, step, number)))

    def _name(self, role):
        at = ROLES.index(role)
        return self.play.names[at] if self.play.names else role[0].upper() + role[1:]

    def _step_text(self, step):
        if step == DRAW and self.state["draws_due"] > 1:
            return f"draw {self.state['draws_due']}"
        return step

    def _keys(self, role, step, number):
        if step == DRAW:
            keys = "".join([_ARROWS[p] for p in range(3) if self.state["piles"][p]]) + " draw"
            return keys + ("  OK held: note it" if role == MARSHAL else "  OK held: notes")
        if step == PLAY:
            return "◄+0 ▲+1 ►+2   ▼ " + ("more" if number == 1 else "other")
        return f"◄►1 ▲▼{LEAP} OK  held: notes"

    def _draw_guess(self, frame):
        numbers = self.entry()
        number = str(self.cursor)
        left = (WIDTH - 36) // 2
        frame.outline(left, 10, 36, 17)
        frame.big(number, left + (36 - frame.big_width(number)) // 2, 12)
        frame.text("piles", 1, 10)
        frame.text(" ".join([str(count) for count in self.state["piles"]]), 1, 19)
        room = WIDTH - left - 36 - 3
        if numbers:
            frame.text_right("with", WIDTH - 1, 10)
            self._draw_numbers(frame, [str(n) for n in numbers], room)
            return
        missed = [
            "+".join([str(n) for n in numbers]) for numbers, hit in self.state["guesses"] if not hit
        ]
        if missed:
            frame.text_right("missed", WIDTH - 1, 10)
            self._draw_numbers(frame, missed, room)

    def _draw_numbers(self, frame, numbers, room):
        """As many of the newest as fit."""
        text = numbers[-1]
        for at in range(len(numbers) - 2, -1, -1):
            longer = numbers[at] + " " + text
            if frame.text_width(longer) > room:
                break
            text = longer
        frame.text_right(frame.fit(text, room), WIDTH - 1, 19)

    def _draw_end(self, frame):
        state = self.state
        winner = self._name(self.play.game.winner(state))
        widgets.title(frame, winner + " wins", f"turn {state['turn'][2]}")
        text = "CAUGHT" if state["ended"] == CAUGHT else "ESCAPED"
        frame.big(text, (WIDTH - frame.big_width(text)) // 2, 12)
        draw_row(frame, state["hideouts"], _ROW_Y)
        widgets.bottom(frame, "OK leave   BACK undo")

    def light(self, pixels):
        """Rows 1-3: the piles, a pixel for two cards, a dim one for a single card.

        Rows 4 and 5: the row of hideouts and the sprint cards below them; 6 and 7 those that come
        after. Row 8: the last guesses, a hit bright, a miss dim. The last column of rows 1 and 3
        blinks for the Fugitive or the Marshal to move, and is steady for who has won; that of row
        2 is lit in a manhunt.
        """
        state = self.state
        palette = self.app.palette
        for p in range(3):
            count = state["piles"][p]
            for x in range(count // 2):
                pixels.set(x, p, palette.pile)
            if count & 1:
                pixels.set(count // 2, p, self._dim_pile)
        light_row(pixels, state["hideouts"], palette)
        guesses = state["guesses"]
        first = max(len(guesses) - _GUESSES_LIT, 0)
        for at in range(first, len(guesses)):
            pixels.set(at - first, 7, palette.guess if guesses[at][1] else self._dim_guess)
        role, step, _ = state["turn"]
        if state["ended"]:
            role = self.play.game.winner(state)
        elif step == MANHUNT:
            pixels.set(7, 1, palette.limit)
        if self.blink or state["ended"]:
            pixels.set(7, 0 if role == FUGITIVE else 2, palette.turn)


def _some_route(state):
    """Whether any route fits; True, too, where memory is too short to tell."""
    from shared_engine.deduction.worlds import has_world

    try:
        return has_world(state)
    except MemoryError:
        return True


def _draw_piles(frame, piles, keys):
    """A column a pile: the key to draw with, or its number, and the cards left, large."""
    for p in range(3):
        x = 4 + 43 * p
        frame.text(_ARROWS[p] if keys else f"{p + 1}:", x, 15)
        frame.big(str(piles[p]), x + 12, 11)


SCREEN = FugitiveScreen
