"""The 128 x 64 picture: layout of its bytes, clipping, text, icons, and pictures of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.picture import icons
from firmware.picture.frame import HEIGHT, WIDTH, Frame
from host_tools.picture import as_text, eye_colour, face_png, is_lit


def lit(frame):
    """The set of lit pixels (x, y)."""
    return {(x, y) for y in range(HEIGHT) for x in range(WIDTH) if is_lit(frame.buffer, x, y)}


def on_screen(pixels):
    return {(x, y) for x, y in pixels if 0 <= x < WIDTH and 0 <= y < HEIGHT}


def rectangle(x, y, w, h):
    return on_screen({(x + i, y + j) for j in range(max(h, 0)) for i in range(max(w, 0))})


@pytest.mark.parametrize(
    ("x", "y", "place", "byte"),
    [(0, 0, 0, 1), (127, 0, 127, 1), (5, 7, 5, 128), (5, 8, 133, 1), (127, 63, 1023, 128)],
)
def test_a_byte_is_eight_rows_of_one_column_topmost_in_bit_0(x, y, place, byte):
    frame = Frame()
    frame.pixel(x, y)
    assert frame.buffer[place] == byte
    assert sum(frame.buffer) == byte


def test_the_buffer_stays_the_same_object():
    frame = Frame()
    buffer = frame.buffer
    frame.clear(1)
    frame.text("abc", 0, 0, 0)
    assert frame.buffer is buffer
    assert len(buffer) == 1024


def test_clear_makes_all_dark_or_lit():
    frame = Frame()
    frame.clear(1)
    assert frame.buffer == b"\xff" * 1024
    frame.clear()
    assert frame.buffer == bytes(1024)


sizes = st.integers(-5, 150)
xs = st.integers(-60, 140)
ys = st.integers(-60, 80)
inks = st.integers(0, 1)


def drawn(action, ink):
    """The pixels `action` changes on a frame of the other ink."""
    frame = Frame()
    frame.clear(1 - ink)
    before = lit(frame)
    action(frame)
    return lit(frame) ^ before


@given(xs, ys, sizes, sizes, inks)
def test_fill_draws_the_rectangle_and_nothing_else(x, y, w, h, ink):
    assert drawn(lambda frame: frame.fill(x, y, w, h, ink), ink) == rectangle(x, y, w, h)


@given(xs, ys, sizes, sizes, inks)
def test_outline_draws_the_border_inside_the_rectangle(x, y, w, h, ink):
    border = rectangle(x, y, w, h) - rectangle(x + 1, y + 1, w - 2, h - 2)
    assert drawn(lambda frame: frame.outline(x, y, w, h, ink), ink) == border


@given(xs, ys, sizes, inks)
def test_lines_and_pixels_are_clipped(x, y, length, ink):
    row = rectangle(x, y, length, 1)
    assert drawn(lambda frame: frame.hline(x, y, length, ink), ink) == row
    column = rectangle(x, y, 1, length)
    assert drawn(lambda frame: frame.vline(x, y, length, ink), ink) == column
    assert drawn(lambda frame: frame.pixel(x, y, ink), ink) == on_screen({(x, y)})


STRINGS = st.text(st.sampled_from("AgÄ→▲ ?il1.,…漢"), max_size=12)


@given(STRINGS, xs, ys)
def test_text_is_the_same_strokes_wherever_it_stands_and_in_either_ink(string, x, y):
    at_home = drawn(lambda frame: frame.text(string[:6], 40, 40), 1)
    moved = on_screen({(i - 40 + x, j - 40 + y) for i, j in at_home})
    for ink in (0, 1):
        assert drawn(lambda frame, ink=ink: frame.text(string[:6], x, y, ink), ink) == moved


@given(STRINGS, xs)
def test_text_returns_the_column_after_it(string, x):
    frame = Frame()
    assert frame.text(string, x, 0) == x + frame.text_width(string)
    assert frame.big(string, x, 20) == x + frame.big_width(string)


def test_the_last_lit_column_of_a_text_lies_just_before_the_returned_x():
    frame = Frame()
    end = frame.text("Hd", 10, 20)
    assert end == 10 + 5 + 1 + 4
    columns = {x for x, _ in lit(frame)}
    assert (min(columns), max(columns)) == (10, end - 1)
    frame.clear()
    end = frame.big("HH", 10, 20)
    assert end == 10 + 10 + 2 + 10
    assert max(x for x, _ in lit(frame)) == end - 1


def test_a_narrow_letter_takes_less_room_than_a_wide_one_and_nothing_takes_none():
    frame = Frame()
    assert frame.text_width("il") < frame.text_width("mw")
    assert frame.text_width("") == frame.big_width("") == 0
    assert {frame.text_width(digit) for digit in "0123456789"} == {5}


def test_text_right_ends_before_the_given_column():
    frame = Frame()
    frame.text_right("HH", 128, 0)
    assert max(x for x, _ in lit(frame)) == 127
    assert min(x for x, _ in lit(frame)) == 128 - frame.text_width("HH")


def test_text_centre_leaves_the_same_room_on_both_sides():
    frame = Frame()
    frame.text_centre("HHH", 20, 0, 37)
    columns = [x for x, _ in lit(frame)]
    assert min(columns) - 20 == 10
    assert 20 + 37 - (max(columns) + 1) == 10


def test_unknown_characters_show_as_question_marks():
    def picture(string, big):
        frame = Frame()
        (frame.big if big else frame.text)(string, 3, 3)
        return bytes(frame.buffer)

    assert picture("a漢b\x07", False) == picture("a?b?", False)
    assert picture("é😀Ω€\x7f", False) == picture("é??€?", False)
    assert picture("1漢<é", True) == picture("1???", True)


def test_more_strings_with_arrows_than_are_kept_still_show_their_own():
    strings = [f"▲ {number} ▼" for number in range(20)]
    fresh = []
    for string in strings:
        frame = Frame()
        frame.text(string, 0, 0)
        fresh.append(bytes(frame.buffer))
    assert len(set(fresh)) == 20
    frame = Frame()
    for string, expected in [*zip(strings, fresh, strict=True)] * 2:
        frame.clear()
        frame.text(string, 0, 0)
        assert frame.buffer == expected


def test_a_string_measured_is_written_as_itself():
    frame = Frame()
    assert frame.text_width("abc") < frame.text_width("abcd▲")
    assert frame.text("ab", 0, 0) == frame.text_width("ab")
    frame.text_width("other")
    assert frame.text("abc", 0, 0) == frame.text_width("abc")


def test_the_big_font_shows_small_letters_by_their_capitals():
    one, other = Frame(), Frame()
    one.big("anna ö", 0, 0)
    other.big("ANNA Ö", 0, 0)
    assert one.buffer == other.buffer


@pytest.mark.parametrize("string", ["", "Train", "Marshal's turn"])
def test_fit_returns_a_fitting_string_itself(string):
    frame = Frame()
    assert frame.fit(string, frame.text_width(string)) is string


@given(STRINGS, st.integers(-2, 90))
def test_fit_never_exceeds_the_width_and_cuts_no_more_than_needed(string, width):
    frame = Frame()
    shown = frame.fit(string, width)
    if shown == string:
        return
    if shown == "":
        assert width < frame.text_width("…")
        return
    assert frame.text_width(shown) <= width < frame.text_width(string)
    assert shown[-1] == "…"
    kept = shown[:-1]
    assert string.startswith(kept)
    longer = len(string[len(kept) :]) - len(string[len(kept) :].lstrip()) + 1
    assert frame.text_width(string[: len(kept) + longer] + "…") > width


def test_fit_leaves_no_blank_before_the_dots():
    frame = Frame()
    width = frame.text_width("Ann …")
    assert frame.fit("Ann Boleyn", width) == "Ann…"


@given(xs, ys)
def test_an_icon_is_clipped_and_drawn_in_either_ink(x, y):
    at_home = drawn(lambda frame: frame.icon(icons.SHIP_LARGE, 40, 40), 1)
    moved = on_screen({(i - 40 + x, j - 40 + y) for i, j in at_home})
    for ink in (0, 1):
        changed = drawn(lambda frame, ink=ink: frame.icon(icons.SHIP_LARGE, x, y, ink), ink)
        assert changed == moved


def test_writing_again_makes_no_new_frame_buffers(monkeypatch):
    import framebuf

    frame = Frame()

    def draw_all():
        frame.text("The quick brown fox ▲", 0, 0)
        frame.big("12:45", 0, 20, 0)
        frame.icon(icons.TRAIN, 60, 40)

    draw_all()

    def refuse(*_):
        raise AssertionError("a glyph was built twice")

    monkeypatch.setattr(framebuf, "FrameBuffer", refuse)
    draw_all()
    with pytest.raises(AssertionError, match="built twice"):
        frame.text("z", 0, 0)


def test_as_text_shows_two_rows_in_one_line():
    frame = Frame()
    frame.pixel(0, 0)
    frame.pixel(1, 1)
    frame.vline(2, 0, 2)
    frame.pixel(127, 63)
    lines = as_text(frame.buffer)
    assert len(lines) == 32
    assert {len(line) for line in lines} == {128}
    assert lines[0] == "▀▄█" + " " * 125
    assert lines[31] == " " * 127 + "▄"


def test_dim_leds_are_raised_for_the_eye_and_keep_their_hue():
    assert eye_colour(255, 0, 0) == (255, 0, 0)
    red, green, blue = eye_colour(4, 2, 0)
    assert red > 80
    assert abs(green - red / 2) <= 1
    assert blue == 0
    assert max(eye_colour(1, 1, 1)) > 1.5 * max(eye_colour(0, 0, 0))


def test_face_png_shows_pixels_and_leds(tmp_path):
    Image = pytest.importorskip("PIL.Image")
    frame = Frame()
    frame.pixel(0, 0)
    colours = bytearray(192)
    colours[189:192] = b"\x00\xff\x00"
    face_png(frame.buffer, colours, tmp_path / "face.png", scale=4)
    with Image.open(tmp_path / "face.png") as image:
        assert image.getpixel((57, 57))[2] > 200
        assert max(image.getpixel((61, 57))) < 40
        side = 64 * 4 + 32
        left = 3 * 40 + 128 * 4 + 32 - 40
        centre = (left + side - 16 - 16, 40 + side - 16 - 16)
        assert image.getpixel(centre) == (0, 255, 0)
