"""What workers of one server have between them: in the process itself, or by Redis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.web.multiplayer.relay.local import LocalRelay
from hypersweep.web.multiplayer.relay.port import PRESENCE, Relay, Subscription

if TYPE_CHECKING:
    from hypersweep.web.multiplayer.settings import Settings

__all__ = ["PRESENCE", "LocalRelay", "Relay", "Subscription", "relay_of"]


def relay_of(settings: Settings) -> Relay:
    """The relay of a server that is set up so; it isn't open yet.

    Args:
        settings: with ``redis`` the one of all workers that have it, else one for this process alone.

    Raises:
        MissingExtraError: the package for Redis isn't installed.
        ParameterError: the URL of Redis is none.
    """
    if settings.redis is None:
        return LocalRelay()
    from hypersweep.web.multiplayer.relay.redis import RedisRelay

    return RedisRelay(settings.redis)
