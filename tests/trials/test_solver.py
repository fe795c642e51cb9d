"""Whole games of the solver: the kernel plays as ``choose`` would on a ``Game``."""

from __future__ import annotations

import pytest

from hypersweep import Game, Grid, Layout, Outcome, choose
from hypersweep.errors import CellError, MineCountError, ParameterError, ParameterTypeError
from hypersweep.solve import POLICIES
from hypersweep.trials import play_solver
from hypersweep.typing import FirstOpen, Policy


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    ("shape", "mines", "first", "first_open"),
    [
        ("3x4", 3, None, "safe"),
        ("3x4x5", 8, (1, 2, 2), "opening"),
        ("2x3x4x2", 6, None, "any"),
        ("5x6~wrap=0", 6, (2, 3), "safe"),
    ],
)
def test_games_are_those_that_choose_plays(
    policy: Policy, shape: str, mines: int, first: tuple[int, ...] | None, first_open: FirstOpen
) -> None:
    grid = Grid(shape)
    start = first or (0,) * grid.dimensions
    batch = play_solver(grid, mines, 25, seed=3, index=4, policy=policy, first=first, first_open=first_open)
    assert len(batch) == 25
    guesses = []
    for number in range(25):
        layout = Layout.random(grid, mines, seed=3, index=4 + number, first=start, first_open=first_open)
        game = Game(layout=layout)
        game.open(start)
        guessed = 0
        while game.outcome is Outcome.ONGOING:
            best = choose(game.view, policy)
            assert best is not None
            guessed += best.kind != "safe"
            game.open(best.cell)
        guesses.append(guessed)
        assert batch.won[number] == (game.outcome is Outcome.WON)
        assert batch.opened[number] == game.opened
        assert batch.moves[number] > guessed
    assert list(batch.guesses) == guesses
    assert sum(batch.estimates) == 0


@pytest.mark.slow
def test_batches_go_on_where_another_ended() -> None:
    whole = play_solver("4x5", 5, 30, seed=9, policy="progress")
    parts = [play_solver("4x5", 5, 15, seed=9, policy="progress", index=index) for index in (0, 15)]
    assert [whole[:15], whole[15:]] == parts
    assert list(whole.won) == [won for part in parts for won in part.won]
    assert whole.seed == 9
    assert play_solver("4x5", 5, 0).won.tolist() == []


def test_columns_and_results_tell_of_the_solver_too() -> None:
    batch = play_solver((3, 4), 2, 40, seed=1)
    arrays = batch.arrays()
    assert list(arrays) == ["won", "outcomes", "opened", "moves", "guesses", "analyses", "estimates"]
    for name, array in arrays.items():
        assert array.tolist() == getattr(batch, name).tolist()
    assert arrays["opened"].max() == 10
    assert repr(batch) == f"<SolverBatch of 40 games on 3x4 with 2 mines by look-ahead, {batch.wins} won, seed 1>"
    for place, result in enumerate(batch):
        assert (result.guesses, result.analyses, result.estimates) == (
            batch.guesses[place],
            batch.analyses[place],
            batch.estimates[place],
        )


@pytest.mark.slow
def test_every_move_opens_a_cell() -> None:
    batch = play_solver("5x6", 5, 200, seed=1, policy="safest")
    for result in batch:
        assert result.guesses < result.moves <= result.opened + (not result.won)
    assert max(batch.moves) > 1
    # Without mines, the first open is the only one.
    assert play_solver("5x6", 0, 3).moves.tolist() == [1, 1, 1]


@pytest.mark.nightly
def test_a_stronger_policy_wins_more() -> None:
    wins = [play_solver("8x8", 10, 1500, seed=2, policy=policy).wins for policy in POLICIES]
    assert wins[0] < wins[2]


def test_what_can_not_be_played() -> None:
    with pytest.raises(MineCountError):
        play_solver("3x4", 12, 1)
    with pytest.raises(CellError):
        play_solver("3x4", 2, 1, first=(3, 0))
    with pytest.raises(ParameterError, match="did you mean 'look-ahead'"):
        play_solver("3x4", 2, 1, policy="lookahead")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="first"):
        play_solver("3x4", 2, 1, first_open="sometimes")  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError):
        play_solver("3x4", 2, 1.0)  # type: ignore[arg-type]
