"""What a deployment has to do, worked out from what is on the board."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.board.link import Stored
from host_tools.board.plan import NoRoom, is_ours, make_plan
from host_tools.board.staging import name_for, steps_of
from host_tools.program import LIST, LOADER, listed, read_list

BLOCK = 4096
MANY = 300  # free blocks


def stored(files):
    return {p: Stored(len(d), hashlib.sha256(d).hexdigest()) for p, d in files.items()}


def program(**changes):
    files = {path: path.encode() for path in LOADER}
    files.update({"boot.py": b"boot", "main.py": b"main", "shared_engine/play.mpy": b"play"})
    for name, data in changes.items():
        files["firmware/" + name + ".mpy"] = data
    return listed(files)


def plan_for(new, on_board, free=MANY, folders=()):
    text = on_board.get(LIST, b"").decode("utf-8", "replace") or None
    ends = [(path, at) for path in on_board for at in range(len(path)) if path[at] == "/"]
    there = {path[:at] for path, at in ends} | set(folders)
    return make_plan(new.files, stored(on_board), there, BLOCK, free, text)


def test_the_list_names_every_file_and_its_hash():
    made = program(app=b"app")
    version, hashes = read_list(made.files[LIST].decode())
    assert version == made.version
    assert sorted(hashes) == sorted(set(made.files) - {LIST})
    assert hashes["firmware/app.mpy"] == hashlib.sha256(b"app").hexdigest()


@pytest.mark.parametrize("text", ["", "\n", "something else 1.0\nabc  boot.py\n"])
def test_another_list_is_none_of_ours(text):
    assert read_list(text) == (None, {})


def test_a_board_that_has_it_all_needs_nothing():
    made = program(app=b"app")
    plan = plan_for(made, {**made.files, "settings.txt": b"x", "games/1/head": b"y"})
    assert not plan.moves and not plan.removes and not plan.first and not plan.needs


def test_only_what_differs_is_sent_and_the_list_comes_last():
    old, new = program(app=b"old", same=b"1"), program(app=b"new", same=b"1")
    plan = plan_for(new, old.files)
    assert list(plan.moves) == ["firmware/app.mpy", LIST]
    assert not plan.removes and not plan.first
    steps = steps_of(plan.moves, plan.removes).splitlines()
    assert steps[-1] == "end" and steps[-2].endswith(" " + LIST)


def test_stale_files_go_with_their_folders_and_the_person_s_stay():
    old = {
        **program().files,
        "firmware/app.py": b"would win over the .mpy",
        "firmware/games/deep/gone.mpy": b"x",
        "shared_engine/old.mpy": b"x",
        "settings.txt": b"mine",
        "games/1/head": b"mine",
        "tools/mine.py": b"mine",
        "crash.log": b"mine",
    }
    plan = plan_for(program(), old)
    assert plan.removes == [
        "firmware/app.py", "firmware/games/deep/gone.mpy", "shared_engine/old.mpy",
        "firmware/games/deep", "firmware/games",
    ]  # fmt: skip


def test_an_empty_folder_goes_and_what_is_in_it():
    # `import firmware.app` would find the folder before the .mpy.
    empty = ["firmware/app", "firmware/app/deep", "games/2", "import"]
    plan = plan_for(program(app=b"app"), program(app=b"app").files, folders=empty)
    assert not plan.moves and plan.removes == ["firmware/app/deep", "firmware/app"]


def test_what_arrived_before_an_interruption_is_not_sent_again():
    old, new = program(app=b"old", more=b"old"), program(app=b"new", more=b"new")
    whole = name_for("firmware/app.mpy", b"new")
    half = name_for("firmware/more.mpy", b"new")
    on_board = {**old.files, f"update/{whole}": b"new", f"update/{half}": b"ne"}
    plan = plan_for(new, on_board)
    assert plan.staged == {whole}


def test_a_bare_board_is_kept_from_running_until_all_is_there():
    plan = plan_for(program(app=b"app"), {})
    assert plan.first and len(plan.moves) == len(program(app=b"app").files)


def test_somebody_else_s_programs_are_kept_under_other_names():
    theirs = {"main.py": b"their blinking LED", "boot.py": b"theirs", "main-before1.py": b"older"}
    plan = plan_for(program(), theirs)
    assert plan.first
    assert plan.kept_aside == {"main.py": "main-before2.py", "boot.py": "boot-before1.py"}


def test_our_own_old_start_is_not_kept():
    old = program()
    changed = listed({**{p: d for p, d in old.files.items() if p != LIST}, "main.py": b"newer"})
    assert not plan_for(changed, old.files).kept_aside


def test_a_start_that_somebody_edited_is_kept():
    old = program()
    edited = {**old.files, "main.py": b"main and more"}
    plan = plan_for(program(app=b"new"), edited)
    assert plan.kept_aside == {"main.py": "main-before1.py"} and plan.first


@pytest.mark.parametrize("path", [*LOADER, "boot.py", "main.py"])
def test_a_board_that_could_not_go_on_by_itself_runs_nothing_meanwhile(path):
    old = {p: data for p, data in program(app=b"old").files.items() if p != path}
    plan = plan_for(program(app=b"new"), old)
    assert plan.first and path in plan.moves
    # It is taken away, so it has to come back although it is the same.
    assert "main.py" in plan.moves


def test_where_old_and_new_do_not_fit_the_old_goes_first():
    old = program(app=b"o" * 9000, same=b"s" * 9000)
    new = program(app=b"n" * 9000, same=b"s" * 9000)
    plan = plan_for(new, old.files, free=9)
    assert plan.first
    assert "firmware/app.mpy" in plan.frees and "firmware/same.mpy" not in plan.frees
    # What takes a version over at power-on has to stay.
    assert not set(plan.frees) & set(LOADER) and "boot.py" not in plan.frees


def test_what_an_update_left_goes_before_anything_in_use():
    old, new = program(app=b"old"), program(app=b"new")
    on_board = {**old.files, "update/left": b"x" * 50_000}
    plan = plan_for(new, on_board, free=5)
    assert plan.frees == ["update/left"] and not plan.first


def test_a_full_flash_is_refused_with_both_figures():
    with pytest.raises(NoRoom) as refused:
        plan_for(program(app=b"n" * 400_000), program(app=b"o" * 4000).files, free=20)
    assert refused.value.needs > 400 and 80 <= refused.value.free <= 120


PATHS = st.sampled_from(
    ["firmware/a.mpy", "firmware/b.py", "firmware/x/c.mpy", "shared_engine/d.mpy", "main.py",
     "boot.py", "games/1/head", "settings.txt", "update/aa", "notes.txt", LIST]
)  # fmt: skip


@given(st.dictionaries(PATHS, st.binary(max_size=9)), st.integers(40, 400))
def test_carrying_out_any_plan_gives_the_program_and_leaves_the_rest(on_board, free):
    new = program(a=b"a", b=b"b")
    plan = plan_for(new, on_board, free)
    after = dict(on_board)
    if plan.first and "main.py" not in plan.kept_aside:
        after.pop("main.py", None)
    for path, other in plan.kept_aside.items():
        after[other] = after.pop(path)
    for path in plan.frees:
        after.pop(path, None)
    for path, (_, data) in plan.moves.items():
        after[path] = data
    for path in plan.removes:
        after.pop(path, None)
    ours = {p: d for p, d in after.items() if is_ours(p) and not p.startswith("update")}
    assert ours == new.files
    for path, data in on_board.items():
        if not is_ours(path):
            assert after[path] == data
