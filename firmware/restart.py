"""Keeps the device running: what escapes the app is noted, and the app is started again.

After three failures in a row (see firmware/storage/crash_count.py) nothing is started unasked: a
menu asks whether to go on, to start without the game, or to leave to the REPL. Under a running
watchdog nobody could stay in the REPL, so the device is reset first and asks then.
"""

import gc

from firmware import loading
from firmware.screens.home import HomeScreen
from firmware.storage.crash_count import CrashCount


class Restart:
    """Runs the App that `build()` returns, on `board`, again and again.

    watchdog: a Watchdog, not started. reset: a function that resets the device. greet: a function
    of the App, called once after power-on, or None; after a failure nobody is greeted.
    """

    def __init__(self, board, build, watchdog, reset, greet=None):
        self._board = board
        self._clock = board.clock
        self._build = build
        self._watchdog = watchdog
        self._reset = reset
        self._greet = greet
        self._log = board.log
        board.log = self.note
        self._crashes = CrashCount(board.files, self._clock)
        if watchdog.has_bitten():
            self._crashes.note()

    def note(self, error, where):
        """Log a failure, and count it: the app calls this for those that it contains."""
        self._log(error, where)
        self._crashes.note()

    def run(self):
        """Run until somebody chooses to leave to the REPL."""
        with_game = True
        while True:
            if self._crashes.too_many:
                if self._watchdog.running:
                    self._reset()
                start, with_game = self._ask()
                if not start:
                    return
                self._crashes.forget()
            try:
                self._play(with_game)
            except Exception as error:
                self.note(error, "App")
            with_game = True
            gc.collect()
            self._board.matrix.start()

    def _play(self, with_game):
        app = self._build()
        home = HomeScreen(app)
        if with_game:
            app.power_on(home)
        else:
            app.start(home)
        greet = self._greet
        self._greet = None
        if greet and not self._crashes.count:
            greet(app)
        # Last of all: from now on only the loop keeps the device from being reset.
        self._watchdog.start()
        clock = self._clock
        crashes = self._crashes
        feed = self._watchdog.feed
        while True:
            wait = app.turn()
            feed()
            if crashes.count:
                crashes.look()
            clock.sleep_ms(wait)

    def _ask(self):
        app = self._build()
        answers: list = []
        menu = loading.load("firmware.screens.safe", "safe_menu")
        app.start(menu(app, answers.append))
        while not answers:
            self._clock.sleep_ms(app.turn())
        return answers[0]
