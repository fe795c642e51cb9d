"""Reasons as values: their steps, their levels and how much of them is given away."""

from __future__ import annotations

import pytest

from hypersweep import View
from hypersweep.errors import ParameterError
from hypersweep.solve import explain
from hypersweep.solve.reason import RULES


def test_hints_give_away_more_and_more() -> None:
    (reason,) = explain(View.parse("1x4 mines=1\nF 1 # #"), trust_flags=True)
    assert reason.hint(1) == "Look at (0, 1)."
    assert reason.hint(2) == "The clue at (0, 1) alone shows that some cells are safe."
    assert reason.hint(3) == str(reason)
    assert "D" in reason.hint(3, lambda cell: "ABCD"[cell[1] + 1])
    for level in (0, 4):
        with pytest.raises(ParameterError, match="1 to 3"):
            reason.hint(level)


def test_rules_have_levels() -> None:
    assert RULES == ("clue", "pair", "set", "count", "guess")
