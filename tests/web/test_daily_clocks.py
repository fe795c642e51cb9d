"""Daily boards on devices whose clock is wrong, at the turn of a month."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

import pytest

from fixed_server import Answers, server_site
from game_page import expect
from hypersweep.web.multiplayer.http_protocol import DailyBoard, DailyDay, DailyMonth, DailyPreset, RoomMade
from hypersweep.web.multiplayer.protocol import Me

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

# Another day is two seconds away when the page is first answered.
BEGIN = datetime(2026, 11, 30, 23, 59, 58, tzinfo=UTC)
DAY = 86_400_000
MINUTE = 60_000
# The device's clock is ahead of the server's; it may be set while the page is open.
SHIFT = """
{
  const Own = Date;
  const opened = Own.now();
  let shift = %d - opened;
  globalThis.setClock = (more) => (shift += more);
  const now = () => Own.now() + shift;
  globalThis.Date = class extends Own {
    constructor(...values) {
      values.length ? super(...values) : super(now());
    }
    static now() {
      return now();
    }
  };
}
"""


class Server:
    """Answers of a server whose clock starts with the first request."""

    def __init__(self) -> None:
        self.begun: float | None = None

    def now(self) -> datetime:
        """Return the moment by the server's clock."""
        if self.begun is None:
            self.begun = time.monotonic()
        return BEGIN + timedelta(seconds=time.monotonic() - self.begun)

    def month(self, query: str, body: object) -> Any:
        """Answer as ``GET /api/daily`` does."""
        now = self.now()
        month = parse_qs(query).get("month", [f"{now:%Y-%m}"])[0]
        if month > f"{now:%Y-%m}":
            refused = {"t": "refused", "what": "period", "message": f"expected a month up to {now:%Y-%m}"}
            return 400, refused
        last = now.day if month == f"{now:%Y-%m}" else 30
        days = [DailyDay(f"{month}-{day:02}", [DailyBoard("beginner")]) for day in range(last, 0, -1)]
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
        presets = [DailyPreset("beginner", "9x9", 10, "classic,first=opening,guess=never")]
        left = int((midnight - now).total_seconds() * 1000)
        later = "" if month == f"{now:%Y-%m}" else f"{now:%Y-%m}"
        return DailyMonth(month, f"{now:%Y-%m-%d}", left, presets, days, "2026-10", later)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The page with a server of fixed answers."""
    with server_site() as address:
        yield address


def show(page: Page, address: str, ahead: int, place: str = "daily") -> Answers:
    """Open the daily boards on a device whose clock is some milliseconds ahead."""
    guest = Me("p000000000000009", "Quiet Otter 123")
    given = {
        "/api/me": guest,
        "/api/daily": Server().month,
        "/api/daily/2026-12-01/beginner": RoomMade("roomroomroom", "k"),
    }
    answers = Answers(page, given)
    page.add_init_script(SHIFT % (BEGIN.timestamp() * 1000 + ahead))
    page.goto(f"{address}/#/{place}")
    return answers


@pytest.mark.parametrize(
    "ahead",
    [
        0,
        3 * DAY,
        *(pytest.param(other, marks=pytest.mark.nightly) for other in (-31 * DAY, -365 * DAY, 2 * MINUTE, -2 * MINUTE)),
    ],
)
def test_the_day_is_the_servers_at_the_turn_of_a_month(page: Page, address: str, ahead: int) -> None:
    # The room opens a socket, which this server lacks.
    page.route_web_socket("**/socket", lambda socket: None)
    answers = show(page, address, ahead)
    heading = page.locator(".daily-day h2")
    expect(heading).to_have_text("Today, Monday, 30 November 2026")
    expect(page.locator(".daily-card")).to_have_count(1)
    expect(heading).to_have_text("Today, Tuesday, 1 December 2026")
    expect(page.locator(".daily-day .next")).to_contain_text("New ones in 24 h 0 min.")
    expect(page.locator("[aria-current=date]")).to_have_attribute("data-day", "2026-12-01")
    page.get_by_role("button", name="Play: Beginner").click()
    expect(page).to_have_url(f"{address}/#/room/roomroomroom")
    assert answers.paths("POST") == ["/api/daily/2026-12-01/beginner"]


@pytest.mark.nightly
@pytest.mark.parametrize("moved", [-3 * DAY, 3 * DAY])
def test_the_day_turns_where_the_clock_is_set_meanwhile(page: Page, address: str, moved: int) -> None:
    show(page, address, 0)
    expect(page.locator(".daily-day h2")).to_have_text("Today, Monday, 30 November 2026")
    page.evaluate("(moved) => void setClock(moved)", moved)
    expect(page.locator(".daily-day h2")).to_have_text("Today, Tuesday, 1 December 2026")


@pytest.mark.nightly
def test_the_day_turns_while_another_month_is_looked_at(page: Page, address: str) -> None:
    show(page, address, 0, "daily/2026-10")
    heading = page.locator(".daily-day h2")
    expect(heading).to_have_text("Today, Tuesday, 1 December 2026")
    expect(page.locator(".daily-card")).to_have_count(1)
    expect(page.locator(".month-name")).to_have_text("October 2026")


@pytest.mark.nightly
def test_a_chosen_day_stays_when_the_day_turns(page: Page, address: str) -> None:
    show(page, address, 0, "daily/2026-11-29")
    heading = page.locator(".daily-day h2")
    expect(heading).to_have_text("Sunday, 29 November 2026")
    expect(page.get_by_role("button", name="Month after")).to_have_attribute("aria-disabled", "false")
    expect(heading).to_have_text("Sunday, 29 November 2026")


@pytest.mark.nightly
def test_no_day_is_shown_before_the_server_has_said_it(page: Page, address: str) -> None:
    page.route("**/api/daily", lambda route: None)
    page.goto(f"{address}/#/daily")
    expect(page.locator(".daily-day")).to_contain_text("Asking the server")
    expect(page.locator(".daily-day h2")).to_be_hidden()
    expect(page.locator(".calendar")).to_be_hidden()
