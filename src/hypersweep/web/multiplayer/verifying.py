"""Verify games against their rooms' journals; verify all games again for an administrator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.web.multiplayer.ranking.counting import verify_all
from hypersweep.web.multiplayer.ranking.pool import Pool
from hypersweep.web.multiplayer.ranking.ranking import Ranking
from hypersweep.web.multiplayer.ranking.verify import LONGEST
from hypersweep.web.multiplayer.rooms.saved_room import retold_record
from hypersweep.web.multiplayer.store.journal import Journal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from hypersweep.web.multiplayer.settings import Settings
    from hypersweep.web.multiplayer.store.database import Database
    from hypersweep.web.multiplayer.store.games import GameRow
    from hypersweep.web.multiplayer.store.rooms import RoomRow


def teller(journal: Journal, quick: Pool) -> Callable[[GameRow, RoomRow], Awaitable[str | None]]:
    """Return a function that recomputes the record of a game from its room's journal.

    Args:
        journal: the entries of rooms.
        quick: the processes that replay it.
    """

    async def told(game: GameRow, room: RoomRow) -> str | None:
        entries = await journal.entries(room.id)
        if not entries:
            return None
        # A game that its room's journal lacks was never played: "" fails the comparison.
        return await quick.run(LONGEST, retold_record, room, entries, game.id) or ""

    return told


async def verify_database(
    database: Database, settings: Settings, told: Callable[[int, int], None] | None = None
) -> tuple[int, int]:
    """Verify every game again and recompute all best times; a server may run meanwhile.

    Args:
        database: an open database.
        settings: of the server.
        told: progress callback with the number of verified games, and of wrong ones.

    Returns:
        Both numbers at the end.
    """
    journal, quick = Journal(database), Pool()
    done = 0

    def tell(games: int, wrong: int) -> None:
        nonlocal done
        done = games
        if told is not None:
            told(games, wrong)

    try:
        ranking = Ranking(database, quick, quick, settings, told=teller(journal, quick))
        wrong = await verify_all(database, ranking.verify, tell)
    finally:
        await quick.close()
        await journal.close()
    return done, wrong
