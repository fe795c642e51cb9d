"""Administrators over HTTP: what they see and do, and that others can't."""

from __future__ import annotations

import httpx
import pytest

from hypersweep.web.multiplayer.store.finished_games import set_verdict
from people_calls import DAY, House, account, in_house
from people_rows import add_game, add_room

CALLS = [
    ("GET", "/api/admin/people"),
    ("GET", "/api/admin/rooms"),
    ("GET", "/api/admin/games"),
    ("GET", "/api/admin/review"),
    ("POST", "/api/admin/decide"),
    ("POST", "/api/admin/ban"),
    ("POST", "/api/admin/unban"),
    ("POST", "/api/admin/delete"),
]


async def ask(browser: httpx.AsyncClient, method: str, path: str) -> httpx.Response:
    body: dict[str, object] = {"person": "nobody", **({"days": 1} if path.endswith("/ban") else {})}
    if path.endswith("/decide"):
        body = {"game": "nothing", "decision": "passed"}
    return await browser.request(method, path, json=body if method == "POST" else None)


@pytest.mark.slow
@pytest.mark.parametrize(("method", "path"), CALLS)
def test_everybody_else_is_refused(method: str, path: str) -> None:
    async def work(made: House) -> None:
        async with made.browser() as nobody, made.browser() as guest, account(made) as somebody:
            await guest.post("/api/session")
            statuses = [(await ask(each, method, path)).status_code for each in (nobody, guest, somebody)]
            assert statuses == [401, 403, 403]

    in_house(work)


def test_people_are_found_banned_and_deleted() -> None:
    async def work(made: House) -> None:
        async with account(made, "Ada") as ada, account(made, "Paula") as paula, made.browser() as guest:
            me = (await ada.get("/api/me")).json()
            await made.people.set_admin(me["id"], True)
            assert (await ada.get("/api/me")).json()["is_admin"] is True
            other = (await paula.get("/api/me")).json()["id"]
            await guest.post("/api/session")
            found = (await ada.get("/api/admin/people")).json()
            assert (len(found["people"]), found["next"]) == (3, None)
            found = (await ada.get("/api/admin/people", params={"search": "PAUL"})).json()["people"]
            assert [(each["id"], each["games"], each["is_guest"]) for each in found] == [(other, 0, False)]
            ban = {"person": other, "days": 1, "reason": "swore"}
            assert (await ada.post("/api/admin/ban", json=ban)).json() is None
            told = (await paula.get("/api/me")).json()
            # By the server's clock, whatever the administrator's says.
            assert (told["what"], told["values"]["until"]) == ("banned", made.clock.moment + DAY)
            for days in (0, -1, 1.5, "7", 100_001):
                assert (await ada.post("/api/admin/ban", json={**ban, "days": days})).status_code == 422
            banned = (await ada.get("/api/admin/people", params={"search": other})).json()["people"]
            assert banned[0]["banned_until"] == made.clock.moment + DAY
            made.clock.moment += DAY
            # The page doesn't show a ban that is over by the server's clock.
            over = (await ada.get("/api/admin/people", params={"search": other})).json()["people"]
            assert (over[0]["banned_until"], over[0]["ban_reason"]) == (None, None)
            assert (await ada.post("/api/admin/ban", json=ban)).json() is None
            assert (await paula.get("/api/me")).json()["what"] == "banned"
            assert (await ada.post("/api/admin/unban", json={"person": other})).json() is None
            assert (await paula.get("/api/me")).json()["name"] == "Paula"
            for path in ("/api/admin/ban", "/api/admin/delete"):
                answer = await ada.post(
                    path, json={**ban, "person": me["id"]} if "ban" in path else {"person": me["id"]}
                )
                assert (answer.status_code, answer.json()["what"]) == (409, "is_admin")
            assert (await ada.post("/api/admin/delete", json={"person": other})).json() is None
            assert (await paula.get("/api/me")).json() is None
            assert (await ada.post("/api/admin/delete", json={"person": other})).json()["what"] == "no_person"
            for query in ({"search": "x" * 65}, {"other": "1"}, {"search": "a\0b"}):
                assert (await ada.get("/api/admin/people", params=query)).json()["what"] == "malformed"

    in_house(work)


@pytest.mark.slow
def test_people_come_page_by_page() -> None:
    async def work(made: House) -> None:
        async with account(made, "Ada") as ada:
            await made.people.set_admin((await ada.get("/api/me")).json()["id"], True)
            for _ in range(60):
                await made.people.begin_guest()
            first = (await ada.get("/api/admin/people")).json()
            second = (await ada.get("/api/admin/people", params={"after": first["next"]})).json()
            assert (len(first["people"]), len(second["people"]), second["next"]) == (50, 11, None)
            assert len({each["id"] for page in (first, second) for each in page["people"]}) == 61

    in_house(work)


def test_rooms_and_games_are_listed_and_nothing_of_them_tells_where_mines_are() -> None:
    async def work(made: House) -> None:
        async with account(made, "Ada") as ada:
            me = (await ada.get("/api/me")).json()["id"]
            await made.people.set_admin(me, True)
            room = await add_room(made.database, me, "Ada")
            game = await add_game(made.database, me, "Ada", room)
            answer = await ada.get("/api/admin/rooms")
            assert [each["id"] for each in answer.json()["rooms"]] == [room]
            assert "12345" not in answer.text
            assert "key" not in answer.text
            answer = await ada.get("/api/admin/games")
            assert [(each["id"], each["verified"]) for each in answer.json()["games"]] == [(game, None)]
            assert "layout" not in answer.text
            assert (await ada.get("/api/admin/games", params={"before": 1})).json() == {"games": [], "next": None}
            assert (await ada.get("/api/admin/games", params={"before": "x"})).status_code == 422

    in_house(work)


def test_games_under_review_are_listed_and_decided() -> None:
    async def work(made: House) -> None:
        async with account(made, "Ada") as ada:
            me = (await ada.get("/api/me")).json()["id"]
            await made.people.set_admin(me, True)
            game = await add_game(made.database, me, "Ada", await add_room(made.database, me, "Ada"))
            assert (await ada.get("/api/admin/review")).json() == {"games": [], "next": None}
            async with made.database.transaction() as connection:
                await set_verdict(connection, game, True, "review", suspicion=1.5, signs='{"rate": 1.5}')
            (found,) = (await ada.get("/api/admin/review")).json()["games"]
            assert (found["id"], found["suspicion"], found["signs"]) == (game, 1.5, '{"rate": 1.5}')
            request = {"game": game, "decision": "void", "reason": ""}
            assert (await ada.post("/api/admin/decide", json=request)).json()["what"] == "no_reason"
            assert (await ada.post("/api/admin/decide", json={**request, "reason": "a program"})).json() is None
            assert (await ada.get("/api/admin/review")).json()["games"] == []
            (found,) = (await ada.get("/api/admin/games")).json()["games"]
            assert (found["why_not"], found["decision"], found["decided_why"]) == ("void", "void", "a program")
            assert (await ada.post("/api/admin/decide", json={**request, "decision": None})).json() is None
            assert (await ada.get("/api/admin/games")).json()["games"][0]["decision"] is None
            answer = await ada.post("/api/admin/decide", json={"game": "nothing", "decision": "passed"})
            assert (answer.status_code, answer.json()["what"]) == (404, "game")
            for wrong in ({**request, "decision": "gone"}, {**request, "reason": "x" * 501}, {"game": game}):
                assert (await ada.post("/api/admin/decide", json=wrong)).json()["what"] == "malformed"

    in_house(work)
