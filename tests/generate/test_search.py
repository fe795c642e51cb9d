"""Boards that need no guess: which ones are found, how evenly, and what is refused."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Grid, Layout
from hypersweep.errors import (
    CellError,
    GenerationError,
    MineCountError,
    ParameterError,
    ParameterTypeError,
)
from hypersweep.generate import GRADES, METHODS, Progress, no_guess, solvable_from
from hypersweep.typing import FirstOpen, Grade, Method


@given(
    board=st.sampled_from(["6x7", "3x4x5", "3x4x3x4", "5x6~wrap=0", "6x7~orthogonal", "30"]),
    seed=st.integers(0, 2**64 - 1),
    method=st.sampled_from(METHODS),
    grade=st.sampled_from((None, *GRADES)),
    uses_mine_count=st.booleans(),
    data=st.data(),
)
def test_boards_are_as_wished(
    board: str, seed: int, method: Method, grade: Grade | None, uses_mine_count: bool, data: st.DataObject
) -> None:
    grid = Grid(board)
    first = grid.cell(data.draw(st.integers(0, grid.cells - 1)))
    mines = grid.cells // 10
    tries = 2000 if method == "uniform" else 20
    wish = partial(no_guess, grid, mines, first, seed=seed, method=method, grade=grade, tries=tries)
    try:
        layout = wish(uses_mine_count=uses_mine_count)
    except GenerationError as error:
        # In a corner of a small board there may be none.
        assert error.tried == tries
        return
    assert layout.grid == grid
    assert layout.mines == mines
    assert layout.clue(first) == 0
    found = solvable_from(layout, first, uses_mine_count=uses_mine_count)
    assert found.grade is not None
    if grade is not None:
        assert GRADES.index(found.grade) <= GRADES.index(grade)
    assert wish(uses_mine_count=uses_mine_count) == layout


@pytest.mark.parametrize("first_open", ["opening", "safe"])
def test_uniform_takes_the_first_random_layout_that_will_do(first_open: FirstOpen) -> None:
    grid, first = Grid("6x7"), (2, 3)
    for seed in range(30):
        for index in range(1000):
            layout = Layout.random(grid, 8, seed=seed, index=index, first=first, first_open=first_open)
            if solvable_from(layout, first):
                break
        assert no_guess(grid, 8, first, seed=seed, first_open=first_open) == layout


@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("method", METHODS)
def test_exactly_a_grade(grade: Grade, method: Method) -> None:
    for seed in range(4):
        layout = no_guess("7x8", 11, (3, 4), seed=seed, grade=grade, exactly=True, method=method)
        assert solvable_from(layout, (3, 4)).grade == grade


def test_uniform_is_uniform() -> None:
    # Every layout of the small board, by hand; the seeds are fixed, so that the sum of squares is too.
    grid, first = Grid("3x5"), (1, 0)
    free = [cell for cell in grid if max(abs(cell[0] - 1), cell[1]) > 1]
    boards = [Layout(grid, some) for some in combinations(free, 4)]
    wanted = [layout for layout in boards if solvable_from(layout, first)]
    assert 10 < len(wanted) < len(boards)
    draws = 60 * len(wanted)
    found = Counter(no_guess(grid, 4, first, seed=seed) for seed in range(draws))
    assert set(found) <= set(wanted)
    chi_square = sum((found[layout] - 60) ** 2 / 60 for layout in wanted)
    # Of k degrees of freedom the mean is k, the variance 2 k: five standard deviations.
    freedom = len(wanted) - 1
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


def test_the_share_of_boards_that_need_no_guess_is_the_one_known() -> None:
    # Source: 90.0 % (0.6) of random 9x9 with 10 mines and an opening at the first click; 70.6 % (1.2) of 16x16 with 40.
    for board, mines, share, error in (("9x9", 10, 0.900, 0.006), ("16x16", 40, 0.706, 0.012)):
        grid = Grid(board)
        first = tuple(side // 2 for side in grid.shape)
        count = 2000
        layouts = (
            Layout.random(grid, mines, seed=3, index=index, first=first, first_open="opening") for index in range(count)
        )
        solved = sum(bool(solvable_from(layout, first)) for layout in layouts)
        own = (share * (1 - share) / count) ** 0.5
        assert abs(solved / count - share) < 4 * (error**2 + own**2) ** 0.5


def test_dense_boards_are_repaired() -> None:
    for board, mines in (("16x30", 130), ("9x9", 30), ("5x5x5", 30)):
        grid = Grid(board)
        first = tuple(side // 2 for side in grid.shape)
        layout = no_guess(grid, mines, first, seed=1, method="repair")
        assert layout.mines == mines
        assert layout.clue(first) == 0
        assert solvable_from(layout, first)


def test_boards_at_their_limits() -> None:
    assert no_guess("3x4", 0, (1, 1), seed=1).mines == 0
    # Nothing but the opening.
    layout = no_guess("3x4", 6, (0, 0), seed=1)
    assert layout.mines == 6
    full = no_guess("3x4", 8, (0, 0), seed=1)
    assert full.mines == 8
    assert solvable_from(full, (0, 0)).opened == 4
    assert no_guess("1x5", 4, (0, 2), seed=1, first_open="safe").mines == 4
    assert no_guess("1", 0, (0,), seed=1).mines == 0


def test_wishes_that_nothing_fulfils_are_refused_at_once() -> None:
    with pytest.raises(MineCountError, match="expected at most 8 mines on 3x4 with 4 cells kept free"):
        no_guess("3x4", 9, (0, 0))
    with pytest.raises(MineCountError):
        no_guess("3x4", 12, (0, 0), first_open="safe")
    with pytest.raises(CellError):
        no_guess("3x4", 2, (0, 4))
    with pytest.raises(ParameterError, match="expected a grade of clue, pair, set, count"):
        no_guess("3x4", 2, (0, 0), grade="hard")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="expected a method of uniform, repair"):
        no_guess("3x4", 2, (0, 0), method="luck")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="expected a first open of opening, safe, got 'any'"):
        no_guess("3x4", 2, (0, 0), first_open="any")
    with pytest.raises(ParameterError, match="got exactly=True without one"):
        no_guess("3x4", 2, (0, 0), exactly=True)
    with pytest.raises(ParameterError, match="got uses_mine_count=False"):
        no_guess("3x4", 2, (0, 0), grade="count", exactly=True, uses_mine_count=False)
    with pytest.raises(ParameterError, match="whose single clues say everything"):
        no_guess("3x4", 0, (0, 0), grade="pair", exactly=True)
    with pytest.raises(ParameterTypeError, match="expected a function for progress"):
        no_guess("3x4", 2, (0, 0), progress=3)  # type: ignore[arg-type]
    with pytest.raises(ParameterError):
        no_guess("3x4", 2, (0, 0), tries=0)
    with pytest.raises(ParameterError):
        no_guess("3x4", 2, (0, 0), seed=-1)


def test_a_search_in_vain_says_how_far_it_came_and_what_to_lower() -> None:
    with pytest.raises(GenerationError) as caught:
        no_guess("16x30", 160, (8, 15), seed=1, tries=50)
    error = caught.value
    assert error.tried == 50
    assert 0 < error.most_opened < 480 - 160
    assert str(error) == (
        "expected a board of 16x30 with 160 mines that needs no guess, found none in 50 tries; the best was open to "
        f"{round(100 * error.most_opened / 320)} %; fewer mines, method='repair' or more tries may help"
    )
    with pytest.raises(
        GenerationError, match=r"of grade 'clue' at most .* fewer mines, method='repair', a harder grade or more"
    ):
        no_guess("16x30", 120, (8, 15), seed=1, tries=2, grade="clue")
    with pytest.raises(GenerationError, match=r"of grade 'set' exactly .* exactly=False"):
        no_guess("9x9", 5, (4, 4), seed=1, tries=3, grade="set", exactly=True)


def test_progress_is_told_and_may_end_the_search() -> None:
    told: list[Progress] = []
    with pytest.raises(GenerationError):
        no_guess("16x30", 150, (8, 15), seed=1, tries=3000, progress=told.append)
    assert len(told) > 1
    assert [each.tried for each in told] == sorted({each.tried for each in told})
    assert told[-1].tried == told[-1].tries == 3000
    assert all(0 < each.most_opened < each.safe_cells == 330 for each in told)

    def stop(progress: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        no_guess("16x30", 150, (8, 15), seed=1, tries=10**9, progress=stop)


def test_the_board_is_the_same_whoever_watches() -> None:
    watched = no_guess("16x30", 110, (8, 15), seed=6, progress=lambda _: None)
    assert watched == no_guess("16x30", 110, (8, 15), seed=6)


def test_without_a_seed_boards_differ() -> None:
    assert len({no_guess("9x9", 10, (4, 4)) for _ in range(5)}) == 5
