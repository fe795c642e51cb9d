"""Positions and their analyses as JSON objects, one per line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from hypersweep.errors import InconsistentViewError, ParameterTypeError, ParseError
from hypersweep.formats.position_text import list_view, word_codes
from hypersweep.grid import Grid, check_cells
from hypersweep.picture.cell_appearance import READINGS
from hypersweep.validation import truncate
from hypersweep.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.solve import Analysis

# Low byte of each character's code; _UNKNOWN if it has no code, or if the code depends on the rest of the picture.
_UNKNOWN = 0x80
_LOW = bytes(READINGS[chr(byte)] & 0xFF if chr(byte) in READINGS else _UNKNOWN for byte in range(256))
# High byte for each low byte: 0xFF for negative codes, 0 for clues.
_HIGH = bytes(0xFF if byte > _UNKNOWN else 0 for byte in range(256))
_PLACES = (0, 1) if sys.byteorder == "little" else (1, 0)


class PositionReader:
    """Reads positions from JSON objects; consecutive positions on equal boards share a ``Grid``.

    An object has the keys ``shape`` (a list of sides, or a grid as text), ``mines`` and ``view``, and optionally
    ``wrap`` (a list of axes, or true for all) and ``adjacency``; other keys are ignored. The view is a text with a line
    for each row along the last axis, in index order; a list of such lines; or lists of codes or characters, flat or
    nested with one level per axis. Views written by ``format_json`` are also accepted.

    >>> reader = PositionReader()
    >>> print(reader.view({"shape": [2, 3], "mines": 1, "view": ["##1", "111"], "note": "passed over"}))
    2x3 mines=1
    # # 1
    1 1 1
    """

    def __init__(self, *, grid: Grid | None = None, mines: int | None = None, max_cells: int | None = None) -> None:
        self._forced, self._mines, self._max_cells = grid, mines, max_cells
        self._grid: Grid | None = grid
        self._board: object = None

    def view(self, entry: object) -> View:
        """Return the position described by an object.

        Raises:
            ParseError: a key is missing, or rows or lists don't fit the board.
            HypersweepError: the board, number of mines or a code is impossible.
        """
        if not isinstance(entry, dict):
            raise ParseError(f"expected a JSON object, got {truncate(entry)}")
        if entry.get("type") == "view":
            return self._own_view(entry)
        grid = self._read_grid(entry)
        mines = self._mines if self._mines is not None else _required(entry, "mines")
        if mines is None:
            # A view without a number of mines exists, but it has no JSON form.
            raise ParameterTypeError("expected a whole number for mines, got None (NoneType)")
        rows = _required(entry, "view")
        if isinstance(rows, str):
            rows = rows.split("\n")
        if not isinstance(rows, list) or not rows or not isinstance(rows[0], str) or _is_flat(rows, grid):
            return list_view(grid, mines, rows)  # type: ignore[arg-type]
        try:
            text = "".join(rows)
        except TypeError:
            raise ParseError("the view mixes rows of text and lists") from None
        if text.isascii() and len(text) == grid.cells and grid.max_neighbours >= 8:
            low = text.encode().translate(_LOW)
            if (
                low.find(_UNKNOWN) < 0
                and (grid.max_neighbours > 8 or b"\x09" not in low)
                and len({*map(len, rows)}) == 1
                and len(rows) * grid.shape[-1] == grid.cells
                and type(mines) is int
                and 0 <= mines <= grid.cells
                and grid.max_neighbours < 1 << 15
            ):
                data = bytearray(2 * len(low))
                data[_PLACES[0] :: 2] = low
                data[_PLACES[1] :: 2] = low.translate(_HIGH)
                return View._of(grid, mines, bytes(data))
        return View(grid, mines, _codes(rows, grid))  # type: ignore[arg-type]

    def _own_view(self, entry: dict[str, object]) -> View:
        """Read a view in the form written by ``format_json``, with a type and a version."""
        from hypersweep.formats.json_document import VIEW
        from hypersweep.formats.json_shapes import DecodeError, write_place

        try:
            view: View = VIEW.decode(entry, self._max_cells)
        except DecodeError as error:
            place = write_place(error.place)
            raise ParseError(f"{place}: {error}" if place else str(error)) from None
        if self._forced is None and self._mines is None:
            return view
        mines = view.mines if self._mines is None else self._mines
        return View(view.grid if self._forced is None else self._forced, mines, view.codes)

    def _read_grid(self, entry: dict[str, object]) -> Grid:
        if self._forced is not None:
            return self._forced
        board = (_required(entry, "shape"), entry.get("wrap"), entry.get("adjacency"))
        if self._grid is None or board != self._board:
            shape, wrap, adjacency = board
            if isinstance(shape, str):
                shape = Grid.parse(shape)
            if wrap is False:
                wrap = ()
            own = Grid(shape, wrap=wrap, adjacency=adjacency)  # type: ignore[arg-type]
            check_cells(own, self._max_cells)
            self._grid = own
            self._board = board
        return self._grid


def _required(entry: dict[str, object], key: str) -> object:
    try:
        return entry[key]
    except KeyError:
        raise ParseError(f"expected the keys shape, mines and view, got no {key!r}") from None


def _is_flat(rows: list[object], grid: Grid) -> bool:
    """Return whether a list has one text per cell, not per row."""
    return len(rows) == grid.cells != grid.cells // grid.shape[-1]


def _codes(rows: Sequence[str], grid: Grid) -> list[int]:
    side = grid.shape[-1]
    if len(rows) != grid.cells // side:
        raise ParseError(f"expected {grid.cells // side} rows of {side} cells for {grid}, got {len(rows)}")
    cells: list[list[str]] = []
    for number, row in enumerate(rows):
        # A row has one character per cell, or words separated by spaces if some clue has two digits.
        words = list(row) if len(row) == side else row.split()
        if len(words) != side:
            raise ParseError(f"expected {side} cells in row {number} of the view, got {truncate(row)}")
        cells.append(words)
    codes = word_codes(
        {word for words in cells for word in words}, grid.max_neighbours, is_blank_zero=any(" " in w for w in cells)
    )
    numbers = []
    for number, words in enumerate(cells):
        for place, word in enumerate(words):
            if word not in codes:
                raise ParseError(
                    f"expected '#', 'F', '.' or a clue from 1 to {grid.max_neighbours} in row {number} of the view, "
                    f"column {place}, got {truncate(word)}"
                )
            numbers.append(codes[word])
    return numbers


def answer_line(analysis: Analysis, layouts: int | None, best: tuple[int, ...] | None) -> str:
    r"""Return a position's analysis as a JSON object on one line.

    Args:
        analysis: the position's analysis.
        layouts: number of layouts that fit, or None if unknown.
        best: the cell to open, or None if nothing is left to open.

    >>> from hypersweep.solve import analyse
    >>> view = View.parse("2x3 mines=1\n# # 1\n1 1 1")
    >>> print(answer_line(analyse(view), 1, (0, 0))[:70])
    {"shape": [2, 3], "mines": 1, "solutions": "1", "probability": [0.0, 1
    """
    # str() rejects integers with over 4,300 digits and takes quadratic time; Decimal does neither.
    from decimal import Decimal

    view = analysis.view
    chances = analysis.probabilities.tolist()
    # Formatting a float is slow, and many cells have the same chance, so format each distinct chance once.
    texts = {chance: repr(chance) for chance in set(chances)}
    codes = view.codes.tolist()
    shown = ", ".join([texts[chance] if code < 0 else "null" for chance, code in zip(chances, codes, strict=True)])
    parts = [
        f'{{"shape": {[*view.grid.shape]}',
        f'"mines": {view.mines}',
        '"solutions": null' if layouts is None else f'"solutions": "{Decimal(layouts)}"',
        f'"probability": [{shown}]',
        f'"safe": {_cells(analysis.safe_cells)}',
        f'"certain_mines": {_cells(analysis.mine_cells)}',
        f'"best": {"null" if best is None else [*best]}',
    ]
    if not analysis.is_exact:
        errors = [
            analysis.standard_error(view.grid.cell(index)) if code < 0 else None for index, code in enumerate(codes)
        ]
        parts.append(f'"standard_error": [{", ".join("null" if error is None else repr(error) for error in errors)}]')
    return ", ".join(parts) + "}"


def _cells(cells: Sequence[tuple[int, ...]]) -> str:
    return str([[*cell] for cell in cells])


def error_line(error: Exception, line: int | None = None) -> str:
    """Return an error as a line of JSON, with the contradictory clues if the view is inconsistent.

    >>> print(error_line(ParseError("expected rows"), 7))
    {"error": "expected rows", "line": 7}
    """
    import json

    entry: dict[str, object] = {"error": str(error)}
    if line is not None:
        entry["line"] = line
    if isinstance(error, InconsistentViewError):
        entry["clues"] = [[*cell] for cell in error.clues]
    return json.dumps(entry)
