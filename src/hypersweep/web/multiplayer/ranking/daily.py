"""A board for each day and preset, whose mines stay secret until all ranked tries have ended.

A board's seed follows from the server's secret, the day and the preset, so all workers generate the same board. The
room opens the middle cell as soon as the player has joined. A person's first try is ranked: it counts if it begins on
the board's day and ends at most an hour after midnight. Until then, the server reveals no mines and allows no second
try; later tries are for practice. Known weakness: a person with two accounts can play the board with the first, and
then again with the second, knowing the mines.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.boards import PRESETS
from hypersweep.codes import EXPLODED, MINE
from hypersweep.errors import GenerationError
from hypersweep.game.first_open import deal
from hypersweep.generate import solvable_from
from hypersweep.grid import Grid
from hypersweep.layout import Layout
from hypersweep.picture.svg import board_svg
from hypersweep.record import Record
from hypersweep.rules import Rules
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.http_protocol import RoomMade
from hypersweep.web.multiplayer.protocol import Me
from hypersweep.web.multiplayer.store import dailies, room_rows
from hypersweep.web.multiplayer.store.dailies import DailyRow
from hypersweep.web.multiplayer.store.database import secret
from hypersweep.web.multiplayer.store.tables import new_id, now

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.web.multiplayer.ranking.process_pool import Pool
    from hypersweep.web.multiplayer.store.database import Database

_log = logging.getLogger("hypersweep.ranking")

DAILY_RULES = Rules(first_open="opening", guess="never").format()
"""Rules for all daily boards."""

DAILY_PRESETS: tuple[str, ...] = tuple(PRESETS)
"""The presets that get daily boards: all of them, since even the largest board is generated within milliseconds."""

# Hour (UTC) from which tomorrow's boards are generated; seconds between checks for missing boards; time limit in
# seconds for generating a board.
_NOON = 12
_EVERY = 600.0
_SECONDS = 60.0
# Maximum number of seeds tried per board; the first one nearly always works.
_SEEDS = 20


@dataclass(frozen=True, slots=True)
class DailyRoom:
    """A request for the solo room in which a person tries a daily board.

    Attributes:
        board: the grid as text.
        mines: number of mines.
        rules: the rules as text, with ``guess=never``.
        seed: determines the board, together with ``first``.
        first: index of the first cell; the room opens it once the player has joined, which starts the clock.
        daily: date and preset, such as "2026-11-22 expert", saved with the room and its game.
        is_ranked: whether this is the person's one ranked try.
        room: ID for the room, or None for a new one; if a room already has this ID, that room is returned.
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
"""Creates or finds the room for a person's try."""


class MadeBoard(NamedTuple):
    """A new board: its ID (``layout``), grade and seed."""

    layout: str
    grade: str | None
    seed: int


def first_cell(board: str) -> int:
    """Return the index of the middle cell, the first to be opened on a daily board.

    >>> first_cell("3x4")
    6
    """
    grid = Grid.parse(board)
    return grid.index(tuple(side // 2 for side in grid.shape))


def make_board(board: str, mines: int, rules: str, seeds: list[int]) -> MadeBoard:
    """Return a board that needs no guess, from the first seed that yields one; runs in a pool process.

    Raises:
        GenerationError: no seed yields one.

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
    raise GenerationError(f"tried {len(seeds)} seeds, but none gives a {board} board that needs no guess")


def seeds(secret: str, day: str, preset: str) -> list[int]:
    """Return the seeds to try for a board, in order.

    Each seed is the first 64 bits of an HMAC-SHA256. Source: RFC 2104.

    >>> len(seeds("a secret", "2026-11-22", "expert"))
    20
    """
    texts = (f"daily {day} {preset} {number}" for number in range(_SEEDS))
    return [int.from_bytes(hmac.digest(secret.encode(), text.encode(), "sha256")[:8], "big") for text in texts]


class Dailies:
    """Generates the daily boards, and provides the rooms for playing them.

    Args:
        database: stores the boards and tries.
        quick: the process pool for generating boards.
        secret: determines the seeds; None for the server's secret from ``store.database.secret``.
        clock: returns the current time in milliseconds since 1970.
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
        """The current time, in UTC."""
        return datetime.fromtimestamp(self._clock() / 1000, UTC)

    @property
    def today(self) -> str:
        """The current date in UTC, such as "2026-11-22"."""
        return self.moment.date().isoformat()

    async def begin(self) -> None:
        """Start the background task that generates today's boards and, after noon UTC, tomorrow's."""
        self._task = asyncio.create_task(self._make_ahead())

    async def close(self) -> None:
        """Stop the background task."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def make_due(self) -> None:
        """Generate missing boards for today and, after noon UTC, for tomorrow.

        Raises:
            RefusedError: a board currently can't be generated.
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
        """Return the board for today or a past day. All access to daily boards goes through this method.

        Raises:
            RefusedError: there is no such board, or its day is in the future.
        """
        _check_day(day)
        if preset not in DAILY_PRESETS:
            raise RefusedError(
                "daily", f"expected one of the boards {', '.join(DAILY_PRESETS)}, got {preset[:40]!r}", status=404
            )
        if day > self.today:
            raise RefusedError("daily_early", f"expected a day up to {self.today}, got {day}", status=404)
        async with self.database.transaction(writes=False) as connection:
            found = await dailies.load(connection, day, preset)
        if found is None and day == self.today:
            found = await self._made(day, preset)
        if found is None:
            raise RefusedError("daily", f"there are no daily boards for {day}", status=404)
        return found

    async def play(self, day: str, preset: str, me: Me, make_room: MakeDailyRoom) -> RoomMade:
        """Return a room for a person's try: the ranked room until the ranked try is over, then a practice room.

        Args:
            day: the board's date.
            preset: the board's preset.
            me: the person.
            make_room: creates the room.

        Raises:
            RefusedError: there is no such board, its day is in the future, the ranked try is over but the board is
                still sealed (``daily_sealed``), or no room can be created.
        """
        board = await self.board(day, preset)
        request = DailyRoom(
            board.board, board.mines, board.rules, int(board.seed), first_cell(board.board), f"{day} {preset}", True
        )
        is_today = day == self.today
        async with self.database.transaction(writes=is_today) as connection:
            if is_today:
                # Save the try before creating its room, so that two simultaneous requests share one ranked room.
                await dailies.begin_try(connection, day, preset, me.id, new_id())
            tried = await dailies.load_try(connection, day, preset, me.id)
            going_on = None if tried is None else await room_rows.load(connection, tried[0])
        if tried is not None and tried[1] is None:
            if going_on is None and is_today:
                return await make_room(replace(request, room=tried[0]), me)
            if going_on is not None and going_on.ended is None:
                return RoomMade(going_on.id, going_on.key)
        self.check_unsealed(request.daily)
        return await make_room(replace(request, is_ranked=False), me)

    def check_unsealed(self, daily: str) -> None:
        """Check that a board's mines may be revealed.

        Args:
            daily: date and preset, such as "2026-11-22 expert".

        Raises:
            RefusedError: ranked tries may still be running (``daily_sealed``).
        """
        until = dailies.sealed_until(daily)
        if self._clock() < until:
            why = f"ranked games on the daily board {daily} may still be running"
            raise RefusedError("daily_sealed", why, status=403, until=until)

    async def _seeds(self, day: str, preset: str) -> list[int]:
        """Return the seeds to try for a board, in order; load the secret first if necessary."""
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
                _log.warning("the daily boards currently can't be made: %s", error)
            except Exception:
                _log.exception("the daily boards can't be made")
            await asyncio.sleep(_EVERY)


def _check_day(day: str) -> None:
    try:
        if date.fromisoformat(day).isoformat() != day:
            raise ValueError
    except ValueError:
        raise RefusedError("period", f"expected a day such as 2026-11-22, got {day[:40]!r}") from None


class Ends(NamedTuple):
    """Where tries on a board ended.

    Attributes:
        cells: number of tries that ended on each mine, by cell index; mines that ended no try are left out.
        picture: SVG of the board with its mines; the more tries a mine ended, the redder it is.
    """

    cells: dict[int, int]
    picture: str


def daily_ends(layout: str, lost: Sequence[str]) -> Ends:
    """Count the tries that ended on each mine, and draw the board; runs in a pool process.

    Args:
        layout: the board's ID.
        lost: records of the lost tries.

    >>> daily_ends("3x4.bCA", []).cells
    {}
    """
    board = Layout.parse(layout)
    grid = board.grid
    cells = Counter(cell for record in lost for cell in _exploded(record))
    codes = [MINE if board.is_mine(cell) else board.clue(cell) for cell in range(grid.cells)]
    most = max(cells.values(), default=1)
    picture = board_svg(
        grid,
        codes,
        title=f"{grid}, {board.mines}",
        # Start at 0.3 to use only the yellow to red part of the colour scale.
        fill={cell: 0.3 + 0.7 * count / most for cell, count in cells.items()},
        words={cell: str(count) for cell, count in cells.items()},
        size=900,
        has_titles=False,
    )
    return Ends(dict(cells), picture)


def _exploded(record: str) -> list[int]:
    """Return the indices of the mines that exploded; none if the player gave up."""
    replay = Record.parse(record, is_cut_fine=True).replay()
    replay.seek(len(replay))
    return [index for index, code in enumerate(replay.game.view.codes) if code == EXPLODED]
