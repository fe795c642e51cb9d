"""Text pictures of boards in any number of dimensions: pure functions of a shape and the text in each cell.

Tiles of axes 0 and 1 are side by side along axis 2 and below each other along axis 3, as in an ``Arrangement``. Along
all further axes, these groups of tiles follow one another, each below a heading. A one-dimensional board is a single
row. If a board is too large to show whole, a window shows part of it.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.picture.arrangement import Arrangement, Metrics, place_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Span = tuple[int, int]

MOST_CELLS = 4096
"""Maximum number of cells on a board shown whole; for larger boards, only a window is shown."""

# Side lengths of the window, by number of dimensions; on further axes it has one coordinate. A tile of 16 x 30 fits on
# a terminal of 80 x 24, even with five-digit labels written downwards.
_WINDOWS: dict[int, tuple[int, ...]] = {1: (100,), 2: (16, 30)}
_DEEP_WINDOW = (10, 10, 5, 3)

# Number of spaces between tiles that are side by side.
_GAP = 2


def place_window(
    shape: Sequence[int],
    around: Sequence[int] | None = None,
    *,
    width: int = 1,
    columns: int | None = None,
    most: int = MOST_CELLS,
) -> tuple[Span, ...]:
    """Return the part of a board to show, as a span for each axis: the first coordinate, and the one after the last.

    This is the whole board if it has at most ``most`` cells and a tile fits on a line. Tiles are never folded: if a
    tile is too wide, some of its columns are left out.

    Args:
        shape: sides of the board.
        around: the cell to show in the middle of the window, or as near to it as the borders allow; None for the first
            cell.
        width: width of the widest cell in characters.
        columns: line length in characters; None for no limit.
        most: maximum number of cells on a board shown whole.

    >>> place_window((30000, 4), (29999, 0))
    ((29984, 30000), (0, 4))
    >>> place_window((3, 100), (1, 50), columns=40)
    ((0, 3), (41, 60))
    """
    sides = list(shape)
    cells = 1
    for side in sides:
        cells *= side
    if cells > most:
        limits = _WINDOWS.get(len(sides), _DEEP_WINDOW)
        sides = [min(side, limits[axis] if axis < len(limits) else 1) for axis, side in enumerate(sides)]
    if columns is not None and len(sides) > 1:
        sides[1] = min(sides[1], max(1, (columns - _side_width(shape) - _row_label_width(shape) - 1) // (width + 1)))
    spans = []
    for axis, side in enumerate(sides):
        middle = 0 if around is None else around[axis]
        begin = min(max(0, middle - side // 2), shape[axis] - side)
        spans.append((begin, begin + side))
    return tuple(spans)


def window_text(shape: Sequence[int], window: Sequence[Span]) -> str:
    """Describe the coordinates shown in a window; return an empty text if it shows the whole board.

    >>> window_text((30000, 4, 7), ((29984, 30000), (0, 4), (6, 7)))
    'rows 29984 to 29999 of 30000, layer 6 of 7'
    """
    parts = []
    for axis, (side, (begin, end)) in enumerate(zip(shape, window, strict=True)):
        if end - begin < side:
            shown = f"{begin} to {end - 1}" if end - begin > 1 else f"{begin}"
            place = f"{shown} of {side}"
            parts.append(place_name(axis, place) if len(shape) > 1 else f"cells {place}")
    return ", ".join(parts)


def draw(
    shape: Sequence[int],
    token: Callable[[int], str],
    *,
    width: int = 1,
    window: Sequence[Span] | None = None,
    columns: int | None = None,
    bar: str = "|",
    paint: Callable[[str], str] | None = None,
    paint_label: Callable[[str], str] | None = None,
) -> list[str]:
    r"""Draw a board as text, and return its lines.

    Args:
        shape: sides of the board.
        token: returns the text for the cell with a given raveled index, at most ``width`` characters.
        width: width of the widest cell in characters; other texts are right-aligned.
        window: the part to show, as returned by ``place_window``; None for the whole board.
        columns: line length in characters; tiles that don't fit continue on further lines. None for no limit.
        bar: the character between a row's label and its cells.
        paint: decorates a cell's text, for example with colours, without changing its displayed width.
        paint_label: decorates a label in the same way.

    Complexity: O(cells shown).

    >>> print("\n".join(draw((2, 3, 2), lambda index: "abcdefghijkl"[index])))
    layer 0   layer 1
       0 1 2     0 1 2
    0| a c e  0| b d f
    1| g i k  1| h j l
    """
    return list(_Picture(shape, token, width, window, columns, bar, paint, paint_label or str).lines())


class _Row(NamedTuple):
    """A line of cells: texts at its left, before each tile and between tiles, and its part of the cells' indices."""

    side: str
    label: str
    gap: str
    base: int


class _Picture:
    def __init__(
        self,
        shape: Sequence[int],
        token: Callable[[int], str],
        width: int,
        window: Sequence[Span] | None,
        columns: int | None,
        bar: str,
        paint: Callable[[str], str] | None,
        paint_label: Callable[[str], str],
    ) -> None:
        self.shape = shape
        self.spans = tuple((0, side) for side in shape) if window is None else tuple(window)
        self.token, self.width, self.columns, self.bar = token, width, columns, bar
        self.paint, self.paint_label = paint, paint_label
        if len(shape) > 1:
            begin, end = self.spans[1]
            self.side_width = _side_width(shape)
            self.edge = _row_label_width(shape) + len(bar)
            self.cells_width = (end - begin) * (width + 1)
            self.tile_width = self.edge + self.cells_width
            if len(shape) > 2:
                self.tile_width = max(self.tile_width, len(place_name(2, self.spans[2][1] - 1)))

    def lines(self) -> Iterator[str]:
        if len(self.shape) == 1:
            yield from self.row()
            return
        pieces = [self.piece(tiles) for tiles in self.folded()]
        strides = [prod(self.shape[axis + 1 :]) for axis in range(4, len(self.shape))]
        begun = False
        for higher in product(*(range(*span) for span in self.spans[4:])):
            if begun:
                yield ""
            begun = True
            if higher:
                yield self.paint_label(", ".join(place_name(axis, place) for axis, place in enumerate(higher, 4)))
            base = sum(map(int.__mul__, higher, strides))
            for number, (heads, rows, offsets) in enumerate(pieces):
                if number:
                    yield ""
                yield from heads
                for row in rows:
                    yield (
                        row
                        if isinstance(row, str)
                        else row.side
                        + row.gap.join(
                            row.label + self.cells([base + row.base + offset for offset in tile]) for tile in offsets
                        )
                    )

    def row(self) -> Iterator[str]:
        """Yield the lines of a one-dimensional board; if possible, each line begins at a multiple of ten."""
        begin, end = self.spans[0]
        most = end - begin if self.columns is None else max(1, self.columns // (self.width + 1))
        if 10 < most < end - begin:
            most -= most % 10
        for first in range(begin, end, most):
            piece = (first, min(first + most, end))
            if first > begin:
                yield ""
            yield from map(self.paint_label, self.column_labels(piece))
            yield self.cells(range(*piece))

    def folded(self) -> list[Span]:
        """Return the spans of tiles along axis 2 that fit on one line, line by line."""
        if len(self.shape) == 2:
            return [(0, 1)]
        begin, end = self.spans[2]
        if self.columns is None:
            return [(begin, end)]
        return _pieces((begin, end), max(1, (self.columns - self.side_width + _GAP) // (self.tile_width + _GAP)))

    def piece(self, tiles: Span) -> tuple[list[str], list[_Row | str], list[list[int]]]:
        """Return a line of tiles and the tiles below: column labels, lines of cells, and each tile's index offsets."""
        # Row labels are drawn in the gaps between tiles, and to the left of the first tile.
        gap = self.tile_width + _GAP - self.cells_width
        metrics = Metrics((self.width + 1, 1), (0, gap), (0, 1))
        rows, columns, *others = (range(*span) for span in self.spans[:4])
        higher = [range(1)] * (len(self.shape) - 4)
        tracks = [rows, columns, *(range(*tiles) for _ in others[:1]), *others[1:], *higher]
        arrangement = Arrangement(self.shape, tracks, metrics=metrics)
        heads = [[" " * self.edge + line] * len(range(*tiles)) for line in self.column_labels(self.spans[1])]
        if others:
            heads.insert(0, [place_name(2, tile) for tile in range(*tiles)])
        over = [(" " * _GAP).join(part.ljust(self.tile_width) for part in head) for head in heads]
        over = [self.paint_label((" " * self.side_width + line).rstrip()) for line in over]
        lines: list[_Row | str] = []
        sides = iter(others[1] if self.side_width else ())
        for y in range(arrangement.height):
            if (row := arrangement.row(y)) is None:
                lines.append("")
                continue
            base, number, _ = row
            side = place_name(3, next(sides)) if self.side_width and number == 0 else ""
            label = f"{rows[number]}".rjust(self.edge - len(self.bar)) + self.bar
            lines.append(
                _Row(
                    (self.paint_label(side) if side else "") + " " * (self.side_width - len(side)),
                    self.paint_label(label),
                    " " * (gap - self.edge),
                    base,
                )
            )
        offsets = [offset for _, offset, _ in arrangement.columns(0, arrangement.width)]
        return over, lines, [offsets[at : at + len(columns)] for at in range(0, len(offsets), len(columns))]

    def cells(self, indices: Iterable[int]) -> str:
        token, width, paint = self.token, self.width + 1, self.paint
        if paint is None:
            return "".join([token(index).rjust(width) for index in indices])
        return "".join([" " * (width - len(word)) + paint(word) for word in map(token, indices)])

    def column_labels(self, span: Span) -> list[str]:
        """Return the column labels as lines: the numbers or, if they are too wide, one line per digit."""
        digits = len(str(span[1] - 1))
        labels = [str(place).rjust(digits) for place in range(*span)]
        if digits <= self.width:
            return ["".join(" " + label.rjust(self.width) for label in labels)]
        return ["".join(" " * self.width + label[place] for label in labels) for place in range(digits)]


def _row_label_width(shape: Sequence[int]) -> int:
    return len(str(shape[0] - 1))


def _side_width(shape: Sequence[int]) -> int:
    """Return the width, in characters, of the labels for axis 3 at the left edge."""
    return len(place_name(3, shape[3] - 1)) + 1 if len(shape) > 3 else 0


def _pieces(span: Span, most: int) -> list[Span]:
    """Cut a span into as few pieces as possible, each with at most ``most`` items and about equally long."""
    begin, end = span
    count = -(-(end - begin) // most)
    size = -(-(end - begin) // count)
    return [(first, min(first + size, end)) for first in range(begin, end, size)]
