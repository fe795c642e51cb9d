"""The page, served on loopback, and a browser for it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from starlette.responses import FileResponse, HTMLResponse
from starlette.routing import Route

import capabilities
from hypersweep.web.page_files import kernels_file, page_folder
from hypersweep.web.server import PageServer, site_app
from hypersweep.web.site import Site, read_site
from page_waits import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from starlette.requests import Request
    from starlette.responses import Response

_BLANK = "<!doctype html><meta charset=utf-8><title>blank</title><link rel=icon href=data:,>"


async def _blank(request: Request) -> Response:
    return HTMLResponse(_BLANK)


async def _source(request: Request) -> Response:
    """Send a script of the page as it was written, for tests of single modules."""
    name = request.path_params["name"]
    path = kernels_file() if name == "engine/kernels.wasm" else page_folder() / name
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
    """Serve the page as ``hypersweep web`` does, an empty document at /blank, and its scripts' sources at /source.

    Yields: the address without a slash at the end.

    Args:
        site: another site than this installation's.
        port: the port; 0 for any.
    """
    capabilities.require("page")
    site = site or read_site()
    app = site_app(site)
    app.router.routes[:0] = [Route("/blank", _blank), Route("/source/{name:path}", _source)]
    server = PageServer(site, port=port, app=app)
    with running(server):
        yield server.address.rstrip("/")


@contextmanager
def browser() -> Iterator[Browser]:
    """Headless Chromium; the test is skipped if there is none."""
    path = capabilities.program("browser")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield started
        finally:
            started.close()
