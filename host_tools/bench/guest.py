"""The bench's part on the counting MicroPython: tasks, each in a run of its own.

A small start script calls `main` with the name of a task and a file with what it needs. Everything
a task built stays in `held`, where it counts as heap in use.
"""

import gc
import json

from mark import heap_in_use, mark

from host_tools.bench.again import again, set_up
from host_tools.bench.stand import TAP_MS, Stand, no_mark
from host_tools.memory_files import MemoryFiles

IDLE_TURNS = 1000
BLINK_TURNS = 500  # 2.5 s: five blinks, and the first hint is still to come

held = []


def played(task):
    """A Play of the game of `task` with all its actions done."""
    from shared_engine import catalogue
    from shared_engine.play import Play

    game = catalogue.load(task["game"])
    play = Play(game, set_up(game, game.most))
    # What has been read must not count as heap in use.
    for _ in again(play, task.pop("actions")):
        pass
    return play


def begin(stand, task):
    """A new game of `task` on the stand with its actions done; they are counted."""
    play = played(task)
    stand.app.begin(play)
    stand.wait(TAP_MS)
    return play.done


# --- the tasks; each returns what is printed ---


def nothing(task):
    """What the stand's own code takes up."""
    return {}


def home(task):
    """The device as it is after power-on."""
    held.append(Stand(no_mark))
    return {}


def heap(task):
    """A device on which a game was played and now another one stands, looked through."""
    stand = _played(task)
    done = begin(stand, task)
    stand.forget_most()
    for what, value in task["looking"]:
        stand.step(what, value)
    return {"done": done, "most": stand.most, "failed": stand.logged}


def drawing(task):
    """The same, caught while it draws what the last step of "looking" leads to."""
    from firmware.picture import widgets

    stand = _played(task)
    done = begin(stand, task)
    for what, value in task["looking"][:-1]:
        stand.step(what, value)

    def caught(frame, text):
        print(json.dumps({"done": done, "failed": stand.logged}))
        print(heap_in_use())
        # Nothing may run on after a collection.
        raise SystemExit

    widgets.bottom = caught
    stand.step(*task["looking"][-1])


def _played(task):
    stand = Stand(no_mark)
    held.append(stand)
    for what, value in task["steps"]:
        stand.step(what, value)
    return stand


def long(task):
    """Marks of looking things up in a game with many actions."""
    stand = Stand(mark)
    held.append(stand)
    begin(stand, task)
    follow(stand, task["looking"])
    return {"failed": stand.logged}


def follow(stand, steps):
    """Do `steps`, each with its number as a mark before it."""
    for number in range(len(steps)):
        mark("step " + str(number))
        stand.step(*steps[number])
    mark("end")


def costs(task):
    """Marks of power-on, of a scripted game and of idle turns."""
    stand = Stand(mark)
    held.append(stand)
    mark("opening")
    follow(stand, task["opening"])
    mark("game")
    follow(stand, task["steps"])
    over = stand.app.play.game.over(stand.app.play.state)
    stand.wait(1000)
    mark("idle")
    # The clock stands still, so nothing is due and nothing blinks.
    for _ in range(IDLE_TURNS):
        stand.app.turn()
    mark("idled")
    return {"over": over, "failed": stand.logged}


def sizes(task):
    """Bytes allocated and sent: at power-on, by every step, by idle turns."""
    start = gc.mem_alloc()
    stand = Stand(no_mark)
    held.append(stand)
    booted = gc.mem_alloc() - start
    for what, value in task["opening"]:
        stand.step(what, value)
    opened = gc.mem_alloc() - start - booted
    steps = []
    stand.forget_most()
    bus = stand.bus
    for what, value in task["steps"]:
        screen = type(stand.app.screen).__name__
        alloc, data, wire, fewest = gc.mem_alloc(), bus.data, bus.wire, stand.fewest
        stand.step(what, value)
        steps.append(
            (
                gc.mem_alloc() - alloc,
                bus.data - data,
                bus.wire - wire,
                stand.fewest - fewest,
                screen,
            )
        )
    most = stand.most
    # A new screen of the game: no notice, and its blinks begin again.
    stand.app.open_game()
    stand.wait(1000)
    data, wire = bus.data, bus.wire
    stand.display.forget()
    stand.app.changed()
    stand.wait(TAP_MS)
    whole = (bus.data - data, bus.wire - wire)
    app = stand.app
    alloc = gc.mem_alloc()
    for _ in range(IDLE_TURNS):
        app.turn()
    idle = gc.mem_alloc() - alloc
    # Now time passes, and what blinks blinks.
    clock = stand.clock
    painted = stand.painted
    alloc = gc.mem_alloc()
    for _ in range(BLINK_TURNS):
        clock.ms += app.turn()
    blinking = gc.mem_alloc() - alloc
    if stand.painted != painted:
        raise RuntimeError("these blinks were to come without a hint")
    alloc = gc.mem_alloc()
    for _ in range(IDLE_TURNS):
        clock.ms += app.turn()
    return {
        "booted": booted,
        "opened": opened,
        "steps": steps,
        "whole": whole,
        "idle": idle,
        "blinking": blinking,
        "hints": stand.painted - painted,
        "hinting": gc.mem_alloc() - alloc,
        "most": most,
        "failed": stand.logged,
    }


def history(task):
    """Marks of a long game's actions, undos and redos, and of reading it as a record."""
    from shared_engine import record

    play = played(task)
    held.append(play)
    done = play.done
    mark("undo")
    for _ in range(done):
        play.undo()
        mark("undone")
    mark("redo")
    for _ in range(done):
        play.redo()
    mark("redone")
    lines = record.export(play)
    mark("read")
    reader = record.Reader()
    for line in lines:
        reader.line(line)
    mark("reread")
    return {"done": done, "same": reader.play.to_json() == play.to_json()}


def resume(task):
    """Marks around resuming a game from the storage, as at power-on."""
    from firmware import loading
    from firmware.storage.keeper import Keeper

    files = MemoryFiles()
    play = played(task)
    keeper = Keeper(files, True)
    keeper.keep(play)
    keeper.flush()
    # Nothing of the game is in memory then.
    loading.unload("shared_engine.games." + task["game"])
    keeper = Keeper(files, True)
    held.append(keeper)
    mark("resume")
    found, fault = keeper.resume()
    mark("resumed")
    return {"done": play.done, "failed": fault or found.to_json() != play.to_json()}


TASKS = {
    "nothing": nothing,
    "home": home,
    "heap": heap,
    "drawing": drawing,
    "long": long,
    "costs": costs,
    "sizes": sizes,
    "history": history,
    "resume": resume,
}


def main(name, path):
    """Do the task called `name` with what the JSON file `path` says; prints one line of JSON."""
    with open(path) as file:
        task = json.load(file)
    print(json.dumps(TASKS[name](task)))
