from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import TimeLimit
from hypothesis import given, settings
from hypothesis import strategies as st

import hypersweep.envs
from hypersweep.envs import BatchEnv, Ending, MinesweeperEnv, MinesweeperVectorEnv, Reward
from hypersweep.errors import MineCountError, ParameterError, ParameterTypeError, RulesError

hypersweep.envs.register()

MODES = ("next-step", "same-step", "disabled")

# Boards and arguments that differ in every way that an observation can.
BOARDS: list[dict[str, Any]] = [
    {"shape": (3, 4), "mines": 2},
    {"shape": (3, 4), "mines": 2, "mask": "observation"},
    {"shape": "2x3x4~wrap=1", "mines": 4, "observation": "planes", "kinds": ("open", "flag", "chord")},
    {"shape": (7,), "mines": 2, "first": "any", "mask": None, "ending": Ending(useless=True)},
    {
        "shape": (2, 3, 2, 3),
        "mines": 5,
        "kinds": ("open", "flag"),
        "rules": "esp",
        "reward": Reward(cells=1, move=-0.1),
    },
    {
        "shape": (3, 5),
        "mines": 4,
        "kinds": ("open", "flag", "chord"),
        "observation": "planes",
        "mask": "observation",
        "ending": Ending(moves=6),
    },
    {"shape": (4, 3), "mines": 3, "chances": True, "solver_move": "safest", "kinds": ("open", "flag")},
    {"shape": (2, 2, 2, 2, 3), "mines": 6, "first": "safe"},
    {"shape": (3, 4), "mines": 3, "rules": "classic,guess=never"},
]


def same(one: Any, other: Any, path: str = "") -> None:
    """Compare the results of two environments, including types."""
    assert type(one) is type(other), path
    if isinstance(one, dict):
        assert one.keys() == other.keys(), path
        for key in one:
            same(one[key], other[key], f"{path}[{key!r}]")
    elif isinstance(one, tuple):
        assert len(one) == len(other), path
        for place, pair in enumerate(zip(one, other, strict=True)):
            same(*pair, f"{path}[{place}]")
    elif isinstance(one, np.ndarray) and one.dtype == object:
        assert one.shape == other.shape, path
        for place, pair in enumerate(zip(one.tolist(), other.tolist(), strict=True)):
            same(*pair, f"{path}[{place}]")
    elif isinstance(one, np.ndarray):
        assert one.dtype == other.dtype, path
        assert one.shape == other.shape, path
        np.testing.assert_array_equal(one, other, err_msg=path)
    else:
        assert one == other, path


def actions_of(envs: MinesweeperVectorEnv, random: np.random.Generator) -> np.ndarray[Any, Any]:
    """Return actions that mostly do something, so that games get somewhere, and sometimes nothing."""
    masks = envs.action_masks()
    chosen = [random.choice(np.flatnonzero(mask)) for mask in masks]
    wild = random.integers(masks.shape[1], size=len(masks))
    return np.where(random.random(len(masks)) < 0.1, wild, np.array(chosen))


def compare(ours: MinesweeperVectorEnv, theirs: SyncVectorEnv, seed: Any, steps: int) -> set[str]:
    """Play the same games in both. Returns: their results."""
    random = np.random.default_rng(5)
    happened = set()
    same(ours.reset(seed=copy.copy(seed)), theirs.reset(seed=copy.copy(seed)), "reset")
    for step in range(steps):
        actions = actions_of(ours, random)
        one, other = ours.step(actions), theirs.step(actions)
        same(one, other, f"step {step}")
        ended = one[2] | one[3]
        happened |= {name for name, rows in (("terminated", one[2]), ("truncated", one[3])) if rows.any()}
        happened |= {"both"} if (one[2] & one[3]).any() else set()
        happened |= {"lost"} if (one[1] < -0.5).any() else set()
        happened |= {"won"} if ours.batch.outcomes.max() == 1 or "final_info" in one[4] else set()
        if ours.metadata["autoreset_mode"] is AutoresetMode.DISABLED and ended.any():
            seeds: list[int | None] = [None if step % 2 else step * 7 + game for game in range(ours.num_envs)]
            again = ours.reset(seed=copy.copy(seeds), options={"reset_mask": ended})
            same(again, theirs.reset(seed=copy.copy(seeds), options={"reset_mask": ended.copy()}), f"after {step}")
    return happened


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: str(board["shape"]))
def test_it_gives_what_single_environments_give(board: dict[str, Any], mode: str) -> None:
    ours = MinesweeperVectorEnv(5, autoreset_mode=mode, **board)
    theirs = SyncVectorEnv([lambda: MinesweeperEnv(**board)] * 5, autoreset_mode=ours.metadata["autoreset_mode"])
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    happened = compare(ours, theirs, 11, 20 if "solver_move" in board or "rules" in board else 120)
    assert happened & {"terminated", "truncated"}


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("hints", [False, True])
def test_a_limit_of_steps_is_gymnasiums(mode: str, hints: bool) -> None:
    board: dict[str, Any] = {"shape": (3, 4), "mines": 1, "kinds": ("open", "flag", "chord")}
    if hints:
        board |= {"solver_move": "safest", "chances": True}
    ours = gymnasium.make_vec(
        "hypersweep/Minesweeper-v0", num_envs=6, max_episode_steps=4, autoreset_mode=mode, **board
    )
    assert isinstance(ours, MinesweeperVectorEnv)
    theirs = SyncVectorEnv(
        [lambda: TimeLimit(MinesweeperEnv(**board), 4)] * 6, autoreset_mode=ours.metadata["autoreset_mode"]
    )
    assert compare(ours, theirs, 3, 60) >= {"terminated", "truncated", "both"}


def test_a_limit_of_one_step_cuts_every_game_off_at_once() -> None:
    envs = MinesweeperVectorEnv(3, (3, 4), 1, max_episode_steps=1)
    envs.reset(seed=1)
    _, _, _, truncated, _ = envs.step([0, 1, 2])
    assert truncated.all()


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=4).filter(lambda shape: 1 < np.prod(shape) <= 48),
    st.integers(0, 1 << 63),
    st.sampled_from(MODES),
    st.integers(1, 3),
    st.sampled_from(["codes", "planes"]),
    st.integers(1, 4),
    st.sampled_from(["any", "safe"]),
)
def test_any_board_and_seed(
    shape: list[int], seed: int, mode: str, kinds: int, observation: str, count: int, first: Any
) -> None:
    cells = int(np.prod(shape))
    board: dict[str, Any] = {
        "shape": tuple(shape),
        "mines": max(1, cells // 6) if cells > 2 else 1,
        "kinds": ("open", "flag", "chord")[:kinds],
        "observation": observation,
        "first": first,
    }
    ours = MinesweeperVectorEnv(count, autoreset_mode=mode, **board)
    theirs = SyncVectorEnv([lambda: MinesweeperEnv(**board)] * count, autoreset_mode=ours.metadata["autoreset_mode"])
    compare(ours, theirs, seed, 25)


def test_seeds_may_be_given_for_some_games() -> None:
    board: dict[str, Any] = {"shape": (3, 4), "mines": 3}
    ours = MinesweeperVectorEnv(3, **board)
    theirs = SyncVectorEnv([lambda: MinesweeperEnv(**board)] * 3)
    compare(ours, theirs, [4, 9, 4], 20)
    same(ours.reset(seed=[None, 7, None]), theirs.reset(seed=[None, 7, None]))
    assert ours.batch.seeds[1] == 7
    for _ in range(10):
        actions = ours.batch.random_actions().copy()
        same(ours.step(actions), theirs.step(actions))
    # Games without a given seed continued with their own.
    assert {4, 7} <= set(ours.reset(seed=np.array([4, 7, 4], np.uint16)) and ours.batch.seeds.tolist())


def test_functions_reward_and_end_as_in_one_game() -> None:
    def reward(batch: BatchEnv) -> Any:
        return batch.opened / 4

    def ending(batch: BatchEnv) -> Any:
        return batch.opened > 5

    board: dict[str, Any] = {"shape": (3, 4), "mines": 2, "reward": reward, "ending": ending}
    for mode in MODES:
        ours = MinesweeperVectorEnv(4, autoreset_mode=mode, **board)
        theirs = SyncVectorEnv([lambda: MinesweeperEnv(**board)] * 4, autoreset_mode=ours.metadata["autoreset_mode"])
        assert "terminated" in compare(ours, theirs, 2, 40)


def test_copies_stay_and_others_may_change() -> None:
    for observation in ("codes", "planes"):
        envs = MinesweeperVectorEnv(4, (3, 4), 2, observation=observation, mask="observation")
        seen, _ = envs.reset(seed=1)
        before = copy.deepcopy(seen)
        after, *_ = envs.step([0, 1, 2, 3])
        same(seen, before)
        assert not np.array_equal(seen["observation"], after["observation"])
        lean = MinesweeperVectorEnv(4, (3, 4), 2, observation=observation, mask="info", copy=False)
        first, infos = lean.reset(seed=1)
        second, *_, more = lean.step([0, 1, 2, 3])
        assert np.shares_memory(first, second)
        assert np.shares_memory(infos["action_mask"], more["action_mask"])
        same(second, after["observation"])


def test_ends_are_kept_although_nothing_else_is_copied() -> None:
    envs = MinesweeperVectorEnv(50, (3, 4), 4, autoreset_mode="same-step", copy=False)
    envs.reset(seed=1)
    kept = []
    for _ in range(10):
        infos = envs.step(envs.batch.random_actions())[4]
        if "final_obs" in infos:
            kept.append((infos, copy.deepcopy(infos["final_obs"]), infos["final_info"]["action_mask"].copy()))
    assert len(kept) > 3
    for infos, final, masks in kept:
        same(infos["final_obs"], final)
        same(infos["final_info"]["action_mask"], masks)
        assert all((end != -1).any() for end in final[infos["_final_obs"]])


def test_nothing_tells_what_a_player_may_not_know() -> None:
    one, other = (MinesweeperVectorEnv(64, (3, 4), 4, first="safe") for _ in range(2))
    one.reset(seed=0)
    other.reset(seed=0)
    # Two environments of the same moves, other mines: as long as the open cells agree, all outputs do.
    other.reset(seed=[1000 + game for game in range(64)])
    compared = 0
    for _ in range(3):
        first, second = (envs.step(np.full(64, _)) for envs in (one, other))
        alike = (first[0] == second[0]).all(axis=(1, 2))
        compared += int(alike.sum())
        for name in first[4]:
            np.testing.assert_array_equal(first[4][name][alike], second[4][name][alike])
    assert compared > 5


def test_a_game_that_ended_has_to_be_reset() -> None:
    envs = MinesweeperVectorEnv(2, (3, 4), 11, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=1)
    assert envs.step([0, 1])[2].all()
    with pytest.raises(ParameterError, match="2 games at the end"):
        envs.step([0, 1])
    envs.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(ParameterError, match="1 game at the end"):
        envs.step([0, 1])
    envs.reset(options={"reset_mask": np.array([False, True])})
    assert envs.step([2, 3])[2].all()


def test_it_is_made_by_name() -> None:
    envs = gymnasium.make_vec("hypersweep/Minesweeper-v0", num_envs=3, shape=(2, 3, 4), mines=3)
    assert isinstance(envs, MinesweeperVectorEnv)
    assert repr(envs) == "MinesweeperVectorEnv(hypersweep/Minesweeper-v0, num_envs=3)"
    assert envs.observation_space.shape == (3, 2, 3, 4)
    envs.close()
    envs.close()
    assert envs.closed
    assert envs.spec is not None
    again = gymnasium.make_vec(envs.spec)
    assert again.num_envs == 3


def test_it_is_copied_and_pickled_with_its_games() -> None:
    envs = MinesweeperVectorEnv(4, (3, 4), 2, autoreset_mode="same-step", max_episode_steps=5)
    envs.reset(seed=3)
    envs.step([0, 1, 2, 3])
    random = np.random.default_rng(1)
    twins = copy.deepcopy(envs), pickle.loads(pickle.dumps(envs))
    for _ in range(20):
        actions = actions_of(envs, random)
        given = envs.step(actions)
        for twin in twins:
            same(twin.step(actions), given)


def test_wrappers_of_gymnasium_work() -> None:
    from gymnasium.wrappers.vector import FlattenObservation, RecordEpisodeStatistics

    envs = RecordEpisodeStatistics(MinesweeperVectorEnv(8, (3, 4), 3))
    envs.reset(seed=1)
    returns = []
    for _ in range(30):
        infos = envs.step(envs.unwrapped.batch.random_actions())[4]  # type: ignore[attr-defined]
        if "episode" in infos:
            returns += infos["episode"]["r"][infos["_episode"]].tolist()
    assert set(returns) == {1.0, -1.0}
    flat = FlattenObservation(MinesweeperVectorEnv(8, (3, 4), 3, mask="observation"))
    assert flat.reset(seed=1)[0].shape == (8, 24)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"num_envs": 0}, ParameterError, "count of 1"),
        ({"num_envs": 2.5}, ParameterTypeError, "count"),
        ({"shape": (0, 3)}, ParameterError, "0"),
        ({"mines": 81}, MineCountError, "mines"),
        ({"first": "sure"}, RulesError, "sure"),
        ({"kinds": ("flag",)}, ParameterError, "kinds"),
        ({"observation": "pixels"}, ParameterError, "codes, planes"),
        ({"mask": "both"}, ParameterError, "info, observation"),
        ({"chances": 1}, ParameterTypeError, "chances"),
        ({"solver_move": "best"}, ParameterError, "policy"),
        ({"solver_move": 3}, ParameterTypeError, "policy"),
        ({"autoreset_mode": "never"}, ParameterError, "next-step"),
        ({"autoreset_mode": 3}, ParameterTypeError, "autoreset_mode"),
        ({"max_episode_steps": 0}, ParameterError, "max_episode_steps"),
        ({"copy": "no"}, ParameterTypeError, "copy"),
        ({"threads": 0}, ParameterError, "threads"),
        ({"render_mode": "depth"}, ParameterError, "render mode"),
        ({"shape": (1 << 20, 1 << 20)}, MemoryError, "game"),
    ],
)
def test_impossible_arguments_are_refused(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        MinesweeperVectorEnv(**arguments)


@pytest.mark.parametrize(
    ("reset", "error"),
    [
        (lambda envs: envs.reset(seed=-1), ParameterError),
        (lambda envs: envs.reset(seed=1 << 64), ParameterError),
        (lambda envs: envs.reset(seed=[1]), ParameterError),
        (lambda envs: envs.reset(seed="ab"), ParameterTypeError),
        (lambda envs: envs.reset(seed=1.5), ParameterTypeError),
        (lambda envs: envs.reset(options=[]), ParameterTypeError),
        (lambda envs: envs.reset(options={"reset_masks": None}), ParameterError),
        (lambda envs: envs.reset(options={"reset_mask": [True, False]}), ParameterTypeError),
        (lambda envs: envs.reset(options={"reset_mask": np.array([1, 0])}), ParameterTypeError),
        (lambda envs: envs.reset(options={"reset_mask": np.array([True])}), ParameterError),
        (lambda envs: envs.reset(options={"reset_mask": np.zeros(2, bool)}), ParameterError),
        (lambda envs: envs.step([0]), ParameterError),
        (lambda envs: envs.step([0, 12]), ParameterError),
        (lambda envs: envs.step([0, -1]), ParameterError),
        (lambda envs: envs.step([0.0, 1.0]), ParameterTypeError),
        (lambda envs: envs.step(None), ParameterTypeError),
    ],
)
def test_impossible_calls_change_nothing(reset: Callable[[Any], object], error: type[Exception]) -> None:
    envs, twin = (MinesweeperVectorEnv(2, (3, 4), 2) for _ in range(2))
    for each in (envs, twin):
        each.reset(seed=5)
        each.step([0, 1])
    with pytest.raises(error):
        reset(envs)
    same(envs.step([2, 3]), twin.step([2, 3]))


@pytest.mark.slow
def test_games_in_processes_of_their_own() -> None:
    board: dict[str, Any] = {"shape": (3, 4), "mines": 2, "mask": "observation"}
    theirs = gymnasium.make_vec(
        "hypersweep/Minesweeper-v0", num_envs=2, vectorization_mode="async", vector_kwargs={"context": "spawn"}, **board
    )
    assert isinstance(theirs, AsyncVectorEnv)
    ours = MinesweeperVectorEnv(2, **board)
    try:
        same(ours.reset(seed=4), theirs.reset(seed=4))
        for step in range(12):
            same(ours.step([step, 3]), theirs.step(np.array([step, 3])))
    finally:
        theirs.close()


def test_frames_are_one_for_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    envs = MinesweeperVectorEnv(2, (2, 3), 1, render_mode="ansi")
    envs.reset(seed=1)
    assert envs.render() == ("2x3 mines=1\n# # #\n# # #",) * 2
    pixels = MinesweeperVectorEnv(2, (2, 3), 1, render_mode="rgb_array", render_scale=1).render()
    assert pixels is not None
    assert [frame.shape for frame in pixels] == [(48, 66, 3)] * 2
    shown = MinesweeperVectorEnv(2, (2, 3), 1, render_mode="human")
    shown.reset(seed=1)
    assert shown.render() is None
    assert capsys.readouterr().out.count("2x3 mines=1") == 4
    assert MinesweeperVectorEnv(2, (2, 3), 1).render() is None


def test_a_copy_goes_on_by_itself() -> None:
    env = MinesweeperVectorEnv(3, (4, 5), 3)
    env.reset(seed=7)
    for twin in (copy.copy(env), copy.deepcopy(env)):
        before = env.batch.observations.copy()
        assert np.array_equal(twin.batch.observations, before)
        twin.step([0, 1, 2])
        assert np.array_equal(env.batch.observations, before)
        assert not np.array_equal(twin.batch.observations, before)
