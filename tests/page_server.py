"""The page's files on loopback, and a browser to look at them with."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from hypersweep.web import page_folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_BLANK = b"<!doctype html><meta charset=utf-8><title>blank</title><link rel=icon href=data:,>"


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments, directory=str(page_folder()))

    def do_GET(self) -> None:
        if self.path != "/blank":
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(_BLANK)))
        self.end_headers()
        self.wfile.write(_BLANK)

    def log_message(self, *arguments: Any) -> None:
        pass


@contextmanager
def page_server() -> Iterator[str]:
    """Serves the page's folder, and an empty document at /blank; gives the address without a slash at the end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def browser() -> Iterator[Browser]:
    """A Chromium without a window; the test is skipped where there is none."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        pytest.skip("there is no Chromium here to open the page in")
    playwright = pytest.importorskip("playwright.sync_api", reason="'make browser' installs Playwright")
    with playwright.sync_playwright() as running:
        started = running.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield started
        finally:
            started.close()
