from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Grid
from hypersweep.picture.fitting import LAYOUTS, arrange, scrolled, slice_tracks


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


@given(st.integers(0, 90), st.integers(1, 40), st.integers(0, 100))
def test_after_scrolling_the_cell_is_seen(at: int, room: int, scroll: int) -> None:
    tile = at // 10 * 10
    extent = min(2, room)
    to = scrolled([(at, extent), (tile, 12), (0, 102)], 4, room, scroll)
    assert to <= at
    assert at + extent <= to + room
    assert to >= 0
    if room >= 12:
        assert to <= tile
        assert tile + 12 <= to + room
    assert scrolled([(at, extent), (tile, 12), (0, 102)], 4, room, to) == to


def test_what_is_seen_already_does_not_move() -> None:
    assert scrolled([(30, 2), (0, 100)], 4, 40, 10) == 10
