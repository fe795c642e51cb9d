"""Pictures of boards of any number of dimensions as text: pure functions of a shape and of what stands in its cells.

A slice is a table of axis 0 (rows, downwards) and axis 1 (columns, across). Slices stand side by side along axis 2 and
below each other along axis 3; along each further axis stand groups of slices, under headings. A board of one dimension
is a single row. A window shows a part of a board that is too large to be shown whole.
"""

from __future__ import annotations

from itertools import product

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Span = tuple[int, int]

__all__ = ["MOST_CELLS", "axis_names", "draw", "place_window", "window_text"]

MOST_CELLS = 4096
"""Boards with more cells than that are shown through a window."""

# The sides of that window; on axes beyond it has one coordinate. A slice of 16 x 30 fits a terminal of 80 x 24, with
# labels of five digits below each other.
_WINDOWS: dict[int, tuple[int, ...]] = {1: (100,), 2: (16, 30)}
_DEEP_WINDOW = (10, 10, 5, 3)

# Spaces between slices that stand side by side.
_GAP = 2


def axis_names(dimensions: int) -> list[str]:
    """What the axes of a board are called in labels and messages.

    >>> axis_names(4)
    ['row', 'column', 'x2', 'x3']
    """
    if dimensions == 1:
        return ["cell"]
    return ["row", "column", *(f"x{axis}" for axis in range(2, dimensions))]


def place_window(
    shape: Sequence[int],
    around: Sequence[int] | None = None,
    *,
    width: int = 1,
    columns: int | None = None,
    most: int = MOST_CELLS,
) -> tuple[Span, ...]:
    """The part of a board that a picture of it can show: for each axis the first coordinate and the one after the last.

    That is the whole board where it has at most ``most`` cells and its slices are no wider than a line. A slice never
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
        columns: characters of a line: slices that don't fit beside each other fold onto further lines. None for lines
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
        strides = [1]
        for side in reversed(shape[1:]):
            strides.insert(0, strides[0] * side)
        # Boards of two and three dimensions have one slice on the axes they lack.
        lacking = max(0, 4 - len(shape))
        self.spans += ((0, 1),) * lacking
        self.strides = [*strides, *[0] * lacking]

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
            yield from self.group(sum(map(int.__mul__, higher, self.strides[4:])))

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
            yield self.cells(0, piece, 1)

    def group(self, base: int) -> Iterator[str]:
        """The slices along axes 2 and 3."""
        edge = _row_label_width(self.shape)
        side_width = _side_width(self.shape)
        slice_width = edge + len(self.bar) + (self.spans[1][1] - self.spans[1][0]) * (self.width + 1)
        labels = [" " * (edge + len(self.bar)) + line for line in self.column_labels(self.spans[1])]
        tile_width = slice_width
        if len(self.shape) > 2:
            tile_width = max(slice_width, len(f"x2={self.spans[2][1] - 1}"))
        most = self.spans[2][1] - self.spans[2][0]
        if self.columns is not None:
            most = max(1, (self.columns - side_width + _GAP) // (tile_width + _GAP))
        for number, tiles in enumerate(_pieces(self.spans[2], most)):
            if number:
                yield ""
            heads = [[line] * len(range(*tiles)) for line in labels]
            if len(self.shape) > 2:
                heads.insert(0, [f"x2={tile}" for tile in range(*tiles)])
            for head in heads:
                line = (" " * _GAP).join(part.ljust(tile_width) for part in head)
                yield self.paint_label((" " * side_width + line).rstrip())
            for down in range(*self.spans[3]):
                if down > self.spans[3][0]:
                    yield ""
                for row in range(*self.spans[0]):
                    side = f"x3={down}" if side_width and row == self.spans[0][0] else ""
                    starts = [
                        base + row * self.strides[0] + tile * self.strides[2] + down * self.strides[3]
                        for tile in range(*tiles)
                    ]
                    label = self.paint_label(f"{row:>{edge}}{self.bar}")
                    parts = [label + self.cells(start, self.spans[1], self.strides[1]) for start in starts]
                    line = (" " * (tile_width - slice_width + _GAP)).join(parts)
                    yield (self.paint_label(side) if side else "") + " " * (side_width - len(side)) + line

    def cells(self, base: int, span: Span, stride: int) -> str:
        tokens = [self.token(base + place * stride) for place in range(*span)]
        return "".join(" " * (1 + self.width - len(token)) + self.paint(token) for token in tokens)

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
