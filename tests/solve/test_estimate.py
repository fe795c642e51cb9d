from __future__ import annotations

import pytest

from hypersweep import BudgetExceededError, Game, View, analyse
from hypersweep.solve import Budget


def wide_views() -> list[View]:
    """Views of 4-D games whose components take thousands of states and still can be counted exactly."""
    views = []
    for seed in range(12):
        game = Game("4x4x4x4", 16, seed=seed, rules="classic,first=opening")
        game.open((0, 0, 0, 0))
        view = game.view
        try:
            analyse(view, budget=Budget(states=20))
        except BudgetExceededError:
            views.append(view)
    return views


def test_past_the_budget_an_estimate_comes_only_when_asked_for() -> None:
    view = wide_views()[0]
    with pytest.raises(BudgetExceededError):
        analyse(view, budget=Budget(states=20))
    estimated = analyse(view, budget=Budget(states=20), estimate=True)
    assert not estimated.is_exact
    assert repr(estimated).startswith("<Estimate")
    assert analyse(view, estimate=True).is_exact


def test_estimates_agree_with_exact_answers_within_their_errors() -> None:
    scores = []
    for view in wide_views():
        exact = analyse(view)
        estimated = analyse(view, budget=Budget(states=20), estimate=True)
        assert bytes(analyse(view, budget=Budget(states=20), estimate=True).probabilities) == bytes(
            estimated.probabilities
        )
        for cell in view.grid:
            error = estimated.standard_error(cell)
            off = abs(estimated.probability(cell) - exact.probability(cell))
            if error == 0:
                assert off < 1e-9
            else:
                scores.append(off / error)
    # Neighbouring cells err together, so the bound is a wide one; a wrong weight would be off by far more.
    assert not scores or sum(scores) / len(scores) < 2
