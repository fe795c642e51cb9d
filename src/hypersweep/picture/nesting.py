"""Where the cells of a board stand among characters or pixels, and which cell stands where: pure geometry.

A tile is a table of axis 0 (downwards) and axis 1 (across). Tiles stand side by side along axis 2 and below each other
along axis 3, and so form a group; groups stand side by side along axis 4 and below each other along axis 5; and so on.
A board of one dimension is a single row. Tiles and groups have a line above them for a label. Gaps between tiles are
small, those between groups wider. ``Metrics`` say how large all this is, so that one rule serves a terminal, a picture
and a page.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.errors import ParameterError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hypersweep.typing import Cell

    Track = Sequence[int | None]


class Metrics(NamedTuple):
    """The sizes that a place is made of; all in one unit, characters or pixels.

    Attributes:
        cell: from one cell to the next in its tile, across and down.
        gaps_across: between things that stand side by side at each level: columns, tiles, groups, and all beyond.
        gaps_down: vertical gaps, in addition to labels.
        label: a label's character across, and its line down; (0, 0) where tiles and groups have no labels.
    """

    cell: tuple[int, int]
    gaps_across: tuple[int, ...]
    gaps_down: tuple[int, ...]
    label: tuple[int, int] = (0, 0)


def characters(width: int = 2, *, has_labels: bool = True) -> Metrics:
    """The metrics of a screen of characters.

    Args:
        width: of a cell.
        has_labels: whether tiles and groups get labels; without them they stand closer.

    >>> characters(3).cell
    (3, 1)
    """
    if has_labels:
        return Metrics((width, 1), (0, 2, 4, 6), (0, 0, 1, 2), (1, 1))
    return Metrics((width, 1), (0, 1, 2, 3), (0, 1, 2, 3))


PIXELS = Metrics((18, 18), (0, 6, 12, 18), (0, 6, 12, 18))
"""The metrics of a picture."""

_USUAL = characters()


def cell_width(largest_clue: int) -> int:
    """Characters of a cell on boards whose clues get no larger than that: its digits, with a space before them.

    >>> cell_width(8), cell_width(80), cell_width(242)
    (2, 3, 4)
    """
    return 1 + len(str(largest_clue))


def indent(length: int, width: int) -> int:
    """How far from the left edge of a cell a text begins: in the middle, or half a character right of it.

    Args:
        length: characters of the text.
        width: characters of the cell.

    >>> indent(1, 2), indent(1, 3), indent(2, 3)
    (1, 1, 1)
    """
    return max(0, width - length + 1) // 2


class Label:
    """A label on a tile or a group.

    Attributes:
        x: the first character's column.
        text: such as "1,0" above the tile at 1 on axis 2 and 0 on axis 3.
        coordinates: what its cells have in common, by axis.
    """

    __slots__ = ("coordinates", "text", "x")

    coordinates: Mapping[int, int]
    text: str
    x: int

    def __init__(self, x: int, text: str, coordinates: Mapping[int, int]) -> None:
        self.x, self.text, self.coordinates = x, text, coordinates

    def is_of(self, cell: Sequence[int]) -> bool:
        """Return whether a cell is in the labelled tile or group."""
        return all(cell[axis] == coordinate for axis, coordinate in self.coordinates.items())

    @property
    def level(self) -> int:
        """1 for a label on a tile, 2 on a group of tiles, and so on."""
        return min(self.coordinates) // 2

    def __repr__(self) -> str:
        return f"Label({self.x}, {self.text!r})"


class _Level:
    """One step of the nesting in one direction: ``count`` items of ``extent`` characters, one each ``pitch``."""

    __slots__ = ("axis", "block", "count", "extent", "lead", "pitch", "track")

    def __init__(self, axis: int | None, track: Track, extent: int, gap: int, lead: int, least_pitch: int = 0) -> None:
        self.axis, self.track, self.lead = axis, track, lead
        self.count = len(track)
        self.extent = extent
        self.pitch = max(lead + extent + gap, least_pitch)
        # All items with the gaps between them.
        self.block = (self.count - 1) * self.pitch + lead + extent

    def span(self, begin: int, end: int, reach: int) -> range:
        """The items of which some of the first ``reach`` characters lie between two characters of this level."""
        first = max(0, (begin - reach) // self.pitch + 1)
        return range(first, max(first, min(self.count, -(-end // self.pitch))))


class Arrangement:
    """The places of a board's cells, counted in characters or pixels from the upper left corner.

    Args:
        shape: sides of the board.
        tracks: for each axis the coordinates to show, in their order; None in a track leaves its place empty. None
            instead of tracks shows the whole board.
        metrics: sizes of cells, gaps and labels; by default two characters for a cell.
        fold: how many of the outermost things stand side by side before the next ones follow below, on boards whose
            last axis runs across and which nothing runs down beside: those of one, three, five ... dimensions. Tracks
            can't be folded.

    Attributes:
        width: of all of it.
        height: of all of it.
        metrics: the metrics.
        cells: how many cells are shown.
        fold: the fold, where there is one.

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
        self.tracks: tuple[Track, ...] = tuple(tracks) if tracks is not None else tuple(range(side) for side in shape)
        strides = [1]
        for side in reversed(self.shape[1:]):
            strides.insert(0, strides[0] * side)
        self._strides = tuple(strides)
        self._latest_columns: tuple[tuple[int, int], tuple[tuple[int, int, int], ...]] = (0, 0), ()
        self._nest()
        self.cells: int = 1
        for track in self.tracks:
            self.cells *= len(track) - sum(place is None for place in track) if type(track) is tuple else len(track)

    def _nest(self) -> None:
        """Work out the levels of both directions, from columns and rows to the outermost groups."""
        dimensions = len(self.shape)
        tracks = self.tracks
        (width, height), across_gaps, down_gaps, (letter, line) = self.metrics
        # A folded axis has a part in each direction: where its line begins, and how far on in the line.
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
            gap, below = (each[min(level, len(each) - 1)] for each in (across_gaps, down_gaps))
            # A label may reach into the gap. Only one on a tile of a single column may be longer than that.
            length = letter * self._label_length(level)
            across.append(_Level(axis, tracks[axis], across[-1].block, gap, 0, length + letter))
            across[-1].block = max(across[-1].block, (across[-1].count - 1) * across[-1].pitch + length)
            inner = (axis + 1, tracks[axis + 1]) if axis < last else lines
            down.append(_Level(*inner, down[-1].block, below, line))
        self.width: int = across[-1].block
        self.height: int = down[-1].block
        self._across, self._down = across, down

    @property
    def outermost(self) -> tuple[int, int]:
        """Of the things that stand side by side at the outermost level: from one to the next, and how wide one is."""
        return self._across[-1].pitch, self._across[-1].extent

    @property
    def cell_width(self) -> int:
        """From one cell of a row to the next."""
        return self.metrics.cell[0]

    @property
    def has_labels(self) -> bool:
        """Whether tiles and groups have labels."""
        return self.metrics.label != (0, 0)

    def pitches(self) -> tuple[tuple[int, int], tuple[tuple[int, int], ...]]:
        """Where the first cell stands, and how far a step along each axis leads on, across and down.

        A place is the first cell's plus each coordinate times its axis's pitch: all that places a million cells.

        Raises:
            ParameterError: only a part of the board is shown, or it is folded: then one pitch isn't enough.

        >>> Arrangement((3, 4, 5), metrics=PIXELS).pitches()
        ((0, 0), ((0, 18), (18, 0), (78, 0)))
        """
        if self.fold is not None or self.tracks != tuple(map(range, self.shape)):
            raise ParameterError(f"expected a board shown whole and without folds, got {self!r}")
        return (sum(level.lead for level in self._across), sum(level.lead for level in self._down)), tuple(
            self._steps()
        )

    def _lead(self) -> int:
        return sum(level.lead for level in self._down)

    def _steps(self) -> list[tuple[int, int]]:
        """How far a step along each axis leads on; of a folded one, in its line."""
        steps = {level.axis: (0, level.pitch) for level in self._down}
        steps |= {level.axis: (level.pitch, 0) for level in self._across}
        return [steps[axis] for axis in range(len(self.shape))]

    def offsets(self) -> list[list[tuple[int, int]]]:
        """For each axis how far each of its coordinates leads on from the board's corner, across and down.

        The offsets of a cell's coordinates add up to its place. It is the table of ``pitches`` written out, as long as
        the sides are together, and so serves folded boards as well; what labels take is with the last axis.

        Raises:
            ParameterError: only a part of the board is shown.

        >>> Arrangement((2, 3), metrics=PIXELS).offsets()
        [[(0, 0), (0, 18)], [(0, 0), (18, 0), (36, 0)]]
        >>> Arrangement((3, 4, 5), fold=3).offsets()[2]
        [(0, 1), (10, 1), (20, 1), (0, 5), (10, 5)]
        """
        if self.tracks != tuple(map(range, self.shape)):
            raise ParameterError(f"expected a board shown whole, got {self!r}")
        sides = zip(self._steps(), self.shape, strict=True)
        table = [[(across * step, down * step) for step in range(side)] for (across, down), side in sides]
        lead, line = self._lead(), self._down[-1].pitch
        fold = self.fold or self.shape[-1]
        whole = [(x, y + lead + at * line) for at in range(-(-self.shape[-1] // fold)) for x, y in table[-1][:fold]]
        table[-1] = whole[: self.shape[-1]]
        return table

    def places(self) -> Iterator[tuple[int, int]]:
        """The places of all cells of a board that is shown whole, in the order of their indices.

        Raises:
            ParameterError: as for ``offsets``.

        >>> list(Arrangement((2, 2), metrics=PIXELS).places())
        [(0, 0), (18, 0), (0, 18), (18, 18)]
        """
        *outer, last = self.offsets()
        places = [(0, 0)]
        # The outer axes become a list; the cells along the last one come as they are asked for.
        for table in outer:
            places = [(x + across, y + down) for x, y in places for across, down in table]
        for x, y in places:
            for across, down in last:
                yield x + across, y + down

    def rows(self) -> Iterator[int]:
        """The lines on which rows of cells begin, from the top.

        >>> list(Arrangement((2, 3, 2, 2)).rows())
        [1, 2, 4, 5]
        """
        return (top for top, _ in self._tops(0))

    def label_places(self) -> Iterator[tuple[int, Label]]:
        """All labels, each with the line on which it stands; the outermost first.

        >>> [(y, label.x, label.text) for y, label in Arrangement((3, 4, 2, 2)).label_places()][2:]
        [(4, 0, '0,1'), (4, 10, '1,1')]
        """
        for number in range(len(self._down) - 1, 0, -1):
            for top, _ in self._tops(number):
                for label in self.labels(top, 0, self.width):
                    yield top, label

    def _tops(self, number: int) -> list[tuple[int, int]]:
        """Where the items of a level begin, from the top: the first line, and the first one below its labels."""
        tops = [(0, 0)]
        for level in reversed(self._down[number:]):
            begins = [below + item * level.pitch for _, below in tops for item in range(level.count)]
            tops = [(begin, begin + level.lead) for begin in begins]
        return tops

    def __repr__(self) -> str:
        part = "" if self.cells == prod(self.shape) else f" of which {self.cells} cells are shown"
        return f"<Arrangement of {'x'.join(map(str, self.shape))}{part}: {self.width} by {self.height}>"

    def _label_length(self, level: int) -> int:
        """The characters of the longest label."""
        digits = [len(str(side - 1)) for side in self.shape[2 * level : 2 * level + 2]]
        return sum(digits) + len(digits) - 1

    def place(self, cell: Sequence[int]) -> tuple[int, int] | None:
        """How far across and down a cell begins; None where the cell isn't shown.

        Args:
            cell: a cell of the board.
        """
        places = []
        for levels in (self._across, self._down):
            place = 0
            for level in levels:
                item = self._item(level, cell)
                if item is None:
                    return None
                place += level.lead + item * level.pitch
            places.append(place)
        return places[0], places[1]

    def _item(self, level: _Level, cell: Sequence[int]) -> int | None:
        """Return the item of a level that contains a cell."""
        if level.axis is None:
            return 0
        coordinate = cell[level.axis]
        if self.fold is not None and level.axis == len(self.shape) - 1:
            line, rest = divmod(coordinate, self.fold)
            return line if level is self._down[-1] else rest
        try:
            return level.track.index(coordinate)
        except ValueError:
            return None

    def surroundings(self, cell: Sequence[int]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]] | None:
        """Where a cell, its tile, its group and so on stand: the first character and how many, across and down.

        >>> Arrangement((3, 4, 2)).surroundings((1, 2, 1))
        ([(14, 2), (10, 8), (0, 18)], [(2, 1), (0, 4), (0, 4)])
        """
        place = self.place(cell)
        if place is None:
            return None
        found: list[list[tuple[int, int]]] = []
        for at, levels in zip(place, (self._across, self._down), strict=True):
            spans = []
            start = at
            for level in levels:
                lead = level.lead
                spans.append((start - lead, level.extent + lead))
                start -= lead
                start -= (self._item(level, cell) or 0) * level.pitch
            spans.append((start, levels[-1].block))
            found.append(spans)
        return found[0], found[1]

    def cell_at(self, x: int, y: int) -> Cell | None:
        """The cell of which a character stands at a column and a line; None for gaps, labels and all around."""
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
        """What the cells of a line have in common, or None for a line of labels, a gap, or an empty place.

        Yield the sum of their indices' parts along the axes that run down, the row's number in its tile, and the column
        of characters where the line ends.

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
                    # The last line may have fewer.
                    outermost = self._across[-1]
                    left = min(self.fold, self.shape[-1] - coordinate)
                    end = (left - 1) * outermost.pitch + outermost.extent
        return base, 0 if len(self.shape) == 1 else number, end

    def columns(self, begin: int, end: int) -> tuple[tuple[int, int, int], ...]:
        """The columns of cells of which a character stands between two columns of characters, from left to right.

        Each comes as the column of its first character, the sum of its cells' indices along the axes that run across,
        and its number in its tile. The index of a cell is that sum and its row's.

        >>> Arrangement((3, 4, 2)).columns(6, 12)
        ((6, 6, 3), (10, 1, 0))
        """
        # A screen asks for the same columns line after line.
        if self._latest_columns[0] != (begin, end):
            places: list[tuple[int, int, int]] = []
            self._gather(len(self._across) - 1, 0, 0, begin, end, places)
            self._latest_columns = (begin, end), tuple(places)
        return self._latest_columns[1]

    def _gather(
        self, number: int, x: int, offset: int, begin: int, end: int, places: list[tuple[int, int, int]]
    ) -> None:
        level = self._across[number]
        assert level.axis is not None
        stride = self._strides[level.axis]
        for item in level.span(begin - x, end - x, level.extent):
            coordinate = level.track[item]
            if coordinate is None:
                continue
            if number:
                self._gather(number - 1, x + item * level.pitch, offset + coordinate * stride, begin, end, places)
            else:
                places.append((x + item * level.pitch, offset + coordinate * stride, item))

    def labels(self, y: int, begin: int, end: int) -> list[Label]:
        """The labels that stand on a line, as far as they reach between two columns of characters.

        >>> Arrangement((3, 4, 2, 2)).labels(4, 0, 80)
        [Label(0, '0,1'), Label(10, '1,1')]
        """
        if not self.has_labels:
            return []
        below: dict[int, int] = {}
        for number in range(len(self._down) - 1, 0, -1):
            level = self._down[number]
            item, y = divmod(y, level.pitch)
            if not 0 <= item < level.count:
                return []
            if level.axis is not None:
                coordinate = level.track[item]
                if coordinate is None:
                    return []
                below[level.axis] = coordinate
            if y == 0:
                return list(self._labels_of(number, below, begin, end))
            y -= level.lead
        return []

    def _labels_of(self, number: int, below: dict[int, int], begin: int, end: int) -> Iterator[Label]:
        starts = [(0, below)]
        for level in reversed(self._across[number:]):
            assert level.axis is not None
            starts = [
                (start + item * level.pitch, {**coordinates, level.axis: coordinate + coordinates.get(level.axis, 0)})
                for start, coordinates in starts
                for item in level.span(begin - start, end - start, level.pitch)
                if (coordinate := level.track[item]) is not None
                and coordinate + coordinates.get(level.axis, 0) < self.shape[level.axis]
            ]
        for start, coordinates in starts:
            yield Label(start, _label(number, coordinates), coordinates)


def _label(number: int, coordinates: Mapping[int, int]) -> str:
    """What a tile or a group has in common, by its level."""
    return ",".join(str(coordinates[axis]) for axis in (2 * number, 2 * number + 1) if axis in coordinates)
