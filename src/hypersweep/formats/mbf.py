"""Minesweeper Clone's and Arbiter's board files, with the extensions ".mbf" and ".abf".

A file consists of the number of columns (one byte), of rows (one byte) and of mines (two bytes, big-endian). Two bytes
per mine follow: its column and row, counting from 0. No first cell is stored.
"""

from __future__ import annotations

from hypersweep.errors import LayoutError, ParameterError
from hypersweep.formats.byte_fields import ByteReader
from hypersweep.grid import Grid, check_cells
from hypersweep.layout import Layout
from hypersweep.validation import check_type

# The longest side that fits into a byte. A 255x255 board has fewer than 2**16 cells, so two bytes can count its mines.
_MOST_SIDE = 255


def load(data: bytes, *, max_cells: int | None = None) -> Layout:
    """Read a board from an MBF file.

    Programs write the mines row by row; other orders are accepted, but ``dump`` writes row by row.

    Args:
        data: the whole file.
        max_cells: maximum number of cells on the board; None for no limit beyond the format's 65,025.

    Raises:
        ParseError: the data isn't an MBF file; ``position`` is the index of a byte.
        ShapeError: the board has more cells than allowed.

    Source: files written by Minesweeper Clone and JSMinesweeper.

    >>> load(bytes([4, 3, 0, 2, 1, 0, 3, 2]))
    Layout.parse('3x4.bAgg')
    """
    source = ByteReader(data, "an MBF file")
    columns = source.whole(1, "columns", 1)
    rows = source.whole(1, "rows", 1)
    grid = Grid((rows, columns))
    check_cells(grid, max_cells)
    mines = source.whole(2, "mines", 0, grid.cells)
    begun = source.place
    places = source.take(2 * mines, "the places of the mines")
    if source.left:
        source.refuse(f"its end after {mines} mines", source.data[source.place : source.place + 20])
    seen = bytearray(grid.cells)
    for place in range(0, 2 * mines, 2):
        column, row = places[place], places[place + 1]
        if column >= columns or row >= rows:
            source.refuse(f"a mine in {columns} columns and {rows} rows", (column, row), begun + place)
        if seen[row * columns + column]:
            source.refuse("every mine once", f"column {column}, row {row} twice", begun + place)
        seen[row * columns + column] = 1
    return Layout(grid, [index for index, is_mine in enumerate(seen) if is_mine])


def dump(layout: Layout) -> bytes:
    """Return a board as an MBF file, with the mines row by row; ``load`` reads it back.

    Args:
        layout: a two-dimensional Moore board without wrapping, with sides up to 255.

    Raises:
        LayoutError: the board isn't a two-dimensional Moore board without wrapping.
        ParameterError: a side is longer than 255.

    >>> dump(Layout("3x4", [(0, 1), (2, 3)])).hex(" ")
    '04 03 00 02 01 00 03 02'
    """
    check_type(layout, Layout, "a Layout")
    grid = layout.grid
    if grid.dimensions != 2 or grid.adjacency != "moore" or grid.wrap:
        raise LayoutError(f"an MBF file holds only plain boards of rows and columns, got {grid}")
    rows, columns = grid.shape
    if rows > _MOST_SIDE or columns > _MOST_SIDE:
        raise ParameterError(f"an MBF file holds at most {_MOST_SIDE} rows and {_MOST_SIDE} columns, got {grid}")
    data = bytearray((columns, rows))
    data += layout.mines.to_bytes(2, "big")
    for row, column in layout.mine_cells():
        data += bytes((column, row))
    return bytes(data)
