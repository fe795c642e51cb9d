"""What reasons rest on, as plain values: one class for each way to conclude something, which also tells it in words."""

from __future__ import annotations

from hypersweep.solve.grounds.clue import ClueGrounds
from hypersweep.solve.grounds.ground import Grounds
from hypersweep.solve.grounds.guess import GuessGrounds
from hypersweep.solve.grounds.line import LineCase, LineGrounds, LineStep, TriedGrounds
from hypersweep.solve.grounds.mines import AllGrounds, BoundGrounds, ShareGrounds
from hypersweep.solve.grounds.sums import Side, SumGrounds

__all__ = [
    "AllGrounds",
    "BoundGrounds",
    "ClueGrounds",
    "Grounds",
    "GuessGrounds",
    "LineCase",
    "LineGrounds",
    "LineStep",
    "ShareGrounds",
    "Side",
    "SumGrounds",
    "TriedGrounds",
]
