"""A server's engines with fixed answers: chosen, asked for hints and analyses, hanging, failing, and missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from fixed_server import Answers, server_site
from game_page import GamePage, expect
from page_server import silent_tab
from page_waits import assert_before_long

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Route

TEXT = "3x4 mines=3\n# 1 . .\n# 2 1 1\n# # # #"
LONG = "Careful And Slow Engine Of Forty Letters"
REASON = (
    "The clue in the middle leaves no other place for a mine of this long row of cells, whichever way it is read. " * 3
)
CHOICE = "#analysis-engine"
OWN = "this page's own solver"


def answer(engine: str, **more: Any) -> dict[str, Any]:
    """Return an engine's answer for that position."""
    reasons = [{"text": REASON.strip(), "conclusion": "safe", "cells": [8], "clues": [5]}]
    best = {"cell": 8, "chance": 0.0, "score": None}
    found = {"engine": engine, "best": best, "is_exact": True, "chances": None, "ranked": [], "reasons": reasons}
    return found | more


class Engines:
    """A server with engines in a tab: ``held`` are the unanswered questions."""

    def __init__(self, page: Page, *names: str) -> None:
        self.page = page
        self.held: list[Route] = []
        me = {"id": "p000000000000001", "name": "Ann", "is_guest": True, "is_admin": False}
        given = {"/api/me": me, "/api/engines": {"engines": list(names)}, "/api/engines/ask": self._say}
        self.answers = Answers(page, given)
        self.said: dict[str, Any] = {}

    def _say(self, query: str, body: Any) -> Any:
        del query
        return {**answer(body["engine"]), **self.said}

    def hold(self) -> None:
        """Hold further questions."""
        self.page.route("**/api/engines/ask", self._hold)

    def _hold(self, route: Route) -> None:
        self.held.append(route)

    def release(self) -> None:
        """Answer again, from the next question on."""
        self.page.unroute("**/api/engines/ask")

    def vanish(self) -> None:
        """Stop answering completely."""
        self.answers.given = dict.fromkeys(self.answers.given, "connectionrefused")

    def asked(self) -> int:
        """Return the number of answered questions."""
        return sum("/ask" in path for path in self.answers.paths("POST"))


@pytest.fixture(scope="module")
def together() -> Iterator[str]:
    """The address of a page with a server behind it."""
    with server_site() as address:
        yield address


def analyse(page: Page, address: str, engine: str = "") -> None:
    """Go to the analysis of a position, and choose the engine."""
    page.goto(f"{address}/#/analysis?position={quote(TEXT)}")
    page.wait_for_selector(f"{CHOICE}:visible")
    summary(page).to_contain_text("layouts fit.")
    if engine:
        page.select_option(CHOICE, engine)


def summary(page: Page) -> Any:
    """Return the assertions on the findings."""
    return expect(page.locator(".analysis-panel .summary"))


def move(page: Page) -> Any:
    """Return the assertions on the best move."""
    return expect(page.locator(".analysis-panel .best .move"))


def options(page: Page, selector: str = CHOICE) -> list[str]:
    """Return the names to choose from."""
    return page.locator(f"{selector} option").all_inner_texts()


def begun(page: Page, address: str) -> GamePage:
    """A game in that position; its mines are known, so that hints cost nothing."""
    game = GamePage(page, address).lay("3x4", [(0, 0), (2, 0), (2, 3)])
    game.click(0, 2)
    return game


@pytest.mark.nightly
def test_the_page_itself_answers_once_the_server_is_gone(tab: Page, together: str) -> None:
    engines = Engines(tab, "Bold", "Slow")
    analyse(tab, together, "Bold")
    move(tab).to_contain_text("The engine Bold would open (2, 0)")
    engines.vanish()
    tab.reload()
    summary(tab).to_contain_text("The engine Bold can't be reached, so this page answers itself.")
    summary(tab).to_contain_text("layouts fit.")
    move(tab).to_contain_text("best move: open")
    # It can be left, and its name is shown.
    assert options(tab) == [OWN, "Bold (currently unavailable)"]
    assert tab.input_value(CHOICE) == "Bold"
    assert tab.is_enabled("#analysis-trust")
    # A hint says so once, and goes on as the page's own.
    begun(tab, together)
    note = tab.locator(".note")
    tab.keyboard.press("?")
    expect(note).to_contain_text("The engine Bold can't be reached, so this page answers itself. Look at")
    tab.keyboard.press("?")
    expect(note).not_to_contain_text("Bold")
    expect(note).to_contain_text("safe")
    tab.goto(f"{together}/#/settings")
    tab.wait_for_selector("#setting-engine")
    assert options(tab, "#setting-engine") == [OWN.capitalize(), "Bold (currently unavailable)"]
    assert tab.input_value("#setting-engine") == "Bold"


@pytest.mark.nightly
def test_the_page_itself_answers_for_an_engine_that_the_server_has_no_more(tab: Page, together: str) -> None:
    engines = Engines(tab, "Bold", "Slow")
    analyse(tab, together, "Bold")
    move(tab).to_contain_text("The engine Bold would open (2, 0)")
    # The server comes back with others while the page is open.
    engines.answers.given["/api/engines"] = {"engines": ["Slow"]}
    engines.answers.given["/api/engines/ask"] = (404, {"t": "refused", "what": "engine", "message": "none"})
    tab.get_by_role("button", name="Cover all").click()
    summary(tab).to_contain_text("The server has no engine Bold any more, so this page answers itself.")
    expect(tab.locator(f"{CHOICE} option")).to_have_text([OWN, "Slow", "Bold (currently unavailable)"])
    # Once it is there again, it can be asked again at once.
    engines.answers.given["/api/engines"] = {"engines": ["Slow", "Bold"]}
    engines.answers.given["/api/engines/ask"] = answer("Bold", best=None)
    tab.get_by_role("button", name="Ask again").click()
    move(tab).to_have_text("The engine Bold finds nothing to open.")
    expect(tab.locator(f"{CHOICE} option")).to_have_text([OWN, "Slow", "Bold"])


@pytest.mark.nightly
def test_a_failure_on_the_analysis_board_can_be_tried_again(tab: Page, together: str) -> None:
    engines = Engines(tab, "Bold")
    works = engines.answers.given["/api/engines/ask"]
    engines.answers.given["/api/engines/ask"] = (502, {"t": "refused", "what": "engine_failed", "message": "failed"})
    analyse(tab, together, "Bold")
    summary(tab).to_have_text("The engine has failed. Please try again in a moment.")
    again = tab.get_by_role("button", name="Ask again")
    again.click()
    assert_before_long(tab, lambda: engines.asked() == 2)
    engines.answers.given["/api/engines/ask"] = works
    again.click()
    move(tab).to_contain_text("The engine Bold would open (2, 0)")
    expect(again).to_be_hidden()


@pytest.mark.nightly
def test_another_engines_findings_go_at_once_and_a_hanging_one_holds_nobody_up(tab: Page, together: str) -> None:
    engines = Engines(tab, "Bold", "Slow")
    analyse(tab, together)
    move(tab).to_contain_text("best move")
    engines.hold()
    tab.select_option(CHOICE, "Slow")
    summary(tab).to_have_text("Slow is thinking…")
    expect(tab.locator(".analysis-panel .best > *")).to_have_count(0)
    assert_before_long(tab, lambda: len(engines.held) == 1)
    # It is still thinking; another one is asked.
    engines.release()
    tab.select_option(CHOICE, "Bold")
    move(tab).to_contain_text("The engine Bold would open (2, 0)")
    summary(tab).to_contain_text("Bold says:")
    engines.hold()
    tab.select_option(CHOICE, "Slow")
    summary(tab).to_have_text("Slow is thinking…")
    expect(tab.locator(".analysis-panel .best > *")).to_have_count(0)
    # The same holds if the page itself answers, which shows nothing before.
    tab.select_option(CHOICE, "")
    summary(tab).to_contain_text("layouts fit.")


@pytest.mark.nightly
def test_nothing_is_certain_of_an_estimate(tab: Page, together: str) -> None:
    engines = Engines(tab, "Bold")
    engines.said = {"chances": [0.0] * 11 + [1.0], "is_exact": False}
    analyse(tab, together, "Bold")
    summary(tab).to_have_text("Bold says: The chances are estimates.")
    # To the best move.
    tab.focus("[data-cell][tabindex='0']")
    tab.keyboard.press("?")
    expect(tab.locator(".analysis-panel .cell")).to_contain_text("0 % chance of a mine")
    assert tab.get_attribute("[data-cell='0']", "aria-label") == "covered, row 0 column 0, 0 % chance of a mine"
    tab.keyboard.press("n")
    expect(tab.locator(".note")).to_have_text("Nothing is certain here.")
    engines.said["is_exact"] = True
    tab.get_by_role("button", name="Cover all").click()
    summary(tab).to_have_text("Bold says: Certain: 11 cells safe, 1 mine.")
    move(tab).to_have_text("The engine Bold would open (2, 0), which it takes to be safe.")
    expect(tab.locator(".analysis-panel .cell")).to_contain_text("certainly safe")


@pytest.mark.nightly
@pytest.mark.parametrize("width", [1000, 360])
def test_a_long_name_and_long_words_stay_in_the_panel(tab: Page, together: str, width: int) -> None:
    engines = Engines(tab, LONG)
    engines.said = {"reasons": [{"text": "x" * 400, "conclusion": "safe", "cells": [8], "clues": [5]}]}
    tab.set_viewport_size({"width": width, "height": 700})
    analyse(tab, together, LONG)
    summary(tab).to_have_text(f"{LONG} says:")
    inside = """() => {
      const panel = document.querySelector(".analysis-panel");
      const { left, right } = panel.getBoundingClientRect();
      const all = [...panel.querySelectorAll(".findings, .findings *")].filter((each) => each.offsetParent);
      const out = all.filter((each) => {
        const box = each.getBoundingClientRect();
        return box.left < left || box.right > right || each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0;
      });
      return [panel.scrollWidth - panel.clientWidth, out.map((each) => each.className || each.id || each.tagName)];
    }"""
    assert tab.evaluate(inside) == [0, []]


@pytest.mark.nightly
def test_the_last_hint_says_why_on_a_narrow_line_and_all_of_it_is_looked_up(tab: Page, together: str) -> None:
    Engines(tab, "Bold")
    analyse(tab, together, "Bold")
    move(tab).to_contain_text("The engine Bold would open (2, 0)")
    begun(tab, together)
    note = tab.locator(".note")
    told = "The engine Bold would open ②, which it takes to be safe."
    tab.keyboard.press("?")
    expect(note).to_have_text("Look at ①.")
    tab.keyboard.press("?")
    expect(note).to_have_text(told)
    tab.keyboard.press("?")
    expect(note).to_contain_text("The clue in the middle leaves")
    assert tab.evaluate("document.querySelector('.note').scrollWidth <= document.querySelector('.note').clientWidth")
    tab.keyboard.press("M")
    expect(tab.locator("dialog")).to_contain_text(f"{told} {REASON.strip()}")


@pytest.mark.nightly
def test_after_a_move_a_hint_is_for_what_is_seen_then_and_looking_for_it_stands_there(tab: Page, together: str) -> None:
    engines = Engines(tab, "Bold")
    analyse(tab, together, "Bold")
    move(tab).to_contain_text("The engine Bold would open (2, 0)")
    game = begun(tab, together)
    note = tab.locator(".note")
    engines.hold()
    # The page's clock is controlled: passing messages disappear after a bit more than 4 seconds.
    tab.clock.install()
    tab.keyboard.press("?")
    assert_before_long(tab, lambda: len(engines.held) == 1)
    tab.clock.run_for(200)
    expect(note).to_have_text("Looking for a hint…")
    tab.clock.run_for(20_000)
    expect(note).to_have_text("Looking for a hint…")
    # The question is dropped with the position.
    engines.release()
    game.click(0, 0, button="right")
    expect(note).to_have_text("")
    engines.said = {"best": {"cell": 4, "chance": None, "score": None}}
    tab.keyboard.press("?")
    expect(note).to_have_text("The engine Bold has a move.")
    tab.keyboard.press("?")
    expect(note).to_have_text("The engine Bold would open ①.")


@pytest.mark.parametrize(("language", "words"), [("en-GB", "runs engines"), ("de-DE", "Engines betreibt")])
def test_the_help_says_that_an_engine_can_be_chosen(
    chromium: Browser, together: str, language: str, words: str
) -> None:
    with silent_tab(chromium, locale=language, allowed="^console") as page:
        page.goto(f"{together}/#/help")
        expect(page.locator("main")).to_contain_text(words)
