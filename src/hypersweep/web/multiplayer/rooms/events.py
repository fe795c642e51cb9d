"""Events: the complete results of entries, secrets included. Only ``visibility`` may turn them into messages.

Each has the version of its entry; several events may share a version.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from hypersweep.web.multiplayer.protocol import Access, MoveKind, Outcome, Stage
    from hypersweep.web.multiplayer.rooms.room import PlayedBoard, RoomMember


class CellsMoved(Struct, frozen=True, gc=False):
    """A move on a board, with its changes; ``data`` has all codes if too many cells changed to list them."""

    version: int
    number: int
    by: int
    n: int
    kind: MoveKind
    cell: int
    milliseconds: int
    cells: list[int]
    codes: list[int]
    data: bytes | None
    opened: int
    flags: int
    outcome: Outcome


class MemberEntered(Struct, frozen=True):
    """A person became a member, or changed their name."""

    version: int
    resident: RoomMember


class AccessChanged(Struct, frozen=True):
    """The owner locked the room, or removed or muted a member; ``access`` has the keys of both invitations."""

    version: int
    access: Access


class GaveUp(Struct, frozen=True):
    """A player gave up a board."""

    version: int
    number: int
    opened: int
    flags: int
    milliseconds: int


class StageReached(Struct, frozen=True):
    """A game of the room is waiting, begins or is over. ``begins_in`` is in milliseconds."""

    version: int
    stage: Stage
    begins_in: int | None
    ready: tuple[int, ...]
    round: int
    commitment: str | None = None


class GameEnded(Struct, frozen=True):
    """A game is over, so its secrets become public. Record and layout are computed on demand."""

    version: int
    at: int
    board: PlayedBoard
    round: int
    is_ranked: bool
    winner: int | None = None


class StudyEdited(Struct, frozen=True):
    """A study changed."""

    version: int
    by: int
    n: int
    edit: dict[str, Any]


Event = MemberEntered | AccessChanged | CellsMoved | GaveUp | StageReached | GameEnded | StudyEdited
