r"""Read positions from pasted text: our own text form, plain pictures, output from hypersweep's commands, and lists.

``read_position`` recognises:

* The form read by ``View.parse``: a line such as "16x30 mines=99", then rows of cells.
* A plain picture: rows of characters, or of words separated by spaces. The number of mines may be before or after it
  ("99 mines", "mines=99", or "99" on its own line), optionally with the shape ("16x30 99"). Without a shape, a picture
  has two dimensions; with three or more, its rows are ordered as in ``View.format``.
* Output from ``hypersweep play`` and ``hypersweep esp``; if it contains several boards, the last one is read.
* Emoji: ⬜ and other squares are covered cells, ⬛ among them is a zero, keycaps are clues.
* Nested lists in Python or JSON notation, with one level per dimension.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hypersweep.errors import MineCountError, ParameterError, ParseError
from hypersweep.grid import Grid, check_cells
from hypersweep.picture.cell_appearance import ASCII, READINGS
from hypersweep.validation import truncate
from hypersweep.view import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG, View

if TYPE_CHECKING:
    from collections.abc import Iterable


LETTERS = {letter: clue for clue, letter in enumerate("abcdefghijklmnopqrstuvwxyz", 10) if letter not in "fx"}
"""Letters for clues of 10 or more: "a" is 10, as in hexadecimal. "f" and "x" have other meanings."""

_OWN = re.compile(r"\s*\S+[ \t]+mines=[\d?-]+(?:[ \t]+density=\S+)?[ \t]*\r?\n")
# Ignored: terminal colours, and the code points that turn a character into an emoji, such as a keycap "1".
_PASSED_OVER = re.compile("\033\\[[0-9;]*m|[\ufe0f\u20e3]")

# If Python can't parse nested lists, blame their depth if it exceeds this, otherwise the length of the text.
_MOST_DEPTH = 64
# Start of messages about a position whose number of mines is missing.
_UNKNOWN_MINES = "the number of mines is missing"

_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")

# Lines in the commands' output: headings with board and mines, frames, and axis labels. The page has these patterns
# too: ``web.page_tables`` writes them.
BOARD_LINE = re.compile(r"board (\S+), (\d{1,20}) mines?\b")
LEFT_LINE = re.compile(r"(?:(-?\d{1,20}) mines? left\b.*|\s*¶: (-?\d{1,20})\s*)")
MINES_LINE = re.compile(r"(?:mines?\s*[=:]?\s*(\d{1,20})|(\d{1,20})\s+mines?)", re.IGNORECASE)
SIDES = re.compile(r"\d+(?:x\d+)*(?:~\S+)?")
HEADER_LINE = re.compile(rf"({SIDES.pattern})[ ,]+(?:mines?\s*[=:]?\s*)?(\d{{1,20}})(?:\s+mines?)?", re.IGNORECASE)
HEADING_LINE = re.compile(r"\s*\[[*,\s\d]*\]\s*")
FRAME_LINE = re.compile(r"[\s|│║]*[=+\-─═┌┐└┘╔╗╚╝]{2}[\s=+\-─═┌┐└┘╔╗╚╝|│║┬┴┼├┤]*")
_BARS = "|│║"
WORD = re.compile(rf"[^\s{_BARS}]+")
# The commands label the coordinates of axis 2 as "layer 0"; older versions wrote "axis 2=0" and "x2=0".
_AXIS = r"(?:axis |x)"
_LAYER, _TABLE_ROW = rf"(?:layer |{_AXIS}2=)", rf"(?:table row |{_AXIS}3=)"
LABELLED_LINE = re.compile(rf"\s*(?:{_TABLE_ROW}(\d+) +)?\d+[|│] ")
TILES_LINE = re.compile(rf"\s*{_LAYER}\d+(?:\s+{_LAYER}\d+)*\s*")
GROUP_LINE = re.compile(rf"(?:group |{_AXIS}4=)\d+(?:, (?:group row |{_AXIS}\d+(?:=|: ))\d+)*")
# A coordinate in such a label; the number of an axis is followed by another character.
PLACE = re.compile(r"\d+(?=[\s,]|$)")
# Trailing spaces may be omitted, so a picture may have fewer characters than its board has cells. Padding every line to
# the longest could take memory quadratic in the file's size. So beyond _FREE_CELLS (a 256x256 board), each character
# allows at most _MOST_BLANKS additional cells.
_FREE_CELLS = 1 << 16
_MOST_BLANKS = 16
# Maximum number of axes in the commands' output. A grid has at most 2**64 cells, so at most 64 axes are longer than 1;
# without a limit, every cell in a picture would repeat all coordinates in its heading.
_MOST_AXES = 64
WINDOW_LINE = re.compile(r"\((?:(?:table |group )?rows?|columns?|cells?|layers?|groups?|x\d+|axis \d+:) .* of \d+")


def word_codes(words: Iterable[str], most: int, *, is_blank_zero: bool = False) -> dict[str, int]:
    """Return the code for each distinct word in a picture; words without a meaning are left out.

    "x" and "X" are exploded mines if another word, such as "#" or "_", is a covered cell; otherwise they are covered
    cells themselves. Similarly, "⬛" is a zero or covered. "." is a zero, or a mine if spaces are zeros, as HyperMines
    draws them.

    Args:
        words: the cells' words.
        most: the largest clue a cell can show.
        is_blank_zero: whether spaces are zeros; otherwise they have no meaning.

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
            code = LETTERS.get(word.lower())
        if code is not None and code <= most:
            codes[word] = code
    return codes


def list_view(grid: Grid | None, mines: int, value: object, max_cells: int | None = None) -> View:
    """Return the view for lists of codes or characters, nested with one level per axis, or flat if the grid is given.

    Raises:
        ParseError: the lists differ in length, or contain anything else.
        HypersweepError: the board, number of mines or a code is impossible.

    >>> list_view(None, 1, [["_", "1", " "], [-1, 1, 0]]).codes.tolist()
    [-1, 1, 0, -1, 1, 0]
    """
    shape = []
    level: list[object] = [value]
    while level and isinstance(level[0], list):
        lists = [part for part in level if isinstance(part, list)]
        sizes = sorted({len(part) for part in lists})
        if len(sizes) > 1 or len(lists) < len(level):
            raise ParseError(f"expected lists of equal length, got lists of {' and '.join(map(str, sizes))} cells")
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
    r"""Read a position from text.

    Args:
        text: the text, as pasted; terminal colours are ignored.
        grid: the board; overrides the text.
        mines: the number of mines; overrides the text.
        max_cells: maximum number of cells on the board, for untrusted text; None for no limit.

    Raises:
        ParseError: the text isn't a position; the message names line and column.
        ShapeError: the board has more cells than allowed.
        HypersweepError: the board or number of mines is impossible.

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
            raise ParseError(f"{_UNKNOWN_MINES}: the lists don't contain it", text=text)
        return list_view(grid, mines, found, max_cells)
    try:
        if grid is None and _OWN.match(text):
            view = View.parse(text, max_cells=max_cells)
            return view if mines is None else View(view.grid, mines, view.codes)
    except ParseError:
        pass  # the code below accepts more forms, and its errors are more detailed
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
        raise ParseError(f"{_UNKNOWN_MINES}: add it, such as in a line '99 mines' above the cells", text=text)
    if not 0 <= count <= own.cells:
        raise MineCountError(f"expected mines from 0 to {own.cells}, got {truncate(count)} (grid {own})")
    if picture.is_raveled:
        return View(own, count, numbers)
    # ``View.parse`` puts the rows of a board with three or more dimensions in index order.
    rows = [" ".join(ASCII.get(codes[word.text]) or str(codes[word.text]) for word in row) for row in picture.words]
    return View.parse("\n".join((f"{own} mines={count}", *rows)))


def name_option(error: ParseError, option: str) -> ParseError:
    """If the number of mines is missing, add a command's option to the error; return other errors unchanged.

    Args:
        error: the error.
        option: the option that sets the number of mines, such as "--mines N".

    >>> name_option(ParseError("the number of mines is missing"), "--mines N")
    ParseError('the number of mines is missing; --mines N sets it')
    """
    if _UNKNOWN_MINES not in str(error):
        return error
    return ParseError(f"{error}; {option} sets it", text=error.text, position=error.position)


def _expected(grid: Grid) -> str:
    return f"'#', 'F', '.' or a clue from 1 to {grid.max_neighbours}"


def _literal(text: str) -> list[object] | None:
    """Parse nested lists in Python or JSON notation; return None for any other text."""
    import ast

    if "#" in _QUOTED.sub("", text):
        # The text is a picture such as "[1]#"; Python would take the rest of the line for a comment.
        return None
    try:
        found = ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError):
        return None
    except (MemoryError, RecursionError):
        if _depth(text) <= _MOST_DEPTH:
            # The text is a long Python expression, for example a sum of many numbers.
            raise ParseError("expected only lists of codes or characters, got a long expression", text=text) from None
        raise ParameterError("the lists are nested deeper than any board has dimensions") from None
    return found if isinstance(found, list) else None


def _depth(text: str) -> int:
    """Return the maximum depth of nested brackets in a text, ignoring brackets in quotes."""
    depth = deepest = 0
    for character in _QUOTED.sub("", text):
        depth += (character in "[({") - (character in "])}")
        deepest = max(deepest, depth)
    return deepest


if TYPE_CHECKING:
    # A line's number, counting from 1, and its text.
    Line = tuple[int, str]


class Word:
    """A cell's word, with its line and column, counting from 1; an omitted space has line 0."""

    __slots__ = ("column", "line", "text")

    column: int
    line: int
    text: str

    def __init__(self, line: int, column: int, text: str) -> None:
        self.line, self.column, self.text = line, column, text


# A single object for all omitted spaces, to save memory.
_LEFT_OUT = Word(0, 0, " ")


class Picture:
    """A parsed picture.

    Attributes:
        grid: the board.
        words: the cells' words, in index order or in the order of the text.
        is_raveled: whether the words are in index order.
        mines: number of mines, or None if the text doesn't state it.
        mines_left: number of mines without a flag, or None if the text doesn't state it.
        is_blank_zero: whether spaces are zeros.
    """

    __slots__ = ("grid", "is_blank_zero", "is_raveled", "mines", "mines_left", "words")

    grid: Grid
    is_raveled: bool
    words: list[list[Word]]

    def __init__(self, grid: Grid, words: list[list[Word]], *, is_raveled: bool = False) -> None:
        self.grid, self.words, self.is_raveled = grid, words, is_raveled
        self.mines: int | None = None
        self.mines_left: int | None = None
        self.is_blank_zero: bool = any(word.text == " " for row in words for word in row)


def take_apart(text: str, grid: Grid | None = None, max_cells: int | None = None) -> Picture:
    r"""Parse a picture from text.

    Args:
        text: the text, without terminal colours and other ignored characters.
        grid: the board, or None to read it from the text.
        max_cells: maximum number of cells on the board; None for no limit.

    Raises:
        ParseError: the text isn't a picture of a whole board.
        ShapeError: the board is impossible or has more cells than allowed.

    >>> picture = take_apart("2x3, 1 mine\n_1.\n_1.")
    >>> picture.grid, picture.mines, [word.text for row in picture.words for word in row]
    (Grid('2x3'), 1, ['_', '1', '.', '_', '1', '.'])
    """
    lines = list(enumerate(text.replace("\r\n", "\n").split("\n"), 1))
    if part := next((number for number, line in lines if WINDOW_LINE.match(line)), 0):
        raise ParseError(f"line {part} shows only a part of the board: the whole board is needed", text=text)
    mines = left = announced = None
    rest = []
    for number, line in lines:
        if found := BOARD_LINE.match(line):
            announced, mines = Grid.parse(found[1]), int(found[2])
        elif found := LEFT_LINE.fullmatch(line):
            left = int(found[1] or found[2])
        else:
            rest.append((number, line))
    if any(LABELLED_LINE.match(line) for _, line in rest):
        for _, line in rest:
            named, count = _announcement(line)
            announced, mines = announced or named, count if mines is None else mines
        picture = _labelled(rest, grid or announced, max_cells)
    elif announced is not None and announced.dimensions == 1:
        picture = _labelled_row(rest, announced)
    else:
        picture = _plain(rest, grid or announced, max_cells)
    picture.mines = picture.mines if mines is None else mines
    picture.mines_left = left
    return picture


def _words(line: str, number: int, begin: int = 0, end: int | None = None) -> list[Word]:
    pieces = WORD.finditer(line, begin, len(line) if end is None else end)
    return [Word(number, found.start() + 1, found[0]) for found in pieces]


def _coordinate(label: str, number: int) -> int:
    if not label.isdecimal() or len(label) > 20:
        raise ParseError(f"expected a coordinate of at most 20 digits in line {number}, got {truncate(label)}")
    return int(label)


def _labelled(lines: list[Line], grid: Grid | None, max_cells: int | None) -> Picture:
    """Parse the last board drawn by ``text_picture.draw``, with coordinates next to every row."""
    cells: dict[tuple[int, ...], Word] = {}
    tiles, side, dimensions = [0], 0, 2
    higher: tuple[int, ...] = ()
    for number, line in lines:
        if GROUP_LINE.fullmatch(line):
            higher = tuple(_coordinate(place, number) for place in PLACE.findall(line))
            dimensions = 4 + len(higher)
            if dimensions > _MOST_AXES:
                raise ParseError(f"expected a picture of at most {_MOST_AXES} axes, got {dimensions} in line {number}")
        elif TILES_LINE.fullmatch(line):
            tiles = [_coordinate(place, number) for place in PLACE.findall(line)]
            dimensions = max(dimensions, 3)
        elif found := LABELLED_LINE.match(line):
            if found[1]:
                side, dimensions = _coordinate(found[1], number), max(dimensions, 4)
            bars = [place for place, character in enumerate(line) if character in _BARS]
            # A tile's label is between the previous bar and the tile's own bar; bars aren't part of a label.
            edges = zip(tiles, [0, *bars], bars, [*bars[1:], len(line)], strict=False)
            for tile, before, begin, end in edges:
                row = _coordinate((line[before:begin].split() or [""])[-1], number)
                words = _words(line, number, begin, end)
                # If another bar follows, the last word before it is a label for the row in the next tile.
                for column, word in enumerate(words if end == len(line) else words[:-1]):
                    cell = (row, column, tile, side, *higher)[:dimensions]
                    if cell in cells:
                        # A repeated cell means that another board begins, so drop the previous one.
                        cells.clear()
                    cells[cell] = word
    if len({*map(len, cells)}) > 1:
        raise ParseError("the rows have different numbers of dimensions")
    own = grid or Grid([max(places) + 1 for places in zip(*cells, strict=True)])
    check_cells(own, max_cells)
    if len(cells) != own.cells or any(cell not in own for cell in cells):
        raise ParseError(f"expected a picture of all {own.cells} cells of {own}, got one of {len(cells)} cells")
    return Picture(own, [[cells[cell] for cell in own]], is_raveled=True)


def _labelled_row(lines: list[Line], grid: Grid) -> Picture:
    """Parse the last one-dimensional board. Each label's digits are written vertically above its cell."""
    found: list[Word] = []
    labels = 0
    for number, line in lines:
        if labels == 1:
            found += _words(line, number)
        elif not labels and line.startswith(" ") and line.strip().replace(" ", "").isdigit():
            if len(found) >= grid.cells:
                found = []
            # This is the first of the label lines; there is one for each digit of the last label.
            labels = len(str(len(found) + (len(line) + 1) // 2 - 1)) + 1
        labels = max(0, labels - 1)
    if len(found) != grid.cells:
        raise ParseError(f"expected a picture of all {grid.cells} cells of {grid}, got one of {len(found)} cells")
    return Picture(grid, [found], is_raveled=True)


def _plain(lines: list[Line], grid: Grid | None, max_cells: int | None) -> Picture:
    lines = [(number, line) for number, line in lines if not HEADING_LINE.fullmatch(line)]
    lines = lines[next((place for place, (_, line) in enumerate(lines) if line.strip()), len(lines)) :]
    mines = None
    frames = [place for place, (_, line) in enumerate(lines) if FRAME_LINE.fullmatch(line)]
    if len(frames) > 1:
        for _, line in (*lines[: frames[0]], *lines[frames[-1] :]):
            named, count = _announcement(line)
            grid, mines = grid or named, count if mines is None else mines
        lines = lines[frames[-2] + 1 : frames[-1]]
    else:
        while lines and not lines[-1][1]:
            del lines[-1]
        for place in (0, -1):
            if lines:
                named, count = _announcement(lines[place][1], [line for _, line in lines[1:-1] or lines[1 + place :]])
                grid, mines = grid or named, count if mines is None else mines
                if named is not None or count is not None:
                    del lines[place]
    rows = [(number, *_unframed(line)) for number, line in lines]
    if not any(line.strip() for _, _, line in rows):
        raise ParseError("expected rows of cells, got none")
    picture = _rows(rows, grid, max_cells)
    picture.mines = mines
    return picture


def _announcement(line: str, others: list[str] | None = None) -> tuple[Grid | None, int | None]:
    """Return the board and the number of mines stated in a line, or None for each if it isn't stated.

    A line with only a shape or only a number might be a row of cells, and is taken for one unless the next row differs
    in length.
    """
    text = line.strip()
    if found := HEADER_LINE.fullmatch(text):
        if "x" in found[1] or "~" in found[1] or "mine" in text.lower():
            return Grid.parse(found[1]), int(found[2])
    elif found := MINES_LINE.fullmatch(text):
        return None, int(found[1] or found[2])
    elif others and SIDES.fullmatch(text) and len(text) < 100:
        row = next((other.strip() for other in others if other.strip()), text)
        if len(row) != len(text):
            return (None, int(text)) if text.isdigit() else (Grid.parse(text), None)
    return None, None


def _unframed(line: str) -> tuple[int, str]:
    """Return how many characters were removed from a row's start, and the row without the bars at its ends."""
    text = line.strip()
    if len(text) > 1 and text[0] in _BARS and text[-1] in _BARS:
        return line.index(text[0]) + 1, text[1:-1]
    return 0, line


def _rows(rows: list[tuple[int, int, str]], grid: Grid | None, max_cells: int | None) -> Picture:
    """Split rows into cells: words separated by spaces, or characters, where a space is a zero.

    Without ``grid``, a row has as many cells as the first row or, if spaces are zeros, as the longest row.
    """
    if grid is not None:
        check_cells(grid, max_cells)
    filled = [row for row in rows if row[2].strip()]
    texts = [line.strip() for _, _, line in filled]
    words = [WORD.findall(line) for line in texts]
    is_spaced = any(len(own) > 1 for own in words) and all(
        len(word) == 1 or word.isdigit() for own in words for word in own
    )
    has_blanks = not is_spaced and (
        any(len(own) > 1 for own in words)
        or len({len(line) - len(line.lstrip()) for _, _, line in filled}) > 1
        or (any(line != line.rstrip() for _, _, line in filled) and not _is_even(filled, texts))
    )
    if grid is not None:
        length = grid.cells if grid.dimensions == 1 else grid.shape[1] * (grid.shape[2] if grid.dimensions > 2 else 1)
    elif is_spaced:
        length = next(len(own) for own in words if own)
    else:
        length = max(len(line) for _, _, line in rows) if has_blanks else len(texts[0])
    # A blank line is a row of zeros if spaces are zeros; otherwise it is ignored.
    kept = [*rows] if has_blanks and not all(_fits(line, length) for line in texts) else filled
    while kept and not kept[-1][2]:
        del kept[-1]
    own = grid or Grid((len(kept), length))
    # Check the number of cells before allocating them; there may be far too many.
    check_cells(own, max_cells)
    if has_blanks or any(indent for _, indent, _ in kept):
        most = _FREE_CELLS + _MOST_BLANKS * sum(len(line) + 1 for _, _, line in kept)
        if max(own.cells, len(kept) * length) > most:
            raise ParseError(f"expected a picture of all {own.cells} cells of {own}, got far fewer characters")
    read = [_cells(*row, length, has_blanks or row[1] > 0) for row in kept]
    expected = own.cells // length
    if len(read) != expected:
        place = f": line {kept[expected][0]}" if len(read) > expected else ""
        raise ParseError(f"expected {expected} rows of {length} cells for {own}, got {len(read)} rows{place}")
    return Picture(own, read)


def _is_even(rows: list[tuple[int, int, str]], texts: list[str]) -> bool:
    """Return whether rows have equal lengths only after stripping leading and trailing spaces."""
    return len(set(map(len, texts))) == 1 and len({len(line) for _, _, line in rows}) > 1


def _fits(line: str, length: int) -> bool:
    words = WORD.findall(line)
    return len(words) == length or len("".join(words)) == length


def _cells(number: int, indent: int, line: str, length: int, may_be_blank: bool) -> list[Word]:
    words = _words(line, number)
    left_out = 0
    if len(words) == length:
        pieces = words
    elif sum(len(word.text) for word in words) == length:
        pieces = [Word(number, word.column + place, letter) for word in words for place, letter in enumerate(word.text)]
    elif may_be_blank and len(line.rstrip()) <= length:
        pieces = [Word(number, place, letter) for place, letter in enumerate(line[:length], 1)]
        left_out = length - len(pieces)
    else:
        got = len(words) if len(words) > 1 and all(len(word.text) == 1 for word in words) else len(line.strip())
        raise ParseError(f"expected {length} cells in line {number}, got {got}: {truncate(line.strip())}")
    for piece in pieces:
        piece.column += indent
    return pieces + [_LEFT_OUT] * left_out
