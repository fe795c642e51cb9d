"""Rooms, asked for by HTTP."""

from __future__ import annotations

import pytest

from databases import a_room
from hypersweep.web.together.protocol import Me, RoomWish
from hypersweep.web.together.store import rooms
from ranked_games import a_person
from ranked_house import RankedHouse, in_ranked_house


def test_a_room_is_made_as_it_is_wished() -> None:
    async def work(house: RankedHouse) -> None:
        me = Me(await a_person(house.database), "Ann")
        wish = {"kind": "coop", "board": "3x4", "mines": 2}
        async with house.browser(me) as browser, house.browser() as nobody:
            made = (await browser.post("/api/rooms", json=wish)).json()
            assert set(made) == {"room", "key"}
            assert house.wishes == [RoomWish("coop", "3x4", 2)]
            assert (await nobody.post("/api/rooms", json=wish)).status_code == 401
            refused = await browser.post("/api/rooms", json=wish | {"mines": 5000})
            assert (refused.status_code, refused.json()["what"]) == (400, "board")
            wrong: object
            for wrong in (wish | {"kind": "duel"}, wish | {"more": 1}, wish | {"mines": -1}, [], 3):
                assert (await browser.post("/api/rooms", json=wrong)).status_code == 422
            foreign = await browser.post("/api/rooms", json=wish, headers={"origin": "https://evil.example"})
            assert foreign.status_code == 403
            assert len(house.wishes) == 1

    in_ranked_house(work)


@pytest.mark.slow
def test_open_rooms_and_how_many_are_there() -> None:
    async def work(house: RankedHouse) -> None:
        owner = await a_person(house.database, "Ann")
        open_room = a_room(kind="versus", is_open=True, owner=owner)
        async with house.database.transaction() as connection:
            await rooms.add(connection, open_room)
            await rooms.add(connection, a_room())
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
        # Nothing that is secret before the end, or that lets anybody in.
        assert open_room.key not in str(found)
        assert "seed" not in str(found)

    in_ranked_house(work)
