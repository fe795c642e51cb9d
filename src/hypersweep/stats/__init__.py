"""Statistics for boards and games: 3BV, openings, islands, ZiNi, clicks and rates.

All statistics are defined on every grid, with any number of dimensions, wrapped or not, and with either adjacency.
``docs/statistics.md`` lists every statistic with its definition and source.

>>> from hypersweep import Layout
>>> from hypersweep.stats import three_bv
>>> three_bv(Layout("3x4", [(0, 3)]))
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.lazy_imports import lazy_names

if TYPE_CHECKING:
    from hypersweep.stats.board import BoardStats, board_stats, islands, openings, three_bv, zini
    from hypersweep.stats.play import Decision, PlayStats, play_stats, slowest_decisions

__all__ = [
    "BoardStats",
    "Decision",
    "PlayStats",
    "board_stats",
    "islands",
    "openings",
    "play_stats",
    "slowest_decisions",
    "three_bv",
    "zini",
]

_HOMES = {
    "board": ("BoardStats", "board_stats", "islands", "openings", "three_bv", "zini"),
    "play": ("Decision", "PlayStats", "play_stats", "slowest_decisions"),
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
