"""Game environments for reinforcement learning: batches of thousands of games, Gymnasium and PettingZoo.

``BatchEnv`` is the native environment; the others are built on it. One call makes a move in each of many games, and
writes the results to arrays that are allocated only once:

>>> from hypersweep.envs import BatchEnv
>>> env = BatchEnv("4x5", mines=3, count=1000, seed=7, autoreset="disabled")
>>> while not env.terminations.all():
...     env.step(env.random_actions())
>>> int((env.outcomes == 1).sum()), int((env.outcomes == 2).sum())  # won and lost
(75, 925)

``MinesweeperEnv`` and ``MinesweeperVectorEnv`` are Gymnasium environments. Once this package is imported, before or
after Gymnasium, Gymnasium creates them as "hypersweep/Minesweeper-v0". Each library is loaded only when needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.envs.registration import register, register_when_loaded
from hypersweep.lazy_imports import lazy_names

if TYPE_CHECKING:
    from hypersweep.envs.batch import AUTORESETS, BatchEnv
    from hypersweep.envs.env_settings import Ending, Reward
    from hypersweep.envs.gymnasium_envs import MinesweeperEnv, MinesweeperVectorEnv
    from hypersweep.envs.parallel import MinesweeperParallelEnv as MinesweeperParallelEnv
    from hypersweep.envs.rows import Rows

# MinesweeperParallelEnv is left out: it needs PettingZoo, and a star import must work with the extra `envs` alone.
__all__ = [
    "AUTORESETS",
    "BatchEnv",
    "Ending",
    "MinesweeperEnv",
    "MinesweeperVectorEnv",
    "Reward",
    "Rows",
    "register",
]

_HOMES = {
    "batch": ("AUTORESETS", "BatchEnv"),
    "env_settings": ("Ending", "Reward"),
    "gymnasium_envs": ("MinesweeperEnv", "MinesweeperVectorEnv"),
    "parallel": ("MinesweeperParallelEnv",),
    "rows": ("Rows",),
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, _HOMES)

register_when_loaded()
