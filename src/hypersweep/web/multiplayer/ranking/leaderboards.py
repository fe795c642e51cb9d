"""Leaderboards: which board types have them, and for which periods.

Periods are days, weeks (ISO 8601), months and years in UTC, and all time.
"""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.errors import HypersweepError
from hypersweep.grid import Grid
from hypersweep.layout import check_mines
from hypersweep.rules import GRADES, Rules
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.http_protocol import BestTime, Leaderboard
from hypersweep.web.multiplayer.store.bests import Best, best_of, bests_from, count_bests, place_of
from hypersweep.web.multiplayer.store.tables import now

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from hypersweep.web.multiplayer.protocol import Period
    from hypersweep.web.multiplayer.store.bests import Counting

PAGE = 50
"""Number of rows on a leaderboard page."""

# Start of the next page: the number of rows before it, and the rank and sort key of the last of those rows (time in
# milliseconds, when the game ended, person ID).
_CURSOR = re.compile(r"(\d{1,9})\.(\d{1,9})\.(\d{1,15})\.(\d{1,15})\.([A-Za-z0-9_-]{1,32})", re.ASCII)
# Seconds for which a leaderboard's row count is cached, and maximum number of leaderboards in the cache.
_COUNTED = 5.0
_MOST_COUNTED = 1000


class Totals:
    """Caches leaderboards' row counts for a few seconds, because counting many rows is slow."""

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[str, str, str], tuple[float, int]] = OrderedDict()

    async def of(self, connection: AsyncConnection, kind: str, period: str, begins: str) -> int:
        """Return the number of rows in a leaderboard."""
        key = kind, period, begins
        moment, total = self._found.get(key, (0.0, 0))
        if time.monotonic() >= moment:
            total = await count_bests(connection, kind, period, begins)
            self._found[key] = time.monotonic() + _COUNTED, total
            self._found.move_to_end(key)
            while len(self._found) > _MOST_COUNTED:
                self._found.popitem(last=False)
        return total


class Kind(NamedTuple):
    """A board type: everything two games must share for their times to be comparable.

    Attributes:
        board: the grid as text.
        mines: number of mines.
        rules: the rules as text.
        grade: one of ``GRADES`` to rank only boards of that grade; "" for all boards.
    """

    board: str
    mines: int
    rules: str
    grade: str = ""

    @classmethod
    def read(cls, board: str, mines: int, rules: str, grade: str = "") -> Kind:
        """Parse a board type; grid and rules may be in any accepted notation.

        Raises:
            RefusedError: an argument is invalid.

        >>> Kind.read("16x30", 99, "classic,first=safe").key
        '16x30/99/classic/'
        """
        try:
            grid = Grid.parse(board)
            check_mines(grid, mines)
            canonical = Rules.parse(rules).format()
        except HypersweepError as error:
            raise RefusedError("kind", f"expected a board type: {error}") from None
        if grade and grade not in GRADES:
            raise RefusedError("kind", f"expected a grade ({', '.join(GRADES)}) or none, got {grade[:40]!r}")
        return cls(grid.format(), mines, canonical, grade)

    @property
    def key(self) -> str:
        """The board type's key in the table ``bests``."""
        return f"{self.board}/{self.mines}/{self.rules}/{self.grade}"


def daily_kind(daily: str) -> str:
    """Return a daily board's key in the table ``bests``; its only leaderboard is for all time.

    >>> daily_kind("2026-11-22 expert")
    'daily/2026-11-22/expert'
    """
    return f"daily/{daily.replace(' ', '/')}"


def game_lists(game: Counting) -> list[tuple[str, Period, str]]:
    """Return the leaderboards a game counts for, as tuples of board type key, period and period name.

    A game on a daily board counts only for that board's leaderboard, as a player with two accounts may know the mines.
    """
    if game.daily is not None:
        return [(daily_kind(game.daily), "all", "")]
    kind = Kind(game.board, game.mines, game.rules)
    kinds = [kind, kind._replace(grade=game.grade)] if game.grade else [kind]
    return [(kind.key, period, begins) for kind in kinds for period, begins in period_names(game.finished).items()]


async def leaderboard(
    connection: AsyncConnection,
    totals: Totals,
    kind: Kind,
    period: Period,
    begins: str | None,
    after: str | None,
    person: str | None,
) -> Leaderboard:
    """Return a page of best times.

    Args:
        connection: a connection in a read transaction.
        totals: the cache of row counts.
        kind: the board type.
        period: the type of period.
        begins: the name of the period, such as "2026-W48"; None for the current one.
        after: the ``after`` value from the previous page; None for the first page.
        person: ID of the person whose own row to include on the first page; None to include none.

    Raises:
        RefusedError: there is no such period, or no such page.
    """
    today = date_of(now())
    begins = period_of(today, period) if begins is None else begins
    earlier, later = neighbours(period, begins, today)
    page = await _page(connection, totals, kind.key, period, begins, after, person)
    return Leaderboard(
        *kind, period, begins, page.start, page.total, page.rows, page.mine, earlier, later, after=page.after
    )


async def daily_leaderboard(
    connection: AsyncConnection, totals: Totals, kind: Kind, daily: str, after: str | None, person: str | None
) -> Leaderboard:
    """Return a page of best times on a daily board such as "2026-11-22 expert"; see ``leaderboard`` for the rest."""
    page = await _page(connection, totals, daily_kind(daily), "all", "", after, person)
    return Leaderboard(*kind, "all", "", page.start, page.total, page.rows, page.mine, daily=daily, after=page.after)


class _Page(NamedTuple):
    start: int
    rows: list[BestTime]
    total: int
    mine: BestTime | None
    after: str


async def _page(
    connection: AsyncConnection,
    totals: Totals,
    key: str,
    period: Period,
    begins: str,
    after: str | None,
    person: str | None,
) -> _Page:
    start = place = milliseconds = 0
    last: tuple[int, int, str] | None = None
    if after is not None:
        match = _CURSOR.fullmatch(after)
        if match is None:
            raise RefusedError("page", f"expected the cursor from the previous page, got {after[:40]!r}")
        start, place, milliseconds, finished = map(int, match.groups()[:4])
        last = milliseconds, finished, match[5]
    found = await bests_from(connection, key, period, begins, last, PAGE + 1)
    rows: list[BestTime] = []
    for number, best in enumerate(found[:PAGE], start + 1):
        if number == 1 or best.milliseconds != milliseconds:
            place, milliseconds = number, best.milliseconds
        rows.append(_row(best, place))
    following = ""
    if len(found) > PAGE:
        following = f"{start + PAGE}.{place}.{milliseconds}.{rows[-1].finished}.{rows[-1].person}"
    mine = None
    if person is not None and after is None:
        own = await best_of(connection, key, period, begins, person)
        if own is not None:
            mine = _row(own, await place_of(connection, key, period, begins, own.milliseconds))
    # Rows may have been added since they were counted, so the cached count may be too small.
    total = max(await totals.of(connection, key, period, begins), start + len(found), 0 if mine is None else mine.place)
    return _Page(start, rows, total, mine, following)


def _row(best: Best, place: int) -> BestTime:
    return BestTime(place, best.person, best.name, best.game, best.milliseconds, best.finished)


PERIODS: tuple[Period, ...] = ("day", "week", "month", "year", "all")
"""All periods, shortest first."""

_SHAPES = {
    "day": re.compile(r"(\d{4})-(\d{2})-(\d{2})"),
    "week": re.compile(r"(\d{4})-W(\d{2})"),
    "month": re.compile(r"(\d{4})-(\d{2})"),
    "year": re.compile(r"(\d{4})"),
}
_START = datetime(1970, 1, 1, tzinfo=UTC)


def date_of(moment: int) -> date:
    """Return the date (UTC) of a time.

    Args:
        moment: the time in milliseconds since 1970.

    >>> date_of(1_000_000_000_000)
    datetime.date(2001, 9, 9)
    """
    return (_START + timedelta(milliseconds=moment)).date()


def period_of(day: date, period: Period) -> str:
    """Return the name of the period containing a day.

    >>> [period_of(date(2027, 1, 1), period) for period in PERIODS]
    ['2027-01-01', '2026-W53', '2027-01', '2027', '']
    """
    if period == "day":
        return day.isoformat()
    if period == "week":
        year, week, _ = day.isocalendar()
        return f"{year:04}-W{week:02}"
    if period == "month":
        return f"{day.year:04}-{day.month:02}"
    return f"{day.year:04}" if period == "year" else ""


def period_names(moment: int) -> dict[Period, str]:
    """Return the names of the periods containing a time (in milliseconds since 1970): day, week, month, year, "all"."""
    day = date_of(moment)
    return {period: period_of(day, period) for period in PERIODS}


def check_begins(period: Period, begins: str) -> date:
    """Check a period's name, and return the period's first day (for "all", an arbitrary day).

    Raises:
        RefusedError: there is no such period.

    >>> check_begins("week", "2026-W53")
    datetime.date(2026, 12, 28)
    """
    try:
        if period == "all":
            if begins:
                raise ValueError
            return date(1970, 1, 1)
        match = _SHAPES[period].fullmatch(begins)
        if match is None or not begins.isascii():
            raise ValueError
        numbers = [int(part) for part in match.groups()]
        if period == "week":
            return date.fromisocalendar(numbers[0], numbers[1], 1)
        return date(*([*numbers, 1, 1])[:3])
    except ValueError:
        raise RefusedError(
            "period",
            f"expected a {period} such as {period_of(date(2026, 11, 22), period)!r}, got {begins[:40]!r}",
        ) from None


def neighbours(period: Period, begins: str, today: date) -> tuple[str, str]:
    """Return the names of the previous period and the next one.

    The previous one is "" if this period begins before 1971; the next one is "" if it is in the future. Both are "" for
    "all".

    >>> neighbours("week", "2027-W01", date(2027, 1, 9))
    ('2026-W53', '')
    """
    first = check_begins(period, begins)
    if period == "all":
        return "", ""
    earlier = "" if first.year < 1971 else period_of(first - timedelta(days=1), period)
    # Step past the end of this period, but not past the end of the next.
    step = {"day": 1, "week": 7, "month": 31, "year": 366}[period]
    later = period_of(first + timedelta(days=step), period)
    return earlier, "" if check_begins(period, later) > today else later
