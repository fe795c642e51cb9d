"""The screens for playing together, with a server of fixed answers: accounts, best times, daily boards."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from fixed_server import Answers, server_site
from game_page import expect, prefer
from hypersweep import Layout
from hypersweep.session import Session
from hypersweep.web.multiplayer import http_protocol as api
from hypersweep.web.multiplayer.protocol import Me, Refused
from page_access import complaints
from page_waits import wait_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

MOMENT = 1_795_382_595_000
NO_GUESS = "classic,first=opening,guess=never"
PRESETS = [("beginner", "9x9", 10), ("expert", "16x30", 99), ("4d-easy", "4x4x4x4", 10)]
GUEST = Me("p000000000000009", "Quiet Otter 123")
ANN = Me("p000000000000001", "Ann", is_guest=False)
ADMIN = msgspec.structs.replace(ANN, is_admin=True)
GAME = "g000000000000001"
SECRET = "correct horse battery"


def record() -> str:
    """The record of a game."""
    session = Session("9x9", 10, rules="classic,first=opening", seed=3)
    session.open((4, 4))
    return session.record.format()


def line(number: int, outcome: Any = "won", **others: Any) -> api.GameLine:
    """A finished game in a list."""
    values: dict[str, Any] = {"person": ANN.id, "is_ranked": True, "verified": True, "three_bv": 20, "clicks": 25}
    values |= {"guesses": 3, "unneeded_guesses": number % 3, **others}
    game = f"g{number:015}"
    return api.GameLine(
        game, "Ann", "9x9", 10, "classic,first=opening", outcome, 9000 + number, MOMENT - number, **values
    )


def times(count: int, start: int = 0, total: int | None = None, **others: Any) -> api.Leaderboard:
    """A page of best times."""
    rows = [
        api.BestTime(start + n + 1, f"p{start + n:015}", f"Name {start + n}", f"g{start + n:015}", 9000 + n, MOMENT)
        for n in range(count)
    ]
    values: dict[str, Any] = {"earlier": "2026-10", **others}
    rules = "classic,first=opening"
    return api.Leaderboard("16x30", 99, rules, "", "month", "2026-11", start, total or count, rows, **values)


def month(name: str, days: int) -> api.DailyMonth:
    """A month of daily boards; each day's first one was won, except on the tenth."""

    def boards(day: int) -> list[api.DailyBoard]:
        own = api.DailyTry("roomroomroom", "lost" if day == 10 else "won", 7000, GAME, None if day == 10 else 2)
        return [
            api.DailyBoard(preset, 3, 6000, "pair", own if not place else None)
            for place, (preset, *_) in enumerate(PRESETS)
        ]

    presets = [api.DailyPreset(preset, board, mines, NO_GUESS) for preset, board, mines in PRESETS]
    listed = [api.DailyDay(f"{name}-{day:02}", boards(day)) for day in range(days, 0, -1)]
    earlier, later = ("2026-10", "") if name == "2026-11" else ("", "2026-11")
    return api.DailyMonth(name, "2026-11-22", 5 * 3_600_000, presets, listed, earlier, later)


def given() -> dict[str, Any]:
    """Answers of every kind."""
    facts = api.PersonFacts(
        ANN.id, "Ann", MOMENT, 40, 17, 30, 90, 31, 12, [api.PersonBoard("9x9", 10, NO_GUESS, 40, 17, 9000, GAME)]
    )
    person = api.Person("p000000000000002", "Bo", False, False, MOMENT, MOMENT, 3, None, None)
    banned = api.Person("p000000000000003", "Cy", True, False, MOMENT, MOMENT, 3, 1 << 43, "spam")
    room = api.RoomFacts("roomroomroom", "coop", "9x9", 10, NO_GUESS, None, True, MOMENT, None)
    won = (GAME, ANN.id, "Ann", "9x9", 10, NO_GUESS, "won", 9000, MOMENT, True, True)
    fact = api.GameFacts(*won, None, 0.2, "{}", None, None)
    waits = msgspec.structs.replace(fact, why_not="review", suspicion=2.25, signs='{"rate": 2.25}')
    return {
        "/api/me": ANN,
        "/api/account": api.Account(ANN.id, "Ann", MOMENT, 9),
        "/api/leaderboards": times(3, mine=api.BestTime(2, ANN.id, "Ann", GAME, 9001, MOMENT)),
        "/api/daily": lambda query, _: month("2026-10", 31) if "2026-10" in query else month("2026-11", 22),
        f"/api/games/{GAME}": api.SharedGame(line(1), record(), Layout("9x9", [(0, 0)]).format(), [line(2, "lost")]),
        f"/api/people/{ANN.id}": facts,
        "/api/games": api.GameList([line(number, "won" if number % 2 else "lost") for number in range(1, 9)], None),
        "/api/admin/people": api.People([person, banned], None),
        "/api/admin/rooms": api.AllRooms([room], None),
        "/api/admin/games": api.AllGames([fact], None),
        "/api/admin/review": api.AllGames([waits], None),
    }


ADMIN_SCREENS = ["admin", "admin/rooms", "admin/games", "admin/review"]
SCREENS = ["account", "best", "daily", f"shared/{GAME}", f"person/{ANN.id}", *ADMIN_SCREENS]


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a page that believes it has a server."""
    with server_site() as address:
        yield address


def show(page: Page, server: str, address: str) -> None:
    """Open a screen, and wait until its data is there."""
    page.goto(f"{server}/#/{address}")
    ready(page)


def ready(page: Page) -> None:
    wait_for(
        page,
        "document.querySelector('main[aria-busy=false] h1') && !document.querySelector('main [aria-busy=true]')",
    )


# Accounts.


def test_a_guest_becomes_somebody_with_an_account(page: Page, server: str) -> None:
    answers = Answers(page, {**given(), "/api/me": GUEST})
    show(page, server, "account")
    expect(page.locator(".who")).to_contain_text("Quiet Otter 123")
    form = page.locator(".part.register form")
    name, secret = form.get_by_label("Name", exact=True), form.get_by_label("Passphrase", exact=True)
    assert [each.get_attribute("autocomplete") for each in (name, secret)] == ["username", "new-password"]
    assert page.locator(".part.sign_in [type=password]").get_attribute("autocomplete") == "current-password"
    secret.fill("short")
    secret.press("Enter")
    # The first field with an error has the focus; each error is at its field, and read with it.
    expect(name).to_be_focused()
    assert form.locator("[aria-invalid]").count() == 2
    described = form.locator(f"#{secret.get_attribute('aria-describedby').split()[0]}")  # type: ignore[union-attr]
    expect(described).to_contain_text("at least 8 characters")
    assert answers.paths("POST") == []
    name.fill(" Ann ")
    secret.fill(SECRET)
    answers.given |= {"/api/account/register": ANN, "/api/me": ANN}
    secret.press("Enter")
    expect(page.locator(".who")).to_have_text("You are signed in as Ann.")
    expect(page.locator("h1")).to_be_focused()
    [(_, path, headers, body)] = [each for each in answers.asked if each[0] == "POST"]
    assert (path, body) == ("/api/account/register", {"name": "Ann", "passphrase": SECRET})
    assert headers["x-hypersweep"] == "1"
    assert SECRET not in page.url
    assert SECRET not in page.content()


def test_recovery_codes_are_shown_once_and_one_brings_an_account_back(page: Page, server: str) -> None:
    answers = Answers(page, {**given(), "/api/me": GUEST})
    show(page, server, "account")
    codes = [f"AAAA-BBBB-CCCC-DDD{n}" for n in range(10)]
    form = page.locator(".part.register form")
    form.locator("[name=name]").fill("Ann")
    form.locator("[name=passphrase]").fill(SECRET)
    registered = api.Registered(ANN.id, "Ann", is_guest=False, codes=codes)
    answers.given |= {"/api/account/register": registered, "/api/me": ANN}
    form.locator("[type=submit]").click()
    part = page.locator(".part.codes")
    expect(part.locator("li")).to_have_text(codes)
    expect(part.get_by_role("button", name="Copy: copy the recovery codes")).to_be_visible()
    # They are gone with the screen; the number of those left stays.
    show(page, server, "best")
    show(page, server, "account")
    expect(part).to_contain_text("You have 9 recovery codes left.")
    assert codes[0] not in page.content()
    answers.given["/api/account/codes"] = api.Codes(["EEEE-FFFF-GGGG-HHHH"])
    part.locator("[name=passphrase]").fill(SECRET)
    part.locator("[type=submit]").click()
    expect(part.locator("li")).to_have_text(["EEEE-FFFF-GGGG-HHHH"])
    answers.given["/api/me"] = GUEST
    show(page, server, "best")
    show(page, server, "account")
    page.get_by_text("Sign in with a recovery code").click()
    form = page.locator(".part.recover form")
    form.locator("[name=name]").fill("Ann")
    form.locator("[name=code]").fill(codes[1])
    form.locator("[name=new]").fill(SECRET)
    answers.given |= {"/api/account/recover": ANN, "/api/me": ANN}
    form.locator("[type=submit]").click()
    expect(page.locator(".who")).to_have_text("You are signed in as Ann.")
    bodies = [body for _, path, _, body in answers.asked if path == "/api/account/recover"]
    assert bodies == [{"name": "Ann", "code": codes[1], "passphrase": SECRET}]


def test_what_is_refused_stands_at_its_field(tab: Page, server: str) -> None:
    page = tab
    logged: list[str] = []
    page.on("console", lambda told: logged.append(told.text))
    answers = Answers(page, {**given(), "/api/me": GUEST})
    show(page, server, "account")
    form = page.locator(".part.sign_in form")
    name, secret = form.locator("[name=name]"), form.locator("[name=passphrase]")
    name.fill("Ann")
    secret.fill(SECRET)
    answers.given["/api/account/sign-in"] = (401, Refused("sign_in", "the name or passphrase is wrong"))
    form.locator("[type=submit]").click()
    expect(secret).to_be_focused()
    expect(form.locator("[name=passphrase] + .error")).to_have_text("The name or the passphrase is wrong.")
    assert secret.input_value() == SECRET
    # Errors without a field are above the button.
    answers.given["/api/account/sign-in"] = (503, Refused("unavailable", "the database is away"))
    form.locator("[type=submit]").click()
    expect(form.locator("> .error")).to_contain_text("Nothing was changed")
    answers.given["/api/account/sign-in"] = "connectionrefused"
    form.locator("[type=submit]").click()
    expect(form.locator("> .error")).to_contain_text("can't be reached")
    # The passphrase can be shown, and is hidden again.
    form.get_by_label("Show the passphrase").check()
    assert secret.get_attribute("type") == "text"
    answers.given["/api/account/sign-in"] = (502, "<html>")
    form.locator("[type=submit]").click()
    expect(form.locator("> .error")).to_contain_text("can't read or write")
    assert not any(SECRET in each for each in logged)


# Best times.


@pytest.mark.nightly
def test_best_times_are_chosen_by_keys(page: Page, server: str) -> None:
    answers = Answers(page, given())
    show(page, server, "best")
    expect(page.locator(".my-place")).to_contain_text("You are 2nd of 3 with 9.00.")
    assert page.locator("tr.mine th").text_content() == "Name 1 (you)"
    page.get_by_label("Month", exact=True).focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_label("Week", exact=True)).to_be_checked()
    expect(page.get_by_label("Week", exact=True)).to_be_focused()
    wait_for(page, "location.hash.includes('period=week')")
    page.get_by_label("Guesses").focus()
    page.get_by_label("Guesses").select_option(label="none needed")
    wait_for(page, "location.hash.includes('guess%3Dnever')")
    expect(page.get_by_label("Guesses")).to_be_focused()
    page.locator("select[name=grade]").select_option("pair")
    ready(page)
    assert "grade=pair" in answers.paths()[-2] + answers.paths()[-1]
    answers.given["/api/leaderboards"] = times(0, later="2026-11", earlier="2026-09")
    earlier = page.locator(".period-turning button").first
    earlier.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".nothing")).to_contain_text("No ranked game was won in this period.")
    expect(earlier).to_be_focused()
    assert any("begins=2026-10" in each for each in answers.paths())


@pytest.mark.nightly
def test_an_empty_list_invites_to_play(page: Page, server: str) -> None:
    # The room opens a socket, which this server lacks.
    page.route_web_socket("**/socket", lambda socket: None)
    answers = Answers(
        page,
        {
            **given(),
            "/api/me": GUEST,
            "/api/leaderboards": times(0, earlier=""),
            "/api/rooms": api.RoomMade("roomroomroom", "k"),
        },
    )
    show(page, server, "best?board=4x4x4x4&mines=10")
    expect(page.locator(".nothing")).to_contain_text("The first player to win takes first place.")
    expect(page.locator(".my-place")).to_contain_text("Guests aren't listed.")
    page.get_by_role("button", name="Play for a place").click()
    wait_for(page, "location.hash === '#/room/roomroomroom'")
    request = next(body for method, path, _, body in answers.asked if (method, path) == ("POST", "/api/rooms"))
    assert request == {"kind": "solo", "board": "4x4x4x4", "mines": 10, "rules": "classic,first=opening"}


@pytest.mark.nightly
def test_more_of_a_long_list_is_shown(page: Page, server: str) -> None:
    answers = Answers(page, given())
    first, rest = times(3, 0, 6, after="3.3.9002.7.p2"), times(3, 3, 6)
    answers.given["/api/leaderboards"] = lambda query, _: rest if "after=3.3.9002.7.p2" in query else first
    show(page, server, "best")
    page.get_by_role("button", name="Show more").click()
    expect(page.locator(".best-list tbody tr")).to_have_count(6)
    expect(page.locator(".best-list tbody tr").nth(3).locator("a").first).to_be_focused()
    expect(page.get_by_role("button", name="Show more")).to_have_count(0)


@pytest.mark.nightly
def test_nonsense_in_an_address_is_the_usual_list(page: Page, server: str) -> None:
    Answers(page, given())
    for query in (
        "board=x",
        "board=0x4",
        "board=9x9&mines=-1",
        "board=9x9&mines=1e9",
        "rules=%3Cb%3E",
        "period=x",
        "begins=2026-99",
        "grade=x",
    ):
        page.goto("about:blank")
        show(page, server, f"best?{query}")
        expect(page.locator(".best-list tbody tr")).to_have_count(3)


# Daily boards.


@pytest.mark.nightly
@pytest.mark.parametrize("now", ["2026-11-22T12:00:00Z", "2026-11-23T03:00:00Z", "2027-03-05T12:00:00Z"])
def test_the_calendar_is_a_grid_for_keys(page: Page, server: str, now: str) -> None:
    # The room opens a socket, which this server lacks.
    page.route_web_socket("**/socket", lambda socket: None)
    # Whatever day this device believes it is, the server's counts.
    page.clock.set_fixed_time(now)
    answers = Answers(page, {**given(), "/api/daily/2026-11-21/expert": api.RoomMade("roomroomroom", "k")})
    show(page, server, "daily")
    expect(page.locator(".daily-day h2")).to_have_text("Today, Sunday, 22 November 2026")
    expect(page.locator(".streak")).to_have_text("Win streak: 12 days.")
    expect(page.locator(".daily-card")).to_have_count(3)
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1
    page.locator("[role=gridcell][tabindex='0']").focus()
    focused = "document.activeElement.dataset.day"
    for key, day in (
        ("ArrowLeft", "2026-11-21"),
        ("ArrowUp", "2026-11-14"),
        ("Home", "2026-11-09"),
        ("End", "2026-11-15"),
        ("PageUp", "2026-10-15"),
        ("ArrowDown", "2026-10-22"),
        ("PageDown", "2026-11-22"),
        ("ArrowLeft", "2026-11-21"),
    ):
        page.keyboard.press(key)
        wait_for(page, f"(day) => {focused} === day", arg=day)
    page.keyboard.press("Enter")
    expect(page.locator(".daily-day h2")).to_have_text("Saturday, 21 November 2026")
    assert page.evaluate(focused) == "2026-11-21"
    assert page.evaluate("document.activeElement.getAttribute('aria-selected')") == "true"
    expect(
        page.get_by_role("gridcell", name="Saturday 21 November, 1 won of 1 tried, of 3", exact=True)
    ).to_be_focused()
    assert page.evaluate("location.hash") == "#/daily/2026-11-21"
    # A future day can't be chosen.
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".daily-day h2")).to_have_text("Saturday, 21 November 2026")
    page.locator(".daily-card[data-preset=expert]").get_by_role("button", name="Play, not ranked: Expert").click()
    wait_for(page, "location.hash === '#/room/roomroomroom'")
    assert answers.paths("POST") == ["/api/daily/2026-11-21/expert"]


@pytest.mark.nightly
def test_a_try_that_goes_on_is_gone_on_with(page: Page, server: str) -> None:
    begun = month("2026-11", 22)
    begun.days[0].boards[0] = api.DailyBoard("beginner", mine=api.DailyTry("roomroomroom"))
    Answers(page, {**given(), "/api/daily": begun})
    show(page, server, "daily/2026-11")
    card = page.locator(".daily-card[data-preset=beginner]")
    expect(card).to_contain_text("Not won yet.")
    expect(card.get_by_role("link", name="Continue: Beginner")).to_have_attribute("href", "#/room/roomroomroom")


# Games and people.


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("others", "told"),
    [
        ({"verified": None}, "still verifying its record"),
        ({"outcome": "lost"}, "Only games that were won"),
        ({"person": None}, "Games of guests count as soon as they have an account"),
        ({"why_not": "times"}, "it is faster than a person can play"),
        ({"why_not": "from_the_future"}, "from_the_future"),
        ({"is_ranked": False}, "doesn't count"),
        # Both times, and what a moderator decided.
        ({"lag": 120}, "by the server's clock"),
        # A lag that doesn't change the time as shown isn't one.
        ({"why_not": "review", "lag": 1}, "It is under review"),
        ({"why_not": "void", "decision": "void", "decided_why": "a program"}, "voided it: a program"),
    ],
)
def test_a_game_says_whether_it_counts(page: Page, server: str, others: dict[str, Any], told: str) -> None:
    Answers(page, {**given(), f"/api/games/{GAME}": api.SharedGame(line(1, **others), "nonsense", "")})
    show(page, server, f"shared/{GAME}")
    expect(page.locator(".shared-words")).to_contain_text(told)
    is_late = others.get("lag", 0) > 9
    assert ("by the server's clock" in page.locator(".shared-words").inner_text()) == is_late
    # An unreadable record shows an error, and nothing is lost.
    page.get_by_role("button", name="Watch").click()
    expect(page.locator(".note.warning")).to_contain_text("record")
    expect(page.get_by_role("link", name="Play the same board")).to_have_count(0)


@pytest.mark.nightly
def test_unneeded_guesses_of_a_person_are_plotted(page: Page, server: str) -> None:
    Answers(page, given())
    show(page, server, f"person/{ANN.id}")
    expect(page.locator(".facts")).to_contain_text("31 of 90")
    plot = page.get_by_role("slider", name="Unneeded guesses of each game")
    plot.focus()
    page.keyboard.press("Home")
    assert plot.get_attribute("aria-valuetext") == "game 1: 2 unneeded guesses"
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    wait_for(page, f"location.hash === '#/shared/{GAME}'")


# Administration.


@pytest.mark.nightly
def test_administrators_accept_and_void_games(page: Page, server: str) -> None:
    answers = Answers(page, {**given(), "/api/me": ADMIN, "/api/admin/decide": None})
    show(page, server, "admin/review")
    row = page.locator("tbody tr")
    expect(row).to_contain_text("2.25 (clicks per second 2.25)")
    row.get_by_role("button", name="Accept: Ann").click()
    page.locator("dialog").get_by_role("button", name="Accept").click()
    expect(page.locator(".note")).to_contain_text("The game of Ann is accepted.")
    row.get_by_role("button", name="Void: Ann").click()
    page.locator("dialog").get_by_label("Reason").fill(" a program ")
    page.locator("dialog").get_by_role("button", name="Void").click()
    expect(page.locator(".note")).to_contain_text("The game of Ann is void.")
    void = msgspec.structs.replace(
        given()["/api/admin/games"].games[0], why_not="void", decision="void", decided_why="a program"
    )
    answers.given["/api/admin/games"] = api.AllGames([void], None)
    show(page, server, "admin/games")
    expect(row).to_contain_text("void: a program")
    row.get_by_role("button", name="Revoke: Ann").click()
    expect(page.locator(".note")).to_contain_text("is revoked")
    decided = [body for _, path, _, body in answers.asked if path == "/api/admin/decide"]
    assert [json.loads(body) if isinstance(body, str | bytes) else body for body in decided] == [
        {"game": GAME, "decision": "passed", "reason": ""},
        {"game": GAME, "decision": "void", "reason": "a program"},
        {"game": GAME, "decision": None},
    ]


@pytest.mark.nightly
def test_nobody_else_asks_for_what_administrators_see(page: Page, server: str) -> None:
    answers = Answers(page, given())
    show(page, server, "admin")
    expect(page.locator(".admin-body")).to_contain_text("Only administrators can see this.")
    assert not any("/api/admin" in each for each in answers.paths())


# All of them.


@pytest.mark.nightly
def test_where_there_is_no_answer_it_is_told_and_tried_again(tab: Page, server: str) -> None:
    page = tab
    answers = Answers(page, {})
    for address in SCREENS:
        answers.given = dict.fromkeys(given(), "connectionrefused")
        show(page, server, address)
        expect(page.locator("[role=alert]")).to_contain_text("The server can't be reached.")
        answers.given = {**given(), "/api/me": ADMIN}
        page.get_by_role("button", name="Try again").click()
        expect(page.locator("[role=alert]:has-text('reached')")).to_have_count(0)
        ready(page)


SHIFTS = """
() => new Promise((resolve) => {
  const entries = [];
  const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  const moved = () => entries.filter((each) => !each.hadRecentInput).reduce((sum, each) => sum + each.value, 0);
  setTimeout(() => resolve(moved()), 100);
})
"""


@pytest.mark.nightly
@pytest.mark.parametrize("width", [360, 1000, 1600])
def test_nothing_moves_while_answers_come(page: Page, server: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    Answers(page, {**given(), "/api/me": ADMIN})
    moved = {}
    for address in SCREENS:
        page.goto("about:blank")
        show(page, server, address)
        moved[address] = page.evaluate(SHIFTS)
        assert page.evaluate("document.querySelector('main').scrollWidth") <= width, address
    assert {address: value for address, value in moved.items() if value > 0.001} == {}


def go(page: Page, address: str) -> None:
    """Go to a screen without loading the page again."""
    page.evaluate("() => (location.hash = '#/help')")
    page.wait_for_selector("main .screen.help h1")
    page.evaluate("(address) => (location.hash = `#/${address}`)", address)
    ready(page)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("theme", ["light", "dark", "classic", "contrast"])
def test_axe_finds_nothing(tab: Page, server: str, axe: str, theme: str, language: str) -> None:
    answers = Answers(tab, {**given(), "/api/me": ADMIN})
    prefer(tab, server, theme=theme, language=language)
    tab.evaluate(axe)
    found = []
    for me in (ADMIN, GUEST):
        answers.given["/api/me"] = me
        for width in (360, 1000):
            tab.set_viewport_size({"width": width, "height": 740})
            for address in SCREENS if me is ADMIN else SCREENS[:2]:
                go(tab, address)
                found += [f"{address} at {width}: {each}" for each in complaints(tab)]
    assert found == []


def shown(selector: str) -> Callable[[Page], Any]:
    """Wait for a part of the screen."""
    return lambda page: page.wait_for_selector(selector)


def pressed(button: str, selector: str) -> Callable[[Page], Any]:
    """Press a button, and wait for what it shows."""

    def press(page: Page) -> None:
        page.locator(button).first.click()
        page.wait_for_selector(selector)

    return press


def make_codes(page: Page) -> None:
    """Show new recovery codes."""
    page.locator(".part.codes [name=passphrase]").fill(SECRET)
    pressed(".part.codes [type=submit]", ".part.codes li")(page)


# The answer to /api/me, the address, and the unfolded parts.
UNFOLDED: list[tuple[Me, str, Callable[[Page], Any]]] = [
    (ANN, "lobby", shown(".running-games li")),
    (ANN, "resume", shown(".running-games li")),
    (ANN, "daily/2026-11-10", pressed(".daily-card summary", ".daily-ends img")),
    (GUEST, "account", pressed(".part.recover summary", ".part.recover [name=code]")),
    (ANN, "account", make_codes),
    *(
        (ADMIN, address, pressed("tbody .acts button", "dialog[open]"))
        for address in ("admin/review", "admin/games", "admin")
    ),
]


@pytest.mark.nightly
@pytest.mark.parametrize("theme", ["light", "dark", "classic", "contrast"])
def test_axe_finds_nothing_in_what_is_unfolded(tab: Page, server: str, axe: str, theme: str) -> None:
    board = ("9x9", 10, NO_GUESS, MOMENT)
    answers = Answers(tab, given())
    answers.given |= {
        "/api/rooms": api.RunningRooms([api.RunningRoom(f"room{kind}", kind, *board) for kind in ("solo", "versus")]),
        "/api/lobby": api.Lobby([api.LobbyRoom("roomroomroom", "coop", *board, "Bo", 2)]),
        "/api/daily/2026-11-10/beginner/ends": api.DailyEnds(
            3, 1, "9x9.bAQ", [(0, 2)], '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
        ),
        "/api/account/codes": api.Codes([f"AAAA-BBBB-CCCC-DDD{n}" for n in range(10)]),
    }
    prefer(tab, server, theme=theme)
    tab.evaluate(axe)
    found = []
    for width in (360, 1000):
        tab.set_viewport_size({"width": width, "height": 740})
        for me, address, unfold in UNFOLDED:
            answers.given["/api/me"] = me
            go(tab, address)
            unfold(tab)
            found += [f"{address} at {width}: {each}" for each in complaints(tab)]
            if tab.locator("dialog[open]").count():
                tab.keyboard.press("Escape")
                tab.wait_for_selector("dialog", state="detached")
    assert found == []
