"""An operator's command ends a room's game while a worker has the room in memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import select, update

from databases import a_room, journalling, opened, sqlite_url
from hypersweep.game import Game
from hypersweep.record import Record
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.maintenance import end_room, record_recomputer, verify_database
from hypersweep.web.multiplayer.protocol import Ready
from hypersweep.web.multiplayer.ranking.process_pool import Pool
from hypersweep.web.multiplayer.rooms.entries import Entered, Moved, encode
from hypersweep.web.multiplayer.rooms.room import game_name
from hypersweep.web.multiplayer.rooms.room_registry import DatabaseRows
from hypersweep.web.multiplayer.rooms.saved_room import retold_record
from hypersweep.web.multiplayer.server_settings import Settings
from hypersweep.web.multiplayer.store import room_rows
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.finished_games import GameRow
from hypersweep.web.multiplayer.store.journal import Journal
from hypersweep.web.multiplayer.store.room_rows import RoomRow
from hypersweep.web.multiplayer.store.tables import games, people
from ranked_games import MOMENT, a_game, a_person, game_of, keep, lists_of
from room_world import World, world


@asynccontextmanager
async def saved_world(path: Path) -> AsyncIterator[tuple[World, Database]]:
    """Yield a worker whose rooms are in a database."""
    async with opened(sqlite_url(path / "together.db")) as database, world() as place:
        async with database.transaction() as connection:
            for name in ("Ann", "Bob"):
                row = {"id": f"person-{name}", "name": name, "made": 1, "seen": 1}
                await connection.execute(people.insert(), row)
        await place.rooms.close()
        place.rows, place.journal = DatabaseRows(database), Journal(database)  # type: ignore[assignment]
        place.rooms = place.new_rooms()
        try:
            yield place, database
        finally:
            await place.rooms.close()
            await place.journal.close()  # type: ignore[attr-defined]


async def outcomes(database: Database) -> list[tuple[str, str]]:
    async with database.transaction(writes=False) as connection:
        found = await connection.execute(select(games.c.person, games.c.outcome).order_by(games.c.number))
        return [(person, outcome) for person, outcome in found]


async def leave(place: World, database: Database) -> None:
    """Handle ended rooms, as a worker does every few seconds."""
    async with database.transaction(writes=False) as connection:
        for name, epoch in await room_rows.ended_since(connection, 0):
            host = place.rooms.here(name)
            if host is not None:
                host.leave(epoch)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["solo", "coop", "versus"])
def test_a_game_ends_as_if_its_players_resigned(kind: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with saved_world(tmp_path) as (place, database):
            made = await place.make(kind, "4x5", 4, seed=7, is_open=kind != "solo")
            ann, bob = place.page(), place.page("Bob")
            await ann.join(made)
            if kind == "versus":
                await bob.join(made)
                for each in (ann, bob):
                    each.tell(Ready(made.room, True))
                await place.until(lambda: any(each.get("stage") == "playing" for each in ann.frames))
            await ann.moved("open", 0)
            await end_room(database, place.settings, made.room)
            lost = {"solo": [("person-Ann", "lost")], "coop": [(None, "lost")]}
            assert await outcomes(database) == lost.get(kind, [("person-Ann", "lost"), ("person-Bob", "lost")])
            row = await place.rows.find(made.room)
            assert row is not None
            assert row.ended is not None
            assert not row.is_open
            with pytest.raises(RefusedError, match="no game is in progress"):
                await end_room(database, place.settings, made.room)
            # Later moves of the worker aren't saved, and it releases the room.
            ann.move("flag", 3)
            await leave(place, database)
            assert (await ann.until("gone"))["what"] == "away"
            again = place.page()
            assert (await again.join(made))["stage"] == "over"

    asyncio.run(main())


@pytest.mark.slow
def test_a_room_without_a_game_ends_and_others_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with saved_world(tmp_path) as (place, database):
            made = await place.make("coop", "4x5", 4, is_open=True)
            await place.page().join(made)
            other = await place.make("coop", "4x5", 4)
            ann = place.page()
            await ann.join(other)
            await end_room(database, place.settings, made.room)
            await leave(place, database)
            assert place.rooms.here(made.room) is None
            assert not ann.of("gone")
            assert await outcomes(database) == []
            study = a_room(kind="study")
            await place.rows.insert(study)
            for name, what in (("nothing", "no_room"), (study.id, "no_kind")):
                with pytest.raises(RefusedError) as refused:
                    await end_room(database, place.settings, name)
                assert refused.value.what == what

    asyncio.run(main())


def a_room_that_was_played(person: str) -> tuple[RoomRow, list[bytes], GameRow]:
    """A room, its entries, and the row of the game that was won in it."""
    room = RoomRow("aaaabbbbccccdddd", "solo", "4x5", 4, "classic", "7", person, "key", "{}", MOMENT)
    game = Game("4x5", 4, seed=7)
    entries = [encode(Entered(0, person, "Ann", False))]
    for n, cell in enumerate(range(20), 1):
        layout = game.layout
        if game.outcome.name == "ONGOING" and (layout is None or not layout.is_mine(cell)):
            game.open(cell)
            entries.append(encode(Moved(1000 * n, 1, len(entries), 0, cell, 1000 * (n - 1), 0)))
    name = game_name(room.id, room.seed, 1, 0)
    text = retold_record(room, entries, name)
    assert text is not None
    return room, entries, a_game(Record.parse(text), person, id=name, room=room.id, finished=MOMENT + 60_000)


@pytest.mark.slow
@pytest.mark.parametrize("is_forged", [False, True])
def test_every_game_again(tmp_path: Path, *, is_forged: bool) -> None:
    async def main() -> None:
        url = sqlite_url(tmp_path / "together.db")
        async with journalling(url) as (database, journal):
            person = await a_person(database)
            room, entries, game = a_room_that_was_played(person)
            async with database.transaction() as connection:
                await room_rows.add(connection, room)
            epoch = await journal.take(room.id)
            kept = asyncio.Event()
            for version, entry in enumerate(entries, 1):
                journal.append(room.id, epoch, version, entry, lambda _: kept.set())
            await kept.wait()
            await keep(database, game)
            if is_forged:
                async with database.transaction() as connection:
                    fast = game.record.replace("000 open", "00 open").replace("000 end", "00 end")
                    values = {"record": fast, "milliseconds": game.milliseconds // 10}
                    await connection.execute(update(games).values(values))
            told: list[tuple[int, int]] = []
            found = await verify_database(database, Settings(url), lambda *numbers: told.append(numbers))
            assert found == told[-1] == (1, int(is_forged))
            assert (await game_of(database, game.id)).why_not == ("other" if is_forged else None)
            assert bool(await lists_of(database, person)) is not is_forged

    asyncio.run(main())


@pytest.mark.slow
def test_rooms_that_are_no_longer_kept_tell_nothing() -> None:
    async def main() -> None:
        pool = Pool()
        try:
            async with journalling("sqlite+aiosqlite://") as (database, journal):
                room, _, game = a_room_that_was_played(await a_person(database))
                assert await record_recomputer(journal, pool)(game, room) is None
        finally:
            await pool.close()

    asyncio.run(main())
