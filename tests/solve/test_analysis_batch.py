"""Batches of analyses compared with single ones."""

from __future__ import annotations

import copy
import math
import pickle
import random
from pathlib import Path

import numpy
import pytest

from hypersweep import View
from hypersweep.errors import (
    BudgetExceededError,
    InconsistentViewError,
    ParameterError,
    ParameterTypeError,
)
from hypersweep.solve import (
    Budget,
    analyse,
    analyse_batch,
)
from hypersweep.solve.analysis_batch import STATUSES, AnalysisBatch
from hypersweep.solve.kernel import DONE, LATE
from solver_views import lattice, random_view

ORACLE = Path(__file__).parent / "data" / "expert-40.jsonl.xz"


EASY = View.parse("3x4 mines=2\n# # # #\n1 2 2 1\n. . . .")
IMPOSSIBLE = View.parse("3x4 mines=2\n# # # #\n1 3 2 1\n. . . .")


def test_each_view_is_told_as_if_it_were_alone() -> None:
    chance = random.Random(130)
    statuses = set()
    for _ in range(60):
        first = random_view(chance, impossible=0.4)
        views = [first, *(View(first.grid, first.mines, chance.sample(list(first.codes), first.grid.cells))
                          for _ in range(2))]  # fmt: skip
        trust = chance.random() < 0.3
        batch = analyse_batch(iter(views), trust_flags=trust)
        assert (len(batch), batch.grid, batch.views) == (3, first.grid, tuple(views))
        cells = first.grid.cells
        for place, view in enumerate(views):
            row = batch.probabilities[place * cells : (place + 1) * cells].tolist()
            statuses.add(batch.status[place])
            assert batch.is_exact[place] == (batch.status[place] == "exact")
            try:
                alone = analyse(view, trust_flags=trust)
            except InconsistentViewError as error:
                assert batch.status[place] == "inconsistent"
                assert all(map(math.isnan, row))
                with pytest.raises(InconsistentViewError) as caught:
                    batch[place]
                assert str(caught.value) == str(error)
                continue
            assert batch[place] == alone
            assert row == alone.probabilities.tolist()
            assert batch[place].count_layouts() == alone.count_layouts()
    assert statuses == {"exact", "inconsistent"}


@pytest.mark.slow
def test_a_view_past_the_budget_takes_nothing_from_the_others() -> None:
    wide, _ = lattice("18x21", 0.35)
    easy = View(wide.grid, 99, [-1] * wide.grid.cells)
    budget = Budget(states=1000)
    batch = analyse_batch([easy, wide, easy], budget=budget)
    assert batch.status == ("exact", "over budget", "exact")
    with pytest.raises(BudgetExceededError):
        batch[1]
    estimated = analyse_batch([easy, wide, easy], budget=budget, estimate=True)
    assert estimated.status == ("exact", "estimate", "exact")
    assert estimated.probability_array()[1].sum() == pytest.approx(wide.mines)
    assert not estimated[1].is_exact
    assert estimated[1].standard_error((0, 0)) >= 0
    assert estimated != batch


def test_views_that_the_time_does_not_reach_are_late() -> None:
    batch = AnalysisBatch((EASY, EASY), b"\0" * 192, bytes([LATE, DONE]), False, Budget(seconds=2))
    assert batch.status == ("late", "exact")
    with pytest.raises(BudgetExceededError, match=r"^couldn't analyse all views within 2\.0 seconds$"):
        batch[0]


def test_places_are_those_of_a_sequence() -> None:
    batch = analyse_batch([EASY, EASY])
    assert batch[-1] == batch[0] == analyse(EASY)
    assert list(batch) == [analyse(EASY)] * 2
    for place in (2, -3):
        with pytest.raises(IndexError):
            batch[place]


def test_the_array_has_the_axis_of_the_views_first_and_shares_the_memory() -> None:
    batch = analyse_batch([EASY, IMPOSSIBLE])
    array = batch.probability_array()
    assert array.shape == (2, 3, 4)
    assert not array.flags.writeable
    assert numpy.shares_memory(array, numpy.asarray(batch.probabilities))
    assert analyse_batch([]).probability_array().shape == (0,)


def test_a_batch_of_nothing() -> None:
    batch = analyse_batch([])
    assert (len(batch), batch.grid, batch.status, list(batch)) == (0, None, (), [])
    assert pickle.loads(pickle.dumps(batch)) == batch


def test_a_batch_is_a_value() -> None:
    batch = analyse_batch([EASY, IMPOSSIBLE])
    again = pickle.loads(pickle.dumps(batch))
    assert (again, hash(again), again.status) == (batch, hash(batch), batch.status)
    assert copy.copy(batch) == copy.deepcopy(batch) == batch
    assert batch != analyse_batch([EASY, IMPOSSIBLE], trust_flags=True)
    assert batch != "batch"  # type: ignore[comparison-overlap]
    assert repr(batch) == "<AnalysisBatch of 2 views of 3x4: 1 exact>"
    with pytest.raises(AttributeError):
        batch.views = ()  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del batch.views
    assert set(batch.status) <= set(STATUSES)


def test_what_is_no_batch_of_views_is_refused() -> None:
    other = View("4x3", 2, [-1] * 12)
    with pytest.raises(ParameterError, match="expected views of one grid, got 3x4 and, at index 1, 4x3"):
        analyse_batch([EASY, other])
    for wrong in (EASY.format(), 7):
        with pytest.raises(ParameterTypeError, match="expected views, got"):
            analyse_batch(wrong)  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError, match="View"):
        analyse_batch([EASY, "3x4"])  # type: ignore[list-item]
    with pytest.raises(ParameterTypeError, match="Budget"):
        analyse_batch([EASY], budget=5)  # type: ignore[arg-type]
