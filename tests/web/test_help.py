"""The help on a desktop and on a phone: the order of its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from game_page import expect
from page_server import silent_tab

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    """A tab that is played with fingers."""
    with silent_tab(chromium, 390, 844, has_touch=True, is_mobile=True) as page:
        yield page


def headings(page: Page) -> list[str]:
    """The headings of the help that are visible, in their order."""
    expect(page.locator(".screen.help h1")).to_be_visible()
    return [each for each in page.locator(".screen.help :is(h2, h3)").all_inner_texts() if each]


def test_with_fingers_the_rules_come_first_and_keys_are_folded_away(phone: Page, site: str) -> None:
    phone.goto(f"{site}/#/help")
    found = headings(phone)
    assert found[:3] == ["The game", "More than two dimensions", "Touch"]
    assert found[-1] == "Keys and gestures in the game"
    assert "Move" not in found
    phone.get_by_text("Keys and gestures in the game").click()
    expect(phone.get_by_role("heading", name="Move", exact=True)).to_be_visible()
    # Keys of another screen are there at once.
    phone.get_by_role("link", name="in the replay").click()
    expect(phone.get_by_text("Keys and gestures in the replay")).to_be_visible()
    expect(phone.get_by_role("heading", name="Everywhere", exact=True)).to_be_visible()


def test_with_a_mouse_keys_come_first(page: Page, site: str) -> None:
    page.goto(f"{site}/#/help")
    found = headings(page)
    assert found[0] == "Keys and gestures in the game"
    assert found.index("Move") < found.index("Touch") < found.index("The game")
    # Screens that the terminal lacks have their own keys.
    for link, name in (("on the analysis board", "Analysis"), ("in the settings", "Settings")):
        page.get_by_role("link", name=link).click()
        expect(page.get_by_text(f"Keys and gestures {link}")).to_be_visible()
        assert headings(page)[1:3] == [name, "Everywhere"]
    expect(page.get_by_role("row", name="Tab Shift+Tab the next or previous setting")).to_be_visible()
    # Studies need a server.
    expect(page.get_by_role("link", name="in a study")).to_have_count(0)


@pytest.mark.parametrize("screen", ["help", "help/game", "settings", "statistics", "resume", "daily", "learn/4d", ""])
def test_no_text_scrolls_the_navigation_away(page: Page, site: str, screen: str) -> None:
    for width, height in [(1280, 800), (390, 844), (640, 320)]:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{site}/#/{screen}")
        expect(page.locator("main[aria-busy=false] .screen")).to_be_visible()
        page.locator("main").evaluate("(main) => main.scrollTo(0, main.scrollHeight)")
        page.mouse.move(width / 2, height / 2)
        page.mouse.wheel(0, 5000)
        assert page.evaluate("document.documentElement.scrollHeight") == height
        top = page.locator(".top").bounding_box()
        assert top is not None
        assert top["y"] == 0
