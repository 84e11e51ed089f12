"""The figures of the design beside what was measured on the emulated Pico."""

from host_tools.bench.report import NO_TARGET, Figure, number, spread

KB = 1024
FIRST_FRAME_MS = 350
USABLE_MS = 500
FIRST_CHANGE_MS = 12
EVERYTHING_MS = 25
IDLE_PERCENT = 5
MOST_AT_REST = 60 * KB
LEAST_FREE = 100 * KB
DEDUCED_MS = 2000
ERASES = 10  # per 100 actions


def power_on(group, at, how=""):
    """Figures of a PowerOn; how: what it is, in words, if it is not the usual one."""
    how = f", {how}" if how else ""
    return [
        _at_most(group, "power-on to first frame" + how, at.first, "ms", FIRST_FRAME_MS),
        _at_most(group, "power-on to usable" + how, at.usable, "ms", USABLE_MS),
    ]


def idle(group, name, share):
    """The figure of a share of the processor."""
    return [_at_most(group, name, 100 * share, "%", IDLE_PERCENT)]


def presses(group, answers):
    """Figures of a list of Answer."""
    lights = [answer.lights for answer in answers if answer.lights is not None]
    sent = [answer.sent for answer in answers]
    beyond = sum(sent) - sum(answer.fewest for answer in answers)
    found = [
        _percentile(group, "press to first visible change", answers, "first", FIRST_CHANGE_MS),
        _percentile(group, "press to everything visible", answers, "everything", EVERYTHING_MS),
    ]
    if lights:
        name = f"press to last bit of the lights ({len(lights)} of {len(answers)} change them)"
        found.append(Figure(group, name, list(spread(lights)), "ms", NO_TARGET, None))
    found.append(
        Figure(group, "sent to the display per press", list(spread(sent)), "bytes", NO_TARGET, None)
    )
    name = "sent beyond changed columns of changed pages, all presses"
    return [*found, Figure(group, name, beyond, "bytes", "0", beyond <= 0)]


def quick(group, each, a_second):
    """The figure of a Quick."""
    lost = each.pressed - each.counted
    name = f"presses lost of {each.pressed}, {a_second} a second"
    return [Figure(group, name, lost, "presses", "0", lost == 0)]


def heap(group, watched):
    """Figures of a Watched."""
    target = f"at least {number(LEAST_FREE)}"
    free = watched.least
    return [
        _at_most(group, "heap in use at rest", watched.used, "bytes", MOST_AT_REST),
        Figure(group, "heap free at the peak, at least", free, "bytes", target, free >= LEAST_FREE),
    ]


def notebook(group, hidden, each):
    """Figures of a Notebook with so many hidden hideouts."""
    name = f"notebook, {hidden} hidden hideouts"
    longest = each.longest / 1000
    return [
        _at_most(group, name, each.ms, "ms", DEDUCED_MS),
        Figure(group, "longest piece of that in one turn", longest, "ms", NO_TARGET, None),
    ]


def wear(group, each):
    """The figure of a Wear."""
    name = f"flash erases per 100 actions, over {each.actions}"
    return [_at_most(group, name, 100 * each.erases / each.actions, "erases", ERASES)]


def _at_most(group, name, reached, unit, limit):
    target = f"at most {number(limit)}"
    return Figure(group, name, reached, unit, target, reached <= limit)


def _percentile(group, name, answers, field, limit):
    """A figure whose 95th percentile is to be reached; the worst press is named."""
    values = [getattr(answer, field) for answer in answers]
    worst = answers[values.index(max(values))].key
    reached = spread(values)
    target = f"at most {number(limit)}, 95th percentile"
    name = f"{name} (worst: {worst})"
    return Figure(group, name, list(reached), "ms", target, reached[1] <= limit)
