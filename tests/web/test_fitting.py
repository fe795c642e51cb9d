"""The size of a board on the page, and its visible part."""

from __future__ import annotations

import pytest

from node_calls import NodeCalls

NODE = NodeCalls


# If a finger needs 24 pixels.
@pytest.mark.parametrize(("board", "width"), [("4x4x4x4", 340), ("4x4x4x4", 370), ("3x4x5x2", 300)])
def test_tiles_are_not_cut_where_slightly_smaller_cells_do(node: NodeCalls, board: str, width: int) -> None:
    fit = node.call("", "fitted", board, {"width": width, "height": 500, "least": 24, "usual": 28, "scrollbar": 0})
    assert not fit["isWhole"]
    assert 24 <= fit["cell"] <= 28
    # The next tile is hidden, unless showing it completely would need much smaller cells.
    part = (fit["extent"] - fit["seen"]) / fit["extent"]
    assert part <= 0 or part > 0.15, fit


@pytest.mark.slow
def test_where_all_of_a_board_is_seen_its_cells_are_as_large_as_they_can_be(node: NodeCalls) -> None:
    fit = node.call("", "fitted", "9x9", {"width": 340, "height": 500, "least": 24})
    assert (fit["isWhole"], fit["cell"]) == (True, 37)
