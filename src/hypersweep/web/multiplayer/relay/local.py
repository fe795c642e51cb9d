"""A relay inside one process, for a server of one worker: nothing to install, and nothing that can be lost."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from hypersweep.web.multiplayer.relay.listeners import Listener, Listeners
from hypersweep.web.multiplayer.relay.port import PRESENCE

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["LocalRelay"]

# Buckets that are looked through for full ones, which say nothing, when there are so many.
_MOST_BUCKETS = 10_000


class LocalRelay:
    """A relay inside one process.

    Args:
        clock: seconds, from any moment on.
    """

    is_available = True

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._listeners = Listeners(_nothing_to_do)
        # Owner and end by name.
        self._leases: dict[str, tuple[str, float]] = {}
        # What was in it, when, and when it will be full again.
        self._buckets: dict[str, tuple[float, float, float]] = {}
        self._most_buckets = _MOST_BUCKETS
        self._present: dict[str, dict[str, float]] = {}

    async def open(self) -> None:
        """Begin; there is nothing to wait for."""

    async def close(self) -> None:
        """End, with all subscriptions."""
        self._listeners.clear()

    async def publish(self, channel: str, data: bytes) -> None:
        """Give some bytes to everybody who listens to a channel."""
        if channel in self._listeners:
            # A handler may publish in its turn: what comes first is heard by all before what comes next.
            asyncio.get_running_loop().call_soon(self._listeners.tell, channel, data)

    async def subscribe(self, channel: str, handler: Callable[[bytes], None]) -> Listener:
        """Listen to a channel from now on."""
        return self._listeners.add(channel, handler)

    async def lease(self, name: str, owner: str, seconds: float) -> bool:
        """Take something for some seconds; whether it is the owner's now."""
        if self._holder(name) not in (None, owner):
            return False
        self._leases[name] = (owner, self._clock() + seconds)
        return True

    async def renew(self, name: str, owner: str, seconds: float) -> bool:
        """Keep what is leased for some seconds from now; False where it is no longer the owner's."""
        return self._holder(name) == owner and await self.lease(name, owner, seconds)

    async def release(self, name: str, owner: str) -> None:
        """Give a lease back, if it is the owner's."""
        if self._holder(name) == owner:
            del self._leases[name]

    async def holder(self, name: str) -> str | None:
        """Who has the lease now."""
        return self._holder(name)

    def _holder(self, name: str) -> str | None:
        owner, end = self._leases.get(name, (None, 0.0))
        if owner is not None and end <= self._clock():
            del self._leases[name]
            return None
        return owner

    async def take_token(self, key: str, rate: float, burst: float, cost: float = 1) -> bool:
        """Whether a bucket had as much as it costs; it is taken.

        >>> relay = LocalRelay(clock=lambda: 0.0)
        >>> asyncio.run(relay.take_token("x", rate=1, burst=1)), asyncio.run(relay.take_token("x", rate=1, burst=1))
        (True, False)
        """
        now = self._clock()
        held, since, _ = self._buckets.get(key, (burst, now, now))
        held = min(burst, held + (now - since) * rate)
        has_enough = held >= cost
        if has_enough:
            held -= cost
        self._buckets[key] = (held, now, now + (burst - held) / rate)
        if len(self._buckets) > self._most_buckets:
            self._buckets = {each: found for each, found in self._buckets.items() if found[2] > now}
            # Not at every call, if all of them are in use.
            self._most_buckets = max(_MOST_BUCKETS, 2 * len(self._buckets))
        return has_enough

    async def mark_present(self, room: str, member: str) -> None:
        """Somebody is in a room, for ``PRESENCE`` seconds."""
        self._present.setdefault(room, {})[member] = self._clock() + PRESENCE

    async def mark_absent(self, room: str, member: str) -> None:
        """Somebody isn't in a room any more."""
        members = self._present.get(room, {})
        members.pop(member, None)
        if not members:
            self._present.pop(room, None)

    async def present(self, room: str) -> set[str]:
        """Who is in a room."""
        now = self._clock()
        members = {each: end for each, end in self._present.pop(room, {}).items() if end > now}
        if members:
            self._present[room] = members
        return set(members)

    def on_change(self, told: Callable[[bool], None]) -> None:
        """Be told when it is lost, which never happens."""


async def _nothing_to_do(channel: str) -> None:
    """There is nobody to be told that a channel is quiet."""
