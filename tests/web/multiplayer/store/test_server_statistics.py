"""Statistics of a server."""

from __future__ import annotations

import asyncio

from databases import a_room, opened
from hypersweep.web.multiplayer.store import people as people_rows
from hypersweep.web.multiplayer.store import room_rows
from hypersweep.web.multiplayer.store.server_statistics import statistics
from ranked_games import MOMENT, a_person, bare_game, keep

DAY = 86_400_000
TODAY = MOMENT // DAY * DAY


def test_what_an_operator_asks_first(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            person, _ = await a_person(database, "Ann"), await a_person(database, "Guest", is_guest=True)
            rows = [
                bare_game(person, 5, TODAY),
                bare_game(person, 5, TODAY + DAY - 1, outcome="lost"),
                bare_game(person, 5, TODAY - 1, why_not="review"),
                bare_game(person, 5, TODAY - 2 * DAY),
            ]
            await keep(database, *rows)
            async with database.transaction() as connection:
                await people_rows.set_ban(connection, person, TODAY + 9 * DAY, "swore")
                for kind, is_open, ended in (("solo", False, None), ("coop", True, None), ("coop", True, 7)):
                    await room_rows.add(connection, a_room(kind=kind, is_open=is_open, ended=ended))
                found = await statistics(connection, TODAY + 5, days=2)
                assert (found.accounts, found.guests, found.banned) == (1, 1, 1)
                assert (found.rooms, found.listed) == ({"coop": 1, "solo": 1}, 1)
                assert (found.games, found.unverified, found.review) == (4, 0, 1)
                assert found.days == [(TODAY, 2, 1), (TODAY - DAY, 1, 1)]
                later = await statistics(connection, TODAY + 10 * DAY)
                assert (later.banned, later.seen, [count for _, count, _ in later.days]) == (0, 0, [0] * 7)

    asyncio.run(main())
