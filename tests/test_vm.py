"""The two MicroPython runners: what they hand back, what they say when something is wrong."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools import vm
from host_tools.counted_vm import run_counted
from host_tools.vm import ROOT, VmFailed, VmMissing, unix_micropython


@pytest.fixture
def script(tmp_path):
    def write(text, name="script.py"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_unix_gives_stdout_arguments_stdin_and_our_packages(script):
    path = script(
        "import sys\n"
        "import shared_engine, firmware\n"
        "print(sys.implementation.name, sys.argv[1:], sys.stdin.read())\n"
    )
    out = unix_micropython(path, "a", 2, stdin=b"keys")
    assert out == b"micropython ['a', '2'] keys\n"


def test_unix_heap_is_as_small_as_asked(script):
    path = script("import gc\nprint(gc.mem_free() + gc.mem_alloc())\n")
    small = int(unix_micropython(path, heapsize="300k"))
    large = int(unix_micropython(path, heapsize="600k"))
    assert small < 300 * 1024 < large < 600 * 1024


def test_unix_failure_carries_the_traceback(script):
    with pytest.raises(VmFailed, match="ValueError: pile 4") as failure:
        unix_micropython(script("print('before')\nraise ValueError('pile 4')\n"))
    assert failure.value.code == 1
    assert failure.value.stdout.startswith(b"before\n")


def test_unix_script_that_hangs_is_stopped(script):
    with pytest.raises(VmFailed, match="no end after 1 s"):
        unix_micropython(script("while True:\n    pass\n"), timeout=1)


def test_another_program_of_that_name_is_not_taken_for_micropython(tmp_path, monkeypatch):
    impostor = tmp_path / "micropython"
    impostor.write_text(f"#!/bin/sh\nexec {sys.executable} \"$@\"\n")
    impostor.chmod(0o755)
    monkeypatch.setattr(vm, "ROOT", tmp_path)
    monkeypatch.setattr(vm.sys, "executable", str(tmp_path / "python3"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(VmMissing, match="make venv"):
        vm.find_micropython()


def _modules():
    for package in ("shared_engine", "firmware"):
        for path in sorted((ROOT / package).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix()


def test_micropython_compiles_every_module_of_engine_and_firmware(script):
    path = script(
        "import sys\n"
        "root = sys.argv[1]\n"
        "for name in sys.stdin.read().split():\n"
        "    with open(root + '/' + name) as source:\n"
        "        text = source.read()\n"
        "    try:\n"
        "        compile(text, name, 'exec')\n"
        "    except SyntaxError as error:\n"
        "        sys.print_exception(error)\n"
        "        sys.exit(1)\n"
        "    print(name)\n"
    )
    names = list(_modules())
    out = unix_micropython(path, ROOT, stdin="\n".join(names).encode(), heapsize="4m")
    assert out.decode().split() == names


_COUNTED = """\
import sys, gc
from mark import mark, heap_in_use

def stretch(count):
    mark("start")
    for i in range(count):
        pass
    mark("looped")
    mark("nothing")

stretch(int(sys.argv[1]))
kept = [None] * int(sys.argv[1])
for i in range(len(kept)):
    kept[i] = (i, 1, 2, 3)
print(heap_in_use())
"""


def _stretches(run):
    return [later[1] - earlier[1] for earlier, later in zip(run.marks, run.marks[1:], strict=False)]


def test_counted_figures_are_the_same_on_every_run(script):
    path = script(_COUNTED)
    first = run_counted(path, ["1000"])
    assert run_counted(path, ["1000"]) == first
    assert [label for label, _ in first.marks] == ["start", "looped", "nothing"]


def test_counted_instructions_follow_the_work_and_marks_are_taken_off(script):
    path = script(_COUNTED)
    one, two = (_stretches(run_counted(path, [count])) for count in ("1000", "2000"))
    assert 1.9 < two[0] / one[0] < 2.1
    assert abs(one[1]) < 100 < one[0]


def test_counted_heap_has_the_sizes_of_a_32_bit_board(script):
    path = script(_COUNTED)
    few, many = (int(run_counted(path, [count]).stdout) for count in ("1000", "3000"))
    # a tuple of four takes 32 bytes and its place in the list 4
    assert many - few == 2000 * 36


def test_counted_script_may_ask_to_collect_and_keeps_its_objects(script):
    path = script(
        "import gc\n"
        "def frame(depth):\n"
        "    own = [str(depth), (depth, 'x')]\n"
        "    gc.collect()\n"
        "    for i in range(200):\n"
        "        bytearray(100)\n"
        "    if depth:\n"
        "        frame(depth - 1)\n"
        "    assert own == [str(depth), (depth, 'x')]\n"
        "frame(8)\n"
        "for word in ('alpha', 'beta'):\n"
        "    print(word)\n"
    )
    assert run_counted(path).stdout == "alpha\nbeta\n"


def test_counted_allocation_of_a_stretch_is_exact(script):
    path = script(
        "import gc\n"
        "import firmware, shared_engine\n"
        "def idle():\n"
        "    before = gc.mem_alloc()\n"
        "    for i in range(100):\n"
        "        pass\n"
        "    return gc.mem_alloc() - before\n"
        "def busy():\n"
        "    before = gc.mem_alloc()\n"
        "    for i in range(100):\n"
        "        (i, i)\n"
        "    return gc.mem_alloc() - before\n"
        "print(idle(), busy())\n"
    )
    assert run_counted(path).stdout == "0 1600\n"


def test_counted_failures_say_why(script):
    with pytest.raises(VmFailed, match="used up its fuel"):
        run_counted(script("while True:\n    pass\n"), fuel=30_000_000)
    with pytest.raises(VmFailed, match="ValueError: pile 4"):
        run_counted(script("raise ValueError('pile 4')\n"))
    with pytest.raises(VmFailed, match="no such file"):
        run_counted(Path("nowhere.py"))


def test_counted_command_line_prints_one_line_of_json(script):
    done = subprocess.run(
        [sys.executable, "-m", "host_tools.counted_vm", str(script("print('hello')\n"))],
        capture_output=True,
        cwd=ROOT,
    )
    assert done.returncode == 0
    assert json.loads(done.stdout)["stdout"] == "hello\n"
