"""Messages about a room, limited to what each receiver may see.

All messages about boards are created by ``cut`` and ``cut_state``. Until all boards in a round are over, neither
reveals a seed, layout, record or mine, except a mine hit by the board's own player. A daily board's secrets stay hidden
until it is unsealed.
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
    Watchers,
)
from hypersweep.web.multiplayer.rooms.room import (
    AccessChanged,
    CellsMoved,
    Event,
    GameEnded,
    GaveUp,
    MemberEntered,
    StageReached,
    StudyEdited,
    game_name,
)

if TYPE_CHECKING:
    from collections.abc import Container

    from hypersweep.web.multiplayer.rooms.room import Room

_encode: Final = msgspec.json.Encoder().encode


class Receiver(Struct, frozen=True):
    """A message's receiver: the member's ``number``, or 0 for a watcher."""

    number: int


def audience(room: Room, event: Event, receiver: Receiver) -> int:
    """Return the group a receiver belongs to; everyone in a group gets the same message about an event.

    A versus player's move goes in full (group 0) to that player, and to watchers if the round is watchable; others get
    only the board's progress (group 1). The players' invitation key is sent only to members who may invite players.
    """
    if type(event) is CellsMoved or type(event) is GaveUp:
        number = event.number
        is_watching = receiver.number == 0 and room.is_watchable
        return 1 if number and receiver.number != number and not is_watching else 0
    if type(event) is AccessChanged:
        return 0 if room.may_invite(receiver.number) else 1
    return 0


def cut(room: Room, event: Event, receiver: Receiver) -> bytes:
    """Return the encoded message about an event, limited to what the receiver may see."""
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
        return _encode(Entered(name, event.version, event.resident.as_member(True)))
    if type(event) is AccessChanged:
        return _encode(Admitted(name, event.version, _access_at(room, event.access, receiver, room.at)))
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
        event.hit_by,
    )


def _access(room: Room, access: Access, receiver: Receiver) -> Access:
    return access if room.may_invite(receiver.number) else replace(access, key=None)


def _access_at(room: Room, access: Access, receiver: Receiver, at: int) -> Access:
    own = _access(room, access, receiver)
    # Hide the watchers' key until a daily board is unsealed, so that no watcher can be invited.
    return replace(own, watch_key=None) if room.is_sealed(at) else own


def cut_state(room: Room, receiver: Receiver, here: Container[int], at: int) -> bytes:
    """Return a room's encoded state, limited to what the receiver may see.

    Args:
        room: the room.
        receiver: the message's receiver.
        here: numbers of the members present.
        at: the current room time.
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
            [each.as_member(each.number in here) for each in room.members],
            boards,
            flagged,
            room.record,
            room.has_chat,
            0 if number else room.delay,
            None if room.begins is None else max(0, room.begins - at),
            room.round,
            room.is_ranked,
            room.study(number),
            _access_at(room, room.access, receiver, at),
            room.commitment,
        )
    )


def cut_passing(message: Gone | Pointed | Present | Refused | Said | Watchers) -> bytes:
    """Encode a message that isn't saved and is the same for every receiver."""
    return _encode(message)
