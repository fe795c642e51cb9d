from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hypersweep import Analysis, BudgetExceededError, Game, Grid, InconsistentViewError, Layout, View, analyse
from hypersweep.solve import Budget
from solver_views import lattice


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


@pytest.mark.slow
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


def chances_of(analysis: Analysis) -> tuple[bytes, list[float]]:
    """Return the content of an estimate, for comparison: the chances as bytes, and the standard errors."""
    return bytes(analysis.probabilities), [analysis.standard_error(cell) for cell in analysis.view.grid]


def check_estimate(analysis: Analysis, layout: Layout) -> None:
    """Check invariants of the estimate of a position from a layout."""
    view = analysis.view
    expected = 0.0
    for cell in view.grid:
        chance, error = analysis.probability(cell), analysis.standard_error(cell)
        assert 0 <= chance <= 1
        assert 0 <= error <= 0.5
        expected += chance
        if view[cell] >= 0:
            assert (chance, error) == (0, 0)
        elif chance in (0, 1):
            # Certain with any kind of estimate.
            assert error == 0
            assert layout.is_mine(cell) == bool(chance)
        else:
            assert (error > 0) == (not analysis.is_exact)
    assert expected == pytest.approx(view.mines, rel=0.02)


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("shape", "density"),
    [
        ("18x21", 0.35),
        ("6x7x8", 0.2),
        ("4x4x5x6", 0.15),
        pytest.param("40x42", 0.35, marks=pytest.mark.slow),
        pytest.param("70x72~wrap=1", 0.3, marks=pytest.mark.slow),
    ],
)
def test_an_estimate_always_comes(shape: str, density: float) -> None:
    view, layout = lattice(shape, density)
    for budget in (Budget(states=1000), Budget(memory=1), Budget(states=1 << 18, memory=1 << 22)):
        analysis = analyse(view, budget=budget, estimate=True)
        check_estimate(analysis, layout)
    assert chances_of(analyse(view, budget=budget, estimate=True)) == chances_of(analysis)
    for seconds in (1e-9, 0.1):
        check_estimate(analyse(view, budget=Budget(seconds=seconds), estimate=True), layout)


@pytest.mark.parametrize("text", ["2x2x1x3~orthogonal mines=11", "3x4 mines=12"])
def test_more_mines_than_covered_cells_end_an_estimate_too(text: str) -> None:
    board, _, mines = text.partition(" mines=")
    view = View(board, int(mines), [-1] * 8 + [1, 1, 0, -1])
    for budget in (Budget(), Budget(states=1)):
        with pytest.raises(InconsistentViewError, match="mines can't be"):
            analyse(view, budget=budget, estimate=True)


@pytest.mark.slow
def test_what_counted_components_settle_is_certain_in_an_estimate() -> None:
    # On the left a lattice that is too wide for the budget, on the right positions within it.
    grid = Grid("14x30")
    found = 0
    for seed in (0, 17, 23):
        layout = Layout.random(grid, 130, seed=seed)
        chance = random.Random(seed)
        codes = []
        for cell in grid:
            is_open = cell[0] % 2 and cell[1] % 2 if cell[1] < 16 else cell[1] > 18 and chance.random() < 0.6
            codes.append(layout.clue(cell) if is_open and not layout.is_mine(cell) else -1)
        view = View(grid, 130, codes)
        rough, better = (analyse(view, budget=Budget(states=states), estimate=True) for states in (1, 3000))
        check_estimate(rough, layout)
        check_estimate(better, layout)
        assert not better.is_exact
        assert set(rough.safe_cells) <= set(better.safe_cells)
        assert set(rough.mine_cells) <= set(better.mine_cells)
        # The clues on the right alone can be counted.
        alone = View(grid, 130, [code if cell[1] > 16 else -1 for cell, code in zip(grid, codes, strict=True)])
        certain = analyse(alone, budget=Budget(states=3000))
        assert set(certain.safe_cells) <= set(better.safe_cells)
        assert set(certain.mine_cells) <= set(better.mine_cells)
        found += len(certain.safe_cells)
    assert found > 5


@pytest.mark.slow
def test_the_chances_of_a_clue_and_the_layouts_need_an_exact_analysis() -> None:
    view, _ = lattice("18x21", 0.35)
    analysis = analyse(view, budget=Budget(states=1000), estimate=True)
    covered = next(cell for cell in view.grid if view[cell] < 0)
    for ask in (analysis.count_layouts, lambda: analysis.clue_chances(covered)):
        with pytest.raises(BudgetExceededError, match=r"^expected an exact analysis, got an estimate: 18x21 with"):
            ask()


@pytest.mark.nightly
def test_the_error_tells_how_large_a_position_is_and_what_helps() -> None:
    view, _ = lattice("50x52", 0.35)
    told = []
    for states in (1000, 1 << 18, 1 << 22):
        with pytest.raises(BudgetExceededError) as caught:
            analyse(view, budget=Budget(states=states))
        error = caught.value
        assert error.log2_states is not None
        assert error.log2_states > 31
        told.append(str(error).partition(" bytes: ")[2])
        assert "Budget(" not in told[-1]
    assert told[1] == told[2]
    clues = sum(code >= 0 for code in view.codes)
    about = (
        r"(\d+) interdependent clues take about 2\^\d+ states; "
        r"analyse\(..., estimate=True\) gives an estimate"
    )
    found = re.fullmatch(about, told[0])
    assert found is not None
    assert clues // 2 < int(found[1]) <= clues


@pytest.mark.slow
def test_a_wide_lattice_is_counted_where_its_boundary_allows_it() -> None:
    # Small trials alone would say that it takes 2^40 states and more.
    view, layout = lattice("16x40", 0.35)
    analysis = analyse(view, budget=Budget(states=1 << 20))
    assert analysis.is_exact
    check_estimate(analysis, layout)


def test_the_states_that_an_error_advises_are_enough() -> None:
    view = wide_views()[0]
    with pytest.raises(BudgetExceededError) as caught:
        analyse(view, budget=Budget(states=20))
    found = re.search(r"Budget\(states=1 << (\d+), memory=1 << (\d+)\)", str(caught.value))
    assert found is not None
    assert analyse(view, budget=Budget(1 << int(found[1]), 1 << int(found[2]))).is_exact


@pytest.mark.nightly
@pytest.mark.needs("linux")
def test_an_estimate_keeps_to_its_memory() -> None:
    megabytes = 16
    script = f"""
import resource
from hypersweep.solve import Budget, analyse
from solver_views import lattice
views = [lattice("40x42", 0.35)[0], lattice("7x8x9", 0.2)[0]]
analyse(lattice("4x5", 0.3)[0])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for view in views:
    assert not analyse(view, budget=Budget(1 << 20, {megabytes} << 20), estimate=True).is_exact
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> 10)
"""
    run = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True, cwd=Path(__file__).parent.parent
    )
    assert int(run.stdout) < 1.5 * megabytes + 16
