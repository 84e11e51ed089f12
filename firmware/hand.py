"""What fingers never do on purpose: a hand that rests on the keys, a key that stays down.

Three keys or more at once are a hand resting on the device: no press counts until all are up. Two
at once are legal, a secret needs them. A key that stays down for STUCK_MS is taken for stuck: it
does nothing more until it comes up, and does not count as part of a resting hand.

A hand is known when its third key goes down. The keys that went down in an earlier look at the
buttons, 5 ms before or more, have acted by then; BACK takes that back.
"""

from firmware.buttons import KEYS

STUCK_MS = 30_000
_FINGERS = 2  # keys that may be down at once


class Hand:
    """Judges the keys of `buttons` (Buttons), in the time of `clock`.

    resting  True while a hand rests on the device
    stuck    the bit mask of the keys taken for stuck
    """

    def __init__(self, buttons, clock):
        self.resting = False
        self.stuck = 0
        self._buttons = buttons
        self._clock = clock
        # Keys by the presses and releases that were taken; contacts may be ahead of them.
        self._down = 0
        self._since = [clock.ticks_ms()] * len(KEYS)

    def press(self, key):
        """A PRESS of `key` was taken: True if it counts."""
        bit = 1 << key
        self._since[key] = self._clock.ticks_ms()
        self.stuck &= ~bit
        self._down |= bit
        down = (self._down | self._buttons.down) & ~self.stuck
        if not down & ~bit:
            self.resting = False
        elif _count(down) > _FINGERS:
            self.resting = True
        return not self.resting

    def release(self, key):
        """A RELEASE of `key` was taken."""
        self._down &= ~(1 << key)

    def newly_stuck(self, now, in_use):
        """The bit mask of the keys that are to be taken for stuck from now on.

        in_use: the keys that may be held as long as one likes. Allocates nothing.
        """
        down = self._buttons.down
        if not down:
            self.stuck = 0
            return 0
        self.stuck &= down
        found = 0
        down &= ~(self.stuck | in_use)
        for key in range(len(KEYS)):
            if down >> key & 1 and self._clock.ticks_diff(now, self._since[key]) >= STUCK_MS:
                found |= 1 << key
        self.stuck |= found
        return found


def names(keys):
    """The keys of a bit mask in words, `UP and LEFT`."""
    return " and ".join([KEYS[key].upper() for key in range(len(KEYS)) if keys >> key & 1])


def _count(keys):
    count = 0
    while keys:
        keys &= keys - 1
        count += 1
    return count
