"""Files of Simon Tatham's Mines as boards and games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import LayoutError, ParseError
from hypersweep.formats import tatham, tatham_record, tatham_save
from hypersweep.formats.native_format import text_of
from hypersweep.text_encoding import as_utf8

if TYPE_CHECKING:
    from hypersweep.layout import Layout
    from hypersweep.record import Record
    from hypersweep.typing import Cell


def load_board(data: bytes, max_cells: int | None = None) -> Layout:
    """Return the board of a file that holds a game ID, without the cell that it names to be opened first.

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


def dump_board(layout: Layout, first: Cell | None = None) -> bytes:
    """Return the file of a game ID, its mines masked as the program does it.

    Args:
        layout: the board.
        first: the cell to open first; None to leave it to the player.

    Raises:
        CellError: the first cell isn't on the board.
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
    place = None if first is None else (first[0], first[1])
    return tatham.format(tatham.GameID(tatham.Params(columns, rows), layout, place)).encode() + b"\n"


def load_record(data: bytes, max_cells: int | None = None) -> Record:
    """The record of a saved game.

    Raises:
        ParseError: not a saved game, or a damaged one.
        ShapeError: a board of more cells than it may have.

    >>> from hypersweep import Layout
    >>> from hypersweep.formats.files import as_record
    >>> load_record(dump_record(as_record(Layout("3x4", [(0, 3)])))).layout
    Layout.parse('3x4.bCA')
    """
    return tatham_record.read_record(tatham_save.load(as_utf8(data)), max_cells=max_cells)


def dump_record(record: Record) -> bytes:
    """The saved game of a record; of one that ``load_record`` made, the same file.

    Raises:
        ParameterError: a saved game can't hold it; the message says why.
    """
    return tatham_record.write_record(record).dump()
