"""Calls: bodies and queries are read as their types say."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
from msgspec import Struct
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.http.calls import call, described, refusal_answer


class Wish(Struct):
    """A body."""

    count: int


class Query(Struct, forbid_unknown_fields=True):
    """A query."""

    much: int = 7
    word: str | None = None


@call("POST", "/wish/{name}", takes=Wish, query=Query, gives=dict[str, Any])
async def wish(request: Request, wish: Wish, query: Query) -> dict[str, Any]:
    """Give it back.

    Not a part of the response.
    """
    return {"name": request.path_params["name"], "count": wish.count, "much": query.much, "word": query.word}


def ask(path: str, content: bytes = b'{"count": 3}', kind: str = "application/json") -> httpx.Response:
    async def told(request: Request, error: Exception) -> Response:
        assert isinstance(error, RefusedError)
        return refusal_answer(error)

    async def main() -> httpx.Response:
        app = Starlette(routes=[wish], exception_handlers={RefusedError: told})
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://sweep.example") as browser:
            return await browser.post(path, content=content, headers={"content-type": kind})

    return asyncio.run(main())


def test_what_is_asked_for_is_read_and_what_is_given_is_json() -> None:
    assert ask("/wish/x").json() == {"name": "x", "count": 3, "much": 7, "word": None}
    assert ask("/wish/x?much=8&word=9", kind="Application/JSON; charset=utf-8").json() == {
        "name": "x",
        "count": 3,
        "much": 8,
        "word": "9",
    }


def test_what_makes_no_sense_is_refused_with_its_place() -> None:
    for path, content, status in (
        ("/wish/x", b"", 400),
        ("/wish/x", b'{"count": "3"}', 422),
        ("/wish/x?much=many", b'{"count": 3}', 422),
        ("/wish/x?much=1&much=2", b'{"count": 3}', 422),
        ("/wish/x?more=1", b'{"count": 3}', 422),
        ("/wish/x?word=%00", b'{"count": 3}', 422),
    ):
        answer = ask(path, content)
        assert (answer.status_code, answer.json()["what"]) == (status, "malformed"), path
    assert "$.count" in ask("/wish/x", b'{"count": "3"}').json()["message"]
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = ask("/wish/x", kind=kind)
        assert (answer.status_code, answer.json()["what"]) == (415, "media_type")


def test_a_call_says_what_it_is() -> None:
    told = wish.endpoint.described  # type: ignore[attr-defined]
    assert (told.summary, told.takes, told.query) == ("Give it back", Wish, Query)

    @described(gives=Wish, refusals=(404,))
    async def endpoint(request: Request) -> Response:
        """Another way."""
        raise HTTPException(404)

    assert endpoint.described.summary == "Another way"  # type: ignore[attr-defined]
