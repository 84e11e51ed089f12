"""Fugitive on the device: what the keys do, what is secret, and the notebook while it thinks."""

import pytest

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from firmware.games.fugitive import FugitiveScreen
from firmware.games.fugitive_card import CardScreen
from firmware.games.fugitive_guess import HitScreen
from firmware.games.fugitive_notebook import NotebookScreen
from firmware.games.fugitive_public import open_to, spans
from firmware.hand import STUCK_MS
from firmware.picture import widgets
from firmware.picture.frame import Frame
from firmware.screens.choice import Choice
from host_tools.device import Clock, Device
from host_tools.memory_files import MemoryFiles
from shared_engine.record import Reader

START = ("game fugitive", "hideout +0", "hideout +1")
DRAWN = START + ("draw 1 card 9", "draw 2")
# Four hidden hideouts, the Marshal to draw.
LATER = DRAWN + ("guess 4 miss", "draw 2", "hideout +2", "draw 1 card 12", "skip", "draw 3",
                 "hideout +0")  # fmt: skip
# The Marshal was told that none of 1, 2, 3 is on the table: three hideouts up to 9 cannot be.
LOST = ("game fugitive", "hideout +0", "hideout +0", "draw 1 card 4", "draw 1 card 5",
        "guess 1 miss", "draw 1", "hideout +0", "draw 2", "guess 2 miss", "draw 1", "pass",
        "draw 1", "guess 3 miss")  # fmt: skip
DARK = bytes(192)


def on(record=("game fugitive",), keys="", settings=""):
    """A device with the game of `record` (lines), after `keys`."""
    files = MemoryFiles({"settings.txt": settings.encode()} if settings else None)
    device = Device(files=files)
    reader = Reader()
    for line in record:
        reader.line(line)
    device.app.begin(reader.finish())
    device.wait(100)
    device.follow(keys)
    device.wait(100)
    assert device.board.logged == []
    return device


def done(device, count=1):
    """The last actions in the notation."""
    play = device.app.play
    return [play.text(at) for at in range(play.done - count, play.done)]


def said(device):
    return " ".join(device.text())


def cursor(device):
    return device.app.screen.cursor


# --- one press an act ---


@pytest.mark.parametrize(
    ("record", "keys", "action"),
    [
        ((), "left", "hideout +0"),
        ((), "up", "hideout +1"),
        ((), "right", "hideout +2"),
        ((), "down left", "hideout +3"),
        ((), "down right", "hideout +5"),
        ((), "down down up", "hideout +7"),
        (START[1:], "left", "draw 1"),
        (START[1:], "up", "draw 2"),
        (START[1:], "right", "draw 3"),
        (DRAWN[1:], "ok down", "skip"),
        (LATER[1:] + ("draw 1", "skip", "draw 1"), "down left", "pass"),
        (LATER[1:] + ("draw 1", "skip", "draw 1"), "down right left", "hideout +3"),
    ],
)
def test_keys_of_the_steps(record, keys, action):
    device = on(("game fugitive",) + tuple(record), keys)
    assert done(device) == [action]
    assert isinstance(device.app.screen, FugitiveScreen)


def test_what_is_out_of_reach_is_refused_with_the_reason():
    device = on(LATER + ("draw 1", "skip", "draw 1"), "down up")
    assert "42 is not in reach with" in said(device)
    device = on(START + ("draw 1",) + ("set piles.1 0",), "up")
    assert "Pile 2 is empty" in said(device)
    device = on(keys="down down down")
    assert isinstance(device.app.screen, Choice) and device.app.play.done == 0


def test_a_guess_goes_around_the_ends_and_in_fives():
    device = on(DRAWN)
    start = cursor(device)
    device.follow("right")
    assert cursor(device) == start + 1
    device.follow("up")
    assert cursor(device) == start + 6
    device.follow("down down left")
    assert cursor(device) == (start - 5 - 1) % 41 + 1
    device.follow("ok left")
    assert done(device) == [f"guess {(start - 5 - 1) % 41 + 1} miss"]


def test_an_arrow_held_in_a_guess_runs_on_but_lays_no_second_hideout():
    device = on(DRAWN)
    start = cursor(device)
    device.follow("right_down wait:1000 right_up")
    assert cursor(device) > start + 2
    device = on(keys="left_down wait:2000 left_up")
    assert device.app.play.done == 1


def test_several_numbers_and_back_one_by_one():
    device = on(DRAWN)
    first = cursor(device)
    device.follow("ok up")
    assert device.app.screen.named == [first]
    device.follow("ok up")
    second = device.app.screen.named[1]
    assert second != first
    device.follow("back")
    assert device.app.screen.named == [first] and cursor(device) == second
    device.follow("back")
    assert device.app.screen.named == [] and cursor(device) == first
    device.follow("back")
    assert done(device) == ["draw 1 card 9"]


def test_a_number_is_not_named_twice():
    device = on(DRAWN, "ok up")
    device.app.screen.cursor = device.app.screen.named[0]
    device.follow("ok")
    assert "is named already" in said(device) and isinstance(device.app.screen, FugitiveScreen)


def test_with_numbers_named_there_is_no_skipping_and_a_manhunt_knows_two_answers():
    device = on(DRAWN, "ok")
    assert "no guess" in said(device) and "one number more" in said(device)
    device.follow("up ok")
    assert "no guess" not in said(device)
    record = LATER + ("draw 1", "skip", "set hideouts.4.sprints 1 hideouts.4.number 42")
    device = on(record, "ok")
    assert "manhunt" == device.app.play.state["turn"][1]
    assert "missed" in said(device) and "hit" in said(device)
    assert "no guess" not in said(device) and "more" not in said(device)


def test_an_entry_that_was_left_begins_anew_when_the_game_has_gone_on():
    device = on(DRAWN, "up ok up")
    assert device.app.screen.named
    device.follow("ok left back")  # both missed, and taken back
    assert device.app.screen.entry() == []


# --- hits ---


def test_a_hit_asks_where_and_for_each_sprint_card():
    device = on(LATER + ("draw 1",), "ok")
    device.app.back_to(device.app.stack[1])
    device.app.screen.cursor = 6
    device.follow("ok right")
    assert isinstance(device.app.screen, HitScreen)
    assert device.text()[0].startswith("Where is 6?")
    while not device.text()[0].endswith("position 2"):
        device.follow("right")
    device.follow("ok")
    assert device.text()[0].startswith("Sprint cards of 6")
    device.follow("right ok")
    assert done(device) == ["guess 6 hit 2=6/2"]
    assert isinstance(device.app.screen, FugitiveScreen)


def test_the_only_position_is_not_asked_for():
    record = LATER + ("draw 1", "guess 1 3 hit 1=1 2=3/2", "draw 1", "pass", "draw 1")
    device = on(record)
    # By the steps 5 can be the third and the fourth, 4 only the third, 11 only the fourth.
    device.app.screen.cursor = 5
    device.follow("ok right")
    assert device.text()[0].startswith("Where is 5?")
    device.follow("back back")
    device.app.screen.cursor = 4
    device.follow("ok right")
    assert device.text()[0].startswith("Sprint cards of 4")
    device.follow("back back")
    device.app.screen.cursor = 11
    device.follow("ok right")
    assert done(device) == ["guess 11 hit 4=11"]


def test_a_refused_hit_says_why_in_full_and_stays_to_be_put_right():
    device = on(LATER + ("draw 1",))
    device.app.screen.cursor = 9  # noted by the Marshal
    device.follow("ok right ok")
    before = device.app.play.state
    hit = device.app.screen
    while device.app.screen is hit and "cannot" not in said(device):
        device.follow("ok")
    assert device.app.play.state is before
    assert device.app.screen is hit
    lines = " ".join(said(device).split())
    assert "9 cannot be at position" in lines and "it is seen elsewhere" in lines
    while device.app.screen is hit:
        device.follow("back")
    assert isinstance(device.app.screen, Choice)


def test_every_reason_fits_the_notice():
    reasons = (
        "No route that fits the row, the draws and the Marshal's notes allows that",
        "What was noted and guessed before already leaves no possible route",
        "41 at position 12: the Fugitive had only 13 cards of pile 3 by then",
        "41 was guessed and missed when position 12 lay there",
    )
    for reason in reasons:
        assert len(widgets.wrapped(Frame(), reason)) <= widgets.ROWS - 1


def test_back_in_a_hit_goes_from_question_to_question():
    device = on(LATER + ("draw 1",))
    device.app.screen.cursor = 8
    device.follow("ok right")
    while not device.text()[0].endswith("position 3"):
        device.follow("right")
    device.follow("ok right ok")
    assert device.text()[0].endswith("2 of 2")
    device.follow("back")
    assert device.text()[0].endswith("1 of 2")
    assert "2" in device.text()[1].split()  # as it was entered
    device.follow("back")
    assert device.text()[0] == "Where is 8? position 3"
    device.follow("back back")
    assert isinstance(device.app.screen, FugitiveScreen)
    assert cursor(device) == 8


# --- what everybody can tell ---


def test_spans_follow_from_steps_alone():
    state = on(LATER + ("draw 1", "guess 3 hit 2=3/2")).app.play.state
    assert spans(state) == [(1, 2), (3, 3), (4, 10), (5, 13)]
    # 4 was missed when two lay there; the last two were laid after a draw of pile 2 and 3.
    assert dict(open_to(state)) == {1: [1], 3: list(range(4, 11)), 4: list(range(5, 14))}


def test_the_cursor_starts_from_public_facts_only():
    """With other cards noted, and the notebook asked, every guess starts at the same number."""
    starts = set()
    for card, keys in ((5, ""), (6, ""), (7, "ok_down wait:900 right ok_up"), (12, "")):
        record = [line.replace("card 12", f"card {card}") for line in LATER]
        device = on(record + ["draw 2"], keys)
        device.app.screen.entry()
        starts.add(cursor(device))
    assert len(starts) == 1


def test_a_missed_number_is_not_where_the_next_guess_starts():
    device = on(DRAWN)
    first = cursor(device)
    device.follow("ok left left left right")
    assert cursor(device) != first


# --- secrets ---


def test_a_card_is_noted_while_ok_is_held_and_gone_on_release():
    device = on(START, "ok_down wait:700")
    assert isinstance(device.app.screen, CardScreen)
    device.follow("up left")
    assert "21" in said(device)
    device.follow("ok_up")
    assert done(device) == ["draw 2 card 21"]
    assert "A card noted" in said(device) and "21" not in said(device)
    device.follow("wait:4000")
    assert "21" not in said(device)


def test_nothing_chosen_notes_nothing():
    for keys in ("", "down", "up back", "down right left"):
        device = on(START, "ok_down wait:700 " + keys + " ok_up")
        assert device.app.play.done == 2, keys
        assert isinstance(device.app.screen, FugitiveScreen)


def test_cards_that_lie_elsewhere_cannot_be_noted():
    device = on(LATER + ("draw 1", "guess 1 hit 1=1", "draw 1", "pass"), "ok_down wait:700 left")
    found = set()
    for _ in range(20):
        found.add(device.app.screen.cards[device.app.screen.at])
        device.follow("right")
    assert found == set(range(4, 15)) - {9, 12}
    device = on(START + ("set piles.0 0",), "ok_down wait:700 left")
    assert "Pile 1 is empty" in said(device)


def test_noted_cards_are_shown_nowhere_without_ok():
    """Every screen that can be opened says that a card was noted, never which."""
    record = START + ("draw 3 card 37", "draw 2", "set marshal_cards [37,38]")
    device = on(record)
    seen = []
    for keys in (
        "", "back! down down ok", "ok", "back down down ok", "back back back! down down down ok",
        "back back back", "back! ok ok back", "back! ok ok back", "back back! down down ok down ok",
        "ok", "back back back", "back", "back", "back",
    ):  # fmt: skip
        device.follow(keys)
        seen += device.text()
    text = " ".join(seen)
    assert "correct marshal cards" in text and "secret" in text and "draw 3" in text
    assert "37" not in text and "38" not in text
    assert device.board.logged == []


def test_the_fugitive_does_not_note_cards():
    device = on(DRAWN + ("skip",), "ok_down wait:700")
    assert device.text()[0].startswith("Best guess")


# --- the notebook ---


def test_the_notebook_shows_while_ok_is_held():
    device = on(LATER + ("draw 1",))
    before = bytes(device.shown), bytes(device.colours)
    device.follow("ok_down wait:900")
    notes = device.app.stack[1].notes.notebook
    assert device.text()[0].startswith("Best guess")
    assert str(notes.best_guess) in device.text()[1]
    lit = [at for at in range(64) if device.colours[3 * at : 3 * at + 3] != b"\0\0\0"]
    assert lit == [number for number in range(43) if notes.heat[number]]
    brightest = max(range(64), key=lambda at: (sum(device.colours[3 * at : 3 * at + 3]), -at))
    assert notes.heat[brightest] == max(notes.heat)
    device.follow("right")
    assert device.text()[0].startswith("Hidden hideouts")
    assert device.text()[1].startswith("1: ")
    device.follow("right")
    assert device.text()[:3] == ["Your cards 3/3", "1: 9 12", "2: none"]
    device.follow("ok_up wait:1100")
    # The blink of who is to move may be either.
    assert bytes(device.shown) == before[0]
    assert isinstance(device.app.screen, FugitiveScreen)


def test_a_quiet_notebook_leaves_the_matrix_alone():
    device = on(LATER + ("draw 1",), settings="notebook quiet\n")
    column = [3 * at + part for at in range(64) if at % 8 < 7 for part in range(3)]
    before = [device.colours[at] for at in column]
    device.follow("ok_down wait:900")
    assert device.text()[0].startswith("Best guess")
    assert [device.colours[at] for at in column] == before


def test_a_free_notebook_stays_until_ok_or_back():
    for key in ("ok", "back"):
        device = on(LATER, "ok!", "notebook free\n")
        assert device.text()[0] == "Your card"
        device.follow("down")
        assert device.text()[0].startswith("Best guess")
        device.follow("back up")
        assert device.text()[0] == "Your card"
        device.follow("back " + key)
        assert isinstance(device.app.screen, FugitiveScreen)
        assert device.app.play.done == len(LATER) - 1
    device.follow("ok up ok")
    assert done(device)[0].startswith("draw 2 card")


def test_short_ok_says_how_the_notebook_opens():
    device = on(LATER, "ok")
    assert "Hold OK" in said(device) and isinstance(device.app.screen, FugitiveScreen)


def test_what_was_worked_out_is_kept_until_the_game_goes_on():
    device = on(LATER + ("draw 1",), "ok!")
    notes = device.app.screen.notes
    assert notes.ready
    device.follow("ok!")
    assert device.app.screen.notes is notes
    device.follow("ok down")
    assert device.app.screen.notes is None
    device.follow("back ok!")
    assert device.app.screen.notes is not notes
    device.follow("back! ok ok back")  # redo through the menu
    assert device.app.screen.notes is None or device.app.screen.notes.ready


class TickingClock(Clock):
    """Time passes by looking at the clock, too, so that a slice of work can end."""

    def ticks_ms(self):
        self.ms += 1
        return super().ticks_ms()


def test_keys_work_while_the_notebook_thinks():
    device = on(LATER + ("draw 1",))
    device.board.clock.__class__ = TickingClock
    device.follow("ok_down wait:605")
    screen = device.app.screen
    assert isinstance(screen, NotebookScreen) and screen.busy
    pieces = device.app.stack[1].notes
    assert not pieces.ready and "thinking" in said(device)
    device.follow("right")
    assert screen.page == 1 and screen.busy
    device.follow("ok_up")
    assert isinstance(device.app.screen, FugitiveScreen)
    assert device.app.screen.notes is pieces and not pieces.ready
    device.follow("ok_down wait:605")
    # It goes on where it was.
    assert device.app.stack[1].notes is pieces
    device.wait(8000)
    assert pieces.ready and not device.app.screen.busy
    assert device.text()[0].startswith("Best guess")


class Greedy:
    """A notebook that needs more memory the more it may keep."""

    def __init__(self, right, state, most, room):
        self.right = right
        self.fits = most <= room

    def work(self):
        yield
        if not self.fits:
            raise MemoryError
        yield from self.right.work()

    def __getattr__(self, name):
        return getattr(self.right, name)


@pytest.mark.parametrize("room", [64, 8])
def test_short_of_memory_the_notebook_makes_do_with_less_or_says_so(monkeypatch, room):
    device = on(LATER + ("draw 1",))
    game = device.app.play.game
    right = game.notebook

    def notebook(state, most=None):
        return Greedy(right(state, most), state, most, room)

    monkeypatch.setattr(game, "notebook", notebook)
    device.follow("ok_down wait:900")
    notes = device.app.stack[1].notes
    if room == 64:
        assert notes.ready and notes.kept == 64
        assert str(notes.notebook.best_guess) in device.text()[1]
    else:
        assert notes.failed and not notes.ready and not device.app.screen.busy
        assert "too much for this memory" in said(device)
        device.follow("right")
        assert "too much for this memory" in said(device)
        device.follow("right")
        assert "1: 9 12" in device.text()
    device.follow("ok_up")
    assert isinstance(device.app.screen, FugitiveScreen)
    assert device.board.logged == []


def test_the_sign_moves_while_it_thinks():
    device = on(LATER + ("draw 1",))
    device.board.clock.__class__ = TickingClock
    device.follow("ok_down wait:605")
    seen = set()
    for _ in range(60):
        device.app.screen.work = lambda: None  # a long piece
        device.wait(30)
        seen.add(bytes(device.shown))
    assert len(seen) > 2


def test_ok_held_on_the_notebook_is_no_stuck_key():
    device = on(LATER + ("draw 1",), "ok_down")
    device.wait(STUCK_MS + 5000)
    assert isinstance(device.app.screen, NotebookScreen)
    assert device.app.hand.stuck == 0 and "stuck" not in said(device)
    device.follow("ok_up")
    assert isinstance(device.app.screen, FugitiveScreen)
    # Where it is not held to keep a screen open, it is one.
    device = on(LATER + ("draw 1",), "ok_down", "notebook free\n")
    device.wait(STUCK_MS + 200)
    assert "OK is stuck?" in said(device)


def test_back_on_the_notebook_leaves_it_though_ok_is_still_held():
    device = on(LATER + ("draw 1",), "ok_down wait:700 back")
    assert isinstance(device.app.screen, FugitiveScreen)
    device.follow("ok_up")
    assert isinstance(device.app.screen, FugitiveScreen)
    assert device.app.play.done == len(LATER)


# --- no route left ---


def test_a_miss_that_leaves_no_route_is_said_at_once():
    device = on(LOST[:-1])
    device.app.screen.cursor = 3
    device.app.screen.entry()
    device.app.screen.cursor = 3
    device.follow("ok left")
    assert done(device) == ["guess 3 miss"]
    assert "No route fits any more. BACK takes it back." in said(device)
    device.follow("back")
    assert done(device) == ["draw 1"]


def test_the_notebook_names_the_action_since_which_no_route_fits_and_undoes():
    device = on(LOST + ("draw 2", "pass", "draw 3"), "ok_down wait:900")
    assert device.text()[0] == "No route fits"
    assert "since action 13: guess 3 miss" in said(device)
    assert device.text()[-1].startswith("▼ undo")
    count = device.app.play.done
    for gone in range(1, 5):
        device.follow("down")
        assert device.app.play.done == count - gone
    assert device.text()[0].startswith("Best guess")
    device.follow("down")
    assert device.app.play.done == count - 4
    device.follow("ok_up")
    assert isinstance(device.app.screen, FugitiveScreen)


# --- the picture ---


def lit(device, y):
    return [x for x in range(8) if any(device.colours[3 * (x + 8 * y) : 3 * (x + 8 * y) + 3])]


def test_the_matrix_tells_piles_row_and_guesses():
    device = on(LATER + ("draw 1", "guess 6 hit 2=6/2"))
    piles = device.app.play.state["piles"]
    for p in range(3):
        assert [x for x in lit(device, p) if x < 7] == list(range((piles[p] + 1) // 2))
    assert lit(device, 3) == [0, 1, 2, 3] and lit(device, 4) == [1, 2]
    assert lit(device, 5) == lit(device, 6) == []
    assert lit(device, 7) == [0, 1]
    colour = [bytes(device.colours[3 * (x + 24) : 3 * (x + 24) + 3]) for x in range(4)]
    assert colour[0] == colour[2] == colour[3] and sum(colour[1]) < sum(colour[0]) // 4
    seen = {tuple(y for y in range(3) if 7 in lit(device, y))}
    device.wait(500)
    seen.add(tuple(y for y in range(3) if 7 in lit(device, y)))
    assert seen == {(), (0,)}


def test_names_stand_in_the_titles():
    device = on(("game fugitive", "names Ann Bo", "hideout +0"))
    assert device.text()[0].startswith("Ann: play")
    device.follow("left")
    assert device.text()[0].startswith("Bo: draw 2")


def test_the_end_says_who_has_won_and_how():
    record = ("game fugitive", "hideout +1", "hideout +2", "draw 1", "draw 1",
              "guess 4 10 hit 2=10/1,6 1=4/2")  # fmt: skip
    device = on(record)
    assert device.text()[0].startswith("Marshal wins") and "CAUGHT" in device.text()
    assert "4 10" in said(device)
    assert 7 in lit(device, 2) and 7 not in lit(device, 0)
    colours = bytes(device.colours)
    device.wait(700)
    assert bytes(device.colours) == colours  # nothing blinks
    device.follow("up left")
    assert device.app.play.done == 5
    device.follow("ok")
    assert "Which game?" in said(device)


@pytest.mark.parametrize(
    ("record", "heading", "words"),
    [
        (START[:1], "Hideout, escape or pass", "Lay a hideout face down"),
        (START, "Draw", "press its pile"),
        (DRAWN, "Guess", "Choose the number"),
        (DRAWN + ("guess 1 3 hit 1=1 2=3/2",), "Game over", "The game is over"),
    ],
)
def test_every_step_has_its_help(record, heading, words):
    device = on(record, "back! down ok")
    assert device.text()[0].startswith(heading)
    assert words in said(device)
