"""Moves idle sockets from a worker with far more of them than another one, as after a rolling restart.

Each worker publishes its number of sockets every second. The fuller worker closes a few sockets a second, each page
reconnects by itself, and the proxy sends it to the worker with the fewest connections. A room follows once all its
members are connected to another worker. A worker of an older version publishes nothing, so it neither gives nor counts.
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
# Seconds between two messages of a worker, and after which its last one no longer counts.
_EVERY = 1.0
_STALE = 5.0
# A worker begins to close sockets when it has this many more than another worker, and this many times as many.
_MORE = 20
_TIMES = 1.5
# Number of sockets closed a second at most.
_RATE = 2


class _Count(msgspec.Struct, array_like=True, frozen=True):
    """The number of sockets of a worker."""

    worker: str
    sockets: int


class _Sockets(Protocol):
    """The sockets of this worker."""

    def __len__(self) -> int:
        """Number of open sockets."""

    def move(self, most: int) -> list[list[str]]:
        """Close idle sockets. Returns: the rooms that each of them was in."""


class _Rooms(Protocol):
    """The rooms of all workers, as this one sees them."""

    worker: str

    def give_up(self, name: str) -> None:
        """Let another worker be a room's home, if all its members are connected to that one, or it has none."""


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Count).decode


class Balance:
    """Moves sockets of this worker, and their rooms, to emptier workers.

    Args:
        relay: carries the numbers of sockets between workers.
        rooms: the rooms of all workers.
        sockets: the sockets of this worker.
        clock: seconds, from any moment on.
    """

    def __init__(
        self, relay: Relay, rooms: _Rooms, sockets: _Sockets, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._relay = relay
        self._rooms = rooms
        self._sockets = sockets
        self._clock = clock
        # By worker: its number of sockets, and when that was heard.
        self._others: dict[str, tuple[int, float]] = {}
        # Number of sockets that may still be closed; None before a first one is. It isn't renewed before the workers
        # are balanced or another one starts: a proxy that leads pages back to this worker would make that useless.
        self._left: int | None = None

    async def run(self) -> None:
        """Publish this worker's number of sockets, and move some of them where needed, until cancelled."""
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
        """Close the sockets that are due in this second."""
        now, ours = self._clock(), len(self._sockets)
        self._others = {worker: heard for worker, heard in self._others.items() if now - heard[1] < _STALE}
        # A worker without any socket may not be known to the proxy yet, which would lead pages back to this one.
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
