"""A batch's state after a rejected or failed step, and during another thread's step."""

from __future__ import annotations

import copy
import pickle
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import forks
import hypersweep.envs.batch as module
from hypersweep import Game, ParameterError, ParameterTypeError
from hypersweep.envs import BatchEnv
from hypersweep.errors import BusyError, GenerationError

NEVER = "classic,guess=never"


def in_a_thread(work: Callable[[], object]) -> None:
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def calls(env: BatchEnv) -> dict[str, Callable[[], object]]:
    """Return the complete state of games, and the copying functions."""
    return {
        "step": lambda: env.step([0] * env.count),
        "reset": env.reset,
        "random_actions": env.random_actions,
        "view": lambda: env.view(0),
        "game": lambda: env.game(0),
        "layout": lambda: env.layout(0),
        "chances": env.chances,
        "copy": lambda: copy.copy(env),
        "deep copy": lambda: copy.deepcopy(env),
    }


def refused(work: Callable[[], object]) -> bool:
    try:
        work()
    except BusyError:
        return True
    return False


def test_no_other_thread_gets_in_between_a_step() -> None:
    found: dict[str, bool] = {}

    def reward(env: BatchEnv) -> Any:
        for name, work in calls(env).items():
            in_a_thread(lambda name=name, work=work: found.update({name: refused(work)}))  # type: ignore[misc]
        return env.opened

    env = BatchEnv("4x5", 3, 20, seed=7, reward=reward)
    env.step([6] * 20)
    assert found == dict.fromkeys(calls(env), True)
    found.clear()
    for name, work in calls(BatchEnv("4x5", 3, 20, seed=7)).items():
        in_a_thread(lambda name=name, work=work: found.update({name: refused(work)}))  # type: ignore[misc]
    assert found == dict.fromkeys(calls(env), False)


def test_a_function_looks_at_the_games_and_changes_none() -> None:
    found: dict[str, bool] = {}

    def ending(env: BatchEnv) -> Any:
        found.update({name: refused(work) for name, work in calls(env).items()})
        return env.opened > 17

    env = BatchEnv("4x5", 3, 20, seed=7, ending=ending)
    twin = BatchEnv("4x5", 3, 20, seed=7)
    env.step([6] * 20)
    twin.step([6] * 20)
    assert found == {name: name in ("step", "reset") for name in calls(env)}
    assert np.array_equal(env.observations, twin.observations)
    env.step([7] * 20)


def test_the_turn_is_given_back_whatever_happens() -> None:
    def reward(env: BatchEnv) -> Any:
        raise KeyboardInterrupt

    env = BatchEnv("4x5", 3, 20, seed=7, reward=reward)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            env.step([6] * 20)
        assert not any(refused(work) for name, work in calls(env).items() if name != "step")


@pytest.mark.needs("posix")
def test_a_fork_leaves_the_turn_of_another_thread_behind() -> None:
    inside, leave = threading.Event(), threading.Event()

    def reward(env: BatchEnv) -> Any:
        if threading.current_thread() is not threading.main_thread():
            inside.set()
            leave.wait()
        return env.opened

    def child() -> None:
        for work in calls(env).values():
            work()

    env = BatchEnv("4x5", 3, 20, seed=7, reward=reward)
    other = threading.Thread(target=lambda: env.step([6] * 20))
    other.start()
    inside.wait()
    try:
        assert refused(lambda: env.view(0))
        assert forks.status_of(forks.fork(child)) == 0
        assert refused(lambda: env.view(0))
    finally:
        leave.set()
        other.join()
    assert not refused(lambda: env.view(0))


def test_actions_that_another_thread_writes_to_are_those_that_were_looked_at() -> None:
    env = BatchEnv("8x8", 10, 20_000, seed=1)
    actions = env.random_actions().copy()
    good, done = actions.copy(), threading.Event()

    def spoil() -> None:
        while not done.is_set():
            actions[10_000:] = 1 << 40
            actions[:] = good

    thread = threading.Thread(target=spoil)
    old = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    thread.start()
    try:
        for _ in range(60):
            try:
                env.step(actions)
            except ParameterError as error:
                assert str(1 << 40) in str(error)
    finally:
        done.set()
        thread.join()
        sys.setswitchinterval(old)


def test_actions_may_be_what_the_games_write_to() -> None:
    memory = np.zeros(41, np.uint64)
    env = BatchEnv("3x4", 6, 40, seed=1, arrays={"seeds": memory[1:]})
    twin = BatchEnv("3x4", 6, 40, seed=1)
    for number in range(30):
        memory[:] = np.random.default_rng(number).integers(0, 12, 41)
        twin.step(memory[:-1].astype(np.int64))
        env.step(memory[:-1].view(np.int64))
        assert np.array_equal(env.observations, twin.observations)


@pytest.mark.parametrize("bad", [[0, 99], [0]])
def test_a_refused_step_lays_no_mines(bad: list[int]) -> None:
    env = BatchEnv("5x6", 5, 2, rules=NEVER, seed=5)
    before = pickle.dumps(env)
    with pytest.raises(ParameterError):
        env.step(bad)
    assert env.layout(0) is None
    assert pickle.dumps(env) == before
    env.step([17, 0])
    game = Game("5x6", 5, rules=NEVER, seed=5)
    game.open(17)
    assert env.view(0) == game.view


def without_board(monkeypatch: pytest.MonkeyPatch, seeds: set[int]) -> list[int]:
    """Find no board for these seeds. Returns: a list of the requested seeds."""
    asked: list[int] = []

    def deal(*arguments: Any, seed: int, first: Any) -> Any:
        asked.append(seed)
        if seed in seeds:
            raise GenerationError("none", tried=3)
        return real(*arguments, seed=seed, first=first)

    real = vars(module)["deal"]
    monkeypatch.setattr(module, "deal", deal)
    return asked


@pytest.mark.parametrize("where", [None, [False, True, False, False]])
def test_a_game_without_a_board_is_left_by_a_reset(monkeypatch: pytest.MonkeyPatch, where: Any) -> None:
    asked = without_board(monkeypatch, {8})
    env = BatchEnv("5x6", 5, 4, rules=NEVER, seed=7)
    seen = [array.copy() for array in env.rows.arrays()]
    for _ in range(2):
        with pytest.raises(GenerationError) as caught:
            env.step([7, 7, 7, 7])
        assert caught.value.tried == 3
        assert "game 1" in caught.value.__notes__[0]
        assert [env.layout(place) for place in range(4)] == [None] * 4
        assert all(np.array_equal(*pair) for pair in zip(env.rows.arrays(), seen, strict=True))
    assert asked == [7, 8, 7, 8]
    twin = pickle.loads(pickle.dumps(env))
    for one in (env, twin):
        one.reset(where=where)
        assert one.seeds.tolist()[::2] == [7, 9]
        assert one.seeds[1] not in (7, 8, 9, 10)
        assert one.seeds[3] == 10
    assert env.seeds[1] == twin.seeds[1]
    env.step([7, 7, 7, 7])
    assert all(env.layout(place) is not None for place in range(4))


def test_the_same_board_is_searched_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = without_board(monkeypatch, set())
    env = BatchEnv("5x6", 5, 5, rules=NEVER, seed=[3, 3, 4, 3, 3])
    env.step([7, 7, 7, 7, 8])
    assert asked == [3, 4, 3]
    assert env.layout(0) == env.layout(1) == env.layout(3)
    # Equal ones stay together.
    without_board(monkeypatch, {3})
    env = BatchEnv("5x6", 5, 3, rules=NEVER, seed=[3, 4, 3])
    with pytest.raises(GenerationError):
        env.step([7, 7, 7])
    env.reset()
    assert env.seeds[0] == env.seeds[2] != 3
    assert env.seeds[1] == 4


def test_rows_that_do_not_fit_are_refused_before_a_move_is_made() -> None:
    env = BatchEnv("4x5", 3, 5, seed=7)
    before = pickle.dumps(env)
    with pytest.raises(ParameterError, match="observations"):
        env.step([0] * 5, out=BatchEnv("4x6", 3, 5).rows)
    for wrong in (3, "x", env):
        with pytest.raises(ParameterTypeError, match="Rows"):
            env.step([0] * 5, out=wrong)  # type: ignore[arg-type]
    assert pickle.dumps(env) == before


def test_an_end_is_told_once_where_a_function_raises() -> None:
    is_bad = True

    def reward(env: BatchEnv) -> Any:
        if is_bad:
            raise RuntimeError
        return env.outcomes

    env = BatchEnv("3x4", 3, 64, seed=1, autoreset="same-step", reward=reward)
    with pytest.raises(RuntimeError):
        env.step([0] * 64)
    with pytest.raises(RuntimeError):
        env.step([5] * 64)
    ended = env.terminations.copy()
    assert ended.any()
    assert (env.observations[ended] == -1).all()
    is_bad = False
    env.step([0] * 64)
    assert (env.moves[ended] == 1).all()


@pytest.mark.parametrize("name", ["reward", "ending"])
@pytest.mark.parametrize("given", [None, "x", [1, [2], 3], [10**400] * 3, [1j] * 3, [1, 2], [[True] * 3]])
def test_what_a_function_cannot_mean_is_refused(name: str, given: Any) -> None:
    env = BatchEnv("3x4", 3, 3, **{name: lambda env: given})  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match=f"from the {name}"):
        env.step([0] * 3)
