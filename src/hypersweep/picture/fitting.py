"""What of a board to show on a screen of some size, how to arrange it, and where to scroll to."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from hypersweep.picture.arrangement import Arrangement, characters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.grid import Grid
    from hypersweep.picture.arrangement import Metrics, Track

RULERS = 8
"""Characters for the rulers of a board: the numbers of rows on the left, and as much room on the right."""

LAYOUTS = ("auto", "whole", "slice")
"""How boards of five and more dimensions are shown: whole where they fit and else a slice; always whole; a slice."""


def arrange(
    grid: Grid,
    focus: Sequence[int],
    *,
    width: int,
    height: int,
    cell_width: int = 2,
    mode: str = "auto",
) -> tuple[Arrangement, bool]:
    """The arrangement of a board that suits a screen, and whether it shows but a slice of it.

    Where the outermost axis runs across and nothing runs down beside it, as on a board of three dimensions, what does
    not fit on a line goes on below.

    Args:
        grid: the board.
        focus: the cell that must be shown.
        width: characters there is room for.
        height: lines there is room for.
        cell_width: characters of a cell.
        mode: one of ``LAYOUTS``.

    >>> from hypersweep.grid import Grid
    >>> arrangement, is_sliced = arrange(Grid("3x4x9"), (0, 0, 0), width=60, height=20)
    >>> arrangement.fold, arrangement.width, arrangement.height, is_sliced
    (5, 48, 8, False)
    """
    whole = Arrangement(grid.shape, metrics=characters(cell_width))
    if width <= 0 or height <= 0:
        return whole, False
    if whole.width > width:
        whole = folded(whole, width)
        if whole.height > height:
            # Leave space for a scrollbar.
            whole = folded(whole, width - 1)
    fits = whole.width <= width and whole.height <= height
    if grid.dimensions <= 4 or mode == "whole" or (mode == "auto" and fits):
        return whole, False
    tracks = slice_tracks(grid.shape, grid.wrap, focus, width=width, height=height, cell_width=cell_width)
    return Arrangement(grid.shape, tracks, metrics=characters(cell_width)), True


# Cells grow to that many columns where there is room: about square is what they are with two.
_ROOMY = 3


def widest_clue(grid: Grid, mines: int) -> int:
    """The largest clue for which cells keep room: what the board can show.

    One of three digits and more takes part only where it is to be expected, that is, less than six standard deviations
    beyond the mean: with 728 neighbours, cells of four columns would help on no realistic board.

    Args:
        grid: the board.
        mines: how many mines it holds.

    >>> from hypersweep.grid import Grid
    >>> widest_clue(Grid("9x9"), 10), widest_clue(Grid("4x4x4x4"), 20), widest_clue(Grid("4x4x4x4x4x4"), 300)
    (8, 20, 99)
    """
    most = max(1, min(grid.max_neighbours, mines))
    if most < 100:
        return most
    mean = grid.max_neighbours * mines / grid.cells
    return min(most, max(99, round(mean + 6 * sqrt(mean))))


def roomy_width(grid: Grid, width: int, cell_width: int) -> int:
    """Characters of a cell where there is that much room: three instead of two where the board fits across with them.

    The board and the room decide alone, so that cells keep their width throughout a game.

    Args:
        grid: the board.
        width: characters there is room for.
        cell_width: characters that a cell needs.

    >>> from hypersweep.grid import Grid
    >>> roomy_width(Grid("16x30"), 80, 2), roomy_width(Grid("16x30"), 120, 2), roomy_width(Grid("9x9"), 80, 4)
    (2, 3, 4)
    """
    if cell_width >= _ROOMY:
        return cell_width
    return _ROOMY if Arrangement(grid.shape, metrics=characters(_ROOMY)).width + RULERS <= width else cell_width


def lens_metrics(grid: Grid, cell_width: int) -> Metrics:
    """How large cells and gaps of a lens are: of five and more dimensions closer together, and without labels.

    Args:
        grid: the board.
        cell_width: characters of a cell.
    """
    return characters(cell_width, has_labels=grid.dimensions <= 4)


def lens_size(grid: Grid, cell_width: int) -> tuple[int, int]:
    """Width and height of a lens.

    Args:
        grid: the board.
        cell_width: characters of a cell.

    >>> from hypersweep.grid import Grid
    >>> lens_size(Grid("10x10x10"), 3), lens_size(Grid("4x4x4x4x4"), 3)
    ((31, 4), (91, 11))
    """
    tracks = [(None, 0, None)] * grid.dimensions
    lens = Arrangement(grid.shape, tracks, metrics=lens_metrics(grid, cell_width))
    return lens.width, lens.height


def folded(whole: Arrangement, width: int) -> Arrangement:
    """The same, folded to a width into lines of about the same length, if two things fit side by side.

    Args:
        whole: shows a whole board.
        width: there is room for.

    >>> folded(Arrangement((3, 4, 9)), 60).fold, folded(Arrangement((3, 4)), 5).fold
    (5, None)
    """
    shape = whole.shape
    if len(shape) % 2 == 0:
        return whole
    pitch, extent = whole.outermost
    most = 1 + max(0, width - extent) // pitch
    if most < 2:
        return whole
    if len(shape) == 1:
        # Every line begins with a round number.
        fold = most - most % 10 if most > 10 else most
    else:
        lines = -(-shape[-1] // most)
        fold = -(-shape[-1] // lines)
    return Arrangement(shape, metrics=whole.metrics, fold=fold)


def slice_tracks(
    shape: Sequence[int],
    wrap: Sequence[int],
    focus: Sequence[int],
    *,
    width: int,
    height: int,
    cell_width: int = 2,
) -> tuple[Track, ...]:
    """Tracks that show a slice of a board of five and more dimensions among its neighbours.

    A slice has all of axes 0 to 3. On each further axis at least three coordinates are shown, the slice's and those
    at distance 1, and more of them as long as they fit.

    Args:
        shape: sides of the board.
        wrap: the axes that wrap around.
        focus: a cell of the slice to show.
        width: characters there is room for.
        height: lines there is room for.
        cell_width: characters of a cell.

    >>> slice_tracks((3, 4, 2, 2, 9), (), (0, 0, 0, 0, 8), width=90, height=24)[4]
    (5, 6, 7, 8)
    """
    counts = [min(side, 3) if axis >= 4 else side for axis, side in enumerate(shape)]

    def fits() -> bool:
        shown = Arrangement(shape, [range(count) for count in counts], metrics=characters(cell_width))
        return shown.width <= width and shown.height <= height

    if fits():
        for axis in range(4, len(shape)):
            while counts[axis] < shape[axis]:
                counts[axis] += 1
                if not fits():
                    counts[axis] -= 1
                    break
    tracks: list[Track] = [range(side) for side in shape[:4]]
    for axis in range(4, len(shape)):
        side, count = shape[axis], counts[axis]
        first = focus[axis] - count // 2
        if axis in wrap and count < side:
            tracks.append(tuple((first + step) % side for step in range(count)))
        else:
            first = min(max(first, 0), side - count)
            tracks.append(tuple(range(first, first + count)))
    return tuple(tracks)


def neighbour_tracks(shape: Sequence[int], wrap: Sequence[int], cell: Sequence[int]) -> tuple[Track, ...]:
    """Tracks that show a cell in the middle of its 3**N neighbourhood; places off the board are empty.

    A wrapped axis of side 2 shows its other coordinate once, after the cell's.

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


def scrolled(spans: list[tuple[int, int]], margin: int, room: int, scroll: int) -> int:
    """Where to scroll to in one direction to see a cell, and of what it belongs to as much as there is room for.

    Args:
        spans: where the cell, its tile, its group and so on stand.
        margin: minimum characters visible next to the cell, on its tile.
        room: characters that are seen at once.
        scroll: the first of them now.

    >>> scrolled([(58, 2), (40, 20), (0, 100)], 4, 30, 0), scrolled([(58, 2), (40, 20), (0, 100)], 4, 30, 35)
    (35, 35)
    """
    at, extent = spans[0]
    tile_at, tile_extent = spans[1]
    margin = min(margin, max(0, room - extent) // 2)
    begin = max(at - margin, tile_at)
    end = min(at + extent + margin, tile_at + tile_extent)
    for outer_at, outer_extent in spans[1:]:
        if outer_extent <= room:
            begin, end = outer_at, outer_at + outer_extent
    low, high = end - room, begin
    if low <= scroll <= high:
        return scroll
    if scroll < low - room // 2 or scroll > high + room // 2:
        # Far away: into the middle.
        return max(0, (begin + end - room) // 2)
    return max(0, low if scroll < low else high)
