"""The settings of a multiplayer server."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server.

    Attributes:
        database: URL of the database for SQLAlchemy, with its driver for asyncio.
        redis: URL of Redis, or None for a single process.
        origin: the page's address in browsers, such as "https://sweep.example"; None for the requested address.
        largest_board: maximum number of cells of a board.
        most_rooms: maximum number of a person's rooms that aren't over.
        moves: maximum moves of one person a second, in all rooms, and ``burst`` at once.
        burst: see ``moves``.
        trusts_proxy: whether a proxy on this machine or network puts the client's address into a header.
        is_public: whether the limits for unknown people apply.
        engines: the players that people may ask about positions, as for ``find_player``; each worker runs all.
        metrics: address of this machine and port for the Prometheus metrics; None for no metrics.

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
        """Whether the page uses https, so that its cookies are secure."""
        return self.origin is not None and self.origin.startswith("https://")
