"""The papers of the kit: `python -m host_tools.kit`, or `make kit`.

Writes hardware/README.md (its generated parts), bom.csv, wiring.svg and wiring.png from
firmware/kit.py; with --check it only says what differs. With --settings it writes the same papers
for the wiring of a settings file into another folder.
"""

import argparse
import sys
from pathlib import Path

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from host_tools.kit import values
from host_tools.kit.papers import FOLDER, Papers
from host_tools.say import say


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.kit",
        description="Write the wiring table, the bill of materials and the wiring picture.",
    )
    parser.add_argument(
        "--settings", metavar="FILE", help="a settings.txt that says how the device is wired"
    )
    parser.add_argument(
        "--out", metavar="DIR", help="the folder to write into; without it, hardware/"
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing, exit 1 if a paper is not up to date"
    )
    options = parser.parse_args(arguments)
    if options.settings == "":
        parser.error("--settings needs the name of a file")
    if options.settings and not options.out:
        parser.error("--settings needs --out DIR")
    try:
        return _run(options)
    except values.BadKit as error:
        return _failed(str(error))
    except OSError as error:
        return _failed(f"{error.filename or 'the papers'}: {error.strerror or error}")
    except KeyboardInterrupt:
        return _failed("stopped; every paper is the old one or the new one")


def _run(options):
    folder = Path(options.out) if options.out else FOLDER
    if options.settings:
        if folder.resolve() == FOLDER:
            return _failed(f"{folder}: is for the reference kit; give another folder with --out")
        raw = Path(options.settings).read_bytes()
        wiring = values.from_settings(raw, options.settings)
        name = f"the wiring in `{Path(options.settings).name}`"
    else:
        wiring = values.reference()
        name = "the reference kit"
    papers = Papers(wiring, name, folder)
    if options.check:
        differing = papers.differing()
        if differing:
            again = "the same command without --check" if options.out else "make kit"
            return _failed("\n".join([*differing, f"to write them anew: {again}"]))
        print("all papers are up to date")
        return 0
    return say([str(path) for path in papers.write()])


def _failed(message):
    print(message, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
