"""Pictures of boards as SVG, for notebooks, papers and pages."""

from __future__ import annotations

import re
from math import isnan
from typing import TYPE_CHECKING

from hypersweep.codes import WRONG_FLAG
from hypersweep.errors import LayoutError, ParameterError, ParameterTypeError
from hypersweep.grid import Grid
from hypersweep.picture.colours import chance_colour
from hypersweep.picture.drawing import MOST_WRITTEN, draw_board
from hypersweep.picture.markup import decimal, escaped
from hypersweep.picture.themes import THEMES, Theme
from hypersweep.text import pluralize
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from hypersweep.typing import Cell, CellLike

MOST_DRAWN = 4_000_000
"""The cells of the largest board that is drawn at all."""

# Default distance of cells in pixels, and maximum default width of the picture.
_USUAL_CELL = 25
_USUAL_WIDTH = 1000
_FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"
# Names, numbers, and functions of them: nothing that could end an attribute or begin another.
_COLOUR = re.compile(r"[#\w(),.%/ +-]{1,100}")


def board_title(grid: Grid, mines: int) -> str:
    """What the picture of a board is called.

    >>> board_title(Grid("3x4"), 1)
    '3x4, 1 mine'
    """
    return f"{grid}, {pluralize(mines, 'mine')}"


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
    """The SVG text of a board.

    Tiles of axes 0 and 1 stand side by side along axis 2, below each other along axis 3, and so on; what gets too wide
    goes on below. Every kind of element has a class that begins with "hs-"; ``docs/pictures.md`` lists them.

    Args:
        board: what to draw: a ``View``, a ``Game``, or anything else that has a ``grid`` and ``codes``; or a ``Grid``
            or its text, together with codes.
        codes: one per cell, in the order of the indices, as in a ``View``.
        title: what the picture shows, for people who can't see it; None for the board and its mines.
        theme: the name of one of ``THEMES``, or a ``Theme``.
        fill: colours of cells: a mapping by cell, an array or a list of all cells, or a function of a cell. A colour is
            a text such as "#1f6feb", or a number from 0 to 1 for the colour of a chance of a mine; None and NaN are no
            colour.
        words: texts that replace the symbols of cells, in the same form, or None. "✓" and "✱" are drawn.
        marks: bits as of ``hypersweep.picture.cell_appearance`` (``CLUE``, ``TARGET``, ``CURSOR``, ``NEAR``), by cell.
        last: the cell of the latest move, which gets an edge.
        arrows: pairs of cells; a pair of the same cell twice is a ring.
        size: pixels across, or "fit" for as much room as there is; None for 25 pixels a cell, and 1000 across at most.
        has_labels: whether rows, columns, tiles and groups have labels.
        has_titles: whether each cell has a title, which says to readers and pointers what is there; None for boards of
            up to 1,000 cells.
        is_styled: whether elements have colours; without them the page's style sheet has to give them.

    Raises:
        CellError: a cell that isn't on the board.
        LayoutError: the wrong number of codes, or impossible ones.
        ParameterError: another impossible argument, or a board of more than ``MOST_DRAWN`` cells.

    Complexity: O(cells); some 100 bytes a cell with titles, 30 without, and 6 on boards of more than 50,000 cells.

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
    """A theme, by its name or itself.

    Raises:
        ParameterError: there is none of that name.

    >>> read_theme("dark").title
    'Dark'
    """
    if isinstance(theme, Theme):
        return theme
    found = THEMES.get(theme) if isinstance(theme, str) else None
    if found is None:
        hint = suggest(theme, list(THEMES)) if isinstance(theme, str) else ""
        raise ParameterError(f"expected a theme of {', '.join(THEMES)}, got {truncate(theme)}{hint}")
    return found


def _read_board(board: object, codes: Sequence[int] | None) -> tuple[Grid, Sequence[int], str]:
    """The grid, the codes, and what the picture is called."""
    title = ""
    if isinstance(board, Grid | str):
        grid = board if isinstance(board, Grid) else Grid(board)
        title = str(grid)
    else:
        found = getattr(board, "grid", None)
        if not isinstance(found, Grid):
            raise ParameterTypeError(f"expected a board to draw, got {truncate(board)} ({type(board).__name__})")
        grid = found
        title = board_title(grid, mines) if isinstance(mines := getattr(board, "mines", None), int) else str(grid)
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
                f"expected codes of {WRONG_FLAG} to {grid.max_neighbours} on {grid}, got {truncate(code)}"
            )
    return grid, own, title


def _each(grid: Grid, values: object, name: str) -> Iterator[tuple[int, object]]:
    """What is given for cells, by index; cells that nothing is given for are left out."""
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
            raise ParameterError(f"expected {name} by cell, or {grid.cells} in all for {grid}, got {truncate(values)}")
        pairs = enumerate(values)  # type: ignore[arg-type]
    yield from ((index, value) for index, value in pairs if value is not None)


def _read_colour(value: object, grid: Grid, index: int) -> str:
    if isinstance(value, str) and _COLOUR.fullmatch(value):
        return value
    if not isinstance(value, str | bool) and hasattr(value, "__float__"):
        chance = float(value)
        if 0 <= chance <= 1:
            return chance_colour(chance)
        if isnan(chance):  # arrays of numbers have no None
            return ""
    raise ParameterError(
        f"expected a colour such as '#1f6feb' or a chance of 0 to 1 for {grid.cell(index)}, got {truncate(value)}"
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
