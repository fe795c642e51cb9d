"""Gymnasium environments: its checks and wrappers, and games that agree with ``Game``, alone and in batches."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import FlattenObservation, RecordEpisodeStatistics, TimeLimit, TransformObservation
from hypothesis import given, settings
from hypothesis import strategies as st

import hypersweep.envs
from hypersweep import COVERED, EXPLODED, FLAGGED, MINE, Game, Outcome, analyse, choose
from hypersweep.envs import BatchEnv, Ending, MinesweeperEnv, MinesweeperVectorEnv, Reward
from hypersweep.errors import MineCountError, ParameterError, ParameterTypeError, RulesError, ShapeError

hypersweep.envs.register()

ID = "hypersweep/Minesweeper-v0"
SHAPES = [(7,), (3, 4), (2, 3, 4), (2, 3, 2, 4), (2, 3, 2, 2, 3)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("observation", ["codes", "planes"])
@pytest.mark.parametrize("mask", ["info", "observation", None])
def test_gymnasium_finds_nothing_to_complain_of(shape: Any, observation: str, mask: str | None) -> None:
    kinds = ("open", "flag", "chord")[: len(shape) % 3 + 1]
    made = gymnasium.make(ID, shape=shape, mines=2, observation=observation, mask=mask, kinds=kinds)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made.unwrapped)


def test_gymnasium_finds_nothing_to_complain_of_in_what_is_taught() -> None:
    made = gymnasium.make(ID, shape=(3, 4), mines=2, chances=True, solver_move=True)
    check_env(made.unwrapped)


def test_the_game_is_the_one_of_the_seed() -> None:
    env = MinesweeperEnv((3, 4), 2, kinds=("open", "flag"))
    for seed in (0, 7, np.uint8(7), np.int64(9), (1 << 64) - 1):
        observation, _ = env.reset(seed=seed)  # type: ignore[arg-type]
        game = Game((3, 4), 2, seed=int(seed))
        assert observation.tolist() == [[COVERED] * 4] * 3
        # A flag, then opens of all that isn't a mine.
        game.flag(5)
        assert env.step(12 + 5)[0][1, 1] == FLAGGED
        game.open(11)
        observation, reward, terminated, truncated, _ = env.step(11)
        np.testing.assert_array_equal(observation, game.view.array())
        won = game.outcome is Outcome.WON
        assert (reward, terminated, truncated) == (float(won), won, False)


def test_games_follow_from_the_seed() -> None:
    def seeds(env: MinesweeperEnv, first: int | None) -> list[int]:
        env.reset(seed=first)
        found = []
        for _ in range(5):
            found.append(int(env.batch.seeds[0]))
            env.step(0)
            env.reset()
        return found

    env = MinesweeperEnv((3, 4), 2)
    one = seeds(env, 7)
    assert one[0] == 7
    assert len(set(one)) == 5
    assert seeds(MinesweeperEnv((3, 4), 2), 7) == one
    assert seeds(env, 8) != one
    assert seeds(MinesweeperEnv((3, 4), 2), None) != seeds(MinesweeperEnv((3, 4), 2), None)


def test_a_win_and_a_loss() -> None:
    env = MinesweeperEnv((3, 4), 2, first="opening")
    for seed in range(20):
        env.reset(seed=seed)
        if env.step(0)[2]:
            continue
        layout = env.batch.layout(0)
        assert layout is not None
        mines = [env.batch.grid.index(cell) for cell in layout.mine_cells()]
        twin = copy.deepcopy(env)
        observation, reward, terminated, truncated, info = twin.step(mines[0])
        assert (reward, terminated, truncated, info["is_success"]) == (-1.0, True, False, False)
        assert sorted(observation.reshape(-1)[mines]) == [EXPLODED, MINE]
        while not terminated or reward < 0:
            cell = next(cell for cell in np.flatnonzero(env.action_masks()) if cell not in mines)
            observation, reward, terminated, truncated, info = env.step(cell)
        assert (reward, terminated, truncated, info["is_success"]) == (1.0, True, False, True)
        assert (observation.reshape(-1)[mines] == MINE).all()
        # The end stays the end, without a second reward.
        observation, reward, terminated, truncated, info = env.step(3)
        assert (reward, terminated, truncated, info["is_success"]) == (0.0, True, False, True)


def test_masks_are_where_they_are_asked_for() -> None:
    for mask in ("info", "observation", None):
        env = MinesweeperEnv((3, 4), 2, mask=mask)
        observation, info = env.reset(seed=7)
        observation, *_, info = env.step(0)
        assert ("action_mask" in info) == (mask == "info")
        assert isinstance(observation, dict) == (mask == "observation")
        masks = env.action_masks()
        assert masks.dtype == np.bool_
        assert masks.sum() == 6
        if mask:
            found = info["action_mask"] if mask == "info" else observation["action_mask"]
            assert found.dtype == np.int8
            np.testing.assert_array_equal(found, masks)
            assert masks[env.action_space.sample(mask=found)]
        assert set(info) <= {"action_mask", "is_success"}


def test_planes_are_the_codes() -> None:
    arguments: dict[str, Any] = {"shape": (2, 3, 4), "mines": 5, "kinds": ("open", "flag", "chord")}
    codes, planes = (MinesweeperEnv(**arguments, observation=kind) for kind in ("codes", "planes"))
    random = np.random.default_rng(3)
    for seed in range(30):
        seen, _ = codes.reset(seed=seed)
        shown, _ = planes.reset(seed=seed)
        for _ in range(6):
            action = random.choice(np.flatnonzero(codes.action_masks()))
            seen, shown = codes.step(action)[0], planes.step(action)[0]
            assert (shown.sum(axis=0) == 1).all()
            order = np.array([-1, -2, -3, -4, -5, *range(len(shown) - 5)])
            np.testing.assert_array_equal(order[shown.argmax(axis=0)], seen)
            assert seen in codes.observation_space
            assert shown in planes.observation_space


def test_what_is_taught_is_what_the_solver_finds() -> None:
    env = MinesweeperEnv((3, 4), 2, chances=True, solver_move=True)
    assert env.reset(seed=7)[1]["chances"].tolist() == [[1 / 6] * 4] * 3
    won = 0
    for seed in range(20):
        _, info = env.reset(seed=seed)
        terminated = False
        while not terminated:
            view = env.batch.view(0)
            assert (info["chances"] == analyse(view).probability_array()).all()
            choice = choose(view)
            assert choice is not None
            assert info["solver_move"] == view.grid.index(choice.cell)
            _, reward, terminated, _, info = env.step(info["solver_move"])
        assert info["solver_move"] == -1
        won += reward == 1
    assert won > 12


def test_the_solver_takes_a_flag_from_a_cell_that_it_would_open() -> None:
    for rules, freed in (("classic", True), ("classic,protect-click=off", False)):
        env = MinesweeperEnv((1, 4), 1, kinds=("open", "flag"), solver_move="safest", rules=rules)
        env.reset(seed=2)
        info: dict[str, Any] = {}
        for cell in range(4):
            info = env.step(4 + cell)[4]
        assert bool(info["solver_move"] >= 4) is freed
        env.step(info["solver_move"])
        assert bool(env.batch.opened[0] == 0) is freed


def test_rewards_and_ends_are_parts() -> None:
    env = MinesweeperEnv((3, 4), 2, reward=Reward(win=10, cells=1, useless=-0.5), ending=Ending(useless=True))
    env.reset(seed=7)
    _, reward, *ends, _ = env.step(0)
    assert reward == pytest.approx(0.6)
    assert ends == [False, False]
    assert env.step(0)[1:4] == (-0.5, True, False)
    env = MinesweeperEnv((3, 4), 2, ending=Ending(moves=2), reward=lambda batch: batch.opened * 2)
    env.reset(seed=7)
    assert env.step(0)[1:4] == (12.0, False, False)
    assert env.step(0)[1:4] == (12.0, False, True)


def test_it_is_made_by_name() -> None:
    env = gymnasium.make(ID)
    assert isinstance(env.unwrapped, MinesweeperEnv)
    assert env.observation_space.shape == (9, 9)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.close()
    env.close()
    limited = gymnasium.make(ID, shape="4x5", mines=3, max_episode_steps=2)
    limited.reset(seed=1)
    assert limited.step(0)[3] is False
    assert limited.step(0)[3] is True


@pytest.mark.parametrize(
    "program",
    [
        "import gymnasium; made = gymnasium.make('hypersweep.envs:hypersweep/Minesweeper-v0', shape=(3, 4), mines=2)",
        "import gymnasium, hypersweep.envs; made = gymnasium.make('hypersweep/Minesweeper-v0', shape=(3, 4), mines=2)",
        """import hypersweep.envs, sys
assert not {'gymnasium', 'numpy'} & set(sys.modules)
hypersweep.envs.register()
import gymnasium
made = gymnasium.make_vec('hypersweep/Minesweeper-v0', shape=(3, 4), mines=2)""",
    ],
)
def test_programs_find_it_in_any_order_of_imports(program: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"{program}\nprint(made.reset(seed=1)[0].sum())"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert done.stdout == "-12\n"


def test_wrappers_of_gymnasium_work() -> None:
    env = RecordEpisodeStatistics(TimeLimit(MinesweeperEnv((3, 4), 11), 5))
    env.reset(seed=1)
    assert env.step(0)[4]["episode"]["r"] == 1.0
    flat = FlattenObservation(MinesweeperEnv((3, 4), 2, mask="observation"))
    assert flat.reset(seed=1)[0].shape == (24,)
    space = gymnasium.spaces.Box(0, 1, (3, 4), np.float32)
    covered = TransformObservation(MinesweeperEnv((3, 4), 2), lambda seen: (seen == COVERED).astype("f4"), space)
    assert covered.reset(seed=1)[0].min() == 1


def test_it_is_copied_and_pickled_with_its_game() -> None:
    env = MinesweeperEnv((3, 4), 2, kinds=("open", "flag"))
    env.reset(seed=7)
    env.step(0)
    env.step(12 + 3)
    twins = copy.deepcopy(env), pickle.loads(pickle.dumps(env))
    for action in (12 + 3, 3, 2, 7):
        given = env.step(action)
        for twin in twins:
            again = twin.step(action)
            np.testing.assert_array_equal(again[0], given[0])
            np.testing.assert_array_equal(again[4]["action_mask"], given[4]["action_mask"])
            assert again[1:4] == given[1:4]
    assert given[2]
    # Moves of one don't affect the others.
    twins[0].reset()
    assert twins[1].batch.terminations[0]
    assert env.reset()[0].tolist() == [[COVERED] * 4] * 3
    assert env.batch.seeds[0] == twins[0].batch.seeds[0]


def test_a_huge_board() -> None:
    env = MinesweeperEnv((300, 400, 10), 1, first="opening")
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(5)
    assert (reward, terminated, info["action_mask"].sum()) == (1.0, True, 1_200_000)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"shape": "3x"}, ValueError),
        ({"shape": None}, ParameterTypeError),
        ({"shape": (3, 3) * 6}, ShapeError),
        ({"mines": -1}, MineCountError),
        ({"mines": 1.5}, ParameterTypeError),
        ({"rules": 3}, ParameterTypeError),
        ({"rules": "classic,chord=off", "kinds": ("open", "flag", "chord")}, RulesError),
        ({"kinds": "open"}, ParameterTypeError),
        ({"observation": None}, ParameterTypeError),
        ({"mask": True}, ParameterTypeError),
        ({"reward": 3}, ParameterTypeError),
        ({"ending": "soon"}, ParameterTypeError),
        ({"render_mode": 3}, ParameterTypeError),
    ],
)
def test_impossible_arguments_are_refused(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        MinesweeperEnv(**arguments)


@pytest.mark.parametrize(
    ("action", "error"),
    [
        (-1, ParameterError),
        (12, ParameterError),
        (1 << 70, ParameterError),
        (1.0, ParameterTypeError),
        (True, ParameterTypeError),
        (None, ParameterTypeError),
        ((0, 1), ParameterTypeError),
        (np.array([1, 2]), ParameterTypeError),
    ],
)
def test_impossible_actions_change_nothing(action: Any, error: type[Exception]) -> None:
    env = MinesweeperEnv((3, 4), 2)
    env.reset(seed=7)
    with pytest.raises(error, match="action"):
        env.step(action)
    assert env.step(np.array(0))[0].tolist() == [[0, 1, -1, -1], [0, 2, -1, -1], [0, 1, -1, -1]]


@pytest.mark.parametrize(
    ("seed", "options", "error"),
    [
        (-1, None, ParameterError),
        (1 << 64, None, ParameterError),
        (1.0, None, ParameterTypeError),
        (True, None, ParameterTypeError),
        ("7", None, ParameterTypeError),
        (None, {"mines": 5}, ParameterError),
        (None, [], ParameterTypeError),
    ],
)
def test_impossible_resets_change_nothing(seed: Any, options: Any, error: type[Exception]) -> None:
    env = MinesweeperEnv((3, 4), 2)
    env.reset(seed=7)
    env.step(0)
    with pytest.raises(error):
        env.reset(seed=seed, options=options)
    assert env.batch.seeds[0] == 7
    assert env.batch.opened[0] == 6


def test_frames(capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(ID, shape=(2, 3), mines=1, render_mode="ansi")
    env.reset(seed=7)
    assert env.render() == "2x3 mines=1\n# # #\n# # #"
    pixels = gymnasium.make(ID, shape=(2, 3), mines=1, render_mode="rgb_array")
    pixels.reset(seed=7)
    frame = pixels.render()
    assert isinstance(frame, np.ndarray)
    assert frame.shape == (4 * 48, 4 * 66, 3)
    small = gymnasium.make(ID, shape=(2, 3), mines=1, render_mode="rgb_array", render_scale=1)
    small.reset(seed=7)
    assert np.array_equal(np.asarray(small.render()).repeat(4, 0).repeat(4, 1), frame)
    with pytest.raises(ParameterError, match="render_scale"):
        MinesweeperEnv((2, 3), 1, render_scale=0)
    shown = gymnasium.make(ID, shape=(2, 3), mines=1, render_mode="human")
    shown.reset(seed=7)
    shown.step(0)
    assert shown.render() is None
    assert capsys.readouterr().out.count("2x3 mines=1\n") == 3
    assert MinesweeperEnv((2, 3), 1).render() is None


@pytest.mark.nightly
@pytest.mark.needs("torch")
@pytest.mark.timeout(900)  # it learns, on a machine that may have other things to do
def test_maskable_ppo_learns() -> None:
    import torch

    torch.set_num_threads(1)
    with warnings.catch_warnings():
        # They warn of each other's and of NumPy's future, not of this environment.
        warnings.simplefilter("ignore")
        import sb3_contrib
        from sb3_contrib.common.maskable.evaluation import evaluate_policy
        from stable_baselines3.common.env_checker import check_env as check_for_baselines
        from stable_baselines3.common.monitor import Monitor

        check_for_baselines(MinesweeperEnv((4, 5), 3))
        check_for_baselines(MinesweeperEnv((4, 5), 3, observation="planes", mask="observation"))
        env = MinesweeperEnv((4, 5), 3, observation="planes", reward=Reward(cells=1))
        model = sb3_contrib.MaskablePPO("MlpPolicy", env, seed=3, n_steps=512, batch_size=128, gamma=0.9)
        before, _ = evaluate_policy(model, Monitor(env), n_eval_episodes=1000)
        model.learn(16_384)
        after, _ = evaluate_policy(model, Monitor(env), n_eval_episodes=1000)
    assert float(np.mean(after)) > float(np.mean(before)) + 0.2


def test_a_copy_goes_on_by_itself() -> None:
    env = MinesweeperEnv((4, 5), 3)
    env.reset(seed=7)
    for twin in (copy.copy(env), copy.deepcopy(env)):
        before = env.batch.observations.copy()
        assert np.array_equal(twin.batch.observations, before)
        twin.step(0)
        assert np.array_equal(env.batch.observations, before)
        assert not np.array_equal(twin.batch.observations, before)


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
    with pytest.raises(ParameterError, match="can't step 2 games that ended"):
        envs.step([0, 1])
    envs.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(ParameterError, match="can't step 1 game that ended"):
        envs.step([0, 1])
    envs.reset(options={"reset_mask": np.array([False, True])})
    assert envs.step([2, 3])[2].all()


def test_many_are_made_by_name() -> None:
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


def test_wrappers_of_gymnasium_work_with_many() -> None:
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
        ({"num_envs": 0}, ParameterError, "count from 1"),
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
def test_impossible_arguments_of_many_are_refused(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
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


def test_a_copy_of_many_goes_on_by_itself() -> None:
    env = MinesweeperVectorEnv(3, (4, 5), 3)
    env.reset(seed=7)
    for twin in (copy.copy(env), copy.deepcopy(env)):
        before = env.batch.observations.copy()
        assert np.array_equal(twin.batch.observations, before)
        twin.step([0, 1, 2])
        assert np.array_equal(env.batch.observations, before)
        assert not np.array_equal(twin.batch.observations, before)
