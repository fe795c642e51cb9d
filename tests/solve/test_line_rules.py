"""Conclusions from a few clues that each speak on their own, beside every way to fill the cells around them."""

from __future__ import annotations

import pytest

from clue_ways import deductions, exhaust, settled_by, unknown_beside
from hypersweep import View
from hypersweep.solve import Budget, Reason
from hypersweep.solve.deduction import Deduction
from hypersweep.solve.grounds import LineGrounds, SumGrounds, TriedGrounds
from hypersweep.solve.line_rules import MOST_ASKED, by_line, by_set
from solver_views import scattered_view


def check(own: Deduction, before: dict[int, bool], reason: Reason) -> None:
    clues = [own.grid.index(clue) for clue in reason.clues]
    if unknown_beside(own, clues) > 12:
        return
    after, own.known = own.known, before
    expected = settled_by(own, clues)
    for left_out in clues:
        fewer = settled_by(own, [clue for clue in clues if clue != left_out])
        assert not all(fewer.get(own.grid.index(cell)) is not None for cell in reason.cells), "no clue is left over"
    own.known = after
    for cell in reason.cells:
        assert expected[own.grid.index(cell)] == (reason.conclusion == "mine")


@pytest.mark.parametrize("seed", range(2))
def test_lines_are_right_and_as_short_as_asked_for(seed: int) -> None:
    found = []
    for own in deductions(100 + seed, 150, scattered_view, trust=0.0):
        if not exhaust(own):
            continue
        for most in (3, 8, MOST_ASKED):
            before = dict(own.known)
            reasons = by_line(own, most)
            for reason in reasons:
                assert reason.rule == "set"
                assert len(reason.clues) <= most
                check(own, before, reason)
                found.append(reason)
            if reasons:
                break
            assert own.known == before
    assert len(found) > 5


def test_cells_that_the_same_clues_touch_are_settled_together() -> None:
    together = 0
    for own in deductions(104, 150, scattered_view, trust=0.0):
        if not exhaust(own):
            continue
        for reason in by_line(own, 8):
            if not isinstance(reason.grounds, LineGrounds):
                continue
            together += bool(reason.grounds.alike)
            first, *others = ({clue for clue in map(own.grid.cell, own.touching(own.grid.index(cell)))
                               if clue in reason.clues} for cell in reason.cells)  # fmt: skip
            assert all(other == first for other in others)
    assert together


def test_a_sum_is_preferred_to_a_line() -> None:
    own = Deduction(View.parse("5x4 mines=5\n# 1 1 1\n2 # 2 #\n# # # 2\n# 2 2 #\n# 1 # #"), False, Budget())
    exhaust(own)
    (first, *_) = by_line(own, 8)
    assert isinstance(first.grounds, SumGrounds)


def test_a_line_that_nobody_could_follow_is_only_named(monkeypatch: pytest.MonkeyPatch) -> None:
    own = Deduction(View.parse("4x4 mines=5\n2 # 2 #\n# # # 1\n# 4 # #\n# # 1 #"), False, Budget())
    exhaust(own)
    clues = [clue for clue in own.prover.clues if own.covered(clue)]
    monkeypatch.setattr("hypersweep.solve.line_rules._MOST_ENDS", 0)
    (reason,) = by_set(own, clues, own.grid.index((2, 3)), mine=False)
    assert isinstance(reason.grounds, TriedGrounds)
    assert (reason.conclusion, reason.cells) == ("safe", ((2, 3),))
    assert "no arrangement of mines would satisfy" in str(reason)
