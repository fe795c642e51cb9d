"""Who listens to which channel in this process."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

__all__ = ["Listener", "Listeners"]


class Listeners:
    """Who listens to which channel in this process; iterated over, it gives the channels.

    Args:
        left: called with a channel that nobody listens to any more.
    """

    def __init__(self, left: Callable[[str], Awaitable[None]]) -> None:
        self._left = left
        self._by_channel: dict[str, dict[Listener, None]] = {}

    def __contains__(self, channel: object) -> bool:
        return channel in self._by_channel

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._by_channel))

    def add(self, channel: str, handler: Callable[[bytes], None]) -> Listener:
        """Let a handler be called with everything on a channel."""
        listener = Listener(self, channel, handler)
        self._by_channel.setdefault(channel, {})[listener] = None
        return listener

    async def remove(self, listener: Listener) -> None:
        """Call a handler no more."""
        others = self._by_channel.get(listener.channel, {})
        others.pop(listener, None)
        if not others and self._by_channel.pop(listener.channel, None) is not None:
            await self._left(listener.channel)

    def tell(self, channel: str, data: bytes) -> None:
        """Call those who listen; one of them that fails, which the loop is told, leaves the others what they get."""
        listeners = self._by_channel.get(channel, {})
        for each in tuple(listeners):
            if each in listeners:
                try:
                    each.handler(data)
                except Exception as error:
                    message = f"a handler of the channel {channel} failed"
                    asyncio.get_running_loop().call_exception_handler({"message": message, "exception": error})

    def clear(self) -> None:
        """Let nobody listen to anything."""
        self._by_channel.clear()


class Listener:
    """One who listens to a channel, until he is closed."""

    def __init__(self, listeners: Listeners, channel: str, handler: Callable[[bytes], None]) -> None:
        self.channel = channel
        self.handler = handler
        self._listeners = listeners

    async def close(self) -> None:
        """Listen no more."""
        await self._listeners.remove(self)
