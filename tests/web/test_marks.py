"""Question marks, drafts of flags and smart flags in a game on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from game_page import GamePage, expect, prefer

if TYPE_CHECKING:
    from playwright.sync_api import Page

MINES = [(0, 3), (2, 3)]


@pytest.fixture
def game(page: Page, site: str) -> GamePage:
    """A small board with an opening on the left, where all three settings are on."""
    prefer(page, site, question_marks=True, draft_flags=True, smart_flags=True)
    game = GamePage(page, site).lay("3x4", MINES)
    game.page.mouse.click(*game.place(0, 0))
    expect(game.cell(1, 2)).to_have_attribute("aria-label", "2, row 1 column 2")
    return game


def shows(game: GamePage, cell: tuple[int, ...], text: str) -> None:
    """Wait until a cell is read aloud as something."""
    expect(game.cell(*cell)).to_have_attribute("aria-label", f"{text}, row {cell[0]} column {cell[1]}")


def test_a_right_click_goes_through_a_question_mark(game: GamePage) -> None:
    for text in ("flag", "question mark", "covered"):
        game.page.mouse.click(*game.place(0, 3), button="right")
        shows(game, (0, 3), text)
    game.page.keyboard.press("u")
    shows(game, (0, 3), "question mark")
    expect(game.page.locator(".game-status")).to_contain_text("question mark")
    # It is a question mark after the page was left, too.
    game.page.reload()
    game.page.locator(".game-curtain").click()
    shows(game, (0, 3), "question mark")
    game.page.mouse.click(*game.place(1, 3))
    expect(game.page.locator(".game-state")).to_contain_text("won")
    shows(game, (0, 3), "flag")


def test_a_draft_is_kept_or_dropped_as_one(game: GamePage) -> None:
    press = game.page.keyboard.press
    keep = game.page.locator(".tool.keep_draft")
    expect(keep).to_be_hidden()
    press("e")
    expect(keep).to_be_visible()
    # A click on the number flags what is left around it, on trial as well.
    game.page.mouse.click(*game.place(0, 3), button="right")
    shows(game, (0, 3), "draft flag")
    game.page.mouse.click(*game.place(2, 3), button="right")
    expect(game.page.locator(".counter.mines .value")).to_have_text("2")
    press("Shift+E")
    shows(game, (2, 3), "covered")
    press("u")
    shows(game, (2, 3), "draft flag")
    keep.click()
    shows(game, (0, 3), "flag")
    shows(game, (2, 3), "flag")
    expect(game.page.locator(".counter.mines .value")).to_have_text("0")
    expect(keep).to_be_hidden()


def test_a_click_on_a_number_sets_its_flags(game: GamePage) -> None:
    game.lay("2x4", [(0, 2), (1, 2)])
    game.page.mouse.click(*game.place(0, 0))
    shows(game, (0, 1), "2")
    game.page.mouse.click(*game.place(0, 1))
    shows(game, (0, 2), "flag")
    shows(game, (1, 2), "flag")
    game.page.keyboard.press("u")
    game.page.keyboard.press("u")
    shows(game, (0, 2), "covered")
    shows(game, (1, 2), "covered")
