"""What workers of one server have between them, whichever way: messages, leases, presence and buckets of tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["PRESENCE", "Relay", "Subscription"]

PRESENCE = 60.0
"""Seconds for which somebody counts as present; who stays is marked again before they are over."""


class Subscription(Protocol):
    """What is listened to on a channel, until it is closed."""

    async def close(self) -> None:
        """Listen no more."""


class Relay(Protocol):
    """What workers have between them.

    Every call but ``open``, ``close``, ``subscribe`` and ``on_change`` raises ``UnavailableError``, within a second,
    while it can't be done. What is published then is lost: whoever needs it asks again.
    """

    @property
    def is_available(self) -> bool:
        """Whether the last that was heard of it is that it can be reached."""

    async def open(self) -> None:
        """Begin; one that can't be reached is tried again and again.

        Raises:
            ParameterError: its address can't be one.
        """

    async def close(self) -> None:
        """End, with all subscriptions."""

    async def publish(self, channel: str, data: bytes) -> None:
        """Give some bytes to everybody who listens to a channel, in the order in which one worker publishes them."""

    async def subscribe(self, channel: str, handler: Callable[[bytes], None]) -> Subscription:
        """Listen to a channel from now on; the handler is called in the loop and mustn't wait for anything.

        It comes back by itself after the connection was lost; what was published meanwhile is never heard.
        """

    async def lease(self, name: str, owner: str, seconds: float) -> bool:
        """Take something for some seconds; whether it is the owner's now, who may have had it before."""

    async def renew(self, name: str, owner: str, seconds: float) -> bool:
        """Keep what is leased for some seconds from now; False where it is no longer the owner's."""

    async def release(self, name: str, owner: str) -> None:
        """Give a lease back, if it is the owner's."""

    async def holder(self, name: str) -> str | None:
        """Who has the lease now."""

    async def take_token(self, key: str, rate: float, burst: float, cost: float = 1) -> bool:
        """Whether a bucket, which holds ``burst`` and gains ``rate`` a second, had as much as it costs; it is taken."""

    async def mark_present(self, room: str, member: str) -> None:
        """Somebody is in a room, for ``PRESENCE`` seconds."""

    async def mark_absent(self, room: str, member: str) -> None:
        """Somebody isn't in a room any more."""

    async def present(self, room: str) -> set[str]:
        """Who is in a room."""

    def on_change(self, told: Callable[[bool], None]) -> None:
        """Be told when it is lost (False) and when it is back (True)."""
