"""The page's accessibility: axe-core, screen readers, and use by keyboard alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from game_page import expect, prefer
from hypersweep import Layout
from hypersweep.web import page_folder
from page_access import complaints
from page_server import silent_tab
from page_waits import wait_for

from .test_people_pages import SCREENS as SERVER_SCREENS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route


THEMES = ["light", "dark", "classic", "contrast", "system"]
SCREENS = [
    "",
    "daily",
    "resume",
    "statistics",
    "analysis",
    "settings",
    "help/game",
    "help/review",
    "learn/4d/4",
    "learn/4d/5",
]
# test_axe_finds_nothing_where_a_game_is_looked_back_at, multiplayer/test_page_play.py, multiplayer/test_study_page.py.
ELSEWHERE = ["replay", "review", "lobby", "room", "study"]
BOARDS = [
    "board=40&mines=6",
    "board=9x12&mines=10",
    "board=5x6x4&mines=8",
    "board=3x4x3x4&mines=6",
    "board=3x4x3x2x3&mines=8",
]
# One game may follow another.
LEAVE = """
(address) => {
  document.querySelector("main .screen")?.setAttribute("data-old", "");
  location.hash = `#/${address}`;
}
"""
# A game is there with its texts.
READY = """
() => ["[role=gridcell]", "#command", "h1", "main[aria-busy=false]"].every((part) => document.querySelector(part))
"""


def go(page: Page, address: str) -> None:
    """Go to a screen, and wait until it is there."""
    page.evaluate(LEAVE, address)
    name = re.split("[/?]", address)[0] or "start"
    wait_for(page, "(name) => document.querySelector(`main .screen.${name}:not([data-old]) h1`) !== null", arg=name)
    if name == "game":
        wait_for(page, READY)


def begin(page: Page, site: str, address: str) -> None:
    """Load the page with a game."""
    page.goto(f"{site}/#/{address}")
    wait_for(page, READY)


def label(page: Page) -> str:
    """Describe the focused element."""
    found: str = page.evaluate(
        "() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
    )
    return found


def test_every_screen_is_looked_at() -> None:
    entry = re.compile(r'^  "?(\w*)"?: (?:asked\(|\{ (?:parts:|\.\.\.asked\())', re.MULTILINE)
    texts = [(page_folder() / name).read_text(encoding="utf-8") for name in ("app.ts", "server_screens.ts")]
    looked_at = {re.split("[/?]", address)[0] for address in [*SCREENS, "game", *ELSEWHERE, *SERVER_SCREENS]}
    assert {name for text in texts for name in entry.findall(text)} == looked_at


@pytest.mark.parametrize(
    ("theme", "language", "widths"),
    [
        ("light", "en", [1600]),
        *(
            pytest.param(theme, language, [360, 1000, 1600], marks=pytest.mark.nightly)
            for theme in THEMES
            for language in ("en", "de")
        ),
    ],
)
def test_axe_finds_nothing(site: str, tab: Page, axe: str, theme: str, language: str, widths: list[int]) -> None:
    prefer(tab, site, theme=theme, language=language)
    tab.evaluate(axe)
    found = []
    for width in widths:
        tab.set_viewport_size({"width": width, "height": 740})
        for address in [*SCREENS, *(f"game?{board}" for board in BOARDS)]:
            go(tab, address)
            if address.startswith("game"):
                tab.keyboard.press("Enter")
                wait_for(tab, "() => !document.activeElement.getAttribute('aria-label')?.startsWith('covered, ')")
            found += [f"{address} at {width}: {each}" for each in complaints(tab)]
    assert found == []


@pytest.mark.nightly
def test_axe_finds_nothing_in_dialogs(site: str, tab: Page, axe: str) -> None:
    prefer(tab, site)
    tab.evaluate(axe)
    for key in "M/":
        tab.locator("h1").click()
        tab.keyboard.press(key)
        tab.wait_for_selector("dialog[open]")
        assert complaints(tab) == []
        tab.keyboard.press("Escape")
        tab.wait_for_selector("dialog", state="detached")


def test_axe_finds_nothing_where_a_game_is_looked_back_at(site: str, tab: Page, axe: str) -> None:
    tab.goto(f"{site}/#/game?layout={Layout('3x4x3', [(0, 0, 0)]).format()}")
    wait_for(tab, READY)
    tab.evaluate(axe)
    # All of it opens with the cell in the far corner.
    tab.keyboard.press("G")
    tab.keyboard.press("Enter")
    wait_for(tab, "() => document.querySelector('.game-result:not([hidden])') !== null")
    assert complaints(tab) == []
    for key, name in (("y", "replay"), ("v", "review")):
        tab.keyboard.press(key)
        wait_for(tab, "(name) => document.querySelector(`.screen.${name} h1`) !== null", arg=name)
        wait_for(tab, "() => document.querySelector('[role=gridcell][aria-label]') !== null")
        assert complaints(tab) == []


def accessible(page: Page) -> list[dict[str, Any]]:
    """The tree that a screen reader is given, as a list."""
    client = page.context.new_cdp_session(page)
    nodes: list[dict[str, Any]] = client.send("Accessibility.getFullAXTree")["nodes"]
    return [
        {
            "role": node["role"]["value"],
            "name": node.get("name", {}).get("value", ""),
            "states": {each["name"]: each["value"].get("value") for each in node.get("properties", [])},
        }
        for node in nodes
        if not node["ignored"]
    ]


def test_a_screen_reader_is_given_a_grid_per_tile(site: str, page: Page) -> None:
    begin(page, site, "game?board=5x6x4&mines=8&seed=7")
    wait_for(page, "() => document.querySelectorAll('[role=gridcell]').length === 120")
    nodes = accessible(page)
    grids = [node["name"] for node in nodes if node["role"] == "grid"]
    assert grids == [f"layer {place} of 4" for place in range(4)]
    assert len([node for node in nodes if node["role"] == "row"]) == 20
    cells = [node for node in nodes if node["role"] == "gridcell"]
    assert cells[0]["name"] == "covered, row 0 column 0, layer 0 of 4"
    assert cells[-1]["name"] == "covered, row 4 column 5, layer 3 of 4"
    assert [node["name"] for node in cells if node["states"].get("focused")] == [
        "covered, row 2 column 3, layer 2 of 4"
    ]
    roles = {node["role"] for node in nodes}
    assert {"banner", "main", "navigation", "status", "heading", "link", "button"} <= roles
    nameless = [
        node for node in nodes if node["role"] in ("button", "link", "textbox", "grid", "gridcell") and not node["name"]
    ]
    assert nameless == []
    # What a move makes of the board is announced.
    page.keyboard.press("Enter")
    said = "(text) => document.querySelector('.live').textContent.includes(text)"
    wait_for(page, said, arg="opened 77 cells, row 2 column 3, layer 2 of 4: no mine around")
    page.keyboard.press("g")
    page.keyboard.press("ArrowRight")
    wait_for(page, "() => document.activeElement.getAttribute('aria-label').includes('row 0 column 1')")
    assert page.locator("[role=status]").count() == 1


@pytest.mark.parametrize(
    ("board", "first"),
    [
        ("40", "covered, cell 20"),
        ("5x6", "covered, row 2 column 3"),
        ("3x4x5x6", "covered, row 1 column 2, layer 2 of 5, table row 3 of 6"),
        # On a small board the cursor starts in the corner.
        ("2x3x2x2x2x2", "covered, row 0 column 0, layer 0 of 2, table row 0 of 2, group 0 of 2, group row 0 of 2"),
    ],
)
def test_cells_have_names_in_any_dimension(site: str, page: Page, board: str, first: str) -> None:
    begin(page, site, f"game?board={board}&mines=3")
    wait_for(page, "(label) => document.activeElement.getAttribute('aria-label') === label", arg=first)
    outside = page.evaluate(
        "() => [...document.querySelectorAll('[role=grid]')].map((grid) =>"
        " ['aria-rowcount', 'aria-colcount'].map((name) => Number(grid.getAttribute(name))))"
    )
    sides = [int(side) for side in board.split("x")]
    assert {tuple(each) for each in outside} == {(1, sides[0]) if len(sides) == 1 else (sides[0], sides[1])}


@pytest.mark.nightly
def test_the_focus_goes_with_the_cursor_and_is_never_lost(site: str, page: Page) -> None:
    begin(page, site, "game?board=1000x1000&mines=150000&seed=7")
    for key in ("ArrowRight", "ArrowDown", "g", "G", "Home", "PageUp"):
        page.keyboard.press(key)
    wait_for(page, "() => document.activeElement.getAttribute('aria-label') === 'covered, row 0 column 0'")
    cell = page.evaluate("() => document.activeElement.getBoundingClientRect().toJSON()")
    assert cell["width"] > 8
    assert (
        page.evaluate("([x, y]) => document.elementFromPoint(x, y).dataset.cell", [cell["x"] + 5, cell["y"] + 5]) == "0"
    )
    # The tile scrolls away below the pointer; the cell of the cursor stays, and what is in sight now has cells as well.
    page.mouse.move(500, 400)
    page.mouse.wheel(0, 4000)
    wait_for(page, "() => Number(document.elementFromPoint(500, 400).dataset?.cell ?? 0) > 50_000")
    assert label(page) == "covered, row 0 column 0"
    assert page.evaluate("() => document.querySelectorAll('[role=gridcell]').length") <= 2000
    assert page.evaluate("() => document.querySelectorAll('[role=gridcell][tabindex=\"0\"]').length") == 1
    # A screen reader may put the focus on any cell: the cursor goes there.
    there = page.evaluate(
        "() => { const cell = document.elementFromPoint(500, 400); cell.focus(); return cell.ariaLabel; }"
    )
    assert label(page) == there
    page.keyboard.press("ArrowRight")
    assert label(page) != there
    assert page.evaluate("() => document.activeElement.getAttribute('role')") == "gridcell"


def wait_until_still(page: Page) -> None:
    """Wait until the cells for screen readers have found their places after another size."""
    places = """() => [...document.querySelectorAll("[data-cell]")].map((each) => {
      const { left, top, width } = each.getBoundingClientRect();
      return [left, top, width];
    })"""
    before, same = None, 0
    while same < 4:
        page.wait_for_timeout(200)
        found = page.evaluate(places)
        same = same + 1 if found == before else 0
        before = found


@pytest.mark.nightly
def test_cells_lie_over_what_is_drawn_however_tiles_are_folded(site: str, page: Page) -> None:
    begin(page, site, "game?board=4x4x4&mines=63&seed=7")
    for width in (1000, 1600, 1000):
        page.set_viewport_size({"width": width, "height": 700})
        wait_until_still(page)
        for index in (3, 28, 46, 63):
            box = page.locator(f'[data-cell="{index}"]').bounding_box()
            assert box is not None
            for shown in ("flag", "covered"):
                page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, button="right")
                wait_for(
                    page,
                    "([cell, shown]) => document.querySelector(`[data-cell='${cell}']`).ariaLabel.startsWith(shown)",
                    arg=[index, shown],
                )


@pytest.mark.nightly
def test_a_click_without_a_pointer_opens(site: str, page: Page) -> None:
    begin(page, site, "game?layout=3x4.bAw")
    page.evaluate("() => document.querySelector('[data-cell=\"11\"]').click()")
    wait_for(
        page, "() => !document.querySelector('[data-cell=\"11\"]').getAttribute('aria-label').startsWith('covered')"
    )
    assert page.evaluate("() => document.activeElement.dataset.cell") == "11"


@pytest.mark.parametrize("width", [1600, 1280, 768, 390])
def test_what_a_game_can_do_without_is_behind_one_button(site: str, tab: Page, axe: str, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 844})
    begin(tab, site, "game?board=4x4x4x4&mines=20&seed=7")
    bar = tab.get_by_role("toolbar")
    more = bar.get_by_role("button", name="More", exact=True)

    def names() -> list[str]:
        """Return the first word of the name of each visible button."""
        buttons = bar.get_by_role("button").all()
        return [str(each.get_attribute("aria-label")).split(":")[0] for each in buttons]

    tab.keyboard.press("Enter")
    expect(bar.get_by_role("button", name="Undo")).to_be_enabled()
    assert names() == ["New", "Restart", "Hint", "Pause", "Undo", "More"]
    expect(more).to_have_attribute("aria-expanded", "false")
    # The seed makes the game unranked, so the undo needs no warning.
    tab.keyboard.press("u")

    # Keys alone open it, walk through it and leave it.
    more.focus()
    tab.keyboard.press("Enter")
    expect(more).to_have_attribute("aria-expanded", "true")
    tab.evaluate(axe)
    assert complaints(tab) == []
    assert names()[-7:] == ["Smaller", "Fit", "Larger", "Redo", "Remaining", "Board", "Lens"]
    tab.keyboard.press("ArrowRight")
    expect(bar.get_by_role("button", name="Smaller")).to_be_focused()
    tab.keyboard.press("Escape")
    expect(more).to_have_attribute("aria-expanded", "false")
    expect(more).to_be_focused()
    tab.keyboard.press("Enter")
    redo = bar.get_by_role("button", name="Redo")
    redo.focus()
    tab.keyboard.press("Enter")
    expect(redo).to_be_disabled()
    while more.get_attribute("aria-expanded") == "true":
        tab.keyboard.press("Tab")
    assert not bar.evaluate("(each) => each.contains(document.activeElement)")


@pytest.mark.nightly
def test_everything_is_reached_by_tab(site: str, page: Page) -> None:
    begin(page, site, "game?board=5x6&mines=5&seed=7")
    page.evaluate("() => document.activeElement.blur()")
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        place = "() => [...document.querySelectorAll('a, button, input, [tabindex]')].indexOf(document.activeElement)"
        reached.add(page.evaluate(place))
    wanted = page.evaluate(
        "() => [...document.querySelectorAll('a, button, input, [tabindex]')].flatMap((each, place) =>"
        " each.tabIndex >= 0 && !each.disabled && each.checkVisibility({visibilityProperty: true}) ? [place] : [])"
    )
    assert set(wanted) <= reached
    # Past the navigation with one key.
    page.evaluate("() => document.querySelector('.skip').focus()")
    page.keyboard.press("Enter")
    assert page.evaluate("() => document.activeElement.getAttribute('role')") == "gridcell"


@pytest.mark.nightly
def test_another_screen_has_the_focus_and_the_way_back(site: str, page: Page) -> None:
    page.goto(f"{site}/#/settings")
    page.wait_for_selector("h1")
    page.keyboard.press("F1")
    wait_for(page, "() => document.activeElement.textContent === 'Help'")
    assert page.title() == "Help · hypersweep"
    page.locator(".ways a", has_text="in the replay").click()
    page.wait_for_selector("h2:has-text('Keys and gestures in the replay')")
    page.keyboard.press("Escape")
    wait_for(page, "() => document.activeElement.textContent === 'Settings'")
    assert page.title() == "Settings · hypersweep"


def wait_for_kept(page: Page, name: str, value: bool) -> None:
    """Wait until the browser keeps a setting: a page that is loaded again before that may drop what it was writing."""
    is_kept = """async ([name, value]) => {
      const opened = indexedDB.open("hypersweep");
      const database = await new Promise((resolve) => (opened.onsuccess = () => resolve(opened.result)));
      const asked = database.transaction("settings").objectStore("settings").get("settings");
      const values = await new Promise((resolve) => (asked.onsuccess = () => resolve(asked.result)));
      database.close();
      return values?.[name] === value;
    }"""
    wait_for(page, is_kept, arg=[name, value])


@pytest.mark.nightly
def test_settings_count_at_once_and_are_kept(site: str, page: Page) -> None:
    prefer(page, site, theme="contrast", language="de", reduced_motion="always")
    wait_for(page, "() => document.title === 'Einstellungen · hypersweep'")
    assert page.evaluate("() => ({ ...document.documentElement.dataset })") == {
        "theme": "contrast",
        "motion": "reduced",
    }
    page.locator("#setting-tint").uncheck()
    wait_for_kept(page, "tint", False)
    page.reload()
    page.wait_for_selector("h1:has-text('Einstellungen')")
    assert not page.locator("#setting-tint").is_checked()
    page.get_by_role("button", name="Alles löschen").click()
    page.get_by_role("button", name="Löschen", exact=True).click()
    page.wait_for_selector("h1:has-text('Settings')")
    assert page.locator("#setting-tint").is_checked()


@pytest.mark.nightly
def test_commands_may_begin_with_the_sign_that_leads_to_them(site: str, page: Page) -> None:
    prefer(page, site)
    go(page, "game?board=5x6&mines=3&seed=7")
    page.keyboard.press(":")
    for cell in ("0 0", "0 1"):
        page.keyboard.type(f":flag {cell}")
        page.keyboard.press("Enter")
    wait_for(page, "() => document.querySelector('.mines .value').textContent === '1'")


@pytest.mark.nightly
def test_a_failure_has_a_page_and_a_way_home(site: str, chromium: Browser) -> None:
    with silent_tab(chromium, allowed="^console|seven is not a cell") as tab:
        tab.route("**/later.js", lambda route: route.abort())
        tab.goto(f"{site}/#/help")
        tab.wait_for_selector("h1:has-text('Something went wrong')")
        assert "Are you offline?" in tab.locator("main").inner_text()
        assert "later.js" in tab.locator("textarea").input_value()
        # The same way leads there as soon as it can.
        tab.unroute("**/later.js")
        tab.get_by_role("link", name="Help").click()
        tab.wait_for_selector(".screen.help h1")
        tab.route("**/more.css", lambda route: route.abort())
        tab.get_by_role("link", name="Statistics", exact=True).click()
        tab.wait_for_selector("h1:has-text('Something went wrong')")
        assert "Are you offline?" in tab.locator("main").inner_text()
        tab.get_by_role("button", name="To the start").click()
        tab.wait_for_selector(".screen.start h1", state="attached")
        tab.evaluate("() => void Promise.reject(new TypeError('seven is not a cell'))")
        tab.wait_for_selector("h1:has-text('Something went wrong')")
        assert "seven is not a cell" in tab.locator("textarea").input_value()
        assert tab.evaluate("() => document.activeElement.textContent") == "Something went wrong"


@pytest.mark.nightly
def test_a_failure_is_told_once_where_nothing_more_can_be_loaded(site: str, tab: Page) -> None:
    asked: list[str] = []

    def gone(route: Route) -> None:
        asked.append(route.request.url.rpartition("/")[2])
        route.abort()

    tab.goto(f"{site}/")
    tab.wait_for_selector(".screen.start h1", state="attached")
    tab.route("**/*.js", gone)
    tab.evaluate("() => void (location.hash = '#/help')")
    tab.wait_for_selector("h1:has-text('Something went wrong')")
    assert "Are you offline?" in tab.locator("main").inner_text()
    tab.evaluate("() => new Promise((resolve) => setTimeout(resolve, 100))")
    # Other files may be loaded ahead.
    assert asked.count("later.js") == 1
    tab.unroute("**/*.js")
    tab.get_by_role("link", name="Settings").click()
    tab.wait_for_selector(".screen.settings h1", state="attached")


@pytest.mark.nightly
def test_a_question_goes_with_its_screen(site: str, page: Page) -> None:
    page.goto(f"{site}/#/")
    page.wait_for_selector(".screen.start h1", state="attached")
    # The list of messages, and what this board is.
    for key in "Mi":
        go(page, "game?board=5x6&mines=3&seed=7")
        page.keyboard.press(key)
        page.wait_for_selector("dialog[open]")
        page.go_back()
        page.wait_for_selector(".screen.start h1", state="attached")
        wait_for(page, "() => document.querySelector('main').ariaBusy === 'false'")
        assert page.locator("dialog").count() == 0
        assert page.evaluate("() => document.querySelector('main').contains(document.activeElement)")
