"""What a browser fetches before the first move: a budget of requests and bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import brotli

from hypersweep.web import site_folder
from page_waits import wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST_REQUESTS = 10
# Kilobytes with brotli, kernels included.
MOST_SENT = 130
MOST_START = 60
# Everything that the start screen waits for.
START = ["index.html", "main.js", "page.js", "styles/first.css", "styles/page.css", "icons/icon.svg"]


def sent(names: list[str]) -> float:
    """The kilobytes of files of the page as they are sent."""
    return sum(len(brotli.compress((site_folder() / name).read_bytes())) for name in names) / 1000


def test_the_first_move_takes_few_requests_and_bytes(page: Page, site: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(f"{site}/").partition("#")[0]))
    page.goto(f"{site}/#/game?board=8x9&mines=10&seed=7")
    page.locator("[data-cell='0']").click()
    page.locator("[data-cell='0']:not([aria-label^='covered'])").wait_for()
    # What is asked for again comes from the browser's cache: the second worker, the icon.
    names = [name.partition("/")[2] if name.startswith("v-") else name or "index.html" for name in {*asked}]
    assert len(names) <= MOST_REQUESTS, names
    assert {"index.html", "main.js", "page.js", "worker.js", "game.wasm"} <= set(names)
    assert sent(names) <= MOST_SENT


def test_the_start_screen_needs_few_bytes(page: Page, site: str) -> None:
    # Hold back everything else.
    page.route(lambda address: not address.endswith(("/", *START)), lambda route: None)
    page.goto(f"{site}/", wait_until="commit")
    page.locator("main[aria-busy=false] .card[data-board=expert]").wait_for()
    assert sent(START) <= MOST_START


def test_the_first_paint_waits_for_no_other_file(page: Page, site: str) -> None:
    page.route(lambda address: not address.endswith("/"), lambda route: None)
    page.goto(f"{site}/", wait_until="commit")
    page.locator("#app text:has-text('hypersweep')").wait_for()
    wait_for(page, "() => performance.getEntriesByName('first-contentful-paint').length === 1")
