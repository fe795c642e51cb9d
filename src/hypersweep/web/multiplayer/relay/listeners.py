"""The listeners of each channel in this process."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator


class Listeners:
    """The listeners of each channel in this process; iterating yields the channels.

    Args:
        left: called with a channel when its last listener has left.
    """

    def __init__(self, left: Callable[[str], Awaitable[None]]) -> None:
        self._left = left
        self._by_channel: dict[str, dict[Listener, None]] = {}

    def __contains__(self, channel: object) -> bool:
        return channel in self._by_channel

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._by_channel))

    def add(self, channel: str, handler: Callable[[bytes], None]) -> Listener:
        """Call a handler with every message on a channel."""
        listener = Listener(self, channel, handler)
        self._by_channel.setdefault(channel, {})[listener] = None
        return listener

    async def remove(self, listener: Listener) -> None:
        """Stop calling a handler."""
        others = self._by_channel.get(listener.channel, {})
        others.pop(listener, None)
        if not others and self._by_channel.pop(listener.channel, None) is not None:
            await self._left(listener.channel)

    def tell(self, channel: str, data: bytes) -> None:
        """Call the listeners of a channel; if one fails, report it to the event loop and call the others."""
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
    """A listener of a channel, until it is closed."""

    def __init__(self, listeners: Listeners, channel: str, handler: Callable[[bytes], None]) -> None:
        self.channel = channel
        self.handler = handler
        self._listeners = listeners

    async def close(self) -> None:
        """Stop listening."""
        await self._listeners.remove(self)
