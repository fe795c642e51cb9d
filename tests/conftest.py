"""Settings that all tests share: which tests run at each level, and how many examples Hypothesis tries.

`make test` tries 25 examples of each property, other levels 100, and `pytest --hypothesis-profile=thorough` 600. If the
environment variable CI is set, the examples are the same in every run, so that no commit is blamed for bad luck on
another day.

No test reads the user's games and settings.

Signals reach the programs that tests start, even if the tests themselves run in a shell's background.
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

CI_PARAMETERS = 8
"""The same for ``.ci/run``, unless a ``ci_limit`` says otherwise."""

_SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]

_SAME_EACH_TIME: dict[str, Any] = (
    {"derandomize": True, "print_blob": True, "database": None} if os.environ.get("CI") else {}
)
settings.register_profile(
    "quick", max_examples=25, deadline=None, suppress_health_check=_SLOW_IS_FINE, **_SAME_EACH_TIME
)
settings.register_profile("more", settings.get_profile("quick"), max_examples=100)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=600, stateful_step_count=100)
settings.load_profile("quick")

# There is no such folder; a test that saves something names its own.
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
    if config.option.markexpr.strip() == QUICK and any("::" in name for name in config.args):
        config.option.markexpr = ""  # a test that is asked for by its name runs at any level
    markers = config.option.markexpr.strip()
    if markers != QUICK and not config.getoption("--hypothesis-profile"):
        settings.load_profile("more")
    seeds.every_seed = markers != QUICK and "not nightly" not in markers
    file_shares.share_files(config, QUICK)


def _needs_package(item: pytest.Item) -> bool:
    names = [name for mark in item.iter_markers("needs") for name in mark.args]
    return any(name in capabilities.BY_NAME and capabilities.BY_NAME[name].package for name in names)


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem() -> Generator[None, Any, Any]:
    """Choose the level of each test of a function.

    The quick run has three parameters, and nothing that needs a package of Debian. CI has as many as ``ci_limit`` says;
    otherwise eight, or one of a function that drives a browser. Tests of the nightly run are slow as well.
    """
    made = yield
    if not isinstance(made, list):
        return made
    _limit([item for item in made if "nightly" not in item.keywords], _ci_limit(made), "nightly")
    for item in made:
        if {"nightly", "driver"} & {*item.keywords, *getattr(item, "fixturenames", ())} or _needs_package(item):
            item.add_marker(pytest.mark.slow)
    _limit([item for item in made if "slow" not in item.keywords], PARAMETERS, "slow")
    return made


def _ci_limit(made: list[pytest.Item]) -> int:
    """Return how many parameters of a function CI has."""
    if not made:
        return 0
    mark = made[0].get_closest_marker("ci_limit")
    return int(mark.args[0]) if mark else 1 if "driver" in getattr(made[0], "fixturenames", ()) else CI_PARAMETERS


def _limit(items: list[pytest.Item], count: int, marker: str) -> None:
    """Mark all but `count` items, among them the first and the last, that are spread evenly."""
    kept = {round(number * (len(items) - 1) / max(count - 1, 1)) for number in range(count)}
    for number, item in enumerate(items):
        if number not in kept:
            item.add_marker(marker)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Raise the timeout of slow tests, and of properties on many boards, to 15 minutes."""
    many = settings().max_examples > 100
    for item in items:
        if item.get_closest_marker("slow") is not None or (many and item.get_closest_marker("hypothesis") is not None):
            item.add_marker(pytest.mark.timeout(900))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail a quick test that was skipped for want of a package: CI, which has the package, runs only the slow ones."""
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple) and item.get_closest_marker("slow") is None:
        (name,) = capabilities.skipped_tests([report.longrepr[2]])
        if name in capabilities.BY_NAME and capabilities.BY_NAME[name].package:
            report.outcome = "failed"
            report.longrepr = f'mark {item.nodeid} with @pytest.mark.needs("{name}")'
    return report


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """List missing capabilities, and the number of tests skipped for each."""
    skipped = [report.longrepr for report in terminalreporter.stats.get("skipped", ())]
    counts = capabilities.skipped_tests(str(where[2]) for where in skipped if isinstance(where, tuple))
    if counts:
        terminalreporter.section("skipped")
    for name, count in sorted(counts.items(), key=lambda each: -each[1]):
        terminalreporter.line(f"{count:5}  {capabilities.BY_NAME.get(name, name)}")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip tests with missing capabilities."""
    for mark in item.iter_markers("needs"):
        capabilities.require(*mark.args)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Give a test its own event loop after one that drove a browser in the same process.

    The driver's loop lives as long as the browser, and passes for one that is running in whatever comes after it.
    """
    driving = asyncio._get_running_loop() if "driver" not in getattr(item, "fixturenames", ()) else None
    if driving is None:
        return (yield)
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(driving)


@pytest.fixture
def eager_threads() -> Iterator[None]:
    """Let threads take turns as often as the interpreter can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
