"""Fingers on the six keys, moved by a terminal, which says that a key went down and no more."""

from firmware.buttons import KEYS

TAP_MS = 40  # a tapped key stays down this long
GAP_MS = 25  # then nothing moves for so long: the device has to see the key come up
MOST_WAITING = 16
# The same key again within this time is no second press but the terminal's auto-repeat. Several
# keys closer together than _BURST_MS come from a paste or after a stall: each was meant.
REPEATED_MS = 130
_BURST_MS = 20
_LONG_AGO = -(10**9)


class Fingers:
    """Which keys are down when. Keys are numbers as in firmware.buttons, times are ms.

    Taps wait their turn, at most MOST_WAITING. While the terminal repeats a key, the next tap is
    taken only when none waits, so that nothing runs on after it is let go.
    """

    def __init__(self):
        self.wanted = 0  # bit mask of the keys held, those included whose turn is yet to come
        self._held = 0
        self._tapped = 0
        self._still_until = _LONG_AGO
        self._waiting = []  # (method, key)
        self._tap_came = [_LONG_AGO] * len(KEYS)
        self._hold_came = [_LONG_AGO] * len(KEYS)
        self._let_go_at = [None] * len(KEYS)

    def tap(self, key, now):
        """Press `key` and let go; a held key is only let go."""
        since = now - self._tap_came[key]
        self._tap_came[key] = now
        if self.wanted >> key & 1:
            self._let_go(key)
        elif not self._waiting or not _BURST_MS <= since < REPEATED_MS:
            self._wait(self._tap, key)

    def toggle(self, key, now):
        """Hold `key` down, or let it go when it is held.

        Letting go waits until it is sure that the terminal is not just repeating the key: a person
        who keeps Shift+key down wants it held.
        """
        since = now - self._hold_came[key]
        self._hold_came[key] = now
        if since < REPEATED_MS:
            self._let_go_at[key] = None
        elif self.wanted >> key & 1:
            self._let_go_at[key] = now + REPEATED_MS
        elif self._wait(self._hold, key):
            self.wanted |= 1 << key

    def mask(self, now, device_ms=None, ready=True):
        """The keys that are down at `now`, as a bit mask. To be asked every few milliseconds.

        device_ms: the time of the device, where that is not the keyboard's: it says how long taps
        and pauses take. ready: whether a movement that waits may begin.
        """
        at = now if device_ms is None else device_ms
        for key in range(len(KEYS)):
            if self._let_go_at[key] is not None and now >= self._let_go_at[key]:
                self._let_go(key)
        if at >= self._still_until:
            if self._tapped:
                self._tapped = 0
                self._still_until = at + GAP_MS
            elif self._waiting and ready:
                act, key = self._waiting.pop(0)
                act(key, at)
        return self._held | self._tapped

    def _wait(self, act, key):
        if len(self._waiting) >= MOST_WAITING:
            return False
        self._waiting.append((act, key))
        return True

    def _let_go(self, key):
        # Past the limit: a key that could not be let go would be worse than a long queue.
        self._waiting.append((self._raise, key))
        self.wanted &= ~(1 << key)
        self._let_go_at[key] = None

    def _tap(self, key, now):
        self._tapped = 1 << key
        self._still_until = now + TAP_MS

    def _hold(self, key, now):
        self._held |= 1 << key
        self._still_until = now + GAP_MS

    def _raise(self, key, now):
        self._held &= ~(1 << key)
        self._still_until = now + GAP_MS
