"""Small screens: a four-dimensional board fits, and on a page enlarged four times it fills most of the screen."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from game_page import GamePage, expect
from page_waits import waiting_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator

# A browser does all of it.
pytestmark = pytest.mark.slow


@contextmanager
def _game(chromium: Browser, site: str, width: int, height: int, **options: Any) -> Iterator[GamePage]:
    viewport: Any = {"width": width, "height": height}
    context = chromium.new_context(viewport=viewport, locale="en-GB", service_workers="block", **options)
    yield GamePage(waiting_page(context.new_page()), site)
    context.close()


def _box(part: Locator) -> Any:
    found = part.bounding_box()
    assert found is not None
    return found


def test_a_phone_shows_all_of_a_board_of_four_dimensions_and_its_lens(chromium: Browser, site: str) -> None:
    with _game(chromium, site, 390, 844, has_touch=True, is_mobile=True) as game:
        page = game.open(board="4x4x4x4", mines=20).page
        view = page.locator(".board-viewport")
        assert view.evaluate("(each) => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight")
        assert _box(page.locator("[data-cell='0']"))["width"] >= 20
        expect(page.locator(".board-lens canvas")).to_be_visible()


def test_a_board_has_most_of_a_page_that_is_enlarged_four_times(chromium: Browser, site: str) -> None:
    with _game(chromium, site, 320, 256) as game:
        page = game.lay("9x9", [(0, 0)], rules="classic,first=any").page
        board, note, result = (page.locator(each) for each in (".game-board", ".note", ".game-result"))
        before = _box(board)
        assert before["height"] >= 160
        expect(note).to_be_hidden()
        for target in page.get_by_role("toolbar").get_by_role("button").all():
            if target.is_visible():
                assert min(_box(target)["width"], _box(target)["height"]) >= 24
        game.keys("?")
        expect(note).to_be_visible()
        assert _box(board) == before, "what is said moves nothing"
        game.click(8, 8)
        game.ends("won")
        expect(result).to_contain_text("ranked")
        assert _box(board) == before
