"""Thousands of boards at once: layouts with their clues, and whole random games."""

from __future__ import annotations

from hypersweep.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hypersweep.batch.layouts import GameBatch, LayoutBatch, play_random, sample_layouts

__all__ = ["GameBatch", "LayoutBatch", "play_random", "sample_layouts"]

_HOMES = {"layouts": ("GameBatch", "LayoutBatch", "play_random", "sample_layouts")}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
