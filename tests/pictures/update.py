"""Take the pictures anew: `python -m tests.pictures.update [NAME …] [--sheets FOLDER]`.

Writes tests/pictures/golden/NAME.png for the scripts named (all without a name, and pictures
without a script go away). `--sheets FOLDER` also writes contact sheets there: look at them before
the new pictures are kept. With `--dry` only the sheets are written.
"""

import argparse
import sys
from pathlib import Path

import host_tools.on_pc  # noqa: F401  (makes the firmware importable)
from tests.pictures.exact import exact_png, read_exact_png
from tests.pictures.scripts import SCRIPTS
from tests.pictures.sheet import sheets
from tests.pictures.stage import shown

GOLDEN = Path(__file__).resolve().parent / "golden"


def update(scripts, complete):
    """Write the pictures of `scripts`; the names of those that changed, and of those removed.

    `complete`: the scripts are all there are, other pictures are removed.
    """
    GOLDEN.mkdir(exist_ok=True)
    changed = []
    for script in scripts:
        path = GOLDEN / (script[0] + ".png")
        frame, colours = shown(script)
        if not path.exists() or read_exact_png(path) != (frame, colours):
            exact_png(frame, colours, path)
            changed.append(script[0])
    removed = []
    if complete:
        names = {script[0] for script in scripts}
        for path in sorted(GOLDEN.glob("*.png")):
            if path.stem not in names:
                path.unlink()
                removed.append(path.stem)
    return changed, removed


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m tests.pictures.update", description="Take the golden pictures anew."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these; without: all")
    parser.add_argument("--sheets", metavar="FOLDER", help="write contact sheets there, too")
    parser.add_argument("--dry", action="store_true", help="leave the golden pictures alone")
    options = parser.parse_args(arguments)
    known = {script[0]: script for script in SCRIPTS}
    unknown = [name for name in options.names if name not in known]
    if unknown:
        parser.error(f"no script is called {', '.join(unknown)}")
    scripts = [known[name] for name in options.names] or list(SCRIPTS)
    if not options.dry:
        changed, removed = update(scripts, not options.names)
        print(f"{len(changed)} of {len(scripts)} pictures changed", *changed)
        if removed:
            print(f"{len(removed)} without a script removed", *removed)
    if options.sheets:
        folder = Path(options.sheets)
        folder.mkdir(parents=True, exist_ok=True)
        for path in sheets([(script[0], *shown(script)) for script in scripts], folder):
            print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
