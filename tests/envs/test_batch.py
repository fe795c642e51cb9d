"""A batch agrees with a ``Game`` for each row: observations, masks and results, in every autoreset mode."""

from __future__ import annotations

import copy
import pickle
import threading
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import forks
import strategies
from hypersweep import (
    Game,
    Grid,
    Layout,
    MineCountError,
    Outcome,
    ParameterError,
    ParameterTypeError,
    RulesError,
    ShapeError,
    View,
    analyse,
)
from hypersweep.envs import AUTORESETS, BatchEnv, Ending, Reward
from hypersweep.envs.batch import write_chances
from hypersweep.envs.rows import NAMES
from hypersweep.errors import BoardTooLargeError
from hypersweep.typing import MoveKind

KINDS: tuple[tuple[MoveKind, ...], ...] = (("open",), ("open", "flag"), ("open", "flag", "chord"))
RULES = (
    "classic",
    "esp,chord=on",
    "comp2017,chord=on",
    "classic,first=opening",
    "classic,protect-cascade=off",
    "classic,guess=punished",
    "esp,chord=on,first=any,guess=punished",
)


def twins(env: BatchEnv) -> list[Game]:
    """A game of its own for each game of a batch."""
    return [Game(env.grid, env.mines, seed=int(seed), rules=env.rules) for seed in env.seeds]


def act(game: Game, action: int) -> bool:
    """Make the move of an action. Returns: whether it had an effect."""
    kind, index = divmod(action, game.grid.cells)
    if game.outcome is not Outcome.ONGOING:
        return False
    return bool((game.open, game.flag, game.chord)[kind](game.grid.cell(index)))


def allowed(game: Game, kinds: int) -> list[int]:
    """Return the expected mask by trying each action; all of them at the end."""
    if game.outcome is not Outcome.ONGOING:
        return [1] * (kinds * game.grid.cells)
    found = []
    for action in range(kinds * game.grid.cells):
        after = game.copy()
        act(after, action)
        found.append(int(after.view != game.view))
    return found


def same(one: BatchEnv, other: BatchEnv) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in NAMES)


BOARDS = (
    ("4x5", 3),
    ("3x4x5~wrap=1", 5),
    ("2x3x2x3", 4),
    ("9", 2),
    ("7x70", 60),
    ("3x3x3x3x3", 4),
    ("5x6~orthogonal", 6),
)


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
def test_a_batch_plays_as_single_games_do(rules: str) -> None:
    play_beside_games("4x5", 3, rules, KINDS[2])


@pytest.mark.parametrize("kinds", KINDS, ids=len)
@pytest.mark.parametrize(("board", "mines"), BOARDS)
def test_a_batch_plays_as_single_games_do_on_any_board(board: str, mines: int, kinds: Any) -> None:
    play_beside_games(board, mines, "classic", kinds, steps=16)


@pytest.mark.ci_limit(12)
@pytest.mark.parametrize(
    "steps", [pytest.param(40, marks=pytest.mark.slow), pytest.param(150, marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize("kinds", KINDS, ids=len)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("board", "mines"), BOARDS)
def test_a_batch_plays_as_single_games_do_for_long(board: str, mines: int, rules: str, kinds: Any, steps: int) -> None:
    play_beside_games(board, mines, rules, kinds, steps=steps)


def play_beside_games(board: str, mines: int, rules: str, kinds: Any, steps: int = 40) -> None:
    """Play a batch and single games, and compare all observations."""
    if "opening" in rules:
        mines = min(mines, Grid(board).cells - Grid(board).max_neighbours - 1)
    count = 9
    env = BatchEnv(board, mines, count, seed=2**64 - 4, kinds=kinds, rules=rules)
    games = twins(env)
    random = np.random.default_rng(7)
    ended = 0
    for number in range(steps):
        actions = env.random_actions().copy()
        if number % 5 == 4:
            actions = random.integers(0, env.actions, count)
        before = env.terminations.copy()
        env.step(actions)
        for place in range(count):
            if before[place]:
                games[place] = Game(board, mines, seed=int(env.seeds[place]), rules=rules)
            game = games[place]
            if before[place]:
                assert env.moves[place] == env.rewards[place] == 0
            else:
                useful = act(game, int(actions[place]))
                reward = {Outcome.WON: 1, Outcome.LOST: -1, Outcome.ONGOING: 0}[game.outcome]
                assert env.rewards[place] == (reward if useful else 0)
            assert env.view(place) == game.view
            assert env.game(place).view == game.view
            assert env.opened[place] == game.opened
            assert env.outcomes[place] == game.outcome.value
            assert env.terminations[place] == (game.outcome is not Outcome.ONGOING)
            if number % 7 == 2 and env.grid.cells < 200:
                assert env.action_masks[place].tolist() == allowed(game, len(kinds))
            ended += bool(env.terminations[place])
        assert not env.truncations.any()
    assert ended


def test_where_guesses_are_punished_copies_and_games_go_on_so() -> None:
    rules = "classic,guess=punished"
    env = BatchEnv("4x5", 4, 40, seed=7, rules=rules, autoreset="disabled", threads=2)
    for _ in range(2):
        env.step(env.random_actions())
    going = [place for place in range(40) if not env.terminations[place]]
    games = [env.game(place) for place in going]
    twin = pickle.loads(pickle.dumps(env))
    # The move decides where the mines are, whatever was there before.
    before = [env.layout(place) for place in going]
    actions = env.random_actions().copy()
    env.step(actions)
    twin.step(actions)
    assert same(env, twin)
    for place, game in zip(going, games, strict=True):
        act(game, int(actions[place]))
        assert env.view(place) == game.view
        assert env.layout(place) == game.layout
    assert [env.layout(place) for place in going] != before


@pytest.mark.nightly
@given(st.data())
def test_any_board_and_any_moves(data: st.DataObject) -> None:
    grid = data.draw(strategies.grids())
    first_open = data.draw(st.sampled_from(strategies.FIRST_OPENS))
    mines = data.draw(st.integers(0, strategies.room_for_mines(grid, first_open)))
    kinds = data.draw(st.sampled_from(KINDS))
    count = data.draw(st.integers(1, 17))
    autoreset = data.draw(st.sampled_from(AUTORESETS))
    rules = f"classic,first={first_open}"
    env = BatchEnv(
        grid, mines, count, seed=data.draw(strategies.seeds()), kinds=kinds, rules=rules, autoreset=autoreset
    )
    twin = BatchEnv(grid, mines, count, seed=[int(seed) for seed in env.seeds], kinds=kinds, rules=rules, threads=3,
                    autoreset=autoreset)  # fmt: skip
    games = twins(env)
    for _ in range(data.draw(st.integers(1, 12))):
        actions = np.array(data.draw(st.lists(st.integers(0, env.actions - 1), min_size=count, max_size=count)))
        over = [game.outcome is not Outcome.ONGOING for game in games]
        env.step(actions)
        twin.step(actions)
        assert same(env, twin)
        for place, game in enumerate(games):
            if over[place] and autoreset == "next-step":
                games[place] = Game(grid, mines, seed=int(env.seeds[place]), rules=rules)
            elif not over[place]:
                act(game, int(actions[place]))
                assert env.outcomes[place] == game.outcome.value
                if autoreset == "same-step" and game.outcome is not Outcome.ONGOING:
                    games[place] = Game(grid, mines, seed=int(env.seeds[place]), rules=rules)
            assert env.view(place) == games[place].view


def test_the_first_games_are_those_of_the_seeds_and_no_seed_comes_twice() -> None:
    env = BatchEnv("4x5", 3, 3, seed=7, autoreset="same-step")
    assert env.seeds.tolist() == [7, 8, 9]
    seen = set(env.seeds.tolist())
    ended = 0
    for _ in range(60):
        env.step(env.random_actions())
        ended += int((env.terminations | env.truncations).sum())
        seen |= set(env.seeds.tolist())
    assert len(seen) == 3 + ended
    layout = None
    while layout is None:
        actions = env.random_actions().copy()
        env.step(actions)
        layout = env.layout(1)
    assert layout == env.game(1).layout


def test_a_layout_is_that_of_the_seed_and_the_first_open() -> None:
    env = BatchEnv("4x5", 3, 2, seed=7, rules="classic,first=opening")
    assert env.layout(0) is None
    env.step([6, 13])
    assert env.layout(1) == Layout.random("4x5", 3, seed=8, first=13, first_open="opening")


def test_reset_keeps_games_that_have_not_begun_and_begins_only_where_it_is_told() -> None:
    env = BatchEnv("4x5", 3, 3, seed=7)
    env.reset()
    assert env.seeds.tolist() == [7, 8, 9]
    env.step([0, 0, 0])
    before = env.observations.copy()
    env.reset(where=[False, True, False])
    assert env.seeds.tolist()[::2] == [7, 9]
    assert env.seeds[1] not in (7, 8, 9)
    assert (env.observations[1] == -1).all()
    assert np.array_equal(env.observations[::2], before[::2])
    env.reset(seed=7)
    assert env.seeds.tolist() == [7, 8, 9]
    env.reset(seed=[5, 5, 5], where=[True, False, True])
    assert env.seeds.tolist() == [5, 8, 5]


def test_in_the_same_step_a_game_that_ends_is_followed_by_the_next() -> None:
    env = BatchEnv("3x4", 2, 64, seed=7, autoreset="same-step")
    ended = 0
    for _ in range(20):
        env.step(env.random_actions())
        fresh = env.terminations
        ended += int(fresh.sum())
        assert (env.observations[fresh] == -1).all()
        assert (env.outcomes[fresh] > 0).all()
        assert (env.moves[fresh] > 0).all()
        assert (env.action_masks[fresh] == 1).all()
    assert ended > 64


def test_when_disabled_a_game_that_has_ended_stays_until_it_is_reset() -> None:
    env = BatchEnv("3x4", 2, 64, seed=7, autoreset="disabled")
    while not env.terminations.all():
        env.step(env.random_actions())
    seen = env.observations.copy()
    env.step(env.random_actions())
    assert np.array_equal(env.observations, seen)
    assert env.terminations.all()
    assert not env.rewards.any()
    env.reset(where=env.outcomes == 1)
    assert np.array_equal((env.observations == -1).all((1, 2)), ~env.terminations)


def test_a_reward_has_its_parts() -> None:
    reward = Reward(win=10, loss=-20, cells=100, move=0.5, useless=-3)
    env = BatchEnv("4x5", 3, 200, seed=7, reward=reward, autoreset="disabled")
    returns = np.zeros(200)
    useful = np.zeros(200)
    for number in range(40):
        actions = env.random_actions().copy()
        if number % 3 == 2:
            actions[:] = 0
        over = env.terminations.copy()
        legal = env.action_masks[np.arange(200), actions] == 1
        env.step(actions)
        returns += env.rewards
        useful += ~over & legal
        assert (env.rewards[~over & ~legal] == -3).all()
        returns[~over & ~legal] += 3
    expected = np.where(env.outcomes == 1, 10, -20) + 100 * env.opened / 17 + 0.5 * useful
    assert env.terminations.all()
    assert np.allclose(returns, expected, atol=1e-4)
    assert (env.opened[env.outcomes == 1] == 17).all()


def test_an_ending_cuts_games_short_and_ends_useless_ones() -> None:
    env = BatchEnv("6x7", 5, 50, seed=7, kinds=("open", "flag"), ending=Ending(moves=4))
    for number in range(1, 4):
        env.step(np.full(50, 42 + number))
        assert not env.truncations.any()
    env.step(np.full(50, 42))
    assert env.truncations.all()
    assert not env.terminations.any()
    # Learners of truncated games need the actions that were still possible.
    opened = env.observations.reshape(50, 42) >= 0
    assert not opened.any()
    assert env.action_masks[0].tolist() == allowed(env.game(0), 2)
    assert not env.action_masks.all()
    env.step(np.zeros(50, int))
    assert (env.moves == 0).all()
    ends = BatchEnv("6x7", 5, 50, seed=7, ending=Ending(useless=True))
    ends.step(np.zeros(50, int))
    assert not ends.terminations.any()
    ends.step(np.zeros(50, int))
    assert ends.terminations.all()
    assert (ends.outcomes == 0).all()


def test_functions_take_the_place_of_reward_and_ending() -> None:
    env = BatchEnv(
        "6x7",
        5,
        50,
        seed=7,
        reward=lambda env: env.opened / 100,
        ending=lambda env: env.opened > 10,
    )
    for _ in range(12):
        over = env.terminations.copy()
        env.step(env.random_actions())
        assert np.allclose(env.rewards, env.opened / 100)
        expected = ~over & ((env.opened > 10) | (env.outcomes > 0))
        assert np.array_equal(env.terminations, expected)
        assert (env.observations[over] == -1).all()
    with pytest.raises(ParameterError, match="from the reward"):
        BatchEnv("3x4", 2, 5, reward=lambda env: [1, 2]).step([0] * 5)


def test_boards_that_need_no_guess() -> None:
    env = BatchEnv("5x6", 5, 4, seed=7, rules="classic,guess=never")
    env.step([0, 7, 14, 29])
    for place, first in enumerate((0, 7, 14, 29)):
        game = Game("5x6", 5, seed=7 + place, rules="classic,guess=never")
        game.open(first)
        assert env.view(place) == game.view
        assert env.layout(place) == game.layout


def test_random_actions_are_spread_evenly_over_what_is_allowed() -> None:
    env = BatchEnv("3x4", 2, 4000, seed=[7] * 4000, kinds=("open", "flag", "chord"))
    env.step([0] * 4000)
    mask = env.action_masks[0]
    counts = np.bincount(env.random_actions(), minlength=env.actions)
    assert (counts[mask == 0] == 0).all()
    mean = 4000 / mask.sum()
    # Chi-squared with as many degrees of freedom: far beyond its 1 in a million.
    assert ((counts[mask == 1] - mean) ** 2 / mean).sum() < 3 * mask.sum() + 40
    plain = BatchEnv("3x70", 9, 2000, seed=[7] * 2000)
    plain.step([105] * 2000)
    counts = np.bincount(plain.random_actions(), minlength=plain.actions)
    assert set(np.flatnonzero(counts)) <= set(np.flatnonzero(plain.action_masks[0]))
    assert np.count_nonzero(counts) == plain.action_masks[0].sum()


def test_random_actions_are_the_same_after_the_same_seed() -> None:
    env = BatchEnv("4x5", 3, 8, seed=7)
    first = [env.random_actions().tolist() for _ in range(3)]
    env.reset(seed=7)
    assert [env.random_actions().tolist() for _ in range(3)] == first
    place = np.zeros(8, np.int64)
    assert env.random_actions(out=place) is place
    with pytest.raises(ParameterError, match="out"):
        env.random_actions(out=np.zeros(7, np.int64))


def test_arrays_of_the_caller_are_written_in_place() -> None:
    observations = np.empty((5, 4, 5), np.int8)
    rewards = np.empty(5, np.float32)
    env = BatchEnv("4x5", 3, 5, seed=7, arrays={"observations": observations, "rewards": rewards})
    assert env.observations.base is observations or env.observations is observations
    assert (observations == -1).all()
    env.step([0] * 5)
    assert (observations[:, 0, 0] >= 0).all()
    # Writing there doesn't change the games.
    other = BatchEnv("4x5", 3, 5, seed=7)
    other.step([0] * 5)
    env.observations[:] = 99
    env.action_masks[:] = 0
    for _ in range(5):
        actions = other.random_actions()
        env.step(actions)
        other.step(actions)
        assert np.array_equal(env.outcomes, other.outcomes)
        assert np.array_equal(env.opened, other.opened)
    env.action_masks[:] = 0
    assert ((env.random_actions() >= 0) & (env.random_actions() < 20)).all()


def test_a_step_can_be_copied_into_other_rows() -> None:
    env = BatchEnv("4x5", 3, 5, seed=7)
    kept = BatchEnv("4x5", 3, 5, seed=1).rows
    env.step([0] * 5, out=kept)
    for name in NAMES:
        assert np.array_equal(getattr(kept, name), getattr(env, name))
    with pytest.raises(ParameterError, match="observations"):
        env.step([1] * 5, out=BatchEnv("4x6", 3, 5).rows)


def test_copies_and_pickles_go_on_alike_and_apart() -> None:
    env = BatchEnv("4x5", 3, 20, seed=7, kinds=("open", "flag", "chord"), ending=Ending(moves=9))
    for _ in range(7):
        env.step(env.random_actions())
    twins = [copy.copy(env), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for twin in twins:
        assert same(env, twin)
        assert twin.observations is not env.observations
    seen = env.observations.copy()
    for _ in range(12):
        actions = [twin.random_actions().copy() for twin in twins]
        assert all(np.array_equal(own, actions[0]) for own in actions)
        for twin in twins:
            twin.step(actions[0])
        assert all(same(twins[0], twin) for twin in twins)
    assert np.array_equal(env.observations, seen)
    assert not np.array_equal(twins[0].observations, seen)


def test_a_game_of_its_own_keeps_its_rules_and_promises_nothing_more() -> None:
    env = BatchEnv("4x5", 3, 2, seed=7, rules="classic,first=opening,chord=on")
    assert env.game(0).rules == env.rules
    env.step([0, 7])
    assert env.game(1).rules == env.rules.for_layout()
    assert env.game(1).rules != env.rules


def test_seeds_of_some_games_leave_the_stream_of_actions_as_it_is() -> None:
    env, twin = BatchEnv("16x30", 9, 6, seed=7), BatchEnv("16x30", 9, 6, seed=7)
    env.random_actions()
    twin.random_actions()
    env.reset(seed=[50, 51, 52, 53, 54, 55], where=[False, True, False, False, True, False])
    assert env.seeds.tolist() == [7, 51, 9, 10, 54, 12]
    assert np.array_equal(env.random_actions(), twin.random_actions())
    env.reset(seed=50)
    assert not np.array_equal(env.random_actions(), twin.random_actions())


def test_masks_that_are_written_to_while_they_are_read_lead_nowhere_else() -> None:
    masks = np.zeros((3, 24), np.int8)
    env = BatchEnv("3x4", 2, 3, seed=7, kinds=("open", "flag"), arrays={"action_masks": masks})
    masks[:] = 0
    assert env.random_actions().tolist() == [0, 0, 0]
    masks[1, 23] = -1
    assert env.random_actions().tolist() == [0, 23, 0]


def test_chances_say_whether_they_are_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    from hypersweep.envs import batch

    env = BatchEnv("8x8", 10, 3, seed=7)
    env.step([0, 27, 63])
    exact = np.zeros(3, bool)
    env.chances(exact=exact)
    assert exact.all()
    monkeypatch.setattr(batch, "_STATES", 1)
    chances = env.chances(exact=exact)
    for place in range(3):
        near = np.abs(chances[place] - analyse(env.view(place)).probability_array()).max()
        assert near < (1e-12 if exact[place] else 0.2)
    assert not exact.all()
    for wrong in (np.zeros(2, bool), np.zeros(3)):
        with pytest.raises(ParameterError, match="exact"):
            env.chances(exact=wrong)  # type: ignore[arg-type]


def test_memory_is_counted_as_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = []
    monkeypatch.setattr("hypersweep.envs.batch.check_memory", lambda needed, what: counted.append(needed))
    for board, cells, kinds in (("2x2", 64, 1), ("16x30", 512, 3), ("3x3x3x3x3", 256, 2)):
        env = BatchEnv(board, 1, 100, kinds=KINDS[kinds - 1])
        rows = sum(array.nbytes for array in env.rows.arrays())
        # Four planes with a word to spare, and clues, next to the state of each game.
        planes = 4 * (cells // 64 + 1) * 8 + cells * env.observations.dtype.itemsize
        assert 40 * 100 < counted.pop() - rows - 100 * planes < 100 * 100


def test_chances_are_those_of_the_analysis() -> None:
    env = BatchEnv("4x5", 3, 6, seed=7)
    env.step([0] * 6)
    chances = env.chances()
    for place in range(6):
        if env.outcomes[place] == 0:
            assert np.array_equal(chances[place], analyse(env.view(place)).probability_array())
    assert env.chances(out=chances) is chances
    with pytest.raises(ParameterError, match="out"):
        env.chances(out=np.zeros((6, 5, 4)))


def test_arrays_begin_where_others_take_them_as_they_are() -> None:
    for env in (BatchEnv("3x4", 2, 5), BatchEnv("2x2x2x2x3", 2, 3, kinds=("open", "flag"))):
        for array in env.rows.arrays():
            assert array.ctypes.data % 64 == 0
    assert BatchEnv("3x3x3x3x3", 2, 1).observations.dtype == np.int16
    assert np.from_dlpack(env.observations).ctypes.data == env.observations.ctypes.data


@pytest.mark.parametrize(
    ("change", "error", "said"),
    [
        ({"mines": 20}, MineCountError, "at most 19 mines"),
        ({"count": 0}, ParameterError, "count from 1 to"),
        ({"count": 2**39}, BoardTooLargeError, "memory"),
        ({"grid": [0, 4]}, ShapeError, "side"),
        ({"grid": [3] * 10}, ShapeError, "neighbours"),
        ({"rules": "classic,chord=off", "kinds": ("open", "flag", "chord")}, RulesError, "chords"),
        ({"kinds": ("flag",)}, ParameterError, "kinds"),
        ({"kinds": ()}, ParameterError, "kinds"),
        ({"kinds": "open"}, ParameterTypeError, "kinds"),
        ({"seed": -1}, ParameterError, "seed"),
        ({"seed": [1, 2]}, ParameterError, "one for each game"),
        ({"seed": "x"}, ParameterError, "seed"),
        ({"reward": 3}, ParameterTypeError, "Reward or a function"),
        ({"ending": 3}, ParameterTypeError, "Ending or a function"),
        ({"autoreset": "sometimes"}, ParameterError, "next-step"),
        ({"threads": 0}, ParameterError, "threads"),
        ({"arrays": {"pixels": 3}}, ParameterTypeError, "pixels"),
        ({"arrays": [1]}, ParameterTypeError, "by name"),
    ],
)
def test_what_cannot_be_is_refused(change: dict[str, Any], error: type[Exception], said: str) -> None:
    settings: dict[str, Any] = {"grid": "4x5", "mines": 3, "count": 3, **change}
    with pytest.raises(error, match=said):
        BatchEnv(settings.pop("grid"), settings.pop("mines"), settings.pop("count"), **settings)


def test_a_step_that_cannot_be_made_changes_nothing() -> None:
    env = BatchEnv("4x5", 3, 3, seed=7)
    env.step([0, 1, 2])
    before = pickle.dumps(env)
    for actions, error in (
        ([3, 4, 20], ParameterError),
        ([3, -1, 4], ParameterError),
        ([3, 4], ParameterError),
        ([[3, 4, 5]], ParameterError),
        ([3.0, 4.0, 5.0], ParameterTypeError),
        (None, ParameterTypeError),
        (["a", "b", "c"], ParameterTypeError),
        ([1, [2], 3], ParameterTypeError),
        (np.array([3, 4, 2**63 + 5], np.uint64), ParameterError),
    ):
        with pytest.raises(error):
            env.step(actions)  # type: ignore[arg-type]
    for where, error in (([True], ParameterError), ([1, 2, 3], ParameterTypeError), ([True, [1]], ParameterTypeError)):
        with pytest.raises(error):
            env.reset(where=where)  # type: ignore[arg-type]
    assert pickle.dumps(env) == before
    with pytest.raises(ParameterError):
        env.view(3)
    with pytest.raises(AttributeError):
        env.mines = 4


@pytest.mark.slow
@pytest.mark.needs("posix")
def test_a_fork_finds_games_after_a_step() -> None:
    env = BatchEnv("64x64", 600, 512, seed=7, autoreset="same-step", threads=2)
    going = threading.Event()

    def run() -> None:
        while not going.is_set():
            env.step(env.random_actions())

    def child() -> None:
        for place in range(0, 512, 37):
            assert env.view(place) == env.game(place).view
        env.step(env.random_actions())

    other = threading.Thread(target=run)
    other.start()
    try:
        for _ in range(12):
            assert forks.status_of(forks.fork(child)) == 0
    finally:
        going.set()
        other.join()


TEXTS = ("3x4 mines=2\n. 1 # #\n. 2 # #\n. 1 # #", "3x4 mines=2\n# # # #\n# 2 # #\n# # # #")


def test_chances_are_those_of_each_board() -> None:
    views = [View.parse(text) for text in TEXTS]
    for dtype in (np.int8, np.int16):
        codes = np.stack([view.array() for view in views]).astype(dtype)
        out = np.zeros(codes.shape)
        assert write_chances(views[0].grid, 2, codes.tobytes(), out).tolist() == [True, True]
        for view, chances in zip(views, out, strict=True):
            np.testing.assert_array_equal(chances, analyse(view).probability_array())


def test_of_no_boards_nothing_is_told() -> None:
    assert write_chances(View.parse(TEXTS[0]).grid, 2, b"", np.zeros((0, 3, 4))).shape == (0,)
