from __future__ import annotations

import pytest

from board_app import game_of
from hypersweep import CellError
from hypersweep.ui_model.status import cell_status, counter_text


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


def test_after_a_win_counter_and_status_show_every_mine_flagged() -> None:
    game = game_of("3x4", [(0, 0), (2, 3)])
    for cell in game.grid:
        if cell not in ((0, 0), (2, 3)):
            game.open(cell)
    assert counter_text(game) == "0 of 2 mines left"
    assert cell_status(game, (0, 0)) == "(0, 0): flag"
    assert cell_status(game, (0, 1)) == "(0, 1): clue 1, 0 left in 0 covered"
    assert game.undo()
    assert counter_text(game) == "2 of 2 mines left"
    assert cell_status(game, (0, 0)) == "(0, 0): covered"


def test_after_a_loss_mines_stay_mines() -> None:
    game = game_of("3x4", [(0, 0), (2, 3)])
    game.flag((0, 2))
    game.open((2, 3))
    assert counter_text(game) == "1 of 2 mines left"
    assert cell_status(game, (0, 0)) == "(0, 0): mine"
