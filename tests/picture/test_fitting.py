from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Grid
from hypersweep.picture.fitting import (
    CELL_SIZES,
    LAYOUTS,
    RULERS,
    PanelPlan,
    arrange,
    cell_sizes,
    lens_size,
    plan_panels,
    roomy_size,
    slice_tracks,
)


@given(
    st.lists(st.integers(1, 6), min_size=1, max_size=7),
    st.integers(0, 200),
    st.integers(0, 60),
    st.sampled_from(LAYOUTS),
    st.data(),
)
def test_the_cell_looked_at_is_always_shown_with_its_neighbours(
    shape: list[int], width: int, height: int, mode: str, data: st.DataObject
) -> None:
    wrap = [axis for axis in range(len(shape)) if data.draw(st.booleans())]
    grid = Grid(shape, wrap=wrap)
    focus = grid.cell(data.draw(st.integers(0, grid.cells - 1)))
    arrangement, is_sliced = arrange(grid, focus, width=width, height=height, mode=mode)
    for axis, track in enumerate(arrangement.tracks):
        assert len(set(track)) == len(track)
        near = {focus[axis] + step for step in (-1, 0, 1)}
        near = {place % shape[axis] for place in near} if axis in wrap else near & set(range(shape[axis]))
        assert near <= set(track)
    if not is_sliced:
        assert arrangement.cells == math.prod(shape)
        assert mode != "slice" or len(shape) <= 4 or not (width and height)
    else:
        assert len(shape) > 4
        assert mode != "whole"
        assert (
            mode == "slice"
            or arrangement.width > width
            or arrangement.height > height
            or arrangement.cells < grid.cells
        )


@pytest.mark.parametrize(
    ("shape", "size", "fold"),
    [
        ("3x4x5", (80, 24), None),
        ("10x10x10", (120, 40), 5),
        ("8x8x8", (80, 24), 4),
        ("9x9x9", (80, 24), 3),
        ("100", (80, 24), 40),
        ("57", (26, 24), 10),
        ("30x40x5", (80, 24), None),
        ("3x4", (4, 2), None),
    ],
)
def test_folds(shape: str, size: tuple[int, int], fold: int | None) -> None:
    grid = Grid(shape)
    arrangement, _ = arrange(grid, grid.cell(0), width=size[0], height=size[1])
    assert arrangement.fold == fold
    if fold is not None:
        assert arrangement.width <= size[0]


def test_a_slice_shows_as_many_others_as_there_is_room_for() -> None:
    shape = (4, 4, 4, 4, 9)
    narrow = slice_tracks(shape, (), (0, 0, 0, 0, 4), width=80, height=24)
    assert narrow[4] == (3, 4, 5)
    wide = slice_tracks(shape, (), (0, 0, 0, 0, 4), width=220, height=24)
    assert wide[4] == (2, 3, 4, 5, 6)
    assert slice_tracks(shape, (), (0, 0, 0, 0, 0), width=80, height=24)[4] == (0, 1, 2)
    assert slice_tracks(shape, (4,), (0, 0, 0, 0, 0), width=80, height=24)[4] == (8, 0, 1)


BESIDE, BELOW, NOWHERE = (True, False, False), (True, False, True), (False, False, False)


def plan(width: int, height: int, board: str, cell_width: int = 3, *, wants_lens: bool = True) -> PanelPlan:
    grid = Grid(board)
    return plan_panels((width, height), grid, cell_width, wants_lens=wants_lens, has_map=grid.dimensions > 4)


@pytest.mark.parametrize(
    ("board", "size", "expected"),
    [
        # Whole, with its lens.
        ("4x4x4x4", (120, 34), BESIDE),
        ("5x5x5", (80, 20), BELOW),
        # Complete, without space for a lens.
        ("4x4x4x4", (80, 20), NOWHERE),
        # Neighbours out of sight.
        ("10x10x10", (120, 34), BESIDE),
        ("30x30x30", (120, 34), BESIDE),
        ("100x100x100", (160, 44), BESIDE),
        ("10x10x10", (80, 20), BELOW),
        ("6x6x6x6", (120, 34), BESIDE),
        # It would take more than a third.
        ("6x6x6x6", (80, 20), NOWHERE),
        ("10x10x10", (60, 14), NOWHERE),
        # No neighbour is ever out of sight.
        ("9x9", (80, 20), NOWHERE),
        ("300x400", (80, 20), NOWHERE),
        ("40", (80, 20), NOWHERE),
        # The other edge is.
        ("9x9~wrap=all", (80, 20), BESIDE),
        ("300x400~wrap=0", (80, 20), BESIDE),
        # By slices: both, the lens before the map, the map alone.
        ("4x4x4x4x4", (200, 40), (True, True, True)),
        ("4x4x4x4x4", (120, 34), BELOW),
        ("4x4x4x4x4", (110, 24), (False, True, False)),
        ("4x4x4x4x4", (60, 16), (False, True, True)),
        ("4x4x4x4x4x4", (160, 45), (True, True, False)),
    ],
)
def test_beside_the_board_or_below_it_or_nowhere(
    board: str, size: tuple[int, int], expected: tuple[bool, bool, bool]
) -> None:
    assert plan(*size, board)[:3] == expected


def test_whoever_hides_the_lens_has_the_map() -> None:
    assert plan(120, 34, "4x4x4x4x4", wants_lens=False)[:2] == (False, True)
    assert plan(120, 34, "10x10x10", wants_lens=False) == (False, False, False, None, (3, 1))


def test_the_panels_stand_next_to_the_board() -> None:
    # Four tiles of four columns, with the gaps between them.
    assert plan(120, 34, "4x4x4x4").board == 54 + RULERS
    assert plan(200, 54, "4x4x4x4").board == 102 + RULERS
    assert plan(100, 12, "9x9~wrap=0", 2).board == 27 + RULERS


@pytest.mark.parametrize(
    ("board", "space", "size"),
    [
        ("9x9", (80, 20), (4, 2)),
        ("9x9", (200, 54), (10, 5)),
        ("16x30", (120, 34), (3, 1)),
        ("16x30", (200, 54), (6, 3)),
        # Tiles in one row, with the lens below them.
        ("5x5x5", (120, 34), (4, 2)),
        ("4x4x4x4", (120, 34), (3, 1)),
        ("4x4x4x4", (200, 54), (6, 3)),
        # One line, not several.
        ("40", (200, 54), (4, 2)),
        ("10x10x10", (200, 54), (3, 1)),
    ],
)
def test_cells_grow_with_the_screen(board: str, space: tuple[int, int], size: tuple[int, int]) -> None:
    least = 2 if "x" not in board or board.count("x") == 1 else 3
    assert plan(*space, board, least).size == size
    # The player's choice counts, even if the board doesn't fit.
    for lines in range(1, 6):
        assert plan_panels(space, Grid(board), least, lines=lines).size[1] == lines


def test_tiles_continue_below_where_that_makes_cells_larger() -> None:
    grid = Grid("5x5x5")
    assert roomy_size(grid, (120, 34), 2) == (6, 3)
    arrangement, _ = arrange(grid, (0, 0, 0), width=112, height=33, size=(6, 3))
    assert (arrangement.fold, arrangement.width, arrangement.height) == (3, 94, 32)


@given(st.lists(st.integers(1, 9), min_size=1, max_size=5), st.integers(10, 250), st.integers(5, 80), st.integers(2, 5))
def test_the_largest_size_is_used_with_which_the_whole_board_is_seen(
    shape: list[int], width: int, height: int, least: int
) -> None:
    grid = Grid(shape)
    found = roomy_size(grid, (width, height), least)
    assert found in cell_sizes(least)

    def fits(size: tuple[int, int]) -> bool:
        space = width - RULERS, height - 1
        arrangement, is_sliced = arrange(grid, (0,) * len(shape), width=space[0], height=space[1], size=size)
        is_folded = len(shape) == 1 and arrangement.fold is not None
        return not is_sliced and not is_folded and arrangement.width <= space[0] and arrangement.height <= space[1]

    if min(width - RULERS, height - 1) > 0:
        assert found[1] == 1 or fits(found)
        assert not any(fits(size) for size in CELL_SIZES if size[1] > max(1, found[1]) and size[0] >= least)


@given(
    st.tuples(st.integers(20, 250), st.integers(10, 80)),
    st.lists(st.integers(1, 8), min_size=1, max_size=6),
    st.integers(2, 4),
    st.booleans(),
)
def test_a_board_keeps_most_of_the_room(
    room: tuple[int, int], shape: list[int], cell_width: int, is_wrapped: bool
) -> None:
    grid = Grid(shape, wrap=(0,) if is_wrapped else ())
    focus = (0,) * grid.dimensions

    def fits(width: int, height: int) -> bool:
        if min(width, height) <= 0:
            return False
        arrangement, is_sliced = arrange(grid, focus, width=width, height=height, size=(cell_width, 1))
        return not is_sliced and arrangement.width <= width and arrangement.height <= height

    found = plan_panels(room, grid, cell_width, has_map=len(shape) > 4)
    if not found.has_lens:
        return
    lens = lens_size(grid, found.size)
    if found.size[1] == 1:
        # It may be drawn with wider cells.
        lens = min(lens, lens_size(grid, (cell_width, 1)))
    rest = (room[0], room[1] - lens[1] - 1) if found.is_below else (room[0] - lens[0] - 4, room[1])
    assert min(rest) > 0
    if fits(*room):
        assert fits(*rest), "a board that is seen whole stays so"
    elif len(shape) <= 4:
        assert all(3 * part >= 2 * whole for part, whole in zip(rest, room, strict=True))
    if found.board is not None:
        assert found.board < rest[found.is_below]
