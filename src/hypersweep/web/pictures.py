"""Positions to picture the boards with names: what a player sees a little way into a game."""

from __future__ import annotations

from hypersweep.boards import PRESETS
from hypersweep.game import Game
from hypersweep.grid import Grid
from hypersweep.view import COVERED

__all__ = ["picture_text", "picture_texts"]

# A board is told best where about so much of it is open.
_SHARE = 0.5
_SEEDS = 12


def picture_texts() -> dict[str, str]:
    """The position of each board with a name, by that."""
    return {name: picture_text(board, mines) for name, (board, mines) in PRESETS.items()}


def picture_text(board: str, mines: int) -> str:
    """A position of a board, a character for each cell: "#" covered, "F" a flag, clues as digits, above 9 as letters.

    Args:
        board: the board.
        mines: how many it holds.

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
            # Where a clue touches no more covered cells than it says, a player has flagged them.
            if len(covered) == code:
                for other in covered:
                    shown[other] = "F"
    return "".join(shown)


def _begun(board: str, mines: int, seed: int) -> Game:
    """A game with one opening after the other, until enough of it is open."""
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
