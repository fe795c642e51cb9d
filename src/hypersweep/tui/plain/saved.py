"""Moves of a saved game that is played line by line: its session makes and saves them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hypersweep.game import MoveResult
    from hypersweep.session import Session
    from hypersweep.typing import CellLike


class SavedMoves:
    """The interface of ``History`` for a game with a session.

    Args:
        session: the session.

    >>> from hypersweep.session import Session
    >>> moves = SavedMoves(Session("3x4", 2, seed=7))
    >>> moves.act("flag", (0, 1)).flagged, moves.can_undo, moves.act("undo").flagged, moves.can_redo
    (1, True, -1, True)
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def can_undo(self) -> bool:
        """Whether a move can be taken back."""
        return self._session.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether an undone move can be made again."""
        return self._session.can_redo

    def act(self, kind: str, cell: CellLike | None = None) -> MoveResult:
        """Make a move, undo the latest one, or redo it.

        Args:
            kind: "open", "flag", "chord", "undo" or "redo".
            cell: cell of a move.
        """
        session = self._session
        if cell is None:
            return session.undo() if kind == "undo" else session.redo()
        return {"open": session.open, "flag": session.flag, "chord": session.chord}[kind](cell)
