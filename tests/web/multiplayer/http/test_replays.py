"""Files of other programs, sent by HTTP and converted to records."""

from __future__ import annotations

from base64 import b64encode

import pytest

from hypersweep import Layout, Record
from hypersweep.formats.files import dump_file
from played import played
from ranked_house import RankedHouse, in_ranked_house
from videos import clicked

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
