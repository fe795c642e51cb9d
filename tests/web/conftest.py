"""A page in a browser, whose console must stay empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hypersweep.web.page_files import page_folder
from hypersweep.web.page_tables import write_tables
from node_kernel import needs_kernels
from page_access import axe_source
from page_server import browser, page_server
from page_waits import PATIENCE, waiting_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from node_calls import NodeCalls
    from node_kernel import NodeKernel

BLOCKED = "Service Worker registration blocked by Playwright"


@pytest.fixture(scope="session", autouse=True)
def tables() -> None:
    """Write the tables of the page's scripts, which tests run from their sources."""
    write_tables(page_folder() / "data")


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
def chromium() -> Iterator[Browser]:
    """One Chromium for all tests of a process."""
    with browser() as running:
        yield running


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """An empty English tab of 1000x700 with storage of its own; the test fails if its console shows a warning."""
    # Without the service worker, for which each test would wait. test_offline.py has it.
    context = chromium.new_context(viewport={"width": 1000, "height": 700}, locale="en-GB", service_workers="block")
    page = waiting_page(context.new_page())
    complaints: list[str] = []
    page.on("console", lambda told: complaints.append(told.text) if told.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()
    assert [each for each in complaints if each != BLOCKED] == []
