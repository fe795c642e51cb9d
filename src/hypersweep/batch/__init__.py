"""Batches of thousands of boards: layouts with their clues, and complete random games.

>>> from hypersweep.batch import play_random, sample_layouts
>>> sample_layouts("3x4", 2, 1000, seed=7)
<LayoutBatch of 1000 layouts of 3x4 with 2 mines, seed 7>
>>> play_random("3x4", 2, 1000, seed=7).wins
207
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.lazy_imports import lazy_names

if TYPE_CHECKING:
    from hypersweep.batch.layouts import LayoutBatch, sample_layouts
    from hypersweep.batch.results import GameBatch, GameResult, play_random

__all__ = ["GameBatch", "GameResult", "LayoutBatch", "play_random", "sample_layouts"]

_HOMES = {
    "layouts": ("LayoutBatch", "sample_layouts"),
    "results": ("GameBatch", "GameResult", "play_random"),
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
