"""Judges the buttons by the GPIOs that go low while one after the other is asked for."""

from firmware.buttons import KEYS

BOUNCE_MS = 120  # no finger presses the same button twice within this time


class Contacts:
    """Which GPIO each button pulls low.

    pins: the GPIO each key should have, in the order of buttons.KEYS. stuck: the bit mask of the
    keys that are down all the time; they are not asked for.

    asked  the key that is asked for, or len(KEYS) when all have been
    came   per key the GPIO that answered, or None
    hint   why an answer did not count, or ""
    """

    def __init__(self, pins, stuck):
        self.came: list = [None] * len(KEYS)
        self.stuck = stuck
        self.asked = -1
        self.hint = ""
        self._pins = pins
        self._wrong = -1  # the GPIO that answered in place of the asked one
        self._joined = [0] * len(KEYS)  # per key those that went down with it
        self._bounced = 0
        self._next()

    def answer(self, pin, others, ago):
        """GPIO `pin` went low; True if that settles the asked key.

        others: the bit mask of the keys that are down beside it. ago: ms since the last key was
        settled. Another GPIO than the wanted one counts when it comes a second time: the first
        time may be a finger on the wrong button.
        """
        if self.asked >= len(KEYS):
            return False
        key = self._key_at(pin)
        if key is not None and self.came[key] == pin and ago < BOUNCE_MS:
            self._bounced |= 1 << key
            return False
        if others:
            self._note_joined(key, others)
            self.hint = "One at a time!"
            return False
        if pin != self._pins[self.asked] and pin != self._wrong:
            self._wrong = pin
            self.hint = "That was " + (f"GP{pin}" if key is None else KEYS[key].upper())
            return False
        self.came[self.asked] = pin
        self._next()
        return True

    def give_up(self):
        """The asked key does not answer: on to the next."""
        self._next()

    def stays_down(self, keys):
        """The keys of a bit mask went down and do not come up again."""
        self.stuck |= keys

    @property
    def dead(self):
        """The bit mask of the keys that do not work."""
        keys = self.stuck
        for key in range(len(KEYS)):
            if self.came[key] is None:
                keys |= 1 << key
        return keys

    def meant(self):
        """For every key the one whose button pulls its GPIO."""
        keys = list(range(len(KEYS)))
        for key in range(len(KEYS)):
            reported = self._key_at(self.came[key])
            if reported is not None:
                keys[reported] = key
        return keys

    def faults(self):
        """The sentences for the maker."""
        silent = [key for key in range(len(KEYS)) if self._is_silent(key)]
        if len(silent) == len(KEYS):
            return ["Buttons: none answers. Is their common wire to GND missing?"]
        found = []
        told = 0  # keys that a sentence was about already
        for key in range(len(KEYS)):
            if not told >> key & 1:
                sentence, about = self._fault(key)
                told |= about
                if sentence:
                    found.append(sentence)
        return found

    def _fault(self, key):
        """(the sentence about a key or "", the bit mask of the keys that it is about)."""
        bit = 1 << key
        name = KEYS[key].upper()
        pin = self._pins[key]
        came = self.came[key]
        if self.stuck & bit:
            return (
                f"{name} is down all the time. GP{pin} touches GND, or the button is turned by "
                + "90 degrees.",
                bit,
            )
        if came is None:
            for other in range(len(KEYS)):
                if self._joined[key] >> other & 1:
                    pair = f"GP{pin} and GP{self._pins[other]}"
                    return (
                        f"{name} and {KEYS[other].upper()} go down together. Look for a solder "
                        + f"bridge between {pair}.",
                        bit | 1 << other,
                    )
            return f"{name} is silent. Check its wires: one to GP{pin}, one to GND.", bit
        if came != pin:
            other = self._key_at(came)
            if other is None:
                return (
                    f"{name} is wired to GP{came}, not GP{pin}. Move the wire, or put into "
                    + f"settings.txt: {KEYS[key]} {came}",
                    bit,
                )
            if self.came[other] == pin:
                return (
                    f"{name} and {KEYS[other].upper()} are exchanged. Swap their wires at GP{pin} "
                    + f"and GP{came}.",
                    bit | 1 << other,
                )
            return f"{name} is wired to GP{came}, not GP{pin}. Move the wire.", bit
        if self._bounced & bit:
            return f"{name} bounces: one press counts twice. Change the button.", bit
        return "", bit

    def _is_silent(self, key):
        return self.came[key] is None and not (self.stuck >> key & 1 or self._joined[key])

    def _key_at(self, pin):
        for key in range(len(KEYS)):
            if self._pins[key] == pin:
                return key
        return None

    def _note_joined(self, key, others):
        down = others if key is None else others | 1 << key
        bit = 1 << self.asked
        if down & bit:
            self._joined[self.asked] |= down & ~bit

    def _next(self):
        self.hint = ""
        self._wrong = -1
        self.asked += 1
        while self.asked < len(KEYS) and self.stuck >> self.asked & 1:
            self.asked += 1
