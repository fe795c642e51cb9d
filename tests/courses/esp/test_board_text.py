"""Boards on the screen: the same text, however it is split into writes."""

from __future__ import annotations

import pytest

from courses.esp.esp_model import Program
from courses.esp.esp_play import screen
from hypersweep import Game, Grid, Layout
from hypersweep.courses.esp import board_text, write_board

Shape = tuple[int, int]


def printed(game: Game, **how: bool) -> list[bytes | bytearray]:
    """Pieces of a board, as they are written."""
    pieces: list[bytes | bytearray] = []
    write_board(pieces.append, game, remaining=-7, **how)
    return pieces


def played(shape: Shape) -> Game:
    """A game with mines on a diagonal pattern, some of its cells open and some flagged."""
    grid = Grid(shape)
    game = Game(grid, rules="esp", layout=Layout(grid, [cell for cell in grid if grid.index(cell) % 5 == 3]))
    for cell in grid:
        if grid.index(cell) % 7 == 1:
            game.flag(cell)
        elif grid.index(cell) % 7 == 4 and grid.index(cell) % 5 != 3:
            game.open(cell)
    return game


def expected(game: Game) -> Program:
    """The same position in the slow model."""
    model = Program(game.grid.shape[0], game.grid.shape[1], 0, 0, {})
    for cell in game.grid:
        place = (cell[0], cell[1])
        for members, is_member in (
            (model.open, game.is_open(cell)),
            (model.flags, game.is_flagged(cell)),
            (model.mines, game.layout is not None and game.layout.is_mine(cell)),
        ):
            if is_member:
                members.add(place)
    return model


SHAPES = [(3, 4), (1, 1), (1, 40), (40, 1), (5, 8), (7, 9), (2, 17), (17, 2), (16, 1), (1, 16), (3, 16)]


@pytest.mark.parametrize("at_once", [2, 3, 8, 16, 1 << 16])
@pytest.mark.parametrize("shape", SHAPES)
def test_pieces_make_no_difference(shape: Shape, at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board_text, "CELLS_AT_ONCE", at_once)
    game = played(shape)
    assert game.outcome.name == "ONGOING" or game.grid.cells < 5
    model = expected(game)
    assert b"".join(printed(game)).decode() == model.board(remaining=-7)
    revealed = {cell: "\033[33m@\033[0m" if cell in model.mines else model.number(cell) for cell in model.cells()}
    assert b"".join(printed(game, uncovered=True)).decode() == model.board(revealed, -7)


@pytest.mark.slow
def test_pieces_are_bounded_and_end_between_characters() -> None:
    for shape in ((1, 500_000), (250_000, 2), (700, 710)):
        game = Game(Grid(shape), 3, rules="esp")
        pieces = printed(game)
        for piece in pieces:
            bytes(piece).decode()
        assert max(map(len, pieces)) < 1_000_000
        board = b"".join(pieces).decode()
        assert board == Program(shape[0], shape[1], 0, 0, {}).board(remaining=-7)


def test_every_field() -> None:
    grid = Grid((3, 4))
    layout = Layout(grid, [(0, 1), (0, 3), (2, 2)])
    game = Game(grid, rules="esp", layout=layout)
    game.open((0, 0))
    game.flag((0, 1))
    game.flag((1, 3))
    game.open((2, 0))
    in_play = """

  ¶: -7
  ====~
 |1¶░░|
 |12░¶|
 |·1░░|
  ====~
"""
    uncovered = """

  ¶: -7
  ====~
 |1@2@|
 |1232|
 |·1@1|
  ====~
"""
    lost = """

  ¶: -7
  ====~
 |1@░X|
 |12░¶|
 |·1@░|
  ====~
"""
    assert b"".join(printed(game)).decode() == screen(in_play).decode()
    assert b"".join(printed(game, uncovered=True)).decode() == screen(uncovered).decode()
    game.open((0, 3))
    assert b"".join(printed(game)).decode() == screen(lost).decode()


def test_numbers_up_to_eight() -> None:
    grid = Grid((3, 5))
    game = Game(grid, rules="esp", layout=Layout(grid, [cell for cell in grid if cell not in ((1, 1), (1, 3))]))
    game.open((1, 1))
    assert (
        b"".join(printed(game)).decode()
        == screen("""

  ¶: -7
  =====~
 |░░░░░|
 |░8░░░|
 |░░░░░|
  =====~
""").decode()
    )
