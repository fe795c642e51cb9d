"""Pictures of boards of any number of dimensions as text: pure functions of a shape and of what stands in its cells.

Tiles of axes 0 and 1 stand side by side along axis 2 and below each other along axis 3, as ``nesting`` lays them out;
these groups of tiles follow each other under headings along all further axes. A board of one dimension is a single row.
A window shows a part of a board that is too large to be shown whole.
"""

from __future__ import annotations

from itertools import product

from hypersweep.picture.names import axis_names
from hypersweep.picture.nesting import Arrangement, Metrics

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Span = tuple[int, int]

__all__ = ["MOST_CELLS", "draw", "place_window", "window_text"]

MOST_CELLS = 4096
"""Boards with more cells than that are shown through a window."""

# The sides of that window; on axes beyond it has one coordinate. A tile of 16 x 30 fits a terminal of 80 x 24, with
# labels of five digits below each other.
_WINDOWS: dict[int, tuple[int, ...]] = {1: (100,), 2: (16, 30)}
_DEEP_WINDOW = (10, 10, 5, 3)

# Spaces between tiles that stand side by side.
_GAP = 2


def place_window(
    shape: Sequence[int],
    around: Sequence[int] | None = None,
    *,
    width: int = 1,
    columns: int | None = None,
    most: int = MOST_CELLS,
) -> tuple[Span, ...]:
    """The part of a board that a picture of it can show: for each axis the first coordinate and the one after the last.

    That is the whole board where it has at most ``most`` cells and its tiles are no wider than a line. A tile never
    folds: one that is too wide loses columns.

    Args:
        shape: sides of the board.
        around: the cell in the middle of the window, as far as the board's borders let it be; None for the first cell.
        width: characters of the widest cell.
        columns: characters of a line, or None for lines without end.
        most: cells of the largest board shown whole.

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
    """Which coordinates a window shows, in words; nothing where it shows all.

    >>> window_text((30000, 4, 7), ((29984, 30000), (0, 4), (6, 7)))
    'rows 29984 to 29999 of 30000, x2 = 6 of 7'
    """
    parts = []
    for axis, (name, side, (begin, end)) in enumerate(zip(axis_names(len(shape)), shape, window, strict=True)):
        if end - begin < side:
            noun = name + "s" if axis < 2 else name + " ="
            parts.append(f"{noun} {begin} to {end - 1} of {side}" if end - begin > 1 else f"{name} = {begin} of {side}")
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
    r"""The lines of a picture of a board.

    Args:
        shape: sides of the board.
        token: gives what stands in the cell with a raveled index, at most ``width`` characters.
        width: characters of the widest cell; the others are aligned right.
        window: the part to show, as from ``place_window``; None for the whole board.
        columns: characters of a line: tiles that don't fit beside each other fold onto further lines. None for lines
            without end.
        bar: the character between the label of a row and its cells.
        paint: dresses a token up, with colours say, without changing how much room it takes.
        paint_label: the same for labels.

    Complexity: O(cells shown).

    >>> print("\n".join(draw((2, 3, 2), lambda index: "abcdefghijkl"[index])))
    x2=0      x2=1
       0 1 2     0 1 2
    0| a c e  0| b d f
    1| g i k  1| h j l
    """
    return list(_Picture(shape, token, width, window, columns, bar, paint or str, paint_label or str).lines())


class _Picture:
    def __init__(
        self,
        shape: Sequence[int],
        token: Callable[[int], str],
        width: int,
        window: Sequence[Span] | None,
        columns: int | None,
        bar: str,
        paint: Callable[[str], str],
        paint_label: Callable[[str], str],
    ) -> None:
        self.shape = shape
        self.spans = tuple((0, side) for side in shape) if window is None else tuple(window)
        self.token, self.width, self.columns, self.bar = token, width, columns, bar
        self.paint, self.paint_label = paint, paint_label

    def lines(self) -> Iterator[str]:
        if len(self.shape) == 1:
            yield from self.row()
            return
        begun = False
        for higher in product(*(range(*span) for span in self.spans[4:])):
            if begun:
                yield ""
            begun = True
            if higher:
                yield self.paint_label(", ".join(f"x{axis}={place}" for axis, place in enumerate(higher, 4)))
            yield from self.group(higher)

    def row(self) -> Iterator[str]:
        """The only row of a board of one dimension, folded; with room for it every line begins with a round number."""
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

    def group(self, higher: tuple[int, ...]) -> Iterator[str]:
        """The tiles along axes 2 and 3, where all further axes have one coordinate."""
        rows, columns = self.spans[:2]
        edge = _row_label_width(self.shape) + len(self.bar)
        side_width = _side_width(self.shape)
        cells_width = (columns[1] - columns[0]) * (self.width + 1)
        tiles, tile_width = (0, 1), edge + cells_width
        if len(self.shape) > 2:
            tiles = self.spans[2]
            tile_width = max(tile_width, len(f"x2={tiles[1] - 1}"))
        most = tiles[1] - tiles[0]
        if self.columns is not None:
            most = max(1, (self.columns - side_width + _GAP) // (tile_width + _GAP))
        # The labels of rows stand in the gaps between tiles, and left of the first.
        metrics = Metrics((self.width + 1, 1), (0, tile_width + _GAP - cells_width), (0, 1))
        labels = self.column_labels(columns)
        for number, piece in enumerate(_pieces(tiles, most)):
            if number:
                yield ""
            tracks = [range(*rows), range(*columns), range(*piece), *(range(*span) for span in self.spans[3:4])]
            tracks = [*tracks[: len(self.shape)], *(range(place, place + 1) for place in higher)]
            arrangement = Arrangement(self.shape, tracks, metrics=metrics)
            heads = [[" " * edge + line] * len(range(*piece)) for line in labels]
            if len(self.shape) > 2:
                heads.insert(0, [f"x2={tile}" for tile in range(*piece)])
            for head in heads:
                line = (" " * _GAP).join(part.ljust(tile_width) for part in head)
                yield self.paint_label((" " * side_width + line).rstrip())
            yield from self.tiles(arrangement, edge, side_width)

    def tiles(self, arrangement: Arrangement, edge: int, side_width: int) -> Iterator[str]:
        """The lines of tiles that stand side by side, and of those below them."""
        per_tile = len(arrangement.tracks[1])
        columns = arrangement.columns(0, arrangement.width)
        begins = range(0, len(columns), per_tile)
        gap = " " * (arrangement.metrics.gaps_across[1] - edge)
        begin = self.spans[0][0]
        down = iter(arrangement.tracks[3]) if side_width else iter(())
        for y in range(arrangement.height):
            row = arrangement.row(y)
            if row is None:
                yield ""
                continue
            base, number, _ = row
            side = f"x3={next(down)}" if side_width and number == 0 else ""
            label = self.paint_label(f"{begin + number}".rjust(edge - len(self.bar)) + self.bar)
            line = gap.join(
                label + self.cells(base + offset for _, offset, _ in columns[at : at + per_tile]) for at in begins
            )
            yield (self.paint_label(side) if side else "") + " " * (side_width - len(side)) + line

    def cells(self, indices: Iterable[int]) -> str:
        room = self.width + 1
        tokens = map(self.token, indices)
        return "".join(" " * (room - len(token)) + self.paint(token) for token in tokens)

    def column_labels(self, span: Span) -> list[str]:
        """The lines over the columns: numbers where they fit over the cells, else their digits below each other."""
        digits = len(str(span[1] - 1))
        labels = [str(place).rjust(digits) for place in range(*span)]
        if digits <= self.width:
            return ["".join(" " + label.rjust(self.width) for label in labels)]
        return ["".join(" " * self.width + label[place] for label in labels) for place in range(digits)]


def _row_label_width(shape: Sequence[int]) -> int:
    return len(str(shape[0] - 1))


def _side_width(shape: Sequence[int]) -> int:
    """The characters that the labels of axis 3 take, left of everything else."""
    return len(f"x3={shape[3] - 1} ") if len(shape) > 3 else 0


def _pieces(span: Span, most: int) -> list[Span]:
    """A span cut into as few pieces of at most ``most`` as will do, all about as long."""
    begin, end = span
    count = -(-(end - begin) // most)
    size = -(-(end - begin) // count)
    return [(first, min(first + size, end)) for first in range(begin, end, size)]
