"""The multiplayer server: ranked games, rooms, leaderboards and daily boards.

``docs/server.md`` explains how to run the server and what it guarantees. ``protocol`` and ``http_protocol`` define the
messages between page and server.
"""

from __future__ import annotations
