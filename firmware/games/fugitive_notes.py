"""The Marshal's notebook being worked out, a few milliseconds at a time."""

import gc

MOST_KEPT = 128  # stations of the deduction at once: what the Pico has room for
FEWEST_KEPT = 16
SLICE_MS = 4  # of work between two looks at the buttons
_MOST_PIECES = 64  # in one slice


class Notes:
    """What follows from the state of a Play as it is now.

    notebook  see `shared_engine.deduction.notebook`; whole once `ready` is True
    since     the number (from 0) of the action since which no world fits; None while one does
    kept      stations kept at once: where memory runs short it begins anew with half as many
    failed    True where even FEWEST_KEPT were too many; it will not become ready
    """

    def __init__(self, play):
        self.state = play.state
        self.kept = MOST_KEPT
        self.failed = False
        self._play = play
        self._begin()

    def _begin(self):
        gc.collect()  # it wants a lot in one go
        self.notebook = self._play.game.notebook(self.state, self.kept)
        self.ready = False
        self.since = None
        self._work = self._run()

    def work(self, clock):
        """Go on for SLICE_MS of `clock`, and for one piece at least."""
        start = clock.ticks_ms()
        for _ in range(_MOST_PIECES):
            try:
                next(self._work)
            except StopIteration:
                self.ready = True
                self._work = None
                return
            except MemoryError:
                self._make_do()
                return
            if clock.ticks_diff(clock.ticks_ms(), start) >= SLICE_MS:
                return

    def _make_do(self):
        """Begin anew with less."""
        self._work = self.notebook = None
        self.failed = self.kept <= FEWEST_KEPT
        if not self.failed:
            self.kept //= 2
            self._begin()

    def _run(self):
        yield from self.notebook.work()
        if not self.notebook.contradiction:
            return
        play = self._play
        at = play.done
        while at > 1:
            yield
            if play.game.notebook(play.state_before(at - 1)).has_world():
                break
            at -= 1
        self.since = at - 1
