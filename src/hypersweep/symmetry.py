"""Symmetries of boards: the rotations, reflections and shifts that map a board onto itself.

An axis can be reversed, axes with the same side and the same wrap can be swapped, and cells can be shifted along a
wrapped axis. Everything here works on a sequence with one item per cell, such as a view's codes.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product
from typing import TYPE_CHECKING, TypeVar

from hypersweep.errors import ParameterError
from hypersweep.validation import check_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypersweep.grid import Grid
    from hypersweep.typing import Cell, CellLike, IntArray

__all__ = ["Symmetry", "symmetries"]

# One item per cell, in index order.
Items = TypeVar("Items", bytes, "IntArray")


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A map of a board's cells onto themselves that keeps all neighbourhoods.

    ``symmetries`` returns all symmetries of a board.

    Attributes:
        grid: the board.
        origin: the cell that is mapped to the cell with coordinates 0.
        axes: for each axis of the result, the board's axis that it follows.
        directions: for each axis of the result, 1 or -1: the direction from the origin along the board's axis.

    >>> from hypersweep import Grid
    >>> turn = list(symmetries(Grid("3x3")))[2]
    >>> turn.origin, turn.axes, turn.directions
    ((0, 2), (0, 1), (1, -1))
    >>> turn.cell((0, 0)), turn.inverse().cell((0, 2))
    ((0, 2), (0, 0))
    """

    grid: Grid
    origin: Cell
    axes: tuple[int, ...]
    directions: tuple[int, ...]

    def cell(self, cell: CellLike) -> Cell:
        """Return the cell to which a cell is mapped.

        Raises:
            CellError: the cell isn't on the board.
        """
        shape, origin, place = self.grid.shape, self.origin, self.grid.cell(cell)
        return tuple(
            [
                step * (place[axis] - origin[axis]) % shape[axis]
                for axis, step in zip(self.axes, self.directions, strict=True)
            ]
        )

    def inverse(self) -> Symmetry:
        """Return the symmetry that maps every cell back."""
        places = [self.axes.index(axis) for axis in range(len(self.axes))]
        directions = tuple([self.directions[place] for place in places])
        return Symmetry(self.grid, self.cell((0,) * len(places)), tuple(places), directions)


def symmetries(grid: Grid) -> Iterator[Symmetry]:
    """Iterate over all symmetries of a board, each once; the first maps every cell to itself.

    A board without wrap has 2 for each axis of side 2 or more, times the ways to swap equal axes: 8 for a square, 48
    for a cube. A wrapped axis of side n > 2 counts 2 n instead of 2.

    >>> from hypersweep import Grid
    >>> [sum(1 for _ in symmetries(Grid(board))) for board in ("3x4", "4x4", "4x4x4", "3x4~wrap=1", "4x4x4x4")]
    [4, 8, 48, 16, 384]
    """
    for index in _origins(grid):
        for axes in _orders(grid):
            for directions in _directions(grid, index, axes):
                yield Symmetry(grid, grid.cell(index), axes, directions)


def _origins(grid: Grid) -> Iterator[int]:
    """Yield, in ascending order, the indices of the cells that a symmetry can map to the cell with coordinates 0."""
    wrapped = frozenset(grid.wrap)
    places = [range(side) if axis in wrapped else sorted({0, side - 1}) for axis, side in enumerate(grid.shape)]
    return map(grid.index, product(*places))


def _orders(grid: Grid) -> Iterator[tuple[int, ...]]:
    """Yield the ways to order the axes. An axis may only take the place of an equal one, and stays if its side is 1."""
    wrapped = frozenset(grid.wrap)
    kinds = [(side, axis in wrapped, axis if side == 1 else -1) for axis, side in enumerate(grid.shape)]
    alike = [[axis for axis, kind in enumerate(kinds) if kind == each] for each in dict.fromkeys(kinds)]
    for chosen in product(*map(permutations, alike)):
        axes = [0] * len(kinds)
        for places, taken in zip(alike, chosen, strict=True):
            for place, axis in zip(places, taken, strict=True):
                axes[place] = axis
        yield tuple(axes)


def _directions(grid: Grid, origin: int, axes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the directions of every symmetry with a given origin and axes."""
    cell, wrapped = grid.cell(origin), frozenset(grid.wrap)
    ways = []
    for axis in axes:
        if axis in wrapped:
            # A wrapped axis of side 2 looks the same in both directions.
            ways.append((1, -1) if grid.shape[axis] > 2 else (1,))
        else:
            ways.append((-1,) if cell[axis] else (1,))
    return product(*ways)


class _Walk:
    """The cells of a board in the order in which a symmetry arranges them, row by row.

    Args:
        grid: the board.
        origin: index of the symmetry's origin.
        axes: the symmetry's axes.
        directions: the symmetry's directions.
    """

    __slots__ = ("_starts", "axes", "directions", "grid", "origin")

    def __init__(self, grid: Grid, origin: int, axes: tuple[int, ...], directions: tuple[int, ...]) -> None:
        self.grid, self.origin, self.axes, self.directions = grid, origin, axes, directions
        self._starts: list[int] | None = None

    def row(self, items: Items, number: int) -> Items:
        """Return the items of one row, whose cells differ only on the last axis."""
        start = self.origin if number == 0 else self.starts()[number]
        axis = self.axes[-1]
        side, stride = self.grid.shape[axis], self.grid.strides[axis]
        place = start // stride % side
        first = start - place * stride
        end = first + side * stride
        if self.directions[-1] > 0:
            row = items[start:end:stride]
            return row if place == 0 else row + items[first:start:stride]
        # A slice down to the first item needs None as its end, since a negative number would count from the last item.
        stop = first - stride if first >= stride else None
        row = items[start:stop:-stride]
        return row if place == side - 1 else row + items[end - stride : start : -stride]

    def starts(self) -> list[int]:
        """Return the index of the first cell in each row."""
        if self._starts is None:
            shape, strides, origin = self.grid.shape, self.grid.strides, self.grid.cell(self.origin)
            starts = [self.origin]
            for axis, step in zip(self.axes[:-1], self.directions[:-1], strict=True):
                side, stride, begin = shape[axis], strides[axis], origin[axis]
                moves = [((begin + step * place) % side - begin) * stride for place in range(side)]
                starts = [start + move for start in starts for move in moves]
            self._starts = starts
        return self._starts


def _row_count(grid: Grid) -> int:
    return grid.cells // grid.shape[-1]


def transformed(items: Items, symmetry: Symmetry, grid: Grid) -> Items:
    """Return items in the order in which a symmetry of the board arranges their cells.

    Raises:
        ParameterError: the symmetry belongs to another board.
        ParameterTypeError: the argument isn't a symmetry.
    """
    check_type(symmetry, Symmetry, "a Symmetry")
    if symmetry.grid != grid:
        raise ParameterError(f"expected a symmetry of {grid}, got one of {symmetry.grid}")
    walk = _Walk(grid, grid.index(symmetry.origin), symmetry.axes, symmetry.directions)
    result = items[:0]
    for number in range(_row_count(grid)):
        result += walk.row(items, number)
    return result


def canonical_symmetry(items: Items, grid: Grid) -> Symmetry:
    """Return the symmetry that puts items into the lexicographically greatest order; if there are several, the first.

    Complexity: O(symmetries) if the arrangements soon differ, O(symmetries * cells) at worst.
    """
    origins = list(_origins(grid))
    orders = list(_orders(grid))
    most = max([items[origin] for origin in origins])
    walks = [
        _Walk(grid, origin, axes, directions)
        for origin in origins
        if items[origin] == most
        for axes in orders
        for directions in _directions(grid, origin, axes)
    ]
    for number in range(_row_count(grid)):
        rows = [walk.row(items, number) for walk in walks]
        greatest = max(rows)
        walks = [walk for walk, row in zip(walks, rows, strict=True) if row == greatest]
        if len(walks) == 1:
            break
    best = walks[0]
    return Symmetry(grid, grid.cell(best.origin), best.axes, best.directions)


def own_symmetries(items: Items, grid: Grid) -> Iterator[Symmetry]:
    """Iterate over the symmetries of a board that leave all items in place."""
    same = _Walk(grid, 0, tuple(range(grid.dimensions)), (1,) * grid.dimensions)
    rows = [same.row(items, number) for number in range(_row_count(grid))]
    for symmetry in symmetries(grid):
        walk = _Walk(grid, grid.index(symmetry.origin), symmetry.axes, symmetry.directions)
        if all(walk.row(items, number) == row for number, row in enumerate(rows)):
            yield symmetry
