from __future__ import annotations

import pytest

from board_app import game_of
from hypersweep import CellError
from hypersweep.controls.status import cell_status


def test_what_is_said_of_cells_while_and_after_a_game() -> None:
    game = game_of("3x4", [(0, 0), (2, 3)])
    game.open((0, 1))
    assert cell_status(game, (0, 1)) == "(0, 1): clue 1, 1 left in 5 covered"
    game.flag((0, 0))
    assert cell_status(game, (0, 1)) == "(0, 1): clue 1, 0 left in 4 covered"
    assert cell_status(game, (0, 0)) == "(0, 0): flag"
    game.flag((0, 2))
    assert cell_status(game, (0, 1)) == "(0, 1): clue 1, 1 flag too many, 3 covered"
    game.flag((1, 2))
    assert cell_status(game, (0, 1)).endswith("clue 1, 2 flags too many, 2 covered")
    game.open((2, 0))
    assert cell_status(game, (2, 0)) == "(2, 0): no mine around"
    assert cell_status(game, (0, 3)) == "(0, 3): covered"
    game.open((2, 3))
    assert cell_status(game, (2, 3)) == "(2, 3): mine that went off"
    assert cell_status(game, (0, 2)) == "(0, 2): wrong flag"


def test_cells_off_the_board_are_refused() -> None:
    with pytest.raises(CellError):
        cell_status(game_of("3x4", [(0, 0)]), (3, 0))
