"""Games in the arrays of somebody else, in the convention of PufferLib."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import sys
from typing import Any

import numpy as np
import pytest

from hypersweep import MissingExtraError
from hypersweep.codes import COVERED
from hypersweep.envs import BatchEnv, Ending, MinesweeperPuffer, Reward
from hypersweep.envs.puffer import ARRAYS
from hypersweep.errors import HypersweepError, ParameterError, ParameterTypeError

ALL = ("open", "flag", "chord")
KINDS: list[dict[str, Any]] = [
    {"grid": "4x5", "mines": 4},
    {"grid": "3x4x5", "mines": 9, "kinds": ALL, "rules": "classic,first=opening"},
    {"grid": "2x3x4x5", "mines": 12, "reward": Reward(cells=1, useless=-0.5), "ending": Ending(moves=7)},
    {"grid": "7", "mines": 2, "kinds": ("open", "flag"), "ending": Ending(useless=True), "threads": 2},
    {"grid": "3x3x3x3x4", "mines": 40},
]


class Owner:
    """What owns the arrays of several environments, and cuts each its part, as PufferLib's vectorisers do.

    The arrays are those of one block of memory, as in a process that shares it; in front of each are a few odd bytes.
    """

    def __init__(self, count: int, games: int, seed: int, **arguments: Any) -> None:
        driver = MinesweeperPuffer(num_envs=games, **arguments)
        space, total = driver.single_observation_space, count * games
        forms: dict[str, tuple[tuple[int, ...], Any]] = {
            "observations": ((total, *space.shape), space.dtype),
            "rewards": ((total,), np.float32),
            "terminals": ((total,), bool),
            "truncations": ((total,), bool),
            "masks": ((total,), bool),
            "actions": ((total,), np.int32),
        }
        self.memory = np.full(1 << 20, 0xA5, np.uint8)
        self.arrays: dict[str, Any] = {}
        start = 24
        for name, (shape, dtype) in forms.items():
            size = int(np.prod(shape)) * np.dtype(dtype).itemsize
            self.arrays[name] = self.memory[start : start + size].view(dtype).reshape(shape)
            start += (size + 31) // 8 * 8
        self.end = start
        self.parts = [slice(number * games, (number + 1) * games) for number in range(count)]
        self.envs = [
            MinesweeperPuffer(
                num_envs=games,
                buf={name: array[part] for name, array in self.arrays.items()},
                seed=seed + number,
                **arguments,
            )
            for number, part in enumerate(self.parts)
        ]

    def step(self, actions: Any) -> list[dict[str, float]]:
        infos = []
        for part, env in zip(self.parts, self.envs, strict=True):
            *_, told = env.step(actions[part])
            infos += told
        return infos


@pytest.mark.parametrize("arguments", KINDS)
def test_several_with_parts_of_one_memory_play_the_games_of_one_batch(arguments: dict[str, Any]) -> None:
    count, games = 3, 5
    owner = Owner(count, games, 11, log_interval=10, **arguments)
    batch = BatchEnv(count=count * games, seed=11 * games, autoreset="same-step", **arguments)
    for number, env in enumerate(owner.envs):
        env.reset(seed=11 + number)
    returns, ended = np.zeros(count * games), []
    infos: list[dict[str, float]] = []
    for _ in range(60):
        actions = batch.random_actions().astype(np.int32)
        batch.step(actions)
        infos += owner.step(actions)
        arrays = owner.arrays
        assert np.array_equal(arrays["observations"], batch.observations)
        assert np.array_equal(arrays["rewards"], batch.rewards)
        assert np.array_equal(arrays["terminals"], batch.terminations)
        assert np.array_equal(arrays["truncations"], batch.truncations)
        assert np.array_equal(arrays["actions"], actions)
        assert arrays["masks"].view(np.uint8).tolist() == [1] * (count * games)
        assert np.array_equal(np.concatenate([env.action_masks for env in owner.envs]), batch.action_masks)
        returns += batch.rewards
        for game in np.flatnonzero(batch.terminations | batch.truncations):
            ended.append((returns[game], batch.moves[game], batch.outcomes[game] == 1, batch.opened[game]))
            returns[game] = 0
    # Nothing was written in between.
    used = np.zeros(owner.memory.size, bool)
    for array in owner.arrays.values():
        start = array.ctypes.data - owner.memory.ctypes.data
        used[start : start + array.nbytes] = True
    assert (owner.memory[~used] == 0xA5).all()
    assert len(ended) > 10
    n = sum(info["n"] for info in infos)
    assert n == len(ended)
    safe = batch.grid.cells - batch.mines
    for name, column, unit in (("episode_return", 0, 1), ("episode_length", 1, 1), ("score", 2, 1), ("perf", 3, safe)):
        total = sum(info[name] * info["n"] for info in infos)
        assert total == pytest.approx(sum(float(one[column]) for one in ended) / unit, rel=1e-6, abs=1e-4), name


def test_the_members_are_those_of_pufferlib() -> None:
    env = MinesweeperPuffer("3x4", 2, 6, seed=3)
    assert (env.num_agents, env.agent_per_batch, env.driver_env) == (6, 6, env)
    assert (env.done, env.emulated) == (False, False)
    assert env.agent_ids.tolist() == list(range(6))
    assert env.single_observation_space.shape == (3, 4)
    assert env.observation_space.shape == (6, 3, 4)
    assert env.observation_space.dtype == np.int8
    assert env.single_action_space.n == 12
    assert env.action_space.shape == (6,)
    assert env.actions.dtype == np.int32
    for name in ARRAYS:
        assert getattr(env, name).shape[0] == 6
    env.async_reset(5)
    observations, rewards, terminals, truncations, infos, ids, masks = env.recv()
    assert infos == []
    assert observations is env.observations
    assert observations is not None
    assert (observations == COVERED).all()
    assert ids is env.agent_ids
    assert masks.all()
    env.send(np.arange(6))
    assert env.observation_space.contains(env.observations)
    assert env.actions.tolist() == list(range(6))
    assert (rewards is env.rewards, terminals is env.terminals, truncations is env.truncations) == (True,) * 3
    # The arrays hold the actions already, as where another process has written them.
    env.actions[:] = [6, 7, 8, 9, 10, 11]
    before = env.observations.copy()
    env.step(env.actions)
    assert not np.array_equal(before, env.observations)
    env.close()
    env.close()


def test_a_mask_is_what_is_covered() -> None:
    env = MinesweeperPuffer("3x4", 2, 8, seed=3)
    for _ in range(30):
        env.step(env.batch.random_actions())
        assert np.array_equal(env.action_masks, env.observations.reshape(8, -1) == COVERED)


def test_masks_of_actions_may_be_the_callers_too() -> None:
    buf: dict[str, Any] = {name: getattr(MinesweeperPuffer("3x4", 2, 4), name).copy() for name in ARRAYS}
    buf["action_masks"] = np.zeros((4, 12), np.int8)
    env = MinesweeperPuffer("3x4", 2, 4, buf=buf, seed=7)
    assert buf["action_masks"].all()
    env.step([0, 1, 2, 3])
    assert np.array_equal(buf["action_masks"], buf["observations"].reshape(4, -1) == COVERED)
    assert all(getattr(env, name) is buf[name] for name in ARRAYS)


def test_a_step_that_ends_a_game_shows_the_next_one() -> None:
    env = MinesweeperPuffer("1x5", 2, 1, rules="classic,first=any", seed=0, log_interval=1)
    wins = losses = 0
    for _ in range(80):
        observations, rewards, terminals, truncations, infos = env.step(env.batch.random_actions())
        assert not truncations.any()
        if terminals[0]:
            assert (observations == COVERED).all()
            assert rewards[0] == (1 if infos[0]["score"] else -1)
            wins += rewards[0] > 0
            losses += rewards[0] < 0
        else:
            assert infos == []
            assert (observations > COVERED).any()
    assert wins
    assert losses


def test_means_are_told_once_in_so_many_steps() -> None:
    # Any open ends the game.
    env = MinesweeperPuffer("1x2", 1, 3, rules="classic,first=any", seed=0, log_interval=4)
    told = {step: infos[0] for step in range(1, 9) if (infos := env.step([0, 1, 0])[4])}
    assert [(step, info["n"], info["episode_length"]) for step, info in told.items()] == [(4, 12, 1), (8, 12, 1)]


def test_seeds_of_neighbours_share_no_game_and_begin_again() -> None:
    first, second = (MinesweeperPuffer("4x5", 4, 100, seed=seed) for seed in (5, 6))
    assert not set(first.batch.seeds.tolist()) & set(second.batch.seeds.tolist())
    seeds = first.batch.seeds.tolist()
    first.step(np.zeros(100, int))
    first.reset()
    assert first.batch.seeds.tolist() != seeds
    first.reset(seed=np.int32(5))  # type: ignore[arg-type]
    assert first.batch.seeds.tolist() == seeds
    MinesweeperPuffer("4x5", 4, 7, seed=(1 << 64) - 1).step(np.zeros(7, int))
    assert MinesweeperPuffer("4x5", 4, 7, seed=None).batch.seeds.size == 7


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ([0], ParameterError),
        ([[0], [1], [2]], ParameterError),
        ([0, 1, 12], ParameterError),
        ([0, -1, 2], ParameterError),
        ([0.0, 1.0, 2.0], ParameterTypeError),
        ([True, False, True], ParameterTypeError),
        (None, ParameterTypeError),
        ("abc", ParameterTypeError),
    ],
)
def test_odd_actions_are_refused_and_nothing_is_done(actions: Any, error: type[Exception]) -> None:
    env = MinesweeperPuffer("3x4", 2, 3, seed=3, log_interval=1)
    env.reset(seed=3)
    with pytest.raises(error):
        env.step(actions)
    assert (env.observations == COVERED).all()
    assert env.actions.tolist() == [0, 0, 0]
    assert env.batch.moves.tolist() == [0, 0, 0]


def _buffers(**changed: Any) -> dict[str, Any]:
    buf = {name: getattr(MinesweeperPuffer("3x4", 2, 3), name).copy() for name in ARRAYS}
    return {name: array for name, array in {**buf, **changed}.items() if array is not None}


def _locked() -> Any:
    array = np.zeros(3, np.float32)
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"rewards": None}, ParameterError),
        ({"actions": None}, ParameterError),
        ({"rewards": np.zeros(3)}, ParameterError),
        ({"rewards": np.zeros(4, np.float32)}, ParameterError),
        ({"rewards": _locked()}, ParameterError),
        ({"rewards": [0.0, 0.0, 0.0]}, ParameterTypeError),
        ({"observations": np.zeros((3, 3, 4), np.int16)}, ParameterError),
        ({"observations": np.zeros((6, 3, 4), np.int8)[::2]}, ParameterError),
        ({"masks": np.zeros(3, np.int8)}, ParameterError),
        ({"masks": [True] * 3}, ParameterTypeError),
        ({"actions": np.zeros(3)}, ParameterError),
        ({"actions": np.zeros((3, 1), np.int32)}, ParameterError),
        ({"action_masks": np.zeros((3, 11), np.int8)}, ParameterError),
    ],
)
def test_arrays_that_do_not_fit_are_refused(changed: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        MinesweeperPuffer("3x4", 2, 3, buf=_buffers(**changed))


@pytest.mark.parametrize(
    "arguments",
    [
        {"num_envs": 0},
        {"num_envs": 1.5},
        {"log_interval": 0},
        {"kinds": None},
        {"kinds": "open"},
        {"kinds": ("flag",)},
        {"render_mode": "human"},
        {"seed": -1},
        {"seed": 0.5},
        {"mines": 12},
        {"buf": 7},
    ],
)
def test_odd_arguments_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(HypersweepError):
        MinesweeperPuffer(**{"grid": "3x4", "mines": 2, **arguments})
    env = MinesweeperPuffer("3x4", 2)
    with pytest.raises(ParameterError):
        env.reset(seed=-1)


def test_it_is_drawn_as_text_and_cannot_be_copied() -> None:
    env = MinesweeperPuffer("2x3", 1, 2, render_mode="ansi")
    assert str(env.render()).startswith("2x3 mines=1\n# # #")
    assert MinesweeperPuffer("2x3", 1).render() is None
    assert repr(env) == "<MinesweeperPuffer of 2 games on 2x3 with 1 mine>"
    for way in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(ParameterTypeError, match="it writes into arrays that somebody else may own"):
            way(env)
    twin = copy.copy(env.batch)
    twin.step([0, 1])
    assert (env.observations == COVERED).all()


def test_without_gymnasium_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "hypersweep.envs.puffer")
    monkeypatch.setitem(sys.modules, "gymnasium.spaces", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'hypersweep\[envs\]'"):
        __import__("hypersweep.envs.puffer")


def play_in(memory: Any, worker: int, games: int) -> None:
    """A worker: its environment writes into its part of memory that two processes share."""
    env = MinesweeperPuffer("4x5", 4, games, buf=shared(memory, worker, games), seed=worker)
    env.reset(seed=worker)
    for step in range(20):
        env.step((np.arange(games) + step * 3) % 20)


def shared(memory: Any, worker: int, games: int) -> dict[str, Any]:
    forms = [("observations", np.int8, (4, 5)), ("rewards", np.float32, ()), ("terminals", bool, ())]
    forms += [("truncations", bool, ()), ("masks", bool, ()), ("actions", np.int32, ())]
    found = {}
    for number, (name, dtype, shape) in enumerate(forms):
        whole = np.ndarray((2, games, *shape), dtype, memory.buf, offset=number * 4096)
        found[name] = whole[worker]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("way", ["spawn", "fork"] if sys.platform == "linux" else ["spawn"])
def test_two_processes_write_into_what_they_share(way: str) -> None:
    from multiprocessing.shared_memory import SharedMemory

    context: Any = multiprocessing.get_context(way)
    games = 16
    memory = SharedMemory(create=True, size=6 * 4096)
    try:
        workers = [context.Process(target=play_in, args=(memory, worker, games)) for worker in range(2)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join(120)
            assert worker.exitcode == 0
        batch = BatchEnv("4x5", 4, 2 * games, seed=0, autoreset="same-step")
        for step in range(20):
            batch.step(np.tile((np.arange(games) + step * 3) % 20, 2))
        for number in range(2):
            part = slice(number * games, (number + 1) * games)
            seen = {name: array.copy() for name, array in shared(memory, number, games).items()}
            assert np.array_equal(seen["observations"], batch.observations[part])
            assert np.array_equal(seen["rewards"], batch.rewards[part])
            assert seen["masks"].all()
    finally:
        memory.close()
        memory.unlink()
