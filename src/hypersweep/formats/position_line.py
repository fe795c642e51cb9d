r"""A position on one line, for links and messages: compact, in any number of dimensions, with only URL-safe characters.

It is to a ``View`` what FEN is to a chess position. "2x3-1-A1aA1a" consists of a grid, the number of mines, and the
cells in index order (the last axis fastest). The grammar uses only letters, digits, "-", ".", "_" and "~":

    line    = grid "-" mines "-" cells
    grid    = side *("x" side) ["o"] ["w" [axis *("." axis)]]
    cells   = 1*(covered / zeros / clue / flag / mine / exploded / wrong)
    covered = 1*("A" to "Z")                    ; a run of covered cells
    zeros   = 1*("a" to "z")                    ; a run of zeros
    clue    = "1" to "9"                        ; 1 to 9
            / "." (digit / "A-Z" / "a-z")       ; 10 to 71: digits first, then capitals, then small letters
            / ".-" number "-"                   ; any larger one
    flag    = "_"
    mine    = "0"                               ; a mine without a flag, revealed when the game ends
    exploded = "~-"                             ; a mine that was opened
    wrong   = "~_"                              ; a flag on a cell without a mine

"o" means orthogonal adjacency, "w" wrapping along the listed axes (all axes if none is listed).

The letters of a run are its length in base 26, most significant first, with the digits A = 1 to Z = 26 (a = 1 to z =
26): "A" is one cell, "Z" 26, "AA" 27, "RL" the 480 cells of an untouched 16x30. So two letters suffice for up to 702
cells, and an untouched board of any size needs only a few. Every cell is included, so truncated lines are detected.

Lines in later versions of the format will begin with "v" and the version number.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.errors import ParseError, ShapeError
from hypersweep.grid import Grid, check_cells
from hypersweep.validation import check_memory, check_type, truncate
from hypersweep.view import View

if TYPE_CHECKING:
    from typing import NoReturn

_SIGNS = {FLAGGED: "_", MINE: "0", EXPLODED: "~-", WRONG_FLAG: "~_", **{clue: str(clue) for clue in range(1, 10)}}
_CODES = {sign: code for code, sign in _SIGNS.items()}
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# Maximum letters in a run and digits in a number; anything longer can't belong to a possible board.
_MOST_LETTERS, _MOST_DIGITS = 15, 20
# Maximum length of the grid in untrusted text; no playable board needs more.
_MOST_GRID_CHARACTERS = 1 << 16


def format(view: View) -> str:  # noqa: A001 - the other half of parse
    """Return a position as a line; ``parse`` reads it back.

    Args:
        view: any position.

    Complexity: O(cells). The line is much shorter if many cells are covered or zero.

    >>> format(View("2x3", 1, [-1, 1, 0, -1, 1, 0]))
    '2x3-1-A1aA1a'
    >>> format(View("16x30", 99, [-1] * 480)), format(View("4x3~orthogonal~wrap=1", 2, [-1] * 11 + [2]))
    ('16x30-99-RL', '4x3ow1-2-K2')
    """
    check_type(view, View, "a View")
    grid = view.grid
    sides = "x".join(map(str, grid.shape)) + ("" if grid.adjacency == "moore" else "o")
    if grid.wrap:
        sides += "w" + (".".join(map(str, grid.wrap)) if len(grid.wrap) < grid.dimensions else "")
    parts = []
    for code, cells in groupby(view.codes):
        count = sum(1 for _ in cells)
        if code == COVERED:
            parts.append(_run(count))
        elif code == 0:
            parts.append(_run(count).lower())
        else:
            parts.append((_SIGNS.get(code) or _large(code)) * count)
    return f"{sides}-{view.mines}-{''.join(parts)}"


def _run(count: int) -> str:
    letters = ""
    while count:
        count, digit = divmod(count - 1, 26)
        letters = _CAPITALS[digit] + letters
    return letters


def _large(clue: int) -> str:
    return "." + _DIGITS[clue - 10] if clue < 72 else f".-{clue}-"


def parse(text: str, *, max_cells: int | None = None) -> View:
    """Parse a position from its line.

    Args:
        text: the line; surrounding spaces are ignored.
        max_cells: maximum number of cells on the board, for untrusted text: a few characters can describe a board of
            any size. None for no limit except this machine's memory.

    Raises:
        ParseError: the text isn't such a line; ``position`` is where reading failed, if known.
        ShapeError: the board has more cells than allowed.
        BoardTooLargeError: the board doesn't fit into memory.

    Complexity: O(characters + cells). Memory for the whole board is allocated only once the line has been checked.

    >>> parse("2x3-1-A1aA1a") == View("2x3", 1, [-1, 1, 0, -1, 1, 0])
    True
    >>> parse("2x3-1-A1aA1")
    Traceback (most recent call last):
        ...
    hypersweep.errors.ParseError: expected 6 cells of 2x3, got 5
    """
    check_type(text, str, "the line of a position")
    line = text.strip(" \t\r\n")
    if line[:1] == "v":
        raise ParseError(
            f"expected a line of the first version, got {truncate(line)}, which a newer hypersweep may read", text=text
        )
    parts = line.split("-", 2)
    if len(parts) != 3:
        raise ParseError(f"expected a line such as '2x3-1-A1aA1a', got {truncate(line)}", text=text, position=0)
    if max_cells is not None and len(parts[0]) > _MOST_GRID_CHARACTERS:
        # The limit on cells doesn't reject such a grid: axes of length 1 add no cells, but parsing them takes time.
        raise ParseError(
            f"expected a grid of at most {_MOST_GRID_CHARACTERS} characters, got {len(parts[0])}", text=text, position=0
        )
    grid = _read_grid(parts[0], text)
    check_cells(grid, max_cells)
    if not _is_number(parts[1]) or int(parts[1]) > grid.cells:
        raise ParseError(
            f"expected mines from 0 to {grid.cells} on {grid}, got {truncate(parts[1])}",
            text=text,
            position=len(parts[0]) + 1,
        )
    runs = _Cells(parts[2], len(parts[0]) + len(parts[1]) + 2, grid).runs
    from array import array

    kind = grid.code_format
    # Up to three copies exist at once: the codes, a run before it is appended, and the final copy.
    check_memory(3 * grid.cells * array(kind).itemsize, f"a view of {grid}", at_once=True)
    codes = array(kind)
    for code, count in runs:
        if count == 1:
            codes.append(code)
        else:
            codes.extend(array(kind, (code,)) * count)
    return View._of(grid, int(parts[1]), codes.tobytes())


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS


def _read_grid(words: str, text: str) -> Grid:
    sides, wraps, axes = words.partition("w")
    adjacency = "orthogonal" if sides.endswith("o") else "moore"
    numbers = sides.removesuffix("o").split("x")
    named = axes.split(".") if axes else []
    if not all(map(_is_number, numbers)) or not all(map(_is_number, named)):
        raise ParseError(f"expected a grid such as '2x3', '4x4x4o' or '4x6w0', got {truncate(words)}", text=text)
    try:
        wrap = [int(axis) for axis in named] or bool(wraps)
        return Grid([int(side) for side in numbers], adjacency=adjacency, wrap=wrap)  # type: ignore[arg-type]
    except ShapeError as error:
        raise ParseError(str(error), text=text, position=0) from None


class _Cells:
    """A line's parsed cells; ``runs`` contains pairs of a code and the number of consecutive cells with it.

    Args:
        text: the part of the line containing the cells.
        begin: index in the line where that part begins, for messages.
        grid: the board.
    """

    __slots__ = ("_begin", "_cells", "_grid", "_place", "_text", "runs")

    def __init__(self, text: str, begin: int, grid: Grid) -> None:
        self._text, self._begin, self._grid = text, begin, grid
        self._place = self._cells = 0
        self.runs: list[tuple[int, int]] = []
        while self._place < len(text):
            code, count = self._read()
            self._cells += count
            if self._cells > grid.cells:
                raise ParseError(f"expected {grid.cells} cells of {grid}, got more", text=text)
            self.runs.append((code, count))
        if self._cells < grid.cells:
            raise ParseError(f"expected {grid.cells} cells of {grid}, got {self._cells}", text=text)

    def _read(self) -> tuple[int, int]:
        text, begin = self._text, self._place
        first = text[begin]
        if first.isascii() and first.isalpha():
            is_covered = first.isupper()
            return (COVERED if is_covered else 0), self._read_run(is_covered)
        size = 2 if first in "~." else 1
        self._place += size
        if first == ".":
            clue = self._read_large(text[begin + 1 : begin + 2])
            if clue > self._grid.max_neighbours:
                self._refuse(f"a clue of at most {self._grid.max_neighbours} on {self._grid}", clue, begin)
            return clue, 1
        code = _CODES.get(text[begin : begin + size])
        if code is None:
            self._refuse("a letter, a digit, '_', '.', '~-' or '~_'", text[begin : begin + size], begin)
        if code > self._grid.max_neighbours:
            self._refuse(f"a clue of at most {self._grid.max_neighbours} on {self._grid}", code, begin)
        return code, 1

    def _read_run(self, is_covered: bool) -> int:
        text, begin, count = self._text, self._place, 0
        for letter in text[begin : begin + _MOST_LETTERS]:
            digit = ord(letter) - (64 if is_covered else 96)
            if not 1 <= digit <= 26:
                break
            count = count * 26 + digit
            self._place += 1
        return count

    def _read_large(self, second: str) -> int:
        if second and second in _DIGITS:
            return 10 + _DIGITS.index(second)
        begin = self._place
        end = self._text.find("-", begin, begin + _MOST_DIGITS + 1)
        number = self._text[begin : max(end, begin)]
        if second != "-" or not _is_number(number):
            self._refuse("a digit, a letter or '-NUMBER-' after '.'", self._text[begin - 2 : begin + 9], begin - 2)
        self._place = end + 1
        return int(number)

    def _refuse(self, expected: str, got: object, place: int) -> NoReturn:
        where = self._begin + place
        raise ParseError(
            f"expected {expected} at position {where}, got {truncate(got)}", text=self._text, position=where
        )
