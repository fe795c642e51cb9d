from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import FlattenObservation, RecordEpisodeStatistics, TimeLimit, TransformObservation

import hypersweep.envs
from hypersweep import COVERED, EXPLODED, FLAGGED, MINE, Game, Outcome, analyse, choose
from hypersweep.envs import Ending, MinesweeperEnv, Reward
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
