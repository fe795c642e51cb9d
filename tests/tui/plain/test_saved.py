"""Moves by lines that a session saves."""

from __future__ import annotations

from hypersweep import Game, Layout
from hypersweep.game import History
from hypersweep.session import Session
from hypersweep.tui.plain.saved import SavedMoves

LAYOUT = Layout("3x4", [(0, 3), (2, 1)])
ACTS = [("flag", (0, 3)), ("open", (0, 0)), ("undo", None), ("redo", None), ("chord", (0, 0)), ("undo", None)]


def test_a_session_does_what_a_history_does_and_keeps_it() -> None:
    game = Game(layout=LAYOUT)
    history, session = History(game), Session(layout=LAYOUT)
    moves = SavedMoves(session)
    for kind, cell in ACTS:
        assert (moves.can_undo, moves.can_redo) == (history.can_undo, history.can_redo)
        assert moves.act(kind, cell) == history.act(kind, cell)
    assert session.game.view == game.view
    assert [event.kind for event in session.record.events] == ["flag", "open", "undo", "redo", "chord", "undo"]


def test_a_move_can_be_reverted() -> None:
    session = Session(layout=LAYOUT)
    moves = SavedMoves(session)
    moves.act("flag", (0, 3))
    moves.revert("flag")
    assert session.game.view == Game(layout=LAYOUT).view
    moves.act("redo")
    moves.act("undo")
    moves.revert("undo")
    assert session.game.is_flagged((0, 3))
