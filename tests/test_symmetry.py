"""Symmetries of boards: compared with all swaps, reflections and shifts of axes, written down plainly."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from hypersweep import Grid, Layout, ParameterError, View
from hypersweep.symmetry import Symmetry, symmetries

Cell = tuple[int, ...]
BOARDS = ["7", "3x4", "3x3", "1x1", "3x4~wrap=1", "4x4~wrap=0", "3x3~orthogonal~wrap=all", "2x3x2~wrap=0", "1x3x1x3"]


def naive_maps(grid: Grid) -> set[tuple[Cell, ...]]:
    """Return the images of all cells, in index order, under every swap of equal axes, reflection and shift."""
    axes = range(grid.dimensions)
    found = set()
    kinds = [(side, axis in grid.wrap) for axis, side in enumerate(grid.shape)]
    for order in itertools.permutations(axes):
        if any(kinds[order[axis]] != kinds[axis] for axis in axes):
            continue
        for flips in itertools.product((False, True), repeat=len(axes)):
            for shifts in itertools.product(*(range(side) if wraps else (0,) for side, wraps in kinds)):
                images = []
                for cell in grid:
                    turned = [cell[axis] for axis in order]
                    turned = [grid.shape[i] - 1 - x if flips[i] else x for i, x in enumerate(turned)]
                    images.append(tuple((x + shifts[i]) % grid.shape[i] for i, x in enumerate(turned)))
                found.add(tuple(images))
    return found


def maps(grid: Grid) -> list[tuple[Cell, ...]]:
    return [tuple(map(symmetry.cell, grid)) for symmetry in symmetries(grid)]


@pytest.mark.ci_limit(9)
@pytest.mark.parametrize("board", BOARDS)
def test_a_board_has_every_symmetry_once(board: str) -> None:
    grid = Grid(board)
    found = maps(grid)
    assert found[0] == tuple(grid)
    assert len(found) == len(set(found))
    assert set(found) == naive_maps(grid)


@pytest.mark.slow
@given(strategies.grids(max_cells=24, max_dimensions=4), st.data())
def test_symmetries_keep_neighbours_and_form_a_group(grid: Grid, data: st.DataObject) -> None:
    board = strategies.board_of(grid)
    known = list(symmetries(grid))
    one, other = data.draw(st.sampled_from(known)), data.draw(st.sampled_from(known))
    for cell in grid:
        assert one.inverse().cell(one.cell(cell)) == cell
        assert {one.cell(near) for near in board.neighbours(cell)} == set(board.neighbours(one.cell(cell)))
    assert one.inverse() in known
    assert tuple(other.cell(one.cell(cell)) for cell in grid) in set(maps(grid))


@pytest.mark.slow
@given(strategies.views(max_cells=24), st.data())
def test_transformed_views_and_layouts_have_every_cell_where_it_belongs(view: View, data: st.DataObject) -> None:
    symmetry = data.draw(st.sampled_from(list(symmetries(view.grid))))
    moved = view.transform(symmetry)
    assert (moved.grid, moved.mines) == (view.grid, view.mines)
    assert dict(moved) == {symmetry.cell(cell): code for cell, code in view.items()}
    assert moved.transform(symmetry.inverse()) == view
    layout = Layout(view.grid, sorted(data.draw(strategies.mine_sets(view.grid))))
    turned = layout.transform(symmetry)
    assert set(turned.mine_cells()) == set(map(symmetry.cell, layout.mine_cells()))
    assert turned.transform(symmetry.inverse()) == layout


@pytest.mark.slow
@given(strategies.views(max_cells=12), st.data())
def test_one_of_all_images_is_canonical(view: View, data: st.DataObject) -> None:
    images = [view.transform(symmetry) for symmetry in symmetries(view.grid)]
    assert {image.canonical() for image in images} == {max(images, key=lambda image: image.codes.tolist())}
    assert view.transform(view.canonical_symmetry()) == view.canonical()
    layout = Layout(view.grid, sorted(data.draw(strategies.mine_sets(view.grid))))
    turned = [layout.transform(symmetry) for symmetry in symmetries(view.grid)]
    first = max(turned, key=lambda image: [image.is_mine(cell) for cell in image])
    assert {image.canonical() for image in turned} == {first}
    assert {image.canonical().digest for image in turned} == {first.digest}


@pytest.mark.slow
@given(strategies.views(max_cells=12), st.data())
def test_the_symmetries_of_a_view_or_layout_change_nothing(view: View, data: st.DataObject) -> None:
    known = list(symmetries(view.grid))
    assert list(view.symmetries()) == [symmetry for symmetry in known if view.transform(symmetry) == view]
    layout = Layout(view.grid, sorted(data.draw(strategies.mine_sets(view.grid))))
    assert list(layout.symmetries()) == [symmetry for symmetry in known if layout.transform(symmetry) == layout]


def test_a_symmetry_of_another_board_is_refused() -> None:
    (other,) = itertools.islice(symmetries(Grid("4x3")), 1)
    for value in (Layout("3x4", [(0, 1)]), View("3x4", 1, [-1] * 12)):
        with pytest.raises(ParameterError):
            value.transform(other)
        with pytest.raises(ParameterError):
            value.transform((0, 1))  # type: ignore[arg-type]


def test_a_shift_worked_by_hand() -> None:
    shift = Symmetry(Grid("2x4~wrap=1"), (1, 3), (0, 1), (-1, 1))
    layout = Layout("2x4~wrap=1", [(0, 0), (1, 2)])
    assert set(layout.transform(shift).mine_cells()) == {(1, 1), (0, 3)}


def test_one_of_eight_is_canonical() -> None:
    layout = Layout("3x3", [(1, 0), (1, 2), (2, 1)])
    images = {layout.transform(symmetry) for symmetry in symmetries(layout.grid)}
    assert len(images) == 4
    assert {image.canonical() for image in images} == {Layout("3x3", [(0, 1), (1, 0), (1, 2)])}
    assert [symmetry.directions for symmetry in layout.symmetries()] == [(1, 1), (1, -1)]


def test_digests_tell_boards_apart() -> None:
    views = [View("3x4", 1, [-1] * 12), View("3x4", 2, [-1] * 12), View("4x3", 1, [-1] * 12)]
    assert len({view.digest for view in views}) == 3
    assert Layout("3x4", []).digest != Layout("3x4~wrap=0", []).digest
