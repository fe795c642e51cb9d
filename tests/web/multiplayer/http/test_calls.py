"""HTTP calls: bodies and queries are read as their types say."""

from __future__ import annotations

import asyncio
import itertools
import tempfile
from typing import Any

import httpx
import jsonschema
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import sampled_from
from msgspec import Struct
from schemathesis import Case, GenerationMode
from schemathesis.checks import negative_data_rejection, positive_data_acceptance
from schemathesis.core.result import Ok
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response

from hypersweep.web.multiplayer import app
from hypersweep.web.multiplayer.app import Parts
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.http.calls import call, described, openapi, refusal_answer
from hypersweep.web.multiplayer.http.guard import Guard
from hypersweep.web.multiplayer.people import accounts
from hypersweep.web.multiplayer.server_settings import Settings
from hypersweep.web.multiplayer.store import people as rows
from people_calls import PASSPHRASE, House, in_house, quick_passphrases


class Body(Struct):
    """A body."""

    count: int


class Query(Struct, forbid_unknown_fields=True):
    """A query."""

    much: int = 7
    word: str | None = None


@call("POST", "/order/{name}", takes=Body, query=Query, gives=dict[str, Any])
async def order(request: Request, body: Body, query: Query) -> dict[str, Any]:
    """Give it back.

    Not a part of the response.
    """
    return {"name": request.path_params["name"], "count": body.count, "much": query.much, "word": query.word}


def ask(path: str, content: bytes = b'{"count": 3}', kind: str = "application/json") -> httpx.Response:
    async def told(request: Request, error: Exception) -> Response:
        assert isinstance(error, RefusedError)
        return refusal_answer(error)

    async def main() -> httpx.Response:
        app = Starlette(routes=[order], exception_handlers={RefusedError: told})
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://sweep.example") as browser:
            return await browser.post(path, content=content, headers={"content-type": kind})

    return asyncio.run(main())


def test_what_is_asked_for_is_read_and_what_is_given_is_json() -> None:
    assert ask("/order/x").json() == {"name": "x", "count": 3, "much": 7, "word": None}
    assert ask("/order/x?much=8&word=9", kind="Application/JSON; charset=utf-8").json() == {
        "name": "x",
        "count": 3,
        "much": 8,
        "word": "9",
    }


def test_what_makes_no_sense_is_refused_with_its_place() -> None:
    for path, content, status in (
        ("/order/x", b"", 400),
        ("/order/x", b'{"count": "3"}', 422),
        ("/order/x?much=many", b'{"count": 3}', 422),
        ("/order/x?much=1&much=2", b'{"count": 3}', 422),
        ("/order/x?more=1", b'{"count": 3}', 422),
        ("/order/x?word=%00", b'{"count": 3}', 422),
    ):
        answer = ask(path, content)
        assert (answer.status_code, answer.json()["what"]) == (status, "malformed"), path
    assert "$.count" in ask("/order/x", b'{"count": "3"}').json()["message"]
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = ask("/order/x", kind=kind)
        assert (answer.status_code, answer.json()["what"]) == (415, "media_type")


def test_a_call_says_what_it_is() -> None:
    told = order.endpoint.described  # type: ignore[attr-defined]
    assert (told.summary, told.takes, told.query) == ("Give it back", Body, Query)

    @described(gives=Body, refusals=(404,))
    async def endpoint(request: Request) -> Response:
        """Another way."""
        raise HTTPException(404)

    assert endpoint.described.summary == "Another way"  # type: ignore[attr-defined]


# Who asks: nobody, a guest, an account, an administrator.
KINDS = ("nobody", "guest", "account", "admin")
NUMBERS = itertools.count(1)
ADDRESS = "http://127.0.0.1:6174"


async def description(made: House) -> dict[str, Any]:
    async with made.browser() as browser:
        answer = await browser.get("/api/openapi.json")
        assert answer.status_code == 200
        found: dict[str, Any] = answer.json()
        return found


def test_every_call_says_what_it_takes_and_gives() -> None:
    async def work(made: House) -> None:
        found = await description(made)
        assert found["openapi"] == "3.1.0"
        assert {"/api/me", "/api/session", "/api/account/sign-in", "/api/admin/ban", "/api/openapi.json"} <= set(
            found["paths"]
        )
        register = found["paths"]["/api/account/register"]["post"]
        assert register["requestBody"]["content"]["application/json"]["schema"] == {
            "$ref": "#/components/schemas/SignIn"
        }
        assert {"200", "400", "401", "403", "409", "413", "415", "422", "429", "503"} == set(register["responses"])
        assert [each["name"] for each in register["parameters"]] == ["x-hypersweep"]
        people = found["paths"]["/api/admin/people"]["get"]
        assert {each["name"]: each["required"] for each in people["parameters"]} == {"search": False, "after": False}
        for place in found["paths"].values():
            for operation in place.values():
                assert operation["summary"]
        for schema in found["components"]["schemas"].values():
            jsonschema.Draft202012Validator.check_schema(schema)

    in_house(work)


def test_answers_are_described_by_their_types() -> None:
    @call("GET", "/size", gives=dict[str, int])
    async def size(request: Request) -> dict[str, int]:
        """Return how many there are."""
        return {"rooms": 3}

    @call("GET", "/table", media_type="text/csv")
    async def table(request: Request) -> str:
        """Return them as a table."""
        return "rooms"

    @call("POST", "/leave")
    async def leave(request: Request) -> None:
        """Leave."""

    paths = openapi([size, table, leave])["paths"]
    answers = {path: next(iter(place.values()))["responses"]["200"]["content"] for path, place in paths.items()}
    assert answers == {
        "/size": {"application/json": {"schema": {"type": "object", "additionalProperties": {"type": "integer"}}}},
        "/table": {"text/csv": {"schema": {"type": "string"}}},
        "/leave": {"application/json": {"schema": {"type": "null"}}},
    }


def test_routes_that_say_nothing_are_left_out() -> None:
    assert openapi([])["paths"] == {}


class Whole:
    """The whole server but for the page's files, in this process, with an empty database.

    It is a file: one in memory is gone when a machine is so busy that its connection is given up.
    """

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="hypersweep-openapi-")
        self.settings = Settings(f"sqlite+aiosqlite:///{self.folder.name}/together.sqlite3")
        self.parts = Parts(self.settings, "127.0.0.1")
        self.app = Starlette()

    async def begin(self) -> dict[str, Any]:
        """Open it. Returns: its description."""
        routes = await self.parts.open()
        guard = Middleware(Guard, settings=self.settings, host="127.0.0.1", take_token=self._give_token)
        self.app = Starlette(routes=routes, middleware=[guard])
        async with self.browser() as browser:
            found: dict[str, Any] = (await browser.get("/api/openapi.json")).json()
        return found

    async def close(self) -> None:
        """End it and delete its data."""
        await self.parts.close()
        self.folder.cleanup()

    async def _give_token(self, key: str, rate: float, burst: float) -> bool:
        return True  # the limits have their own tests

    def browser(self) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self.app)
        return httpx.AsyncClient(transport=transport, base_url=ADDRESS, headers={"origin": ADDRESS})

    async def cookies_of(self, kind: str) -> dict[str, str]:
        """Return the cookies of a new person."""
        async with self.browser() as browser:
            browser.headers["x-hypersweep"] = "1"
            if kind != "nobody":
                assert (await browser.post("/api/session")).status_code == 200
            if kind in ("account", "admin"):
                body = {"name": f"A person {next(NUMBERS)}", "passphrase": PASSPHRASE}
                me = (await browser.post("/api/account/register", json=body)).json()
                if kind == "admin":
                    async with self.parts.database.transaction() as connection:
                        assert await rows.set_admin(connection, me["id"], True)
            return dict(browser.cookies)

    async def ask(self, case: Case[Any], kind: str) -> None:
        """Send a request as a person, and compare the answer with the description."""
        given = case.as_transport_kwargs(base_url=ADDRESS)
        headers = {**given.pop("headers", {}), "origin": ADDRESS}
        for name in ("cookies", "files", "auth"):
            given.pop(name, None)
        data = given.pop("data", None)
        if data is not None:
            given["content"] = data if isinstance(data, bytes | str) else None
        async with self.browser() as browser:
            browser.cookies.update(await self.cookies_of(kind))
            try:
                answer = await browser.request(headers=headers, **given)
            except (httpx.InvalidURL, httpx.LocalProtocolError, ValueError):
                return  # no browser can ask for that
            assert answer.status_code < 500, (case, answer.text)
            # A request that fits the description may still break a rule, such as one of names.
            excluded = [positive_data_acceptance]
            if answer.status_code == 413:
                # Too long to be read, so refused as well, whatever it says.
                excluded.append(negative_data_rejection)
            case.validate_response(answer, excluded_checks=excluded)


def try_all(examples: int, mode: GenerationMode) -> None:
    """Send many requests to each described path, as every kind of client."""
    with asyncio.Runner() as runner:
        whole = Whole()
        try:
            schema = schemathesis.openapi.from_dict(runner.run(whole.begin()))
            operations = [each.ok() for each in schema.get_all_operations() if isinstance(each, Ok)]
            assert len(operations) >= 24
            for operation in operations:
                if mode is GenerationMode.NEGATIVE and not (operation.query or operation.body):
                    continue  # there is nothing that could be wrong

                @given(case=operation.as_strategy(generation_mode=mode), kind=sampled_from(KINDS))
                @settings(
                    max_examples=examples,
                    deadline=None,
                    database=None,
                    phases=[Phase.generate],
                    suppress_health_check=list(HealthCheck),
                )
                def ask(case: Case[Any], kind: str) -> None:
                    runner.run(whole.ask(case, kind))

                ask()
        finally:
            runner.run(whole.close())


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """A passphrase hasher of minimal cost."""
    monkeypatch.setattr(accounts, "Passphrases", quick_passphrases)


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_a_few_requests_of_each_kind_are_answered_as_described(mode: GenerationMode) -> None:
    try_all(10, mode)


@pytest.mark.nightly
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_many_requests_of_each_kind_are_answered_as_described(mode: GenerationMode) -> None:
    try_all(150, mode)


@pytest.mark.slow
def test_who_is_banned_elsewhere_by_the_page_or_by_leaving_has_no_socket_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(app, "_GONE", 0.01)

    class Socket:
        """A page's socket."""

        def __init__(self, app: Any, cookies: dict[str, str]) -> None:
            self.sent: list[Any] = []
            self.inbox: asyncio.Queue[Any] = asyncio.Queue()
            cookie = "; ".join(f"{name}={value}" for name, value in cookies.items()).encode()
            headers = [(b"host", b"127.0.0.1:6174"), (b"origin", ADDRESS.encode()), (b"cookie", cookie)]
            scope: dict[str, Any] = {
                "type": "websocket",
                "path": "/socket",
                "headers": headers,
                "extensions": {},
                "scheme": "ws",
            }
            scope |= {"client": ("127.0.0.1", 5), "server": ("127.0.0.1", 6174), "query_string": b""}
            self.inbox.put_nowait({"type": "websocket.connect"})
            self.inbox.put_nowait({"type": "websocket.receive", "text": '{"t":"hello","protocol":1}'})
            self.task = asyncio.get_running_loop().create_task(app(scope, self.inbox.get, self.send))

        async def send(self, message: Any) -> None:
            self.sent.append(message)

        async def begun(self) -> None:
            while not any("welcome" in each.get("text", "") for each in self.sent):
                assert not self.task.done()
                await asyncio.sleep(0.005)

        async def why(self) -> list[str]:
            await self.task
            assert self.sent[-1] == {"type": "websocket.close", "code": 1008}
            return [each["text"] for each in self.sent if '"refused"' in each.get("text", "")]

    async def main() -> None:
        whole = Whole()
        await whole.begin()
        try:
            async with asyncio.timeout(30):
                cookies = [await whole.cookies_of("account") for _ in range(3)]
                sockets = [Socket(whole.app, each) for each in cookies]
                for socket in sockets:
                    await socket.begun()
                async with whole.browser() as browser:
                    browser.headers["x-hypersweep"] = "1"
                    browser.cookies.update(cookies[0])
                    banned = (await browser.get("/api/me")).json()["id"]
                    # As the administrator's command does, or another worker.
                    other = accounts.People(whole.parts.database, whole.settings)
                    await other.bans.ban(banned, None, "swore")
                    await other.close()
                    assert ['"banned"' in each for each in await sockets[0].why()] == [True]
                    browser.cookies.clear()
                    browser.cookies.update(cookies[1])
                    await browser.post("/api/account/sign-out")
                    assert ['"signed_out"' in each for each in await sockets[1].why()] == [True]
                    browser.cookies.clear()
                    browser.cookies.update(cookies[2])
                    await browser.post("/api/account/delete", json={"passphrase": PASSPHRASE})
                    assert ['"deleted"' in each for each in await sockets[2].why()] == [True]
        finally:
            await whole.close()

    asyncio.run(main())
