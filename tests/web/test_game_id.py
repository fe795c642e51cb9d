"""Game IDs of Simon Tatham's Mines, which the page reads as Python does."""

from __future__ import annotations

import pytest

from hypersweep import Layout
from hypersweep.formats.tatham import GameID, Params, parse
from node_calls import NodeCalls, Refusal

NODE = NodeCalls


def test_boards_and_first_cells_are_those_of_python(node: NodeCalls) -> None:
    for number, (columns, rows) in enumerate([(4, 3), (1, 1), (9, 9), (30, 16), (49, 22), (5, 1), (70, 80)] * 3):
        layout = Layout.random((rows, columns), columns * rows // 5, seed=number)
        first = None if number % 3 == 0 else (rows - 1, columns // 2)
        text = GameID(Params(columns, rows), layout, first, mark=("m", "u", "")[number % 3]).format()
        told = node.call("input/game_id.js", "parseGameId", text)
        assert told == {"layout": str(layout), "first": None if first is None else list(first)}, text
    square = "9:4,4,m750a781f936c7f3d39ec8"
    assert node.call("input/game_id.js", "parseGameId", square)["layout"] == str(parse(square).layout)


def test_other_texts_are_refused_or_left_to_others(node: NodeCalls) -> None:
    for text in ("4x3:0,9,u401", "4x3:0,2,u40", "4x3:0,2,u4011", "0x3:u", "99999x99999:u00"):
        if node.call("input/game_id.js", "isGameId", text):
            with pytest.raises(Refusal):
                node.call("input/game_id.js", "parseGameId", text)
    for text in ("4x3#123", "9x9n10:r10,u,0f3c", "3x4.bAgg", "Dear: Ann", ""):
        assert not node.call("input/game_id.js", "isGameId", text)
