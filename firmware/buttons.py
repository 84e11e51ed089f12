"""Six bouncing contacts in, logical button events out.

An event is one small integer, `kind * 8 + key`:

    PRESS    the key went down
    RELEASE  the key came up; every PRESS that was reported gets exactly one
    HOLD     the key has been down for HOLD_MS; once per press
    REPEAT   arrows only: together with HOLD, after it, and then every REPEAT_MS

A change is believed when a second look at least CONFIRM_MS later agrees with the first. After
that the key is left alone for IGNORE_MS. Then the contact is compared again with what is
believed, so a tap shorter than IGNORE_MS still gives PRESS and RELEASE, in this order.
"""

from firmware.kit import CONFIRM_MS, HOLD_MS, IGNORE_MS, POLL_MS, REPEAT_MS

UP = 0
DOWN = 1
LEFT = 2
RIGHT = 3
OK = 4
BACK = 5
KEYS = ("up", "down", "left", "right", "ok", "back")

PRESS = 0
RELEASE = 1
HOLD = 2
REPEAT = 3

RING_SIZE = 16  # events that may wait

ALL_KEYS = 0b111111
_ARROWS = 0b001111
_TICKS_MASK = (1 << 30) - 1  # ticks_ms wraps at 2**30
_TICKS_HALF = 1 << 29
_NEVER = -1


def _elapsed(now, then):
    """Milliseconds from `then` to `now` across the wrap; 0 when `then` lies in the future."""
    # Kept below 2**30 all the way: larger integers would be allocated on the Pico.
    difference = (now - then) & _TICKS_MASK
    return difference if difference < _TICKS_HALF else 0


class Buttons:
    """Debounced keys and the events that wait to be taken.

    `read()` returns the pressed keys as a bit mask, bit k for key k. It is called once here, for
    the keys held at power-on, and once in each `poll`.

    When events are not taken in time: room for the RELEASE of every reported PRESS is set aside,
    so none is ever lost. A PRESS that finds no room pushes out the oldest waiting REPEAT, else
    the oldest HOLD. If only presses and releases wait, the new press is left out whole, with its
    release and repeats, and `lost` counts it; it is never mixed up with another. A HOLD waits
    for room, a REPEAT without room is left out.
    """

    def __init__(self, read):
        self.lost = 0
        self._read = read
        self._level = read() & ALL_KEYS
        # Keys whose present press is not reported: down since power-on, or left out when full.
        self._muted = self._level
        self._pending = 0
        self._pending_since = 0
        self._ignored = 0
        self._timed = 0
        self._repeating = 0
        self._changed_at = [0] * len(KEYS)
        self._timer = [0] * len(KEYS)
        self._ring = bytearray(RING_SIZE)
        self._oldest = 0
        self._count = 0
        self._releases_due = 0
        # When a key stops being ignored, is held or repeats next; until then one look at contacts
        # that agree with `_level` is all there is to do.
        self._due = _NEVER

    @property
    def down(self):
        """The bit mask of the keys for which `held` is True."""
        return self._level

    def held(self, key):
        """True while `key` (0..5) is down, bounces taken out; also for a press not reported."""
        return bool((self._level >> key) & 1)

    def next(self):
        """Take the oldest waiting event, `kind * 8 + key`, or -1 when none waits."""
        if not self._count:
            return -1
        event = self._ring[self._oldest]
        self._oldest = (self._oldest + 1) % RING_SIZE
        self._count -= 1
        return event

    def poll(self, now):
        """Look at the keys once at `now` (ticks_ms); return the milliseconds until the next look.

        That is CONFIRM_MS while a change awaits its second look, else POLL_MS. Called at most
        5 ms apart it loses no press of 6 ms or longer.
        """
        sample = self._read()
        if sample == self._level and not self._pending:
            due = self._due
            if due < 0 or 0 < (due - now) & _TICKS_MASK < _TICKS_HALF:
                return POLL_MS
        if self._ignored:
            self._end_ignoring(now)
        changed = (sample ^ self._level) & ALL_KEYS & ~self._ignored
        pending = self._pending
        if pending or changed:
            if not pending:
                self._pending_since = now
                self._pending = changed
            elif _elapsed(now, self._pending_since) < CONFIRM_MS:
                self._pending = changed
            else:
                self._pending_since = now
                self._pending = changed & ~pending
                self._accept(changed & pending, now)
        if self._timed:
            self._run_timers(now)
        if self._pending:
            return CONFIRM_MS
        self._due = self._next_due(now)
        return POLL_MS

    def _next_due(self, now):
        """When the next ignored key or timer ends (ticks_ms), or _NEVER."""
        busy = self._ignored | self._timed
        if not busy:
            return _NEVER
        soonest = _TICKS_HALF
        for key in range(len(KEYS)):
            if busy >> key & 1:
                left = self._left(key, now)
                if left < soonest:
                    soonest = left
        return (now + soonest) & _TICKS_MASK

    def _left(self, key, now):
        """How long, in ms, `key` is still ignored, or else until its timer ends."""
        bit = 1 << key
        if self._ignored & bit:
            return IGNORE_MS - _elapsed(now, self._changed_at[key])
        period = REPEAT_MS if self._repeating & bit else HOLD_MS
        return period - _elapsed(now, self._timer[key])

    def _end_ignoring(self, now):
        for key in range(len(KEYS)):
            bit = 1 << key
            if self._ignored & bit and _elapsed(now, self._changed_at[key]) >= IGNORE_MS:
                self._ignored &= ~bit

    def _accept(self, keys, now):
        for key in range(len(KEYS)):
            bit = 1 << key
            if not keys & bit:
                continue
            self._level ^= bit
            self._ignored |= bit
            self._changed_at[key] = now
            if self._level & bit:
                self._press(key, now)
            else:
                self._release(key, bit)

    def _press(self, key, now):
        bit = 1 << key
        while not self._has_room(2):
            if not self._push_out(REPEAT) and not self._push_out(HOLD):
                self._muted |= bit
                self.lost += 1
                return
        self._releases_due += 1
        self._put(PRESS, key)
        self._timer[key] = now
        self._timed |= bit
        self._repeating &= ~bit

    def _release(self, key, bit):
        self._timed &= ~bit
        if self._muted & bit:
            self._muted &= ~bit
            return
        self._releases_due -= 1
        self._put(RELEASE, key)

    def _run_timers(self, now):
        # A key whose release awaits its second look must not repeat once more.
        keys = self._timed & ~self._pending
        for key in range(len(KEYS)):
            if keys >> key & 1:
                self._run_timer(key, now)

    def _run_timer(self, key, now):
        bit = 1 << key
        passed = _elapsed(now, self._timer[key])
        if self._repeating & bit:
            if passed >= REPEAT_MS:
                self._repeat(key, REPEAT_MS, now)
        elif passed >= HOLD_MS and self._has_room(1):
            self._put(HOLD, key)
            if bit & _ARROWS:
                self._repeating |= bit
                self._repeat(key, HOLD_MS, now)
            else:
                self._timed &= ~bit

    def _repeat(self, key, period, now):
        if self._has_room(1):
            self._put(REPEAT, key)
        due = (self._timer[key] + period) & _TICKS_MASK
        # After a stall the beat starts anew; the missed repeats do not come in a burst.
        self._timer[key] = now if _elapsed(now, due) >= REPEAT_MS else due

    def _has_room(self, places):
        return self._count + self._releases_due + places <= RING_SIZE

    def _put(self, kind, key):
        self._ring[(self._oldest + self._count) % RING_SIZE] = kind * 8 + key
        self._count += 1

    def _push_out(self, kind):
        """Remove the oldest waiting event of `kind`; False when there is none."""
        ring = self._ring
        for place in range(self._count):
            if ring[(self._oldest + place) % RING_SIZE] >> 3 == kind:
                for later in range(place + 1, self._count):
                    ring[(self._oldest + later - 1) % RING_SIZE] = ring[
                        (self._oldest + later) % RING_SIZE
                    ]
                self._count -= 1
                return True
        return False
