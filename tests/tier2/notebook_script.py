"""Prints the Marshal's notebook of Fugitive, for comparing one Python with another, byte by byte.

    notebook_script.py MOST FILE    MOST: stations kept at once; FILE: records, one after the other

A line for each record: every position with its numbers and chances, the heat, the best guess, the
pair, and whether it is a contradiction.
"""

import sys

if sys.implementation.name == "cpython":
    import host_tools.on_pc  # noqa: F401

from shared_engine.deduction.notebook import Notebook
from shared_engine.record import Reader


def records(path):
    """The records of a file, each a list of lines."""
    found = []
    with open(path) as file:
        for line in file.read().split("\n"):
            if line.startswith("game "):
                found.append([])
            if line:
                found[-1].append(line)
    return found


def main(arguments):
    most = int(arguments[0])
    for lines in records(arguments[1]):
        reader = Reader()
        for line in lines:
            reader.line(line)
        notebook = Notebook(reader.play.state, most)
        for _ in notebook.work():
            pass
        print(
            notebook.positions,
            notebook.heat,
            notebook.best_guess,
            notebook.pair,
            notebook.contradiction,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
