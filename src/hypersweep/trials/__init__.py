"""Whole games that the solver plays: how often it wins, and what that takes."""

from __future__ import annotations

from hypersweep.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hypersweep.trials.solver import SolverBatch, play_solver

__all__ = ["SolverBatch", "play_solver"]

_HOMES = {"solver": ("SolverBatch", "play_solver")}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
