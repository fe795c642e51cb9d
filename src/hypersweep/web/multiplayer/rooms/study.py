"""A study: a record with comments and variations that several people edit at once, for teaching.

All members may edit unless the owner forbids it; watchers only read. All of them know the board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from hypersweep.record import Record
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.protocol import Study
from hypersweep.web.multiplayer.rooms.beginning import first_record, prepared
from hypersweep.web.multiplayer.rooms.edits import Kept, Wish, WishReplace, WishRole
from hypersweep.web.multiplayer.rooms.events import StudyEdited
from hypersweep.web.multiplayer.rooms.room import ROOM_KINDS, Room, Wished
from hypersweep.web.multiplayer.rooms.study_state import Draft

if TYPE_CHECKING:
    from hypersweep.web.multiplayer.protocol import RoomKind, RoomWish
    from hypersweep.web.multiplayer.rooms.events import Event
    from hypersweep.web.multiplayer.rooms.members import RoomMember
    from hypersweep.web.multiplayer.settings import Settings
    from hypersweep.web.multiplayer.store.rooms import RoomRow

# Maximum number of cells of a replacement record: checking a larger one would block the event loop too long.
_MOST_CELLS = 100_000


class StudyRoom(Room):
    """A room with a record that its members edit.

    Attributes:
        draft: the record and its history.
    """

    kind: ClassVar[RoomKind] = "study"
    most: ClassVar[int] = 32

    def __init__(self, row: RoomRow) -> None:
        super().__init__(row)
        self.draft: Draft = Draft(Record.parse(self.settings["record"], is_cut_fine=True))

    @classmethod
    def wished(cls, wish: RoomWish, settings: Settings) -> Wished:
        """Check a request for a study, and return the parts to save. This may take seconds.

        Raises:
            RefusedError: the request allows no study.
        """
        record = first_record(wish, largest_board=settings.largest_board)
        told = {"has_chat": wish.has_chat, "record": record.format()}
        return Wished(str(record.grid), record.mines, record.rules.format(), told)

    def may_edit(self, resident: RoomMember) -> bool:
        """Whether a member may change the study."""
        return resident.number not in self.draft.readers

    def may_invite(self, number: int) -> bool:
        """Return whether a member may invite others to edit: only those who may edit."""
        return super().may_invite(number) and number not in self.draft.readers

    def check_edit(self, resident: RoomMember, edit: dict[str, Any]) -> dict[str, Any]:
        """Check a requested edit, and return the edit to save.

        Raises:
            RefusedError: the edit is impossible.
        """
        try:
            wish = msgspec.convert(edit, Wish)
        except msgspec.ValidationError as error:
            raise RefusedError("study_edit", f"expected an edit of a study: {error}") from None
        if isinstance(wish, WishRole) and wish.member > len(self.members):
            raise RefusedError("study_no_member", f"expected a member of the study, got number {wish.member}")
        can_edit = self.may_edit(resident)
        if isinstance(wish, WishReplace) and can_edit:
            record = prepared(wish.record, largest_board=_MOST_CELLS, is_quick=True)
            wish = WishReplace(seen=wish.seen, record=record.format())
        is_owner = resident.person == self.row.owner
        kept = self.draft.decide(wish, by=resident.number, can_edit=can_edit, is_owner=is_owner)
        found: dict[str, Any] = msgspec.to_builtins(kept)
        return found

    def edited(self, version: int, resident: RoomMember, n: int, edit: dict[str, Any], at: int) -> list[Event]:
        """Apply a checked edit. Returns: its events."""
        self.draft.apply(msgspec.convert(edit, Kept), by=resident.number, version=version)
        return [StudyEdited(version, resident.number, n, edit)]

    @property
    def commitment(self) -> str | None:
        """None: there is no secret board."""
        return None

    @property
    def record(self) -> str:
        """The text of the study's record."""
        return self.draft.record.format()

    def study(self, number: int) -> Study:
        """Return who may edit, and who leads."""
        owner = None if self.row.owner is None else self.residents.get(self.row.owner)
        return Study(
            0 if owner is None else owner.number,
            self.draft.leader,
            self.draft.leads_at or "",
            sorted(self.draft.readers),
        )


ROOM_KINDS[StudyRoom.kind] = StudyRoom
