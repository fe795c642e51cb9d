"""Verifying everything again, with journals."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import update

from databases import journalling, sqlite_url
from hypersweep.game import Game
from hypersweep.record import Record
from hypersweep.web.multiplayer.ranking.pool import Pool
from hypersweep.web.multiplayer.rooms.board import game_name
from hypersweep.web.multiplayer.rooms.entries import Entered, Moved, encode
from hypersweep.web.multiplayer.rooms.journal_replay import retold_record
from hypersweep.web.multiplayer.settings import Settings
from hypersweep.web.multiplayer.store import rooms
from hypersweep.web.multiplayer.store.games import GameRow
from hypersweep.web.multiplayer.store.rooms import RoomRow
from hypersweep.web.multiplayer.store.tables import games
from hypersweep.web.multiplayer.verifying import teller, verify_database
from ranked_games import MOMENT, a_game, a_person, game_of, keep, lists_of


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
                await rooms.add(connection, room)
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
                assert await teller(journal, pool)(game, room) is None
        finally:
            await pool.close()

    asyncio.run(main())
