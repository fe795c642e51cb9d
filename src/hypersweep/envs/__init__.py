"""Games for programs that learn: thousands of them in one call, and what Gymnasium, PettingZoo and others expect.

``BatchEnv`` is the native one, which the others are made of. It plays a move in each of many games and writes what is
seen then into arrays that stay where they are:

>>> from hypersweep.envs import BatchEnv
>>> env = BatchEnv("4x5", mines=3, count=1000, seed=7, autoreset="disabled")
>>> while not env.terminations.all():
...     env.step(env.random_actions())
>>> int((env.outcomes == 1).sum()), int((env.outcomes == 2).sum())  # won and lost
(75, 925)

``MinesweeperEnv`` and ``MinesweeperVectorEnv`` are Gymnasium's, which makes them by the name of
"hypersweep/Minesweeper-v0" once this package is imported, before Gymnasium or after it. Nothing here loads what isn't
asked for.
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

# Without MinesweeperParallelEnv, which needs PettingZoo: a star import must do with the extra `envs`.
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
