"""Finished games over HTTP."""

from __future__ import annotations

import io
from base64 import b64encode
from xml.etree import ElementTree

import msgspec
import pytest
from PIL import Image

from hypersweep import Layout, Record
from hypersweep.formats.files import dump_file
from hypersweep.generate import no_guess
from hypersweep.web.multiplayer.http_protocol import GameList, SharedBoard, SharedGame
from hypersweep.web.multiplayer.protocol import Me
from hypersweep.web.multiplayer.ranking.leaderboards import date_of
from hypersweep.web.multiplayer.store import dailies
from hypersweep.web.multiplayer.store.tables import now
from played import played
from ranked_games import DAY, MOMENT, a_game, a_person, bare_game, keep, played_record
from ranked_house import RankedHouse, in_ranked_house
from videos import clicked


def test_a_game_with_its_record_and_the_others_of_its_round() -> None:
    async def work(house: RankedHouse) -> None:
        person = await a_person(house.database)
        record = played_record(7)
        game = a_game(record, person, room="room", number=1)
        other = a_game(record, None, room="room", number=2, name="Bob")
        await keep(house.database, game, other)
        async with house.browser() as browser:
            answer = await browser.get(f"/api/games/{game.id}")
            found = msgspec.json.decode(answer.content, type=SharedGame)
            assert (found.record, found.layout) == (game.record, game.layout)
            assert (found.game.id, found.game.person, found.game.name) == (game.id, person, "Ann")
            assert [line.name for line in found.others] == ["Bob"]
            # A guest has no page that others could see, and no place among the best times.
            guest = a_game(record, await a_person(house.database, "Guest", is_guest=True), name="Guest")
            await keep(house.database, guest)
            found = msgspec.json.decode((await browser.get(f"/api/games/{guest.id}")).content, type=SharedGame)
            assert (found.game.person, found.game.name) == (None, "Guest")
            missing = await browser.get("/api/games/nobody")
            assert (missing.status_code, missing.json()["what"]) == (404, "game")

    in_ranked_house(work)


@pytest.mark.slow
def test_games_of_somebody_page_by_page() -> None:
    async def work(house: RankedHouse) -> None:
        person, guest = await a_person(house.database), await a_person(house.database, is_guest=True)
        rows = [bare_game(person, 5, MOMENT + number // 3) for number in range(120)]
        await keep(house.database, *rows, bare_game(guest, 5, MOMENT))
        async with house.browser(Me(guest, "G")) as browser, house.browser() as nobody:
            found: list[str] = []
            before = None
            while True:
                asked = {"person": person} if before is None else {"person": person, "before": before}
                page = msgspec.json.decode((await nobody.get("/api/games", params=asked)).content, type=GameList)
                found += [game.id for game in page.games]
                before = page.before
                if before is None:
                    break
            assert sorted(found) == sorted(row.id for row in rows)
            assert len((await browser.get("/api/games")).json()["games"]) == 1
            assert (await nobody.get("/api/games")).status_code == 401
            assert (await nobody.get(f"/api/games?person={guest}")).status_code == 404
            for wrong in ("x", "5", "5.", "-5.a", "5.a b", "9" * 40 + ".a"):
                assert (await nobody.get("/api/games", params={"person": person, "before": wrong})).status_code == 400

    in_ranked_house(work)


def test_the_page_of_a_game() -> None:
    async def work(house: RankedHouse) -> None:
        game = a_game(played_record(7), None, name="<Ann>")
        await keep(house.database, game)
        async with house.browser() as browser:
            english = await browser.get(f"/games/{game.id}")
            german = await browser.get(f"/games/{game.id}", headers={"accept-language": "de,en;q=0.5"})
            assert "&lt;Ann&gt; won 4×5" in english.text
            assert "&lt;Ann&gt; hat 4×5" in german.text
            assert german.headers["content-language"] == "de"
            assert english.headers["vary"] == "accept-language"
            assert "default-src 'none'" in english.headers["content-security-policy"]
            assert f'content="http://127.0.0.1:6174/games/{game.id}/picture.png"' in english.text
            assert (await browser.get("/games/page.css")).headers["content-type"].startswith("text/css")
            assert (await browser.get("/games/nobody")).status_code == 404

    in_ranked_house(work)


def test_the_address_of_a_server_that_has_a_name() -> None:
    async def work(house: RankedHouse) -> None:
        game = a_game(played_record(7))
        await keep(house.database, game)
        async with house.browser() as browser:
            page = await browser.get(f"https://sweep.example/games/{game.id}")
            assert f'content="https://sweep.example/games/{game.id}/picture.png"' in page.text

    in_ranked_house(work, origin="https://sweep.example")


@pytest.mark.slow
def test_pictures() -> None:
    async def work(house: RankedHouse) -> None:
        game, bad = a_game(played_record(7)), a_game(played_record(7), record="nonsense")
        await keep(house.database, game, bad)
        async with house.browser() as browser:
            png = await browser.get(f"/games/{game.id}/picture.png")
            assert Image.open(io.BytesIO(png.content)).size == (1200, 630)
            assert png.headers["content-type"] == "image/png"
            again = await browser.get(f"/games/{game.id}/picture.png", headers={"if-none-match": png.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")
            assert (await browser.get(f"/games/{game.id}/picture.png")).content == png.content
            svg = await browser.get(f"/games/{game.id}/picture.svg")
            assert ElementTree.fromstring(svg.text).tag.endswith("svg")
            assert svg.headers["content-type"].startswith("image/svg+xml")
            assert (await browser.get(f"/games/{bad.id}/picture.png")).json()["what"] == "picture"
            assert (await browser.get("/games/nobody/picture.svg")).status_code == 404

    in_ranked_house(work)


@pytest.mark.slow
def test_a_sealed_board_is_shown_to_no_one() -> None:
    async def work(house: RankedHouse) -> None:
        people = [Me(await a_person(house.database, f"P{number}"), f"P{number}") for number in range(2)]
        today, before = (date_of(now() - days * DAY).isoformat() for days in (0, 2))
        games = [
            a_game(played_record(7), person.id, daily=f"{day} expert", room=day)
            for person, day in zip(people, (today, before), strict=True)
        ]
        await keep(house.database, *games)
        async with house.database.transaction() as connection:
            await dailies.begin_try(connection, today, "expert", people[0].id, today)
            await dailies.end_try(connection, f"{today} expert", people[0].id, today, games[0].id)
        paths = [f"/api/games/{games[0].id}", *(f"/games/{games[0].id}/picture.{kind}" for kind in ("png", "svg"))]
        # Its own player is no exception: a second account may be theirs.
        for me in (*people, None):
            async with house.browser(me) as browser:
                for path in paths:
                    answer = await browser.get(path)
                    assert (answer.status_code, answer.json()["what"]) == (403, "daily_sealed"), path
                    assert games[0].layout not in answer.text
                page = await browser.get(f"/games/{games[0].id}")
                assert page.status_code == 200
                assert "og:image" not in page.text
                assert games[0].layout not in page.text
                assert (await browser.get(f"/api/games/{games[1].id}")).status_code == 200

    in_ranked_house(work)


def test_boards_by_their_ids() -> None:
    async def work(house: RankedHouse) -> None:
        layout = no_guess("5x6", 6, (2, 3), seed=7)
        async with house.browser() as browser:
            answer = await browser.get(f"/api/boards/{layout.format()}")
            found = msgspec.json.decode(answer.content, type=SharedBoard)
            assert (found.id, found.board, found.mines) == (layout.format(), "5x6", 6)
            assert found.grade is not None
            for wrong, what in (
                ("nonsense", "board"),
                ("3x4", "board"),
                ("3x4.!!", "board"),
                ("20x20.bAAAA", "board_too_large"),
            ):
                refused = await browser.get(f"/api/boards/{wrong}")
                assert refused.json()["what"] == what, wrong
            assert (await browser.get("/api/boards/3x4.b" + "A" * 50_000)).status_code >= 400

    in_ranked_house(work, largest_board=100)


LAYOUT = Layout("8x8", [(0, 3), (2, 1), (7, 7)])
RECORD = played(LAYOUT, [(0, "open", (5, 0)), (900, "flag", (0, 3))])


def sent(data: bytes, name: str = "game") -> dict[str, str]:
    return {"data": b64encode(data).decode(), "name": name}


def test_a_record_is_made_of_what_a_file_holds() -> None:
    async def work(house: RankedHouse) -> None:
        async with house.browser() as browser:
            answer = await browser.post("/api/record", json=sent(dump_file(RECORD, "json")))
            assert answer.status_code == 200
            assert answer.json()["format"] == "json"
            assert Record.parse(answer.json()["record"]) == RECORD
            video = clicked(LAYOUT, [(0, "open", (5, 0)), (900, "flag", (0, 3))])
            answer = await browser.post("/api/record", json=sent(dump_file(video, "evf")))
            assert answer.json()["format"] == "evf"
            record = Record.parse(answer.json()["record"])
            assert record.events == RECORD.events
            assert dump_file(record, "evf") == dump_file(video, "evf")

    in_ranked_house(work)


@pytest.mark.slow
def test_what_cannot_be_used_is_told() -> None:
    wrong = RECORD.format().replace("900 flag 0 3: 1", "900 flag 0 3: 2").encode()

    async def work(house: RankedHouse) -> None:
        async with house.browser() as browser:
            for body in (
                {"data": "!!!!"},
                sent(b""),
                sent(b"\x7fELF" + bytes(100)),
                sent(wrong),
                sent(dump_file(RECORD, "position")),
                sent(dump_file(Layout("20x20"), "board-id")),
            ):
                answer = await browser.post("/api/record", json=body)
                assert (answer.status_code, answer.json()["what"]) == (400, "replay")
            assert (await browser.post("/api/record", json={"data": 3})).status_code == 422
            assert (await browser.post("/api/record", json={"data": "A" * 2_000_004})).status_code == 422
            assert (await browser.post("/api/record", json={"data": "A" * 3_000_000})).status_code == 413
            foreign = await browser.post("/api/record", json=sent(b""), headers={"origin": "https://elsewhere"})
            assert foreign.status_code == 403

    in_ranked_house(work, largest_board=100)
