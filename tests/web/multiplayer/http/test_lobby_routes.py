"""Rooms over HTTP."""

from __future__ import annotations

import pytest

from databases import a_room
from hypersweep.web.multiplayer.http_protocol import RoomRequest
from hypersweep.web.multiplayer.protocol import Me
from hypersweep.web.multiplayer.store import room_rows
from hypersweep.web.multiplayer.store.tables import now
from ranked_games import a_person
from ranked_house import RankedHouse, in_ranked_house


def test_a_room_is_made_as_requested() -> None:
    async def work(house: RankedHouse) -> None:
        me = Me(await a_person(house.database), "Ann")
        request = {"kind": "coop", "board": "3x4", "mines": 2}
        async with house.browser(me) as browser, house.browser() as stranger:
            made = (await browser.post("/api/rooms", json=request)).json()
            assert set(made) == {"room", "key"}
            assert house.requests == [RoomRequest("coop", "3x4", 2)]
            assert (await stranger.post("/api/rooms", json=request)).status_code == 401
            refused = await browser.post("/api/rooms", json=request | {"mines": 5000})
            assert (refused.status_code, refused.json()["what"]) == (400, "board")
            wrong: object
            for wrong in (request | {"kind": "duel"}, request | {"more": 1}, request | {"mines": -1}, [], 3):
                assert (await browser.post("/api/rooms", json=wrong)).status_code == 422
            foreign = await browser.post("/api/rooms", json=request, headers={"origin": "https://evil.example"})
            assert foreign.status_code == 403
            assert len(house.requests) == 1

    in_ranked_house(work)


@pytest.mark.slow
def test_open_rooms_and_how_many_are_there() -> None:
    async def work(house: RankedHouse) -> None:
        owner = await a_person(house.database, "Ann")
        open_room = a_room(kind="versus", is_open=True, owner=owner)
        async with house.database.transaction() as connection:
            await room_rows.add(connection, open_room)
            await room_rows.add(connection, a_room())
        async with house.browser() as browser:
            found = (await browser.get("/api/lobby")).json()["rooms"]
        assert found == [
            {
                "room": open_room.id,
                "kind": "versus",
                "board": "3x4",
                "mines": 2,
                "rules": "classic",
                "made": open_room.made,
                "owner": "Ann",
                "here": 16,
            }
        ]
        # Nothing that is secret before the end, and no key of the room.
        assert open_room.key not in str(found)
        assert "seed" not in str(found)

    in_ranked_house(work)


@pytest.mark.slow
def test_own_rooms_that_run() -> None:
    async def work(house: RankedHouse) -> None:
        me = Me(await a_person(house.database, "Ann"), "Ann")
        rows = [
            a_room(owner=me.id, made=5, settings='{"daily": "2026-11-22 expert"}'),
            a_room(owner=me.id, made=6, kind="versus"),
            a_room(owner=me.id, made=7, kind="study"),
            a_room(owner=me.id, made=8, ended=9),
            a_room(owner=await a_person(house.database, "Bob"), made=9),
        ]
        async with house.database.transaction() as connection:
            for row in rows:
                await room_rows.add(connection, row)
        async with house.browser(me) as browser, house.browser() as other:
            found = (await browser.get("/api/rooms")).json()["rooms"]
            assert [(room["room"], room.get("daily")) for room in found] == [
                (rows[1].id, None),
                (rows[0].id, "2026-11-22 expert"),
            ]
            assert "key" not in found[0]
            assert "seed" not in found[0]
            assert (await other.get("/api/rooms")).json() == {"rooms": []}

    in_ranked_house(work)


@pytest.mark.slow
def test_rooms_in_which_no_one_is_leave_the_lobby_after_minutes() -> None:
    async def work(house: RankedHouse) -> None:
        house.is_empty = True
        new, old = (
            a_room(kind="coop", is_open=True, made=now()),
            a_room(kind="coop", is_open=True, made=now() - 301_000),
        )
        async with house.database.transaction() as connection:
            await room_rows.add(connection, new)
            await room_rows.add(connection, old)
        async with house.browser() as browser:
            assert [room["room"] for room in (await browser.get("/api/lobby")).json()["rooms"]] == [new.id]

    in_ranked_house(work)
