"""Move idle sockets away from a worker that has far more of them than another, for example after a rolling restart.

Each worker publishes its number of sockets every second. An overloaded worker closes a few idle sockets per second;
their pages reconnect, and the proxy sends them to the worker with the fewest connections. A room follows once all its
members are connected to another worker. Workers on older versions publish nothing, so they are left out.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

import msgspec

from hypersweep.web.multiplayer.failures import UnavailableError
from hypersweep.web.multiplayer.metrics import log

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.web.multiplayer.relay import Relay

_CHANNEL = "sockets"
# Seconds between a worker's messages, and seconds until its latest message expires.
_EVERY = 1.0
_STALE = 5.0
# A worker starts closing sockets only if it has over ``_MORE`` sockets more than the worker with the fewest, and over
# ``_TIMES`` times as many.
_MORE = 20
_TIMES = 1.5
# Maximum number of sockets closed per second.
_RATE = 2


class _Count(msgspec.Struct, array_like=True, frozen=True):
    """A worker's message with its number of sockets."""

    worker: str
    sockets: int


class _Sockets(Protocol):
    """This worker's sockets."""

    def __len__(self) -> int:
        """Number of open sockets."""

    def move(self, most: int) -> list[list[str]]:
        """Close up to ``most`` idle sockets, and return the rooms each closed socket was in."""


class _Rooms(Protocol):
    """The rooms on all workers, as seen from this one."""

    worker: str

    def give_up(self, name: str) -> None:
        """Release an idle room if it has no members or they are all connected to one other worker."""


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Count).decode


class Balance:
    """Moves this worker's idle sockets, and then their rooms, to less loaded workers.

    Args:
        relay: exchanges socket counts with the other workers.
        rooms: all workers' rooms.
        sockets: this worker's sockets.
        clock: monotonic clock, in seconds.
    """

    def __init__(
        self, relay: Relay, rooms: _Rooms, sockets: _Sockets, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._relay = relay
        self._rooms = rooms
        self._sockets = sockets
        self._clock = clock
        # For each worker, its latest number of sockets and when that number arrived.
        self._others: dict[str, tuple[int, float]] = {}
        # Number of sockets we may still close; None before we close any. Reset only once the workers are balanced or a
        # new one starts: if the proxy sends pages back to us, closing more sockets is useless.
        self._left: int | None = None

    async def run(self) -> None:
        """Every second until cancelled, publish the number of sockets and move some away if needed."""
        listener = await self._relay.subscribe(_CHANNEL, self._hear)
        try:
            while True:
                with suppress(UnavailableError):
                    await self._relay.publish(_CHANNEL, _encode(_Count(self._rooms.worker, len(self._sockets))))
                self.step()
                await asyncio.sleep(_EVERY)
        finally:
            await listener.close()

    def _hear(self, data: bytes) -> None:
        count = _decode(data)
        if count.worker != self._rooms.worker:
            if count.worker not in self._others:
                self._left = None
            self._others[count.worker] = (count.sockets, self._clock())

    def step(self) -> None:
        """Close the sockets due this second, and let their rooms follow."""
        now, ours = self._clock(), len(self._sockets)
        self._others = {worker: heard for worker, heard in self._others.items() if now - heard[1] < _STALE}
        # Ignore workers without sockets: the proxy may not know them yet, and would send the pages back to us.
        counts = [count for count, _ in self._others.values() if count]
        excess = int(ours - (ours + sum(counts)) / (1 + len(counts)))
        if excess < 1:
            self._left = None
            return
        if self._left is None:
            fewest = min(counts)
            if ours <= max(_TIMES * fewest, fewest + _MORE):
                return
            self._left = excess
            log.info("idle sockets are moved to other workers", sockets=ours, fewest=fewest, most=excess)
        moved = self._sockets.move(min(_RATE, self._left, excess))
        self._left -= len(moved)
        for name in {name for names in moved for name in names}:
            self._rooms.give_up(name)
