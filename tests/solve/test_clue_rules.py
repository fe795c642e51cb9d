"""Conclusions from one clue, two, and one against a few others, beside every way to fill the cells around them."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from clue_ways import deductions, exhaust, settled_by, unknown_beside
from hypersweep import View
from hypersweep.errors import InconsistentViewError
from hypersweep.solve import Budget, Reason
from hypersweep.solve.clue_rules import by_clue, by_comparison, by_pair, by_sum
from hypersweep.solve.deduction import Deduction
from solver_views import scattered_view


def check(own: Deduction, before: dict[int, bool], reasons: list[Reason]) -> None:
    """Looks whether the clues that some reasons name settle what they say, given what was known before."""
    clues = {own.grid.index(clue) for reason in reasons for clue in reason.clues}
    after, own.known = own.known, before
    expected = settled_by(own, clues)
    own.known = after
    for reason in reasons:
        for cell in reason.cells:
            assert expected[own.grid.index(cell)] == (reason.conclusion == "mine")


@pytest.mark.parametrize("seed", range(2))
def test_one_clue_settles_what_it_can_and_no_more(seed: int) -> None:
    concluded = 0
    for own in deductions(20 + seed, 150):
        try:
            while True:
                before = dict(own.known)
                found = by_clue(own)
                if not found:
                    break
                (reason,) = found
                assert (reason.rule, len(reason.clues)) == ("clue", 1)
                check(own, before, found)
                concluded += 1
        except InconsistentViewError:
            continue
        assert not any(settled_by(own, [clue]) for clue in own.prover.clues if unknown_beside(own, [clue]) <= 12)
    assert concluded > 100


@pytest.mark.parametrize("seed", range(2))
def test_two_clues_settle_what_they_can_and_no_more(seed: int) -> None:
    concluded = Counter[str]()
    for own in deductions(30 + seed, 300):
        try:
            while True:
                while by_clue(own):
                    pass
                before = dict(own.known)
                found = by_pair(own)
                if not found:
                    break
                assert all(reason.rule == "pair" and len(reason.clues) == 2 for reason in found)
                check(own, before, found)
                concluded.update(reason.conclusion for reason in found)
        except InconsistentViewError:
            continue
        for pair in itertools.combinations(own.prover.clues, 2):
            if 0 < unknown_beside(own, pair) <= 6:
                assert not settled_by(own, pair)
    assert min(concluded["safe"], concluded["mine"]) > 3


def test_one_clue_against_two_or_three_others() -> None:
    sizes = Counter[int]()
    for own in deductions(40, 170, scattered_view, trust=0.0):
        if not exhaust(own):
            continue
        before = dict(own.known)
        found = by_sum(own)
        if found:
            (clues,) = {reason.clues for reason in found}
            sizes[len(clues)] += 1
            if unknown_beside(own, map(own.grid.index, clues)) <= 9:
                check(own, before, found)
        else:
            assert own.known == before
    assert sizes[3] > 3


def test_a_comparison_may_be_asked_for_one_cell_alone() -> None:
    own = Deduction(View.parse("3x6 mines=3\n# # # # # #\n1 1 1 2 # #\n. . . 1 # #"), False, Budget())
    more, less = [6], [7]
    assert by_comparison(own, "set", more, less, target=3) == []
    assert by_comparison(own, "set", less, more, target=2) == []
    assert own.known == {}
    (reason,) = by_comparison(own, "set", more, less, target=2)
    assert (reason.rule, reason.conclusion, reason.cells) == ("set", "safe", ((0, 2),))
    assert own.known == {2: False}


def test_a_clue_that_was_changed_is_looked_at_again() -> None:
    own = Deduction(View.parse("2x3 mines=1\n# # 1\n# 1 1"), False, Budget())
    assert [reason.cells for reason in by_clue(own)] == [((0, 1),)]
    assert [reason.cells for reason in by_clue(own)] == [((0, 0), (1, 0))]
    assert by_clue(own) == by_pair(own) == by_sum(own) == []
