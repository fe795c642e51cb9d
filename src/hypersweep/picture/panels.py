"""Where the lens and the map of slices find room: beside the board, below it, or nowhere."""

from __future__ import annotations

from typing import NamedTuple

from hypersweep.lazy import defer
from hypersweep.picture.nesting import Arrangement, characters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
else:
    defer(globals(), "from collections.abc import Sequence")

__all__ = ["PanelPlan", "plan_panels"]

# Around the panels: characters beside them, lines above or below.
_BESIDE, _BELOW = 4, 1
# An entry of the map, and what labels its rows.
_ENTRY, _ROW_LABEL = 9, 7


class PanelPlan(NamedTuple):
    """Which panels are shown, and where.

    Attributes:
        has_lens: whether the lens is shown.
        has_map: whether the map is.
        is_below: whether they are below the board, not beside it.
    """

    has_lens: bool
    has_map: bool
    is_below: bool


def plan_panels(
    room: tuple[int, int], shape: Sequence[int], cell_width: int, *, lens: tuple[int, int], has_map: bool
) -> PanelPlan:
    """What to show on a screen of some size.

    The board comes first: whole if it fits, and else a slice of it, with the map. The lens is left out where it would
    take room from that.

    Args:
        room: width and height of the board and the panels together.
        shape: sides of the board.
        cell_width: characters of a cell.
        lens: width and height of the lens.
        has_map: whether there is a map: for boards that can be shown by slices.

    >>> plan_panels((80, 20), (9, 9), 2, lens=(6, 3), has_map=False)
    PanelPlan(has_lens=True, has_map=False, is_below=False)
    >>> plan_panels((200, 56), (4, 4, 4, 4, 4), 2, lens=(64, 10), has_map=True)
    PanelPlan(has_lens=True, has_map=False, is_below=True)
    >>> plan_panels((80, 20), (4, 4, 4, 4, 4), 2, lens=(64, 10), has_map=True)
    PanelPlan(has_lens=False, has_map=True, is_below=True)
    """
    whole = Arrangement(shape, metrics=characters(cell_width))
    if len(shape) <= 4 or (whole.width <= room[0] and whole.height <= room[1]):
        for is_below in (False, True):
            if _fits(room, (whole.width, whole.height), lens, is_below=is_below):
                return PanelPlan(True, False, is_below)
        return PanelPlan(False, False, False)
    if not has_map:
        return PanelPlan(False, False, False)
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
    # Below first: slices stand side by side, so that width is worth more than height.
    for is_below in (True, False):
        both = (
            (entries[0] + 2 + lens[0], max(entries[1], lens[1]))
            if is_below
            else (max(entries[0], lens[0]), entries[1] + 1 + lens[1])
        )
        if _fits(room, slice_size, both, is_below=is_below):
            return PanelPlan(True, True, is_below)
    return PanelPlan(False, True, not _fits(room, slice_size, entries, is_below=False))


def _fits(room: tuple[int, int], board: tuple[int, int], panels: tuple[int, int], *, is_below: bool) -> bool:
    if is_below:
        return board[1] + panels[1] + _BELOW <= room[1] and board[0] <= room[0] and panels[0] + _BESIDE <= room[0]
    return board[0] + panels[0] + _BESIDE <= room[0] and board[1] <= room[1] and panels[1] + 1 <= room[1]
