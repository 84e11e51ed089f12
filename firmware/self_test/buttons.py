"""The buttons, one after the other; a dead one is passed over by itself."""

from firmware.buttons import ALL_KEYS, BACK, KEYS
from firmware.picture import widgets
from firmware.picture.frame import WIDTH
from firmware.screens.screen import LIGHTS, PICTURE
from firmware.self_test.contacts import Contacts
from firmware.self_test.step import Step
from firmware.self_test.trial import named

SILENT_MS = 10_000  # then a button counts as not answering
RELEASE_MS = 3000  # a finger has let go by then of a button that was asked for before
_SECOND_MS = 1000
# What the matrix shows for each key, for whom the display is dark: seven rows, and the keys below.
_GLYPHS = (
    b"\x18\x3c\x7e\x18\x18\x18\x18",
    b"\x18\x18\x18\x18\x7e\x3c\x18",
    b"\x10\x30\x7f\x7f\x30\x10\x00",
    b"\x08\x0c\xfe\xfe\x0c\x08\x00",
    b"\x3c\x42\x42\x42\x42\x3c\x00",
    b"\x42\x24\x18\x18\x24\x42\x00",
)
_WHITE = 0x606060
_GREEN = 0x00FF00
_RED = 0xFF0000


class ButtonsStep(Step):
    """Asks for every button. The app tells of the keys, the probe of all other GPIOs."""

    holds = 1 << BACK  # a short BACK is an answer like any other: the wires may be exchanged

    def __init__(self, trial):
        super().__init__(trial)
        self._contacts = Contacts(trial.pins, trial.stuck)
        self._left = 0  # seconds that are left, as they are shown
        self._settled = self.since  # when a key was last settled
        self._low = trial.probe.low()  # what is low without any finger is no answer
        self._keys_mask = sum([1 << pin for pin in trial.pins])
        self._down_throughout = ALL_KEYS
        self._ask()

    def press(self, key):
        others = self.trial.app.buttons.down & ~(self._contacts.stuck | 1 << key)
        self._answer(self.trial.pins[key], others)

    def tick(self, now):
        contacts = self._contacts
        if contacts.asked >= len(KEYS):
            return self._wait_for_release(now)
        self._down_throughout &= self.trial.app.buttons.down
        if self._look_elsewhere():
            return LIGHTS | PICTURE
        passed = self.passed(now)
        if passed >= SILENT_MS:
            self.trial.note(self._name() + " did not answer")
            self._let_be(self._down_throughout)
            contacts.give_up()
            self._ask()
            return LIGHTS | PICTURE
        others = self._down_throughout & ~(1 << contacts.asked)
        if others and passed >= RELEASE_MS:
            self._let_be(others)
            self._ask()
            return PICTURE
        left = 1 + (SILENT_MS - passed) // _SECOND_MS
        if left != self._left:
            self._left = left
            return PICTURE
        return 0

    def _look_elsewhere(self):
        """Whether a GPIO that belongs to no button has gone low."""
        low = self.trial.probe.low() & ~self._keys_mask
        new = low & ~self._low
        self._low = low
        if not new:
            return False
        pin = 0
        while not new >> pin & 1:
            pin += 1
        self._answer(pin, self.trial.app.buttons.down & ~self._contacts.stuck)
        return True

    def _answer(self, pin, others):
        clock = self.trial.app.clock
        now = clock.ticks_ms()
        asked = self._contacts.asked
        hint = self._contacts.hint
        if self._contacts.answer(pin, others, clock.ticks_diff(now, self._settled)):
            self._settled = now
            if pin == self.trial.pins[asked]:
                self.trial.well(named(asked, pin))
            self._ask()
        elif self._contacts.hint and self._contacts.hint != hint:
            self.trial.note(self._contacts.hint)

    def _ask(self):
        self.since = self.trial.app.clock.ticks_ms()
        self._left = 0
        self._down_throughout = ALL_KEYS & ~self._contacts.stuck
        if self._contacts.asked < len(KEYS):
            self.trial.ask("Press " + self._name())

    def _name(self):
        return named(self._contacts.asked, self.trial.pins[self._contacts.asked])

    def _let_be(self, keys):
        self._contacts.stays_down(keys)
        self.trial.leave_alone(keys)

    def _wait_for_release(self, now):
        down = self.trial.app.buttons.down & ~self._contacts.stuck
        if down and self.passed(now) < RELEASE_MS:
            return 0
        self._let_be(down)
        for sentence in self._contacts.faults():
            self.trial.fault(sentence)
        self.trial.dead = self._contacts.dead
        self.trial.meant = self._contacts.meant()
        self.trial.probe.release()
        self.over = True
        return LIGHTS | PICTURE

    def draw(self, frame):
        asked = self._contacts.asked
        count = len(KEYS)
        if asked >= count:
            widgets.title(frame, "Buttons")
            frame.text_centre("Let go of the buttons.", 0, 28, WIDTH)
        else:
            widgets.title(frame, "Press this button", f"{asked + 1}/{count}")
            name = KEYS[asked].upper()
            frame.big(name, (WIDTH - frame.big_width(name)) // 2, 14)
            frame.text_centre(f"at GP{self.trial.pins[asked]}", 0, 31, WIDTH)
            frame.text_centre(self._contacts.hint or f"{self._left} s", 0, 43, WIDTH)
        widgets.bottom(frame, "BACK held: leave")

    def light(self, pixels):
        asked = self._contacts.asked
        if asked < len(KEYS):
            rows = _GLYPHS[asked]
            for y in range(len(rows)):
                for x in range(8):
                    if rows[y] << x & 0x80:
                        pixels.set(x, y, _WHITE)
        for key in range(min(asked, len(KEYS))):
            well = self._contacts.came[key] == self.trial.pins[key]
            pixels.set(1 + key, 7, _GREEN if well else _RED)
