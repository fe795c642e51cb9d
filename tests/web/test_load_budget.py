"""What a browser fetches before the first move: a budget of requests and bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import brotli
import pytest

from hypersweep.web import site_folder

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST_REQUESTS = 10
# Kilobytes with brotli: scripts, styles and document; and those of the kernels.
MOST_PAGE = 73
MOST_KERNELS = 150


def sent(names: list[str]) -> float:
    """The kilobytes of files of the page as they are sent."""
    return sum(len(brotli.compress((site_folder() / name).read_bytes())) for name in names) / 1000


@pytest.mark.slow
def test_the_first_move_takes_few_requests_and_bytes(page: Page, site: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(f"{site}/").partition("#")[0]))
    page.goto(f"{site}/#/game?board=8x9&mines=10&seed=7")
    page.locator("[data-cell='0']").click()
    page.locator("[data-cell='0']:not([aria-label^='covered'])").wait_for()
    # What is asked for again comes from the browser's cache: the second worker, the icon.
    names = [name.partition("/")[2] if name.startswith("v-") else name or "index.html" for name in {*asked}]
    assert len(names) <= MOST_REQUESTS, names
    assert {"index.html", "main.js", "page.js", "worker.js", "kernels.wasm"} <= set(names)
    assert sent(["kernels.wasm"]) <= MOST_KERNELS
    assert sent([name for name in names if name != "kernels.wasm"]) <= MOST_PAGE
