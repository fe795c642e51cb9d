"""The interface of relays between workers: messages, leases, presence and token buckets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

PRESENCE = 60.0
"""Seconds for which a member counts as present; members who stay are marked again in time."""


class Subscription(Protocol):
    """A subscription to a channel, until it is closed."""

    async def close(self) -> None:
        """Stop listening."""


class Relay(Protocol):
    """The relay between workers.

    While the relay is unavailable, every call but ``open``, ``close``, ``subscribe`` and ``on_change`` raises
    ``UnavailableError`` within a second. Messages published then are lost: receivers must request them again.
    """

    @property
    def is_available(self) -> bool:
        """Whether the relay was reachable at the last attempt."""

    async def open(self) -> None:
        """Connect; retry until the relay can be reached.

        Raises:
            ParameterError: its address is invalid.
        """

    async def close(self) -> None:
        """Disconnect, and close all subscriptions."""

    async def publish(self, channel: str, data: bytes) -> None:
        """Send bytes to all listeners of a channel; messages of one worker arrive in order."""

    async def subscribe(self, channel: str, handler: Callable[[bytes], None]) -> Subscription:
        """Listen to a channel from now on; the handler is called in the event loop and must not block.

        The subscription survives a lost connection, but messages published meanwhile are lost.
        """

    async def lease(self, name: str, owner: str, seconds: float) -> bool:
        """Acquire a lease for some seconds. Returns: whether the owner has it now, newly or as before."""

    async def renew(self, name: str, owner: str, seconds: float) -> bool:
        """Extend a lease. Returns: whether the owner still had it."""

    async def release(self, name: str, owner: str) -> None:
        """Release a lease, if it is the owner's."""

    async def holder(self, name: str) -> str | None:
        """Return the current owner of a lease, or None."""

    async def take_token(self, key: str, rate: float, burst: float, cost: float = 1) -> bool:
        """Take tokens from a bucket of size ``burst`` that gains ``rate`` a second. Returns: whether it had enough."""

    async def mark_present(self, room: str, member: str) -> None:
        """Mark a member as present in a room for ``PRESENCE`` seconds."""

    async def mark_absent(self, room: str, member: str) -> None:
        """Mark a member as absent from a room."""

    async def present(self, room: str) -> set[str]:
        """Return the members present in a room."""

    def on_change(self, told: Callable[[bool], None]) -> None:
        """Call a function when the relay is lost (False) and when it is back (True)."""
