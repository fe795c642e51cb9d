"""Positions that illustrate the named boards: views from the early part of a game."""

from __future__ import annotations

from hypersweep.boards import PRESETS
from hypersweep.game import Game
from hypersweep.grid import Grid
from hypersweep.view import COVERED

# Share of open cells at which a board's character shows best; number of games tried.
_SHARE = 0.5
_SEEDS = 12


def picture_texts() -> dict[str, str]:
    """Return the position of each named board, by name."""
    return {name: picture_text(board, mines) for name, (board, mines) in PRESETS.items()}


def picture_text(board: str, mines: int) -> str:
    """Return a position of a board, a character a cell: "#" covered, "F" flag, digits for clues, letters above 9.

    Args:
        board: the grid's text.
        mines: number of mines.

    >>> picture_text("3x5", 2)
    '0001#1101#F101#'
    """
    games = [_begun(board, mines, seed) for seed in range(_SEEDS)]
    safe = games[0].grid.cells - mines
    best = min(games, key=lambda game: abs(game.opened / safe - _SHARE))
    codes = best.codes()
    grid = best.grid
    shown = ["#" if code < 0 else "0123456789abcdefghijklmnopqrstuvwxyz"[code] for code in codes]
    for index, code in enumerate(codes):
        if code > 0:
            around = [grid.index(cell) for cell in grid.neighbours(index)]
            covered = [other for other in around if codes[other] == COVERED]
            # A clue with no more covered neighbours than mines: a player would flag them.
            if len(covered) == code:
                for other in covered:
                    shown[other] = "F"
    return "".join(shown)


def _begun(board: str, mines: int, seed: int) -> Game:
    """Return a game in which openings were opened one by one, until enough of the board is open."""
    grid = Grid(board)
    game = Game(grid, mines, seed=seed, rules="classic,first=opening")
    game.open(tuple(side // 2 for side in grid.shape))
    layout = game.layout
    assert layout is not None
    for cell in grid:
        if game.opened >= _SHARE * (grid.cells - mines):
            break
        if game[cell] == COVERED and layout[cell] == 0 and not layout.is_mine(cell):
            game.open(cell)
    return game
