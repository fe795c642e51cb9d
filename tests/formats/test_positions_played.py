"""Positions of played games: the same each time, of real games, with the chances of the solver."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from hypersweep import Budget, Game, MineCountError, ParameterError, ParseError, analyse
from hypersweep.formats.positions_played import positions_of_games


def test_the_same_arguments_give_the_same_positions() -> None:
    first = list(positions_of_games("6x7", 7, seed=3, games=20))
    assert first == list(positions_of_games("6x7", 7, seed=3, games=20))
    assert first == list(islice(positions_of_games("6x7", 7, seed=3), 0)) + first
    assert {position.seed for position in first}.isdisjoint(
        position.seed for position in positions_of_games("6x7", 7, seed=4, games=20)
    )
    assert len(first) > 40
    for position in first:
        assert position.chances == analyse(position.view).probabilities


@pytest.mark.parametrize("rules", ["classic", "classic,first=opening", "classic,guess=never", "classic,guess=punished"])
def test_every_game_can_be_played_again(rules: str) -> None:
    """Return the positions of each game again from its seed, as the docstring defines them."""
    by_game: dict[int, list[Any]] = {}
    for position in positions_of_games("5x6", 5, rules, seed=1, games=12):
        assert position.seed is not None
        by_game.setdefault(position.seed, []).append(position)
    assert len(by_game) > 6
    for seed, positions in by_game.items():
        assert [position.source for position in positions] == [positions[0].source] * len(positions)
        firsts = [cell for cell in positions[0].view if positions[0].view[cell] >= 0]
        played = []
        for first in firsts:
            game = Game("5x6", 5, seed=seed, rules=rules)
            game.open(first)
            if game.view == positions[0].view:
                break
        moves = 1
        while game.outcome.name == "ONGOING":
            played.append((game.view, moves))
            found = analyse(game.view)
            for cell in found.safe_cells or found.safest_cells[:1]:
                moves += game.outcome.name == "ONGOING" and bool(game.open(cell))
        assert played == [(position.view, position.move) for position in positions]


def test_games_beyond_the_budget_end() -> None:
    few = list(positions_of_games("8x8", 10, seed=1, games=5, budget=Budget(states=1)))
    assert len(few) < len(list(positions_of_games("8x8", 10, seed=1, games=5)))


@pytest.mark.slow
def test_games_that_never_begin_have_no_positions() -> None:
    assert list(positions_of_games("3x4", 0, seed=1, games=50)) == []
    with pytest.raises(ParameterError, match="10,000 of 3x4 with 0 mines that it ended"):
        next(positions_of_games("3x4", 0, seed=1))


@pytest.mark.parametrize(
    ("arguments", "named", "error"),
    [
        (("3x4", 12), {}, MineCountError),
        (("3x4", 2, "unknown"), {}, ParseError),
        (("3x4", 2), {"seed": -1}, ParameterError),
        (("3x4", 2), {"games": -1}, ParameterError),
        (("3x4", 2), {"budget": 7}, ParameterError),
    ],
)
def test_what_cannot_be_is_refused_at_once(arguments: Any, named: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        positions_of_games(*arguments, **named)
