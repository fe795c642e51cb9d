"""Line-by-line moves that a session saves."""

from __future__ import annotations

import sys

import pytest

from hypersweep import Game, Layout
from hypersweep.cli_support.output import Output
from hypersweep.game import History
from hypersweep.session import Session
from hypersweep.tui.plain.commands import PlainGame
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


def test_lines_are_saved_as_they_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session(layout=LAYOUT, is_known=False)
    plain = PlainGame(session.game, Output(sys.stdout, is_ascii=True), session=session)
    for line in ("open 0 0", "flag (0, 3) (0, 0)", "flag (0, 3) (2, 1)", "hint", "hint", "hint"):
        plain.obey(line)
    # If not all flags can be put, none is, and a hint with all its levels counts once.
    assert [event.kind for event in session.record.events] == ["open", "flag", "flag", "hint"]
    assert session.hints_used == 1
    assert "(0, 0) is open: only covered cells take a flag" in capsys.readouterr().out


def test_what_costs_a_saved_game_its_rank_is_asked_once(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session(layout=LAYOUT, is_known=False)
    plain = PlainGame(session.game, Output(sys.stdout, is_ascii=True), session=session, is_asked=session.is_ranked)
    for line in ("open 0 0", "undo"):
        plain.obey(line)
    assert session.is_ranked
    assert capsys.readouterr().out.endswith("taking a move back makes this game unranked: 'undo' again does it\n")
    plain.obey("undo")
    assert not session.is_ranked
