"""A seeded storm over every game: nothing escapes, nothing comes from nowhere, nothing piles up."""

from pathlib import Path

import pytest

from firmware.screens.screen import Screen
from host_tools.device import Board, Device
from host_tools.vm import unix_micropython
from shared_engine import catalogue
from tests.fuzz.chance import Chance
from tests.fuzz.conserved import OF
from tests.fuzz.storm import Storm

SCRIPT = Path(__file__).parent / "memory_script.py"
GAMES = [name for name, _ in catalogue.GAMES]
SEEDS = range(8)  # of the long run, so that it can share the cores


def test_every_game_says_what_it_conserves():
    assert sorted(OF) == sorted(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_5000_events(game):
    storm = Storm(game, 1)
    storm.blow(5000)
    storm.calm()
    # A storm in which nothing happened would show nothing.
    assert min(storm.faults.values()) > 10
    assert len(storm.faults) == 17


@pytest.mark.soak
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_200000_events(game, seed):
    storm = Storm(game, 100 + seed)
    for _ in range(5):
        storm.blow(200_000 // len(SEEDS) // 5)
        storm.calm()
    print(f"{game}, seed {100 + seed}: {storm.events} events, {storm.faults}")


def _heaps(game, events):
    # Room for the storm itself, its records and the storage, all of which share this heap.
    out = unix_micropython(SCRIPT, game, events, heapsize="800k", timeout=60 + events // 50)
    return [tuple(map(int, line.split())) for line in out.decode().splitlines()]


def _assert_level(heaps):
    """The heap does not grow.

    A collector that guesses keeps some more now and then, and a game's module may be there or not:
    the middle figure of each half counts.
    """
    half = len(heaps) // 2
    assert half == 5
    early = sorted([heap for _, heap in heaps[:half]])
    late = sorted([heap for _, heap in heaps[half:]])
    assert late[half // 2] <= early[half // 2] + 8192, heaps


@pytest.mark.tier2
@pytest.mark.parametrize("game", GAMES)
def test_memory_does_not_grow_over_5000_events(game):
    _assert_level(_heaps(game, 5000))


@pytest.mark.soak
@pytest.mark.tier2
@pytest.mark.parametrize("game", GAMES)
def test_memory_does_not_grow_over_40000_events(game):
    heaps = _heaps(game, 40_000)
    _assert_level(heaps)
    print(f"{game}: bytes in use after so many events: {heaps}")


# --- contacts that bounce, and presses that come fast ---


class Contacts(Board):
    """A Board whose keys follow `flips`, a sorted list of (ms, key), whatever the device does."""

    @property
    def down(self):
        while self.flipped < len(self.flips) and self.flips[self.flipped][0] <= self.clock.ms:
            self.level ^= 1 << self.flips[self.flipped][1]
            self.flipped += 1
        return self.level

    @down.setter
    def down(self, keys):
        self.level = keys
        self.flips = []
        self.flipped = 0


DRAWING_MS = 10  # on the Pico


class Counter(Screen):
    """Counts presses; every one of them changes all of the picture and all of the lights."""

    def __init__(self, app):
        super().__init__(app)
        self.pressed = []

    def press(self, key):
        self.pressed.append(key)

    def draw(self, frame):
        self.app.clock.sleep_ms(DRAWING_MS)
        frame.fill(0, 0, 128, 64, len(self.pressed) & 1)

    def light(self, pixels):
        for at in range(64):
            pixels.set(at % 8, at // 8, 0xFFFFFF if len(self.pressed) & 1 else 0)


def pressed_by(flips):
    """The keys that a screen on a whole device saw pressed, after these flips of contacts."""
    device = Device()
    device.board.__class__ = Contacts
    device.board.down = 0
    counter = Counter(device.app)
    device.app.push(counter)
    device.wait(100)
    start = device.board.clock.ms
    device.board.flips = [(start + at, key) for at, key in sorted(flips)]
    device.wait(max(flips)[0] + 200)
    assert device.board.logged == []
    assert device.shown == device.app.frame.buffer
    return counter.pressed


def chatter(chance, at, longest):
    """When a contact flips that changes at `at` and bounces for up to `longest` ms."""
    times = sorted([at + chance.below(longest + 1) for _ in range(2 * chance.below(6))])
    return [at, *times]


@pytest.mark.parametrize("seed", range(20))
def test_bounces_of_20_ms_give_one_press_each(seed):
    chance = Chance(seed)
    flips, keys = [], []
    for number in range(40):
        key = chance.below(6)
        keys.append(key)
        for at in (number * 100, number * 100 + 50):
            flips += [(when, key) for when in chatter(chance, at, 20)]
    assert pressed_by(flips) == keys


@pytest.mark.parametrize("seed", range(20))
def test_of_20_presses_a_second_none_is_lost_while_pages_are_sent(seed):
    chance = Chance(seed)
    flips, keys = [], []
    for number in range(200):
        key = chance.below(6)
        keys.append(key)
        for at in (number * 50, number * 50 + 20 + chance.below(10)):
            flips += [(when, key) for when in chatter(chance, at, 4)]
    assert pressed_by(flips) == keys


@pytest.mark.parametrize("seed", range(20))
def test_nor_is_the_second_of_two_fingers_that_tap_while_the_first_picture_is_on_its_way(seed):
    chance = Chance(seed)
    flips, keys = [], []
    for number in range(100):
        first = chance.below(6)
        second = (first + 1 + chance.below(5)) % 6
        keys += [first, second]
        start = number * 100
        for key, at in ((first, start), (second, start + 15 + chance.below(10))):
            for edge in (at, at + 12 + chance.below(4)):
                flips += [(when, key) for when in chatter(chance, edge, 3)]
    assert pressed_by(flips) == keys
