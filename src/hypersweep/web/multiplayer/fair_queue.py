"""A fair queue for a scarce resource, such as threads or processes, so that no client can use all of it."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from hypersweep.web.multiplayer.failures import RefusedError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class Turns:
    """Gives clients turns in rotation: a client with many requests delays each other client by only one request.

    Args:
        at_once: maximum number of turns running at once.
        most_each: maximum number of pending and running requests per client; None for no limit.
        most: maximum number of pending and running requests in total; None for no limit. Once half of it is in use,
            each client may have only one request, so no client can lock out others.
    """

    def __init__(self, at_once: int, *, most_each: int | None = None, most: int | None = None) -> None:
        self._at_once = at_once
        self._most_each = most_each
        self._most = most
        # Guests with a pending or running request.
        self._guests: set[str] = set()
        self._running: set[str] = set()
        # Pending requests by client, in order of turns; the client whose turn was last is at the end.
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._asked: Counter[str] = Counter()

    @property
    def running(self) -> int:
        """Number of running turns."""
        return len(self._running)

    @property
    def waiting(self) -> int:
        """Number of pending requests."""
        return self._asked.total() - len(self._running)

    @asynccontextmanager
    async def turn(self, client: str, *, is_guest: bool = False, must_be_done: bool = False) -> AsyncIterator[None]:
        """Wait for a turn, and hold it during the ``with`` block; a client has only one turn at a time.

        Args:
            client: client ID.
            is_guest: whether the client is a guest. Guest IDs are free to create, so guests together get at most half
                of the turns, and half of ``most``.
            must_be_done: whether to queue even if the queue is full.

        Raises:
            RefusedError: ``too_often``: this client has too many requests; ``busy``: the queue is full, or it is half
                full and this client already has a request in it.
        """
        if self._most_each is not None and self._asked[client] >= self._most_each:
            most = self._most_each
            raise RefusedError("too_often", f"too many requests at once (at most {most}); try again soon", status=429)
        if not must_be_done:
            self._check_most(client, is_guest)
        self._asked[client] += 1
        if is_guest:
            self._guests.add(client)
        ready = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(ready)
        try:
            self._give()
            await ready
            yield
        finally:
            if ready.done() and not ready.cancelled():
                self._running.discard(client)
                # Move the client to the end, so that other clients come first.
                line = self._waiting.pop(client, None)
                if line is not None:
                    self._waiting[client] = line
            self._asked[client] -= 1
            if not self._asked[client]:
                del self._asked[client]
                self._guests.discard(client)
            self._give()

    def _check_most(self, client: str, is_guest: bool) -> None:
        if self._most is None:
            return
        total = self._asked.total()
        guests = sum(self._asked[each] for each in self._guests)
        is_full = total >= self._most or (is_guest and guests >= self._most // 2)
        # Once half of a limit is in use, each client may have only one request.
        is_half_full = total >= self._most // 2 or (is_guest and guests >= self._most // 4)
        if is_full or (self._asked[client] and is_half_full):
            raise RefusedError("busy", f"too many pending requests (at most {self._most}); try again soon", status=503)

    def _may_run(self, client: str) -> bool:
        if client in self._running or len(self._running) >= self._at_once:
            return False
        return client not in self._guests or len(self._running & self._guests) < max(1, self._at_once // 2)

    def _give(self) -> None:
        """Start pending requests, one for each free turn."""
        for client, line in tuple(self._waiting.items()):
            while line and self._may_run(client):
                ready = line.popleft()
                # Skip cancelled requests.
                if not ready.done():
                    ready.set_result(None)
                    self._running.add(client)
            if not line:
                del self._waiting[client]
