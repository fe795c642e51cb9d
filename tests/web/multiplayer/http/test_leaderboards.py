"""Best times and people, asked for by HTTP."""

from __future__ import annotations

import msgspec
import pytest

from hypersweep.web.multiplayer.http_protocol import Leaderboard, PersonFacts
from hypersweep.web.multiplayer.protocol import Me
from hypersweep.web.multiplayer.ranking.moderation import counted
from hypersweep.web.multiplayer.store.games import GameRow
from ranked_games import MOMENT, a_person, bare_game, keep
from ranked_house import RankedHouse, in_ranked_house


async def count(house: RankedHouse, *games: GameRow) -> None:
    await keep(house.database, *games)
    for game in games:
        async with house.database.transaction() as connection:
            await counted(connection, game)


@pytest.mark.slow
def test_a_page_of_best_times() -> None:
    async def work(house: RankedHouse) -> None:
        people = [await a_person(house.database, f"P{number}") for number in range(60)]
        await count(house, *(bare_game(person, 900 + number, MOMENT) for number, person in enumerate(people)))
        me = Me(people[58], "P58", is_guest=False)
        asked = {"board": "3x4", "mines": "2", "period": "month", "begins": "2026-11"}
        async with house.browser(me) as browser, house.browser() as nobody:
            answer = await browser.get("/api/leaderboards", params=asked)
            found = msgspec.json.decode(answer.content, type=Leaderboard)
            assert (len(found.rows), found.total, found.start) == (50, 60, 0)
            assert (found.rows[0].place, found.rows[0].name, found.rows[0].milliseconds) == (1, "P0", 900)
            assert found.mine is not None
            assert found.mine.place == 59
            assert found.earlier == "2026-10"
            more = (await nobody.get("/api/leaderboards", params=asked | {"after": found.after})).json()
            assert (more["start"], len(more["rows"]), "mine" in more) == (50, 10, False)
            usual = (await nobody.get("/api/leaderboards?board=3x4&mines=2")).json()
            assert (usual["period"], usual["begins"], usual["total"], usual["rules"]) == ("all", "", 60, "classic")

    in_ranked_house(work)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "status", "what"),
    [
        ("", 422, "malformed"),
        ("board=3x4", 422, "malformed"),
        ("board=3x4&mines=two", 422, "malformed"),
        ("board=3x4&mines=2&mines=3", 422, "malformed"),
        ("board=3x4&mines=2&more=3", 422, "malformed"),
        ("board=3x4&mines=2&period=hour", 422, "malformed"),
        ("board=3x4&mines=2&after=-1", 400, "page"),
        ("board=3x4&mines=13", 400, "kind"),
        ("board=3x4&mines=2&rules=clasic", 400, "kind"),
        ("board=3x4&mines=2&grade=hard", 400, "kind"),
        ("board=3x4&mines=2&period=week&begins=2026-99", 400, "period"),
        ("board=9999999x9999999x99999x99999&mines=2", 400, "kind"),
    ],
)
def test_what_is_no_leaderboard(asked: str, status: int, what: str) -> None:
    async def work(house: RankedHouse) -> None:
        async with house.browser() as browser:
            answer = await browser.get(f"/api/leaderboards?{asked}")
            assert (answer.status_code, answer.json()["what"]) == (status, what)

    in_ranked_house(work)


def test_people_and_their_games() -> None:
    async def work(house: RankedHouse) -> None:
        person, guest = await a_person(house.database, "Ann"), await a_person(house.database, "G", is_guest=True)
        await count(house, bare_game(person, 900, MOMENT, guesses=4, unneeded_guesses=2), bare_game(guest, 5, MOMENT))
        async with house.browser() as nobody, house.browser(Me(guest, "G")) as own:
            answer = await nobody.get(f"/api/people/{person}")
            found = msgspec.json.decode(answer.content, type=PersonFacts)
            assert (found.name, found.games, found.won, found.reviewed, found.guesses) == ("Ann", 1, 1, 1, 4)
            assert (found.unneeded_guesses, found.careful) == (2, 0)
            assert [(board.board, board.games, board.best) for board in found.boards] == [("3x4", 1, 900)]
            for who in (guest, "nobody", "me"):
                assert (await nobody.get(f"/api/people/{who}")).json()["what"] == "person"
            for who in (guest, "me"):
                assert (await own.get(f"/api/people/{who}")).json()["games"] == 1

    in_ranked_house(work)
