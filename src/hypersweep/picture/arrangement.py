"""Positions of a board's cells in characters or pixels, and of the labels and rulers around them.

A tile is a table of axis 0 (downwards) and axis 1 (across). Tiles are side by side along axis 2 and below each other
along axis 3, and so form a group; groups are side by side along axis 4 and below each other along axis 5; and so on. A
one-dimensional board is a single row. Tiles and groups have a line above them for a label. Gaps between groups are
wider than between tiles. ``Metrics`` contains these sizes, so that terminals, pictures and pages share one layout. A
lens shows only the cells around one cell.

Rulers are the row numbers on the left and the column numbers below, as on a chess diagram. They use only space the
board doesn't need.
"""

from __future__ import annotations

from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.errors import ParameterError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hypersweep.grid import Grid
    from hypersweep.typing import Cell

    Track = Sequence[int | None]


class Metrics(NamedTuple):
    """Sizes of cells, gaps and labels, either all in characters or all in pixels.

    Attributes:
        cell: distance between neighbouring cells in a tile, across and down.
        gaps_across: horizontal gaps at each level: between columns, tiles, groups, and all further levels.
        gaps_down: vertical gaps at each level, not including the lines for labels.
        label: width of a character in a label, and height of a line for labels; (0, 0) if tiles and groups have no
            labels.
    """

    cell: tuple[int, int]
    gaps_across: tuple[int, ...]
    gaps_down: tuple[int, ...]
    label: tuple[int, int] = (0, 0)


def characters(width: int = 2, height: int = 1, *, has_labels: bool = True) -> Metrics:
    """Return the metrics for a text screen.

    Args:
        width: width of a cell in characters.
        height: height of a cell in lines.
        has_labels: whether tiles and groups have labels; without them, they are closer together.

    >>> characters(3).cell, characters(6, 3).cell
    ((3, 1), (6, 3))
    """
    if has_labels:
        return Metrics((width, height), (0, 2, 4, 6), (0, 0, 1, 2), (1, 1))
    return Metrics((width, height), (0, 1, 2, 3), (0, 1, 2, 3))


PIXELS = Metrics((18, 18), (0, 6, 12, 18), (0, 6, 12, 18))
"""Default metrics for pictures, in pixels."""

_USUAL = characters()


def cell_width(largest_clue: int) -> int:
    """Return a cell's width in characters: the digits of the largest clue, and a space before them.

    >>> cell_width(8), cell_width(80), cell_width(242)
    (2, 3, 4)
    """
    return 1 + len(str(largest_clue))


def indent(length: int, width: int) -> int:
    """Return the number of spaces before a text centred in a cell, rounded up.

    Args:
        length: length of the text in characters.
        width: width of the cell in characters.

    >>> indent(1, 2), indent(1, 3), indent(2, 3)
    (1, 1, 1)
    """
    return max(0, width - length + 1) // 2


class Label(NamedTuple):
    """A label above a tile or a group of tiles.

    Attributes:
        x: column of the first character.
        text: the text, such as "1,0" above the tile at 1 on axis 2 and 0 on axis 3.
        level: 1 for a tile's label, 2 for that of a group of tiles, and so on.
        coordinates: the coordinates shared by the labelled cells, on axes from ``2 * level`` upwards.
    """

    x: int
    text: str
    level: int
    coordinates: tuple[int, ...]

    def is_of(self, cell: Sequence[int]) -> bool:
        """Return whether a cell is in the labelled tile or group."""
        return tuple(cell[2 * self.level :]) == self.coordinates

    def __repr__(self) -> str:
        return f"Label({self.x}, {self.text!r})"


class _Level:
    """One nesting level in one direction: ``count`` items of ``extent`` characters, one every ``pitch`` characters."""

    __slots__ = ("axis", "block", "count", "extent", "lead", "pitch", "track")

    def __init__(self, axis: int | None, track: Track, extent: int, gap: int, lead: int, least_pitch: int = 0) -> None:
        self.axis, self.track, self.lead = axis, track, lead
        self.count = len(track)
        self.extent = extent
        self.pitch = max(lead + extent + gap, least_pitch)
        # Extent of all items together, with the gaps between them.
        self.block = (self.count - 1) * self.pitch + lead + extent

    def span(self, begin: int, end: int, reach: int) -> range:
        """Return the numbers of the items whose first ``reach`` characters overlap the range ``begin`` to ``end``."""
        first = max(0, (begin - reach) // self.pitch + 1)
        return range(first, max(first, min(self.count, -(-end // self.pitch))))


class Arrangement:
    """Positions of a board's cells, in characters or pixels from the upper left corner.

    Args:
        shape: sides of the board.
        tracks: for each axis, the coordinates to show, in order; a None among them leaves an empty place. None for the
            whole board.
        metrics: sizes of cells, gaps and labels; by default two characters per cell.
        fold: number of outermost items on a line before the next ones continue below. Only boards with an odd number of
            dimensions can be folded, since no other axis runs down at that level. Ignored on other boards, and with
            ``tracks``.

    Attributes:
        width: total width.
        height: total height.
        metrics: the metrics.
        cells: number of cells shown.
        fold: the fold, or None.

    >>> arrangement = Arrangement((2, 3, 4, 5))
    >>> arrangement.width, arrangement.height
    (30, 15)
    >>> arrangement.place((1, 2, 3, 4)), arrangement.cell_at(28, 14)
    ((28, 14), (1, 2, 3, 4))
    >>> Arrangement((3, 4, 5), fold=3).place((0, 0, 4))
    (10, 5)
    """

    def __init__(
        self,
        shape: Sequence[int],
        tracks: Sequence[Track] | None = None,
        *,
        metrics: Metrics = _USUAL,
        fold: int | None = None,
    ) -> None:
        self.shape: tuple[int, ...] = tuple(shape)
        last = len(self.shape) - 1
        self.fold: int | None = (
            fold if fold is not None and tracks is None and last % 2 == 0 and fold < self.shape[last] else None
        )
        self.metrics = metrics
        self.tracks: tuple[Track, ...] = tuple(map(range, shape) if tracks is None else tracks)
        strides = [1]
        for side in reversed(self.shape[1:]):
            strides.insert(0, strides[0] * side)
        self._strides = tuple(strides)
        self._latest_columns: tuple[tuple[int, int], tuple[tuple[int, int, int], ...]] = (0, 0), ()
        self._nest()
        self.cells: int = 1
        for track in self.tracks:
            self.cells *= len(track) - (track.count(None) if type(track) is tuple else 0)

    def _nest(self) -> None:
        """Compute the levels in both directions, from columns and rows to the outermost groups."""
        dimensions = len(self.shape)
        tracks = self.tracks
        (width, height), across_gaps, down_gaps, (letter, line) = self.metrics
        # A folded axis runs in both directions: a coordinate is the start of a line (down) plus a position in it
        # (across).
        last = dimensions - 1
        lines: tuple[int | None, Track] = (None, (0,))
        if self.fold is not None:
            lines = (last, range(0, self.shape[last], self.fold))
            tracks = (*tracks[:last], range(self.fold))
        if dimensions == 1:
            across = [_Level(0, tracks[0], width, 0, 0)]
            down = [_Level(*lines, height, height, 0)]
        else:
            across = [_Level(1, tracks[1], width, 0, 0)]
            down = [_Level(0, tracks[0], height, 0, 0)]
        for axis in range(2, dimensions, 2):
            level = axis // 2
            gap, below = across_gaps[min(level, len(across_gaps) - 1)], down_gaps[min(level, len(down_gaps) - 1)]
            digits = [len(str(side - 1)) for side in self.shape[axis : axis + 2]]
            # A label may extend into the gap; above a tile with one column it may be longer still, so widen the pitch.
            length = letter * (sum(digits) + len(digits) - 1)
            across.append(_Level(axis, tracks[axis], across[-1].block, gap, 0, length + letter))
            across[-1].block = max(across[-1].block, (across[-1].count - 1) * across[-1].pitch + length)
            inner = (axis + 1, tracks[axis + 1]) if axis < last else lines
            down.append(_Level(*inner, down[-1].block, below, line))
        self.width: int = across[-1].block
        self.height: int = down[-1].block
        self._across, self._down = across, down

    @property
    def outermost(self) -> tuple[int, int]:
        """Pitch and width of the items side by side at the outermost level."""
        return self._across[-1].pitch, self._across[-1].extent

    @property
    def cell_width(self) -> int:
        """Distance between neighbouring cells in a row."""
        return self.metrics.cell[0]

    @property
    def has_labels(self) -> bool:
        """Whether tiles and groups have labels."""
        return self.metrics.label != (0, 0)

    def pitches(self) -> tuple[tuple[int, int], tuple[tuple[int, int], ...]]:
        """Return the first cell's position, and each axis's pitch: how far a step along it moves across and down.

        A cell's position is the first cell's plus each coordinate times its axis's pitch.

        Raises:
            ParameterError: only part of the board is shown, or it is folded, so an axis has no single pitch.

        >>> Arrangement((3, 4, 5), metrics=PIXELS).pitches()
        ((0, 0), ((0, 18), (18, 0), (78, 0)))
        """
        if self.fold is not None or self.tracks != tuple(map(range, self.shape)):
            raise ParameterError(f"expected a board shown whole and without folds, got {self!r}")
        return (sum(level.lead for level in self._across), sum(level.lead for level in self._down)), tuple(
            self._steps()
        )

    def _steps(self) -> list[tuple[int, int]]:
        """Return each axis's pitch, across and down; for a folded axis, the pitch within a line."""
        steps = {level.axis: (0, level.pitch) for level in self._down}
        steps |= {level.axis: (level.pitch, 0) for level in self._across}
        return [steps[axis] for axis in range(len(self.shape))]

    def offsets(self) -> list[list[tuple[int, int]]]:
        """Return, for each axis, the offsets of its coordinates from the board's corner, across and down.

        The offsets of a cell's coordinates add up to its position, even on folded boards. The last axis's offsets
        include the space for labels.

        Raises:
            ParameterError: only part of the board is shown.

        >>> Arrangement((2, 3), metrics=PIXELS).offsets()
        [[(0, 0), (0, 18)], [(0, 0), (18, 0), (36, 0)]]
        >>> Arrangement((3, 4, 5), fold=3).offsets()[2]
        [(0, 1), (10, 1), (20, 1), (0, 5), (10, 5)]
        """
        if self.tracks != tuple(map(range, self.shape)):
            raise ParameterError(f"expected a board shown whole, got {self!r}")
        sides = zip(self._steps(), self.shape, strict=True)
        table = [[(across * step, down * step) for step in range(side)] for (across, down), side in sides]
        lead, line = sum(level.lead for level in self._down), self._down[-1].pitch
        fold = self.fold or self.shape[-1]
        whole = [(x, y + lead + at * line) for at in range(-(-self.shape[-1] // fold)) for x, y in table[-1][:fold]]
        table[-1] = whole[: self.shape[-1]]
        return table

    def places(self) -> Iterator[tuple[int, int]]:
        """Yield the positions of all cells in index order; the board must be shown whole.

        Raises:
            ParameterError: as for ``offsets``.

        >>> list(Arrangement((2, 2), metrics=PIXELS).places())
        [(0, 0), (18, 0), (0, 18), (18, 18)]
        """
        *outer, last = self.offsets()
        places = [(0, 0)]
        # Expand the outer axes to a list, but generate cells along the last axis lazily, to save memory.
        for table in outer:
            places = [(x + across, y + down) for x, y in places for across, down in table]
        for x, y in places:
            for across, down in last:
                yield x + across, y + down

    def rows(self) -> Iterator[int]:
        """Yield the lines where rows of cells begin, from the top.

        >>> list(Arrangement((2, 3, 2, 2)).rows())
        [1, 2, 4, 5]
        """
        return (top for top, _ in self._starts(self._down, [0] * len(self.shape), 0, self.height))

    @cached_property
    def axis_labels(self) -> dict[int, tuple[int, int]]:
        """The axis to name on each line, and the column where the label before the name ends.

        An axis that runs across is named above its first tile or group, one that runs down above the second.

        >>> Arrangement((3, 4, 2, 2)).axis_labels
        {0: (2, 3), 4: (3, 3)}
        """
        found = {}
        lead = 0
        for across, down in zip(reversed(self._across[1:]), reversed(self._down[1:]), strict=True):
            for is_down, level in enumerate((across, down)):
                # A folded axis runs down too, but is named only where it runs across.
                line, axis = lead + is_down * down.pitch, level.axis
                if axis is not None and axis % 2 == is_down and level.count > 1 and (here := self.labels(line, 0, 1)):
                    found[line] = axis, here[0].x + len(here[0].text)
            lead += down.lead
        return found

    def label_places(self) -> Iterator[tuple[int, Label]]:
        """Yield (line, label) for all labels, outermost labels first.

        >>> [(y, label.x, label.text) for y, label in Arrangement((3, 4, 2, 2)).label_places()][2:]
        [(4, 0, '0,1'), (4, 10, '1,1')]
        """
        return self._labels((0, self.height), (0, self.width))

    def __repr__(self) -> str:
        part = "" if self.cells == prod(self.shape) else f" of which {self.cells} cells are shown"
        return f"<Arrangement of {'x'.join(map(str, self.shape))}{part}: {self.width} by {self.height}>"

    def place(self, cell: Sequence[int]) -> tuple[int, int] | None:
        """Return a cell's position, across and down; None if the cell isn't shown.

        Args:
            cell: a cell on the board.
        """
        places = []
        for levels in (self._across, self._down):
            place = 0
            for level in levels:
                place += level.lead
                axis = level.axis
                if axis is None:
                    continue
                coordinate = cell[axis]
                if self.fold is not None and axis == len(self.shape) - 1:
                    line, rest = divmod(coordinate, self.fold)
                    place += level.pitch * (line if level is self._down[-1] else rest)
                    continue
                try:
                    place += level.pitch * level.track.index(coordinate)
                except ValueError:
                    return None
            places.append(place)
        return places[0], places[1]

    def surroundings(self, cell: Sequence[int]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]] | None:
        """Return the spans (start, length) of a cell, its tile, its group and so on: a list across and a list down.

        Return None if the cell isn't shown.

        >>> Arrangement((3, 4, 2)).surroundings((1, 2, 1))
        ([(14, 2), (10, 8), (0, 18)], [(2, 1), (0, 4), (0, 4)])
        """
        place = self.place(cell)
        if place is None:
            return None
        found = []
        for at, levels in ((place[0], self._across), (place[1], self._down)):
            spans = [(0, levels[-1].block)]
            start, rest = 0, at
            for level in reversed(levels):
                lead, pitch = level.lead, level.pitch
                start += rest // pitch * pitch
                spans.append((start, lead + level.extent))
                start += lead
                rest = rest % pitch - lead
            spans.reverse()
            found.append(spans)
        return found[0], found[1]

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Return the cell at a position (x, y); None for gaps, labels and positions off the board."""
        cell = [0] * len(self.shape)
        for rest, levels in ((x, self._across), (y, self._down)):
            left = rest
            for level in reversed(levels):
                number, left = divmod(left, level.pitch)
                left -= level.lead
                if not (0 <= number < level.count and 0 <= left < level.extent):
                    return None
                if level.axis is not None:
                    coordinate = level.track[number]
                    if coordinate is None:
                        return None
                    cell[level.axis] += coordinate
        return tuple(cell) if cell[-1] < self.shape[-1] else None

    def row(self, y: int) -> tuple[int, int, int] | None:
        """Return three values shared by the cells on a line; None for a line of labels, a gap, or an empty place.

        They are the part of the cells' indices from the axes that run down, the row's number in its tile, and the
        column where the line ends.

        >>> Arrangement((3, 4, 5), fold=3).row(5)
        (3, 0, 18)
        """
        base = number = 0
        end = self.width
        rest = y
        for level in reversed(self._down):
            number, rest = divmod(rest, level.pitch)
            rest -= level.lead
            if not (0 <= number < level.count and 0 <= rest < level.extent):
                return None
            if level.axis is not None:
                coordinate = level.track[number]
                if coordinate is None:
                    return None
                base += coordinate * self._strides[level.axis]
                if self.fold is not None and level is self._down[-1]:
                    # A folded board's last line may have fewer items than the others.
                    outermost = self._across[-1]
                    left = min(self.fold, self.shape[-1] - coordinate)
                    end = (left - 1) * outermost.pitch + outermost.extent
        return base, 0 if len(self.shape) == 1 else number, end

    def line_in_row(self, y: int) -> int:
        """Return a line's number within its row of cells, counting from 0; ``row(y)`` must not be None.

        >>> Arrangement((3, 4, 2), metrics=characters(6, 3)).line_in_row(5)
        1
        """
        for level in reversed(self._down):
            y = y % level.pitch - level.lead
        return y

    def columns(self, begin: int, end: int) -> tuple[tuple[int, int, int], ...]:
        """Return the columns of cells that overlap the characters from ``begin`` to ``end``, in order.

        Each is a tuple: the column of its first character, the part of its cells' indices from the axes that run
        across, and its number in its tile. A cell's index is this part plus its row's (see ``row``).

        >>> Arrangement((3, 4, 2)).columns(6, 12)
        ((6, 6, 3), (10, 1, 0))
        """
        # Cache the result: to draw a screen, callers request the same columns for every line.
        if self._latest_columns[0] != (begin, end):
            places = [(0, 0, 0)]
            for number in range(len(self._across) - 1, -1, -1):
                level = self._across[number]
                assert level.axis is not None
                stride, pitch, track = self._strides[level.axis], level.pitch, level.track
                places = [
                    (x + item * pitch, offset + coordinate * stride, item)
                    for x, offset, _ in places
                    for item in level.span(begin - x, end - x, level.extent)
                    if (coordinate := track[item]) is not None
                ]
            self._latest_columns = (begin, end), tuple(places)
        return self._latest_columns[1]

    def labels(self, y: int, begin: int, end: int) -> list[Label]:
        """Return the labels on a line that overlap the characters from ``begin`` to ``end``.

        >>> Arrangement((3, 4, 2, 2)).labels(4, 0, 80)
        [Label(0, '0,1'), Label(10, '1,1')]
        """
        return [label for _, label in self._labels((y, y + 1), (begin, end))]

    def _labels(self, lines: tuple[int, int], columns: tuple[int, int]) -> Iterator[tuple[int, Label]]:
        """Yield (line, label) for the labels in a rectangle, outermost labels first."""
        if not self.has_labels:
            return
        for number in range(len(self._down) - 1, 0, -1):
            first, lead = 2 * number, self._down[number].lead
            for top, below in self._starts(self._down[number:], [0] * len(self.shape), *lines):
                if top + lead <= lines[0]:
                    # The requested lines begin below the label.
                    continue
                for x, coordinates in self._starts(self._across[number:], below, *columns):
                    text = ",".join(map(str, coordinates[first : first + 2]))
                    yield top, Label(x, text, number, tuple(coordinates[first:]))

    def _starts(
        self, levels: list[_Level], coordinates: list[int], begin: int, end: int
    ) -> list[tuple[int, list[int]]]:
        """Return the items of the first level that overlap a range: where each starts, and its coordinates.

        Args:
            levels: a level in one direction, and those around it.
            coordinates: coordinates in the other direction; 0 on the other axes.
            begin: first character of the range.
            end: character after the last.
        """
        starts = [(0, coordinates)]
        lead = 0
        for level in reversed(levels):
            found = []
            for outer, shared in starts:
                start = outer + lead
                for item in level.span(begin - start, end - start, level.pitch):
                    own, coordinate = shared.copy(), level.track[item]
                    if coordinate is not None and level.axis is not None:
                        own[level.axis] += coordinate
                    # The last line of a folded axis may have fewer items than the others.
                    if coordinate is not None and own[-1] < self.shape[-1]:
                        found.append((start + item * level.pitch, own))
            starts, lead = found, level.lead
        return starts


def neighbour_tracks(shape: Sequence[int], wrap: Sequence[int], cell: Sequence[int]) -> tuple[Track, ...]:
    """Return tracks that show a cell's 3**N neighbourhood, with the cell in the middle; places off the board are empty.

    On a wrapped axis of side 2, the other coordinate appears once, after the cell's.

    >>> neighbour_tracks((3, 4, 2), (1, 2), (0, 3, 1))
    ((None, 0, 1), (2, 3, 0), (None, 1, 0))
    """
    tracks = []
    for axis, (side, coordinate) in enumerate(zip(shape, cell, strict=True)):
        before: int | None = coordinate - 1
        after: int | None = coordinate + 1
        if axis in wrap:
            before, after = (coordinate - 1) % side, (coordinate + 1) % side
            after = None if after == coordinate else after
            before = None if before in (coordinate, after) else before
        else:
            before = before if coordinate > 0 else None
            after = after if coordinate + 1 < side else None
        tracks.append((before, coordinate, after))
    return tuple(tracks)


_AXIS_NAMES = ("row", "column", "layer", "table row", "group", "group row")


def axis_name(axis: int, *, plural: bool = True) -> str:
    """Return the name of an axis in plain words, based on where its coordinates are on the screen.

    Args:
        axis: number of the axis.
        plural: whether to name all its coordinates ("layers"), or one ("layer", as in "layer 2").

    >>> [axis_name(axis) for axis in range(7)]
    ['rows', 'columns', 'layers', 'table rows', 'groups', 'group rows', 'axis 6']
    >>> axis_name(3, plural=False)
    'table row'
    """
    if axis >= len(_AXIS_NAMES):
        return f"axis {axis}"
    return _AXIS_NAMES[axis] + "s" * plural


def place_name(axis: int, place: int | str) -> str:
    """Return the name of one coordinate, or of several, on an axis.

    Args:
        axis: number of the axis.
        place: the coordinate, or a text for several, such as "2 to 4".

    >>> place_name(2, 1), place_name(3, "2 to 4"), place_name(6, 0)
    ('layer 1', 'table rows 2 to 4', 'axis 6: 0')
    """
    name = axis_name(axis, plural=" to " in f"{place}")
    return f"{name}{':' * (axis >= len(_AXIS_NAMES))} {place}"


def lens_metrics(grid: Grid, size: tuple[int, int]) -> Metrics:
    """Return the metrics for a lens; in five or more dimensions it has smaller gaps and no labels.

    Args:
        grid: the board.
        size: width of a cell in characters, and height in lines.
    """
    return characters(*size, has_labels=grid.dimensions <= 4)


def scrolled(spans: list[tuple[int, int]], margin: int, space: int, scroll: int) -> int:
    """Return the scroll offset in one direction that shows a cell, and as much of its tile and groups as fits.

    Args:
        spans: spans (start, length) of the cell, its tile, its group and so on.
        margin: minimum number of characters to show on each side of the cell, within its tile.
        space: number of visible characters.
        scroll: the current offset.

    >>> scrolled([(58, 2), (40, 20), (0, 100)], 4, 30, 0), scrolled([(58, 2), (40, 20), (0, 100)], 4, 30, 35)
    (35, 35)
    """
    at, extent = spans[0]
    tile_at, tile_extent = spans[1]
    margin = min(margin, max(0, space - extent) // 2)
    begin = max(at - margin, tile_at)
    end = min(at + extent + margin, tile_at + tile_extent)
    for outer_at, outer_extent in spans[1:]:
        if outer_extent <= space:
            begin, end = outer_at, outer_at + outer_extent
    low, high = end - space, begin
    if low <= scroll <= high:
        return scroll
    if scroll < low - space // 2 or scroll > high + space // 2:
        # The cell is far out of view: scroll it to the middle.
        return max(0, (begin + end - space) // 2)
    return max(0, low if scroll < low else high)


_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def row_number(arrangement: Arrangement, y: int) -> str:
    """Return the ruler's text for a line: its row number, or on a folded one-dimensional board its first cell's number.

    Args:
        arrangement: positions of the cells.
        y: the line.

    >>> from hypersweep.picture.arrangement import Arrangement
    >>> [row_number(Arrangement((3, 4, 2)), y) for y in range(4)]
    ['', '0', '1', '2']
    """
    row = arrangement.row(y) if 0 <= y < arrangement.height else None
    if row is None:
        return ""
    if len(arrangement.shape) > 1:
        return str(row[1])
    return str(row[0]) if arrangement.fold is not None else ""


def column_numbers(arrangement: Arrangement) -> list[tuple[int, int, int]]:
    """Return a tuple for each column shown: first character of its number, end (exclusive), and the number.

    >>> from hypersweep.picture.arrangement import Arrangement
    >>> column_numbers(Arrangement((2, 2, 2)))
    [(1, 2, 0), (3, 4, 1), (7, 8, 0), (9, 10, 1)]
    """
    if len(arrangement.shape) == 1 and arrangement.fold is not None:
        return []
    # In cells several lines high, the last column is the gap to the next cell.
    width = arrangement.cell_width - (arrangement.metrics.cell[1] > 1)
    numbers = []
    for x, _, number in arrangement.columns(0, arrangement.width):
        length = len(str(number))
        begin = x + min(indent(length, width), width - length)
        numbers.append((begin, begin + length, number))
    return numbers


def number_line(numbers: Sequence[tuple[int, int, int]], focus: int | None) -> tuple[str, tuple[int, int]]:
    """Return a line of column numbers, with at least a space between any two, and the span of the focused number.

    Args:
        numbers: the numbers, as returned by ``column_numbers``; some are left out if there isn't enough space.
        focus: character column where the focused cell ends; its number is never left out. None for no focus.

    >>> number_line([(x - len(str(x // 2 - 1)), x, x // 2 - 1) for x in range(2, 28, 2)], 24)
    (' 0   2   4   6   8    11', (22, 24))
    """
    longest = max([end - begin for begin, end, _ in numbers], default=0)
    ends = [end for _, end, _ in numbers[:2]]
    pitch = ends[1] - ends[0] if len(ends) > 1 else longest + 1
    step = next((step for step in _STEPS if step * pitch > longest), _STEPS[-1])
    ended = [] if focus is None else [(begin, end) for begin, end, _ in numbers if end <= focus]
    at = max(ended, default=(0, 0))
    line = ""
    for begin, end, number in numbers:
        is_focus = (begin, end) == at
        # Leave out numbers that would overlap the focused number.
        is_near = at != (0, 0) and begin <= at[1] and end >= at[0]
        if is_focus or (number % step == 0 and not is_near and begin > len(line) - (not line)):
            line = f"{line:{begin}}{number}"
    return line, at


def corner_text(grid: Grid) -> str:
    """Return arrows that show which of a tile's axes wrap around; empty if neither does.

    >>> from hypersweep import Grid
    >>> corner_text(Grid("3x4~wrap=0,1")), corner_text(Grid("9~wrap=0")), corner_text(Grid("3x4x5~wrap=2"))
    ('↕↔', '↔', '')
    """
    if grid.dimensions == 1:
        return "↔" if 0 in grid.wrap else ""
    return "↕" * (0 in grid.wrap) + "↔" * (1 in grid.wrap)
