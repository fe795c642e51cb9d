"""The compiled solver takes the codes of a view in either width."""

from __future__ import annotations

import random
from array import array

import pytest

from hypersweep import Grid, View, _native, analyse, choose
from hypersweep.solve.count import multiply
from hypersweep.solve.kernel import CONTRADICTION, DONE, OVER_BUDGET
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


def test_what_an_analysis_leaves_is_not_asked_for_before_it_is_there() -> None:
    solver = _native.Solver(Grid("3x4").geometry())

    def asked() -> None:
        with pytest.raises(ValueError, match="analysis first"):
            solver.clue_chances(0, *LIMITS)
        with pytest.raises(ValueError, match="analysis first"):
            solver.ways(0, 1000003, 1e18)
        with pytest.raises(ValueError, match="analysis first"):
            solver.tally()

    asked()
    assert solver.analyse(array("h", [-1] * 8 + [3, 0, 0, 0]), 2, False, *LIMITS)[0] == CONTRADICTION
    asked()
    hidden = array("h", [-1] * 8 + [1, 1, 1, -1])
    assert solver.analyse(hidden, 2, False, *LIMITS)[0] == DONE
    assert solver.clue_chances(0, *LIMITS)[0] == DONE
    status, least, ways = solver.ways(0, 1000003, 1e18)
    assert (status, least, sum(ways) > 0) == (DONE, 1, True)
    for prime in (0, 1, 1 << 31, (1 << 64) - 1):
        with pytest.raises(ValueError, match="prime"):
            solver.ways(0, prime, 1e18)
    with pytest.raises(IndexError):
        solver.ways(solver.components, 1000003, 1e18)
    with pytest.raises(IndexError):
        solver.clue_chances(12, *LIMITS)
    assert solver.analyse(hidden, 2, False, 1, 1, 1e18)[0] == OVER_BUDGET
    asked()


def test_ways_are_joined_as_far_as_64_bits_hold_them() -> None:
    chance = random.Random(3)
    joined = primed = 0
    for _ in range(60):
        view = random_view(chance)
        solver = _native.Solver(view.grid.geometry())
        if solver.analyse(view.codes, view.mines, False, *LIMITS)[0] != DONE:
            continue
        parts, others = solver.tally()
        assert others == []
        found = [1]
        low = 0
        for number in range(solver.components):
            _, least, ways = solver.ways(number, (1 << 31) - 1, 1e18)
            found, low = multiply(found, ways), low + least
        if solver.components:
            assert parts == [(low, found)]
            joined += solver.components > 1
    wide = [-1] * 41 + [-1, 4] * 20 + [-1] + [-1] * 41
    for gap in (0, 1):
        # One row of clues and two, each a component of far more than 2**52 ways.
        grid = Grid(f"{3 + 5 * gap}x41")
        codes = wide + ([-1] * 82 + wide if gap else [])
        solver = _native.Solver(grid.geometry())
        assert solver.analyse(array("h", codes), 60 + 100 * gap, False, *LIMITS)[0] == DONE
        parts, others = solver.tally()
        primed += len(others)
        assert parts == []
        assert others == [(number, 123 - 20) for number in range(1 + gap)]
    assert joined
    assert primed == 3


def test_certain_cells_are_told_as_tuples() -> None:
    geometry = Grid("2x3").geometry()
    codes = array("h", [-1, -2, 1, -1, -3, -1])
    chances = array("d", [0.0, 1.0, 0.0, 0.5, 1.0, 0.0])
    assert _native.certain_cells(geometry, codes, chances) == (((0, 0), (1, 2)), ((0, 1),))
    for length in (0, 5, 7):
        with pytest.raises(ValueError, match="size of probabilities"):
            _native.certain_cells(geometry, codes, array("d", [0.5] * length))
        with pytest.raises(ValueError, match="size of codes"):
            _native.certain_cells(geometry, array("h", [-1] * length), chances)


def test_codes_and_results_that_begin_anywhere() -> None:
    solver = _native.Solver(Grid("3x4").geometry())
    for kind in "hi":
        codes = array(kind, [-1] * 8 + [1, 1, 1, -1])
        expected = solver.analyse(codes, 2, False, *LIMITS)
        shifted = memoryview(b"?" + codes.tobytes())[1:]
        assert solver.analyse(shifted, 2, False, *LIMITS) == expected
        with pytest.raises(BufferError):
            solver.analyse(memoryview(codes.tobytes() * 2)[::2], 2, False, *LIMITS)
    with pytest.raises(ValueError, match="size of results"):
        _native.solver_play(Grid("3x4").geometry(), 2, 7, 1, 0, 1, 0, 1, 0, [], memoryview(bytearray(41))[1:])


def test_a_count_of_results_that_overflows_is_refused() -> None:
    geometry = Grid("3x4").geometry()
    with pytest.raises(ValueError, match="size of results"):
        _native.solver_play(geometry, 2, 7, 1, 0, 1 << 61, 0, 1, 0, [], bytearray())
    with pytest.raises(ValueError, match="size of results"):
        _native.play_batch(geometry, 2, 7, 1, 2, 0, 1 << 63, 1, bytearray(), bytearray(), bytearray())
    with pytest.raises(ValueError, match="size of bits"):
        _native.sample_batch(geometry, 2, 7, 1, 0, 1 << 63, [], bytearray(), None, 1)
    for size in (-1, 0, 3):
        with pytest.raises(ValueError, match="bytes of a clue"):
            _native.sample_batch(geometry, 2, 7, 1, 0, 1, [], None, bytearray(12), size)


def test_a_grid_whose_clues_need_four_bytes() -> None:
    # Ten axes of side 3 give the middle cell 59,048 neighbours, more than int16 can count.
    view = View("x".join("3" * 10), 1, [-1] * 29524 + [1] + [-1] * 29524)
    assert view.codes.itemsize == 4
    analysis = analyse(view)
    assert analysis.probability((0,) * 10) == pytest.approx(1 / 59048)
    assert analysis.layouts == 59048
    assert choose(view, "safest") is not None
