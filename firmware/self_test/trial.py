"""One run of the self-test: what its steps share, and what they have found."""

from firmware.buttons import KEYS, OK


class Trial:
    """Collects the findings of a self-test on `app`, and says each of them as a plain line.

    probe: what looks at the raw pins (see `firmware.drivers.probe`). say: a function that takes a
    line of ASCII, or None where nobody listens.

    faults   the sentences for the maker, in the order they were found
    figures  what was measured, in a few words each
    pins     the GPIO of every key, in the order of buttons.KEYS
    stuck    the bit mask of the keys that are down all the time
    dead     the bit mask of the keys that do not work
    meant    for every key that the app reports the one that was pressed: wires may be exchanged
    """

    def __init__(self, app, probe, say=None):
        self.app = app
        self.probe = probe
        self.faults: list = []
        self.figures: list = []
        self.pins = [app.settings.get(key) for key in KEYS]
        self.stuck = 0
        self.dead = 0
        self.meant = list(range(len(KEYS)))
        self.heard = say is not None
        self._say = say or _unheard

    def readable(self):
        """Whether somebody can read a question: on the display, or where the lines go."""
        return self.heard or not self.app.board.display.broken

    def ask(self, text):
        """Something is asked of the maker."""
        self._say("ask: " + text)

    def well(self, text):
        """A part is as it should be."""
        self._say("ok: " + text)

    def note(self, text):
        """Something worth knowing that is no fault."""
        self._say("note: " + text)

    def figure(self, text):
        """A measured value: it stands in the report, too."""
        self.figures.append(text[0].upper() + text[1:])
        self.note(text)

    def fault(self, sentence):
        """A part is not as it should be; the sentence says what to do."""
        self.faults.append(sentence)
        self._say("FAULT: " + sentence)

    def unanswered(self, sentence):
        """A question was left open: a fault, unless the key for all being well does not work."""
        if self.dead >> OK & 1:
            self.note(sentence)
        else:
            self.fault(sentence)

    def leave_alone(self, keys):
        """The keys of a bit mask are down all the time: neither a resting hand nor to be asked."""
        self.stuck |= keys
        self.app.hand.stuck |= keys

    def end(self, complete=True):
        """The last line: all well, or how many faults; or that somebody left before the end."""
        count = len(self.faults)
        said = f"{count} fault" + ("" if count == 1 else "s")
        if not complete:
            said = "left before the end, " + said + " so far"
        self._say("self-test: " + (said if count or not complete else "all well"))


def _unheard(line):
    """There is nobody to tell."""


def named(key, pin):
    """A key and its pin as the lines have it, `UP (GP10)`."""
    return f"{KEYS[key].upper()} (GP{pin})"
