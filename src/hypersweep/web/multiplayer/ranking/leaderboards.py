"""Leaderboards: the kinds of boards that have them, and their periods.

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
"""Rows on one page of a leaderboard."""

# Position after a page: number of rows so far, rank of the last one, and its sort key (milliseconds, end, person).
_CURSOR = re.compile(r"(\d{1,9})\.(\d{1,9})\.(\d{1,15})\.(\d{1,15})\.([A-Za-z0-9_-]{1,32})", re.ASCII)
# Seconds for which a list's number of rows is cached, and maximum number of cached lists.
_COUNTED = 5.0
_MOST_COUNTED = 1000


class Totals:
    """Cached numbers of rows of lists, up to a few seconds old: counting takes time in proportion to the list."""

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[str, str, str], tuple[float, int]] = OrderedDict()

    async def of(self, connection: AsyncConnection, kind: str, period: str, begins: str) -> int:
        """Return the number of rows of a list."""
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
    """A kind of board: everything that makes times comparable.

    Attributes:
        board: the text of its grid.
        mines: number of mines.
        rules: the text of its rules.
        grade: one of ``GRADES``, for boards of that grade alone; "" for all.
    """

    board: str
    mines: int
    rules: str
    grade: str = ""

    @classmethod
    def read(cls, board: str, mines: int, rules: str, grade: str = "") -> Kind:
        """Return the kind for texts in any notation.

        Raises:
            RefusedError: there is no such kind.

        >>> Kind.read("16x30", 99, "classic,first=safe").key
        '16x30/99/classic/'
        """
        try:
            grid = Grid.parse(board)
            check_mines(grid, mines)
            canonical = Rules.parse(rules).format()
        except HypersweepError as error:
            raise RefusedError("kind", f"expected a kind of board: {error}") from None
        if grade and grade not in GRADES:
            raise RefusedError("kind", f"expected a grade of {', '.join(GRADES)} or none, got {grade[:40]!r}")
        return cls(grid.format(), mines, canonical, grade)

    @property
    def key(self) -> str:
        """Its key in the table ``bests``."""
        return f"{self.board}/{self.mines}/{self.rules}/{self.grade}"


def daily_kind(daily: str) -> str:
    """Return the key in ``bests`` of a daily board, which has one list, for all time.

    >>> daily_kind("2026-11-22 expert")
    'daily/2026-11-22/expert'
    """
    return f"daily/{daily.replace(' ', '/')}"


def game_lists(game: Counting) -> list[tuple[str, Period, str]]:
    """Return the lists that a game counts for, as kind, period and start.

    A daily board counts for its day alone: a player with two names may know the board at the second try.
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
        totals: numbers of rows of lists.
        kind: of board.
        period: the kind of period.
        begins: its name; None for the current one.
        after: the value that the previous page returned; None for the first page.
        person: whose own rank the first page contains.

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
    """Return a page of the best times on a daily board; the arguments are those of ``leaderboard``."""
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
            raise RefusedError("page", f"expected what the page before it said, got {after[:40]!r}")
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
    # The cached count may be too small, since rows were added later.
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
    """Return the day of a moment, in UTC.

    Args:
        moment: milliseconds since 1970.

    >>> date_of(1_000_000_000_000)
    datetime.date(2001, 9, 9)
    """
    return (_START + timedelta(milliseconds=moment)).date()


def period_of(day: date, period: Period) -> str:
    """Return the name of the period that contains a day.

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
    """Return the names of all periods that contain a moment, by period."""
    day = date_of(moment)
    return {period: period_of(day, period) for period in PERIODS}


def check_begins(period: Period, begins: str) -> date:
    """Return the first day of a period by its name; an arbitrary day for "all".

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
            f"expected the name of a {period} such as {period_of(date(2026, 11, 22), period)!r}, got {begins[:40]!r}",
        ) from None


def neighbours(period: Period, begins: str, today: date) -> tuple[str, str]:
    """Return the names of the previous and the next period; "" for one in the future, and for those of "all".

    >>> neighbours("week", "2027-W01", date(2027, 1, 9))
    ('2026-W53', '')
    """
    first = check_begins(period, begins)
    if period == "all":
        return "", ""
    earlier = "" if first.year < 1971 else period_of(first - timedelta(days=1), period)
    # The step is at least the length of the period, and short enough to end in the next one.
    step = {"day": 1, "week": 7, "month": 31, "year": 366}[period]
    later = period_of(first + timedelta(days=step), period)
    return earlier, "" if check_begins(period, later) > today else later
