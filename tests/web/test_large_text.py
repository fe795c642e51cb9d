"""Text twice as large on a phone: nothing is cut off or overflows the page, and the board keeps its space."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from game_page import prefer
from page_waits import wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Whatever of a screen reaches beyond the page, where it isn't in a part that is scrolled by itself.
BEYOND = """() => {
  const scrolls = (element) => ["auto", "scroll", "hidden"].includes(getComputedStyle(element).overflowX);
  const found = [];
  for (const element of document.querySelectorAll(".top *, main *")) {
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height || element.closest(".cells, .unseen, .game-more, canvas, [hidden]")) continue;
    let around = element.parentElement;
    while (around && around.id !== "main" && !scrolls(around)) around = around.parentElement;
    if (around && around.id !== "main") continue;
    if (box.right > innerWidth + 1 || box.left < -1) {
      found.push(`${element.tagName}.${element.className} to ${box.right}`);
    }
  }
  return found;
}"""
SCREENS = ["", "daily", "resume", "statistics", "analysis", "settings", "help/game"]
BOARDS = [
    "board=16x30&mines=99&rules=classic,first=opening,guess=punished&seed=1",
    "board=3x3x3x3x3x3&mines=40&rules=classic&seed=1",
]


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_is_reached_with_text_twice_as_large(page: Page, site: str, language: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    prefer(page, site, language=language)
    page.focus("#setting-text_size")
    page.keyboard.press("End")
    wait_for(page, "() => document.documentElement.style.fontSize === '200%'")
    for board in BOARDS:
        page.goto(f"{site}/#/game?{board}")
        page.wait_for_selector("main[aria-busy=false] .screen.game[data-ready]")
        page.keyboard.press("Enter")
        page.wait_for_selector(".game-state:not(:empty)")
        assert page.evaluate(BEYOND) == [], board
        room = page.evaluate(
            """() => Object.fromEntries([".game-board", ".game-words"].map((name) => {
              const element = document.querySelector(name);
              return [name, [element.clientHeight, element.scrollWidth - element.clientWidth]];
            }))"""
        )
        assert room[".game-board"][0] > 0.3 * 740
        assert room[".game-words"][1] <= 0
    for screen in SCREENS:
        page.goto(f"{site}/#/{screen}")
        name = screen.split("/")[0] or "start"
        page.wait_for_selector(f".screen.{name}")
        wait_for(page, "() => document.querySelector('main').ariaBusy === 'false'")
        assert page.evaluate(BEYOND) == [], screen
    # The first of the running games is the latest; in this many dimensions it has its picture, too.
    page.goto(f"{site}/#/resume")
    page.wait_for_selector(".running canvas")
    wait_for(
        page,
        """() => [...document.querySelectorAll(".running canvas")].every((canvas) => {
          return pixelsOf(canvas).some((value) => value > 0);
        })""",
    )
