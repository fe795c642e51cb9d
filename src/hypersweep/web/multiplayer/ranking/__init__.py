"""Ranking: verification by replay, best times, daily boards, and counts of unnecessary guesses.

Slow work runs in the separate processes of ``process_pool``, so that it never blocks the server's event loop.
"""

from __future__ import annotations
