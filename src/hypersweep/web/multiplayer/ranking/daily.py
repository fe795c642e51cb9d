"""A board for each day and preset, which is sealed until all tries that count have ended.

The seed of a board follows from the server's secret, the day and the preset, so that all workers make the same one.
The first open is the cell in the middle; the room opens it as soon as the player is there. The first try of a person
counts if it begins on the board's day and ends within an hour after it. Until then the server tells no one the mines,
and gives no second try. Later tries are for practice. A person can still play with two names, and sees as the second
what the first uncovered.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.boards import PRESETS
from hypersweep.errors import GenerationError
from hypersweep.game.dealing import deal
from hypersweep.generate import solvable_from
from hypersweep.grid import Grid
from hypersweep.rules import Rules
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.protocol import Me, RoomMade
from hypersweep.web.multiplayer.store import dailies, rooms
from hypersweep.web.multiplayer.store.dailies import DailyRow
from hypersweep.web.multiplayer.store.secrets import secret
from hypersweep.web.multiplayer.store.tables import new_id, now

if TYPE_CHECKING:
    from hypersweep.web.multiplayer.ranking.pool import Pool
    from hypersweep.web.multiplayer.store.database import Database

__all__ = ["DAILY_PRESETS", "DAILY_RULES", "Dailies", "DailyRoom", "MadeBoard", "MakeDailyRoom", "first_cell"]

_log = logging.getLogger("hypersweep.ranking")

DAILY_RULES = Rules(first_open="opening", guess="never").format()
"""The rules of all daily boards."""

DAILY_PRESETS: tuple[str, ...] = tuple(PRESETS)
"""The boards that there are every day: all that have names, for a board of any of them is made within milliseconds."""

# Tomorrow's boards are made from this hour on.
_NOON = 12
_EVERY = 600.0
_SECONDS = 60.0
# Seeds that are tried for one board; each gives a board, unless the search for it comes to an end without one.
_SEEDS = 20


@dataclass(frozen=True, slots=True)
class DailyRoom:
    """The solo room that is wanted for a try at a daily board.

    Attributes:
        board: the text of the grid.
        mines: how many it holds.
        rules: the text of the rules, with ``guess=never``.
        seed: what the board follows from, together with ``first``.
        first: index of the first cell, which the room opens as soon as the player is there: the clock starts with it.
        daily: "2026-11-22 expert", to stand in the settings of the room as "daily", and in ``games.daily``.
        is_ranked: whether this is the person's one ranked try.
        room: the id that the room gets, None for a new one. One that is there already is returned.
    """

    board: str
    mines: int
    rules: str
    seed: int
    first: int
    daily: str
    is_ranked: bool
    room: str | None = None


MakeDailyRoom = Callable[[DailyRoom, Me], Awaitable[RoomMade]]
"""How a room for a try is made."""


class MadeBoard(NamedTuple):
    """A board that was made: its ID, how hard it is, and the seed that it follows from."""

    layout: str
    grade: str | None
    seed: int


def first_cell(board: str) -> int:
    """Gives the index of the cell that opens a daily board: the one in the middle.

    >>> first_cell("3x4")
    6
    """
    grid = Grid.parse(board)
    return grid.index(tuple(side // 2 for side in grid.shape))


def make_board(board: str, mines: int, rules: str, seeds: list[int]) -> MadeBoard:
    """Gives the board of the first seed that has one; in a process of the pool.

    Raises:
        GenerationError: none has.

    >>> make_board("3x4", 2, DAILY_RULES, [7]).grade
    'pair'
    """
    grid, first = Grid.parse(board), first_cell(board)
    for seed in seeds:
        try:
            layout = deal(grid, mines, Rules.parse(rules), seed=seed, first=first)
        except GenerationError:
            continue
        return MadeBoard(layout.format(), solvable_from(layout, first).grade, seed)
    raise GenerationError(f"expected a board of {board} that needs no guess, got none from {len(seeds)} seeds")


def seeds(secret: str, day: str, preset: str) -> list[int]:
    """Gives the seeds of a board, one of which is its own: the first, unless its search comes to an end without one.

    Source: HMAC with SHA-256, RFC 2104, of which the first 64 bits serve.

    >>> len(seeds("a secret", "2026-11-22", "expert"))
    20
    """
    texts = (f"daily {day} {preset} {number}" for number in range(_SEEDS))
    return [int.from_bytes(hmac.digest(secret.encode(), text.encode(), "sha256")[:8], "big") for text in texts]


class Dailies:
    """The boards of the days.

    Args:
        database: where they are kept.
        quick: the processes that make them.
        secret: what the seeds follow from; None for the server's own, as ``store.secrets`` keeps it.
        clock: gives the moment in milliseconds.
    """

    def __init__(
        self, database: Database, quick: Pool, secret: str | None = None, *, clock: Callable[[], int] = now
    ) -> None:
        self.database = database
        self._quick = quick
        self._secret = secret
        self._clock = clock
        self._task: asyncio.Task[None] | None = None

    @property
    def moment(self) -> datetime:
        """Now, in UTC."""
        return datetime.fromtimestamp(self._clock() / 1000, UTC)

    @property
    def today(self) -> str:
        """The date in UTC."""
        return self.moment.date().isoformat()

    async def begin(self) -> None:
        """Starts the background task that makes today's boards, and tomorrow's from noon on."""
        self._task = asyncio.create_task(self._make_ahead())

    async def close(self) -> None:
        """Ends it."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def make_due(self) -> None:
        """Makes the boards that should be there by now and aren't.

        Raises:
            RefusedError: not now.
        """
        moment = self.moment
        days = [moment.date()] + [moment.date() + timedelta(days=1)] * (moment.hour >= _NOON)
        async with self.database.transaction(writes=False) as connection:
            there = await dailies.grades(connection, days[0].isoformat(), days[-1].isoformat())
        for day in days:
            for preset in DAILY_PRESETS:
                if (day.isoformat(), preset) not in there:
                    await self._made(day.isoformat(), preset)

    async def board(self, day: str, preset: str) -> DailyRow:
        """Gives a board of today or of a day gone by. No other way leads to a daily board.

        Raises:
            RefusedError: there is none, or it isn't its day yet.
        """
        _check_day(day)
        if preset not in DAILY_PRESETS:
            raise RefusedError(
                "daily", f"expected a board of {', '.join(DAILY_PRESETS)}, got {preset[:40]!r}", status=404
            )
        if day > self.today:
            raise RefusedError("daily_early", f"expected a day up to {self.today}, got {day}", status=404)
        async with self.database.transaction(writes=False) as connection:
            found = await dailies.load(connection, day, preset)
        if found is None and day == self.today:
            found = await self._made(day, preset)
        if found is None:
            raise RefusedError("daily", f"expected a day that has boards, got {day}", status=404)
        return found

    async def play(self, day: str, preset: str, me: Me, make_room: MakeDailyRoom) -> RoomMade:
        """Return a room for a person's try: that of the ranked try while it runs, later one for practice.

        Args:
            day: the date.
            preset: which of its boards.
            me: who.
            make_room: makes rooms.

        Raises:
            RefusedError: there is no such board, it isn't its day yet, it is sealed (``daily_sealed``), or no room can
                be had.
        """
        board = await self.board(day, preset)
        wish = DailyRoom(
            board.board, board.mines, board.rules, int(board.seed), first_cell(board.board), f"{day} {preset}", True
        )
        is_today = day == self.today
        async with self.database.transaction(writes=is_today) as connection:
            if is_today:
                # The try comes first: a room of a ranked try that isn't the one would be a try more.
                await dailies.begin_try(connection, day, preset, me.id, new_id())
            tried = await dailies.load_try(connection, day, preset, me.id)
            going_on = None if tried is None else await rooms.load(connection, tried[0])
        if tried is not None and tried[1] is None:
            if going_on is None and is_today:
                return await make_room(replace(wish, room=tried[0]), me)
            if going_on is not None and going_on.ended is None:
                return RoomMade(going_on.id, going_on.key)
        self.check_unsealed(wish.daily)
        return await make_room(replace(wish, is_ranked=False), me)

    def check_unsealed(self, daily: str) -> None:
        """Refuse what shows the mines of a board while tries that count may run.

        Raises:
            RefusedError: they may (``daily_sealed``).
        """
        until = dailies.sealed_until(daily)
        if self._clock() < until:
            why = f"expected a board of a day that is over, got that of {daily}"
            raise RefusedError("daily_sealed", why, status=403, until=until)

    async def _seeds(self, day: str, preset: str) -> list[int]:
        """Gives the seeds of a board, the first of which is its own if it has a board at all."""
        if self._secret is None:
            async with self.database.transaction() as connection:
                self._secret = await secret(connection, "daily")
        return seeds(self._secret, day, preset)

    async def _made(self, day: str, preset: str) -> DailyRow:
        board, mines = PRESETS[preset]
        own = await self._seeds(day, preset)
        made = await self._quick.run(_SECONDS, make_board, board, mines, DAILY_RULES, own)
        row = DailyRow(day, preset, board, mines, DAILY_RULES, str(made.seed), made.layout, made.grade, self._clock())
        async with self.database.transaction() as connection:
            await dailies.add(connection, row)
            found = await dailies.load(connection, day, preset)
        assert found is not None
        return found

    async def _make_ahead(self) -> None:
        while True:
            try:
                await self.make_due()
            except RefusedError as error:
                _log.warning("daily boards can't be made now: %s", error)
            except Exception:
                _log.exception("daily boards can't be made")
            await asyncio.sleep(_EVERY)


def _check_day(day: str) -> None:
    try:
        if date.fromisoformat(day).isoformat() != day:
            raise ValueError
    except ValueError:
        raise RefusedError("period", f"expected a day such as 2026-11-22, got {day[:40]!r}") from None
