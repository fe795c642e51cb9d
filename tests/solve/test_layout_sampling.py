"""Layouts drawn at random: they agree with the view, and each is as likely as any other."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

import agreement
import naive_solver
import strategies
from hypersweep import Grid, Layout, View
from hypersweep.errors import BudgetExceededError, InconsistentViewError, ParameterError, ParameterTypeError
from hypersweep.solve import Budget, analyse, draw_layouts
from seeds import seeds
from solver_views import LARGE, board_of, lattice, random_view

Cell = tuple[int, ...]


def drawn(view: View, count: int, seed: int = 1, *, trust_flags: bool = False) -> list[frozenset[Cell]]:
    """Return layouts drawn for a view, as sets of mines."""
    found = draw_layouts(view, count, seed=seed, trust_flags=trust_flags)
    assert len(found) == count
    return [frozenset(Layout.from_bits(view.grid, bits).mine_cells()) for bits in found]


def likelihood(counts: Counter[frozenset[Cell]], outcomes: int) -> float:
    """Return the chance that equally likely outcomes spread at least this unevenly, by chi-square."""
    expected = counts.total() / outcomes
    measure = sum((count - expected) ** 2 for count in counts.values()) / expected
    measure += (outcomes - len(counts)) * expected
    return float(chi2.sf(measure, outcomes - 1)) if outcomes > 1 else 1.0


@pytest.mark.parametrize("seed", seeds(1000))
def test_each_layout_is_as_likely_as_any_other(seed: int) -> None:
    """Small views of one to five dimensions, against all layouts that fit."""
    chance = random.Random(seed)
    view = random_view(chance)
    trust = chance.random() < 0.3
    fitting = set(naive_solver.layouts_that_fit(board_of(view), list(view.codes), view.mines, trust_flags=trust))
    if not fitting:
        with pytest.raises(InconsistentViewError):
            draw_layouts(view, 1, seed=seed, trust_flags=trust)
        return
    counts = Counter(drawn(view, 20 * min(len(fitting), 200), seed, trust_flags=trust))
    assert counts.keys() <= fitting
    if len(fitting) <= 200:
        # One seed of a hundred thousand would be below that; the seeds are always the same.
        assert likelihood(counts, len(fitting)) > 1e-5


@pytest.mark.slow
@pytest.mark.parametrize("board", LARGE)
def test_chances_are_those_of_the_analysis(board: str) -> None:
    """On larger boards, with many components, each cell is a mine as often as its chance says."""
    grid = Grid(board)
    layout = Layout.random(grid, grid.cells // 5, seed=3)
    codes = [
        layout.clue(cell) if not layout.is_mine(cell) and number % 4 == 0 else -1 for number, cell in enumerate(grid)
    ]
    view = View(grid, layout.mines, codes)
    count = 4000
    sums = Counter[Cell]()
    for mines in drawn(view, count):
        assert len(mines) == view.mines
        sums.update(mines)
    analysis = analyse(view)
    for cell in grid:
        chance = analysis.probability(cell)
        deviation = (chance * (1 - chance) / count) ** 0.5
        assert abs(sums[cell] / count - chance) <= 5 * deviation


def test_they_agree_with_wide_views() -> None:
    """Weights beyond the range of doubles, and a boundary as wide as the board."""
    for shape, density in (("9x21", 0.3), ("13x13", 0.5), ("5x5x5", 0.2)):
        view, _ = lattice(shape, density)
        for bits in draw_layouts(view, 20, seed=4):
            layout = Layout.from_bits(view.grid, bits)
            assert layout.mines == view.mines
            for cell, code in zip(view.grid, view.codes, strict=True):
                assert code < 0 or (code == layout.clue(cell) and not layout.is_mine(cell))


def test_large_boards_without_clues_hold_as_many_mines_as_they_should() -> None:
    """Only cells without clues."""
    view = View("300x700", 40_000, [-1] * 210_000)
    (bits,) = draw_layouts(view, 1, seed=2)
    assert sum(byte.bit_count() for byte in bits) == 40_000


def test_the_same_seed_gives_the_same_layouts_and_more() -> None:
    """Layout i follows from view, seed and i, on every machine."""
    view = random_view(random.Random(3), ended=False)
    few = draw_layouts(view, 5, seed=8)
    assert draw_layouts(view, 12, seed=8)[:5] == few
    assert draw_layouts(view, 12, seed=9)[:5] != few
    assert draw_layouts(view, 0, seed=8) == []
    for variant in agreement.variants():
        with agreement.kernels(variant):
            assert draw_layouts(view, 5, seed=8) == few


@pytest.mark.slow
@given(strategies.views(30))
def test_whatever_is_seen_can_be_asked_for(view: View) -> None:
    """Layouts, or an error if there are none."""
    try:
        found = draw_layouts(view, 2, seed=1)
    except InconsistentViewError:
        return
    for bits in found:
        assert Layout.from_bits(view.grid, bits).mines == view.mines


@given(st.integers())
def test_numbers_are_looked_at(number: int) -> None:
    """Counts from 0 on, seeds of 64 bits."""
    view = View.parse("2x3 mines=1\n# # #\n1 1 .")
    if not 0 <= number < 1 << 64:
        with pytest.raises(ParameterError):
            draw_layouts(view, 1, seed=number)
    if number < 0:
        with pytest.raises(ParameterError):
            draw_layouts(view, number, seed=1)


def test_bad_arguments_are_refused() -> None:
    """Each error says what was expected."""
    view = View.parse("2x3 mines=1\n# # #\n1 1 .")
    with pytest.raises(ParameterTypeError, match="expected a View"):
        draw_layouts("2x3", 1, seed=1)  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError, match="expected a Budget"):
        draw_layouts(view, 1, seed=1, budget=5)  # type: ignore[arg-type]
    with pytest.raises(InconsistentViewError):
        draw_layouts(View.parse("2x3 mines=3\n# # #\n1 1 ."), 1, seed=1)
    wide, _ = lattice("13x13", 0.5)
    with pytest.raises(BudgetExceededError, match="a draw of layouts"):
        draw_layouts(wide, 1, seed=1, budget=Budget(states=100))


def test_an_analysis_before_it_still_knows_what_it_found() -> None:
    """The solver is shared; later queries of an analysis don't interfere with the draw."""
    view, _ = lattice("5x9", 0.3)
    analysis = analyse(view)
    expected = analyse(view).count_layouts()
    draw_layouts(view, 3, seed=1)
    assert analysis.count_layouts() == expected
