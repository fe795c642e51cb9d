"""All commands of a screen can be found by typing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game_page import GamePage, expect
from page_waits import wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_every_command_stands_there_once_and_in_full(page: Page, site: str) -> None:
    game = GamePage(page, site).open(board="9x9", mines=10)
    game.keys("/")
    rows = page.locator("dialog .palette button")
    expect(rows.first).to_be_visible()
    texts = [text.split("\n")[0] for text in rows.all_inner_texts()]
    assert len(texts) == len(set(texts))
    row = rows.filter(has_text="useful cell")
    assert row.locator("kbd").all_inner_texts() == ["n", "N"]
    # The focus ring of the field covers none of them.
    field, first = page.locator("dialog input").bounding_box(), rows.first.bounding_box()
    assert field is not None
    assert first is not None
    assert first["y"] >= field["y"] + field["height"] + 4
    page.keyboard.type("useful cell")
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_have_count(0)


def test_only_a_mouse_that_moves_highlights_a_row(page: Page, site: str) -> None:
    game = GamePage(page, site).open(board="9x9", mines=10)
    page.mouse.move(500, 350)
    game.keys("/")
    rows = page.locator("dialog .palette button")
    expect(rows.first).to_be_visible()
    border = """(rows) => rows.map((row) => [getComputedStyle(row).borderColor, row.matches(":hover")])"""
    wait_for(page, """() => document.querySelector("dialog .palette button:hover") !== null""")
    assert len({colour for colour, _ in rows.evaluate_all(border)}) == 1
    page.mouse.move(505, 352)
    wait_for(page, """() => document.querySelector("dialog .palette:not(.is-still)") !== null""")
    looks = rows.evaluate_all(border)
    (hovered,) = (colour for colour, is_hovered in looks if is_hovered)
    assert hovered not in {colour for colour, is_hovered in looks if not is_hovered}
    # What is typed moves other rows there.
    page.keyboard.type("a")
    assert len({colour for colour, _ in rows.evaluate_all(border)}) == 1
    assert page.locator("dialog input").input_value() == "a"
