"""The whole server as one app: the page's files and the multiplayer API."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.middleware import Middleware

from hypersweep.web.multiplayer.http import guard
from hypersweep.web.multiplayer.metrics import Observed
from hypersweep.web.multiplayer.wiring import Parts
from hypersweep.web.server import Guard, site_routes

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from hypersweep.web.multiplayer.settings import Settings
    from hypersweep.web.site import Site


def create_app(site: Site, settings: Settings, *, host: str = "127.0.0.1") -> Starlette:
    """Return the app of one worker. Its lifespan opens everything that it needs, and closes it again.

    Args:
        site: the page's files.
        settings: of the server.
        host: where it is served.

    Returns:
        The app; ``state.pack`` compresses the page's files, ``state.failure`` is the error of opening or closing,
        ``state.parts`` are its parts.

    Raises:
        MissingExtraError: a required package isn't installed.
        ParameterError: invalid settings.
    """
    parts = Parts(settings, host)
    files, pack = site_routes(site)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        try:
            routes = await parts.open()
            # Paths without a route are files of the page, or 404.
            app.router.routes[:] = [*routes, *files]
            try:
                yield
            finally:
                await parts.close()
        except Exception as error:
            app.state.failure = error
            raise

    name = None if settings.origin is None else urlsplit(settings.origin).hostname
    middleware = [
        Middleware(Observed, figures=parts.figures),
        Middleware(Guard, host=host, name=name),
        Middleware(guard.Guard, settings=settings, host=host, take_token=parts.relay.take_token),
    ]
    app = Starlette(routes=files, middleware=middleware, lifespan=lifespan)
    app.state.pack = pack
    app.state.parts = parts
    return app
