"""Figures beside the targets of the design, as a table or as JSON."""

import json
from collections import namedtuple

NO_TARGET = "no target"

Figure = namedtuple("Figure", "group name reached unit target met")
Figure.__doc__ = """One line of a report.

reached: a number, or the list [median, 95th percentile, worst]; whole, or a float of which one
decimal is shown. unit: what it counts, such as "instructions", "bytes" or "ms". target: the figure
of the design in words. met: True, False, or None where nothing measured can say.
"""


def spread(values):
    """(median, 95th percentile, worst) of some numbers; each is one of them."""
    ranked = sorted(values)
    last = len(ranked) - 1
    return ranked[last // 2], ranked[-(-last * 95 // 100)], ranked[last]


def number(value):
    """A number with a blank between thousands; a float with one decimal."""
    form = ",.1f" if isinstance(value, float) else ","
    return f"{value:{form}}".replace(",", " ")


def table(figures):
    """The figures as text: one line each, under the headings of their groups."""
    rows = []
    for figure in figures:
        reached = figure.reached if isinstance(figure.reached, list) else [figure.reached]
        reached = " / ".join([number(value) for value in reached]) + " " + figure.unit
        verdict = {True: "  reached", False: "  MISSED", None: ""}[figure.met]
        rows.append((figure.group, figure.name, reached, figure.target + verdict))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    head = "reached (three: median / 95th percentile / worst)"
    widths[2] = max(widths[2], len(head))
    lines = [f"{'figure':{widths[1] + 2}}  {head:>{widths[2]}}  target of the design"]
    above = None
    for group, name, reached, target in rows:
        if group != above:
            lines += ["", group]
            above = group
        lines.append(f"  {name:{widths[1]}}  {reached:>{widths[2]}}  {target}")
    return "\n".join(lines)


def as_json(figures):
    """The figures as JSON, a list of objects."""
    return json.dumps([figure._asdict() for figure in figures], indent=1, ensure_ascii=False)
