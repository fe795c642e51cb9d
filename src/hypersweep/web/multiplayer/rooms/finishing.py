"""Finished games, in the form that is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.web.multiplayer.rooms.board import game_name
from hypersweep.web.multiplayer.rooms.ports import FinishedGame

if TYPE_CHECKING:
    from hypersweep.web.multiplayer.rooms.events import GameEnded
    from hypersweep.web.multiplayer.rooms.room import Room


def finished_game(room: Room, event: GameEnded) -> FinishedGame:
    """Return the finished game to save; the result is always the same for one game."""
    row, board = room.row, event.board
    player = room.player_of(board)
    name = room.names_of(board)
    return FinishedGame(
        id=game_name(row.id, row.seed, event.round, board.number),
        room=row.id,
        kind=room.kind,
        round=event.round,
        number=board.number,
        person=None if player is None else player.person,
        name=name,
        board=row.board,
        mines=row.mines,
        rules=row.rules,
        outcome=board.outcome,
        milliseconds=board.milliseconds,
        record=board.record(row.made, name).format(),
        layout=board.layout,
        finished=row.made + event.at,
        is_ranked=event.is_ranked,
        lag=board.taken,
    )
