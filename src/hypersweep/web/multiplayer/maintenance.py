"""Operator commands that work with or without running workers: ending a room's game, and verifying all games."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import msgspec

from hypersweep.web.multiplayer.failures import RefusedError, UnavailableError
from hypersweep.web.multiplayer.ranking.moderation import verify_all
from hypersweep.web.multiplayer.ranking.process_pool import Pool
from hypersweep.web.multiplayer.ranking.ranking import Ranking
from hypersweep.web.multiplayer.ranking.verification import LONGEST
from hypersweep.web.multiplayer.rooms.room_registry import DatabaseRows, Rooms
from hypersweep.web.multiplayer.rooms.saved_room import retold_record
from hypersweep.web.multiplayer.store.finished_games import GameRow
from hypersweep.web.multiplayer.store.journal import Journal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from hypersweep.web.multiplayer.rooms.ports import FinishedGame
    from hypersweep.web.multiplayer.server_settings import Settings
    from hypersweep.web.multiplayer.store.database import Database
    from hypersweep.web.multiplayer.store.room_rows import RoomRow


_log = logging.getLogger("hypersweep.ending")

# Time limit for ``end_room`` in seconds; loading the room may repeat the search for a board without guesses.
_PATIENCE = 60


async def end_room(database: Database, settings: Settings, name: str) -> None:
    """End a room's game as if its players had resigned, and remove the room from the lobby.

    This process takes over the room as another worker would. From then on, the room's previous home can't save changes
    to it, and drops it within seconds.

    Args:
        database: an open database.
        settings: server settings.
        name: room ID.

    Raises:
        RefusedError: ``no_room``: there is no such room; ``over``: no game is running; ``no_kind``: the room is a
            study.
        UnavailableError: the game currently can't be ended.
    """
    rows = DatabaseRows(database)
    row = await rows.find(name)
    if row is None:
        raise RefusedError("no_room", f"expected the id of a room, got {name[:40]!r}", status=404)
    if row.kind == "study":
        raise RefusedError("no_kind", "a study has no game to end")
    if row.ended is not None:
        raise RefusedError("over", "no game is in progress in this room")
    async with AsyncExitStack() as opened:
        journal = Journal(database)
        opened.push_async_callback(journal.close)
        pools = Pool(), Pool()
        for pool in pools:
            opened.push_async_callback(pool.close)
        ranking = Ranking(database, *pools, settings)

        async def finished(game: FinishedGame) -> None:
            values = msgspec.structs.asdict(game)
            del values["kind"]
            # Only save the game; a worker will verify it later.
            await ranking.finished(GameRow(**values))

        rooms = Rooms(rows, journal, settings, finished=finished)
        opened.push_async_callback(rooms.close)
        try:
            async with asyncio.timeout(_PATIENCE):
                try:
                    host = await rooms.host(name)
                except RefusedError:
                    raise
                except Exception as error:
                    # The journal is damaged, so no worker can load the room, and there is no game to save.
                    _log.warning("room %s can't be restored, so it is over: %r", name, error)
                    await rows.set_listed(name, False)
                    await rows.end(name, time.time_ns() // 1_000_000)
                else:
                    await host.end_now()
        except TimeoutError as error:
            raise UnavailableError(f"the room {name} couldn't be ended within {_PATIENCE} s") from error


def record_recomputer(journal: Journal, quick: Pool) -> Callable[[GameRow, RoomRow], Awaitable[str | None]]:
    """Return a function that recomputes a game's record from its room's journal, or returns None if there is none.

    Args:
        journal: the journal to read.
        quick: the process pool to replay in.
    """

    async def recompute(game: GameRow, room: RoomRow) -> str | None:
        entries = await journal.entries(room.id)
        if not entries:
            return None
        # A game missing from its room's journal was never played there; "" differs from any record.
        return await quick.run(LONGEST, retold_record, room, entries, game.id) or ""

    return recompute


async def verify_database(
    database: Database, settings: Settings, progress: Callable[[int, int], None] | None = None
) -> tuple[int, int]:
    """Verify every game again, and recompute all best times; the server may be running meanwhile.

    Args:
        database: an open database.
        settings: server settings.
        progress: called with the number of games verified so far and how many of them were wrong.

    Returns:
        The final values of both numbers.
    """
    journal, quick = Journal(database), Pool()
    done = 0

    def tell(games: int, wrong: int) -> None:
        nonlocal done
        done = games
        if progress is not None:
            progress(games, wrong)

    try:
        ranking = Ranking(database, quick, quick, settings, recompute=record_recomputer(journal, quick))
        wrong = await verify_all(database, ranking.verify, tell)
    finally:
        await quick.close()
        await journal.close()
    return done, wrong
