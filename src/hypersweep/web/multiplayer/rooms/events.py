"""What came of an entry, with everything in it, secrets as well: only ``cut`` may make messages of it.

Each has the version of its entry, and of the same version there may be several.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from hypersweep.web.multiplayer.rooms.moved import CellsMoved

if TYPE_CHECKING:
    from hypersweep.web.multiplayer.protocol import Access, Stage
    from hypersweep.web.multiplayer.rooms.board import PlayedBoard
    from hypersweep.web.multiplayer.rooms.members import RoomMember

__all__ = [
    "AccessChanged",
    "CellsMoved",
    "Event",
    "GameEnded",
    "GaveUp",
    "MemberEntered",
    "StageReached",
    "StudyEdited",
]


class MemberEntered(Struct, frozen=True):
    """Somebody is a member now, or has another name."""

    version: int
    resident: RoomMember


class AccessChanged(Struct, frozen=True):
    """The owner has locked the room, or removed or muted a member; ``access`` has the keys of both invitations."""

    version: int
    access: Access


class GaveUp(Struct, frozen=True):
    """A board isn't played on."""

    version: int
    number: int
    opened: int
    flags: int
    milliseconds: int


class StageReached(Struct, frozen=True):
    """A game of the room waits, begins or is over. ``begins_in`` are milliseconds."""

    version: int
    stage: Stage
    begins_in: int | None
    ready: tuple[int, ...]
    round: int
    commitment: str | None = None


class GameEnded(Struct, frozen=True):
    """A game is over, and its secrets are none any more. Record and layout are written when they are asked for."""

    version: int
    at: int
    board: PlayedBoard
    round: int
    is_ranked: bool
    winner: int | None = None


class StudyEdited(Struct, frozen=True):
    """A study was changed."""

    version: int
    by: int
    n: int
    edit: dict[str, Any]


Event = MemberEntered | AccessChanged | CellsMoved | GaveUp | StageReached | GameEnded | StudyEdited
