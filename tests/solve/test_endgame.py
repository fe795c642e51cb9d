"""What the best play is worth, beside published values and a game tree that tries everything."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hypersweep import View
from hypersweep.errors import BudgetExceededError
from hypersweep.solve import Budget, analyse, choose, win_probability


def test_published_values() -> None:
    assert win_probability(View("4x4", 4, [-1] * 16)) == Fraction(961, 1820)
    view = View.parse("4x5 mines=5\n_____\n_1___\n_3___\n_____")
    assert (analyse(view).count_layouts(), win_probability(view)) == (360, Fraction(285, 360))
    choice = choose(view)
    assert choice is not None
    assert (choice.cell, choice.kind, choice.win_probability) == ((0, 2), "end-game", Fraction(285, 360))
    square = View.parse("4x4 mines=5\n____\n_1__\n_3__\n____")
    assert (analyse(square).count_layouts(), win_probability(square)) == (84, Fraction(60, 84))


def test_a_lost_game_is_lost() -> None:
    assert win_probability(View.parse("2x3 mines=1\nX # #\n# # #")) == 0
    assert win_probability(View.parse("2x3 mines=1\n* ! #\n# # #")) == 0


def test_trees_too_large_are_refused() -> None:
    with pytest.raises(BudgetExceededError, match="best play"):
        win_probability(View("9x10", 10, [-1] * 90))
    with pytest.raises(BudgetExceededError, match="best play"):
        win_probability(View("4x4", 4, [-1] * 16), budget=Budget(states=10))
