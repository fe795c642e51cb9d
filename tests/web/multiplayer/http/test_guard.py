"""The guard: foreign, too large and too frequent requests, and the security headers of all answers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from hypersweep.web.multiplayer.failures import RefusedError, UnavailableError
from hypersweep.web.multiplayer.http.guard import LARGEST_BODY, Guard, address_of, is_ours, limit_of
from hypersweep.web.multiplayer.server_settings import Settings

HOME = Settings("sqlite+aiosqlite://")
PUBLIC = Settings("sqlite+aiosqlite://", origin="https://sweep.example", trusts_proxy=True, is_public=True)
OURS = {"origin": "http://127.0.0.1:6174", "x-hypersweep": "1"}


def asked(*headers: tuple[str, str], client: tuple[str, int] | None = ("127.0.0.1", 5)) -> HTTPConnection:
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers]
    return HTTPConnection({"type": "http", "headers": raw, "client": client, "scheme": "http"})


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("127.0.0.1:6174", "http://127.0.0.1:6174"),
        ("localhost:6174", "http://localhost:6174"),
        ("[::1]:6174", "http://[::1]:6174"),
        ("LocalHost", "http://localhost"),
        ("127.0.0.1", "http://127.0.0.1:80"),
        ("sweep.lan:6174", "http://sweep.lan:6174"),
        ("192.168.0.7:6174", "http://192.168.0.7:6174"),
    ],
)
def test_at_home_the_page_is_at_the_address_that_is_asked(host: str, origin: str) -> None:
    assert is_ours(asked(("host", host), ("origin", origin)), HOME, "sweep.lan")


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("127.0.0.1:6174", "http://evil.example"),
        ("127.0.0.1:6174", "http://127.0.0.1:6175"),
        ("127.0.0.1:6174", "https://127.0.0.1:6174"),
        ("127.0.0.1:6174", "http://localhost:6174"),
        ("127.0.0.1:6174", "null"),
        ("127.0.0.1:6174", ""),
        ("127.0.0.1:6174", "http://127.0.0.1:6174/path"),
        ("127.0.0.1:6174", "http://[::1"),
        # A foreign site whose name resolves to this server.
        ("evil.example:6174", "http://evil.example:6174"),
        ("", ""),
    ],
)
def test_whatever_comes_from_elsewhere_is_not_ours(host: str, origin: str) -> None:
    assert not is_ours(asked(("host", host), ("origin", origin)), HOME)


def test_with_an_origin_of_its_own_only_that_one_is_ours() -> None:
    inside = ("host", "10.0.0.3:9000")
    assert is_ours(asked(inside, ("origin", "https://sweep.example")), PUBLIC)
    assert is_ours(asked(inside, ("origin", "https://SWEEP.example:443")), PUBLIC)
    for other in (
        "http://sweep.example",
        "https://sweep.example.evil",
        "https://www.sweep.example",
        "http://10.0.0.3:9000",
    ):
        assert not is_ours(asked(inside, ("origin", other)), PUBLIC)
    assert not is_ours(asked(inside), PUBLIC)
    twice = ("origin", "https://sweep.example")
    assert not is_ours(asked(inside, twice, twice), PUBLIC)
    assert not is_ours(asked(("host", "127.0.0.1"), ("host", "127.0.0.1"), ("origin", "http://127.0.0.1")), HOME)


@given(st.text(max_size=30), st.text(max_size=30))
def test_no_header_is_too_strange(host: str, origin: str) -> None:
    headers = [(b"host", host.encode()), (b"origin", origin.encode())]
    connection = HTTPConnection({"type": "http", "headers": headers, "client": None})
    assert not is_ours(connection, PUBLIC)
    is_ours(connection, HOME)


@pytest.mark.parametrize(
    ("client", "told", "found"),
    [
        ("127.0.0.1", ["203.0.113.7"], "203.0.113.7"),
        ("10.1.2.3", ["198.51.100.1, 203.0.113.7"], "203.0.113.7"),
        ("127.0.0.1", ["198.51.100.1", "203.0.113.7"], "203.0.113.7"),
        ("127.0.0.1", ["203.0.113.7:4711"], "203.0.113.7"),
        ("127.0.0.1", ["2001:db8:1:2:3:4:5:6"], "2001:db8:1:2::/64"),
        ("127.0.0.1", ["[2001:db8:1:2::7]:4711"], "2001:db8:1:2::/64"),
        ("127.0.0.1", ["nonsense"], "127.0.0.1"),
        ("127.0.0.1", [], "127.0.0.1"),
        # Not by our proxy.
        ("8.8.4.4", ["198.51.100.1"], "8.8.4.4"),
        ("::ffff:203.0.113.9", [], "203.0.113.9"),
    ],
)
def test_the_address_is_what_our_own_proxy_says_it_is(client: str, told: list[str], found: str) -> None:
    connection = asked(*(("x-forwarded-for", each) for each in told), client=(client, 5))
    assert address_of(connection, PUBLIC) == found


def test_without_a_proxy_nobody_says_where_he_is() -> None:
    assert address_of(asked(("x-forwarded-for", "203.0.113.7")), HOME) == "127.0.0.1"
    assert address_of(asked(client=None), HOME) == ""
    # A socket of the file system, behind a proxy.
    assert address_of(asked(("x-forwarded-for", "203.0.113.7"), client=None), PUBLIC) == "203.0.113.7"


class Bucket:
    """A limit with a number of tokens, which records their takers."""

    def __init__(self, tokens: int = 10**6) -> None:
        self.tokens = tokens
        self.taken: list[str] = []
        self.is_here = True

    async def take(self, key: str, rate: float, burst: float) -> bool:
        if not self.is_here:
            raise UnavailableError("no Redis")
        self.taken.append(key)
        return len(self.taken) <= self.tokens


def browser(settings: Settings = HOME, bucket: Bucket | None = None, **headers: str) -> httpx.AsyncClient:
    async def length(request: Request) -> Response:
        return PlainTextResponse(str(len(await request.body())))

    async def refuse(request: Request) -> Response:
        raise RefusedError("gap", "expected move 3", status=409, expected=3)

    async def fail(request: Request) -> Response:
        raise ZeroDivisionError

    async def file(request: Request) -> Response:
        return PlainTextResponse("a file", 404 if request.url.path == "/nothing" else 200)

    routes = [
        Route("/api/length", length, methods=["POST"]),
        Route("/api/rooms", length, methods=["POST"]),
        Route("/api/refused", refuse),
        Route("/api/fails", fail),
        Route("/{name:path}", file),
    ]
    take = Bucket().take if bucket is None else bucket.take
    app = Starlette(routes=routes, middleware=[Middleware_(settings, take)])
    base = settings.origin or "http://127.0.0.1:6174"
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    return httpx.AsyncClient(
        transport=transport, base_url=base, headers={"origin": base, "x-hypersweep": "1", **headers}
    )


def Middleware_(settings: Settings, take: Any) -> Any:  # noqa: N802 (it stands for Starlette's)
    from starlette.middleware import Middleware

    return Middleware(Guard, settings=settings, host="127.0.0.1", take_token=take)


def refused(answer: httpx.Response) -> tuple[int, str]:
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["t"] == "refused"
    return answer.status_code, answer.json()["what"]


def test_what_changes_something_comes_from_our_page_and_says_so() -> None:
    async def main() -> None:
        async with browser() as page:
            assert (await page.post("/api/length")).text == "0"
            for headers in (
                {"origin": "http://evil.example"},
                {"origin": "null"},
                {"x-hypersweep": ""},
                {"x-hypersweep": "2"},
            ):
                assert refused(await page.post("/api/length", headers=headers)) == (403, "foreign")
            del page.headers["x-hypersweep"]
            assert refused(await page.post("/api/length")) == (403, "foreign")
            page.headers["x-hypersweep"] = "1"
            del page.headers["origin"]
            assert refused(await page.post("/api/length")) == (403, "foreign")
            assert refused(await page.delete("/api/refused")) == (403, "foreign")
            assert (await page.get("/file")).text == "a file"

    asyncio.run(main())


def test_what_is_too_large_is_refused_whether_it_says_so_or_not() -> None:
    async def main() -> None:
        async def pieces(size: int) -> AsyncIterator[bytes]:
            for _ in range(size >> 10):
                yield b"x" * 1024

        async with browser() as page:
            assert (await page.post("/api/length", content=b"x" * LARGEST_BODY)).text == str(LARGEST_BODY)
            assert (await page.post("/api/length", content=pieces(LARGEST_BODY))).text == str(LARGEST_BODY)
            for content in (b"x" * (LARGEST_BODY + 1), pieces(LARGEST_BODY + 1024)):
                answer = await page.post("/api/length", content=content)
                assert refused(answer) == (413, "too_large")
                assert answer.json()["values"] == {"most": LARGEST_BODY}
            large = limit_of("/api/rooms")
            assert (await page.post("/api/rooms", content=b"x" * large)).text == str(large)
            assert refused(await page.post("/api/rooms", content=b"x" * (large + 1))) == (413, "too_large")
            for told, status in (("-1", 400), ("1e3", 400), ("²", 400), ("9" * 5000, 413)):
                headers = {"content-length": told.encode("utf-8")}
                answer = await page.post("/api/length", content=b"", headers=headers)  # type: ignore[arg-type]
                assert answer.status_code == status

    asyncio.run(main())


def test_all_that_is_refused_below_api_is_json() -> None:
    async def main() -> None:
        async with browser() as page:
            answer = await page.get("/api/refused")
            assert refused(answer) == (409, "gap")
            assert answer.json() == {
                "t": "refused",
                "what": "gap",
                "message": "expected move 3",
                "values": {"expected": 3},
            }
            assert refused(await page.get("/api/fails")) == (500, "failed")
            answer = await page.get("/api/length")
            assert (answer.status_code, answer.text) == (200, "a file")
            answer = await page.post("/api/refused")
            assert refused(answer) == (405, "method")
            assert "GET" in answer.headers["allow"]
            assert (await page.get("/nothing")).text == "a file"

    asyncio.run(main())


@pytest.mark.parametrize("path", ["/api/refused", "/api/fails", "/api/length"])
def test_every_answer_forbids_a_browser_what_it_need_not_do(path: str) -> None:
    async def main() -> None:
        for settings in (HOME, PUBLIC):
            async with browser(settings) as page:
                headers = (await page.request("POST" if path == "/api/length" else "GET", path)).headers
                assert headers["content-security-policy"].startswith("default-src 'none'")
                assert "frame-ancestors 'none'" in headers["content-security-policy"]
                assert headers["x-content-type-options"] == "nosniff"
                assert headers["referrer-policy"] == "no-referrer"
                assert headers["cross-origin-resource-policy"] == "same-origin"
                assert headers["cache-control"] == "no-store"
                assert ("strict-transport-security" in headers) == settings.is_secure
                assert "access-control-allow-origin" not in headers

    asyncio.run(main())


def test_who_asks_too_often_waits_by_address_and_by_session() -> None:
    async def main() -> None:
        bucket = Bucket(3)
        async with browser(bucket=bucket, cookie="hypersweep-6174=" + "A" * 43) as page:
            assert (await page.get("/file")).status_code == 200
            assert bucket.taken == []
            assert (await page.get("/api/length")).status_code == 200
            address, session = bucket.taken
            assert address == "all:127.0.0.1"
            assert session.startswith("session:")
            assert "A" * 20 not in session
            answer = await page.post("/api/rooms")
            assert refused(answer) == (429, "too_often")
            assert answer.headers["retry-after"] == "2"
            assert bucket.taken[2:] == ["all:127.0.0.1", "room:127.0.0.1"]

    asyncio.run(main())


def test_without_redis_nobody_is_kept_out() -> None:
    async def main() -> None:
        bucket = Bucket(0)
        bucket.is_here = False
        async with browser(bucket=bucket) as page:
            assert (await page.post("/api/length")).status_code == 200

    asyncio.run(main())


@pytest.mark.parametrize("can_say_more", [True, False])
def test_a_socket_from_elsewhere_is_never_accepted(can_say_more: bool) -> None:
    accepted = []

    async def socket(socket: WebSocket) -> None:
        await socket.accept()
        accepted.append(socket)
        await socket.close()

    async def ask(app: Any, origin: str) -> list[dict[str, Any]]:
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: Any) -> None:
            sent.append(message)

        extensions: dict[str, Any] = {"websocket.http.response": {}} if can_say_more else {}
        headers = [(b"host", b"127.0.0.1:6174"), (b"origin", origin.encode())]
        scope: dict[str, Any] = {"type": "websocket", "path": "/socket", "headers": headers, "extensions": extensions}
        scope |= {"client": ("127.0.0.1", 5), "query_string": b"", "subprotocols": []}
        await app(scope, receive, send)
        return sent

    async def main() -> None:
        bucket = Bucket(2)
        app = Starlette(routes=[WebSocketRoute("/socket", socket)], middleware=[Middleware_(HOME, bucket.take)])
        sent = await ask(app, "http://evil.example")
        assert not accepted
        if can_say_more:
            assert sent[0]["status"] == 403
            assert b'"foreign"' in sent[1]["body"]
        else:
            assert sent == [{"type": "websocket.close", "code": 1008, "reason": "foreign"}]
        assert (await ask(app, "http://127.0.0.1:6174"))[0]["type"] == "websocket.accept"
        assert bucket.taken == ["all:127.0.0.1", "socket:127.0.0.1"]
        last = (await ask(app, "http://127.0.0.1:6174"))[0]
        assert last.get("status", last.get("code")) == (429 if can_say_more else 1008)
        assert len(accepted) == 1

    asyncio.run(main())
