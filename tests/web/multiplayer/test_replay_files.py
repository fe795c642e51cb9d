"""Mouse replays dropped on the page: its server converts them to records; a page without a server says so."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING

import pytest

from game_page import expect
from hypersweep import Layout
from hypersweep.formats import dump_file
from together_server import kept_in, together_server
from videos import clicked

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

# A browser does all of it.
pytestmark = pytest.mark.slow

VIDEO = clicked(Layout("8x8", [(0, 3), (2, 1), (7, 7)]), [(0, "open", (5, 0)), (900, "flag", (0, 3))])
FORMS = ("evf",)


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server that outlives the tabs of a test, which may still fetch kernels."""
    with together_server(kept_in(tmp_path)) as address:
        yield address


def drop(page: Page, name: str, data: bytes) -> None:
    page.evaluate(
        """([name, text]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))], name));
          const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
          document.querySelector("main").dispatchEvent(event);
        }""",
        [name, b64encode(data).decode()],
    )


@pytest.mark.parametrize("form", FORMS)
def test_a_mouse_replay_is_watched(address: str, page: Page, form: str) -> None:
    page.goto(f"{address}/#/")
    page.wait_for_selector(".card")
    drop(page, "game", dump_file(VIDEO, form))
    page.wait_for_selector("main[aria-busy=false] .screen.replay")


@pytest.mark.nightly
def test_what_the_server_refuses_is_told(address: str, tab: Page) -> None:
    page = tab
    page.goto(f"{address}/#/")
    page.wait_for_selector(".card")
    drop(page, "broken.evf", bytes([4]) * 100)
    expect(page.locator(".note")).to_contain_text("broken.evf can't be opened")
    expect(page.locator(".note")).to_contain_text("This file can't be converted to a record")


@pytest.mark.nightly
@pytest.mark.parametrize("form", FORMS)
def test_a_page_without_a_server_says_so(page: Page, site: str, form: str) -> None:
    page.goto(f"{site}/#/")
    page.wait_for_selector(".card")
    drop(page, "game", dump_file(VIDEO, form))
    expect(page.locator(".note")).to_contain_text("which this page doesn't have")
    expect(page.locator(".note")).to_contain_text("hypersweep convert")
