"""`python -m host_tools.replay`, from outside: a bare Python, files in, JSON and exit codes out."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from shared_engine import packed_file
from shared_engine.record import Reader, header_lines

ROOT = Path(__file__).resolve().parent.parent
GAME = "game flee_the_scene"


def run(*arguments, stdin=b"", env=None):
    """The finished process of a bare Python: no site packages, PYTHON variables or user folder."""
    command = [sys.executable, "-S", "-E", "-s", "-B", "-m", "host_tools.replay", *arguments]
    environment = {"PATH": os.environ.get("PATH", ""), **(env or {})}
    return subprocess.run(
        command, input=stdin, capture_output=True, cwd=ROOT, env=environment, check=False
    )


def states(*arguments, stdin=b""):
    """The JSON objects of a run that must succeed, one a line."""
    done = run(*arguments, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.decode("ascii").splitlines()]


def record(*lines):
    return "\n".join((GAME,) + lines + ("",)).encode()


def refusal(data, *arguments):
    """(lines of stdout, the one line of stderr) of a record from standard input that must fail."""
    done = run("-", *arguments, stdin=data)
    assert done.returncode == 1, done.stdout
    told = done.stderr.decode()
    assert told.endswith("\n")
    assert told.count("\n") == 1, told
    assert "Traceback" not in told
    return done.stdout.splitlines(), told


@pytest.fixture
def file(tmp_path):
    """Write bytes to a file; its name."""

    def write(data, name="game.txt"):
        path = tmp_path / name
        path.write_bytes(data)
        return str(path)

    return write


# --- states -------------------------------------------------------------------------------------


def test_the_state_after_the_last_action(file):
    found = states(file(record("place train", "move ship", "end train")))
    assert len(found) == 1
    assert found[0]["turn"] == {"player": 2, "step": "place", "number": 2}
    common = {"game", "players", "turn", "corrections", "over", "winner"}
    assert common <= set(found[0])
    assert "legal" not in found[0]


def test_each_prints_after_set_up_and_after_every_action(file):
    lines = ["option players 3", "# start", "place train", "", "undo", "redo", "set hands.0 4"]
    found = states("--each", file(record(*lines)))
    placed = {"train": 2, "truck": 1, "ship": 1}
    bare = {"train": 1, "truck": 1, "ship": 1}
    ready = [state["board"]["ready"] for state in found]
    assert ready == [bare, placed, bare, placed, placed]
    assert [state["corrections"] for state in found] == [0, 0, 0, 0, 1]


@pytest.mark.parametrize("order", [("FILE", "--each", "--legal"), ("--legal", "FILE", "--each")])
def test_options_stand_anywhere(file, order):
    name = file(record("place train"))
    found = states(*[name if word == "FILE" else word for word in order])
    assert [("legal" in state) for state in found] == [True, True]


def test_each_of_a_record_without_actions_is_the_set_up():
    assert len(states("-", "--each", stdin=record())) == 1
    assert len(states("-", "--each", stdin=record("option players 4", "names A B C D"))) == 1


def test_standard_input_reads_the_same(file):
    data = record("place train")
    assert states("-", stdin=data) == states(file(data))


def test_the_same_record_prints_the_same_bytes(file):
    name = file(record("place train", "move ship"))
    one = run("--each", "--legal", name, env={"PYTHONHASHSEED": "1"})
    other = run("--each", "--legal", name, env={"LC_ALL": "C", "TZ": "Asia/Tokyo"})
    assert one.stdout
    assert one.stdout == other.stdout


@pytest.mark.parametrize(
    "data",
    [
        record("place train", "end ship").replace(b"\n", b"\r\n"),
        record("place train", "end ship").rstrip(b"\n"),
        record("place train", "end ship") + b"\n \t\n# end" + b"#" * 100_000,
        record("names Zo\u00eb \u674e\u5c0f\u9f8d", "place train", "end ship"),
        record("place\ttrain   # \u00fcber", "   end ship"),
        record("place " + " " * 200_000 + "train", "end ship"),
    ],
)
def test_ways_to_write_the_same_game(data):
    assert states("-", stdin=data) == states("-", stdin=record("place train", "end ship"))


def test_a_compact_record_replays_like_its_text(file):
    reader = Reader()
    lines = ["place train", "undo", "redo", "set hands.0 9", "move ship"]
    for line in [GAME] + lines:
        reader.line(line)
    play = reader.play
    header = header_lines(play.game, play.options, play.names)
    data = packed_file.pack(play.game, header, reader.entries, play.state)
    text = states("--each", "--legal", "-", stdin=record(*lines))
    assert states("--each", "--legal", file(data, "game.ttc")) == text


# --- legal --------------------------------------------------------------------------------------

ALL_ENDS = ["end ship", "end train", "end truck"]


@pytest.mark.parametrize(
    "lines, expected",
    [
        ([], ["place ship", "place train"]),
        (["place train"], ALL_ENDS + ["move ship", "move train", "move truck"]),
        (
            ["place train", "move truck", "rob 2"],
            ["deliver 1..9 […]"]
            + ALL_ENDS
            + ["mission hidden", "mission open", "move ship", "move train"]
            + ["move truck with train+ship", "move truck with train+train"],
        ),
        (
            ["place train", "move truck", "mission hidden", "rob 1", "move ship"],
            ["deliver 1..9"]
            + ALL_ENDS
            + ["mission hidden", "mission open", "move ship with train+train", "move train"]
            + ["move truck with train+train", "rob 1..2"],
        ),
        (
            ["place train", "move train", "mission open", "rob 2"],
            ["deliver 1..9 […]"]
            + ALL_ENDS
            + ["move ship", "move train", "move truck", "rob 1"],
        ),
        (["set draw_pile 0"], ["place ship", "place train", "reshuffle"]),
        (["set draw_pile 0 discards 0 supplies.0.train 0 supplies.0.ship 0"], []),
    ],
)
def test_what_is_legal_is_written_to_the_letter(lines, expected):
    found = states("--legal", "-", stdin=record(*lines))[0]["legal"]
    assert found == expected
    assert found == sorted(found)


def test_nothing_is_legal_after_the_end():
    lines = ["place train", "move train", "rob 2", "deliver 9 9", "end train"]
    lines += ["place truck", "end ship"]
    found = states("--legal", "--each", "-", stdin=record(*lines))
    assert [state["over"] for state in found] == [None] * 7 + ["finished"]
    assert found[-1]["legal"] == []
    assert found[-1]["winner"] == [1]


# --- refusals -----------------------------------------------------------------------------------

REFUSED = [
    (b"", 1, "game flee_the_scene"),
    (b"\n\n# nothing\n", None, "game flee_the_scene"),
    (b"place train\n", 1, "game flee_the_scene"),
    (b"game chess\n", 1, "flee_the_scene"),
    (record("option colour red"), 2, "supply"),
    (record("option players 6"), 2, "2..5"),
    (record("option players 1"), 2, "2..5"),
    (record("option players 2", "option players 3"), 3, ""),
    (record("option supply 1 train plane"), 2, "train truck"),
    (record("option players 5", "option supply 3 train train", "place train"), 3, ""),
    (record("names A B C"), 2, ""),
    (record("place plane"), 2, "place ship, place train"),
    (record("place truck"), 2, "place ship, place train"),
    (record("place train", "", "# no", "place ship"), 5, "move ship"),
    (record("undo"), 2, ""),
    (record("place train", "redo"), 3, ""),
    (record("place train", "move train", "rob 3"), 4, "rob 1..2"),
    (record("place train", "move train", "rob 2", "deliver 0"), 5, "deliver 1..9"),
    (record("set hands.0 46"), 2, "0..45"),
    (record("set over null"), 2, ""),
    (record("place train", "move train", "rob " + "9" * 5000), 4, "rob 1..2"),
    (record("set turn.number " + "9" * 5000), 2, ""),
    (record("x" * 300_000), 2, "place train"),
    (record("place train", "move truck with " + "train+" * 10_000), 3, ""),
    (record("set hands.0 " + "[" * 20_000), 2, ""),
    (record("set " + "hands." * 20_000 + " 1"), 2, ""),
    (record("names A\xa0B"), 2, ""),
    (b"\x00\x01\x02\xff\xfe", 1, ""),
    (record() + b"place tr\xffain\n", 2, "UTF-8"),
    (record() + b"# \xc3\n", 2, "UTF-8"),
    (record("place train").decode().encode("utf-16"), 1, ""),
]


@pytest.mark.parametrize("data, line, told", REFUSED)
def test_a_refusal_names_the_line_and_what_would_be_legal(data, line, told):
    _, text = refusal(data)
    place, _, reason = text.partition(": ")
    name, _, number = place.partition(":")
    assert name == "-"
    assert int(number) == line if line else int(number) >= 1
    assert reason.strip()
    assert told in reason


def test_a_refusal_names_the_file(file):
    name = file(record("place truck"))
    done = run(name)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode().startswith(f"{name}:2: ")


def test_without_each_a_refused_record_prints_no_state():
    printed, _ = refusal(record("place train", "place train"))
    assert printed == []


@pytest.mark.parametrize(
    "lines, printed",
    [
        (["option players 6"], 0),
        (["place truck"], 1),
        (["place train", "place train"], 2),
        (["place train", "undo", "undo"], 3),
        (["place train", "option players 2"], 2),
    ],
)
def test_with_each_the_states_before_a_refusal_are_printed(lines, printed):
    found, text = refusal(record(*lines), "--each", "--legal")
    expected = run("-", "--each", "--legal", stdin=record(*lines[:-1])).stdout.splitlines()
    assert found == expected[:printed]
    assert len(found) == printed
    assert text.startswith(f"-:{len(lines) + 1}: ")


def test_with_each_a_line_that_is_not_utf8_does_not_lose_the_states_before():
    printed, text = refusal(record("place train") + b"\xff\n", "--each")
    assert len(printed) == 2
    assert text.startswith("-:3: ")


def test_a_missing_file_and_a_folder_are_refused(tmp_path):
    for name in (str(tmp_path / "none.txt"), str(tmp_path)):
        done = run(name)
        assert (done.returncode, done.stdout) == (1, b"")
        told = done.stderr.decode()
        assert told.startswith(name + ":")
        assert told.count("\n") == 1


def test_a_damaged_compact_record_is_refused(file):
    name = file(packed_file.MAGIC + b"\x00\x04junk\x00\x00")
    done = run("--each", name)
    assert (done.returncode, done.stdout) == (1, b"")
    told = done.stderr.decode()
    assert told.startswith(name + ":")
    assert told.count("\n") == 1


def test_names_and_files_that_are_not_ascii_are_told_in_any_locale(file):
    name = file(record("names Zoë 李", "place 李"), "süß.txt")
    done = run(name, env={"LC_ALL": "C", "PYTHONUTF8": "0"})
    assert (done.returncode, done.stdout) == (1, b"")
    assert b":3: " in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_reader_that_stops_early_is_no_error(file):
    name = file(record(*["place train", "undo"] * 2000))
    command = [sys.executable, "-S", "-E", "-s", "-B", "-m", "host_tools.replay", "--each", name]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        told = process.stderr.read()
        assert process.wait(60) == 0
    assert told == b""


def test_the_command_says_how_it_is_used():
    done = run()
    assert done.returncode != 0
    assert b"FILE" in done.stderr
    helped = run("--help")
    assert helped.returncode == 0
    assert b"--each" in helped.stdout and b"--legal" in helped.stdout


def test_nothing_but_the_project_and_python_is_loaded():
    script = (
        "import sys, host_tools.replay; "
        "print(sorted({name.split('.')[0] for name in sys.modules} - set(sys.stdlib_module_names)))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-s", "-B", "-c", script],
        capture_output=True, cwd=ROOT, check=True, text=True,
    )
    assert done.stdout.strip() == "['__main__', 'host_tools', 'shared_engine']"
