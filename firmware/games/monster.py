"""Monster auf der Flucht on the device.

Every alien has a key, ◄ ▲ ► ▼ or OK: pressed it advances, held it opens what other cards do with
it. After the race the same keys reveal the tokens.
"""

from firmware.buttons import ALL_KEYS, BACK, OK
from firmware.games.monster_aliens import KEYS, keys_line
from firmware.games.monster_galaxy import Galaxy, colours_of
from firmware.games.monster_outlook import NOW, how_it_ended, outlook
from firmware.picture import widgets
from firmware.picture.frame import WIDTH
from firmware.screens.game import GameScreen
from firmware.screens.screen import LIGHTS
from shared_engine.games.monster import COLOURS, next_free, open_scores, ranking, scores, value_of

_ALIENS_Y = 11
_OUTLOOK_Y = 28
_PLAYERS_Y = 38
_BELOW = 10  # px from a player's name to the favourites
_BESIDE = tuple(["firmware.games.monster_" + name for name in ("aliens", "galaxy", "outlook")])

_HELP_RACE = (
    "Press the key of the alien that advances. For any other card hold the key of its alien:"
    + " ◄ lays it open as a favourite, ▲ swaps it with another one, ► exchanges your open card of"
    + " it. The card is drawn by itself, and the next player is on."
)
_HELP_SIGNS = (
    " Above: the aliens from the leader back, with their planets and what they would score now."
    + " Below: each player's open favourites and their points; tokens come at the end."
)
_HELP_REVEAL = (
    "The race is over. Press the alien on the token of the player in the title, one player after"
    + " the other. BACK takes back the last one."
)
_HELP_OVER = "The game is over. BACK takes back the last action if something is wrong."


class MonsterScreen(GameScreen):
    """The race, what it is worth to whom so far, and when it can end.

    letters, names: of the aliens as the settings have them, in the order of COLOURS. selected: the
    colour whose cards are being asked for, or None.
    """

    beside = _BESIDE

    def __init__(self, app):
        super().__init__(app)
        self.letters = app.settings.get("alien_letters")
        self.names = app.settings.get("alien_names").split(",")
        self.selected = None
        self._down = -1  # the number of the alien whose key is down
        self._galaxy = Galaxy(app.clock, app.palette, colours_of(app.settings, app.palette))
        self._known = None  # the state of which the outlook is
        self._outlook = (0, "")

    def shown(self):
        self.selected = None
        self._down = -1
        # Whatever was on top may have changed the game.
        self._galaxy.still()
        self._choose_holds()

    def _choose_holds(self):
        # After the race nothing is opened by holding: the keys act at once.
        self.holds = 1 << BACK if self.state["ended"] else ALL_KEYS

    def called(self, colour):
        """An alien's name for a heading."""
        name = self.names[COLOURS.index(colour)]
        # Not `upper` alone: each Python knows other letters.
        return (name[0].upper() if "a" <= name[0] <= "z" else name[0]) + name[1:]

    def lettered(self, colours):
        """The letters of some aliens, one text."""
        return "".join([self.letters[COLOURS.index(colour)] for colour in colours])

    # --- keys ---

    def act(self, key):
        colour = COLOURS[KEYS.index(key)]
        if not self.state["ended"]:
            self.do("advance", colour)
        elif None in self.state["tokens"]:
            self._reveal(colour)
        elif key == OK:
            self.app.home()

    def hold(self, key):
        if key == BACK:
            super().hold(key)
        elif self.state["without"]:
            self.do("favour", COLOURS[KEYS.index(key)])  # says why not
        else:
            colour = COLOURS[KEYS.index(key)]
            self.app.visit_in_game("monster_cards", "CardsScreen", self, colour)
            self.selected = colour

    def do(self, *action):
        """As any game screen does; the matrix shows how it came about."""
        before = self.state
        done = super().do(*action)
        self._choose_holds()
        if done:
            self._galaxy.happened(before, self.state)
        elif self.state["without"]:
            self.app.notice("Favourites are missing: hold BACK, correct a value.")
        return done

    def undo(self):
        self._galaxy.still()
        super().undo()
        self._choose_holds()

    def _reveal(self, colour):
        tokens = self.state["tokens"]
        if colour in tokens:
            other = self.play.name(tokens.index(colour) + 1)
            self.app.notice(f"{other} has that token.")
        else:
            self.do("reveal", tokens.index(None) + 1, colour)

    # --- what is shown ---

    def tick(self, now):
        stale = LIGHTS if self._galaxy.tick(now) else 0
        down = self._pressed_alien()
        if down != self._down:
            self._down = down
            stale = LIGHTS
        if self.state["ended"] and None not in self.state["tokens"]:
            # Nothing blinks in the end.
            return stale
        blink = self.blink
        stale |= super().tick(now)
        if self.blink != blink:
            self._galaxy.next_turn()
        return stale

    def _pressed_alien(self):
        """The number of the alien whose key is down on this screen, or -1."""
        down = self.app.buttons.down
        if not down or self.app.screen is not self or self.state["ended"]:
            return -1
        for at in range(len(KEYS)):
            if down >> KEYS[at] & 1:
                return at
        return -1

    def help(self):
        if not self.state["ended"]:
            return ("Play a card", _HELP_RACE + _HELP_SIGNS)
        if None in self.state["tokens"]:
            return ("Tokens", _HELP_REVEAL)
        return ("Game over", _HELP_OVER)

    def _look_ahead(self):
        """(how near the end is, the sentence about it), worked out once for each state."""
        state = self.state
        if self._known is not state:
            self._known = state
            if state["ended"]:
                self._outlook = (0, how_it_ended(state, self.letters))
            else:
                self._outlook = outlook(state, self.letters)
        return self._outlook

    def draw(self, frame):
        state = self.state
        points = scores(state)
        near, sentence = self._look_ahead()
        if points:
            winners = self.play.game.winner(state)
            names = " ".join([self.play.name(player) for player in winners])
            title = names + (" wins" if len(winners) == 1 else " share it")
            right = f"turn {state['turn'][1]}"
            if frame.text_width(title + right) > WIDTH - 8:
                # The names are bright below.
                right = ""
                title = title if len(winners) == 1 else f"{len(winners)} share the victory"
            keys = "OK leave   BACK undo"
            bright = winners
        elif state["ended"]:
            player = state["tokens"].index(None) + 1
            title = self.play.name(player) + ": which token?"
            right = ""
            free = [colour for colour in COLOURS if colour not in state["tokens"]]
            keys = self.hint(keys_line(self.letters, free))
            bright = [player]
        else:
            player, number = state["turn"]
            clock = self.clock_text
            title = self.play.name(player) + (" " + clock if clock else f": turn {number}")
            right = f"nova {state['deck']}" if state["deck"] else "NOVA"
            keys = self.hint(keys_line(self.letters, COLOURS, True) + " held: more")
            bright = [player]
        widgets.title(frame, title, right)
        self._draw_aliens(frame)
        self._draw_outlook(frame, near, sentence)
        self._draw_players(frame, points or open_scores(state), bright)
        widgets.bottom(frame, keys)

    def _draw_aliens(self, frame):
        """From the leader back: the letter, the planet, and what the place scores."""
        state = self.state
        values = value_of(state)
        order = [colour for place in ranking(state) for colour in place]
        width = WIDTH // len(order)
        for n in range(len(order)):
            at = COLOURS.index(order[n])
            x = 2 + width * n
            frame.big(self.letters[at], x, _ALIENS_Y)
            frame.text(str(state["positions"][at]), x + 12, _ALIENS_Y - 1)
            frame.text(_signed(values[order[n]]), x + 12, _ALIENS_Y + 7)

    def _draw_outlook(self, frame, near, sentence):
        ink = 1
        if near == NOW:
            frame.fill(0, _OUTLOOK_Y - 1, WIDTH, 9)
            ink = 0
        frame.text_centre(sentence, 0, _OUTLOOK_Y, WIDTH, ink)

    def _draw_players(self, frame, points, bright):
        """A column a player: the name, the open favourites and their points; a bright token."""
        state = self.state
        width = WIDTH // state["players"]
        for at in range(state["players"]):
            x = width * at
            ink = 1
            if at + 1 in bright:
                frame.fill(x, _PLAYERS_Y - 1, width - 1, 9)
                ink = 0
            name = self.play.name(at + 1)
            room = width - 3
            score = str(points[at])
            score_x = x + width - 2
            favourites = self.lettered(state["favourites"][at])
            below = frame.text(favourites, x + 1, _PLAYERS_Y + _BELOW)
            if state["ended"]:
                # The token takes the room below.
                frame.text_right(score, score_x, _PLAYERS_Y, ink)
                room -= frame.text_width(score) + 2
                if state["tokens"][at]:
                    self._draw_token(frame, state["tokens"][at], below + 2)
            else:
                frame.text_right(score, score_x, _PLAYERS_Y + _BELOW)
            frame.text(frame.cut(name, room), x + 1, _PLAYERS_Y, ink)

    def _draw_token(self, frame, colour, x):
        letter = self.lettered((colour,))
        y = _PLAYERS_Y + _BELOW
        frame.fill(x, y - 1, frame.text_width(letter) + 2, 9)
        frame.text(letter, x + 1, y, 0)

    def light(self, pixels):
        """The galaxy (see Galaxy); the last column says whose turn it is, in the end who has won.

        The alien whose cards are being asked for blinks; while its key is down, the planet that it
        would advance to is lit. The supernova warns when the race can end with this turn.
        """
        state = self.state
        hidden = -1
        aim = None
        if self.selected and not self.blink:
            hidden = COLOURS.index(self.selected)
        if self._down >= 0:
            aim = (self._down, next_free(state, COLOURS[self._down]))
        danger = self._look_ahead()[0] == NOW
        self._galaxy.light(pixels, state, danger and self.blink, hidden, aim)
        if state["ended"] and None not in state["tokens"]:
            for player in self.play.game.winner(state):
                self._galaxy.light_turn(pixels, player)
        elif self.blink:
            player = state["tokens"].index(None) + 1 if state["ended"] else state["turn"][0]
            self._galaxy.light_turn(pixels, player)


def _signed(points):
    return "+" + str(points) if points > 0 else str(points)


SCREEN = MonsterScreen
