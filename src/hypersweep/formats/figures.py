"""JSON of figures: what a board is worth, and how a game was played."""

from __future__ import annotations

from hypersweep.formats.boards import GRID, OUTCOME
from hypersweep.formats.objects import Named
from hypersweep.formats.shapes import Nullable, Whole, Wholes
from hypersweep.stats import BoardStats, PlayStats

BOARD_STATS = Named(
    "board_stats",
    {
        "grid": GRID,
        "mines": Whole(),
        "three_bv": Whole(),
        "openings": Whole(),
        "single_cells": Whole(),
        "islands": Whole(),
        "greedy_zini": Whole(),
        "human_zini": Whole(),
        "clues": Wholes(),
    },
    lambda clues, **figures: BoardStats(clues=tuple(clues), **figures),
)

PLAY_STATS = Named(
    "play_stats",
    {
        "board": Nullable(BOARD_STATS),
        "outcome": OUTCOME,
        **{name: Whole() for name in PlayStats.__slots__ if name not in ("board", "outcome")},
    },
    PlayStats,
)
