"""Stored daily boards and tries."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from databases import opened
from hypersweep.web.multiplayer.store import dailies, finished_games
from hypersweep.web.multiplayer.store.dailies import DailyRow, TryRow
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


def moment(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def test_a_board_is_sealed_until_an_hour_after_its_day() -> None:
    assert dailies.sealed_until("2026-11-30 expert") == moment("2026-12-01T01:00")


@pytest.mark.parametrize(
    ("begun", "ended", "is_in_time"),
    [
        ("2026-11-30T23:59:59", "2026-12-01T01:00:00", True),
        ("2026-11-30T23:59:59", "2026-12-01T01:00:01", False),
        ("2026-12-01T00:00:00", "2026-12-01T00:01:00", False),
    ],
)
def test_a_try_counts_if_it_begins_on_its_day_and_ends_before_the_seal(
    begun: str, ended: str, is_in_time: bool
) -> None:
    assert dailies.counts("2026-11-30 expert", moment(begun), moment(ended)) is is_in_time


def test_a_daily_board_is_known_by_its_room() -> None:
    assert dailies.room_daily('{"daily": "2026-11-22 expert", "first": 3}') == "2026-11-22 expert"
    for other in ("{}", "", "[]", '{"daily": 3}', "{"):
        assert dailies.room_daily(other) is None


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
                assert (await dailies.records(connection, "2026-11-22", "expert", most=9))[:2] == (1, 1)
                await finished_games.set_decision(connection, game.id, "void", "a program's", "void")
                assert await dailies.records(connection, "2026-11-22", "expert", most=9) == (0, 0, [])

    asyncio.run(main())
