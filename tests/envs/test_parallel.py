"""Several agents: the requirements of PettingZoo, and the rewards and observations of each."""

from __future__ import annotations

import copy
import math
import multiprocessing
import pickle
import random
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Dict
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.test.state_test import test_parallel_env as check_parallel_state
from pettingzoo.test.state_test import test_state_space as check_state_space

from hypersweep import CLASSIC, Game, Grid, Layout, MissingExtraError, Outcome, Rules
from hypersweep.codes import COVERED, MINE
from hypersweep.envs import Ending, MinesweeperParallelEnv, Reward
from hypersweep.envs.parallel import CREDITS, MODES, check_start, env, parallel_env, rank, share, start_cell
from hypersweep.errors import GenerationError, HypersweepError, MineCountError, ParameterError, ParameterTypeError
from hypersweep.typing import MoveKind

ALL: tuple[MoveKind, ...] = ("open", "flag", "chord")
KINDS: list[dict[str, Any]] = [
    {"grid": "4x5", "mines": 4},
    {"grid": "4x5", "mines": 4, "agents": 1, "mask": "observation"},
    {"grid": "3x4x5", "mines": 9, "agents": 3, "mode": "versus", "rules": "classic,first=any"},
    {"grid": "4x5", "mines": 4, "agents": 5, "mode": "versus", "progress": True, "mask": "observation", "kinds": ALL},
    {"grid": "3x5", "mines": 3, "agents": 4, "credit": "own", "kinds": ALL},
    {"grid": "7", "mines": 2, "mode": "versus", "credit": "own", "mask": None},
    {"grid": "2x3x4x5", "mines": 20, "agents": 3, "rules": "classic,first=opening"},
]
# What PettingZoo says of boards: that codes are negative, that they have many axes, that observations may be dicts.
REMARKS = r"(The )?(observation|state) (contains negative|has more than 3|space for each|is not a NumPy)"


@contextmanager
def remarks() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", REMARKS)
        yield


def names(many: int) -> list[str]:
    return [f"agent_{number}" for number in range(many)]


def some_actions(played: MinesweeperParallelEnv, chance: random.Random) -> dict[str, Any]:
    """Return an action for each playing agent, one in eight useless, of several types."""
    actions: dict[str, Any] = {}
    for agent in played.agents:
        place = played._place(agent)
        legal = np.flatnonzero(played.batch.action_masks[place])
        action = int(chance.choice(legal)) if chance.random() < 7 / 8 else chance.randrange(played.batch.actions)
        actions[agent] = chance.choice([int, np.int32, np.uint64])(action)
    return actions


def same(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and bool(np.array_equal(one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


@pytest.mark.parametrize("arguments", KINDS)
def test_pettingzoo_passes_it(arguments: dict[str, Any]) -> None:
    with remarks():
        parallel_api_test(parallel_env(**arguments), 60)
        parallel_seed_test(lambda: parallel_env(**arguments), 60)
        api_test(env(**arguments), 60)
        seed_test(lambda: env(**arguments), 60)
        check_parallel_state(parallel_env(**arguments))
        check_state_space(env(**arguments))


def test_pettingzoo_finds_its_cycles_and_pictures() -> None:
    def make(**arguments: Any) -> MinesweeperParallelEnv:
        # Random agents live long enough here, whatever they do.
        made = MinesweeperParallelEnv("40x50", 200, 3, rules="classic,first=opening", kinds=ALL, seed=7, **arguments)
        for number, space in enumerate(made.action_spaces.values()):
            space.seed(number + 5)
        return made

    module = SimpleNamespace(parallel_env=make, env=lambda **arguments: _turns(make(**arguments)))
    max_cycles_test(module)
    with remarks():
        render_test(lambda render_mode: env(grid="4x5", mines=3, render_mode=render_mode, seed=7))


def _turns(made: MinesweeperParallelEnv) -> Any:
    from pettingzoo.utils import parallel_to_aec

    return parallel_to_aec(made)


def test_co_op_is_one_game_in_the_order_of_turns() -> None:
    chance = random.Random(3)
    for seed in range(12):
        played = parallel_env(grid="5x6", mines=6, agents=3, kinds=ALL, seed=seed)
        played.reset()
        game = Game("5x6", 6, seed=seed)
        cycle = 0
        while played.agents:
            actions = some_actions(played, chance)
            observations, _, terminations, _, infos = played.step(actions)
            order = names(3)[cycle % 3 :] + names(3)[: cycle % 3]
            for agent in order:
                if infos[agent]["acted"]:
                    kind, cell = divmod(int(actions[agent]), 30)
                    getattr(game, ALL[kind])(cell)
            for agent in names(3):
                assert observations[agent].reshape(-1).tolist() == list(game.view.codes)
                assert terminations[agent] == (game.outcome is not Outcome.ONGOING)
            cycle += 1
        assert infos["agent_0"]["outcome"] == game.outcome.value


def test_the_second_of_two_who_open_or_flag_the_same_cell_is_left_out() -> None:
    played = parallel_env(grid="3x4", mines=2, kinds=ALL, reward=Reward(move=0.5, useless=-5), credit="own", seed=7)
    played.reset()
    observations, rewards, *_, infos = played.step({"agent_0": 12 + 2, "agent_1": 12 + 2})
    assert observations["agent_0"][0, 2] == -2
    assert [infos[agent]["acted"] for agent in names(2)] == [True, False]
    assert rewards == {"agent_0": 0.5, "agent_1": 0.0}
    # agent_1 acts first now and opens, so the cell can't be flagged.
    _, rewards, *_, infos = played.step({"agent_0": 12 + 3, "agent_1": 3})
    assert [infos[agent]["acted"] for agent in names(2)] == [False, True]
    assert rewards == {"agent_0": 0.0, "agent_1": 0.5}
    # An action without effect isn't another agent's fault, but happens only once.
    _, rewards, *_, infos = played.step({"agent_0": 3, "agent_1": 3})
    assert [infos[agent]["acted"] for agent in names(2)] == [True, False]
    assert rewards == {"agent_0": -5.0, "agent_1": 0.0}


def _winning(played: MinesweeperParallelEnv, place: int) -> list[int]:
    layout = played.batch.layout(place)
    assert layout is not None
    codes = played.batch.observations[place].reshape(-1)
    return [cell for cell in range(played.batch.grid.cells) if not layout.is_mine(cell) and codes[cell] == COVERED]


def _mine(played: MinesweeperParallelEnv, place: int) -> int:
    layout = played.batch.layout(place)
    assert layout is not None
    return next(cell for cell in range(played.batch.grid.cells) if layout.is_mine(cell))


@pytest.mark.parametrize("credit", ["shared", "own"])
def test_a_win_is_everybodys_and_a_loss_is_its_owners(credit: Any) -> None:
    for loses in (False, True):
        played = parallel_env(grid="3x5", mines=3, agents=3, credit=credit, reward=Reward(4, -8), seed=5)
        played.reset()
        played.step(dict.fromkeys(played.agents, 0))
        rewards: dict[str, float] = {}
        if loses:
            # In the second step the turn is agent_1's, so the others are too late.
            safe = _winning(played, 0)[0]
            actions = {"agent_0": safe, "agent_1": _mine(played, 0), "agent_2": safe}
            _, rewards, terminations, truncations, infos = played.step(actions)
            assert [infos[agent]["acted"] for agent in names(3)] == [False, True, False]
        while played.agents:
            _, rewards, terminations, truncations, infos = played.step(
                dict.fromkeys(played.agents, _winning(played, 0)[0])
            )
        assert all(terminations.values())
        assert not any(truncations.values())
        total = -8.0 if loses else 4.0
        if credit == "shared" or not loses:
            assert set(rewards.values()) == {total}
        else:
            assert rewards == {"agent_0": 0.0, "agent_1": -8.0, "agent_2": 0.0}
        assert {info["outcome"] for info in infos.values()} == {2 if loses else 1}


@pytest.mark.parametrize("text", ["classic", "classic,first=any", "classic,first=opening", "classic,guess=never"])
def test_versus_begins_alike_and_boards_stay_alike_over_episodes(text: str) -> None:
    played = parallel_env(grid="5x6", mines=6, agents=3, mode="versus", rules=text, seed=11)
    chance = random.Random(5)
    seen = set()
    for _ in range(4):
        observations, _ = played.reset()
        layouts: list[Layout | None] = [played.batch.layout(place) for place in range(3)]
        assert layouts[0] is not None
        assert layouts[0] == layouts[1] == layouts[2]
        seen.add(layouts[0])
        assert same(observations["agent_0"], observations["agent_1"])
        assert (observations["agent_0"] >= 0).any()
        while played.agents:
            played.step(some_actions(played, chance))
    assert len(seen) == 4
    again, _ = parallel_env(grid="5x6", mines=6, mode="versus", rules=text).reset(seed=11)
    first, _ = played.reset(seed=11)
    assert same(first["agent_0"], again["agent_0"])


def test_in_versus_nothing_depends_on_what_the_others_do() -> None:
    """Whatever the others do, an agent's observation and info stay the same, and its rewards with ``own``."""
    for seed in range(10):
        runs = []
        for other in range(3):
            played = parallel_env(grid="5x6", mines=5, agents=3, mode="versus", credit="own", kinds=ALL, seed=seed)
            mine, others = random.Random(seed), random.Random(other)
            told: list[Any] = [(played.reset()[0]["agent_1"], played.reset(seed=seed)[1]["agent_1"])]
            for _ in range(12):
                if "agent_1" not in played.agents:
                    break
                actions = some_actions(played, others)
                actions["agent_1"] = mine.randrange(90)
                told.append(tuple([part["agent_1"] for part in played.step(actions)]))
            runs.append(tuple(told))
        assert same(runs[0], runs[1])
        assert same(runs[0], runs[2])


def test_of_the_others_progress_tells_how_far_they_are_and_nothing_else() -> None:
    played = parallel_env(grid="4x5", mines=4, agents=3, mode="versus", progress=True, seed=2)
    observations, _ = played.reset()
    start = [float(part) for part in observations["agent_2"]["progress"]]
    assert len(set(start)) == 1
    cells = _winning(played, 0)
    while "agent_1" in played.agents:
        left = _winning(played, 1)
        actions: dict[str, Any] = dict.fromkeys(played.agents, left[0])
        actions["agent_0"] = cells[0]
        observations, *_ = played.step(actions)
    assert played.agents == ["agent_0"]
    shares = played.batch.opened / 16
    assert observations["agent_0"]["progress"].tolist() == shares.astype(np.float32).tolist()
    assert observations["agent_2"]["progress"].tolist() == shares[[2, 0, 1]].astype(np.float32).tolist()
    assert observations["agent_1"]["progress"][0] == 1.0
    observations, *_ = played.step({"agent_0": _mine(played, 0)})
    assert observations["agent_0"]["progress"][1:].tolist() == [1.0, 1.0]
    assert played.standings() == {"agent_0": 3, "agent_1": 1, "agent_2": 1}


def test_a_race_is_decided_by_the_first_to_end() -> None:
    played = parallel_env(grid="4x5", mines=4, mode="versus", seed=2)
    played.reset()
    while len(played.agents) == 2:
        # The second agent opens an open cell.
        opened = int(np.argmax(played.state()[1].reshape(-1) >= 0))
        actions = {"agent_0": _winning(played, 0)[0], "agent_1": opened}
        _, rewards, terminations, _, _ = played.step(actions)
    assert rewards == {"agent_0": 1.0, "agent_1": -1.0}
    assert terminations == {"agent_0": True, "agent_1": False}
    assert played.agents == ["agent_1"]
    _, rewards, terminations, _, infos = played.step({"agent_1": _mine(played, 1)})
    assert (rewards, terminations) == ({"agent_1": 0.0}, {"agent_1": True})
    assert infos["agent_1"]["outcome"] == 2
    assert played.standings() == {"agent_0": 1, "agent_1": 2}
    assert played.agents == []
    assert played.step({}) == ({}, {}, {}, {}, {})


def test_who_hits_a_mine_sees_it_and_the_others_do_not() -> None:
    played = parallel_env(grid="4x5", mines=4, mode="versus", seed=2)
    played.reset()
    observations, rewards, terminations, _, infos = played.step(
        {"agent_0": _mine(played, 0), "agent_1": _winning(played, 1)[0]}
    )
    assert (observations["agent_0"] <= MINE).sum() == 4
    assert observations["agent_1"].min() == COVERED
    assert rewards == {"agent_0": -1.0, "agent_1": 1.0}
    assert terminations == {"agent_0": True, "agent_1": False}
    assert (infos["agent_1"]["action_mask"] == (observations["agent_1"].reshape(-1) == COVERED)).all()


def test_a_game_that_the_start_wins_ends_with_the_first_step() -> None:
    reward = Reward(win=3, cells=1)
    played = parallel_env(grid="2x3", mines=5, mode="versus", credit="own", reward=reward, seed=0)
    played.reset()
    assert played.agents == names(2)
    _, rewards, terminations, _, infos = played.step({"agent_0": 0, "agent_1": 5})
    assert rewards == dict.fromkeys(names(2), 4.0)
    assert terminations == dict.fromkeys(names(2), True)
    assert infos["agent_0"]["outcome"] == 1
    assert played.standings() == {"agent_0": 1, "agent_1": 1}


@pytest.mark.parametrize("mode", ["co-op", "versus"])
def test_cycles_and_endings_cut_games_short(mode: Any) -> None:
    played = parallel_env(grid="9x10", mines=10, agents=2, mode=mode, max_cycles=2, seed=1)
    played.reset()
    quiet = {agent: _winning(played, 0)[0] if mode == "versus" else 0 for agent in names(2)}
    _, _, terminations, truncations, _ = played.step(quiet)
    assert not any(terminations.values())
    assert not any(truncations.values())
    _, _, terminations, truncations, _ = played.step(quiet)
    assert truncations == dict.fromkeys(names(2), True)
    assert terminations == dict.fromkeys(names(2), False)
    assert played.agents == []
    with pytest.raises(ParameterError, match=r"got one for agent_0, whose game has ended"):
        played.step(quiet)
    played.reset()
    assert played.agents == names(2)
    played = parallel_env(grid="9x10", mines=10, mode=mode, ending=Ending(moves=2), seed=1)
    played.reset()
    quiet = {"agent_0": 0, "agent_1": 89} if mode == "co-op" else dict.fromkeys(names(2), _winning(played, 0)[0])
    _, _, _, truncations, _ = played.step(quiet)
    assert truncations == dict.fromkeys(names(2), True)
    played = parallel_env(grid="9x10", mines=10, mode=mode, ending=lambda batch: np.ones(len(batch), bool), seed=1)
    played.reset()
    played.step({"agent_0": 4, "agent_1": 5})
    assert played.agents == []


def test_rewards_may_be_functions() -> None:
    def opened(batch: Any) -> Any:
        return batch.opened.astype(np.float32)

    played = parallel_env(grid="3x4", mines=2, mode="versus", credit="own", reward=opened, seed=7)
    played.reset()
    _, rewards, *_ = played.step({"agent_0": 0, "agent_1": 3})
    assert list(rewards.values()) == played.batch.opened.tolist()


ODD: list[Any] = [
    (None, ParameterTypeError),
    ([0, 1], ParameterTypeError),
    ({}, ParameterError),
    ({"agent_0": 0}, ParameterError),
    ({"agent_0": 0, "agent_1": 1, "agent_2": 2}, ParameterError),
    ({"agent_0": 0, "agent_1": 1, 2: 2}, ParameterTypeError),
    ({"agent_0": 0, "agent_1": 12}, ParameterError),
    ({"agent_0": 0, "agent_1": -1}, ParameterError),
    ({"agent_0": 0, "agent_1": 1 << 70}, ParameterError),
    ({"agent_0": 0, "agent_1": 1.0}, ParameterTypeError),
    ({"agent_0": 0, "agent_1": True}, ParameterTypeError),
    ({"agent_0": 0, "agent_1": None}, ParameterTypeError),
    ({"agent_0": 0, "agent_1": "3"}, ParameterTypeError),
    ({"agent_0": 0, "agent_1": np.array([1, 2])}, ParameterTypeError),
]


@pytest.mark.parametrize("mode", ["co-op", "versus"])
@pytest.mark.parametrize(("actions", "error"), ODD)
def test_odd_actions_are_refused_and_nothing_is_done(mode: Any, actions: Any, error: type[Exception]) -> None:
    played = parallel_env(grid="3x4", mines=2, mode=mode, seed=7)
    played.reset()
    before = played.state()
    with pytest.raises(error):
        played.step(actions)
    assert same(played.state(), before)
    assert played.batch.moves.tolist() == [0 if mode == "co-op" else 1] * len(played.batch)
    assert played.agents == names(2)


def test_before_reset_nobody_plays() -> None:
    played = parallel_env(grid="3x4", mines=2)
    assert played.agents == []
    with pytest.raises(ParameterError, match=r"still playing, got one for agent_0, which needs reset\(\) first"):
        played.step({"agent_0": 0, "agent_1": 1})


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"agents": 0}, ParameterError),
        ({"agents": 2.0}, ParameterTypeError),
        ({"mode": "coop"}, ParameterError),
        ({"mode": None}, ParameterTypeError),
        ({"credit": "race"}, ParameterError),
        ({"mode": "versus", "credit": "shared"}, ParameterError),
        ({"mask": "elsewhere"}, ParameterError),
        ({"progress": True}, ParameterError),
        ({"mode": "versus", "progress": 1}, ParameterTypeError),
        ({"max_cycles": 0}, ParameterError),
        ({"seed": -1}, ParameterError),
        ({"seed": 1 << 64}, ParameterError),
        ({"render_mode": "rgb"}, ParameterError),
        ({"mode": "versus", "agents": 1}, ParameterError),
        ({"kinds": "open"}, ParameterTypeError),
        ({"reward": 1}, ParameterTypeError),
        ({"mines": 12}, MineCountError),
        ({"mines": 12, "mode": "versus", "rules": "classic,first=any"}, MineCountError),
    ],
)
def test_odd_arguments_are_refused(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error) as refused:
        parallel_env(**{"grid": "3x4", "mines": 2, **arguments})
    assert isinstance(refused.value, HypersweepError)


def test_agents_and_seeds_that_there_are_not_are_refused() -> None:
    played = parallel_env(grid="3x4", mines=2)
    with pytest.raises(ParameterError, match=r"agent_0 to agent_1, got 'agent_7', did you mean 'agent_0'"):
        played.action_space("agent_7")
    with pytest.raises(ParameterTypeError):
        played.observation_space(0)  # type: ignore[arg-type]
    for seed in (-1, 1 << 64, 1.5, "7"):
        with pytest.raises(ParameterError):
            played.reset(seed=seed)  # type: ignore[arg-type]
    first, _ = played.reset(seed=np.int64(7))  # type: ignore[arg-type]
    assert first["agent_0"].shape == (3, 4)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.sampled_from(KINDS), st.integers(0, 1 << 32), st.integers(0, 30))
def test_random_agents_play_and_copies_go_on_alike(arguments: dict[str, Any], seed: int, steps: int) -> None:
    played = parallel_env(**arguments, seed=seed)
    chance = random.Random(seed)
    played.reset()
    for _ in range(steps):
        if not played.agents:
            played.reset()
        before = list(played.agents)
        told = played.step(some_actions(played, chance))
        assert all(list(part) == before for part in told)
        observations, rewards, terminations, truncations, _ = told
        for agent in before:
            assert played.observation_space(agent).contains(observations[agent])
            assert (agent in played.agents) == (not terminations[agent] and not truncations[agent])
            assert isinstance(rewards[agent], float)
            if isinstance(played.observation_space(agent), Dict) and "action_mask" in observations[agent]:
                assert same(observations[agent]["action_mask"], played.batch.action_masks[played._place(agent)])
        if played.credit == "race":
            assert abs(sum(rewards.values())) < 1e-6
        assert played.state_space.contains(played.state())
    state = chance.getstate()
    ways: list[Any] = []
    for twin in (copy.copy(played), copy.deepcopy(played), pickle.loads(pickle.dumps(played)), played):
        chance.setstate(state)
        found: list[Any] = []
        for _ in range(6):
            if not twin.agents:
                found.append(twin.reset())
            found.append(twin.step(some_actions(twin, chance)))
        ways.append(tuple(found))
    assert same(ways[0], ways[3])
    assert same(ways[1], ways[3])
    assert same(ways[2], ways[3])


def play_there(played: MinesweeperParallelEnv) -> Any:
    chance = random.Random(4)
    told: list[Any] = []
    for _ in range(10):
        if not played.agents:
            told.append(played.reset())
        told.append(played.step(some_actions(played, chance)))
    return tuple(told)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["spawn", "fork"] if sys.platform == "linux" else ["spawn"])
@pytest.mark.parametrize("mode", ["co-op", "versus"])
def test_another_process_goes_on_alike(way: str, mode: Any) -> None:
    played = parallel_env(grid="5x6", mines=6, agents=3, mode=mode, seed=3)
    played.reset()
    with multiprocessing.get_context(way).Pool(1) as pool:
        there = pool.apply_async(play_there, (played,)).get(120)
    assert same(there, play_there(played))


def test_what_is_seen_is_a_copy() -> None:
    played = parallel_env(grid="3x4", mines=2, seed=7)
    observations, infos = played.reset()
    observations["agent_0"][:] = 5
    infos["agent_0"]["action_mask"][:] = 0
    assert played.state().tolist() == [[-1] * 4] * 3
    assert played.batch.action_masks.all()


def test_boards_are_drawn_as_text() -> None:
    played = parallel_env(grid="2x3", mines=1, render_mode="ansi", seed=7)
    played.reset()
    assert str(played.render()).split() == ["2x3", "mines=1", *"######"]
    race = parallel_env(grid="2x3", mines=1, mode="versus", render_mode="ansi", seed=7)
    race.reset()
    drawn = str(race.render())
    assert drawn.count("2x3 mines=1") == 2
    assert drawn.startswith("agent_0\n2x3")
    assert "\n\nagent_1\n2x3" in drawn
    with pytest.warns(UserWarning, match="render_mode"):
        assert parallel_env(grid="2x3", mines=1).render() is None
    played.close()
    played.close()
    assert str(played) == "hypersweep_v0"
    assert repr(race) == "<MinesweeperParallelEnv of 2 agents on 2x3 with 1 mine: versus, race>"


def test_boards_are_drawn_as_pixels_and_printed(capsys: pytest.CaptureFixture[str]) -> None:
    for mode, boards in (("co-op", 1), ("versus", 3)):
        drawn = parallel_env(grid="2x3", mines=1, agents=3, mode=mode, render_mode="rgb_array", render_scale=1, seed=7)
        drawn.reset()
        frame = drawn.render()
        assert isinstance(frame, np.ndarray)
        assert frame.shape == (boards * 48, 66, 3)
        printed = parallel_env(grid="2x3", mines=1, agents=3, mode=mode, render_mode="human", seed=7)
        printed.reset()
        assert printed.render() is None
        printed.step(dict.fromkeys(printed.agents, 0))
        assert capsys.readouterr().out.count("2x3 mines=1") == 3 * boards
    with pytest.raises(ParameterError, match="render_scale"):
        parallel_env(grid="2x3", mines=1, render_scale=0)


def test_a_race_without_a_board_is_left_by_a_reset_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    import hypersweep.envs.batch as module

    real, asked = vars(module)["deal"], []

    def deal(*arguments: Any, seed: int, first: Any) -> Any:
        asked.append(seed)
        if seed == 7:
            raise GenerationError("none")
        return real(*arguments, seed=seed, first=first)

    monkeypatch.setattr(module, "deal", deal)
    race = parallel_env(grid="5x6", mines=5, agents=3, mode="versus", rules="classic,guess=never", seed=7)
    with pytest.raises(GenerationError):
        race.reset()
    assert race.agents == []
    observations, _ = race.reset()
    assert len(set(asked)) == len(asked) == 2
    assert len({codes.tobytes() for codes in observations.values()}) == 1
    assert len({race.batch.layout(place) for place in range(3)}) == 1


def test_without_pettingzoo_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "hypersweep.envs.parallel")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'hypersweep\[zoo\]'"):
        __import__("hypersweep.envs.parallel")


WORTH = st.dictionaries(st.sampled_from("abcdef"), st.floats(-100, 100), min_size=1)


@pytest.mark.slow
@given(WORTH)
def test_a_race_adds_up_to_nothing_and_rewards_whoever_did_better(worth: dict[str, float]) -> None:
    rewards = share("race", worth)
    assert rewards.keys() == worth.keys()
    assert math.isclose(sum(rewards.values()), 0, abs_tol=1e-9)
    best = max(worth, key=lambda agent: worth[agent])
    assert rewards[best] == max(rewards.values())
    assert rewards[best] >= -1e-9


@given(WORTH)
def test_what_is_shared_is_the_sum_and_what_is_own_is_left(worth: dict[str, float]) -> None:
    assert set(share("shared", worth).values()) == {sum(worth.values())}
    assert share("own", worth) == worth


def test_two_in_a_race_get_the_difference() -> None:
    assert share("race", {"a": 1.0, "b": -1.0}) == {"a": 2.0, "b": -2.0}
    assert share("race", {"a": 1.0, "b": 1.0}) == {"a": 0.0, "b": 0.0}
    assert share("race", {"a": 1.0}) == {"a": 0.0}


def test_whoever_has_won_leads_and_the_others_follow_by_their_cells() -> None:
    opened = {"a": 5, "b": 9, "c": 9, "d": 5, "e": 0}
    assert rank(opened, {}) == {"a": 3, "b": 1, "c": 1, "d": 3, "e": 5}
    assert rank(opened, {"b": 4, "d": 3, "c": 4}) == {"a": 4, "b": 2, "c": 2, "d": 1, "e": 5}


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_has_a_default_of_its_own(mode: str) -> None:
    assert CREDITS[mode][0] not in CREDITS[next(other for other in MODES if other != mode)]  # type: ignore[index]


@pytest.mark.parametrize("text", ["classic", "classic,first=any", "classic,first=opening", "classic,guess=never"])
def test_the_cell_is_no_mine_whatever_the_rules_promise(text: str) -> None:
    grid, rules = Grid("4x5"), Rules.parse(text)
    found = set()
    for seed in range(60 if rules.guess == "allowed" else 6):
        start = start_cell(grid, 6, rules, seed)
        found.add(start)
        game = Game(grid, 6, rules=rules, seed=seed)
        game.open(start)
        assert game.outcome is not Outcome.LOST
        assert start_cell(grid, 6, rules, seed) == start
    assert len(found) > 3


def test_a_single_safe_cell_is_found_and_none_is_refused() -> None:
    grid, rules = Grid("2x3"), Rules(first_open="any")
    for seed in range(10):
        game = Game(grid, 5, rules=rules, seed=seed)
        game.open(start_cell(grid, 5, rules, seed))
        assert game.outcome is Outcome.WON
    with pytest.raises(MineCountError, match=r"no safe cell to open first: 6 mines on 2x3"):
        start_cell(grid, 6, CLASSIC, 0)
    with pytest.raises(MineCountError):
        check_start(grid, 6)
    check_start(grid, 5)
