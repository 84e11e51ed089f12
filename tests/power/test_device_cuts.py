"""The power goes at every piece of work on the flash while somebody uses the whole device."""

import re

import pytest

from host_tools.vm import ROOT, unix_micropython

SCRIPT = ROOT / "tests" / "power" / "device_script.py"
EVERY = 4  # of all cut points: the first, the fifth and so on; `make soak` takes them all
LEG = re.compile(r"leg \d+: steps (\d+), writing (\d+), work (\d+)")
SEEN = re.compile(r"seen: games (\d+), clocks (\d+), exports (\d+), settings (\d+)")
CUTS = re.compile(
    r"every (\d+): cuts (\d+), recovery cuts (\d+), before (\d+), after (\d+), between (\d+)"
)


def numbers(pattern, lines):
    """The numbers of every line that the pattern fits."""
    found = [pattern.fullmatch(line) for line in lines]
    return [[int(number) for number in match.groups()] for match in found if match]


def cut(every):
    printed = unix_micropython(SCRIPT, every, heapsize="8m", timeout=900).decode().splitlines()
    legs = numbers(LEG, printed)
    [(games, clocks, exports, settings)] = numbers(SEEN, printed)
    [(step, cuts, recovery_cuts, before, after, between)] = numbers(CUTS, printed)
    work = sum(leg[2] for leg in legs)
    writing = sum(leg[1] for leg in legs)
    print(f"{len(legs)} legs, {sum(leg[0] for leg in legs)} steps, {writing} of them writing")
    print(f"{work} erases and pages programmed, every {step} of them cut in three ways")
    print(f"{cuts} cut points, and {recovery_cuts} more while switching on after a cut")
    print(f"{before} times as before the step in flight, {after} as after it, {between} between")
    # Everything was there to be lost: games, times, records and settings, more than once.
    assert games == 3 and clocks >= 6 and exports == 2 and settings >= 4
    assert len(legs) == 4 and work >= writing >= 35
    assert cuts == 3 * -(-work // every) == before + after + between
    # Every step that writes must be seen to go both ways, in its share of the points.
    assert before >= writing // every and after >= writing // every
    return recovery_cuts


def test_no_cut_harms_the_device():
    cut(EVERY)


@pytest.mark.soak
def test_no_cut_anywhere_harms_the_device():
    assert cut(1) > 0
