"""Small screens: a four-dimensional board fits, and on a page enlarged four times it fills most of the screen."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from game_page import GamePage, expect
from page_server import silent_tab
from page_waits import wait_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page


@contextmanager
def _game(chromium: Browser, site: str, width: int, height: int, **options: Any) -> Iterator[GamePage]:
    with silent_tab(chromium, width, height, **options) as page:
        yield GamePage(page, site)


def _box(part: Locator) -> Any:
    found = part.bounding_box()
    assert found is not None
    return found


def test_a_phone_shows_all_of_a_board_of_four_dimensions_without_a_lens_as_small(chromium: Browser, site: str) -> None:
    with _game(chromium, site, 390, 844, has_touch=True, is_mobile=True) as game:
        page = game.open(board="4x4x4x4", mines=20).page
        view = page.locator(".board-viewport")
        assert view.evaluate("(each) => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight")
        assert _box(page.locator("[data-cell='0']"))["width"] >= 20
        expect(page.locator(".board-lens canvas")).to_have_count(0)
        # The lens's button says why it is off. The menu stays open until a press beside it, which does nothing else.
        page.get_by_role("button", name="More", exact=True).tap()
        lens = page.locator(".tool.panels")
        expect(lens).to_be_disabled()
        assert "no larger than the board" in str(lens.get_attribute("title"))
        for name in ("zoom_in", "fit", "delta", "delta"):
            page.locator(f".tool.{name}").tap()
            expect(page.locator(".game-more")).to_be_visible()
        page.locator("[data-cell='20']").tap(position={"x": 2, "y": 2})
        expect(page.locator(".game-more")).to_be_hidden()
        expect(page.locator("[data-cell='20']")).to_have_attribute("aria-label", re.compile("^covered"))
        # Each button shows its name.
        for name in ("hint", "flag_mode", "more", "new"):
            expect(page.locator(f".tool.{name} span")).to_be_visible()


_COVERED_BY_A_HINT = """() => {
  const note = document.querySelector(".note").getBoundingClientRect();
  const viewport = document.querySelector(".board-viewport");
  const isWhole = viewport.scrollWidth <= viewport.clientWidth && viewport.scrollHeight <= viewport.clientHeight;
  const view = viewport.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(".game-status"));
  const bottom = Math.min(view.bottom, note.bottom);
  const isOver = (box) => box.left < note.right && box.right > note.left && box.top < bottom && box.bottom > note.top;
  const all = isWhole ? [...document.querySelectorAll("[data-cell]")] : [];
  const cells = all.filter((cell) => isOver(cell.getBoundingClientRect()));
  const isSeen = note.height > 10 && note.top >= 0 && note.bottom <= innerHeight;
  const status = range.getBoundingClientRect();
  const { left, right, top } = status;
  const isStatusOver = left < note.right && right > note.left && top < note.bottom && status.bottom > note.top;
  const wrong = [isStatusOver && "status", !isSeen && "unseen"].filter(Boolean);
  return [...cells.map((cell) => cell.dataset.cell), ...wrong];
}"""


@pytest.mark.parametrize("board", ["lesson", "4x4x4x4", "5x5x5", "9x9"])
@pytest.mark.parametrize("size", [(390, 844), (1280, 800), (844, 390)], ids=lambda size: "x".join(map(str, size)))
def test_a_hint_covers_no_cell_and_not_the_line_about_the_cell(
    chromium: Browser, site: str, size: tuple[int, int], board: str
) -> None:
    with _game(chromium, site, *size, has_touch=size[0] < 1000, reduced_motion="reduce") as game:
        page = game.page
        if board == "lesson":
            page.goto(f"{site}/#/learn/4d/5")
        else:
            game.open(board=board, mines=10, seed=3, rules="classic,first=opening")
        page.locator("[data-cell='0']").click()
        expect(page.locator("[data-cell='0']")).not_to_have_attribute("aria-label", re.compile("^covered"))
        page.locator(".tool.hint").click()
        expect(page.locator(".note")).not_to_be_empty()
        for _ in range(3):
            page.locator(".tool.hint").click()
            wait_for(page, f"() => ({_COVERED_BY_A_HINT})().length === 0")
        # Nor after the board has become smaller.
        page.keyboard.press("-")
        page.wait_for_timeout(50)
        wait_for(page, f"() => ({_COVERED_BY_A_HINT})().length === 0")


def test_a_phone_leads_through_a_board_of_six_dimensions(chromium: Browser, site: str) -> None:
    with _game(chromium, site, 390, 844, has_touch=True, is_mobile=True) as game:
        page = game.open(board="4x4x4x4x4x4", mines=100, rules="classic,first=opening", seed=7).page
        board, view = page.locator(".game-board"), page.locator(".board-viewport")
        first = page.locator("[data-cell]:focus")
        assert _box(first)["width"] >= 20
        expect(page.locator(".game-map canvas")).to_be_visible()
        first.tap()
        expect(first).not_to_have_attribute("aria-label", re.compile("^covered"))
        assert _is_inside(_box(first), _box(board))
        # The whole way to the last group, far from the opening.
        before = view.evaluate("(each) => [each.scrollLeft, each.scrollTop]")
        for _ in range(8):
            _drag(page, -300, -400)
        assert view.evaluate("(each) => [each.scrollLeft, each.scrollTop]") > before
        hinted = page.locator("[data-cell][aria-label*='hint ']")
        # The first press warns that the game becomes unranked.
        page.locator(".tool.hint").tap()
        for level in range(3):
            page.locator(".tool.hint").tap()
            hinted.first.wait_for(state="attached")
            assert any(_is_inside(_box(cell), _box(board)) for cell in hinted.all()), f"at level {level + 1}"


def _is_inside(part: Any, whole: Any) -> bool:
    """Whether a box is completely in another."""
    ways = (("x", "width"), ("y", "height"))
    return all(whole[at] <= part[at] <= whole[at] + whole[size] - part[size] for at, size in ways)


def _drag(page: Page, across: int, down: int) -> None:
    """Drag a finger over the board."""
    fingers = page.context.new_cdp_session(page)
    x, y = 340, 560
    for step in range(11):
        point = {"x": x + across * step / 10, "y": y + down * step / 10}
        touch = {"type": "touchMove" if step else "touchStart", "touchPoints": [point]}
        fingers.send("Input.dispatchTouchEvent", touch)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


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
