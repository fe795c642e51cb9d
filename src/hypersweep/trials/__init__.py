"""Let the solver or your own policy play whole games, and bound from above how often best play wins.

>>> from hypersweep.trials import play_solver
>>> play_solver("4x5", 3, 100, seed=7, policy="safest")
<SolverBatch of 100 games on 4x5 with 3 mines by safest, 94 won, seed 7>

Games with the same arguments are played on the same boards, so you can compare policies in pairs, game by game. That
takes fewer games than comparing two win rates, since both policies have the same luck with their boards:

>>> from math import sqrt
>>> from statistics import fmean, stdev
>>> from hypersweep import COVERED, analyse
>>> from hypersweep.trials import play_policy
>>> def at_the_rim(view):
...     chance = analyse(view).probability
...     covered = (cell for cell, code in view.items() if code == COVERED)
...     return min(covered, key=lambda cell: (round(chance(cell), 9), view.grid.neighbour_count(cell)))
>>> ours = play_policy(at_the_rim, "5x6", 6, 200, seed=7)
>>> theirs = play_solver("5x6", 6, 200, seed=7, policy="safest")
>>> ours.wins, theirs.wins
(126, 123)
>>> differences = [own - other for own, other in zip(ours.won, theirs.won)]
>>> differences.count(1), differences.count(-1)  # won by one alone: what McNemar's test asks for
(13, 10)
>>> round(fmean(differences), 3), round(stdev(differences) / sqrt(200), 3)  # the difference and its standard error
(0.015, 0.024)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.lazy_imports import lazy_names

if TYPE_CHECKING:
    from hypersweep.trials.bounds import UpperBound, upper_bound
    from hypersweep.trials.first_click import BestPlay, best_play
    from hypersweep.trials.solver_games import SolverBatch, SolverResult, play_policy, play_solver

__all__ = [
    "BestPlay",
    "SolverBatch",
    "SolverResult",
    "UpperBound",
    "best_play",
    "play_policy",
    "play_solver",
    "upper_bound",
]

_HOMES = {
    "bounds": ("UpperBound", "upper_bound"),
    "first_click": ("BestPlay", "best_play"),
    "solver_games": ("SolverBatch", "SolverResult", "play_policy", "play_solver"),
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
