"""Best times and people over HTTP."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import pytest

from hypersweep.layout import Layout
from hypersweep.session import Session
from hypersweep.web.multiplayer.http_protocol import DailyEnds, DailyMonth, DailyTry, Leaderboard, PersonFacts
from hypersweep.web.multiplayer.protocol import Me
from hypersweep.web.multiplayer.ranking.daily import DAILY_PRESETS
from hypersweep.web.multiplayer.ranking.moderation import counted
from hypersweep.web.multiplayer.store import dailies
from hypersweep.web.multiplayer.store.finished_games import GameRow
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


def moment(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


async def month(house: RankedHouse, me: Me | None, asked: str = "") -> DailyMonth:
    async with house.browser(me) as browser:
        answer = await browser.get(f"/api/daily{asked}")
        assert answer.status_code == 200, answer.text
        return msgspec.json.decode(answer.content, type=DailyMonth)


async def play(house: RankedHouse, me: Me, day: str, milliseconds: int, outcome: str = "won") -> None:
    async with house.browser(me) as browser:
        made = (await browser.post(f"/api/daily/{day}/expert")).json()
    game = bare_game(
        me.id, milliseconds, house.moment or 0, room=made["room"], daily=f"{day} expert", outcome=outcome, grade="pair"
    )
    await keep(house.database, game)
    async with house.database.transaction() as connection:
        await dailies.end_try(connection, f"{day} expert", me.id, made["room"], game.id)
        await counted(connection, game)


@pytest.mark.slow
def test_the_calendar_of_a_month() -> None:
    async def work(house: RankedHouse) -> None:
        people = [Me(await a_person(house.database, f"P{number}"), f"P{number}") for number in range(3)]
        for day in ("2026-10-31", "2026-11-21", "2026-11-22"):
            house.moment = moment(f"{day}T18:00")
            await house.dailies.make_due()
            for number, me in enumerate(people[: 3 if day == "2026-11-22" else 2]):
                await play(house, me, day, 900 - 100 * number, "lost" if number == 1 else "won")
        found = await month(house, people[0])
        assert (found.month, found.today, found.ends_in) == ("2026-11", "2026-11-22", 6 * 3_600_000)
        # The first of November was made on the day before. Tomorrow's boards stay secret.
        assert [day.date for day in found.days] == ["2026-11-22", "2026-11-21", "2026-11-01"]
        assert [board.preset for board in found.days[0].boards] == list(DAILY_PRESETS)
        expert = {day.date: next(board for board in day.boards if board.preset == "expert") for day in found.days}
        today = expert["2026-11-22"]
        assert (today.winners, today.best) == (2, 700)
        assert today.mine is not None
        assert (today.mine.outcome, today.mine.milliseconds, today.mine.place) == ("won", 900, 2)
        assert (expert["2026-11-21"].winners, expert["2026-11-21"].best) == (1, 900)
        lost = (await month(house, people[1])).days[0].boards[DAILY_PRESETS.index("expert")].mine
        assert isinstance(lost, DailyTry)
        assert (lost.outcome, lost.place) == ("lost", None)
        nobody = await month(house, None)
        assert all(board.mine is None for day in nobody.days for board in day.boards)
        assert (found.earlier, found.later) == ("2026-10", "")
        before = await month(house, None, "?month=2026-10")
        assert (before.earlier, before.later, [day.date for day in before.days]) == ("", "2026-11", ["2026-10-31"])
        assert [preset.preset for preset in found.presets] == list(DAILY_PRESETS)

    in_ranked_house(work)


@pytest.mark.slow
def test_a_try_that_goes_on() -> None:
    async def work(house: RankedHouse) -> None:
        house.moment = moment("2026-12-31T23:59:59")
        me = Me(await a_person(house.database), "Ann")
        async with house.browser(me) as browser:
            made = (await browser.post("/api/daily/2026-12-31/1d")).json()
            found = await month(house, me)
            mine = next(board for board in found.days[0].boards if board.preset == "1d").mine
            assert mine == DailyTry(made["room"])
            assert found.ends_in == 1000
            house.moment += 1000
            assert (await month(house, me)).month == "2027-01"
            assert (await browser.post("/api/daily/2026-12-31/1d")).json() == made

    in_ranked_house(work)


@pytest.mark.slow
def test_the_best_times_of_a_day() -> None:
    async def work(house: RankedHouse) -> None:
        house.moment = moment("2026-11-22T18:00")
        me = Me(await a_person(house.database, "Ann"), "Ann")
        await play(house, me, "2026-11-22", 900)
        async with house.browser(me) as browser:
            answer = await browser.get("/api/daily/2026-11-22/expert")
            found = msgspec.json.decode(answer.content, type=Leaderboard)
        assert (found.board, found.mines, found.daily) == ("16x30", 99, "2026-11-22 expert")
        assert [row.name for row in found.rows] == ["Ann"]
        assert found.mine == found.rows[0]

    in_ranked_house(work)


@pytest.mark.slow
@pytest.mark.parametrize("hour", ["00:00", "11:59", "12:00", "23:59:59"])
def test_nothing_of_tomorrow_can_be_had(hour: str) -> None:
    async def work(house: RankedHouse) -> None:
        house.moment = moment(f"2026-11-22T{hour}")
        await house.dailies.make_due()
        house.moment = moment("2026-11-22T12:00")
        await house.dailies.make_due()
        house.moment = moment(f"2026-11-22T{hour}")
        async with house.database.transaction(writes=False) as connection:
            secret = await dailies.load(connection, "2026-11-23", "beginner")
        assert secret is not None
        me = Me(await a_person(house.database), "Ann")
        async with house.browser(me) as browser:
            answers = [
                await browser.get("/api/daily"),
                await browser.get("/api/daily?month=2026-11"),
                await browser.get("/api/daily?month=2026-12"),
                await browser.get("/api/daily/2026-11-23/beginner"),
                await browser.post("/api/daily/2026-11-23/beginner"),
            ]
        for answer in answers:
            assert "2026-11-23" not in answer.text or answer.status_code == 404
            assert secret.seed not in answer.text
            assert secret.layout not in answer.text
        assert [answer.status_code for answer in answers] == [200, 200, 400, 404, 404]
        assert house.requests == []

    in_ranked_house(work)


def test_who_has_no_session_plays_nothing() -> None:
    async def work(house: RankedHouse) -> None:
        async with house.browser() as browser:
            assert (await browser.post("/api/daily/2026-11-22/expert")).status_code == 401
            for wrong in ("?month=2026-13", "?month=nonsense", "?month=2026-11&month=2026-11", "?more=1"):
                assert (await browser.get(f"/api/daily{wrong}")).status_code in (400, 422)
            for wrong in ("/2026-02-30/expert", "/2026-11-22/nonsense", "/2001-01-01/expert", "/now/expert?from=-1"):
                assert (await browser.get(f"/api/daily{wrong}")).status_code in (400, 404, 422)

    in_ranked_house(work)


@pytest.mark.slow
def test_what_became_of_a_board_is_told_when_its_seal_is_off() -> None:
    async def work(house: RankedHouse) -> None:
        house.moment = moment("2026-11-22T18:00")
        board = await house.dailies.board("2026-11-22", "beginner")
        mine = next(Layout.parse(board.layout).mine_cells())
        for number, cells in enumerate(([], [mine], [mine])):
            me = Me(await a_person(house.database, f"P{number}"), f"P{number}")
            session = Session(layout=Layout.parse(board.layout), clock=iter(range(0, 10**15, 10**8)).__next__)
            session.open((4, 4))
            for cell in cells:
                session.open(cell)
            outcome = "lost" if cells else "won"
            async with house.browser(me) as browser:
                room = (await browser.post("/api/daily/2026-11-22/beginner")).json()["room"]
            daily = "2026-11-22 beginner"
            record = session.record.format()
            row = bare_game(me.id, 5, house.moment, room=room, daily=daily, outcome=outcome, record=record)
            await keep(house.database, row)
            async with house.database.transaction() as connection:
                await dailies.end_try(connection, daily, me.id, room, row.id)
        async with house.browser() as browser:
            path = "/api/daily/2026-11-22/beginner/ends"
            for early in ("2026-11-22T23:00", "2026-11-23T00:59:59"):
                house.moment = moment(early)
                refused = await browser.get(path)
                assert (refused.status_code, refused.json()["what"]) == (403, "daily_sealed")
                assert board.layout not in refused.text
            house.moment = moment("2026-11-23T01:00")
            found = msgspec.json.decode((await browser.get(path)).content, type=DailyEnds)
            assert (found.tries, found.won, found.layout) == (3, 1, board.layout)
            assert found.cells == [(Layout.parse(board.layout).grid.index(mine), 2)]
            assert found.picture.startswith("<svg")
            assert (await browser.get("/api/daily/2026-11-21/beginner/ends")).status_code == 404

    in_ranked_house(work)
