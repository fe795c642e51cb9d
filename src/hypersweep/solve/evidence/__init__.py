"""Evidence of reasons as plain values: one class for each way to draw a conclusion, which also puts it into words."""

from __future__ import annotations

from hypersweep.solve.evidence.clue import ClueGrounds
from hypersweep.solve.evidence.ground import Evidence
from hypersweep.solve.evidence.guess import GuessGrounds
from hypersweep.solve.evidence.line import LineCase, LineGrounds, LineStep, TriedGrounds
from hypersweep.solve.evidence.mines import AllGrounds, BoundGrounds, ShareGrounds
from hypersweep.solve.evidence.sums import Side, SumGrounds

__all__ = [
    "AllGrounds",
    "BoundGrounds",
    "ClueGrounds",
    "Evidence",
    "GuessGrounds",
    "LineCase",
    "LineGrounds",
    "LineStep",
    "ShareGrounds",
    "Side",
    "SumGrounds",
    "TriedGrounds",
]
