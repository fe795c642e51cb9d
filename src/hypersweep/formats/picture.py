"""Parser of text pictures of boards: the board, the number of mines, and the word of each cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hypersweep.errors import ParseError
from hypersweep.grid import Grid, check_cells
from hypersweep.validation import truncate

if TYPE_CHECKING:
    # A line and its number, from 1 on.
    Line = tuple[int, str]

# What the games here say of a board, and of mines that have no flag yet.
_BOARD = re.compile(r"board (\S+), (\d{1,20}) mines?\b")
_LEFT = re.compile(r"(?:(-?\d{1,20}) mines? left\b.*|\s*¶: (-?\d{1,20})\s*)")
_MINES = re.compile(r"(?:mines?\s*[=:]?\s*(\d{1,20})|(\d{1,20})\s+mines?)", re.IGNORECASE)
_SIDES = r"\d+(?:x\d+)*(?:~\S+)?"
_HEADER = re.compile(rf"({_SIDES})[ ,]+(?:mines?\s*[=:]?\s*)?(\d{{1,20}})(?:\s+mines?)?", re.IGNORECASE)
_HEADING = re.compile(r"\s*\[[*,\s\d]*\]\s*")
_FRAME = re.compile(r"[\s|│║]*[=+\-─═┌┐└┘╔╗╚╝]{2}[\s=+\-─═┌┐└┘╔╗╚╝|│║┬┴┼├┤]*")
_BARS = "|│║"
_WORD = re.compile(rf"[^\s{_BARS}]+")
# Axis 2 is "axis 2" in the pictures that are drawn now, and "x2" in those that were.
_AXIS = r"(?:axis |x)"
_LABELLED = re.compile(rf"\s*(?:{_AXIS}3=(\d+) +)?\d+[|│] ")
_TILES = re.compile(rf"\s*{_AXIS}2=\d+(?:\s+{_AXIS}2=\d+)*\s*")
_GROUP = re.compile(rf"{_AXIS}4=\d+(?:, {_AXIS}\d+=\d+)*")
# Blanks at the end of a line may be left out, so a picture may have fewer characters than its board has cells. Padding
# every line to the longest one takes the square of the file's size, so beyond these cells, a board of 256x256, each
# character stands for at most so many more.
_FREE_CELLS = 1 << 16
_MOST_BLANKS = 16
# Largest number of axes in a drawn picture. A grid has at most 2**64 cells, so no more axes than these have two
# coordinates; without a limit, each cell of a picture would repeat all the coordinates of its heading.
_MOST_AXES = 64
_WINDOW = re.compile(r"\((?:rows?|columns?|cells?|x\d+|axis \d+:) .* of \d+")


class Word:
    """The word of a cell with its line and column, from 1 on; line 0 for blanks that the text omits."""

    __slots__ = ("column", "line", "text")

    column: int
    line: int
    text: str

    def __init__(self, line: int, column: int, text: str) -> None:
        self.line, self.column, self.text = line, column, text


# Shared by all cells whose blanks are left out, so that they cost no memory of their own.
_LEFT_OUT = Word(0, 0, " ")


class Picture:
    """A picture taken apart.

    Attributes:
        grid: the board.
        words: words of its cells, in the order of the indices or of the text.
        is_raveled: whether it is the order of the indices.
        mines: how many there are, or None where the text doesn't say.
        mines_left: how many have no flag, likewise.
        is_blank_zero: whether blanks are zeros.
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
    r"""The picture that a text holds.

    Args:
        text: the text, without escape sequences.
        grid: the board, or None for what the text says.
        max_cells: the most cells the board may have; None for any number.

    Raises:
        ParseError: no picture of a whole board.
        ShapeError: an impossible board, or one of more cells than it may have.

    >>> picture = take_apart("2x3, 1 mine\n_1.\n_1.")
    >>> picture.grid, picture.mines, [word.text for row in picture.words for word in row]
    (Grid('2x3'), 1, ['_', '1', '.', '_', '1', '.'])
    """
    lines = list(enumerate(text.replace("\r\n", "\n").split("\n"), 1))
    if part := next((number for number, line in lines if _WINDOW.match(line)), 0):
        raise ParseError(f"expected a whole board, but line {part} says that this is part of one", text=text)
    mines = left = announced = None
    rest = []
    for number, line in lines:
        if found := _BOARD.match(line):
            announced, mines = Grid.parse(found[1]), int(found[2])
        elif found := _LEFT.fullmatch(line):
            left = int(found[1] or found[2])
        else:
            rest.append((number, line))
    if any(_LABELLED.match(line) for _, line in rest):
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
    pieces = _WORD.finditer(line, begin, len(line) if end is None else end)
    return [Word(number, found.start() + 1, found[0]) for found in pieces]


def _coordinate(label: str, number: int) -> int:
    if not label.isdecimal() or len(label) > 20:
        raise ParseError(f"expected a coordinate of at most 20 digits in line {number}, got {truncate(label)}")
    return int(label)


def _labelled(lines: list[Line], grid: Grid | None, max_cells: int | None) -> Picture:
    """The last board that ``drawing.draw`` made, where every row says which it is."""
    cells: dict[tuple[int, ...], Word] = {}
    tiles, side, dimensions = [0], 0, 2
    higher: tuple[int, ...] = ()
    for number, line in lines:
        if _GROUP.fullmatch(line):
            higher = tuple(_coordinate(part.partition("=")[2], number) for part in line.split(", "))
            dimensions = 4 + len(higher)
            if dimensions > _MOST_AXES:
                raise ParseError(f"expected a picture of at most {_MOST_AXES} axes, got {dimensions} in line {number}")
        elif _TILES.fullmatch(line):
            tiles = [_coordinate(part.partition("=")[2], number) for part in line.split() if "=" in part]
            dimensions = max(dimensions, 3)
        elif found := _LABELLED.match(line):
            if found[1]:
                side, dimensions = _coordinate(found[1], number), max(dimensions, 4)
            bars = [place for place, character in enumerate(line) if character in _BARS]
            # The label of a tile stands between the bar before it and its own; a bar belongs to no label.
            edges = zip(tiles, [0, *bars], bars, [*bars[1:], len(line)], strict=False)
            for tile, before, begin, end in edges:
                row = _coordinate((line[before:begin].split() or [""])[-1], number)
                words = _words(line, number, begin, end)
                # Before a further bar stands the label of its row.
                for column, word in enumerate(words if end == len(line) else words[:-1]):
                    cell = (row, column, tile, side, *higher)[:dimensions]
                    if cell in cells:
                        # Another picture begins.
                        cells.clear()
                    cells[cell] = word
    if len({*map(len, cells)}) > 1:
        raise ParseError("expected rows of a board of one number of dimensions, got rows of several")
    own = grid or Grid([max(places) + 1 for places in zip(*cells, strict=True)])
    check_cells(own, max_cells)
    if len(cells) != own.cells or any(cell not in own for cell in cells):
        raise ParseError(f"expected a picture of all {own.cells} cells of {own}, got one of {len(cells)} cells")
    return Picture(own, [[cells[cell] for cell in own]], is_raveled=True)


def _labelled_row(lines: list[Line], grid: Grid) -> Picture:
    """The last board of one dimension: labels over each piece of its row, digits below each other, then the cells."""
    found: list[Word] = []
    labels = 0
    for number, line in lines:
        if labels == 1:
            found += _words(line, number)
        elif not labels and line.startswith(" ") and line.strip().replace(" ", "").isdigit():
            if len(found) >= grid.cells:
                found = []
            # One label line per digit of the last label; this is the first of them.
            labels = len(str(len(found) + (len(line) + 1) // 2 - 1)) + 1
        labels = max(0, labels - 1)
    if len(found) != grid.cells:
        raise ParseError(f"expected a picture of all {grid.cells} cells of {grid}, got one of {len(found)} cells")
    return Picture(grid, [found], is_raveled=True)


def _plain(lines: list[Line], grid: Grid | None, max_cells: int | None) -> Picture:
    lines = [(number, line) for number, line in lines if not _HEADING.fullmatch(line)]
    lines = lines[next((place for place, (_, line) in enumerate(lines) if line.strip()), len(lines)) :]
    mines = None
    frames = [place for place, (_, line) in enumerate(lines) if _FRAME.fullmatch(line)]
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
    """The board and the mines that a line announces, if it announces any.

    Sides alone or a number alone might be a row as well: they are none if the rows look different.
    """
    text = line.strip()
    if found := _HEADER.fullmatch(text):
        if "x" in found[1] or "~" in found[1] or "mine" in text.lower():
            return Grid.parse(found[1]), int(found[2])
    elif found := _MINES.fullmatch(text):
        return None, int(found[1] or found[2])
    elif others and re.fullmatch(_SIDES, text) and len(text) < 100:
        row = next((other.strip() for other in others if other.strip()), text)
        if len(row) != len(text):
            return (None, int(text)) if text.isdigit() else (Grid.parse(text), None)
    return None, None


def _unframed(line: str) -> tuple[int, str]:
    """A row without the bars at its two ends, and the characters before it."""
    text = line.strip()
    if len(text) > 1 and text[0] in _BARS and text[-1] in _BARS:
        return line.index(text[0]) + 1, text[1:-1]
    return 0, line


def _rows(rows: list[tuple[int, int, str]], grid: Grid | None, max_cells: int | None) -> Picture:
    """The rows as cells: words with blanks between them, or characters; blanks among characters are zeros.

    A row is as long as the board's; without a given board, as long as the first row.
    """
    if grid is not None:
        check_cells(grid, max_cells)
    filled = [row for row in rows if row[2].strip()]
    texts = [line.strip() for _, _, line in filled]
    words = [_WORD.findall(line) for line in texts]
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
    # A line of blanks is a row of zeros, if blanks are zeros at all, and else nothing.
    kept = [*rows] if has_blanks and not all(_fits(line, length) for line in texts) else filled
    while kept and not kept[-1][2]:
        del kept[-1]
    own = grid or Grid((len(kept), length))
    # Before a cell is made of anything: there may be far too many.
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
    """Whether rows are of one length without the blanks at their ends, and not with them."""
    return len(set(map(len, texts))) == 1 and len({len(line) for _, _, line in rows}) > 1


def _fits(line: str, length: int) -> bool:
    words = _WORD.findall(line)
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
