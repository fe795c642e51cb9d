"""The page asks its server's engines for hints and on the analysis board; they are chosen there or in settings."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from game_page import GamePage
from hostile_engines import hostile
from page_access import complaints
from page_server import silent_tab
from together_server import kept_in, together_server

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from playwright.sync_api import Browser, Page

TEXT = "3x4 mines=3\n# 1 . .\n# 2 1 1\n# # # #"
CHOICE = "#analysis-engine"


def serving(folder: Path, *engines: str) -> AbstractContextManager[str]:
    """Run a whole server with engines. Yields: its address."""
    return together_server(kept_in(folder, engines=engines))


def analyse(page: Page, address: str) -> None:
    """Go to the analysis of a position, once the choice of engines is visible."""
    page.goto(f"{address}/#/analysis?position={quote(TEXT)}")
    page.wait_for_selector(f"{CHOICE}:visible")


def found(page: Page, text: str) -> None:
    """Wait for a text among the findings."""
    page.wait_for_function(
        "(text) => document.querySelector('.analysis-panel .findings').innerText.includes(text)", arg=text
    )


def test_the_analysis_board_and_hints_ask_the_engine_that_is_chosen(chromium: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, "engine:hypersweep engine") as address, silent_tab(chromium, 1100, 800) as page:
        analyse(page, address)
        # The page's own solver, as long as no engine is chosen.
        found(page, "layouts fit.")
        assert page.locator(f"{CHOICE} option").all_inner_texts() == ["this page's own solver", "hypersweep"]
        own = page.locator(".analysis-panel .cell").inner_text()
        page.select_option(CHOICE, "hypersweep")
        found(page, "hypersweep says:")
        assert "layouts fit" not in page.locator(".analysis-panel .summary").inner_text()
        assert page.locator(".best .move").inner_text().startswith("The engine hypersweep would open (")
        assert page.locator(".best .why").count() >= 1
        # Exact chances are the same from any solver.
        assert page.locator(".analysis-panel .cell").inner_text() == own
        assert page.is_disabled("#analysis-trust")
        # The choice is saved, applies to hints too, and appears in the settings.
        page.goto(f"{address}/#/settings")
        page.wait_for_selector("#setting-engine")
        assert page.input_value("#setting-engine") == "hypersweep"
        game = GamePage(page, address).lay("3x4", [(0, 0), (2, 0), (2, 3)])
        game.click(0, 2)
        # With known mines nothing is ranked, and hints are free.
        told = "(text) => document.body.innerText.includes(text)"
        page.keyboard.press("?")
        page.wait_for_function(told, arg="Look at ① and ②.")
        page.keyboard.press("?")
        page.wait_for_function(told, arg="The engine hypersweep would open ③")


@pytest.mark.nightly
def test_what_is_wrong_with_an_engine_is_told_in_german(chromium: Browser, tmp_path: Path) -> None:
    engine = f"engine:{shlex.join(hostile('dies'))}"
    with serving(tmp_path, engine) as address, silent_tab(chromium, allowed="^console", locale="de-DE") as page:
        analyse(page, address)
        page.select_option(CHOICE, "Hostile")
        found(page, "Die Engine ist ausgefallen.")
        game = GamePage(page, address).lay("3x4", [(0, 0), (2, 0), (2, 3)])
        game.click(0, 2)
        page.keyboard.press("?")
        told = "() => document.body.innerText.includes('Es gibt keinen Hinweis: ')"
        page.wait_for_function(told)
        # The game continues, and another engine may be asked.
        game.click(1, 1)
        analyse(page, address)
        page.select_option(CHOICE, "")
        found(page, "Verteilungen passen.")


@pytest.mark.nightly
def test_axe_finds_nothing_where_an_engine_is_asked(chromium: Browser, tmp_path: Path, axe: str) -> None:
    with serving(tmp_path, "safest") as address, silent_tab(chromium, 1100, 800, bypass_csp=True) as page:
        analyse(page, address)
        page.select_option(CHOICE, "safest")
        found(page, "safest says:")
        page.evaluate(axe)
        assert complaints(page) == []
