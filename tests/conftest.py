"""What all tests share: the PC's stand-ins for MicroPython's modules, the tiers, the closing lines.

A tier that cannot run here says so at the end of the run, one line each. In CI (CI=true) all is
installed, so there the same test fails instead; only the MicroPython that tier 5 needs comes from
no package registry, so that tier may be missing even there.
"""

import importlib.util
import os

import pytest
from hypothesis import settings

from host_tools.vm import VmMissing

if importlib.util.find_spec("host_tools.on_pc"):
    from host_tools import on_pc

    on_pc.install()

# A deadline in wall time would fail on a busy machine; in CI the same examples come every time.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)

_IN_CI = os.environ.get("CI", "").lower() in ("true", "1")
_LOUD = " DID NOT RUN: "
_MAY_BE_MISSING = ("tier 5",)  # even in CI
_BY_FOLDER = ("tier2", "tier3", "tier4", "tier5")
_TIER_OF = {"power": "tier3"}  # folders called after what they test

settings.load_profile("ci" if _IN_CI else "here")


def _skip_loudly(tier, reason):
    line = str(tier).upper() + _LOUD + reason
    if _IN_CI and tier not in _MAY_BE_MISSING:
        pytest.fail("in CI nothing may be missing. " + line, pytrace=False)
    pytest.skip(line)


@pytest.fixture(scope="session")
def skip_loudly():
    """Call it as skip_loudly(tier, reason), e.g. ("tier 4", "no Chromium: apt install chromium").

    Skips the test and repeats tier and reason in the closing lines; in CI the test fails, unless
    the tier is one that may be missing there.
    """
    return _skip_loudly


def _tier_of(item):
    for name in _BY_FOLDER:
        if item.get_closest_marker(name):
            return "tier " + name[-1]
    return "tier 2"


def pytest_collection_modifyitems(items):
    for item in items:
        folders = [_TIER_OF.get(part, part) for part in item.path.parts]
        for name in _BY_FOLDER:
            if name in folders:
                item.add_marker(name)


def _loud_if_missing(item):
    try:
        return (yield)
    except VmMissing as missing:
        reason = str(missing)
    _skip_loudly(_tier_of(item), reason)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item):
    return (yield from _loud_if_missing(item))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    return (yield from _loud_if_missing(item))


def _tier_5_lines(reports):
    """What tier 5 measured and how long it took, lines of text; none where nothing of it ran."""
    ran = [report for report in reports if "/tier5/" in report.nodeid and not report.skipped]
    called = [report for report in ran if report.when == "call"]
    if not called:
        return []
    lines = [text for report in called for what, text in report.user_properties if what == "figure"]
    took = sum(report.duration for report in ran)
    return [f"tier 5: {line}" for line in sorted(lines)] + [
        f"tier 5 took {took:.0f} s, all workers together"
    ]


def pytest_terminal_summary(terminalreporter):
    kinds = ("passed", "failed", "error", "")  # without a name: what went well around a test
    reports = [report for kind in kinds for report in terminalreporter.stats.get(kind, [])]
    for line in _tier_5_lines(reports):
        terminalreporter.write_line(line)
    counts = {}
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        line = reason.removeprefix("Skipped: ")
        if _LOUD in line:
            counts[line] = counts.get(line, 0) + 1
    if counts:
        terminalreporter.section("NOT EVERYTHING WAS TESTED", sep="!", red=True, bold=True)
        for line in sorted(counts):
            terminalreporter.write_line(f"{line} ({counts[line]} tests)", red=True, bold=True)
