"""The whole server as one app: the page's files, and all that people do together; it puts the parts together."""

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

__all__ = ["create_app"]


def create_app(site: Site, settings: Settings, *, host: str = "127.0.0.1") -> Starlette:
    """The app of one worker. Its lifespan opens what it needs and closes it again.

    Args:
        site: the page's files.
        settings: how it is set up.
        host: where it is served.

    Returns:
        The app; ``state.pack`` packs the page's files as well as can be, ``state.failure`` is what opening or closing
        failed with, ``state.parts`` are its parts.

    Raises:
        MissingExtraError: a package that it needs isn't installed.
        ParameterError: settings that can't be used.
    """
    parts = Parts(settings, host)
    files, pack = site_routes(site)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        try:
            routes = await parts.open()
            # Whatever is no route of theirs is a file of the page, or nothing.
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
