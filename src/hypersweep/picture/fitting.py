"""Fit a board on a screen: choose folds, slices, the cell width, and the positions of the lens and the map."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.picture.arrangement import Arrangement, characters, lens_metrics

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.grid import Grid
    from hypersweep.picture.arrangement import Track


RULERS = 8
"""Total width of a board's rulers in characters: row numbers on the left, and equal space on the right."""

CELL_SIZES = ((2, 1), (3, 1), (4, 2), (6, 3), (8, 4), (10, 5))
"""Sizes of a cell in characters and lines. A character is about half as wide as a line is high.

In a cell several lines high, the last column and the lower half of the last line are the gap to the next cells, so that
the rest is a square with an odd number of columns, in whose middle a digit fits.
"""

LAYOUTS = ("auto", "whole", "slice")
"""Modes for boards with five or more dimensions: whole if it fits, otherwise a slice; always whole; always a slice."""


def arrange(
    grid: Grid,
    focus: Sequence[int],
    *,
    width: int,
    height: int,
    size: tuple[int, int] = CELL_SIZES[0],
    mode: str = "auto",
) -> tuple[Arrangement, bool]:
    """Return a board's arrangement for a screen, and whether it shows only a slice.

    If the outermost axis runs across and none runs down at its level, as on a three-dimensional board, items that don't
    fit on a line continue below.

    Args:
        grid: the board.
        focus: the cell that must be visible.
        width: available characters.
        height: available lines.
        size: width of a cell in characters, and height in lines.
        mode: one of ``LAYOUTS``.

    >>> from hypersweep.grid import Grid
    >>> arrangement, is_sliced = arrange(Grid("3x4x9"), (0, 0, 0), width=60, height=20)
    >>> arrangement.fold, arrangement.width, arrangement.height, is_sliced
    (5, 48, 8, False)
    """
    whole = Arrangement(grid.shape, metrics=characters(*size))
    if width <= 0 or height <= 0:
        return whole, False
    if whole.width > width:
        whole = folded(whole, width)
        if whole.height > height:
            # Leave one column for a scrollbar.
            whole = folded(whole, width - 1)
    fits = whole.width <= width and whole.height <= height
    if grid.dimensions <= 4 or mode == "whole" or (mode == "auto" and fits):
        return whole, False
    tracks = slice_tracks(grid.shape, grid.wrap, focus, width=width, height=height, size=size)
    return Arrangement(grid.shape, tracks, metrics=characters(*size)), True


def widest_clue(grid: Grid, mines: int) -> int:
    """Return the largest clue that cells should be wide enough to show.

    Clues with three or more digits are ignored if they are more than six standard deviations above the mean: with 728
    neighbours, cells four columns wide would be useless on realistic boards.

    Args:
        grid: the board.
        mines: number of mines.

    >>> from hypersweep.grid import Grid
    >>> widest_clue(Grid("9x9"), 10), widest_clue(Grid("4x4x4x4"), 20), widest_clue(Grid("4x4x4x4x4x4"), 300)
    (8, 20, 99)
    """
    most = max(1, min(grid.max_neighbours, mines))
    if most < 100:
        return most
    mean = grid.max_neighbours * mines / grid.cells
    return min(most, max(99, round(mean + 6 * sqrt(mean))))


def cell_sizes(least_width: int) -> list[tuple[int, int]]:
    """Return the possible cell sizes, smallest first: the given width on one line, then the larger ``CELL_SIZES``.

    Args:
        least_width: minimum width of a cell in characters.

    >>> cell_sizes(2) == [*CELL_SIZES], cell_sizes(4)
    (True, [(4, 1), (4, 2), (6, 3), (8, 4), (10, 5)])
    """
    first = (least_width, 1)
    return [first, *(size for size in CELL_SIZES if size > first)]


def roomy_size(grid: Grid, space: tuple[int, int], least_width: int, lines: int | None = None) -> tuple[int, int]:
    """Return the largest cell size with which the whole board and its rulers fit, or else the smallest.

    Cells one line high are widened to three columns if the whole board still fits across. The size depends only on the
    board and the screen, so it stays the same throughout a game.

    Args:
        grid: the board.
        space: available characters and lines.
        least_width: minimum width of a cell in characters.
        lines: height of a cell, as the player chose it; None for the largest that fits.

    >>> from hypersweep.grid import Grid
    >>> [roomy_size(Grid("16x30"), space, 2) for space in ((80, 20), (120, 34), (200, 54))]
    [(2, 1), (3, 1), (6, 3)]
    >>> roomy_size(Grid("9x9"), (80, 20), 2), roomy_size(Grid("9x9"), (80, 20), 2, 1)
    ((4, 2), (3, 1))
    """
    inner = space[0] - RULERS, space[1] - 1
    sizes = cell_sizes(least_width)
    for size in reversed(sizes):
        if size[1] > 1 and (lines == size[1] or (lines is None and _fits_enlarged(inner, grid, size))):
            return size
    wide = Arrangement(grid.shape, metrics=characters(*CELL_SIZES[1])).width <= inner[0]
    return max(sizes[0], CELL_SIZES[1]) if wide else sizes[0]


def can_grow(grid: Grid, space: tuple[int, int], size: tuple[int, int]) -> bool:
    """Return whether cells may become one step larger: not if that would push part of a whole board out of view.

    Args:
        grid: the board.
        space: available characters and lines, if there are no panels.
        size: the current size of a cell.

    >>> from hypersweep.grid import Grid
    >>> [can_grow(Grid("9x9"), (80, 20), size) for size in ((2, 1), (4, 2))], can_grow(Grid("16x30"), (80, 10), (2, 1))
    ([True, False], True)
    """
    larger = next((each for each in CELL_SIZES if each[1] > size[1]), None)
    if larger is None:
        return False
    return not _fits(space, grid, size) or _fits((space[0] - RULERS, space[1] - 1), grid, larger)


def lens_size(grid: Grid, size: tuple[int, int]) -> tuple[int, int]:
    """Return a lens's width in characters, and its height in lines.

    Args:
        grid: the board.
        size: width of a cell in characters, and height in lines.

    >>> from hypersweep.grid import Grid
    >>> lens_size(Grid("10x10x10"), (3, 1)), lens_size(Grid("4x4x4x4x4"), (3, 1))
    ((31, 5), (91, 11))
    """
    tracks = [(None, 0, None)] * grid.dimensions
    lens = Arrangement(grid.shape, tracks, metrics=lens_metrics(grid, size))
    return lens.width, lens.height + lens_caption(grid)


def lens_caption(grid: Grid) -> int:
    """Return the height of a lens's caption in lines: 0 in five or more dimensions, where the lens needs all the space.

    >>> from hypersweep.grid import Grid
    >>> lens_caption(Grid("3x4x5")), lens_caption(Grid("3x4x5x2x2"))
    (1, 0)
    """
    return int(grid.dimensions < 5)


def folded(whole: Arrangement, width: int) -> Arrangement:
    """Return an arrangement folded into lines of about equal length that fit a width; unchanged if it can't be folded.

    Args:
        whole: arrangement of a whole board.
        width: available characters or pixels.

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
        # Make every line begin at a multiple of ten, which makes counting easier.
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
    size: tuple[int, int] = CELL_SIZES[0],
) -> tuple[Track, ...]:
    """Return tracks that show one slice of a board with five or more dimensions, together with neighbouring slices.

    A slice contains all coordinates on axes 0 to 3. On each further axis, the tracks show at least the slice's
    coordinate and those at distance 1, and more if they fit.

    Args:
        shape: sides of the board.
        wrap: the axes that wrap around.
        focus: a cell in the slice to show.
        width: available characters.
        height: available lines.
        size: width of a cell in characters, and height in lines.

    >>> slice_tracks((3, 4, 2, 2, 9), (), (0, 0, 0, 0, 8), width=90, height=24)[4]
    (5, 6, 7, 8)
    """
    counts = [min(side, 3) if axis >= 4 else side for axis, side in enumerate(shape)]

    def fits() -> bool:
        shown = Arrangement(shape, [range(count) for count in counts], metrics=characters(*size))
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


# Space between the board and the panels: in characters if they are next to the board, in lines if below.
_BESIDE, _BELOW = 4, 1
# Width of a map entry and of the map's row labels, in characters.
_ENTRY, _ROW_LABEL = 9, 3


class PanelPlan(NamedTuple):
    """Which panels are shown, and where.

    Attributes:
        has_lens: whether the lens is shown.
        has_map: whether the map is shown.
        is_below: whether the panels are below the board instead of next to it.
        board: width of the board (height, if the panels are below it), so that the panels are adjacent to it; None if
            it takes all the remaining space.
        size: width and height of a cell, on the board and in the lens.
    """

    has_lens: bool
    has_map: bool
    is_below: bool
    board: int | None
    size: tuple[int, int]


def plan_panels(
    space: tuple[int, int],
    grid: Grid,
    least_width: int,
    *,
    wants_lens: bool = True,
    has_map: bool = False,
    lines: int | None = None,
) -> PanelPlan:
    """Return which panels to show on a screen of a given size, where, and how large cells are.

    Cells are as large as possible without hiding part of the board, or a panel that fits with the smallest cells.

    If the whole board is visible without panels, panels never hide any of it. If the board is larger than the screen,
    so that a cell's neighbours may be out of sight, the lens is shown if it leaves the board two thirds of the space.
    Boards with one or two dimensions that don't wrap need no lens, since a cell's neighbours are always next to it. For
    a board with five or more dimensions that doesn't fit, panels leave space for a whole slice; the lens has priority
    over the map.

    Args:
        space: width and height for the board and the panels together.
        grid: the board.
        least_width: minimum width of a cell in characters.
        wants_lens: whether the lens may be shown.
        has_map: whether there is a map, as for boards shown in slices.
        lines: height of a cell, as the player chose it; None for the largest that fits.

    >>> from hypersweep.grid import Grid
    >>> plan_panels((120, 34), Grid("10x10x10"), 3)
    PanelPlan(has_lens=True, has_map=False, is_below=False, board=70, size=(3, 1))
    >>> plan_panels((120, 34), Grid("5x5x5"), 2)
    PanelPlan(has_lens=True, has_map=False, is_below=True, board=12, size=(4, 2))
    >>> plan_panels((80, 20), Grid("6x6x6x6"), 3)
    PanelPlan(has_lens=False, has_map=False, is_below=False, board=None, size=(3, 1))
    >>> plan_panels((120, 34), Grid("4x4x4x4x4"), 3, has_map=True)
    PanelPlan(has_lens=True, has_map=False, is_below=True, board=None, size=(3, 1))
    """

    def plan(space: tuple[int, int], size: tuple[int, int]) -> PanelPlan:
        if not has_map or _fits(space, grid, size):
            if wants_lens and (grid.dimensions > 2 or grid.wrap):
                return _with_lens(space, grid, size)
            return PanelPlan(False, False, False, None, _widened(space, grid, size))
        return _with_map(space, grid, size, wants_lens=wants_lens)

    first, *others = cell_sizes(least_width)
    chosen = plan(space, next((size for size in others if size[1] == lines), first))
    inner = space[0] - RULERS, space[1] - 1
    for size in reversed(others if lines is None else ()):
        if size[1] > 1 and _fits_enlarged(inner, grid, size):
            found = plan(inner, size)
            if found[:2] == chosen[:2]:
                return found
    return chosen


def _widened(space: tuple[int, int], grid: Grid, size: tuple[int, int]) -> tuple[int, int]:
    """Return a cell size, widened to three columns if it has one line and the board still fits."""
    return size if size[1] > 1 else roomy_size(grid, space, size[0], 1)


def _with_lens(space: tuple[int, int], grid: Grid, size: tuple[int, int]) -> PanelPlan:
    """Return a plan with the lens next to or below a board that isn't shown in slices."""
    is_whole = _fits(space, grid, size)
    lines = _arranged(space, grid, size)[0].height if is_whole else 0
    # First try ways that add no lines to a board that is visible as a whole, placing the lens below it if necessary.
    ways = [(False, lines), (True, lines), (False, 0), (True, 0)]
    for is_below, most in ways:
        # Cells in the lens are as large as on the board; widen them only if board and lens then still fit.
        wider = size if size[1] > 1 else (size[0] + 1, 1)
        cell = _widened(_left(space, lens_size(grid, wider), is_below), grid, size)
        lens = lens_size(grid, cell)
        rest = _left(space, lens, is_below)
        has_space = lens[0] + _BESIDE <= space[0] and lens[1] <= space[1] and min(rest) > 0
        has_enough = all(3 * left >= 2 * all_of_it for left, all_of_it in zip(rest, space, strict=True))
        if has_space and most and _arranged(rest, grid, size)[0].height > most:
            continue
        if has_space and (_fits(rest, grid, size) or (has_enough and not is_whole)):
            return PanelPlan(True, False, is_below, _board_size(rest, grid, cell, is_below=is_below), cell)
    return PanelPlan(False, False, False, None, _widened(space, grid, size))


def _with_map(space: tuple[int, int], grid: Grid, size: tuple[int, int], *, wants_lens: bool) -> PanelPlan:
    """Return a plan with the map, the lens or both next to or below a slice of the board."""
    shape = grid.shape
    part = Arrangement(shape[:4], metrics=characters(*size))
    # Add a line for the slice's label, and space for both scrollbars.
    slice_size = part.width + 1, part.height + 2
    # Map entries are arranged like groups: even axes across, odd ones down. Above them are a title and a heading.
    across = down = 1
    for axis, side in enumerate(shape[4:], 4):
        if axis % 2 == 0:
            across *= side
        else:
            down *= side
    entries = across * _ENTRY + (_ROW_LABEL if len(shape) > 5 else 0), down + 2
    lens = lens_size(grid, size)
    # Try placing panels below first: slices are side by side, so width is scarcer than height.
    ways: list[tuple[bool, bool, bool, tuple[int, int]]] = []
    if wants_lens:
        ways += [
            (True, True, True, (entries[0] + 2 + lens[0], max(entries[1], lens[1]))),
            (True, True, False, (max(entries[0], lens[0]), entries[1] + 1 + lens[1])),
            (True, False, True, lens),
            (True, False, False, lens),
        ]
    ways.append((False, True, False, entries))
    for has_lens, has_map, is_below, panels in ways:
        rest = _left(space, panels, is_below)
        has_space = panels[0] + _BESIDE <= space[0] and panels[1] + _BELOW <= space[1]
        if has_space and slice_size[0] <= rest[0] and slice_size[1] <= rest[1]:
            return PanelPlan(has_lens, has_map, is_below, _board_size(rest, grid, size, is_below=is_below), size)
    return PanelPlan(False, True, True, None, size)


def _left(space: tuple[int, int], panels: tuple[int, int], is_below: bool) -> tuple[int, int]:
    """Return the width and height left for the board by the panels."""
    if is_below:
        return space[0], space[1] - panels[1] - _BELOW
    return space[0] - panels[0] - _BESIDE, space[1]


def _arranged(space: tuple[int, int], grid: Grid, size: tuple[int, int]) -> tuple[Arrangement, bool]:
    return arrange(grid, (0,) * grid.dimensions, width=space[0], height=space[1], size=size)


def _fits(space: tuple[int, int], grid: Grid, size: tuple[int, int]) -> bool:
    """Return whether the whole board is visible in a given space."""
    if min(space) <= 0:
        return False
    arrangement, is_sliced = _arranged(space, grid, size)
    return not is_sliced and arrangement.width <= space[0] and arrangement.height <= space[1]


def _fits_enlarged(space: tuple[int, int], grid: Grid, size: tuple[int, int]) -> bool:
    """Return whether the whole board is visible with large cells; a one-dimensional board must stay on one line."""
    return _fits(space, grid, size) and (grid.dimensions > 1 or _arranged(space, grid, size)[0].fold is None)


def _board_size(space: tuple[int, int], grid: Grid, size: tuple[int, int], *, is_below: bool) -> int | None:
    """Return the width (or height, if ``is_below``) of a board with its rulers; None if it needs all the space."""
    arrangement, _ = _arranged(space, grid, size)
    extent = arrangement.height + 1 if is_below else arrangement.width + RULERS
    return extent if extent < space[is_below] else None
