"""A fair queue for something scarce, such as threads or processes, so that no client can use all of it."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from hypersweep.web.multiplayer.failures import RefusedError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class Turns:
    """Clients get turns in rotation: each waits for its own earlier requests, and for one request of each other client.

    Args:
        at_once: number of simultaneous turns.
        most_each: maximum number of a client's pending and running requests; None for any number.
        most: the same for all clients together. In the second half of them a client has one request at a time, so a
            client with many doesn't keep new ones out.
    """

    def __init__(self, at_once: int, *, most_each: int | None = None, most: int | None = None) -> None:
        self._at_once = at_once
        self._most_each = most_each
        self._most = most
        # Guests with a pending or running request.
        self._guests: set[str] = set()
        self._running: set[str] = set()
        # By client; the client whose turn ended last is at the end.
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
        """Wait for a turn, and hold it during the block; a client has one turn at a time.

        Args:
            client: id of the client.
            is_guest: whether new clients of this kind cost nothing: all guests together get half of the turns, and half
                of the pending requests.
            must_be_done: whether to wait however long the queue is.

        Raises:
            RefusedError: ``too_often``: this client has too many requests; ``busy``: all clients together have.
        """
        if self._most_each is not None and self._asked[client] >= self._most_each:
            most = self._most_each
            raise RefusedError(
                "too_often", f"expected at most {most} such requests at once; try again soon", status=429
            )
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
                # Move the client to the end: the others have their turns first.
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
        # From half of these limits on, each client has one request.
        is_half_full = total >= self._most // 2 or (is_guest and guests >= self._most // 4)
        if is_full or (self._asked[client] and is_half_full):
            raise RefusedError("busy", f"expected at most {self._most} such requests; try again soon", status=503)

    def _may_run(self, client: str) -> bool:
        if client in self._running or len(self._running) >= self._at_once:
            return False
        return client not in self._guests or len(self._running & self._guests) < max(1, self._at_once // 2)

    def _give(self) -> None:
        """Give free turns to waiting clients."""
        for client, line in tuple(self._waiting.items()):
            while line and self._may_run(client):
                ready = line.popleft()
                # Skip cancelled requests.
                if not ready.done():
                    ready.set_result(None)
                    self._running.add(client)
            if not line:
                del self._waiting[client]
