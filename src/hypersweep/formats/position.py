r"""Positions as people paste them: our own text form, plain pictures, what the games here print, and lists.

``read_position`` knows them apart by their looks:

* The form of ``View.parse``: a line such as "16x30 mines=99", then rows of cells.
* A plain picture: rows of characters, or of words with blanks between them. Before or after it may stand a number of
  mines ("99 mines", "mines=99", or "99" on a line of its own), with the sides before that ("16x30 99"). Without sides
  a picture has two dimensions; with more than two, its rows are those of ``View.format``.
* What ``hypersweep play`` and ``hypersweep esp`` print, a whole session too: the last board counts.
* Emoji: ⬜ and other squares are covered cells, ⬛ is a zero beside them, keycaps are clues.
* Lists of lists in the notation of Python or JSON, nested as deep as the board has dimensions.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hypersweep.errors import MineCountError, ParameterError, ParseError
from hypersweep.formats.picture import take_apart
from hypersweep.grid import Grid, check_cells
from hypersweep.picture.cell_appearance import ASCII, READINGS
from hypersweep.validation import truncate
from hypersweep.view import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG, View

if TYPE_CHECKING:
    from collections.abc import Iterable

# Clues of two digits as one character: "a" is 10, as in hexadecimal numbers. "f" and "x" mean something else.
_LETTERS = {letter: clue for clue, letter in enumerate("abcdefghijklmnopqrstuvwxyz", 10) if letter not in "fx"}

_OWN = re.compile(r"\s*\S+[ \t]+mines=\d+[ \t]*\r?\n")
# Colours of terminals, and what makes an emoji of a character: of "1" the keycap.
_PASSED_OVER = re.compile("\033\\[[0-9;]*m|[\ufe0f\u20e3]")

# Deepest nesting of lists that a message takes for that of a board; Python itself reads a few hundred levels.
_MOST_DEPTH = 64
# How the messages about a position without a number of mines begin.
_UNKNOWN_MINES = "expected a number of mines"

_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")


def word_codes(words: Iterable[str], most: int, *, is_blank_zero: bool = False) -> dict[str, int]:
    """The codes of the different words of a picture; words that mean nothing are left out.

    "x" and "X" are covered cells where nothing else is one, and mines that exploded beside "#", "_" and the like; "⬛"
    is a zero there. "." is a zero, but a mine where blanks are zeros, as HyperMines draws them.

    Args:
        words: words of the cells.
        most: the largest clue that a cell can show.
        is_blank_zero: whether blanks are zeros; otherwise they mean nothing.

    >>> word_codes({"#", "x", "3", "9"}, 8) == {"#": -1, "x": -4, "3": 3}
    True
    """
    different = set(words)
    has_cover = any(READINGS.get(word) == COVERED for word in different)
    codes = {}
    for word in different:
        code = READINGS.get(word)
        if word in ("x", "X"):
            code = EXPLODED if has_cover else COVERED
        elif word == "⬛":
            code = 0 if has_cover else COVERED
        elif word in (" ", ".") and is_blank_zero:
            code = MINE if word == "." else 0
        elif code is None and word.isascii() and word.isdigit() and len(word) < 10:
            code = int(word)
        elif code is None and most > 9:
            code = _LETTERS.get(word.lower())
        if code is not None and code <= most:
            codes[word] = code
    return codes


def list_view(grid: Grid | None, mines: int, value: object, max_cells: int | None = None) -> View:
    """The view of lists of codes or characters, nested as the board is, or flat where the board is known.

    Raises:
        ParseError: lists of different lengths, or something else in them.
        HypersweepError: an impossible board, mines or codes.

    >>> list_view(None, 1, [["_", "1", " "], [-1, 1, 0]]).codes.tolist()
    [-1, 1, 0, -1, 1, 0]
    """
    shape = []
    level: list[object] = [value]
    while level and isinstance(level[0], list):
        lists = [part for part in level if isinstance(part, list)]
        sizes = sorted({len(part) for part in lists})
        if len(sizes) > 1 or len(lists) < len(level):
            raise ParseError(f"expected lists of one length, got {' and '.join(map(str, sizes))} cells in some")
        shape.append(sizes[0])
        level = [item for part in lists for item in part]
    own = Grid(shape) if grid is None else grid
    check_cells(own, max_cells)
    if tuple(shape) != own.shape and shape != [own.cells]:
        raise ParseError(f"expected lists of the {own.cells} cells of {own}, got {'x'.join(map(str, shape)) or 'none'}")
    words = {item for item in level if isinstance(item, str)}
    codes = word_codes(words, own.max_neighbours, is_blank_zero=" " in words)
    if unknown := words - codes.keys():
        raise ParseError(f"expected {_expected(own)} in the lists, got {truncate(min(unknown))}")
    return View(own, mines, [codes[item] if isinstance(item, str) else item for item in level])  # type: ignore[misc]


def read_position(
    text: str, *, grid: Grid | None = None, mines: int | None = None, max_cells: int | None = None
) -> View:
    r"""The position that a text shows.

    Args:
        text: the text, as pasted; colours are passed over.
        grid: the board, overriding the text.
        mines: the number of mines, likewise.
        max_cells: the most cells the board may have, for reading what strangers send; None for any number.

    Raises:
        ParseError: not a position; the message names line and column.
        ShapeError: a board of more cells than it may have.
        HypersweepError: an impossible board or number of mines.

    >>> print(read_position("  ■2■\n  1■■\n3 mines"))
    2x3 mines=3
    # 2 #
    1 # #
    """
    text = _PASSED_OVER.sub("", text.removeprefix("\ufeff"))
    if not text.strip():
        raise ParseError("expected a position, got nothing")
    if text.lstrip()[0] == "[" and (found := _literal(text.strip())) is not None:
        if mines is None:
            raise ParseError(f"{_UNKNOWN_MINES}: lists don't say how many mines there are", text=text)
        return list_view(grid, mines, found, max_cells)
    try:
        if grid is None and _OWN.match(text):
            view = View.parse(text, max_cells=max_cells)
            return view if mines is None else View(view.grid, mines, view.codes)
    except ParseError:
        pass  # more is understood here, and told
    picture = take_apart(text, grid, max_cells)
    own, most = picture.grid, picture.grid.max_neighbours
    words = [word for row in picture.words for word in row]
    codes = word_codes((word.text for word in words), most, is_blank_zero=picture.is_blank_zero)
    for word in words:
        if word.text not in codes:
            where = f"in line {word.line}, column {word.column}"
            raise ParseError(f"expected {_expected(own)} {where}, got {truncate(word.text)}", text=text)
    numbers = [codes[word.text] for word in words]
    count = picture.mines if mines is None else mines
    if count is None and picture.mines_left is not None:
        count = picture.mines_left + numbers.count(FLAGGED) + numbers.count(WRONG_FLAG)
    if count is None:
        raise ParseError(f"{_UNKNOWN_MINES}, such as a line '99 mines' above the cells", text=text)
    if not 0 <= count <= own.cells:
        raise MineCountError(f"expected mines of 0 to {own.cells}, got {truncate(count)} (grid {own})")
    if picture.is_raveled:
        return View(own, count, numbers)
    # The order of the rows of a board of many dimensions is the text form's business.
    rows = [" ".join(ASCII.get(codes[word.text]) or str(codes[word.text]) for word in row) for row in picture.words]
    return View.parse("\n".join((f"{own} mines={count}", *rows)))


def name_option(error: ParseError, option: str) -> ParseError:
    """Return the error of a reader, with the option that gives a position its number of mines if that is missing.

    Args:
        error: the error.
        option: the option of a command, such as "--mines N".

    >>> name_option(ParseError("expected a number of mines"), "--mines N")
    ParseError('expected a number of mines; --mines N says it')
    """
    if _UNKNOWN_MINES not in str(error):
        return error
    return ParseError(f"{error}; {option} says it", text=error.text, position=error.position)


def _expected(grid: Grid) -> str:
    return f"'#', 'F', '.' or a clue of 1 to {grid.max_neighbours}"


def _literal(text: str) -> list[object] | None:
    """Lists in the notation of Python or JSON; None for anything else."""
    import ast

    if "#" in _QUOTED.sub("", text):
        # Python would read the rest of the line as a comment: "[1]#" is a picture.
        return None
    try:
        found = ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError):
        return None
    except (MemoryError, RecursionError):
        if _depth(text) <= _MOST_DEPTH:
            # A sum of many numbers, for example.
            raise ParseError("expected lists of codes or characters alone, got a long expression", text=text) from None
        raise ParameterError("expected lists nested no deeper than a board has dimensions, got deeper ones") from None
    return found if isinstance(found, list) else None


def _depth(text: str) -> int:
    """Return how deep the brackets of a text are nested, those in quotes left out."""
    depth = deepest = 0
    for character in _QUOTED.sub("", text):
        depth += (character in "[({") - (character in "])}")
        deepest = max(deepest, depth)
    return deepest
