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

LAYOUTS = ("auto", "whole", "slice")
"""Modes for boards with five or more dimensions: whole if it fits, otherwise a slice; always whole; always a slice."""


def arrange(
    grid: Grid,
    focus: Sequence[int],
    *,
    width: int,
    height: int,
    cell_width: int = 2,
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
        cell_width: width of a cell in characters.
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
            # Leave one column for a scrollbar.
            whole = folded(whole, width - 1)
    fits = whole.width <= width and whole.height <= height
    if grid.dimensions <= 4 or mode == "whole" or (mode == "auto" and fits):
        return whole, False
    tracks = slice_tracks(grid.shape, grid.wrap, focus, width=width, height=height, cell_width=cell_width)
    return Arrangement(grid.shape, tracks, metrics=characters(cell_width)), True


# Width to which cells are widened if the board still fits, in characters; with two, a cell is about square.
_ROOMY = 3


def widest_clue(grid: Grid, mines: int) -> int:
    """Return the largest clue for which cells should be wide enough.

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


def roomy_width(grid: Grid, width: int, cell_width: int) -> int:
    """Return the cell width in characters: three instead of two if the whole board still fits across.

    The width depends only on the board and the screen, so it stays the same throughout a game.

    Args:
        grid: the board.
        width: available characters.
        cell_width: minimum width of a cell in characters.

    >>> from hypersweep.grid import Grid
    >>> roomy_width(Grid("16x30"), 80, 2), roomy_width(Grid("16x30"), 120, 2), roomy_width(Grid("9x9"), 80, 4)
    (2, 3, 4)
    """
    if cell_width >= _ROOMY:
        return cell_width
    return _ROOMY if Arrangement(grid.shape, metrics=characters(_ROOMY)).width + RULERS <= width else cell_width


def lens_size(grid: Grid, cell_width: int) -> tuple[int, int]:
    """Return a lens's width in characters, and its height in lines.

    Args:
        grid: the board.
        cell_width: width of a cell in characters.

    >>> from hypersweep.grid import Grid
    >>> lens_size(Grid("10x10x10"), 3), lens_size(Grid("4x4x4x4x4"), 3)
    ((31, 5), (91, 11))
    """
    tracks = [(None, 0, None)] * grid.dimensions
    lens = Arrangement(grid.shape, tracks, metrics=lens_metrics(grid, cell_width))
    return lens.width, lens.height + lens_caption(grid)


def lens_caption(grid: Grid) -> int:
    """Return the number of lines for a lens's caption: in five or more dimensions a lens needs all the space.

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
    cell_width: int = 2,
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
        cell_width: width of a cell in characters.

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
        board: width of the board (height, if the panels are below it), which makes the panels adjacent to it; None if
            it takes all the remaining space.
    """

    has_lens: bool
    has_map: bool
    is_below: bool
    board: int | None


_NOTHING = PanelPlan(False, False, False, None)


def plan_panels(
    space: tuple[int, int], grid: Grid, cell_width: int, *, wants_lens: bool = True, has_map: bool = False
) -> PanelPlan:
    """Return which panels to show on a screen of a given size, and where.

    If the whole board is visible without panels, panels never hide any of it. If the board is larger than the screen,
    so that a cell's neighbours may be out of sight, the lens is shown if it leaves the board two thirds of the space.
    Boards with one or two dimensions that don't wrap need no lens, since a cell's neighbours are always next to it. For
    a board with five or more dimensions that doesn't fit, panels leave space for a whole slice; the lens has priority
    over the map.

    Args:
        space: width and height for the board and the panels together.
        grid: the board.
        cell_width: minimum width of a cell in characters.
        wants_lens: whether the lens may be shown.
        has_map: whether there is a map, as for boards shown in slices.

    >>> from hypersweep.grid import Grid
    >>> plan_panels((120, 34), Grid("10x10x10"), 3)
    PanelPlan(has_lens=True, has_map=False, is_below=False, board=70)
    >>> plan_panels((80, 20), Grid("10x10x10"), 3)
    PanelPlan(has_lens=True, has_map=False, is_below=True, board=None)
    >>> plan_panels((80, 20), Grid("6x6x6x6"), 3)
    PanelPlan(has_lens=False, has_map=False, is_below=False, board=None)
    >>> plan_panels((120, 34), Grid("4x4x4x4x4"), 3, has_map=True)
    PanelPlan(has_lens=True, has_map=False, is_below=True, board=None)
    """
    if not has_map or _fits(space, grid, cell_width):
        if wants_lens and (grid.dimensions > 2 or grid.wrap):
            return _with_lens(space, grid, cell_width)
        return _NOTHING
    return _with_map(space, grid, cell_width, wants_lens=wants_lens)


def _with_lens(space: tuple[int, int], grid: Grid, cell_width: int) -> PanelPlan:
    """Return a plan with the lens next to or below a board that isn't shown in slices."""
    is_whole = _fits(space, grid, cell_width)
    lines = _arranged(space, grid, cell_width)[0].height if is_whole else 0
    # First try ways that add no lines to a board that is visible as a whole, placing the lens below it if necessary.
    ways = [(False, lines), (True, lines), (False, 0), (True, 0)]
    for is_below, most in ways:
        # Cells in the lens are as wide as on the board; widen them only if board and lens then still fit.
        width = roomy_width(grid, _left(space, lens_size(grid, cell_width + 1), is_below)[0], cell_width)
        lens = lens_size(grid, width)
        rest = _left(space, lens, is_below)
        has_space = lens[0] + _BESIDE <= space[0] and lens[1] <= space[1] and min(rest) > 0
        has_enough = all(3 * left >= 2 * all_of_it for left, all_of_it in zip(rest, space, strict=True))
        if has_space and most and _arranged(rest, grid, cell_width)[0].height > most:
            continue
        if has_space and (_fits(rest, grid, cell_width) or (has_enough and not is_whole)):
            return PanelPlan(True, False, is_below, _board_size(rest, grid, width, is_below=is_below))
    return _NOTHING


def _with_map(space: tuple[int, int], grid: Grid, cell_width: int, *, wants_lens: bool) -> PanelPlan:
    """Return a plan with the map, the lens or both next to or below a slice of the board."""
    shape = grid.shape
    part = Arrangement(shape[:4], metrics=characters(cell_width))
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
    lens = lens_size(grid, cell_width)
    # Try placing panels below first: slices are side by side, so width is scarcer than height.
    sizes: list[tuple[bool, bool, bool, tuple[int, int]]] = []
    if wants_lens:
        sizes += [
            (True, True, True, (entries[0] + 2 + lens[0], max(entries[1], lens[1]))),
            (True, True, False, (max(entries[0], lens[0]), entries[1] + 1 + lens[1])),
            (True, False, True, lens),
            (True, False, False, lens),
        ]
    sizes.append((False, True, False, entries))
    for has_lens, has_map, is_below, panels in sizes:
        rest = _left(space, panels, is_below)
        has_space = panels[0] + _BESIDE <= space[0] and panels[1] + _BELOW <= space[1]
        if has_space and slice_size[0] <= rest[0] and slice_size[1] <= rest[1]:
            return PanelPlan(has_lens, has_map, is_below, _board_size(rest, grid, cell_width, is_below=is_below))
    return PanelPlan(False, True, True, None)


def _left(space: tuple[int, int], panels: tuple[int, int], is_below: bool) -> tuple[int, int]:
    """Return the width and height left for the board by the panels."""
    if is_below:
        return space[0], space[1] - panels[1] - _BELOW
    return space[0] - panels[0] - _BESIDE, space[1]


def _arranged(space: tuple[int, int], grid: Grid, cell_width: int) -> tuple[Arrangement, bool]:
    return arrange(grid, (0,) * grid.dimensions, width=space[0], height=space[1], cell_width=cell_width)


def _fits(space: tuple[int, int], grid: Grid, cell_width: int) -> bool:
    """Return whether the whole board is visible in a given space."""
    if min(space) <= 0:
        return False
    arrangement, is_sliced = _arranged(space, grid, cell_width)
    return not is_sliced and arrangement.width <= space[0] and arrangement.height <= space[1]


def _board_size(space: tuple[int, int], grid: Grid, cell_width: int, *, is_below: bool) -> int | None:
    """Return the width (or height, if ``is_below``) of a board with its rulers; None if it needs all the space."""
    arrangement, _ = _arranged(space, grid, cell_width)
    size = arrangement.height + 1 if is_below else arrangement.width + RULERS
    return size if size < space[is_below] else None
