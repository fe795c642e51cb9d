"""Daily boards: made in advance, kept secret, and tried once by each player."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from xml.etree import ElementTree

import pytest
from sqlalchemy import select

from databases import a_room, opened
from hypersweep import Game
from hypersweep.boards import PRESETS
from hypersweep.errors import GenerationError
from hypersweep.game.first_open import deal
from hypersweep.generate import solvable_from
from hypersweep.grid import Grid
from hypersweep.layout import Layout
from hypersweep.record import Event, Record
from hypersweep.rules import Rules
from hypersweep.session import Session
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.http_protocol import RoomMade
from hypersweep.web.multiplayer.protocol import Me
from hypersweep.web.multiplayer.ranking.daily import (
    DAILY_PRESETS,
    DAILY_RULES,
    Dailies,
    DailyRoom,
    daily_ends,
    first_cell,
    make_board,
    seeds,
)
from hypersweep.web.multiplayer.ranking.process_pool import Pool
from hypersweep.web.multiplayer.store import dailies, room_rows
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.finished_games import GameRow
from hypersweep.web.multiplayer.store.tables import new_id
from hypersweep.web.multiplayer.store.tables import rooms as rooms_table
from ranked_games import a_game, a_person, game_of, lists_of, make_room, played_record, ranking_in


def moment(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


class Days:
    """Daily boards whose clock the test sets, and the rooms that were made for them."""

    def __init__(self, database: Database, pool: Pool) -> None:
        self.database = database
        self.now = moment("2026-11-22T09:00")
        self.boards = Dailies(database, pool, clock=lambda: self.now)
        self.made: list[DailyRoom] = []

    async def make_room(self, request: DailyRoom, me: Me) -> RoomMade:
        self.made.append(request)
        room = a_room(
            id=request.room or new_id(),
            board=request.board,
            mines=request.mines,
            rules=request.rules,
            seed=str(request.seed),
            made=self.now - 3_600_000,
        )
        async with self.database.transaction() as connection:
            await room_rows.add(connection, room)
        return RoomMade(room.id, room.key)

    async def play(self, me: Me, day: str = "2026-11-22", preset: str = "beginner") -> RoomMade:
        return await self.boards.play(day, preset, me, self.make_room)

    async def there(self) -> set[tuple[str, str]]:
        async with self.database.transaction(writes=False) as connection:
            return set(await dailies.grades(connection, "2000-01-01", "2999-01-01"))


@asynccontextmanager
async def days_in(url: str) -> AsyncIterator[Days]:
    pool = Pool()
    try:
        async with opened(url) as database:
            yield Days(database, pool)
    finally:
        await pool.close()


async def somebody(database: Database) -> Me:
    return Me(await a_person(database), "Ann", is_guest=False)


def test_boards_of_all_presets_can_be_made() -> None:
    for preset in DAILY_PRESETS:
        board, mines = PRESETS[preset]
        made = make_board(board, mines, DAILY_RULES, seeds("secret", "2026-11-22", preset))
        layout = Layout.parse(made.layout)
        assert (layout.grid.format(), layout.mines) == (board, mines)
        assert layout.clue(first_cell(board)) == 0
        assert solvable_from(layout, first_cell(board)).grade == made.grade is not None
        rules = Rules.parse(DAILY_RULES)
        assert deal(Grid(board), mines, rules, seed=made.seed, first=first_cell(board)) == layout


def test_seeds_that_have_no_board_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_fails(grid: Grid, mines: int, rules: Rules, *, seed: int, first: int) -> Layout:
        if seed < 3:
            raise GenerationError("none")
        return deal(grid, mines, rules, seed=seed, first=first)

    monkeypatch.setattr("hypersweep.web.multiplayer.ranking.daily.deal", first_fails)
    assert make_board("5x6", 4, DAILY_RULES, [1, 2, 3, 4]).seed == 3
    with pytest.raises(GenerationError, match="2 seeds"):
        make_board("5x6", 4, DAILY_RULES, [1, 2])


def test_seeds_follow_from_secret_day_and_preset() -> None:
    own = seeds("secret", "2026-11-22", "expert")
    assert own == seeds("secret", "2026-11-22", "expert")
    others = [
        seeds("secre", "2026-11-22", "expert"),
        seeds("secret", "2026-11-23", "expert"),
        seeds("secret", "2026-11-22", "evil"),
    ]
    assert len({number for each in (own, *others) for number in each}) == 80
    assert all(0 <= number < 1 << 64 for number in own)


@pytest.mark.slow
def test_tomorrows_boards_are_there_from_noon_on_and_can_be_had_from_midnight_on(url: str) -> None:
    async def main() -> None:
        async with days_in(url) as days:
            await days.boards.make_due()
            assert await days.there() == {("2026-11-22", preset) for preset in DAILY_PRESETS}
            days.now = moment("2026-11-22T12:00")
            await days.boards.make_due()
            assert ("2026-11-23", "expert") in await days.there()
            me = await somebody(days.database)
            for when in ("2026-11-22T12:00", "2026-11-22T23:59:59.999"):
                days.now = moment(when)
                for day in ("2026-11-23", "2026-11-24", "9999-12-31"):
                    with pytest.raises(RefusedError) as caught:
                        await days.boards.board(day, "expert")
                    assert caught.value.what == "daily_early"
                    with pytest.raises(RefusedError):
                        await days.play(me, day)
            assert days.made == []
            days.now = moment("2026-11-23T00:00")
            board = await days.boards.board("2026-11-23", "expert")
            # As it was made the day before.
            assert board.made == moment("2026-11-22T12:00")

    asyncio.run(main())


def test_days_that_have_no_boards() -> None:
    async def main() -> None:
        async with days_in("sqlite+aiosqlite://") as days:
            for day, preset, what in (
                ("2026-11-21", "expert", "daily"),
                ("2026-11-22", "nonsense", "daily"),
                ("2026-1-2", "expert", "period"),
                ("20261122", "expert", "period"),
                ("'; drop", "expert", "period"),
            ):
                with pytest.raises(RefusedError) as caught:
                    await days.boards.board(day, preset)
                assert caught.value.what == what

    asyncio.run(main())


@pytest.mark.slow
def test_two_workers_make_the_same_boards(url: str) -> None:
    async def main() -> None:
        async with days_in(url) as days:
            other = Dailies(days.database, days.boards._quick, clock=lambda: days.now)
            found = await asyncio.gather(days.boards.board("2026-11-22", "expert"), other.board("2026-11-22", "expert"))
            assert found[0] == found[1]

    asyncio.run(main())


@pytest.mark.slow
def test_one_try_that_counts(url: str) -> None:
    async def main() -> None:
        async with days_in(url) as days:
            me = await somebody(days.database)
            first = await days.play(me)
            # It continues after the page was closed.
            assert await days.play(me) == first
            assert [request.is_ranked for request in days.made] == [True]
            assert days.made[0].daily == "2026-11-22 beginner"
            # Of another preset there is another one.
            assert await days.play(me, preset="expert") != first
            async with days.database.transaction() as connection:
                await room_rows.end(connection, first.room, days.now)
            # While others may still play for the day's list, a further try would show its mines.
            for when, who in (("2026-11-22T09:00", me), ("2026-11-23T00:59:59", await somebody(days.database))):
                days.now = moment(when)
                with pytest.raises(RefusedError) as caught:
                    await days.play(who)
                assert (caught.value.what, caught.value.values["until"]) == ("daily_sealed", moment("2026-11-23T01:00"))
            # Afterwards tries are for practice.
            days.now = moment("2026-11-23T01:00")
            second = await days.play(me)
            assert second != first
            assert [request.is_ranked for request in days.made] == [True, True, False]
            assert days.made[-1].seed == days.made[0].seed

    asyncio.run(main())


@pytest.mark.slow
def test_two_tries_that_begin_at_once(url: str) -> None:
    async def main() -> None:
        async with days_in(url) as days:
            me = await somebody(days.database)
            await days.boards.board("2026-11-22", "beginner")
            found = await asyncio.gather(*(days.play(me) for _ in range(5)))
            assert len({made.room for made in found}) == 1
            # No room remains that could reveal the mines before the try that counts.
            async with days.database.transaction(writes=False) as connection:
                assert await dailies.load_try(connection, "2026-11-22", "beginner", me.id) == (found[0].room, None)
                made_rooms = list(await connection.execute(select(rooms_table.c.id)))
            assert [name for (name,) in made_rooms] == [found[0].room]


@pytest.mark.slow
def test_a_try_whose_room_was_never_made_is_begun_later(url: str) -> None:
    async def main() -> None:
        async with days_in(url) as days:
            me = await somebody(days.database)

            async def fail(request: DailyRoom, me: Me) -> RoomMade:
                raise RefusedError("unavailable", "not now", status=503)

            with pytest.raises(RefusedError, match="not now"):
                await days.boards.play("2026-11-22", "beginner", me, fail)
            made = await days.play(me)
            assert days.made[-1].is_ranked
            assert await days.play(me) == made

    asyncio.run(main())

    asyncio.run(main())


@pytest.mark.slow
def test_the_try_alone_counts() -> None:
    # A game counts for its day only if it was played in the room of the first try, whatever a room claims.
    async def main() -> None:
        async with ranking_in("sqlite+aiosqlite://") as (database, ranking):
            days = Days(database, ranking._quick)
            me = await somebody(database)
            board = await days.boards.board("2026-11-22", "beginner")
            first = Grid(board.board).cell(first_cell(board.board))
            rows: list[GameRow] = []
            for place in ((await days.play(me)).room, new_id()):
                record = played_record(
                    int(board.seed), board=board.board, mines=board.mines, rules=board.rules, first=first
                )
                row = a_game(record, me.id, room=place, daily="2026-11-22 beginner", finished=days.now)
                if rows:
                    await make_room(database, row)
                rows.append(row)
                await ranking.finished(row)
            await ranking.idle()
            found = [await game_of(database, row.id) for row in rows]
            assert [row.why_not for row in found] == [None, "again"]
            assert set((await lists_of(database, me.id)).values()) == {(rows[0].id, rows[0].milliseconds, days.now)}
            async with database.transaction(writes=False) as connection:
                assert await dailies.load_try(connection, "2026-11-22", "beginner", me.id) == (rows[0].room, rows[0].id)

    asyncio.run(main())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("begun", "ended", "why_not"),
    [
        ("2026-11-22T23:59:50", "2026-11-23T00:30:00", None),
        ("2026-11-23T00:00:10", "2026-11-23T00:05:00", "late"),
        ("2026-11-22T23:59:50", "2026-11-23T01:00:01", "late"),
    ],
)
def test_a_try_that_was_reserved_counts_only_if_it_begins_on_the_day(
    begun: str, ended: str, why_not: str | None
) -> None:
    async def main() -> None:
        async with ranking_in("sqlite+aiosqlite://") as (database, ranking):
            days = Days(database, ranking._quick)
            days.now = moment("2026-11-22T23:59:30")
            me = await somebody(database)
            board = await days.boards.board("2026-11-22", "beginner")
            first = Grid(board.board).cell(first_cell(board.board))
            place = (await days.play(me)).room
            record = played_record(
                int(board.seed), board=board.board, mines=board.mines, rules=board.rules, first=first
            )
            *events, last = record.events
            took = moment(ended) - moment(begun)
            slow = record.replace(
                events=[*events, Event(took, last.kind, last.cell, last.changed, last.ended)], milliseconds=took
            )
            row = a_game(slow, me.id, room=place, daily="2026-11-22 beginner", finished=moment(ended))
            await ranking.finished(row)
            await ranking.idle()
            assert (await game_of(database, row.id)).why_not == why_not

    asyncio.run(main())


@pytest.mark.slow
def test_the_background_task_makes_what_is_due() -> None:
    async def main() -> None:
        async with days_in("sqlite+aiosqlite://") as days:
            await days.boards.begin()
            while len(await days.there()) < len(DAILY_PRESETS):
                await asyncio.sleep(0.01)
            await days.boards.close()

    asyncio.run(main())


def lost(layout: Layout, *cells: tuple[int, ...], chord: tuple[int, ...] | None = None) -> str:
    """The record of a game that opens some cells, or flags all but the last and chords."""
    session = Session(layout=layout, clock=iter(range(0, 10**15, 10**8)).__next__)
    for cell in cells:
        session.flag(cell) if chord and cell != cells[0] else session.open(cell)
    if chord:
        session.chord(chord)
    return session.record.format()


def test_mines_that_went_off_are_counted() -> None:
    layout = Layout("3x4", [(0, 3), (2, 0), (2, 3)])
    records = [lost(layout, (0, 0), (0, 3)), lost(layout, (0, 0), (0, 3)), lost(layout, (2, 0))]
    # A wrong flag and a chord: the exploded cell isn't the clicked one.
    records.append(lost(layout, (1, 2), (0, 2), (2, 2), chord=(1, 2)))
    found = daily_ends(layout.format(), records)
    assert found.cells == {3: 3, 8: 1, 11: 1}
    text = ElementTree.fromstring(found.picture)
    words = [element.text for element in text.iter() if element.tag.endswith("text")]
    assert {"3", "1"} <= set(words)


@pytest.mark.parametrize("board", ["40", "5x5x5", "4x4x4x4x4"])
def test_a_board_of_any_dimensions_is_drawn(board: str) -> None:
    game = Game(board, 5, seed=7)
    game.open(0)
    assert game.layout is not None
    found = daily_ends(game.layout.format(), [])
    assert found.cells == {}
    assert found.picture.startswith("<svg")


def test_a_game_that_was_given_up_ended_nowhere() -> None:
    layout = Layout("3x4", [(0, 3)])
    record = Record.begin(Game(layout=layout)).format()
    assert daily_ends(layout.format(), [record]).cells == {}
