"""Ranking: verification by replay, best times, daily boards, and counts of unnecessary guesses.

Slow work runs in separate processes (``process_pool``), so it never blocks the server's event loop.
"""

from __future__ import annotations
