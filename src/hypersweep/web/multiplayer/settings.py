"""What a server of rooms is told when it begins."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Settings"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server is set up.

    Attributes:
        database: the URL of what is kept, as SQLAlchemy has it, with its driver for asyncio.
        redis: the URL of Redis, or None for one process alone.
        origin: the page's address as browsers have it, such as "https://sweep.example"; None for the address itself.
        largest_board: cells of the largest board that is played here.
        most_rooms: rooms of one person that aren't over.
        moves: moves of one person a second, in all rooms, and ``burst`` at once.
        burst: see ``moves``.
        trusts_proxy: whether the address of who asks stands in a header of a proxy on this machine or network.
        is_public: whether the limits for strangers hold.
        engines: the players whom people may ask about positions, as ``find_player`` names them; each worker runs all.
        metrics: where figures for Prometheus are served: an address of this machine and a port; None for nowhere.

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
        """Whether the page comes by https, so that its cookies may say so."""
        return self.origin is not None and self.origin.startswith("https://")
