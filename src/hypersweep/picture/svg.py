"""SVG pictures of boards in any number of dimensions, for notebooks, papers and web pages.

Elements have classes that begin with "hs-", and their colours as attributes. A page can restyle them with a style
sheet, which overrides attributes, and viewers without style sheets still show the colours.

The level of detail depends on the number of cells. Up to ``MOST_TITLED`` cells, each cell is a separate box with a
title for tooltips and screen readers. Up to ``MOST_WRITTEN``, each run of cells with the same look is one box, and grid
lines are drawn on top. Larger boards are drawn only as runs, with one pixel per cell.
"""

from __future__ import annotations

import re
from itertools import groupby
from math import isnan
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.errors import LayoutError, ParameterError, ParameterTypeError
from hypersweep.grid import Grid
from hypersweep.picture.arrangement import PIXELS, Arrangement, Metrics, row_number
from hypersweep.picture.cell_appearance import CLUE, CURSOR, TARGET, code_text
from hypersweep.picture.colours import chance_colour, chance_ink, contrast, mix, readable, with_contrast
from hypersweep.picture.fitting import folded
from hypersweep.picture.markup import arrow, cross, decimal, escaped, flag, mine, tick
from hypersweep.picture.themes import PRINTED, THEMES, Theme
from hypersweep.text import place_text, pluralize
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from hypersweep.typing import Cell, CellLike

    Point = tuple[float, float]

MOST_TITLED = 1_000
"""Maximum number of cells on a board whose cells get titles by default."""

MOST_WRITTEN = 50_000
"""Maximum number of cells on a board whose cells show symbols; larger boards show only colours."""

MOST_DRAWN = 4_000_000
"""Maximum number of cells on a board that can be drawn at all."""

TICK = "✓"
"""Text for a cell that is drawn as a tick symbol, just as "✱" is drawn as a mine."""

# Default distance between cells, and maximum default width of the picture, in pixels.
_USUAL_CELL = 25
_USUAL_WIDTH = 1000
_FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"
# Matches colour names, numbers and functions such as rgb(), but no character that could end an attribute or begin
# another.
_COLOUR = re.compile(r"[#\w(),.%/ +-]{1,100}")


def size_title(grid: Grid, mines: int | str) -> str:
    """Return the title for a board's picture: its size and mines, given as a number or in words.

    >>> size_title(Grid("3x4"), 1)
    '3x4, 1 mine'
    """
    return f"{grid}, {mines if isinstance(mines, str) else pluralize(mines, 'mine')}"


def board_svg(
    board: object,
    codes: Sequence[int] | None = None,
    *,
    title: str | None = None,
    theme: str | Theme = "light",
    fill: object = None,
    words: object = None,
    marks: Mapping[Cell, int] | Mapping[int, int] | None = None,
    last: CellLike | None = None,
    arrows: Iterable[tuple[CellLike, CellLike]] = (),
    size: float | str | None = None,
    has_labels: bool = True,
    has_titles: bool | None = None,
    is_styled: bool = True,
) -> str:
    """Return a board as SVG text.

    Tiles of axes 0 and 1 are side by side along axis 2, below each other along axis 3, and so on; lines that are too
    wide continue below. Elements have classes that begin with "hs-"; ``docs/pictures.md`` lists them.

    Args:
        board: what to draw: a ``View``, a ``Game``, or anything else that has a ``grid`` and ``codes``; or a ``Grid``
            or text, along with codes.
        codes: a code per cell, in index order, as in a ``View``.
        title: description of the picture, for people who can't see it; None for the board's size and mines.
        theme: a name in ``THEMES``, or a ``Theme``.
        fill: colours of cells: a mapping by cell, an array or list with an item per cell, or a function that takes a
            cell. A colour is a string such as "#1f6feb", or a mine probability from 0 to 1, drawn in its colour on the
            scale of chances; None and NaN mean no colour.
        words: texts to show instead of cells' symbols, in the same form as ``fill``, or None. "✓" and "✱" are drawn as
            symbols.
        marks: bits from ``hypersweep.picture.cell_appearance`` (``CLUE``, ``TARGET``, ``CURSOR``, ``NEAR``), by cell.
        last: the latest move's cell; it is outlined.
        arrows: pairs of cells to connect by arrows; a pair of equal cells is drawn as a ring.
        size: width in pixels, or "fit" for the available width; None for 25 pixels per cell (1 on boards with more than
            50,000 cells), but at most 1000 in total.
        has_labels: whether rows, columns, tiles and groups have labels.
        has_titles: whether each cell has a title for screen readers and tooltips; None for titles on boards with up to
            1,000 cells.
        is_styled: whether elements have colours; otherwise the page's style sheet has to define them.

    Raises:
        CellError: a cell isn't on the board.
        LayoutError: the number of codes is wrong, or a code is impossible.
        ParameterError: another argument is invalid, or the board has more than ``MOST_DRAWN`` cells.

    Complexity: O(cells). The text has about 100 bytes per cell with titles, 30 without, and 6 on boards with more than
    50,000 cells.

    >>> from hypersweep.grid import Grid
    >>> picture = board_svg(Grid("2x3"), [-1, 1, 0, -1, 1, 0], title="a board", fill={(0, 0): 0.25})
    >>> picture.count("<text"), "#fdbb48" in picture
    (7, True)
    """
    grid, own, usual = _read_board(board, codes)
    colours = {index: _read_colour(value, grid, index) for index, value in _each(grid, fill, "fill")}
    texts = {index: str(value) for index, value in _each(grid, words, "words")}
    drawing = draw_board(
        grid,
        own,
        theme=read_theme(theme),
        fills=colours,
        words=texts,
        marks={grid.index(cell): _read_marks(bits) for cell, bits in (marks or {}).items()},
        last=None if last is None else grid.index(last),
        arrows=_read_arrows(grid, arrows),
        has_labels=bool(has_labels),
        is_styled=bool(is_styled),
        is_titled=has_titles,
    )
    name = escaped(usual if title is None else title)
    is_titled = "<title>" in drawing.elements
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {decimal(drawing.width)} {decimal(drawing.height)}" '
        f'{_size(size, drawing.width, drawing.height, grid.cells)} role="{"group" if is_titled else "img"}" '
        f'aria-label="{name}" class="hs-board" font-family="{_FONT}"><title>{name}</title>{drawing.elements}</svg>'
    )


def read_theme(theme: object) -> Theme:
    """Return the theme with a given name; return a ``Theme`` unchanged.

    Raises:
        ParameterError: there is no theme with that name.

    >>> read_theme("dark").title
    'Dark'
    """
    if isinstance(theme, Theme):
        return theme
    found = THEMES.get(theme) if isinstance(theme, str) else None
    if found is None:
        hint = suggest(theme, list(THEMES)) if isinstance(theme, str) else ""
        raise ParameterError(f"expected a theme ({', '.join(THEMES)}), got {truncate(theme)}{hint}")
    return found


def _read_board(board: object, codes: Sequence[int] | None) -> tuple[Grid, Sequence[int], str]:
    """Return a board's grid, codes and default title."""
    title = ""
    if isinstance(board, Grid | str):
        grid = board if isinstance(board, Grid) else Grid(board)
        title = str(grid)
    else:
        found = getattr(board, "grid", None)
        if not isinstance(found, Grid):
            raise ParameterTypeError(f"expected a board to draw, got {truncate(board)} ({type(board).__name__})")
        grid = found
        title = size_title(grid, mines) if isinstance(mines := getattr(board, "mines", None), int) else str(grid)
    if grid.cells > MOST_DRAWN:
        raise ParameterError(f"expected a board of at most {MOST_DRAWN} cells for a picture, got {grid.cells}: {grid}")
    if codes is None:
        held = getattr(board, "codes", None)
        if held is None:
            raise ParameterTypeError(f"expected the codes of {grid}, got None")
        codes = held() if callable(held) else held
    own = codes if isinstance(codes, memoryview | list | tuple) else list(codes)
    if len(own) != grid.cells:
        raise LayoutError(f"expected {grid.cells} codes for {grid}, got {len(own)}")
    for code in set(own):
        if isinstance(code, bool) or not isinstance(code, int) or not WRONG_FLAG <= code <= grid.max_neighbours:
            raise LayoutError(
                f"expected codes from {WRONG_FLAG} to {grid.max_neighbours} on {grid}, got {truncate(code)}"
            )
    return grid, own, title


def _each(grid: Grid, values: object, name: str) -> Iterator[tuple[int, object]]:
    """Yield (index, value) for all cells that have a value; ``name`` is the argument's name in messages."""
    if values is None:
        return
    if hasattr(values, "items"):
        pairs: Iterable[tuple[int, object]] = ((grid.index(cell), value) for cell, value in values.items())
    elif callable(values):
        pairs = ((index, values(cell)) for index, cell in enumerate(grid))
    else:
        if hasattr(values, "ravel"):
            shape = tuple(getattr(values, "shape", ()))
            if shape not in (grid.shape, (grid.cells,)):
                raise ParameterError(f"expected {name} of the shape {grid.shape} of {grid}, got an array of {shape}")
            values = values.ravel().tolist()
        if isinstance(values, str) or not hasattr(values, "__len__") or len(values) != grid.cells:
            raise ParameterError(
                f"expected {name} by cell, as a function, or as {grid.cells} items for {grid}, got {truncate(values)}"
            )
        pairs = enumerate(values)  # type: ignore[arg-type]
    yield from ((index, value) for index, value in pairs if value is not None)


def _read_colour(value: object, grid: Grid, index: int) -> str:
    if isinstance(value, str) and _COLOUR.fullmatch(value):
        return value
    if not isinstance(value, str | bool) and hasattr(value, "__float__"):
        chance = float(value)
        if 0 <= chance <= 1:
            return chance_colour(chance)
        if isnan(chance):  # NaN means no colour, because numeric arrays can't contain None
            return ""
    raise ParameterError(
        f"expected a colour such as '#1f6feb' or a chance from 0 to 1 for {grid.cell(index)}, got {truncate(value)}"
    )


def _read_marks(bits: object) -> int:
    if isinstance(bits, bool) or not isinstance(bits, int) or not 0 <= bits < 1 << 16:
        raise ParameterError(f"expected marks such as CLUE or TARGET, got {truncate(bits)}")
    return bits


def _read_arrows(grid: Grid, arrows: Iterable[tuple[CellLike, CellLike]]) -> list[tuple[Cell, Cell]]:
    if not hasattr(arrows, "__iter__"):
        raise ParameterTypeError(
            f"expected pairs of cells for arrows, got {truncate(arrows)} ({type(arrows).__name__})"
        )
    pairs = []
    for pair in arrows:
        try:
            tail, head = pair
        except (TypeError, ValueError):
            raise ParameterError(f"expected a pair of cells for an arrow, got {truncate(pair)}") from None
        pairs.append((grid.cell(grid.index(tail)), grid.cell(grid.index(head))))
    return pairs


def _size(size: float | str | None, width: float, height: float, cells: int) -> str:
    if size == "fit":
        return 'width="100%"'
    if size is None:
        usual = 1.0 if cells > MOST_WRITTEN else _USUAL_CELL / 18
        scale = min(usual, _USUAL_WIDTH / width)
    else:
        if isinstance(size, str | bool) or not hasattr(size, "__float__") or not 0 < float(size) < 1e6:
            raise ParameterError(f"expected a size in pixels or 'fit', got {truncate(size)}")
        scale = float(size) / width
    return f'width="{decimal(width * scale)}" height="{decimal(height * scale)}"'


_SIDE = PIXELS.cell[0]
_MARGIN = 6
# Metrics for tiles with labels, where letters are about six pixels wide.
_LABELLED = Metrics((_SIDE, _SIDE), (0, 10, 16, 22), (0, 5, 10, 14), (6, 13))
# Metrics for large boards: one pixel per cell.
_TINY = Metrics((1, 1), (0, 2, 4, 6), (0, 2, 4, 6))
# Boards with an odd number of dimensions are folded if their lines are wider than this, in pixels.
_WIDEST = 720
# Rulers show all numbers on sides up to this length; on longer sides, only every fifth or tenth.
_ALL_NUMBERS = 40

_HEXADECIMAL = re.compile("#[0-9a-fA-F]{6}")

_KINDS = {
    COVERED: "hs-covered",
    FLAGGED: "hs-covered",
    MINE: "hs-covered",
    EXPLODED: "hs-exploded",
    WRONG_FLAG: "hs-wrong",
}


class Drawing(NamedTuple):
    """A drawn board.

    Attributes:
        width: total width in pixels.
        height: total height in pixels.
        elements: the SVG elements, as text to place inside an ``svg`` or ``g`` element.
        arrangement: positions of the cells, relative to ``corner``.
        corner: upper left corner of the arrangement, after the margin and rulers.
    """

    width: float
    height: float
    elements: str
    arrangement: Arrangement
    corner: Point

    def middle(self, cell: Sequence[int]) -> Point:
        """Return a cell's centre, for drawing on top of it.

        Args:
            cell: a cell on the board.
        """
        x, y = self.arrangement.place(cell) or (0, 0)
        return _middle(self.corner, (x, y), self.arrangement.cell_width)


class _Tile(NamedTuple):
    x: int
    y: int
    first: int
    rows: int
    columns: int


class _Style(NamedTuple):
    """A cell's style: its class, and the colours for its box, its symbol, and its pixel on large boards."""

    kind: str
    ground: str
    ink: str
    shade: str


def draw_board(
    grid: Grid,
    codes: Sequence[int],
    *,
    theme: Theme,
    fills: Mapping[int, str] | None = None,
    words: Mapping[int, str] | None = None,
    marks: Mapping[int, int] | None = None,
    last: int | None = None,
    arrows: Iterable[tuple[Sequence[int], Sequence[int]]] = (),
    has_labels: bool = True,
    is_styled: bool = True,
    is_titled: bool | None = None,
) -> Drawing:
    """Return the drawing of a board; see ``board_svg``, which checks the arguments.

    Args:
        grid: the board.
        codes: a code per cell, in index order.
        theme: the theme.
        fills: colours of cells, by index.
        words: texts to show instead of cells' symbols, by index.
        marks: bits from ``cell_appearance``, by index.
        last: the latest move's cell, by index.
        arrows: pairs of cells.
        has_labels: whether tiles and rows are labelled.
        is_styled: whether elements have colours.
        is_titled: whether every cell has a title; None for titles on boards with up to ``MOST_TITLED`` cells.

    >>> from hypersweep.grid import Grid
    >>> from hypersweep.picture.themes import THEMES
    >>> drawing = draw_board(Grid("2x3"), [-1, 1, 0, -1, 1, 0], theme=THEMES["light"], has_labels=False)
    >>> drawing.width, drawing.height, drawing.middle((0, 0))
    (65, 47, (14.5, 14.5))
    """
    own_theme = theme if theme.is_colourful else PRINTED
    board = _Board(grid, codes, own_theme, is_styled, fills or {}, words or {}, marks or {})
    is_tiny = grid.cells > MOST_WRITTEN
    if is_titled is None:
        is_titled = grid.cells <= MOST_TITLED
    return board.draw(last, list(arrows), has_labels and not is_tiny, is_titled, is_tiny)


def _middle(corner: Point, place: tuple[int, int], side: int) -> Point:
    # A cell ends one pixel before the next one begins, unless cells are single pixels.
    half = (side - 1) / 2 if side > 1 else 0.5
    return corner[0] + place[0] + half, corner[1] + place[1] + half


class _Board:
    def __init__(
        self,
        grid: Grid,
        codes: Sequence[int],
        theme: Theme,
        is_styled: bool,
        fills: Mapping[int, str],
        words: Mapping[int, str],
        marks: Mapping[int, int],
    ) -> None:
        self.grid, self.codes, self.theme, self.is_styled = grid, codes, theme, is_styled
        self.fills, self.words, self.marks = fills, words, marks
        self.largest = max(8, min(grid.max_neighbours, max(codes, default=0)))
        self.frame = mix(theme.screen, theme.label, 0.42)
        self._styles: dict[tuple[int, int, str], _Style] = {}

    def draw(
        self,
        last: int | None,
        arrows: list[tuple[Sequence[int], Sequence[int]]],
        has_labels: bool,
        is_titled: bool,
        is_tiny: bool,
    ) -> Drawing:
        shape = self.grid.shape
        metrics = _TINY if is_tiny else _LABELLED if has_labels and len(shape) > 2 else PIXELS
        arrangement = folded(Arrangement(shape, metrics=metrics), _WIDEST)
        left, below = self.ruler_space(arrangement) if has_labels else (0, 0)
        corner = (_MARGIN + left, _MARGIN)
        rest = 0 if is_tiny else 1
        width = arrangement.width - rest + left + 2 * _MARGIN
        height = arrangement.height - rest + below + 2 * _MARGIN
        tiles = list(_tiles(arrangement, self.grid))
        page = f'<rect width="{width}" height="{height}" rx="{_MARGIN}" class="hs-page"{self.fill(self.theme.screen)}/>'
        inner = [self.frames(tiles, is_tiny)]
        if is_tiny:
            inner.append(self.specks(tiles))
        else:
            is_small = is_titled or self.grid.cells <= MOST_TITLED
            inner.append(self.boxes(tiles, is_titled) if is_small else self.runs(tiles))
            inner.append('<g pointer-events="none" text-anchor="middle" font-weight="600">')
            inner.append(self.contents(tiles))
            inner.append(self.outlines(arrangement, last))
            inner.append("</g>")
            if has_labels:
                inner.append(self.labels(arrangement))
                inner.append(self.rulers(arrangement))
        inner.append(self.arrows(arrangement, arrows))
        if is_tiny and last is not None:
            inner.append(self.arrows(arrangement, [(self.grid.cell(last),) * 2]))
        group = f'<g transform="translate({corner[0]} {corner[1]})">{"".join(inner)}</g>'
        return Drawing(width, height, page + group, arrangement, corner)

    def fill(self, colour: str) -> str:
        return f' fill="{colour}"' if self.is_styled else ""

    def stroke(self, colour: str) -> str:
        return f' stroke="{colour}"' if self.is_styled else ""

    def known(self, colour: str) -> str:
        """Return a colour to compute contrast with: the same if hexadecimal, otherwise a light one as an assumption."""
        return colour if _HEXADECIMAL.fullmatch(colour) else "#f3f5f8"

    def style(self, index: int) -> _Style:
        """Return the style of a cell's box and symbol."""
        key = self.codes[index], self.marks.get(index, 0), self.fills.get(index, "")
        found = self._styles.get(key)
        if found is None:
            found = self._styles[key] = self.new_style(*key)
        return found

    def new_style(self, code: int, marks: int, fill: str) -> _Style:
        if fill:
            return _Style("hs-filled", fill, chance_ink(self.known(fill)), fill)
        own = self.theme.style(code, marks, largest=self.largest)
        if marks & CURSOR:
            kind = "hs-cursor"
        elif marks & TARGET:
            kind = "hs-target"
        elif marks & CLUE:
            kind = "hs-reason"
        else:
            kind = _KINDS.get(code, "hs-open")
        shade = own.ground if code in (COVERED, 0) or marks else mix(own.ground, own.text, 0.62)
        return _Style(kind, own.ground, own.text, shade)

    def frames(self, tiles: list[_Tile], is_tiny: bool) -> str:
        """Return the tiles' backgrounds, which are visible between cells."""
        parts = []
        for tile in tiles:
            if is_tiny:
                box = f'x="{tile.x - 1}" y="{tile.y - 1}" width="{tile.columns + 2}" height="{tile.rows + 2}"'
            else:
                width, height = tile.columns * _SIDE + 2, tile.rows * _SIDE + 2
                box = f'x="{tile.x - 1.5}" y="{tile.y - 1.5}" width="{width}" height="{height}" rx="3.5"'
            parts.append(f"<rect {box}/>")
        return f'<g class="hs-tiles"{self.fill(self.frame)}>{"".join(parts)}</g>'

    def lines(self, tiles: list[_Tile]) -> Iterator[tuple[int, int, range]]:
        """Yield the position (x, y) of each row of cells, and the indices of its cells."""
        strides = self.grid.strides
        down, across = (0, 1) if len(strides) == 1 else strides[:2]
        side = 1 if self.grid.cells > MOST_WRITTEN else _SIDE
        for x, y, first, rows, columns in tiles:
            for row in range(rows):
                start = first + row * down
                yield x, y + row * side, range(start, start + (columns - 1) * across + 1, across)

    def boxes(self, tiles: list[_Tile], is_titled: bool) -> str:
        """Return a box for every cell, with a title if ``is_titled``."""
        parts = []
        names = list(self.grid)
        for x, y, indices in self.lines(tiles):
            for number, index in enumerate(indices):
                kind, ground, *_ = self.style(index)
                box = f'x="{x + number * _SIDE}" y="{y}" width="17" height="17" rx="2.5" class="hs-cell {kind}"'
                if not is_titled:
                    parts.append(f"<rect {box}{self.fill(ground)}/>")
                    continue
                title = f"{place_text(names[index])}: {self.title(index)}"
                parts.append(f'<rect {box} role="img"{self.fill(ground)}><title>{title}</title></rect>')
        return "".join(parts)

    def title(self, index: int) -> str:
        """Return a cell's title, escaped for SVG: what the cell shows, and any words that replace its symbol."""
        shown, own = code_text(self.codes[index]), self.words.get(index, "")
        if not own:
            return shown
        return f"{shown}, {'safe' if own == TICK else 'mine' if own == '✱' else escaped(own)}"

    def gathered(self, tiles: list[_Tile]) -> dict[tuple[str, str], list[tuple[int, int, int]]]:
        """Return runs of cells with the same look, by class and colour: position (x, y) and length in cells."""
        is_tiny = self.grid.cells > MOST_WRITTEN
        side = 1 if is_tiny else _SIDE
        looks: dict[tuple[str, str], int] = {}
        codes, is_plain = self.codes, not (self.fills or self.marks)

        def number_of(index: int) -> int:
            style = self.style(index)
            return looks.setdefault((style.kind, style.shade if is_tiny else style.ground), len(looks))

        # Compare looks by number, which is fast; usually a look depends only on the code.
        numbers = {code: number_of(index) for index, code in _first_of_each(codes)} if is_plain else {}
        found: dict[int, list[tuple[int, int, int]]] = {}
        for x, y, indices in self.lines(tiles):
            at = x
            if is_plain:
                line = map(numbers.__getitem__, codes[indices.start : indices.stop : indices.step])
            else:
                line = map(number_of, indices)
            for number, run in groupby(line):
                count = len(tuple(run))
                found.setdefault(number, []).append((at, y, count))
                at += count * side
        return {look: found[number] for look, number in looks.items()}

    def runs(self, tiles: list[_Tile]) -> str:
        """Return a box for every run of cells with the same look, and lines between the columns."""
        boxes = {
            look: [f"M{x} {y}h{count * _SIDE - 1}v17h-{count * _SIDE - 1}z" for x, y, count in runs]
            for look, runs in self.gathered(tiles).items()
        }
        parts = [
            f'<path class="hs-cell {kind}"{self.fill(ground)} d="{"".join(path)}"/>'
            for (kind, ground), path in boxes.items()
        ]
        lattice = []
        for tile in tiles:
            down = f"v{tile.rows * _SIDE - 1}"
            lattice += [f"M{tile.x + at * _SIDE - 0.5} {tile.y}{down}" for at in range(1, tile.columns)]
        parts.append(f'<path class="hs-lattice"{self.stroke(self.frame)} d="{"".join(lattice)}"/>')
        return "".join(parts)

    def specks(self, tiles: list[_Tile]) -> str:
        """Return runs one pixel high; only colours distinguish the clues."""
        lines = {look: [f"M{x} {y}h{count}" for x, y, count in runs] for look, runs in self.gathered(tiles).items()}
        return (
            '<g transform="translate(0 .5)" fill="none" shape-rendering="crispEdges">'
            + "".join(
                f'<path class="hs-cell {kind}"{self.stroke(colour)} d="{"".join(path)}"/>'
                for (kind, colour), path in lines.items()
            )
            + "</g>"
        )

    def contents(self, tiles: list[_Tile]) -> str:
        """Return the symbols in the cells."""
        texts: dict[tuple[str, str, float], list[str]] = {}
        shapes: list[str] = []
        codes, words = self.codes, self.words
        half = (_SIDE - 1) / 2
        for x, y, indices in self.lines(tiles):
            for number, index in enumerate(indices):
                code = codes[index]
                own = words.get(index) if words else None
                if own is None and code in (COVERED, 0):
                    continue
                middle, centre = x + number * _SIDE + half, y + half
                ink = self.style(index).ink
                if own is None and code > 0:
                    text, kind = str(code), f"hs-clue hs-clue-{code}"
                    size = 12.0 if code < 10 else 10.0 if code < 100 else 8.0
                elif own is None or own in (TICK, "✱"):
                    shapes.append(self.shape(own, code, middle, centre, index))
                    continue
                else:
                    text, kind = own, "hs-words"
                    size = (10.0, 9.0, 7.5, 6.0, 5.0)[min(len(text), 5) - 1]
                if own is not None:
                    text = escaped(own)
                texts.setdefault((kind, ink, size), []).append(
                    f'<text x="{middle}" y="{centre + 0.36 * size:.2f}">{text}</text>'
                )
        groups = [
            f'<g class="{kind}" font-size="{decimal(size)}"{self.fill(ink)}>{"".join(group)}</g>'
            for (kind, ink, size), group in texts.items()
        ]
        return "".join([*groups, *shapes])

    def shape(self, own: str | None, code: int, x: float, y: float, index: int) -> str:
        ink, ground = self.style(index).ink, self.known(self.style(index).ground)
        if own == TICK:
            return tick(x, y, self.stroke(ink))
        if own is not None or code in (MINE, EXPLODED):
            body = ink if own is not None else readable(self.theme.mine if code == MINE else ink, ground)
            shine = with_contrast(body, body, 7.0)
            return mine(x, y, self.fill(body), self.stroke(body), self.fill(shine))
        is_red = code == FLAGGED and self.theme is not PRINTED and contrast("#c7241a", ground) > 2
        drawn = flag(x, y, self.fill("#c7241a" if is_red else ink), self.fill(ink))
        return drawn + (cross(x, y, self.stroke(ink)) if code == WRONG_FLAG else "")

    def outlines(self, arrangement: Arrangement, last: int | None) -> str:
        """Return lines around marked cells (dashed for a reason's clues), and around the latest move."""
        parts = []
        for index, bits in self.marks.items():
            if bits & (CLUE | TARGET) and not self.fills.get(index):
                kind = "hs-target-edge" if bits & TARGET else "hs-reason-edge"
                dashes = "" if bits & TARGET else ' stroke-dasharray="2.6 1.8"'
                edge = with_contrast(self.theme.target, self.style(index).ground, 3.0)
                parts.append(self.edge(arrangement, index, kind, edge, 1.4, dashes))
        if last is not None:
            colour = with_contrast(self.theme.cursor, self.theme.opened[0], 9.0)
            colour = readable(colour, self.known(self.style(last).ground), 3.0)
            parts.append(self.edge(arrangement, last, "hs-last", colour, 1.9, ""))
        return "".join(parts)

    def edge(self, arrangement: Arrangement, index: int, kind: str, colour: str, width: float, dashes: str) -> str:
        x, y = arrangement.place(self.grid.cell(index)) or (0, 0)
        size = decimal(17 - width)
        return (
            f'<rect x="{decimal(x + width / 2)}" y="{decimal(y + width / 2)}" width="{size}" height="{size}" rx="2" '
            f'fill="none" stroke-width="{width}" class="{kind}"{dashes}{self.stroke(colour)}/>'
        )

    def arrows(self, arrangement: Arrangement, pairs: list[tuple[Sequence[int], Sequence[int]]]) -> str:
        if not pairs:
            return ""
        blue = readable("#2f7fe8", self.theme.covered[0], 3.4) if self.theme.is_dark else "#1a5fd0"
        if self.theme is PRINTED:
            blue = "#000000"
        line, body, halo = self.stroke(blue), self.fill(blue), self.stroke(self.theme.opened[0])
        parts = []
        for tail, head in pairs:
            ends = [_middle((0, 0), arrangement.place(cell) or (0, 0), arrangement.cell_width) for cell in (tail, head)]
            is_bowed = tuple(tail[2:]) != tuple(head[2:])
            parts.append(f'<g class="hs-arrow">{arrow(ends[0], ends[1], line, body, halo, is_bowed=is_bowed)}</g>')
        return f'<g pointer-events="none" opacity="0.88">{"".join(parts)}</g>'

    def labels(self, arrangement: Arrangement) -> str:
        """Return the labels above tiles and groups."""
        parts = []
        for y, label in arrangement.label_places():
            weight = ' font-weight="700"' if label.level > 1 else ""
            parts.append(f'<text x="{label.x}" y="{y + 9}"{weight}>{label.text}</text>')
        colour = readable(self.theme.label, self.theme.screen)
        return f'<g class="hs-label" font-size="9"{self.fill(colour)}>{"".join(parts)}</g>' if parts else ""

    def ruler_space(self, arrangement: Arrangement) -> tuple[int, int]:
        """Return the space needed for rulers in pixels: width on the left, height below."""
        rows = [row_number(arrangement, y) for y in arrangement.rows()]
        longest = max(map(len, rows))
        return (5 * longest + 5 if longest else 0), 0 if len(arrangement.shape) == 1 and arrangement.fold else 10

    def rulers(self, arrangement: Arrangement) -> str:
        """Return the row numbers on the left and the column numbers below; long sides show only round numbers."""
        shape = arrangement.shape
        parts = []
        steps = [1 if side <= _ALL_NUMBERS else 5 if side <= 5 * _ALL_NUMBERS else 10 for side in shape[:2]]
        for y in arrangement.rows():
            row = row_number(arrangement, y)
            if row and (len(shape) == 1 or int(row) % steps[0] == 0):
                parts.append(f'<text x="-5" y="{y + 11.5}" text-anchor="end">{row}</text>')
        if not (len(shape) == 1 and arrangement.fold):
            end, higher = _last_line(arrangement)
            for x, _, number in arrangement.columns(0, arrangement.width):
                if number % steps[-1] == 0:
                    place, below = decimal(x + (_SIDE - 1) / 2), arrangement.height + 8 - (higher if x >= end else 0)
                    parts.append(f'<text x="{place}" y="{below}" text-anchor="middle">{number}</text>')
        colour = readable(mix(self.theme.label, self.theme.screen, 0.15), self.theme.screen)
        return f'<g class="hs-ruler" font-size="7.5"{self.fill(colour)}>{"".join(parts)}</g>'


def _last_line(arrangement: Arrangement) -> tuple[int, int]:
    """Return where a folded board's last line ends, and its distance from the line above."""
    shape, fold = arrangement.shape, arrangement.fold
    if fold is None:
        return arrangement.width, 0
    begins = [arrangement.place((*(0 for _ in shape[1:]), at)) or (0, 0) for at in (0, fold)]
    *_, row = arrangement.rows()
    return (arrangement.row(row) or (0, 0, 0))[2], begins[1][1] - begins[0][1]


def _tiles(arrangement: Arrangement, grid: Grid) -> Iterator[_Tile]:
    """Yield a board's tiles, or the lines of a folded one-dimensional board."""
    tables = arrangement.offsets()
    shape, strides = grid.shape, grid.strides
    if len(shape) == 1:
        fold = arrangement.fold or shape[0]
        for at in range(0, shape[0], fold):
            yield _Tile(*tables[0][at], at, 1, min(fold, shape[0] - at))
        return
    places = [(0, 0, 0)]
    for table, stride in zip(tables[2:], strides[2:], strict=True):
        places = [
            (x + across, y + down, first + number * stride)
            for x, y, first in places
            for number, (across, down) in enumerate(table)
        ]
    for place in places:
        yield _Tile(*place, shape[0], shape[1])


def _first_of_each(codes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield (index of the first cell, code) for each code that occurs."""
    left = set(codes)
    for index, code in enumerate(codes):
        if code in left:
            left.remove(code)
            yield index, code
            if not left:
                return
