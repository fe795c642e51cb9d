"""All layouts of small boards: which need no guess, how hard they are, and how often each is made."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from scipy.stats import chi2

import naive_solver
from hypersweep import Grid, Layout
from hypersweep.errors import GenerationError
from hypersweep.generate import GRADES, certify, no_guess, solvable_from, verify
from hypersweep.typing import FirstOpen, Grade
from naive import Cell
from naive_deduction import Grader, solvable
from strategies import board_of

slow = pytest.mark.slow

# The board, its mines, and the first cell.
BOARDS = [
    ("3x3", 1, (0, 0)),
    ("3x3", 2, (0, 1)),
    ("3x3", 3, (0, 0)),
    ("3x4", 1, (1, 1)),
    ("3x4", 2, (1, 0)),
    ("3x4", 3, (0, 3)),
    ("3x4", 4, (2, 3)),
    ("2x2x3", 3, (0, 1, 0)),
    ("2x2x3~orthogonal", 2, (0, 0, 1)),
    ("2x2x3~orthogonal", 3, (0, 0, 0)),
    ("1x8", 2, (0, 0)),
    ("1x8", 3, (0, 2)),
    ("3x4~wrap=0,1", 3, (0, 0)),
    ("3x5~wrap=1", 3, (0, 0)),
    ("3x4~orthogonal", 3, (0, 1)),
    ("2x6~wrap=1", 3, (0, 0)),
    pytest.param("4x4", 1, (0, 0), marks=slow),
    pytest.param("4x4", 2, (0, 0), marks=slow),
    pytest.param("4x4", 3, (1, 0), marks=slow),
    pytest.param("4x4", 4, (0, 0), marks=slow),
    pytest.param("3x5", 4, (0, 0), marks=slow),
    pytest.param("4x4~wrap=0,1", 3, (0, 0), marks=slow),
    pytest.param("4x4~orthogonal", 4, (2, 0), marks=slow),
    pytest.param("14", 4, (0,), marks=slow),
    pytest.param("2x3x3", 1, (0, 0, 0), marks=slow),
    pytest.param("2x2x4~orthogonal~wrap=2", 3, (0, 0, 0), marks=slow),
    pytest.param("2x2x2x2~orthogonal", 3, (0, 0, 0, 0), marks=slow),
]


def layouts(grid: Grid, mines: int, first: Cell) -> list[Layout]:
    """Return all layouts whose first cell is safe."""
    return [Layout(grid, some) for some in combinations([cell for cell in grid if cell != first], mines)]


@pytest.mark.ci_limit(3)
@pytest.mark.parametrize(("board", "mines", "first"), BOARDS)
@pytest.mark.parametrize("uses_mine_count", [True, False])
def test_the_layouts_that_need_no_guess_are_those_that_brute_force_plays_to_the_end(
    board: str, mines: int, first: Cell, uses_mine_count: bool
) -> None:
    grid = Grid(board)
    wanted = solvable(board_of(grid), mines, first, uses_mine_count=uses_mine_count)
    found = {layout for layout in layouts(grid, mines, first) if _is_solved(layout, first, uses_mine_count)}
    assert {frozenset(layout.mine_cells()) for layout in found} == wanted
    assert wanted or not uses_mine_count


def _is_solved(layout: Layout, first: Cell, uses_mine_count: bool) -> bool:
    is_solved = bool(solvable_from(layout, first, uses_mine_count=uses_mine_count))
    if is_solved:
        certificate = certify(layout, first, uses_mine_count=uses_mine_count)
        verify(certificate)
        assert uses_mine_count or certificate.grade != "count"
    return is_solved


@pytest.mark.nightly
@pytest.mark.parametrize(("board", "mines", "first"), BOARDS)
def test_every_layout_has_the_grade_that_brute_force_finds(board: str, mines: int, first: Cell) -> None:
    grid = Grid(board)
    grader = Grader(board_of(grid), mines)
    grades = Counter[Grade | None]()
    for layout in layouts(grid, mines, first):
        grade = solvable_from(layout, first).grade
        assert grade == grader.grade(frozenset(layout.mine_cells()), first), layout
        plain = solvable_from(layout, first, uses_mine_count=False).grade
        assert plain == (grade if grade != "count" else None)
        grades[grade] += 1
    assert grades.total() - grades[None] == len(solvable(board_of(grid), mines, first, uses_mine_count=True))


# Requests: the board, its mines, the first cell, and more.
CASES = [
    ("3x4", 2, (1, 0), "safe", None, False, True),
    ("3x4", 4, (2, 3), "safe", None, False, False),
    ("3x5~wrap=1", 3, (0, 0), "safe", "pair", True, True),
    ("2x2x3~orthogonal", 3, (0, 0, 0), "safe", "set", False, True),
    ("3x4~orthogonal", 3, (0, 1), "opening", "count", True, True),
    pytest.param("4x4", 3, (0, 0), "opening", None, False, True, marks=slow),
    pytest.param("4x4", 4, (0, 0), "opening", "clue", False, False, marks=slow),
    pytest.param("3x5", 3, (0, 0), "safe", "pair", True, True, marks=slow),
    pytest.param("4x4~wrap=0,1", 3, (0, 0), "safe", None, False, True, marks=slow),
    pytest.param("4x4~orthogonal", 3, (2, 0), "safe", None, False, True, marks=slow),
    pytest.param("2x2x2x2~orthogonal", 3, (0, 0, 0, 0), "safe", None, False, True, marks=slow),
]


def wanted_of(
    grid: Grid,
    mines: int,
    first: Cell,
    first_open: FirstOpen,
    grade: Grade | None,
    exactly: bool,
    uses_mine_count: bool,
) -> set[Layout]:
    """Return the layouts that a request allows, by brute force."""
    board = board_of(grid)
    hardest = GRADES.index(grade or "count") if uses_mine_count else min(2, GRADES.index(grade or "set"))
    kept = board.kept_free(first, first_open)
    grader = Grader(board, mines)
    found = set()
    for some in solvable(board, mines, first, uses_mine_count=uses_mine_count):
        own = GRADES.index(grader.grade(some, first))
        if not some & kept and own <= hardest and (not exactly or own == hardest):
            found.add(Layout(grid, some))
    return found


@pytest.mark.ci_limit(4)
@pytest.mark.slow
@pytest.mark.parametrize(("board", "mines", "first", "first_open", "grade", "exactly", "uses_mine_count"), CASES)
def test_uniform_makes_each_of_them_equally_often(
    board: str,
    mines: int,
    first: Cell,
    first_open: FirstOpen,
    grade: Grade | None,
    exactly: bool,
    uses_mine_count: bool,
) -> None:
    grid = Grid(board)
    wanted = wanted_of(grid, mines, first, first_open, grade, exactly, uses_mine_count)
    assert len(wanted) > 2
    each = 50
    found = Counter(
        no_guess(
            grid,
            mines,
            first,
            seed=seed,
            grade=grade,
            exactly=exactly,
            uses_mine_count=uses_mine_count,
            first_open=first_open,
        )
        for seed in range(each * len(wanted))
    )
    assert set(found) == wanted
    chi_square = sum((count - each) ** 2 / each for count in found.values())
    # The seeds are fixed, and so is the sum: fair dice give one as large, or as small, once in ten thousand times.
    assert 1e-4 < chi2.sf(chi_square, len(wanted) - 1) < 1 - 1e-4


@pytest.mark.ci_limit(4)
@pytest.mark.slow
@pytest.mark.parametrize(("board", "mines", "first", "first_open", "grade", "exactly", "uses_mine_count"), CASES)
def test_repair_makes_nearly_all_of_them_and_no_others(
    board: str,
    mines: int,
    first: Cell,
    first_open: FirstOpen,
    grade: Grade | None,
    exactly: bool,
    uses_mine_count: bool,
) -> None:
    grid = Grid(board)
    wanted = wanted_of(grid, mines, first, first_open, grade, exactly, uses_mine_count)
    found = set()
    for seed in range(50 * len(wanted)):
        try:
            found.add(
                no_guess(
                    grid,
                    mines,
                    first,
                    seed=seed,
                    grade=grade,
                    exactly=exactly,
                    uses_mine_count=uses_mine_count,
                    first_open=first_open,
                    method="repair",
                )
            )
        except GenerationError:
            continue
    assert found <= wanted
    assert len(found) >= 0.9 * len(wanted), (len(found), len(wanted))


def test_brute_force_knows_a_board_by_hand() -> None:
    # A mine at the far end of a row of five is found by its number alone: the clue of the first cell shows nothing.
    board = board_of(Grid("5"))
    assert solvable(board, 1, (0,), uses_mine_count=True) == {frozenset({(at,)}) for at in range(1, 5)}
    assert solvable(board, 1, (0,), uses_mine_count=False) == {frozenset({(4,)})}
    assert Grader(board, 1).grade(frozenset({(2,)}), (0,)) == "count"
    assert Grader(board, 1).grade(frozenset({(4,)}), (0,)) == "clue"
    assert len(list(naive_solver.layouts_that_fit(board, [-1] * 5, 2))) == 10
