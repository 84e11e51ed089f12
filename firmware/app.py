"""The device: button events in, a frame and 64 colours out, a stack of screens between.

One loop, nothing waits: `turn` does what is due and says after how many milliseconds to come back.
A full picture takes 25 ms on the wire, so it goes out a page at a time with the buttons polled in
between, and the matrix, which is quicker, goes first.
"""

from firmware import loading
from firmware.buttons import ALL_KEYS, HOLD, KEYS, PRESS, RELEASE, REPEAT, UP, Buttons
from firmware.hand import Hand, names
from firmware.parts import Parts
from firmware.picture import widgets
from firmware.picture.frame import Frame
from firmware.picture.palette import Palette
from firmware.picture.pixels import Pixels
from firmware.screens.crash import CrashScreen
from firmware.screens.screen import LIGHTS, PICTURE
from firmware.storage.keeper import Keeper, said
from firmware.storage.settings import Settings

NOTICE_MS = 3000
SECURE_MS = 3000  # between two tries to store what could not be stored
TIDY_MS = 8000  # without a press, until there is time to write a whole game anew
TICK_MS = 50  # how often screens hear that time passes
_ALL = LIGHTS | PICTURE


class App:
    """Runs the screens on a board.

    board: what the device is made of, with `clock` (ticks_ms, ticks_diff, ticks_add, sleep_ms),
    `read_buttons()`, `display` (an Oled), `matrix` (a Matrix), `log(error, where)`, `files`
    (see `firmware.drivers.files`), `buzzer` (a Buzzer or None), and `short_of_memory`: whether the
    modules of screens are to be forgotten when they are left. settings: Settings, by default those
    of `files`. `play` is the game at hand, or None; `keeper` stores it, `turn_clock` counts its
    time if it has any. `palette` has the colours for the matrix.
    """

    def __init__(self, board, frame=None, settings=None):
        self.board = board
        self.clock = board.clock
        self.frame = frame or Frame()
        self.settings = settings or Settings(board.files)
        get = self.settings.get
        self.pixels = Pixels(
            get("brightness"),
            get("matrix_limit_ma"),
            get("matrix_order"),
            get("matrix_serpentine"),
            get("matrix_rotation"),
        )
        self.palette = Palette(get("palette"))
        board.display.contrast(get("contrast"))
        self.buttons = Buttons(board.read_buttons)
        self.hand = Hand(self.buttons, self.clock)
        self.parts = Parts(self, board)
        self.keeper = Keeper(board.files, board.short_of_memory)
        self.play = None
        self.turn_clock = None
        self.stack: list = []
        self._loaded: list = []  # the modules of the screens on the stack
        self._secured = self.clock.ticks_ms()
        self._pressed = self._secured
        self._tick_due = self.clock.ticks_ms()
        self._stale = _ALL  # what has to be drawn again
        self._sending = False
        self._later: list = []
        self._notice = ""
        self._notice_since = 0
        # Per key, a screen: where it went down; where it may still act on being let go; where it
        # was held.
        self._down_on: list = [None] * len(KEYS)
        self._waiting: list = [None] * len(KEYS)
        self._held_on: list = [None] * len(KEYS)

    # --- the stack ---

    @property
    def screen(self):
        return self.stack[-1]

    def start(self, home):
        """Show the screen at the bottom of the stack."""
        self.stack = [home]
        self._top_changed()

    def power_on(self, home):
        """Show `home`, and on it the game at hand, exactly as it was when the power went."""
        self.start(home)
        play, fault = self.keeper.resume()
        if play:
            self.play = play
            self._start_clock()
            self.open_game()
        if self.settings.problems:
            self.visit("problems", "ProblemsScreen")
        if fault:
            self._tell(fault)

    def _tell(self, fault):
        """Say what is wrong with a stored game, until somebody has read it."""
        self.visit("help", "HelpScreen", "Kept games", fault[0].upper() + fault[1:] + ".")

    def visit(self, module, name, *arguments):
        """Push the screen called `name` of firmware.screens.`module`, which is loaded for it."""
        self._visit("firmware.screens." + module, name, arguments)

    def visit_in_game(self, module, name, *arguments):
        """Push a further screen of a game: `name` of firmware.games.`module`; returns it."""
        return self._visit("firmware.games." + module, name, arguments)

    def _visit(self, path, name, arguments=()):
        screen = loading.load(path, name)(self, *arguments)
        screen.module = path
        self.push(screen)
        return screen

    def push(self, screen):
        self.stack.append(screen)
        self._top_changed()

    def pop(self, count=1):
        """Go back; the bottom of the stack stays."""
        for _ in range(count):
            if len(self.stack) > 1:
                self.stack.pop()
        self._top_changed()

    def back_to(self, screen):
        """Go back to `screen`, which is on the stack."""
        self.pop(len(self.stack) - 1 - self.stack.index(screen))

    def home(self):
        """Back to the bottom of the stack."""
        self.pop(len(self.stack))

    def _top_changed(self):
        self._stale = _ALL
        if self.board.short_of_memory:
            self._forget_left()
            self._unload_left()
        self.screen.shown()

    def _forget_left(self):
        # A screen on which a key went down last would stay in memory, and its module with it.
        for key in range(len(KEYS)):
            if self._down_on[key] not in self.stack:
                self._down_on[key] = None
            if self._waiting[key] not in self.stack:
                self._waiting[key] = None

    def _unload_left(self):
        in_use = []
        for screen in self.stack:
            in_use.append(screen.module)
            in_use += screen.beside
        for path in self._loaded:
            if path and path not in in_use:
                loading.unload(path)
        self._loaded = in_use

    # --- what screens ask for ---

    def begin(self, play):
        """Play `play`, a new game: it is stored and becomes the game at hand, on its screen."""
        if self.keeper.shelf_is_full():
            self.visit("kept", "KeptScreen")
            self.notice("As many games are kept as there is room for. Delete one first.")
            return
        self._unless_unsaved(lambda: self._begin(play))

    def _unless_unsaved(self, act):
        """Do `act`, which gives up the game at hand; if that is not stored, only when told to."""
        if self.keeper.secure():
            act()
            return
        answers = [(UP, "lose what is unsaved", None, act)]
        choice = loading.load("firmware.screens.choice", "Choice")
        self.push(choice(self, "Not saved: go on?", answers, lambda act: act(), self.keeper.fault))

    def _begin(self, play):
        self.keeper.keep(play)
        self._change_to(play)

    def go_on(self, number):
        """Play the kept game with this number."""
        if self.play and number == self.keeper.number:
            self.keeper.secure()
            self._change_to(self.play)
            return
        self._unless_unsaved(lambda: self._go_on(number))

    def _go_on(self, number):
        try:
            play, fault = self.keeper.open(number)
        except OSError as error:
            play, fault = None, said(error)
        if play:
            self._change_to(play)
        if fault:
            self._tell(fault)

    def leave_game(self):
        """No game is at hand any more; what was played is kept."""
        self.keeper.let_go()
        self.play = None
        self.turn_clock = None

    def _change_to(self, play):
        old = self.play
        self.play = play
        if self.board.short_of_memory and old and old.game.name != play.game.name:
            loading.unload("shared_engine.games." + old.game.name)
        self._start_clock()
        del self.stack[1:]
        if self.board.short_of_memory:
            # What was left makes room for what comes.
            self._unload_left()
        self.open_game()

    def _start_clock(self):
        if self.turn_clock:
            self.turn_clock.save()
        self.turn_clock = None
        minutes = self.settings.get("turn_clock")
        if minutes:
            players = self.play.options["players"]
            clock = loading.load("firmware.turn_clock", "TurnClock")
            folder = self.keeper.folder
            self.turn_clock = clock(self.clock, minutes, players, self.board.files, folder)

    def open_game(self):
        """Put the screen of the game at hand on the stack."""
        self._visit("firmware.games." + self.play.game.name, "SCREEN")

    def later(self, act):
        """Call `act` once the picture is out and what is played is stored."""
        self._later.append(act)

    def changed(self):
        """The picture is to be drawn again."""
        self._stale = _ALL

    def notice(self, text):
        """Show a message until the next press, or for a few seconds."""
        self._notice = text[0].upper() + text[1:]
        self._notice_since = self.clock.ticks_ms()
        self._stale = _ALL
        if self.board.buzzer:
            self.board.buzzer.beep()

    def set_brightness(self, level):
        """How bright the matrix may be, 0–255."""
        self.pixels.brightness = level
        self._stale = _ALL

    # --- the loop ---

    def turn(self):
        """Do what is due now; the milliseconds until the next turn. Allocates nothing when idle.

        It runs 200 times a second, so everything that is rare stands in functions of its own:
        MicroPython puts the frame of a large function, or of one with `try`, on the heap.
        """
        now = self.clock.ticks_ms()
        wait = self.buttons.poll(now)
        event = self.buttons.next()
        if event >= 0:
            self._handle_all(event)
        if self.clock.ticks_diff(now, self._tick_due) >= 0:
            self._tick(now)
        if self._stale:
            self._paint()
        if self._sending:
            self._sending = self.board.display.send_some(self.frame.buffer)
            return 0
        if self.keeper.due:
            self._store()
        elif self._later:
            self._later.pop(0)()
        elif self.screen.busy:
            self._work()
            return 0
        return wait

    def _work(self):
        screen = self.screen
        try:
            screen.work()
        except Exception as error:
            self._crashed(error, screen)

    def _store(self):
        """Write down what was done: after its picture is out, and before the next press acts."""
        self._secured = self.clock.ticks_ms()
        before = self.keeper.fault
        self.keeper.flush()
        self._stored(before)

    def _stored(self, before):
        """The keeper has tried to store; its fault was `before`."""
        if self.turn_clock and self.keeper.folder:
            self.turn_clock.keep_in(self.keeper.folder)
        fault = self.keeper.fault
        if fault != before:
            self.notice(f"Not saved: {fault}. The game goes on." if fault else "Saved again.")

    def _handle_all(self, event):
        while event >= 0:
            if self.keeper.due:
                self._store()
            screen = self.screen
            if event >> 3 == RELEASE and self._held_on[event & 7]:
                screen = self._held_on[event & 7]
            try:
                if self._acts(event >> 3, event & 7, screen):
                    self._stale = _ALL
            except Exception as error:
                self._crashed(error, screen)
            event = self.buttons.next()

    def _tick(self, now):
        self._tick_due = self.clock.ticks_add(now, TICK_MS)
        if self._notice and self.clock.ticks_diff(now, self._notice_since) >= NOTICE_MS:
            self._notice = ""
            self._stale |= PICTURE
        if self.keeper.fault and self.clock.ticks_diff(now, self._secured) >= SECURE_MS:
            self._secured = now
            before = self.keeper.fault
            self.keeper.secure()
            self._stored(before)
        if self.keeper.untidy and self.clock.ticks_diff(now, self._pressed) >= TIDY_MS:
            self.keeper.tidy()
        if self.turn_clock:
            self._run_clock(now)
        stale = self.parts.check(now)
        self._stale |= stale
        if self.buttons.down or self.hand.stuck:
            self._look_for_stuck(now)
        if self.board.buzzer and self.board.buzzer.sounding:
            self.board.buzzer.look(now)
        try:
            # Asked first: a screen may say on its own that all is to be drawn again.
            stale = self.screen.tick(now)
            self._stale |= stale
        except Exception as error:
            self._crashed(error, self.screen)

    def _look_for_stuck(self, now):
        in_use = self.screen.kept_by  # and what a screen wants held, and is held there
        for key in range(len(KEYS)):
            if self._held_on[key] is self.screen:
                in_use |= 1 << key
        stuck = self.hand.newly_stuck(now, in_use)
        if stuck:
            self._let_be(stuck)
            self.notice(names(stuck) + (" are" if stuck & (stuck - 1) else " is") + " stuck?")

    def _run_clock(self, now):
        play = self.play
        running = len(self.stack) > 1 and play.game.over(play.state) is None
        late = self.turn_clock.run(now, play.game.to_move(play.state), running)
        if late:
            self.notice(play.name(late) + ": the time is up.")

    def _acts(self, kind, key, screen):
        """Give an event to the screen it is meant for; False when it means nothing there."""
        if kind == PRESS:
            self._pressed = self.clock.ticks_ms()
            if self.turn_clock:
                self.turn_clock.asleep = False
            if not self.hand.press(key):
                self._let_be(ALL_KEYS)
                return False
            self._notice = ""
            self._down_on[key] = screen
            if screen.holds >> key & 1:
                self._waiting[key] = screen
            else:
                screen.press(key)
        elif kind == REPEAT:
            if self._down_on[key] is not screen or not screen.repeats >> key & 1:
                return False
            screen.press(key)
        elif kind == HOLD:
            if self._waiting[key] is not screen:
                return False
            self._waiting[key] = None
            self._held_on[key] = screen
            screen.hold(key)
        else:
            self.hand.release(key)
            waiting = self._waiting[key]
            held = self._held_on[key]
            self._waiting[key] = None
            self._held_on[key] = None
            if held:
                held.release(key)
            elif waiting is screen:
                screen.press(key)
            else:
                return False
        return True

    def _let_be(self, keys):
        """The keys of a bit mask mean nothing more until they are pressed anew."""
        for key in range(len(KEYS)):
            if keys >> key & 1:
                self._down_on[key] = None
                self._waiting[key] = None

    def _paint(self):
        stale = self._stale
        self._stale = 0
        try:
            if stale & LIGHTS:
                self.pixels.clear()
                self.screen.light(self.pixels)
                self.parts.light(self.pixels)
                self._show_lights()
            if stale & PICTURE:
                # Drawing takes its time, and no press may go by unseen.
                self.buttons.poll(self.clock.ticks_ms())
                self._draw()
                self._sending = True
        except Exception as error:
            self._crashed(error, self.screen)

    def _draw(self):
        self.frame.clear()
        self.frame.mark = bool(self.keeper.fault)
        self.screen.draw(self.frame)
        if self._notice:
            widgets.notice(self.frame, self._notice)

    def _show_lights(self):
        if self.pixels.update():
            self.board.matrix.show(self.pixels.wire)

    def _crashed(self, error, failed):
        """A screen failed: say so, matrix dark, and leave the game and the other screens alone."""
        self._notice = ""
        self._sending = False  # what has been drawn so far is no picture
        for key in range(len(KEYS)):
            self._waiting[key] = None
            self._held_on[key] = None
        self.board.log(error, type(failed).__name__)
        self.pixels.clear()
        self._show_lights()
        del self.stack[1:]
        if isinstance(failed, CrashScreen):
            # Not even the notice can be drawn: leave the glass as it is rather than try for ever.
            self._stale = 0
            return
        self.stack.append(CrashScreen(self, type(failed).__name__, type(error).__name__))
        self._stale = _ALL
