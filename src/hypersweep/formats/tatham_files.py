"""Files of Simon Tatham's Mines as boards and games."""

from __future__ import annotations

from hypersweep.errors import LayoutError, ParseError
from hypersweep.formats import tatham
from hypersweep.formats.own import text_of
from hypersweep.lazy import defer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hypersweep.layout import Layout
else:
    defer(globals(), "from hypersweep.layout import Layout")

__all__ = ["dump_board", "load_board"]


def load_board(data: bytes, max_cells: int | None = None) -> Layout:
    """The board of a file that holds a game ID; which cell it opens at the beginning isn't kept.

    Raises:
        ParseError: not a game ID, or one that doesn't say where the mines are.
        ShapeError: a board of more cells than it may have.

    >>> load_board(b"4x3:0,2,u401")
    Layout.parse('3x4.bAgg')
    """
    text = text_of(data, "a game ID")
    game = tatham.parse(text, max_cells=max_cells)
    if game.layout is None:
        raise ParseError(
            "expected a game ID that says where the mines are, such as '4x3:0,2,u401', got one of which only the "
            "program that wrote it makes a board",
            text=text,
        )
    return game.layout


def dump_board(layout: Layout) -> bytes:
    """The file of a game ID, its mines masked as the program does it.

    Raises:
        LayoutError: a board that hasn't two axes, or isn't a plain one.
        ParameterError: a side that is too long.

    >>> from hypersweep import Layout
    >>> load_board(dump_board(Layout("3x4", [(0, 1), (2, 3)])))
    Layout.parse('3x4.bAgg')
    """
    grid = layout.grid
    if grid.dimensions != 2 or grid.adjacency != "moore" or grid.wrap:
        raise LayoutError(f"expected a plain board of rows and columns for a game ID, got {grid}")
    rows, columns = grid.shape
    return tatham.format(tatham.GameID(tatham.Params(columns, rows), layout)).encode() + b"\n"
