"""Settings for a multiplayer server."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """A server's settings.

    Attributes:
        database: the database's SQLAlchemy URL, with an asyncio driver.
        redis: the URL for Redis; None for a server with a single process.
        origin: the page's origin in browsers, such as "https://sweep.example"; None for each request's own host.
        largest_board: maximum number of cells per board.
        most_rooms: maximum number of unfinished rooms of each type per person.
        moves: maximum sustained number of moves per second from one person, across all rooms.
        burst: maximum number of moves from one person at once.
        trusts_proxy: whether to trust a client address sent in a header by a proxy on this machine or network.
        is_public: whether other machines can reach the server, so that the stricter limits apply.
        engines: engines people may ask about positions, named as for ``find_player``; each worker runs all of them.
        metrics: local address and port for Prometheus metrics; None for no metrics.

    >>> Settings("sqlite+aiosqlite:///:memory:").is_secure
    False
    """

    database: str
    redis: str | None = None
    origin: str | None = None
    largest_board: int = 100_000
    most_rooms: int = 100
    moves: int = 40
    burst: int = 200
    trusts_proxy: bool = False
    is_public: bool = False
    metrics: tuple[str, int] | None = None
    engines: tuple[str, ...] = ()

    @property
    def is_secure(self) -> bool:
        """Whether the page uses HTTPS, so that its cookies can be marked as secure."""
        return self.origin is not None and self.origin.startswith("https://")
