r"""The solver: exact mine probabilities for a view, the best move, and reasons a person can follow.

It sees only a ``View``. ``docs/solver.md`` explains how it works.

>>> from hypersweep import View
>>> from hypersweep.solve import analyse
>>> analyse(View.parse("2x3 mines=1\n# # #\n1 1 .")).mine_cells
((0, 0),)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.lazy_imports import lazy_names

if TYPE_CHECKING:
    from hypersweep.solve.analysis_batch import AnalysisBatch, analyse_batch
    from hypersweep.solve.choice import POLICIES, Choice, best_move, choose, rank, win_probability
    from hypersweep.solve.explanation import Reason, deduce, explain
    from hypersweep.solve.kernel import Budget
    from hypersweep.solve.mine_probability import Analysis, analyse, draw_layouts

__all__ = [
    "POLICIES",
    "Analysis",
    "AnalysisBatch",
    "Budget",
    "Choice",
    "Reason",
    "analyse",
    "analyse_batch",
    "best_move",
    "choose",
    "deduce",
    "draw_layouts",
    "explain",
    "rank",
    "win_probability",
]

_HOMES = {
    "choice": ("POLICIES", "Choice", "best_move", "choose", "rank", "win_probability"),
    "explanation": ("Reason", "deduce", "explain"),
    "kernel": ("Budget",),
    "analysis_batch": ("AnalysisBatch", "analyse_batch"),
    "mine_probability": ("Analysis", "analyse", "draw_layouts"),
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
