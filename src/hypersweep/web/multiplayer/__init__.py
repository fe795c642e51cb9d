"""The multiplayer server: ranked games, rooms, leaderboards and daily boards.

``docs/server.md`` explains how to run it, and what it guarantees. ``protocol`` and ``http_protocol`` define the
messages between a page and the server.
"""

from __future__ import annotations
