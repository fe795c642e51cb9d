"""The lesson "See in four dimensions": its sweeps and questions, and the real board at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from hypersweep import Grid, View, analyse
from hypersweep.ui_model.lesson import LAST_BOARD
from node_calls import NodeCalls
from page_server import silent_tab
from page_waits import wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


NODE = NodeCalls


def test_each_axis_adds_its_neighbours(node: NodeCalls) -> None:
    steps = node.call("", "lesson")
    assert [len(Grid(step["board"]).shape) for step in steps] == [1, 2, 3, 4]
    for step in steps:
        grid, middle = Grid(step["board"]), tuple(step["middle"])
        waves = [[grid.cell(index) for index in wave] for wave in step["waves"]]
        assert {cell for wave in waves for cell in wave} == set(grid.neighbours(middle))
        assert [sum(map(len, waves[: axis + 1])) for axis in range(len(waves))] == [2, 8, 26, 80][: len(waves)]
        for axis, wave in enumerate(waves):
            assert all(cell[axis] != middle[axis] and cell[axis + 1 :] == middle[axis + 1 :] for cell in wave)


def test_a_sweep_counts_up_to_its_end(node: NodeCalls) -> None:
    shown = node.call("", "sweep", 3, [*range(0, 6000, 50), None])
    counts = [count for count, _ in shown]
    assert counts[0] == 0
    assert counts == sorted(counts)
    assert {2, 8, 26, 80} <= set(counts)
    assert all((count == 80) >= is_over for count, is_over in shown)
    assert shown[-1] == [80, True]
    # It never takes more than a few seconds.
    assert shown[-2] == [80, True]


def test_answers_are_right_if_the_cells_touch_that_way(node: NodeCalls) -> None:
    for number, step in enumerate(node.call("", "lesson")):
        grid, marked = Grid(step["board"]), tuple(step["marked"])
        near = set(grid.neighbours(marked))
        wanted = {cell for cell in near if all(cell[axis] != marked[axis] for axis in step["wanted"])}
        kinds: dict[str, set[tuple[int, ...]]] = {}
        for cell, answer in zip(grid, node.call("", "answers", number), strict=True):
            kinds.setdefault(answer["kind"], set()).add(cell)
            if answer["kind"] == "far":
                assert abs(cell[answer["axis"]] - marked[answer["axis"]]) == answer["by"] > 1
        assert kinds["right"] == wanted
        assert kinds["same"] == {marked}
        assert kinds.get("near", set()) == near - wanted
        assert kinds["far"] == set(grid) - near - {marked}


def _codes(page: Page) -> list[int]:
    """The codes of the cells, as a screen reader reads them."""
    words = page.evaluate(
        "() => [...document.querySelectorAll('[data-cell]')].map((each) => [+each.dataset.cell, each.ariaLabel])"
    )
    known = {"covered": -1, "no mine around": 0}
    starts = [label.partition(",")[0] for _, label in sorted(words)]
    return [known[start] if start in known else int(start) for start in starts]


_MIDDLES = """
(cells) => cells.map((cell) => document.querySelector(`[data-cell='${cell}']`).getBoundingClientRect())
  .map(({ left, top, width, height }) => [left + width / 2, top + height / 2])
"""
_ARE_OPEN = """
(cells) => cells.every((cell) => /^(no|[0-9])/.test(document.querySelector(`[data-cell='${cell}']`).ariaLabel))
"""


def _still(page: Page, site: str, step: int) -> None:
    """Open a step of the lesson without motion."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{site}/#/learn/4d/{step}")
    wait_for(page, "() => document.querySelector('.lesson [data-cell]') !== null")


def test_a_question_is_answered_by_keys(page: Page, site: str) -> None:
    _still(page, site, 4)
    wait_for(page, "() => document.querySelector('.lesson-count strong').textContent === '80'")
    assert page.evaluate("() => document.activeElement.textContent") == "Your turn"
    page.keyboard.press("Enter")
    wait_for(page, "() => document.activeElement.ariaLabel?.startsWith('flag, row 2 column 1')")
    # It touches the flag, but in the same table row; the neighbours light up, and are read so.
    page.keyboard.press("d")
    page.keyboard.press("Enter")
    page.locator(".lesson-reply:not([data-right])", has_text="in the same table row").wait_for()
    wait_for(page, "() => document.activeElement.ariaLabel.endsWith(', lit')")
    page.keyboard.press("s")
    page.keyboard.press("Enter")
    page.locator(".lesson-reply[data-right]").wait_for()
    wait_for(page, "() => document.querySelector('.live').textContent.includes('Right')")
    # A right answer goes on.
    wait_for(page, "() => location.hash === '#/learn/4d/5'")


def test_a_sweep_counts_beside_the_board_and_on_it_at_once(page: Page, site: str) -> None:
    # What is painted in the middle when the count beside the board is complete, and a while later.
    page.add_init_script(
        """addEventListener("DOMContentLoaded", () => {
          const painted = () => {
            const canvas = document.querySelector(".lesson-board canvas");
            const parts = [document.querySelector("[data-cell='13']"), canvas];
            const [cell, board] = parts.map((each) => each.getBoundingClientRect());
            const [x, y] = [cell.left - board.left + 5, cell.top - board.top + 5];
            return pixelsOf(canvas, x, y, cell.width - 10, cell.height - 10).join();
          };
          new MutationObserver(() => {
            if (window.first || document.querySelector(".lesson-count strong")?.textContent !== "26") return;
            window.first = painted();
            setTimeout(() => (window.isSame = painted() === window.first), 400);
          }).observe(document, { subtree: true, childList: true, characterData: true });
        });"""
    )
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"{site}/#/learn/4d/3")
    assert wait_for(page, "() => 'isSame' in window && [window.isSame]") == [True]
    axes = page.locator(".lesson-axes li").all_inner_texts()
    assert axes == ["rows: 2", "+ columns: 8", "+ layers: 26"]


@pytest.mark.parametrize(("is_touch", "verb"), [(False, "Click"), (True, "Tap")])
def test_a_question_names_what_the_player_does(chromium: Browser, site: str, is_touch: bool, verb: str) -> None:
    with silent_tab(chromium, 390, 844, has_touch=is_touch, is_mobile=is_touch, reduced_motion="reduce") as page:
        for step in range(1, 5):
            page.goto(f"{site}/#/learn/4d/{step}")
            page.locator(f".lesson[data-step='{step}'] .lesson-buttons .primary").click()
            assert page.locator(".lesson-asked").inner_text().startswith(f"{verb} a cell")


def test_the_real_board_is_won_with_what_is_seen(page: Page, site: str) -> None:
    _still(page, site, 5)
    wait_for(page, "() => document.activeElement.ariaLabel?.startsWith('covered, row 0')")
    grid, mines = LAST_BOARD.grid, LAST_BOARD.mines
    page.keyboard.press("Enter")
    wait_for(page, "() => document.activeElement.ariaLabel?.startsWith('no mine')")
    wait_for(page, "() => !document.querySelector(\"[data-cell='1']\").ariaLabel.startsWith('covered')")
    # Hints cost nothing here; they number cells on the board, which screen readers say.
    page.keyboard.press("?")
    wait_for(page, "() => document.querySelector('.note').textContent.includes('①')")
    page.locator("[data-cell][aria-label$='hint 1']").wait_for()
    while page.locator(".lesson-last[data-outcome=ongoing]").count():
        before = _codes(page)
        chances = analyse(View(grid, mines, before)).probabilities
        safe = [index for index in range(grid.cells) if before[index] == -1 and chances[index] == 0]
        for x, y in page.evaluate(_MIDDLES, safe):
            page.mouse.click(x, y)
        wait_for(page, _ARE_OPEN, arg=safe)
    assert page.locator(".lesson-last").get_attribute("data-outcome") == "won"
    page.locator(".game-result").wait_for()
    assert "Not ranked" not in page.locator(".game-result").inner_text()
    links: list[Any] = page.locator(".lesson-last a").all()
    assert [link.get_attribute("href").partition("?")[0] for link in links] == ["#/game", "#/"]
    # One button stands out: the way on.
    assert page.locator(".screen .primary").all_inner_texts() == ["Play 4-D easy"]
    assert page.locator(".game-result .again").inner_text() == "Another practice board"


def test_the_real_board_isnt_saved(page: Page, site: str) -> None:
    _still(page, site, 5)
    wait_for(page, "() => document.activeElement.ariaLabel?.startsWith('covered, row 0')")
    page.keyboard.press("Enter")
    wait_for(page, "() => document.activeElement.ariaLabel?.startsWith('no mine')")
    page.evaluate("location.hash = '#/resume'")
    page.locator(".resume .nothing").wait_for()
    # A game that is still being saved is listed a moment later.
    page.reload()
    page.locator(".resume .nothing").wait_for()


def test_skipping_is_remembered(page: Page, site: str) -> None:
    _still(page, site, 2)
    page.locator(".lesson-skip").click()
    wait_for(page, "() => document.querySelector('.screen.start') !== null")
    saved = """async () => {
      const database = await new Promise((resolve) => {
        const request = indexedDB.open("hypersweep");
        request.onsuccess = () => resolve(request.result);
      });
      const request = database.transaction("settings").objectStore("settings").get("settings");
      await new Promise((resolve) => (request.onsuccess = resolve));
      return request.result?.lesson ?? request.result?.value?.lesson;
    }"""
    wait_for(page, f"async () => (await ({saved})()) === 'done'")
