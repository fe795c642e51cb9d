"""Experiments on one core or a whole cluster: win rates, sweeps over boards, comparisons of policies, and data sets.

>>> from hypersweep.lab import Experiment, run_experiment
>>> experiment = Experiment(kind="winrate", boards=[("4x5", 4), ("2x3x4", 3)], count=200, seed=7)
>>> for row in run_experiment(experiment):
...     print(row["grid"], row["won"], round(row["win_rate_low"], 3), round(row["win_rate_high"], 3))
4x5 164 0.761 0.867
2x3x4 43 0.164 0.277
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import ExperimentError
from hypersweep.lazy_imports import lazy_names

if TYPE_CHECKING:
    from hypersweep.lab.experiment import KINDS, Experiment, Setting
    from hypersweep.lab.position_table import ProbedPosition, Tablebase
    from hypersweep.lab.runner import Progress, merge_folders, run_experiment
    from hypersweep.lab.statistical_tests import Pairs, wilson
    from hypersweep.lab.tablebase import BestPlayRow, read_table, write_table

__all__ = [
    "KINDS",
    "BestPlayRow",
    "Experiment",
    "ExperimentError",
    "Pairs",
    "ProbedPosition",
    "Progress",
    "Setting",
    "Tablebase",
    "merge_folders",
    "read_table",
    "run_experiment",
    "wilson",
    "write_table",
]

_HOMES = {
    "experiment": ("Experiment", "KINDS", "Setting"),
    "position_table": ("ProbedPosition", "Tablebase"),
    "runner": ("Progress", "merge_folders", "run_experiment"),
    "statistical_tests": ("Pairs", "wilson"),
    "tablebase": ("BestPlayRow", "read_table", "write_table"),
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)
