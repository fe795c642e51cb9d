"""Settings every test shares: how many examples Hypothesis tries, and whether they are the same each time.

`pytest` tries a few examples per property; `pytest --hypothesis-profile=thorough` tries many. Where the environment
says CI, the examples are the same in every run, so that no commit is blamed for another day's luck.

No test sees the games and settings of whoever runs it.

Signals reach the programs that tests start, also where the tests themselves run in a shell's background.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

import capabilities
import file_shares
import seeds

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

QUICK = "not slow"
"""The markers that ``make test`` asks for, as pyproject.toml sets them."""

PARAMETERS = 3
"""Number of parameters of each function that the quick run tries."""

_SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("quick", max_examples=25, deadline=None, suppress_health_check=_SLOW_IS_FINE)
# The same examples each time had better be many: what they miss, they miss for ever.
settings.register_profile(
    "ci", settings.get_profile("quick"), max_examples=100, derandomize=True, print_blob=True, database=None
)
settings.register_profile(
    "thorough",
    settings.get_profile("ci" if os.environ.get("CI") else "quick"),
    max_examples=600,
    stateful_step_count=100,
)
settings.load_profile("ci" if os.environ.get("CI") else "quick")

# There is no such folder; a test that keeps something says where.
os.environ["HYPERSWEEP_DATA"] = str(Path(tempfile.gettempdir(), f"hypersweep-none-{os.getpid()}"))

# A shell has its background programs ignore Ctrl-C, and ``nohup`` a terminal that goes away. What a program ignores it
# hands on to those it starts, but not what it handles.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
for _name in ("SIGHUP", "SIGQUIT"):
    _number = getattr(signal, _name, None)
    if _number is not None and signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, lambda number, frame: None)


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to start without what ``HYPERSWEEP_REQUIRE`` names, and choose the level that the markers ask for."""
    if not hasattr(config, "workerinput"):
        capabilities.refuse_missing()
    markers = config.option.markexpr.strip()
    seeds.every_seed = markers != QUICK and "not nightly" not in markers
    file_shares.share_files(config, QUICK)


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem() -> Generator[None, Any, Any]:
    """Leave the first, the middle and the last parameter of each function to the quick run, and mark the others slow.

    Tests that drive a browser, and those of the nightly run, are slow as well.
    """
    made = yield
    if not isinstance(made, list):
        return made
    for item in made:
        if item.get_closest_marker("nightly") is not None or "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)
    quick = [item for item in made if item.get_closest_marker("slow") is None]
    if len(quick) > PARAMETERS:
        kept = {0, len(quick) // 2, len(quick) - 1}
        for number, item in enumerate(quick):
            if number not in kept:
                item.add_marker(pytest.mark.slow)
    return made


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let slow tests and properties on many boards take their time before they pass for hung."""
    many = settings().max_examples > 100
    for item in items:
        if item.get_closest_marker("slow") is not None or (many and item.get_closest_marker("hypothesis") is not None):
            item.add_marker(pytest.mark.timeout(900))


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """List what was missing, and how many tests were skipped for it."""
    skipped = [report.longrepr for report in terminalreporter.stats.get("skipped", ())]
    counts = capabilities.skipped_tests(str(where[2]) for where in skipped if isinstance(where, tuple))
    if counts:
        terminalreporter.section("skipped")
    for name, count in sorted(counts.items(), key=lambda each: -each[1]):
        known = capabilities.BY_NAME.get(name)
        terminalreporter.line(f"{count:5}  {name}: {known.get}" if known else f"{count:5}  {name}")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip tests that need what isn't here."""
    for mark in item.iter_markers("needs"):
        capabilities.require(*mark.args)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Lets a test have a loop of its own after one that drove a browser in the same process.

    The driver's loop lives as long as the browser, and passes for one that is running in whatever comes after it.
    """
    driving = asyncio._get_running_loop() if "chromium" not in getattr(item, "fixturenames", ()) else None
    if driving is None:
        return (yield)
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(driving)


@pytest.fixture
def eager_threads() -> Iterator[None]:
    """Lets threads take turns as often as the interpreter can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
