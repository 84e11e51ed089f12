"""Colours on the wire, compared with Adafruit's own class and with the current a panel may draw."""

import itertools
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware import kit
from firmware.picture.pixels import CHANNEL_MA, COUNT, IDLE_MA, Pixels

NO_LIMIT = 64 * 61
ORDERS = ["".join(order) for order in itertools.permutations("RGB")]
frames = st.lists(st.integers(0, 0xFFFFFF), min_size=64, max_size=64)
sparse = st.dictionaries(st.integers(0, 63), st.integers(0, 0xFFFFFF), max_size=10)


def plain(**changes):
    """Pixels on a panel without serpentine or rotation, undimmed and unlimited, RGB."""
    values = {
        "brightness": 255,
        "limit_ma": NO_LIMIT,
        "order": "RGB",
        "serpentine": False,
        "rotation": 0,
    }
    return Pixels(**{**values, **changes})


def paint(pixels, colours):
    for at, colour in enumerate(colours):
        pixels.set(at % 8, at // 8, colour)


def estimate_ma(wire):
    """The true sum, in mA: exact, as a fraction of 255."""
    return (COUNT * IDLE_MA * 255 + sum(wire) * CHANNEL_MA) / 255


@pytest.fixture(scope="module")
def adafruit():
    """Adafruit's class on a pin that keeps the bytes instead of sending them."""
    saved = os.environ.get("BLINKA_OS_AGNOSTIC")
    os.environ["BLINKA_OS_AGNOSTIC"] = "1"
    try:
        import board
        import neopixel
    finally:
        if saved is None:
            del os.environ["BLINKA_OS_AGNOSTIC"]
        else:
            os.environ["BLINKA_OS_AGNOSTIC"] = saved

    class Captured(neopixel.NeoPixel):
        def _transmit(self, buffer):
            self.sent = bytes(buffer)

    def wire(colours, brightness, order):
        strip = Captured(
            board.NEOPIXEL,
            64,
            brightness=brightness / 256,
            auto_write=False,
            pixel_order=order,
        )
        for at, colour in enumerate(colours):
            strip[at] = colour
        strip.show()
        sent = strip.sent
        strip.pin.deinit()
        return sent

    return wire


@settings(max_examples=120)
@given(colours=frames, level=st.integers(0, 255), order=st.sampled_from(ORDERS))
def test_the_wire_equals_adafruits(adafruit, colours, level, order):
    pixels = plain(brightness=level, order=order)
    paint(pixels, colours)
    pixels.update()
    assert bytes(pixels.wire) == adafruit(colours, level, order)


def test_every_level_of_every_brightness_equals_adafruits(adafruit):
    for level in range(256):
        pixels = plain(brightness=level)
        colours = [(3 * at) << 16 | (3 * at + 1) << 8 | (3 * at + 2) for at in range(64)]
        paint(pixels, colours)
        pixels.update()
        assert bytes(pixels.wire) == adafruit(colours, level, "RGB"), level


def test_colours_are_full_range_and_row_major():
    pixels = plain(brightness=3)
    pixels.set(7, 2, 0x123456)
    assert len(pixels.colours) == len(pixels.wire) == 192
    at = 3 * (7 + 8 * 2)
    assert bytes(pixels.colours[at : at + 3]) == bytes((0x12, 0x34, 0x56))
    assert sum(pixels.colours) == 0x12 + 0x34 + 0x56
    pixels.clear()
    assert pixels.colours == bytearray(192)


@pytest.mark.parametrize("place", [(-1, 0), (8, 0), (0, -1), (0, 8), (-8, 1), (100, 100)])
def test_pixels_outside_are_ignored(place):
    pixels = plain()
    pixels.set(*place, 0xFFFFFF)
    assert pixels.colours == bytearray(192)


# Where (x, y) comes out on the panel, as (column, row): written out for the eye to check.
ROTATIONS = (
    (0, {(0, 0): (0, 0), (7, 0): (7, 0), (2, 1): (2, 1)}),
    (90, {(0, 0): (7, 0), (7, 0): (7, 7), (2, 1): (6, 2)}),
    (180, {(0, 0): (7, 7), (7, 0): (0, 7), (2, 1): (5, 6)}),
    (270, {(0, 0): (0, 7), (7, 0): (0, 0), (2, 1): (1, 5)}),
)


@pytest.mark.parametrize("rotation, places", ROTATIONS)
@pytest.mark.parametrize("serpentine", [False, True])
def test_rotation_and_serpentine(rotation, places, serpentine):
    for (x, y), (column, row) in places.items():
        pixels = plain(rotation=rotation, serpentine=serpentine)
        pixels.set(x, y, 0xFFFFFF)
        pixels.update()
        if serpentine and row % 2 == 1:
            column = 7 - column
        lit = [at for at in range(64) if any(pixels.wire[3 * at : 3 * at + 3])]
        assert lit == [column + 8 * row]


def test_a_new_arrangement_sends_everything_again():
    pixels = plain()
    paint(pixels, range(1000, 64000, 1000))
    pixels.update()
    pixels.arrange("BRG", True, 270)
    assert pixels.update()
    fresh = plain(order="BRG", serpentine=True, rotation=270)
    paint(fresh, range(1000, 64000, 1000))
    fresh.update()
    assert pixels.wire == fresh.wire


@settings(max_examples=200)
@given(
    changes=st.lists(
        st.one_of(
            sparse,
            st.integers(0, 255),
            st.tuples(st.sampled_from(ORDERS), st.booleans(), st.sampled_from([0, 90, 180, 270])),
        ),
        max_size=8,
    ),
    limit=st.sampled_from([64, 65, 90, 120, 400, 1000, NO_LIMIT]),
)
def test_updates_step_by_step_equal_one_update(changes, limit):
    pixels = plain(limit_ma=limit)
    setting = ("RGB", False, 0)
    sent = bytes(192)
    for change in changes:
        if isinstance(change, dict):
            for at, colour in change.items():
                pixels.set(at % 8, at // 8, colour)
        elif isinstance(change, int):
            pixels.brightness = change
        else:
            setting = change
            pixels.arrange(*change)
        changed = pixels.update()
        assert changed == (bytes(pixels.wire) != sent)
        assert estimate_ma(pixels.wire) <= limit
        sent = bytes(pixels.wire)
        fresh = Pixels(pixels.brightness, limit, *setting)
        fresh.colours[:] = pixels.colours
        fresh.update()
        assert pixels.wire == fresh.wire
        assert pixels.update() is False


@settings(max_examples=100)
@given(colours=frames, level=st.integers(1, 255), limit=st.integers(64, 4000))
def test_the_limit_is_kept_and_used(colours, level, limit):
    free = plain(brightness=level)
    paint(free, colours)
    free.update()
    pixels = plain(brightness=level, limit_ma=limit)
    paint(pixels, colours)
    pixels.update()
    assert estimate_ma(pixels.wire) <= limit
    assert estimate_ma(pixels.wire) <= pixels.milliamps() < estimate_ma(pixels.wire) + 1
    if estimate_ma(free.wire) <= limit:
        assert pixels.wire == free.wire
    else:
        # All channels go down by one scale: nothing is brightened, equals stay equal.
        scaled = dict(zip(free.wire, pixels.wire, strict=True))
        assert all(scaled[a] == b for a, b in zip(free.wire, pixels.wire, strict=True))
        levels = sorted(scaled)
        assert all(scaled[a] <= scaled[b] for a, b in itertools.pairwise(levels))
        # Rounding takes less than 1 of each of the 192 channels, and 1/4096 of the scale.
        lost = 192 * (1 + 255 / 4096) * CHANNEL_MA / 255
        assert estimate_ma(pixels.wire) > limit - lost - 1


def test_brightness_recovers_when_the_load_goes():
    pixels = plain(limit_ma=400)
    pixels.set(0, 0, 0xFF8001)
    pixels.update()
    alone = bytes(pixels.wire[:3])
    assert alone == bytes((254, 127, 0))
    for at in range(1, 64):
        pixels.set(at % 8, at // 8, 0xFFFFFF)
    pixels.update()
    assert pixels.wire[0] < 40
    assert pixels.milliamps() <= 400
    pixels.clear()
    pixels.set(0, 0, 0xFF8001)
    pixels.update()
    assert bytes(pixels.wire[:3]) == alone
    assert sum(pixels.wire) == sum(alone)


def test_blinking_for_long_does_not_count_as_load():
    pixels = plain(limit_ma=400)
    for _ in range(50):
        pixels.set(3, 3, 0xFFFFFF)
        assert pixels.update()
        assert max(pixels.wire) == 254
        pixels.set(3, 3, 0)
        assert pixels.update()


def test_the_kit_is_dim_and_within_usb_power():
    pixels = Pixels()
    paint(pixels, [0xFFFFFF] * 64)
    pixels.update()
    assert pixels.brightness == kit.MATRIX_BRIGHTNESS <= 64
    assert pixels.milliamps() <= kit.MATRIX_LIMIT_MA <= 400


def test_only_changed_pixels_are_encoded():
    pixels = plain()
    paint(pixels, range(64))
    pixels.update()
    # A byte put on the wire from outside stays where no pixel changed.
    pixels.wire[3 * 5] = 77
    pixels.wire[3 * 50] = 78
    pixels.set(6, 0, 0xABCDEF)
    pixels.set(4, 0, 0xABCDEF)
    assert pixels.update()
    assert pixels.wire[3 * 5] == 77
    assert pixels.wire[3 * 50] == 78
    pixels.brightness = 254
    assert pixels.update()
    assert pixels.wire[3 * 5] == 0


def test_a_change_that_dims_to_the_same_byte_is_no_change():
    pixels = plain(brightness=16)
    pixels.set(1, 1, 0x404040)
    assert pixels.update()
    pixels.set(1, 1, 0x4F4F4F)
    assert not pixels.update()
    pixels.set(1, 1, 0x50404F)
    assert pixels.update()


def test_a_dark_start_is_no_change():
    assert not plain().update()


@pytest.mark.parametrize(
    "bad, named",
    [
        ({"brightness": -1}, "0 to 255"),
        ({"brightness": 256}, "0 to 255"),
        ({"limit_ma": 63}, "at least 64"),
        ({"order": "RGBW"}, "permutation of RGB"),
        ({"order": "RRB"}, "permutation of RGB"),
        ({"order": "grb"}, "permutation of RGB"),
        ({"order": ""}, "permutation of RGB"),
        ({"rotation": 45}, "0, 90, 180 or 270"),
        ({"rotation": 360}, "0, 90, 180 or 270"),
        ({"rotation": -90}, "0, 90, 180 or 270"),
    ],
)
def test_bad_values_say_what_is_allowed(bad, named):
    with pytest.raises(ValueError, match=named):
        plain(**bad)


def test_a_bad_brightness_changes_nothing():
    pixels = plain(brightness=100)
    with pytest.raises(ValueError):
        pixels.brightness = 300
    assert pixels.brightness == 100
