"""Make one file of MicroPython and the program: `python -m host_tools.image BASE.uf2`.

Drag it onto the drive of a Pico in BOOTSEL mode, and play. --kind wipe is for a bare Pico or a new
beginning, --kind keep leaves games and settings on a device alone; without it both are made.
"""

import argparse
import os
import sys
from pathlib import Path

from host_tools.image.base import read_base
from host_tools.image.build import KEEP, KINDS, WIPE, build
from host_tools.image.trouble import ImageError
from host_tools.image.uf2 import RP2040
from host_tools.program import compile_program
from host_tools.say import say
from host_tools.vm import ROOT, VmFailed, VmMissing
from host_tools.whole_file import write_whole

FOLDER = ROOT / "build"
_WHAT = {
    WIPE: "for a bare Pico, or to begin anew: games and settings on it are erased",
    KEEP: "games and settings stay; only for a device that has the companion already (on a bare "
    "Pico nothing would start)",
}


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.image",
        description="Make one UF2 file of MicroPython and the program.",
    )
    parser.add_argument("base", metavar="BASE.uf2", nargs="?", help="MicroPython for the board")
    parser.add_argument("--kind", help=f"{WIPE} or {KEEP}; without it both")
    parser.add_argument("--out", metavar="FILE", help="where to; by default into build/")
    options = parser.parse_args(arguments)
    try:
        return say(_made(options.base, options.kind, options.out))
    except (ImageError, VmMissing, VmFailed) as error:
        return _failed(str(error))
    except KeyboardInterrupt:
        return _failed("stopped; nothing was written that is not whole")


def _made(path, kind, out):
    """Make the images; lines about them."""
    if not path:
        raise ImageError(
            "BASE is missing; download MicroPython's .uf2 for the board from "
            "micropython.org/download and name it: make image BASE=RPI_PICO.uf2"
        )
    if kind and kind not in KINDS:
        raise ImageError(
            f"there is no kind {kind!r}; KIND is {WIPE} or {KEEP}, without it both are made"
        )
    if out and not kind:
        raise ImageError(
            f"OUT is one file, and without KIND two are made; add KIND={WIPE} or KIND={KEEP}"
        )
    base = _read(os.path.expanduser(path))
    program = compile_program()
    if out and os.path.exists(os.path.expanduser(out)) and os.path.samefile(
        os.path.expanduser(out), os.path.expanduser(path)
    ):
        raise ImageError(f"{out}: this is BASE itself; name another file with OUT=")
    kinds = [kind] if kind else KINDS
    try:
        images = {each: build(each, base, program.files) for each in kinds}
    except ImageError as error:
        raise ImageError(f"{path}: {error}") from None
    lines = []
    stem = f"companion-{_file_name(program.version)}"
    for each in kinds:
        target = Path(os.path.expanduser(out)) if out else FOLDER / f"{stem}-{each}.uf2"
        _write(target, images[each])
        lines += [
            f"{_shown(target)}  {len(images[each]) // 1024} KB",
            f"  {_WHAT[each]}",
        ]
    drive = "RPI-RP2" if base.uf2.family == RP2040 else "RP2350"
    return [
        f"tabletop companion {program.version}, MicroPython {base.version} for {base.board}",
        *lines,
        f"Hold BOOTSEL while plugging the Pico in, and drag one file onto the drive {drive}.",
    ]


def _read(path):
    try:
        return read_base(Path(path).read_bytes())
    except OSError as error:
        raise ImageError(
            f"{path}: {error.strerror}; name MicroPython's .uf2 for the board"
        ) from None
    except ImageError as error:
        raise ImageError(f"{path}: {error}") from None


def _write(target, data):
    try:
        if target.parent == FOLDER:
            FOLDER.mkdir(exist_ok=True)
        write_whole(target, data)
    except OSError as error:
        raise ImageError(f"{target}: {error.strerror}; name another file with OUT=") from None


def _file_name(version):
    """`version` in letters, digits, dots and hyphens."""
    return "".join(letter if letter.isalnum() or letter in ".-" else "-" for letter in version)


def _shown(path):
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def _failed(message):
    print(message, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
