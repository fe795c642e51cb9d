"""The served page, on loopback, and browsers for it."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.responses import FileResponse, HTMLResponse
from starlette.routing import Route

import capabilities
from hypersweep.web.page_files import kernels_file, page_folder
from hypersweep.web.server import PageServer, site_app
from hypersweep.web.site import Site, read_site
from page_waits import PATIENCE, waiting_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright
    from starlette.requests import Request
    from starlette.responses import Response


_BLANK = "<!doctype html><meta charset=utf-8><title>blank</title><link rel=icon href=data:,>"
BLOCKED = "Service Worker registration blocked by Playwright"
# Returns the pixels of a canvas or a part of it, for tests. They are read from a copy, since Chromium warns if a canvas
# made for drawing is read more than once.
READ_PIXELS = """
window.pixelsOf = (canvas, x = 0, y = 0, width = canvas.width, height = canvas.height) => {
  const copy = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, -x, -y);
  return copy.getImageData(0, 0, width, height).data;
};
"""
LOUD = ("error", "warning")


async def _blank(request: Request) -> Response:
    return HTMLResponse(_BLANK)


async def _source(request: Request) -> Response:
    """Send one of the page's modules or style sheets, for tests of single modules."""
    name = request.path_params["name"]
    if name.endswith(".wasm"):
        path = kernels_file().with_name(Path(name).name)
    else:
        path = capabilities.MODULES / name if name.endswith(".js") else page_folder() / name
    return FileResponse(path, headers={"cross-origin-resource-policy": "same-origin"})


@contextmanager
def running(server: PageServer) -> Iterator[tuple[str, int]]:
    """Run a server in a thread. Yields: its host and port."""
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server.host, server.port
    finally:
        server.stop()
        thread.join()


@contextmanager
def page_server(site: Site | None = None, port: int = 0) -> Iterator[str]:
    """Serve the page as ``hypersweep web`` does, an empty document at /blank, and its modules at /source.

    Yields: the address without a slash at the end.

    Args:
        site: another site than this installation's.
        port: the port; 0 for any.
    """
    capabilities.require("page", "modules")
    site = site or read_site()
    app = site_app(site)
    app.router.routes[:0] = [Route("/blank", _blank), Route("/source/{name:path}", _source)]
    server = PageServer(site, port=port, app=app)
    with running(server):
        yield server.address.rstrip("/")


@contextmanager
def browser_driver() -> Iterator[Playwright]:
    """Playwright, which a process has once for all browsers; the test is skipped if it isn't installed."""
    capabilities.require("playwright")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        yield driver


def start_chromium(driver: Playwright, downloads: Path | None = None) -> Browser:
    """Start the system's Chromium, headless; skip the test if there is none.

    Args:
        driver: starts it.
        downloads: the folder of downloaded files; None for one of the driver's.
    """
    path = capabilities.program("browser")
    return driver.chromium.launch(executable_path=path, args=["--no-sandbox"], downloads_path=downloads)


def start_firefox(driver: Playwright, downloads: Path | None = None) -> Browser:
    """Start the system's Firefox, headless; skip the test if there is none.

    Playwright's usual Firefox is a build of its own. With this channel it speaks WebDriver BiDi to any Firefox.

    Args:
        driver: starts it.
        downloads: the folder of downloaded files; None for one of the driver's.
    """
    path = capabilities.program("firefox")
    return driver.firefox.launch(executable_path=path, channel="moz-firefox", downloads_path=downloads)


@contextmanager
def silent_tab(
    browser: Browser, width: int = 1000, height: int = 700, *, allowed: str = BLOCKED, **settings: Any
) -> Iterator[Page]:
    """An empty English tab with storage of its own; the test fails if its console shows a warning.

    Args:
        browser: the browser.
        width: of the window in pixels.
        height: of the window in pixels.
        allowed: a regular expression of warnings that fail no test; each begins with "console: " or "error: ".
        settings: more settings of Playwright's contexts, or others than these.
    """
    usual = {"viewport": {"width": width, "height": height}, "locale": "en-GB", "service_workers": "block"}
    context = browser.new_context(**usual | settings)
    context.add_init_script(READ_PIXELS)
    page = waiting_page(context.new_page())
    warnings: list[str] = []
    page.on("console", lambda told: warnings.append(f"console: {told.text}") if told.type in LOUD else None)
    page.on("pageerror", lambda error: warnings.append(f"error: {error}"))
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()
    left = [each for each in warnings if not re.search(allowed, each)]
    assert left == [], f"expected no warnings, got {left}"
