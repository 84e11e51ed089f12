"""All papers of a kit as files, and what differs in a folder from what should be there."""

import os
import re
from functools import cached_property
from pathlib import Path

from host_tools.kit import picture, png, svg, tables
from host_tools.kit.shapes import drawable
from host_tools.kit.values import BadKit
from host_tools.whole_file import write_whole

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "hardware"
PAGE = "README.md"
BILL = "bom.csv"
SVG = "wiring.svg"
PNG = "wiring.png"

_LONGEST = 80  # characters of a name beside the picture's title
_BEGIN = "<!-- generated: {} -->"
_END = "<!-- end of {} -->"


class Papers:
    """The papers for `values`, of which `name` says where they stand, in the folder `folder`."""

    def __init__(self, values, name, folder=FOLDER):
        self.folder = Path(folder)
        self._parts = {
            "kit": tables.facts(values, name),
            "parts": tables.bill_table(values),
            "wires": tables.wiring(values),
        }
        self._bill = tables.bill_csv(values)
        self._values = values
        self._name = name

    @cached_property
    def _picture(self):
        return picture.draw(self._values, drawable(self._name.replace("`", ""))[:_LONGEST])

    def write(self):
        """Write all of them; the paths written. Raises BadKit for a page without its marks."""
        page = self.page()
        self.folder.mkdir(parents=True, exist_ok=True)
        files = {
            PAGE: page.encode(),
            BILL: self._bill.encode(),
            SVG: svg.draw(self._picture).encode(),
            PNG: png.draw(self._picture),
        }
        paths = []
        for name, data in files.items():
            path = self.folder / name
            # The same picture may be packed in another way elsewhere: that is no change.
            if not (name == PNG and path.exists() and self._is_shown(path)):
                write_whole(path, data)
            paths.append(path)
        return paths

    def differing(self):
        """[what is not as `write` would leave it], a line of text for each paper."""
        found = []
        for name, wanted in (
            (PAGE, self.page()), (BILL, self._bill), (SVG, svg.draw(self._picture)),
        ):  # fmt: skip
            path = self.folder / name
            if not path.exists():
                found.append(f"{_shown(path)} is missing")
                continue
            given = path.read_bytes().decode(errors="replace")
            if given != wanted:
                line = _first_difference(given, wanted)
                found.append(f"{_shown(path)} line {line} is not what the kit says")
        path = self.folder / PNG
        if not path.exists():
            found.append(f"{_shown(path)} is missing")
        elif not self._is_shown(path):
            found.append(f"{_shown(path)} does not show what the kit says")
        return found

    def page(self):
        """The page that leads through the kit: what stands there, its generated parts anew.

        A folder without one gets that of the reference kit.
        """
        path = self.folder / PAGE
        own = path.exists()
        source = path if own else FOLDER / PAGE
        try:
            text = source.read_bytes().decode()
        except UnicodeDecodeError:
            raise BadKit(f"{_shown(source)}: not UTF-8; bring back the page you had") from None
        if not own:
            up = os.path.relpath(ROOT, self.folder.resolve()).replace(os.sep, "/")
            text = text.replace("](../", f"]({up}/")
        for name, content in self._parts.items():
            text = _replaced(text, name, content, source)
        return text

    def _is_shown(self, path):
        return png.shows(path.read_bytes(), self._picture)


def _replaced(text, name, content, path):
    """The text with `content` between the two marks of the part `name`."""
    begin, end = _BEGIN.format(name), _END.format(name)
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise BadKit(f"{_shown(path)}: needs one line {begin} and after it one line {end}")
    pattern = re.escape(begin) + ".*" + re.escape(end)
    new = f"{begin}\n\n{content}\n\n{end}"
    return re.sub(pattern, lambda _: new, text, flags=re.DOTALL)


def _first_difference(given, wanted):
    """The number of the first line that differs, from 1."""
    lines, others = given.split("\n"), wanted.split("\n")
    for number, (line, other) in enumerate(zip(lines, others, strict=False), 1):
        if line != other:
            return number
    return min(len(lines), len(others)) + 1


def _shown(path):
    """A path as a reader knows it: from the project's folder if it lies there."""
    try:
        return path.resolve().relative_to(ROOT).as_posix()
    except ValueError:
        return str(path)
