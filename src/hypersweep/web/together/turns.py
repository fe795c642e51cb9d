"""Turns at something scarce, such as threads or processes, so that no client can use all of it."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from hypersweep.web.together.failures import RefusedError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

__all__ = ["Turns"]


class Turns:
    """Clients get turns in rotation: each waits for its own earlier requests, and for one request of each other client.

    Args:
        at_once: turns that are taken at the same time.
        most_each: requests of one client that may wait or have their turn; None for any number.
    """

    def __init__(self, at_once: int, *, most_each: int | None = None) -> None:
        self._at_once = at_once
        self._most_each = most_each
        self._running: set[str] = set()
        # By client; the one whose turn ended last stands at the end.
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._asked: Counter[str] = Counter()

    @property
    def running(self) -> int:
        """Number of turns that are taken now."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """Number of requests that wait for their turn."""
        return self._asked.total() - len(self._running)

    @asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[None]:
        """Wait for a turn, and take it for the time of the block; a client has one turn at a time.

        Raises:
            RefusedError: ``too_often``: the client has too many requests already.
        """
        if self._most_each is not None and self._asked[client] >= self._most_each:
            most = self._most_each
            raise RefusedError(
                "too_often", f"expected at most {most} such requests at once; try again soon", status=429
            )
        self._asked[client] += 1
        ready = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(ready)
        try:
            self._give()
            await ready
            yield
        finally:
            if ready.done() and not ready.cancelled():
                self._running.discard(client)
                # The others have their turns first.
                line = self._waiting.pop(client, None)
                if line is not None:
                    self._waiting[client] = line
            self._asked[client] -= 1
            if not self._asked[client]:
                del self._asked[client]
            self._give()

    def _give(self) -> None:
        """Give the turns that are free."""
        for client, line in tuple(self._waiting.items()):
            while line and client not in self._running and len(self._running) < self._at_once:
                ready = line.popleft()
                # One that isn't wanted any more is cancelled.
                if not ready.done():
                    ready.set_result(None)
                    self._running.add(client)
            if not line:
                del self._waiting[client]
