"""The servers that tests of rooms need."""

from __future__ import annotations

from servers import postgres, postgres_cluster, redis_cluster, redis_server

__all__ = ["postgres", "postgres_cluster", "redis_cluster", "redis_server"]
