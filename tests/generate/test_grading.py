"""How far deduction gets on a board: the kernel compared with the exact solver, rule by rule and by hand."""

from __future__ import annotations

import pickle
from itertools import combinations

import pytest
from hypothesis import given

from hypersweep import FLAGGED, Game, Grid, Layout, Outcome, analyse
from hypersweep.errors import BudgetExceededError, CellError, ParameterError, ParameterTypeError
from hypersweep.generate import GRADES, Solvability, deduced_view, each_start, solvable_from
from hypersweep.generate.grading import _idle, borrow, check_grade, give_back
from hypersweep.solve import Budget
from hypersweep.typing import Grade
from strategies import layouts

BOARDS = [("5x6", 7), ("3x4x3", 6), ("3x4x3x3", 6), ("4x5~wrap=0,1", 5), ("5x6~orthogonal", 8), ("12", 3), ("9x7", 13)]


SMALL = [("3x4", 2), ("3x4", 3), ("3x4~orthogonal", 3), ("2x6", 2), ("11", 2), ("2x2x4~orthogonal", 2)]


def by_analysis(layout: Layout, first: tuple[int, ...]) -> tuple[bool, int]:
    """Play what is certain by the exact chances, as long as anything is."""
    game = Game(layout=layout)
    game.open(first)
    while game.outcome is Outcome.ONGOING:
        safe = analyse(game.view).safe_cells
        if not safe:
            break
        for cell in safe:
            game.open(cell)
    return game.outcome is Outcome.WON, game.opened


def middle(grid: Grid) -> tuple[int, ...]:
    return tuple(side // 2 for side in grid.shape)


@pytest.mark.parametrize(("board", "mines"), BOARDS)
def test_deduction_gets_as_far_as_exact_chances(board: str, mines: int) -> None:
    grid = Grid(board)
    first = middle(grid)
    solved = 0
    for index in range(60):
        layout = Layout.random(grid, mines, seed=4, index=index, first=first, first_open="safe")
        found = solvable_from(layout, first)
        assert (found.is_solvable, found.opened) == by_analysis(layout, first)
        assert found.safe_cells == grid.cells - mines
        solved += found.is_solvable
    assert solved > 0


@pytest.mark.parametrize(("board", "mines"), BOARDS)
def test_the_view_at_the_end_of_a_deduction_has_nothing_certain_left(board: str, mines: int) -> None:
    grid = Grid(board)
    first = middle(grid)
    for index in range(20):
        layout = Layout.random(grid, mines, seed=4, index=index, first=first, first_open="safe")
        found, view = solvable_from(layout, first), deduced_view(layout, first)
        assert grid.cells - view.covered == found.opened
        assert all(code == layout.clue(cell) for cell, code in view.items() if code >= 0)
        assert all(layout.is_mine(cell) for cell, code in view.items() if code == FLAGGED)
        analysis = analyse(view)
        assert analysis.safe_cells == ()
        if not found.is_solvable:
            assert all(view[cell] == FLAGGED for cell in analysis.mine_cells)


def simple_grade(layout: Layout, first: tuple[int, ...]) -> Grade | None:
    """Return the grade by the plainest rules: over all layouts that fit the clues of a rule."""
    grid = layout.grid
    around = grid.geometry().neighbours
    opened, mines = {grid.index(first)}, set[int]()

    def settle(clues: tuple[int, ...], *, is_counted: bool) -> bool:
        cells = sorted({other for clue in clues for other in around(clue)} - opened)
        if is_counted:
            cells = [cell for cell in range(grid.cells) if cell not in opened]
        unknown = [cell for cell in cells if cell not in mines]
        fits: list[set[int]] = []
        for number in range(2 ** len(unknown)):
            own = {cell for place, cell in enumerate(unknown) if number >> place & 1} | mines
            right = all(sum(other in own for other in around(clue)) == layout.clue(clue) for clue in clues)
            if right and (not is_counted or len(own) == layout.mines):
                fits.append(own)
        always = set.intersection(*fits) - mines
        never = set(unknown).difference(*fits)
        mines.update(always)
        opened.update(never)
        return bool(always or never)

    hardest = 0
    while len(opened) < grid.cells - layout.mines:
        clues = [cell for cell in opened if any(other not in opened for other in around(cell))]
        if any(settle((clue,), is_counted=False) for clue in clues):
            continue
        if any(settle(pair, is_counted=False) for pair in combinations(clues, 2)):
            hardest = max(hardest, 1)
        elif settle(tuple(clues), is_counted=False):
            hardest = max(hardest, 2)
        elif settle(tuple(clues), is_counted=True):
            hardest = 3
        else:
            return None
    return GRADES[hardest]


@pytest.mark.ci_limit(2)
@pytest.mark.slow
@pytest.mark.parametrize(("board", "mines"), SMALL)
def test_grades_are_those_of_plain_rules_over_all_layouts(board: str, mines: int) -> None:
    grid = Grid(board)
    first = middle(grid)
    grades = set[Grade | None]()
    for index in range(40):
        layout = Layout.random(grid, mines, seed=9, index=index, first=first, first_open="safe")
        found = solvable_from(layout, first)
        assert found.grade == simple_grade(layout, first), layout
        grades.add(found.grade)
    assert grades - {None}


def test_grades_of_boards_made_by_hand() -> None:
    # One after the other: what a clue says, two of them, the number of mines, and a fifty-fifty.
    assert solvable_from(Layout("3x4", [(0, 0), (0, 1)]), (2, 3)).grade == "clue"
    assert solvable_from(Layout("3x4", [(0, 0), (2, 3)]), (0, 3)).grade == "pair"
    counted = Layout("7", [(2,)])
    assert solvable_from(counted, (0,)).grade == "count"
    assert solvable_from(counted, (0,), uses_mine_count=False) == Solvability(None, 2, 6)
    assert not solvable_from(Layout("2x3", [(0, 0)]), (0, 2))


def test_a_board_without_mines_is_done_at_once() -> None:
    assert solvable_from(Layout("3x4x5"), (0, 0, 0)) == Solvability("clue", 60, 60)
    # Nothing but mines next to the first cell.
    assert solvable_from(Layout("1x2", [(0, 1)]), (0, 0)) == Solvability("clue", 1, 1)
    assert solvable_from(Layout("1"), (0,)) == Solvability("clue", 1, 1)


def test_a_mine_count_says_more_than_none() -> None:
    grid = Grid("5x6")
    more = 0
    for index in range(200):
        layout = Layout.random(grid, 7, seed=1, index=index, first=(2, 3), first_open="safe")
        counted, plain = (solvable_from(layout, (2, 3), uses_mine_count=each) for each in (True, False))
        assert counted.opened >= plain.opened
        if plain.grade is not None:
            assert counted.grade == plain.grade
        more += counted.opened > plain.opened
    assert more


def test_what_can_t_be_graded_is_refused() -> None:
    layout = Layout("3x4", [(0, 0)])
    with pytest.raises(CellError, match=r"expected a first cell without a mine, got \(0, 0\) of 3x4"):
        solvable_from(layout, (0, 0))
    with pytest.raises(CellError):
        solvable_from(layout, (3, 0))
    with pytest.raises(ParameterTypeError, match=r"expected a Layout, got '3x4\.bAQ'"):
        solvable_from("3x4.bAQ", (1, 1))  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError):
        solvable_from(layout, (1, 1), budget=5)  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match=r"expected a grade \(clue, pair, set, count\), got 'par', did you mean"):
        check_grade("par")


def test_a_solvability_travels() -> None:
    assert pickle.loads(pickle.dumps(Solvability("pair", 5, 5))) == Solvability("pair", 5, 5)


def test_a_set_of_clues_past_the_budget_is_told() -> None:
    grid = Grid("16x30")
    first = middle(grid)
    for index in range(100):
        layout = Layout.random(grid, 99, seed=2, index=index, first=first, first_open="opening")
        try:
            solvable_from(layout, first, budget=Budget(states=2))
        except BudgetExceededError as error:
            assert "the deduction on 16x30" in str(error)
            return
    raise AssertionError("no board needs more than two states")


@pytest.mark.slow
def test_generators_are_kept_but_not_those_of_large_boards() -> None:
    grid = Grid("7x11")
    native = borrow(grid)
    other = borrow(grid)
    assert native is not other
    give_back(grid, native, 0)
    assert borrow(grid) is native
    # A grader that has counted much uses much memory.
    give_back(grid, native, 1 << 19)
    assert borrow(grid) is not native
    wide = Grid("2000x2000")
    solvable_from(Layout(wide, [(0, 0)]), (1000, 1000))
    assert not any(key[1] == wide for key in _idle._kept)  # type: ignore[index]
    for side in range(20, 40):
        solvable_from(Layout((side, 3), [(0, 0)]), (side - 1, 2))
    assert len(_idle._kept) <= 8


@given(layouts(max_cells=30))
def test_every_safe_cell_is_told_as_it_is_alone(layout: Layout) -> None:
    for uses_mine_count in (True, False):
        told = list(each_start(layout, uses_mine_count=uses_mine_count))
        cells = [cell for some, _ in told for cell in some]
        assert sorted(cells) == [cell for cell in layout if not layout.is_mine(cell)]
        assert len(set(cells)) == len(cells)
        assert [some[0] for some, _ in told] == sorted(some[0] for some, _ in told)
        for some, found in told:
            for cell in some:
                assert solvable_from(layout, cell, uses_mine_count=uses_mine_count) == found


@given(layouts(max_cells=30))
def test_cells_stand_together_that_open_each_other(layout: Layout) -> None:
    for some, _ in each_start(layout):
        opened = set(Game(layout=layout).open(some[0]).cells)
        assert {cell for cell in opened if layout[cell] == 0} == {cell for cell in some if layout[cell] == 0}
        assert len(some) == 1 or all(layout[cell] == 0 for cell in some)


def test_without_a_safe_cell_there_is_none() -> None:
    assert list(each_start(Layout("1x2", [(0, 0), (0, 1)]))) == []
    with pytest.raises(ParameterTypeError, match="expected a Layout"):
        list(each_start("3x4.bAgg"))  # type: ignore[arg-type]
