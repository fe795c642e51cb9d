"""Kinds of boards that have best times, and a list of those."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hypersweep.errors import HypersweepError
from hypersweep.grid import Grid
from hypersweep.layout import check_mines
from hypersweep.rules import GRADES, Rules
from hypersweep.web.together.failures import RefusedError
from hypersweep.web.together.protocol import BestTime, Leaderboard
from hypersweep.web.together.ranking.periods import date_of, neighbours, period_names, period_of
from hypersweep.web.together.store.bests import Best, best_of, bests_from, count_bests, place_of
from hypersweep.web.together.store.tables import now

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from hypersweep.web.together.protocol import Period
    from hypersweep.web.together.store.bests import Counting

__all__ = ["PAGE", "Kind", "daily_kind", "daily_leaderboard", "game_lists", "leaderboard"]

PAGE = 50
"""Rows of a leaderboard that are given at once."""

_LARGEST_START = 1_000_000


class Kind(NamedTuple):
    """A kind of board: all that makes times comparable.

    Attributes:
        board: the text of its grid.
        mines: how many.
        rules: the text of its rules.
        grade: of ``GRADES``, for boards of that grade alone; "" for all.
    """

    board: str
    mines: int
    rules: str
    grade: str = ""

    @classmethod
    def read(cls, board: str, mines: int, rules: str, grade: str = "") -> Kind:
        """Gives a kind by whatever texts mean it.

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
        """What ``bests`` calls it."""
        return f"{self.board}/{self.mines}/{self.rules}/{self.grade}"


def daily_kind(daily: str) -> str:
    """Gives what ``bests`` calls the board of a day, of which there is one for all time.

    >>> daily_kind("2026-11-22 expert")
    'daily/2026-11-22/expert'
    """
    return f"daily/{daily.replace(' ', '/')}"


def game_lists(game: Counting) -> list[tuple[str, Period, str]]:
    """Gives the lists that a game counts for, as kind, period and its name.

    A daily board counts for its day alone: who plays with two names knows it when he plays it again.
    """
    if game.daily is not None:
        return [(daily_kind(game.daily), "all", "")]
    kind = Kind(game.board, game.mines, game.rules)
    kinds = [kind, kind._replace(grade=game.grade)] if game.grade else [kind]
    return [(kind.key, period, begins) for kind in kinds for period, begins in period_names(game.finished).items()]


async def leaderboard(
    connection: AsyncConnection, kind: Kind, period: Period, begins: str | None, start: int, person: str | None
) -> Leaderboard:
    """Gives a page of best times.

    Args:
        connection: of a transaction that reads.
        kind: of board.
        period: how long.
        begins: its name; None for the one that goes on.
        start: rows before it.
        person: whose own place is told as well.

    Raises:
        RefusedError: there is no such period, or no such page.
    """
    today = date_of(now())
    begins = period_of(today, period) if begins is None else begins
    earlier, later = neighbours(period, begins, today)
    start, rows, total, mine = await _page(connection, kind.key, period, begins, start, person)
    return Leaderboard(*kind, period, begins, start, total, rows, mine, earlier, later)


async def daily_leaderboard(
    connection: AsyncConnection, kind: Kind, daily: str, start: int, person: str | None
) -> Leaderboard:
    """Gives a page of the best times on the board of a day; the arguments are those of ``leaderboard``."""
    start, rows, total, mine = await _page(connection, daily_kind(daily), "all", "", start, person)
    return Leaderboard(*kind, "all", "", start, total, rows, mine, daily=daily)


async def _page(
    connection: AsyncConnection, key: str, period: Period, begins: str, start: int, person: str | None
) -> tuple[int, list[BestTime], int, BestTime | None]:
    if not 0 <= start <= _LARGEST_START:
        raise RefusedError("page", f"expected rows from 0 to {_LARGEST_START} before the page, got {start}")
    total = await count_bests(connection, key, period, begins)
    found = await bests_from(connection, key, period, begins, start, PAGE)
    rows: list[BestTime] = []
    for number, best in enumerate(found):
        if not rows:
            place = await place_of(connection, key, period, begins, best.milliseconds)
        elif best.milliseconds != found[number - 1].milliseconds:
            place = start + number + 1
        rows.append(_row(best, place))
    mine = None if person is None else await best_of(connection, key, period, begins, person)
    if mine is None:
        return start, rows, total, None
    place = await place_of(connection, key, period, begins, mine.milliseconds)
    return start, rows, total, _row(mine, place)


def _row(best: Best, place: int) -> BestTime:
    return BestTime(place, best.person, best.name, best.game, best.milliseconds, best.finished)
