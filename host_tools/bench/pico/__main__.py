"""What the design asks of a Pico, on the emulated one: `python -m host_tools.bench.pico`.

Or `make bench-pico`. The times are those of the emulated processor, the same on every machine and
every run; it takes a quarter of an hour. It needs MicroPython for the Pico as a UF2 file.
"""

import argparse
import sys

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from host_tools.bench.pico import figures
from host_tools.bench.pico.games import GAMES, WHOLE, begun
from host_tools.bench.pico.measure import PRESSES_A_SECOND, Bench
from host_tools.bench.report import as_json, table
from host_tools.pico.trouble import NoPico
from host_tools.pico.uf2 import find_uf2, read_uf2
from host_tools.program import compile_program
from host_tools.vm import ROOT, VmFailed, VmMissing
from shared_engine import catalogue

_FIRST = "flee_the_scene"  # played to its end, and undone quickly
_POSITIONS = ROOT / "host_tools" / "bench" / "positions.txt"
_FEW_HIDDEN = (0, 2)  # lines of it


def measure(firmware, files, say):
    """All figures, a list of Figure. firmware, files: as for Bench. say: takes a line of text."""
    bench = Bench(firmware, files)
    say("power-on")
    at, share = bench.home()
    found = figures.power_on("first screen", at)
    found += figures.idle("first screen", "CPU while idle", share)
    for name, (_, keys) in GAMES.items():
        title = catalogue.load(name).title
        say(f"{title}: times")
        whole = name == _FIRST
        game = bench.game(name, WHOLE if whole else keys)
        found += figures.power_on(title, game.power_on, "waking in a game")
        found += figures.presses(title, game.answers)
        found += figures.idle(title, "CPU while idle, the matrix blinking", game.idle)
        if whole:
            found += figures.wear(title, game.wear)
            found += figures.quick(title, bench.quick(name), PRESSES_A_SECOND)
        say(f"{title}: heap")
        found += figures.heap(title, bench.heap(begun(name), keys))
    for position in positions():
        hidden = sum(line.startswith("hideout") for line in position)
        say(f"the notebook with {hidden} hidden hideouts")
        found += figures.notebook("notebook", hidden, bench.notebook(position))
    return found


def positions():
    """Positions of Fugitive with few hidden hideouts, lists of actions in the notation."""
    lines = _POSITIONS.read_text(encoding="utf-8").splitlines()
    return [lines[at].split("; ") for at in _FEW_HIDDEN]


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.bench.pico",
        description="Times and memory on the emulated Pico, beside what the design asks for.",
    )
    parser.add_argument("--uf2", metavar="FILE", help="MicroPython for the Pico; else PICO_UF2")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args(arguments)
    try:
        firmware = read_uf2(find_uf2(options.uf2))
        found = measure(firmware, compile_program().files, _say)
    except (NoPico, VmMissing, VmFailed) as error:
        print(f"bench-pico: {error}", file=sys.stderr)
        return 1
    print(as_json(found) if options.json else table(found))
    return 0


def _say(line):
    print(f"measuring {line}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
