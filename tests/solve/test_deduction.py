"""Steps of deduction: the easiest rule first, nothing left out, and no analysis where none is needed."""

from __future__ import annotations

import pytest

from clue_ways import deductions, exhaust
from hypersweep import View
from hypersweep.errors import InconsistentViewError
from hypersweep.solve import Analysis, Budget, analyse
from hypersweep.solve.clue_rules import by_sum
from hypersweep.solve.deduction import Deduction
from solver_views import scattered_view


@pytest.mark.parametrize("seed", range(2))
def test_the_steps_settle_exactly_what_is_certain(seed: int) -> None:
    asked = 0
    for own in deductions(120 + seed, 120, trust=0.0):
        try:
            analysis = analyse(own.view)
        except InconsistentViewError:
            with pytest.raises(InconsistentViewError):
                list(own.steps(lambda own=own: analyse(own.view)))  # type: ignore[misc]
            continue
        calls: list[Analysis] = []

        def ask(analysis: Analysis = analysis, calls: list[Analysis] = calls) -> Analysis:
            calls.append(analysis)
            return analysis

        reasons = list(own.steps(ask))
        assert reasons == own.reasons
        concluded = {own.grid.cell(cell): mine for cell, mine in own.known.items()}
        certain = dict.fromkeys(analysis.safe_cells, False) | dict.fromkeys(analysis.mine_cells, True)
        assert concluded == certain
        asked += len(calls)
        # The board was analysed once to see that nothing is left, and once more only after each hard step.
        assert len(calls) <= 1 + sum(reason.level >= 3 for reason in reasons)
    assert asked


def test_easy_steps_use_one_clue_or_two_and_the_rest_only_when_nobody_asks_for_more() -> None:
    for own in deductions(122, 100, trust=0.0):
        again = Deduction(own.view, False, Budget())
        try:
            easy = list(own.easy_steps())
            all_steps = list(again.steps(lambda own=own: analyse(own.view)))  # type: ignore[misc]
        except InconsistentViewError:
            continue
        assert {reason.rule for reason in easy} <= {"clue", "pair"}
        assert all_steps[: len(easy)] == easy
        assert not all_steps[len(easy) :] or all_steps[len(easy)].level > 2


def test_easy_positions_are_never_analysed() -> None:
    own = Deduction(View.parse("2x3 mines=1\n# # 1\n# 1 1"), False, Budget())
    steps = own.steps(lambda: pytest.fail("asked for an analysis"))
    assert [(reason.conclusion, reason.cells) for _, reason in zip(range(2), steps, strict=False)] == [
        ("mine", ((0, 1),)),
        ("safe", ((0, 0), (1, 0))),
    ]


def test_an_estimate_settles_what_it_proves_and_nothing_else() -> None:
    view = View.parse("3x6 mines=6\n# 1 # # 2 #\n1 # 3 # # 3\n1 1 # # # #")
    exact = analyse(view)
    estimate = analyse(view, budget=Budget(states=1), estimate=True)
    assert not estimate.is_exact
    own = Deduction(view, False, Budget())
    for reason in own.steps(lambda: estimate):
        for cell in reason.cells:
            assert exact.probability(cell) == (reason.conclusion == "mine")


def test_where_pairs_say_no_more_a_sum_of_a_few_clues_comes_first() -> None:
    found = 0
    for own in deductions(123, 100, scattered_view, trust=0.0):
        again = Deduction(own.view, False, Budget())
        if not (exhaust(own) and exhaust(again)):
            continue
        expected = by_sum(own)
        if expected:
            found += 1
            assert next(again.steps(lambda: pytest.fail("asked for an analysis"))) == expected[0]
    assert found > 3
