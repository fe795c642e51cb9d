"""Placement of the lens and the map next to a board or below it, for every screen that has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.picture.fitting import plan_panels
from hypersweep.tui.board.lens import Lens
from hypersweep.tui.board.minimap import MiniMap

if TYPE_CHECKING:
    from textual.widget import Widget

    from hypersweep.picture.fitting import PanelPlan
    from hypersweep.tui.board.view import BoardView


def place_panels(board: BoardView, body: Widget, room: tuple[int, int], *, wants_lens: bool) -> PanelPlan:
    """Show the panels next to the board or below it if the board loses no space, else hide them.

    Args:
        board: the board, whose size is set.
        body: container of the board and the panels; while they are below the board, its class is "below".
        room: width and height for the board and the panels together.
        wants_lens: whether the lens may be shown.

    Returns:
        The shown panels, and their place.
    """
    maps = body.query(MiniMap)
    plan = plan_panels(room, board.grid, board.least_width, wants_lens=wants_lens, has_map=bool(maps))
    body.set_class(plan.is_below, "below")
    all_of_it = "1fr"
    board.styles.width = all_of_it if plan.is_below or plan.board is None else plan.board
    board.styles.height = plan.board if plan.is_below and plan.board is not None else all_of_it
    width, height = room
    for minimap in maps:
        # A map of many slices scrolls: the board keeps at least half of the screen.
        minimap.styles.max_width = max(1, width - 4 if plan.is_below else width // 2)
        minimap.styles.max_height = max(1, height // 2 if plan.is_below else height - 2)
        minimap.has_room = plan.has_map
    body.query_one(Lens).display = plan.has_lens
    return plan
