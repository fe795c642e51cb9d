"""A whole server with rooms for tests: in a thread, on a free port, or without a network."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

import capabilities
from hypersweep.cli import main
from hypersweep.web.multiplayer.app import create_app
from hypersweep.web.multiplayer.server_settings import Settings
from hypersweep.web.page_files import site_folder
from hypersweep.web.server import PageServer
from hypersweep.web.site import Site, read_site
from page_server import running


@cache
def whole_site() -> Site:
    """The page's site, as a server has it."""
    capabilities.require("page")
    return read_site(site_folder(), has_server=True)


def kept_in(folder: Path, **others: object) -> Settings:
    """Return settings of a server that saves its data in a folder.

    Args:
        folder: the folder.
        others: more of the settings.
    """
    return Settings(f"sqlite+aiosqlite:///{folder / 'together.sqlite3'}", **others)  # type: ignore[arg-type]


def accept(folder: Path, game: str) -> None:
    """Accept a game as a moderator, since a test plays like a program; wait until the game exists."""
    words = ["web", "admin", "pass", game, "--database-url", kept_in(folder).database]
    end = time.monotonic() + 60
    # Playwright has a loop in the thread of the test.
    with ThreadPoolExecutor(1) as pool:
        while pool.submit(main, words).result():
            assert time.monotonic() < end
            time.sleep(0.05)


def fix_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every new room deal one board, which takes several clicks: a game won by its first click isn't ranked."""
    monkeypatch.setattr("hypersweep.web.multiplayer.rooms.room_registry.secrets.randbits", lambda _: 7)


@contextmanager
def together_server(settings: Settings, *, port: int = 0) -> Iterator[str]:
    """Run a whole server in a thread. Yields: its address without a slash at the end.

    Args:
        settings: its settings.
        port: the port; 0 for any.
    """
    app = create_app(whole_site(), settings)
    server = PageServer(whole_site(), port=port, app=app, is_together=True)
    with running(server):
        yield server.address.rstrip("/")


@asynccontextmanager
async def together_app(settings: Settings) -> AsyncIterator[Starlette]:
    """Start an app in this loop, and end it afterwards.

    Args:
        settings: how it is set up.
    """
    app = create_app(whole_site(), settings)
    async with app.router.lifespan_context(app):
        yield app


@asynccontextmanager
async def together_client(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """A client of an app in this loop, without any socket.

    Args:
        settings: how it is set up.
    """
    async with together_app(settings) as app:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            yield client
