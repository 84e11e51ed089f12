"""The device: button events in, a frame and 64 colours out, a stack of screens between.

One loop, nothing waits: `turn` does what is due and says after how many milliseconds to come back.
A full picture takes 25 ms on the wire, so it goes out a page at a time with the buttons polled in
between, and the matrix, which is quicker, goes first.
"""

from firmware import loading, widgets
from firmware.buttons import HOLD, KEYS, PRESS, RELEASE, REPEAT, Buttons
from firmware.frame import Frame
from firmware.pixels import Pixels
from firmware.screens.crash import CrashScreen
from firmware.screens.screen import LIGHTS, PICTURE

NOTICE_MS = 3000
TICK_MS = 50  # how often screens hear that time passes
_ALL = LIGHTS | PICTURE


class App:
    """Runs the screens on a board.

    board: what the device is made of, with `clock` (ticks_ms, ticks_diff, ticks_add, sleep_ms),
    `read_buttons()`, `display` (send_some, contrast), `matrix` (show), `log(error, where)`, and
    `short_of_memory`: whether the modules of screens are to be forgotten when they are left.
    `play` is the game at hand, or None.
    """

    def __init__(self, board, frame=None):
        self.board = board
        self.clock = board.clock
        self.frame = frame or Frame()
        self.pixels = Pixels()
        self.buttons = Buttons(board.read_buttons)
        self.play = None
        self.last_options = {}  # game name: the options of its last set-up
        self.stack: list = []
        self._loaded: list = []  # the modules of the screens on the stack
        self._tick_due = self.clock.ticks_ms()
        self._stale = _ALL  # what has to be drawn again
        self._sending = False
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

    def visit(self, module, name, *arguments):
        """Push the screen called `name` of firmware.screens.`module`, which is loaded for it."""
        self._visit("firmware.screens." + module, name, arguments)

    def _visit(self, path, name, arguments=()):
        screen = loading.load(path, name)(self, *arguments)
        screen.module = path
        self.push(screen)

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
            self._unload_left()
        self.screen.shown()

    def _unload_left(self):
        in_use = [screen.module for screen in self.stack]
        for path in self._loaded:
            if path and path not in in_use:
                loading.unload(path)
        self._loaded = in_use

    # --- what screens ask for ---

    def begin(self, play):
        """Play `play`: it becomes the game at hand, on the screen that goes with it."""
        old = self.play
        self.play = play
        if self.board.short_of_memory and old and old.game.name != play.game.name:
            loading.unload("shared_engine.games." + old.game.name)
        del self.stack[1:]
        self.open_game()

    def open_game(self):
        """Put the screen of the game at hand on the stack."""
        self._visit("firmware.games." + self.play.game.name, "SCREEN")

    def changed(self):
        """The picture is to be drawn again."""
        self._stale = _ALL

    def notice(self, text):
        """Show a message until the next press, or for a few seconds."""
        self._notice = text[0].upper() + text[1:]
        self._notice_since = self.clock.ticks_ms()
        self._stale = _ALL

    def set_brightness(self, level):
        """How bright the matrix may be, 0–255."""
        self.pixels.brightness = level
        self._stale = _ALL

    # --- the loop ---

    def run(self):
        """The loop of the device; never returns."""
        while True:
            self.clock.sleep_ms(self.turn())

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
        return wait

    def _handle_all(self, event):
        while event >= 0:
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
        try:
            self._stale |= self.screen.tick(now)
        except Exception as error:
            self._crashed(error, self.screen)

    def _acts(self, kind, key, screen):
        """Give an event to the screen it is meant for; False when it means nothing there."""
        if kind == PRESS:
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

    def _paint(self):
        stale = self._stale
        self._stale = 0
        try:
            if stale & LIGHTS:
                self.pixels.clear()
                self.screen.light(self.pixels)
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
