"""A page in a browser, whose console must stay empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from node_kernel import needs_kernels
from page_access import axe_source
from page_server import browser_driver, page_server, silent_tab, start_chromium, start_firefox

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Playwright

    from node_calls import NodeCalls
    from node_kernel import NodeKernel


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of the page's folder on loopback, without a slash at the end."""
    needs_kernels()
    with page_server() as address:
        yield address


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    return axe_source()


@pytest.fixture(scope="module")
def node(request: pytest.FixtureRequest) -> Iterator[NodeCalls | NodeKernel]:
    """A node process for the tests of a file, whose ``NODE`` says how to start it."""
    started = request.module.NODE()
    yield started
    started.close()


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    """Playwright, which starts browsers."""
    with browser_driver() as started:
        yield started


@pytest.fixture(scope="session")
def downloads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder to which browsers download files, until their tab is closed."""
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture(scope="session")
def chromium(driver: Playwright, downloads: Path) -> Iterator[Browser]:
    """One Chromium for all tests of a process."""
    with start_chromium(driver, downloads) as running:
        yield running


@pytest.fixture(scope="session")
def firefox(driver: Playwright, downloads: Path) -> Iterator[Browser]:
    """One Firefox for all tests of a process."""
    with start_firefox(driver, downloads) as running:
        yield running


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """An empty English tab of 1000x700 with storage of its own; the test fails if its console shows a warning."""
    # Without the service worker, for which each test would wait. test_offline.py has it.
    with silent_tab(chromium) as page:
        yield page


@pytest.fixture
def tab(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Like ``page``, where the console may warn of refused requests, and axe-core may do what the policy forbids."""
    with silent_tab(chromium, allowed="^console", bypass_csp="axe" in request.fixturenames) as page:
        yield page
