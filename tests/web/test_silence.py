"""The page's requests without any answer: it continues alone, and says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fixed_server import Answers, server_site
from game_page import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

GAME = "#/game?board=5x6&mines=3&seed=7"
STORAGE = "The browser's storage doesn't answer"
NEVER = "new EventTarget()"
OPEN = f"IDBFactory.prototype.open = () => {NEVER};"
READ = (
    "for (const name of ['get', 'getAll', 'openCursor', 'getAllKeys', 'count'])"
    f" IDBObjectStore.prototype[name] = () => {NEVER};"
)
# A change without a reply: its transaction is another one.
WRITE = """
const begin = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (stores, mode, options) {
  const begun = begin.call(this, stores, mode, options);
  if (mode !== "readwrite") return begun;
  const silent = new EventTarget();
  silent.abort = silent.commit = () => {};
  const request = () => new EventTarget();
  silent.objectStore = () => ({ get: request, put: request, delete: request });
  return silent;
};
"""
WORKER = "Worker.prototype.postMessage = () => {};"
LOCKS = "LockManager.prototype.query = LockManager.prototype.request = () => new Promise(() => {});"
KERNELS = """
const asked = fetch;
const isSilent = (address) => String(address).endsWith(".wasm");
globalThis.fetch = (address, options) => (isSilent(address) ? new Promise(() => {}) : asked(address, options));
"""


def play(page: Page) -> None:
    """Open a cell, and wait until it is open."""
    page.wait_for_selector("[role=gridcell]")
    page.wait_for_function("document.querySelector('main').ariaBusy === 'false'")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "() => [...document.querySelectorAll('[role=gridcell]')].some((cell) => !cell.ariaLabel.startsWith('covered'))"
    )


@pytest.mark.parametrize("silent", [OPEN, READ])
def test_a_silent_database_is_done_without(silent: str, site: str, tab: Page) -> None:
    tab.add_init_script(silent)
    tab.goto(f"{site}/{GAME}")
    expect(tab.locator(".note")).to_contain_text(STORAGE)
    play(tab)
    tab.evaluate("() => void (location.hash = '#/resume')")
    expect(tab.locator(".screen.resume")).to_contain_text("5x6")


@pytest.mark.nightly
def test_a_database_that_falls_silent_later_is_done_without(site: str, tab: Page) -> None:
    tab.goto(f"{site}/{GAME}")
    play(tab)
    tab.evaluate(f"() => {{ {READ} }}")
    tab.evaluate("() => void (location.hash = '#/statistics')")
    expect(tab.locator(".note")).to_contain_text(STORAGE)
    expect(tab.locator(".screen.statistics h1")).to_be_attached()
    assert tab.locator(".failure").count() == 0


@pytest.mark.nightly
def test_what_is_not_saved_in_time_is_said(site: str, tab: Page) -> None:
    tab.add_init_script(WRITE)
    tab.goto(f"{site}/{GAME}")
    play(tab)
    expect(tab.locator(".note")).to_contain_text("The game can't be saved")


@pytest.mark.nightly
def test_games_begin_where_locks_are_silent(site: str, tab: Page) -> None:
    tab.add_init_script(LOCKS)
    tab.goto(f"{site}/")
    tab.wait_for_selector(".screen.start h1", state="attached")
    tab.goto(f"{site}/{GAME}")
    play(tab)


@pytest.mark.parametrize(
    ("silent", "told"), [(WORKER, "The engine of the page doesn't answer yet"), (KERNELS, "Still loading")]
)
@pytest.mark.nightly
def test_a_silent_engine_is_told_of(silent: str, told: str, site: str, tab: Page) -> None:
    tab.add_init_script(silent)
    tab.goto(f"{site}/{GAME}")
    tab.wait_for_function("(told) => document.querySelector('.live')?.textContent.includes(told)", arg=told)
    # Other screens still work.
    tab.get_by_role("link", name="Help").click()
    tab.wait_for_selector(".screen.help h1")


@pytest.mark.nightly
def test_a_screen_that_does_not_come_is_told_of(site: str, tab: Page) -> None:
    tab.route("**/later.js", lambda route: None)
    tab.goto(f"{site}/")
    tab.wait_for_selector(".screen.start h1", state="attached")
    tab.get_by_role("link", name="Help").click()
    expect(tab.locator(".note")).to_contain_text("Still loading")
    # The start screen isn't in that file.
    tab.get_by_role("link", name="Play", exact=True).click()
    tab.wait_for_selector(".screen.start h1", state="attached")


@pytest.mark.nightly
def test_a_silent_server_is_told_of(tab: Page) -> None:
    with server_site() as address:
        Answers(tab, {"/api/me": {"id": "p000000000000009", "name": "Quiet Otter 123", "is_guest": True}})
        tab.route("**/api/rooms", lambda route: None)
        tab.goto(f"{address}/#/lobby")
        tab.wait_for_selector(".screen.lobby h1")
        tab.locator("[data-board=beginner]").click()
        expect(tab.locator(".note")).to_contain_text("The server doesn't answer yet")


def test_a_screen_tells_of_a_silent_server_and_shows_an_answer_that_comes_late(tab: Page) -> None:
    held: list[Route] = []
    with server_site() as address:

        def hold(route: Route) -> None:
            held.append(route)

        tab.route("**/api/**", hold)
        tab.clock.install()
        tab.goto(f"{address}/#/daily")
        asked = tab.locator(".loading")
        expect(asked.first).to_have_text("Asking the server …")
        tab.clock.run_for(4000)
        expect(asked.first).to_contain_text("The server doesn't answer yet")
        assert held
        for route in held:
            refused = {"t": "refused", "what": "not_found", "message": "nothing"}
            route.fulfill(status=404, json=refused)
        expect(asked).to_have_count(0)
        expect(tab.get_by_role("alert").first).to_be_visible()
