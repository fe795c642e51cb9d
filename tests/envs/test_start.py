"""The first cell that several boards share."""

from __future__ import annotations

import pytest

from hypersweep import CLASSIC, Game, Grid, MineCountError, Outcome, Rules
from hypersweep.envs.start import check_start, start_cell


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
    with pytest.raises(MineCountError, match=r"expected a safe cell to begin with, got 6 mines on 2x3"):
        start_cell(grid, 6, CLASSIC, 0)
    with pytest.raises(MineCountError):
        check_start(grid, 6)
    check_start(grid, 5)
