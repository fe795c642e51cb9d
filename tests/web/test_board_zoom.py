"""A zoom set by hand is saved for the board's shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from game_page import GamePage, expect
from node_calls import NodeCalls

if TYPE_CHECKING:
    from playwright.sync_api import Page


NODE = NodeCalls


def test_each_shape_has_its_zoom_and_a_damaged_setting_has_none(node: NodeCalls) -> None:
    kept = node.call("", "zooms", {"zooms": "9x9:1.5 16x30:2"}, "9x9", 1.23456)
    assert kept == [1.5, "16x30:2 9x9:1.235"]
    assert node.call("", "zooms", {"zooms": "9x9:1.5", "zoom": 1.1}, "9x9~wrap=0", None) == [1.1, "9x9:1.5"]
    for damaged in ("9x9:", "9x9:x", "9x9:99", "9x9:-1", ":", 7):
        assert node.call("", "zooms", {"zooms": damaged}, "9x9", None)[0] == 1
    _, many = node.call("", "zooms", {"zooms": " ".join(f"{side}x9:2" for side in range(1, 80))}, "9x9", None)
    assert len(many.split()) == 50


def _width(page: Page) -> float:
    box = page.locator("[data-cell='0']").bounding_box()
    assert box is not None
    return box["width"]


def _shows(page: Page, width: float) -> None:
    page.wait_for_function(
        "(width) => Math.abs(document.querySelector('[data-cell=\"0\"]')?.getBoundingClientRect().width - width) < 1",
        arg=width,
    )


@pytest.mark.nightly
def test_a_zoom_survives_other_screens_a_reload_and_a_new_game(page: Page, site: str) -> None:
    game = GamePage(page, site).open(board="9x9", mines=10)
    usual = _width(page)
    # These buttons are in the menu.
    page.get_by_role("button", name="More", exact=True).click()
    larger, fit = (page.get_by_role("button", name=name) for name in ("Larger", "Fit"))
    for _ in range(3):
        larger.click()
    _shows(page, zoomed := round(usual * 1.25**3))
    # At once: pending values are saved when the screen is left.
    page.evaluate("() => void (location.hash = '#/settings')")
    expect(page.locator("#setting-zoom")).to_be_visible()
    page.go_back()
    game.wait()
    _shows(page, zoomed)
    page.reload()
    game.wait()
    _shows(page, zoomed)
    page.keyboard.press("r")
    page.keyboard.press("r")
    _shows(page, zoomed)
    game.open(board="8x9", mines=10)
    page.wait_for_function(
        "(width) => document.querySelector('[data-cell=\"0\"]')?.getBoundingClientRect().width < width - 1", arg=zoomed
    )
    game.open(board="9x9", mines=10)
    _shows(page, zoomed)
    page.get_by_role("button", name="More", exact=True).click()
    fit.click()
    _shows(page, usual)
    page.reload()
    game.wait()
    _shows(page, usual)
    page.get_by_role("button", name="More", exact=True).click()
    larger.click()
    # A setting for every board counts for this one, too.
    page.evaluate("() => void (location.hash = '#/settings')")
    page.locator("#setting-zoom").fill("1.5")
    page.go_back()
    game.wait()
    _shows(page, round(usual * 1.5))
