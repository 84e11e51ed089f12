"""Every screen shows the picture that was looked at once and kept.

After a wanted change: `python -m tests.pictures.update --sheets FOLDER`, and look at the sheets.
"""

import pytest
from PIL import Image

from firmware.games import flee_the_scene
from firmware.picture.frame import Frame
from firmware.screens.screen import Screen
from host_tools.device import read_keys
from tests.pictures import stage
from tests.pictures.exact import exact_png, read_exact_png
from tests.pictures.scripts import SCRIPTS
from tests.pictures.sheet import side_by_side
from tests.pictures.update import GOLDEN


def _difference(name, kept, new, folder):
    """Write what was shown and both side by side to `folder`; the sentence that says so."""
    exact_png(*new, folder / f"{name}.png")
    pair = folder / f"{name}_kept_and_new.png"
    side_by_side([("kept", *kept), ("new", *new)], pair)
    pixels = sum((a ^ b).bit_count() for a, b in zip(kept[0], new[0], strict=True))
    leds = sum(kept[1][at : at + 3] != new[1][at : at + 3] for at in range(0, 192, 3))
    return (
        f"{name}: {pixels} pixels and {leds} LEDs differ; look at {pair}. "
        f"If it is meant: python -m tests.pictures.update {name}"
    )


@pytest.mark.parametrize("script", SCRIPTS, ids=[script[0] for script in SCRIPTS])
def test_picture_is_the_one_that_was_kept(script, tmp_path):
    path = GOLDEN / f"{script[0]}.png"
    assert path.exists(), f"no picture was kept: python -m tests.pictures.update {script[0]}"
    kept, new = read_exact_png(path), stage.shown(script)
    if kept != new:
        pytest.fail(_difference(script[0], kept, new, tmp_path), pytrace=False)


@pytest.mark.parametrize("script", SCRIPTS, ids=[script[0] for script in SCRIPTS])
def test_the_frame_of_the_device_draws_the_same(script):
    # It puts back title and bottom line as they were, where the readable one draws them anew.
    assert stage.shown(script, Frame()) == read_exact_png(GOLDEN / f"{script[0]}.png")


@pytest.mark.parametrize("script", SCRIPTS, ids=[script[0] for script in SCRIPTS])
def test_the_bottom_line_is_never_cut(script):
    device = stage.switched_on(script[1])

    def whole(device):
        assert not device.text()[-1].endswith("…"), device.text()

    stage.press(device, script[2], whole)


def test_every_script_has_its_own_name_and_every_picture_a_script():
    names = [script[0] for script in SCRIPTS]
    assert len(set(names)) == len(names)
    assert sorted(path.stem for path in GOLDEN.glob("*.png")) == sorted(names)


def test_every_screen_of_the_firmware_is_on_a_picture():
    seen = set()
    for name, record, keys in SCRIPTS:
        device = stage.switched_on(record)
        stage.press(device, keys)
        seen.add(type(device.app.screen))
        fails = keys.split().count(stage.FAIL)
        assert len(device.board.logged) == fails, f"{name}: {device.board.logged}"
    screens = set()
    waiting = [Screen]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if not kind.__subclasses__() and kind.__module__.startswith("firmware."):
            screens.add(kind)
    assert flee_the_scene.FleeScreen in screens
    assert {kind.__name__ for kind in screens - seen} == set()


def test_the_word_that_breaks_a_screen_is_no_key():
    with pytest.raises(ValueError):
        list(read_keys(stage.FAIL))


def test_exact_picture_keeps_every_bit(tmp_path):
    frame = bytes((at * 37 + at // 128) & 255 for at in range(1024))
    colours = bytes((at * 91) & 255 for at in range(192))
    exact_png(frame, colours, tmp_path / "all.png")
    assert read_exact_png(tmp_path / "all.png") == (frame, colours)


@pytest.mark.parametrize("at", [(0, 0), (127, 63), (64, 9), (132, 0), (139, 7)])
def test_exact_picture_shows_a_change_of_any_place(tmp_path, at):
    path = tmp_path / "one.png"
    exact_png(bytes(1024), bytes(192), path)
    with Image.open(path) as image:
        changed = image.convert("RGB")
    changed.putpixel(at, (255, 255, 255))
    changed.save(path)
    assert read_exact_png(path) != (bytes(1024), bytes(192))


def test_exact_picture_refuses_what_no_device_shows(tmp_path):
    path = tmp_path / "grey.png"
    exact_png(bytes(1024), bytes(192), path)
    with Image.open(path) as image:
        changed = image.convert("RGB")
    changed.putpixel((5, 7), (254, 255, 255))
    changed.save(path)
    with pytest.raises(ValueError, match="5, 7"):
        read_exact_png(path)
    changed.resize((70, 32)).save(path)
    with pytest.raises(ValueError, match="70 x 32"):
        read_exact_png(path)


def test_a_difference_is_written_where_the_message_says(tmp_path):
    kept = (bytes(1024), bytes(192))
    new = (bytes([3]) + bytes(1023), bytes(191) + bytes([9]))
    message = _difference("home", kept, new, tmp_path)
    assert "home: 2 pixels and 1 LEDs differ" in message
    assert str(tmp_path / "home_kept_and_new.png") in message
    assert read_exact_png(tmp_path / "home.png") == new
    with Image.open(tmp_path / "home_kept_and_new.png") as image:
        assert image.size[0] > 2 * 128
