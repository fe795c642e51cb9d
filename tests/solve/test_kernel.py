"""The compiled solver takes the codes of a view in either width."""

from __future__ import annotations

import random
from array import array

import pytest

from hypersweep import Grid, View, _native, analyse, choose
from hypersweep.solve.kernel import DONE
from solver_views import random_view

LIMITS = (1 << 20, 1 << 28, 1e18)


def test_both_widths_of_codes_say_the_same() -> None:
    chance = random.Random(7)
    for _ in range(60):
        view = random_view(chance, impossible=0.2)
        narrow, wide = view.codes, array("i", view.codes)
        assert (narrow.itemsize, wide.itemsize) == (2, 4)
        solvers = [_native.Solver(view.grid.geometry()) for _ in range(2)]
        assert solvers[0].analyse(narrow, view.mines, False, *LIMITS) == solvers[1].analyse(
            wide, view.mines, False, *LIMITS
        )
        choosers = [_native.Chooser(view.grid.geometry()) for _ in range(2)]
        assert choosers[0].choose(narrow, view.mines, False, 2, [], *LIMITS) == choosers[1].choose(
            wide, view.mines, False, 2, [], *LIMITS
        )


def test_codes_of_no_cell_or_two_are_refused() -> None:
    solver = _native.Solver(Grid("3x4").geometry())
    for length in (0, 11, 13):
        with pytest.raises(ValueError, match="size of codes"):
            solver.analyse(array("h", [-1] * length), 2, False, *LIMITS)
    assert solver.analyse(array("h", [-1] * 12), 2, False, *LIMITS)[0] == DONE


def test_a_grid_whose_clues_need_four_bytes() -> None:
    # Ten axes of side 3 give the middle cell 59,048 neighbours, more than int16 can count.
    view = View("x".join("3" * 10), 1, [-1] * 29524 + [1] + [-1] * 29524)
    assert view.codes.itemsize == 4
    analysis = analyse(view)
    assert analysis.probability((0,) * 10) == pytest.approx(1 / 59048)
    assert analysis.layouts == 59048
    assert choose(view, "safest") is not None
