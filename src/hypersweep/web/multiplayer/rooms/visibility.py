"""What somebody may be told of a room: the only place where a message about it is written.

Nothing of a board goes out but by ``cut`` and ``cut_state``. Until the boards of a round are over, all of them, neither
says where a mine is, but for one that went off before its player's eyes; nor a seed, a layout or a record. On a daily
board neither says it before the board is unsealed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hypersweep.web.multiplayer.protocol import (
    Access,
    Admitted,
    Board,
    Edited,
    Ended,
    Entered,
    Gone,
    Moved,
    Pointed,
    Present,
    Progress,
    Refused,
    Said,
    Staged,
    State,
)
from hypersweep.web.multiplayer.rooms.board import game_name
from hypersweep.web.multiplayer.rooms.events import (
    AccessChanged,
    Event,
    GameEnded,
    GaveUp,
    MemberEntered,
    StageReached,
    StudyEdited,
)
from hypersweep.web.multiplayer.rooms.moved import CellsMoved

if TYPE_CHECKING:
    from collections.abc import Container

    from hypersweep.web.multiplayer.rooms.room import Room

__all__ = ["Receiver", "audience", "cut", "cut_passing", "cut_state"]

_encode: Final = msgspec.json.Encoder().encode


class Receiver(Struct, frozen=True):
    """Who is told: member ``number``, or 0 for a watcher."""

    number: int


def audience(room: Room, event: Event, receiver: Receiver) -> int:
    """A number that is the same for all receivers to whom an event is the same message.

    Of a move on a player's own board (versus) that player is told all, and watchers are if the round is watchable;
    other receivers are told only how far the board has come.
    The players' key goes to members who may invite players.
    """
    if type(event) is CellsMoved or type(event) is GaveUp:
        number = event.number
        is_watching = receiver.number == 0 and room.is_watchable
        return 1 if number and receiver.number != number and not is_watching else 0
    if type(event) is AccessChanged:
        return 0 if room.may_invite(receiver.number) else 1
    return 0


def cut(room: Room, event: Event, receiver: Receiver) -> bytes:
    """The message that an event is for somebody."""
    name = room.row.id
    if type(event) is CellsMoved:
        if audience(room, event, receiver):
            return _encode(
                Progress(
                    name, event.version, event.number, event.opened, event.flags, event.outcome, event.milliseconds
                )
            )
        return _encode(
            Moved(
                name,
                event.version,
                event.number,
                event.by,
                event.n,
                event.kind,
                event.cell,
                event.milliseconds,
                event.cells,
                event.codes,
                None if event.data is None else event.data.decode(),
                event.opened,
                event.flags,
                event.outcome,
            )
        )
    if type(event) is MemberEntered:
        return _encode(Entered(name, event.version, event.resident.told(True)))
    if type(event) is AccessChanged:
        return _encode(Admitted(name, event.version, _access(room, event.access, receiver)))
    if type(event) is StageReached:
        return _encode(
            Staged(
                name,
                event.version,
                event.stage,
                event.begins_in,
                list(event.ready),
                event.round,
                event.commitment,
            )
        )
    if type(event) is GaveUp:
        return _encode(
            Progress(name, event.version, event.number, event.opened, event.flags, "lost", event.milliseconds)
        )
    if type(event) is GameEnded:
        return _encode(_ended(room, event))
    assert type(event) is StudyEdited
    return _encode(Edited(name, event.version, event.by, event.n, event.edit))


def _ended(room: Room, event: GameEnded) -> Ended:
    board = event.board
    names = room.names_of(board)
    is_sealed = room.is_sealed(event.at)
    return Ended(
        room.row.id,
        event.version,
        board.number,
        board.outcome,
        board.milliseconds,
        "" if is_sealed else board.layout,
        "" if is_sealed else board.record(room.row.made, names).format(),
        game_name(room.row.id, room.row.seed, event.round, board.number),
        event.is_ranked,
        event.winner,
        room.sealed_until if is_sealed else None,
    )


def _access(room: Room, access: Access, receiver: Receiver) -> Access:
    return access if room.may_invite(receiver.number) else replace(access, key=None)


def _access_at(room: Room, receiver: Receiver, at: int) -> Access:
    access = _access(room, room.access, receiver)
    # Until it is unsealed a daily board can't be watched.
    return replace(access, watch_key=None) if room.is_sealed(at) else access


def cut_state(room: Room, receiver: Receiver, here: Container[int], at: int) -> bytes:
    """All that somebody may know of a room.

    Args:
        room: the room.
        receiver: who is told.
        here: the numbers of the members who are here.
        at: the moment by the room's clock.
    """
    row, number = room.row, receiver.number
    is_hidden = not room.is_ended or room.is_sealed(at)
    flagged: list[tuple[int, int]] = []
    boards = []
    for board in room.boards:
        is_shown = room.is_shown(board, number)
        boards.append(
            Board(
                board.number,
                board.codes(is_hidden=is_hidden).decode() if is_shown else None,
                board.opened,
                board.flags,
                board.outcome,
                board.start is not None,
                board.elapsed(at),
            )
        )
        if board.flagged and is_shown:
            flagged.extend(sorted(board.flagged.items()))
    return _encode(
        State(
            row.id,
            room.kind,
            room.version,
            row.board,
            row.mines,
            row.rules,
            room.stage,
            number,
            room.members[number - 1].last + 1 if number else 1,
            [each.told(each.number in here) for each in room.members],
            boards,
            flagged,
            room.record,
            room.has_chat,
            0 if number else room.delay,
            None if room.begins is None else max(0, room.begins - at),
            room.round,
            room.is_ranked,
            room.study(number),
            _access_at(room, receiver, at),
            room.commitment,
        )
    )


def cut_passing(message: Gone | Pointed | Present | Refused | Said) -> bytes:
    """A message that isn't kept, and says nothing of what cells hold."""
    return _encode(message)
