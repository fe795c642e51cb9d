"""The start screen: a board to play at once, all boards in tabs, options, a custom board, and unfinished games."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import pytest

from game_page import expect, prefer
from hypersweep import Grid
from hypersweep.boards import PRESETS
from hypersweep.ui_model.choices import read_choices
from hypersweep.ui_model.rule_preferences import RulePreferences
from page_waits import wait_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page


TABS = {"2": "2-D", "3": "3-D", "4": "4-D", "5": "5-D", "6": "6-D", "1": "1-D", "other": "Other"}


def _start(page: Page, site: str, path: str = "#/") -> None:
    page.goto(f"{site}/{path}")
    page.wait_for_selector(".card")


def _query(address: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(address.partition("?")[2]).items()}


def test_every_board_leads_to_its_game_by_the_player_s_preferences(page: Page, site: str) -> None:
    _start(page, site)
    page.get_by_role("button", name="More options").click()
    for first_open, guess in (("", ""), ("safe", ""), ("", "never,grade=pair"), ("opening", "punished")):
        page.select_option("#preference-first_open", first_open)
        page.select_option("#preference-guess", guess)
        assert page.is_checked("#preference-never") == guess.startswith("never")
        links: dict[str | None, str | None] = {}
        for tab, name in TABS.items():
            page.get_by_role("tab", name=name).click()
            found = page.query_selector_all("[role=tabpanel] a.card")
            assert len(found) == sum(str(shape.count("x") + 1) == tab for shape, _ in PRESETS.values())
            links |= {each.get_attribute("data-board"): each.get_attribute("href") for each in found}
            # Boards with names of their own need no share of mines to compare.
            for each in found:
                shape, mines = PRESETS[str(each.get_attribute("data-board"))]
                share = f"({100 * mines / Grid.parse(shape).cells:.2g} %)" if int(tab) > 2 else ""
                about = each.query_selector(".about")
                assert about is not None
                assert about.inner_text().partition(" mines")[2].strip() == share
        assert links.keys() == PRESETS.keys()
        for board, link in links.items():
            choice = read_choices(str(board), preferences=RulePreferences(first_open, guess))
            query = _query(link or "")
            assert query == {
                "board": str(choice.grid),
                "mines": str(choice.mines),
                "rules": choice.rules.format(),
            }
    # They are kept, and so is the tab.
    page.get_by_role("tab", name="5-D").click()
    page.evaluate("location.hash = '#/help'")
    page.wait_for_selector(".screen.help h1")
    page.evaluate("location.hash = '#/'")
    page.wait_for_selector(".card[data-board='5d-easy']")
    assert page.input_value("#preference-guess") == "punished"
    page.get_by_role("switch").check()
    assert page.input_value("#preference-guess") == "never"


def test_enter_plays_the_board_played_last(page: Page, site: str) -> None:
    _start(page, site)
    expect(page.locator(".play .primary")).to_contain_text("Play Beginner")
    page.get_by_role("tab", name="3-D").click()
    page.click(".card[data-board='3d-medium']")
    page.wait_for_selector(".screen.game")
    page.evaluate("location.hash = '#/'")
    expect(page.locator(".play .primary")).to_contain_text("Play 3-D medium")
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash.includes('board=7x7x7')")
    # A link counts like a card.
    page.goto(f"{site}/#/game?board=4x4x4x4&mines=15")
    expect(page).to_have_title(re.compile("4-D medium"))
    page.evaluate("location.hash = '#/'")
    expect(page.locator(".play .primary")).to_contain_text("Play 4-D medium")


def test_the_lesson_is_offered_until_it_is_taken_or_skipped(page: Page, site: str) -> None:
    _start(page, site)
    expect(page.locator(".way.offer")).to_have_attribute("href", "#/learn/4d")
    page.evaluate("location.hash = '#/settings'")
    page.wait_for_selector(".screen.settings h1")
    page.evaluate("location.hash = '#/'")
    page.locator(".way.offer").click()
    page.locator(".lesson-skip").click()
    expect(page.locator("[role=tabpanel] a[href='#/learn/4d']")).to_be_visible()
    expect(page.locator(".way.offer")).to_have_count(0)
    # The only card that is left has little to show.
    today = page.locator(".way.today").bounding_box()
    play = page.locator(".start .play").bounding_box()
    assert today is not None
    assert play is not None
    assert today["height"] < 0.7 * play["height"]


def test_a_tab_shows_its_cards(page: Page, site: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    for height in (844, 500, 1200):
        page.set_viewport_size({"width": 390, "height": height})
        _start(page, site)
        for tab in ("4", "2", "6"):
            page.locator(f"#tab-{tab}").click()
            expect(page.locator(".card .name").first).to_be_in_viewport()
            expect(page.locator(f"#tab-{tab}")).to_be_in_viewport()


def test_where_nothing_can_be_kept_a_board_begins_all_the_same(page: Page, site: str) -> None:
    _start(page, site)
    page.evaluate(
        """() => {
          IDBObjectStore.prototype.put = () => { throw new DOMException("the disk is full", "QuotaExceededError"); };
        }"""
    )
    page.get_by_role("switch").check()
    page.wait_for_function("document.querySelector('.note').textContent.includes('until the page is closed')")
    assert page.query_selector(".failure") is None
    page.click(".card[data-board=beginner]")
    page.wait_for_selector(".screen.game [role=gridcell]", state="attached")
    page.wait_for_selector("main[aria-busy=false]")
    assert page.query_selector(".failure") is None


def test_pictures_are_painted(page: Page, site: str) -> None:
    _start(page, site)
    page.wait_for_function(
        """() => [...document.querySelectorAll(".start canvas")].every((canvas) => {
          return new Set(new Uint32Array(pixelsOf(canvas).buffer)).size > 3;
        })"""
    )


def test_nothing_is_below_a_screen_until_there_is_something_to_say(page: Page, site: str) -> None:
    _start(page, site)
    assert not page.is_visible(".note")
    height = page.evaluate("document.querySelector('main').clientHeight")
    page.keyboard.press("g")
    page.wait_for_selector(".note:has-text('Guesses')")
    assert page.evaluate("document.querySelector('main').clientHeight") == height


@pytest.mark.nightly
def test_keys_alone(page: Page, site: str) -> None:
    _start(page, site)
    page.keyboard.press("ArrowLeft")
    focused = (
        "document.activeElement.dataset.board ?? document.activeElement.dataset.other ?? document.activeElement.id"
    )
    assert page.evaluate(focused) == "beginner"
    for key, name in (
        ("j", "intermediate"),
        ("k", "beginner"),
        ("ArrowRight", "intermediate"),
        ("ArrowUp", "tab-2"),
        ("ArrowRight", "tab-3"),
        ("ArrowLeft", "tab-2"),
        ("ArrowLeft", "tab-other"),
        ("ArrowDown", "own"),
    ):
        page.keyboard.press(key)
        assert page.evaluate(focused) == name
    page.keyboard.press("g")
    assert page.is_checked("#preference-never")
    page.keyboard.press("o")
    assert page.input_value("#preference-first_open") == "opening"
    page.keyboard.press("c")
    page.wait_for_selector("dialog.own-board")
    page.keyboard.type("2x3x4")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog.own-board", state="detached")
    assert page.evaluate(focused) == "own"
    page.keyboard.press("e")
    page.wait_for_selector(".screen.resume .nothing")


@pytest.mark.nightly
def test_a_board_of_one_s_own(page: Page, site: str) -> None:
    _start(page, site)
    page.get_by_role("tab", name="Other").click()
    page.click("[data-other=own]")
    page.wait_for_selector("dialog.own-board")
    assert "81 cells, 10 mines: 1 in 8.1" in page.inner_text(".own-board .facts")

    def wrong() -> list[str]:
        return [each.get_attribute("id") or "" for each in page.query_selector_all(".own-board [aria-invalid]")]

    for field, value, told in (
        ("board", "4d-hrad", "Did you mean 4d-hard?"),
        ("mines", "500", "at most 80 mines"),
        ("wrap", "7", "no axis 7"),
        ("seed", "seven", "a whole number"),
    ):
        page.fill(f"#own-{field}", value)
        assert wrong() == [f"own-{field}"]
        assert told in page.inner_text(f"#own-{field}-wrong")
        assert page.is_disabled(".own-board .primary")
        page.fill(f"#own-{field}", "")
        assert wrong() == []
    page.fill("#own-board", "4x5x6")
    page.fill("#own-wrap", "0,2")
    page.select_option("#own-adjacency", "orthogonal")
    page.select_option("#own-guess", "never,grade=pair")
    page.fill("#own-seed", "7")
    assert page.get_attribute("#own-mines", "placeholder") == "18 are usual"
    page.press("#own-board", "Enter")
    page.wait_for_function("location.hash.startsWith('#/game')")
    # The game may put its own address there.
    choice = read_choices("4x5x6", wrap="0,2", adjacency="orthogonal", guess="never", grade="pair", seed="7")
    told = page.evaluate("location.hash")
    if "board=" in told:
        assert _query(told)["rules"] == choice.rules.format()
        assert _query(told)["board"] == str(choice.grid)
        assert _query(told)["seed"] == "7"


@pytest.mark.nightly
def test_games_that_go_on_are_listed_and_deleted(page: Page, site: str) -> None:
    page.goto(f"{site}/#/game?board=9x9&mines=10&rules=classic,guess%3Dnever&seed=7")
    page.wait_for_selector("main[aria-busy=false] .screen.game [role=gridcell][tabindex='0']")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "document.querySelector('[role=gridcell][tabindex=\\'0\\']')?.ariaLabel?.includes('covered') === false"
    )
    page.evaluate("location.hash = '#/'")
    expect(page.locator(".continue")).to_contain_text("Beginner")
    expect(page.locator(".continue canvas:not(.unknown)")).to_be_visible()
    page.evaluate("location.hash = '#/resume'")
    page.wait_for_selector(".running li progress")
    page.wait_for_selector(".running canvas:not(.unknown)")
    page.keyboard.press("ArrowDown")
    page.click(".running button.danger")
    page.wait_for_selector("dialog")
    page.keyboard.press("Escape")
    assert page.locator(".running li progress").count() == 1
    page.click(".running button.danger")
    page.click("dialog button.primary")
    page.wait_for_selector(".resume .nothing")


@pytest.mark.nightly
def test_in_german_errors_too(page: Page, site: str) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'languages', { get: () => ['de-DE'] })")
    _start(page, site)
    assert page.inner_text("h1") == "Minesweeper in beliebig vielen Dimensionen"
    page.keyboard.press("c")
    page.fill("#own-mines", "viele")
    assert page.inner_text("#own-mines-wrong") == "Die Zahl der Minen muss eine ganze Zahl sein; „viele“ ist keine."


@pytest.mark.parametrize(("language", "tab"), [("en", "3"), ("en", "other"), ("de", "4")])
def test_the_classic_boards_are_on_the_screen_on_every_tab(page: Page, site: str, language: str, tab: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 390, "height": 844})
    prefer(page, site, language=language)
    _start(page, site)
    classics = page.locator(".classics a")
    expect(classics).to_have_count(0)
    page.locator(f"#tab-{tab}").click()
    # Open the screen again without a reload, which might come before the tab is saved.
    prefer(page, site)
    _start(page, site)
    # The large link leads to the first one.
    names = {"en": ["Intermediate", "Expert"], "de": ["Fortgeschritten", "Experte"]}
    expect(classics).to_have_text(names[language])
    # Below "Play 4-D easy" they would look like levels of that board.
    expect(page.locator(".classics")).to_contain_text({"en": "two dimensions", "de": "zwei Dimensionen"}[language])
    tops = [box["y"] for box in (each.bounding_box() for each in classics.all()) if box]
    assert len(set(tops)) == 1
    assert page.evaluate("document.querySelector('main').scrollWidth") <= 390
    top = "document.querySelector('{}').getBoundingClientRect().top"
    place = f"{top.format('[role=tablist]')} - {top.format('.start .play')}"
    before = page.evaluate(place)
    page.locator("#tab-2").click()
    expect(classics.first).to_be_hidden()
    assert page.evaluate(place) == before
    page.locator(f"#tab-{tab}").click()
    classics.first.click()
    page.wait_for_function("() => location.hash.includes('board=16x16&mines=40')")
    # All three beside a board of another dimension, in one line.
    page.goto(f"{site}/#/game?board=4x4x4x4&mines=10")
    page.wait_for_selector(".screen.game[data-ready]")
    _start(page, site)
    expect(classics).to_have_count(3)
    tops = [box["y"] for box in (each.bounding_box() for each in classics.all()) if box]
    assert len(set(tops)) == 1


@pytest.mark.nightly
def test_nothing_is_wider_than_a_phone(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    _start(page, site)
    assert page.evaluate("document.querySelector('main').scrollWidth") <= 360
    page.get_by_role("tab", name="Other").click()
    page.click("[data-other=own]")
    page.wait_for_selector("dialog.own-board")
    assert page.evaluate("document.querySelector('dialog').scrollWidth") <= 360


def _play(tab: Page, site: str) -> Page:
    """Begin a game in a tab."""
    tab.goto(f"{site}/#/game?board=9x9&mines=10&rules=classic&seed=7")
    tab.wait_for_selector("main[aria-busy=false] .screen.game [role=gridcell][tabindex='0']")
    tab.keyboard.press("Enter")
    wait_for(tab, "() => location.hash.includes('saved=')")
    return tab


@pytest.mark.nightly
def test_a_game_in_another_tab_says_so(page: Page, site: str) -> None:
    _play(page, site)
    other = page.context.new_page()
    other.goto(f"{site}/#/resume")
    other.wait_for_selector(".running .busy")
    assert other.locator(".running button").count() == 0
    # The start screen only links to the list.
    other.evaluate("location.hash = '#/'")
    other.wait_for_selector("a[href='#/resume']:has-text('saved game')")
    assert other.locator(".continue").count() == 0


def _close(tab: Page) -> None:
    tab.close()


def _crash(tab: Page) -> None:
    from playwright.sync_api import Error

    with tab.expect_event("crash"), pytest.raises(Error):
        tab.goto("chrome://crash", timeout=3000)


def _release_after_message(tab: Page) -> None:
    """Send the message that a game was released before its lock is free, as a busy page does."""
    tab.evaluate(
        """async () => {
          const { held } = await navigator.locks.query();
          const [{ name }] = held.filter((each) => each.name.startsWith("hypersweep running"));
          location.hash = "#/settings";
          const taken = new Promise((resolve) => navigator.locks.request(name, () => {
            resolve();
            return new Promise((release) => (window.release = release));
          }));
          await taken;
          new BroadcastChannel("hypersweep games").postMessage(null);
        }"""
    )
    tab.wait_for_timeout(200)
    tab.evaluate("() => window.release()")


@pytest.mark.parametrize("end", [_close, _crash, _release_after_message])
def test_a_game_that_another_tab_releases_can_be_continued(page: Page, site: str, end: Callable[[Page], None]) -> None:
    first = _play(page.context.new_page(), site)
    page.goto(f"{site}/#/")
    page.wait_for_selector("a[href='#/resume']:has-text('saved game')")
    end(first)
    page.wait_for_selector(".continue")


@pytest.mark.nightly
def test_without_locks_a_game_of_a_killed_tab_can_be_continued(page: Page, site: str) -> None:
    page.context.add_init_script("Object.defineProperty(navigator, 'locks', { value: undefined })")
    first = _play(page.context.new_page(), site)
    page.goto(f"{site}/#/resume")
    page.wait_for_selector(".running .busy")
    _crash(first)
    # Its stamp expires.
    page.wait_for_selector(".running a.primary")


@pytest.mark.nightly
def test_where_no_game_waits_there_is_a_way_to_one(page: Page, site: str) -> None:
    page.goto(f"{site}/#/resume")
    expect(page.locator(".resume .nothing")).to_contain_text("No saved games.")
    page.locator(".resume .nothing a").click()
    expect(page.locator(".screen.start h1")).to_be_attached()


@pytest.mark.nightly
@pytest.mark.parametrize("language", ["en", "de"])
def test_all_boards_of_a_tab_are_seen_at_once(page: Page, site: str, language: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    prefer(page, site, language=language)
    _start(page, site)
    for tab in TABS:
        page.locator(f"#tab-{tab}").click()
        assert page.evaluate("document.querySelector('main').scrollHeight") <= 760
