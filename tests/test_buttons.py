"""Contacts that bounce, fingers that hurry, and a clock that wraps."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.buttons import (
    BACK,
    DOWN,
    HOLD,
    KEYS,
    LEFT,
    OK,
    PRESS,
    RELEASE,
    REPEAT,
    RIGHT,
    RING_SIZE,
    UP,
    Buttons,
)
from firmware.kit import BUTTON_PINS, CONFIRM_MS, HOLD_MS, IGNORE_MS, POLL_MS, REPEAT_MS

WRAP = 1 << 30
KIND_NAMES = ("press", "release", "hold", "repeat")


class Finger:
    """A contact per key whose level flips at given times, and a clock that may wrap."""

    def __init__(self, flips=(), start=0):
        """`flips`: (ms from the start, key); `start`: ticks_ms at 0."""
        self.flips = sorted(flips)
        self.flipped = 0
        self.level = 0
        self.start = start
        self.ms = 0
        self.events = []
        self.waits = set()
        self.buttons = Buttons(self.mask)

    def mask(self):
        while self.flipped < len(self.flips) and self.flips[self.flipped][0] <= self.ms:
            self.level ^= 1 << self.flips[self.flipped][1]
            self.flipped += 1
        return self.level

    def poll(self):
        wait = self.buttons.poll((self.start + self.ms) % WRAP)
        self.waits.add(wait)
        return wait

    def take(self):
        while (event := self.buttons.next()) >= 0:
            self.events.append((self.ms, KIND_NAMES[event >> 3], KEYS[event & 7]))

    def run(self, until, gaps=None):
        """Poll up to `until` ms as told by poll(), or after each of `gaps` (cycled)."""
        turn = 0
        while self.ms < until:
            wait = self.poll()
            self.take()
            if gaps:
                wait = min(wait, gaps[turn % len(gaps)])
                turn += 1
            self.ms += wait
        return [(kind, key) for _, kind, key in self.events]


def tap(key, down, up):
    return [(down, key), (up, key)]


def test_events_are_small_integers_and_keys_are_wired_in_order():
    assert (UP, DOWN, LEFT, RIGHT, OK, BACK) == (0, 1, 2, 3, 4, 5)
    assert KEYS == ("up", "down", "left", "right", "ok", "back")
    assert (PRESS, RELEASE, HOLD, REPEAT) == (0, 1, 2, 3)
    assert len(BUTTON_PINS) == len(KEYS) == len(set(BUTTON_PINS))
    finger = Finger(tap(LEFT, 10, 100))
    while finger.ms < 200:
        finger.ms += finger.poll()
    assert finger.buttons.next() == PRESS * 8 + LEFT
    assert finger.buttons.next() == RELEASE * 8 + LEFT
    assert finger.buttons.next() == -1


# Name, times at which the contact flips, polls every so many ms at most, expected events.
BOUNCE = (
    ("clean", [10, 90], 5, ["press", "release"]),
    ("chatter on the press", [10, 11, 12, 14, 17, 19, 25, 26, 29, 90], 5, ["press", "release"]),
    ("chatter on the release", [10, 90, 91, 93, 96, 97, 104, 109], 5, ["press", "release"]),
    ("opens just after being believed", [10, 13, 22, 90], 5, ["press", "release"]),
    ("a tap of 8 ms", [10, 18], 5, ["press", "release"]),
    ("a tap of 8 ms that bounces on", [10, 18, 20, 21, 24, 27], 5, ["press", "release"]),
    ("a tap of 6 ms, seen in time", [10, 16], 5, ["press", "release"]),
    ("two taps, the second after 25 ms", [10, 40, 65, 100], 5, ["press", "release"] * 2),
    ("a spike between two looks", [10, 11], 1, []),
    ("spikes at every fourth look", [11, 12, 15, 16, 19, 20, 23, 24], 1, []),
    ("a spike of release while held", [10, 60, 61, 120], 1, ["press", "release"]),
    ("still down", [10], 5, ["press"]),
    ("never pressed", [], 5, []),
)


@pytest.mark.parametrize("case", BOUNCE, ids=[case[0] for case in BOUNCE])
@pytest.mark.parametrize("start", [0, WRAP - 40, WRAP - 1])
def test_bounce(case, start):
    _, flips, gap, expected = case
    for shift in range(gap):
        finger = Finger([(at + shift, DOWN) for at in flips], start)
        seen = finger.run(300, gaps=[gap])
        assert seen == [(kind, "down") for kind in expected], shift


def test_a_change_waits_for_a_second_look():
    finger = Finger(tap(OK, 10, 90))
    finger.ms = 10
    assert finger.poll() == CONFIRM_MS
    assert finger.poll() == CONFIRM_MS  # the same millisecond is no second look
    finger.take()
    assert finger.events == []
    assert not finger.buttons.held(OK)
    finger.ms = 11
    assert finger.poll() == POLL_MS
    finger.take()
    assert finger.events == [(11, "press", "ok")]
    assert finger.buttons.held(OK)


def test_keys_that_change_together_are_each_looked_at_twice():
    finger = Finger([(10, OK), (11, BACK), (11, UP), (12, UP)])
    finger.run(30, gaps=[1])
    assert finger.events == [(11, "press", "ok"), (12, "press", "back")]


def test_a_key_is_left_alone_for_the_ignore_time():
    finger = Finger([(10, OK), (12, OK)])
    finger.run(10 + 1 + IGNORE_MS, gaps=[1])
    assert finger.events == [(11, "press", "ok")]
    assert finger.buttons.held(OK)
    finger.run(60, gaps=[1])
    assert finger.events[1:] == [(11 + IGNORE_MS + CONFIRM_MS, "release", "ok")]


@st.composite
def chatter(draw, begins):
    """Flips that start with `begins`, end within 20 ms and leave the contact changed."""
    later = draw(st.lists(st.integers(begins, begins + IGNORE_MS), max_size=12))
    if len(later) % 2:
        later.append(begins + draw(st.integers(0, IGNORE_MS)))
    return [begins, *later]


@settings(max_examples=400)
@given(st.data())
def test_any_bounce_gives_one_press_and_one_release(data):
    start = data.draw(st.sampled_from([0, 12345, WRAP - 60, WRAP - 1]))
    gaps = data.draw(st.lists(st.integers(1, POLL_MS), min_size=1, max_size=7))
    flips = []
    expected = []
    for key in data.draw(st.permutations(range(6)))[:3]:
        at = data.draw(st.integers(1, 40))
        for _ in range(data.draw(st.integers(1, 3))):
            # Closed for 8 ms or longer after the bounce, open for 30 ms or longer.
            flips += [(ms, key) for ms in data.draw(chatter(at))]
            at += IGNORE_MS + data.draw(st.integers(8, 60))
            flips += [(ms, key) for ms in data.draw(chatter(at))]
            at += IGNORE_MS + data.draw(st.integers(30, 90))
            expected += [(KEYS[key], "press"), (KEYS[key], "release")]
    finger = Finger(flips, start)
    finger.run(1000, gaps)
    by_key = [(key, kind) for _, kind, key in finger.events]
    for name in KEYS:
        assert [item for item in by_key if item[0] == name] == [
            item for item in expected if item[0] == name
        ]


@settings(max_examples=100)
@given(
    st.lists(st.integers(1, POLL_MS), min_size=1, max_size=9),
    st.integers(8, 30),
    st.integers(0, 49),
)
def test_twenty_presses_a_second_lose_none(gaps, closed, phase):
    flips = []
    for number in range(40):
        flips += tap(number % 6, 50 * number + phase + 1, 50 * number + phase + 1 + closed)
    finger = Finger(flips)
    finger.run(2200, gaps)
    pressed = [key for _, kind, key in finger.events if kind == "press"]
    assert pressed == [KEYS[number % 6] for number in range(40)]
    assert len(finger.events) == 80


def test_twenty_presses_a_second_on_one_key():
    flips = []
    for number in range(40):
        flips += tap(OK, 50 * number + 1, 50 * number + 26)
    assert Finger(flips).run(2200, [5]) == [("press", "ok"), ("release", "ok")] * 40


@pytest.mark.parametrize("start", [0, WRAP - 700])
def test_an_arrow_is_held_and_repeats(start):
    finger = Finger(tap(RIGHT, 10, 1000), start)
    finger.run(1200, gaps=[1])
    assert [(ms, kind) for ms, kind, _ in finger.events] == [
        (11, "press"),
        (11 + HOLD_MS, "hold"),
        (11 + HOLD_MS, "repeat"),
        (11 + HOLD_MS + REPEAT_MS, "repeat"),
        (11 + HOLD_MS + 2 * REPEAT_MS, "repeat"),
        (11 + HOLD_MS + 3 * REPEAT_MS, "repeat"),
        (1001, "release"),
    ]


@pytest.mark.parametrize("key", [OK, BACK])
def test_ok_and_back_are_held_once(key):
    seen = Finger(tap(key, 10, 3000)).run(3200)
    assert [kind for kind, _ in seen] == ["press", "hold", "release"]


def test_holding_starts_anew_with_every_press():
    seen = Finger(tap(UP, 10, 500) + tap(UP, 600, 1150)).run(1300)
    assert [kind for kind, _ in seen] == ["press", "release"] * 2
    seen = Finger(tap(UP, 10, 650) + tap(UP, 700, 1250)).run(1400)
    assert [kind for kind, _ in seen] == ["press", "hold", "repeat", "release", "press", "release"]


def test_the_release_ends_the_repeats_at_once():
    # The release is seen in the very look in which a repeat would be due.
    finger = Finger(tap(UP, 10, 11 + HOLD_MS + REPEAT_MS))
    seen = finger.run(1000, gaps=[1])
    assert [kind for kind, _ in seen] == ["press", "hold", "repeat", "release"]


def test_repeats_do_not_burst_after_a_stall():
    finger = Finger([(10, DOWN)])
    finger.run(700, gaps=[1])
    finger.events.clear()
    finger.ms = 1400
    finger.run(1400 + REPEAT_MS + 2, gaps=[1])
    assert [(ms, kind) for ms, kind, _ in finger.events] == [
        (1400, "repeat"),
        (1400 + REPEAT_MS, "repeat"),
    ]


def test_a_clock_that_steps_back_invents_nothing():
    finger = Finger([(1010, DOWN)])
    finger.run(1200)
    finger.ms = 900
    finger.poll()
    finger.take()
    assert [kind for _, kind, _ in finger.events] == ["press"]


def test_a_key_held_at_power_on_is_told_but_gives_no_event():
    finger = Finger([(-5, BACK), (700, BACK), (703, BACK), (705, BACK), *tap(BACK, 800, 900)])
    assert finger.buttons.held(BACK)
    assert not finger.buttons.held(OK)
    finger.run(600)
    assert finger.buttons.held(BACK)
    finger.run(780)
    assert not finger.buttons.held(BACK)
    assert finger.events == []
    assert finger.run(1000) == [("press", "back"), ("release", "back")]


def test_all_six_at_once():
    flips = []
    for key in range(6):
        flips += tap(key, 10, 100)
    finger = Finger(flips)
    finger.run(50)
    assert all(finger.buttons.held(key) for key in range(6))
    assert finger.run(200) == [
        *[("press", name) for name in KEYS],
        *[("release", name) for name in KEYS],
    ]


def test_bits_beyond_the_six_keys_are_ignored():
    buttons = Buttons(lambda: 0b11000000)
    for now in range(0, 100, 5):
        assert buttons.poll(now) == POLL_MS
    assert buttons.next() == -1


def drained(buttons):
    seen = []
    while (event := buttons.next()) >= 0:
        seen.append((KIND_NAMES[event >> 3], KEYS[event & 7]))
    return seen


def run_untaken(finger, until):
    while finger.ms < until:
        finger.ms += finger.poll()


def test_a_full_ring_leaves_out_whole_presses_and_counts_them():
    flips = []
    for number in range(11):
        flips += tap(number % 6, 10 + 50 * number, 40 + 50 * number)
    finger = Finger(flips)
    run_untaken(finger, 700)
    kept = []
    for number in range(RING_SIZE // 2):
        kept += [("press", KEYS[number % 6]), ("release", KEYS[number % 6])]
    assert drained(finger.buttons) == kept
    assert finger.buttons.lost == 3
    finger.flips += tap(OK, 710, 750)
    run_untaken(finger, 800)
    assert drained(finger.buttons) == [("press", "ok"), ("release", "ok")]
    assert finger.buttons.lost == 3


def test_a_press_pushes_out_repeats_and_then_the_hold():
    # LEFT repeats until the ring is full up to the place of its own release.
    finger = Finger([(10, LEFT)])
    run_untaken(finger, 4000)
    # The first seven taps replace the 13 repeats and, in the end, the hold.
    for number in range(8):
        finger.flips += tap(OK, 4000 + 50 * number, 4025 + 50 * number)
    run_untaken(finger, 4600)
    assert finger.buttons.lost == 1
    assert drained(finger.buttons) == [("press", "left"), *[("press", "ok"), ("release", "ok")] * 7]
    finger.flips.append((4610, LEFT))
    run_untaken(finger, 4700)
    assert drained(finger.buttons)[-1] == ("release", "left")


def test_the_hold_stays_while_repeats_can_make_room():
    finger = Finger([(10, LEFT)])
    run_untaken(finger, 4000)
    finger.flips += tap(OK, 4010, 4040)
    run_untaken(finger, 4100)
    seen = drained(finger.buttons)
    assert seen[:3] == [("press", "left"), ("hold", "left"), ("repeat", "left")]
    assert seen[-2:] == [("press", "ok"), ("release", "ok")]
    assert finger.buttons.lost == 0


def test_a_hold_waits_for_room():
    flips = [(5, BACK)]
    for number in range(7):
        flips += tap(OK, 100 + 50 * number, 125 + 50 * number)
    finger = Finger(flips)
    run_untaken(finger, 1000)
    assert drained(finger.buttons) == [("press", "back"), *[("press", "ok"), ("release", "ok")] * 7]
    run_untaken(finger, 1010)
    assert drained(finger.buttons) == [("hold", "back")]
    assert finger.buttons.lost == 0


@settings(max_examples=200)
@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(1, 40), st.integers(8, 700)), max_size=30),
    st.lists(st.integers(0, 3), min_size=1, max_size=10),
)
def test_whatever_happens_presses_and_releases_stay_paired(presses, takes):
    flips = []
    at = 1
    free_from = [0] * 6
    for key, later, closed in presses:
        at = max(at + later, free_from[key])
        flips += tap(key, at, at + closed)
        free_from[key] = at + closed + 50
    finger = Finger(flips)
    end = max(free_from) + 100
    seen = []
    turn = 0
    while finger.ms < end:
        finger.ms += finger.poll()
        turn += 1
        # The app takes few events, and rarely.
        for _ in range(takes[turn % len(takes)] if turn % 40 == 0 else 0):
            event = finger.buttons.next()
            if event >= 0:
                seen.append((KIND_NAMES[event >> 3], KEYS[event & 7]))
    seen += drained(finger.buttons)
    assert sum(kind == "press" for kind, _ in seen) + finger.buttons.lost == len(presses)
    for name in KEYS:
        down = False
        for kind, key in seen:
            if key != name:
                continue
            assert down == (kind != "press")
            down = kind != "release"
        assert not down
