"""The HTTP part of people's data, run in this process with clients that act as browsers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import httpx
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from databases import opened
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.http.account_routes import account_routes, export_routes
from hypersweep.web.multiplayer.http.admin_routes import admin_routes
from hypersweep.web.multiplayer.http.calls import openapi_route
from hypersweep.web.multiplayer.http.guard import Guard
from hypersweep.web.multiplayer.people.accounts import People
from hypersweep.web.multiplayer.people.passphrases import Passphrases
from hypersweep.web.multiplayer.relay.port import LocalRelay
from hypersweep.web.multiplayer.server_settings import Settings
from hypersweep.web.multiplayer.store.database import Database

PASSPHRASE = "eight signs, and more"
DAY = 86_400_000
MEMORY = "sqlite+aiosqlite://"
PAGE = {"origin": "http://127.0.0.1:6174", "x-hypersweep": "1"}


def quick_passphrases(**settings: int) -> Passphrases:
    """Return a hasher of minimal cost."""
    return Passphrases(**{"memory": 8, "turns": 1, **settings})


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self, moment: int = 1_760_000_000_000) -> None:
        self.moment = moment

    def __call__(self) -> int:
        return self.moment


class House:
    """People, their routes, and the notices about people who left."""

    def __init__(self, database: Database, settings: Settings, passphrases: Passphrases | None = None) -> None:
        self.database = database
        self.settings = settings
        self.clock = Clock()
        self.gone: list[tuple[str, str]] = []
        self.relay = LocalRelay(clock=lambda: self.clock.moment / 1000)
        self.people = People(
            database,
            settings,
            on_gone=self._hear,
            passphrases=quick_passphrases() if passphrases is None else passphrases,
            clock=self.clock,
        )
        routes = [
            *account_routes(self.people, settings, self.relay.take_token),
            *export_routes(self.people, settings),
            *admin_routes(self.people, database),
        ]
        routes.append(openapi_route(lambda: routes))

        async def file(request: object) -> PlainTextResponse:
            return PlainTextResponse("a file", headers={"cache-control": "no-cache"})

        guard = Middleware(Guard, settings=settings, host="127.0.0.1", take_token=self.relay.take_token)
        self.app = Starlette(routes=[*routes, Route("/file", file)], middleware=[guard])

    def _hear(self, person: str, why: RefusedError) -> None:
        self.gone.append((person, why.what))

    def browser(self, address: str = "203.0.113.7", **headers: str) -> httpx.AsyncClient:
        """Return a browser with cookies of its own, on the page of this server."""
        base = self.settings.origin or "http://127.0.0.1:6174"
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(self.app, client=(address, 50_000)),
            base_url=base,
            headers={"origin": base, "x-hypersweep": "1", **headers},
        )


@asynccontextmanager
async def house(
    url: str = MEMORY, settings: Settings | None = None, passphrases: Passphrases | None = None
) -> AsyncIterator[House]:
    """Return the complete set-up, with an empty database."""
    async with opened(url) as database:
        made = House(database, Settings(url) if settings is None else settings, passphrases)
        try:
            yield made
        finally:
            await made.people.close()


def in_house(
    work: Callable[[House], Coroutine[Any, Any, None]], url: str = MEMORY, settings: Settings | None = None
) -> None:
    """Run something with the complete set-up."""

    async def main() -> None:
        async with house(url, settings) as made:
            await work(made)

    asyncio.run(main())


@asynccontextmanager
async def account(made: House, name: str = "Paula") -> AsyncIterator[httpx.AsyncClient]:
    """Return a browser with a new account."""
    async with made.browser() as browser:
        answer = await browser.post("/api/account/register", json={"name": name, "passphrase": PASSPHRASE})
        assert answer.status_code == 200, answer.text
        yield browser
