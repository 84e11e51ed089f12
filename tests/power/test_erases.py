"""What long games cost the flash: sectors erased, and how much they fill."""

import pytest

from host_tools.bench.walk import walked
from host_tools.vm import ROOT, unix_micropython
from shared_engine import catalogue

SCRIPT = ROOT / "tests" / "power" / "erase_script.py"
SECTORS = 352  # of 4 KB, beside the firmware of a Pico
CODE_SECTORS = 100  # room left for our own modules and everything else


@pytest.fixture(scope="module", params=catalogue.NAMES)
def figures(request):
    actions = walked(request.param, 400)
    printed = unix_micropython(SCRIPT, request.param, *actions, heapsize="8m").decode()
    return {
        line.split()[0]: [int(number) for number in line.split()[1:]]
        for line in printed.splitlines()
    }


def test_at_most_ten_erases_in_any_hundred_actions(figures):
    actions, erases, worst, pages, size, files, sectors = figures["actions"]
    print(f"{actions} actions: {erases} erases, at most {worst} in any 100, {pages} pages")
    print(f"{size} bytes in {files} files, {sectors} sectors of 4 KB")
    assert actions == 400
    # An action is one commit, of one page at least, and a sector has 16 pages.
    assert pages >= actions and erases >= actions // 16
    assert erases <= 10 * actions // 100
    assert worst <= 10


def test_a_full_shelf_fits_and_costs_no_more(figures):
    games, erases, worst, sectors = figures["shelf"]
    print(f"{games} games of 400 actions: {sectors} sectors; the last one took {erases} erases")
    assert games == 12
    assert erases <= 40 and worst <= 10
    assert sectors <= SECTORS - CODE_SECTORS


def test_undo_and_redo_without_end_stay_bounded(figures):
    noted, erases, anew, sectors, size = figures["endless"]
    print(f"{noted} times undo or redo: {erases} erases, written anew {anew} times")
    print(f"at most {size} bytes and {sectors} sectors")
    assert noted == 12000
    # Each time it is written anew the count starts again, so more of it comes to no more.
    assert anew >= 3
    assert erases <= 10 * noted // 100
    assert size <= 10_000
    assert sectors <= 60
