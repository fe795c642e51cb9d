"""Making rooms, and finding them."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from databases import a_room, opened, sqlite_url
from hypersweep.game import CancelToken
from hypersweep.web.multiplayer.failures import RefusedError, UnavailableError
from hypersweep.web.multiplayer.http_protocol import RoomRequest
from hypersweep.web.multiplayer.protocol import Me
from hypersweep.web.multiplayer.rooms.room_kinds import ROOM_KINDS
from hypersweep.web.multiplayer.rooms.room_registry import DatabaseRows, row_of
from hypersweep.web.multiplayer.server_settings import Settings
from hypersweep.web.multiplayer.store.room_rows import RoomRow
from hypersweep.web.multiplayer.store.tables import new_id, people
from room_world import world


@pytest.mark.parametrize(
    ("board", "mines", "rules", "what"),
    [
        ("16x30", 480, "classic", "board"),
        ("16x", 9, "classic", "board"),
        ("3x4", 3, "fair", "board"),
        ("3x4", 12, "comp2017", "board"),
        ("3x4", 0, "classic,first=any,guess=never", "board"),
        ("400x400", 9, "classic", "too_large"),
        ("2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2", 9, "classic", "too_large"),
        ("3x3x3x3x3x3x3x3", 9, "classic", "too_large"),
    ],
)
def test_a_board_that_can_t_be_played_is_refused(board: str, mines: int, rules: str, what: str) -> None:
    async def play() -> None:
        async with world() as place:
            for kind in ("solo", "coop", "versus"):
                with pytest.raises(RefusedError) as refused:
                    await place.make(kind, board, mines, rules)
                assert refused.value.what == what
            assert not place.rows.rows

    asyncio.run(play())


@pytest.mark.parametrize("board", ["30", "16x30", "5x6x7", "4x4x4x4~wrap=0,3"])
def test_boards_of_any_dimension_are_played(board: str) -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", board, 5)
            ann = place.page()
            assert (await ann.join(made))["board"] == board
            assert (await ann.moved("open", 3))["opened"] >= 1

    asyncio.run(play())


def test_guests_who_search_leave_threads_and_places_to_accounts() -> None:
    async def play() -> None:
        async with world() as place:
            going = threading.Event()
            rooms = place.rooms

            async def search(owner: str, is_guest: bool) -> str:
                return await rooms.search(owner, lambda _: str(going.wait(60)), CancelToken(), is_guest=is_guest)

            guests = [asyncio.create_task(search(f"guest {n}", True)) for n in range(40)]
            await asyncio.sleep(0)
            assert (rooms.searches.running, rooms.searches.waiting) == (2, 14)
            assert await rooms.search("Ann", lambda _: "found", CancelToken()) == "found"
            going.set()
            found = await asyncio.gather(*guests, return_exceptions=True)
            told = [each.what if isinstance(each, RefusedError) else each for each in found]
            assert told == ["True"] * 16 + ["busy"] * 24
            for is_guest in (False, True):
                me = Me("p1", "Ann", is_guest)
                made = await rooms.make(RoomRequest("solo", "3x4", 3, "classic"), me)
                assert place.rows.rows[made.room].is_by_guest == is_guest

    asyncio.run(play())


def test_one_person_has_so_many_rooms_and_no_more() -> None:
    async def play() -> None:
        async with world(most_rooms=2) as place:
            await place.make("solo", "3x4", 3)
            made = await place.make("solo", "3x4", 3, seed=5)
            with pytest.raises(RefusedError) as refused:
                await place.make("solo", "3x4", 3)
            assert (refused.value.what, refused.value.values) == ("too_many_rooms", {"most": 2})
            ann = place.page()
            await ann.join(made)
            await ann.moved("open", 0)
            await ann.moved("open", 7)
            await place.until(lambda: place.rows.rows[made.room].ended is not None)
            await place.make("solo", "3x4", 3)
            # Rooms of other kinds have a limit of their own, and a daily board never fails for one.
            await place.make("coop", "3x4", 3)
            await place.make("solo", "3x4", 3, settings={"daily": "2026-11-22 expert"})

    asyncio.run(play())


def test_a_room_that_isn_t_there_or_can_t_be_read_is_refused() -> None:
    async def play() -> None:
        async with world() as place:
            with pytest.raises(RefusedError) as refused:
                await place.rooms.port("nowhere-at-all")
            assert refused.value.what == "no_room"
            made = await place.make("coop", "3x4", 3)
            place.journal.is_lost = True
            with pytest.raises(UnavailableError):
                await place.rooms.port(made.room)
            place.journal.is_lost = False
            await place.page().join(made)

    asyncio.run(play())


def test_all_who_ask_for_a_room_at_once_get_the_same() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3)
            asking = [asyncio.ensure_future(place.rooms.port(made.room)) for _ in range(9)]
            await asyncio.sleep(0)
            asking[0].cancel()
            found = await asyncio.gather(*asking[1:])
            assert len(set(map(id, found))) == 1
            assert place.journal.epochs[made.room] == 1

    asyncio.run(play())


def test_seeds_are_kept_from_everybody_and_never_the_same() -> None:
    async def play() -> None:
        async with world() as place:
            made = [await place.make("solo", "3x4", 3) for _ in range(20)]
            rows = [place.rows.rows[each.room] for each in made]
            assert (
                len({row.seed for row in rows}) == len({row.id for row in rows}) == len({row.key for row in rows}) == 20
            )
            assert all(0 <= int(row.seed) < 1 << 64 for row in rows)

    asyncio.run(play())


SETTINGS = Settings("sqlite+aiosqlite://", largest_board=100)


def row(kind: str = "solo", board: str = "3x4", mines: int = 3, rules: str = "classic", **others: object) -> RoomRow:
    """Return the row of a requested room."""
    seed = others.pop("seed", None)
    request = RoomRequest(kind, board, mines, rules, **others)  # type: ignore[arg-type]
    return row_of(request, SETTINGS, owner="Ann", made=17, seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["solo", "coop", "versus", "study"])
def test_a_room_can_be_made_of_what_is_kept(kind: str) -> None:
    kept = row(kind, is_open=True)
    assert (kept.kind, kept.owner, kept.made, kept.is_open, kept.ended) == (kind, "Ann", 17, True, None)
    room = ROOM_KINDS[kind](kept)
    assert (room.kind, str(room.grid), room.row.mines) == (kind, "3x4", 3)


def test_names_keys_and_seeds_are_never_the_same_unless_a_seed_is_said() -> None:
    first, second = row(), row()
    assert all(getattr(first, name) != getattr(second, name) for name in ("id", "key", "seed"))
    assert first.id != first.key
    assert row(seed=5).seed == "5"
    assert row(seed=0).seed == "0"


def test_a_kind_that_nobody_knows_is_refused() -> None:
    with pytest.raises(RefusedError, match=r"kind of room .*solo.*, got chess") as caught:
        row("chess")
    assert caught.value.what == "no_kind"


def test_a_board_that_is_too_large_says_how_large_it_may_be() -> None:
    row("solo", "10x10", 9)
    for kind in ("solo", "coop", "versus"):
        with pytest.raises(RefusedError) as caught:
            row(kind, "10x11", 9)
        assert (caught.value.what, caught.value.values) == ("too_large", {"cells": 100})


def test_what_is_wrong_with_a_board_is_said() -> None:
    with pytest.raises(RefusedError) as caught:
        row(mines=13)
    assert caught.value.what == "board"
    assert "13" in str(caught.value.values["reason"])
    with pytest.raises(RefusedError) as caught:
        row("study", mines=13)
    assert caught.value.what == "study_board"


def test_a_room_is_kept_found_counted_and_ended(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            rows = DatabaseRows(database)
            ada, bob = new_id(), new_id()
            async with database.transaction() as connection:
                for person in (ada, bob):
                    await connection.execute(people.insert(), {"id": person, "name": person, "made": 1, "seen": 1})
            made = [a_room(owner=ada), a_room(owner=ada), a_room(owner=bob)]
            for row in made:
                assert await rows.insert(row)
            assert await rows.find(made[1].id) == made[1]
            assert await rows.find("nobody's") is None
            assert not await rows.insert(a_room(owner=ada), 2)
            await rows.end(made[1].id, 70)
            await rows.end(made[1].id, 80)
            ended = await rows.find(made[1].id)
            assert ended is not None
            assert ended.ended == 70
            assert not await rows.insert(a_room(owner=bob), 1)
            assert await rows.insert(a_room(owner=bob, kind="coop"), 1)
            # Of many at once none passes the limit.
            told = await asyncio.gather(*(rows.insert(a_room(owner=ada), 3) for _ in range(6)))
            assert sorted(told) == [False] * 4 + [True] * 2
            await rows.set_listed(made[0].id, True)
            listed = await rows.find(made[0].id)
            assert listed is not None
            assert listed.is_open

    asyncio.run(main())


def test_where_the_database_can_t_be_written_that_is_told_and_nothing_has_happened(tmp_path: Path) -> None:
    async def main() -> None:
        path = tmp_path / "together.db"
        async with opened(sqlite_url(path)) as database:
            rows = DatabaseRows(database)
            first, other = a_room(), a_room()
            await rows.insert(first)
            with closing(sqlite3.connect(path, isolation_level=None)) as held:
                held.execute("BEGIN IMMEDIATE")
                usual, database.seconds = database.seconds, 0.1
                for call in (rows.insert(other), rows.end(first.id, 70)):
                    with pytest.raises(UnavailableError):
                        await call
            database.seconds = usual
            assert await rows.find(other.id) is None
            assert await rows.find(first.id) == first

    asyncio.run(main())
