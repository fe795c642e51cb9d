"""Other ways to step many games: a loop in C, NumPy, Gymnasium's own vector environment, and other packages.

Each function returns ``steps(number)``, which makes that many steps in all of its games: it opens random covered cells,
and starts a new game when one ends. If a package isn't installed, or can't play the board, its function returns None.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from timing import cache_folder

Steps = Callable[[int], object]

SOURCE = Path(__file__).with_name("envs.c")
OPTIONS = ("-O3", "-march=native", "-std=c11", "-fPIC", "-shared")


def c_library() -> ctypes.CDLL:
    """Return the loop in C, compiling it if necessary."""
    compiler = subprocess.run(["cc", "--version"], capture_output=True, check=True).stdout
    digest = hashlib.sha256(SOURCE.read_bytes() + compiler + " ".join(OPTIONS).encode()).hexdigest()[:16]
    path = cache_folder() / f"envs-{digest}.so"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        made = path.with_suffix(f".{os.getpid()}")
        subprocess.run(["cc", *OPTIONS, "-o", str(made), str(SOURCE)], check=True)
        made.replace(path)
    library = ctypes.CDLL(str(path))
    library.envs_make.restype = ctypes.c_void_p
    return library


def c_loop(shape: tuple[int, ...], mines: int, count: int, *, eager: bool) -> Steps:
    """Return games in plain C that compute clues for a whole board at once (eager) or for each cell as it is opened."""
    library = c_library()
    sides = (ctypes.c_int64 * len(shape))(*shape)
    batch = library.envs_make(
        len(shape), sides, ctypes.c_uint32(mines), ctypes.c_int64(count), int(eager), ctypes.c_uint64(7)
    )
    if not batch:
        raise MemoryError("no memory for the games in C")
    handle = ctypes.c_void_p(batch)
    cells = int(np.prod(shape))
    codes, masks = np.empty((count, cells), np.int8), np.empty((count, cells), np.int8)
    rewards, ends = np.empty(count, np.float32), np.empty(count, np.uint8)
    places = [ctypes.c_void_p(array.ctypes.data) for array in (codes, masks, rewards, ends)]
    library.envs_begin(handle, places[0], places[1])

    def steps(number: int) -> object:
        library.envs_steps(handle, ctypes.c_int64(number), *places)
        return codes, masks, rewards, ends

    return steps


class NumpyGames:
    """Many games at once in ordinary NumPy: cascades grow by one ring of cells in all games together."""

    def __init__(self, shape: tuple[int, ...], mines: int, count: int) -> None:
        self.shape, self.mines, self.count = shape, mines, count
        self.cells = int(np.prod(shape))
        self.random = np.random.default_rng(7)
        self.mined = np.zeros((count, self.cells), bool)
        self.clues = np.zeros((count, self.cells), np.int8)
        self.codes = np.full((count, self.cells), -1, np.int8)
        self.masks = np.ones((count, self.cells), np.int8)
        self.dealt = np.zeros(count, bool)

    def around(self, plane: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Return sums over each cell and its neighbours, axis by axis."""
        total = plane.reshape(-1, *self.shape).astype(np.int8)
        for axis in range(1, total.ndim):
            moved = np.moveaxis(total, axis, 0)
            summed = moved.copy()
            summed[1:] += moved[:-1]
            summed[:-1] += moved[1:]
            total = np.moveaxis(summed, 0, axis)
        return total.reshape(-1, self.cells)

    def steps(self, number: int) -> object:
        """Make a number of random steps."""
        everyone = np.arange(self.count)
        for _ in range(number):
            actions = np.argmax(self.random.random((self.count, self.cells), np.float32) * self.masks, 1)
            new = np.flatnonzero(~self.dealt)
            if new.size:
                chance = self.random.random((new.size, self.cells), np.float32)
                chance[np.arange(new.size), actions[new]] = 2
                mined = np.zeros((new.size, self.cells), bool)
                np.put_along_axis(mined, np.argpartition(chance, self.mines, 1)[:, : self.mines], True, 1)
                self.mined[new] = mined
                self.clues[new] = self.around(mined) - mined
                self.dealt[new] = True
            hit = self.mined[everyone, actions]
            fresh = np.zeros((self.count, self.cells), bool)
            fresh[everyone, actions] = ~hit
            spreading = np.flatnonzero(~hit & (self.clues[everyone, actions] == 0))
            while spreading.size:
                grown = self.around(fresh[spreading] & (self.clues[spreading] == 0)) > 0
                more = grown & ~fresh[spreading] & (self.masks[spreading] == 1)
                fresh[spreading] |= more
                spreading = spreading[more.any(1)]
            self.codes[fresh] = self.clues[fresh]
            self.masks[fresh] = 0
            won = self.masks.sum(1) == self.mines
            rewards = won.astype(np.float32) - hit
            ended = hit | won
            self.codes[ended], self.masks[ended], self.dealt[ended] = -1, 1, False
        return rewards


def numpy_loop(shape: tuple[int, ...], mines: int, count: int) -> Steps:
    """Return the games of ``NumpyGames``."""
    return NumpyGames(shape, mines, count).steps


def sync_vector(shape: tuple[int, ...], mines: int, count: int) -> Steps | None:
    """Return Gymnasium's ``SyncVectorEnv`` over hypersweep's single environment, or None without Gymnasium."""
    if importlib.util.find_spec("gymnasium") is None:
        return None
    import gymnasium

    import hypersweep.envs

    hypersweep.envs.register()
    envs = gymnasium.make_vec(
        "hypersweep/Minesweeper-v0", num_envs=count, vectorization_mode="sync", shape=shape, mines=mines
    )
    _, info = envs.reset(seed=7)
    random = np.random.default_rng(7)
    masks = [info["action_mask"]]

    def steps(number: int) -> object:
        for _ in range(number):
            mask = np.stack(list(masks[0]))
            actions = np.argmax(random.random(mask.shape, np.float32) * mask, 1)
            told = envs.step(actions)
            masks[0] = told[4]["action_mask"]
        return told

    return steps


def jumanji(shape: tuple[int, ...], mines: int, count: int) -> Steps | None:
    """Return Jumanji's ``Minesweeper-v0``, only in two dimensions: one compiled call makes all steps in all games."""
    if len(shape) != 2 or importlib.util.find_spec("jumanji") is None:
        return None
    import jax
    from jumanji.environments.logic.minesweeper.env import Minesweeper
    from jumanji.environments.logic.minesweeper.generator import UniformSamplingGenerator
    from jumanji.wrappers import AutoResetWrapper

    env = AutoResetWrapper(Minesweeper(UniformSamplingGenerator(shape[0], shape[1], mines)))
    key, own = jax.random.split(jax.random.PRNGKey(7))
    state, told = jax.jit(jax.vmap(env.reset))(jax.random.split(own, count))

    def step(carry: Any, key: Any) -> Any:
        state, told = carry
        noise = jax.random.uniform(key, (count, shape[0] * shape[1]))
        cells = (noise * told.observation.action_mask.reshape(count, -1)).argmax(1)
        actions = jax.numpy.stack([cells // shape[1], cells % shape[1]], 1)
        return jax.vmap(env.step)(state, actions), None

    run = jax.jit(lambda state, told, keys: jax.lax.scan(step, (state, told), keys)[0])
    held = [(state, told, key)]

    def steps(number: int) -> object:
        state, told, key = held[0]
        key, own = jax.random.split(key)
        state, told = run(state, told, jax.random.split(own, number))
        jax.block_until_ready(told.reward)
        held[0] = state, told, key
        return told

    return steps


def minesweeper_env_rl(shape: tuple[int, ...], mines: int, count: int) -> Steps | None:
    """Return minesweeper-env-rl from PyPI, only in two dimensions: it plays one game after another, in Python."""
    if len(shape) != 2 or importlib.util.find_spec("minesweeper_env_rl") is None:
        return None
    from minesweeper_env_rl.env import MinesweeperPOMDP

    random = np.random.default_rng(7)
    games = []
    for _ in range(count):
        env = MinesweeperPOMDP(shape[0], shape[1], mines)
        games.append([env, env.reset()])

    def steps(number: int) -> object:
        for _ in range(number):
            for game in games:
                env, seen = game
                legal = [action for action in seen["valid_actions"] if action["type"] == "reveal"]
                seen, _, ended, *_ = env.step(legal[random.integers(len(legal))])
                game[1] = env.reset() if ended else seen
        return games

    return steps
