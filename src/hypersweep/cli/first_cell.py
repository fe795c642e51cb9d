"""The ``--first`` option: the cell that a board is opened at first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import CellError, ParameterError
from hypersweep.layout import FIRST_OPENS
from hypersweep.ui_model.game_texts import read_cell

if TYPE_CHECKING:
    from hypersweep.grid import Grid

_PLAIN = str.maketrans("(),", "   ")


def centre(grid: Grid) -> tuple[int, ...]:
    """Return the cell in the middle, or of several the last.

    >>> from hypersweep import Grid
    >>> centre(Grid("3x4x5"))
    (1, 2, 2)
    """
    return tuple(side // 2 for side in grid.shape)


def cell_word(cell: tuple[int, ...]) -> str:
    """Return a cell as one word for the command line.

    >>> cell_word((8, 15))
    '8,15'
    """
    return ",".join(map(str, cell))


def chosen_first(text: str | None, grid: Grid) -> tuple[int, ...]:
    """Return the cell that ``--first`` names; the centre by default.

    Args:
        text: such as "8,15"; blanks and brackets are allowed, so that users can paste a cell.
        grid: the board.

    Raises:
        ParameterError: a promise such as "opening", which other commands accept as ``--first``.
        CellError: not a cell of the board.

    >>> from hypersweep import Grid
    >>> chosen_first("(2, 0)", Grid("3x4")), chosen_first(None, Grid("3x4"))
    ((2, 0), (1, 2))
    """
    if text is None:
        return centre(grid)
    example = f"try '--first {cell_word(centre(grid))}'"
    if text in FIRST_OPENS:
        raise ParameterError(f"expected a cell for --first, got {text!r}: {example}")
    try:
        return read_cell(text.translate(_PLAIN).split(), grid, "--first", hint=example)
    except CellError as error:
        raise CellError(f"--first: {error}") from None
