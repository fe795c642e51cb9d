"""How the cells of a board look on the page, compared with their codes."""

from __future__ import annotations

from typing import Any

import pytest

from hypersweep import Game, Grid, Layout
from hypersweep.codes import EXPLODED, FLAGGED, MINE
from hypersweep.picture.cell_appearance import shown_codes
from node_calls import NodeCalls

NODE = NodeCalls


def test_finished_clues_are_dimmed_as_long_as_something_is_to_be_done(node: NodeCalls) -> None:
    codes = [FLAGGED, 1, 0]
    playing = node.call("", "looks", "3", 1, codes, {"dimFinished": True, "outcome": "ongoing"})
    assert playing[0::2] == codes[0::2]
    assert playing[1] != 1
    for outcome in ("won", "lost"):
        assert node.call("", "looks", "3", 1, codes, {"dimFinished": True, "outcome": outcome}) == codes


def test_the_place_of_the_cursor_is_marked_in_tiles_that_touch_it(node: NodeCalls) -> None:
    grid = Grid("2x3x4x2")
    marks = dict(zip(grid, node.call("", "marks", "2x3x4x2", grid.index((1, 2, 0, 1))), strict=True))
    ghosts = {cell for cell, own in marks.items() if "GHOST" in own}
    assert ghosts == {(1, 2, 0, 0), (1, 2, 1, 0), (1, 2, 1, 1)}
    near = {cell for cell, own in marks.items() if "NEAR" in own}
    assert near == set(grid.neighbours((1, 2, 0, 1)))
    assert {cell[2] for cell, own in marks.items() if "REMOTE" in own} == {2, 3}
    assert marks[1, 2, 0, 1] == ["CURSOR"]


@pytest.mark.parametrize(
    ("board", "settings"),
    [("5x7", {}), ("3x4x5", {"tint": False}), ("3x4x5", {"outcome": "won"}), ("3x4x5", {"isHidden": True})],
)
def test_no_tile_fades_without_need(node: NodeCalls, board: str, settings: dict[str, Any]) -> None:
    assert not any("REMOTE" in marks for marks in node.call("", "marks", board, 0, settings))


@pytest.mark.parametrize("has_cursor", [False, True])
@pytest.mark.parametrize("then", [None, -1, 5])
def test_the_board_rests_after_the_end_until_the_player_looks_around(
    node: NodeCalls, has_cursor: bool, then: int | None
) -> None:
    settings: dict[str, Any] = {"outcome": "won", "rest": has_cursor}
    if then is not None:
        settings["then"] = then
    marks = node.call("", "marks", "3x4x5", 7, settings)
    found = {mark for own in marks for mark in own}
    if then == 5:
        assert found == {"NEAR", "GHOST", "CURSOR", "HOVER"}
    else:
        assert found == ({"CURSOR"} if has_cursor else set())


@pytest.mark.slow
def test_what_a_cell_shows_at_the_end_is_the_same_in_every_view(node: NodeCalls) -> None:
    game = Game(layout=Layout("1x5", [(0, 0), (0, 3)]))
    game.flag((0, 3))
    for cell in ((0, 1), (0, 2), (0, 4)):
        game.open(cell)
    codes = game.codes().tolist()
    assert codes == [MINE, 1, 1, FLAGGED, 1]
    assert node.call("", "looks", "1x5", 2, codes, {"outcome": "won"}) == shown_codes(game).tolist()
    labels = node.call("", "labels", "en", "1x5", codes, "won")
    assert [label.split(",")[0] for label in labels] == ["flag", "1", "1", "flag", "1"]
    assert labels[1].endswith("done")
    statuses = node.call("", "statuses", "1x5", codes, "won")
    assert statuses == ["flag", "1 mine around", "1 mine around", "flag", "1 mine around"]
    known = [EXPLODED, 1, MINE]
    assert node.call("", "looks", "3", 2, known, {"outcome": "lost"}) == known
    assert node.call("", "labels", "en", "3", known, "lost")[2].startswith("mine,")
