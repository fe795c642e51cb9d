"""A relay inside one process, for a server with one worker: it needs no installation and never fails."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from hypersweep.web.multiplayer.relay.listeners import Listener, Listeners
from hypersweep.web.multiplayer.relay.port import PRESENCE

if TYPE_CHECKING:
    from collections.abc import Callable

# Number of buckets from which full ones, which carry no information, are dropped.
_MOST_BUCKETS = 10_000


class LocalRelay:
    """A relay inside one process.

    Args:
        clock: returns seconds from any origin.
    """

    is_available = True

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._listeners = Listeners(_nothing_to_do)
        # Owner and expiry by name.
        self._leases: dict[str, tuple[str, float]] = {}
        # Tokens, the time of that count, and the time when the bucket is full again.
        self._buckets: dict[str, tuple[float, float, float]] = {}
        self._most_buckets = _MOST_BUCKETS
        self._present: dict[str, dict[str, float]] = {}

    async def open(self) -> None:
        """Do nothing: the relay is ready."""

    async def close(self) -> None:
        """Close all subscriptions."""
        self._listeners.clear()

    async def publish(self, channel: str, data: bytes) -> None:
        """Send bytes to all listeners of a channel."""
        if channel in self._listeners:
            # A handler may publish too: deferring keeps the messages in order for all listeners.
            asyncio.get_running_loop().call_soon(self._listeners.tell, channel, data)

    async def subscribe(self, channel: str, handler: Callable[[bytes], None]) -> Listener:
        """Listen to a channel from now on."""
        return self._listeners.add(channel, handler)

    async def lease(self, name: str, owner: str, seconds: float) -> bool:
        """Acquire a lease for some seconds. Returns: whether the owner has it now."""
        if self._holder(name) not in (None, owner):
            return False
        self._leases[name] = (owner, self._clock() + seconds)
        return True

    async def renew(self, name: str, owner: str, seconds: float) -> bool:
        """Extend a lease. Returns: whether the owner still had it."""
        return self._holder(name) == owner and await self.lease(name, owner, seconds)

    async def release(self, name: str, owner: str) -> None:
        """Release a lease, if it is the owner's."""
        if self._holder(name) == owner:
            del self._leases[name]

    async def holder(self, name: str) -> str | None:
        """Return the current owner of a lease, or None."""
        return self._holder(name)

    def _holder(self, name: str) -> str | None:
        owner, end = self._leases.get(name, (None, 0.0))
        if owner is not None and end <= self._clock():
            del self._leases[name]
            return None
        return owner

    async def take_token(self, key: str, rate: float, burst: float, cost: float = 1) -> bool:
        """Take tokens from a bucket. Returns: whether it had enough.

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
            # Raise the threshold if all buckets are in use, so that not every call searches them.
            self._most_buckets = max(_MOST_BUCKETS, 2 * len(self._buckets))
        return has_enough

    async def mark_present(self, room: str, member: str) -> None:
        """Mark a member as present in a room for ``PRESENCE`` seconds."""
        self._present.setdefault(room, {})[member] = self._clock() + PRESENCE

    async def mark_absent(self, room: str, member: str) -> None:
        """Mark a member as absent from a room."""
        members = self._present.get(room, {})
        members.pop(member, None)
        if not members:
            self._present.pop(room, None)

    async def present(self, room: str) -> set[str]:
        """Return the members present in a room."""
        now = self._clock()
        members = {each: end for each, end in self._present.pop(room, {}).items() if end > now}
        if members:
            self._present[room] = members
        return set(members)

    def on_change(self, told: Callable[[bool], None]) -> None:
        """Do nothing: this relay is never lost."""


async def _nothing_to_do(channel: str) -> None:
    """Do nothing when the last listener leaves a channel."""
