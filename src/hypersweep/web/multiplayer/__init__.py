"""What people do together in the page: ranked games, rooms, leaderboards and daily boards, kept by a server.

``docs/server.md`` says how to run it, and what it promises. ``protocol`` is what a page and its server say to each
other.
"""

from __future__ import annotations
