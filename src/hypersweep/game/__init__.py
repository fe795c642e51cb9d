"""``Game``: a board, its rules and the moves made on it; and ``History``: a game whose undos and redos are reversible.

>>> from hypersweep.game import Game, History
>>> history = History(Game("3x4", mines=2, seed=7))
>>> history.act("open", (0, 0)), history.act("undo"), history.act("redo").opened
(<MoveResult: 6 cells changed, 6 opened, ongoing>, <MoveResult: 6 cells changed, -6 opened, ongoing>, 6)
"""

from __future__ import annotations

from hypersweep.game.game import CancelToken, Game
from hypersweep.game.history import History
from hypersweep.moves import Move, MoveResult, Outcome

__all__ = ["CancelToken", "Game", "History", "Move", "MoveResult", "Outcome"]
