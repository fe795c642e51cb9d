from __future__ import annotations

import pytest

from hypersweep import Grid
from hypersweep.boards import PRESETS
from hypersweep.ui_model.board_facts import board_facts


def test_presets_are_like_no_other_board() -> None:
    for text, mines in PRESETS.values():
        cells, touches, figures = board_facts(Grid(text), mines)
        assert cells.startswith(f"{Grid(text).cells} cells, {mines} mines: 1 in ")
        assert touches.startswith("a cell touches ")
        assert "like" not in figures


@pytest.mark.parametrize(
    ("board", "mines", "facts"),
    [
        ("3x4x5", 6, ["60 cells, 6 mines: 1 in 10", "a cell touches 7 to 26 others"]),
        ("3x4~orthogonal~wrap=0,1", 1, ["12 cells, 1 mine: 1 in 12", "a cell touches 4 others"]),
        ("2", 1, ["2 cells, 1 mine: 1 in 2", "a cell touches 1 other"]),
        ("1", 0, ["1 cell, 0 mines", "a cell touches 0 others"]),
    ],
)
def test_facts_are_counted(board: str, mines: int, facts: list[str]) -> None:
    assert board_facts(Grid(board), mines)[:2] == facts
