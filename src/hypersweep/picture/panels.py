"""Placement of the lens and the map of slices: right of the board, below it, or nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hypersweep.picture.arrangement import Arrangement, characters
from hypersweep.picture.fitting import RULERS, arrange, lens_size, roomy_width

if TYPE_CHECKING:
    from hypersweep.grid import Grid

# Margins of the panels: characters on their sides, lines above or below.
_BESIDE, _BELOW = 4, 1
# An entry of the map, and what labels its rows.
_ENTRY, _ROW_LABEL = 9, 3


class PanelPlan(NamedTuple):
    """Which panels are shown, and where.

    Attributes:
        has_lens: whether the lens is shown.
        has_map: whether the map is.
        is_below: whether they are below the board instead of next to it.
        board: how wide or high the board is drawn, so that the panels stand next to it; None for all that is left.
    """

    has_lens: bool
    has_map: bool
    is_below: bool
    board: int | None


_NOTHING = PanelPlan(False, False, False, None)


def plan_panels(
    room: tuple[int, int], grid: Grid, cell_width: int, *, wants_lens: bool = True, has_map: bool = False
) -> PanelPlan:
    """What to show on a screen of some size.

    A board that is seen whole stays so. Where it goes on beyond the screen, so that neighbours may be out of sight, the
    lens comes if it leaves the board two thirds of the room; boards of one or two dimensions that don't wrap need none,
    as there a cell's neighbours are always around it. A board of five and more dimensions that doesn't fit keeps room
    for a whole slice; if there isn't enough for both, the lens comes before the map.

    Args:
        room: width and height of the board and the panels together.
        grid: the board.
        cell_width: characters that a cell needs.
        wants_lens: whether the lens may be shown.
        has_map: whether there is a map: for boards that can be shown by slices.

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
    if not has_map or _fits(room, grid, cell_width):
        if wants_lens and (grid.dimensions > 2 or grid.wrap):
            return _with_lens(room, grid, cell_width)
        return _NOTHING
    return _with_map(room, grid, cell_width, wants_lens=wants_lens)


def _with_lens(room: tuple[int, int], grid: Grid, cell_width: int) -> PanelPlan:
    """Place the lens next to or below a board without slices."""
    is_whole = _fits(room, grid, cell_width)
    lines = _arranged(room, grid, cell_width)[0].height if is_whole else 0
    # The lens goes below where that spares a board a fold that is seen whole.
    ways = [(False, lines), (True, lines), (False, 0), (True, 0)]
    for is_below, most in ways:
        # The cells of the lens are as wide as the board's, which grow if there is room for both then.
        width = roomy_width(grid, _left(room, lens_size(grid, cell_width + 1), is_below)[0], cell_width)
        lens = lens_size(grid, width)
        rest = _left(room, lens, is_below)
        has_room = lens[0] + _BESIDE <= room[0] and lens[1] <= room[1] and min(rest) > 0
        has_enough = all(3 * left >= 2 * all_of_it for left, all_of_it in zip(rest, room, strict=True))
        if has_room and most and _arranged(rest, grid, cell_width)[0].height > most:
            continue
        if has_room and (_fits(rest, grid, cell_width) or (has_enough and not is_whole)):
            return PanelPlan(True, False, is_below, _board_size(rest, grid, width, is_below=is_below))
    return _NOTHING


def _with_map(room: tuple[int, int], grid: Grid, cell_width: int, *, wants_lens: bool) -> PanelPlan:
    """Place the map, the lens or both next to or below a slice of the board."""
    shape = grid.shape
    part = Arrangement(shape[:4], metrics=characters(cell_width))
    # With a line for the label of the slice, and a scroll bar each way.
    slice_size = part.width + 1, part.height + 2
    # Entries of the map stand as groups do: even axes across, odd ones down.
    across = down = 1
    for axis, side in enumerate(shape[4:], 4):
        if axis % 2 == 0:
            across *= side
        else:
            down *= side
    entries = across * _ENTRY + (_ROW_LABEL if len(shape) > 5 else 0), down + 1
    lens = lens_size(grid, cell_width)
    # Below first: slices stand side by side, so that width is worth more than height.
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
        rest = _left(room, panels, is_below)
        has_room = panels[0] + _BESIDE <= room[0] and panels[1] + _BELOW <= room[1]
        if has_room and slice_size[0] <= rest[0] and slice_size[1] <= rest[1]:
            return PanelPlan(has_lens, has_map, is_below, _board_size(rest, grid, cell_width, is_below=is_below))
    return PanelPlan(False, True, True, None)


def _left(room: tuple[int, int], panels: tuple[int, int], is_below: bool) -> tuple[int, int]:
    """What panels leave of the room."""
    if is_below:
        return room[0], room[1] - panels[1] - _BELOW
    return room[0] - panels[0] - _BESIDE, room[1]


def _arranged(room: tuple[int, int], grid: Grid, cell_width: int) -> tuple[Arrangement, bool]:
    return arrange(grid, (0,) * grid.dimensions, width=room[0], height=room[1], cell_width=cell_width)


def _fits(room: tuple[int, int], grid: Grid, cell_width: int) -> bool:
    """Whether a board is seen whole."""
    if min(room) <= 0:
        return False
    arrangement, is_sliced = _arranged(room, grid, cell_width)
    return not is_sliced and arrangement.width <= room[0] and arrangement.height <= room[1]


def _board_size(room: tuple[int, int], grid: Grid, cell_width: int, *, is_below: bool) -> int | None:
    """How wide, or how high, a board is drawn with its rulers, if it leaves some of its room."""
    arrangement, _ = _arranged(room, grid, cell_width)
    size = arrangement.height + 1 if is_below else arrangement.width + RULERS
    return size if size < room[is_below] else None
