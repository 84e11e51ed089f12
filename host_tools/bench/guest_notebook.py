"""The Marshal's notebook of Fugitive on the counting MicroPython: what one update takes."""

import gc
import json

from mark import mark

held = []


def deduction(task):
    """Marks around all the work of a notebook; how many pieces it has, and what they allocate."""
    notebook = _notebook(task)
    before = gc.mem_alloc()
    mark("work")
    pieces = 0
    for _ in notebook.work():
        pieces += 1
    mark("worked")
    return {"pieces": pieces, "allocated": gc.mem_alloc() - before}


def deducing(task):
    """A notebook at work, caught after some of its pieces, or let go of just then."""
    notebook = _notebook(task)
    work = notebook.work()
    for _ in range(task["pieces"]):
        next(work)
    if not task["let_go"]:
        held.append(notebook)
        held.append(work)
    return {}


def _notebook(task):
    from shared_engine import catalogue
    from shared_engine.play import Play

    game = catalogue.load(task["game"])
    play = Play(game, {"players": game.most})
    held.append(play)
    for action in task["position"].split("; "):
        play.do(play.read(action.split()))
    return game.notebook(play.state, task["most"])


def main(name, path):
    """Do the task called `name` with what the JSON file `path` says; prints one line of JSON."""
    with open(path) as file:
        task = json.load(file)
    print(json.dumps({"deduction": deduction, "deducing": deducing}[name](task)))
