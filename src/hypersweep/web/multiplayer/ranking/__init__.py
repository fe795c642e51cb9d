"""Ranking: records verified by replay, best times, daily boards, and counts of unnecessary guesses.

None of it runs in the server's event loop: ``process_pool`` has processes of its own for slow work.
"""

from __future__ import annotations
