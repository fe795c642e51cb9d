"""Daily boards and tries."""

from __future__ import annotations

import asyncio

from databases import opened
from hypersweep.web.together.store import dailies
from hypersweep.web.together.store.dailies import DailyRow, TryRow
from ranked_games import MOMENT, a_person, bare_game, keep


def a_daily(date: str, preset: str = "expert", **differences: object) -> DailyRow:
    usual: dict[str, object] = {
        "date": date,
        "preset": preset,
        "board": "16x30",
        "mines": 99,
        "rules": "classic",
        "seed": "18446744073709551615",
        "layout": "16x30.b",
        "grade": "pair",
        "made": 5,
    }
    return DailyRow(**{**usual, **differences})  # type: ignore[arg-type]


def test_a_board_stays_as_it_was_made_first(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database, database.transaction() as connection:
            assert await dailies.first_date(connection) is None
            first = a_daily("2026-11-22")
            await dailies.add(connection, first)
            await dailies.add(connection, a_daily("2026-11-22", seed="3"))
            assert await dailies.load(connection, "2026-11-22", "expert") == first
            assert await dailies.load(connection, "2026-11-22", "evil") is None
            await dailies.add(connection, a_daily("2026-10-31", grade=None))
            assert await dailies.first_date(connection) == "2026-10-31"
            assert await dailies.grades(connection, "2026-11-01", "2026-11-30") == {("2026-11-22", "expert"): "pair"}

    asyncio.run(main())


def test_tries(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            person, other = await a_person(database), await a_person(database)
            game = bare_game(person, 700, MOMENT, room="room")
            await keep(database, game)
            async with database.transaction() as connection:
                assert await dailies.load_try(connection, "2026-11-22", "expert", person) is None
                assert await dailies.begin_try(connection, "2026-11-22", "expert", person, "room") == "room"
                assert await dailies.begin_try(connection, "2026-11-22", "expert", person, "other") == "room"
                assert await dailies.begin_try(connection, "2026-11-22", "expert", other, "other") == "other"
                # Another room is another try.
                await dailies.end_try(connection, "2026-11-22 expert", person, "other", game.id)
                assert await dailies.load_try(connection, "2026-11-22", "expert", person) == ("room", None)
                await dailies.end_try(connection, "2026-11-22 expert", person, "room", game.id)
                assert await dailies.load_try(connection, "2026-11-22", "expert", person) == ("room", game.id)
                assert await dailies.tries(connection, person, "2026-11-01", "2026-11-30") == [
                    TryRow("2026-11-22", "expert", "room", game.id, "won", 700)
                ]
                assert await dailies.tries(connection, other, "2026-11-01", "2026-11-30") == [
                    TryRow("2026-11-22", "expert", "other", None, None, None)
                ]
                assert await dailies.tries(connection, person, "2026-12-01", "2026-12-31") == []

    asyncio.run(main())
