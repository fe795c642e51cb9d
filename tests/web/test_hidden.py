"""Hidden elements stay invisible, whatever their style."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fixed_server import Answers, server_site
from page_waits import wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Page

PLACES = {
    "game": "game?board=3x4x3&mines=5&seed=7",
    "room": "room/abcdefgh",
    "study": "study/abcdefgh",
    "shared": "shared/g000000000000001",
    "person": "person/p000000000000001",
}
NAMES = """
async () => {
  const { SCREENS } = await import("/source/app.js");
  const { addScreens } = await import("/source/server_screens.js");
  addScreens(SCREENS);
  return Object.keys(SCREENS);
}
"""
# Hide each element for a moment, as any of them may be hidden.
SEEN = """
() => [...document.querySelectorAll("#app *")].filter((each) => {
  const wasHidden = each.hasAttribute("hidden");
  each.setAttribute("hidden", "");
  const isSeen = each.checkVisibility({ visibilityProperty: true });
  if (!wasHidden) each.removeAttribute("hidden");
  return isSeen;
}).map((each) => `${each.localName}.${each.getAttribute("class")}`)
"""


def test_hidden_elements_are_invisible_on_every_screen(tab: Page) -> None:
    with server_site() as address:
        Answers(tab, {})
        tab.goto(f"{address}/")
        tab.wait_for_selector(".screen.start h1", state="attached")
        names = tab.evaluate(NAMES)
        assert {"", "game", "analysis", "lobby", "room", "study"} <= set(names)
        found = {}
        for name in names:
            tab.evaluate("(place) => void (location.hash = `#/${place}`)", PLACES.get(name, name))
            wait_for(tab, "(name) => document.querySelector(`main .screen.${name || 'start'} h1`) !== null", arg=name)
            wait_for(tab, "() => document.querySelector('main').ariaBusy === 'false'")
            if seen := tab.evaluate(SEEN):
                found[name] = seen
        assert found == {}
