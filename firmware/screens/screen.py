"""What every screen is."""


LIGHTS = 1
PICTURE = 2


class Screen:
    """One picture and what the keys do on it. The app calls; a screen never waits.

    holds: bit mask of the keys for which holding means something here. Such a key acts when it is
    let go; every other key acts the moment it goes down.
    repeats: bit mask of the keys that act again and again while they are held.
    kept_by: bit mask of the keys that are held on a screen below to keep this one open.
    busy: whether `work` has something to do; it is called while nothing else is due.
    beside: paths of modules that only this screen needs, beside its own.
    """

    holds = 0
    repeats = 0
    kept_by = 0
    busy = False
    beside: tuple = ()
    module = ""  # what to unload when the screen is left, if anything

    def __init__(self, app):
        self.app = app

    def press(self, key):
        """A key acts (see `holds` for when)."""

    def hold(self, key):
        """A key of `holds` has been held long enough."""

    def release(self, key):
        """A key of `holds` is let go after it was held."""

    def tick(self, now):
        """Time passes (`now` in ms of the clock); what has changed by it: LIGHTS, PICTURE, both."""
        return 0

    def work(self):
        """Do a piece of a long computation, of a few milliseconds; the keys are polled between."""

    def draw(self, frame):
        """Draw the whole picture on the cleared `frame`."""

    def light(self, pixels):
        """Set the 64 colours on the dark `pixels`."""

    def shown(self):
        """The screen has come to the top of the stack."""
