"""The export: everything about a person, and nothing about others."""

from __future__ import annotations

import json

import pytest

from hypersweep.record import Record
from people_calls import PASSPHRASE, House, in_house
from people_rows import add_game, add_room


def test_everything_of_a_person_is_in_one_text(url: str) -> None:
    async def work(made: House) -> None:
        account = await made.people.register(None, "Paula", PASSPHRASE)
        other = await made.people.register(None, "Quentin", PASSPHRASE)
        going_on = await add_room(made.database, account.me.id, "Paula")
        over = await add_room(made.database, account.me.id, "Paula", ended=99)
        await add_room(made.database, other.me.id, "Quentin")
        games = [await add_game(made.database, account.me.id, "Paula", over)]
        text = b"".join([piece async for piece in made.people.export(account.me.id)])
        assert b"Quentin" not in text
        assert b"argon2" not in text
        found = json.loads(text)
        assert found["format"] == "hypersweep-person"
        assert [each["name"] for each in found["people"]] == ["Paula"]
        assert [sorted(each) for each in found["sessions"]] == [["ends", "made", "seen"]]
        # Not even those of rooms that are over: rounds may follow in them.
        assert {each["id"]: each.get("seed") for each in found["rooms"]} == {going_on: None, over: None}
        assert [each["id"] for each in found["games"]] == games
        assert Record.parse(found["games"][0]["record"]).tags["player"] == "Paula"
        assert [each["game"] for each in found["bests"]] == games
        assert [each["preset"] for each in found["daily_tries"]] == ["expert"]
        assert set(found) == {
            "format", "version", "people", "sessions", "recovery_codes", "rooms", "games", "bests", "daily_tries"
        }  # fmt: skip

    in_house(work, url)


@pytest.mark.slow
def test_hundreds_of_rooms_come_page_by_page_each_once() -> None:
    async def work(made: House) -> None:
        account = await made.people.begin_guest()
        rooms = [await add_room(made.database, account.me.id, "Paula") for _ in range(405)]
        pieces = [piece async for piece in made.people.export(account.me.id)]
        assert len(pieces) >= 6
        found = json.loads(b"".join(pieces))
        assert sorted(each["id"] for each in found["rooms"]) == sorted(rooms)
        assert "games" not in found

    in_house(work)
