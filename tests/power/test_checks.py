"""The checks of Files and Shelf once more, on littlefs."""

from host_tools.vm import ROOT, unix_micropython
from tests.power import files_checks, shelf_checks

SCRIPT = ROOT / "tests" / "power" / "checks_script.py"


def test_files_and_shelf_on_littlefs():
    printed = unix_micropython(SCRIPT, heapsize="8m").decode().splitlines()
    everywhere = files_checks.CHECKS + shelf_checks.CHECKS
    for check in everywhere + files_checks.REFUSALS:
        assert "littlefs " + check.__name__ in printed
    for check in everywhere:
        assert "memory " + check.__name__ in printed
