"""The page in browsers that lack something: it works without it, or says what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from page_server import silent_tab

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

GAME = "#/game?board=5x6&mines=3&seed=7"


@pytest.fixture
def tab(chromium: Browser) -> Iterator[Page]:
    """A tab in which scripts may fail, as something is missing."""
    with silent_tab(chromium, allowed="") as page:
        yield page


@pytest.mark.parametrize(
    "lack",
    [
        "delete WebAssembly.compileStreaming",
        "delete globalThis.indexedDB; delete globalThis.IDBKeyRange",
        "delete globalThis.BroadcastChannel",
        "delete Navigator.prototype.locks",
        "delete Navigator.prototype.clipboard",
        "delete Navigator.prototype.storage",
    ],
)
def test_it_is_played_without(lack: str, site: str, page: Page) -> None:
    page.add_init_script(lack)
    page.goto(f"{site}/{GAME}")
    page.wait_for_selector("[role=gridcell]")
    page.wait_for_function("document.querySelector('main').ariaBusy === 'false'")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "() => [...document.querySelectorAll('[role=gridcell]')].some((cell) => !cell.ariaLabel.startsWith('covered'))"
    )
    assert page.locator(".failure").count() == 0


@pytest.mark.parametrize(
    ("lack", "name"),
    [
        ("delete globalThis.Worker", "Worker"),
        ("delete globalThis.ResizeObserver", "ResizeObserver"),
        ("HTMLCanvasElement.prototype.getContext = () => null", "Canvas"),
    ],
)
@pytest.mark.parametrize("address", [GAME, ""])
def test_what_it_can_not_do_without_is_named(lack: str, name: str, address: str, site: str, tab: Page) -> None:
    tab.add_init_script(lack)
    tab.goto(f"{site}/{address}")
    tab.wait_for_selector("main[aria-busy=false]")
    if address or name == "ResizeObserver":
        tab.wait_for_selector(".failure h1")
        told = tab.locator(".failure p").first.inner_text()
        assert f"This browser doesn't support what the page needs: {name}." in told
    else:
        # Games can still be chosen.
        tab.wait_for_selector(".screen.start h1", state="attached")


def test_without_webassembly_it_says_so(site: str, tab: Page) -> None:
    tab.add_init_script("delete globalThis.WebAssembly")
    tab.goto(f"{site}/{GAME}")
    tab.wait_for_selector("text=This browser")
    assert "WebAssembly" in tab.locator("body").inner_text()
