"""Interface of the relay between workers, and a relay for a single process.

A relay passes on messages, and stores leases, presence and token buckets. A server with a single worker uses the relay
for one process, which needs no other software and never fails.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

PRESENCE = 60.0
"""Seconds until a member's presence mark expires; workers renew it before then."""


class Subscription(Protocol):
    """A subscription to a channel, active until closed."""

    async def close(self) -> None:
        """Stop listening."""


class Relay(Protocol):
    """The relay between workers.

    While the relay is unavailable, every call except ``open``, ``close``, ``subscribe`` and ``on_change`` raises
    ``UnavailableError`` within a second. Messages sent then may be lost, so receivers have to resynchronise.
    """

    @property
    def is_available(self) -> bool:
        """Whether the relay was reachable at the last attempt."""

    async def open(self) -> None:
        """Start connecting, and return after the first attempt; retries run in the background.

        Raises:
            ParameterError: the credentials are wrong.
        """

    async def close(self) -> None:
        """Disconnect, and close all subscriptions."""

    async def publish(self, channel: str, data: bytes) -> None:
        """Send bytes to all listeners on a channel; messages from one worker arrive in order."""

    async def subscribe(self, channel: str, handler: Callable[[bytes], None]) -> Subscription:
        """Listen to a channel; the handler is called for each message in the event loop, and must not block.

        The subscription survives a lost connection, but messages published meanwhile are lost.
        """

    async def lease(self, name: str, owner: str, seconds: float) -> bool:
        """Acquire or extend a lease for ``seconds``. Returns: whether ``owner`` holds it now."""

    async def renew(self, name: str, owner: str, seconds: float) -> bool:
        """Extend a lease to ``seconds`` from now if ``owner`` still holds it. Returns: whether it does."""

    async def release(self, name: str, owner: str) -> None:
        """Release a lease if ``owner`` holds it."""

    async def holder(self, name: str) -> str | None:
        """Return a lease's current owner, or None."""

    async def take_token(self, key: str, rate: float, burst: float, cost: float = 1) -> bool:
        """Take ``cost`` tokens from a bucket. Returns: whether it had enough; if not, none are taken.

        The bucket holds up to ``burst`` tokens, and gains ``rate`` per second.
        """

    async def mark_present(self, room: str, member: str) -> None:
        """Mark a member as present in a room for ``PRESENCE`` seconds."""

    async def mark_absent(self, room: str, member: str) -> None:
        """Mark a member as absent from a room."""

    async def present(self, room: str) -> set[str]:
        """Return the members present in a room."""

    def on_change(self, callback: Callable[[bool], None]) -> None:
        """Call ``callback`` with False when the relay becomes unavailable, and with True when it is back."""


class Listeners:
    """The listeners in this process, by channel; iterating yields the channels.

    Args:
        left: called with a channel's name after its last listener was removed.
    """

    def __init__(self, left: Callable[[str], Awaitable[None]]) -> None:
        self._left = left
        self._by_channel: dict[str, dict[Listener, None]] = {}

    def __contains__(self, channel: object) -> bool:
        return channel in self._by_channel

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._by_channel))

    def add(self, channel: str, handler: Callable[[bytes], None]) -> Listener:
        """Add a handler to call with every message on a channel."""
        listener = Listener(self, channel, handler)
        self._by_channel.setdefault(channel, {})[listener] = None
        return listener

    async def remove(self, listener: Listener) -> None:
        """Remove a listener, so that its handler is no longer called."""
        others = self._by_channel.get(listener.channel, {})
        others.pop(listener, None)
        if not others and self._by_channel.pop(listener.channel, None) is not None:
            await self._left(listener.channel)

    def tell(self, channel: str, data: bytes) -> None:
        """Pass a message to all listeners on a channel; exceptions in handlers are reported to the event loop."""
        listeners = self._by_channel.get(channel, {})
        for each in tuple(listeners):
            if each in listeners:
                try:
                    each.handler(data)
                except Exception as error:
                    message = f"a handler of the channel {channel} failed"
                    asyncio.get_running_loop().call_exception_handler({"message": message, "exception": error})

    def clear(self) -> None:
        """Remove all listeners."""
        self._by_channel.clear()


class Listener:
    """A listener on a channel, active until closed; implements ``Subscription``."""

    def __init__(self, listeners: Listeners, channel: str, handler: Callable[[bytes], None]) -> None:
        self.channel = channel
        self.handler = handler
        self._listeners = listeners

    async def close(self) -> None:
        """Stop listening."""
        await self._listeners.remove(self)


# Drop full buckets once there are more than this many; a new bucket starts full, so nothing is lost.
_MOST_BUCKETS = 10_000


class LocalRelay:
    """A relay within a single process; see ``Relay`` for the methods.

    Args:
        clock: monotonic clock, in seconds.
    """

    is_available = True

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._listeners = Listeners(_nothing_to_do)
        # For each lease, by name: its owner and expiry.
        self._leases: dict[str, tuple[str, float]] = {}
        # For each bucket, by key: the number of tokens, when they were counted, and when the bucket will be full again.
        self._buckets: dict[str, tuple[float, float, float]] = {}
        self._most_buckets = _MOST_BUCKETS
        self._present: dict[str, dict[str, float]] = {}

    async def open(self) -> None:
        """Do nothing, since there is no connection to open."""

    async def close(self) -> None:
        """Close all subscriptions."""
        self._listeners.clear()

    async def publish(self, channel: str, data: bytes) -> None:
        """Send bytes to all listeners on a channel."""
        if channel in self._listeners:
            # Call the listeners later: a handler may publish too, but all listeners must get the same message order.
            asyncio.get_running_loop().call_soon(self._listeners.tell, channel, data)

    async def subscribe(self, channel: str, handler: Callable[[bytes], None]) -> Listener:
        """Listen to a channel."""
        return self._listeners.add(channel, handler)

    async def lease(self, name: str, owner: str, seconds: float) -> bool:
        """Acquire or extend a lease for ``seconds``. Returns: whether ``owner`` holds it now."""
        if self._holder(name) not in (None, owner):
            return False
        self._leases[name] = (owner, self._clock() + seconds)
        return True

    async def renew(self, name: str, owner: str, seconds: float) -> bool:
        """Extend a lease to ``seconds`` from now if ``owner`` still holds it. Returns: whether it does."""
        return self._holder(name) == owner and await self.lease(name, owner, seconds)

    async def release(self, name: str, owner: str) -> None:
        """Release a lease if ``owner`` holds it."""
        if self._holder(name) == owner:
            del self._leases[name]

    async def holder(self, name: str) -> str | None:
        """Return a lease's current owner, or None."""
        return self._holder(name)

    def _holder(self, name: str) -> str | None:
        owner, end = self._leases.get(name, (None, 0.0))
        if owner is not None and end <= self._clock():
            del self._leases[name]
            return None
        return owner

    async def take_token(self, key: str, rate: float, burst: float, cost: float = 1) -> bool:
        """Take tokens from a bucket. Returns: whether it had enough; if not, none are taken.

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
            # If most buckets are in use, raise the threshold, so that not every call scans them all.
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

    def on_change(self, callback: Callable[[bool], None]) -> None:
        """Do nothing, since this relay is always available."""


async def _nothing_to_do(channel: str) -> None:
    """Do nothing when the last listener leaves a channel."""
