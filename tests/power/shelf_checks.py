"""What a Shelf does on every kind of Files; runs on both Pythons, on fresh and empty files each."""

from firmware.storage.shelf import Shelf
from shared_engine import catalogue
from shared_engine.play import Play
from shared_engine.shape import leaves


def new_play(count=0, names=()):
    """A Play of the first game, with `count` corrections done."""
    play = Play(catalogue.load(catalogue.NAMES[0]), names=names)
    for _ in range(count):
        correct(play)
    return play


def correct(play):
    path, leaf, value = leaves(play.game.shape(play.state), play.state)[0]
    play.do(("set", path, leaf.step(value, 1)))


def told(play):
    return play.done, play.undone, play.names, play.to_json()


def resumed(files, number):
    """The kept game with this number, which must be undamaged."""
    play, damage = Shelf(files).journal(number).resume()
    assert play and damage == "", (number, damage)
    return play


def empty(files):
    shelf = Shelf(files)
    assert shelf.numbers() == []
    assert shelf.current() == 0
    play, damage = shelf.journal(1).resume()
    assert play is None and damage
    assert Shelf(files).numbers() == []


def one_game(files):
    shelf = Shelf(files)
    play = new_play()
    journal = shelf.start(play)
    assert shelf.numbers() == [1]
    assert shelf.current() == 1
    assert told(resumed(files, 1)) == told(play)
    play.noted = journal.note
    for count in range(3):
        correct(play)
        assert journal.count == count + 1
        assert told(resumed(files, 1)) == told(play)
    for act in (play.undo, play.undo, play.redo):
        act()
        assert told(resumed(files, 1)) == told(play)
    assert play.undone == 1


def a_game_that_has_begun(files):
    play = new_play(5, ("Ann", "Bo"))
    play.undo()
    play.undo()
    journal = Shelf(files).start(play)
    again = resumed(files, 1)
    assert told(again) == told(play)
    assert again.names == ("Ann", "Bo")
    play.noted = journal.note
    play.redo()
    correct(play)
    assert told(resumed(files, 1)) == told(play)


def several_games(files):
    shelf = Shelf(files)
    plays = []
    for number in range(1, 13):
        play = new_play(number)
        plays.append(play)
        play.noted = shelf.start(play).note
        assert shelf.numbers() == list(range(1, number + 1))
        assert shelf.current() == number
    correct(plays[3])
    shelf.choose(4)
    assert Shelf(files).current() == 4
    for number in range(1, 13):
        assert told(resumed(files, number)) == told(plays[number - 1])
    shelf.choose(0)
    assert Shelf(files).current() == 0
    assert len(Shelf(files).numbers()) == 12


def resumed_again_and_again(files):
    shelf = Shelf(files)
    play = new_play()
    shelf.start(play)
    for _ in range(5):
        journal = shelf.journal(1)
        play, damage = journal.resume()
        assert damage == ""
        play.noted = journal.note
        correct(play)
        correct(play)
        play.undo()
    assert told(resumed(files, 1)) == told(play)
    assert (play.done, play.undone) == (5, 1)


def deleting(files):
    shelf = Shelf(files)
    for count in range(3):
        shelf.start(new_play(count))
    shelf.delete(2)
    assert shelf.numbers() == [1, 3]
    assert shelf.current() == 3
    assert files.names("games") == ["1", "3", "current"]
    shelf.delete(2)
    shelf.delete(3)
    assert shelf.numbers() == [1]
    assert shelf.current() == 0
    shelf.delete(1)
    assert shelf.numbers() == []
    assert files.names("games") == ["current"]


def a_number_is_used_again(files):
    shelf = Shelf(files)
    shelf.start(new_play(1))
    old = new_play(9)
    shelf.start(old)
    shelf.delete(2)
    new = new_play(2)
    shelf.start(new)
    assert shelf.numbers() == [1, 2]
    assert told(resumed(files, 2)) == told(new)
    # The highest one only: the numbers say which game is older.
    shelf.delete(1)
    shelf.start(new_play(3))
    assert shelf.numbers() == [2, 3]


def leftovers_are_no_games(files):
    shelf = Shelf(files)
    play = new_play(3)
    shelf.start(play)
    segment = files.read("games/1/a000/0")
    # As a start or a deletion leaves it that was cut off, below, between and above.
    for number in (0, 2, 7):
        files.write(f"games/{number}/a000/0", segment)
        files.write(f"games/{number}/b000/0", segment)
        files.write(f"games/{number}/head.new", b"TTG1")
    files.write("games/current.new", b"7")
    assert shelf.numbers() == [1]
    assert shelf.current() == 1
    shelf.choose(7)
    assert shelf.current() == 0
    other = new_play(1)
    shelf.start(other)
    assert shelf.numbers() == [1, 2]
    assert told(resumed(files, 1)) == told(play)
    assert told(resumed(files, 2)) == told(other)
    assert [name for name in files.names("games") if name.isdigit()] == ["1", "2"]


def a_damaged_note_of_the_game_at_hand(files):
    shelf = Shelf(files)
    shelf.start(new_play())
    for data in (b"", b"\xff", b"-1", b"1 ", b"one", b"2", b"9" * 9, b"9" * 9000, b"\xc2\xb2"):
        files.write("games/current", data)
        assert shelf.current() == -1, data
    files.remove("games/current")
    assert shelf.current() == 1
    shelf.choose(0)
    assert shelf.current() == 0
    shelf.choose(1)
    assert shelf.current() == 1


def written_anew_in_its_place(files):
    shelf = Shelf(files)
    play = new_play(4)
    journal = shelf.start(play)
    play.noted = journal.note
    for _ in range(3):
        for _ in range(100):
            play.undo()
            play.redo()
        assert journal.count > 100
        journal.begin(play)
        assert journal.count == play.done + 2 * play.undone
        assert len([name for name in files.names("games/1") if name[0] in "ab"]) == 1
        assert told(resumed(files, 1)) == told(play)
        correct(play)
        play.undo()
        assert told(resumed(files, 1)) == told(play)
        play.redo()
        play.undo()
        journal.begin(play)
        assert told(resumed(files, 1)) == told(play)
    assert (play.done, play.undone) == (4, 1)


def full_after_so_much(files):
    shelf = Shelf(files)
    play = new_play()
    # Real actions do not count: written anew they would be as many.
    for _ in range(1500):
        correct(play)
    journal = shelf.start(play)
    assert not journal.full
    play.noted = journal.note
    noted = 0
    while not journal.full:
        play.undo()
        play.redo()
        noted += 2
        assert noted < 5000
    assert noted > 500
    journal.begin(play)
    assert not journal.full
    assert told(resumed(files, 1)) == told(play)


CHECKS = (
    empty,
    one_game,
    a_game_that_has_begun,
    several_games,
    resumed_again_and_again,
    deleting,
    a_number_is_used_again,
    leftovers_are_no_games,
    a_damaged_note_of_the_game_at_hand,
    written_anew_in_its_place,
    full_after_so_much,
)
