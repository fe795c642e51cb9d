"""Asking engines over HTTP."""

from __future__ import annotations

import asyncio
import shlex
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest

from hostile_engines import hostile, program
from hypersweep import View
from together_server import kept_in, together_client, together_server

TEXT = "2x3 mines=1\n# # #\n1 1 ."
OURS = {"x-hypersweep": "1", "origin": "http://127.0.0.1"}


def ask(folder: Path, work: Callable[[httpx.AsyncClient], Awaitable[None]], *engines: str, **others: object) -> None:
    """Run something with a guest's client of a server with engines."""

    async def main() -> None:
        async with together_client(kept_in(folder, engines=engines, **others)) as client:
            client.headers.update(OURS)
            assert (await client.post("/api/session")).status_code == 200
            await work(client)

    asyncio.run(main())


@pytest.mark.slow
def test_engines_are_listed_and_say_what_they_find(tmp_path: Path) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        assert (await client.get("/api/engines")).json() == {"engines": ["safest", "hypersweep"]}
        question = {"engine": "hypersweep", "view": TEXT, "is_whole": True}
        answer = (await client.post("/api/engines/ask", json=question)).json()
        assert answer["best"] == {"cell": 1, "chance": 0.0, "score": 1.0}
        assert (answer["engine"], answer["is_exact"]) == ("hypersweep", True)
        assert answer["chances"] == [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
        assert answer["reasons"][-1] == {
            "text": "The 0 at (1, 2) touches no mine: (0, 1) and (0, 2) are safe.",
            "conclusion": "safe",
            "cells": [1, 2],
            "clues": [5],
        }
        answer = (await client.post("/api/engines/ask", json={**question, "is_whole": False})).json()
        assert answer["chances"] is None
        assert answer["ranked"] == []

    ask(tmp_path, work, "safest", "engine:hypersweep engine")


@pytest.mark.slow
def test_what_cannot_be_asked_is_refused(tmp_path: Path) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        async def refused(view: str = TEXT, engine: str = "safest", **headers: str) -> tuple[int, str]:
            body = {"engine": engine, "view": view}
            answer = await client.post("/api/engines/ask", json=body, headers=headers)
            return answer.status_code, answer.json()["what"]

        assert await refused(engine="Nobody") == (404, "engine")
        for view in ("", "2x3", "2x3 mines=9\n###\n11.", "0x3 mines=1\n###", "9" * 60_001):
            assert await refused(view) == (422, "malformed")
        # Engines need the number of mines.
        assert await refused("1x3 mines=? density=0.2\n# 1 #") == (422, "malformed")
        assert await refused("1x3 mines=0\n1 # #") == (422, "engine_refused")
        assert await refused(origin="https://elsewhere.example") == (403, "foreign")
        client.cookies.clear()
        assert await refused() == (401, "nobody")

    ask(tmp_path, work, "safest")


@pytest.mark.slow
def test_a_board_that_is_too_large_for_an_engine_is_refused_with_the_limit(tmp_path: Path) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        for shape, row in (("101x100", "#" * 100), ("250x250", "#" * 250)):
            rows = "\n".join([row] * int(shape.partition("x")[0]))
            body = {"engine": "safest", "view": f"{shape} mines=3\n{rows}"}
            answer = await client.post("/api/engines/ask", json=body)
            found = answer.json()
            assert (answer.status_code, found["what"]) == (422, "board_too_large")
            assert found["values"]["most"] == 10_000
            assert "at most 10000 cells for an engine, got" in found["message"]

    ask(tmp_path, work, "safest")


@pytest.mark.nightly
def test_a_server_that_ends_says_so_to_those_who_wait_for_an_engine(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    hangs = program(f"""
for words in lines():
    if words[0] == "hsp":
        say("id name Hanging\\nready\\n")
    elif words[0] == "go":
        open({str(begun)!r}, "w").close()
        time.sleep(3600)
""")
    answers: list[httpx.Response] = []
    with together_server(kept_in(tmp_path, engines=(f"engine:{shlex.join(hangs)}",))) as address:

        def asks() -> None:
            with httpx.Client(base_url=address, headers={**OURS, "origin": address}, timeout=60) as client:
                assert client.post("/api/session").status_code == 200
                answers.append(client.post("/api/engines/ask", json={"engine": "Hanging", "view": TEXT}))

        asking = threading.Thread(target=asks)
        asking.start()
        end = time.monotonic() + 60
        while not begun.exists() and time.monotonic() < end:
            time.sleep(0.01)
    asking.join(60)
    (answer,) = answers
    assert (answer.status_code, answer.json()["what"]) == (503, "unavailable")


def test_without_engines_there_are_none(tmp_path: Path) -> None:
    async def work(client: httpx.AsyncClient) -> None:
        assert (await client.get("/api/engines")).json() == {"engines": []}
        answer = await client.post("/api/engines/ask", json={"engine": "safest", "view": TEXT})
        assert answer.status_code == 404

    ask(tmp_path, work)


@pytest.mark.nightly
def test_others_are_served_while_an_engine_hangs_and_strangers_are_slowed_down(tmp_path: Path) -> None:
    hangs = program("""
for words in lines():
    if words[0] == "hsp":
        say("id name Hanging\\nready\\n")
    elif words[0] == "go":
        time.sleep(3600)
""")

    async def work(client: httpx.AsyncClient) -> None:
        question = {"engine": "Hanging", "view": TEXT}
        asked = asyncio.create_task(client.post("/api/engines/ask", json=question))
        await asyncio.sleep(0.1)
        # The same person is refused, and everything else works.
        again = await client.post("/api/engines/ask", json=question)
        assert (again.status_code, again.json()["what"]) == (503, "busy")
        assert again.headers["retry-after"] == "2"
        assert (await client.get("/api/lobby")).status_code == 200
        other = await client.post("/api/engines/ask", json={**question, "engine": "Hostile"})
        assert other.json()["best"]["cell"] == 0
        assert not asked.done()
        codes = [(await client.post("/api/engines/ask", json=question)).status_code for _ in range(25)]
        assert set(codes) == {503, 429}
        answer = await asked
        assert (answer.status_code, answer.json()["what"]) == (502, "engine_failed")
        assert "python" not in answer.text

    engines = [f"engine:{shlex.join(words)}" for words in (hangs, hostile("well"))]
    ask(tmp_path, work, *engines, is_public=True, origin="http://127.0.0.1")


@pytest.mark.slow
def test_what_an_engine_says_is_cut(tmp_path: Path) -> None:
    loud = program("""
for words in lines():
    if words[0] == "hsp":
        say("id name Loud\\nready\\n")
    elif words[0] == "go":
        ID = own(words)
        say(f"reason {ID} conclusion=safe cells=0,0 clues=1,1 text=" + "<b>" * 5000 + "\\n")
        say(f"best {ID} cell=0,0\\n")
""")

    async def work(client: httpx.AsyncClient) -> None:
        answer = (await client.post("/api/engines/ask", json={"engine": "Loud", "view": TEXT})).json()
        assert len(answer["reasons"][0]["text"]) == 400
        assert answer["best"] == {"cell": 0, "chance": None, "score": None}
        assert View.parse(TEXT)[0] < 0

    ask(tmp_path, work, f"engine:{shlex.join(loud)}")
