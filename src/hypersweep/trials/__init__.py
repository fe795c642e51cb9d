"""Whole games that the solver or a policy of your own plays: how often it wins, and what that takes.

>>> from hypersweep.trials import play_solver
>>> play_solver("4x5", 3, 100, seed=7, policy="safest")
<SolverBatch of 100 games on 4x5 with 3 mines by safest, 61 won, seed 7>
"""

from __future__ import annotations

from hypersweep.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hypersweep.trials.policy import play_policy
    from hypersweep.trials.solver import SolverBatch, SolverResult, play_solver

__all__ = ["SolverBatch", "SolverResult", "play_policy", "play_solver"]

_HOMES = {"policy": ("play_policy",), "solver": ("SolverBatch", "SolverResult", "play_solver")}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
