"""Jobs for requests that need no account: run in another process, with a queue, limits per address, and a cache."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, TypeVar, cast

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.fair_queue import Turns
from hypersweep.web.multiplayer.http.guard import address_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from hypersweep.web.multiplayer.ranking.process_pool import Pool
    from hypersweep.web.multiplayer.server_settings import Settings


T = TypeVar("T")

# Maximum number of pending and running jobs per address, on a public server and on a private one.
_MOST_EACH = 8
_MOST_EACH_AT_HOME = 400
# The limit for all addresses together, as a multiple of the limit per address. That many jobs take a few minutes.
_ADDRESSES = 25
# Maximum number of cached results per function, and maximum size of a cached result in bytes. Most pictures take about
# 50 KB, but the SVG of a board with 100,000 cells takes 5.7 MB.
_MOST_SAVED = 200
_LARGEST_SAVED = 200_000


class PublicJobs:
    """Runs jobs for public requests one at a time; addresses take turns.

    If a client disconnects, its job is dropped from the queue, or cancelled if already running.

    Args:
        pool: a process pool used only for these jobs.
        settings: the server's settings.

    Attributes:
        pool: see above.
        turns: the queue, in which addresses take turns.
    """

    def __init__(self, pool: Pool, settings: Settings) -> None:
        self.pool: Pool = pool
        self._settings = settings
        self._saved: dict[Callable[..., Any], OrderedDict[str, Any]] = {}
        most = _MOST_EACH if settings.is_public else _MOST_EACH_AT_HOME
        self.turns: Turns = Turns(1, most_each=most, most=_ADDRESSES * most)

    async def run(
        self, request: Request, key: str | None, seconds: float, function: Callable[..., T], *arguments: Any
    ) -> T:
        """Return a function's result, from the cache or from the process.

        Args:
            request: a request whose body has already been read.
            key: the key for caching the function's result; None to bypass the cache.
            seconds: time limit for the function.
            function: a module-level function, so that the process can import it.
            arguments: passed to the function.

        Raises:
            RefusedError: ``too_often``: this address has too many jobs; ``busy``: there are too many jobs in total, or
                the function takes too long; ``gone``: the client disconnected.
            Exception: an error raised by the function.
        """
        saved = self._saved.setdefault(function, OrderedDict())
        if key is not None and key in saved:
            saved.move_to_end(key)
            return cast("T", saved[key])
        job = asyncio.ensure_future(self._do(request, key, seconds, function, arguments))
        leaving = asyncio.ensure_future(_leave(request))
        try:
            await asyncio.wait({job, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not job.done():
                # The client has disconnected and won't read this; nginx, too, logs this as status 499.
                raise RefusedError("gone", "the client disconnected before its answer", status=499)
            return job.result()
        finally:
            job.cancel()
            leaving.cancel()
            await asyncio.gather(job, leaving, return_exceptions=True)

    async def _do(
        self, request: Request, key: str | None, seconds: float, function: Callable[..., T], arguments: tuple[Any, ...]
    ) -> T:
        saved = self._saved[function]
        async with self.turns.turn(address_of(request, self._settings)):
            # Meanwhile another request may have computed the same result.
            if key is not None and key in saved:
                return cast("T", saved[key])
            found = await self.pool.run(seconds, function, *arguments)
        if key is not None and not (isinstance(found, str | bytes) and len(found) > _LARGEST_SAVED):
            saved[key] = found
            while len(saved) > _MOST_SAVED:
                saved.popitem(last=False)
        return found


async def _leave(request: Request) -> None:
    """Wait until the client disconnects."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
