"""Counted costs of the firmware: `python -m host_tools.bench`, or `make bench`.

A scripted game is played on the 32-bit MicroPython that counts instructions, on code compiled to
.mpy as on the device. The figures are the same on every run and every machine; they are no times.
They compare two versions of the firmware, and what grows here grows on the Pico too. Where the
design asks for a time, an estimate of it stands beside its target (`host_tools.bench.pace`).

The heap is never collected while this counts, so it is long, and now and then a turn pays for the
search of a free place in it: look at medians before the worst of the short ones.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from firmware.buttons import KEYS
from host_tools.bench.game import GAME, LOOKING, SCRIPTS, TO_HISTORY
from host_tools.bench.pace import INSTRUCTIONS_PER_US, milliseconds
from host_tools.bench.press import part, sort_turns, total
from host_tools.bench.report import NO_TARGET, Figure, as_json, number, spread, table
from host_tools.bench.tree import compile_tree
from host_tools.bench.walk import walked
from host_tools.counted_vm import run_counted
from host_tools.device import read_keys
from host_tools.vm import VmFailed, VmMissing
from shared_engine import catalogue

KB = 1024
FREE_AFTER_BOOT = 229 * KB  # on a Pico with MicroPython 1.24, nothing imported
MOST_AT_REST = 60 * KB
LEAST_FREE = 100 * KB
ACTIONS = (100, 400)
RESUME_MS = 1000
IDLE_TURNS = 1000
BLINK_TURNS = 500
# Of games of Fugitive that a sensible player and a blind Marshal played, with 2, 3 … 9 hidden.
POSITIONS = Path(__file__).with_name("positions.txt")
MOST_DEDUCED = 128
DEDUCED_MS = 2000
MOST_DEDUCING = 30 * KB
CAUGHT = (50, 70, 90)  # percent of the pieces

_BOARD = "make bench-pico has it"


def _steps(keys):
    return [(what, value if what == "wait" else KEYS.index(value))
            for what, value in read_keys(keys)]


def _press_name(step, screen):
    what, value = step
    if what == "wait":
        return "as time passes"
    return KEYS[value] + (" held" if what == "hold" else "") + " on " + screen


def _game_screen(screens):
    """The screen most presses are made on: that of the game."""
    return max(sorted(set(screens)), key=screens.count)


def _python_ms(values):
    """What a press takes besides its bytes on the wire, in the words of a target."""
    about = " / ".join([str(milliseconds(value)) for value in spread(values)])
    return f"Python about {about} ms, bus time on top"


class Bench:
    """Runs the tasks of `host_tools.bench.guest` and collects figures.

    folder: an empty folder for the compiled code. Methods that run something raise VmMissing and
    VmFailed, the latter also when a screen failed or the script does not end its game any more.
    """

    def __init__(self, folder):
        self.figures = []
        self._folder = Path(folder)
        self._starts, self.compiled = compile_tree(self._folder)
        self._base = self._run("nothing", {})[2]

    def _run(self, name, task, guest="guest"):
        """One task of a guest: (its answer, its marks, bytes of heap in use at its end)."""
        (self._folder / "task.json").write_text(json.dumps(task), encoding="utf-8")
        run = run_counted(self._starts[guest], [name])
        lines = run.stdout.splitlines()
        answer = json.loads(lines[-2])
        if answer.get("failed"):
            raise VmFailed(f"bench task {name}", 1, "\n".join(lines[:-2]).encode(), b"")
        return answer, run.marks, int(lines[-1])

    def _add(self, group, name, reached, unit, target=NO_TARGET, met=None):
        self.figures.append(Figure(group, name, reached, unit, target, met))

    def _add_spread(self, group, name, values, unit, target=NO_TARGET, worst=""):
        if not values:
            return
        name += f" (worst: {worst})" if worst else ""
        self._add(group, name, list(spread(values)), unit, target)

    def game(self, players, opening, keys, whole=True):
        """Instructions, bytes and allocations of a scripted game, which must end if `whole`.

        Returns what `power_on` and `heap` need: the answer about sizes, and the marks.
        """
        steps = _steps(keys)
        task = {"opening": _steps(opening), "steps": steps}
        answer, marks, _ = self._run("costs", task)
        if whole and answer["over"] is None:
            what = f"the script for {players} players does not end its game any more"
            raise VmFailed(what, 1, b"", b"")
        sizes, _, _ = self._run("sizes", task)
        screens = [step[4] for step in sizes["steps"]]

        presses, blinks, quiet = sort_turns(part(marks, "game", "end"))
        presses = [press for press in presses if steps[press.step][0] != "wait"]
        group = f"{players} players, {len(presses)} presses"

        def worst(values):
            step = presses[values.index(max(values))].step
            return _press_name(steps[step], screens[step])

        first = [press.react + press.lights for press in presses]
        self._add_spread(group, "press to lights shown", first, "instructions",
                         f"12 ms; {_python_ms(first)}", worst(first))
        everything = [total(press) for press in presses]
        self._add_spread(group, "press to last byte", everything, "instructions",
                         f"25 ms; {_python_ms(everything)}", worst(everything))
        for name, field in (
            ("of it polling, event, rules", "react"),
            ("of it painting and sending the lights", "lights"),
            ("of it painting the picture", "picture"),
            ("of it comparing and sending", "send"),
            ("of it the loop between pages", "loop"),
        ):
            values = [getattr(press, field) for press in presses]
            self._add_spread(group, name, values, "instructions", worst=worst(values))
        undos = [
            press
            for press in presses
            if steps[press.step] == ("tap", KEYS.index("back"))
            and screens[press.step] == _game_screen(screens)
        ]
        self._add_spread(group, "undo press to last byte", [total(p) for p in undos],
                         "instructions")
        self._add_spread(group, "a blink", blinks, "instructions")
        self._add_spread(group, "a poll between", quiet, "instructions", f"CPU: {_BOARD}")
        self._bytes(group, steps, sizes)
        self._idle(group, marks, sizes)
        return sizes, marks

    def _bytes(self, group, steps, sizes):
        pressed = [
            (step, bytes_of)
            for step, bytes_of in zip(steps, sizes["steps"], strict=True)
            if step[0] != "wait"
        ]
        picture = [sent for _, (_, sent, _, _, _) in pressed]
        wire = [on_wire for _, (_, _, on_wire, _, _) in pressed]
        fewest = sum(least for _, (_, _, _, least, _) in pressed)
        at = picture.index(max(picture))
        self._add_spread(group, "picture sent a press", picture, "bytes",
                         worst=_press_name(pressed[at][0], pressed[at][1][4]))
        more = sum(picture) - fewest
        self._add(group, "picture sent beyond changed columns of changed pages, all presses", more,
                  "bytes", "0", more == 0)
        self._add_spread(group, "on I2C a press", wire, "bytes")
        self._add(group, "for comparison: a whole frame", sizes["whole"][0], "bytes")
        self._add(group, "for comparison: a whole frame on I2C", sizes["whole"][1], "bytes")
        allocated = [taken for _, (taken, _, _, _, _) in pressed]
        at = allocated.index(max(allocated))
        self._add_spread(group, "allocated a press", allocated, "bytes",
                         worst=_press_name(pressed[at][0], pressed[at][1][4]))

    def _idle(self, group, marks, sizes):
        begun, ended = part(marks, "idle", "idled")[0][1], part(marks, "idle", "idled")[-1][1]
        self._add(group, "an idle turn", (ended - begun) // IDLE_TURNS, "instructions",
                  f"5 % CPU: {_BOARD}")
        self._add(group, f"allocated by {IDLE_TURNS} idle turns", sizes["idle"], "bytes", "0",
                  sizes["idle"] == 0)
        blinks = f"allocated by {BLINK_TURNS} turns with blinks"
        self._add(group, blinks, sizes["blinking"], "bytes", "0", sizes["blinking"] == 0)
        hints = f"allocated by {IDLE_TURNS} turns with blinks, {sizes['hints']} of them with hints"
        self._add(group, hints, sizes["hinting"], "bytes")

    def power_on(self, sizes, marks):
        """What it takes from the first import to the first screen, and on to the game."""
        group = "power-on"
        boot = part(marks, "import", "home")
        at = dict(boot)
        sent = [when for label, when in boot if label == "sent"]
        self._add(group, "imports", at["imported"] - at["import"], "instructions")
        self._add(group, "parts built and started", at["built"] - at["imported"], "instructions")
        drawn = [when for label, when in boot if label == "send"][0]
        self._add(group, "first import to first picture drawn", drawn - at["import"],
                  "instructions", f"350 ms: {_BOARD}")
        self._add(group, "first import to first picture sent", sent[-1] - at["import"],
                  "instructions", f"500 ms: {_BOARD}")
        opening, _, _ = sort_turns(part(marks, "opening", "end"))
        self._add(group, "set-up to the game on the screen, its modules imported",
                  sum(total(press) for press in opening), "instructions")
        self._add(group, "allocated until the first picture", sizes["booted"], "bytes")
        self._add(group, "allocated from there to the game", sizes["opened"], "bytes")
        for package in ("shared_engine", "firmware"):
            self._add(group, f"{package} as .mpy files", self.compiled[package], "bytes")

    def heap(self, sizes, actions=ACTIONS):
        """Heap in use at rest, and how high it can have been."""
        group = "heap"
        home = self._run("home", {})[2] - self._base
        self._add(group, "in use on the first screen", home, "bytes")
        largest = None
        for name in catalogue.NAMES:
            found = [self._heap_of(name, count) for count in actions]
            if largest is None or found[-1][1] > largest[1][-1][1]:
                largest = (name, found)
        name, found = largest
        for answer, rest in found:
            what = f"in use at rest, {name}, {answer['done']} actions"
            target = f"at most {number(MOST_AT_REST)}"
            self._add(group, what, rest, "bytes", target, rest <= MOST_AT_REST)
        # Nothing is collected while it is counted: what one turn allocates may all be garbage.
        self._peak(group, "in the scripted game, at most", found[0][1] + sizes["most"], False)
        answer, _ = found[-1]
        task = self._long_game(largest[0], actions[-1])
        task["looking"] = _steps(TO_HISTORY)
        drawn = self._run("drawing", task)[2] - self._base
        self._peak(group, f"drawing the history of {answer['done']} actions", drawn, True)
        self._add(group, "one turn of that allocates, garbage included", answer["most"], "bytes")

    def _peak(self, group, when, peak, exact):
        self._add(group, "peak " + when, peak, "bytes")
        free = FREE_AFTER_BOOT - peak
        target = f"at least {number(LEAST_FREE)}"
        enough = free >= LEAST_FREE
        name = "free on a Pico then" + ("" if exact else ", at least")
        self._add(group, name, free, "bytes", target, enough if enough or exact else None)

    def _heap_of(self, name, count):
        """(answer, bytes at rest) of a device with `count` actions of the game `name` done."""
        answer, _, in_use = self._run("heap", self._long_game(name, count))
        return answer, in_use - self._base

    def _long_game(self, name, count):
        return {
            "game": name,
            "actions": walked(name, count, catalogue.load(name).most),
            "looking": _steps(LOOKING),
            "steps": _steps(" ".join(SCRIPTS[max(SCRIPTS)])) if name == GAME else [],
        }

    def resume(self, count=ACTIONS[-1]):
        """Power-on with a long game at hand: reading it from the storage and playing it again."""
        answer, marks, _ = self._run("resume", self._long_game(GAME, count))
        cost = marks[-1][1] - marks[0][1]
        about = f"about {milliseconds(cost)} ms at {INSTRUCTIONS_PER_US} instructions a µs"
        done = answer["done"]
        self._add(f"{done} actions", f"resuming {done} actions from the storage", cost,
                  "instructions", f"{number(RESUME_MS)} ms; {about}")

    def history(self, count=ACTIONS[-1]):
        """Undo, redo and reading of a long game."""
        task = self._long_game(GAME, count)
        answer, marks, _ = self._run("history", task)
        group = f"{answer['done']} actions"
        at = [when for label, when in part(marks, "undo", "redo")][:-1]
        self._add_spread(group, "undo, engine alone",
                         [after - before for before, after in zip(at, at[1:], strict=False)],
                         "instructions")
        for name, begin, end in (
            ("all actions again from the compact log", "redo", "redone"),
            ("all actions again from the notation", "read", "reread"),
        ):
            begun, ended = (part(marks, begin, end)[which][1] for which in (0, -1))
            self._add(group, name, ended - begun, "instructions")
        _, marks, _ = self._run("long", task)
        presses, _, _ = sort_turns(part(marks, "step 0", "end"))
        costs = [total(press) for press in presses]
        worst = task["looking"][presses[costs.index(max(costs))].step]
        self._add(group, f"looking it through, worst press ({KEYS[worst[1]]})", max(costs),
                  "instructions")


    def deduction(self, positions):
        """What the Marshal's notebook of Fugitive takes; positions: lists of actions, as text."""
        group = f"deduction, {len(positions)} positions, {MOST_DEDUCED} stations"
        costs, allocated, pieces = [], [], []
        for position in positions:
            answer, marks, _ = self._run("deduction", _deduced(position), "guest_notebook")
            costs.append(marks[-1][1] - marks[0][1])
            allocated.append(answer["allocated"])
            pieces.append(answer["pieces"])
        about = " / ".join([str(milliseconds(cost)) for cost in spread(costs)])
        worst = f"line {1 + costs.index(max(costs))} of {POSITIONS.name}"
        self._add_spread(group, "one update", costs, "instructions",
                         f"{number(DEDUCED_MS)} ms; about {about} ms", worst)
        piece = [cost // count for cost, count in zip(costs, pieces, strict=True)]
        self._add_spread(group, "a piece of one, on average", piece, "instructions")
        self._add_spread(group, "allocated by one, garbage included", allocated, "bytes")
        largest = pieces.index(max(pieces))
        most = 0
        for percent in CAUGHT:
            done = pieces[largest] * percent // 100
            # The rest of the heap is the same in both, what a collection cannot free included.
            held, let_go = [
                self._run("deducing", task, "guest_notebook")[2]
                for task in [
                    _deduced(positions[largest], pieces=done, let_go=gone)
                    for gone in (False, True)
                ]
            ]
            most = max(most, held - let_go)
        shares = ", ".join([str(percent) for percent in CAUGHT])
        self._add(group, f"heap it takes, the longest, the most of that at {shares} %", most,
                  "bytes", f"at most {number(MOST_DEDUCING)}", most <= MOST_DEDUCING)


def _deduced(position, **more):
    return {"game": "fugitive", "position": position, "most": MOST_DEDUCED, **more}


def measure(scripts=None, actions=ACTIONS):
    """All figures, a list of Figure.

    scripts: {players: (opening keys, game keys)}, whole games of their own by default; actions: how
    many actions the long games have, a tuple from few to many. Raises VmMissing and VmFailed.
    """
    played = SCRIPTS if scripts is None else scripts
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(folder)
        for players in sorted(played):
            sizes, marks = bench.game(players, *played[players], whole=scripts is None)
        bench.power_on(sizes, marks)
        bench.heap(sizes, actions)
        bench.history(actions[-1])
        bench.resume(actions[-1])
        positions = POSITIONS.read_text(encoding="utf-8").splitlines()
        bench.deduction(positions if scripts is None else positions[:2])
    return bench.figures


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.bench",
        description="Counted costs of the firmware; the same on every run.",
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args(arguments)
    try:
        figures = measure()
    except (VmMissing, VmFailed) as missing:
        print(f"bench: {missing}", file=sys.stderr)
        return 1
    print(as_json(figures) if options.json else table(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
