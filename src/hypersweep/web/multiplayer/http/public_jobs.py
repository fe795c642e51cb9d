"""Jobs in another process for requests without an account: queue, limit for each address, and cache."""

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

# Maximum number of pending or running jobs of one address: on a public server, and on one for known people.
_MOST_EACH = 8
_MOST_EACH_AT_HOME = 400
# Maximum for all addresses together, as a multiple of that: some minutes of work.
_ADDRESSES = 25
# Maximum number of cached results of each function, and of the bytes of each: most pictures have about 50 KB, but one
# of 100,000 cells has 5.7 MB as SVG.
_MOST_SAVED = 200
_LARGEST_SAVED = 200_000


class PublicJobs:
    """Runs jobs of public requests, one address after the other.

    A job whose client disconnects is dropped, or cancelled if it runs.

    Args:
        pool: the process that runs them, and nothing else.
        settings: of the server.

    Attributes:
        pool: see above.
        turns: a fair queue by address.
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
        """Return the result of a function, from the cache or from the process.

        Args:
            request: a request whose body has been read.
            key: of the result in this function's cache; None to cache nothing.
            seconds: time limit of the function.
            function: a module-level function, so that the process can import it.
            arguments: of the function.

        Raises:
            RefusedError: ``too_often``: this address has too many jobs; ``busy``: all addresses together have too many,
                or the function takes too long.
            Exception: any exception of the function.
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
                # The client has disconnected, so no one reads this answer; nginx uses the same status.
                raise RefusedError("gone", "expected a client that waits for its answer", status=499)
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
            # Another request may have computed the same result meanwhile.
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
