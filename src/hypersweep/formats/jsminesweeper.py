r"""Positions in JSMinesweeper's format: columns, rows and mines, then the cells row by row.

The first line looks like "30x16x99". Each row is a line: "H" is a covered cell, "F" a flag, "?" a revealed mine, and a
digit from 0 to 8 a clue. Every line ends with "\n", including the last.
"""

from __future__ import annotations

from itertools import chain

from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.errors import HypersweepError, ParameterError, ParseError, ShapeError
from hypersweep.grid import Grid, check_cells
from hypersweep.validation import check_type, truncate
from hypersweep.view import View

_LETTERS = {"H": COVERED, "F": FLAGGED, "?": MINE, **{str(clue): clue for clue in range(9)}}
_CODES = {code: letter for letter, code in _LETTERS.items()}
_UNTOLD = {EXPLODED: "which mine exploded", WRONG_FLAG: "which flags are wrong"}
# Maximum number of digits; a longer number can't belong to a possible board.
_MOST_DIGITS = 20


def parse(text: str, *, max_cells: int | None = None) -> View:
    r"""Read a position in JSMinesweeper's format.

    Args:
        text: the text; "\r\n" and blank lines at the end are accepted.
        max_cells: maximum number of cells on the board; None for no limit. A text has more characters than its board
            has cells.

    Raises:
        ParseError: the text isn't in this format; the message names line and column.
        ShapeError: the board has more cells than allowed.

    Source: positions downloaded from JSMinesweeper.

    >>> print(parse("4x2x3\nHF10\nHH10\n"))
    2x4 mines=3
    # F 1 .
    # # 1 .
    """
    check_type(text, str, "a position as text")
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").rstrip("\n").split("\n")
    words = lines[0].strip().split("x")
    if len(words) != 3 or not all(word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS for word in words):
        raise ParseError(
            f"expected columns, rows and mines such as '30x16x99' in line 1, got {truncate(lines[0])}", text=text
        )
    columns, rows, mines = map(int, words)
    try:
        grid = Grid((rows, columns))
    except ShapeError as error:
        raise ParseError(f"{error} in line 1", text=text) from None
    check_cells(grid, max_cells)
    if len(lines) != rows + 1:
        raise ParseError(f"expected {rows} rows after line 1, got {len(lines) - 1}", text=text)
    for number, line in enumerate(lines[1:], 2):
        if len(line) != columns:
            raise ParseError(f"expected {columns} cells in line {number}, got {len(line)}: {truncate(line)}", text=text)
        if stray := line.lstrip("HF?012345678"):
            raise ParseError(
                f"expected 'H', 'F', '?' or a clue from 0 to 8 in line {number}, column {columns - len(stray) + 1}, "
                f"got {stray[0]!r}",
                text=text,
            )
    try:
        return View(grid, mines, map(_LETTERS.__getitem__, chain.from_iterable(lines[1:])))
    except HypersweepError as error:
        raise ParseError(str(error), text=text) from None


def format(view: View) -> str:  # noqa: A001 - the other half of parse
    r"""Write a position in JSMinesweeper's format; ``parse`` reads it back.

    Args:
        view: a position on a two-dimensional Moore board without wrapping, without an exploded mine or wrong flag,
            which the format can't express.

    Raises:
        ParameterError: the format can't express the position.

    >>> format(View("2x4", 3, [-1, -2, 1, 0, -1, -1, 1, 0]))
    '4x2x3\nHF10\nHH10\n'
    """
    check_type(view, View, "a View")
    grid = view.grid
    if grid.dimensions != 2 or grid.adjacency != "moore" or grid.wrap:
        raise ParameterError(f"JSMinesweeper accepts only plain boards of rows and columns, got {grid}")
    codes = view.codes.tolist()
    if unknown := set(codes) - _CODES.keys():
        raise ParameterError(f"a position of JSMinesweeper can't show {_UNTOLD[min(unknown)]}, got {view!r}")
    rows, columns = grid.shape
    cells = "".join(map(_CODES.__getitem__, codes))
    lines = [cells[begin : begin + columns] for begin in range(0, rows * columns, columns)]
    return "\n".join([f"{columns}x{rows}x{view.mines}", *lines, ""])
