"""The relay between the workers of one server: inside the process, or through Redis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.web.multiplayer.relay.port import PRESENCE, LocalRelay, Relay, Subscription

if TYPE_CHECKING:
    from hypersweep.web.multiplayer.server_settings import Settings

__all__ = ["PRESENCE", "LocalRelay", "Relay", "Subscription", "relay_of"]


def relay_of(settings: Settings) -> Relay:
    """Return the relay for a server's settings; it isn't open yet.

    Args:
        settings: with ``redis`` the relay connects all workers with the same URL, else only this process.

    Raises:
        MissingExtraError: the package for Redis isn't installed.
        ParameterError: the URL of Redis is invalid.
    """
    if settings.redis is None:
        return LocalRelay()
    from hypersweep.web.multiplayer.relay.redis import RedisRelay

    return RedisRelay(settings.redis)
