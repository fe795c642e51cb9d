"""The screens for playing together, in a browser with their real server."""

from __future__ import annotations

import json
import sqlite3
import time
from typing import TYPE_CHECKING

import pytest

from careful_player import CarefulPlayer
from game_page import expect
from page_waits import PATIENCE, wait_for
from together_server import accept, kept_in, together_server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

SECRET = "correct horse battery"
SMALL = {"kind": "solo", "board": "8x8", "mines": 12, "rules": "classic,first=opening,guess=never"}
LIST = "best?board=8x8&mines=12&rules=classic%2Cfirst%3Dopening%2Cguess%3Dnever&period=all"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The address of a separate server."""
    with together_server(kept_in(tmp_path)) as address:
        yield address


@pytest.fixture
def other(tab: Page) -> Page:
    """A tab of another browser."""
    return tab


def show(page: Page, server: str, address: str) -> None:
    """Open a screen again, and wait until its data is there."""
    page.goto("about:blank")
    page.goto(f"{server}/#/{address}")
    ready(page)


def ready(page: Page) -> None:
    """Wait until no request is pending."""
    wait_for(
        page, "document.querySelector('main[aria-busy=false] h1') && !document.querySelector('main [aria-busy=true]')"
    )


def register(page: Page, server: str, name: str) -> str:
    """Make an account. Returns: the cookie."""
    show(page, server, "account")
    form = page.locator(".part.register form")
    form.locator("[name=name]").fill(name)
    form.locator("[name=passphrase]").fill(SECRET)
    form.locator("[type=submit]").click()
    expect(page.locator(".who")).to_have_text(f"You are signed in as {name}.")
    return cookie(page)


def cookie(page: Page) -> str:
    return "; ".join(f"{each['name']}={each['value']}" for each in page.context.cookies())


def post(page: Page, server: str, path: str, body: object = None) -> dict[str, str]:
    """Return the server's answer to a request of the page."""
    headers = {"origin": server, "x-hypersweep": "1", "content-type": "application/json"}
    answer = page.request.post(f"{server}{path}", headers=headers, data=json.dumps(body) if body is not None else None)
    assert answer.ok, answer.text()
    found: dict[str, str] = answer.json()
    return found


def play(page: Page, server: str, *, loses: bool = False) -> str:
    """Play a small ranked game. Returns: the name of its page."""
    with CarefulPlayer(server, cookie(page)) as player:
        game: str = player.play(post(page, server, "/api/rooms", SMALL)["room"], loses=loses)["game"]
    return game


def until(page: Page, server: str, address: str, text: str) -> None:
    """Open a screen repeatedly until a text appears: the server verifies games one after another."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        show(page, server, address)
        if text in (page.locator("main").text_content() or ""):
            return
        page.wait_for_timeout(50)
    expect(page.locator("main")).to_contain_text(text)


@pytest.mark.nightly
@pytest.mark.parametrize("is_guest", [True, False])
def test_who_is_banned_takes_and_deletes_what_is_theirs(
    other: Page, server: str, tmp_path: Path, is_guest: bool
) -> None:
    # A browser says of a refusal that something failed: the console isn't looked at.
    show(other, server, "account")
    if is_guest:
        post(other, server, "/api/session")
    else:
        register(other, server, "Ann")
    database = sqlite3.connect(tmp_path / "together.sqlite3", timeout=30)
    with database:
        database.execute(
            "update people set banned_until = ?, ban_reason = 'Enough.'", (int(time.time() + 86400) * 1000,)
        )
    database.close()
    until(other, server, "account", "Enough.")
    with other.expect_download() as told:
        other.locator(".part.export button").click()
    assert told.value.suggested_filename == "hypersweep-account.json"
    if not is_guest:
        other.locator(".part.delete [name=passphrase]").fill(SECRET)
    other.locator(".part.delete button").click()
    other.get_by_role("button", name="Delete", exact=True).click()
    expect(other.locator(".who")).to_contain_text("You haven't played on this server yet.")


@pytest.mark.nightly
def test_an_account_from_guest_to_deletion(page: Page, other: Page, server: str, tmp_path: Path) -> None:
    show(page, server, "account")
    expect(page.locator(".who")).to_contain_text("You haven't played on this server yet.")
    guest = post(page, server, "/api/session")
    show(page, server, "account")
    expect(page.locator(".who")).to_contain_text(f"You play as a guest called {guest['name']}.")
    game = play(page, server)
    accept(tmp_path, game)
    register(page, server, "Ann")
    # The guest's wins are hers now.
    until(page, server, LIST, "You are 1st of 1")
    expect(page.locator("tr.mine td a")).to_have_attribute("href", f"#/shared/{game}")
    # Elsewhere: a wrong passphrase shows an error at its field, then the right one works.
    show(other, server, "account")
    form = other.locator(".part.sign_in form")
    form.locator("[name=name]").fill("ann")
    form.locator("[name=passphrase]").fill("wrong horse battery")
    form.locator("[type=submit]").click()
    expect(form.locator("[name=passphrase] + .error")).to_contain_text("is wrong")
    form.locator("[name=passphrase]").fill(SECRET)
    form.locator("[type=submit]").click()
    expect(other.locator(".who")).to_have_text("You are signed in as Ann.")
    # The name is taken, and so is one that looks like it: a third browser shows the error at the name.
    form = page.locator(".part.change form")
    show(page, server, "account")
    # A password manager learns whose passphrase it is.
    assert form.locator("[autocomplete=username]").input_value() == "Ann"
    form.locator("[name=passphrase]").fill(SECRET)
    form.locator("[name=new]").fill("another good one")
    form.locator("[type=submit]").click()
    expect(page.locator(".note")).to_contain_text("Your new passphrase is set")
    # Other browsers are signed out by it.
    show(other, server, "account")
    expect(other.locator(".who")).to_contain_text("You haven't played")
    form = other.locator(".part.register form")
    form.locator("[name=name]").fill("\N{FULLWIDTH LATIN CAPITAL LETTER A}NN")
    form.locator("[name=passphrase]").fill(SECRET)
    form.locator("[type=submit]").click()
    expect(form.locator("[name=name] + .error")).to_contain_text("is already taken")
    # Her data, and the end.
    ready(page)
    with page.expect_download() as told:
        page.locator(".part.export button").click()
    assert game in told.value.path().read_text(encoding="utf-8")
    form = page.locator(".part.delete form")
    form.locator("[name=passphrase]").fill("another good one")
    form.locator("[type=submit]").click()
    # Enter alone deletes nothing.
    expect(page.locator("dialog").get_by_role("button", name="Keep")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".who")).to_have_text("You are signed in as Ann.")
    form.locator("[type=submit]").click()
    page.locator("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator(".who")).to_contain_text("You haven't played")
    show(page, server, LIST)
    expect(page.locator(".nothing")).to_contain_text("No times yet.")
    show(page, server, f"shared/{game}")
    expect(page.locator(".who")).to_contain_text("a deleted player")


@pytest.mark.nightly
def test_games_are_listed_shared_and_counted(page: Page, server: str, tmp_path: Path) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    register(page, server, "Ann")
    won, lost = play(page, server), play(page, server, loses=True)
    accept(tmp_path, won)
    until(page, server, LIST, "You are 1st of 1")
    for period in ("Day", "Week", "Month", "Year"):
        page.get_by_label(period, exact=True).check(force=True)
        ready(page)
        expect(page.locator(".best-list tbody tr")).to_have_count(1)
    page.locator(".period-turning button").first.click()
    expect(page.locator(".nothing")).to_contain_text("No ranked game was won")
    show(page, server, f"shared/{won}")
    expect(page.locator("h1")).to_contain_text("8x8")
    expect(page.locator(".worth")).to_contain_text("It counts for the best times")
    page.get_by_role("button", name="Copy the board ID").click()
    expect(page.locator(".note")).to_have_text("Copied: board ID.")
    assert page.evaluate("navigator.clipboard.readText()").startswith("8x8.")
    wait_for(page, "document.querySelector('.picture img').naturalWidth > 0")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator(".note")).to_have_text("Copied: link.")
    assert page.evaluate("navigator.clipboard.readText()") == f"{server}/games/{won}"
    # The link leads to a page with a preview, and that one here.
    page.goto(page.evaluate("navigator.clipboard.readText()"))
    page.locator(f"a[href*='#/shared/{won}']").click() if "#/shared/" not in page.url else None
    wait_for(page, "document.querySelector('.screen.shared .facts') !== null")
    page.get_by_role("button", name="Watch").click()
    wait_for(page, "document.querySelector('.screen.replay .transport') !== null")
    show(page, server, f"shared/{won}")
    page.get_by_role("button", name="Review").click()
    wait_for(page, "document.querySelector('.screen.review h1') !== null")
    show(page, server, f"shared/{won}")
    page.get_by_role("link", name="Play the same board").click()
    wait_for(page, "document.querySelector('.screen.game[data-ready]') !== null")
    show(page, server, f"shared/{lost}")
    expect(page.locator(".who")).to_contain_text("Lost after")
    # To open a mine where a cell was safe is such a guess.
    until(page, server, "person/me", "1 of 2")
    expect(page.locator(".facts")).to_contain_text("1 · 50 %")
    expect(page.get_by_role("slider", name="Unneeded guesses of each game")).to_be_visible()


def test_a_daily_board_is_played_once_for_its_place(page: Page, server: str, tmp_path: Path) -> None:
    register(page, server, "Ann")
    until(page, server, "daily", "Not won yet.")
    card = page.locator(".daily-card[data-preset=beginner]")
    card.get_by_role("button", name="Play: Beginner").click()
    wait_for(page, "location.hash.startsWith('#/room/')")
    room = page.evaluate("location.hash").removeprefix("#/room/").partition("?")[0]
    page.goto("about:blank")
    with CarefulPlayer(server, cookie(page)) as player:
        ended = player.play(room)
    assert ended["outcome"] == "won"
    accept(tmp_path, ended["game"])
    until(page, server, "daily", "place 1")
    # Its mines would be visible in a further try, or on the game's page.
    expect(card.locator(".sealed")).to_contain_text("practice: from")
    expect(card.get_by_role("button")).to_have_count(0)
    expect(card.get_by_role("link")).to_have_count(1)
    expect(page.locator(".streak")).to_contain_text("Win streak: 1 day")
    expect(page.locator("[role=gridcell][aria-current=date]")).to_contain_text("1 won of 1 tried")
    card.get_by_role("link", name="Times: Beginner").click()
    expect(page.locator(".my-place")).to_contain_text("You are 1st of 1")
    expect(page.locator(".period-name")).to_contain_text("The daily board of")


@pytest.mark.nightly
def test_administrators_ban_whom_they_must(page: Page, other: Page, server: str, tmp_path: Path) -> None:
    register(page, server, "Ann")
    register(other, server, "Bo")
    show(page, server, "admin")
    expect(page.locator("main")).to_contain_text("Only administrators can see this.")

    # As the command does it, on the machine itself.
    with sqlite3.connect(tmp_path / "together.sqlite3") as database:
        database.execute("UPDATE people SET is_admin = 1 WHERE name = 'Ann'")
    database.close()
    show(page, server, "account")
    page.get_by_role("link", name="Administration").click()
    page.locator("tr", has_text="Bo").get_by_role("button", name="Ban: Bo").click()
    page.locator("dialog").get_by_label("How long").select_option("30")
    page.locator("dialog").get_by_label("Reason").fill("spam")
    page.locator("dialog").get_by_role("button", name="Ban").click()
    expect(page.locator(".note")).to_have_text("Bo is banned.")
    expect(page.locator("tr", has_text="Bo")).to_contain_text("spam")
    with sqlite3.connect(tmp_path / "together.sqlite3") as database:
        (end,) = database.execute("SELECT banned_until FROM people WHERE name = 'Bo'").fetchone()
    database.close()
    assert 29 < (end / 1000 - time.time()) / 86400 <= 30
    show(other, server, "account")
    expect(other.locator("[role=alert]").filter(has_text="spam")).to_have_count(1)
    ready(page)
    page.get_by_role("button", name="Unban: Bo").click()
    expect(page.locator(".note")).to_contain_text("Bo is no longer banned.")
    ready(page)
    game = play(page, server)
    for address, text in (("admin/games", "8x8"), ("admin/rooms", "solo")):
        show(page, server, address)
        expect(page.locator("tbody tr").first).to_contain_text(text)
    show(other, server, f"shared/{game}")
    expect(other.locator(".who")).to_contain_text("by Ann")
    show(page, server, "admin")
    for text, count in (("bo & co", 0), ("bo", 1)):
        page.get_by_label("Name or ID").fill(text)
        page.keyboard.press("Enter")
        expect(page.locator("tbody tr")).to_have_count(count)
    page.get_by_role("button", name="Delete: Bo").click()
    page.locator("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator(".note")).to_have_text("Bo is deleted.")
    expect(page.locator("tr", has_text="Bo")).to_have_count(0)
    show(other, server, "account")
    expect(other.locator(".who")).to_contain_text("You haven't played")
