"""Lists of boards with their mines, as in commands and documents."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from hypersweep.boards import find_board, standard_mines
from hypersweep.errors import ParameterError
from hypersweep.grid import Grid
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def settings_of(
    board: str,
    *,
    adjacencies: Iterable[str | None] = (None,),
    mines: Iterable[int] | None = None,
    densities: Iterable[float | Fraction] | None = None,
) -> Iterator[tuple[Grid, int]]:
    """Yield every combination of a board with adjacencies and numbers of mines.

    Args:
        board: a grid or the name of a board.
        adjacencies: adjacencies to try; None for the board's own.
        mines: numbers of mines; iterated again for each adjacency.
        densities: shares of cells with a mine, instead of numbers. Without both, the default number is used.

    Raises:
        HypersweepError: no such board or adjacency, a board with fixed mines, or an impossible density.

    >>> [(str(grid), mines) for grid, mines in settings_of("beginner", adjacencies=(None, "orthogonal"))]
    [('9x9', 10), ('9x9~orthogonal', 10)]
    """
    found, own_mines, layout = find_board(board)
    if layout is not None:
        raise ParameterError(f"expected a grid, got the board {truncate(board)}, whose mines are laid already")
    for adjacency in adjacencies:
        grid = found if adjacency is None else Grid(found, adjacency=adjacency)  # type: ignore[arg-type]
        if mines is not None:
            for number in mines:
                yield grid, number
        elif densities is not None:
            for density in densities:
                yield grid, mines_of_density(grid, density)
        else:
            yield grid, standard_mines(grid) if own_mines is None else own_mines


def mines_of_density(grid: Grid, density: float | Fraction) -> int:
    """Return the number of mines nearest to a share of a grid's cells; of two, the larger.

    Raises:
        ParameterError: the share isn't 0 or more and less than 1.

    >>> mines_of_density(Grid("3x4"), 0.125)
    2
    """
    if isinstance(density, bool) or not isinstance(density, int | float | Fraction) or not 0 <= density < 1:
        raise ParameterError(f"expected a density of 0 or more and less than 1, got {truncate(density)}")
    # As it was written, not as the nearest binary number: 0.15 of 50 cells are 7.5 mines.
    share = density if isinstance(density, Fraction) else Fraction(repr(density))
    return int(share * grid.cells + Fraction(1, 2))
