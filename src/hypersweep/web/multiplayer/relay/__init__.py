"""The relay between the server's workers: through Redis, or within the process if there is only one worker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.web.multiplayer.relay.port import PRESENCE, LocalRelay, Relay, Subscription

if TYPE_CHECKING:
    from hypersweep.web.multiplayer.server_settings import Settings

__all__ = ["PRESENCE", "LocalRelay", "Relay", "Subscription", "relay_of"]


def relay_of(settings: Settings) -> Relay:
    """Create the relay required by the settings; the caller has to open it.

    Args:
        settings: with ``redis``, the relay connects all workers using the same URL; without it, the relay stays within
            this process.

    Raises:
        MissingExtraError: the ``redis`` package isn't installed.
        ParameterError: the Redis URL is invalid.
    """
    if settings.redis is None:
        return LocalRelay()
    from hypersweep.web.multiplayer.relay.redis import RedisRelay

    return RedisRelay(settings.redis)
