"""The line above a board."""

from __future__ import annotations

import pytest

from hypersweep.game import Game
from hypersweep.tui.parts.heading import heading_content


@pytest.mark.parametrize(
    ("board", "mines", "rules", "text"),
    [
        ("9x9", 10, "classic,first=opening", "beginner · 9x9"),
        ("9x9", 10, "classic", "beginner · 9x9 · first open safe"),
        ("3x4", 2, "classic", "3x4, 2 mines"),
        ("3x4", 2, "esp", "3x4, 2 mines · esp"),
    ],
)
def test_it_says_what_cannot_be_known_otherwise(board: str, mines: int, rules: str, text: str) -> None:
    assert str(heading_content(Game(board, mines, rules=rules))) == text
