"""The course's two functions in Python, on a list of cells instead of an array of structs.

The list is the only state between calls. ``hypersweep.game`` decides which cells a zero opens: the cells around the
zero become a ``Game``, and the cells opened in the game are selected in the list.
"""

from __future__ import annotations

from itertools import chain, compress
from typing import TYPE_CHECKING

from hypersweep.errors import MineCountError, ParameterError, ParameterTypeError, ShapeError
from hypersweep.game import Game
from hypersweep.grid import Grid
from hypersweep.layout import Layout
from hypersweep.rules import COMP2017
from hypersweep.validation import check_memory, check_type, truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Sequence


_DIGITS = b"01" + b"?" * 254


class Cell:
    """A cell in a game, with the fields of the published struct.

    Attributes:
        mined: 1 if the cell contains a mine, else 0.
        selected: 1 if the cell has been selected, by the player or automatically, else 0.
        num_adjacent: number of adjacent cells.
        adjacent: the adjacent cells, mined or not: the same objects as in the game's list, in its order.
        coords: a tuple, one coordinate for each dimension.
        hint: number of adjacent mined cells; correct from the start, not only once selected, and even for mined cells.

    >>> Cell()
    Cell(mined=0, selected=0, num_adjacent=0, coords=(), hint=0)
    """

    __slots__ = ("adjacent", "coords", "hint", "mined", "num_adjacent", "selected")

    mined: int
    selected: int
    num_adjacent: int
    adjacent: list[Cell]
    coords: tuple[int, ...]
    hint: int

    def __init__(self) -> None:
        self.mined = 0
        self.selected = 0
        self.num_adjacent = 0
        self.adjacent = []
        self.coords = ()
        self.hint = 0

    def __repr__(self) -> str:
        # Omit the adjacent cells: each would print its own adjacent cells, and so on endlessly.
        return (
            f"Cell(mined={self.mined}, selected={self.selected}, num_adjacent={self.num_adjacent}, "
            f"coords={self.coords}, hint={self.hint})"
        )


class _FirstCell(Cell):
    # The first cell in a game's list; also stores where the last search for an unselected safe cell ended.

    __slots__ = ("place",)

    def __init__(self) -> None:
        super().__init__()
        self.place = 0


def init_game(
    game: list[Cell], dim: int, dim_sizes: Sequence[int], num_mines: int, mined_cells: Sequence[Sequence[int]]
) -> None:
    """Replace a list's contents with the cells of a new game, in C order: the last coordinate changes fastest.

    Args:
        game: any list; left unchanged if an error is raised.
        dim: the number of dimensions.
        dim_sizes: the number of cells in each dimension, ``dim`` numbers.
        num_mines: the number of mines.
        mined_cells: the coordinates of the mines, ``num_mines`` items of ``dim`` numbers each.

    Raises:
        ShapeError: the sizes are invalid, or their number isn't ``dim``.
        MineCountError: the number of mined cells isn't ``num_mines``.
        CellError: a mine is off the grid, or doesn't have ``dim`` coordinates.
        LayoutError: a mine is given twice.
        ParameterTypeError: an argument has the wrong type.
        BoardTooLargeError: the cells don't fit into memory as objects.

    Complexity: O(cells x adjacent cells).

    Source: COMP2017 assignment 1, "Initialisation".

    >>> game = []
    >>> init_game(game, 2, [6, 4], 2, [[1, 3], [2, 2]])
    >>> len(game), game[6], [cell.coords for cell in game[0].adjacent]
    (24, Cell(mined=0, selected=0, num_adjacent=8, coords=(1, 2), hint=2), [(0, 1), (1, 0), (1, 1)])
    """
    check_type(game, list, "a list for the cells")
    grid = _grid(dim, dim_sizes)
    count = whole_number(num_mines, "num_mines")
    if isinstance(mined_cells, str | bytes | dict) or not hasattr(mined_cells, "__len__"):
        raise ParameterTypeError(f"expected a list of mined cells, got {truncate(mined_cells)}")
    if len(mined_cells) != count:
        raise MineCountError(f"expected {count} mined cells, got {len(mined_cells)}: {truncate(mined_cells)}")
    # Memory needed for a cell, its coordinates and its list of adjacent cells.
    check_memory(grid.cells * (200 + 8 * grid.max_neighbours), f"a game on {grid}")
    layout = Layout(grid, mined_cells)
    cells = [_FirstCell(), *(Cell() for _ in range(grid.cells - 1))]
    neighbours = grid.geometry().neighbours
    for index, (cell, coords) in enumerate(zip(cells, grid, strict=True)):
        cell.coords = coords
        cell.hint = layout.clue(coords)
        cell.adjacent = [cells[other] for other in neighbours(index)]
        cell.num_adjacent = len(cell.adjacent)
    for index in layout.mine_indices():
        cells[index].mined = 1
    game[:] = cells


def select_cell(game: list[Cell], dim: int, dim_sizes: Sequence[int], coords: Sequence[int]) -> int:
    """Select a cell; a cell without adjacent mines also selects its neighbours, and so on.

    Args:
        game: the list filled by ``init_game``; its cells are changed in place.
        dim: the number of dimensions, as for ``init_game``.
        dim_sizes: the number of cells in each dimension, as for ``init_game``.
        coords: the cell's coordinates, ``dim`` numbers.

    Returns:
        1 if the cell contains a mine (it is selected, and the game is lost), 2 if all cells without a mine are now
        selected (the game is won), otherwise 0. For invalid input or a cell already selected, the result is 0 and
        nothing changes; no error is raised. Only cells that affect this selection are checked.

    Complexity: proportional to the smallest box around the newly selected cells, within a factor of 2 per dimension.
    Win detection scans the list about once in a whole game, whatever the order of selections.

    Source: COMP2017 assignment 1, "Gameplay".

    >>> game = []
    >>> init_game(game, 2, [6, 4], 2, [[1, 3], [2, 2]])
    >>> [select_cell(game, 2, [6, 4], coords) for coords in ([1, 2], [4, 1], [0, 3], [2, 3])]
    [0, 0, 0, 2]
    """
    try:
        grid = _grid(dim, dim_sizes)
        # The engine would accept an integer as a cell, but the course doesn't.
        if len(game) != grid.cells or len(coords) != grid.dimensions:
            return 0
        index = grid.index(coords)
        cell = game[index]
        if _flag(cell.selected):
            return 0
        opened = [cell] if _flag(cell.mined) or cell.hint else _opening(game, grid, index)
    except (ParameterError, AttributeError, TypeError, ValueError):
        return 0
    for each in opened:
        each.selected = 1
    if cell.mined:
        return 1
    try:
        return 2 if _is_won(game, index) else 0
    except AttributeError:
        # The list contains an object that isn't a cell.
        for each in opened:
            each.selected = 0
        return 0


def _opening(game: list[Cell], grid: Grid, index: int) -> list[Cell]:
    # Return the cells opened by a zero, including itself: play a game on a box of cells around it.
    middle = grid.cell(index)
    reach = 2
    while True:
        spans = [(max(at - reach, 0), min(at + reach + 1, side)) for at, side in zip(middle, grid.shape, strict=True)]
        box = Grid([end - begin for begin, end in spans])
        rows = [0]
        for side, (begin, end) in zip(grid.shape[:-1], spans[:-1], strict=True):
            rows = [row * side + at for row in rows for at in range(begin, end)]
        begin, end = spans[-1]
        starts = [row * grid.shape[-1] for row in rows]
        cells = list(chain.from_iterable(game[start + begin : start + end] for start in starts))
        selected = _bits([cell.selected for cell in cells], box)
        layout = Layout.from_bits(box, _bits([cell.mined for cell in cells], box))
        played = Game.restore(layout, open_bits=selected, rules=COMP2017)
        played.open([at - begin for at, (begin, _) in zip(middle, spans, strict=True)])
        fresh = int.from_bytes(played.open_bits(), "little") ^ int.from_bytes(selected, "little")
        # If the cascade reaches the rim of the box, mines outside determine how it continues, so try a larger box.
        if not fresh & int.from_bytes(_rim(spans, grid, box), "little"):
            return list(compress(cells, map(int, reversed(format(fresh, f"0{box.cells}b")))))
        # If the next box would cover most of the board, search the whole board at once, which is cheaper.
        reach = reach * 2 if box.cells * 4 < grid.cells else max(grid.shape)


def _rim(spans: list[tuple[int, int]], grid: Grid, box: Grid) -> bytes:
    # Return the cells of a box that have neighbours outside the box, as a bit string.
    rim, every = b"\0", b"\1"
    for side, (begin, end) in zip(reversed(grid.shape), reversed(spans), strict=True):
        parts = [rim] * (end - begin)
        if begin > 0:
            parts[0] = every
        if end < side:
            parts[-1] = every
        rim, every = b"".join(parts), every * len(parts)
    return _bits(rim, box)


def _is_won(game: list[Cell], index: int) -> bool:
    # Continue where the last search ended, since earlier cells were selected by then. If that finds nothing, search the
    # earlier cells too: the caller may have changed them.
    first = game[0]
    start = first.place if isinstance(first, _FirstCell) and first.place < len(game) else index
    for place in chain(range(start, len(game)), range(start)):
        cell = game[place]
        if not cell.selected and not cell.mined:
            if isinstance(first, _FirstCell):
                first.place = place
            return False
    return True


def _flag(value: int) -> bool:
    if value in (0, 1):
        return bool(value)
    raise ValueError(value)


def format_cells(game: list[Cell]) -> str:
    """Return a game in the format printed by the course's checker: a row per cell, joined by newlines.

    The specification doesn't define the format of coordinates; here they are in parentheses, without spaces inside.
    Only rows for selected cells contain the hint, since other hints needn't be correct.

    Source: COMP2017 assignment 1, "Submission and Mark Breakdown".

    >>> game = []
    >>> init_game(game, 2, [1, 3], 1, [[0, 0]])
    >>> _ = select_cell(game, 2, [1, 3], [0, 1])
    >>> print(format_cells(game))
    cell at (0,0) mined 1 selected 0 adjacent to 1 cells: (0,1)
    cell at (0,1) mined 0 selected 1 hint 1 adjacent to 2 cells: (0,0) (0,2)
    cell at (0,2) mined 0 selected 0 adjacent to 1 cells: (0,1)
    """
    rows = []
    for cell in game:
        words = [f"cell at {_point(cell)} mined {cell.mined} selected {cell.selected}"]
        if cell.selected:
            words.append(f"hint {cell.hint}")
        words.append(f"adjacent to {cell.num_adjacent} cells:")
        words.extend(map(_point, cell.adjacent))
        rows.append(" ".join(words))
    return "\n".join(rows)


def _point(cell: Cell) -> str:
    return f"({','.join(map(str, cell.coords))})"


def _grid(dim: object, dim_sizes: Sequence[int]) -> Grid:
    number = whole_number(dim, "dim", least=1)
    if isinstance(dim_sizes, str | Grid) or not hasattr(dim_sizes, "__len__"):
        raise ParameterTypeError(f"expected the size of each dimension, got {truncate(dim_sizes)}")
    if len(dim_sizes) != number:
        raise ShapeError(f"expected {number} sizes, the value of dim, got {len(dim_sizes)}: {truncate(dim_sizes)}")
    return Grid(dim_sizes)


def _bits(flags: list[int] | bytes, grid: Grid) -> bytes:
    # Return flags (0 or 1) as a bit string, with the first cell in the lowest bit. Other values raise an error.
    if len(flags) != grid.cells:
        raise ShapeError(f"expected {grid.cells} cells, got {len(flags)}")
    return int(bytes(flags).translate(_DIGITS)[::-1], 2).to_bytes((grid.cells + 7) // 8, "little")
