"""The export by HTTP: a file about the client, or a refusal from its first byte on."""

from __future__ import annotations

import pytest

from hypersweep.web.multiplayer.failures import UnavailableError
from people_calls import House, account, in_house


def test_nobody_is_refused_and_a_guest_is_given_what_there_is() -> None:
    async def work(made: House) -> None:
        async with made.browser() as browser:
            answer = await browser.get("/api/account/export")
            assert (answer.status_code, answer.json()["what"]) == (401, "signed_out")
            me = (await browser.post("/api/session")).json()
            answer = await browser.get("/api/account/export")
            assert answer.headers["content-type"] == "application/json"
            assert answer.json()["people"][0]["id"] == me["id"]

    in_house(work)


def test_without_a_database_it_says_so_and_gives_no_part_of_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(made: House) -> None:
        async with account(made) as browser:

            async def fail(*_: object) -> object:
                raise UnavailableError("no database")
                yield

            monkeypatch.setattr(made.people, "export", fail)
            answer = await browser.get("/api/account/export")
            assert (answer.status_code, answer.json()["what"]) == (503, "unavailable")
            assert "content-disposition" not in answer.headers

    in_house(work)
