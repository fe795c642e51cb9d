"""A study: a record with comments and variations that several people edit together, for teaching.

All members may edit unless the owner forbids it; watchers can only read. Everyone sees the whole board, and nothing in
a study is ranked.

A study starts from a finished game, a file, a board ID or an empty board. If reproducing what the rules promise would
take a search (for a board without guesses, for example), the record stores the layout itself, and the promise is
dropped from its rules.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from hypersweep.errors import HypersweepError
from hypersweep.grid import Grid
from hypersweep.layout import Layout
from hypersweep.record import Record, Variation
from hypersweep.rules import Rules
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.protocol import Study
from hypersweep.web.multiplayer.rooms.room import CheckedRequest, Room, StudyEdited
from hypersweep.web.multiplayer.rooms.study_edits import MOST_TEXT, EditRequest, ReplaceRequest, RoleRequest, SavedEdit
from hypersweep.web.multiplayer.rooms.study_state import Draft, check_bounds, plain_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hypersweep.web.multiplayer.http_protocol import RoomRequest
    from hypersweep.web.multiplayer.protocol import RoomKind
    from hypersweep.web.multiplayer.rooms.room import Event, RoomMember
    from hypersweep.web.multiplayer.server_settings import Settings
    from hypersweep.web.multiplayer.store.room_rows import RoomRow

# Maximum number of cells in a replacement record; checking a larger one would block the event loop for too long.
_MOST_CELLS = 100_000


class StudyRoom(Room):
    """A room where members edit a record together.

    Attributes:
        draft: the record, its recent edits and the members' roles.
    """

    kind: ClassVar[RoomKind] = "study"
    most: ClassVar[int] = 32

    def __init__(self, row: RoomRow) -> None:
        super().__init__(row)
        self.draft: Draft = Draft(Record.parse(self.settings["record"], is_cut_fine=True))

    @classmethod
    def check(cls, request: RoomRequest, settings: Settings) -> CheckedRequest:
        """Check a request for a study, and return the parts to save. This may take seconds.

        Raises:
            RefusedError: no study can be created from the request.
        """
        record = first_record(request, largest_board=settings.largest_board)
        more = {"has_chat": request.has_chat, "record": record.format()}
        return CheckedRequest(str(record.grid), record.mines, record.rules.format(), more)

    def may_edit(self, resident: RoomMember) -> bool:
        """Return whether a member may change the study."""
        return resident.number not in self.draft.readers

    def may_invite(self, number: int) -> bool:
        """Return whether a member may invite other editors: only if they may edit themselves."""
        return super().may_invite(number) and number not in self.draft.readers

    def check_edit(self, resident: RoomMember, edit: dict[str, Any]) -> dict[str, Any]:
        """Check a requested edit, and return the edit to save.

        Raises:
            RefusedError: the edit is impossible.
        """
        try:
            request = msgspec.convert(edit, EditRequest)
        except msgspec.ValidationError as error:
            raise RefusedError("study_edit", f"expected an edit of a study: {error}") from None
        if isinstance(request, RoleRequest) and request.member > len(self.members):
            raise RefusedError("study_no_member", f"the study has no member number {request.member}")
        can_edit = self.may_edit(resident)
        if isinstance(request, ReplaceRequest) and can_edit:
            record = prepared(request.record, largest_board=_MOST_CELLS, is_quick=True)
            request = ReplaceRequest(seen=request.seen, record=record.format())
        is_owner = resident.person == self.row.owner
        kept = self.draft.decide(request, by=resident.number, can_edit=can_edit, is_owner=is_owner)
        found: dict[str, Any] = msgspec.to_builtins(kept)
        return found

    def edited(self, version: int, resident: RoomMember, n: int, edit: dict[str, Any], at: int) -> list[Event]:
        """Apply an edit returned by ``check_edit``, and return the events."""
        self.draft.apply(msgspec.convert(edit, SavedEdit), by=resident.number, version=version)
        return [StudyEdited(version, resident.number, n, edit)]

    @property
    def commitment(self) -> str | None:
        """None, since a study has no secret board."""
        return None

    @property
    def record(self) -> str:
        """The text of the study's record."""
        return self.draft.record.format()

    def study(self, number: int) -> Study:
        """Return the study's roles: its owner, its leader and the members who may only read."""
        owner = None if self.row.owner is None else self.residents.get(self.row.owner)
        return Study(
            0 if owner is None else owner.number,
            self.draft.leader,
            self.draft.leads_at or "",
            sorted(self.draft.readers),
        )


MOST_CHANGED = 2_000_000
"""Maximum total number of cells changed by a study's events, since rebuilding the room replays all of them."""


def prepared(text: str, *, largest_board: int, is_quick: bool = False) -> Record:
    """Parse a record, and check that every event in every line is possible. This may take seconds.

    Args:
        text: the record's text.
        largest_board: maximum number of cells.
        is_quick: whether to reject a record whose layout can only be found by a search.

    Returns:
        The record, with an explicit layout where ``settled`` adds one.

    Raises:
        RefusedError: the text isn't a record, is too large, or has an impossible event.
    """
    size = len(text.encode("utf-8", "replace"))
    if size > MOST_TEXT:
        raise RefusedError(
            "study_text", f"expected at most {MOST_TEXT} bytes, got {size}", status=413, most=MOST_TEXT, got=size
        )
    try:
        record = Record.parse(text, is_cut_fine=True, max_cells=largest_board)
        check_bounds(record)
        _check_work(record)
        if is_quick and record.stated_layout is None and record.rules.guess != "allowed":
            raise RefusedError("study_search", "expected a record that contains its board", status=413)
        record = settled(record)
        record.verify()
    except RefusedError:
        raise
    except HypersweepError as error:
        raise RefusedError("study_record", str(error), why=str(error)[:500]) from None
    return record


def _check_work(record: Record) -> None:
    changed = sum(event.changed for event in record.events)
    changed += sum(event.changed for own in record.variations for event in own.events)
    if changed > MOST_CHANGED:
        message = f"the record's events change too many cells: at most {MOST_CHANGED}, got {changed}"
        raise RefusedError("study_work", message, status=413, most=MOST_CHANGED, got=changed)


def settled(record: Record) -> Record:
    """Return the record with an explicit layout, unless its seed alone is enough to recreate the layout.

    In tags and comments, invalid Unicode is replaced: UTF-8, in which they are sent, can't encode lone surrogates.

    Raises:
        HypersweepError: the record doesn't determine a layout.
    """
    record = record.replace(
        tags={name: plain_text(value) for name, value in record.tags.items()},
        comments=_plain_comments(record.comments),
        variations=tuple(
            Variation(own.position, own.events, parent=own.parent, comments=_plain_comments(own.comments))
            for own in record.variations
        ),
    )
    layout = record.stated_layout
    if layout is None and record.rules.guess == "allowed":
        if record.seed is not None:
            return record
        # The first open determines the layout, so that the rules' promise about that cell holds; flags don't.
        lines = (record.events, *(own.events for own in record.variations))
        if not any(event.kind == "open" and event.changed for events in lines for event in events):
            return record.replace(seed=secrets.randbits(64))
    if layout is None:
        layout = record.layout
    if layout is None:
        raise RefusedError("study_no_layout", "the record needs a first open or a layout")
    ends = {"outcome": record.outcome, "milliseconds": record.milliseconds}
    return record.replace(seed=None, rules=record.rules.for_layout(), layout=layout, **ends)


def _plain_comments(comments: Mapping[int, str]) -> dict[int, str]:
    return {place: plain_text(text) for place, text in comments.items()}


def first_record(request: RoomRequest, *, largest_board: int) -> Record:
    """Return a new study's initial record. This may take seconds.

    Args:
        request: the request: a record, a board ID (in ``board``), or a board, mines and rules for a random layout.
        largest_board: maximum number of cells.

    Raises:
        RefusedError: no study can be created from the request.
    """
    if request.record is not None:
        return prepared(request.record, largest_board=largest_board)
    try:
        rules = Rules.parse(request.rules)
        if "." in request.board:
            layout = Layout.parse(request.board, max_cells=largest_board)
            return Record(layout.grid, layout=layout, rules=rules.for_layout())
        grid = Grid.parse(request.board, max_cells=largest_board)
        # Leave the layout to the first open, so that the rules' promise about that cell holds.
        return Record(grid, request.mines, rules=rules.by_chance(), seed=secrets.randbits(64))
    except HypersweepError as error:
        raise RefusedError("study_board", str(error), why=str(error)[:500]) from None
